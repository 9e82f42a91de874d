//! Seeds and candidates in, links out: which of the candidates belong to the seed, and why.

use rayon::iter::Either;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::analyst::AnalystLinks;
use super::rules::{self, Rule, Version};
use super::{Cluster, ClusteringConfig, Clusters, Member};
use crate::compare::{ByAnalyst, Evidence, Seed, Shares, Tables};
use crate::corpus::{ContentOrder, DocId, Timestamp, TokenText};
use crate::reference::ReferenceCopies;
use crate::retrieval::Searched;

/// What decides about links: the docket's tables, the analyst, the settings.
#[derive(Debug)]
pub struct Context<'a> {
    /// The docket's tables.
    pub tables: &'a Tables<'a>,
    /// The unique documents, told apart by redundancy.
    pub references: &'a ReferenceCopies,
    /// The analyst's own links.
    pub analyst: &'a AnalystLinks,
    /// What the user chose.
    pub config: &'a ClusteringConfig,
}

/// Why a document belongs to a seed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) document: DocId,
    /// The seed.
    pub(super) compared_with: DocId,
    pub(super) rule: Rule,
    /// Words of the document that stand in the seed.
    pub(super) n_shared_words: usize,
    pub(super) shares: Option<Shares>,
    /// See [`Overlap::n_within_blocks`](crate::compare::passages::Overlap::n_within_blocks).
    pub(super) n_within_blocks: usize,
    /// Blocks of the seed of which the document keeps at least half.
    pub(super) n_blocks_kept: usize,
    /// Not known of most must-links: they hold whatever the distance, and few of them are chosen.
    pub(super) known_distance: Option<f64>,
}

/// See [`Context::order`].
pub(super) type Order<'a> = (Timestamp, usize, ContentOrder<'a>);

impl Link {
    /// What a rule found between a seed and a document.
    pub(super) fn new(evidence: &Evidence<'_>, rule: Rule) -> Self {
        Self {
            document: evidence.document,
            compared_with: evidence.seed.document,
            rule,
            n_shared_words: evidence.overlap.n_document,
            shares: Some(evidence.shares()),
            n_within_blocks: evidence.overlap.n_within_blocks,
            n_blocks_kept: evidence.overlap.n_blocks_kept,
            known_distance: evidence.known_distance(),
        }
    }
}

/// A distinctive passage of a seed in a document that is no copy of it: who writes a comment of their own and quotes a passage of a
/// letter is no sender of that letter, but has read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Citation {
    pub(super) document: DocId,
    pub(super) seed: DocId,
    /// Words of the seed that stand in the document in long runs, or in the paragraph that it keeps.
    pub(super) n_words: usize,
}

impl From<&Member> for Link {
    fn from(member: &Member) -> Self {
        Self {
            document: member.document,
            compared_with: member.compared_with,
            rule: member.rule,
            n_shared_words: member.n_shared_words,
            shares: member.shares,
            // Members are compared with those of the same seed alone, for which all words in common will do.
            n_within_blocks: member.n_shared_words,
            n_blocks_kept: member.n_blocks_kept,
            known_distance: Some(member.distance),
        }
    }
}

