//! Texts in, which of their n-grams are boilerplate out.
//!
//! Some passages stand in many comments that have nothing else to do with each other: the title of the
//! rule, a question or a paragraph of the agency, a statute, a link, a line that a form or the agency put
//! at the end of every comment. Whoever shares only such a passage shares no origin. A passage is known
//! by what its holders are like. It is *distinctive*, evidence of an origin, where
//! - some people send it and hardly anything else, or
//! - it is a form letter's own: some of its other holders that are no copies share more of that letter elsewhere, or
//! - the largest part of its holders is one connected component, and half of their pairs share more elsewhere, in proportion
//!   to their length (`more_of`), or
//! - the largest part of them is one connected component of the pairs that share more elsewhere or half of the shorter
//!   text, and either most consist of it, or of passages about as widely held, for half of their words, and
//!   some nearly wholly of passages held at least half as widely, as copies of a letter do, or a
//!   quarter consists of it for half and it has been edited. What two letters cite has two components of holders.
//!
//! What a form asks is *form text*, however short the answers are: its words end in question marks and colons. It is missed where a
//! tenth of the answers are next to empty, and what a form states rather than asks cannot be told from a letter's opening.
//!
//! Where some mark a passage as quoted and some do not, it is *quoted*, and it does not count that they consist of it: who answers a
//! question in a sentence quotes more than he says.
//!
//! Otherwise it is *boilerplate*, and *form text* where hardly anybody consists of it; a passage of a form letter only where it
//! stands at the head or at the end of half of its holders, as what forms put there does. Passages that fewer than several texts hold are not judged.
//!
//! N-grams that stand beside each other, and are as widely held, are one passage, which is what most of them are.
//!
//! What two holders share elsewhere tells something only where it has other holders than the passage: a
//! form puts its heading and its trailer into the same comments. Passages are judged from the most widely
//! held down, and what was found to be boilerplate no longer counts for the next.
//!
//! The sample of an n-gram's holders are those with the smallest digests (a coordinated bottom-k sample, Cohen and
//! Kaplan, PODC 2007): it does not depend on the order in which comments are read.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::quotation::Marked;
use crate::corpus::{TermId, TokenText};
use crate::disjoint_sets::DisjointSets;
use crate::ngrams::{
    COUNTED, DistinctText, DocumentFrequencies, NGram, NGramIndex, Ordinal, ngram, ngrams, place,
    sorted_dedup,
};
use crate::thresholds::samples::{HOLDERS, HOLDERS_OF_LETTER};
use crate::thresholds::{HALF, Share, Shares, Thresholds};

/// What a passage says about where a text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nothing: those who hold it share nothing else, and hardly any of them consists of it.
    FormText,
    /// Nothing: some of those who hold it mark it as quoted, and some do not.
    Quoted,
    /// Nothing: those who hold it share nothing else.
    Boilerplate,
    /// It is of a letter, a kit or the like.
    Distinctive,
}

impl Origin {
    /// Whether it is evidence for nothing: of no link, letter, version, kit, spun letter or point.
    pub fn is_boilerplate(self) -> bool {
        self != Self::Distinctive
    }
}

/// The verdicts on all n-grams that several texts hold.
#[derive(Clone, Debug)]
pub struct Boilerplate {
    index: Arc<NGramIndex>,
    /// By ordinal; none where few texts hold the n-gram.
    origins: Vec<Option<Origin>>,
}

impl Boilerplate {
    /// The verdict on an n-gram of [`COUNTED`] words; none where few texts hold it.
    pub fn origin(&self, ngram: NGram) -> Option<Origin> {
        self.origins[place(self.index.ordinal(ngram)?)]
    }

    /// The verdict on the n-gram of an ordinal of the docket's.
    pub fn of_ordinal(&self, ordinal: Ordinal) -> Option<Origin> {
        self.origins[place(ordinal)]
    }

    /// The verdicts on some n-grams, in their order: faster than one after the other.
    pub fn origins(&self, ngrams: impl Iterator<Item = NGram>) -> Vec<Option<Origin>> {
        self.index
            .ordinals(ngrams)
            .into_iter()
            .map(|ordinal| self.origins[place(ordinal?)])
            .collect()
    }

    /// Which words of a text are boilerplate: those of its n-grams that are. This is the one place that says so; all that
    /// weighs words asks [`super::Tables::boilerplate`].
    pub(super) fn words(&self, terms: &[TermId]) -> FixedBitSet {
        self.words_of(terms, Origin::is_boilerplate)
    }

    /// Which words of a text lie in n-grams that several texts hold, whoever's they are.
    pub fn held_by_many(&self, terms: &[TermId]) -> FixedBitSet {
        self.words_of(terms, |_| true)
    }

    /// Which words of a text lie in its n-grams of some origin.
    pub(super) fn words_of(
        &self,
        terms: &[TermId],
        is_wanted: impl Fn(Origin) -> bool,
    ) -> FixedBitSet {
        let mut words = FixedBitSet::with_capacity(terms.len());
        for (at, origin) in self.origins(ngrams(terms, COUNTED)).into_iter().enumerate() {
            if origin.is_some_and(&is_wanted) {
                insert_ngram(&mut words, at);
            }
        }
        words
    }
}

/// Tells what is marked in a text, by its place.
pub(super) type Marks<'a> = &'a (dyn Fn(usize) -> Marked + Sync);

