//! Where the sentences of labelled texts end.

use std::ops::Range;

use super::words::letters;

/// The sentences of a text as ranges of its [`Words`](super::words::Words). A sentence ends at a full stop, question or
/// exclamation mark before a capital letter or digit, at an empty line, and before a list item.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let (mut start, mut n_words) = (0, 0);
    let mut close = |part: &str| {
        let has_form = |word: &&str| {
            let mut has = false;
            letters(word, |_| has = true);
            has
        };
        let n = part.split_whitespace().filter(has_form).count();
        if n > 0 {
            sentences.push(n_words..n_words + n);
            n_words += n;
        }
    };
    // A separator begins at a line feed or behind the end of a sentence, nowhere else.
    let ends = text.bytes().enumerate().filter_map(|(at, byte)| match byte {
        b'\n' => Some(at),
        b'.' | b'!' | b'?' => Some(at + 1),
        _ => None,
    });
    for at in ends {
        if at >= start
            && let Some(end) = separator(text, at)
        {
            close(&text[start..at]);
            start = end;
        }
    }
    close(&text[start..]);
    sentences
}

/// Where the separator that begins at `at` ends, if one does.
fn separator(text: &str, at: usize) -> Option<usize> {
    let rest = &text[at..];
    if text[..at].ends_with(['.', '!', '?']) {
        let closed = rest.trim_start_matches(['"', '”', '\'', ')']);
        let next = closed.trim_start();
        let begins = |text: &str| {
            text.starts_with(|letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit())
        };
        let is_next = begins(next) || next.strip_prefix(['"', '“', '\'', '(']).is_some_and(begins);
        if next.len() < closed.len() && is_next {
            return Some(text.len() - next.len());
        }
    }
    let line = rest.strip_prefix('\n')?;
    let next = line.trim_start();
    let blank = &line[..line.len() - next.len()];
    if let Some(last) = blank.rfind('\n') {
        return Some(at + 1 + last + 1);
    }
    let number = next.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let item = next
        .strip_prefix(['-', '*', '•'])
        .or_else(|| number.strip_prefix(['.', ')']).filter(|_| number.len() < next.len()));
    item?.starts_with(char::is_whitespace).then_some(at + 1)
}

#[cfg(test)]
mod tests {
    use super::sentences;
    use crate::eval::measures::words::Words;

    #[test]
    fn sentences_end_where_people_end_them() {
        let check = |text: &str, expect: &[&str]| {
            let words = Words::of(text);
            let forms: Vec<&str> = words.forms().collect();
            let found: Vec<String> =
                sentences(text).into_iter().map(|range| forms[range].join(" ")).collect();
            assert_eq!(found, expect, "{text:?}");
        };
        check(
            "It is late. Very late! “Is it?” (Yes.) No",
            &["it is late", "very late", "is it", "yes", "no"],
        );
        check("Mr. smith paid 3.50 today", &["mr smith paid 350 today"]);
        check("one line\nsame sentence\n\nnext block", &["one line same sentence", "next block"]);
        check("first\n- item one\n2) item two", &["first", "item one", "2 item two"]);
    }
}
