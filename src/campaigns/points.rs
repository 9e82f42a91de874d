//! Comments like no other in, groups of them out that name the same facts, in other words.
//!
//! An alert asks everybody to write, a program rewrites a letter for each sender, or neighbors write about one school: no
//! wording is shared, but figures, names and things are. Which it was the text does not tell, so that a group is no campaign.
//! Two comments are tied that are among each other's nearest by their words (stemmed, tf·idf), with other near ones in
//! common. Comments of one subject are, too: a group stands where its comments hold many *facts*, words that are common in
//! the group and rare elsewhere. Of one subject a comment in people's own words holds up to five such words; of one letter
//! ten to twenty. The group grows by its facts. It is told where its comments are about as long as each other: what people
//! write of their own accord is a line here and a page there.
//!
//! A point is made in words that stand in differing order. What a comment quotes or cites counts for nothing, nor does what
//! others mark as quoted, nor do figures, nor what a form or a mail program puts into it.
//!
//! A language is no point: comments are held against those of their own language alone, and those too short to tell theirs
//! against none. Where hardly anybody else writes in it, nothing is known to be rare.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use rust_stemmers::Stemmer;
use rustc_hash::FxHashMap;
use whichlang::{Lang, detect_language};

use super::told::{self, Point};
use crate::clustering::Context;
use crate::compare::quotation::quoted;
use crate::corpus::tokens::for_each_token;
use crate::corpus::{DocId, TermId, Vocabulary, stemming};
use crate::facts::citations;
use crate::ngrams::counts;
use crate::spun::neighbors::{Feature, Features, MutualNeighbors};
use crate::thresholds::{HALF, Points};

/// A comment, by the stems of its words that may make a point, each with how often it occurs.
struct Comment(FxHashMap<u32, u32>);

/// Comments that make the same points.
pub(super) struct SamePoints {
    /// Ascending.
    pub(super) comments: Vec<DocId>,
    /// What they say, the commonest first.
    pub(super) points: Vec<Point>,
}

/// Groups of comments, language by language.
pub(super) fn groups(context: &Context<'_>, mut comments: Vec<DocId>) -> Vec<SamePoints> {
    let corpus = context.tables.corpus();
    let Points { fewest, long_enough, .. } = context.tables.thresholds().points;
    comments.retain(|id| corpus.token_text(*id).len() >= long_enough);
    comments.sort_by_cached_key(|id| (corpus.digest(*id), *id));
    let languages: Vec<Lang> = comments.par_iter().map(|id| language(context, *id)).collect();
    let mut by_language: BTreeMap<&str, (Lang, Vec<DocId>)> = BTreeMap::new();
    for (id, language) in comments.into_iter().zip(languages) {
        let code = language.three_letter_code();
        by_language.entry(code).or_insert_with(|| (language, Vec::new())).1.push(id);
    }
    by_language
        .into_values()
        .filter(|(_, comments)| comments.len() > fewest)
        .flat_map(|(language, comments)| in_language(context, language, &comments))
        .collect()
}

/// Groups of comments of one language, which come by digest; the largest first.
fn in_language(context: &Context<'_>, language: Lang, documents: &[DocId]) -> Vec<SamePoints> {
    let corpus = context.tables.corpus();
    let stems = stems(corpus.vocabulary(), language);
    let thresholds = &corpus.thresholds().points;
    let n_sample = documents.len().min(thresholds.sample);
    let mut comments: Vec<Comment> =
        documents[..n_sample].par_iter().map(|id| comment(context, *id, &stems)).collect();
    let n_holders = counts(comments.iter().flat_map(|comment| comment.0.keys().copied()));
    let telling = features(&comments, &n_holders, thresholds);
    let mut is_taken = vec![false; documents.len()];
    let mut found = Vec::new();
    let mut groups = MutualNeighbors::of(&telling, thresholds.ties()).groups();
    groups.reverse();
    while let Some(mut tied) = groups.pop() {
        tied.retain(|at| !is_taken[*at as usize]);
        let Some(facts) = facts(&comments[..n_sample], &n_holders, &tied, thresholds) else {
            continue;
        };
        // Most dockets have no such group: the words of the sample are all that is looked at.
        let others = documents[comments.len()..].par_iter();
        comments.par_extend(others.map(|id| comment(context, *id, &stems)));
        let known = (&comments[..n_sample], &n_holders);
        let grown = settle(&comments, known, (tied.clone(), facts), &is_taken, thresholds);
        let Some((group, facts)) = grown else {
            continue;
        };
        // Two campaigns that hang together are found one after the other.
        groups.push(tied);
        group.iter().for_each(|at| is_taken[*at as usize] = true);
        let share = facts.typical_share(&comments, &group);
        let mut group: Vec<DocId> = group.into_iter().map(|at| documents[at as usize]).collect();
        group.sort_unstable();
        let lengths = group.iter().map(|id| corpus.token_text(*id).len());
        if share < thresholds.of_words || variation(lengths) > thresholds.lengths_vary {
            continue;
        }
        let points = told::points(context.tables, &group, |term| {
            stems[term.0 as usize].filter(|stem| facts.idf(*stem).is_some())
        });
        found.push(SamePoints { comments: group, points });
    }
    found
}

