//! Instance-level constraints: which pairs must, cannot, or are likely to be together (SIGIR 2006 §4.4).
//!
//! They hold between a seed and a document, never between two members: closure over all documents
//! would chain A→Z. Precedence: cannot, must, family, distance.

use super::language_model::DocumentModel;
use super::passages::{Overlap, is_mostly_kept};
use crate::corpus::{Document, TermId, Vocabulary};

/// Which kinds of links are used, for the ablation of SIGIR 2006 Figure 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Links {
    /// Must-links.
    pub must: bool,
    /// Cannot-links.
    pub cannot: bool,
    /// Family-links.
    pub family: bool,
}

impl Links {
    /// Every kind.
    pub const ALL: Self = Self {
        must: true,
        cannot: true,
        family: true,
    };
    /// No kind: distance alone, the baseline of the paper.
    pub const NONE: Self = Self {
        must: false,
        cannot: false,
        family: false,
    };
}

/// Why a document must be in a seed's cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MustLink {
    /// The analyst says so.
    Analyst,
    /// The whole seed is contained: "complete containment of the reference copy" (§4.4.1). Where it is
    /// the reference copy of no form letter, in one piece and as more than a sentence of a long text.
    Containment,
    /// Word overlap above 95 % (§4.4.1).
    WordOverlap,
    /// At least one distinctive paragraph of the seed, or most of one (§2, "key block").
    Paragraph,
    /// The document is for the most part a passage of the seed, which is the reference copy of no form
    /// letter: of these a paragraph and a passage of any size suffice.
    Excerpt,
}

/// Word overlap above which two documents must be together (§4.4.1, "minor change").
pub const MUST_OVERLAP: f64 = 0.95;
/// Shortest text that is evidence when contained: shorter ones are slogans that people share by chance.
const SHORTEST_EVIDENCE: usize = 12;
/// Documents below this many words never join by distance: a few words can look like anything. Nor
/// does a longer text join around one by containment, unless half of it: it may quote the sentence, if
/// only to rebut it.
pub const SHORT_DOCUMENT: usize = 25;
/// Words of a contained text that stand in runs and in their number, of ten: the words of "no, no, no"
/// and of lists stand in many a text.
const IN_ONE_PIECE: usize = 7;
/// Distinctive words that a kept paragraph has at least; "a real paragraph". The shortest paragraph
/// of the letters met has 14 words, the longest courtesy line without a name 12.
const SHORTEST_PARAGRAPH: usize = 10;
/// Distinctive words in long runs that make up for a paragraph whose bounds were lost.
const LONG_PASSAGE: usize = 30;
/// The same between two comments of which neither is a form letter: no redundancy speaks for them.
const LONG_PASSAGE_OF_OTHERS: usize = 40;
const PARAGRAPH_OF_OTHERS: usize = 25;
/// Distinctive words in long runs of the seed that make an excerpt of a document most of which they are:
/// a sentence and a half. Of 17,600 comments in people's own words no two are linked by it.
const SHORTEST_EXCERPT: usize = 20;
/// Such words of a document's own, of ten, for it to be an excerpt.
const MOSTLY_EXCERPT: usize = 6;

/// The must-link between a seed and a document, if there is one. `lengths` are their words;
/// `is_reference` tells whether the seed is the reference copy of a form letter.
pub fn must_link(
    overlap: &Overlap,
    lengths: (usize, usize),
    word_overlap: f64,
    is_reference: bool,
) -> Option<MustLink> {
    if word_overlap > MUST_OVERLAP {
        return Some(MustLink::WordOverlap);
    }
    let (telling, _, _) = overlap.best_block;
    let (paragraph, passage) = if is_reference {
        (SHORTEST_PARAGRAPH, LONG_PASSAGE)
    } else {
        (PARAGRAPH_OF_OTHERS, LONG_PASSAGE_OF_OTHERS)
    };
    let is_contained = overlap.n_seed == lengths.0 && telling >= SHORTEST_EVIDENCE;
    if is_contained && (is_reference || is_statement(overlap, lengths)) {
        return Some(MustLink::Containment);
    }
    let keeps_paragraph = is_mostly_kept(overlap.best_block) && telling >= paragraph;
    if keeps_paragraph || overlap.n_long >= passage {
        return Some(MustLink::Paragraph);
    }
    let n_excerpt = overlap.n_long.min(overlap.n_document);
    let is_excerpt = n_excerpt >= SHORTEST_EXCERPT && n_excerpt * 10 >= lengths.1 * MOSTLY_EXCERPT;
    (is_excerpt && !is_reference).then_some(MustLink::Excerpt)
}

/// Whether a contained text is what a document says, rather than a sentence quoted there or words that
/// happen to stand in it.
fn is_statement(overlap: &Overlap, (seed, document): (usize, usize)) -> bool {
    let in_one_piece = overlap.n_verbatim.min(overlap.n_document) * 10 >= seed * IN_ONE_PIECE;
    in_one_piece && (seed >= SHORT_DOCUMENT || seed * 2 >= document)
}

/// Whether a cannot-link holds: both cite dockets, and none in common (§4.4.2).
pub fn cannot_link(a: &Document, b: &Document) -> bool {
    !a.attributes.dockets.may_meet(&b.attributes.dockets)
}

