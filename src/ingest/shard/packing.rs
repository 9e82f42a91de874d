//! Comments in, a shard out: exact copies lose their text, and everything else is kept as it was read.

use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Fingerprint, Item, ReadInput, Settings, Shard};
use crate::corpus::{Digest, Document, Entry, Timestamp};
use crate::ingest::IngestConfig;
use crate::ingest::discover::FileRange;
use crate::ingest::files::Decoded;
use crate::ingest::memory::Kept;
use crate::ingest::prepare::Prepared;
use crate::ingest::routes::Route;

/// A shard that is being read.
#[derive(Default)]
pub(in crate::ingest) struct Packing {
    /// Whether exact copies keep their text, too.
    keeps_all_texts: bool,
    standing: Standing,
    /// Taken in, not yet settled.
    pending: Vec<Prepared>,
    shard: Shard,
    /// Bytes of the texts that are kept.
    n_text_bytes: u64,
    /// For each document that keeps its text, its entry.
    kept_by: Vec<usize>,
    /// Kept documents by digest: one for each wording and docket set.
    keepers: FxHashMap<Digest, Vec<u32>>,
}

impl Packing {
    pub(in crate::ingest) fn new(config: &IngestConfig) -> Self {
        Self {
            keeps_all_texts: config.keeps_all_texts,
            standing: Standing::of(config),
            shard: Shard {
                settings: Settings::of(config),
                ..Shard::default()
            },
            ..Self::default()
        }
    }

    /// Begins an input. What is added belongs to it, until the next one begins.
    pub(in crate::ingest) fn begin(&mut self, place: &str, range: Option<FileRange>) {
        self.shard.inputs.push(ReadInput {
            place: place.to_owned(),
            range,
            fingerprint: Fingerprint::Told(String::new()),
            n_items: 0,
            n_records: 0,
        });
    }

    /// Tells what an input was, once it is read.
    pub(in crate::ingest) fn end(&mut self, fingerprint: Fingerprint, n_records: usize) {
        if let Some(input) = self.shard.inputs.last_mut() {
            input.n_records = n_records;
            input.fingerprint = match (fingerprint, input.range) {
                (Fingerprint::Blocks(blocks), None) => Fingerprint::of_blocks(&blocks),
                (fingerprint, _) => fingerprint,
            };
        }
    }

    /// What the memory must hold of what has been settled.
    pub(in crate::ingest) fn kept(&self) -> Kept {
        Kept {
            text_bytes: self.n_text_bytes,
            n_comments: self.shard.entries.len() as u64,
        }
    }

    /// Takes in comments of the input that began last.
    pub(in crate::ingest) fn add(&mut self, comments: Vec<Prepared>) {
        if let Some(input) = self.shard.inputs.last_mut() {
            input.n_items += comments.len();
        }
        self.pending.extend(comments);
    }

    /// The same for pieces, with what is to be warned of.
    pub(in crate::ingest) fn add_decoded(&mut self, decoded: Vec<Decoded>) {
        for piece in decoded {
            self.shard.warnings.extend(piece.warnings);
            self.shard.refused_counts.extend(piece.refused_counts);
            self.add(piece.comments);
        }
    }

    /// Gives every comment taken in its place; exact copies lose their text.
    pub(in crate::ingest) fn settle(&mut self) {
        for prepared in std::mem::take(&mut self.pending) {
            match prepared {
                Prepared::Document(document, route) => {
                    self.shard.items.push(Item::Document);
                    self.add_document(*document, route);
                }
                Prepared::Aside(set_aside, docket) => {
                    self.shard.items.push(Item::Aside);
                    let docket = docket.map(|docket| self.shard.names.number(&docket));
                    self.shard.aside_dockets.push(docket);
                    self.shard.set_aside.push(set_aside);
                }
            }
        }
    }

    /// The shard of all that was taken in.
    pub(in crate::ingest) fn finish(mut self) -> Shard {
        self.settle();
        self.shard.copies.finish();
        self.shard
    }

    fn add_document(&mut self, document: Document, route: Option<Route>) {
        let shard = &mut self.shard;
        let number = shard.entries.len();
        let attributes = &document.attributes;
        let relayer = attributes.relayer.as_deref();
        let entry = Entry {
            id: document.id.as_str().into(),
            timestamp: attributes.timestamp,
            n_submissions: attributes.claimed_duplicates.unwrap_or(1).max(1),
            relayer: relayer.map(|relayer| shard.names.number(relayer)),
            keeper: 0,
            copy: None,
            number: 0,
        };
        if let Some(route) = route.filter(|_| entry.relayer.is_none()) {
            shard.routes.push(number, &route, &mut shard.names);
        }
        shard.entries.push(entry);
        self.keep_or_pack(document);
    }

