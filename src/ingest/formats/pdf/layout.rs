//! Characters and their places in, lines of text out.

use rustc_hash::FxHashMap;

use super::entries::{self, Entry, Rectangle};

/// Sizes below are in parts of the letters' size.
/// A wider gap between two letters parts words; letters of one word may be set apart a little.
const WORD_GAP: f64 = 0.15;
/// A letter so far behind the end of the last one begins anew.
const STEP_BACK: f64 = 0.5;
/// Base lines that differ less belong to one line: raised and lowered letters.
const SAME_LINE: f64 = 0.4;
/// A letter drawn again so near is a shadow, not a second letter.
const SHADOW: f64 = 0.08;
/// A word that covers so much of the same word before it is drawn again, to make it bold. Two equal
/// letters side by side, as in "ll", do not cover each other.
const SAME_WORD: f64 = 0.5;
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

/// Where a character stands, turned so that it is read from left to right.
#[derive(Clone, Copy, Debug)]
pub(super) struct PagePlace {
    /// Quarter turns of the writing.
    pub(super) turn: u8,
    pub(super) start: f64,
    pub(super) end: f64,
    /// Height of the base line; greater is further up.
    pub(super) base: f64,
    pub(super) size: f64,
}

impl PagePlace {
    /// A glyph of `width` under the map from letters to page.
    pub(super) fn new(placed: &[f64; 6], width: f64) -> Self {
        let [a, b, c, d, x, y] = *placed;
        let turn = match (a.abs() >= b.abs(), a >= 0.0, b >= 0.0) {
            (true, true, _) => 0,
            (true, false, _) => 2,
            (false, _, true) => 1,
            (false, _, false) => 3,
        };
        let (start, base) = turned(turn, x, y);
        Self {
            turn,
            start,
            end: start + width * a.hypot(b),
            base,
            size: c.hypot(d).max(f64::MIN_POSITIVE),
        }
    }

    /// The part of the page that a word begins in: where it is drawn again, it begins in the same part
    /// or in one beside it.
    fn cell(&self) -> (i64, i64) {
        let rounded = |length: f64, step: f64| (length / step).round() as i64;
        let across = rounded(self.start, self.most_shift());
        (across, rounded(self.base, SAME_LINE * self.size))
    }

    /// How far from a word the same word is still drawn again, not written again.
    fn most_shift(&self) -> f64 {
        (SAME_WORD * (self.end - self.start)).max(SHADOW * self.size)
    }

    fn is_drawn_again(&self, other: &Self) -> bool {
        (self.start - other.start).abs() < self.most_shift() && self.is_on_line_of(other)
    }

    fn is_on_line_of(&self, other: &Self) -> bool {
        self.turn == other.turn
            && (self.base - other.base).abs() < SAME_LINE * self.size.max(other.size)
    }
}

