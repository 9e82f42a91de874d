//! Evidence in, a verdict out: THE table of rules, and their order (SIGIR 2006 §4.4).
//!
//! Rules hold between a seed and a document, never between two members: closure over all documents would
//! chain A→Z. Precedence: the analyst, cannot, must, family, distance.
//!
//! A new rule is a [`Rule`], a row of [`RULES`], and its words for people (`report/words.rs`). Thresholds
//! are in words, while [`Evidence`] counts tokens: [`Evidence::in_words`] converts them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::ClusteringConfig;
use crate::compare::passages::Distinctive;
use crate::compare::{Evidence, Tables};
use crate::corpus::DocId;
use crate::thresholds::{HALF, Needed, Rules, Thresholds};

/// Which kinds of links are used, for the ablation of SIGIR 2006 Figure 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Links {
    /// Must-links, and spun letters.
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

/// Why a comment is in its cluster.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// It is the reference copy.
    Reference,
    /// The cluster started from it; its letter is another text.
    Seed,
    /// It has the same words as `compared_with`.
    ExactCopy,
    /// A must-link of the analyst's.
    Analyst,
    /// Must-link: the whole reference copy is contained.
    Containment,
    /// Must-link: more than 95 % of the words are shared.
    WordOverlap,
    /// Must-link: a distinctive paragraph of the reference copy is kept, or most of one.
    Paragraph,
    /// Must-link: more than half of the shorter text stands in the other one, in runs of five words and more.
    Half,
    /// The distance is below the cut-off.
    Distance,
    /// A family-link (same relayer, docket, footer, similar size) brought the distance below the cut-off.
    FamilyLink,
    /// Four in five of its words are the wording of a campaign of which every copy is worded anew.
    Reworded,
    /// It is a short text but for a few letters or words, and more comments hold that text than chance explains.
    ShortCopy,
}

impl Rule {
    /// Whether the document is held whatever its distance.
    pub fn is_must(self) -> bool {
        !matches!(self, Self::FamilyLink | Self::Distance)
    }

    /// Whether clustering placed the document by it. The others are what the report says of seeds and exact copies.
    pub fn is_of_members(self) -> bool {
        !matches!(self, Self::Reference | Self::Seed | Self::ExactCopy)
    }
}

/// What a rule says where it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// The two are in different clusters.
    Cannot,
    /// What must hold beside any rule that joins.
    Needs,
    /// They are in one cluster, whatever their distance.
    Must(Rule),
    /// They are in one cluster.
    Near(Rule),
}

/// A rule between a seed and a document.
pub struct Row {
    /// What it says.
    pub says: Says,
    /// Whether it also makes one letter a version of another. A kept paragraph does not: one sender's letters share those.
    pub between_letters: bool,
    /// Where it comes from, and what it asks.
    pub source: &'static str,
    is_used: fn(Links) -> bool,
    holds: fn(&Evidence<'_>, &ClusteringConfig) -> bool,
}

/// The rules, in the order of their precedence. A must-link of the analyst's holds between all that it chains together,
/// against every rule here: it is applied to the clusters that these make (`constraints.rs`).
pub const RULES: &[Row] = &[
    Row {
        says: Says::Cannot,
        between_letters: true,
        source: "SIGIR 2006 §4.4, instance-level constraints: the analyst parts them",
        is_used: |_| true,
        holds: |evidence, _| evidence.by_analyst.cannot,
    },
    Row {
        says: Says::Cannot,
        between_letters: true,
        source: "SIGIR 2006 §4.4.2: different docket ids",
        is_used: |links| links.cannot,
        holds: |evidence, _| evidence.cite_other_dockets() && !is_mistyped(evidence),
    },
    Row {
        says: Says::Cannot,
        between_letters: true,
        source: "ours: rivals of one wording, which fixtures/opposite-stance shows",
        is_used: |links| links.cannot,
        holds: |evidence, _| are_rivals(evidence),
    },
    Row {
        says: Says::Needs,
        between_letters: true,
        source: "ours: what one of two quotes makes neither a copy, which fixtures/common-heading shows",
        is_used: |links| links.must,
        holds: |evidence, _| !rests_on_a_quotation(evidence),
    },
    Row {
        says: Says::Must(Rule::WordOverlap),
        between_letters: true,
        source: "SIGIR 2006 §4.4.1: word overlap above 95 %",
        is_used: |links| links.must,
        holds: |evidence, _| {
            evidence.word_overlap_above(evidence.thresholds().shares.nearly_all)
                && !evidence.is_boilerplate()
        },
    },
    Row {
        says: Says::Must(Rule::Containment),
        between_letters: true,
        source: "SIGIR 2006 §4.4.1: complete containment of the reference copy",
        is_used: |links| links.must,
        holds: |evidence, _| contains_the_seed(evidence),
    },
    Row {
        says: Says::Must(Rule::Paragraph),
        between_letters: false,
        source: "SIGIR 2006 §2: at least one paragraph (key block); outside of form letters as a part of the shorter text",
        is_used: |links| links.must,
        holds: |evidence, _| keeps_a_paragraph(evidence) && !is_another_letter(evidence),
    },
    Row {
        says: Says::Must(Rule::Half),
        between_letters: true,
        source: "ours: versions and excerpts, measured on wild simulated dockets",
        is_used: |links| links.must,
        holds: |evidence, _| shares_half(evidence),
    },
    Row {
        says: Says::Near(Rule::Distance),
        between_letters: false,
        source: "SIGIR 2006 §4.2 and Figure 3",
        is_used: |_| true,
        holds: |evidence, config| is_near(evidence, config.threshold),
    },
    Row {
        says: Says::Near(Rule::FamilyLink),
        between_letters: false,
        source: "SIGIR 2006 §4.4.3 and Figure 3: distance − α; or the analyst says so (§4.4, instance-level constraints)",
        is_used: |_| true,
        holds: |evidence, config| {
            (evidence.by_analyst.family || config.links.family && are_family(evidence))
                && is_near(evidence, config.threshold + config.family_bonus)
        },
    },
];

/// The rules that no seed and document tell by themselves, but more texts, or the analyst, in the order in which they are
/// applied. Those of [`RULES`] stand between the second and the third.
const RULES_OF_MORE: &str = include_str!("rules_of_more.txt");

impl Row {
    /// The rule by which it joins, if it does.
    fn joins(&self) -> Option<Rule> {
        match self.says {
            Says::Must(rule) | Says::Near(rule) => Some(rule),
            Says::Cannot | Says::Needs => None,
        }
    }

