//! Documents in, those that keep their text out; the others are packed.

use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::corpus::{Copies, Digest, Document, Entry, Timestamp};
use crate::ingest::IngestConfig;

/// Which documents keep their text: one for each text, wording and docket set.
#[derive(Default)]
pub(in crate::ingest) struct Keepers {
    /// Whether exact copies keep their text, too.
    keeps_all: bool,
    standing: Standing,
    /// Places of those that keep their text.
    by_digest: FxHashMap<Digest, Vec<u32>>,
    /// For each of them its entry.
    owners: Vec<u32>,
}

impl Keepers {
    pub(in crate::ingest) fn of(config: &IngestConfig) -> Self {
        Self {
            keeps_all: config.keeps_all_texts,
            standing: Standing::of(config),
            ..Self::default()
        }
    }

    /// Adds the document of an entry, and tells the place of the one that keeps its text now.
    ///
    /// Of the copies with the same digest, wording and dockets, the earliest keeps its text: it may come to represent
    /// its exact group; of equals the first entry. Who stood for it in an earlier report comes before it. The others
    /// are packed.
    pub(in crate::ingest) fn add(
        &mut self,
        new: Document,
        owner: u32,
        (kept, copies, entries): (&mut Vec<Document>, &mut Copies, &mut [Entry]),
    ) -> u32 {
        let standing = &self.standing;
        let same_digest = self.by_digest.entry(new.digest).or_default();
        let canonical = same_digest.iter().copied().find(|canonical| {
            let kept = &kept[*canonical as usize];
            !self.keeps_all
                && are_alike(kept, &new)
                && !(standing.holds(kept) && standing.holds(&new))
        });
        let Some(canonical) = canonical else {
            let canonical = kept.len() as u32;
            same_digest.push(canonical);
            kept.push(new.fitted());
            self.owners.push(owner);
            return canonical;
        };
        let known = &mut kept[canonical as usize];
        let known_owner = &mut self.owners[canonical as usize];
        let order = standing
            .holds(known)
            .cmp(&standing.holds(&new))
            .then_with(|| compare_copies(&new, known))
            .then(owner.cmp(known_owner));
        let (later, of_later) = if order.is_lt() {
            (std::mem::replace(known, new.fitted()), std::mem::replace(known_owner, owner))
        } else {
            (new, owner)
        };
        entries[of_later as usize].copy = Some(copies.push(&later));
        canonical
    }
}

/// Texts that stood for others in an earlier report.
#[derive(Default)]
struct Standing {
    /// See [`IngestConfig::standing`].
    texts: Arc<FxHashMap<String, Digest>>,
    /// Of comments whose id another one has, too: by the id that they came with.
    renamed: FxHashMap<String, Vec<Digest>>,
}

impl Standing {
    fn of(config: &IngestConfig) -> Self {
        let texts = Arc::clone(&config.standing);
        let mut renamed: FxHashMap<String, Vec<Digest>> = FxHashMap::default();
        for (id, digest) in texts.iter() {
            if let Some((own, number)) = id.rsplit_once('~')
                && number.parse::<u32>().is_ok()
            {
                renamed.entry(own.to_owned()).or_default().push(*digest);
            }
        }
        Self { texts, renamed }
    }

    /// Whether a document may be one of them. It has the id that it came with.
    fn holds(&self, document: &Document) -> bool {
        self.texts.get(&document.id) == Some(&document.digest)
            || self.renamed.get(&document.id).is_some_and(|texts| texts.contains(&document.digest))
    }
}

/// What stood for others in the reports of several dockets, for reading all of them at once. A text of one docket
/// counts in the others, too: there a comment with the same id and text keeps its text for its copies though it need
/// not.
pub fn all_standing<'a>(
    of_dockets: impl IntoIterator<Item = &'a FxHashMap<String, Digest>>,
) -> FxHashMap<String, Digest> {
    let mut all: FxHashMap<String, Digest> = FxHashMap::default();
    for (id, digest) in of_dockets.into_iter().flatten() {
        if all.get(id).is_none_or(|other| other == digest) {
            all.insert(id.clone(), *digest);
            continue;
        }
        // As in one docket, where comments have one id: see `Standing::of`.
        let numbered = (2_u32..)
            .map(|n| format!("{id}~{n}"))
            .find(|numbered| !all.contains_key(numbered))
            .expect("there are more numbers than comments");
        all.insert(numbered, *digest);
    }
    all
}

/// Whether one of two documents with the same digest can keep the text for both.
fn are_alike(a: &Document, b: &Document) -> bool {
    a.wording == b.wording && a.attributes.dockets == b.attributes.dockets
}

/// Which of two copies is "the earliest": by timestamp, missing ones last, then by the id that it came with. Records
/// without an id of their own are ordered by their numbers, `box.mbox#9` before `box.mbox#10`: so a range of a file
/// orders its records as the file does, wherever it begins.
fn compare_copies(a: &Document, b: &Document) -> Ordering {
    let [time_of_a, time_of_b] =
        [a, b].map(|document| document.attributes.timestamp.unwrap_or(Timestamp::MAX));
    time_of_a.cmp(&time_of_b).then_with(|| compare_ids(&a.id, &b.id))
}

fn compare_ids(a: &str, b: &str) -> Ordering {
    a.split('#')
        .zip(b.split('#'))
        .map(|(a, b)| match (a.parse::<u64>(), b.parse::<u64>()) {
            (Ok(a), Ok(b)) => a.cmp(&b),
            (Ok(_), Err(_)) => Ordering::Less,
            (Err(_), Ok(_)) => Ordering::Greater,
            (Err(_), Err(_)) => a.cmp(b),
        })
        .find(|order| order.is_ne())
        .unwrap_or_else(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::compare_ids;

    #[test]
    fn records_are_ordered_by_their_numbers() {
        let ids =
            ["EPA-0009", "EPA-0010", "box#2", "box#2#1", "box#2#10", "box#10", "box#1a", "boxes#1"];
        assert!(ids.is_sorted_by(|a, b| compare_ids(a, b).is_lt()));
    }
}
