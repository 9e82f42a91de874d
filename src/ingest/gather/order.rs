//! Shards in, entries in the order of the docket out, and which of them came with one id.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};

use hashbrown::{HashTable, hash_table};

use super::inputs::InputAt;
use crate::corpus::{AsideBucket, Parts};
use crate::ingest::raw::{BLANK, aside};
use crate::ingest::shard::{Item, Shard};

/// By the first of several inputs that came with one id all of them, in the order of the docket.
pub(super) type Clashes = BTreeMap<Owner, Vec<Owner>>;

pub(super) struct Ordered {
    pub(super) parts: Parts,
    /// For each shard the numbers that its entries have now.
    pub(super) numbers: Vec<Vec<u32>>,
    pub(super) clashes: Clashes,
}

/// Puts entries and what was set aside into the order of the docket. `blocks_before` tells where the blocks of each begin.
pub(super) fn put(
    mut parts: Parts,
    shards: &mut [Shard],
    inputs: &[InputAt],
    blocks_before: &[usize],
) -> Ordered {
    let mut numbers: Vec<Vec<u32>> = vec![Vec::new(); shards.len()];
    let mut left = Vec::new();
    let is_one = shards.len() == 1;
    for shard in shards.iter_mut() {
        let mut entries = std::mem::take(&mut shard.entries);
        // Those of one shard stand in their order, and are not copied: a list of millions would be in memory twice.
        if is_one {
            parts.entries = std::mem::take(&mut entries);
        }
        left.push((
            std::mem::take(&mut shard.items).into_iter(),
            entries.into_iter(),
            std::mem::take(&mut shard.set_aside).into_iter(),
        ));
    }
    let n_items = left.iter().map(|(items, ..)| items.len()).sum();
    if !is_one {
        parts.entries.reserve(n_items);
    }
    let mut ids = Ids {
        parts,
        ids: HashTable::with_capacity(n_items),
        clashes: Clashes::new(),
        hasher: RandomState::new(),
    };
    let (mut n_entries, mut n_of_file, mut n_records) = (0, 0, 0);
    for (nth, (shard, at)) in inputs.iter().copied().enumerate() {
        let input = &shards[shard].inputs[at];
        if input.begins_file() {
            (n_of_file, n_records) = (0, 0);
        }
        n_of_file += input.n_items;
        n_records += input.n_records;
        let (items, entries, set_aside) = &mut left[shard];
        for item in items.take(input.n_items) {
            let Parts { entries: all, set_aside: all_aside, .. } = &mut ids.parts;
            let owner = match item {
                Item::Document => {
                    all.extend(entries.next());
                    let entry = &mut all[n_entries as usize];
                    entry.description = entry.description.behind(blocks_before[shard]);
                    numbers[shard].push(n_entries);
                    n_entries += 1;
                    Owner::Entry(n_entries - 1)
                }
                Item::Aside => {
                    all_aside.extend(set_aside.next());
                    Owner::Aside(all_aside.len() as u32 - 1)
                }
            };
            ids.claim(owner);
        }
        // Lines of which none holds anything.
        let ends_file =
            inputs.get(nth + 1).is_none_or(|(shard, at)| shards[*shard].inputs[*at].begins_file());
        if n_of_file == 0 && n_records > 0 && ends_file {
            let owner = Owner::Aside(ids.parts.set_aside.len() as u32);
            ids.parts.set_aside.push(aside(&input.place, AsideBucket::NoText, BLANK));
            ids.claim(owner);
        }
    }
    Ordered { parts: ids.parts, numbers, clashes: ids.clashes }
}

struct Ids {
    parts: Parts,
    /// The table holds numbers: the ids stand elsewhere.
    ids: HashTable<Owner>,
    clashes: Clashes,
    /// Ids come from outside, and could be chosen to collide.
    hasher: RandomState,
}

/// Whose id it is: the place of an entry or of what was set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Owner {
    Entry(u32),
    Aside(u32),
}

pub(super) fn id_of(parts: &Parts, owner: Owner) -> &str {
    match owner {
        Owner::Entry(number) => &parts.entries[number as usize].id,
        Owner::Aside(at) => &parts.set_aside[at as usize].id,
    }
}

impl Ids {
    /// Gives an id to its owner, or notes who has it.
    fn claim(&mut self, owner: Owner) {
        let (parts, hasher) = (&self.parts, &self.hasher);
        let id = id_of(parts, owner);
        let place = self.ids.entry(
            hasher.hash_one(id),
            |taken| id_of(parts, *taken) == id,
            |taken| hasher.hash_one(id_of(parts, *taken)),
        );
        match place {
            hash_table::Entry::Occupied(place) => {
                let first = *place.get();
                self.clashes.entry(first).or_insert_with(|| vec![first]).push(owner);
            }
            hash_table::Entry::Vacant(place) => _ = place.insert(owner),
        }
    }
}
