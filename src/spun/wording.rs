//! Texts of a campaign in, its wording out: the phrases that repeat among them and hardly elsewhere.

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use super::phrases::{self, Phrase, Shape};
use super::sample::{SampledText, TextSample};
use crate::compare::Tables;
use crate::corpus::{DocId, TermId};
use crate::ngrams::{PHRASE, counts, stretches};
use crate::thresholds::{HALF, Share, Thresholds};

/// What the texts of a campaign repeat.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    /// Phrases that texts of several clusters hold.
    phrases: FxHashSet<Phrase>,
}

impl Wording {
    /// Which words of a text lie in its phrases.
    pub(crate) fn covered(&self, terms: &[TermId]) -> FixedBitSet {
        let mut covered = FixedBitSet::with_capacity(terms.len());
        phrases::for_each(terms, &FixedBitSet::new(), |phrase, at, shape| {
            if self.phrases.contains(&phrase) {
                covered.extend(shape.words(at));
            }
        });
        covered
    }

    /// What a text has of it.
    pub(super) fn in_text<'a>(
        &self,
        terms: &'a [TermId],
        thresholds: &'a Thresholds,
    ) -> Worded<'a> {
        Worded { thresholds, terms, covered: self.covered(terms) }
    }
}

/// The same of the texts of a sample, by the numbers of the phrases: all texts are asked, and more than once.
pub(super) struct SampleWording<'a> {
    pub(super) sample: &'a TextSample<'a>,
    phrases: FixedBitSet,
}

impl<'a> SampleWording<'a> {
    /// The wording of the texts in a group.
    pub(super) fn of(sample: &'a TextSample<'a>, group: &[u32]) -> Self {
        let texts = &sample.texts;
        // Of each phrase its holders, the cluster of the first one, and whether another cluster has some.
        let mut inside: FxHashMap<u32, (usize, usize, bool)> = FxHashMap::default();
        for text in group.iter().map(|at| &texts[*at as usize]) {
            for phrase in &text.phrases {
                let held = inside.entry(*phrase).or_insert((0, text.cluster, false));
                held.0 += 1;
                held.2 |= held.1 != text.cluster;
            }
        }
        // A long text holds more phrases than a short one: shares are those of words, not of texts.
        let n_inside: usize = group.iter().map(|at| texts[*at as usize].terms.len()).sum();
        let n_outside = sample.n_words - n_inside;
        inside.retain(|phrase, (n, _, repeats)| {
            let n_others = sample.n_holders[*phrase as usize] as usize - *n;
            *repeats && *n * n_outside >= sample.thresholds.spun.more_often * n_others * n_inside
        });
        let mut phrases = FixedBitSet::with_capacity(sample.phrases.len());
        phrases.extend(inside.into_keys().map(|phrase| phrase as usize));
        Self { sample, phrases }
    }

    /// The wording that other texts are asked for.
    pub(super) fn wording(&self) -> Wording {
        Wording { phrases: self.phrases.ones().map(|number| self.sample.phrases[number]).collect() }
    }

    /// The texts of the sample that may have a dense stretch of it, ascending. Whatever decides about a text needs as many words.
    pub(super) fn holders(&self) -> Vec<u32> {
        let Thresholds { words, shares, .. } = self.sample.thresholds;
        let mut n_places = vec![0; self.sample.texts.len()];
        for text in self.phrases.ones().flat_map(|phrase| &self.sample.holders[phrase]) {
            n_places[*text as usize] += 1;
        }
        // No shape has more words.
        let n_words = Shape::Row.words(0).count();
        (0..)
            .zip(n_places)
            .filter(|(_, n)| shares.similar.is_met(n_words * n, words.sentence))
            .map(|(text, _)| text)
            .collect()
    }