/// Whether a family-link holds: same relayer, docket, footer, and similar size (§4.4.3). The paper
/// does not say what is similar; here neither text is more than twice as long as the other.
pub fn family_link(a: &Document, b: &Document, lengths: (usize, usize)) -> bool {
    let (shorter, longer) = (lengths.0.min(lengths.1), lengths.0.max(lengths.1));
    a.attributes.relayer.is_some()
        && a.attributes.relayer == b.attributes.relayer
        && a.attributes.dockets == b.attributes.dockets
        && a.lines.footer.is_empty() == b.lines.footer.is_empty()
        && longer <= 2 * shorter
}

/// Words that turn a letter into its opposite.
const STANCE_WORDS: &[&str] = &[
    "support",
    "supports",
    "oppose",
    "opposes",
    "opposed",
    "favor",
    "against",
    "not",
    "no",
    "never",
    "dont",
    "cannot",
    "cant",
    "approve",
    "reject",
    "deny",
    "adopt",
    "withdraw",
    "keep",
    "repeal",
    "strengthen",
    "weaken",
    "yes",
];

/// Whether two nearly equal letters differ in a word of stance or negation: then they are rivals,
/// not copies.
pub fn opposite_stance(a: &DocumentModel, b: &DocumentModel, vocabulary: &Vocabulary) -> bool {
    let count = |model: &DocumentModel, term: TermId| match model
        .terms()
        .binary_search_by_key(&term, |(term, _)| *term)
    {
        Ok(at) => model.terms()[at].1,
        Err(_) => 0,
    };
    STANCE_WORDS
        .iter()
        .filter_map(|word| vocabulary.number(word))
        .any(|term| count(a, term) != count(b, term))
}

#[cfg(test)]
mod tests {
    use super::{MustLink, must_link};
    use crate::clustering::passages::Overlap;

    fn overlap(n_seed: usize, n_long: usize, best_block: (usize, usize, usize)) -> Overlap {
        Overlap {
            n_seed,
            n_document: n_seed,
            n_verbatim: n_seed,
            n_long,
            best_block,
            n_blocks_kept: 0,
        }
    }

    #[test]
    fn each_rule_by_itself() {
        let nothing = overlap(0, 0, (0, 0, 20));
        assert_eq!(
            must_link(&nothing, (100, 100), 0.951, true),
            Some(MustLink::WordOverlap)
        );
        assert_eq!(must_link(&nothing, (100, 100), 0.95, true), None);
        assert_eq!(
            must_link(&overlap(40, 40, (20, 20, 20)), (40, 100), 0.2, true),
            Some(MustLink::Containment)
        );
        assert_eq!(
            must_link(&overlap(14, 0, (14, 14, 20)), (100, 100), 0.1, true),
            Some(MustLink::Paragraph)
        );
        assert_eq!(
            must_link(&overlap(13, 0, (13, 13, 20)), (100, 100), 0.1, true),
            None,
            "13 of 20 words are not most"
        );
        assert_eq!(
            must_link(&overlap(9, 9, (9, 9, 9)), (100, 100), 0.1, true),
            None,
            "too short to be evidence"
        );
        assert_eq!(
            must_link(&overlap(30, 30, (30, 30, 90)), (200, 100), 0.1, true),
            Some(MustLink::Paragraph)
        );
    }

    /// 14 words in a text of 28, in one of 29; 25 words in one of 300; 39 words that three words of the
    /// document cover, or 27 (0.69 of them), or 28 (0.72).
    #[test]
    fn a_short_comment_inside_a_long_one_is_a_quotation() {
        let check = |n_seed: usize, n_document: usize, length: usize, expect: bool| {
            let overlap = Overlap {
                n_document,
                ..overlap(n_seed, 0, (12, 12, 99))
            };
            let found = must_link(&overlap, (n_seed, length), 0.1, false);
            assert_eq!(found, expect.then_some(MustLink::Containment));
            let found = must_link(&overlap, (n_seed, length), 0.1, true);
            assert_eq!(found, Some(MustLink::Containment), "of a form letter");
        };
        check(14, 14, 28, true);
        check(14, 14, 29, false);
        check(25, 25, 300, true);
        check(39, 3, 60, false);
        check(39, 27, 60, false);
        check(39, 28, 60, true);
    }

    /// 20 words of 33 are 0.606, of 34 they are 0.588.
    #[test]
    fn a_short_document_may_be_an_excerpt() {
        let check = |n_long: usize, length: usize, expect: Option<MustLink>| {
            let overlap = overlap(n_long, n_long, (n_long, n_long, 90));
            assert_eq!(must_link(&overlap, (300, length), 0.1, false), expect);
            assert_eq!(must_link(&overlap, (300, length), 0.1, true), None);
        };
        check(20, 33, Some(MustLink::Excerpt));
        check(20, 34, None);
        check(19, 20, None);
    }

    #[test]
    fn comments_that_are_no_form_letters_need_more() {
        assert_eq!(
            must_link(&overlap(14, 14, (14, 14, 14)), (100, 100), 0.1, false),
            None
        );
        assert_eq!(
            must_link(&overlap(30, 30, (30, 30, 30)), (100, 100), 0.1, false),
            Some(MustLink::Paragraph)
        );
    }
}
