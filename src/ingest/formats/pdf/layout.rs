//! Characters and their places in, lines of text out; what was written in is put among them where it stands.

use rustc_hash::FxHashMap;

use super::places::{PagePlace, Rectangle, SAME_LINE, SHADOW};
use super::shown::Shown;

/// Sizes below are in parts of the letters' size.
/// A wider gap between two letters parts words; letters of one word may be set apart a little.
const WORD_GAP: f64 = 0.15;
/// A letter so far behind the end of the last one begins anew.
const STEP_BACK: f64 = 0.5;
/// So many single letters in a row, with gaps alike, are one word set wide.
const SPACED_LETTERS: usize = 4;
/// They are so near each other; the cells of a table are further apart.
const SPACED_LETTER_GAP: f64 = 1.0;
/// Digits as far apart as a space is wide, and further, are numbers of one digit.
const SPACED_DIGIT_GAP: f64 = 0.25;
/// A gap wider than the narrowest of the row by this factor parts two words set wide.
const SPACED_WORD_GAP: f64 = 1.8;
/// Lines that are further apart than the usual distance, by this factor, part paragraphs.
const PARAGRAPH_GAP: f64 = 1.3;

/// A run of letters without a gap.
pub(super) struct Word {
    pub(super) text: String,
    pub(super) place: PagePlace,
    shown: Shown,
}

impl Word {
    fn is_letter(&self) -> bool {
        self.text.chars().count() == 1
    }

    fn is_right_to_left(&self) -> bool {
        is_right_to_left(&self.text)
    }
}

/// The words of a page, in the order they are drawn.
#[derive(Default)]
pub(super) struct PageWords {
    /// The part of the page that is shown.
    pub(super) page: Rectangle,
    /// Whether letters are drawn above a picture or a color, on which white ones are seen.
    pub(super) has_ground: bool,
    pub(super) words: Vec<Word>,
    /// Letters and digits that the page does not show.
    pub(super) n_hidden: usize,
    /// A space was drawn after the last word.
    parted: bool,
    /// Where the last letter began.
    last_start: f64,
    /// Letters whose font does not tell what they are.
    pub(super) n_untold: usize,
}

impl PageWords {
    pub(super) fn on(page: Rectangle) -> Self {
        Self { page, ..Self::default() }
    }

    /// Leaves out what no trace is drawn of, but where the page is a picture of it: that is the text of a scan.
    pub(super) fn leave_out_hidden(&mut self, has_picture: bool) {
        let [n_shown, n_traceless] = [Shown::Yes, Shown::Traceless].map(|shown| {
            let words = self.words.iter().filter(|word| word.shown == shown);
            words.map(|word| letters(&word.text).len()).sum::<usize>()
        });
        if !has_picture || n_shown > n_traceless {
            self.n_hidden += n_traceless;
            self.words.retain(|word| word.shown != Shown::Traceless);
        }
    }

    /// The letters and digits that the page itself shows in a rectangle.
    pub(super) fn letters_in(&self, rectangle: &Rectangle) -> String {
        self.words
            .iter()
            .filter(|word| rectangle.turned(word.place.turn).holds(&word.place))
            .map(|word| letters(&word.text))
            .collect()
    }

    pub(super) fn push(&mut self, text: &str, place: PagePlace, shown: Shown) {
        if shown == Shown::No || shown == Shown::White && !self.has_ground {
            self.n_hidden += letters(text).len();
            return;
        }
        if text.trim().is_empty() {
            self.parted |= !text.is_empty();
            self.n_untold += usize::from(text.is_empty());
            return;
        }
        let last_start = std::mem::replace(&mut self.last_start, place.start);
        let parted = std::mem::take(&mut self.parted);
        if let Some(word) = self.words.last_mut()
            && place.is_on_line_of(&word.place)
            && (shown == Shown::Traceless) == (word.shown == Shown::Traceless)
        {
            let size = word.place.size.max(place.size);
            let gap = place.start - word.place.end;
            if (place.start - last_start).abs() < SHADOW * size && word.text.ends_with(text) {
                return;
            }
            let is_leftward =
                is_right_to_left(text) && (word.place.start - place.end).abs() < WORD_GAP * size;
            if !parted && is_leftward {
                word.text.push_str(text);
                word.place.start = place.start;
                return;
            }
            if !parted && gap < WORD_GAP * size && gap > -STEP_BACK * size {
                let is_mirrored = is_right_to_left(text) || word.is_right_to_left();
                let at = if is_mirrored && !is_left_to_right(text) { 0 } else { word.text.len() };
                word.text.insert_str(at, text);
                word.place.end = place.end;
                return;
            }
        }
        self.words.push(Word { text: text.to_owned(), place, shown });
    }
}

