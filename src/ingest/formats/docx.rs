//! A Word document (.docx) holding one comment, or many letters.

use quick_xml::events::{BytesStart, Event};

use super::entries::Entries;
use super::expansion::{self, Refusal};
use super::format::Format;
use super::input::InputBytes;
use super::letters::{self, Parted};
use super::{rtf, xml};
use crate::ingest::raw::RawInput;
use crate::ingest::{decode, markup};

/// Parts behind the letter itself, in the order they are appended: notes, what drawings and charts say.
const BEHIND: &[&str] =
    &["word/footnotes.xml", "word/endnotes.xml", "word/diagrams/data", "word/charts/chart"];
/// The remarks in the margin, by which copies of one rule become people's comments on it.
const REMARKS: &str = "word/comments.xml";
/// What is printed around the text on each sheet.
const AROUND: &[&str] = &["word/header", "word/footer"];
/// Files of other programs, which the letter shows as a picture.
const EMBEDDED: &str = "word/embeddings/";
/// What stands in these is not part of the letter: text the writer struck out or moved away, and
/// the second form of a drawing, for old programs.
const LEFT_OUT: &[&str] = &["w:del", "w:moveFrom", "mc:Fallback"];

/// A zip archive with a letter in it.
pub(super) const FORMAT: Format =
    Format::letter(|file| file.entries().iter().any(|name| is_letter(name)), read);

/// Whether an entry of a zip archive is the letter itself.
fn is_letter(name: &str) -> bool {
    name.strip_prefix("word/document")
        .and_then(|rest| rest.strip_suffix(".xml"))
        .is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn read(input: &InputBytes<'_>, warnings: &mut Vec<String>) -> Vec<RawInput> {
    let limit = expansion::limit(input.bytes.len(), &input.config.limits);
    let mut told = Vec::new();
    let found = Entries::within(input.bytes, limit)
        .map_err(Refusal::from)
        .and_then(|mut entries| parted(&mut entries, &mut told));
    warnings.extend(told.into_iter().map(|told| format!("{}: {told}", input.place)));
    match found {
        Ok(parted) => parted.comments(input, warnings),
        Err(refusal) => vec![refusal.of(input.place, |reason| {
            format!("not a readable Word document: {reason}; save it again")
        })],
    }
}

fn parted(entries: &mut Entries<'_>, told: &mut Vec<String>) -> Result<Parted, Refusal> {
    let names = entries.names();
    let letter = names.iter().find(|name| is_letter(name)).cloned().unwrap_or_default();
    let mut own = Part::default();
    own.append(&entries.read(&letter)?)?;
    own.insert_chunks(&letter, entries, told)?;
    let of_kind = |kind: &'static str| {
        names.iter().filter(move |name| name.starts_with(kind) && name.ends_with(".xml"))
    };
    for name in BEHIND.iter().flat_map(|kind| of_kind(kind)) {
        own.append(&entries.read(name)?)?;
    }
    let [mut remarks, mut around] = <[Part; 2]>::default();
    for name in of_kind(REMARKS) {
        remarks.append(&entries.read(name)?)?;
    }
    for name in AROUND.iter().flat_map(|kind| of_kind(kind)) {
        around.append(&entries.read(name)?)?;
    }
    if own.n_struck + around.n_struck > 0 {
        told.push("what its writer struck out is left out".to_owned());
    }
    let embedded: Vec<&str> = names
        .iter()
        .filter_map(|name| name.strip_prefix(EMBEDDED))
        .filter(|name| !name.is_empty())
        .collect();
    if !embedded.is_empty() {
        told.push(format!(
            "files that are embedded in it are not read: {}; save each beside it",
            embedded.join(", ")
        ));
    }
    let printed = letters::each_once(&around.text);
    Ok(Parted {
        text: own.text,
        starts: own.starts,
        printed,
        remarks: letters::each_once(&remarks.text),
        ..Parted::default()
    })
}

/// The text of one part, a paragraph per line.
#[derive(Default)]
struct Part {
    text: String,
    /// Where pages begin, as far as the program told that saved it.
    starts: Vec<usize>,
    /// Runs that the text is in, and whether each is shown.
    runs: Vec<bool>,
    n_struck: usize,
    /// Other files that stand in its place: where, and by which name.
    chunks: Vec<(usize, String)>,
}

