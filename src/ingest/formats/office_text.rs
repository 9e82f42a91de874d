//! The text of office documents, Word's and OpenDocument's: what each element of their XML is.

use quick_xml::events::{BytesStart, Event};
use quick_xml::name::QName;
use rustc_hash::FxHashMap;

use super::expansion::Refusal;
use super::letters::{self, Parted};
use super::xml;
use crate::ingest::patterns::WordSet;

/// Blanks that one mark stands for at the most.
const BLANKS: usize = 100;

/// What is written: the letter, notes behind it, remarks in its margin, and what is printed around it on each sheet.
pub(super) const LETTER: usize = 0;
pub(super) const NOTES: usize = 1;
pub(super) const REMARKS: usize = 2;
pub(super) const AROUND: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    /// Its text is read as it stands.
    Text,
    /// Its text is read, and a line ends with it.
    Paragraph,
    /// A line ends with it.
    Line,
    Mark(&'static str),
    Blanks,
    /// What is in it is of another kind.
    Kind(usize),
    /// Letters in one style.
    Run,
    /// A style by its name, and how letters look in it.
    Style,
    Look,
    Hidden,
    Struck,
    Page,
    Break,
    /// Another file stands in its place.
    Chunk,
    /// Nobody says what is in it.
    LeftOut,
}

static LEFT_OUT: WordSet = WordSet::new("elements that nobody says");

fn element(name: QName<'_>) -> Option<Element> {
    Some(match name.as_ref() {
        "w:t" | "m:t" | "a:t" => Element::Text,
        "text:p" | "text:h" => Element::Paragraph,
        "w:p" | "a:p" => Element::Line,
        "w:cr" | "a:br" | "text:line-break" => Element::Mark("\n"),
        "w:tab" | "text:tab" => Element::Mark("\t"),
        "w:noBreakHyphen" => Element::Mark("-"),
        "text:s" => Element::Blanks,
        "w:br" => Element::Break,
        "w:r" | "text:span" => Element::Run,
        "style:style" => Element::Style,
        "style:text-properties" => Element::Look,
        "w:vanish" => Element::Hidden,
        "w:strike" | "w:dstrike" => Element::Struck,
        "w:lastRenderedPageBreak" | "w:pageBreakBefore" | "w:sectPr" => Element::Page,
        "w:altChunk" => Element::Chunk,
        "text:note-body" => Element::Kind(NOTES),
        "office:annotation" => Element::Kind(REMARKS),
        "office:master-styles" => Element::Kind(AROUND),
        name if LEFT_OUT.contains(name) => Element::LeftOut,
        _ => return None,
    })
}

pub(super) fn is_left_out(name: QName<'_>) -> bool {
    element(name) == Some(Element::LeftOut)
}

/// What is written in some parts of a document.
#[derive(Default)]
pub(super) struct OfficeText {
    texts: [String; 4],
    /// Where pages of the letter begin, as far as the program told that saved it.
    starts: Vec<usize>,
    /// What the part is that is being read, and how deep the reading is in what is of another kind.
    kind: usize,
    depths: [usize; 4],
    /// How deep it is in text.
    depth: usize,
    is_paragraph: bool,
    /// Runs that the text is in: as it is, or hidden or struck out.
    runs: Vec<Option<Element>>,
    /// Styles in which letters are hidden or struck out, and the style that is being told of.
    styles: FxHashMap<String, Element>,
    style: String,
    n_struck: usize,
    /// Other files that stand in the letter: where, and by which name.
    pub(super) chunks: Vec<(usize, String)>,
}

impl OfficeText {
    pub(super) fn append(&mut self, part: &[u8], kind: usize) -> Result<(), Refusal> {
        self.kind = kind;
        xml::read(part, is_left_out, |event| {
            self.take(event);
            Ok(())
        })
    }

