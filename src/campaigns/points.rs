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
use crate::ngrams::{counts, sorted_dedup};
use crate::spun::neighbors::{Feature, Features, MutualNeighbors};
use crate::thresholds::work::LANGUAGE;
use crate::thresholds::{HALF, Thresholds};

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
    let Thresholds { points, work, .. } = corpus.thresholds();
    let sample = documents[..documents.len().min(work.texts)].par_iter();
    let mut comments =
        Comments::of(sample.map(|id| comment(context, *id, &stems)).collect(), corpus.thresholds());
    let mut is_taken = vec![false; documents.len()];
    let mut found = Vec::new();
    let mut groups = MutualNeighbors::of(&comments.features(), points.ties).groups();
    groups.reverse();
    while let Some(mut tied) = groups.pop() {
        tied.retain(|at| !is_taken[*at as usize]);
        let Some(facts) = comments.facts(&tied) else { continue };
        // Most dockets have no such group: the words of the sample are all that is looked at.
        let others = documents[comments.all.len()..].par_iter();
        comments.all.par_extend(others.map(|id| comment(context, *id, &stems)));
        let Some((group, grown_facts)) = comments.settle(tied.clone(), facts, &is_taken) else {
            continue;
        };
        // Two campaigns that hang together are found one after the other.
        groups.push(tied);
        group.iter().for_each(|at| is_taken[*at as usize] = true);
        let share = comments.typical_share(&grown_facts, &group);
        let mut same: Vec<DocId> = group.into_iter().map(|at| documents[at as usize]).collect();
        same.sort_unstable();
        let lengths = same.iter().map(|id| corpus.token_text(*id).len());
        if share < points.of_words || variation(lengths) > points.lengths_vary {
            continue;
        }
        let points = told::points(context.tables, &same, |term| {
            stems[term.0 as usize].filter(|stem| grown_facts.idf(*stem).is_some())
        });
        found.push(SamePoints { comments: same, points });
    }
    found
}

/// Comments of one language. Those that come first are the sample, by which it is known what is rare.
struct Comments<'a> {
    all: Vec<Comment>,
    n_sample: usize,
    /// How many comments of the sample hold each stem.
    n_holders: FxHashMap<u32, usize>,
    thresholds: &'a Thresholds,
}

impl<'a> Comments<'a> {
    fn of(sample: Vec<Comment>, thresholds: &'a Thresholds) -> Self {
        let n_holders = counts(sample.iter().flat_map(|comment| comment.0.keys().copied()));
        Self { n_sample: sample.len(), all: sample, n_holders, thresholds }
    }

    fn sample(&self) -> &[Comment] {
        &self.all[..self.n_sample]
    }

    /// The words of the sample that tell: two comments hold each, and not most.
    fn features(&self) -> Vec<Features> {
        let tells = 2..self.n_sample.div_ceil(2);
        self.sample()
            .par_iter()
            .map(|Comment(words)| {
                let telling =
                    words.iter().filter(|(word, _)| tells.contains(&self.n_holders[word]));
                let mut shared: Vec<Feature> =
                    telling.map(|(word, n)| (*word, 1.0 + (*n as f32).ln())).collect();
                // Sums of fractions hang on their order.
                shared.sort_unstable_by_key(|(word, _)| *word);
                Features { shared, n_single: 0 }
            })
            .collect()
    }

    /// The facts of a group of the sample, where it stands. With a large campaign some strangers are tied, who are near to one
    /// or two of its comments: they say nothing of how much the facts of those who hold together tell.
    fn facts(&self, group: &[u32]) -> Option<Facts> {
        let Thresholds { counts, points, .. } = self.thresholds;
        if group.len() < counts.group {
            return None;
        }
        let facts = self.facts_of(group);
        let n_facts = median_of(group.iter().map(|at| facts.n_in(&self.all[*at as usize]) as f64));
        if n_facts < points.facts as f64 {
            return None;
        }
        let held = self.held_together(&facts, group);
        let stands =
            held.len() >= counts.group && self.typical_share(&facts, &held) >= points.of_words;
        stands.then_some(facts)
    }

    /// The comments that hold the facts of a group, which stands, and what their facts are.
    fn settle(
        &self,
        mut group: Vec<u32>,
        mut facts: Facts,
        is_taken: &[bool],
    ) -> Option<(Vec<u32>, Facts)> {
        let similar = self.thresholds.shares.similar.part();
        for _ in 0..self.thresholds.work.rounds {
            let weights = group.iter().map(|at| facts.weight(&self.all[*at as usize]));
            let (weight, share) = (median_of(weights), self.typical_share(&facts, &group));
            let holding: Vec<u32> = (0..self.all.len() as u32)
                .into_par_iter()
                .filter(|at| {
                    let comment = &self.all[*at as usize];
                    let own = facts.weight(comment);
                    !is_taken[*at as usize]
                        && 2.0 * own >= weight
                        && (2.0 * facts.share(comment) >= share || own >= similar * weight)
                })
                .collect();
            let grown = self.held_together(&facts, &holding);
            let is_settled = grown == group;
            group = grown;
            if group.len() < self.thresholds.counts.group {
                return None;
            }
            if is_settled {
                break;
            }
            facts = self.facts_of(&group);
        }
        Some((group, facts))
    }