/// The words of comments that tell: two hold each, and not most.
fn features(
    comments: &[Comment],
    n_holders: &FxHashMap<u32, usize>,
    thresholds: &Points,
) -> Vec<Features> {
    let tells = 2..comments.len().div_ceil(thresholds.telling);
    comments
        .par_iter()
        .map(|Comment(words)| {
            let words = words.iter().filter(|(word, _)| tells.contains(&n_holders[word]));
            let mut shared: Vec<Feature> =
                words.map(|(word, n)| (*word, 1.0 + (*n as f32).ln())).collect();
            // Sums of fractions hang on their order.
            shared.sort_unstable_by_key(|(word, _)| *word);
            Features { shared, n_single: 0 }
        })
        .collect()
}

/// The facts of a group of the sample, where it stands. With a large campaign some strangers are tied, who are near to one or
/// two of its comments: they say nothing of how much the facts of those who hold together tell.
fn facts(
    sample: &[Comment],
    n_holders: &FxHashMap<u32, usize>,
    group: &[u32],
    thresholds: &Points,
) -> Option<Facts> {
    let Points { fewest, of_words, .. } = *thresholds;
    if group.len() < fewest {
        return None;
    }
    let facts = Facts::of(sample, n_holders, group, thresholds);
    if median(group.iter().map(|at| facts.n_in(&sample[*at as usize]))) < thresholds.facts {
        return None;
    }
    let held = facts.held_together(sample, group, thresholds);
    let stands = held.len() >= fewest && facts.typical_share(sample, &held) >= of_words;
    stands.then_some(facts)
}

/// The comments that hold the facts of a group, which stands.
fn settle(
    comments: &[Comment],
    (sample, n_holders): (&[Comment], &FxHashMap<u32, usize>),
    (mut group, mut facts): (Vec<u32>, Facts),
    is_taken: &[bool],
    thresholds: &Points,
) -> Option<(Vec<u32>, Facts)> {
    let Points { least_weight, least_share, full_weight, .. } = *thresholds;
    for _ in 0..thresholds.rounds {
        let weights = group.iter().map(|at| facts.weight(&comments[*at as usize]));
        let (weight, share) = (median_of(weights), facts.typical_share(comments, &group));
        let grown: Vec<u32> = (0..comments.len() as u32)
            .into_par_iter()
            .filter(|at| {
                let comment = &comments[*at as usize];
                let own = facts.weight(comment);
                !is_taken[*at as usize]
                    && own >= least_weight * weight
                    && (facts.share(comment) >= least_share * share || own >= full_weight * weight)
            })
            .collect();
        let grown = facts.held_together(comments, &grown, thresholds);
        let is_settled = grown == group;
        group = grown;
        if group.len() < thresholds.fewest {
            return None;
        }
        if is_settled {
            break;
        }
        facts = Facts::of(sample, n_holders, &group, thresholds);
    }
    Some((group, facts))
}

/// Words that are common in a group and rare elsewhere, ascending, with their idf.
struct Facts(Vec<(u32, f64)>);

