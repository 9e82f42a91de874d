//! The columns of a table, and its rows → comments.
//!
//! Tables come through other programs: some write a cell's line breaks as `\n`, a spreadsheet writes
//! `_x000D_` for a carriage return.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::hash::BuildHasher;

use csv::StringRecord;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::headings::{listed, missing, plainly};
use super::input::InputBytes;
use super::named_values::NamedValues;
use super::records::{self, fields};
use super::xml;
use crate::corpus::AsideBucket;
use crate::ingest::TextFields;
use crate::ingest::attributes;
use crate::ingest::decode::with_line_feeds;
use crate::ingest::normalize::in_one_line;
use crate::ingest::raw::RawInput;

/// Characters of a cell at the most, in a spreadsheet.
const LONGEST_CELL: usize = 32_767;

/// Where things stand in a row.
#[derive(Default)]
pub(super) struct Columns {
    /// The columns of the usual names, however they are written.
    places: FxHashMap<&'static str, usize>,
    /// The columns by their headings, with what their cells tell.
    values: NamedValues,
    /// Texts with line breaks, and those that have theirs written out as `\n`.
    n_plain: usize,
    n_written_out: usize,
    /// By column, its longest cells.
    longest: Vec<Longest>,
    /// What rows say of all of them: columns of a rule may stand beside each.
    kinds: Shared,
    claims: Shared,
    /// Whether the run names the text's column.
    is_named: bool,
}

#[derive(Default)]
struct Longest {
    n_chars: usize,
    n: usize,
    /// Those that end in the middle of a sentence, and how many of these differ.
    n_open: usize,
    texts: FxHashSet<u64>,
}

impl Longest {
    fn learn(&mut self, cell: &str) {
        if cell.len() < self.n_chars {
            return;
        }
        let n_chars = cell.chars().count();
        if n_chars > self.n_chars {
            *self = Self { n_chars, ..Self::default() };
        }
        if n_chars == self.n_chars {
            self.n += 1;
            if !cell.ends_with(['.', '!', '?', '"', '”', ')', '。', '…']) {
                self.n_open += 1;
                self.texts.insert(FxBuildHasher.hash_one(cell));
            }
        }
    }

    /// Whether a program cut them there: in the middle of sentences, at a round number, or where several differ.
    fn are_cut(&self) -> bool {
        const SHORTEST: usize = 100;
        const FEWEST: usize = 5;
        let round = [self.n_chars, self.n_chars + 1]
            .iter()
            .any(|n| n.is_power_of_two() || self.n_chars.is_multiple_of(50));
        let is_told =
            2 * self.n_open >= self.n && (round && self.n > 1 || self.texts.len() >= FEWEST);
        self.n_chars == LONGEST_CELL || self.n_chars >= SHORTEST && is_told
    }
}

/// What a column says, where all rows say the same.
#[derive(Default)]
struct Shared {
    at: Option<usize>,
    said: String,
    n_rows: usize,
    is_other: bool,
}

impl Shared {
    fn of(header: &StringRecord, names: &[&str]) -> Self {
        let at =
            header.iter().position(|own| names.iter().any(|name| plainly(own) == plainly(name)));
        Self { at, ..Self::default() }
    }

    fn learn(&mut self, row: &StringRecord) {
        let Some(said) = self.at.and_then(|at| row.get(at)) else { return };
        self.n_rows += 1;
        if self.n_rows == 1 {
            self.said = said.trim().to_owned();
        }
        self.is_other |= said.trim() != self.said;
    }

    /// What several rows say alike.
    fn of_all(&self) -> Option<&str> {
        (self.n_rows > 1 && !self.is_other && !self.said.is_empty()).then_some(&self.said)
    }

    /// The number that all rows say, and that is not smaller than theirs: no row stands for so many.
    fn of_docket(&self) -> Option<u64> {
        let n = attributes::claimed_duplicates(self.of_all()?).ok()??;
        (self.n_rows > 2 && n >= self.n_rows as u64).then_some(n)
    }
}

