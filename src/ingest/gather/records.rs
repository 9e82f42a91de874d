//! Inputs in, what tells whether two of them are one record out.

use super::order::Owner;
use crate::corpus::{
    Attributes, DescriptionId, DescriptionReader, Document, Parts, Timestamp, without_number,
};

/// Gives `with` the source of each of some inputs, and what is known of it, in any order.
pub(super) fn look_up(
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
    for (description, number) in packed {
        let entry = &parts.entries[number as usize];
        let id = parts.ids.get(entry.id);
        let id = if entry.is_renamed() { without_number(id) } else { id }.to_owned();
        let mut document = Document { id, ..Document::default() };
        reader.read_into(description, &mut document);
        with(Owner::Entry(number), &document.source, Some(&document.attributes));
    }
}

/// Which of several inputs that are one record stands for it: the least.
pub(super) fn precedence(parts: &Parts, owner: Owner) -> (bool, Timestamp, Owner) {
    match owner {
        Owner::Entry(number) => {
            let entry = &parts.entries[number as usize];
            (!entry.keeps_text(), entry.time, owner)
        }
        Owner::Aside(_) => (true, Timestamp::MAX, owner),
    }
}

/// Whether two inputs have the same words and may be of one docket, or were set aside for the same reason.
pub(super) fn is_same_text(parts: &Parts, one: Owner, other: Owner) -> bool {
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
