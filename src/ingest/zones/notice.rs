//! The agency's own notice, quoted at the end of a comment: "On Monday, docket@agency.gov wrote:".
//!
//! Quoted text is part of what is said: people send a letter as a quotation. The agency's automatic
//! reply is not, and would make neighbors of all who answered it. It is cut only where all of this
//! holds: it comes from a government address, says what such replies say, ends the text, and leaves
//! a fifth of the text at least.

use std::ops::Range;

use crate::corpus::Zone;
use crate::ingest::patterns::Pattern;

/// An address of the government. Members of Congress forward what people write to them.
static GOVERNMENT: Pattern = Pattern::new(r"(?i)[\w.+-]+@(?:[\w-]+\.)*([\w-]+)\.(?:gov|mil)\b");
const CONGRESS: &[&str] = &["house", "senate"];

/// What automatic replies and notices say.
static NOTICE: Pattern = Pattern::new(
    r"(?i)\b(?:thank you for (?:submitting |sending |providing )?(?:a |an |your |the )?(?:public )?(?:comments?|submission|e-?mail|message|inquiry)|your (?:comments?|submission|e-?mail|message) (?:has|have|was|were) (?:been )?(?:successfully )?(?:received|submitted)|automat(?:ed|ic) (?:reply|response|message)|auto-?reply|do not reply|tracking number)\b",
);

/// Part of the words that must be left.
const LEAST_LEFT: usize = 5;

/// The notice, from the headers above it to the end of the text. `envelopes` are the headers in the text.
pub(super) fn at_end(text: &str, envelopes: &[Zone]) -> Option<Range<usize>> {
    let header = envelopes.last()?;
    let own = &text[header.span.clone()];
    let quoted = &text[header.span.end..];
    let is_governments = GOVERNMENT
        .captures_iter(sender(own))
        .any(|address| !CONGRESS.contains(&address[1].to_lowercase().as_str()));
    let n_left = text[..header.span.start].split_whitespace().count();
    let is_notice = is_governments
        && NOTICE.is_match(quoted)
        && ends_text(own, quoted)
        && n_left * LEAST_LEFT >= text.split_whitespace().count();
    is_notice.then_some(header.span.start..text.len())
}

/// The part of the headers that names who wrote: the From: line, or all of "On …, … wrote:".
fn sender(header: &str) -> &str {
    header
        .lines()
        .find(|line| {
            line.trim_start_matches(|c: char| c == '>' || c == '*' || c.is_whitespace())
                .get(..5)
                .is_some_and(|label| label.eq_ignore_ascii_case("from:"))
        })
        .unwrap_or(header)
}

/// Whether nothing follows the quotation. Where its lines are not marked that is known only below full
/// headers, as the programs print them that put the answer on top.
fn ends_text(header: &str, quoted: &str) -> bool {
    let lines: Vec<&str> =
        quoted.lines().map(str::trim_start).filter(|line| !line.is_empty()).collect();
    let n_marked = lines.iter().filter(|line| line.starts_with('>')).count();
    match n_marked {
        0 => !lines.is_empty() && sender(header) != header,
        n_marked => n_marked == lines.len(),
    }
}
