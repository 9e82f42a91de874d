//! Single comments in, groups of them out that make the same request with the same facts, in other words.
//!
//! An alert asks everybody to write, or a program rewrites a letter for each sender: no wording is shared, but
//! figures, names and things are. Two comments are tied that are among each other's nearest by their words
//! (stemmed, tf·idf), with other near ones in common. Comments of one subject are, too: a group stands where its
//! comments hold many *facts*, words that are common in the group and rare elsewhere. Of one subject a comment
//! in people's own words holds up to five such words, one in fourteen of its words; of one letter ten to
//! twenty, one in six. The group grows by its facts.
//!
//! What a comment quotes counts for nothing, nor does what a form puts into it.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

use rayon::prelude::*;
use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;

use crate::clustering::{Cluster, Clusters, Grounds};
use crate::compare::counted_runs;
use crate::compare::passages::Gram;
use crate::corpus::tokens::for_each_token;
use crate::corpus::{Digest, DocId, Document, TermId};
use crate::reworded::ties::{self, Feature, Features, TieRule};

/// Comments of a group at the least.
const FEWEST: usize = 5;
/// Comments among which ties are sought.
const SAMPLE: usize = 4096;
/// See [`ties::TieRule`]; words that half of the comments hold are left out.
const TIES: TieRule = TieRule { n_nearest: 10, n_common: 3, least: 0.15, idf_power: 1.0 };
/// Of the comments, those that may hold a word that tells, of which there must be two: one in two.
const TELLING: usize = 2;
/// A fact is held by three comments of a group and by 15 in a hundred,
const FEWEST_HOLDERS: usize = 3;
const HOLDERS: f64 = 0.15;
/// ten times as often, for its words, as elsewhere, where half a comment more holds it.
const MORE_OFTEN: f64 = 10.0;
/// Facts of a comment, and their part of its words, at the median of a group that stands.
const FACTS: usize = 6;
const OF_WORDS: f64 = 0.12;
/// What a comment holds of a group's facts, by weight and as a part of its words, of what the group holds at the
/// median, to belong to it; a long one may hold a smaller part of its words where it holds hardly less.
const LEAST_WEIGHT: f64 = 0.5;
const LEAST_SHARE: f64 = 0.5;
const FULL_WEIGHT: f64 = 0.8;
/// Form text stands at one end of all comments but one in ten.
const ONE_EDGE: usize = 10;
/// How often group and facts are made anew from each other.
const ROUNDS: usize = 3;

/// A comment and its distinct words: stems, each with how often it occurs.
struct Comment {
    document: DocId,
    words: FxHashMap<u32, u32>,
}

/// Single comments that make the same points.
pub(super) struct SamePoints {
    /// Ascending.
    pub(super) documents: Vec<DocId>,
    /// The facts, by the term that most of them use, each with how many hold it; the commonest first.
    pub(super) facts: Vec<(TermId, usize)>,
}

/// Groups of single comments, the largest first.
pub(super) fn groups(
    grounds: &Grounds<'_>,
    clusters: &Clusters,
    is_free: impl Fn(DocId) -> bool,
) -> Vec<SamePoints> {
    let stems = stems(grounds);
    let singles = singles(grounds, clusters, is_free);
    let edges = Edges::of(grounds, &singles);
    let comment = |id: &DocId| comment(grounds, *id, (&stems, &edges));
    let n_sample = singles.len().min(SAMPLE);
    let mut comments: Vec<Comment> = singles[..n_sample].par_iter().map(comment).collect();
    let sample = &comments[..];
    let mut n_holders: FxHashMap<u32, usize> = FxHashMap::default();
    for word in sample.iter().flat_map(|comment| comment.words.keys()) {
        *n_holders.entry(*word).or_default() += 1;
    }
    let features = |comment: &Comment| -> Features {
        let words = comment.words.iter();
        let is_telling = |n: usize| n > 1 && n * TELLING < sample.len();
        let telling = words.filter(|(word, _)| is_telling(n_holders[word]));
        let mut features: Vec<Feature> =
            telling.map(|(word, n)| (*word, 1.0 + (*n as f32).ln())).collect();
        // Sums of fractions hang on their order.
        features.sort_unstable_by_key(|(word, _)| *word);
        Features { shared: features, n_single: 0 }
    };
    let features: Vec<Features> = sample.par_iter().map(features).collect();
    let mut is_taken = vec![false; singles.len()];
    let mut found = Vec::new();
    for group in ties::groups(&features, TIES) {
        let free = |at: &u32| !is_taken[*at as usize];
        let group: Vec<u32> = group.into_iter().filter(free).collect();
        let Some(facts) = facts(&comments[..n_sample], &n_holders, &group) else {
            continue;
        };
        // Most dockets have no such group: the words of the sample are all that is looked at.
        comments.par_extend(singles[comments.len()..].par_iter().map(comment));
        let sample = &comments[..n_sample];
        let settled = settle(&comments, sample, &n_holders, (group, facts), &is_taken);
        let Some((group, facts)) = settled else {
            continue;
        };
        group.iter().for_each(|at| is_taken[*at as usize] = true);
        let mut documents: Vec<DocId> =
            group.iter().map(|at| comments[*at as usize].document).collect();
        documents.sort_unstable();
        let facts = facts.in_words(grounds, &stems, &documents);
        found.push(SamePoints { documents, facts });
    }
    found
}

