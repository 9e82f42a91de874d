//! Clusters around no form letter in, fewer of them out: what six texts and more share asks for its copies, as a form letter
//! does.
//!
//! Of a letter of which no two copies are alike, scanned, reworded a little, or with words put in, the phrases that find
//! candidates are just those that a copy has changed: it falls apart as the docket grows. What the copies share, their
//! *consensus*, has none of these changes. It is sought without limits, and clusters of which it holds half go to the largest.

use std::cmp::Reverse;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::links::{Context, Link};
use super::{Cluster, Clusters};
use crate::compare::{Seed, passages::SeedPassages};
use crate::corpus::{DocId, TermId, TokenText};
use crate::ngrams::{COPIED, NGram, counts, covered, distinct_ngrams, ngram, stretches};
use crate::retrieval::{self, RetrievalConfig, Searched};
use crate::thresholds::Thresholds;

/// Puts clusters together that are copies of one letter, as what most of them share tells.
///
/// # Errors
/// Where the search fails.
pub(super) fn gather(
    context: &Context<'_>,
    config: &RetrievalConfig,
    mut clusters: Clusters,
    documents: &[Searched<'_>],
) -> anyhow::Result<Clusters> {
    if !context.config.links.must {
        return Ok(clusters);
    }
    for _ in 0..context.tables.thresholds().work.rounds {
        let n_before = clusters.clusters.len();
        clusters = ask(context, config, clusters, documents)?;
        if clusters.clusters.len() == n_before {
            break;
        }
    }
    Ok(clusters)
}

/// One round.
fn ask(
    context: &Context<'_>,
    config: &RetrievalConfig,
    mut clusters: Clusters,
    documents: &[Searched<'_>],
) -> anyhow::Result<Clusters> {
    let letters = letters(context, &clusters.clusters);
    let seeds: Vec<Searched<'_>> = letters.iter().map(|(seed, text)| (*seed, text)).collect();
    let corpus = context.tables.corpus();
    let candidates = retrieval::of_letters(corpus, &seeds, documents, config)?;
    // Letters that have asked, and clusters that joined one.
    let mut settled: FxHashSet<DocId> = FxHashSet::default();
    let links: Vec<Vec<Link>> = letters
        .par_iter()
        .zip(candidates.sets())
        .map(|((seed, text), set)| {
            let letter = Seed::of_consensus(context.tables, *seed, text);
            let others = set.documents.par_iter().filter(|id| !clusters.are_together(*seed, **id));
            // As between versions, a paragraph is not enough.
            others.filter_map(|id| context.version(&letter, *id, false).1).collect()
        })
        .collect();
    for ((letter, _), links) in letters.iter().zip(links) {
        if !settled.insert(*letter) {
            continue;
        }
        let mut linked: FxHashMap<DocId, Vec<Link>> = FxHashMap::default();
        for link in links {
            let seed = clusters.of(link.document).seed;
            linked.entry(seed).or_default().push(link);
        }
        // More than half of it: of two texts one does not leave the other alone.
        linked.retain(|seed, links| {
            !settled.contains(seed) && links.len() * 2 > clusters.of(*seed).members.len() + 1
        });
        let mut joining: Vec<(DocId, Vec<Link>)> = linked.into_iter().collect();
        joining.sort_unstable_by_key(|(seed, _)| *seed);
        for (seed, mut links) in joining {
            settled.insert(seed);
            // Its seed last, with those that it alone holds.
            links.sort_by_key(|link| (link.document == seed, link.document));
            for link in links {
                clusters.move_to(link.document, *letter, context.member(&link));
            }
        }
    }
    Ok(clusters.in_order(context))
}

/// What the texts of clusters share, each with the seed of its cluster, that of most texts first.
fn letters(context: &Context<'_>, clusters: &[Cluster]) -> Vec<(DocId, TokenText)> {
    let thresholds = context.tables.thresholds();
    let n_copies = thresholds.work.copies;
    let mut found: Vec<(usize, (DocId, TokenText))> = clusters
        .par_iter()
        .filter(|cluster| cluster.members.len() + 1 >= thresholds.counts.letter)
        .filter_map(|cluster| {
            let documents: Vec<DocId> = cluster.documents().collect();
            let sample = context.tables.corpus().first_by_content(&documents, n_copies);
            let texts: Vec<&TokenText> = sample.iter().map(|id| context.tables.text(*id)).collect();
            let text = consensus(&texts, thresholds)?;
            Some((documents.len(), (cluster.seed, text)))
        })
        .collect();
    found.sort_by_key(|(n_texts, (seed, _))| (Reverse(*n_texts), context.order(*seed)));
    found.into_iter().map(|(_, letter)| letter).collect()
}

/// What some texts share, if they are copies of one letter.
fn consensus(texts: &[&TokenText], thresholds: &Thresholds) -> Option<TokenText> {
    let text = shared_text(texts, thresholds)?;
    speaks_for(&text, texts, thresholds).then_some(text)
}

/// What some texts share: of the text of which most is held by many what is held, and between two such stretches the words
/// by which most go on. None where nothing is.
pub(super) fn shared_text(texts: &[&TokenText], thresholds: &Thresholds) -> Option<TokenText> {
    let ngrams = texts.iter().flat_map(|text| distinct_ngrams(text.terms(), COPIED));
    let many = thresholds.shares.many;
    let mut n_holders = counts(ngrams);
    n_holders.retain(|_, n| many.is_met(*n, texts.len()));
    // Of equals the first.
    let base = texts.iter().rev().max_by_key(|text| {
        text.terms().windows(COPIED).filter(|words| n_holders.contains_key(&ngram(words))).count()
    })?;
    let next_words = NextWords::of(texts, &n_holders);
    let blocks: Vec<Vec<TermId>> = base
        .block_ranges()
        .map(|block| next_words.bridged(&base.terms()[block]))
        .filter(|words| !words.is_empty())
        .collect();
    let text = TokenText::from_blocks(blocks.iter().map(Vec::as_slice));
    (!text.is_empty()).then_some(text)
}

/// Whether many of some texts consist of a letter for the most part. Those that have but a paragraph in common are copies
/// of none.
fn speaks_for(letter: &TokenText, texts: &[&TokenText], thresholds: &Thresholds) -> bool {
    let most = thresholds.shares.most;
    let passages = SeedPassages::new(letter, true, |_| None);
    let n_copies = texts
        .iter()
        .filter(|text| most.is_met(passages.compare(text.terms()).n_document, text.len()))
        .count();
    most.is_met(n_copies, texts.len())
}

/// Which word follows two others in most texts, of what many texts hold.
struct NextWords<'a> {
    n_holders: &'a FxHashMap<NGram, usize>,
    by_two: FxHashMap<[TermId; 2], (usize, TermId)>,
}

impl<'a> NextWords<'a> {
    fn of(texts: &[&TokenText], n_holders: &'a FxHashMap<NGram, usize>) -> Self {
        let mut by_two: FxHashMap<[TermId; 2], (usize, TermId)> = FxHashMap::default();
        for words in texts.iter().flat_map(|text| text.terms().windows(COPIED)) {
            if let Some(n) = n_holders.get(&ngram(words)) {
                let most = by_two.entry([words[0], words[1]]).or_insert((*n, words[2]));
                *most = (*most).max((*n, words[2]));
            }
        }
        Self { n_holders, by_two }
    }

    /// The words of a block that many hold, and where something else stands between them, what stands there in most texts.
    fn bridged(&self, block: &[TermId]) -> Vec<TermId> {
        let held = covered(block, COPIED, |ngram| self.n_holders.contains_key(&ngram));
        let mut words: Vec<TermId> = Vec::new();
        let mut end = 0;
        for held in stretches(0..block.len(), |word| held[word]) {
            if end > 0 {
                words.extend(self.bridge(&words, &block[held.start..], held.start - end));
            }
            words.extend_from_slice(&block[held.clone()]);
            end = held.end;
        }
        words
    }

    /// The words that lead from some words to those behind a gap.
    fn bridge(&self, before: &[TermId], behind: &[TermId], gap: usize) -> Vec<TermId> {
        let mut path = before[before.len().saturating_sub(2)..].to_vec();
        let n_before = path.len();
        while path.len() <= n_before + gap + COPIED {
            let [.., a, b] = path[..] else { break };
            let Some((_, next)) = self.by_two.get(&[a, b]) else { break };
            path.push(*next);
            if let [bridge @ .., a, b] = &path[n_before..]
                && behind.starts_with(&[*a, *b])
            {
                return bridge.to_vec();
            }
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{RetrievalConfig, Searched, consensus, gather};
    use crate::clustering::examples;
    use crate::corpus::examples::{corpus, docket};
    use crate::corpus::{DocId, TokenText};

    /// Six texts have a word of their own behind every five words of the letter, or in the place of another word: nobody holds
    /// it. Of others its ten words are two thirds, or less than six tenths.
    #[test]
    fn what_copies_share_is_the_letter_that_none_of_them_holds() {
        let exchanged = |at: usize| format!("k:{} x{at}z:1 k:{}-15", at + 4, at + 5);
        let exchanged = [0, 1, 2, 3, 4, 5].map(exchanged).join(" / ");
        for (texts, expect) in [
            ("6x k:5 x#:1 k:5-10 y#:1 k:10-15", Some(15)),
            (&exchanged, Some(15)),
            ("6x k:10 own#:5", Some(10)),
            ("6x k:10 own#:7", None),
        ] {
            let corpus = corpus(&[docket(texts), vec!["k:15".to_owned()]].concat());
            let mut texts: Vec<&TokenText> = corpus.ids().map(|id| corpus.token_text(id)).collect();
            let letter = texts.pop().expect("the letter").terms();
            let found = consensus(&texts, corpus.thresholds());
            assert_eq!(found.as_ref().map(TokenText::terms), expect.map(|n| &letter[..n]));
        }
    }

    /// Clusters of six, three, and two copies of which no two share five words with each other, beside a stranger.
    #[test]
    fn clusters_of_one_letter_go_to_the_largest() {
        let stretches = (0..50).step_by(5).map(|from| format!("k:{from}-{} x{from}n#:1", from + 5));
        let copy = stretches.collect::<Vec<_>>().join(" ");
        let texts = docket(&format!("11x {copy} / own:60"));
        let found = examples::with_context(&texts, |context| {
            let clusters = examples::clusters(
                context.references,
                &[
                    (DocId(0), &[1, 2, 3, 4, 5].map(|id| (DocId(id), 50))),
                    (DocId(6), &[7, 8].map(|id| (DocId(id), 50))),
                    (DocId(9), &[(DocId(10), 50)]),
                    (DocId(11), &[]),
                ],
            );
            let unique = context.references.unique();
            let documents: Vec<Searched<'_>> =
                unique.iter().map(|id| (*id, context.tables.text(*id))).collect();
            gather(context, &RetrievalConfig::default(), clusters, &documents).expect("clusters")
        });
        let sizes: Vec<(DocId, usize)> =
            found.clusters.iter().map(|cluster| (cluster.seed, cluster.members.len())).collect();
        assert_eq!(sizes, [(DocId(0), 10), (DocId(11), 0)]);
    }
}
