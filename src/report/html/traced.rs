//! A trace in, one page for people out: `trace.html`, the final text on the left, the sources of its passages on the right.

use std::io::Write;

use anyhow::Result;
use askama::Template;

use super::filters;
use crate::report::printable;
use crate::report::schema::{Mention, PassageSource, Trace, TracedPassage};

/// Sources of a passage that the page shows; the others are in the JSON.
const MOST_SHOWN: usize = 5;
/// Characters of a source that the page shows.
const LONGEST: usize = 1200;

/// Writes the page of a trace. Nothing is on it that the trace does not have.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn write_trace(trace: &Trace, mut out: impl Write) -> Result<()> {
    let mut paragraphs: Vec<ParagraphView> =
        trace.final_text.paragraphs.iter().map(|text| ParagraphView::of(text)).collect();
    for (number, passage) in (1..).zip(&trace.passages) {
        if let Some(paragraph) = paragraphs.get_mut(passage.paragraph.wrapping_sub(1)) {
            paragraph.add(number, passage);
        }
    }
    let page = TraceView {
        style: concat!(include_str!("style.css"), include_str!("traced.css")),
        title: printable::line(&trace.title),
        name: printable::line(&trace.final_text.name),
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
    title: String,
    name: String,
    paragraphs: Vec<ParagraphView<'a>>,
    trace: &'a Trace,
    /// What the final text quotes or names.
    mentions: [(&'static str, &'a [Mention]); 3],
}

/// A paragraph of the final text, piece by piece, and the passages in it.
struct ParagraphView<'a> {
    text: &'a str,
    pieces: Vec<Piece>,
    passages: Vec<PassageView<'a>>,
    end: usize,
}

/// A stretch of a paragraph: of a passage, with its number, or of none.
struct Piece {
    number: Option<usize>,
    kind: &'static str,
    text: String,
}

struct PassageView<'a> {
    number: usize,
    passage: &'a TracedPassage,
    sources: Vec<SourceView<'a>>,
    n_more: usize,
}

struct SourceView<'a> {
    source: &'a PassageSource,
    day: &'a str,
    text: Option<String>,
}

impl<'a> ParagraphView<'a> {
    fn of(text: &'a str) -> Self {
        Self { text, pieces: Vec::new(), passages: Vec::new(), end: 0 }
    }

    fn add(&mut self, number: usize, passage: &'a TracedPassage) {
        let between = self.text.get(self.end..passage.start).unwrap_or_default();
        let piece = |number, kind: &'static str, text: &str| Piece {
            number,
            kind,
            text: printable::text(text),
        };
        self.pieces.push(piece(None, "", between));
        self.pieces.push(piece(Some(number), passage.kind.name(), &passage.text));
        self.end = passage.end;
        let sources: Vec<SourceView<'a>> = passage
            .sources
            .iter()
            .take(MOST_SHOWN)
            .map(|source| SourceView {
                source,
                day: source
                    .date
                    .as_deref()
                    .map_or("no date", |date| date.get(..10).unwrap_or(date)),
                text: source.text.as_deref().map(|text| printable::excerpt(text, LONGEST)),
            })
            .collect();
        let n_more = passage.n_comments.saturating_sub(sources.len());
        self.passages.push(PassageView { number, passage, sources, n_more });
    }

    /// What stands behind the last passage.
    fn rest(&self) -> String {
        printable::text(self.text.get(self.end..).unwrap_or_default())
    }
}
