//! Seed and candidates in, links out: which of the candidates belong to the seed, and why.

use rayon::prelude::*;

use super::constraints::{self, SHORT_DOCUMENT};
use super::passages::{Gram, Overlap, SeedPassages, Shared};
use super::{Config, Member, Models, Rule};
use crate::corpus::{DocId, TokenText};

/// Candidates of a seed that one thread compares: most seeds have fewer, those of a large campaign many more.
const FEWEST_IN_PARALLEL: usize = 256;

/// What documents are compared with.
pub(super) struct Seed<'a> {
    /// The document that stands for it.
    pub(super) document: DocId,
    /// Its words, then those of its versions.
    pub(super) text: &'a TokenText,
    /// How many words are its own.
    pub(super) n_own: usize,
    /// Whether it is a form letter.
    pub(super) is_letter: bool,
}

impl<'a> Seed<'a> {
    /// A document by itself.
    pub(super) fn of(models: &Models<'a>, document: DocId, is_letter: bool) -> Self {
        let text = models.text(document);
        Self {
            document,
            text,
            n_own: text.len(),
            is_letter,
        }
    }
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
    /// Blocks of the seed of which the document keeps at least half.
    pub(super) n_blocks_kept: usize,
    /// Not known of most must-links: they hold whatever the distance, and few of them are chosen.
    pub(super) known_distance: Option<f64>,
}

impl Link {
    /// The distance in nats.
    pub(super) fn distance(&self, models: &Models<'_>) -> f64 {
        let compute = || models.distance(self.compared_with, self.document);
        self.known_distance.unwrap_or_else(compute)
    }

    /// The document as a member of the seed's cluster.
    pub(super) fn member(&self, models: &Models<'_>) -> Member {
        Member {
            document: self.document,
            compared_with: self.compared_with,
            rule: self.rule,
            distance: self.distance(models),
            n_shared_words: self.n_shared_words,
            n_blocks_kept: self.n_blocks_kept,
            also_contains: Vec::new(),
        }
    }
}

impl From<&Member> for Link {
    fn from(member: &Member) -> Self {
        Self {
            document: member.document,
            compared_with: member.compared_with,
            rule: member.rule,
            n_shared_words: member.n_shared_words,
            n_blocks_kept: member.n_blocks_kept,
            known_distance: Some(member.distance),
        }
    }
}

/// Compares a seed with its candidates: which of them it is linked with, and how. `is_common` tells of
/// runs of words whether letters share them, `n_everywhere` of the seed's words how many documents of the
/// docket hold them, where that is known.
pub(super) fn links_of(
    models: &Models<'_>,
    seed: &Seed<'_>,
    candidates: &[DocId],
    is_common: impl Fn(Gram) -> bool,
    n_everywhere: &[u32],
    config: &Config,
) -> Vec<Link> {
    let mut passages = SeedPassages::new(seed.text, is_common).with_own_words(seed.n_own);
    let compared = candidates.par_iter().with_min_len(FEWEST_IN_PARALLEL);
    let shared: Vec<Shared> = compared
        .clone()
        .map(|id| passages.compare(models.text(*id)))
        .collect();
    passages.discount_quotations(&shared, n_everywhere);
    let pairs = compared.zip(&shared);
    pairs
        .filter_map(|(id, shared)| {
            let overlap = Some(passages.overlap(shared)).filter(|it| it.n_document > 0)?;
            link(models, seed, *id, &overlap, config)
        })
        .collect()
}

/// What holds between a seed and a document, if anything does: a must-link, or a distance below the
/// cut-off; nothing across a cannot-link.
fn link(
    models: &Models<'_>,
    Seed {
        document: seed,
        n_own,
        is_letter,
        ..
    }: &Seed<'_>,
    document: DocId,
    overlap: &Overlap,
    config: &Config,
) -> Option<Link> {
    let seed = *seed;
    let lengths = (*n_own, models.text(document).len());
    let (shorter, longer) = (lengths.0.min(lengths.1), lengths.0.max(lengths.1));
    // Texts of different lengths share fewer of the longer one's words: no need to count them.
    let may_be_equal = shorter as f64 > constraints::MUST_OVERLAP * longer as f64;
    let in_common = || models.of(seed).in_common(models.of(document));
    let counted = may_be_equal.then(in_common);
    let must = if config.links.must {
        let word_overlap = counted.map_or(0.0, |counted| counted.word_overlap());
        constraints::must_link(overlap, lengths, word_overlap, *is_letter)
    } else {
        None
    };
    let (rule, known_distance) = match must {
        Some(must) => (Rule::Must(must), None),
        None if shorter < SHORT_DOCUMENT => return None,
        None => {
            let least = counted.unwrap_or_else(in_common).least_distance();
            if least - config.family_bonus >= config.threshold {
                return None;
            }
            let (rule, distance) = small_distance(models, seed, document, config)?;
            (rule, Some(distance))
        }
    };
    if is_parted(models, seed, document, config) {
        return None;
    }
    Some(Link {
        document,
        compared_with: seed,
        rule,
        n_shared_words: overlap.n_document,
        n_blocks_kept: overlap.n_blocks_kept,
        known_distance,
    })
}

/// Whether a seed and a document must not be together.
fn is_parted(models: &Models<'_>, seed: DocId, document: DocId, config: &Config) -> bool {
    let (own, other) = (models.document(seed), models.document(document));
    let analyst = models.analyst();
    let is_parted = config.links.cannot && constraints::cannot_link(own, other);
    analyst.cannot(seed, document) || is_parted && !analyst.must(seed, document)
}

/// A distance below the cut-off, with what a family-link takes off.
fn small_distance(
    models: &Models<'_>,
    seed: DocId,
    document: DocId,
    config: &Config,
) -> Option<(Rule, f64)> {
    let (own, other) = (models.document(seed), models.document(document));
    let lengths = (models.text(seed).len(), models.text(document).len());
    let distance = models.distance(seed, document);
    let is_family = config.links.family
        && (models.analyst().family(seed, document)
            || constraints::family_link(own, other, lengths));
    let adjusted = if is_family {
        distance - config.family_bonus
    } else {
        distance
    };
    let family = is_family && distance >= config.threshold;
    (adjusted < config.threshold).then_some((Rule::Distance { family }, distance))
}
