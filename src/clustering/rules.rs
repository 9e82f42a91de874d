//! Evidence in, a verdict out: THE table of rules, and their order (SIGIR 2006 §4.4).
//!
//! Rules hold between a seed and a document, never between two members: closure over all documents would
//! chain A→Z. Precedence: the analyst, cannot, must, family, distance.

use super::ClusteringConfig;
use crate::compare::Evidence;
use crate::compare::passages::Distinctive;
use crate::thresholds::{
    FEWEST_UNQUOTED, LONG_PASSAGE, NEARLY_ALL, Needed, OPPOSED_PLACES, SAME_FOR_THE_MOST_PART,
    SAME_TEXT, SHORT_TEXT, SHORTEST_HALF, SHORTEST_PARAGRAPH, SHORTEST_STATEMENT, SIMILAR_SIZE,
    WHOLLY,
};

/// Which kinds of links are used, for the ablation of SIGIR 2006 Figure 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Links {
    /// Must-links, and letters of which every copy is worded anew.
    pub must: bool,
    /// Cannot-links.
    pub cannot: bool,
    /// Family-links.
    pub family: bool,
}

impl Links {
    /// Every kind.
    pub const ALL: Self = Self { must: true, cannot: true, family: true };
    /// No kind: distance alone, the baseline of the paper.
    pub const NONE: Self = Self { must: false, cannot: false, family: false };
}

/// Why a document is in its cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// The analyst says so.
    Analyst,
    /// Nearly all words are the same.
    WordOverlap,
    /// The whole seed is contained.
    Containment,
    /// A paragraph of the seed is kept, or a passage as long.
    Paragraph,
    /// More than half of the shorter text stands in the other one.
    Half,
    /// Same mass mailer, dockets and footer, similar size, and a small distance.
    Family,
    /// A small distance.
    Distance,
    /// Its words are the wording of a campaign of which every copy is worded anew.
    Reworded,
    /// It is a short text but for a few letters or words (see `short_copies.rs`).
    ShortCopy,
}

impl Rule {
    /// Whether the document is held whatever its distance.
    pub fn is_must(self) -> bool {
        !matches!(self, Self::Family | Self::Distance)
    }
}

/// What a rule says where it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    Cannot,
    /// What must hold beside any rule that joins.
    Needs,
    Must(Rule),
    Near(Rule),
}

/// A rule between a seed and a document.
pub(super) struct Row {
    pub(super) says: Says,
    /// Where it comes from.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "for the reader, and for the test that lists the rules")
    )]
    pub(super) source: &'static str,
    holds: fn(&Evidence<'_>, &ClusteringConfig) -> bool,
}

/// The rules, in the order of their precedence.
pub(super) const RULES: [Row; 9] = [
    Row {
        says: Says::Cannot,
        source: "SIGIR 2006 §4.4.2: different docket ids",
        holds: |evidence, _| evidence.cite_other_dockets() && !is_mistyped(evidence),
    },
    Row {
        says: Says::Cannot,
        source: "ours: rivals of one wording, which fixtures/opposite-stance shows",
        holds: |evidence, _| evidence.are_opposed(opposed_places(evidence)),
    },
    Row {
        says: Says::Needs,
        source: "ours: what one of two quotes makes neither a copy, which fixtures/common-heading shows",
        holds: |evidence, _| !rests_on_a_quotation(evidence),
    },
    Row {
        says: Says::Must(Rule::WordOverlap),
        source: "SIGIR 2006 §4.4.1: word overlap above 95 %",
        holds: |evidence, _| evidence.word_overlap_above(NEARLY_ALL) && !evidence.is_boilerplate(),
    },
    Row {
        says: Says::Must(Rule::Containment),
        source: "SIGIR 2006 §4.4.1: complete containment of the reference copy",
        holds: |evidence, _| contains_the_seed(evidence),
    },
    Row {
        says: Says::Must(Rule::Paragraph),
        source: "SIGIR 2006 §2: at least one paragraph (key block)",
        holds: |evidence, _| keeps_a_paragraph(evidence),
    },
    Row {
        says: Says::Must(Rule::Half),
        source: "ours: versions and excerpts, measured on wild simulated dockets",
        holds: |evidence, _| shares_half(evidence),
    },
    Row {
        says: Says::Near(Rule::Distance),
        source: "SIGIR 2006 §4.2 and Figure 3",
        holds: |evidence, config| is_near(evidence, config.threshold),
    },
    Row {
        says: Says::Near(Rule::Family),
        source: "SIGIR 2006 §4.4.3 and Figure 3: distance − α",
        holds: |evidence, config| {
            is_near(evidence, config.threshold + config.family_bonus)
                && (evidence.is_family_by_analyst || are_family(evidence))
        },
    },
];

impl Needed {
    fn is_met_by(self, distinctive: Distinctive, evidence: &Evidence<'_>) -> bool {
        let (confirmed, all) =
            (evidence.in_words(distinctive.confirmed), evidence.in_words(distinctive.all));
        evidence.is_letter && confirmed >= self.of_letter
            || confirmed >= self.known
            || all >= self.all
    }
}

/// The rule by which a document belongs to a seed's cluster, if one does.
pub(super) fn decide(evidence: &Evidence<'_>, config: &ClusteringConfig) -> Option<Rule> {
    let found = RULES.iter().find_map(|row| match row.says {
        Says::Must(rule) if config.links.must => (row.holds)(evidence, config).then_some(rule),
        Says::Near(rule)
            if rule == Rule::Distance || config.links.family || evidence.is_family_by_analyst =>
        {
            (row.holds)(evidence, config).then_some(rule)
        }
        _ => None,
    })?;
    // Cannot-links come first; they are looked for last, because hardly any pair gets so far.
    (has_what_links_need(evidence, config) && !is_parted(evidence, config)).then_some(found)
}

