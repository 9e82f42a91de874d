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

use rustc_hash::{FxHashMap, FxHashSet};

use super::order::{Clash, Owner, id_of};
use super::records::{is_same_text, look_up, precedence};
use super::reexports;
use crate::corpus::{Parts, without_number};
use crate::ingest::senders::words;

/// Finds which inputs with one id are one record, gives the others ids of their own, and leaves out what repeats.
pub(super) fn settle(parts: &mut Parts, mut clashes: Vec<Clash>) {
    // All are packed by now, and some are looked at.
    parts.descriptions.finish();
    clashes.sort_by_key(|clash| clash.first);
    let groups: Vec<Vec<Owner>> = clashes
        .chunk_by(|a, b| a.first == b.first)
        .map(|same| {
            std::iter::once(same[0].first).chain(same.iter().map(|clash| clash.later)).collect()
        })
        .collect();
    drop(clashes);
    let (of_exports, others): (Vec<&Vec<Owner>>, Vec<&Vec<Owner>>) =
        groups.iter().partition(|group| tells_a_record(id_of(parts, group[0])));
    let mut again = reexports::find(parts, others.into_iter().flatten().copied());
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
    reexports::tell(parts, &record_of, &again);
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
            && entry.keeps_text()
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
        .map(|entry| parts.ids.get(entry.id))
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
                    parts.entries[number as usize].rename(parts.ids.push(&fresh));
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
    retain(&mut parts.words.1, |at| stays[at]);
}

fn retain<T>(list: &mut Vec<T>, stays: impl Fn(usize) -> bool) {
    let mut at = 0;
    list.retain(|_| {
        at += 1;
        stays(at - 1)
    });
}

#[cfg(test)]
mod tests {
    use crate::ingest::gather::reexports;
    use crate::ingest::tests::{check, told};

    #[test]
    fn ids_of_records_and_places_of_rows_are_told_from_others() {
        check("ids that tell a record", |id| super::tells_a_record(id).to_string());
        check("places of rows", |source| told(reexports::place(source)));
    }
}
