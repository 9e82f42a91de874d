//! A table with quotation marks that are not as CSV has them in, the same table as CSV out.
//!
//! CSV doubles a quotation mark in a cell. Some programs put a backslash before it, others write it as it is, and there
//! are inches. To a parser such a cell ends too early, and what follows is cut off, or swallows the rows below.
//!
//! Each mark is then read in every way that it can be, all over the table at once, and the reading is kept that costs
//! least (Viterbi's algorithm with a beam): a row with other cells than most have costs more than a mark that stands
//! where a cell ends and does not end it. Where two cost the same, a mark does what it does in CSV.

use std::collections::BTreeSet;

use csv::{Reader, ReaderBuilder};

/// Bytes that a CSV parser reads at once.
const BUFFER_BYTES: usize = 1 << 13;
/// Taken off where it begins what a CSV parser reads.
pub(super) const BYTE_ORDER_MARK: &str = "\u{FEFF}";
/// Rows that tell how many cells all have.
const FIRST_ROWS: usize = 100;
/// Readings that are followed at once, and how much more than the best they may cost.
const MOST_READINGS: usize = 12;
const MOST_MORE: usize = 16;
/// A table that ends in a cell.
const UNCLOSED: usize = 10;
/// A row that has other cells, besides one for each cell too many or too few, up to as many again.
const OTHER_CELLS: usize = 4;
/// A mark where a cell begins or ends that begins or ends none,
const UNUSUAL: usize = 3;
/// before a line break, which a paragraph may end with, too,
const AT_LINE_END: usize = 2;
/// first of a cell that is not in marks, which swallows no row,
const FIRST_OF_CELL: usize = 2;
/// and where prose has it: before a comma and a blank.
const AS_IN_PROSE: usize = 1;

/// The rows of a text, the header first.
pub(super) fn reader(text: &str, delimiter: u8) -> Reader<&[u8]> {
    ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(false)
        .buffer_capacity(text.len().min(BUFFER_BYTES))
        .from_reader(text.as_bytes())
}

/// A table whose marks are as CSV has them.
pub(super) struct Mended {
    pub(super) text: String,
    /// Marks that stood for themselves undoubled.
    n_bare: usize,
    /// Marks behind a backslash.
    n_escaped: usize,
    /// Whether the last cell never ends.
    is_cut_off: bool,
}

impl Mended {
    pub(super) fn told(&self) -> Vec<String> {
        let Self { n_bare, n_escaped, is_cut_off, .. } = self;
        let bare = match (n_bare, n_escaped) {
            (0, 0) => None,
            (0, n) => {
                Some(format!("quotation marks in cells behind a backslash, which is left out: {n}"))
            }
            (n, _) => Some(format!(
                "quotation marks in cells that are not doubled, as CSV asks: {n}; they are read as they are written"
            )),
        };
        let cut_off = "a quotation mark is never closed, so the last cell goes to the end of the file, which may be cut off";
        bare.into_iter().chain(is_cut_off.then(|| cut_off.to_owned())).collect()
    }
}

/// The table as CSV; nothing where it is CSV already.
pub(super) fn mended(text: &str, delimiter: u8) -> Option<Mended> {
    let marks = Marks::of(text, delimiter)?;
    let mut readings = Vec::new();
    for n_cells in marks.usual_numbers_of_cells() {
        let plain = Marks { n_cells, ..marks };
        let escaping = Marks { has_escapes: true, ..plain };
        readings.extend(text.contains("\\\"").then(|| (escaping.read(), escaping)));
        readings.push((plain.read(), plain));
    }
    let ((_, chosen), marks) = readings.into_iter().min_by_key(|((cost, _), _)| *cost)?;
    Some(marks.written(&chosen))
}

#[derive(Clone, Copy)]
struct Marks<'a> {
    text: &'a str,
    bytes: &'a [u8],
    delimiter: u8,
    line_end: u8,
    /// Cells that most of the first rows have.
    n_cells: usize,
    has_escapes: bool,
}

