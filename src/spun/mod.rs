//! Clusters of texts in, spun letters out.
//!
//! No two copies of such a letter are near each other. But each is made of phrases that others have, too: texts
//! that are among each other's nearest by their phrases hang together (`neighbors`), the phrases that they
//! repeat and that stand hardly elsewhere are their wording ([`Wording`]), and a text belongs to them
//! where four in five of its words are of it. Group and wording grow by each other.
//!
//! Neighbors are sought in a sample of texts (`sample`). The wording found there finds the letter's other copies.
//!
//! Tried and not taken: growth by the Kullback–Leibler divergence to the group's Dirichlet-smoothed unigram model
//! (DESIGN §5c), from twenty copies, among 3,000 simulated comments. At a precision of .99 it finds all copies of
//! three grammars of four, but .63 and .88 of a letter of which whole sentences are worded anew: what its copies share
//! is which words stand together, and own words on the same subject use the same words. The ten nearest
//! texts by BM25 are copies of the same letter by words as well as by phrases.

pub(crate) mod neighbors;
mod phrases;
mod sample;
mod wording;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use self::neighbors::{Features, MutualNeighbors};
use self::sample::{SampledText, TextSample};
use crate::compare::Tables;
use crate::corpus::{DocId, TermId};
use crate::ngrams::sorted_dedup;
use crate::thresholds::{HALF, Thresholds};
pub use wording::Wording;

/// A spun letter.
#[derive(Clone, Debug)]
pub struct SpunLetter {
    /// Its texts, ascending.
    documents: Vec<DocId>,
    /// What they repeat.
    wording: Wording,
    /// Words of it in a copy, at the median.
    n_words: usize,
}

impl SpunLetter {
    fn new(documents: Vec<DocId>, wording: Wording, copies: &[&[TermId]]) -> Self {
        Self { n_words: wording.typical_length(copies.iter().copied()), documents, wording }
    }

    /// Its texts, ascending.
    pub fn documents(&self) -> &[DocId] {
        &self.documents
    }

    /// Leaves out texts that are none of its.
    pub fn retain(&mut self, is_its: impl FnMut(&DocId) -> bool) {
        self.documents.retain(is_its);
    }

    /// Whether a text is its.
    pub fn has(&self, document: DocId) -> bool {
        self.documents.binary_search(&document).is_ok()
    }

    /// What its texts repeat.
    pub fn wording(&self) -> &Wording {
        &self.wording
    }

    /// Words of its wording in a copy, at the median.
    pub fn n_words(&self) -> usize {
        self.n_words
    }

    /// Re-estimates the wording from some of its copies. `clusters` are others that it is held against.
    fn re_estimate(&mut self, tables: &Tables<'_>, copies: &[DocId], clusters: &[Vec<DocId>]) {
        let texts: Vec<Vec<DocId>> = tables
            .corpus()
            .first_by_content(copies, tables.thresholds().work.sample)
            .into_iter()
            .map(|id| vec![id])
            .chain(
                clusters.iter().filter(|cluster| !cluster.iter().any(|id| self.has(*id))).cloned(),
            )
            .collect();
        let sample = TextSample::of(tables, &texts);
        let group: Vec<u32> = (0u32..)
            .zip(&sample.texts)
            .filter(|(_, text)| self.has(text.document))
            .map(|(at, _)| at)
            .collect();
        self.wording = Wording::of(&sample, &group);
        let copies = group.iter().map(|at| sample.texts[*at as usize].terms);
        self.n_words = self.wording.typical_length(copies);
    }

    /// Its texts that are made of the wording. What others add may be from another letter, and is no wording of this one.
    fn copies_without_additions(&self, tables: &Tables<'_>) -> Vec<DocId> {
        let thresholds = tables.thresholds();
        let is_wording = |id: &DocId| {
            self.wording
                .in_text(tables.text(*id).terms(), thresholds)
                .is_most(thresholds.shares.similar)
        };
        self.documents.par_iter().copied().filter(is_wording).collect()
    }