    fn holds(&self, evidence: &Evidence<'_>, config: &ClusteringConfig) -> bool {
        (self.is_used)(config.links) && (self.holds)(evidence, config)
    }
}

/// The table in words.
pub fn in_words() -> String {
    let mut text = "# Rules, in the order of their precedence\n\n".to_owned();
    for row in RULES {
        let but = if row.between_letters { "" } else { " (not between two form letters)" };
        text += &format!("- {}{but}: {}\n", row.says.in_words(), row.source);
    }
    text + "\n" + RULES_OF_MORE
}

impl Says {
    fn in_words(self) -> String {
        match self {
            Self::Cannot => "apart".to_owned(),
            Self::Needs => "needed".to_owned(),
            Self::Must(rule) => format!("together, {}", json!(rule)),
            Self::Near(rule) => format!("near, {}", json!(rule)),
        }
    }
}

impl Needed {
    fn is_met_by(self, distinctive: Distinctive, evidence: &Evidence<'_>) -> bool {
        let (confirmed, all) =
            (evidence.in_words(distinctive.confirmed), evidence.in_words(distinctive.all));
        confirmed >= self.known || all >= self.all
    }
}

/// The rule by which a document belongs to a seed's cluster, if one does.
pub fn decide(evidence: &Evidence<'_>, config: &ClusteringConfig) -> Option<Rule> {
    // Cannot-links come first; they are looked for last, because hardly any pair gets so far.
    joins(evidence, config, |_| true).filter(|_| !is_parted(evidence, config))
}

/// The first rule that joins two texts, of those that are asked, where the two have what every link needs. Without
/// must-links distance alone decides, as in the baseline of the paper.
pub(super) fn joins(
    evidence: &Evidence<'_>,
    config: &ClusteringConfig,
    is_asked: fn(&Row) -> bool,
) -> Option<Rule> {
    let mut asked = RULES.iter().filter(|row| is_asked(row));
    let rule = asked.find_map(|row| row.joins().filter(|_| row.holds(evidence, config)))?;
    let mut needed =
        RULES.iter().filter(|row| row.says == Says::Needs && (row.is_used)(config.links));
    needed.all(|row| (row.holds)(evidence, config)).then_some(rule)
}

/// What one form letter is to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// Another letter.
    No,
    /// Its rival: the same wording, the opposite stance.
    Opposed,
    /// A version of it, by a must-link.
    By(Rule),
}

/// Whether a form letter is a version of another one.
pub fn version(evidence: &Evidence<'_>, config: &ClusteringConfig) -> Version {
    match joins(evidence, config, |row| row.between_letters) {
        Some(_) if config.links.cannot && are_rivals(evidence) => Version::Opposed,
        Some(rule) if !is_parted(evidence, config) => Version::By(rule),
        _ => Version::No,
    }
}

/// Whether the dockets that two documents cite leave them in one cluster, whatever they share: no slip is looked for.
pub(super) fn may_meet(
    tables: &Tables<'_>,
    config: &ClusteringConfig,
    (seed, document): (DocId, DocId),
) -> bool {
    !config.links.cannot || tables.may_meet(seed, document)
}

/// Whether a cannot-link parts a document from a seed.
pub(super) fn is_parted(evidence: &Evidence<'_>, config: &ClusteringConfig) -> bool {
    RULES.iter().any(|row| row.says == Says::Cannot && row.holds(evidence, config))
}