/// Tells whether a text, by its place, is a form letter.
pub(super) type IsLetter<'a> = &'a dyn Fn(usize) -> bool;

/// How an n-gram is held: how many texts hold it; and of the comments that do, how many there are
/// 1. of whose words nine of ten lie in n-grams as widely held,
/// 2. of whose words half lie in n-grams about as widely held,
/// 3. of whose words eight of ten lie in n-grams half as widely held,
/// 4. of which the same holds, or that are such n-grams but for a few words,
/// 5. of whose words eight of ten lie in n-grams a tenth as widely held.
type Holding = [u32; 6];

/// How the n-grams are held that several comments hold.
struct Statistics<'a> {
    frequencies: &'a DocumentFrequencies,
    thresholds: &'a Thresholds,
    /// By ordinal. The sums do not depend on who adds first.
    sums: Vec<[AtomicU32; 6]>,
}

impl<'a> Statistics<'a> {
    fn new(
        texts: &[DistinctText<'_>],
        frequencies: &'a DocumentFrequencies,
        thresholds: &'a Thresholds,
    ) -> Self {
        let mut sums = Vec::new();
        sums.resize_with(frequencies.index().n_ordinals(), Default::default);
        let statistics = Self { frequencies, thresholds, sums };
        texts.par_iter().for_each(|text| statistics.add(text));
        statistics
    }

    /// How an n-gram is held.
    fn of(&self, ordinal: Ordinal) -> Holding {
        self.sums[place(ordinal)].each_ref().map(|sum| sum.load(Relaxed))
    }

    /// Adds what a text consists of.
    fn add(&self, text: &DistinctText<'_>) {
        let Thresholds { counts, shares, boilerplate, .. } = self.thresholds;
        let several = counts.several;
        let ngrams: Vec<Option<(u32, Ordinal)>> = self
            .frequencies
            .index()
            .ordinals(ngrams(text.text.terms(), COUNTED))
            .into_iter()
            .map(|ordinal| Some((self.frequencies.of_ordinal(ordinal?), ordinal?)))
            .map(|held| held.filter(|(n_comments, _)| *n_comments as usize >= several))
            .collect();
        // Most texts in people's own words hold none.
        if ngrams.iter().all(Option::is_none) {
            return;
        }
        let n_words = text.text.len();
        // What fewer than many hold is one's own.
        let held_by: Vec<u32> =
            ngrams.iter().map(|held| held.map_or(1, |(n_comments, _)| n_comments)).collect();
        let spread = Spread::new(&held_by, n_words);
        // N-grams of one passage are mostly as widely held as each other.
        for same in sorted_dedup(ngrams.into_iter().flatten()).chunk_by(|a, b| a.0 == b.0) {
            let n_holders = same[0].0;
            let n_half_as_widely = spread.n_from(n_holders / 2);
            let is_mostly_form = spread.are(n_half_as_widely, shares.similar);
            // A word changed in a short text leaves up to five on each side of it in no n-gram that others hold.
            let is_nearly = is_mostly_form || n_words - n_half_as_widely < 2 * COUNTED;
            let is_alone =
                spread.are(spread.n_at_least(n_holders, boilerplate.as_widely), shares.wholly);
            let is_half = spread.are(spread.n_about(n_holders), HALF);
            let Share(one, ten) = shares.some;
            let least = (n_holders as usize * one / ten).max(several);
            let is_of_letters = spread.are(spread.n_from(least as u32), shares.similar);
            let [alone, half, mostly_form, nearly, of_letters] =
                [is_alone, is_half, is_mostly_form, is_nearly, is_of_letters]
                    .map(|is_it| text.n_comments * u32::from(is_it));
            let holding: Holding = [1, alone, half, mostly_form, nearly, of_letters];
            for (_, ordinal) in same {
                for (sum, n) in self.sums[place(*ordinal)].iter().zip(holding) {
                    if n > 0 {
                        sum.fetch_add(n, Relaxed);
                    }
                }
            }
        }
    }
}

/// How widely held each word of a text is: by the comments that hold the n-gram around it that most hold,
/// ascending.
struct Spread(Vec<u32>);

impl Spread {
    fn new(held_by: &[u32], n_words: usize) -> Self {
        let mut widest = vec![0; n_words];
        for (at, n_holders) in held_by.iter().enumerate() {
            for widest in &mut widest[at..(at + COUNTED).min(n_words)] {
                *widest = (*n_holders).max(*widest);
            }
        }
        widest.sort_unstable();
        Self(widest)
    }

    /// Whether so many words are a share of the text, or more.
    fn are(&self, n_words: usize, share: Share) -> bool {
        share.is_met(n_words, self.0.len())
    }

    /// Words that so many comments hold, or more.
    fn n_from(&self, n_holders: u32) -> usize {
        self.0.len() - self.0.partition_point(|widest| *widest < n_holders)
    }

    /// Words that are as widely held as an n-gram, or more.
    fn n_at_least(&self, n_holders: u32, Share(four, three): Share) -> usize {
        let least = (n_holders as usize * three).div_ceil(four) as u32;
        self.n_from(least.min(n_holders - 1))
    }

