//! The phrases of some texts in, groups of texts out that are tied together as nearest neighbours.

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::phrases::Phrase;
use super::reworded::Text;

/// Nearest texts of a text that are looked at.
const NEAREST: usize = 20;
/// Weight of the phrases that two texts share, of ten times what they hold, for a tie. From .08 to .15 of the
/// weight the groups are the same.
const SHARED_WEIGHT: f32 = 0.10;

/// Groups of two and more texts, by place, ascending: those that are among each other's nearest neighbours
/// hang together.
pub(super) fn groups(texts: &[Text<'_>]) -> Vec<Vec<u32>> {
    let nearest = nearest(texts);
    let mut first: Vec<u32> = (0..texts.len() as u32).collect();
    for (at, own) in (0u32..).zip(&nearest) {
        for other in own.iter().filter(|other| **other > at) {
            if nearest[*other as usize].contains(&at) {
                unite(&mut first, at, *other);
            }
        }
    }
    let mut groups: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for at in 0..texts.len() as u32 {
        groups.entry(find(&mut first, at)).or_default().push(at);
    }
    let mut groups: Vec<Vec<u32>> = groups
        .into_values()
        .filter(|group| group.len() > 1)
        .collect();
    groups.sort_unstable_by(|a, b| (b.len(), &a[0]).cmp(&(a.len(), &b[0])));
    groups
}

/// Lets two things hang together.
pub(super) fn unite(first: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find(first, a), find(first, b));
    first[a.max(b) as usize] = a.min(b);
}

/// The first one that a thing hangs together with.
pub(super) fn find(first: &mut [u32], mut at: u32) -> u32 {
    while first[at as usize] != at {
        first[at as usize] = first[first[at as usize] as usize];
        at = first[at as usize];
    }
    at
}

/// The nearest of each text: by the weight of what they share in the geometric mean of what both hold. A
/// phrase weighs ln (N / df), its inverse document frequency.
fn nearest(texts: &[Text<'_>]) -> Vec<Vec<u32>> {
    let mut holders: FxHashMap<Phrase, Vec<u32>> = FxHashMap::default();
    for (at, text) in (0u32..).zip(texts) {
        for phrase in &text.phrases {
            holders.entry(*phrase).or_default().push(at);
        }
    }
    let weight = |holders: &[u32]| (texts.len() as f32 / holders.len() as f32).ln();
    let own_weight: Vec<f32> = texts
        .par_iter()
        .map(|text| {
            text.phrases
                .iter()
                .map(|phrase| weight(&holders[phrase]))
                .sum()
        })
        .collect();
    let of_text = |shared: &mut Vec<f32>, at: usize| -> Vec<u32> {
        shared.fill(0.0);
        shared.resize(texts.len(), 0.0);
        for phrase in &texts[at].phrases {
            let holders = &holders[phrase];
            let weight = weight(holders);
            holders
                .iter()
                .for_each(|other| shared[*other as usize] += weight);
        }
        let mut near: Vec<(f32, u32)> = (0..texts.len())
            .filter(|other| *other != at)
            .map(|other| {
                (
                    shared[other] / (own_weight[at] * own_weight[other]).sqrt(),
                    other as u32,
                )
            })
            .filter(|(share, _)| *share >= SHARED_WEIGHT)
            .collect();
        near.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        near.truncate(NEAREST);
        near.into_iter().map(|(_, other)| other).collect()
    };
    (0..texts.len())
        .into_par_iter()
        .map_init(Vec::new, of_text)
        .collect()
}
