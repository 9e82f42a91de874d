//! Corpus in, exact groups out: documents with the same document string (SIGIR 2006 §4.3).
//!
//! Documents whose strings have the same digest are exact copies.
//! Copies whose known docket sets are disjoint are separate groups: the same letter sent to two
//! dockets is two campaigns (§4.4.2).
//!
//! # Invariants
//! - The groups partition the documents.
//! - The representative is the earliest copy with the usual wording, and its text is present.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexSet;
use rayon::prelude::*;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::corpus::{Corpus, Digest, DocId, Dockets};

/// Documents with the same main text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactGroup {
    /// The copy that stands for the group: of those with the usual wording the one with the earliest
    /// timestamp, then the smallest id.
    pub representative: DocId,
    /// All copies, the representative included, ascending.
    pub members: Vec<DocId>,
}

impl ExactGroup {
    /// How many copies there are.
    pub fn redundancy(&self) -> usize {
        self.members.len()
    }
}

/// A partition of the documents, ordered by representative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactGroups(Vec<ExactGroup>);

impl ExactGroups {
    /// The groups, by ascending representative.
    pub fn groups(&self) -> &[ExactGroup] {
        &self.0
    }

    /// The group that a document represents.
    pub fn of_representative(&self, representative: DocId) -> Option<&ExactGroup> {
        let at = self.0.binary_search_by_key(&representative, |group| group.representative).ok()?;
        self.0.get(at)
    }

    /// For each document the one that represents its group, by `DocId`.
    pub fn representatives(&self) -> Vec<DocId> {
        let n_documents = self.0.iter().map(ExactGroup::redundancy).sum();
        let mut representatives = vec![DocId(0); n_documents];
        for group in &self.0 {
            for member in &group.members {
                representatives[member.index()] = group.representative;
            }
        }
        representatives
    }
}

/// Groups the documents of a corpus. `within_dockets` tells whether copies of other dockets are parted: a
/// cannot-link. `stood_for` tells of the documents of an earlier report which one stood for each there: those of
/// one group stay one group, with that representative, and others join them.
pub fn group(
    corpus: &Corpus,
    within_dockets: bool,
    stood_for: &FxHashMap<DocId, DocId>,
) -> ExactGroups {
    let mut groups: Vec<ExactGroup> = by_digest(corpus)
        .into_iter()
        .flat_map(|members| {
            if is_one_text(corpus, &members) && stood_for.is_empty() {
                return vec![members];
            }
            let mut kept: BTreeMap<DocId, Vec<DocId>> = BTreeMap::new();
            let mut free = Vec::new();
            for id in members {
                match stood_for.get(&id) {
                    Some(original) => kept.entry(*original).or_default().push(id),
                    None => free.push(id),
                }
            }
            parted(corpus, within_dockets, kept.into_values(), free)
        })
        .map(|members| ExactGroup {
            representative: representative(corpus, &members, stood_for),
            members,
        })
        .collect();
    groups.par_sort_unstable_by_key(|group| group.representative);
    ExactGroups(groups)
}

/// The documents that have the same digest, ascending.
fn by_digest(corpus: &Corpus) -> Vec<Vec<DocId>> {
    // Of the copies that share a text one is looked up.
    let mut numbers: IndexSet<Digest, FxBuildHasher> = IndexSet::default();
    let number_of: Vec<usize> =
        corpus.digests().map(|digest| numbers.insert_full(digest).0).collect();
    let mut groups = vec![Vec::new(); numbers.len()];
    for id in corpus.ids() {
        groups[number_of[corpus.entry(id).text as usize]].push(id);
    }
    groups
}

/// Whether one document keeps the text of all: they have its wording and its dockets.
fn is_one_text(corpus: &Corpus, members: &[DocId]) -> bool {
    members.iter().all(|id| corpus.entry(*id).text == corpus.entry(members[0]).text)
}

/// The copy that stands for the others: the earliest of those that separate the words as most copies
/// do. Scans break words ("con- cerned"), and the letters alone do not tell. Of copies of one time one that
/// names its docket stands for those that do not; the id decides last, so that other ids change no cluster.
/// Who stood for them in an earlier report comes before all that. A copy that keeps no text stands for nobody; the
/// earliest of its wording and dockets keeps it, but where another one stood for them.
fn representative(
    corpus: &Corpus,
    members: &[DocId],
    stood_for: &FxHashMap<DocId, DocId>,
) -> DocId {
    if let Some(id) = members.iter().find(|id| stood_for.get(id) == Some(id)) {
        return *id;
    }
    if is_one_text(corpus, members) {
        let canonical = members.iter().find(|id| corpus.entry(**id).keeps_text);
        return *canonical.unwrap_or(&members[0]);
    }
    let mut copies: Vec<_> = members
        .iter()
        .map(|id| {
            let (entry, text) = (corpus.entry(*id), corpus.in_memory(*id));
            let names_none = text.dockets.names().next().is_none();
            (text.wording, !entry.keeps_text, entry.time, names_none, &text.dockets, *id)
        })
        .collect();
    copies.sort_unstable();
    // Of wordings that are equally usual the earliest, then one that does not hang on ids.
    copies
        .chunk_by(|a, b| a.0 == b.0)
        .map(|same| {
            let (wording, has_no_text, time, _, _, id) = same[0];
            (has_no_text, Reverse(same.len()), time, wording, id)
        })
        .min()
        .map_or(members[0], |(.., id)| id)
}

