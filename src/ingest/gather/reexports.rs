//! Comments without ids of their own in, those that stand in several files out.
//!
//! A clerk keeps a table in two formats, or copies rows into a sheet for each topic. Where no column has the comments'
//! ids, each row counted by itself would make a letter of every comment. Two files, or sheets, hold the same comments
//! where most texts that stand once in the smaller stand once in the other, too. The texts of other people do not, and
//! the copies of a letter stand more than once. There must be several: two small files may have a letter each by chance.
//!
//! Then a comment is the same in both where its words are, and the sender's name and the time as far as both files tell
//! them. Of several such the first is the first, the second the second.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::BuildHasher;
use std::ops::Range;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::order::{Owner, id_of};
use super::records::{is_same_text, look_up, precedence, words};
use crate::corpus::{Digest, Parts, Timestamp};

/// Texts that stand once in each of two files, at the least. Of two files with a few comments each, strangers may have sent
/// the same letters to both.
const FEWEST_SHARED: usize = 10;
/// Comments with one text that a comment is held against where the files do not say the same of them.
const LOOKED_AT: usize = 64;

/// Comments of one file, or sheet, that are named by their numbers in it.
struct Table {
    /// Their entries.
    rows: Range<u32>,
    /// The tables before it that hold comments of it, or of which it holds the comments.
    overlaps: Vec<usize>,
}

/// For each comment that stands in several tables, the record that it repeats.
pub(super) fn find(parts: &Parts) -> FxHashMap<Owner, Owner> {
    let mut tables = tables(parts);
    if tables.len() < 2 {
        return FxHashMap::default();
    }
    find_overlaps(parts, &mut tables);
    let names = names(parts, &tables);
    let mut first_of: FxHashMap<u32, u32> = FxHashMap::default();
    for table in tables.iter().filter(|table| !table.overlaps.is_empty()) {
        let mut left: Vec<u32> = table.rows.clone().collect();
        for other in &table.overlaps {
            pair(parts, &names, tables[*other].rows.clone(), &mut left, &mut first_of);
        }
    }
    let mut same: FxHashMap<u32, Vec<Owner>> = FxHashMap::default();
    for (row, first) in first_of {
        same.entry(first).or_insert_with(|| vec![Owner::Entry(first)]).push(Owner::Entry(row));
    }
    let mut record_of = FxHashMap::default();
    for mut owners in same.into_values() {
        owners.sort_unstable_by_key(|owner| precedence(parts, *owner));
        record_of.extend(owners[1..].iter().map(|owner| (*owner, owners[0])));
    }
    record_of
}

/// The table of a comment that is named by its number in it.
fn place(id: &str) -> Option<&str> {
    let (place, number) = id.rsplit_once('#')?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(place)
}

/// Tables in the order of the docket.
fn tables(parts: &Parts) -> Vec<Table> {
    let mut tables: Vec<Table> = Vec::new();
    let mut before = None;
    for (row, entry) in (0..).zip(&parts.entries) {
        let place = place(parts.ids.get(entry.id));
        match tables.last_mut() {
            Some(table) if place.is_some() && place == before => table.rows.end = row + 1,
            _ if place.is_some() => {
                tables.push(Table { rows: row..row + 1, overlaps: Vec::new() });
            }
            _ => {}
        }
        before = place;
    }
    tables
}

fn digest(parts: &Parts, row: u32) -> Digest {
    parts.texts[parts.entries[row as usize].text as usize].digest
}

/// Finds for each table those before it that hold the same comments. A text is met in the first table that has it once, so
/// that the work grows with the rows.
fn find_overlaps(parts: &Parts, tables: &mut [Table]) {
    let mut first: FxHashMap<Digest, usize> = FxHashMap::default();
    let mut n_single: Vec<usize> = Vec::new();
    for (at, table) in tables.iter_mut().enumerate() {
        let mut n_rows: FxHashMap<Digest, usize> = FxHashMap::default();
        for row in table.rows.clone() {
            *n_rows.entry(digest(parts, row)).or_default() += 1;
        }
        let mut n_shared: BTreeMap<usize, usize> = BTreeMap::new();
        let mut n_own = 0;
        for (digest, _) in n_rows.into_iter().filter(|(_, n)| *n == 1) {
            n_own += 1;
            match first.entry(digest) {
                Entry::Occupied(other) => {
                    *n_shared.entry(*other.get()).or_default() += 1;
                }
                Entry::Vacant(place) => _ = place.insert(at),
            }
        }
        let is_wholly_shared = is_most(n_shared.values().sum(), n_own);
        table.overlaps = n_shared
            .into_iter()
            .filter(|(other, n)| {
                *n >= FEWEST_SHARED && (is_wholly_shared || is_most(*n, n_single[*other]))
            })
            .map(|(other, _)| other)
            .collect();
        n_single.push(n_own);
    }
}