    /// Whether its copies prove that it is a letter: hardly any has next to nothing of it. Language that many use, as that of
    /// laws is, stands in each of their texts here and there.
    pub fn is_proven(&self, tables: &Tables<'_>) -> bool {
        let thresholds = tables.thresholds();
        let copies = tables.corpus().first_by_content(&self.documents, thresholds.work.sample);
        let has_hardly_any = |id: &&DocId| {
            let terms = tables.text(**id).terms();
            !thresholds
                .shares
                .some
                .is_met(self.wording.in_text(terms, thresholds).n_dense(), terms.len())
        };
        let n_without = copies.par_iter().filter(has_hardly_any).count();
        !thresholds.shares.hardly_any.is_met(n_without, copies.len())
    }

    /// Whether a text is a copy of it: it is made of the wording, or half a copy stands in it beside other sentences.
    fn is_copy(&self, tables: &Tables<'_>, id: DocId) -> bool {
        let thresholds = tables.thresholds();
        let worded = self.wording.in_text(tables.text(id).terms(), thresholds);
        worded.is_most(thresholds.shares.similar)
            || HALF.is_met(worded.n_dense(), self.n_words) && worded.is_evidence(tables, id)
    }
}

/// Finds spun letters among the texts of clusters around no form letter, each given by its documents. `near` are those that
/// distance alone holds in theirs.
pub fn letters(
    tables: &Tables<'_>,
    clusters: &[Vec<DocId>],
    near: &FxHashSet<DocId>,
) -> Vec<SpunLetter> {
    let sample = TextSample::of(tables, clusters);
    let texts = &sample.texts;
    let mut is_taken = vec![false; texts.len()];
    let mut found = Vec::new();
    let features: Vec<Features> = texts
        .par_iter()
        .map(|text| Features {
            shared: text.phrases.iter().map(|phrase| (*phrase, 1.0)).collect(),
            n_single: text.n_single,
        })
        .collect();
    // In a docket on one subject a chain of neighbors leads from any letter to all others. Those who have their neighbors
    // in common are of one letter, and what they say beside it is their own.
    let ties = MutualNeighbors::of(&features, tables.thresholds().spun.ties);
    let groups = ties.groups().into_iter().map(|group| (group, false));
    let tight = ties.with_common(HALF).groups().into_iter().map(|group| (group, true));
    for (group, is_tight) in groups.chain(tight) {
        let Some((group, wording)) = settle(tables, &sample, group, is_tight, &is_taken) else {
            continue;
        };
        let documents = documents(&sample, clusters, near, &group);
        if documents.is_empty() {
            continue;
        }
        for (is_taken, text) in is_taken.iter_mut().zip(texts) {
            *is_taken |= documents.binary_search(&text.document).is_ok();
        }
        let copies: Vec<&[TermId]> = group.iter().map(|at| texts[*at as usize].terms).collect();
        found.push(SpunLetter::new(documents, wording, &copies));
    }
    found
}

/// Adds the clusters to the letters of which half the texts are copies of them.
pub fn grow(tables: &Tables<'_>, letters: &mut [SpunLetter], clusters: &[Vec<DocId>]) {
    if letters.is_empty() {
        return;
    }
    let taken: FxHashSet<DocId> =
        letters.iter().flat_map(|letter| letter.documents.iter().copied()).collect();
    let joining: Vec<(usize, &Vec<DocId>)> = clusters
        .par_iter()
        .filter(|cluster| !taken.contains(&cluster[0]))
        .filter_map(|cluster| {
            let texts =
                tables.corpus().first_by_content(cluster, tables.thresholds().spun.of_one_cluster);
            let letter = letters.iter().position(|letter| {
                HALF.is_met(
                    texts.iter().filter(|id| letter.is_copy(tables, **id)).count(),
                    texts.len(),
                )
            })?;
            Some((letter, cluster))
        })
        .collect();
    for (letter, cluster) in joining {
        letters[letter].documents.extend(cluster);
    }
    for letter in letters {
        letter.documents.sort_unstable();
    }
}

