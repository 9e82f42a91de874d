//! Texts in, which of their passages are common property out.
//!
//! Some passages stand in many comments that have nothing else to do with each other: the title of the
//! rule, a question or a paragraph of the agency, a statute, a link, a line that a form or the agency put
//! at the end of every comment. Whoever shares only such a passage shares no origin. A passage is known
//! by what its holders are like. It is *somebody's wording*, evidence of an origin, where
//! - some people send it and hardly anything else (`SENT_ALONE`), or
//! - most of its holders are one circle (`ONE_CIRCLE`), tied together by pairs that share more words elsewhere
//!   or half of the shorter text, and either most holders (`MOST_HOLDERS`) consist of it, or of passages about
//!   as widely held, for half of their words, and some (`SENT_ALONE`) nearly wholly of passages held at least half as
//!   widely, as copies of a letter do, or many pairs of them (`KNOW_EACH_OTHER`) share more elsewhere, or many holders
//!   (`MANY_HOLDERS`) consist of it for half and it has been edited. What two letters cite has two circles of holders.
//!
//! What some send as their letter and another letter cites has two circles, too: it is judged by the holders that are not
//! of the other one. Such a *cited letter* is evidence between texts that consist of it for half, for no others.
//!
//! Otherwise it is *common property*. Passages that fewer than `MANY` texts hold are not judged.
//!
//! What two holders share elsewhere tells something only where it has other holders than the passage: a
//! form puts its heading and its trailer into the same comments. Passages are judged from the most widely
//! held down, and what was found to be common property no longer counts for the next.
//!
//! The tables add up over parts of a docket: numbers of holders, and of those that consist of a passage, are
//! sums; the sample of holders are those with the smallest digests (a coordinated bottom-k sample, Cohen
//! and Kaplan, PODC 2007), and the smallest of the whole are among the smallest of the parts.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rayon::prelude::*;

use super::acquaintance::SampledTexts;
use super::form_text;
use super::held_runs::{self, EMPTY, HeldRuns, Holding, Sample, holders_of};
use super::passages::{COMMON_RUN, Gram, gram};
use super::runs::{Holder, RunCounts, counted_runs};
use super::sorted_runs::{Number, NumberedRuns, place};
use crate::corpus::TermId;
use crate::thresholds::boilerplate::{
    FORM_ALONE, MANY, MANY_HOLDERS, MOST_HOLDERS, OF_LETTERS, SAME_HOLDERS, SAMPLE, SENT_ALONE,
};

/// What a passage says about where a text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nothing: those who hold it share nothing else, and hardly any of them consists of it.
    FormText,
    /// Nothing: those who hold it share nothing else.
    CommonProperty,
    /// It is the letter of some of those who hold it; the others cite it in a letter of theirs.
    CitedLetter,
    /// It is of a letter, a kit or the like.
    Somebody,
}

impl Origin {
    /// Whether it is evidence for nothing: of no link, letter, version, kit, spun letter or point. That goes for a letter that
    /// others cite, too, but between those who sent it: what they consist of is weighed by itself.
    pub fn is_boilerplate(self) -> bool {
        self != Self::Somebody
    }
}

/// The verdicts on all runs of words that `MANY` texts hold.
#[derive(Clone, Debug)]
pub struct CommonProperty {
    runs: Arc<NumberedRuns>,
    /// By number; none where few texts hold the run.
    origins: Vec<Option<Origin>>,
}

impl CommonProperty {
    /// The verdict on a run of [`COMMON_RUN`] words; none where few texts hold it.
    pub fn origin(&self, run: Gram) -> Option<Origin> {
        self.origins[place(self.runs.number(run)?)]
    }

    /// The verdicts on some runs, in their order: faster than one after the other.
    pub fn origins(&self, runs: impl Iterator<Item = Gram>) -> Vec<Option<Origin>> {
        let numbers = self.runs.numbers_of(runs).into_iter();
        let origin = |number: Option<Number>| self.origins[place(number?)];
        numbers.map(origin).collect()
    }

    /// Which words of a text are boilerplate: those of its runs that are. This is the one place that says so; all that
    /// weighs words asks [`super::Tables::boilerplate`].
    pub(super) fn boilerplate(&self, terms: &[TermId]) -> FixedBitSet {
        self.words_of(terms, Origin::is_boilerplate)
    }