/// The facts of a group of the sample, where it stands.
fn facts(sample: &[Comment], n_holders: &FxHashMap<u32, usize>, group: &[u32]) -> Option<Facts> {
    if group.len() < FEWEST {
        return None;
    }
    let facts = Facts::of(sample, n_holders, group);
    let n_facts = group.iter();
    let n_facts = n_facts.map(|at| facts.n_in(&sample[*at as usize].words));
    let stands = median(n_facts) >= FACTS && facts.typical_share(sample, group) >= OF_WORDS;
    stands.then_some(facts)
}

/// The comments that hold the facts of a group, which stands.
fn settle(
    comments: &[Comment],
    sample: &[Comment],
    n_holders: &FxHashMap<u32, usize>,
    (mut group, mut facts): (Vec<u32>, Facts),
    is_taken: &[bool],
) -> Option<(Vec<u32>, Facts)> {
    for _ in 0..ROUNDS {
        let weights = group.iter().map(|at| facts.weight(&comments[*at as usize].words));
        let (weight, share) = (median_of(weights), facts.typical_share(comments, &group));
        let belongs = |at: &u32| {
            let words = &comments[*at as usize].words;
            let own = facts.weight(words);
            !is_taken[*at as usize]
                && own >= LEAST_WEIGHT * weight
                && (facts.share(words) >= LEAST_SHARE * share || own >= FULL_WEIGHT * weight)
        };
        let grown: Vec<u32> = (0..comments.len() as u32).into_par_iter().filter(belongs).collect();
        let is_settled = grown == group;
        group = grown;
        if group.len() < FEWEST {
            return None;
        }
        if is_settled {
            break;
        }
        facts = Facts::of(sample, n_holders, &group);
    }
    Some((group, facts))
}

/// Words that are common in a group and rare elsewhere, ascending, with their idf.
struct Facts(Vec<(u32, f64)>);

impl Facts {
    fn of(sample: &[Comment], n_holders: &FxHashMap<u32, usize>, group: &[u32]) -> Self {
        let group: Vec<&Comment> = group.iter().filter_map(|at| sample.get(*at as usize)).collect();
        let mut inside: FxHashMap<u32, usize> = FxHashMap::default();
        for word in group.iter().flat_map(|comment| comment.words.keys()) {
            *inside.entry(*word).or_default() += 1;
        }
        // A long comment holds more words than a short one: shares are those of words, not of comments.
        let n_words = |comments: &mut dyn Iterator<Item = &Comment>| -> usize {
            comments.map(|comment| comment.words.len()).sum()
        };
        let in_group = n_words(&mut group.iter().copied());
        let elsewhere = (n_words(&mut sample.iter()) - in_group).max(1);
        let (in_group, elsewhere) = (in_group as f64, elsewhere as f64);
        let is_fact = |(word, n): &(u32, usize)| {
            let outside = (n_holders[word].saturating_sub(*n)) as f64 + 0.5;
            let n_held = *n as f64;
            *n >= FEWEST_HOLDERS
                && n_held >= HOLDERS * group.len() as f64
                && n_held / in_group >= MORE_OFTEN * outside / elsewhere
        };
        let facts = inside.into_iter().filter(is_fact);
        let idf = |word: u32| (sample.len() as f64 / n_holders[&word] as f64).ln();
        let mut facts: Vec<(u32, f64)> = facts.map(|(word, _)| (word, idf(word))).collect();
        facts.sort_unstable_by_key(|(word, _)| *word);
        Self(facts)
    }