/// The wording of texts that are known to be a letter's. `clusters` are others that they are held against.
pub fn wording(tables: &Tables<'_>, mut documents: Vec<DocId>, clusters: &[Vec<DocId>]) -> Wording {
    documents.sort_unstable();
    let mut letter =
        SpunLetter { documents: documents.clone(), wording: Wording::default(), n_words: 0 };
    letter.re_estimate(tables, &documents, clusters);
    letter.wording
}

/// Finds the copies of letters among texts of which a few were looked at, `clusters`. The more copies are known,
/// the more is known of their wording.
pub fn spread(
    tables: &Tables<'_>,
    letters: &mut [SpunLetter],
    clusters: &[Vec<DocId>],
    texts: &[DocId],
) {
    let single: Vec<Vec<DocId>> = texts.iter().map(|id| vec![*id]).collect();
    let Thresholds { work, counts, .. } = tables.thresholds();
    for _ in 0..work.rounds {
        grow(tables, letters, &single);
        for letter in letters.iter_mut() {
            let copies = letter.copies_without_additions(tables);
            if copies.len() >= counts.group {
                letter.re_estimate(tables, &copies, clusters);
            }
        }
    }
}

/// Adds letters to those known. What repeats a known one's wording for the better part is that letter.
pub fn add(tables: &Tables<'_>, known: &mut Vec<SpunLetter>, found: Vec<SpunLetter>) {
    let n_known = known.len();
    let thresholds = tables.thresholds();
    for letter in found {
        match known[..n_known].iter().position(|known| {
            let terms = letter.documents.iter().map(|id| tables.text(*id).terms());
            let n_held = terms
                .filter(|terms| {
                    known.wording.in_text(terms, thresholds).is_most(thresholds.spun.rounds[0])
                })
                .count();
            HALF.is_met(n_held, letter.documents.len())
        }) {
            None => known.push(letter),
            Some(at) => {
                known[at].wording.extend(letter.wording);
                known[at].documents.extend(letter.documents);
                known[at].documents.sort_unstable();
            }
        }
    }
}

/// The texts that a wording of theirs holds, and it, where there are enough of them: of texts while the group shrinks
/// before it grows, of clusters in the end; and where half of them are a letter's. A tight group keeps those in which half a
/// copy stands.
fn settle(
    tables: &Tables<'_>,
    sample: &TextSample<'_>,
    mut group: Vec<u32>,
    is_tight: bool,
    is_taken: &[bool],
) -> Option<(Vec<u32>, Wording)> {
    let texts = &sample.texts;
    let thresholds = sample.thresholds;
    group.retain(|at| !is_taken[*at as usize]);
    for share in thresholds.wording_rounds() {
        if group.len() < thresholds.counts.group {
            return None;
        }
        let wording = Wording::of(sample, &group);
        let letter = is_tight
            .then(|| wording.typical_length(group.iter().map(|at| texts[*at as usize].terms)));
        let numbered = wording.by_numbers(sample);
        group = held(texts, is_taken, |_, text| {
            let worded = numbered.in_text(text, thresholds);
            worded.is_most(share)
                || letter.is_some_and(|n_words| HALF.is_met(worded.n_dense(), n_words))
                    && worded.is_evidence(tables, text.document)
        });
    }
    if n_clusters(texts, &group) < thresholds.counts.group {
        return None;
    }
    let wording = Wording::of(sample, &group);
    let letter = wording.typical_length(group.iter().map(|at| texts[*at as usize].terms));
    let numbered = wording.by_numbers(sample);
    let group = held(texts, is_taken, |at, text| {
        let is_among = group.binary_search(&at).is_ok();
        is_among || HALF.is_met(numbered.in_text(text, thresholds).n_dense(), letter)
    });
    let wording = Wording::of(sample, &group);
    let (group, wording) = proven(tables, sample, (group, wording));
    let n_letters = group
        .iter()
        .map(|at| texts[*at as usize].terms)
        .filter(|terms| wording.in_text(terms, thresholds).is_letter(&tables.quotations(terms)))
        .count();
    HALF.is_met(n_letters, group.len()).then_some((group, wording))
}