/// Whether a pair has what every link needs. Without must-links distance alone decides, as in the baseline of the paper.
fn has_what_links_need(evidence: &Evidence<'_>, config: &ClusteringConfig) -> bool {
    let mut needs = RULES.iter().filter(|row| row.says == Says::Needs);
    !config.links.must || needs.all(|row| (row.holds)(evidence, config))
}

/// What one form letter is to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Version {
    /// Another letter.
    No,
    /// Its rival: the same wording, the opposite stance.
    Opposed,
    /// A version of it, by a must-link.
    By(Rule),
}

/// Whether a form letter is a version of another one: by nearly the same words, containment, or half of the
/// shorter one. A kept paragraph is not enough, for one sender's letters share those.
pub(super) fn version(evidence: &Evidence<'_>, config: &ClusteringConfig) -> Version {
    let versions = [Rule::WordOverlap, Rule::Containment, Rule::Half];
    let found = RULES.iter().find_map(|row| match row.says {
        Says::Must(rule) if config.links.must && versions.contains(&rule) => {
            (row.holds)(evidence, config).then_some(rule)
        }
        _ => None,
    });
    match found {
        None => Version::No,
        Some(_) if !has_what_links_need(evidence, config) => Version::No,
        Some(_) if config.links.cannot && evidence.are_opposed(opposed_places(evidence)) => {
            Version::Opposed
        }
        Some(_) if is_parted(evidence, config) => Version::No,
        Some(rule) => Version::By(rule),
    }
}

/// Whether a cannot-link parts a document from a seed.
pub(super) fn is_parted(evidence: &Evidence<'_>, config: &ClusteringConfig) -> bool {
    let mut cannot = RULES.iter().filter(|row| row.says == Says::Cannot);
    config.links.cannot && cannot.any(|row| (row.holds)(evidence, config))
}

fn is_mistyped(evidence: &Evidence<'_>) -> bool {
    evidence.cites_what_nobody_else_does()
        && evidence.in_words(evidence.overlap.n_phrases.min(evidence.overlap.n_document))
            >= SAME_TEXT
}

fn opposed_places(evidence: &Evidence<'_>) -> usize {
    if evidence.is_between_letters { 1 } else { OPPOSED_PLACES }
}

/// Whether the seed stands in the document: with small edits where it is no form letter and known to be distinctive, else
/// wholly.
fn contains_the_seed(evidence: &Evidence<'_>) -> bool {
    let (overlap, (seed, _)) = (&evidence.overlap, evidence.lengths);
    let distinctive = overlap.best_block.distinctive;
    if !SHORTEST_STATEMENT.is_met_by(distinctive, evidence) {
        return false;
    }
    let may_be_edited =
        !evidence.is_letter && evidence.in_words(distinctive.confirmed) >= SHORTEST_STATEMENT.known;
    overlap.n_seed == seed || may_be_edited && overlap.n_seed * 10 >= seed * WHOLLY
}

fn keeps_a_paragraph(evidence: &Evidence<'_>) -> bool {
    let block = evidence.overlap.best_block;
    block.is_mostly_kept() && SHORTEST_PARAGRAPH.is_met_by(block.distinctive, evidence)
        || LONG_PASSAGE.is_met_by(evidence.overlap.long, evidence)
}

/// Whether more than half of the shorter text stands in the other, and that is evidence. Two letters that each circulate
/// need none where they are the same text for the most part: others may cite what they share.
fn shares_half(evidence: &Evidence<'_>) -> bool {
    let overlap = &evidence.overlap;
    let n_shared = overlap.n_phrases.min(overlap.n_document);
    let are_most = evidence.is_between_letters
        && evidence.in_words(n_shared) >= SHORTEST_HALF.all
        && n_shared * 10 >= evidence.longer() * SAME_FOR_THE_MOST_PART
        && !evidence.is_boilerplate();
    // Of a letter that others cite both consist.
    let are_letter = n_shared * 2 > evidence.longer()
        && evidence.in_words(overlap.n_cited + overlap.phrases.confirmed) >= SHORTEST_HALF.known;
    are_most
        || are_letter
        || n_shared * 2 > evidence.shorter() && SHORTEST_HALF.is_met_by(overlap.phrases, evidence)
}

/// Whether hardly anything that the two share stands outside what one of them quotes, or is known to be somebody's.
fn rests_on_a_quotation(evidence: &Evidence<'_>) -> bool {
    let needed = FEWEST_UNQUOTED.min(evidence.in_words(evidence.shorter()) / 2);
    evidence.n_shared_unquoted().is_some_and(|n_shared| evidence.in_words(n_shared) < needed)
}

fn are_family(evidence: &Evidence<'_>) -> bool {
    evidence.are_of_one_family() && are_of_similar_size(evidence.lengths)
}

/// Whether neither of two texts is much longer than the other, in words.
pub fn are_of_similar_size((a, b): (usize, usize)) -> bool {
    a.max(b) <= SIMILAR_SIZE * a.min(b)
}

fn is_near(evidence: &Evidence<'_>, threshold: f64) -> bool {
    evidence.in_words(evidence.shorter()) >= SHORT_TEXT
        && evidence.distance_within(threshold) < threshold
}