impl Columns {
    pub(super) fn of(header: &StringRecord, input: &InputBytes<'_>) -> Result<Self, String> {
        let fields = &input.config.text_fields;
        let text = text_column(header, input);
        if text.is_none()
            && let Some(field) = fields.named.iter().chain(&fields.patterns).next()
        {
            let option = if fields.named.is_empty() { "--text-fields" } else { "--text-field" };
            return Err(missing("column", field, header.iter(), option));
        }
        let id = named(header, input.config.id_field.as_ref(), ["id", "id of a column"]);
        if id.is_none()
            && let Some(field) = &input.config.id_field
        {
            return Err(missing("column", field, header.iter(), "--id-field"));
        }
        let written: Vec<String> = header.iter().map(plainly).collect();
        let places = records::usual_names().filter_map(|name| {
            let plain = plainly(name);
            Some((name, written.iter().position(|own| *own == plain)?))
        });
        let is_of_docket = fields.is_empty() && header.iter().any(records::tells_docket);
        let may_tell = fields.one().is_none() && !is_of_docket;
        let mut values = NamedValues { may_tell, text, id, ..NamedValues::default() };
        header.iter().for_each(|heading| _ = values.push(heading));
        Ok(Self {
            places: places.collect(),
            values,
            kinds: Shared::of(header, &["Document Type"]),
            claims: Shared::of(header, records::fields("duplicates")),
            is_named: !fields.is_empty(),
            ..Self::default()
        })
    }

    /// Learns from a row how the texts have their line breaks, before any of them is read. A cell tells where it has no
    /// others than one kind, and no backslash that is something else: in "C:\\new\\users" none is a line break.
    pub(super) fn learn(&mut self, row: &StringRecord) {
        match self.values.text {
            Some(text) => self.learn_line_breaks(row.get(text).unwrap_or_default()),
            None => row.iter().for_each(|cell| self.learn_line_breaks(cell)),
        }
        self.longest.resize_with(self.longest.len().max(row.len()), Longest::default);
        for (longest, cell) in self.longest.iter_mut().zip(row) {
            longest.learn(cell);
        }
        self.kinds.learn(row);
        self.claims.learn(row);
        self.values.learn(row.iter().enumerate());
    }

    fn learn_line_breaks(&mut self, text: &str) {
        self.n_plain += usize::from(text.contains('\n'));
        self.n_written_out += usize::from(tells_written_out(text));
    }

    /// Has the cells tell nothing where no column is known by its name.
    pub(super) fn know_by_name(&mut self) {
        self.values.may_tell &= self.values.text.is_some();
    }

    /// Decides which columns have the text, once all rows are [learned](Self::learn) from.
    ///
    /// # Errors
    /// Where none has.
    pub(super) fn settle(&mut self, fields: &TextFields) -> Result<(), String> {
        self.values.settle(fields, true);
        match self.values.text {
            Some(_) => Ok(()),
            None => Err(format!(
                "no column with a comment's text; the columns are {}; name one with --text-field",
                listed(self.values.names())
            )),
        }
    }

    /// Whether most texts that have line breaks have them written out as two characters.
    fn are_written_out(&self) -> bool {
        self.n_written_out > self.n_plain
    }

    /// What is said where no column has ids, where line breaks were written out, and of comments whose ends may be lost.
    pub(super) fn told(&self, place: &str) -> Vec<String> {
        let mut told = Vec::new();
        if self.are_written_out() {
            told.push("most line breaks of the comments are written out as \\n; all of these are read as line breaks".to_owned());
        }
        told.extend(self.values.told_of_text());
        if self.values.id.is_none() {
            told.push(format!(
                "no column has the comments' ids, so they are named by their rows ({place}#1); the columns are {}; name one with --id-field",
                listed(self.values.names())
            ));
        }
        told.extend(self.values.dates.told());
        told.extend(self.values.told_of_claims());
        let open = self.values.questions.iter().filter(|question| !question.is_closed);
        let texts: BTreeSet<usize> =
            open.map(|question| question.at).chain(self.values.text).collect();
        let longest = texts.iter().filter_map(|at| self.longest.get(*at));
        told.extend(longest.filter(|longest| longest.are_cut()).map(|Longest { n_chars, n, .. }| {
            format!(
                "comments of exactly {n_chars} characters, where other programs cut cells off: {n}; their ends may be lost"
            )
        }));
        told.extend(self.claims.of_docket().map(|n| {
            format!(
                "all rows say that they stand for {n} comments, which is the number of the docket's, and not counted"
            )
        }));
        told.into_iter().map(|told| format!("{place}: {told}")).collect()
    }