/// Of a group the texts in which its wording is evidence, and the wording of these. Strangers who share what a form puts
/// into their comments make that its wording: it is judged again by those who remain.
fn proven(
    tables: &Tables<'_>,
    sample: &TextSample<'_>,
    (mut group, mut wording): (Vec<u32>, Wording),
) -> (Vec<u32>, Wording) {
    let thresholds = sample.thresholds;
    loop {
        let n_texts = group.len();
        group.retain(|at| {
            let text = &sample.texts[*at as usize];
            let worded = wording.in_text(text.terms, thresholds);
            worded.is_most(thresholds.shares.similar) || worded.is_evidence(tables, text.document)
        });
        if group.len() == n_texts {
            return (group, wording);
        }
        wording = Wording::of(sample, &group);
    }
}

/// How many clusters the texts of a group are of.
fn n_clusters(texts: &[SampledText<'_>], group: &[u32]) -> usize {
    group.iter().map(|at| texts[*at as usize].cluster).collect::<FxHashSet<usize>>().len()
}

/// The texts that belong to a group, if no other one has them.
fn held(
    texts: &[SampledText<'_>],
    is_taken: &[bool],
    belongs: impl Fn(u32, &SampledText<'_>) -> bool + Sync,
) -> Vec<u32> {
    (0..texts.len() as u32)
        .into_par_iter()
        .filter(|at| !is_taken[*at as usize])
        .filter(|at| belongs(*at, &texts[*at as usize]))
        .collect()
}

/// The documents of the clusters of which half the sampled texts are in a group, ascending; none where one cluster
/// has more than a third of them, by more than distance: then its letter circulates, and the others are versions of it or of
/// its kit. Of three hundred spun copies the largest cluster has a fifth.
fn documents(
    sample: &TextSample<'_>,
    clusters: &[Vec<DocId>],
    near: &FxHashSet<DocId>,
    group: &[u32],
) -> Vec<DocId> {
    // Of each cluster how many texts are in the group, and how many in the sample.
    let mut n_texts: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
    for at in group {
        n_texts.entry(sample.texts[*at as usize].cluster).or_default().0 += 1;
    }
    for text in &sample.texts {
        n_texts.entry(text.cluster).or_default().1 += 1;
    }
    let of_group: Vec<&Vec<DocId>> = n_texts
        .into_iter()
        .filter(|(_, (n, n_sampled))| HALF.is_met(*n, *n_sampled))
        .map(|(at, _)| &clusters[at])
        .collect();
    let largest =
        of_group.iter().map(|cluster| cluster.iter().filter(|id| !near.contains(id)).count()).max();
    let documents = sorted_dedup(of_group.into_iter().flatten().copied());
    if documents.len() < sample.thresholds.counts.group
        || largest.unwrap_or_default() * 3 > documents.len()
    {
        return Vec::new();
    }
    documents
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::{SpunLetter, TextSample, Wording, add, documents, letters, proven};
    use crate::compare::Tables;
    use crate::corpus::DocId;
    use crate::corpus::examples::corpus;
    use crate::reference::ReferenceCopies;

    /// Twelve texts of 30 words and a trailer of 28, and five of two words and the trailer. Among all of them it is what
    /// repeats, and four in five words of the five. By these alone it is no wording: 5 of them hold it in 150 words, 12
    /// others in 696, which is no five times as often (1 in 30, 1 in 58). Where the twelve have other words in its stead,
    /// the five stay.
    #[test]
    fn strangers_are_judged_without_each_other() {
        fn n_left(others: &str) -> usize {
            let long = (0..12)
                .map(|nth| format!("own{nth}z:30 {}:28", others.replace('#', &nth.to_string())));
            let short = (0..5).map(|nth| format!("few{nth}z:2 trailer:28"));
            let texts: Vec<String> = long.chain(short).collect();
            let corpus = corpus(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            let references = ReferenceCopies::none_among(corpus.ids());
            let tables = Tables::new(&corpus, &references);
            let clusters: Vec<_> = corpus.ids().map(|id| vec![id]).collect();
            let sample = TextSample::of(&tables, &clusters);
            let group: Vec<u32> = (0..17).collect();
            let wording = Wording::of(&sample, &group);
            proven(&tables, &sample, (group, wording)).0.len()
        }
        assert_eq!(n_left("trailer"), 0);
        assert_eq!(n_left("other#z"), 5);
    }

    /// Asks about a sample of the texts of some clusters.
    fn with_sample<T>(clusters: &[Vec<String>], ask: impl FnOnce(&TextSample<'_>) -> T) -> T {
        let all: Vec<&str> = clusters.iter().flatten().map(String::as_str).collect();
        let corpus = corpus(&all);
        let references = ReferenceCopies::none_among(corpus.ids());
        let tables = Tables::new(&corpus, &references);
        let mut ids = corpus.ids();
        let clusters: Vec<Vec<DocId>> =
            clusters.iter().map(|texts| ids.by_ref().take(texts.len()).collect()).collect();
        ask(&TextSample::of(&tables, &clusters))
    }

    /// Twelve texts of one cluster, and two of another.
    #[test]
    fn ten_texts_of_a_cluster_are_looked_at() {
        let texts = |name: &str, n: usize| (0..n).map(|at| format!("{name}{at}z:5")).collect();
        let clusters = [texts("a", 12), texts("b", 2)];
        assert_eq!(with_sample(&clusters, |sample| sample.texts.len()), 12);
    }

    /// Five texts of 20 words hold a phrase, another one of 100 words, or of 99, does: 5 in 100 words are five times as often
    /// as 1 in 100.
    #[test]
    fn a_wording_is_five_times_as_common_in_its_texts() {
        let is_wording = |n_words: usize| {
            let inside = (0..5).map(|at| vec![format!("w:10 own{at}z:10")]);
            let clusters: Vec<Vec<String>> =
                inside.chain([vec![format!("w:10 other:{}", n_words - 10)]]).collect();
            with_sample(&clusters, |sample| {
                let wording = Wording::of(sample, &[0, 1, 2, 3, 4]);
                wording.covered(sample.texts[0].terms).count_ones(..) == 10
            })
        };
        assert!(is_wording(100));
        assert!(!is_wording(99));
    }

    /// Letters among texts of a cluster each, beside twenty others.
    fn n_found(texts: &[String]) -> Vec<usize> {
        let others = (0..20).map(|at| format!("other{at}z:40"));
        let texts: Vec<String> = texts.iter().cloned().chain(others).collect();
        let corpus = corpus(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        let references = ReferenceCopies::none_among(corpus.ids());
        let tables = Tables::new(&corpus, &references);
        let clusters: Vec<Vec<DocId>> = corpus.ids().map(|id| vec![id]).collect();
        letters(&tables, &clusters, &FxHashSet::default())
            .iter()
            .map(|letter| letter.documents().len())
            .collect()
    }

    /// Six senders each write 10 words of their own beside the 24 of a letter, which are seven in ten. Where these are one
    /// passage, it is a quotation.
    #[test]
    fn a_letter_is_found_with_what_its_senders_add() {
        let texts =
            |text: &str| (0..6).map(|at| text.replace('#', &at.to_string())).collect::<Vec<_>>();
        assert_eq!(n_found(&texts("a:12 own#z:5 b:12 own#y:5")), [6]);
        assert!(n_found(&texts("own#z:5 a:12 b:12 own#y:5")).is_empty());
    }

    /// Of the copies of clusters: five that belong to five clusters are a letter, four are not.
    #[test]
    fn a_letter_has_five_texts() {
        let n_documents = |n: usize| {
            let clusters: Vec<Vec<String>> = (0..n).map(|at| vec![format!("a{at}z:5")]).collect();
            let ids: Vec<Vec<DocId>> = (0..n as u32).map(|id| vec![DocId(id)]).collect();
            let group: Vec<u32> = (0..n as u32).collect();
            let near = FxHashSet::default();
            with_sample(&clusters, |sample| documents(sample, &ids, &near, &group).len())
        };
        assert_eq!(n_documents(5), 5);
        assert_eq!(n_documents(4), 0);
    }

    /// Of seven texts a cluster has three, more than a third; without the two that distance alone holds in it, one.
    #[test]
    fn what_distance_alone_holds_makes_no_large_cluster() {
        let n_documents = |near: &[DocId]| {
            let ids = [vec![0, 1, 2], vec![3], vec![4], vec![5], vec![6]]
                .map(|ids| ids.into_iter().map(DocId).collect::<Vec<_>>());
            let clusters: Vec<Vec<String>> = ids
                .iter()
                .map(|ids| ids.iter().map(|id| format!("a{}z:5", id.0)).collect())
                .collect();
            let (near, group) = (near.iter().copied().collect(), [0, 1, 2, 3, 4, 5, 6]);
            with_sample(&clusters, |sample| documents(sample, &ids, &near, &group).len())
        };
        assert_eq!(n_documents(&[]), 0);
        assert_eq!(n_documents(&[DocId(1)]), 7);
        assert_eq!(n_documents(&[DocId(1), DocId(2)]), 7);
    }

    /// Of the last of some copies 15 words are the letter's, which makes a stretch of 18: a tenth of 180, not of 181. One copy of
    /// 20 is one in twenty, one of 21 is not.
    #[test]
    fn a_letter_is_proven_by_all_copies_but_one_in_twenty() {
        let is_proven = |n_copies: usize, n_own: usize| {
            let mut texts = vec!["w:30".to_owned(); n_copies - 1];
            texts.push(format!("w:15 own:{n_own}"));
            let corpus = corpus(&texts.iter().map(String::as_str).collect::<Vec<_>>());
            let references = ReferenceCopies::none_among(corpus.ids());
            let tables = Tables::new(&corpus, &references);
            let sample = TextSample::of(&tables, &[vec![DocId(0)], vec![DocId(1)]]);
            let wording = Wording::of(&sample, &[0, 1]);
            let documents = corpus.ids().collect();
            SpunLetter { documents, wording, n_words: 30 }.is_proven(&tables)
        };
        assert!(is_proven(20, 165));
        assert!(!is_proven(20, 166));
        assert!(is_proven(21, 166));
    }

    /// A letter of 30 words that two texts have, and what is asked about it and a text of 30 words of which some are its.
    fn with_letter<T>(n_words: usize, ask: impl FnOnce(&Tables<'_>, SpunLetter) -> T) -> T {
        let corpus = corpus(&["w:30", "w:30", &format!("w:{n_words} own:{}", 30 - n_words)]);
        let references = ReferenceCopies::none_among(corpus.ids());
        let tables = Tables::new(&corpus, &references);
        let sample = TextSample::of(&tables, &[vec![DocId(0)], vec![DocId(1)]]);
        let wording = Wording::of(&sample, &[0, 1]);
        // No text holds half of a letter as long as this one.
        let letter = SpunLetter { documents: vec![DocId(0), DocId(1)], wording, n_words: 1000 };
        ask(&tables, letter)
    }

    #[test]
    fn a_copy_has_eight_words_of_ten_of_the_wording() {
        let is_copy = |n_words: usize| {
            with_letter(n_words, |tables, letter| letter.is_copy(tables, DocId(2)))
        };
        assert!(is_copy(24));
        assert!(!is_copy(23));
    }

    /// Of 30 words 24 are eight in ten, 23 are not.
    #[test]
    fn wording_is_re_estimated_from_copies_without_additions() {
        let n_copies = |n_words: usize| {
            with_letter(n_words, |tables, mut letter| {
                letter.documents.push(DocId(2));
                letter.copies_without_additions(tables).len()
            })
        };
        assert_eq!(n_copies(24), 3);
        assert_eq!(n_copies(23), 2);
    }

    #[test]
    fn letters_of_half_the_wording_are_one() {
        let n_letters = |n_words: usize| {
            with_letter(n_words, |tables, letter| {
                let mut known = vec![letter];
                let documents = vec![DocId(2)];
                let other = SpunLetter { documents, wording: Wording::default(), n_words: 30 };
                add(tables, &mut known, vec![other]);
                known.len()
            })
        };
        assert_eq!(n_letters(15), 1);
        assert_eq!(n_letters(14), 2);
    }
}