/// The numbers that decide here.
fn rules<'a>(evidence: &Evidence<'a>) -> &'a Rules {
    &evidence.thresholds().rules
}

/// What two texts share in runs of five words and more.
fn n_shared(evidence: &Evidence<'_>) -> usize {
    evidence.overlap.n_phrases.min(evidence.overlap.n_document)
}

/// Whether a document that is no copy of a seed cites it: it holds a passage of it that neither of them quotes from
/// elsewhere.
pub(super) fn cites(evidence: &Evidence<'_>, config: &ClusteringConfig) -> bool {
    (holds_a_block(evidence) || holds_a_long_passage(evidence))
        && !rests_on_a_quotation(evidence)
        && !is_parted(evidence, config)
}

fn is_mistyped(evidence: &Evidence<'_>) -> bool {
    evidence.cites_what_nobody_else_does()
        && evidence.in_words(n_shared(evidence)) >= rules(evidence).same_text
}

fn are_rivals(evidence: &Evidence<'_>) -> bool {
    // One place may be its sender's own opinion, unless what says it circulates.
    let n_places = if evidence.is_sent_by_several { 1 } else { 2 };
    // Of texts alike: who takes a paragraph of a letter into other words says more than its opposite, and a diff takes long.
    HALF.is_met(n_shared(evidence), evidence.shorter())
        && (evidence.are_opposed_in_request() || evidence.are_opposed(n_places))
}

/// Whether the seed stands in the document, wholly.
fn contains_the_seed(evidence: &Evidence<'_>) -> bool {
    let (overlap, (seed, _)) = (&evidence.overlap, evidence.lengths);
    let distinctive = overlap.best_block.distinctive;
    overlap.n_seed == seed && rules(evidence).shortest_statement.is_met_by(distinctive, evidence)
}

/// Whether several sent a document of which less than half stands in the seed: two letters may have a paragraph in common.
fn is_another_letter(evidence: &Evidence<'_>) -> bool {
    evidence.is_sent_by_several && evidence.shares().of_comment < HALF.part()
}

/// Whether a paragraph is kept, and the document is no other text that cites it. Of a form letter one paragraph is enough. Who
/// has most of one, but not from end to end, and no other, may quote a sentence: it is many of his words then.
fn keeps_a_paragraph(evidence: &Evidence<'_>) -> bool {
    let (overlap, shorter) = (&evidence.overlap, evidence.shorter());
    let (shares, block) = (&evidence.thresholds().shares, overlap.best_block);
    let is_more_than_a_sentence = overlap.n_blocks_kept > 1
        || shares.wholly.is_met(block.n_spanned, block.n_words)
        || shares.many.is_met(overlap.n_document, evidence.lengths.1);
    holds_a_block(evidence)
        && is_more_than_a_sentence
        && (evidence.seed.is_letter || shares.some.is_met(n_shared(evidence), shorter))
        || holds_a_long_passage(evidence)
            && shares.many.is_met(overlap.n_seed.min(overlap.n_document), shorter)
}

fn holds_a_block(evidence: &Evidence<'_>) -> bool {
    let block = evidence.overlap.best_block;
    let Thresholds { words, rules, .. } = evidence.thresholds();
    let is_of_letter =
        evidence.seed.is_letter && evidence.in_words(block.distinctive.confirmed) >= words.passage;
    block.is_mostly_kept
        && (is_of_letter || rules.shortest_paragraph.is_met_by(block.distinctive, evidence))
}

fn holds_a_long_passage(evidence: &Evidence<'_>) -> bool {
    rules(evidence).long_passage.is_met_by(evidence.overlap.long, evidence)
}

/// Whether more than half of the shorter text stands in the other, and that is evidence.
fn shares_half(evidence: &Evidence<'_>) -> bool {
    n_shared(evidence) * 2 > evidence.shorter()
        && rules(evidence).shortest_half.is_met_by(evidence.overlap.phrases, evidence)
}

/// Whether hardly anything that the two share stands outside what one of them quotes, or is known to be somebody's.
///
/// Where either of them quotes something, two texts share as much outside quotations as half of a text needs, or half of the
/// shorter one. Two that quote one sentence share fewer.
pub(super) fn rests_on_a_quotation(evidence: &Evidence<'_>) -> bool {
    let needed = rules(evidence).shortest_half.known.min(evidence.in_words(evidence.shorter()) / 2);
    !evidence.shares_unquoted(|n_shared| evidence.in_words(n_shared) >= needed)
}

fn are_family(evidence: &Evidence<'_>) -> bool {
    evidence.are_of_one_family()
        && are_of_similar_size(evidence.lengths, rules(evidence).similar_size)
}

/// Whether neither of two texts is much longer than the other, in words.
pub fn are_of_similar_size((a, b): (usize, usize), times: usize) -> bool {
    a.max(b) <= times * a.min(b)
}

fn is_near(evidence: &Evidence<'_>, threshold: f64) -> bool {
    evidence.in_words(evidence.shorter()) >= evidence.thresholds().words.short_text
        && evidence.distance_within(threshold) < threshold
}