    /// The facts in words. A fact is a stem; the term that most comments use stands for it.
    fn in_words(
        &self,
        grounds: &Grounds<'_>,
        stems: &[u32],
        documents: &[DocId],
    ) -> Vec<(TermId, usize)> {
        let mut n_holders: FxHashMap<u32, usize> = FxHashMap::default();
        let mut n_terms: FxHashMap<u32, FxHashMap<TermId, usize>> = FxHashMap::default();
        for id in documents {
            let mut terms = grounds.tables.corpus().token_text(*id).terms().to_vec();
            terms.sort_unstable();
            terms.dedup();
            let mut held: Vec<u32> = Vec::new();
            for term in terms {
                let stem = stems[term.0 as usize];
                if self.0.binary_search_by_key(&stem, |(word, _)| *word).is_ok() {
                    *n_terms.entry(stem).or_default().entry(term).or_default() += 1;
                    held.push(stem);
                }
            }
            held.sort_unstable();
            held.dedup();
            held.into_iter().for_each(|stem| *n_holders.entry(stem).or_default() += 1);
        }
        let mut facts: Vec<(TermId, usize)> = n_terms
            .into_iter()
            .filter_map(|(stem, terms)| {
                let most = terms.into_iter().max_by_key(|(term, n)| (*n, Reverse(*term)))?;
                Some((most.0, n_holders[&stem]))
            })
            .collect();
        facts.sort_unstable_by_key(|(term, n)| (Reverse(*n), *term));
        facts
    }

    /// The idf of each fact that a comment holds, in the order of the facts.
    fn held(&self, words: &FxHashMap<u32, u32>) -> impl Iterator<Item = f64> {
        let held = self.0.iter().filter(|(word, _)| words.contains_key(word));
        held.map(|(_, idf)| *idf)
    }

    fn n_in(&self, words: &FxHashMap<u32, u32>) -> usize {
        self.held(words).count()
    }

    /// Facts of a comment by their idf.
    fn weight(&self, words: &FxHashMap<u32, u32>) -> f64 {
        self.held(words).sum()
    }

    /// Of a comment's distinct words, those that are facts.
    fn share(&self, words: &FxHashMap<u32, u32>) -> f64 {
        self.n_in(words) as f64 / words.len().max(1) as f64
    }

    fn typical_share(&self, comments: &[Comment], group: &[u32]) -> f64 {
        median_of(group.iter().map(|at| self.share(&comments[*at as usize].words)))
    }
}

fn median(numbers: impl Iterator<Item = usize>) -> usize {
    median_of(numbers.map(|number| number as f64)) as usize
}

fn median_of(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_unstable_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}

/// The single comments, by digest.
fn singles(
    grounds: &Grounds<'_>,
    clusters: &Clusters,
    is_free: impl Fn(DocId) -> bool,
) -> Vec<DocId> {
    let tables = grounds.tables;
    let singles = clusters.clusters().iter().filter(|cluster| cluster.is_singleton());
    let digest = |id: DocId| (tables.document(id).digest, id);
    let mut singles: Vec<(Digest, DocId)> =
        singles.map(Cluster::seed).filter(|id| is_free(*id)).map(digest).collect();
    singles.sort_unstable();
    singles.into_iter().map(|(_, id)| id).collect()
}

/// A comment, its words by their stems.
fn comment(grounds: &Grounds<'_>, id: DocId, (stems, edges): (&[u32], &Edges)) -> Comment {
    let terms = grounds.tables.corpus().token_text(id).terms();
    let is_quoted = quoted(grounds.tables.document(id));
    let of_form = edges.of_form(grounds, id);
    let mut words: FxHashMap<u32, u32> = FxHashMap::default();
    for (at, term) in terms.iter().enumerate() {
        let is_quoted = is_quoted.get(at).copied().unwrap_or_default();
        if !is_quoted && !of_form.iter().any(|range| range.contains(&at)) {
            *words.entry(stems[term.0 as usize]).or_default() += 1;
        }
    }
    Comment { document: id, words }
}

/// How often runs of form text stand at the head of a comment, and at its end.
struct Edges(FxHashMap<Gram, (usize, usize)>);

impl Edges {
    fn of(grounds: &Grounds<'_>, singles: &[DocId]) -> Self {
        let mut edges: FxHashMap<Gram, (usize, usize)> = FxHashMap::default();
        for id in singles {
            let terms = grounds.tables.corpus().token_text(*id).terms();
            for range in grounds.tables.form_text(*id) {
                for run in counted_runs(&terms[range.clone()]) {
                    let (head, end) = edges.entry(run).or_default();
                    match range.start {
                        0 => *head += 1,
                        _ => *end += 1,
                    }
                }
            }
        }
        Self(edges)
    }

