//! Inputs that came with one id in, what each of them is out: a record that stands in several exports is told once, the
//! others are told apart by a number.
//!
//! Two inputs are one record where
//! - their id is that of a record wherever it stands ([`tells_a_record`]), and no file has it twice: an export of names,
//!   of form fields or of spoiled ids has, and so has one in which a row stands twice, which may as well be two comments;
//! - they stand in different files;
//! - they have the same words, or were set aside for the same reason;
//! - neither their senders' names nor their dockets speak against it.
//!
//! The record is the one that keeps a text, as of exact copies the earliest does, then the one with the earliest time, then
//! the first in the order of the docket: so whichever is left out keeps the text of nobody, or of copies that the record's
//! text serves as well.
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

use super::order::{Clashes, Owner, id_of};
use crate::corpus::{
    Attributes, DescriptionId, DescriptionReader, Digest, Parts, Timestamp, without_number,
};
use crate::ingest::senders::words;

/// Finds which inputs with one id are one record, gives the others ids of their own, and leaves out what repeats.
pub(super) fn settle(parts: &mut Parts, clashes: Clashes) {
    // All are packed by now, and some are looked at.
    parts.descriptions.finish();
    let groups: Vec<Vec<Owner>> = clashes.into_values().collect();
    let (of_exports, others): (Vec<&Vec<Owner>>, Vec<&Vec<Owner>>) =
        groups.iter().partition(|group| tells_a_record(id_of(parts, group[0])));
    let mut again = find_again(parts, others.into_iter().flatten().copied());
    if !again.is_empty() {
        let of_records: FxHashSet<Owner> = of_exports.iter().copied().flatten().copied().collect();
        again.retain(|owner, record| !of_records.contains(owner) && !of_records.contains(record));
    }
    if groups.is_empty() && again.is_empty() {
        return;
    }
    let mut record_of = find_repeats(parts, &of_exports);
    record_of.extend(&again);
    let slots = move_copies(parts, &mut record_of);
    let renamed = name(parts, &groups, &record_of);
    drop(groups);
    tell(parts, &record_of, &again);
    warn(parts, renamed);
    leave_out(parts, &record_of, &slots);
}

/// Digits of an id of records at the least, and its characters.
const FEWEST_DIGITS: usize = 4;
const SHORTEST_ID: usize = 8;

/// Whether an id tells a record wherever it stands: `HBR-2031-0007-0012`, `0900006484472a9f`, `1051234567890`. Row
/// numbers, names, addresses and dates are met again with other records; of an id that a spreadsheet took for a number
/// too little is left (`9.00E+13`).
fn tells_a_record(id: &str) -> bool {
    let n_digits = id.bytes().filter(u8::is_ascii_digit).count();
    let is_spoiled = id.contains(['.', '+', '@']);
    let is_date = id.get(..10).is_some_and(|day| day.parse::<jiff::civil::Date>().is_ok());
    id.len() >= SHORTEST_ID && n_digits >= FEWEST_DIGITS && !is_spoiled && !is_date
}

/// For each input with the id of a record, of some that share one, the one that it repeats, where it does.
fn find_repeats(parts: &Parts, groups: &[&Vec<Owner>]) -> FxHashMap<Owner, Owner> {
    // The file of each, and the words of its sender's name, in any order.
    let mut instances: FxHashMap<Owner, (String, Option<String>)> = FxHashMap::default();
    look_up(parts, groups.iter().copied().flatten().copied(), |owner, source, known| {
        let file = source.rsplit_once('#').map_or(source, |(file, _)| file).to_owned();
        let author = known.and_then(|known| known.author.as_deref());
        instances.insert(owner, (file, author.map(words)));
    });
    let mut record_of = FxHashMap::default();
    for group in groups {
        let mut files = FxHashSet::default();
        if !group.iter().all(|owner| files.insert(&instances[owner].0)) {
            continue;
        }
        let mut in_time = group.to_vec();
        in_time.sort_by_key(|owner| precedence(parts, *owner));
        let mut records: Vec<Owner> = Vec::new();
        for owner in in_time {
            let same = records.iter().find(|record| {
                let [own, other] = [owner, **record].map(|owner| instances[&owner].1.as_ref());
                is_same_text(parts, owner, **record)
                    && (own.is_none() || other.is_none() || own == other)
            });
            match same {
                Some(record) => _ = record_of.insert(owner, *record),
                None => records.push(owner),
            }
        }
    }
    record_of
}

