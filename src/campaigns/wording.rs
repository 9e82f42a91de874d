//! Texts of a campaign in, its wording out: the phrases that repeat among them and hardly elsewhere.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::phrases::{self, Phrase};
use crate::corpus::TermId;

/// How much more of a campaign's texts hold a phrase of its wording than of the others.
const MORE_OFTEN: usize = 5;

/// What the texts of a campaign repeat.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    /// The phrases, each with how many of the texts it was made of hold it.
    phrases: FxHashMap<Phrase, u32>,
}

impl Wording {
    /// The wording of the texts in a group. `texts` are all that are looked at.
    pub(super) fn of(texts: &[Vec<Phrase>], group: &[u32]) -> Self {
        let mut inside: FxHashMap<Phrase, u32> = FxHashMap::default();
        for at in group {
            for phrase in &texts[*at as usize] {
                *inside.entry(*phrase).or_default() += 1;
            }
        }
        inside.retain(|_, n| *n > 1);
        let mut everywhere: FxHashMap<Phrase, u32> =
            inside.keys().map(|phrase| (*phrase, 0)).collect();
        for phrase in texts.iter().flatten() {
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
}
