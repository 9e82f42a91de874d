//! A line in, its text as it is shown out: whole, with the stock wording in it marked, and what it quotes.

use std::ops::Range;

use askama::Template;

use super::wrapping::unwrapped;
use crate::report::printable;
use crate::report::schema::DocumentLine;

/// Stock wording of more bytes is folded at its end.
const LONG: usize = 200;
/// Characters of it that are shown then.
const BEGINNING: usize = 100;

/// The text of a comment.
#[derive(Default)]
pub(super) struct CommentText {
    /// Its paragraphs, parted by empty lines.
    pub(super) text: String,
    /// Stock wording and quotations of known texts in it, in bytes, ascending.
    form: Vec<Range<usize>>,
    /// Where the first sentence begins that is not stock wording alone.
    own: usize,
}

/// A stretch of a text.
#[derive(Template)]
#[template(
    ext = "html",
    source = "{% if !is_form %}{{ text }}{% else %}{% if let Some(beginning) = beginning %}\
              <details class=\"form\"><summary>{{ beginning }}</summary>{{ text }}</details>{% else %}\
              <span class=\"form\">{{ text }}</span>{% endif %}{% endif %}"
)]
struct Stretch<'a> {
    text: &'a str,
    is_form: bool,
    /// Of long stock wording what is shown at once.
    beginning: Option<String>,
}

impl CommentText {
    pub(super) fn of(line: &DocumentLine) -> Self {
        let mut shown = Self::default();
        for (number, paragraph) in unwrapped(&line.paragraphs).iter().enumerate() {
            if number > 0 {
                shown.text.push_str("\n\n");
            }
            let forms =
                line.form_places.iter().map(|form| (form.paragraph, [form.start, form.end]));
            let quotes =
                line.quote_places.iter().map(|quote| (quote.paragraph, [quote.start, quote.end]));
            for (_, ends) in forms.chain(quotes).filter(|(within, _)| *within == number) {
                let [start, end] = ends.map(|at| shown.place(paragraph, at));
                shown.form.push(start..end);
            }
            shown.form.sort_unstable_by_key(|form| form.start);
            if let Some(own) = line.own_words.as_ref().filter(|own| own.paragraph == number) {
                shown.own = shown.place(paragraph, own.start);
            }
            shown.text.push_str(&printable::text(paragraph));
        }
        shown
    }

    /// Where a byte of the paragraph that comes next will stand.
    fn place(&self, paragraph: &str, at: usize) -> usize {
        self.text.len() + printable::text(paragraph.get(..at).unwrap_or(paragraph)).len()
    }

    /// From the first sentence of the sender's own on.
    pub(super) fn own(&self) -> &str {
        self.text.get(self.own..).unwrap_or(&self.text)
    }

    /// As HTML, with the stock wording marked, as far as some bytes; and whether that is all.
    pub(super) fn html(&self, most_bytes: usize) -> (String, bool) {
        let end = self.text.floor_char_boundary(most_bytes);
        let (mut html, mut at) = (String::new(), 0);
        let forms = self.form.iter().filter(|form| form.end <= end);
        for form in forms.cloned().chain(std::iter::once(end..end)) {
            for (span, is_form) in [(at..form.start.max(at), false), (form.clone(), true)] {
                let text = self.text.get(span).unwrap_or_default();
                let is_long = is_form && text.len() > LONG;
                let beginning = is_long.then(|| printable::excerpt(text, BEGINNING));
                html += &Stretch { text, is_form: is_form && !text.is_empty(), beginning }
                    .render()
                    .unwrap_or_default();
            }
            at = form.end;
        }
        (html, end == self.text.len())
    }

    /// Where the sender's own words begin, then from where to where the stock wording goes, in UTF-16, parted by spaces;
    /// nothing where there is no stock wording.
    pub(super) fn places(&self) -> String {
        if self.form.is_empty() {
            return String::new();
        }
        let places: Vec<String> = [self.own]
            .into_iter()
            .chain(self.form.iter().flat_map(|form| [form.start, form.end]))
            .map(|at| n_utf16(self.text.get(..at).unwrap_or_default()).to_string())
            .collect();
        places.join(" ")
    }
}

/// How long a text is for a browser's script.
pub(super) fn n_utf16(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}