    /// What a text of the sample has of it.
    pub(super) fn in_sampled(&self, text: &SampledText<'a>) -> Worded<'a> {
        let mut covered = FixedBitSet::with_capacity(text.terms.len());
        for (phrase, at, shape) in &text.placed {
            if self.phrases[*phrase as usize] {
                covered.extend(shape.words(*at as usize));
            }
        }
        Worded { thresholds: self.sample.thresholds, terms: text.terms, covered }
    }

    /// Whether a share of the texts in a group are copies of a letter by it.
    pub(super) fn is_letter_of(&self, group: &[u32], share: Share) -> bool {
        let texts = group.iter().map(|at| &self.sample.texts[*at as usize]);
        share.is_met(texts.filter(|text| self.in_sampled(text).is_letter()).count(), group.len())
    }

    /// Whether the texts in a group are copies of one letter: nearly all are the wording for the most part, or most are copies, and a
    /// tenth of the phrases of one stands in another, at the mean. That does not depend on how many they are, while the more texts
    /// there are, the more of each is the wording. Of 44 letters of organizations, "we appreciate the opportunity to comment on the
    /// request for information …" before what each has to say, one in 22 does; of letters that are worded anew, one in eight and more.
    pub(super) fn are_of_one_letter(&self, group: &[u32]) -> bool {
        let shares = &self.sample.thresholds.shares;
        let texts: Vec<&SampledText<'_>> =
            group.iter().map(|at| &self.sample.texts[*at as usize]).collect();
        let n_pure = texts.iter().filter(|text| self.in_sampled(text).is_most(shares.similar));
        let held = counts(texts.iter().flat_map(|text| &text.phrases));
        let n_pairs: usize = held.values().map(|n| n * (n - 1)).sum();
        let n_phrases: usize = texts.iter().map(|text| text.phrases.len() + text.n_single).sum();
        shares.similar.is_met(n_pure.count(), group.len())
            || self.is_letter_of(group, shares.most)
                && shares.some.is_met(n_pairs, n_phrases * (group.len() - 1))
    }

    /// Words of it in a text of a group, at the median.
    pub(super) fn typical_length(&self, group: &[u32]) -> usize {
        let texts = group.iter().map(|at| &self.sample.texts[*at as usize]);
        let mut lengths: Vec<usize> =
            texts.map(|text| self.in_sampled(text).covered.count_ones(..)).collect();
        lengths.sort_unstable();
        lengths.get(lengths.len() / 2).copied().unwrap_or(usize::MAX)
    }
}

/// A text and what it has of a campaign's wording.
pub(super) struct Worded<'a> {
    thresholds: &'a Thresholds,
    terms: &'a [TermId],
    covered: FixedBitSet,
}

impl Worded<'_> {
    /// Whether the text is the wording for the most part, in words of ten.
    pub(super) fn is_most(&self, share: Share) -> bool {
        self.terms.len() >= self.thresholds.words.short_text
            && share.is_met(self.covered.count_ones(..), self.terms.len())
    }

    /// Whether the text is a copy rather than a comment that quotes one: it is the wording, or half of it is, in more than
    /// one place. People who quote the same passage write around it and share nothing else.
    pub(super) fn is_letter(&self) -> bool {
        let places = stretches(0..self.terms.len(), |word| self.covered[word]);
        let n_places = places.filter(|words| words.len() >= PHRASE).count();
        self.is_most(self.thresholds.shares.similar) || self.is_most(HALF) && n_places > 1
    }

    /// Words that stand where the text is the wording for the most part: senders add sentences of their own to it, and
    /// words of the wording stand here and there in any long text.
    pub(super) fn n_dense(&self) -> usize {
        dense(&self.covered, self.thresholds).count_ones(..)
    }

    /// Whether what the text has of the wording is evidence: a sentence of it at the least, a quarter of which is not
    /// boilerplate, or more than boilerplate is long. A heading, an address, and the trailer of a form that strangers
    /// share are no letter; but the paragraphs of a letter that hundreds send, each in an order and with words of their
    /// own, have many holders who share little else word for word, as boilerplate has.
    pub(super) fn is_evidence(&self, tables: &Tables<'_>, id: DocId) -> bool {
        let stretch = self.thresholds.words.sentence;
        if self.n_dense() < stretch {
            return false;
        }
        let mut covered = self.covered.clone();
        covered.remove_range(tables.trailer(self.terms));
        let dense = dense(&covered, self.thresholds);
        covered.intersect_with(&dense);
        let n_words = covered.count_ones(..);
        let n_distinctive = covered.difference_count(&tables.boilerplate(id));
        n_words >= stretch && self.thresholds.shares.a_quarter.is_met(n_distinctive, n_words)
            || dense.count_ones(..) >= tables.thresholds().boilerplate.longer_than_heading
    }
}

