//! Comments like no other and small clusters in, groups of them out that name the same facts, in other words.
//!
//! An alert asks everybody to write, a program rewrites a letter for each sender, or neighbors write about one school: no
//! wording is shared, but figures, names and things are. Which it was the text does not tell, so that a group is no campaign.
//! Two comments are tied that are among each other's nearest by their words
//! (stemmed, tf·idf), with other near ones in common. Comments of one subject are, too: a group stands where its
//! comments hold many *facts*, words that are common in the group and rare elsewhere. Of one subject a comment
//! in people's own words holds up to five such words, one in fourteen of its words; of one letter ten to
//! twenty, one in six. The group grows by its facts. It is told where its comments are about as long as each other: what
//! people write of their own accord is a line here and a page there.
//!
//! A point is made in words that stand in differing order. What a comment quotes or cites counts for nothing, nor does what
//! others mark as quoted, nor do figures, nor what a form or a mail program puts into it.
//!
//! A language is no point: comments are held against those of their own language alone. Where hardly anybody else writes
//! in it, nothing is known to be rare.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use regex::Regex;
use rust_stemmers::Stemmer;
use rustc_hash::{FxHashMap, FxHashSet};
use whichlang::{Lang, detect_language};

use super::passages;
use super::told::{self, Point};
use crate::clustering::{Cluster, Context};
use crate::compare::quotation::quoted;
use crate::corpus::tokens::for_each_token;
use crate::corpus::{DocId, TermId, Vocabulary, sentences, stemming};
use crate::facts::citations;
use crate::ngrams::counts;
use crate::spun::neighbors::{Feature, Features, MutualNeighbors};
use crate::thresholds::{HALF, Points};

/// What notices at the end of mails say.
static NOTICE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)confidentiality notice|intended recipient|named addressee|(?:intended|is) (?:only|solely) for|for the sole use|privileged,? (?:and|or) confidential|contains? (?:information that is )?(?:held to be privileged|confidential)|(?:e-?mail|message|communication|transmission|information) in error",
    )
    .ok()
});

/// A comment and its distinct words, by their stems.
struct Comment {
    /// The words that may make a point, each with how often it occurs.
    words: FxHashMap<u32, u32>,
    /// Words that stand in fixed strings alone. They make no point, but where others make it in words of their own, a
    /// comment makes it that holds it in a string that many hold.
    fixed: FxHashSet<u32>,
}

impl Comment {
    fn holds(&self, word: u32) -> bool {
        self.words.contains_key(&word) || self.fixed.contains(&word)
    }

    /// How many distinct words it has.
    fn n_words(&self) -> usize {
        self.words.len() + self.fixed.len()
    }
}

/// Comments that make the same points.
pub(super) struct SamePoints<'a> {
    /// By seed; most are one comment each.
    pub(super) clusters: Vec<&'a Cluster>,
    /// What they say, the commonest first.
    pub(super) points: Vec<Point>,
}

/// Groups of comments, language by language. A cluster stands for its comments with what its seed has in common with them.
pub(super) fn groups<'a>(
    context: &Context<'_>,
    mut clusters: Vec<&'a Cluster>,
) -> Vec<SamePoints<'a>> {
    clusters.sort_by_cached_key(|cluster| {
        (context.tables.corpus().digest(cluster.seed()), cluster.seed())
    });
    let comments: Vec<DocId> = clusters.iter().map(|cluster| cluster.seed()).collect();
    let languages = languages(context, &comments);
    let mut by_language: BTreeMap<&str, (Lang, Vec<&Cluster>)> = BTreeMap::new();
    for (cluster, language) in clusters.into_iter().zip(languages) {
        let code = language.three_letter_code();
        by_language.entry(code).or_insert_with(|| (language, Vec::new())).1.push(cluster);
    }
    let fewest = context.tables.thresholds().points.fewest;
    by_language
        .into_values()
        .filter(|(_, clusters)| clusters.len() > fewest)
        .flat_map(|(language, clusters)| in_language(context, language, &clusters))
        .collect()
}

