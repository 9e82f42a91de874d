//! Comments in, a shard out: exact copies lose their text, and everything else is kept as it was read.

use super::canonical_copies::Keepers;
use super::{Item, ReadInput, Settings, Shard};
use crate::corpus::{Document, Entry};
use crate::ingest::IngestConfig;
use crate::ingest::discover::FileRange;
use crate::ingest::memory;
use crate::ingest::prepare::{Prepared, Provenance};

#[derive(Default)]
pub(in crate::ingest) struct Packing {
    /// Taken in, not yet settled.
    pending: Vec<Prepared>,
    shard: Shard,
    /// Bytes of the texts that are kept.
    n_text_bytes: u64,
    keepers: Keepers,
}

impl Packing {
    pub(in crate::ingest) fn new(config: &IngestConfig) -> Self {
        Self {
            keepers: Keepers::of(config),
            shard: Shard { settings: Settings::of(config), ..Shard::default() },
            ..Self::default()
        }
    }

    /// Begins an input, and tells its number. What is added to inputs comes in their order.
    pub(in crate::ingest) fn begin(&mut self, place: &str, range: Option<FileRange>) -> usize {
        self.shard.inputs.push(ReadInput {
            place: place.to_owned(),
            range,
            digest: None,
            n_items: 0,
            n_records: 0,
        });
        self.shard.inputs.len() - 1
    }

    /// Goes on with the last input, where it is this one, else begins it as it was read elsewhere.
    pub(super) fn go_on(&mut self, input: &ReadInput) -> usize {
        if self.shard.inputs.last().is_none_or(|last| last.place != input.place) {
            self.shard.inputs.push(ReadInput { n_items: 0, ..input.clone() });
        }
        self.shard.inputs.len() - 1
    }

    /// Tells what an input was, once it is read.
    pub(in crate::ingest) fn end(
        &mut self,
        input: usize,
        digest: Option<String>,
        n_records: usize,
    ) {
        let input = &mut self.shard.inputs[input];
        input.n_records = n_records;
        input.digest = digest;
    }

    /// Bytes of memory that a run needs for what has been settled.
    pub(in crate::ingest) fn memory_needed(&self) -> u64 {
        memory::needed(self.n_text_bytes, self.shard.entries.len())
    }

    /// Takes in comments of an input.
    pub(in crate::ingest) fn add(&mut self, input: usize, comments: Vec<Prepared>) {
        self.shard.inputs[input].n_items += comments.len();
        self.pending.extend(comments);
    }

    pub(in crate::ingest) fn warn(&mut self, warnings: Vec<String>) {
        self.shard.warnings.extend(warnings);
    }

    /// Gives every comment taken in its place; exact copies lose their text.
    pub(in crate::ingest) fn settle(&mut self) {
        for prepared in std::mem::take(&mut self.pending) {
            match prepared {
                Prepared::Document(document, provenance) => {
                    self.shard.items.push(Item::Document);
                    self.add_document(*document, provenance);
                }
                Prepared::Aside(mut set_aside) => {
                    // What the records of a file say that have no text is often the same.
                    if let Some(last) = self.shard.set_aside.last() {
                        if last.attributes == set_aside.attributes {
                            set_aside.attributes.clone_from(&last.attributes);
                        }
                        if last.reason == set_aside.reason {
                            set_aside.reason.clone_from(&last.reason);
                        }
                    }
                    self.shard.items.push(Item::Aside);
                    let attributes = set_aside.attributes.as_ref();
                    self.shard.has_answers |= attributes.is_some_and(|own| !own.answers.is_empty());
                    self.shard.set_aside.push(set_aside);
                }
            }
        }
    }

    pub(in crate::ingest) fn finish(mut self) -> Shard {
        self.settle();
        self.shard.descriptions.finish();
        self.shard
    }

    fn add_document(&mut self, mut document: Document, provenance: Provenance) {
        let Provenance { route, received } = provenance;
        let shard = &mut self.shard;
        shard.has_answers |= !document.attributes.answers.is_empty();
        let number = shard.entries.len();
        let mut entry = Entry::take(&mut document, &mut shard.descriptions, &mut shard.names);
        entry.received = received;
        if let Some(route) = route.filter(|_| entry.relayer.is_none()) {
            shard.routes.push(number, &route, &mut shard.names);
        }
        shard.entries.push(entry);
        let (n_texts, n_bytes) = (shard.texts.len(), document.text.decoded.len() as u64);
        let place =
            self.keepers.add(document.text, number as u32, (&mut shard.texts, &mut shard.entries));
        shard.entries[number].text = place;
        if shard.texts.len() > n_texts {
            self.n_text_bytes += n_bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Packing;
    use crate::corpus::{AsideBucket, Attributes, SetAside};
    use crate::ingest::IngestConfig;
    use crate::ingest::prepare::Prepared;
    use crate::ingest::raw::aside;

    /// Rows that end before their text are of one byte, two, and two.
    #[test]
    fn what_records_without_text_say_alike_is_kept_once() {
        let mut packing = Packing::new(&IngestConfig::default());
        let input = packing.begin("table.csv", None);
        for n_bytes in [1, 2, 2] {
            let attributes = Some(Arc::new(Attributes { n_bytes, ..Attributes::default() }));
            let own = aside("table.csv#1", AsideBucket::Unreadable, "the row ends");
            packing.add(input, vec![Prepared::Aside(SetAside { attributes, ..own })]);
        }
        let [first, second, third] = &packing.finish().set_aside[..] else { panic!("three") };
        assert!(Arc::ptr_eq(&first.reason, &third.reason));
        let [first, second, third] =
            [first, second, third].map(|own| own.attributes.as_ref().expect("known"));
        assert_eq!([first, second, third].map(|known| known.n_bytes), [1, 2, 2]);
        assert!(Arc::ptr_eq(second, third) && !Arc::ptr_eq(first, second));
    }
}