/// What becomes of the places of texts whose canonical copies are left out: the place that serves their copies, none where there
/// are none. Who keeps the text of copies that cite other dockets than its record is no repetition after all.
fn move_copies(
    parts: &mut Parts,
    record_of: &mut FxHashMap<Owner, Owner>,
) -> FxHashMap<u32, Option<u32>> {
    // Those that keep the text of copies, with the places of theirs and of their records' texts.
    let mut gone: Vec<(Owner, u32, u32)> = Vec::new();
    for (owner, record) in record_of.iter() {
        if let (Owner::Entry(own), Owner::Entry(record)) = (*owner, *record)
            && let entry = &parts.entries[own as usize]
            && entry.keeps_text
        {
            gone.push((*owner, entry.text, parts.entries[record as usize].text));
        }
    }
    let mut n_copies: FxHashMap<u32, usize> = gone.iter().map(|(_, from, _)| (*from, 0)).collect();
    for (number, entry) in (0..).zip(&parts.entries) {
        if let Some(n) = n_copies.get_mut(&entry.text)
            && !record_of.contains_key(&Owner::Entry(number))
        {
            *n += 1;
        }
    }
    let mut slots: FxHashMap<u32, Option<u32>> = FxHashMap::default();
    for (owner, from, to) in gone {
        let [own, others] = [from, to].map(|at| &parts.texts[at as usize].dockets);
        if n_copies[&from] == 0 {
            slots.insert(from, None);
        } else if own == others {
            slots.insert(from, Some(to));
        } else {
            record_of.remove(&owner);
        }
    }
    slots
}

/// Gives inputs that share an id with another record one of their own. Tells which have another id now.
fn name(
    parts: &mut Parts,
    groups: &[Vec<Owner>],
    record_of: &FxHashMap<Owner, Owner>,
) -> Vec<Owner> {
    let mut renamed = Vec::new();
    // Two ids with numbers behind them are the same only where the ids are.
    let taken: FxHashSet<String> = parts
        .entries
        .iter()
        .map(|entry| &*entry.id)
        .chain(parts.set_aside.iter().map(|aside| &*aside.id))
        .filter(|id| id.contains('~'))
        .map(str::to_owned)
        .collect();
    for group in groups {
        let id = id_of(parts, group[0]).to_owned();
        let mut numbered = (2..).map(|next| format!("{id}~{next}"));
        // The first keeps its id.
        for owner in group.iter().filter(|owner| !record_of.contains_key(owner)).skip(1) {
            let fresh = numbered.find(|fresh| !taken.contains(fresh)).unwrap_or_default();
            renamed.push(*owner);
            match *owner {
                Owner::Entry(number) => {
                    let entry = &mut parts.entries[number as usize];
                    (entry.id, entry.is_renamed) = (fresh.into(), true);
                }
                Owner::Aside(at) => parts.set_aside[at as usize].id = fresh.into(),
            }
        }
    }
    renamed
}

fn warn(parts: &mut Parts, renamed: Vec<Owner>) {
    let mut warnings = Vec::with_capacity(renamed.len());
    look_up(parts, renamed.into_iter(), |owner, source, _| {
        let fresh = id_of(parts, owner);
        let id = without_number(fresh);
        let mut warning = format!(
            "{source}: the id `{id}` occurs more than once; this record is listed as `{fresh}`"
        );
        warning.shrink_to_fit();
        warnings.push(warning);
    });
    parts.warnings.append(&mut warnings);
}

/// Leaves out what repeats a record, and the places of texts that nobody has any more.
fn leave_out(
    parts: &mut Parts,
    record_of: &FxHashMap<Owner, Owner>,
    slots: &FxHashMap<u32, Option<u32>>,
) {
    if record_of.is_empty() {
        return;
    }
    let stays: Vec<bool> =
        (0..parts.texts.len() as u32).map(|place| !slots.contains_key(&place)).collect();
    let mut places = vec![0; stays.len()];
    let mut n_stay = 0;
    for (place, stays) in places.iter_mut().zip(&stays) {
        *place = n_stay;
        n_stay += u32::from(*stays);
    }
    retain(&mut parts.entries, |at| !record_of.contains_key(&Owner::Entry(at as u32)));
    retain(&mut parts.set_aside, |at| !record_of.contains_key(&Owner::Aside(at as u32)));
    for entry in &mut parts.entries {
        // The record's text stays: the record keeps it.
        let text = slots.get(&entry.text).copied().flatten().unwrap_or(entry.text);
        entry.text = places[text as usize];
    }
    retain(&mut parts.texts, |at| stays[at]);
}