/// A point seen by who turns the page so that the writing is read from left to right.
pub(super) fn turned(turn: u8, x: f64, y: f64) -> (f64, f64) {
    match turn {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}

/// A run of letters without a gap.
struct Word {
    text: String,
    place: PagePlace,
}

/// The words of a page, in the order they are drawn.
#[derive(Default)]
pub(super) struct PageWords {
    words: Vec<Word>,
    /// A space was drawn after the last word.
    parted: bool,
    /// Where the last letter began.
    last_start: f64,
    /// Letters whose font does not tell what they are.
    n_untold: usize,
}

impl PageWords {
    /// How many letters were shown whose font does not tell what they are.
    pub(super) fn n_untold(&self) -> usize {
        self.n_untold
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    /// The letters and digits that the page itself shows in a rectangle.
    pub(super) fn letters_in(&self, rectangle: &Rectangle) -> String {
        let within = |word: &&Word| rectangle.turned(word.place.turn).holds(&word.place);
        let shown = self.words.iter().filter(within);
        shown.map(|word| letters(&word.text)).collect()
    }

    pub(super) fn push(&mut self, text: &str, place: PagePlace) {
        if text.trim().is_empty() {
            self.parted |= !text.is_empty();
            self.n_untold += usize::from(text.is_empty());
            return;
        }
        let last_start = std::mem::replace(&mut self.last_start, place.start);
        let parted = std::mem::take(&mut self.parted);
        if let Some(word) = self.words.last_mut()
            && place.is_on_line_of(&word.place)
        {
            let size = word.place.size.max(place.size);
            let gap = place.start - word.place.end;
            if (place.start - last_start).abs() < SHADOW * size && word.text.ends_with(text) {
                return;
            }
            if !parted && gap < WORD_GAP * size && gap > -STEP_BACK * size {
                word.text.push_str(text);
                word.place.end = place.end;
                return;
            }
        }
        self.words.push(Word { text: text.to_owned(), place });
    }
}

/// The letters and digits of a text.
pub(super) fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Words side by side, or what was written on the page.
pub(super) struct PageLine {
    text: String,
    pub(super) place: PagePlace,
    is_entry: bool,
}

impl PageLine {
    /// A paragraph of its own, wherever it stands.
    pub(super) fn entry(text: String) -> Self {
        Self { text, place: PagePlace::new(&[0.0; 6], 0.0), is_entry: true }
    }
}

/// Appends the lines of a page, but for its number: the same letter in another format has none.
/// Entries come after the lines they stand at, each as a paragraph of its own.
pub(super) fn write(words: &PageWords, entries: Vec<Entry>, page: usize, text: &mut String) {
    let mut lines = lines(&words.words);
    lines.pop_if(|line| is_page_number(&line.text, page));
    if lines.first().is_some_and(|line| is_page_number(&line.text, page)) {
        lines.remove(0);
    }
    let usual = usual_distance(&lines);
    entries::insert(entries, &mut lines);
    let mut last: Option<&PageLine> = None;
    for line in &lines {
        if let Some(last) = last {
            let distance = last.place.base - line.place.base;
            let is_near = !(last.is_entry || line.is_entry)
                && last.place.turn == line.place.turn
                && distance > -SAME_LINE * line.place.size
                && distance < usual.max(line.place.size) * PARAGRAPH_GAP;
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

fn lines(words: &[Word]) -> Vec<PageLine> {
    let mut runs: Vec<Vec<&Word>> = Vec::new();
    let mut drawn = FxHashMap::default();
    for word in words {
        let (across, up) = word.place.cell();
        let near = (-1..=1).flat_map(|right| (-1..=1).map(move |above| (right, above)));
        let is_drawn_again = near.into_iter().any(|(right, above)| {
            let cell = (across.saturating_add(right), up.saturating_add(above));
            let earlier: Option<&PagePlace> = drawn.get(&(word.text.as_str(), cell));
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
    runs.iter().map(|run| line(run)).collect()
}

fn goes_on(last: &Word, next: &Word) -> bool {
    next.place.is_on_line_of(&last.place)
        && next.place.start - last.place.end > -STEP_BACK * last.place.size
}

/// Words side by side, parted by spaces; single letters set apart are put together.
fn line(words: &[&Word]) -> PageLine {
    let mut text = String::new();
    let is_letter = |word: &&Word| word.text.chars().count() == 1;
    for row in words.chunk_by(|a, b| is_letter(a) == is_letter(b)) {
        let gaps = row.windows(2).map(|pair| pair[1].place.start - pair[0].place.end);
        let narrowest = gaps.fold(f64::INFINITY, f64::min);
        let n_numbers = row.iter().filter(|word| word.text.contains(char::is_numeric)).count();
        let is_number = n_numbers + 1 >= row.len();
        let widest = if is_number { SPACED_DIGIT_GAP } else { SPACED_LETTER_GAP };
        let is_spaced = row.len() >= SPACED_LETTERS
            && is_letter(&row[0])
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
        place: PagePlace { start: words[0].place.start, ..words[words.len() - 1].place },
        is_entry: false,
    }
}

/// Whether a line is the number of its page: "2", "- 2 -", "Page 2 of 3".
fn is_page_number(line: &str, page: usize) -> bool {
    let words: Vec<String> = line
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_this = |number: &str| number.parse() == Ok(page);
    match words[..] {
        [number] | ["page", number] => is_this(number),
        [number, "of", last] | ["page", number, "of", last] => {
            is_this(number) && last.parse::<usize>().is_ok()
        }
        _ => false,
    }
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