/// Groups of comments of one language, which come by digest; the largest first.
fn in_language<'a>(
    context: &Context<'_>,
    language: Lang,
    clusters: &[&'a Cluster],
) -> Vec<SamePoints<'a>> {
    let stems = stems(context.tables.corpus().vocabulary(), language);
    let thresholds = &context.tables.thresholds().points;
    let n_sample = clusters.len().min(thresholds.sample);
    let mut comments: Vec<Comment> = clusters[..n_sample]
        .par_iter()
        .map(|cluster| comment_of(context, cluster, &stems))
        .collect();
    let sample = &comments[..];
    let n_holders = counts(sample.iter().flat_map(|comment| comment.words.keys().copied()));
    let features: Vec<Features> = sample
        .par_iter()
        .map(|comment| {
            let mut features: Vec<Feature> = comment
                .words
                .iter()
                .filter(|(word, _)| {
                    (2..sample.len().div_ceil(thresholds.telling)).contains(&n_holders[word])
                })
                .map(|(word, n)| (*word, 1.0 + (*n as f32).ln()))
                .collect();
            // Sums of fractions hang on their order.
            features.sort_unstable_by_key(|(word, _)| *word);
            Features { shared: features, n_single: 0 }
        })
        .collect();
    let mut is_taken = vec![false; clusters.len()];
    let mut found = Vec::new();
    let mut groups = MutualNeighbors::of(&features, thresholds.ties()).groups();
    groups.reverse();
    while let Some(mut tied) = groups.pop() {
        tied.retain(|at| !is_taken[*at as usize]);
        let group = tied.clone();
        let Some(facts) = facts(&comments[..n_sample], &n_holders, &group, thresholds) else {
            continue;
        };
        // Most dockets have no such group: the words of the sample are all that is looked at.
        let others = clusters[comments.len()..].par_iter();
        comments.par_extend(others.map(|cluster| comment_of(context, cluster, &stems)));
        let sample = &comments[..n_sample];
        let known = (sample, &n_holders);
        let settled = settle(&comments, known, (group, facts), &is_taken, thresholds);
        let Some((mut group, facts)) = settled else {
            continue;
        };
        // Two campaigns that hang together are found one after the other.
        groups.push(tied);
        if are_mostly_copies(context, clusters, &group) {
            group.retain(|at| !clusters[*at as usize].is_singleton());
            group.into_iter().for_each(|at| is_taken[at as usize] = true);
            continue;
        }
        group.iter().for_each(|at| is_taken[*at as usize] = true);
        let share = facts.typical_share(&comments, &group);
        let mut group: Vec<&Cluster> = group.into_iter().map(|at| clusters[at as usize]).collect();
        group.sort_unstable_by_key(|cluster| cluster.seed());
        let documents: Vec<DocId> = group.iter().flat_map(|cluster| cluster.documents()).collect();
        let lengths = documents.iter().map(|id| context.tables.corpus().token_text(*id).len());
        if share < thresholds.in_common_of_words || variation(lengths) > thresholds.lengths_vary {
            continue;
        }
        let points = told::points(context.tables, &documents, |term| {
            stems[term.0 as usize].filter(|stem| facts.idf(*stem).is_some())
        });
        found.push(SamePoints { clusters: group, points });
    }
    found
}

