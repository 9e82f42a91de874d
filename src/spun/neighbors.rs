//! The features of some texts in, groups of texts out that are tied together as nearest neighbors.

use std::cmp::Reverse;

use rayon::prelude::*;

use crate::disjoint_sets::DisjointSets;
use crate::thresholds::{NeighborRule, Share};

/// What a text is made of: a phrase or a word, as a number, with its weight in this text.
pub(crate) type Feature = (u32, f32);

/// A feature, the text that holds it, and its weight there.
type Posting = (u32, u32, f32);

/// What a text is made of.
pub(crate) struct Features {
    /// Those that other texts hold, too.
    pub(crate) shared: Vec<Feature>,
    /// How many others there are, of weight 1: they part the text from all others.
    pub(crate) n_single: usize,
}

/// Texts that are among each other's nearest neighbors.
pub(crate) struct MutualNeighbors(Vec<Vec<u32>>);

impl MutualNeighbors {
    /// The ties of some texts.
    pub(crate) fn of(texts: &[Features], rule: NeighborRule) -> Self {
        Self(nearest(texts, rule))
            .that(|at, own, others| others.contains(&at) && n_common(own, others) >= rule.n_common)
    }

    /// The ties of texts that have this share of their ties in common, of the one that has fewer (Jarvis and Patrick 1973).
    pub(crate) fn with_common(&self, share: Share) -> Self {
        self.that(|_, own, others| share.is_met(n_common(own, others), own.len().min(others.len())))
    }

    /// The ties that are of a kind, by a text, its own ties, and those of the text that it is tied to.
    fn that(&self, is_wanted: impl Fn(u32, &[u32], &[u32]) -> bool) -> Self {
        let wanted = (0u32..).zip(&self.0).map(|(at, own)| {
            let others = own.iter().filter(|other| is_wanted(at, own, self.of_text(**other)));
            others.copied().collect()
        });
        Self(wanted.collect())
    }

    /// The texts that a text is tied to, the nearest first.
    fn of_text(&self, at: u32) -> &[u32] {
        &self.0[at as usize]
    }

    /// Groups of two and more texts that hang together, by place, ascending, the largest first.
    pub(crate) fn groups(&self) -> Vec<Vec<u32>> {
        let mut tied = DisjointSets::new(self.0.len());
        for (at, others) in (0..).zip(&self.0) {
            others.iter().for_each(|other| tied.union(at, *other));
        }
        let mut groups = tied.sets();
        groups.retain(|group| group.len() > 1);
        // Of groups as large the one with the first text comes first.
        groups.sort_by_key(|group| Reverse(group.len()));
        groups
    }
}

/// How many texts two texts are both near.
fn n_common(own: &[u32], others: &[u32]) -> usize {
    own.iter().filter(|near| others.contains(near)).count()
}

/// The nearest of each text.
fn nearest(texts: &[Features], rule: NeighborRule) -> Vec<Vec<u32>> {
    let mut postings: Vec<Posting> = texts
        .par_iter()
        .enumerate()
        .flat_map_iter(|(at, text)| {
            text.shared.iter().map(move |(feature, weight)| (*feature, at as u32, *weight))
        })
        .collect();
    postings.par_sort_unstable_by_key(|(feature, at, _)| (*feature, *at));
    let n_features = postings.last().map_or(0, |(feature, ..)| *feature as usize + 1);
    // Of each feature its holders, and its idf.
    let mut features: Vec<(&[Posting], f32)> = vec![(&[], 0.0); n_features];
    for holders in postings.chunk_by(|a, b| a.0 == b.0) {
        features[holders[0].0 as usize] = (holders, rule.idf(texts.len(), holders.len()));
    }
    let mut lengths = vec![0f64; texts.len()];
    for (text, length) in texts.iter().zip(&mut lengths) {
        let squares = text
            .shared
            .iter()
            .map(|(feature, weight)| f64::from(weight * features[*feature as usize].1).powi(2));
        let single = text.n_single as f64 * f64::from(rule.idf(texts.len(), 1)).powi(2);
        *length = (squares.sum::<f64>() + single).sqrt();
    }
    (0..texts.len())
        .into_par_iter()
        .map_init(Vec::new, |shared: &mut Vec<f32>, at| {
            shared.clear();
            shared.resize(texts.len(), 0.0);
            for (feature, weight) in &texts[at].shared {
                let (holders, idf) = features[*feature as usize];
                let weighted = weight * idf * idf;
                for (_, other, others_weight) in holders {
                    shared[*other as usize] += weighted * others_weight;
                }
            }
            let mut near: Vec<(f32, u32)> = (0..texts.len())
                // Most have nothing in common with it.
                .filter(|other| shared[*other] > 0.0 && *other != at)
                .map(|other| {
                    let cosine = shared[other] / (lengths[at] * lengths[other]) as f32;
                    (cosine, other as u32)
                })
                .filter(|(cosine, _)| *cosine >= rule.least)
                .collect();
            near.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            near.truncate(rule.n_nearest);
            near.into_iter().map(|(_, other)| other).collect()
        })
        .collect()
}