    /// Which words of a text lie in runs that `MANY` texts hold, whoever's they are.
    pub fn held_by_many(&self, terms: &[TermId]) -> FixedBitSet {
        self.words_of(terms, |_| true)
    }

    /// Which words of a text lie in its runs of some origin.
    pub(super) fn words_of(
        &self,
        terms: &[TermId],
        is_wanted: impl Fn(Origin) -> bool,
    ) -> FixedBitSet {
        let mut words = FixedBitSet::with_capacity(terms.len());
        for (at, origin) in self.origins(counted_runs(terms)).into_iter().enumerate() {
            if origin.is_some_and(&is_wanted) {
                words.insert_range(at..(at + COMMON_RUN).min(terms.len()));
            }
        }
        words
    }

    /// Which words of a text are form text, in order.
    pub(super) fn form_text(&self, terms: &[TermId]) -> Vec<Range<usize>> {
        let n_words = COMMON_RUN.min(terms.len());
        let is_form =
            |at: usize| self.origin(gram(&terms[at..at + n_words])) == Some(Origin::FormText);
        form_text::of(terms.len(), n_words, is_form)
    }
}

/// Judges what the texts share. They come in the order of their digests.
pub(super) fn judge(holders: &[Holder<'_>], counts: &RunCounts) -> CommonProperty {
    let held = HeldRuns::new(holders, counts);
    let numbers = counts.runs().numbers();
    let judged = numbers.filter_map(|number| {
        let by_holders = ByHolders::of(held.held(number), counts.of(number));
        Some((number, by_holders?))
    });
    let judged: Vec<(Number, ByHolders)> = judged.collect();
    // What follows takes memory of its own.
    drop(held);
    judge_doubtful(holders, counts, judged)
}

/// What the holders of a run tell of it, each by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ByHolders {
    /// Some people send it and hardly anything else.
    Somebodys,
    /// Not enough.
    Doubtful(Doubt),
}

/// What counts where the holders of a run do not tell enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Doubt {
    /// Texts; the most widely held come first.
    n_holders: Reverse<u32>,
    may_be_form_text: bool,
    /// Most of its holders consist of it for half, and some nearly wholly.
    is_half_of_most: bool,
    /// Many do.
    is_half_of_many: bool,
}

impl ByHolders {
    /// Of a run by the comments that hold it; none where too few texts do.
    pub(super) fn of(held: Holding, n_comments: u32) -> Option<Self> {
        let n_comments = n_comments as usize;
        if (held.n_texts as usize) < MANY {
            return None;
        }
        if held.n_alone as usize * SENT_ALONE >= n_comments {
            return Some(Self::Somebodys);
        }
        Some(Self::Doubtful(Doubt {
            n_holders: Reverse(held.n_texts),
            is_half_of_most: held.n_half as usize * 10 >= n_comments * MOST_HOLDERS
                && held.n_nearly as usize * SENT_ALONE >= n_comments,
            is_half_of_many: held.n_half as usize * MANY_HOLDERS >= n_comments,
            may_be_form_text: held.n_mostly_form as usize * FORM_ALONE < n_comments
                && held.n_of_letters as usize * 4 < n_comments * OF_LETTERS,
        }))
    }
}

