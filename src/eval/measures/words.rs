//! Words of labelled texts, and where passages stand among them.
//!
//! Labels are written by people and other programs, so their words are compared in the plainest form,
//! letters a–z and digits, at the places where white space separates them.

use rustc_hash::FxHashMap;

/// Words of a passage that must stand in a row for a part of it to count as found.
const SHORTEST_RUN: usize = 3;

/// The words of a text that hold a letter or digit, each with its place among all words.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Words {
    /// The forms one after another.
    forms: String,
    /// Place in the text, and end of the form.
    places: Vec<(usize, usize)>,
}

impl Words {
    /// The words of a text.
    pub fn of(text: &str) -> Self {
        let mut words = Self {
            forms: String::with_capacity(text.len()),
            places: Vec::with_capacity(text.len() / 5),
        };
        for (at, word) in text.split_whitespace().enumerate() {
            let before = words.forms.len();
            letters(word, |letter| words.forms.push(letter));
            if words.forms.len() > before {
                words.places.push((at, words.forms.len()));
            }
        }
        words
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The normal forms in order.
    pub fn forms(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.places.iter().map(move |(_, end)| {
            let form = &self.forms[start..*end];
            start = *end;
            form
        })
    }

    /// The first word at or after a place of the text.
    pub fn at_place(&self, place: usize) -> usize {
        self.places.partition_point(|(at, _)| *at < place)
    }
}

/// The letters of a word's normal form.
pub(super) fn letters(word: &str, each: impl FnMut(char)) {
    if word.is_ascii() {
        word.chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|letter| letter.to_ascii_lowercase())
            .for_each(each);
    } else {
        word.chars()
            .flat_map(char::to_lowercase)
            .filter(char::is_ascii_alphanumeric)
            .for_each(each);
    }
}

/// Where passages stand among the words of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marks {
    /// Whether each word is marked.
    pub marked: Vec<bool>,
    /// Words of passages that stand nowhere.
    pub n_lost: usize,
    /// The stretch of each passage; none for one that stands nowhere.
    pub stretches: Vec<Option<(usize, usize)>>,
}

/// Finds passages in a text, in order. A passage that is not there in one piece is found by its longest
/// runs of words, from the left.
pub fn mark(text: &Words, passages: &[Words]) -> Marks {
    let mut marks = Marks { marked: vec![false; text.len()], ..Marks::default() };
    if passages.iter().all(Words::is_empty) {
        return marks;
    }
    let text: Vec<&str> = text.forms().collect();
    let mut index: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (at, word) in text.iter().enumerate() {
        index.entry(word).or_default().push(at);
    }
    for passage in passages.iter().filter(|passage| !passage.is_empty()) {
        let passage: Vec<&str> = passage.forms().collect();
        let stretch = marks
            .mark_whole(&text, &passage, &index)
            .or_else(|| marks.mark_runs(&text, &passage, &index));
        marks.stretches.push(stretch);
    }
    marks
}

/// Where each word stands.
type WordIndex<'a> = FxHashMap<&'a str, Vec<usize>>;

fn places_of<'a>(index: &'a WordIndex<'_>, word: &str) -> &'a [usize] {
    index.get(word).map_or(&[], Vec::as_slice)
}

impl Marks {
    /// Marks a passage that stands in one piece: the first place that is not marked yet, else the first.
    fn mark_whole(
        &mut self,
        text: &[&str],
        passage: &[&str],
        index: &WordIndex<'_>,
    ) -> Option<(usize, usize)> {
        let mut places = places_of(index, passage[0])
            .iter()
            .copied()
            .filter(|at| text[*at..].starts_with(passage))
            .peekable();
        let first = places.peek().copied();
        let at = places.find(|at| !self.marked[*at]).or(first)?;
        self.marked[at..at + passage.len()].fill(true);
        Some((at, at + passage.len()))
    }

    /// Marks the longest runs of a passage and counts its words that stand in none.
    fn mark_runs(
        &mut self,
        text: &[&str],
        passage: &[&str],
        index: &WordIndex<'_>,
    ) -> Option<(usize, usize)> {
        let mut stretch: Option<(usize, usize)> = None;
        let mut next = 0;
        while next < passage.len() {
            let run_at = |at: usize| {
                text[at..]
                    .iter()
                    .zip(&passage[next..])
                    .take_while(|(own, other)| own == other)
                    .count()
            };
            let runs = places_of(index, passage[next]).iter().map(|at| (run_at(*at), *at));
            // Of runs of equal length the first.
            match runs.reduce(|best, run| if run.0 > best.0 { run } else { best }) {
                Some((run, at)) if run >= SHORTEST_RUN.min(passage.len()) => {
                    self.marked[at..at + run].fill(true);
                    stretch = Some(
                        stretch
                            .map_or((at, at + run), |(from, to)| (from.min(at), to.max(at + run))),
                    );
                    next += run;
                }
                _ => {
                    self.n_lost += 1;
                    next += 1;
                }
            }
        }
        stretch
    }
}

#[cfg(test)]
mod tests {
    use super::{Words, mark};

    #[test]
    fn words_are_letters_and_digits() {
        let words = Words::of("Don’t sink — BOAT-42!");
        assert_eq!(words.forms().collect::<Vec<_>>(), ["dont", "sink", "boat42"]);
        assert_eq!([0, 1, 2, 3, 4].map(|place| words.at_place(place)), [0, 1, 2, 2, 3]);
    }

    #[test]
    fn passages_are_found_whole_or_in_runs() {
        let check = |passages: &[&str],
                     expect: &[usize],
                     n_lost: usize,
                     stretches: &[Option<(usize, usize)>]| {
            let passages: Vec<Words> = passages.iter().map(|passage| Words::of(passage)).collect();
            let marks = mark(&Words::of("the boat is late and the boat is full"), &passages);
            let marked: Vec<usize> = (0..9).filter(|at| marks.marked[*at]).collect();
            assert_eq!(marked, expect);
            assert_eq!((marks.n_lost, marks.stretches.as_slice()), (n_lost, stretches));
        };
        check(&["The boat is"], &[0, 1, 2], 0, &[Some((0, 3))]);
        check(
            &["The boat is", "the boat is!"],
            &[0, 1, 2, 5, 6, 7],
            0,
            &[Some((0, 3)), Some((5, 8))],
        );
        check(&["never the boat is full"], &[5, 6, 7, 8], 1, &[Some((5, 9))]);
        check(&["no such words"], &[], 3, &[None]);
        check(&["is full", "…"], &[7, 8], 0, &[Some((7, 9))]);
    }
}
