//! What copies have in one place in, the slots that it is made of out.
//!
//! Where slots follow each other without a fixed word between them, copies have there every combination of
//! their options. A text is cut where both parts are met with most others: where slots meet, any option of
//! the one stands beside any of the other; within an option, a part stands beside few.

use rustc_hash::{FxHashMap, FxHashSet};

use super::SlotText;
use crate::corpus::TermId;

/// Distinct texts of a place at the least for it to be cut.
const FEWEST: usize = 4;
/// Of ten distinct texts, the parts that are left at the most: cutting must explain them by fewer, or
/// every combination of the parts is there.
const PARTS: usize = 7;
/// Of ten texts, those that can be cut, or are a part of others themselves.
const CUT: usize = 8;
/// Words of a text that is cut: a slot of more is a passage, and every cut of it would be looked at.
const LONGEST: usize = 60;
/// Slots within slots.
const DEPTH: usize = 8;

/// The slots of a place, in order, each with what copies have there.
pub(super) fn split<'a>(texts: Vec<SlotText<'a>>) -> Vec<Vec<SlotText<'a>>> {
    split_to(texts, DEPTH)
}

fn split_to<'a>(texts: Vec<SlotText<'a>>, depth: usize) -> Vec<Vec<SlotText<'a>>> {
    match parts(&texts).filter(|_| depth > 0) {
        None => vec![texts],
        Some((left, right)) => {
            let mut slots = split_to(left, depth - 1);
            slots.extend(split_to(right, depth - 1));
            slots
        }
    }
}

/// The two parts of all texts, where cutting explains them.
fn parts<'a>(texts: &[SlotText<'a>]) -> Option<(Vec<SlotText<'a>>, Vec<SlotText<'a>>)> {
    let distinct: FxHashSet<&[TermId]> = texts.iter().map(SlotText::terms).collect();
    if distinct.len() < FEWEST {
        return None;
    }
    let mut behind: FxHashMap<&[TermId], usize> = FxHashMap::default();
    let mut before: FxHashMap<&[TermId], usize> = FxHashMap::default();
    let short = || distinct.iter().filter(|text| text.len() <= LONGEST);
    for text in short() {
        for at in 1..text.len() {
            *behind.entry(&text[..at]).or_default() += 1;
            *before.entry(&text[at..]).or_default() += 1;
        }
    }
    let best_cut = |text: &[TermId]| -> Option<usize> {
        let met = |at: usize| (behind[&text[..at]], before[&text[at..]]);
        let cuts = (1..text.len()).filter(|at| met(*at).0 > 1 && met(*at).1 > 1);
        cuts.max_by_key(|at| {
            let (behind, before) = met(*at);
            (behind * before, std::cmp::Reverse(*at))
        })
    };
    let cuts: FxHashMap<&[TermId], usize> = short()
        .filter_map(|text| Some((*text, best_cut(text)?)))
        .collect();
    let lefts: FxHashSet<&[TermId]> = cuts.iter().map(|(text, at)| &text[..*at]).collect();
    let rights: FxHashSet<&[TermId]> = cuts.iter().map(|(text, at)| &text[*at..]).collect();
    // Where a slot may be empty, the other one's option stands alone.
    let cut_of = |text: &[TermId]| -> Option<usize> {
        match cuts.get(text) {
            _ if lefts.contains(text) => Some(text.len()),
            _ if rights.contains(text) => Some(0),
            Some(at) => Some(*at),
            None => text.is_empty().then_some(0),
        }
    };
    let n_cut = texts
        .iter()
        .filter(|text| cut_of(text.terms()).is_some())
        .count();
    let explains = n_cut * 10 >= texts.len() * CUT
        && ((lefts.len() + rights.len()) * 10 <= distinct.len() * PARTS
            || lefts.len() * rights.len() == distinct.len())
        && lefts.len() > 1
        && rights.len() > 1;
    explains.then(|| {
        let cut = texts
            .iter()
            .filter_map(|text| Some(text.cut(cut_of(text.terms())?)));
        cut.unzip()
    })
}