    /// The words that are common in a group and rare elsewhere, as far as the sample tells.
    fn facts_of(&self, group: &[u32]) -> Facts {
        let Thresholds { counts: enough, points, .. } = self.thresholds;
        let inside: Vec<&Comment> =
            group.iter().filter_map(|at| self.sample().get(*at as usize)).collect();
        let mut n_inside = counts(inside.iter().flat_map(|comment| comment.0.keys().copied()));
        // A long comment holds more words than a short one: shares are those of words, not of comments.
        let in_group: usize = inside.iter().map(|comment| comment.0.len()).sum();
        let in_sample: usize = self.sample().iter().map(|comment| comment.0.len()).sum();
        let elsewhere = (in_sample - in_group).max(1) as f64;
        n_inside.retain(|word, n| {
            let outside = (self.n_holders[word].saturating_sub(*n)) as f64 + 0.5;
            let n_held = *n as f64;
            *n >= enough.several
                && n_held >= points.holders * inside.len() as f64
                && n_held / in_group as f64 >= points.more_often * outside / elsewhere
        });
        let n_sample = self.n_sample as f64;
        let facts = sorted_dedup(n_inside.into_keys()).into_iter();
        Facts(facts.map(|word| (word, (n_sample / self.n_holders[&word] as f64).ln())).collect())
    }

    fn typical_share(&self, facts: &Facts, group: &[u32]) -> f64 {
        median_of(group.iter().map(|at| facts.share(&self.all[*at as usize])))
    }

    /// Of some comments those that hold together: they share facts with half of those that the comment does that shares
    /// facts with most others. Two campaigns may have a word in common.
    fn held_together(&self, Facts(facts): &Facts, group: &[u32]) -> Vec<u32> {
        let Thresholds { counts, work, .. } = self.thresholds;
        let held: Vec<FixedBitSet> = group
            .par_iter()
            .map(|at| {
                let Comment(words) = &self.all[*at as usize];
                (0..facts.len()).filter(|nth| words.contains_key(&facts[*nth].0)).collect()
            })
            .collect();
        let looked_at = held.len().min(work.copies);
        let partners: Vec<FixedBitSet> = held
            .par_iter()
            .enumerate()
            .map(|(at, own)| {
                let others = (0..looked_at).filter(|other| *other != at);
                others.filter(|at| own.intersection_count(&held[*at]) >= counts.several).collect()
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

/// Words that are common in a group and rare elsewhere, ascending, with their idf.
struct Facts(Vec<(u32, f64)>);

impl Facts {
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
    use super::{Comment, Comments, Facts, variation};
    use crate::corpus::cases;
    use crate::corpus::examples::{corpus, docket};
    use crate::ngrams::sorted_dedup;

    /// The answer to a question of the list of cases about a group of comments. The last of them is the facts.
    fn answer(question: &str, number: u32, comments: &[String]) -> String {
        let corpus = corpus(comments);
        let words = corpus.ids().map(|id| corpus.token_text(id).terms().iter().map(|term| term.0));
        let mut sample: Vec<Comment> =
            words.map(|words| Comment(words.map(|word| (word, 1)).collect())).collect();
        let Comment(words_known) = sample.pop().expect("the facts");
        let known: Vec<(u32, f64)> =
            sorted_dedup(words_known.into_keys()).into_iter().map(|word| (word, 1.0)).collect();
        let (n_comments, group) = (sample.len(), (0..number).collect::<Vec<_>>());
        let mut comments = Comments::of(sample, corpus.thresholds());
        match question {
            "facts of" => match &comments.facts_of(&group).0[..] {
                [(word, idf)] if *word == known[0].0 => {
                    let n_holding = comments.n_holders[word];
                    assert!((idf - (n_comments as f64 / n_holding as f64).ln()).abs() < 1e-9);
                    format!("{n_comments}/{n_holding}")
                }
                found => if found.is_empty() { "none" } else { "others" }.to_owned(),
            },
            "together from" => {
                let group: Vec<u32> = (number..n_comments as u32).collect();
                let held = comments.held_together(&Facts(known), &group);
                assert!(held.is_sorted_by(|one, next| one + 1 == *next), "{held:?}");
                format!("{} to {}", held[0], held[held.len() - 1])
            }
            "stands" => {
                let with_strangers: Vec<u32> = (0..number + 2).collect();
                let [found, other] =
                    [group, with_strangers].map(|group| comments.facts(&group).is_some());
                assert_eq!(found, other);
                found.to_string()
            }
            _ => {
                // Each fact weighs the same, whether the sixth comment holds it or not.
                comments.n_holders.extend(known.iter().map(|(word, _)| (*word, 6)));
                let grown = comments.settle(group, Facts(known), &vec![false; n_comments]);
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
