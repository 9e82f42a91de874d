//! Texts in, which of their passages are common property out.
//!
//! Some passages stand in many comments that have nothing else to do with each other: the title of the
//! rule, a question or a paragraph of the agency, a statute, a link, a line that a form or the agency put
//! at the end of every comment. Whoever shares only such a passage shares no origin. A passage is known
//! by what its holders are like. It is *somebody's wording*, evidence of an origin, where
//! - some people send it and hardly anything else (`SENT_ALONE`), or
//! - most of its holders are one circle (`ONE_CIRCLE`), tied together by pairs that share more words elsewhere
//!   or half of the shorter text, and either most holders (`MOST_HOLDERS`) consist of it, or of passages about
//!   as widely held, for half of their words, as versions of one letter do, or many pairs of them
//!   (`KNOW_EACH_OTHER`) share more elsewhere. What two letters cite has two circles of holders.
//!
//! Otherwise it is *common property*. Passages that fewer than [`MANY`] texts hold are not judged.
//!
//! What two holders share elsewhere tells something only where it has other holders than the passage: a
//! form puts its heading and its trailer into the same comments. Passages are judged from the most widely
//! held down, and what was found to be common property no longer counts for the next.
//!
//! The tables add up over parts of a docket: numbers of holders, and of those that consist of a passage, are
//! sums; the sample of holders are those with the smallest digests (a coordinated bottom-k sample, Cohen
//! and Kaplan, PODC 2007), and the smallest of the whole are among the smallest of the parts.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::acquaintance::{Circle, SampledText};
use super::passages::{COMMON_RUN, Gram};
use super::runs::{Holder, RunCounts, counted_runs};
use crate::corpus::TermId;

/// Texts that hold a passage before it is judged: what three people write word for word has one source.
pub const MANY: usize = 3;
/// Of the comments that hold a passage of somebody's, those that consist of it or of passages as widely
/// held: one in ten.
const SENT_ALONE: usize = 10;
/// Words of a text, of ten, in such passages for it to be hardly anything else,
const HARDLY_ELSE: usize = 9;
/// or to consist of them for half.
pub(super) const HALF: usize = 5;
/// Of the comments that hold a passage of somebody's, those that consist of it for half: six in ten. A form's
/// prompts and trailer are half of a comment where the comment is as short: of 17,600 comments in people's
/// own words three in ten are as short as the longest trailer met.
const MOST_HOLDERS: usize = 6;
/// A passage is as widely held as another one that has at most four thirds of its holders, or one more.
const AS_WIDELY: (u32, u32) = (4, 3);
/// Eight words of ten of a text that lie in passages at least half as widely held as form text make it
/// consist of that. Where one comment in twenty does, it is no form text: a letter is taken apart by those who
/// send a sentence of it, and its copies must stay comparable. Of 17,600 comments in people's own words one
/// in forty is short enough to consist of a heading and a trailer of 68 words together.
const MOSTLY_FORM: usize = 8;
const FORM_ALONE: usize = 20;
/// Holders of which all pairs are looked at.
pub(super) const SAMPLE: usize = 12;
/// Two passages have the same holders where this share of their sampled holders is the same: one in two.
const SAME_HOLDERS: usize = 2;
/// Runs that are judged at once.
const AT_ONCE: usize = 1 << 23;

/// What a passage says about where a text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Nothing: those who hold it share nothing else, and hardly any of them consists of it.
    FormText,
    /// Nothing: those who hold it share nothing else.
    CommonProperty,
    /// It is of a letter, a kit or the like.
    Somebody,
}

/// The verdicts on all runs of words that [`MANY`] texts hold.
#[derive(Clone, Debug, Default)]
pub struct CommonProperty {
    verdicts: FxHashMap<Gram, Origin>,
}

impl CommonProperty {
    /// The verdict on a run of [`COMMON_RUN`] words; none where few texts hold it.
    pub fn origin(&self, run: Gram) -> Option<Origin> {
        self.verdicts.get(&run).copied()
    }

