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
//! A point is made in words that stand in differing order. What a comment quotes or cites counts for nothing, nor do figures, nor
//! what a form or a mail program puts into it.
//!
//! A language is no point: comments are held against those of their own language alone, and those too short to tell theirs
//! against none. Where hardly anybody else writes in it, nothing is known to be rare.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use whichlang::{Lang, detect_language};

use super::told::{self, Point, said_by_nobody};
use crate::clustering::Context;
use crate::compare::quotation::quoted;
use crate::corpus::tokens::for_each_token;
use crate::corpus::{DocId, stems};
use crate::facts::citations;
use crate::ngrams::counts;
use crate::spun::neighbors::{Feature, Features, MutualNeighbors};
use crate::thresholds::work::LANGUAGE;
use crate::thresholds::{HALF, Points, Thresholds};

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
    let Thresholds { words, counts, .. } = context.tables.thresholds();
    comments.retain(|id| corpus.token_text(*id).len() >= words.passage);
    comments.sort_by_cached_key(|id| (corpus.digest(*id), *id));
    let languages: Vec<Lang> = comments.par_iter().map(|id| language(context, *id)).collect();
    let mut by_language: BTreeMap<&str, (Lang, Vec<DocId>)> = BTreeMap::new();
    for (id, language) in comments.into_iter().zip(languages) {
        let code = language.three_letter_code();
        by_language.entry(code).or_insert_with(|| (language, Vec::new())).1.push(id);
    }
    by_language
        .into_values()
        .filter(|(_, comments)| comments.len() > counts.group)
        .flat_map(|(language, comments)| in_language(context, language, &comments))
        .collect()
}

/// Groups of comments of one language, which come by digest; the largest first.
fn in_language(context: &Context<'_>, language: Lang, documents: &[DocId]) -> Vec<SamePoints> {
    let corpus = context.tables.corpus();
    let stems = stems(corpus.vocabulary(), language);
    let thresholds = corpus.thresholds();
    let n_sample = documents.len().min(thresholds.work.texts);
    let mut comments: Vec<Comment> =
        documents[..n_sample].par_iter().map(|id| comment(context, *id, &stems)).collect();
    let n_holders = counts(comments.iter().flat_map(|comment| comment.0.keys().copied()));
    let telling = features(&comments, &n_holders);
    let mut is_taken = vec![false; documents.len()];
    let mut found = Vec::new();
    let mut groups = MutualNeighbors::of(&telling, thresholds.points.ties).groups();
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
        let mut same: Vec<DocId> = group.into_iter().map(|at| documents[at as usize]).collect();
        same.sort_unstable();
        let lengths = same.iter().map(|id| corpus.token_text(*id).len());
        if share < thresholds.points.of_words || variation(lengths) > thresholds.points.lengths_vary
        {
            continue;
        }
        let points = told::points(context.tables, &same, |term| {
            stems[term.0 as usize].filter(|stem| facts.idf(*stem).is_some())
        });
        found.push(SamePoints { comments: same, points });
    }
    found
}

