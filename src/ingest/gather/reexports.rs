//! Comments without ids of their own in, those that stand in several files out.
//!
//! A clerk keeps a table in two formats, or copies rows into a sheet for each topic. Where nothing has the comments' ids, each
//! row counted by itself would make a letter of every comment. Two files, or sheets, hold the same comments where most
//! texts that stand once in the smaller stand once in the other, too. The texts of other people do not, and the copies of a
//! letter stand more than once. There must be several: two small files may have a letter each by chance.
//!
//! Then a comment is the same in both where its words are, and the sender's name and the time as far as both files tell
//! them. Of several such the first is the first, the second the second. A file that holds one comment is one, wherever it
//! lies. A mail has an id of its own in each mailbox: with the same words it is the same, however few there are.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::order::{Owner, id_of};
use super::records::{is_same_text, look_up, precedence};
use crate::corpus::{Digest, Parts, Timestamp};
use crate::ingest::senders::words;

/// Texts that stand once in each of two files, at the least. Of two files with a few comments each, strangers may have sent
/// the same letters to both.
const FEWEST_SHARED: usize = 10;
/// Comments with one text that a comment is held against where the files do not say the same of them.
const LOOKED_AT: usize = 64;

/// Comments of one file or sheet.
#[derive(Default)]
struct Place {
    /// Their entries, in the order of the docket.
    rows: Vec<u32>,
    /// The places before it that hold comments of it, or of which it holds the comments.
    overlaps: Vec<usize>,
}

/// For each comment that stands in several places, the record that it repeats. `without_record` are comments that share an id
/// which tells no record.
pub(super) fn find(
    parts: &Parts,
    without_record: impl Iterator<Item = Owner>,
) -> FxHashMap<Owner, Owner> {
    let mut places = places(parts, without_record);
    find_overlaps(parts, &mut places);
    let known = known(parts, &places);
    let mut pairs = Pairs { parts, known, first_of: FxHashMap::default() };
    for place in places.iter().filter(|place| !place.overlaps.is_empty()) {
        let mut left = place.rows.clone();
        for other in &place.overlaps {
            pairs.find(&places[*other].rows, &mut left);
        }
    }
    for (row, first) in mails_again(parts, &places) {
        pairs.first_of.entry(row).or_insert(first);
    }
    let mut same: FxHashMap<u32, Vec<Owner>> = FxHashMap::default();
    for (row, first) in pairs.first_of {
        same.entry(first).or_insert_with(|| vec![Owner::Entry(first)]).push(Owner::Entry(row));
    }
    let mut record_of = FxHashMap::default();
    for mut owners in same.into_values() {
        owners.sort_unstable_by_key(|owner| precedence(parts, *owner));
        record_of.extend(owners[1..].iter().map(|owner| (*owner, owners[0])));
    }
    record_of
}

/// The file or sheet of a comment that is named by its number there.
pub(super) fn place(source: &str) -> Option<&str> {
    let (place, number) = source.rsplit_once('#')?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(place)
}

/// Places in the order of the docket; none where there is one alone, as in most dockets.
fn places(parts: &Parts, without_record: impl Iterator<Item = Owner>) -> Vec<Place> {
    let mut of_shared: FxHashMap<u32, String> = FxHashMap::default();
    look_up(parts, without_record, |owner, source, _| {
        if let (Owner::Entry(row), Some(place)) = (owner, place(source)) {
            of_shared.insert(row, place.to_owned());
        }
    });
    let first = placed(parts, &of_shared).next().map(|(_, place)| place);
    if placed(parts, &of_shared).all(|(_, place)| Some(place) == first) {
        return Vec::new();
    }
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let mut places: Vec<Place> = Vec::new();
    for (row, place) in placed(parts, &of_shared) {
        let n_before = places.len();
        let number = *numbers.entry(place).or_insert(n_before);
        if number == n_before {
            places.push(Place::default());
        }
        places[number].rows.push(row);
    }
    places
}

/// Comments that have a place, with it: where it is known, and else as the id says.
fn placed<'a>(
    parts: &'a Parts,
    known: &'a FxHashMap<u32, String>,
) -> impl Iterator<Item = (u32, &'a str)> {
    (0..).zip(&parts.entries).filter_map(|(row, entry)| {
        let of_shared = known.get(&row).map(String::as_str);
        Some((row, of_shared.or_else(|| place(parts.ids.get(entry.id)))?))
    })
}