/// Parts copies of one text that may not meet, besides the groups that an earlier report has of them.
///
/// Those of the commonest dockets come first, and of these those that name them. Who may meet two parts joins the larger,
/// and not the parts. A part that tells nothing may be anybody's: it is that of the first who find no other. Copies that
/// tell nothing go with the largest part, and so do a few copies that were filed elsewhere without naming the place: one
/// person's comment in the wrong docket, no second campaign. "Documents with just a few exact duplicates are usually comments
/// that a person accidentally submitted several times" (SIGIR 2006 §4.3, footnote 2).
fn parted(
    corpus: &Corpus,
    within_dockets: bool,
    kept: impl Iterator<Item = Vec<DocId>>,
    free: Vec<DocId>,
) -> Vec<Vec<DocId>> {
    let (free, mut stray): (Vec<DocId>, Vec<DocId>) =
        free.into_iter().partition(|id| within_dockets && !corpus.dockets(*id).are_unknown());
    let mut by_dockets: BTreeMap<&Dockets, Vec<DocId>> = BTreeMap::new();
    for id in free {
        by_dockets.entry(corpus.dockets(id)).or_default().push(id);
    }
    let mut commonest_first: Vec<(&Dockets, Vec<DocId>)> = by_dockets.into_iter().collect();
    commonest_first
        .sort_by_key(|(dockets, ids)| (dockets.names().next().is_none(), Reverse(ids.len())));
    let mut parts: Vec<(BTreeSet<&Dockets>, Vec<DocId>)> = kept
        .map(|ids| {
            let dockets = ids.iter().map(|id| corpus.dockets(*id));
            (dockets.filter(|dockets| !dockets.are_unknown()).collect(), ids)
        })
        .collect();
    let n_kept = parts.len();
    for (dockets, ids) in commonest_first {
        let part = parts
            .iter_mut()
            .filter(|(own, _)| own.is_empty() || own.iter().any(|own| own.may_meet(dockets)))
            .min_by_key(|(own, members)| (own.is_empty(), Reverse(members.len())));
        match part {
            Some((own, members)) => {
                members.extend(ids);
                if own.is_empty() {
                    own.insert(dockets);
                }
            }
            None => parts.push((BTreeSet::from([dockets]), ids)),
        }
    }
    let mut groups: Vec<Vec<DocId>> = Vec::new();
    for (nth, (dockets, ids)) in parts.into_iter().enumerate() {
        let is_filed_only =
            nth >= n_kept && dockets.iter().all(|dockets| dockets.names().next().is_none());
        if is_filed_only && ids.len() < corpus.thresholds().counts.letter {
            stray.extend(ids);
        } else {
            groups.push(ids);
        }
    }
    groups.sort_by_key(|ids| Reverse(ids.len()));
    match groups.first_mut() {
        Some(largest) => largest.extend(stray),
        None => groups.push(stray),
    }
    groups.iter_mut().for_each(|ids| ids.sort_unstable());
    groups
}

#[cfg(test)]
mod tests {
    use super::group;
    use crate::corpus::Corpus;
    use crate::corpus::examples::document;

    /// Copies of one text, each with its wording, when it came, and where it was filed; out the groups, each with who
    /// represents it and how many it has.
    fn check(copies: &[(u64, i64, &str)], expect: &[(usize, usize)]) {
        let documents = copies.iter().enumerate().map(|(at, (wording, time, filed))| {
            let mut document = document(at, "one text");
            (document.text.digest, document.text.wording) = ([0; 20], *wording);
            document.attributes.timestamp = Some(*time);
            document.attributes.dockets.filed = vec![(*filed).to_owned()];
            document
        });
        let groups = group(&Corpus::of(documents.collect()), true, &Default::default());
        let found: Vec<(usize, usize)> = groups
            .groups()
            .iter()
            .map(|group| (group.representative.index(), group.redundancy()))
            .collect();
        assert_eq!(found, expect, "{copies:?}");
    }

    /// Of a scan and two that separate the words as people do one of the two stands for all, though the scan came first;
    /// of as usual wordings the one that came first.
    #[test]
    fn the_first_of_the_usual_wording_represents_a_text() {
        check(&[(1, 10, "A"), (2, 30, "A"), (2, 20, "A")], &[(2, 3)]);
        check(&[(1, 10, "A"), (2, 20, "A")], &[(0, 2)]);
    }

    /// Five copies that were filed elsewhere are one person's mistake, six are a campaign of another docket.
    #[test]
    fn a_few_copies_filed_elsewhere_are_no_group_of_their_own() {
        let here = vec![(0, 1, "A"); 7];
        check(&[&here[..], &[(0, 1, "B"); 5]].concat(), &[(0, 12)]);
        check(&[&here[..], &[(0, 1, "B"); 6]].concat(), &[(0, 7), (7, 6)]);
    }
}