/// Whether most comments of a group are copies of letters: what letters have in common is their subject.
fn are_mostly_copies(context: &Context<'_>, clusters: &[&Cluster], group: &[u32]) -> bool {
    let (mut n_single, mut n_all) = (0, 0);
    for cluster in group.iter().map(|at| clusters[*at as usize]) {
        n_single += usize::from(cluster.is_singleton());
        n_all += passages::n_comments(context, cluster);
    }
    !HALF.is_met(n_single, n_all)
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
        let mut inside = counts(group.iter().flat_map(|comment| comment.words.keys().copied()));
        // A long comment holds more words than a short one: shares are those of words, not of comments.
        let in_group: usize = group.iter().map(|comment| comment.words.len()).sum();
        let in_sample: usize = sample.iter().map(|comment| comment.words.len()).sum();
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
        self.0.iter().filter(|(word, _)| comment.holds(*word)).map(|(_, idf)| *idf)
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
        self.n_in(comment) as f64 / comment.n_words().max(1) as f64
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
                (0..self.0.len()).filter(|nth| comment.holds(self.0[*nth].0)).collect()
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

/// The language of each comment. A short one has too few letters to tell: where more of its words stand in the longer ones
/// of the language of most, it is of that language.
fn languages(context: &Context<'_>, comments: &[DocId]) -> Vec<Lang> {
    let mut languages: Vec<Lang> = comments.par_iter().map(|id| language(context, *id)).collect();
    let words: Vec<&[TermId]> =
        comments.iter().map(|id| context.tables.text(*id).terms()).collect();
    let long_enough = context.tables.thresholds().points.long_enough;
    let (long, short): (Vec<usize>, Vec<usize>) =
        (0..comments.len()).partition(|at| words[*at].len() >= long_enough);
    let n_texts = counts(long.iter().map(|at| languages[*at].three_letter_code()));
    let most = long.iter().map(|at| languages[*at]).max_by_key(|language| {
        let code = language.three_letter_code();
        (n_texts[code], code)
    });
    let Some(most) = most else {
        return languages;
    };
    let doubtful: Vec<usize> = short.into_iter().filter(|at| languages[*at] != most).collect();
    let asked: FxHashSet<TermId> = doubtful.iter().flat_map(|at| words[*at]).copied().collect();
    let mut known: FxHashSet<(&str, TermId)> = FxHashSet::default();
    for at in long {
        let code = languages[at].three_letter_code();
        known
            .extend(words[at].iter().filter(|term| asked.contains(term)).map(|term| (code, *term)));
    }
    for at in doubtful {
        let [of_most, own] = [most, languages[at]].map(|language| {
            let code = language.three_letter_code();
            words[at].iter().filter(|term| known.contains(&(code, **term))).count()
        });
        if of_most > own {
            languages[at] = most;
        }
    }
    languages
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

/// A cluster's seed, by the stems of the words that may make a point and that one in four of its first comments by digest
/// holds: a seed that is longer than a statement may hold another letter besides.
fn comment_of(context: &Context<'_>, cluster: &Cluster, stems: &[Option<u32>]) -> Comment {
    let corpus = context.tables.corpus();
    let mut seed = comment(context, cluster.seed(), stems);
    let thresholds = &corpus.thresholds().points;
    let n_words = corpus.token_text(cluster.seed()).terms().len();
    let is_statement = n_words <= thresholds.short_letter;
    if cluster.is_singleton() || is_statement {
        return seed;
    }
    let documents: Vec<DocId> = cluster.documents().collect();
    let held: Vec<FxHashSet<u32>> = corpus
        .first_by_content(&documents, thresholds.of_a_cluster)
        .into_iter()
        .map(|id| {
            corpus.token_text(id).terms().iter().filter_map(|term| stems[term.0 as usize]).collect()
        })
        .collect();
    seed.words.retain(|stem, _| {
        held.iter().filter(|stems| stems.contains(stem)).count() * thresholds.in_common
            >= held.len()
    });
    seed
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
        let notice = notice(block);
        for_each_token(block, |_, place| {
            while cited.next_if(|range| range.end <= place.start).is_some() {}
            if cited.peek().is_some_and(|range| range.start < place.end) || place.start >= notice {
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
    let mut fixed: FxHashSet<u32> = FxHashSet::default();
    for (at, term) in terms.iter().enumerate() {
        if let Some(stem) = stems[term.0 as usize] {
            if is_fixed.contains(at) {
                _ = fixed.insert(stem)
            } else {
                *words.entry(stem).or_default() += 1
            }
        }
    }
    fixed.retain(|stem| !words.contains_key(stem));
    Comment { words, fixed }
}

/// Where the notice begins that a company puts below its mails, by the first sentence of it; the end where there is none.
/// Each company words it in its own way, and yet no commenter makes a point by it.
fn notice(block: &str) -> usize {
    let Some(first) = NOTICE.as_ref().and_then(|notice| {
        let mut found = notice.find_iter(block);
        let first = found.next()?;
        // One such phrase may be somebody's own.
        found.next().map(|_| first.start())
    }) else {
        return block.len();
    };
    let sentence = sentences(block).into_iter().find(|sentence| sentence.end > first);
    sentence.map_or(first, |sentence| sentence.start)
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
    use std::ops::Range;

    use rustc_hash::{FxHashMap, FxHashSet};
    use whichlang::{Lang, detect_language};

    use super::{Comment, Facts, Points, facts, languages, notice, settle, variation};
    use crate::clustering::{Context, examples};
    use crate::corpus::Corpus;
    use crate::corpus::examples::document;

    const LONG: &str = "Please protect the swans, the meadow and the mill: the canal is no place for a permit to dig or to dam, and we who live beside it were never asked.";

    #[test]
    fn a_notice_below_a_mail_makes_no_point() {
        let below = "This message contains confidential information. If you are not the intended recipient, delete it.";
        let text = format!("Keep the canal. {below}");
        assert_eq!(&text[notice(&text)..], below);
        let text = "What I tell my doctor is intended only for her. Keep the canal.";
        assert_eq!(notice(text), text.len());
    }

    /// Three words are too few to tell a language by. All of them stand in the long English comment, none in the German one.
    #[test]
    fn a_short_comment_is_of_the_language_that_its_words_stand_in() {
        let german = "Bitte lassen Sie die Wiese und die Schwäne am Wasser in Ruhe, denn wir wohnen hier seit vielen Jahren und wurden von niemandem gefragt.";
        let short = "No canal permit";
        let texts = [LONG, &LONG.replace("Please", "Kindly"), german, short];
        let corpus =
            Corpus::of(texts.iter().enumerate().map(|(at, text)| document(at, text)).collect());
        assert_ne!(detect_language(short), Lang::Eng);
        let found = examples::with_corpus(&corpus, |context| {
            languages(context, &corpus.ids().collect::<Vec<_>>())
        });
        assert_eq!(found, [Lang::Eng, Lang::Eng, Lang::Deu, Lang::Eng]);
    }

    /// A comment that holds each of some words once.
    fn comment(words: impl Iterator<Item = u32>) -> Comment {
        Comment { words: words.map(|word| (word, 1)).collect(), fixed: FxHashSet::default() }
    }

    /// Five comments of five words hold word 1, one of five elsewhere does: 5 of 25 words against 1.5 of 25 is less
    /// than ten times; word 2 stands nowhere else: 5 of 25 against 0.5 of 25 is ten times.
    #[test]
    fn a_fact_is_ten_times_as_common_in_its_group() {
        let sample: Vec<Comment> = (1..11)
            .map(|at| {
                let held: &[u32] = match at {
                    1..6 => &[1, 2],
                    6 => &[1],
                    _ => &[],
                };
                comment(held.iter().copied().chain(100 * at..).take(5))
            })
            .collect();
        let mut n_holders: FxHashMap<u32, usize> = [(1, 6), (2, 5)].into_iter().collect();
        for word in sample.iter().flat_map(|comment| comment.words.keys()) {
            n_holders.entry(*word).or_insert(1);
        }
        let facts = Facts::of(&sample, &n_holders, &[0, 1, 2, 3, 4], &Points::default());
        assert_eq!(facts.0, [(2, 2f64.ln())]);
    }

    /// Five comments hold facts 1 to 4 and three hold 4 to 7: the first share four facts with the four others of their kind and
    /// one with the three. The last holds 1, 2, and 3 in a string that many hold.
    #[test]
    fn two_campaigns_with_a_fact_in_common_do_not_hold_together() {
        let mut comments: Vec<Comment> =
            (0..8).map(|at| comment(if at < 5 { 1..5 } else { 4..8 })).collect();
        comments.push(Comment { fixed: [1, 2, 3].into_iter().collect(), ..comment(0..0) });
        let facts = Facts((1..8).map(|word| (word, 1.0)).collect());
        let group: Vec<u32> = (0..9).collect();
        assert_eq!(facts.held_together(&comments, &group, &Points::default()), [0, 1, 2, 3, 4, 8]);
        assert_eq!(facts.held_together(&comments, &[5, 6, 7], &Points::default()), [5, 6, 7]);
    }

    /// A comment with some words, each once.
    fn comment_with(words: impl Iterator<Item = u32>) -> Comment {
        Comment { words: words.map(|word| (word, 1)).collect(), fixed: FxHashSet::default() }
    }

    /// Words of which nobody else has any, so many.
    fn own_words(at: usize, n: u32) -> Range<u32> {
        let first = 1000 * (at as u32 + 1);
        first..first + n
    }

    /// How many of some comments hold each word.
    fn holders(comments: &[Comment]) -> FxHashMap<u32, usize> {
        let mut n_holders = FxHashMap::default();
        for word in comments.iter().flat_map(|comment| comment.words.keys()) {
            *n_holders.entry(*word).or_default() += 1;
        }
        n_holders
    }

    /// Five comments with six facts each, which are one word of ten, stand; four do not, nor do five facts, nor 61 words.
    #[test]
    fn a_group_stands_by_its_comments_and_their_facts() {
        let check = |n_comments: usize, n_facts: u32, n_own: u32, expect: bool| {
            let group =
                (0..n_comments).map(|at| comment_with((0..n_facts).chain(own_words(at, n_own))));
            let others = (n_comments..30).map(|at| comment_with(own_words(at, 100)));
            let sample: Vec<Comment> = group.chain(others).collect();
            // Two strangers who are near to some of them change nothing.
            for n_strangers in [0, 2] {
                let tied: Vec<u32> = (0..(n_comments + n_strangers) as u32).collect();
                let found = facts(&sample, &holders(&sample), &tied, &Points::default());
                assert_eq!(found.is_some(), expect, "{n_comments} {n_facts} {n_own}");
            }
        };
        check(5, 6, 54, true);
        check(4, 6, 54, false);
        check(5, 5, 45, false);
        check(5, 6, 55, false);
    }

    /// Three comments of ten hold a word, or two; three are 15 % of 20 comments, but not of 21.
    #[test]
    fn a_fact_is_held_by_three_and_by_a_share() {
        let check = |n_group: usize, n_holding: usize, expect: &[u32]| {
            let group = (0..n_group)
                .map(|at| comment_with((0..u32::from(at < n_holding)).chain(own_words(at, 5))));
            let others = (n_group..n_group + 100).map(|at| comment_with(own_words(at, 10)));
            let sample: Vec<Comment> = group.chain(others).collect();
            let group: Vec<u32> = (0..n_group as u32).collect();
            let facts = Facts::of(&sample, &holders(&sample), &group, &Points::default());
            let found: Vec<u32> = facts.0.into_iter().map(|(word, _)| word).collect();
            assert_eq!(found, expect, "{n_holding} of {n_group}");
        };
        check(10, 3, &[0]);
        check(10, 2, &[]);
        check(20, 3, &[0]);
        check(21, 3, &[]);
    }

    /// A word that five of 25 words are, and half a word of 25 others would be, or of 24.
    #[test]
    fn a_word_that_nobody_else_has_may_be_a_fact() {
        let is_fact = |n_elsewhere: u32| {
            let group = (0..5).map(|at| comment_with((0..1).chain(own_words(at, 4))));
            let others = [comment_with(own_words(5, n_elsewhere))];
            let sample: Vec<Comment> = group.chain(others).collect();
            !Facts::of(&sample, &holders(&sample), &[0, 1, 2, 3, 4], &Points::default())
                .0
                .is_empty()
        };
        assert!(is_fact(25));
        assert!(!is_fact(24));
    }

    /// Five comments hold eleven facts in 22 words. A sixth belongs to them with six facts of eleven, which are half as large a
    /// part of its 24 words, or with nine in however many.
    #[test]
    fn a_comment_belongs_to_a_group_by_the_weight_and_the_share_of_its_facts() {
        let check = |n_facts: u32, n_words: u32, expect: bool| {
            let mut comments: Vec<Comment> =
                (0..5).map(|at| comment_with((0..11).chain(own_words(at, 11)))).collect();
            comments.push(comment_with((0..n_facts).chain(own_words(5, n_words - n_facts))));
            comments.extend((6..36).map(|at| comment_with(own_words(at, 100))));
            let mut n_holders = holders(&comments);
            // Each fact weighs the same, whether the sixth holds it or not.
            n_holders.extend((0..11).map(|word| (word, 6)));
            let group: Vec<u32> = (0..5).collect();
            let facts = Facts((0..11).map(|word| (word, 1.0)).collect());
            let is_taken = vec![false; comments.len()];
            let found = settle(
                &comments,
                (&comments, &n_holders),
                (group, facts),
                &is_taken,
                &Points::default(),
            );
            let (group, _) = found.expect("the five hold together");
            assert_eq!(group.len(), if expect { 6 } else { 5 }, "{n_facts} of {n_words}");
        };
        check(6, 24, true);
        check(6, 25, false);
        check(5, 11, false);
        check(9, 45, true);
        check(8, 40, false);
    }

    /// Comments of one campaign share three facts, and one that shares two is not of it.
    #[test]
    fn comments_hold_together_by_three_facts() {
        let facts = Facts((0..6).map(|word| (word, 1.0)).collect());
        let mut comments: Vec<Comment> = (0..4).map(|_| comment_with(0..3)).collect();
        comments.push(comment_with(1..6));
        let group: Vec<u32> = (0..5).collect();
        assert_eq!(facts.held_together(&comments, &group, &Points::default()), [0, 1, 2, 3]);
    }

    /// Of the first 64 comments 34 are of the second campaign: behind them stand more of the first.
    #[test]
    fn comments_are_held_against_the_first_64() {
        let facts = Facts((0..8).map(|word| (word, 1.0)).collect());
        let comments: Vec<Comment> = (0..80)
            .map(|at| comment_with(if (30..64).contains(&at) { 4..8 } else { 0..4 }))
            .collect();
        let group: Vec<u32> = (0..80).collect();
        assert_eq!(
            facts.held_together(&comments, &group, &Points::default()),
            (30..64).collect::<Vec<u32>>()
        );
    }

    /// Asks about English texts.
    fn with_context<T>(texts: &[&str], ask: impl FnOnce(&Context<'_>) -> T) -> T {
        let documents = texts.iter().enumerate().map(|(at, text)| document(at, text));
        examples::with_corpus(&Corpus::of(documents.collect()), ask)
    }

    /// Nineteen words are too few to tell a language by, twenty are not.
    #[test]
    fn twenty_words_tell_their_language() {
        let check = |n_words: usize, expect: bool| {
            let words: Vec<&str> = "No canal permit".split(' ').cycle().take(n_words).collect();
            let text = words.join(" ");
            let own = detect_language(&text);
            assert_ne!(own, Lang::Eng);
            let texts = [LONG, &LONG.replace("Please", "Kindly"), &text];
            let found = with_context(&texts, |context| {
                languages(context, &context.tables.corpus().ids().collect::<Vec<_>>())
            });
            assert_eq!(found[2] == Lang::Eng, expect, "{n_words}");
        };
        check(19, true);
        check(20, false);
    }

    /// Of 10, 20, 30 and 40 words the mean is 25, the variance 125, its root .4472 of the mean. Of 1 and 3 it is half.
    #[test]
    fn lengths_vary_by_their_deviation_from_the_mean() {
        let found = variation([10, 20, 30, 40].into_iter());
        assert!((found - 0.2_f64.sqrt()).abs() < 1e-12, "{found}");
        assert_eq!(variation([1, 3].into_iter()), 0.5);
        assert_eq!(variation([7, 7].into_iter()), 0.0);
    }
}