fn digest(parts: &Parts, row: u32) -> Digest {
    parts.texts[parts.entries[row as usize].text as usize].digest
}

/// Finds for each place those before it that hold the same comments. A text is met in the first place that has it once, so
/// that the work grows with the comments.
fn find_overlaps(parts: &Parts, places: &mut [Place]) {
    let mut first: FxHashMap<Digest, usize> = FxHashMap::default();
    let mut n_single: Vec<usize> = Vec::new();
    for (at, place) in places.iter_mut().enumerate() {
        let mut n_rows: FxHashMap<Digest, usize> = FxHashMap::default();
        for row in &place.rows {
            *n_rows.entry(digest(parts, *row)).or_default() += 1;
        }
        let mut n_shared: BTreeMap<usize, usize> = BTreeMap::new();
        let mut n_own = 0;
        for (digest, _) in n_rows.into_iter().filter(|(_, n)| *n == 1) {
            n_own += 1;
            match first.entry(digest) {
                Entry::Occupied(other) => {
                    *n_shared.entry(*other.get()).or_default() += 1;
                }
                Entry::Vacant(free) => _ = free.insert(at),
            }
        }
        let is_wholly_shared = is_most(n_shared.values().sum(), n_own);
        place.overlaps = n_shared
            .into_iter()
            .filter(|(other, n)| {
                *n >= FEWEST_SHARED && (is_wholly_shared || is_most(*n, n_single[*other]))
            })
            .map(|(other, _)| other)
            .collect();
        n_single.push(n_own);
    }
}

/// The mails that lie in two places, each with the first that it is.
fn mails_again(parts: &Parts, places: &[Place]) -> Vec<(u32, u32)> {
    let rows =
        || (0..).zip(places).flat_map(|(at, place)| place.rows.iter().map(move |row| (at, *row)));
    let mut first_place: FxHashMap<Digest, usize> = FxHashMap::default();
    let is_shared: FxHashSet<Digest> = rows()
        .map(|(at, row)| (at, digest(parts, row)))
        .filter(|(at, digest)| first_place.entry(*digest).or_insert(*at) != at)
        .map(|(_, digest)| digest)
        .collect();
    let shared: BTreeMap<u32, usize> = rows()
        .filter(|(_, row)| is_shared.contains(&digest(parts, *row)))
        .map(|(at, row)| (row, at))
        .collect();
    let mut mails: BTreeMap<u32, u64> = BTreeMap::new();
    look_up(parts, shared.keys().copied().map(Owner::Entry), |owner, _, known| {
        if let (Owner::Entry(row), Some(mail)) = (owner, known.and_then(|known| known.mail)) {
            mails.insert(row, mail);
        }
    });
    let mut first: FxHashMap<(u64, Digest), u32> = FxHashMap::default();
    let mut again = Vec::new();
    for (row, mail) in mails {
        let earlier = *first.entry((mail, digest(parts, row))).or_insert(row);
        let is_elsewhere = shared[&row] != shared[&earlier];
        if is_elsewhere && is_same_text(parts, Owner::Entry(row), Owner::Entry(earlier)) {
            again.push((row, earlier));
        }
    }
    again
}

fn is_most(n: usize, n_all: usize) -> bool {
    2 * n >= n_all
}

/// What tells two comments with the same words apart.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Known {
    /// The sender's name, as a number that is the same for the same words in any order.
    name: Option<u64>,
    time: Option<Timestamp>,
}

impl Known {
    /// Whether two may be the same comment, as far as both are known.
    fn may_be(self, other: Self) -> bool {
        fn may_be<T: PartialEq>(one: &Option<T>, other: &Option<T>) -> bool {
            one.is_none() || other.is_none() || one == other
        }
        may_be(&self.name, &other.name) && may_be(&self.time, &other.time)
    }

    /// What is known of a comment that stands in two places.
    fn and(self, other: Self) -> Self {
        Self { name: self.name.or(other.name), time: self.time.or(other.time) }
    }
}