fn retain<T>(list: &mut Vec<T>, stays: impl Fn(usize) -> bool) {
    let mut at = 0;
    list.retain(|_| {
        at += 1;
        stays(at - 1)
    });
}

/// Texts that stand once in each of two files, at the least. Of two files with a few comments each, strangers may have sent
/// the same letters to both.
const FEWEST_SHARED: usize = 10;
/// Comments with one text that a comment is held against where the files do not say the same of them.
const LOOKED_AT: usize = 64;

#[derive(Default)]
struct Place {
    /// Their entries, in the order of the docket.
    rows: Vec<u32>,
    /// The places before it that hold comments of it, or of which it holds the comments.
    overlaps: Vec<usize>,
}

/// For each comment that stands in several places, the record that it repeats. `without_record` are comments that share an id
/// which tells no record.
fn find_again(
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
fn place(source: &str) -> Option<&str> {
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
        Some((row, of_shared.or_else(|| place(&entry.id))?))
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

/// All that lies in some places, each with the number of its own.
fn rows(places: &[Place]) -> impl Iterator<Item = (usize, u32)> {
    places.iter().enumerate().flat_map(|(at, place)| place.rows.iter().map(move |row| (at, *row)))
}

/// The mails that lie in two places, each with the first that it is.
fn mails_again(parts: &Parts, places: &[Place]) -> Vec<(u32, u32)> {
    let mut first_place: FxHashMap<Digest, usize> = FxHashMap::default();
    let is_shared: FxHashSet<Digest> = rows(places)
        .map(|(at, row)| (at, digest(parts, row)))
        .filter(|(at, digest)| first_place.entry(*digest).or_insert(*at) != at)
        .map(|(_, digest)| digest)
        .collect();
    let shared: BTreeMap<u32, usize> = rows(places)
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
fn tell(parts: &mut Parts, record_of: &FxHashMap<Owner, Owner>, again: &FxHashMap<Owner, Owner>) {
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

/// Gives `with` the source of each of some inputs, and what is known of it, in any order.
fn look_up(
    parts: &Parts,
    owners: impl Iterator<Item = Owner>,
    mut with: impl FnMut(Owner, &str, Option<&Attributes>),
) {
    let mut packed: Vec<(DescriptionId, u32)> = Vec::new();
    for owner in owners {
        match owner {
            Owner::Aside(at) => {
                let aside = &parts.set_aside[at as usize];
                with(owner, &aside.source, aside.attributes.as_deref());
            }
            Owner::Entry(number) => {
                packed.push((parts.entries[number as usize].description, number));
            }
        }
    }
    packed.sort_unstable();
    let mut reader = DescriptionReader::new(&parts.descriptions);
    for (_, number) in packed {
        let document = reader.document(&parts.entries[number as usize]);
        with(Owner::Entry(number), &document.source, Some(&document.attributes));
    }
}

/// Which of several inputs that are one record stands for it: the least.
fn precedence(parts: &Parts, owner: Owner) -> (bool, Timestamp, Owner) {
    match owner {
        Owner::Entry(number) => {
            let entry = &parts.entries[number as usize];
            (!entry.keeps_text, entry.time, owner)
        }
        Owner::Aside(_) => (true, Timestamp::MAX, owner),
    }
}

/// Whether two inputs have the same words and may be of one docket, or were set aside for the same reason.
fn is_same_text(parts: &Parts, one: Owner, other: Owner) -> bool {
    match (one, other) {
        (Owner::Entry(one), Owner::Entry(other)) => {
            let [one, other] =
                [one, other].map(|number| parts.entries[number as usize].text as usize);
            let (one, other) = (&parts.texts[one], &parts.texts[other]);
            one.digest == other.digest && one.dockets.may_meet(&other.dockets)
        }
        (Owner::Aside(one), Owner::Aside(other)) => {
            let [one, other] = [one, other].map(|at| &parts.set_aside[at as usize]);
            (one.bucket, &one.reason) == (other.bucket, &other.reason)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::ingest::tests::{check, told};

    #[test]
    fn ids_of_records_and_places_of_rows_are_told_from_others() {
        check("ids that tell a record", |id| super::tells_a_record(id).to_string());
        check("places of rows", |source| told(super::place(source)));
    }
}