impl NeighborRule {
    /// How much a feature tells that so many texts hold.
    fn idf(&self, n_texts: usize, n_holders: usize) -> f32 {
        (n_texts as f32 / n_holders as f32).ln().powf(self.idf_power)
    }
}

#[cfg(test)]
mod tests {
    use super::{Features, MutualNeighbors, NeighborRule};
    use crate::thresholds::{HALF, Thresholds};

    /// Texts by the features that they share, and how many others each has.
    fn texts(shared: impl IntoIterator<Item = Vec<u32>>, n_single: usize) -> Vec<Features> {
        let weighed =
            shared.into_iter().map(|held| held.into_iter().map(|feature| (feature, 1.0)).collect());
        weighed.map(|shared| Features { shared, n_single }).collect()
    }

    /// Texts "1 2 3", "1 2 4" and "5" of N = 3. The first two share two features of idf ln 3/2 = 0.4055, and each
    /// has one of idf ln 3 = 1.0986: cos = 2 · 0.1644 / (2 · 0.1644 + 1.2069) = 0.2141.
    #[test]
    fn two_texts_are_tied_by_their_cosine() {
        for (least, n_common, expect) in
            [(0.214, 0, &[vec![0, 1]][..]), (0.215, 0, &[]), (0.214, 1, &[])]
        {
            let texts = texts([vec![1, 2, 3], vec![1, 2, 4], vec![5]], 0);
            let rule = NeighborRule { n_nearest: 2, n_common, least, idf_power: 1.0 };
            assert_eq!(MutualNeighbors::of(&texts, rule).groups(), expect);
        }
    }

    /// Texts of which the first few share some features and each holds others alone.
    fn sharing(n_sharing: usize, n_texts: usize, n_shared: u32, n_single: usize) -> Vec<Features> {
        let mut all = texts(vec![(0..n_shared).collect(); n_sharing], n_single);
        all.extend(texts(vec![Vec::new(); n_texts - n_sharing], 1));
        all
    }

    /// Where those that hold a feature are the square root of all, the square of its idf is a fourth of what it is of one that a
    /// text holds alone, and to the power of a half a half: cos = 1 / (1 + 2 · 4) and 1 / (1 + 2 · 5); of four features and
    /// five or seven others 4 / (4 + 4 · 5) and 4 / (4 + 4 · 7). Of so many texts any two have all others in common, but two.
    #[test]
    fn the_rules_of_ties_lie_between_two_cosines() {
        let Thresholds { spun, points, .. } = Thresholds::default();
        for (texts, rule, expect) in [
            (sharing(3, 9, 1, 4), spun.ties, true),
            (sharing(3, 9, 1, 5), spun.ties, false),
            (sharing(2, 4, 1, 0), spun.ties, false),
            (sharing(5, 25, 4, 5), points.ties, true),
            (sharing(5, 25, 4, 7), points.ties, false),
            (sharing(4, 16, 4, 0), points.ties, false),
        ] {
            let are_tied = !MutualNeighbors::of(&texts, rule).groups().is_empty();
            assert_eq!(are_tied, expect, "{rule:?}");
        }
        let n_tied = [spun.ties, points.ties]
            .map(|rule| MutualNeighbors::of(&sharing(30, 900, 1, 0), rule).of_text(0).len());
        assert_eq!(n_tied, [20, 10]);
    }

    /// Texts of two circles of five, of which two each have two neighbors in the other one. They have four in their own, and two of
    /// six in common with each of these; with circles of four, two of five.
    #[test]
    fn a_chain_of_neighbors_is_no_letter() {
        for circle in [5, 4] {
            let mut texts = texts((0..2 * circle).map(|at| vec![at / circle]), 0);
            for bridge in &mut texts[circle as usize - 2..circle as usize + 2] {
                bridge.shared.push((9, 0.5));
            }
            let ties = MutualNeighbors::of(&texts, Thresholds::default().spun.ties);
            let circles = [0..circle, circle..2 * circle].map(Vec::from_iter);
            assert_eq!(ties.groups(), [Vec::from_iter(0..2 * circle)]);
            assert_eq!(ties.with_common(HALF).groups(), circles);
        }
    }
}