impl Context<'_> {
    /// The links of a seed with its candidates, and which of the others cite it.
    pub(super) fn links(&self, seed: &Seed, candidates: &[DocId]) -> (Vec<Link>, Vec<Citation>) {
        candidates
            .par_iter()
            // Most seeds have fewer, those of a large campaign many more.
            .with_min_len(256)
            .filter_map(|document| self.relation(seed, *document))
            .partition_map(|relation| relation)
    }

    /// A document, ready to be compared with others.
    pub fn seed(&self, document: DocId) -> Seed {
        if self.references.is_reference(document) {
            Seed::of_letter(self.tables, document, &FxHashSet::default())
        } else {
            Seed::of(self.tables, document)
        }
    }

    /// Documents with what is compared of them, to be searched, or to be sought of.
    pub(super) fn searched(&self, documents: &[DocId]) -> Vec<Searched<'_>> {
        documents.iter().map(|id| (*id, self.tables.text(*id))).collect()
    }

    /// The link between a seed and a document, if there is one.
    pub(super) fn link(&self, seed: &Seed, document: DocId) -> Option<Link> {
        self.relation(seed, document)?.left()
    }

    /// The link between a seed and a document, else what the document cites of it, if it does.
    fn relation(&self, seed: &Seed, document: DocId) -> Option<Either<Link, Citation>> {
        let evidence = self.evidence(seed, document);
        if evidence.overlap.n_document == 0 {
            return None;
        }
        if let Some(rule) = rules::decide(&evidence, self.config) {
            return Some(Either::Left(Link::new(&evidence, rule)));
        }
        rules::cites(&evidence, self.config).then(|| {
            let n_tokens = evidence.overlap.n_long.max(evidence.overlap.best_block.n_kept);
            let n_words = evidence.in_words(n_tokens);
            Either::Right(Citation { document, seed: seed.document, n_words })
        })
    }

    /// Whether a document is a version of the letter that a seed is, or its opposite, and the link where it is a version. A
    /// kept paragraph is not enough: letters of one sender share those.
    pub(super) fn version(&self, seed: &Seed, document: DocId) -> (Version, Option<Link>) {
        let evidence = self.evidence(seed, document);
        let version = rules::version(&evidence, self.config);
        let Version::By(rule) = version else { return (version, None) };
        (version, Some(Link::new(&evidence, rule)))
    }

    /// What two texts share, and what the analyst says of them.
    pub fn evidence<'e>(&'e self, seed: &'e Seed, document: DocId) -> Evidence<'e> {
        let mut evidence = Evidence::new(self.tables, seed, document);
        evidence.is_sent_by_several = self.is_sent_by_several(document);
        evidence.by_analyst = ByAnalyst {
            cannot: self.analyst.cannot(seed.document, document),
            family: self.analyst.family(seed.document, document),
        };
        evidence
    }

    /// Whether several comments have the words of a document.
    pub(super) fn is_sent_by_several(&self, document: DocId) -> bool {
        self.references.redundancy(document) >= self.tables.thresholds().counts.several
    }

    /// The comments of a cluster, exact copies included.
    pub fn n_comments(&self, cluster: &Cluster) -> usize {
        cluster.documents().map(|id| self.references.redundancy(id)).sum()
    }

    /// Whether a cannot-link parts two documents.
    pub(super) fn are_parted(&self, a: DocId, b: DocId) -> bool {
        let seed = Seed::of(self.tables, a);
        rules::is_parted(&self.evidence(&seed, b), self.config)
    }

    /// The document of a link as a member of the seed's cluster.
    pub(super) fn member(&self, link: &Link) -> Member {
        Member {
            document: link.document,
            compared_with: link.compared_with,
            rule: link.rule,
            distance: self.distance(link),
            n_shared_words: link.n_shared_words,
            shares: link.shares,
            n_blocks_kept: link.n_blocks_kept,
            also_contains: Vec::new(),
        }
    }

    /// The distance of a link in nats.
    pub(super) fn distance(&self, link: &Link) -> f64 {
        link.known_distance
            .unwrap_or_else(|| self.tables.distance(link.compared_with, link.document))
    }

    /// Whether a link is better than another one of the same document: a must-link before a distance; of must-links
    /// the one with more of its seed's words, then the one whose seed has fewer paragraphs that the document lacks; then
    /// the smaller distance, then the seed that comes first.
    ///
    /// What a document adds in its own words has little say between must-links. Those who put together the same passages
    /// of a kit go to one letter, where a few words that stand in another letter by chance would part them.
    pub(super) fn is_better(&self, link: &Link, known: &Link) -> bool {
        let by_evidence = match (link.rule.is_must(), known.rule.is_must()) {
            (true, true) => known
                .n_within_blocks
                .cmp(&link.n_within_blocks)
                .then_with(|| self.n_blocks_lacking(link).cmp(&self.n_blocks_lacking(known))),
            (is_must, known_is_must) => known_is_must.cmp(&is_must),
        };
        by_evidence
            .then_with(|| self.distance(link).total_cmp(&self.distance(known)))
            .then_with(|| self.order(link.compared_with).cmp(&self.order(known.compared_with)))
            .is_lt()
    }

    /// The paragraphs of a seed of which the document keeps less than half.
    fn n_blocks_lacking(&self, link: &Link) -> usize {
        let n_blocks = self.tables.text(link.compared_with).block_ranges().count();
        n_blocks.saturating_sub(link.n_blocks_kept)
    }

    /// What orders documents that are equal otherwise: time, then the shorter text, to which the other one
    /// may have added, then content.
    pub(super) fn order(&self, id: DocId) -> Order<'_> {
        let corpus = self.tables.corpus();
        (corpus.entry(id).time, self.tables.text(id).len(), corpus.content_order(id))
    }

    /// A cluster around a seed.
    pub(super) fn cluster(&self, seed: DocId, members: Vec<Member>) -> Cluster {
        Cluster {
            seed,
            members,
            redundancy: self.references.redundancy(seed),
            is_form_letter: self.references.is_reference(seed),
            cut_off: self.config.threshold,
            opposed: Vec::new(),
            shares_passages: Vec::new(),
        }
    }
}

/// Tells of the members of the cluster around a seed how they belong to its letter, for which the document `reference`
/// stands: it started from the seed, which may be an excerpt of what they hold whole. Not of those that no rule places beside it: they are there for what they share with the seed. What the analyst
/// or another text placed, and what `stays`, stays as it is.
pub fn hold_against_letter(
    context: &Context<'_>,
    clusters: &mut Clusters,
    (own_seed, reference): (DocId, DocId),
    letter: &TokenText,
    stays: impl Fn(DocId) -> bool + Sync,
) {
    let tables = context.tables;
    let seed = Seed::of_consensus(tables, reference, letter);
    let Ok(at) = clusters.clusters.binary_search_by_key(&own_seed, |cluster| cluster.seed) else {
        return;
    };
    clusters.clusters[at].members.par_iter_mut().for_each(|member| {
        let is_held = member.compared_with == own_seed
            // Nothing is compared with itself.
            && member.document != reference
            && member.rule != Rule::Analyst
            && !stays(member.document);
        if !is_held {
            return;
        }
        let evidence = context.evidence(&seed, member.document);
        if let Some(rule) = rules::decide(&evidence, context.config) {
            evidence.distance_within(f64::INFINITY);
            let also_contains = std::mem::take(&mut member.also_contains);
            *member = Member { also_contains, ..context.member(&Link::new(&evidence, rule)) };
        }
    });
}

#[cfg(test)]
mod tests {
    use crate::clustering::examples::with_context;
    use crate::compare::Seed;
    use crate::corpus::DocId;

    /// Of two letters with the same 40 words the text goes to the one that has nothing besides.
    #[test]
    fn the_letter_of_which_less_is_missing_is_better() {
        for (letters, better) in [(["p:40|r:40", "p:40"], 1), (["p:40", "p:40|r:40"], 0)] {
            with_context(&[letters[0], letters[1], "p:40|u:20"], |context| {
                let links = [DocId(0), DocId(1)].map(|letter| {
                    let seed = Seed::of(context.tables, letter);
                    context.link(&seed, DocId(2)).expect("it holds a paragraph")
                });
                assert!(context.is_better(&links[better], &links[1 - better]));
                assert!(!context.is_better(&links[1 - better], &links[better]));
            });
        }
    }
}