    /// Which words of a text lie in what may be form text.
    pub(super) fn form_text(&self, terms: &[TermId]) -> Vec<bool> {
        let mut covered = vec![false; terms.len()];
        for (at, run) in counted_runs(terms).enumerate() {
            if self.origin(run) == Some(Origin::FormText) {
                covered[at..(at + COMMON_RUN).min(terms.len())].fill(true);
            }
        }
        covered
    }
}

/// Judges what the texts share. They come in the order of their digests.
pub(super) fn judge(holders: &[Holder<'_>], counts: &RunCounts) -> CommonProperty {
    let n_words: usize = holders.iter().map(|holder| holder.text.len()).sum();
    let n_shares = 1 + n_words / AT_ONCE;
    let mut exact = ExactCounts {
        counts,
        n_comments: FxHashMap::default(),
    };
    for share in 0..n_shares {
        let counted = exact.count(holders, |run| run as usize % n_shares == share);
        exact.n_comments.extend(counted);
    }
    let mut verdicts = FxHashMap::default();
    let mut doubtful: Vec<Doubtful> = Vec::new();
    for share in 0..n_shares {
        let mut runs = shared_runs(holders, &exact, |run| run as usize % n_shares == share);
        runs.par_sort_unstable();
        let groups: Vec<&[Holding]> = runs
            .chunk_by(|a, b| a.run == b.run)
            .filter(|holding| holding.len() >= MANY)
            .collect();
        let judged: Vec<Result<Gram, Doubtful>> = groups
            .par_iter()
            .map(|holding| by_holders(holding, holders))
            .collect();
        for verdict in judged {
            match verdict {
                Ok(run) => _ = verdicts.insert(run, Origin::Somebody),
                Err(run) => doubtful.push(run),
            }
        }
    }
    judge_by_pairs(holders, counts, doubtful, &mut verdicts);
    CommonProperty { verdicts }
}

/// How many comments hold each run that several hold: counted one by one, where the counters find several.
struct ExactCounts<'a> {
    counts: &'a RunCounts,
    n_comments: FxHashMap<Gram, u32>,
}

impl ExactCounts<'_> {
    /// How many comments hold a run; 1 of what fewer than [`MANY`] hold.
    fn n_holders(&self, run: Gram) -> u32 {
        if (self.counts.n_holders(run) as usize) < MANY {
            return 1;
        }
        self.n_comments.get(&run).copied().unwrap_or(1)
    }

    /// Counts the runs that are wanted.
    fn count(
        &self,
        holders: &[Holder<'_>],
        is_wanted: impl Fn(Gram) -> bool + Sync,
    ) -> Vec<(Gram, u32)> {
        let runs = holders.par_iter().flat_map_iter(|holder| {
            let wanted =
                |run: &Gram| is_wanted(*run) && self.counts.n_holders(*run) as usize >= MANY;
            let mut runs: Vec<Gram> = counted_runs(holder.text.terms()).filter(wanted).collect();
            runs.sort_unstable();
            runs.dedup();
            let n_comments = u32::try_from(holder.n_comments).unwrap_or(u32::MAX);
            runs.into_iter().map(move |run| (run, n_comments))
        });
        let mut runs: Vec<(Gram, u32)> = runs.collect();
        runs.par_sort_unstable();
        let sums = runs.chunk_by(|a, b| a.0 == b.0).map(|same| {
            let n_comments = same.iter().fold(0u32, |sum, (_, n)| sum.saturating_add(*n));
            (same[0].0, n_comments)
        });
        sums.filter(|(_, n_comments)| *n_comments as usize >= MANY)
            .collect()
    }
}

