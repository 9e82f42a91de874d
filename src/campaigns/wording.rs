//! Texts of a campaign in, its wording out: the phrases that repeat among them and hardly elsewhere.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::Text;
use super::phrases::{self, Phrase};
use crate::corpus::TermId;

/// How much more of a campaign's texts hold a phrase of its wording than of the others.
const MORE_OFTEN: usize = 5;
/// Words of a stretch of text: about a sentence,
const STRETCH: usize = 15;
/// and those of ten in it that are a campaign's wording for it to be a sentence of the campaign.
const DENSE: usize = 8;

/// What the texts of a campaign repeat.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    /// The phrases, each with how many of the texts it was made of hold it.
    phrases: FxHashMap<Phrase, u32>,
}

impl Wording {
    /// The wording of the texts in a group. `texts` are all that are looked at.
    pub(super) fn of(texts: &[Text<'_>], group: &[u32]) -> Self {
        let mut inside: FxHashMap<Phrase, u32> = FxHashMap::default();
        for at in group {
            for phrase in &texts[*at as usize].phrases {
                *inside.entry(*phrase).or_default() += 1;
            }
        }
        inside.retain(|_, n| *n > 1);
        let mut everywhere: FxHashMap<Phrase, u32> =
            inside.keys().map(|phrase| (*phrase, 0)).collect();
        for phrase in texts.iter().flat_map(|text| &text.phrases) {
            if let Some(n) = everywhere.get_mut(phrase) {
                *n += 1;
            }
        }
        let (n_inside, n_outside) = (group.len(), texts.len() - group.len());
        inside.retain(|phrase, n| {
            let outside = (everywhere[phrase] - *n) as usize;
            *n as usize * n_outside >= MORE_OFTEN * outside * n_inside
        });
        Self { phrases: inside }
    }

    /// Which words of a text lie in its phrases; `is_among` tells that the wording was made of this text, too.
    pub(crate) fn covered(&self, terms: &[TermId], is_among: bool) -> FixedBitSet {
        let mut covered = FixedBitSet::with_capacity(terms.len());
        let others = 1 + u32::from(is_among);
        phrases::for_each(terms, |phrase, words| {
            if self.phrases.get(&phrase).is_some_and(|n| *n >= others) {
                covered.extend(words.iter().copied());
            }
        });
        covered
    }

    /// Whether a text is the campaign's wording for the most part.
    pub(super) fn holds(&self, terms: &[TermId], is_among: bool, of_ten: usize) -> bool {
        let covered = self.covered(terms, is_among);
        covered.count_ones(..) * 10 >= terms.len() * of_ten && !terms.is_empty()
    }

    /// Words of its wording in a copy, at the median.
    pub(super) fn typical_length<'a>(&self, texts: impl Iterator<Item = &'a [TermId]>) -> usize {
        let mut lengths: Vec<usize> = texts
            .map(|terms| self.covered(terms, true).count_ones(..))
            .collect();
        lengths.sort_unstable();
        lengths
            .get(lengths.len() / 2)
            .copied()
            .unwrap_or(usize::MAX)
    }

    /// Words of a text that stand where it is the campaign's wording for the most part: senders add sentences of
    /// their own to it, and words of the wording stand here and there in any long text.
    pub(super) fn n_dense(&self, terms: &[TermId]) -> usize {
        let covered = self.covered(terms, false);
        let mut dense = FixedBitSet::with_capacity(terms.len());
        for start in 0..(terms.len() + 1).saturating_sub(STRETCH) {
            let words = start..start + STRETCH;
            if covered.count_ones(words.clone()) * 10 >= STRETCH * DENSE {
                dense.insert_range(words);
            }
        }
        dense.count_ones(..)
    }
}
