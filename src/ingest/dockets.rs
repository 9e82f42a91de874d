//! What all documents together tell about the dockets they cite.
//!
//! Two ids may name one docket: the DOT's own system left the agency out, and people mistype. Where
//! that is likely, the ids are made equal or forgotten; unlike ids would keep copies of one letter apart.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::docket_ids;
use crate::corpus::{Dockets, Entry, Text};

/// How many times rarer than its neighbor an id must be to count as a slip of the pen, where one document
/// cites it. The same slip made twice is rarer than made once, so the more cite an id, the rarer it must be:
/// dockets with neighboring numbers are real.
const RATIO_OF_ONE: usize = 10;
/// The same where many cite it.
const RATIO_OF_MANY: usize = 50;

/// Makes the ids of one docket equal. The documents' order does not matter.
pub(super) fn reconcile(texts: &mut [Text], entries: &[Entry]) {
    let counts = counts(texts, entries);
    if counts.len() < 2 {
        return;
    }
    // An id that a record itself bears is no slip.
    let filed: FxHashSet<String> =
        texts.iter().flat_map(|text| text.dockets.filed.iter().cloned()).collect();
    let mut replaced: FxHashMap<String, Option<String>> = dot_aliases(&counts);
    let frequent = Frequent::of(&counts);
    for (id, n_documents) in &counts {
        if !filed.contains(id) && frequent.explains(id, *n_documents) {
            replaced.insert(id.clone(), None);
        }
    }
    if replaced.is_empty() {
        return;
    }
    for text in texts {
        let Dockets { addressed, cited, filed } = Arc::make_mut(&mut text.dockets);
        for dockets in [addressed, cited, filed] {
            *dockets = std::mem::take(dockets)
                .into_iter()
                .filter_map(|id| replaced.get(&id).cloned().unwrap_or(Some(id)))
                .collect();
            dockets.sort_unstable();
            dockets.dedup();
        }
    }
}

/// Ids that are cited so often that another may be a slip for them.
///
/// Two ids that are a slip apart are the same without one character of each or of one of them (Bocek, Hunt and Stiller,
/// "Fast similarity search in large dictionaries", 2007): an id is compared with those that such a rest leads to, and not
/// with all, for one text can list a hundred thousand.
struct Frequent<'a> {
    /// By rest.
    ids: FxHashMap<String, Vec<&'a (String, usize)>>,
}

impl<'a> Frequent<'a> {
    fn of(counts: &'a [(String, usize)]) -> Self {
        let mut ids: FxHashMap<String, Vec<&'a (String, usize)>> = FxHashMap::default();
        for counted in counts.iter().filter(|(_, n_documents)| *n_documents >= RATIO_OF_ONE) {
            for rest in rests(&counted.0) {
                ids.entry(rest).or_default().push(counted);
            }
        }
        Self { ids }
    }

    /// Whether an id that so many documents cite is a slip for one of them.
    fn explains(&self, id: &str, n_documents: usize) -> bool {
        let least = n_documents * (RATIO_OF_ONE * n_documents).min(RATIO_OF_MANY);
        !self.ids.is_empty()
            && self.alike(id).any(|(other, n)| *n >= least && docket_ids::is_slip(id, other))
    }

    /// Those that may be a slip away from an id; one may come several times.
    fn alike(&self, id: &str) -> impl Iterator<Item = &'a (String, usize)> {
        rests(id).filter_map(|rest| self.ids.get(&rest)).flatten().copied()
    }
}

/// An id, and what is left of it without each of its characters.
fn rests(id: &str) -> impl Iterator<Item = String> {
    std::iter::once(id.to_owned())
        .chain(id.char_indices().map(|(at, c)| [&id[..at], &id[at + c.len_utf8()..]].concat()))
}

/// Ids with the number of documents that belong to them, in the order of the ids.
fn counts(texts: &[Text], entries: &[Entry]) -> Vec<(String, usize)> {
    let mut n_copies = vec![0; texts.len()];
    for entry in entries {
        n_copies[entry.text as usize] += 1;
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (text, n_copies) in texts.iter().zip(n_copies) {
        for id in text.dockets.all() {
            *counts.entry(id).or_default() += n_copies;
        }
    }
    counts.into_iter().collect()
}

/// `DOT:2003:16128` → `NHTSA-2003-16128`, where one docket only can be meant.
fn dot_aliases(counts: &[(String, usize)]) -> FxHashMap<String, Option<String>> {
    let mut meant: FxHashMap<String, Vec<&str>> = FxHashMap::default();
    for (id, _) in counts {
        if let Some(key) = docket_ids::dot_key(id) {
            meant.entry(key).or_default().push(id);
        }
    }
    meant
        .into_iter()
        .filter_map(|(key, ids)| match ids[..] {
            [id] => Some((key, Some(id.to_owned()))),
            _ => None,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Frequent, reconcile};
    use std::sync::Arc;

    use crate::corpus::{Descriptions, Dockets, Document, Entry, Text, Vocabulary};
    use crate::ingest::cases;

    /// Ids with how many cite each.
    fn counted(cell: &str) -> impl Iterator<Item = (usize, &str)> {
        let ids = cell.split(", ").filter_map(|own| own.split_once(' '));
        ids.map(|(n, id)| (n.parse().expect("a number"), if id == "none" { "" } else { id }))
    }

    /// The ids that texts cite after they are reconciled, as the case has them: how many cite each.
    #[test]
    fn ids_of_one_docket_become_equal_or_unknown() {
        for case in cases::cells(include_str!("dockets.txt")) {
            let mut texts = Vec::new();
            for (n, id) in counted(case[0]) {
                let cited = Vec::from_iter((!id.is_empty()).then(|| id.to_owned()));
                let dockets = Arc::new(Dockets { cited, ..Dockets::default() });
                texts.extend(vec![Text { dockets, ..Text::default() }; n]);
            }
            let (mut document, names) = (Document::default(), &mut Vocabulary::default());
            let mut entry = Entry::take(&mut document, &mut Descriptions::default(), names);
            let entries = (0..texts.len() as u32).map(|text| {
                entry.text = text;
                entry.clone()
            });
            reconcile(&mut texts, &entries.collect::<Vec<_>>());
            let cited = texts.iter().map(|text| text.dockets.cited.join(" "));
            let expect = counted(case[1]).flat_map(|(n, id)| vec![id; n]);
            assert!(cited.eq(expect), "{case:?}");
        }
    }

    /// Of 10,000 ids, all cited often, those are looked at that are the same without a character: at each of 20 places
    /// another one may stand, or be left out.
    #[test]
    fn an_id_is_compared_with_few_others() {
        let counts: Vec<(String, usize)> =
            (0..10_000).map(|number| (format!("EPA-HQ-OAR-2021-{number:04}"), 100)).collect();
        let frequent = Frequent::of(&counts);
        for number in [0, 317, 9_999] {
            let n_alike = frequent.alike(&counts[number].0).count();
            assert!((37..200).contains(&n_alike), "{n_alike}");
        }
    }
}