    /// Words that are about as widely held as an n-gram: at least half as widely, at most twice.
    fn n_about(&self, n_holders: u32) -> usize {
        self.n_from(n_holders.div_ceil(2)) - self.n_from(2 * n_holders + 1)
    }
}

/// What counts where the holders of an n-gram do not tell enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Doubt {
    /// Texts; the most widely held come first.
    n_holders: Reverse<usize>,
    may_be_form_text: bool,
    /// Most of its holders consist of it for half, and some nearly wholly.
    is_half_of_most: bool,
    /// Many do.
    is_half_of_many: bool,
}

impl Doubt {
    /// Of an n-gram by the comments that hold it; none where some of them send it and hardly anything else: it is distinctive.
    fn of(holding: Holding, n_comments: usize, thresholds: &Thresholds) -> Option<Self> {
        let shares = &thresholds.shares;
        let [n_texts, alone, half, mostly_form, nearly, of_letters] = holding.map(|n| n as usize);
        (!shares.some.is_met(alone, n_comments)).then(|| Self {
            n_holders: Reverse(n_texts),
            is_half_of_most: shares.most.is_met(half, n_comments)
                && shares.some.is_met(nearly, n_comments),
            is_half_of_many: shares.a_quarter.is_met(half, n_comments),
            may_be_form_text: !shares.hardly_any.is_met(mostly_form, n_comments)
                && !shares.largest_part.is_met(of_letters, n_comments),
        })
    }
}

/// The first holders of an n-gram, in their order; [`NOBODY`] where there are no more.
type Sample<const N: usize> = [u32; N];
const NOBODY: u32 = u32::MAX;

/// The holders of a sample.
fn holders_of(sample: &[u32]) -> &[u32] {
    let n_holders = sample.iter().position(|holder| *holder == NOBODY);
    &sample[..n_holders.unwrap_or(sample.len())]
}

/// Adds a holder to a sample that is not full.
fn add_holder(sample: &mut [u32], holder: u32) {
    if let Some(free) = sample.iter_mut().find(|holder| **holder == NOBODY) {
        *free = holder;
    }
}

/// An n-gram that its holders by themselves do not tell about.
struct Doubtful {
    ordinal: Ordinal,
    doubt: Doubt,
    sample: Sample<HOLDERS>,
    /// The form letter that holds it.
    letter: Option<Box<Letter>>,
}

/// A form letter that holds an n-gram, of several the one with the most copies.
struct Letter {
    text: u32,
    n_copies: u32,
    /// Holders of the n-gram: more than pairs are looked at.
    sample: Sample<HOLDERS_OF_LETTER>,
}

impl Doubtful {
    /// What n-grams of one passage have in common.
    fn passage(&self) -> (Doubt, &[u32]) {
        (self.doubt, &self.sample)
    }
}