/// The words of comments that tell: two hold each, and not most.
fn features(comments: &[Comment], n_holders: &FxHashMap<u32, usize>) -> Vec<Features> {
    let tells = 2..comments.len().div_ceil(2);
    comments
        .par_iter()
        .map(|Comment(words)| {
            let telling = words.iter().filter(|(word, _)| tells.contains(&n_holders[word]));
            let mut shared: Vec<Feature> =
                telling.map(|(word, n)| (*word, 1.0 + (*n as f32).ln())).collect();
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
    thresholds: &Thresholds,
) -> Option<Facts> {
    let (fewest, of_words) = (thresholds.counts.group, thresholds.points.of_words);
    if group.len() < fewest {
        return None;
    }
    let facts = Facts::of(sample, n_holders, group, thresholds);
    let n_facts = median_of(group.iter().map(|at| facts.n_in(&sample[*at as usize]) as f64));
    if n_facts < thresholds.points.facts as f64 {
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
    thresholds: &Thresholds,
) -> Option<(Vec<u32>, Facts)> {
    let similar = thresholds.shares.similar.part();
    for _ in 0..thresholds.work.rounds {
        let weights = group.iter().map(|at| facts.weight(&comments[*at as usize]));
        let (weight, share) = (median_of(weights), facts.typical_share(comments, &group));
        let grown: Vec<u32> = (0..comments.len() as u32)
            .into_par_iter()
            .filter(|at| {
                let comment = &comments[*at as usize];
                let own = facts.weight(comment);
                !is_taken[*at as usize]
                    && 2.0 * own >= weight
                    && (2.0 * facts.share(comment) >= share || own >= similar * weight)
            })
            .collect();
        let grown = facts.held_together(comments, &grown, thresholds);
        let is_settled = grown == group;
        group = grown;
        if group.len() < thresholds.counts.group {
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
        thresholds: &Thresholds,
    ) -> Self {
        let Points { holders, more_often, .. } = &thresholds.points;
        let fewest_holders = thresholds.counts.several;
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
    fn held_together(
        &self,
        comments: &[Comment],
        group: &[u32],
        thresholds: &Thresholds,
    ) -> Vec<u32> {
        let held: Vec<FixedBitSet> = group
            .par_iter()
            .map(|at| {
                let comment = &comments[*at as usize];
                (0..self.0.len()).filter(|nth| comment.0.contains_key(&self.0[*nth].0)).collect()
            })
            .collect();
        let looked_at = held.len().min(thresholds.work.copies);
        let partners: Vec<FixedBitSet> = (0..held.len())
            .into_par_iter()
            .map(|own| {
                (0..looked_at)
                    .filter(|other| *other != own)
                    .filter(|other| {
                        held[own].intersection_count(&held[*other]) >= thresholds.counts.several
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
    let all: Vec<f64> = numbers.map(|number| number as f64).collect();
    let n_numbers = all.len().max(1) as f64;
    let mean = all.iter().sum::<f64>() / n_numbers;
    let variance = all.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / n_numbers;
    variance.sqrt() / mean.max(1.0)
}

fn median_of(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut sorted: Vec<f64> = numbers.collect();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// The language of a comment, by how it begins.
fn language(context: &Context<'_>, id: DocId) -> Lang {
    let mut text = String::new();
    for (_, block) in context.tables.corpus().text(id).blocks() {
        text.extend(block.chars().take(LANGUAGE.saturating_sub(text.len())));
        text.push(' ');
    }
    detect_language(&text)
}

/// A comment, by the stems of the words that may make a point.
fn comment(context: &Context<'_>, id: DocId, stems: &[Option<u32>]) -> Comment {
    let document = context.tables.corpus().text(id);
    let terms = context.tables.corpus().token_text(id).terms();
    let mut is_fixed = quoted(&document, context.tables.thresholds().shares.wholly);
    is_fixed.grow(terms.len());
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
    is_fixed.union_with(&said_by_nobody(context.tables, id));
    let mut words: FxHashMap<u32, u32> = FxHashMap::default();
    let own = terms.iter().enumerate().filter(|(at, _)| !is_fixed.contains(*at));
    for stem in own.filter_map(|(_, term)| stems[term.0 as usize]) {
        *words.entry(stem).or_default() += 1;
    }
    Comment(words)
}

#[cfg(test)]
mod tests {
    use super::{Comment, Facts, Thresholds, counts, facts, settle, variation};
    use crate::corpus::cases;
    use crate::corpus::examples::{corpus, docket};

    /// The answer to a question of the list of cases about a group of comments. The last of them is the facts.
    fn answer(question: &str, number: u32, comments: &[String]) -> String {
        let corpus = corpus(comments);
        let words = corpus.ids().map(|id| corpus.token_text(id).terms().iter().map(|term| term.0));
        let mut sample: Vec<Comment> =
            words.map(|words| Comment(words.map(|word| (word, 1)).collect())).collect();
        let known = sample.pop().expect("the facts").0;
        let mut known: Vec<(u32, f64)> = known.into_keys().map(|word| (word, 1.0)).collect();
        known.sort_unstable_by_key(|(word, _)| *word);
        let mut n_holders = counts(sample.iter().flat_map(|comment| comment.0.keys().copied()));
        let (n_comments, group) = (sample.len(), (0..number).collect::<Vec<_>>());
        let thresholds = &Thresholds::default();
        match question {
            "facts of" => match &Facts::of(&sample, &n_holders, &group, thresholds).0[..] {
                [(word, idf)] if *word == known[0].0 => {
                    let n_holding = n_holders[word];
                    assert!((idf - (n_comments as f64 / n_holding as f64).ln()).abs() < 1e-9);
                    format!("{n_comments}/{n_holding}")
                }
                found => if found.is_empty() { "none" } else { "others" }.to_owned(),
            },
            "together from" => {
                let group: Vec<u32> = (number..n_comments as u32).collect();
                let held = Facts(known).held_together(&sample, &group, thresholds);
                assert!(held.is_sorted_by(|one, next| one + 1 == *next), "{held:?}");
                format!("{} to {}", held[0], held[held.len() - 1])
            }
            "stands" => {
                let with_strangers: Vec<u32> = (0..number + 2).collect();
                let [found, other] = [group, with_strangers]
                    .map(|group| facts(&sample, &n_holders, &group, thresholds).is_some());
                assert_eq!(found, other);
                found.to_string()
            }
            _ => {
                // Each fact weighs the same, whether the sixth comment holds it or not.
                n_holders.extend(known.iter().map(|(word, _)| (*word, 6)));
                let (of_sample, is_taken) = ((&sample[..], &n_holders), vec![false; n_comments]);
                let grown =
                    settle(&sample, of_sample, (group, Facts(known)), &is_taken, thresholds);
                grown.expect("they hold together").0.len().to_string()
            }
        }
    }

    #[test]
    fn comments_that_make_the_same_points_are_known_by_facts() {
        for case in cases::cells(include_str!("points.txt")) {
            let (question, number) = case[0].rsplit_once(' ').expect("a question and a number");
            let comments = docket(&format!("{} / {}", case[1], case[2]));
            let found = answer(question, number.parse().expect("a number"), &comments);
            assert_eq!(found, case[3], "{case:?}");
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
