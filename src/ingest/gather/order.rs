//! Shards in, entries in the order of the docket out, and which of them came with one id.

use std::hash::{BuildHasher, RandomState};

use hashbrown::{HashTable, hash_table};

use super::inputs::InputAt;
use crate::corpus::{AsideBucket, Entry, Parts, SetAside};
use crate::ingest::raw::aside;
use crate::ingest::shard::{Item, Shard};

/// Entries in the order of the docket.
pub(super) struct Ordered {
    pub(super) parts: Parts,
    /// For each shard the numbers that its entries have now.
    pub(super) numbers: Vec<Vec<u32>>,
    /// In the order of the later ones.
    pub(super) clashes: Vec<Clash>,
}

/// Two inputs that came with one id.
pub(super) struct Clash {
    /// The first that has it.
    pub(super) first: Owner,
    pub(super) later: Owner,
}

/// Puts entries and what was set aside into the order of the docket. `blocks_before` tells where the blocks of each begin.
pub(super) fn put(
    mut parts: Parts,
    shards: &mut [Shard],
    inputs: &[InputAt],
    blocks_before: &[usize],
) -> Ordered {
    let n_items = shards.iter().map(Shard::n_items).sum();
    parts.entries.reserve(n_items);
    let mut ids = Ids {
        parts,
        ids: HashTable::with_capacity(n_items),
        clashes: Vec::new(),
        hasher: RandomState::new(),
    };
    let mut numbers: Vec<Vec<u32>> = vec![Vec::new(); shards.len()];
    let take = |shard: &mut Shard| {
        let entries = std::mem::take(&mut shard.entries).into_iter();
        let set_aside = std::mem::take(&mut shard.set_aside).into_iter();
        (std::mem::take(&mut shard.items).into_iter(), entries, set_aside)
    };
    let mut sources: Vec<_> = shards.iter_mut().map(take).collect();
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
                    ids.add(entry);
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
    Ordered { parts: ids.parts, numbers, clashes: ids.clashes }
}

/// Ids, and who has each of them.
struct Ids {
    parts: Parts,
    /// The table holds numbers: the ids stand elsewhere.
    ids: HashTable<Owner>,
    clashes: Vec<Clash>,
    /// Ids come from outside, and could be chosen to collide.
    hasher: RandomState,
}

/// Whose id it is: the place of an entry or of what was set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Owner {
    Entry(u32),
    Aside(u32),
}

impl Ids {
    /// Adds an entry.
    fn add(&mut self, entry: Entry) {
        self.claim(&entry.id, Owner::Entry(self.parts.entries.len() as u32));
        self.parts.entries.push(entry);
    }

    /// Adds what was set aside.
    fn set_aside(&mut self, set_aside: SetAside) {
        self.claim(&set_aside.id, Owner::Aside(self.parts.set_aside.len() as u32));
        self.parts.set_aside.push(set_aside);
    }

    /// Gives an id to its owner, who comes next, or notes who has it.
    fn claim(&mut self, id: &str, owner: Owner) {
        let Parts { entries, set_aside, .. } = &self.parts;
        let id_of = |owner: &Owner| match *owner {
            Owner::Entry(number) => &*entries[number as usize].id,
            Owner::Aside(number) => &set_aside[number as usize].id,
        };
        let hash = |id: &str| self.hasher.hash_one(id);
        let place =
            self.ids.entry(hash(id), |taken| id_of(taken) == id, |taken| hash(id_of(taken)));
        match place {
            hash_table::Entry::Occupied(place) => {
                self.clashes.push(Clash { first: *place.get(), later: owner });
            }
            hash_table::Entry::Vacant(place) => _ = place.insert(owner),
        }
    }
}