    pub(super) fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(tag) => self.open(element(tag.name()), tag),
            Event::End(tag) => self.close(element(tag.name())),
            Event::Empty(tag) => {
                let element = element(tag.name());
                self.open(element, tag);
                self.close(element);
            }
            event if self.depth > 0 => self.push(event),
            _ => {}
        }
    }

    fn open(&mut self, element: Option<Element>, tag: &BytesStart<'_>) {
        let is_on =
            || !matches!(xml::attribute(tag, "w:val").as_deref(), Some("0" | "false" | "off"));
        let styled = || self.styles.get(&xml::attribute(tag, "text:style-name")?).copied();
        match element {
            Some(kind @ (Element::Text | Element::Paragraph)) => {
                self.depth += 1;
                self.is_paragraph = kind == Element::Paragraph;
                if self.is_paragraph {
                    self.runs.push(styled());
                }
            }
            Some(Element::Mark(mark)) => self.written().push_str(mark),
            Some(Element::Blanks) => {
                let n_blanks = xml::number(tag, "text:c").unwrap_or(1).min(BLANKS);
                self.written().extend(std::iter::repeat_n(' ', n_blanks));
            }
            Some(Element::Kind(kind)) => self.depths[kind] += 1,
            Some(Element::Run) => self.runs.push(styled()),
            Some(Element::Style) => {
                self.style = xml::attribute(tag, "style:name").unwrap_or_default();
            }
            Some(Element::Look) => {
                let is_struck = xml::attribute(tag, "style:text-line-through-style")
                    .is_some_and(|line| line != "none");
                let is_hidden = xml::attribute(tag, "text:display").as_deref() == Some("none");
                let look = if is_hidden { Element::Hidden } else { Element::Struck };
                self.styles.extend((is_hidden || is_struck).then(|| (self.style.clone(), look)));
            }
            // Of a paragraph it is its mark that is hidden.
            Some(Element::Hidden | Element::Struck) if is_on() => {
                if let Some(run) = self.runs.last_mut() {
                    *run = element;
                }
            }
            Some(Element::Page) => self.begin_page(),
            Some(Element::Break) => {
                if xml::attribute(tag, "w:type").as_deref() == Some("page") {
                    self.begin_page();
                }
                self.written().push('\n');
            }
            Some(Element::Chunk) => {
                let id = xml::attribute(tag, "r:id").unwrap_or_default();
                self.chunks.push((self.texts[LETTER].len(), id));
            }
            _ => {}
        }
    }

    fn close(&mut self, element: Option<Element>) {
        match element {
            Some(Element::Text) => self.depth = self.depth.saturating_sub(1),
            Some(Element::Paragraph) => {
                self.depth = self.depth.saturating_sub(1);
                self.runs.pop();
                self.written().push('\n');
            }
            Some(Element::Line) => self.written().push('\n'),
            Some(Element::Kind(kind)) => {
                self.depths[kind] = self.depths[kind].saturating_sub(1);
            }
            Some(Element::Run) => _ = self.runs.pop(),
            _ => {}
        }
    }

    fn push(&mut self, event: &Event<'_>) {
        if self.runs.contains(&Some(Element::Hidden)) {
            return;
        }
        let mut piece = String::new();
        xml::push(event, &mut piece);
        if self.runs.contains(&Some(Element::Struck)) {
            self.n_struck += piece.split_whitespace().count();
            return;
        }
        let is_paragraph = self.is_paragraph;
        let text = self.written();
        if !is_paragraph || !piece.contains(is_blank) {
            return text.push_str(&piece);
        }
        // Blanks and line breaks between words are one blank; more have marks of their own.
        for letter in piece.chars() {
            if !is_blank(letter) {
                text.push(letter);
            } else if !text.ends_with([' ', '\n']) {
                text.push(' ');
            }
        }
    }

    /// What is being written to.
    fn written(&mut self) -> &mut String {
        let deepest = self.depths.iter().rposition(|depth| *depth > 0);
        &mut self.texts[deepest.unwrap_or(self.kind)]
    }

    fn begin_page(&mut self) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.starts.push(self.texts[LETTER].len());
    }

    /// Puts the text of another file at a place of the letter.
    pub(super) fn insert(&mut self, at: usize, text: &str) {
        for start in self.starts.iter_mut().filter(|start| **start > at) {
            *start += text.len() + 1;
        }
        self.texts[LETTER].insert_str(at, &format!("{text}\n"));
    }

    /// All of it, one kind behind the other.
    pub(super) fn whole(self) -> String {
        self.texts.concat()
    }

    /// The letter with its notes, what people remarked, and what its sheets have around it.
    pub(super) fn parted(self) -> Parted {
        let [letter, notes, remarks, around] = self.texts;
        let [remarks, printed] = [remarks, around].map(|own| letters::each_once(&own));
        let told = told_of_struck(self.n_struck);
        let (text, starts) = (letter + &notes, self.starts);
        Parted { text, starts, printed, remarks, told, ..Parted::default() }
    }
}

fn is_blank(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\r' | '\n')
}

/// What is told of words that were struck out, which are no statement of who sent them.
pub(super) fn told_of_struck(n_words: usize) -> Vec<String> {
    let told = (n_words > 0).then(|| format!("words that are struck out are left out: {n_words}"));
    Vec::from_iter(told)
}

#[cfg(test)]
mod tests {
    use super::{LETTER, OfficeText};
    use crate::ingest::cases;
    use crate::ingest::formats::letters::tests::shown;

    #[test]
    fn bodies_become_text() {
        for case in cases::rows(include_str!("office_text.txt")) {
            let mut own = OfficeText::default();
            let read = own.append(case[0].as_bytes(), LETTER).ok();
            let found = read.map(|()| shown(own.parted())[..case.len() - 1].to_vec());
            assert_eq!(found, (case.len() > 1).then(|| case[1..].to_vec()), "{}", case[0]);
        }
    }
}
