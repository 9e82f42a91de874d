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
use crate::compare::Seed;
use crate::corpus::{DocId, TermId, TokenText};
use crate::ngrams::{COPIED, NGram, commonly_held, covered, ngrams};
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
        let letters = letters(context, &clusters.clusters);
        let seeds: Vec<Searched<'_>> = letters.iter().map(|(seed, text)| (*seed, text)).collect();
        let corpus = context.tables.corpus();
        let candidates = retrieval::of_letters(corpus, &seeds, documents, config)?;
        // Letters that have asked, and clusters that joined one.
        let mut settled: FxHashSet<DocId> = FxHashSet::default();
        let links: Vec<Vec<Link>> = letters
            .par_iter()
            .zip(candidates)
            .map(|((seed, text), set)| {
                let letter = Seed::of_consensus(context.tables, *seed, text);
                let others =
                    set.documents.par_iter().filter(|id| !clusters.are_together(*seed, **id));
                // As between versions, a paragraph is not enough.
                others.filter_map(|id| context.version(&letter, *id).1).collect()
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
        clusters = clusters.in_order(context.tables.thresholds());
        if clusters.clusters.len() == n_before {
            break;
        }
    }
    Ok(clusters)
}

/// What the texts of clusters share, each with the seed of its cluster, that of most texts first.
fn letters(context: &Context<'_>, clusters: &[Cluster]) -> Vec<(DocId, TokenText)> {
    let thresholds = context.tables.thresholds();
    let n_copies = thresholds.work.copies;
    let mut found: Vec<(usize, (DocId, TokenText))> = clusters
        .par_iter()
        .filter(|cluster| cluster.members.len() + 1 >= thresholds.counts.letter)
        .filter_map(|cluster| {
            let sample = context.tables.corpus().first_by_content(cluster.documents(), n_copies);
            let texts: Vec<&TokenText> = sample.iter().map(|id| context.tables.text(*id)).collect();
            let text = consensus(&texts, thresholds)?;
            Some((cluster.members.len(), (cluster.seed, text)))
        })
        .collect();
    found.sort_by_key(|(n_members, (seed, _))| (Reverse(*n_members), context.order(*seed)));
    found.into_iter().map(|(_, letter)| letter).collect()
}

/// What some texts share, if many of them consist of it for the most part: those that have but a paragraph in common are
/// copies of no letter.
fn consensus(texts: &[&TokenText], thresholds: &Thresholds) -> Option<TokenText> {
    let letter = shared_text(texts, thresholds)?;
    let ngrams: FxHashSet<NGram> = ngrams(letter.terms(), COPIED).collect();
    let most = thresholds.shares.most;
    let copies = texts.iter().filter(|text| {
        let of_letter = covered(text.terms(), COPIED, |ngram| ngrams.contains(&ngram));
        most.is_met(of_letter.count_ones(..), text.len())
    });
    most.is_met(copies.count(), texts.len()).then_some(letter)
}

/// What some texts share: of the text of which most is held by many what is held. None where nothing is.
pub(super) fn shared_text(texts: &[&TokenText], thresholds: &Thresholds) -> Option<TokenText> {
    let held = commonly_held(texts.iter().map(|text| text.terms()), COPIED, |n| {
        thresholds.shares.many.is_met(n, texts.len())
    });
    // Of equals the first.
    let (base, is_held) = texts
        .iter()
        .map(|text| (text, covered(text.terms(), COPIED, |ngram| held.contains(&ngram))))
        .rev()
        .max_by_key(|(_, is_held)| is_held.count_ones(..))?;
    let blocks: Vec<Vec<TermId>> = base
        .block_ranges()
        .map(|block| block.filter(|word| is_held[*word]).map(|word| base.terms()[word]).collect())
        .filter(|words: &Vec<TermId>| !words.is_empty())
        .collect();
    let text = TokenText::from_blocks(blocks.iter().map(Vec::as_slice));
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::{RetrievalConfig, consensus, gather};
    use crate::clustering::examples;
    use crate::corpus::examples::{corpus, docket};
    use crate::corpus::{DocId, TokenText};

    /// Six texts have a word of their own behind every five words of the letter: nobody holds it. Or in the place of another
    /// word: but for the word that the first of them lacks it is found. Of others its ten words are two thirds, or less than
    /// six tenths.
    #[test]
    fn what_copies_share_is_the_letter_that_none_of_them_holds() {
        let exchanged = [0, 1, 2, 3, 4, 5]
            .map(|at| format!("k:{} x{at}z:1 k:{}-15", at + 4, at + 5))
            .join(" / ");
        for (texts, expect) in [
            ("6x k:5 x#:1 k:5-10 y#:1 k:10-15", Some(15)),
            (&exchanged, Some(14)),
            ("6x k:10 own#:5", Some(10)),
            ("6x k:10 own#:7", None),
        ] {
            let corpus = corpus(&[docket(texts), vec!["k:15".to_owned()]].concat());
            let mut copies: Vec<&TokenText> =
                corpus.ids().map(|id| corpus.token_text(id)).collect();
            let whole = copies.pop().expect("the letter").terms();
            let found = consensus(&copies, corpus.thresholds());
            let words = found.as_ref().map(TokenText::terms);
            assert_eq!(words.map(<[_]>::len), expect);
            assert!(words.is_none_or(|terms| terms.iter().all(|term| whole.contains(term))));
        }
    }

    /// Clusters of six, three, and two copies of which no two share five words with each other, beside a stranger.
    #[test]
    fn clusters_of_one_letter_go_to_the_largest() {
        let stretches = (0..50).step_by(5).map(|from| format!("k:{from}-{} x{from}n#:1", from + 5));
        let copy = stretches.collect::<Vec<_>>().join(" ");
        let texts = docket(&format!("11x {copy} / own:60"));
        let found = examples::with_context(&texts, |context| {
            let clusters =
                examples::clusters(context.references, "0 1 2 3 4 5 / 6 7 8 / 9 10 / 11");
            let documents = context.searched(context.tables.unique());
            gather(context, &RetrievalConfig::default(), clusters, &documents).expect("clusters")
        });
        let sizes: Vec<(DocId, usize)> =
            found.clusters.iter().map(|cluster| (cluster.seed, cluster.members.len())).collect();
        assert_eq!(sizes, [(DocId(0), 10), (DocId(11), 0)]);
    }
}