/// Whether a text has a letter of Hebrew, Arabic and their like.
fn is_right_to_left(text: &str) -> bool {
    text.chars().any(
        |c| matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}'),
    )
}

/// Whether a text has a letter or a digit that is read from left to right.
fn is_left_to_right(text: &str) -> bool {
    !is_right_to_left(text) && text.contains(char::is_alphanumeric)
}

/// The words of a line in the order in which they are read, where some are read from right to left: all of the line, or
/// those of them that stand side by side.
fn in_reading_order<'a>(words: &[&'a Word]) -> Vec<&'a Word> {
    let n_mirrored = words.iter().filter(|word| word.is_right_to_left()).count();
    let mut order = words.to_vec();
    if n_mirrored == 0 {
        return order;
    }
    order.sort_by(|a, b| a.place.start.total_cmp(&b.place.start));
    let is_whole_line = n_mirrored * 2 > words.len();
    if is_whole_line {
        order.reverse();
    }
    for run in order.chunk_by_mut(|a, b| a.is_right_to_left() == b.is_right_to_left()) {
        if run[0].is_right_to_left() != is_whole_line {
            run.reverse();
        }
    }
    order
}

/// The letters and digits of a text.
pub(super) fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Words side by side, or what was written on the page.
#[derive(Clone)]
pub(super) struct PageLine {
    pub(super) text: String,
    pub(super) place: PagePlace,
    is_entry: bool,
}

/// The lines that rows of words make, but for the number of their page: the same letter in another format has none.
pub(super) fn lines(rows: &[Vec<&Word>], page: usize) -> Vec<PageLine> {
    let mut lines: Vec<PageLine> = rows.iter().map(|row| line(row)).collect();
    lines.pop_if(|line| is_page_number(&line.text, page));
    if lines.first().is_some_and(|line| is_page_number(&line.text, page)) {
        lines.remove(0);
    }
    lines
}

/// Appends the lines of a page. Entries come after the lines they stand at, each as a paragraph of its own.
pub(super) fn write(page: &[PageLine], entries: &[Entry], text: &mut String) {
    let usual = usual_distance(page);
    let lines = with_entries(page, entries);
    let mut last: Option<&PageLine> = None;
    for line in &lines {
        if let Some(last) = last {
            let distance = last.place.base - line.place.base;
            let is_up = distance <= -SAME_LINE * line.place.size;
            // The next column goes on with a sentence.
            let goes_on = is_up && !last.text.ends_with(['.', '!', '?', ':', '”', '"']);
            let is_near = !(last.is_entry || line.is_entry)
                && last.place.turn == line.place.turn
                && (goes_on || !is_up && distance < usual.max(line.place.size) * PARAGRAPH_GAP);
            text.push_str(if is_near { "\n" } else { "\n\n" });
        } else if !text.is_empty() {
            text.push_str(if line.is_entry { "\n\n" } else { "\n" });
        }
        text.push_str(&line.text);
        last = Some(line);
    }
    if last.is_some_and(|last| last.is_entry) {
        text.push('\n');
    }
}

/// Something written into a field or onto the page.
pub(super) struct Entry {
    pub(super) text: String,
    /// None where no page shows it.
    pub(super) place: Option<Rectangle>,
}

impl Entry {
    pub(super) fn of(name: &str, text: String, place: Option<Rectangle>) -> Self {
        Self { text: if name.is_empty() { text } else { format!("{name}: {text}") }, place }
    }
}

/// Puts each entry behind the line that it stands at; what has no place on the page comes last.
fn with_entries(page: &[PageLine], entries: &[Entry]) -> Vec<PageLine> {
    let turn = page.first().map_or(0, |line| line.place.turn);
    let mut placed: Vec<_> = entries
        .iter()
        .map(|entry| {
            let place = entry.place.map(|place| place.turned(turn));
            // The number of lines before the entry.
            let behind = place.map_or(page.len(), |place| n_before(&place, turn, page));
            let order = place.map_or((i64::MAX, 0.0), |place| place.reading_order());
            (behind, order, &entry.text)
        })
        .collect();
    placed.sort_by(|(a, (a_row, a_left), _), (b, (b_row, b_left), _)| {
        a.cmp(b).then(a_row.cmp(b_row)).then(a_left.total_cmp(b_left))
    });
    let mut left = placed.into_iter().peekable();
    let mut lines = Vec::new();
    // A paragraph of its own, wherever it stands.
    let place = PagePlace::new(&[0.0; 6], 0.0);
    for (index, line) in page.iter().map(Some).chain([None]).enumerate() {
        while let Some((.., text)) = left.next_if(|(behind, ..)| *behind <= index) {
            lines.push(PageLine { text: text.clone(), place, is_entry: true });
        }
        lines.extend(line.cloned());
    }
    lines
}