impl Facts {
    fn of(
        sample: &[Comment],
        n_holders: &FxHashMap<u32, usize>,
        group: &[u32],
        thresholds: &Points,
    ) -> Self {
        let Points { fewest_holders, holders, more_often, .. } = *thresholds;
        let group: Vec<&Comment> = group.iter().filter_map(|at| sample.get(*at as usize)).collect();
        let mut inside = counts(group.iter().flat_map(|comment| comment.0.keys().copied()));
        // A long comment holds more words than a short one: shares are those of words, not of comments.
        let in_group: usize = group.iter().map(|comment| comment.0.len()).sum();
        let in_sample: usize = sample.iter().map(|comment| comment.0.len()).sum();
        let elsewhere = (in_sample - in_group).max(1) as f64;
        inside.retain(|word, n| {
            let outside = (n_holders[word].saturating_sub(*n)) as f64 + 0.5;
            let n_held = *n as f64;
            *n >= fewest_holders
                && n_held >= holders * group.len() as f64
                && n_held / in_group as f64 >= more_often * outside / elsewhere
        });
        let mut facts: Vec<(u32, f64)> = inside
            .into_keys()
            .map(|word| (word, (sample.len() as f64 / n_holders[&word] as f64).ln()))
            .collect();
        facts.sort_unstable_by_key(|(word, _)| *word);
        Self(facts)
    }

    /// The idf of a fact.
    fn idf(&self, stem: u32) -> Option<f64> {
        let at = self.0.binary_search_by_key(&stem, |(word, _)| *word).ok()?;
        Some(self.0[at].1)
    }

    /// The idf of each fact that a comment holds, in the order of the facts.
    fn held(&self, comment: &Comment) -> impl Iterator<Item = f64> {
        self.0.iter().filter(|(word, _)| comment.0.contains_key(word)).map(|(_, idf)| *idf)
    }

    fn n_in(&self, comment: &Comment) -> usize {
        self.held(comment).count()
    }

    /// Facts of a comment by their idf.
    fn weight(&self, comment: &Comment) -> f64 {
        self.held(comment).sum()
    }

    /// Of a comment's distinct words, those that are facts.
    fn share(&self, comment: &Comment) -> f64 {
        self.n_in(comment) as f64 / comment.0.len().max(1) as f64
    }

    fn typical_share(&self, comments: &[Comment], group: &[u32]) -> f64 {
        median_of(group.iter().map(|at| self.share(&comments[*at as usize])))
    }

    /// Of some comments those that hold together: they share facts with half of those that the comment does that shares
    /// facts with most others. Two campaigns may have a word in common.
    fn held_together(&self, comments: &[Comment], group: &[u32], thresholds: &Points) -> Vec<u32> {
        let held: Vec<FixedBitSet> = group
            .par_iter()
            .map(|at| {
                let comment = &comments[*at as usize];
                (0..self.0.len()).filter(|nth| comment.0.contains_key(&self.0[*nth].0)).collect()
            })
            .collect();
        let looked_at = held.len().min(thresholds.looked_at);
        let partners: Vec<FixedBitSet> = (0..held.len())
            .into_par_iter()
            .map(|own| {
                (0..looked_at)
                    .filter(|other| *other != own)
                    .filter(|other| {
                        held[own].intersection_count(&held[*other]) >= thresholds.shared
                    })
                    .collect()
            })
            .collect();
        let most = (0..looked_at).max_by_key(|at| (partners[*at].count_ones(..), Reverse(*at)));
        let Some(center) = most else {
            return Vec::new();
        };
        let mut circle = partners[center].clone();
        circle.grow_and_insert(center);
        (0..held.len())
            .filter(|at| {
                let n_others = circle.count_ones(..) - usize::from(circle.contains(*at));
                HALF.is_met(partners[*at].intersection_count(&circle), n_others.max(1))
            })
            .map(|at| group[at])
            .collect()
    }
}

/// How much some numbers vary: their standard deviation as a part of their mean.
fn variation(numbers: impl Iterator<Item = usize>) -> f64 {
    let numbers: Vec<f64> = numbers.map(|number| number as f64).collect();
    let n_numbers = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / n_numbers;
    let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / n_numbers;
    variance.sqrt() / mean.max(1.0)
}

fn median(numbers: impl Iterator<Item = usize>) -> usize {
    median_of(numbers.map(|number| number as f64)) as usize
}