/// The same of the words of a text that are the campaign's wording.
fn dense(covered: &FixedBitSet, thresholds: &Thresholds) -> FixedBitSet {
    let (stretch, share) = (thresholds.words.sentence, thresholds.shares.similar);
    let mut dense = FixedBitSet::with_capacity(covered.len());
    // Most texts have a few words of it at the most.
    if !share.is_met(covered.count_ones(..), stretch) {
        return dense;
    }
    let mut n_covered = covered.count_ones(..stretch.min(covered.len()));
    let mut is_within = false;
    for end in stretch..=covered.len() {
        let start = end - stretch;
        let was_within = std::mem::replace(&mut is_within, share.is_met(n_covered, stretch));
        if is_within {
            dense.insert_range(if was_within { end - 1 } else { start }..end);
        }
        n_covered += usize::from(covered.contains(end));
        n_covered -= usize::from(covered[start]);
    }
    dense
}

#[cfg(test)]
mod tests {
    use fixedbitset::FixedBitSet;

    use super::{Share, Thresholds, Worded, dense};
    use crate::compare::examples::with_tables;
    use crate::corpus::examples::docket;
    use crate::corpus::{DocId, TermId};

    /// The first words of a text.
    fn first(n: usize, n_words: usize) -> FixedBitSet {
        let mut words = FixedBitSet::with_capacity(n_words);
        words.insert_range(..n);
        words
    }

    #[test]
    fn a_text_of_25_words_may_be_the_wording() {
        for (n_words, expect) in [(25, true), (24, false)] {
            let (terms, covered) = (&vec![TermId(0); n_words][..], first(n_words, n_words));
            let worded = Worded { thresholds: &Thresholds::default(), terms, covered };
            assert_eq!(worded.is_most(Share(8, 10)), expect);
        }
    }

    /// Of 30 words 15 are half, which are enough in two places, and 24 eight in ten.
    #[test]
    fn a_letter_is_the_wording_or_half_of_it_in_two_places() {
        for (places, expect) in [
            ([0..12, 12..24], true),
            ([0..12, 12..23], false),
            ([0..10, 25..30], true),
            ([0..10, 26..30], false),
            ([0..11, 26..30], false),
        ] {
            let (thresholds, terms) = (&Thresholds::default(), &[TermId(0); 30]);
            let mut covered = FixedBitSet::with_capacity(30);
            places.clone().into_iter().for_each(|words| covered.insert_range(words));
            let worded = Worded { thresholds, terms, covered };
            assert_eq!(worded.is_letter(), expect, "{places:?}");
        }
    }

    /// Twelve words of 15 are eight in ten; eleven are not, nor are there 15 words in 14.
    #[test]
    fn a_stretch_is_dense_by_eight_words_of_ten() {
        let n_dense = [(12, 15), (11, 15), (14, 14)].map(|(n, n_words): (usize, usize)| {
            dense(&first(n, n_words), &Thresholds::default()).count_ones(..)
        });
        assert_eq!(n_dense, [15, 0, 0]);
    }

    /// A line of 18 words that strangers have is boilerplate: with six words of the sender's own a quarter of the wording is
    /// not, with a line of 19 words less is. What has 30 words is longer than any heading.
    #[test]
    fn wording_is_evidence_by_what_is_no_boilerplate() {
        for (n_words, expect) in [(18, true), (19, false), (24, true), (23, false)] {
            let texts = format!("a:3 p:{n_words} b:3 / 4x own#:30 p:{n_words} end#:30");
            let is_evidence = with_tables(&docket(&texts), |tables| {
                let terms = tables.text(DocId(0)).terms();
                let covered = first(terms.len(), terms.len());
                Worded { thresholds: &Thresholds::default(), terms, covered }
                    .is_evidence(tables, DocId(0))
            });
            assert_eq!(is_evidence, expect, "{n_words}");
        }
    }
}