/// Where in a table a mark stands, as it is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Outside of marks.
    Plain,
    Quoted,
    /// Between the two marks that stand for one.
    Doubled,
}

/// One way to read the table up to some place.
#[derive(Clone, Copy)]
struct Reading {
    cost: usize,
    place: Place,
    /// Cells of the row that are ended.
    n_cells: usize,
    /// The last of the marks that are not read as CSV has them, by its number from 1.
    last: usize,
}

impl<'a> Marks<'a> {
    /// Nothing where all marks are as CSV has them.
    fn of(text: &'a str, delimiter: u8) -> Option<Self> {
        let bytes = text.as_bytes();
        let line_end = if memchr::memchr(b'\n', bytes).is_some() { b'\n' } else { b'\r' };
        let marks = Self { text, bytes, delimiter, line_end, n_cells: 1, has_escapes: false };
        (!marks.are_usual()).then_some(marks)
    }

    /// How many cells the first row has, and most of the first ones.
    fn usual_numbers_of_cells(&self) -> BTreeSet<usize> {
        let rows = reader(self.text, self.delimiter).into_records().map_while(Result::ok);
        let numbers: Vec<usize> = rows.take(FIRST_ROWS).map(|row| row.len()).collect();
        numbers
            .iter()
            .rev()
            .copied()
            .max_by_key(|n_cells| numbers.iter().filter(|own| *own == n_cells).count())
            .into_iter()
            .chain(numbers.first().copied())
            .collect()
    }

    fn are_usual(&self) -> bool {
        let mut place = Place::Plain;
        for at in memchr::memchr_iter(b'"', self.bytes) {
            let (_, next) = self.usual(at, place);
            let is_opened = place == Place::Plain && next == Place::Quoted;
            let is_bare = place == Place::Quoted && next == Place::Quoted;
            if is_bare || is_opened && at.checked_sub(1).is_some_and(|at| self.bytes[at] == b' ') {
                return false;
            }
            place = next;
        }
        place == Place::Plain
    }

    /// Where a mark leads to that does what it does in CSV, as far as it can, and what that costs.
    fn usual(&self, at: usize, place: Place) -> (usize, Place) {
        match place {
            place if self.is_escaped(at) => (0, place),
            Place::Doubled => (0, Place::Quoted),
            Place::Plain if self.opens(at) => (0, Place::Quoted),
            Place::Plain => (if self.closes(at) { AS_IN_PROSE } else { 0 }, Place::Plain),
            Place::Quoted if self.bytes.get(at + 1) != Some(&b'"') && self.closes(at) => {
                (0, Place::Plain)
            }
            Place::Quoted => {
                let is_doubled = self.bytes.get(at + 1) == Some(&b'"');
                // Where a cell might begin one goes on.
                let cost = if self.opens(at) { self.unusual(at, -1) } else { 0 };
                (cost, if is_doubled { Place::Doubled } else { Place::Quoted })
            }
        }
    }

    /// What it costs that a mark stands for itself which in CSV would not; nothing where that cannot be.
    fn bare(&self, at: usize, place: Place) -> Option<(usize, Place)> {
        let (_, usual) = self.usual(at, place);
        match (place, usual) {
            (Place::Plain, Place::Quoted) => Some((FIRST_OF_CELL, Place::Plain)),
            (Place::Quoted, Place::Plain) => Some((self.unusual(at, 1), Place::Quoted)),
            // The next one ends the cell.
            (Place::Quoted, Place::Doubled) if self.closes(at + 1) => {
                Some((AS_IN_PROSE, Place::Quoted))
            }
            _ => None,
        }
    }