impl Part {
    fn append(&mut self, part: &[u8]) -> Result<(), Refusal> {
        let mut in_text = false;
        xml::read(
            part,
            |name| LEFT_OUT.contains(&name.as_ref()),
            |event| {
                match event {
                    Event::Start(tag) => {
                        in_text = matches!(tag.name().as_ref(), "w:t" | "m:t" | "a:t");
                        self.see(tag);
                    }
                    Event::End(tag) => {
                        in_text = false;
                        if tag.name().as_ref() == "w:r" {
                            self.runs.pop();
                        }
                        self.text.push_str(mark(tag.name().as_ref(), true));
                    }
                    Event::Empty(tag) => {
                        self.see(tag);
                        if tag.name().as_ref() == "w:r" {
                            self.runs.pop();
                        }
                        self.text.push_str(mark(tag.name().as_ref(), false));
                    }
                    event if in_text && !self.runs.contains(&false) => {
                        xml::push(event, &mut self.text)
                    }
                    _ => {}
                }
                Ok(())
            },
        )
    }

    /// What an element says besides its text.
    fn see(&mut self, tag: &BytesStart<'_>) {
        let is_on =
            || !matches!(xml::attribute(tag, "w:val").as_deref(), Some("0" | "false" | "off"));
        match tag.name().as_ref() {
            "w:r" => self.runs.push(true),
            kind @ ("w:vanish" | "w:strike" | "w:dstrike") if is_on() => {
                // Of a paragraph it is its mark that is hidden.
                if let Some(is_shown) = self.runs.last_mut() {
                    *is_shown = false;
                    self.n_struck += usize::from(kind != "w:vanish");
                }
            }
            "w:lastRenderedPageBreak" | "w:pageBreakBefore" => self.begin_page(),
            "w:br" if xml::attribute(tag, "w:type").as_deref() == Some("page") => self.begin_page(),
            "w:sectPr" => self.begin_page(),
            "w:altChunk" => {
                let id = xml::attribute(tag, "r:id").unwrap_or_default();
                self.chunks.push((self.text.len(), id));
            }
            _ => {}
        }
    }

    fn begin_page(&mut self) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.starts.push(self.text.len());
    }

    /// Puts other files where the letter shows them, as its list of relations names them.
    fn insert_chunks(
        &mut self,
        letter: &str,
        entries: &mut Entries<'_>,
        told: &mut Vec<String>,
    ) -> Result<(), Refusal> {
        if self.chunks.is_empty() {
            return Ok(());
        }
        let list = letter.replacen("word/", "word/_rels/", 1) + ".rels";
        let mut targets = Vec::new();
        xml::read(
            &entries.read(&list)?,
            |_| false,
            |event| {
                if let Event::Start(tag) | Event::Empty(tag) = event {
                    targets.extend(xml::attribute(tag, "Id").zip(xml::attribute(tag, "Target")));
                }
                Ok(())
            },
        )?;
        for (at, id) in std::mem::take(&mut self.chunks).into_iter().rev() {
            let target =
                targets.iter().find(|(own, _)| *own == id).map_or("", |(_, target)| target);
            let name =
                target.strip_prefix('/').map_or_else(|| format!("word/{target}"), str::to_owned);
            let bytes = entries.read(&name).unwrap_or_default();
            let extension = name.rsplit('.').next().unwrap_or_default().to_lowercase();
            let text = match &*extension {
                "html" | "htm" | "xhtml" => markup::page(&decode::text(&bytes)),
                "txt" | "xml" if !bytes.is_empty() => decode::with_line_feeds(decode::text(&bytes)),
                "rtf" => rtf::text(&bytes),
                _ => String::new(),
            };
            if text.trim().is_empty() {
                told.push(format!("a file that it shows is not read: {target}; save it with that file's text in it"));
            }
            for start in self.starts.iter_mut().filter(|start| **start > at) {
                *start += text.len() + 1;
            }
            self.text.insert_str(at, &(text + "\n"));
        }
        Ok(())
    }
}

/// The characters that an element stands for, at its end or where it is empty.
fn mark(element: &str, is_end: bool) -> &'static str {
    match element {
        "w:p" | "w:br" | "w:cr" | "a:p" | "a:br" => "\n",
        // At its end a tab element is a position in a list of tab stops.
        "w:tab" if !is_end => "\t",
        "w:noBreakHyphen" => "-",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::Part;
    use crate::ingest::cases;

    #[test]
    fn bodies_become_text() {
        for case in cases::cells(include_str!("docx.txt")) {
            let mut own = Part::default();
            let read = own.append(case[0].as_bytes()).ok().map(|()| own.text);
            assert_eq!(read, case.get(1).map(|text| cases::unescaped(text)), "{}", case[0]);
        }
    }

    #[test]
    fn pages_begin_where_the_program_told() {
        let mut own = Part::default();
        let part =
            b"<w:p><w:t>One</w:t></w:p><w:p><w:r><w:br w:type=\"page\"/><w:t>Two</w:t></w:r></w:p>";
        assert!(own.append(part).is_ok());
        assert_eq!((own.text.as_str(), own.starts), ("One\n\nTwo\n", vec![0, 4]));
    }
}