/// Judges the runs that [`MANY`] texts hold, of which their holders by themselves have told already.
pub(super) fn judge_doubtful(
    holders: &[Holder<'_>],
    counts: &RunCounts,
    judged: Vec<(Number, ByHolders)>,
) -> CommonProperty {
    let runs = counts.runs();
    let mut origins = vec![None; runs.len()];
    let mut doubtful: Vec<Doubtful> = Vec::new();
    for (number, by_holders) in judged {
        match by_holders {
            ByHolders::Somebodys => origins[place(number)] = Some(Origin::Somebody),
            ByHolders::Doubtful(doubt) => doubtful.push(Doubtful { number, doubt, sample: EMPTY }),
        }
    }
    fill_samples(holders, runs, &mut doubtful);
    judge_by_pairs(holders, counts, doubtful, &mut origins);
    CommonProperty { runs: Arc::clone(runs), origins }
}

/// Fills in the first holders of the doubtful runs.
fn fill_samples(holders: &[Holder<'_>], runs: &NumberedRuns, doubtful: &mut [Doubtful]) {
    let own: Vec<Gram> = doubtful.iter().map(|it| runs.run(it.number)).collect();
    let samples = held_runs::samples(holders, &own);
    for (doubtful, sample) in doubtful.iter_mut().zip(samples) {
        doubtful.sample = sample;
    }
}

/// A run that its holders by themselves do not tell about.
struct Doubtful {
    number: Number,
    doubt: Doubt,
    sample: Sample,
}

impl Doubtful {
    /// What runs of one passage have in common.
    fn passage(&self) -> (Doubt, &Sample) {
        (self.doubt, &self.sample)
    }
}

/// Judges the doubtful runs by whether their holders know each other, the most widely held first.
fn judge_by_pairs(
    holders: &[Holder<'_>],
    counts: &RunCounts,
    mut doubtful: Vec<Doubtful>,
    verdicts: &mut [Option<Origin>],
) {
    doubtful.par_sort_unstable_by(|a, b| {
        let by_passage = a.passage().cmp(&b.passage());
        by_passage.then(a.number.cmp(&b.number))
    });
    let passages: Vec<&[Doubtful]> = doubtful.chunk_by(|a, b| a.passage() == b.passage()).collect();
    let runs = counts.runs();
    // By number.
    let mut passage_of: Vec<Option<u32>> = vec![None; runs.len()];
    for (passage, at) in passages.iter().zip(0..) {
        for doubtful in *passage {
            passage_of[place(doubtful.number)] = Some(at);
        }
    }
    let passage_of = |number| passage_of[place(number)];
    let samples: Vec<&[u32]> =
        passages.iter().map(|passage| holders_of(&passage[0].sample)).collect();
    let texts = SampledTexts::new(&samples, holders, counts, passage_of);
    // By passage.
    let mut origins: Vec<Option<Origin>> = vec![None; passages.len()];
    let mut from = 0;
    for level in passages.chunk_by(|a, b| a[0].doubt.n_holders == b[0].doubt.n_holders) {
        let level = from..from + level.len();
        let found: Vec<Origin> = level
            .clone()
            .into_par_iter()
            .map(|at| {
                let has_same_holders =
                    |other: u32| have_same_holders(samples[at], samples[other as usize]);
                let is_common = |other: u32| {
                    let origin = origins[other as usize];
                    origin.is_some_and(Origin::is_boilerplate)
                };
                let circle = texts.circle(samples[at], has_same_holders, is_common);
                let passage = &passages[at][0].doubt;
                let is_edited = || {
                    let own = passages[at].iter().map(|it| runs.run(it.number));
                    texts.is_edited(samples[at], &own.collect::<Vec<_>>(), counts)
                };
                let is_somebodys = || {
                    passage.is_half_of_most
                        || circle.know_each_other
                        || (passage.is_half_of_many && is_edited())
                };
                if circle.is_one && is_somebodys() {
                    return Origin::Somebody;
                }
                let is_cited_letter = passage.is_half_of_many && {
                    let sample = texts.outside_letters(samples[at], has_same_holders, is_common);
                    sample.len() >= MANY
                        && texts.n_consisting(&sample, has_same_holders) * 10
                            >= sample.len() * MOST_HOLDERS
                };
                if is_cited_letter {
                    Origin::CitedLetter
                } else if passage.may_be_form_text {
                    Origin::FormText
                } else {
                    Origin::CommonProperty
                }
            })
            .collect();
        from = level.end;
        for (at, origin) in level.zip(found) {
            origins[at] = Some(origin);
            for doubtful in passages[at] {
                verdicts[place(doubtful.number)] = Some(origin);
            }
        }
    }
}

fn have_same_holders(a: &[u32], b: &[u32]) -> bool {
    // Both ascend. Where both are cut off, they are compared up to the smaller of the two ends.
    let end = |sample: &[u32]| match sample.len() {
        SAMPLE => sample[SAMPLE - 1],
        _ => u32::MAX,
    };
    let end = end(a).min(end(b));
    let within = |sample: &[u32]| sample.partition_point(|at| *at <= end);
    let (a, b) = (&a[..within(a)], &b[..within(b)]);
    let (mut own, mut others, mut n_both) = (0, 0, 0);
    while own < a.len() && others < b.len() {
        let (at, other) = (a[own], b[others]);
        n_both += usize::from(at == other);
        own += usize::from(at <= other);
        others += usize::from(other <= at);
    }
    n_both * SAME_HOLDERS >= a.len() + b.len() - n_both
}