    /// Of the copies with the same digest, wording and dockets, the earliest keeps its text: it may
    /// come to represent its exact group. Who stood for it in an earlier report comes before it. The others are
    /// packed.
    fn keep_or_pack(&mut self, new: Document) {
        let stands = |document: &Document| self.standing.holds(document);
        let shard = &mut self.shard;
        let number = shard.entries.len() - 1;
        let same_digest = self.keepers.entry(new.digest).or_default();
        let keeper = same_digest.iter().copied().find(|keeper| {
            let kept = &shard.kept[*keeper as usize];
            !self.keeps_all_texts && are_alike(kept, &new) && !(stands(kept) && stands(&new))
        });
        let Some(keeper) = keeper else {
            let keeper = shard.kept.len() as u32;
            same_digest.push(keeper);
            shard.entries[number].keeper = keeper;
            self.n_text_bytes += new.text.as_deref().map_or(0, str::len) as u64;
            shard.kept.push(new);
            self.kept_by.push(number);
            return;
        };
        shard.entries[number].keeper = keeper;
        let (kept, kept_by) = (
            &mut shard.kept[keeper as usize],
            &mut self.kept_by[keeper as usize],
        );
        let by_standing = stands(kept).cmp(&stands(&new));
        if by_standing.then_with(|| compare_copies(&new, kept)).is_lt() {
            let later = std::mem::replace(kept, new);
            shard.entries[*kept_by].copy = Some(shard.copies.push(&later));
            *kept_by = number;
        } else {
            shard.entries[number].copy = Some(shard.copies.push(&new));
        }
    }
}

/// Texts that stood for others in an earlier report.
#[derive(Default)]
pub(in crate::ingest) struct Standing {
    /// See [`IngestConfig::standing`].
    texts: Arc<FxHashMap<String, Digest>>,
    /// Of comments whose id another one has, too: by the id that they came with.
    renamed: FxHashMap<String, Vec<Digest>>,
}

impl Standing {
    pub(in crate::ingest) fn of(config: &IngestConfig) -> Self {
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
    pub(in crate::ingest) fn holds(&self, document: &Document) -> bool {
        let renamed = || self.renamed.get(&document.id);
        self.texts.get(&document.id) == Some(&document.digest)
            || renamed().is_some_and(|texts| texts.contains(&document.digest))
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
        let numbered = |n: &u32| !all.contains_key(&format!("{id}~{n}"));
        let n = (2..)
            .find(numbered)
            .expect("there are more numbers than comments");
        all.insert(format!("{id}~{n}"), *digest);
    }
    all
}

/// Whether one of two documents with the same digest can keep the text for both.
pub(in crate::ingest) fn are_alike(a: &Document, b: &Document) -> bool {
    a.wording == b.wording && a.attributes.dockets == b.attributes.dockets
}

/// Which of two copies is "the earliest": by timestamp, missing ones last, then by the id that it came with. Records
/// without an id of their own are ordered by their numbers, `box.mbox#9` before `box.mbox#10`: so a range of a file
/// orders its records as the file does, wherever it begins.
pub(in crate::ingest) fn compare_copies(a: &Document, b: &Document) -> Ordering {
    let timestamp = |document: &Document| document.attributes.timestamp.unwrap_or(Timestamp::MAX);
    let by_time = timestamp(a).cmp(&timestamp(b));
    by_time.then_with(|| compare_ids(&a.id, &b.id))
}

fn compare_ids(a: &str, b: &str) -> Ordering {
    let number = |part: &str| part.parse::<u64>();
    let mut parts = a.split('#').zip(b.split('#'));
    let differs = parts.find_map(|(a, b)| {
        let by_number = match (number(a), number(b)) {
            (Ok(a), Ok(b)) => a.cmp(&b),
            (Ok(_), Err(_)) => Ordering::Less,
            (Err(_), Ok(_)) => Ordering::Greater,
            (Err(_), Err(_)) => a.cmp(b),
        };
        by_number.is_ne().then_some(by_number)
    });
    differs.unwrap_or_else(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::compare_ids;

    #[test]
    fn records_are_ordered_by_their_numbers() {
        let ids = [
            "EPA-0009", "EPA-0010", "box#2", "box#2#1", "box#2#10", "box#10", "box#1a", "boxes#1",
        ];
        assert!(ids.is_sorted_by(|a, b| compare_ids(a, b).is_lt()));
    }
}