/// Whether a part is half of a whole or more.
fn is_most(n: usize, n_all: usize) -> bool {
    2 * n >= n_all
}

/// The senders' names of comments in tables that overlap, as numbers that are the same for the same words.
fn names(parts: &Parts, tables: &[Table]) -> FxHashMap<u32, u64> {
    let overlapping: BTreeSet<usize> = (0..)
        .zip(tables)
        .filter(|(_, table)| !table.overlaps.is_empty())
        .flat_map(|(at, table)| table.overlaps.iter().copied().chain([at]))
        .collect();
    let rows = overlapping.iter().flat_map(|at| tables[*at].rows.clone());
    let mut names = FxHashMap::default();
    look_up(parts, rows.map(Owner::Entry), |owner, _, author| {
        if let (Owner::Entry(row), Some(author)) = (owner, author) {
            names.insert(row, FxBuildHasher.hash_one(words(author)));
        }
    });
    names
}

/// Notes of each comment of one table that stands in another the first of them, and leaves over those that do not.
fn pair(
    parts: &Parts,
    names: &FxHashMap<u32, u64>,
    other: Range<u32>,
    left: &mut Vec<u32>,
    first_of: &mut FxHashMap<u32, u32>,
) {
    let time = |row: u32| parts.entries[row as usize].time;
    let key = |row: u32| (digest(parts, row), time(row), names.get(&row));
    let is_same = |one: u32, another: u32| {
        let [a, b] = [one, another].map(|row| Some(time(row)).filter(|at| *at != Timestamp::MAX));
        are_compatible(a.as_ref(), b.as_ref())
            && are_compatible(names.get(&one), names.get(&another))
            && is_same_text(parts, Owner::Entry(one), Owner::Entry(another))
    };
    let other: Vec<u32> = other.filter(|row| !first_of.contains_key(row)).collect();
    let mut taken: FxHashSet<u32> = FxHashSet::default();
    // Where all is the same no time is lost with a letter that thousands sent.
    let mut alike: FxHashMap<_, Vec<u32>> = FxHashMap::default();
    other.iter().rev().for_each(|row| alike.entry(key(*row)).or_default().push(*row));
    left.retain(|row| {
        let first = alike.get_mut(&key(*row)).and_then(Vec::pop);
        let Some(first) = first.filter(|first| is_same(*row, *first)) else {
            return true;
        };
        taken.insert(first);
        first_of.insert(*row, first);
        false
    });
    let mut same_text: FxHashMap<Digest, VecDeque<u32>> = FxHashMap::default();
    for row in other.into_iter().filter(|row| !taken.contains(row)) {
        same_text.entry(digest(parts, row)).or_default().push_back(row);
    }
    left.retain(|row| {
        let found = same_text.get_mut(&digest(parts, *row)).and_then(|rows| {
            let at = rows.iter().take(LOOKED_AT).position(|first| is_same(*row, *first))?;
            rows.remove(at)
        });
        found.is_none_or(|first| {
            first_of.insert(*row, first);
            false
        })
    });
}

/// Whether two values are the same as far as both are known.
fn are_compatible<T: PartialEq>(one: Option<&T>, other: Option<&T>) -> bool {
    one.is_none() || other.is_none() || one == other
}

/// Notes where records stand besides, and warns of each table whose comments are left out.
pub(super) fn tell(parts: &mut Parts, mut again: Vec<(Owner, Owner)>) {
    again.sort_unstable();
    let mut told: BTreeMap<String, (usize, BTreeSet<String>)> = BTreeMap::new();
    for (owner, record) in again {
        let [id, record] = [owner, record].map(|owner| id_of(parts, owner).to_owned());
        if let (Some(table), Some(other)) = (place(&id), place(&record)) {
            let (n, others) = told.entry(table.to_owned()).or_default();
            *n += 1;
            others.insert(other.to_owned());
        }
        parts.also_in.entry(record.into()).or_default().push(id);
    }
    for (table, (n, others)) in told {
        let others = Vec::from_iter(others).join(", ");
        parts.warnings.push(format!(
            "{table}: {n} of its comments stand in {others}, too, and are counted once; to count them twice, cluster the files one by one"
        ));
    }
}