/// Judges what the texts share. They come in the order of their digests.
pub(super) fn judge(
    texts: &[DistinctText<'_>],
    frequencies: &DocumentFrequencies,
    marks: Marks<'_>,
    is_letter: IsLetter<'_>,
    thresholds: &Thresholds,
) -> Boilerplate {
    let index = frequencies.index();
    let statistics = Statistics::new(texts, frequencies, thresholds);
    let judged: Vec<(Ordinal, Option<Doubt>)> = index
        .all()
        .map(|(ordinal, _)| (ordinal, statistics.of(ordinal)))
        .filter(|(_, [n_texts, ..])| *n_texts as usize >= thresholds.counts.several)
        .map(|(ordinal, holding)| {
            let n_comments = frequencies.of_ordinal(ordinal) as usize;
            (ordinal, Doubt::of(holding, n_comments, thresholds))
        })
        .collect();
    // What follows takes memory of its own.
    drop(statistics);
    let letters = letters(texts, index, |at| {
        is_letter(at) && texts[at].text.len() >= thresholds.boilerplate.longer_than_heading
    });
    let mut origins = vec![None; index.n_ordinals()];
    let mut doubtful: Vec<Doubtful> = Vec::new();
    for (ordinal, doubt) in judged {
        let Some(doubt) = doubt else {
            origins[place(ordinal)] = Some(Origin::Distinctive);
            continue;
        };
        let letter = letters.get(&ordinal).map(|text| {
            let n_copies = texts[*text as usize].n_comments;
            Box::new(Letter { text: *text, n_copies, sample: [NOBODY; HOLDERS_OF_LETTER] })
        });
        doubtful.push(Doubtful { ordinal, doubt, sample: [NOBODY; HOLDERS], letter });
    }
    fill_samples(texts, index, &mut doubtful);
    judge_by_pairs(texts, frequencies, doubtful, (marks, thresholds), &mut origins);
    Boilerplate { index: Arc::clone(index), origins }
}

/// By n-gram the form letter that holds it, of several the one with the most copies.
fn letters(
    texts: &[DistinctText<'_>],
    index: &NGramIndex,
    is_letter: impl Fn(usize) -> bool,
) -> FxHashMap<Ordinal, u32> {
    let mut forms: Vec<u32> =
        (0u32..).take(texts.len()).filter(|at| is_letter(*at as usize)).collect();
    forms.sort_unstable_by_key(|at| (texts[*at as usize].n_comments, Reverse(*at)));
    let mut letters = FxHashMap::default();
    for at in forms {
        let ordinals = index.ordinals(ngrams(texts[at as usize].text.terms(), COUNTED));
        letters.extend(ordinals.into_iter().flatten().map(|ordinal| (ordinal, at)));
    }
    letters
}

/// Fills in the first holders of the doubtful n-grams, which ascend.
fn fill_samples(texts: &[DistinctText<'_>], index: &NGramIndex, doubtful: &mut [Doubtful]) {
    // Those that are wanted have ordinals of their own, in the same order: fewer, which stay near the processor.
    let wanted = NGramIndex::new(doubtful.iter().map(|held| index.ngram(held.ordinal)).collect());
    let mut at = vec![0; wanted.n_ordinals()];
    for ((ordinal, _), nth) in wanted.all().zip(0..doubtful.len()) {
        at[place(ordinal)] = nth;
    }
    // What many texts hold is gathered at once, in little memory.
    let n_at_once = 1 << 12;
    for (first, texts) in (0..).step_by(n_at_once).zip(texts.chunks(n_at_once)) {
        let held: Vec<Vec<Ordinal>> = texts
            .par_iter()
            .map(|text| {
                let ordinals = wanted.ordinals(ngrams(text.text.terms(), COUNTED));
                sorted_dedup(ordinals.into_iter().flatten())
            })
            .collect();
        for (holder, ordinals) in (first..).zip(held) {
            for ordinal in ordinals {
                let held = &mut doubtful[at[place(ordinal)]];
                add_holder(&mut held.sample, holder);
                if let Some(letter) = &mut held.letter {
                    add_holder(&mut letter.sample, holder);
                }
            }
        }
    }
}

/// Judges the doubtful n-grams by what their holders share elsewhere, the most widely held first.
fn judge_by_pairs(
    texts: &[DistinctText<'_>],
    frequencies: &DocumentFrequencies,
    mut doubtful: Vec<Doubtful>,
    (marks, thresholds): (Marks<'_>, &Thresholds),
    verdicts: &mut [Option<Origin>],
) {
    doubtful
        .par_sort_unstable_by(|a, b| a.passage().cmp(&b.passage()).then(a.ordinal.cmp(&b.ordinal)));
    let passages: Vec<&[Doubtful]> = doubtful.chunk_by(|a, b| a.passage() == b.passage()).collect();
    // By ordinal.
    let mut passage_of: Vec<Option<u32>> = vec![None; frequencies.index().n_ordinals()];
    for (passage, at) in passages.iter().zip(0..) {
        for doubtful in *passage {
            passage_of[place(doubtful.ordinal)] = Some(at);
        }
    }
    let samples: Vec<&[u32]> =
        passages.iter().map(|passage| holders_of(&passage[0].sample)).collect();
    let letters = passages.iter().filter_map(|passage| passage[0].letter.as_deref());
    let sampled = letters
        .flat_map(|letter| holders_of(&letter.sample).iter().chain([&letter.text]))
        .chain(samples.iter().copied().flatten());
    let sampled_texts: SampledTexts<'_> = sorted_dedup(sampled.copied())
        .into_par_iter()
        .map(|at| (at, SampledText::new(texts[at as usize].text, frequencies, &passage_of)))
        .collect();
    // By passage.
    let mut origins: Vec<Option<Origin>> = vec![None; passages.len()];
    let mut from = 0;
    for level in passages.chunk_by(|a, b| a[0].doubt.n_holders == b[0].doubt.n_holders) {
        let until = from + level.len();
        let found: Vec<Origin> = (from..until)
            .into_par_iter()
            .map(|at| {
                let holders = Holders {
                    thresholds,
                    texts: &sampled_texts,
                    marks,
                    passage: at as u32,
                    samples: &samples,
                    sample: samples[at],
                    letter: passages[at][0].letter.as_deref(),
                    origins: &origins,
                };
                holders.judge(passages[at], frequencies)
            })
            .collect();
        for (at, origin) in (from..until).zip(found) {
            origins[at] = Some(origin);
            for doubtful in passages[at] {
                verdicts[place(doubtful.ordinal)] = Some(origin);
            }
        }
        from = until;
    }
    settle(&sampled_texts, frequencies, thresholds.boilerplate.as_widely, verdicts);
}

/// Gives all n-grams of a passage the verdict of most of them. Neighbors in a text that are as widely held have the same holders,
/// and where they are judged otherwise, one holder more or less has told.
fn settle(
    texts: &SampledTexts<'_>,
    frequencies: &DocumentFrequencies,
    as_widely: Share,
    verdicts: &mut [Option<Origin>],
) {
    let mut passages = DisjointSets::new(verdicts.len());
    for text in texts.values() {
        let judged = text.ngrams.iter().filter(|(held, _)| verdicts[place(*held)].is_some());
        let mut in_order: Vec<(u32, Ordinal)> = judged.map(|(held, at)| (*at, *held)).collect();
        in_order.sort_unstable();
        for neighbors in in_order.windows(2) {
            let [(at, a), (beside, b)] = [neighbors[0], neighbors[1]];
            let [n, m] = [a, b].map(|held| frequencies.of_ordinal(held) as usize);
            if beside - at == 1 && !as_widely.is_exceeded(n.max(m), n.min(m)) {
                passages.union(place(a) as u32, place(b) as u32);
            }
        }
    }
    // By the first n-gram of a passage, how many more of them are distinctive than are not.
    let mut n_more = vec![0; verdicts.len()];
    for (at, origin) in (0..).zip(verdicts.iter()) {
        if let Some(origin) = origin {
            n_more[passages.find(at) as usize] += if origin.is_boilerplate() { -1 } else { 1 };
        }
    }
    for (at, origin) in (0..).zip(verdicts) {
        match (n_more[passages.find(at) as usize], &origin) {
            (1.., Some(_)) => *origin = Some(Origin::Distinctive),
            (..=-1, Some(Origin::Distinctive)) => *origin = Some(Origin::Boilerplate),
            _ => {}
        }
    }
}

/// The sampled holders of a passage that is judged.
struct Holders<'a> {
    thresholds: &'a Thresholds,
    texts: &'a SampledTexts<'a>,
    marks: Marks<'a>,
    passage: u32,
    sample: &'a [u32],
    letter: Option<&'a Letter>,
    /// By passage, as the origins, which are known of those that are more widely held.
    samples: &'a [&'a [u32]],
    origins: &'a [Option<Origin>],
}

/// What the holders of a passage are to each other.
#[derive(PartialEq, Eq)]
enum CoOccurrence {
    /// They are connected, and half of the pairs share more elsewhere.
    Dense,
    /// Such pairs, and those that share half of the shorter text, make most of them one connected component.
    Connected,
    /// They are of no one letter.
    Apart,
}

impl Holders<'_> {
    fn judge(&self, passage: &[Doubtful], frequencies: &DocumentFrequencies) -> Origin {
        if self.is_asked() {
            return Origin::FormText;
        }
        let doubt = &passage[0].doubt;
        let n_comments = frequencies.of_ordinal(passage[0].ordinal) as usize;
        if self.letter.is_some_and(|letter| self.is_of(letter, n_comments)) {
            return Origin::Distinctive;
        }
        let found = self.co_occurrence();
        if found == CoOccurrence::Dense {
            Origin::Distinctive
        } else if self.is_quoted_by_some() {
            Origin::Quoted
        } else if found == CoOccurrence::Connected
            && (doubt.is_half_of_most
                || doubt.is_half_of_many && self.have_edited(passage, frequencies))
        {
            Origin::Distinctive
        } else if doubt.may_be_form_text && (self.letter.is_none() || self.stands_at_an_edge()) {
            Origin::FormText
        } else {
            Origin::Boilerplate
        }
    }

    /// Whether it is a form letter's own: of its other holders that are no copies some share more of that letter elsewhere.
    /// Whoever quotes what the letter quotes, too, holds nothing else of it. What has many more holders than the letter has copies
    /// may be a form's.
    fn is_of(&self, letter: &Letter, n_comments: usize) -> bool {
        if !self.thresholds.shares.hardly_any.is_met(letter.n_copies as usize, n_comments) {
            return false;
        }
        let others = holders_of(&letter.sample).iter().filter(|at| **at != letter.text);
        let texts: Vec<u32> = std::iter::once(letter.text).chain(others.copied()).collect();
        // Those who keep one paragraph often keep another: passages of a letter have many holders in common.
        let holders = self.elsewhere(&texts, Share(1, 1));
        let Thresholds { shares, words, .. } = self.thresholds;
        let (mut n_sharing, mut n_apart) = (0, 0);
        for other in &holders[1..] {
            let (in_letter, in_other) = shared_words(holders[0].0, other.0);
            // A slip in each paragraph leaves few n-grams of a copy.
            if shares.wholly.is_met(holders[0].0.n_in_blocks_of(&in_letter), in_letter.len()) {
                continue;
            }
            if in_letter.intersection_count(&holders[0].1) >= words.passage
                && in_other.intersection_count(&other.1) >= words.passage
            {
                n_sharing += 1;
            } else {
                n_apart += 1;
            }
        }
        n_sharing > 0 && shares.some.is_met(n_sharing, n_sharing + n_apart)
    }

    /// Some holders, each with its words that are neither of the passage, nor of what has the same holders, by the share of
    /// them, nor near them, nor known to be boilerplate.
    fn elsewhere(&self, texts: &[u32], same: Share) -> Vec<(&SampledText<'_>, FixedBitSet)> {
        // Copies of a letter hold the same passages: each is asked about once.
        let mut told: FxHashMap<u32, bool> = FxHashMap::default();
        texts
            .iter()
            .map(|at| {
                let text = &self.texts[at];
                let elsewhere = text.words_apart_from(self.thresholds.words.sentence, |passage| {
                    *told.entry(passage).or_insert_with(|| {
                        self.origins[passage as usize].is_some_and(Origin::is_boilerplate)
                            || have_same_holders(self.sample, self.samples[passage as usize], same)
                    })
                });
                (text, elsewhere)
            })
            .collect()
    }

    /// Whether the passage stands at the head or at the end of half of its holders, alone or beside others.
    fn stands_at_an_edge(&self) -> bool {
        let loose_words = self.thresholds.boilerplate.loose_words;
        let texts = self.sample.iter().map(|at| &self.texts[at]);
        let at_an_edge = texts.filter(|text| text.has_at_an_edge(self.passage, loose_words));
        HALF.is_met(at_an_edge.count(), self.sample.len())
    }

    /// What is marked in a holder.
    fn marked(&self, holder: u32) -> &Marked {
        self.texts[&holder].marked.get_or_init(|| (self.marks)(holder as usize))
    }

    /// Whether the passage is what a form asks: the largest part of its holders answer a form, and half of their words that have
    /// the same holders ask for something. Fewer holders than make a form letter may quote what one of them asked.
    fn is_asked(&self) -> bool {
        let Thresholds { counts, shares, .. } = self.thresholds;
        if self.sample.len() < counts.letter {
            return false;
        }
        let asked = self.sample.iter().filter(|holder| {
            let passages = self.texts[holder].passages.iter();
            let same = passages.filter(|(passage, _)| {
                have_same_holders(self.sample, self.samples[*passage as usize], HALF)
            });
            self.answers(**holder)
                && self.asks(**holder, same.map(|(_, words)| words.clone()), HALF)
        });
        shares.largest_part.is_met(asked.count(), self.sample.len())
    }

    /// Whether a holder answers a form: a quarter of the words that it shares with anybody ask for something. A letter may ask a
    /// question, too, but says more; and some words of hundreds of answers are the same.
    fn answers(&self, holder: u32) -> bool {
        let text = &self.texts[&holder];
        *text.answers.get_or_init(|| {
            let begins = text.ngrams.iter().map(|(_, at)| *at as usize);
            let shared = begins.map(|at| at..(at + COUNTED).min(text.text.len()));
            self.asks(holder, shared, self.thresholds.shares.a_quarter)
        })
    }

    /// Whether a share of some words of a holder ask for something.
    fn asks(&self, holder: u32, places: impl Iterator<Item = Range<usize>>, share: Share) -> bool {
        let mut words = FixedBitSet::with_capacity(self.texts[&holder].text.len());
        places.for_each(|place| words.insert_range(place));
        let n_asked = words.intersection_count(&self.marked(holder).asked);
        share.is_met(n_asked, words.count_ones(..))
    }

    /// Whether some of the holders mark the passage as quoted and some do not: each quotes it for themselves, where copies of
    /// a letter that quotes it all do. One may quote another of them.
    fn is_quoted_by_some(&self) -> bool {
        let Shares { a_quarter, some, .. } = self.thresholds.shares;
        let n_holders = self.sample.len();
        let n_quoting = self.sample.iter().filter(|at| self.is_quoting(**at)).count();
        n_quoting > 1
            && a_quarter.is_met(n_quoting, n_holders)
            && some.is_met(n_holders - n_quoting, n_holders)
    }

    /// Whether a holder quotes most of the passage where it begins.
    fn is_quoting(&self, holder: u32) -> bool {
        let text = &self.texts[&holder];
        let mut places = text.passages.iter().filter(|(other, _)| *other == self.passage);
        places.next().is_some_and(|(_, words)| {
            let quoted = &self.marked(holder).quoted;
            HALF.is_met(words.clone().filter(|word| quoted.contains(*word)).count(), words.len())
        })
    }

    fn co_occurrence(&self) -> CoOccurrence {
        let holders = self.elsewhere(self.sample, HALF);
        let n_pairs = holders.len() * (holders.len() - 1) / 2;
        let mut n_sharing = 0;
        let mut components = DisjointSets::new(holders.len());
        let pairs = (0..holders.len()).flat_map(|other| (0..other).map(move |nth| (nth, other)));
        for (nth, other) in pairs {
            let (share_elsewhere, share_half) =
                co_occurrence(&holders[nth], &holders[other], self.thresholds);
            n_sharing += usize::from(share_elsewhere);
            if share_elsewhere || share_half {
                components.union(nth as u32, other as u32);
            }
        }
        let largest = components.sets().iter().map(Vec::len).max().unwrap_or_default();
        if !self.thresholds.shares.largest_part.is_met(largest, holders.len()) {
            CoOccurrence::Apart
        } else if HALF.is_met(n_sharing, n_pairs) {
            CoOccurrence::Dense
        } else {
            CoOccurrence::Connected
        }
    }

    /// Whether the passage has been edited: in most texts the n-gram before or behind one of its own has other holders, but
    /// nearly as many. What a form puts into comments stands in each as it is.
    fn have_edited(&self, passage: &[Doubtful], frequencies: &DocumentFrequencies) -> bool {
        let hardly_any = self.thresholds.shares.hardly_any;
        let texts = self.sample.iter().map(|at| &self.texts[at]);
        let edited = texts.filter(|text| {
            let mut ordinals = passage.iter().map(|doubtful| doubtful.ordinal);
            ordinals.any(|ordinal| text.is_edited_beside(ordinal, frequencies, hardly_any))
        });
        edited.count() * 2 > self.sample.len()
    }
}

/// Whether a share of the sampled holders of two passages is the same.
fn have_same_holders(a: &[u32], b: &[u32], share: Share) -> bool {
    // Both ascend. Where both are cut off, they are compared up to the smaller of the two ends.
    let end = [a, b].iter().filter_map(|sample| sample.get(HOLDERS - 1)).min().unwrap_or(&u32::MAX);
    let [a, b] = [a, b].map(|sample| &sample[..sample.partition_point(|holder| holder <= end)]);
    let n_both = a.iter().filter(|at| b.binary_search(at).is_ok()).count();
    share.is_met(n_both, a.len() + b.len() - n_both)
}

/// Whether two holders of a passage share more elsewhere, and whether they share half of the shorter one. Each comes with
/// its words that are elsewhere.
fn co_occurrence(
    (a, elsewhere_in_a): &(&SampledText<'_>, FixedBitSet),
    (b, elsewhere_in_b): &(&SampledText<'_>, FixedBitSet),
    thresholds: &Thresholds,
) -> (bool, bool) {
    let (in_a, in_b) = shared_words(a, b);
    // Two long texts always have some words in common.
    let n_needed =
        thresholds.words.passage.max(in_a.len().min(in_b.len()) / thresholds.boilerplate.more_of);
    let share_elsewhere = in_a.intersection_count(elsewhere_in_a) >= n_needed
        && in_b.intersection_count(elsewhere_in_b) >= n_needed;
    let shorter = if in_a.len() <= in_b.len() { in_a } else { in_b };
    (share_elsewhere, HALF.is_met(shorter.count_ones(..), shorter.len()))
}

/// The sampled texts, by place.
type SampledTexts<'a> = FxHashMap<u32, SampledText<'a>>;

/// The ordinal of an n-gram, and where a text holds it.
type NGramAt = (Ordinal, u32);

/// The n-grams of a text that others hold.
struct SampledText<'a> {
    text: &'a TokenText,
    /// Sorted.
    ngrams: Vec<NGramAt>,
    /// Which passages it holds, and the words that belong to them; some in several pieces.
    passages: Vec<(u32, Range<usize>)>,
    /// What is marked in it.
    marked: OnceLock<Marked>,
    /// See [`Holders::answers`].
    answers: OnceLock<bool>,
}

impl<'a> SampledText<'a> {
    fn new(
        text: &'a TokenText,
        frequencies: &DocumentFrequencies,
        passage_of: &[Option<u32>],
    ) -> Self {
        let (terms, index) = (text.terms(), frequencies.index());
        let mut passages: Vec<(u32, Range<usize>)> = Vec::new();
        let mut shared = Vec::new();
        for (at, ordinal) in index.ordinals(ngrams(terms, COUNTED)).into_iter().enumerate() {
            let Some(ordinal) = ordinal.filter(|held| frequencies.of_ordinal(*held) > 1) else {
                continue;
            };
            shared.push((ordinal, at as u32));
            let Some(passage) = passage_of[place(ordinal)] else {
                continue;
            };
            let words = at..(at + COUNTED).min(terms.len());
            match passages.last_mut() {
                Some((last, open)) if *last == passage && words.start <= open.end => {
                    open.end = words.end;
                }
                _ => passages.push((passage, words)),
            }
        }
        shared.sort_unstable();
        shared.shrink_to_fit();
        passages.shrink_to_fit();
        let (marked, answers) = (OnceLock::new(), OnceLock::new());
        Self { text, ngrams: shared, passages, marked, answers }
    }

    /// Words of the blocks of which half are among some words.
    fn n_in_blocks_of(&self, words: &FixedBitSet) -> usize {
        self.text
            .block_ranges()
            .filter(|block| HALF.is_met(words.count_ones(block.clone()), block.len()))
            .map(|block| block.len())
            .sum()
    }

    /// Whether a passage stands at the head or at the end, alone or beside others.
    fn has_at_an_edge(&self, passage: u32, loose_words: usize) -> bool {
        let n_words = self.text.len();
        let mut held = FixedBitSet::with_capacity(n_words);
        self.passages.iter().for_each(|(_, words)| held.insert_range(words.clone()));
        let head = edge((0..n_words).map(|word| held.contains(word)), loose_words);
        let tail = edge((0..n_words).rev().map(|word| held.contains(word)), loose_words);
        let mut places = self.passages.iter().filter(|(other, _)| *other == passage);
        places.any(|(_, words)| words.start < head || words.end + tail > n_words)
    }

    /// Whether some n-gram beside one of its own has other holders, but nearly as many.
    fn is_edited_beside(
        &self,
        held: Ordinal,
        frequencies: &DocumentFrequencies,
        edited: Share,
    ) -> bool {
        let n = frequencies.of_ordinal(held);
        let from = self.ngrams.partition_point(|(other, _)| *other < held);
        self.ngrams[from..]
            .iter()
            .take_while(|(other, _)| *other == held)
            .flat_map(|(_, at)| [(*at as usize).checked_sub(1), Some(*at as usize + 1)])
            .flatten()
            .filter_map(|at| self.text.terms().get(at..at + COUNTED))
            .map(|beside| frequencies.of(ngram(beside)))
            .any(|beside| {
                beside * 2 >= n && edited.is_exceeded(n.abs_diff(beside) as usize, n as usize)
            })
    }

    /// Which words do not lie in, or near, a passage of some kind.
    fn words_apart_from(
        &self,
        margin: usize,
        mut is_wanted: impl FnMut(u32) -> bool,
    ) -> FixedBitSet {
        let mut apart = FixedBitSet::with_capacity(self.text.len());
        apart.insert_range(..);
        for (passage, words) in &self.passages {
            if is_wanted(*passage) {
                let end = (words.end + margin).min(self.text.len());
                apart.remove_range(words.start.saturating_sub(margin)..end);
            }
        }
        apart
    }
}

/// Words at the beginning that are of a kind, or stand loose between such words.
pub(super) fn edge(is_wanted: impl Iterator<Item = bool>, loose_words: usize) -> usize {
    let mut end = 0;
    for (at, is_wanted) in is_wanted.enumerate() {
        if is_wanted {
            end = at + 1;
        } else if at >= end + loose_words {
            break;
        }
    }
    end
}

/// The words of two texts that lie in n-grams of both.
fn shared_words(a: &SampledText<'_>, b: &SampledText<'_>) -> (FixedBitSet, FixedBitSet) {
    let mut in_a = FixedBitSet::with_capacity(a.text.len());
    let mut in_b = FixedBitSet::with_capacity(b.text.len());
    let mut others = b.ngrams.chunk_by(|a, b| a.0 == b.0).peekable();
    for same in a.ngrams.chunk_by(|a, b| a.0 == b.0) {
        while others.next_if(|other| other[0].0 < same[0].0).is_some() {}
        if let Some(other) = others.next_if(|other| other[0].0 == same[0].0) {
            same.iter().for_each(|(_, at)| insert_ngram(&mut in_a, *at as usize));
            other.iter().for_each(|(_, at)| insert_ngram(&mut in_b, *at as usize));
        }
    }
    (in_a, in_b)
}

fn insert_ngram(words: &mut FixedBitSet, at: usize) {
    words.insert_range(at..(at + COUNTED).min(words.len()));
}

#[cfg(test)]
mod tests {
    use super::{
        COUNTED, DistinctText, DocumentFrequencies, HOLDERS, Origin, Share, Spread, Thresholds,
        have_same_holders, judge, ngrams,
    };
    use crate::compare::quotation::Marked;
    use crate::corpus::cases;
    use crate::corpus::examples::{corpus, docket};

    /// Three of six holders are the same, or three of seven. What eight hold is as widely held as what six do: eight are four
    /// thirds of six.
    #[test]
    fn holders_are_the_same_by_half_and_as_many_by_four_thirds() {
        assert!(have_same_holders(&[0, 1, 2], &[0, 1, 2, 3, 4, 5], Share(1, 2)));
        assert!(!have_same_holders(&[0, 1, 2], &[0, 1, 2, 3, 4, 5, 6], Share(1, 2)));
        assert_eq!(Spread(vec![4, 5, 6, 7, 8]).n_at_least(8, Share(4, 3)), 3);
    }

    /// Checks what every n-gram of the passage `p:20` is, told as in the list of cases. The digests of texts are in their order.
    fn check(texts: &[String], expect: &str) {
        let counted = texts.iter().map(|text| text.split_once("* ").unwrap_or(("1", text)));
        let (n_comments, mut texts): (Vec<u32>, Vec<&str>) =
            counted.map(|(n, text)| (n.parse::<u32>().expect("a number"), text)).unzip();
        let marks: Vec<Option<char>> = texts.iter().map(|text| text.chars().next()).collect();
        texts.push("p:20");
        texts.iter_mut().for_each(|text| *text = text.trim_start_matches(['"', '?']));
        let corpus = corpus(&texts);
        let texts_of = corpus.ids().map(|id| corpus.token_text(id));
        let of_comments = texts_of.zip(&n_comments);
        let holders: Vec<DistinctText<'_>> =
            of_comments.map(|(text, n)| DistinctText { text, n_comments: *n }).collect();
        let words = corpus.token_text(corpus.ids().last().expect("the passage")).terms();
        let found = judge(
            &holders,
            &DocumentFrequencies::new(&holders),
            &|at| {
                let mut marked = Marked::default();
                match marks[at] {
                    Some('"') => marked.quoted.extend(0..words.len()),
                    Some('?') => marked.asked.extend(0..40),
                    _ => {}
                }
                marked
            },
            &|at| n_comments[at] >= 6,
            &Thresholds::default(),
        );
        for ngram in ngrams(words, COUNTED) {
            let name = match found.origin(ngram) {
                None => "nothing",
                Some(Origin::Distinctive) => "distinctive",
                Some(Origin::FormText) if expect == "form text" => "form text",
                Some(Origin::Boilerplate) if expect == "boilerplate" => "boilerplate",
                Some(_) => "common",
            };
            assert_eq!(name, expect, "{texts:?}");
        }
    }

    #[test]
    fn a_passage_is_known_by_what_its_holders_are_like() {
        for case in cases::cells(include_str!("boilerplate.txt")) {
            check(&docket(case[0]), case[1]);
        }
    }

    /// Of 16 holders the first twelve know each other in circles of five, five, five, and three: 33 of 66 pairs. In the other order
    /// four strangers come first, and 13 pairs are left.
    #[test]
    fn the_first_twelve_holders_are_looked_at() {
        let circles: [&[usize]; 4] =
            [&[0, 1, 2, 3, 4], &[0, 5, 6, 7, 8], &[1, 5, 9, 10, 11], &[2, 6, 9]];
        let mut texts = docket("16x p:20 own#:60");
        for (nth, circle) in circles.into_iter().enumerate() {
            for at in circle {
                texts[*at] += &format!(" beside{at}x{nth}:20 circle{nth}z:10");
            }
        }
        assert_eq!(HOLDERS, 12);
        check(&texts, "distinctive");
        texts.reverse();
        check(&texts, "common");
    }

    /// What 114 others hold, too, is the letter's with six copies of 120; what 115 hold is not. Every second one holds more of it.
    #[test]
    fn what_far_more_hold_than_send_the_letter_may_be_a_forms() {
        for (n_others, expect) in [(114, "distinctive"), (115, "common")] {
            let pairs = "p:20 own#:60 r:20 end#:20 / p:20 own#:60 end#:20 / ".repeat(58);
            let mut texts = docket(&pairs);
            texts.truncate(n_others);
            texts.push("6* p:20 q:30 r:20 s:30".to_owned());
            check(&texts, expect);
        }
    }
}