/// What is known of the comments in places that overlap.
fn known(parts: &Parts, places: &[Place]) -> FxHashMap<u32, Known> {
    let overlapping: BTreeSet<usize> = (0..)
        .zip(places)
        .filter(|(_, place)| !place.overlaps.is_empty())
        .flat_map(|(at, place)| place.overlaps.iter().copied().chain([at]))
        .collect();
    let rows = overlapping.iter().flat_map(|at| places[*at].rows.iter().copied());
    let mut known_of = FxHashMap::default();
    look_up(parts, rows.map(Owner::Entry), |owner, _, known| {
        if let Owner::Entry(row) = owner {
            let author = known.and_then(|known| known.author.as_deref());
            let name = author.map(|author| FxBuildHasher.hash_one(words(author)));
            let time = parts.entries[row as usize].time;
            let time = (time != Timestamp::MAX).then_some(time);
            known_of.insert(row, Known { name, time });
        }
    });
    known_of
}

/// Comments that are the same in two places.
struct Pairs<'a> {
    parts: &'a Parts,
    known: FxHashMap<u32, Known>,
    /// Of each comment that stood in a place before the first that is it.
    first_of: FxHashMap<u32, u32>,
}

impl Pairs<'_> {
    /// Finds the comments of one place that stand in another, and leaves over those that do not.
    fn find(&mut self, other: &[u32], left: &mut Vec<u32>) {
        let parts = self.parts;
        // Where all is the same no time is lost with a letter that thousands sent.
        let mut alike: FxHashMap<(Digest, Known), Vec<u32>> = FxHashMap::default();
        for row in other.iter().rev().filter(|row| !self.first_of.contains_key(row)) {
            alike.entry((digest(parts, *row), self.known[row])).or_default().push(*row);
        }
        left.retain(|row| {
            let rows = alike.get_mut(&(digest(parts, *row), self.known[row]));
            let first = rows.and_then(|rows| rows.pop_if(|first| self.is_same(*row, *first)));
            !self.has_first(*row, first)
        });
        let mut same_text: FxHashMap<Digest, VecDeque<u32>> = FxHashMap::default();
        let mut rest: Vec<u32> = alike.into_values().flatten().collect();
        rest.sort_unstable();
        for row in rest {
            same_text.entry(digest(parts, row)).or_default().push_back(row);
        }
        left.retain(|row| {
            let first = same_text.get_mut(&digest(parts, *row)).and_then(|rows| {
                let mut nearest = rows.iter().take(LOOKED_AT);
                rows.remove(nearest.position(|first| self.is_same(*row, *first))?)
            });
            !self.has_first(*row, first)
        });
    }

    fn is_same(&self, row: u32, first: u32) -> bool {
        self.known[&row].may_be(self.known[&first])
            && is_same_text(self.parts, Owner::Entry(row), Owner::Entry(first))
    }

    /// Notes which comment a comment is, where it is one, with what is known of both.
    fn has_first(&mut self, row: u32, first: Option<u32>) -> bool {
        if let Some(first) = first {
            self.known.insert(first, self.known[&first].and(self.known[&row]));
            self.first_of.insert(row, first);
        }
        first.is_some()
    }
}

/// Notes where records stand besides, and warns of each place whose comments are left out because they stand `again` in
/// another one.
pub(super) fn tell(
    parts: &mut Parts,
    record_of: &FxHashMap<Owner, Owner>,
    again: &FxHashMap<Owner, Owner>,
) {
    let repeats: BTreeMap<&Owner, &Owner> = record_of.iter().collect();
    let mut sources: FxHashMap<Owner, String> = FxHashMap::default();
    let owners = repeats.iter().flat_map(|(owner, record)| [**owner, **record]);
    look_up(parts, owners, |owner, source, _| _ = sources.insert(owner, source.to_owned()));
    let mut told: BTreeMap<&str, (usize, BTreeSet<&str>)> = BTreeMap::new();
    for (owner, record) in repeats {
        let [source, of_record] = [owner, record].map(|owner| sources[owner].as_str());
        if again.contains_key(owner)
            && let (Some(place), Some(other)) = (place(source), place(of_record))
        {
            let (n, others) = told.entry(place).or_default();
            *n += 1;
            others.insert(other);
        }
        let id = id_of(parts, *record).into();
        parts.also_in.entry(id).or_default().push(source.to_owned());
    }
    for (place, (n, others)) in told {
        let others = Vec::from_iter(others).join(", ");
        parts.warnings.push(format!(
            "{place}: comments that stand in {others}, too, and are counted once: {n}; to count them twice, cluster the files one by one"
        ));
    }
}
