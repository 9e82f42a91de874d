//! A sentence in, whether what it quotes is law out.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::compare::quotation::quotations;
use crate::thresholds::HALF;

/// An article, a section, an act, a code: what people quote law by.
static CITED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"§|(?i:\b(?:art(?:icle|ículo|ikel|igo|icolo|\.)|sec(?:tion|\.)|paragraph|para\.)\s{0,3}\(?\d)|\b\d+\s{1,3}(?:U\.?\s?S\.?\s?C|C\.?\s?F\.?\s?R)\b|\b(?:Act|Code|Statutes?|Constitution|Directive|Ordinance)\b",
    )
    .ok()
});

/// That a comment is spoken of.
static OF_COMMENT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\b(?:comment|letter|petition|submission|submitter)").ok());

/// Whether a stretch of a paragraph stands in quotation marks, or behind an article that is cited.
pub(super) fn is_quoted(paragraph: &str, bytes: &Range<usize>) -> bool {
    let quoted: usize = quotations(paragraph)
        .into_iter()
        .map(|range| range.end.min(bytes.end).saturating_sub(range.start.max(bytes.start)))
        .max()
        .unwrap_or_default();
    quoted > 0 && HALF.is_met(quoted, bytes.len())
}

/// Whether a text names the law that it quotes.
pub(super) fn cites(text: &str) -> bool {
    CITED.as_ref().is_some_and(|cited| cited.is_match(text))
}

/// Whether a text speaks of comments.
pub(super) fn speaks_of_comments(text: &str) -> bool {
    OF_COMMENT.as_ref().is_some_and(|of| of.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::{cites, is_quoted, speaks_of_comments};

    #[test]
    fn law_is_told_by_marks_and_by_what_is_cited() {
        let text = "Section 7 says: “no boat may moor here.” So be it.";
        let at = text.find("no boat").expect("there");
        assert!(is_quoted(text, &(at..at + 21)) && !is_quoted(text, &(text.len() - 9..text.len())));
        for law in ["§ 12", "Under article 4(b)", "5 U.S.C. 553", "the Harbor Act"] {
            assert!(cites(law), "{law}");
        }
        assert!(!cites("We act in this section of the harbor."));
        assert!(speaks_of_comments("Some commenters said so") && !speaks_of_comments("We agree"));
    }
}