/// A text that holds a run of words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Holding {
    run: Gram,
    /// Its place.
    holder: u32,
    /// Nine words of ten of the text lie in runs that as many comments hold, or more.
    is_alone: bool,
    /// Half of its words lie in runs that about as many comments hold.
    is_half: bool,
    /// Eight words of ten lie in runs that half as many comments hold, or more.
    is_mostly_form: bool,
}

/// The runs that several texts hold, each with its holders.
fn shared_runs(
    holders: &[Holder<'_>],
    exact: &ExactCounts<'_>,
    is_wanted: impl Fn(Gram) -> bool + Sync,
) -> Vec<Holding> {
    let texts = holders.par_iter().enumerate();
    let runs = texts.flat_map_iter(|(at, text)| {
        let holder = at as u32;
        let terms = text.text.terms();
        let runs: Vec<(Gram, u32)> = counted_runs(terms)
            .map(|run| (run, exact.n_holders(run)))
            .collect();
        let wanted = runs.iter().copied();
        let wanted = wanted.filter(|(run, n)| *n as usize >= MANY && is_wanted(*run));
        let wanted: Vec<(Gram, u32)> = wanted.collect();
        // Most texts in people's own words hold none.
        let spread = if wanted.is_empty() {
            Spread(Vec::new())
        } else {
            Spread::new(&runs, terms.len())
        };
        let mut shared: Vec<Holding> = wanted
            .into_iter()
            .map(|(run, n_holders)| Holding {
                run,
                holder,
                is_alone: spread.n_at_least(n_holders) * 10 >= terms.len() * HARDLY_ELSE,
                is_half: spread.n_about(n_holders) * 10 >= terms.len() * HALF,
                is_mostly_form: spread.n_from(n_holders / 2) * 10 >= terms.len() * MOSTLY_FORM,
            })
            .collect();
        shared.sort_unstable();
        shared.dedup();
        shared
    });
    runs.collect()
}

/// How widely held each word of a text is: by the comments that hold the run around it that most hold,
/// ascending.
struct Spread(Vec<u32>);

impl Spread {
    fn new(runs: &[(Gram, u32)], n_words: usize) -> Self {
        let mut widest = vec![0; n_words];
        for (at, (_, n_holders)) in runs.iter().enumerate() {
            for widest in &mut widest[at..(at + COMMON_RUN).min(n_words)] {
                *widest = (*n_holders).max(*widest);
            }
        }
        widest.sort_unstable();
        Self(widest)
    }

    /// Words that so many comments hold, or more.
    fn n_from(&self, n_holders: u32) -> usize {
        self.0.len() - self.0.partition_point(|own| *own < n_holders)
    }

    /// Words that are as widely held as a run, or more.
    fn n_at_least(&self, n_holders: u32) -> usize {
        let (four, three) = AS_WIDELY;
        let least = (n_holders * three).div_ceil(four);
        self.n_from(least.min(n_holders - 1))
    }

    /// Words that are about as widely held as a run: at least half as widely, at most twice.
    fn n_about(&self, n_holders: u32) -> usize {
        self.n_from(n_holders.div_ceil(2)) - self.n_from(2 * n_holders + 1)
    }
}

/// A run that its holders by themselves do not tell about.
struct Doubtful {
    run: Gram,
    n_holders: u32,
    /// Most of its holders consist of it for half.
    is_half_of_most: bool,
    may_be_form_text: bool,
    sample: Vec<u32>,
}

/// Judges a run by what each of its holders consists of, where that tells.
fn by_holders(holding: &[Holding], holders: &[Holder<'_>]) -> Result<Gram, Doubtful> {
    let n_comments = |holding: &Holding| holders[holding.holder as usize].n_comments;
    let n_all: usize = holding.iter().map(n_comments).sum();
    let alone = holding.iter().filter(|holding| holding.is_alone);
    let n_alone: usize = alone.map(n_comments).sum();
    let half = holding.iter().filter(|holding| holding.is_half);
    let n_half: usize = half.map(n_comments).sum();
    let form = holding.iter().filter(|holding| holding.is_mostly_form);
    let n_form: usize = form.map(n_comments).sum();
    if n_alone * SENT_ALONE >= n_all {
        return Ok(holding[0].run);
    }
    let sample = holding.iter().take(SAMPLE);
    Err(Doubtful {
        run: holding[0].run,
        n_holders: holding.len() as u32,
        is_half_of_most: n_half * 10 >= n_all * MOST_HOLDERS,
        may_be_form_text: n_form * FORM_ALONE < n_all,
        sample: sample.map(|holding| holding.holder).collect(),
    })
}

/// Runs with the same sampled holders.
struct Passage {
    n_holders: u32,
    is_half_of_most: bool,
    may_be_form_text: bool,
    sample: Vec<u32>,
    runs: Vec<Gram>,
}

/// Judges the doubtful runs by whether their holders know each other, the most widely held first.
fn judge_by_pairs(
    holders: &[Holder<'_>],
    counts: &RunCounts,
    mut doubtful: Vec<Doubtful>,
    verdicts: &mut FxHashMap<Gram, Origin>,
) {
    doubtful.par_sort_unstable_by(|a, b| {
        let by_holders = b.n_holders.cmp(&a.n_holders);
        by_holders
            .then_with(|| a.sample.cmp(&b.sample))
            .then(a.may_be_form_text.cmp(&b.may_be_form_text))
            .then(a.is_half_of_most.cmp(&b.is_half_of_most))
            .then(a.run.cmp(&b.run))
    });
    let passages: Vec<Passage> = doubtful
        .chunk_by(|a, b| {
            let key = |it: &Doubtful| (it.n_holders, it.may_be_form_text, it.is_half_of_most);
            key(a) == key(b) && a.sample == b.sample
        })
        .map(|same| Passage {
            n_holders: same[0].n_holders,
            is_half_of_most: same[0].is_half_of_most,
            may_be_form_text: same[0].may_be_form_text,
            sample: same[0].sample.clone(),
            runs: same.iter().map(|doubtful| doubtful.run).collect(),
        })
        .collect();
    let mut passage_of: FxHashMap<Gram, u32> = FxHashMap::default();
    for (at, passage) in passages.iter().enumerate() {
        passage_of.extend(passage.runs.iter().map(|run| (*run, at as u32)));
    }
    let sampled: FxHashSet<u32> = passages
        .iter()
        .flat_map(|passage| passage.sample.iter().copied())
        .collect();
    let sampled: Vec<u32> = sampled.into_iter().collect();
    let texts: FxHashMap<u32, SampledText> = sampled
        .into_par_iter()
        .map(|at| {
            (
                at,
                SampledText::new(holders[at as usize].text.terms(), counts),
            )
        })
        .collect();
    for level in passages.chunk_by(|a, b| a.n_holders == b.n_holders) {
        let found: Vec<Origin> = level
            .par_iter()
            .map(|passage| {
                let same_holders = |run: Gram| {
                    let other = passage_of.get(&run).map(|at| &passages[*at as usize]);
                    other.is_some_and(|other| have_same_holders(&passage.sample, &other.sample))
                };
                let is_common = |run: Gram| {
                    let verdict = verdicts.get(&run);
                    verdict.is_some_and(|origin| *origin != Origin::Somebody)
                };
                let circle = Circle::new(&passage.sample, &texts, same_holders, is_common);
                match circle.is_one && (passage.is_half_of_most || circle.know_each_other) {
                    true => Origin::Somebody,
                    false if passage.may_be_form_text => Origin::FormText,
                    false => Origin::CommonProperty,
                }
            })
            .collect();
        for (passage, origin) in level.iter().zip(found) {
            verdicts.extend(passage.runs.iter().map(|run| (*run, origin)));
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
    let n_both = a.iter().filter(|at| b.binary_search(at).is_ok()).count();
    n_both * SAME_HOLDERS >= a.len() + b.len() - n_both
}
