//! Evidence in, a verdict out: THE table of rules, and their order (SIGIR 2006 §4.4).
//!
//! Rules hold between a seed and a document, never between two members: closure over all documents would
//! chain A→Z. Precedence: the analyst, cannot, must, family, distance.

use super::ClusteringConfig;
use crate::compare::Evidence;
use crate::compare::passages::Telling;

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
pub(super) const RULES: [Row; 8] = [
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
        says: Says::Must(Rule::WordOverlap),
        source: "SIGIR 2006 §4.4.1: word overlap above 95 %",
        holds: |evidence, _| evidence.word_overlap_above(NEARLY_ALL),
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

/// Word overlap of two texts that are the same but for a minor change (§4.4.1).
const NEARLY_ALL: f64 = 0.95;
/// Words in common, in runs of five and more, beside which a docket id that nobody else names is a slip: one
/// letter with its number mistyped.
pub const SAME_TEXT: usize = 100;
/// Places in which a copy says the opposite of its letter: one may be its sender's own opinion. Between
/// two letters that circulate one is enough.
const OPPOSED_PLACES: usize = 2;
/// Evidence that a contained text holds: shorter ones are slogans that people share by chance.
const SHORTEST_STATEMENT: Needed = Needed { of_letter: 10, known: 10, all: 12 };
/// Words of a contained text, of ten, that stand in the other: the whole with small edits.
const WHOLLY: usize = 9;
/// Words of a contained text, of ten, that stand in runs of five and more: the words of "no, no, no" and of
/// lists stand in many a text.
const IN_ONE_PIECE: usize = 7;
/// Texts below this many words never join by distance: a few words can look like anything. Nor does a
/// longer text join around one by containment, unless half of it or the sentence is somebody's: it may
/// quote the sentence, if only to rebut it.
pub(super) const SHORT_TEXT: usize = 25;
/// Evidence in a kept paragraph. The shortest paragraph of the letters met has 14 words, the longest
/// courtesy line without a name 12; where nobody knows whose a paragraph is, it takes two lines.
const SHORTEST_PARAGRAPH: Needed = Needed { of_letter: 10, known: 15, all: 25 };
/// Evidence in long runs that makes up for a paragraph whose bounds were lost.
const LONG_PASSAGE: Needed = Needed { of_letter: 30, known: 30, all: 40 };
/// Evidence in what two texts share half of.
const SHORTEST_HALF: Needed = Needed { of_letter: 12, known: 12, all: 20 };
/// Words of the longer of two texts, of ten, in runs of five and more of the other: they are the same text for
/// the most part, whoever else holds its passages.
const SAME_FOR_THE_MOST_PART: usize = 6;
/// The paper does not say what similar size is; here neither text is more than twice as long.
const SIMILAR_SIZE: usize = 2;

/// Words that are needed: so many known to be somebody's, or so many of which some may be anybody's.
#[derive(Clone, Copy)]
struct Needed {
    /// Of a form letter, for which its copies speak.
    of_letter: usize,
    known: usize,
    all: usize,
}

impl Needed {
    fn is_met_by(self, telling: Telling, evidence: &Evidence<'_>) -> bool {
        evidence.is_letter && telling.known >= self.of_letter
            || telling.known >= self.known
            || telling.all >= self.all
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
    (!is_parted(evidence, config)).then_some(found)
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
        && evidence.overlap.n_phrases.min(evidence.overlap.n_document) >= SAME_TEXT
}

fn opposed_places(evidence: &Evidence<'_>) -> usize {
    if evidence.is_between_letters { 1 } else { OPPOSED_PLACES }
}

/// Whether the seed stands in the document: wholly where it is a form letter; with small edits where it is
/// known to be somebody's; else in one piece, and as more than a sentence of a long text.
fn contains_the_seed(evidence: &Evidence<'_>) -> bool {
    let (overlap, (seed, document)) = (&evidence.overlap, evidence.lengths);
    let telling = overlap.best_block.telling;
    if !SHORTEST_STATEMENT.is_met_by(telling, evidence) {
        return false;
    }
    if evidence.is_letter {
        return overlap.n_seed == seed;
    }
    let in_one_piece = overlap.n_phrases.min(overlap.n_document) * 10 >= seed * IN_ONE_PIECE;
    let is_somebodys = telling.known >= SHORTEST_STATEMENT.known;
    let is_whole = match is_somebodys {
        true => overlap.n_seed * 10 >= seed * WHOLLY,
        false => overlap.n_seed == seed,
    };
    is_whole && in_one_piece && (is_somebodys || seed >= SHORT_TEXT || seed * 2 >= document)
}

fn keeps_a_paragraph(evidence: &Evidence<'_>) -> bool {
    let block = evidence.overlap.best_block;
    block.is_mostly_kept() && SHORTEST_PARAGRAPH.is_met_by(block.telling, evidence)
        || LONG_PASSAGE.is_met_by(evidence.overlap.long, evidence)
}

/// Whether more than half of the shorter text stands in the other. Where that is half of a form letter, it
/// needs no evidence besides: the letter is what circulates, even if others cite its paragraphs.
fn shares_half(evidence: &Evidence<'_>) -> bool {
    let overlap = &evidence.overlap;
    let n_shared = overlap.n_phrases.min(overlap.n_document);
    let is_half = |of: usize| n_shared * 2 > of;
    let is_most = n_shared * 10 >= evidence.longer() * SAME_FOR_THE_MOST_PART;
    let speaks_for_itself = is_most || evidence.is_letter && is_half(evidence.lengths.0);
    speaks_for_itself && n_shared >= SHORTEST_HALF.all
        || is_half(evidence.shorter()) && SHORTEST_HALF.is_met_by(overlap.phrases, evidence)
}

fn are_family(evidence: &Evidence<'_>) -> bool {
    evidence.are_of_one_family() && are_of_similar_size(evidence.lengths)
}

/// Whether neither of two texts is much longer than the other, in words.
pub fn are_of_similar_size((a, b): (usize, usize)) -> bool {
    a.max(b) <= SIMILAR_SIZE * a.min(b)
}

fn is_near(evidence: &Evidence<'_>, threshold: f64) -> bool {
    evidence.shorter() >= SHORT_TEXT && evidence.distance_within(threshold) < threshold
}
