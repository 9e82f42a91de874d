//! What was found out about a piece of text, for when it comes again: the paragraphs of a form letter come with
//! each of its copies. It is a shortcut and nothing else: with or without it the same is found.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// Bytes of text that a memo remembers at the most; then it begins anew.
const MOST_BYTES: usize = 1 << 22;
/// Texts that were met once at the most; then it begins anew.
const MOST_MET: usize = 1 << 16;

/// One for each thread and each question.
#[derive(Debug)]
pub(super) struct Memo<V> {
    /// By the hashes of their texts.
    answers: FxHashMap<u64, (Box<str>, V)>,
    n_bytes: usize,
    /// Hashes of texts that came once: most of these never come again, and are not kept.
    met: FxHashSet<u64>,
}

impl<V> Default for Memo<V> {
    fn default() -> Self {
        Self { answers: FxHashMap::default(), n_bytes: 0, met: FxHashSet::default() }
    }
}

impl<V> Memo<V> {
    /// Gives `with` what `find` makes of the text, or made of it before.
    pub(super) fn recall<R>(
        &mut self,
        text: &str,
        find: impl FnOnce(&str) -> V,
        with: impl FnOnce(&V) -> R,
    ) -> R {
        let hash = FxBuildHasher.hash_one(text);
        if let Some((_, answer)) = self.answers.get(&hash).filter(|(own, _)| **own == *text) {
            return with(answer);
        }
        let answer = find(text);
        let result = with(&answer);
        if self.met.len() >= MOST_MET {
            self.met.clear();
        }
        if text.len() <= MOST_BYTES && !self.met.insert(hash) {
            if self.n_bytes + text.len() > MOST_BYTES {
                self.answers.clear();
                self.n_bytes = 0;
            }
            self.n_bytes += text.len();
            self.answers.insert(hash, (text.into(), answer));
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_BYTES, Memo};

    /// How often a text is asked about, of which the answer is its length.
    fn n_found(memo: &mut Memo<usize>, text: &str) -> usize {
        let mut n_found = 0;
        let answer = memo.recall(
            text,
            |text| {
                n_found += 1;
                text.len()
            },
            |answer| *answer,
        );
        assert_eq!(answer, text.len());
        n_found
    }

    #[test]
    fn what_comes_a_third_time_is_remembered_until_there_is_too_much() {
        let mut memo = Memo::default();
        let asked = [(); 4].map(|()| n_found(&mut memo, "I support the rule."));
        assert_eq!(asked, [1, 1, 0, 0]);
        assert_eq!(n_found(&mut memo, "I oppose the rule."), 1);
        let long = "long ".repeat(MOST_BYTES / 5);
        assert_eq!([(); 3].map(|()| n_found(&mut memo, &long)), [1, 1, 0]);
        assert_eq!(n_found(&mut memo, "I support the rule."), 1);
        let too_long = "long ".repeat(MOST_BYTES);
        assert_eq!([(); 3].map(|()| n_found(&mut memo, &too_long)), [1, 1, 1]);
        assert!(memo.n_bytes <= MOST_BYTES);
    }
}
