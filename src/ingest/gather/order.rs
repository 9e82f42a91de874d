//! Shards in, entries in the order of the docket out, each with an id of its own.

use std::hash::{BuildHasher, RandomState};

use hashbrown::{HashTable, hash_table};

use super::inputs::InputAt;
use crate::corpus::{AsideBucket, CopyReader, Document, Entry, Parts, SetAside};
use crate::ingest::raw::aside;
use crate::ingest::shard::{Item, Shard};

/// Entries in the order of the docket.
pub(super) struct Ordered {
    pub(super) parts: Parts,
    /// For each shard the numbers that its entries have now.
    pub(super) numbers: Vec<Vec<u32>>,
}

/// Puts entries and what was set aside into the order of the docket, and gives each its id. Copies are those of all
/// shards; `blocks_before` tells where the blocks of each begin.
pub(super) fn put(
    mut parts: Parts,
    shards: &mut [Shard],
    inputs: &[InputAt],
    blocks_before: &[usize],
) -> Ordered {
    let n_items = shards.iter().map(Shard::n_items).sum();
    parts.entries.reserve(n_items);
    let mut ids = Ids { parts, ids: HashTable::with_capacity(n_items), hasher: RandomState::new() };
    let mut numbers: Vec<Vec<u32>> = vec![Vec::new(); shards.len()];
    let take = |shard: &mut Shard| {
        let entries = std::mem::take(&mut shard.entries).into_iter();
        let set_aside = std::mem::take(&mut shard.set_aside).into_iter();
        (std::mem::take(&mut shard.items).into_iter(), entries, set_aside)
    };
    let mut sources: Vec<_> = shards.iter_mut().map(take).collect();
    let mut duplicates: Vec<(usize, u32)> = Vec::new();
    let (mut n_of_file, mut n_records) = (0, 0);
    let begins_file = |(shard, at): &InputAt| {
        let range = shards[*shard].inputs[*at].range;
        range.is_none_or(|range| range.start == 0)
    };
    for (nth, own) in inputs.iter().enumerate() {
        let (shard, input) = (own.0, &shards[own.0].inputs[own.1]);
        if begins_file(own) {
            (n_of_file, n_records) = (0, 0);
        }
        n_of_file += input.n_items;
        n_records += input.n_records;
        let (items, entries, set_aside) = &mut sources[shard];
        for item in items.take(input.n_items) {
            match item {
                Item::Document => {
                    let Some(entry) = entries.next() else {
                        continue;
                    };
                    let number = ids.parts.entries.len() as u32;
                    numbers[shard].push(number);
                    let entry = Entry {
                        copy: entry.copy.map(|copy| copy.behind(blocks_before[shard])),
                        number,
                        ..entry
                    };
                    if ids.add(entry) {
                        duplicates.push((shard, number));
                    }
                }
                Item::Aside => {
                    if let Some(aside) = set_aside.next() {
                        ids.set_aside(aside);
                    }
                }
            }
        }
        // Lines of which none holds anything.
        if n_of_file == 0 && n_records > 0 && inputs.get(nth + 1).is_none_or(begins_file) {
            let reason = "blank: the file is empty";
            ids.set_aside(aside(&input.place, AsideBucket::NoText, reason));
        }
    }
    let mut parts = ids.parts;
    tell_of_duplicates(&mut parts, shards, &duplicates);
    Ordered { parts, numbers }
}

/// Ids that are given, and to whom.
struct Ids {
    parts: Parts,
    /// The table holds numbers: the ids stand elsewhere.
    ids: HashTable<Owner>,
    /// Ids come from outside, and could be chosen to collide.
    hasher: RandomState,
}

/// Whose id it is.
#[derive(Clone, Copy)]
enum Owner {
    Entry(u32),
    Aside(u32),
}

impl Ids {
    /// Adds an entry. Tells whether it has another id than it came with.
    fn add(&mut self, entry: Entry) -> bool {
        let owner = Owner::Entry(self.parts.entries.len() as u32);
        let fresh = self.claim_or_fresh(&entry.id, owner);
        let is_renamed = fresh.is_some();
        let id = match fresh {
            Some(fresh) => {
                let renamed = &mut self.parts.renamed;
                renamed.insert(fresh.clone().into(), entry.id);
                fresh.into()
            }
            None => entry.id,
        };
        self.parts.entries.push(Entry { id, ..entry });
        is_renamed
    }

    /// Adds what was set aside.
    fn set_aside(&mut self, mut set_aside: SetAside) {
        let owner = Owner::Aside(self.parts.set_aside.len() as u32);
        if let Some(fresh) = self.claim_or_fresh(&set_aside.id, owner) {
            let warning = duplicate(&set_aside.source, &set_aside.id, &fresh);
            self.parts.warnings.push(warning);
            set_aside.id = fresh;
        }
        self.parts.set_aside.push(set_aside);
    }

    /// Two records with one id stay two inputs; the second gets an id that is told apart by its number.
    fn claim_or_fresh(&mut self, id: &str, owner: Owner) -> Option<String> {
        if self.claim(id, owner) {
            return None;
        }
        (2u32..).map(|n| format!("{id}~{n}")).find(|fresh| self.claim(fresh, owner))
    }

    /// Gives an id to its owner, who comes next, unless it is taken.
    fn claim(&mut self, id: &str, owner: Owner) -> bool {
        let Parts { entries, set_aside, .. } = &self.parts;
        let id_of = |owner: &Owner| match *owner {
            Owner::Entry(number) => &*entries[number as usize].id,
            Owner::Aside(number) => &set_aside[number as usize].id,
        };
        let hash = |id: &str| self.hasher.hash_one(id);
        let place =
            self.ids.entry(hash(id), |taken| id_of(taken) == id, |taken| hash(id_of(taken)));
        match place {
            hash_table::Entry::Occupied(_) => false,
            hash_table::Entry::Vacant(place) => {
                place.insert(owner);
                true
            }
        }
    }
}

/// Warns of documents that have another id than they came with; they are known by their shard and number.
fn tell_of_duplicates(parts: &mut Parts, shards: &[Shard], duplicates: &[(usize, u32)]) {
    let mut reader = CopyReader::new(&parts.copies);
    for (shard, number) in duplicates {
        let entry = &parts.entries[*number as usize];
        let id = &parts.renamed[&entry.id];
        let mut copy = Document { id: id.to_string(), ..Document::default() };
        let source = match entry.copy {
            Some(number) => {
                reader.read_into(number, &mut copy);
                &copy.source
            }
            None => &shards[*shard].kept[entry.keeper as usize].source,
        };
        parts.warnings.push(duplicate(source, id, &entry.id));
    }
}

fn duplicate(source: &str, id: &str, fresh: &str) -> String {
    format!("{source}: the id `{id}` occurs more than once; this record is listed as `{fresh}`")
}