fn n_before(place: &Rectangle, turn: u8, lines: &[PageLine]) -> usize {
    lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.place.turn == turn)
        .filter_map(|(index, line)| Some((index, place.distance(&line.place)?)))
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .map_or(0, |(index, _)| index + 1)
}

/// Words side by side, as they were drawn.
pub(super) fn rows(page: &PageWords) -> Vec<Vec<&Word>> {
    let mut runs: Vec<Vec<&Word>> = Vec::new();
    let mut drawn = FxHashMap::default();
    for word in &page.words {
        let (across, up) = word.place.cell();
        let mut around = (-1..=1).flat_map(|right| (-1..=1).map(move |above| (right, above)));
        let is_drawn_again = around.any(|(right, above)| {
            let cell = (across.saturating_add(right), up.saturating_add(above));
            let earlier = drawn.get(&(word.text.as_str(), cell));
            earlier.is_some_and(|earlier| word.place.is_drawn_again(earlier))
        });
        if is_drawn_again {
            continue;
        }
        drawn.insert((word.text.as_str(), (across, up)), word.place);
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| goes_on(last, word)) => run.push(word),
            _ => runs.push(vec![word]),
        }
    }
    runs
}

fn goes_on(last: &Word, next: &Word) -> bool {
    next.place.is_on_line_of(&last.place)
        && (next.place.start - last.place.end > -STEP_BACK * last.place.size
            || last.is_right_to_left()
            || next.is_right_to_left())
}

/// Words side by side, parted by spaces; single letters set apart are put together.
fn line(row: &[&Word]) -> PageLine {
    let words = in_reading_order(row);
    let mut text = String::new();
    for row in words.chunk_by(|a, b| a.is_letter() == b.is_letter()) {
        let narrowest = row
            .windows(2)
            .map(|pair| pair[1].place.start - pair[0].place.end)
            .fold(f64::INFINITY, f64::min);
        let n_numbers = row.iter().filter(|word| word.text.contains(char::is_numeric)).count();
        let is_number = n_numbers + 1 >= row.len();
        let widest = if is_number { SPACED_DIGIT_GAP } else { SPACED_LETTER_GAP };
        let is_spaced = row.len() >= SPACED_LETTERS
            && row[0].is_letter()
            && narrowest < widest * row[0].place.size;
        for (index, word) in row.iter().enumerate() {
            let gap = index
                .checked_sub(1)
                .map_or(f64::INFINITY, |last| word.place.start - row[last].place.end);
            let is_one_word = is_spaced && gap < narrowest * SPACED_WORD_GAP;
            if !text.is_empty() && !is_one_word {
                text.push(' ');
            }
            text.push_str(&word.text);
        }
    }
    PageLine {
        text,
        place: PagePlace { start: row[0].place.start, ..row[row.len() - 1].place },
        is_entry: false,
    }
}

/// Whether a line is the number of its page: "2", "- 2 -", "Page 2 of 3".
fn is_page_number(line: &str, page: usize) -> bool {
    let lower = line.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let number = match words[..] {
        [number] | ["page", number] => number,
        [number, "of", last] | ["page", number, "of", last] if last.parse::<usize>().is_ok() => {
            number
        }
        _ => return false,
    };
    number.parse() == Ok(page)
}

/// The distance from line to line that a quarter of the lines keep or go below.
fn usual_distance(lines: &[PageLine]) -> f64 {
    let mut distances: Vec<f64> = lines
        .windows(2)
        .map(|pair| pair[0].place.base - pair[1].place.base)
        .zip(lines)
        .filter(|(distance, line)| *distance > SAME_LINE * line.place.size)
        .map(|(distance, _)| distance)
        .collect();
    distances.sort_unstable_by(f64::total_cmp);
    distances.get(distances.len() / 4).copied().unwrap_or(0.0)
}
