//! The docket's comments as data beside the page: scripts of bounded size, each of one call with text in it.
//!
//! A page opened from a folder cannot read the files beside it, but it can run scripts that lie there. A volume is such
//! a script: `durian(KEY, NAME, [COLUMN, …])`. A column is one string with a cell for each record, so that a browser
//! looks through all texts of a volume at once.
//!
//! | volumes | a record | columns |
//! |---|---|---|
//! | `comments-N` | an input, in the order of the lines | what is known of it (`records.rs`), text, marks |
//! | `passages-N` | an added passage, the most telling first | what is known of it, text |
//! | `letters-N` | a letter | id, title, number of comments, number of its campaign; text |
//! | `campaigns-N` | a campaign | id, title, …; its row and what that opens, where these are not on the page |
//!
//! # Invariants
//! - Nothing in a volume is run but the one call: its arguments are JSON, with every `<` and line separator escaped.
//! - The same report gives the same volumes, byte for byte; they are written one after the other, and no more than
//!   one of a kind is held.
//! - A cell holds neither [`END_OF_CELL`] nor [`END_OF_FIELD`]: what is shown has no control characters.

use anyhow::Result;
use serde::Serialize;
use sha1::{Digest as _, Sha1};

use crate::report::hexadecimal;
use crate::report::schema::Report;

/// What ends a cell of a column, and a field of a cell.
pub(super) const END_OF_CELL: char = '\u{1E}';
pub(super) const END_OF_FIELD: char = '\u{1F}';

/// A volume of more bytes is ended.
const VOLUME_BYTES: usize = 1_500_000;

/// Writes a volume, given its name, into the folder beside the page.
pub type WriteVolume<'a> = dyn Fn(&str, &[u8]) -> Result<()> + Sync + 'a;

/// Volumes of one kind, the last of them open.
pub(super) struct Volumes<'a, const N: usize> {
    kind: &'static str,
    key: String,
    write: &'a WriteVolume<'a>,
    columns: [String; N],
    first: String,
    n_records: usize,
    listed: Vec<ListedVolume>,
}

/// A volume as the page lists it: with what its first record begins, and how many records it has.
#[derive(Clone, Serialize)]
pub(super) struct ListedVolume(String, usize);

impl<'a, const N: usize> Volumes<'a, N> {
    pub(super) fn new(report: &Report, kind: &'static str, write: &'a WriteVolume<'a>) -> Self {
        Self {
            kind,
            key: key(report),
            write,
            columns: std::array::from_fn(|_| String::new()),
            first: String::new(),
            n_records: 0,
            listed: Vec::new(),
        }
    }

    /// Adds a record, a cell for each column. `first` is what it is looked up by.
    pub(super) fn push(&mut self, first: &str, cells: [&str; N]) -> Result<()> {
        if self.n_records == 0 {
            first.clone_into(&mut self.first);
        }
        self.n_records += 1;
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push_str(cell);
            column.push(END_OF_CELL);
        }
        if self.columns.iter().map(String::len).sum::<usize>() >= VOLUME_BYTES {
            self.end_volume()?;
        }
        Ok(())
    }

    /// Ends the last volume, and lists all.
    pub(super) fn finish(&mut self) -> Result<Vec<ListedVolume>> {
        if self.n_records > 0 {
            self.end_volume()?;
        }
        Ok(std::mem::take(&mut self.listed))
    }

    fn end_volume(&mut self) -> Result<()> {
        let name = format!("{}-{:04}", self.kind, self.listed.len() + 1);
        let list = serde_json::to_string(&(&self.key, &name, &self.columns[..]))?;
        let arguments = &list[1..list.len() - 1];
        (self.write)(&name, format!("durian({})\n", inert(arguments)).as_bytes())?;
        self.columns.iter_mut().for_each(String::clear);
        self.listed.push(ListedVolume(std::mem::take(&mut self.first), self.n_records));
        self.n_records = 0;
        Ok(())
    }
}

/// What a page and its volumes know each other by: volumes of another report are not shown.
pub(super) fn key(report: &Report) -> String {
    let known_by = (&report.tool, &report.settings, &report.totals, &report.since, &report.title);
    let mut hasher = Sha1::new();
    hasher.update(&report.input_digest);
    hasher.update(serde_json::to_vec(&known_by).unwrap_or_default());
    hexadecimal(&hasher.finalize()[..6])
}

/// JSON that may stand in a page or a script: it can neither end an element nor a line.
pub(super) fn inert(json: &str) -> String {
    let mut inert = String::with_capacity(json.len());
    let mut n_kept = 0;
    // The line ends among these begin with the byte E2, as curly quotation marks do.
    for (at, _) in json.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'<' | b'&' | 0xE2)) {
        let Some(c @ ('<' | '&' | '\u{2028}' | '\u{2029}')) = json[at..].chars().next() else {
            continue;
        };
        inert.push_str(&json[n_kept..at]);
        inert.push_str(&format!("\\u{:04x}", u32::from(c)));
        n_kept = at + c.len_utf8();
    }
    inert + &json[n_kept..]
}

#[cfg(test)]
mod tests {
    use super::inert;

    #[test]
    fn text_can_end_neither_a_script_nor_a_line() {
        let json = serde_json::to_string("</script><!-- & \u{2028}\"]);alert(1)//").expect("JSON");
        let inert = inert(&json);
        assert_eq!(
            inert, r#""\u003c/script>\u003c!-- \u0026 \u2028\"]);alert(1)//""#,
            "quotation marks stay escaped"
        );
        let read: String = serde_json::from_str(&inert).expect("the same text");
        assert_eq!(read, "</script><!-- & \u{2028}\"]);alert(1)//");
    }
}
