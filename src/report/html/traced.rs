//! A trace in, one page for people out: `trace.html`, the final text on the left, the sources of its passages on the right.

use std::io::Write;

use anyhow::Result;
use askama::Template;

use super::filters;
use crate::report::schema::{Mention, Trace, TracedPassage};

/// Writes the page of a trace. Nothing is on it that the trace does not have.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn write_trace(trace: &Trace, mut out: impl Write) -> Result<()> {
    let mut paragraphs: Vec<ParagraphView<'_>> = trace
        .final_text
        .paragraphs
        .iter()
        .map(|text| ParagraphView { passages: Vec::new(), text, end: 0 })
        .collect();
    for (number, passage) in (1..).zip(&trace.passages) {
        if let Some(paragraph) = paragraphs.get_mut(passage.paragraph.wrapping_sub(1)) {
            let before = paragraph.text.get(paragraph.end..passage.start).unwrap_or_default();
            paragraph.passages.push(NumberedPassage { before, number, passage });
            paragraph.end = passage.end;
        }
    }
    let page = TraceView {
        style: concat!(include_str!("style.css"), include_str!("traced.css")),
        paragraphs,
        mentions: [
            ("letter", &trace.preamble.letters),
            ("added passage", &trace.preamble.added_passages),
            ("unique comment", &trace.preamble.unique_comments),
        ],
        trace,
    };
    page.write_into(&mut out)?;
    Ok(())
}

#[derive(Template)]
#[template(path = "traced.html", config = ".ci/askama.toml")]
struct TraceView<'a> {
    style: &'a str,
    paragraphs: Vec<ParagraphView<'a>>,
    trace: &'a Trace,
    /// What the final text quotes or names.
    mentions: [(&'static str, &'a [Mention]); 3],
}

impl TraceView<'_> {
    /// Sources of a passage that the page shows, and characters of each; the JSON has all.
    const SOURCES: usize = 5;
    const SOURCE: usize = 1200;
}

/// A paragraph of the final text, and the passages in it.
struct ParagraphView<'a> {
    passages: Vec<NumberedPassage<'a>>,
    text: &'a str,
    /// Where the last passage ends.
    end: usize,
}

/// A passage with its number and what stands before it.
struct NumberedPassage<'a> {
    before: &'a str,
    number: usize,
    passage: &'a TracedPassage,
}

impl ParagraphView<'_> {
    /// What stands behind the last passage.
    fn rest(&self) -> &str {
        self.text.get(self.end..).unwrap_or_default()
    }
}