    fn is_escaped(&self, at: usize) -> bool {
        let n_before = self.bytes[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
        self.has_escapes && n_before % 2 == 1
    }

    /// Whether only blanks part a place from the beginning of its cell.
    fn opens(&self, at: usize) -> bool {
        let before = self.text[..at].trim_end_matches(' ');
        matches!(before, "" | BYTE_ORDER_MARK)
            || before.bytes().next_back().is_some_and(|byte| self.parts(byte))
    }

    /// Whether only blanks part a mark from the end of its cell.
    fn closes(&self, at: usize) -> bool {
        let behind = self.bytes[at + 1..].iter().find(|byte| **byte != b' ');
        behind.is_none_or(|byte| self.parts(*byte))
    }

    fn parts(&self, byte: u8) -> bool {
        byte == self.delimiter || matches!(byte, b'\r' | b'\n')
    }

    /// What it costs that a mark stands for itself beside what parts cells: that is behind it, or before.
    fn unusual(&self, at: usize, step: isize) -> usize {
        let beside = at.checked_add_signed(step).and_then(|at| self.bytes.get(at));
        match beside {
            Some(b'\r' | b'\n') => AT_LINE_END,
            Some(b' ') => AS_IN_PROSE,
            _ if step > 0 && self.bytes.get(at + 2) == Some(&b' ') => AS_IN_PROSE,
            _ => UNUSUAL,
        }
    }

    /// The best reading: what it costs, and the marks that stand for themselves although they need not.
    fn read(&self) -> (usize, Vec<usize>) {
        // Each such mark with the number of the one before it.
        let mut chosen: Vec<(usize, usize)> = vec![(0, 0)];
        let mut readings = vec![Reading { cost: 0, place: Place::Plain, n_cells: 0, last: 0 }];
        let (mut next, mut row) = (Vec::new(), 0);
        for at in memchr::memchr3_iter(b'"', self.delimiter, self.line_end, self.bytes) {
            let is_blank = self.bytes[at] == self.line_end
                && self.bytes[std::mem::replace(&mut row, at + 1)..at].trim_ascii().is_empty();
            for reading in readings.drain(..) {
                if self.bytes[at] == b'"' {
                    let (cost, place) = self.usual(at, reading.place);
                    next.push(Reading { cost: reading.cost + cost, place, ..reading });
                    if let Some((cost, place)) = self.bare(at, reading.place) {
                        chosen.push((at, reading.last));
                        let last = chosen.len() - 1;
                        next.push(Reading { cost: reading.cost + cost, place, last, ..reading });
                    }
                } else if reading.place == Place::Quoted {
                    next.push(reading);
                } else if self.bytes[at] == self.delimiter {
                    next.push(Reading { n_cells: reading.n_cells + 1, ..reading });
                } else {
                    let more = if is_blank { 0 } else { self.other_cells(reading.n_cells) };
                    next.push(Reading { cost: reading.cost + more, n_cells: 0, ..reading });
                }
            }
            // Of readings that go on alike the first of the cheapest is kept.
            next.sort_by_key(|reading| reading.cost);
            for reading in next.drain(..) {
                let is_new = readings
                    .iter()
                    .all(|own| (own.n_cells, own.place) != (reading.n_cells, reading.place));
                let most = readings.first().map_or(usize::MAX, |best| best.cost + MOST_MORE);
                if is_new && readings.len() < MOST_READINGS && reading.cost <= most {
                    readings.push(reading);
                }
            }
        }
        let best = readings.into_iter().map(|reading| {
            let more = match reading.place {
                Place::Plain if row == self.bytes.len() => 0,
                Place::Plain => self.other_cells(reading.n_cells),
                _ => UNCLOSED,
            };
            (reading.cost + more, reading.last)
        });
        let (cost, last) = best.min_by_key(|(cost, _)| *cost).unwrap_or_default();
        let marks = std::iter::successors(Some(last), |nth| Some(chosen[*nth].1));
        let mut marks: Vec<usize> =
            marks.take_while(|nth| *nth > 0).map(|nth| chosen[nth].0).collect();
        marks.reverse();
        (cost, marks)
    }

    /// What it costs that a row ends behind so many cells and one more.
    fn other_cells(&self, n_before: usize) -> usize {
        match (n_before + 1).abs_diff(self.n_cells) {
            0 => 0,
            n => OTHER_CELLS + n.min(OTHER_CELLS),
        }
    }

    /// The table as CSV, where some marks stand for themselves although they need not.
    fn written(&self, chosen: &[usize]) -> Mended {
        let text = String::with_capacity(self.text.len() + self.text.len() / 64);
        let mut mended = Mended { text, n_bare: 0, n_escaped: 0, is_cut_off: false };
        let (mut place, mut is_wrapped, mut done) = (Place::Plain, false, 0);
        let mut chosen = chosen.iter().peekable();
        for at in memchr::memchr3_iter(b'"', self.delimiter, self.line_end, self.bytes) {
            let between = &self.text[std::mem::replace(&mut done, at + 1)..at];
            mended.push(between, place == Place::Quoted && self.has_escapes);
            if self.bytes[at] != b'"' {
                if is_wrapped && place == Place::Plain {
                    mended.close();
                    is_wrapped = false;
                }
                mended.text.push(char::from(self.bytes[at]));
                continue;
            }
            let (_, usual) = self.usual(at, place);
            let bare = chosen.next_if_eq(&&at).and_then(|_| self.bare(at, place));
            let next = bare.map_or(usual, |(_, next)| next);
            let is_first = place == Place::Plain && self.opens(at);
            if is_first {
                // Blanks before the cell's first mark.
                mended.text.truncate(mended.text.trim_end_matches(' ').len());
            }
            mended.text.push_str(match (place, next) {
                (Place::Plain, Place::Plain) if is_first => "\"\"\"",
                (Place::Plain, Place::Plain) if !is_wrapped => "\"",
                (Place::Plain, Place::Quoted) | (Place::Quoted, Place::Plain) => "\"",
                (Place::Doubled, _) => "",
                _ => "\"\"",
            });
            is_wrapped |= is_first && next == Place::Plain;
            match (place, next) {
                (Place::Quoted, Place::Quoted) if self.is_escaped(at) => mended.n_escaped += 1,
                (Place::Quoted, Place::Quoted) => mended.n_bare += 1,
                (Place::Plain, Place::Plain) if is_wrapped => mended.n_bare += 1,
                _ => {}
            }
            if (place, next) == (Place::Quoted, Place::Plain) {
                done += self.bytes[done..].iter().take_while(|byte| **byte == b' ').count();
            }
            place = next;
        }
        mended.push(&self.text[done..], false);
        mended.is_cut_off = place != Place::Plain;
        if is_wrapped || mended.is_cut_off {
            mended.close();
        }
        mended
    }
}

impl Mended {
    /// Adds what stands between two marks.
    fn push(&mut self, between: &str, has_escapes: bool) {
        if !has_escapes {
            self.text.push_str(between);
            return;
        }
        // What a last one stands before is the mark or the line break that comes next.
        let n_last = between.len() - between.trim_end_matches('\\').len();
        let between = &between[..between.len() - n_last % 2];
        self.text.push_str(&between.replace("\\\\", "\\"));
    }

    /// Ends a cell, before the first half of a line end.
    fn close(&mut self) {
        let is_before = self.text.ends_with('\r');
        self.text.truncate(self.text.len() - usize::from(is_before));
        self.text.push_str(if is_before { "\"\r" } else { "\"" });
    }
}

#[cfg(test)]
mod tests {
    use super::mended;
    use crate::ingest::cases;

    #[test]
    fn tables_become_csv_whatever_their_lines_end_with() {
        for case in cases::rows(include_str!("quotes.txt")) {
            for ends in ["\n", "\r\n", "\r"] {
                let found = mended(&case[0].replace('\n', ends), b',').map(|mended| mended.text);
                let expect = case.get(1).map(|expect| expect.replace('\n', ends));
                assert_eq!(found, expect, "{}", case[0]);
            }
        }
    }
}