    /// What a row has in the column of a usual name.
    fn get<'a>(&self, row: &'a StringRecord, name: &str) -> Option<&'a str> {
        row.get(*self.places.get(name)?).map(without_formula)
    }

    /// Whether a row is a comment: it says so in any column, or its type is that of the rule, which all rows have beside
    /// them, or the run names what its text is.
    fn is_submission(&self, row: &StringRecord, text: &str) -> bool {
        let is_told = row.iter().any(|cell| records::SUBMISSIONS.contains(&cell.trim()));
        let is_shared = self.kinds.of_all().is_some() || self.is_named;
        is_told || is_shared && !text.trim().is_empty()
    }

    /// The comment of a row, once all are [learned](Self::learn) from; `line` is where it begins, in words for people, where
    /// it must go on to the text.
    pub(super) fn comment(&self, place: &str, line: Option<&str>, row: &StringRecord) -> RawInput {
        let cell = self.values.id.and_then(|at| row.get(at));
        let id = cell.map(|id| without_formula(id.trim())).filter(|id| !id.is_empty());
        let text = self.values.text.and_then(|at| row.get(at));
        let are_written_out = self.are_written_out();
        let said =
            self.values.said(|at| unescaped(row.get(at).unwrap_or_default(), are_written_out));
        let (id, n_bytes) = (id.map(str::to_owned), row.as_slice().len());
        let dates = &self.values.dates;
        let mut comment = records::comment(place.to_owned(), id, said, n_bytes, dates, |name| {
            self.get(row, name).map(Cow::Borrowed)
        });
        if let (None, Some(line)) = (text, line) {
            let reason = format!("{line}: the row ends before the column with the text");
            return RawInput::Aside(comment.set_aside(AsideBucket::Unreadable, &reason));
        }
        if self.claims.of_docket().is_some() {
            comment.attributes.claimed_duplicates = None;
        }
        let is_submission = self.is_submission(row, &comment.body);
        records::submission(comment, self.get(row, "Document Type"), is_submission)
    }
}

/// The column with the comments' texts: the one that the run names, else the first with a usual name.
pub(super) fn text_column(header: &StringRecord, input: &InputBytes<'_>) -> Option<usize> {
    let fields = &input.config.text_fields;
    if !fields.is_empty() && fields.one().is_none() {
        return header.iter().position(|name| fields.hold(&in_one_line(name)));
    }
    named(header, fields.one(), ["text", "text of a column"])
}

/// The column that the run names, or one with a usual name: to the letter, or else written alike.
fn named(header: &StringRecord, field: Option<&String>, usual: [&str; 2]) -> Option<usize> {
    if let Some(field) = field {
        return spelled(header, field);
    }
    fields(usual[0]).iter().find_map(|name| spelled(header, name)).or_else(|| {
        let names = usual.iter().flat_map(|kind| fields(kind));
        names
            .map(|name| plainly(name))
            .find_map(|name| header.iter().position(|column| plainly(column) == name))
    })
}

/// The column of a name, to the letter.
fn spelled(header: &StringRecord, name: &str) -> Option<usize> {
    header.iter().position(|column| column.trim() == name || in_one_line(column) == name)
}

/// A cell without the formula by which some programs keep its zeros: `="0012"`.
fn without_formula(cell: &str) -> &str {
    let quoted = cell.strip_prefix("=\"").and_then(|cell| cell.strip_suffix('"'));
    quoted.filter(|text| !text.contains('"')).unwrap_or(cell)
}

/// Whether a cell has line breaks that are written out, no others, and no backslash that is something else.
fn tells_written_out(cell: &str) -> bool {
    cell.contains("\\n")
        && !cell.contains('\n')
        && cell.split('\\').skip(1).all(|behind| behind.starts_with(['n', 'r', 't']))
}

/// A cell with its line breaks. Where those of most are not written out, it tells by itself whether its own are.
fn unescaped(cell: &str, are_written_out: bool) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(cell);
    if text.contains("_x00") {
        let written = xml::unescaped(&text.replace("_x000D_\r", "\r"));
        text = Cow::Owned(with_line_feeds(written));
    }
    if text.contains('\\') && (are_written_out || tells_written_out(&text)) {
        let plain = text.replace("\\r\\n", "\n").replace("\\n", "\n");
        text = Cow::Owned(plain.replace("\\r", "\n").replace("\\t", "\t"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Longest;

    /// Cells of a column, a hundred characters and more, all in the middle of a sentence.
    fn are_cut(cells: impl Iterator<Item = String>) -> bool {
        let mut longest = Longest::default();
        cells.for_each(|cell| longest.learn(&cell));
        longest.are_cut()
    }

    #[test]
    fn cells_that_end_at_one_length_are_cut() {
        let cell = |n_chars: usize, begins: usize| {
            format!("{begins}{}", "é".repeat(n_chars - begins.to_string().len()))
        };
        // Two at a round number, five at any, and one where spreadsheets cut.
        for (n_chars, fewest) in [(255, 2), (4_000, 2), (777, 5), (32_767, 1)] {
            for n in [fewest - 1, fewest] {
                let cells = (1..=n).map(|at| cell(n_chars, at)).chain(["short".to_owned()]);
                assert_eq!(are_cut(cells), n == fewest, "{n} of {n_chars}");
            }
        }
        assert!(!are_cut((1..9).map(|at| cell(254, at) + ".")), "whole sentences");
        assert!(!are_cut((1..9).map(|_| "x".repeat(777))), "copies of one");
    }
}