fn median_of(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// The language of a comment, by how it begins.
fn language(context: &Context<'_>, id: DocId) -> Lang {
    let n_bytes = context.tables.thresholds().points.language;
    let mut text = String::new();
    for (_, block) in context.tables.decoded(id).blocks() {
        text.extend(block.chars().take(n_bytes.saturating_sub(text.len())));
        text.push(' ');
    }
    detect_language(&text)
}

/// A comment, by the stems of the words that may make a point.
fn comment(context: &Context<'_>, id: DocId, stems: &[Option<u32>]) -> Comment {
    let document = context.tables.decoded(id);
    let terms = context.tables.corpus().token_text(id).terms();
    let mut is_fixed = quoted(&document, context.tables.thresholds().compare.wholly);
    is_fixed.grow(terms.len());
    is_fixed.union_with(&context.tables.quotations(terms));
    let mut at = 0;
    for (_, block) in document.blocks() {
        let mut cited = citations(block).peekable();
        for_each_token(block, |_, place| {
            while cited.next_if(|range| range.end <= place.start).is_some() {}
            if cited.peek().is_some_and(|range| range.start < place.end) {
                is_fixed.grow_and_insert(at);
            }
            at += 1;
        });
    }
    let known = context.tables.quoted_words(id).iter().cloned();
    let fixed = context
        .tables
        .form_text(id)
        .iter()
        .filter(|range| context.tables.stand_at_one_end(&terms[(*range).clone()]))
        .cloned()
        .chain([context.tables.trailer(terms)])
        .chain(known);
    fixed.for_each(|range| is_fixed.insert_range(range));
    let mut words: FxHashMap<u32, u32> = FxHashMap::default();
    let own = terms.iter().enumerate().filter(|(at, _)| !is_fixed.contains(*at));
    for stem in own.filter_map(|(_, term)| stems[term.0 as usize]) {
        *words.entry(stem).or_default() += 1;
    }
    Comment(words)
}

/// For each term the first one with its stem; none of figures, and of names with figures in them.
fn stems(vocabulary: &Vocabulary, language: Lang) -> Vec<Option<u32>> {
    let stemmer = stemming(language).map(Stemmer::create);
    let mut by_stem: Vec<(Cow<'_, str>, TermId)> = vocabulary
        .terms()
        .filter(|(form, _)| !form.contains(char::is_numeric))
        .map(|(form, term)| match &stemmer {
            Some(stemmer) => (stemmer.stem(form), term),
            None => (Cow::Borrowed(form), term),
        })
        .collect();
    by_stem.par_sort_unstable();
    let mut stems = vec![None; vocabulary.len()];
    for same in by_stem.chunk_by(|a, b| a.0 == b.0) {
        for (_, term) in same {
            stems[term.0 as usize] = Some(same[0].1.0);
        }
    }
    stems
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::{Comment, Facts, Points, counts, facts, settle, variation};
    use crate::corpus::examples::{corpus, docket};

    /// Asks about comments, the words of each, how many hold each word, and some words, each a fact that weighs 1.
    fn with_sample<T>(
        comments: &str,
        facts: &str,
        ask: impl FnOnce(&[Comment], FxHashMap<u32, usize>, Facts) -> T,
    ) -> T {
        let corpus = corpus(&docket(&format!("{comments} / {facts}")));
        let words = corpus.ids().map(|id| corpus.token_text(id).terms().iter().map(|term| term.0));
        let mut comments: Vec<Comment> =
            words.map(|words| Comment(words.map(|word| (word, 1)).collect())).collect();
        let facts = comments.pop().expect("the facts").0;
        let mut facts: Vec<(u32, f64)> = facts.into_keys().map(|word| (word, 1.0)).collect();
        facts.sort_unstable_by_key(|(word, _)| *word);
        let n_holders = counts(comments.iter().flat_map(|comment| comment.0.keys().copied()));
        ask(&comments, n_holders, Facts(facts))
    }

    /// Five comments of five words hold a word, one of five elsewhere does: 5 of 25 words against 1.5 of 25 is less than ten
    /// times; 5 of 25 against 0.5 of 25, where nobody does, is ten times, and against 0.5 of 24 it is not. Three comments of
    /// ten hold a word, or two; three are 15 % of 20 comments, but not of 21.
    #[test]
    fn a_fact_is_held_by_some_of_its_group_and_by_hardly_anybody_else() {
        for (comments, n_group, idf) in [
            ("5x w:1 own#:4 / w:1 own#:4 / 4x own#:5", 5, None),
            ("5x w:1 own#:4 / 5x own#:5", 5, Some(2.0)),
            ("5x w:1 own#:4 / own#:25", 5, Some(6.0 / 5.0)),
            ("5x w:1 own#:4 / own#:24", 5, None),
            ("3x w:1 own#:5 / 7x own#:5 / 100x own#:10", 10, Some(110.0 / 3.0)),
            ("2x w:1 own#:5 / 8x own#:5 / 100x own#:10", 10, None),
            ("3x w:1 own#:5 / 17x own#:5 / 100x own#:10", 20, Some(40.0)),
            ("3x w:1 own#:5 / 18x own#:5 / 100x own#:10", 21, None),
        ] {
            with_sample(comments, "w:1", |sample, n_holders, fact| {
                let group: Vec<u32> = (0..n_group).collect();
                let found = Facts::of(sample, &n_holders, &group, &Points::default());
                let expect = idf.map(|idf: f64| (fact.0[0].0, idf.ln()));
                assert_eq!(found.0, expect.into_iter().collect::<Vec<_>>(), "{comments}");
            });
        }
    }

    /// Five comments hold four facts and three hold the last of these and three more: the first share four facts with the four
    /// others of their kind and one with the three. Comments of one campaign share three facts, and one that shares two is
    /// not of it. Of the first 64 comments 34 are of the second campaign: behind them stand more of the first.
    #[test]
    fn comments_hold_together_by_three_facts() {
        for (comments, group, expect) in [
            ("5x f:4 / 3x f:3-7", 0..8, 0..5),
            ("5x f:4 / 3x f:3-7", 5..8, 5..8),
            ("4x f:3 / f:1-6", 0..5, 0..4),
            ("30x f:4 / 34x f:4-8 / 16x f:4", 0..80, 30..64),
        ] {
            with_sample(comments, "f:8", |sample, _, facts| {
                let group: Vec<u32> = group.collect();
                let held = facts.held_together(sample, &group, &Points::default());
                assert_eq!(held, expect.collect::<Vec<u32>>(), "{comments}");
            });
        }
    }

    /// Five comments with six facts each, of 109 words, stand; four do not, nor do five facts, nor 110 words. Two strangers who
    /// are near to some of them change nothing.
    #[test]
    fn a_group_stands_by_its_comments_and_their_facts() {
        for (n_comments, comments, expect) in [
            (5, "5x f:6 own#:103 / 25x own#:100", true),
            (4, "4x f:6 own#:103 / 26x own#:100", false),
            (5, "5x f:5 own#:45 / 25x own#:100", false),
            (5, "5x f:6 own#:104 / 25x own#:100", false),
        ] {
            with_sample(comments, "f:6", |sample, n_holders, _| {
                for n_strangers in [0, 2] {
                    let tied: Vec<u32> = (0..n_comments + n_strangers).collect();
                    let found = facts(sample, &n_holders, &tied, &Points::default());
                    assert_eq!(found.is_some(), expect, "{comments}");
                }
            });
        }
    }

    /// Five comments hold eleven facts in 22 words. A sixth belongs to them with six facts of eleven, which are half as large a
    /// part of its 24 words, or with nine in however many.
    #[test]
    fn a_comment_belongs_to_a_group_by_the_weight_and_the_share_of_its_facts() {
        for (sixth, n_group) in [
            ("f:6 own#:18", 6),
            ("f:6 own#:19", 5),
            ("f:5 own#:6", 5),
            ("f:9 own#:36", 6),
            ("f:8 own#:32", 5),
        ] {
            let comments = format!("5x f:11 own#:11 / {sixth} / 30x own#:100");
            with_sample(&comments, "f:11", |sample, mut n_holders, facts| {
                // Each fact weighs the same, whether the sixth holds it or not.
                n_holders.extend(facts.0.iter().map(|(word, _)| (*word, 6)));
                let known = (sample, &n_holders);
                let group = ((0..5).collect(), facts);
                let found = settle(sample, known, group, &vec![false; 36], &Points::default());
                assert_eq!(found.expect("the five hold together").0.len(), n_group, "{sixth}");
            });
        }
    }

    /// Of 10, 20, 30 and 40 words the mean is 25, the variance 125, its root .4472 of the mean. Of 1 and 3 it is half.
    #[test]
    fn lengths_vary_by_their_deviation_from_the_mean() {
        let cases = [(&[10, 20, 30, 40][..], 0.2_f64.sqrt()), (&[1, 3], 0.5), (&[7, 7], 0.0)];
        for (lengths, expect) in cases {
            assert!((variation(lengths.iter().copied()) - expect).abs() < 1e-12, "{lengths:?}");
        }
    }
}