    /// The form text that a form or the agency put into a comment: it stands at the same end of all of them. What
    /// an alert asks to write stands at the head of some and at the end of others.
    fn of_form(&self, grounds: &Grounds<'_>, id: DocId) -> Vec<Range<usize>> {
        let terms = grounds.tables.corpus().token_text(id).terms();
        let is_of_form = |range: &&Range<usize>| {
            let runs = counted_runs(&terms[(*range).clone()]);
            let edges = runs.filter_map(|run| self.0.get(&run));
            let (head, end) = edges.fold((0, 0), |sum, edge| (sum.0 + edge.0, sum.1 + edge.1));
            head.min(end) * ONE_EDGE < head + end
        };
        let ranges = grounds.tables.form_text(id).iter();
        ranges.filter(is_of_form).cloned().collect()
    }
}

/// For each term the first one with its stem.
fn stems(grounds: &Grounds<'_>) -> Vec<u32> {
    let stemmer = Stemmer::create(Algorithm::English);
    let vocabulary = grounds.tables.corpus().vocabulary();
    let terms = vocabulary.terms();
    let mut by_stem: Vec<(Cow<'_, str>, TermId)> =
        terms.map(|(form, term)| (stemmer.stem(form), term)).collect();
    by_stem.par_sort_unstable();
    let mut stems = vec![0; vocabulary.len()];
    for same in by_stem.chunk_by(|a, b| a.0 == b.0) {
        for (_, term) in same {
            stems[term.0 as usize] = same[0].1.0;
        }
    }
    stems
}

/// Which words of a document stand in quotation marks, or in a line behind ">".
fn quoted(document: &Document) -> Vec<bool> {
    let mut quoted = Vec::new();
    for (_, block) in document.blocks() {
        // A mark that is not closed opens nothing.
        let is_straight = block.matches('"').count() % 2 == 0;
        let last_closing = block.rfind('”').unwrap_or_default();
        let starts_quotation = |at: usize| block[at..].trim_start_matches(' ').starts_with('>');
        let (mut is_open, mut is_quoted_line, mut from) = (false, starts_quotation(0), 0);
        for_each_token(block, |_, place| {
            for (at, mark) in block[from..place.start].char_indices() {
                match mark {
                    '"' if is_straight => is_open = !is_open,
                    '“' => is_open = from + at < last_closing,
                    '”' => is_open = false,
                    '\n' => is_quoted_line = starts_quotation(from + at + 1),
                    _ => {}
                }
            }
            from = place.start;
            quoted.push(is_open || is_quoted_line);
        });
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::{Comment, Facts, quoted};
    use crate::corpus::{DocId, Document, Zone, ZoneKind};
    use rustc_hash::FxHashMap;

    #[test]
    fn what_is_quoted_counts_for_nothing() {
        let check = |text: &str, expect: &str| {
            let document = Document {
                zones: vec![Zone { kind: ZoneKind::Main, span: 0..text.len() }],
                text: Some(text.into()),
                ..Document::default()
            };
            let found = quoted(&document).into_iter();
            let found: String = found.map(|quoted| if quoted { 'q' } else { '-' }).collect();
            assert_eq!(found, expect, "{text}");
        };
        check("You say \"two weeks\" here", "--qq-");
        check("You say “two weeks” here", "--qq-");
        // A mark that nothing closes, as of inches.
        check("a 5\" pipe breaks", "----");
        check("> two weeks\nis too short", "qq---");
        check("it says\n > two weeks", "--qq");
    }

    /// Five comments of five words hold word 1, one of five elsewhere does: 5 of 25 words against 1.5 of 25 is less
    /// than ten times; word 2 stands nowhere else: 5 of 25 against 0.5 of 25 is ten times.
    #[test]
    fn a_fact_is_ten_times_as_common_in_its_group() {
        let comment = |own: u32, words: &[u32]| Comment {
            document: DocId(own),
            words: words
                .iter()
                .copied()
                .chain(100 * own..)
                .take(5)
                .map(|word| (word, 1))
                .collect::<FxHashMap<u32, u32>>(),
        };
        let mut sample: Vec<Comment> = (1..6).map(|own| comment(own, &[1, 2])).collect();
        sample.push(comment(6, &[1]));
        sample.extend((7..11).map(|own| comment(own, &[])));
        let n_holders = [(1, 6), (2, 5)].into_iter();
        let mut n_holders: FxHashMap<u32, usize> = n_holders.collect();
        for word in sample.iter().flat_map(|comment| comment.words.keys()) {
            n_holders.entry(*word).or_insert(1);
        }
        let facts = Facts::of(&sample, &n_holders, &[0, 1, 2, 3, 4]);
        assert_eq!(facts.0, [(2, 2f64.ln())]);
    }
}
