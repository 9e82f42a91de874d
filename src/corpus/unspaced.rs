//! Text of scripts that put no spaces between words, cut into overlapping pairs of characters.
//!
//! Without a dictionary nobody knows where a word of such a script ends. Pairs of characters stand for its
//! words, as in Lucene's `CJKBigramFilter`: a character more or less alters two of them, and not, as where a
//! whole run counts as one word, the sentence. A character comes with the vowel signs above and below it.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use super::tokens::{folded, is_deleted};

/// What a pair of characters tells, in words: 25 pairs of running Japanese are nine words.
pub const WORDS_PER_PAIR: f64 = 9.0 / 25.0;

/// Whether a character belongs to a script without spaces: Han, Hiragana, Katakana, Thai, Lao, Myanmar,
/// Khmer. Digits of such scripts are words like other numbers.
pub(super) fn is_unspaced(character: char) -> bool {
    // Most text has none of them.
    character >= '\u{E00}'
        && matches!(
            character,
            '\u{E00}'..='\u{EFF}'
                | '\u{1000}'..='\u{109F}'
                | '\u{1780}'..='\u{17FF}'
                | '\u{3005}'..='\u{3007}'
                | '\u{3021}'..='\u{3029}'
                | '\u{3031}'..='\u{3035}'
                | '\u{3038}'..='\u{303C}'
                | '\u{3041}'..='\u{30FF}'
                | '\u{31F0}'..='\u{31FF}'
                | '\u{3400}'..='\u{4DBF}'
                | '\u{4E00}'..='\u{9FFF}'
                | '\u{A9E0}'..='\u{A9FF}'
                | '\u{AA60}'..='\u{AA7F}'
                | '\u{F900}'..='\u{FAFF}'
                | '\u{FF66}'..='\u{FF9F}'
                | '\u{1B000}'..='\u{1B16F}'
                | '\u{20000}'..='\u{3FFFF}'
        )
        && character.is_alphabetic()
}

/// How many bytes of white space are a line break inside a run, where `before` ends and `rest` begins with
/// such characters: it was put there to fill the line, and parts nothing.
pub(super) fn wrap(before: &str, rest: &str) -> Option<usize> {
    let is_visible = |c: &char| !is_deleted(*c) && !is_combining_mark(*c);
    let next = rest.trim_start_matches([' ', '\t', '\r', '\n', '\u{3000}']);
    let gap = &rest[..rest.len() - next.len()];
    let is_inside = gap.matches('\n').count() == 1
        && before.chars().rfind(is_visible).is_some_and(is_unspaced)
        && next.starts_with(is_unspaced);
    is_inside.then_some(gap.len())
}

/// What stands between two separators, character by character; words and pairs come out.
#[derive(Default)]
pub(super) struct CharacterPairs {
    /// A word of another script that is being read.
    word: String,
    word_span: Range<usize>,
    /// A run of characters that is being read: their normal forms one after another, and for each where
    /// it begins in them and where it stands in the text.
    run: String,
    characters: Vec<(usize, Range<usize>)>,
}

impl CharacterPairs {
    /// Reads `piece`, which begins at `start` of the text. `each` is told a token, how many of its bytes the
    /// token before it ends with, and its place.
    pub(super) fn read(
        &mut self,
        piece: &str,
        start: usize,
        each: &mut impl FnMut(&str, usize, Range<usize>),
    ) {
        let mut rest = piece;
        while !rest.is_empty() {
            let length = unit_length(rest);
            let (unit, after) = rest.split_at(length);
            let at = start + piece.len() - rest.len();
            rest = after;
            // The line break of a wrapped run parts nothing.
            if !unit.trim().is_empty() {
                for character in folded(unit) {
                    self.push(character, &(at..at + length), each);
                }
            }
        }
        self.end_word(each);
        self.end_run(each);
    }

    fn push(
        &mut self,
        character: char,
        span: &Range<usize>,
        each: &mut impl FnMut(&str, usize, Range<usize>),
    ) {
        let is_mark = is_combining_mark(character);
        if !character.is_alphanumeric() {
            if !is_mark && !is_deleted(character) {
                self.end_word(each);
                self.end_run(each);
            }
        } else if let Some((_, last)) = self.characters.last_mut().filter(|_| is_mark) {
            self.run.push(character);
            last.end = span.end;
        } else if is_unspaced(character) && (!is_mark || self.word.is_empty()) {
            self.end_word(each);
            self.characters.push((self.run.len(), span.clone()));
            self.run.push(character);
        } else {
            self.end_run(each);
            if self.word.is_empty() {
                self.word_span = span.clone();
            }
            self.word.push(character);
            self.word_span.end = span.end;
        }
    }

    fn end_word(&mut self, each: &mut impl FnMut(&str, usize, Range<usize>)) {
        if !self.word.is_empty() {
            each(&self.word, 0, self.word_span.clone());
            self.word.clear();
        }
    }

    fn end_run(&mut self, each: &mut impl FnMut(&str, usize, Range<usize>)) {
        if let [(_, alone)] = &self.characters[..] {
            each(&self.run, 0, alone.clone());
        }
        for (nth, pair) in self.characters.windows(2).enumerate() {
            let [(first, from), (second, to)] = pair else {
                continue;
            };
            let end = self.characters.get(nth + 2).map_or(self.run.len(), |c| c.0);
            let n_shared = if nth == 0 { 0 } else { second - first };
            each(&self.run[*first..end], n_shared, from.start..to.end);
        }
        self.characters.clear();
        self.run.clear();
    }
}

/// Bytes of what is brought into normal form together: a character of these scripts with its marks, or
/// all that comes before the next such character.
fn unit_length(text: &str) -> usize {
    let mut characters = text.char_indices();
    let is_run = characters.next().is_some_and(|(_, first)| is_unspaced(first));
    // Half-width voiced sound marks are letters by themselves, and join what is before them.
    let joins =
        |c: char| is_combining_mark(c) || is_deleted(c) || matches!(c, '\u{FF9E}' | '\u{FF9F}');
    let ends = |c: char| !joins(c) && (is_run || is_unspaced(c));
    characters.find(|(_, c)| ends(*c)).map_or(text.len(), |(at, _)| at)
}
