//! Text from outside, in; the same text, safe to show, out. Comments come from strangers: what would
//! control a terminal, or reorder the text around it, is replaced by U+FFFD, so that it is seen.

/// One line: line breaks are replaced, too.
pub fn line(text: &str) -> String {
    safe_line(text.to_owned())
}

fn safe_line(text: String) -> String {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text;
    }
    text.chars().map(|c| if is_unsafe(c) { '\u{FFFD}' } else { c }).collect()
}

/// Bytes that are looked at together: processors compare as many at once.
const AT_ONCE: usize = 64;

/// Whether all of a text is printable ASCII, with line breaks and tabs.
pub(super) fn is_plain(text: &str) -> bool {
    n_plain(text) == text.len()
}

/// Length of a plain beginning in bytes, in pieces of [`AT_ONCE`].
fn n_plain(text: &str) -> usize {
    let pieces = text.as_bytes().chunks(AT_ONCE);
    pieces.take_while(|bytes| are_plain(bytes)).map(<[u8]>::len).sum()
}

fn are_plain(bytes: &[u8]) -> bool {
    bytes.iter().fold(true, |all, byte| all & matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
}

/// Running text: line breaks and tabs stay, every line break as a line feed.
pub fn text(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    // Most text is plain.
    let (plain, rest) = text.split_at(n_plain(text));
    shown.push_str(plain);
    let mut characters = rest.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '\n' | '\t' => shown.push(c),
            '\r' if characters.peek() == Some(&'\n') => {}
            '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => shown.push('\n'),
            c if is_unsafe(c) => shown.push('\u{FFFD}'),
            c => shown.push(c),
        }
    }
    shown
}

/// Characters of a name, an organization, a subject line.
const LONGEST_NAME: usize = 200;

/// A name, an organization or a subject line, as far as it is shown and searched.
pub fn name(name: &str) -> String {
    excerpt(name, LONGEST_NAME)
}

/// The first characters of a text on one line, with an ellipsis where more follows.
pub fn excerpt(text: &str, n_characters: usize) -> String {
    let mut excerpt = String::with_capacity(text.len().min(n_characters + 3));
    let mut n = 0;
    for word in text.split_whitespace() {
        n += word.chars().count() + 1;
        if n > n_characters + 1 {
            // A single word longer than the line is cut within.
            if excerpt.is_empty() {
                excerpt.extend(word.chars().take(n_characters));
            }
            excerpt.push('…');
            break;
        }
        if !excerpt.is_empty() {
            excerpt.push(' ');
        }
        excerpt.push_str(word);
    }
    safe_line(excerpt)
}

/// A line of text that Markdown shows as it is.
pub fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_[]<&~|$".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn is_unsafe(c: char) -> bool {
    let reorders = matches!(c, '\u{061C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let breaks_lines = matches!(c, '\u{2028}' | '\u{2029}');
    let is_invisible_tag = matches!(c, '\u{E0000}'..='\u{E007F}');
    c.is_control() || reorders || breaks_lines || is_invisible_tag
}

#[cfg(test)]
mod tests {
    use super::{excerpt, is_plain, line, text};

    /// The 65th byte is the first of the second piece.
    #[test]
    fn a_text_is_plain_to_its_end() {
        let words = "a b\tc\n".repeat(20);
        assert!(is_plain(&words) && is_plain(""));
        for other in ["\u{7f}", "\r", "é"] {
            assert!(!is_plain(&format!("{}{other}", &words[..64])), "{other:?}");
        }
    }

    #[test]
    fn what_controls_a_terminal_is_shown_and_not_obeyed() {
        assert_eq!(line("a\x1b[2Jb\r\nc"), "a\u{FFFD}[2Jb\u{FFFD}\u{FFFD}c");
        assert_eq!(line("\u{202E}abc\u{2028}"), "\u{FFFD}abc\u{FFFD}");
        assert_eq!(text("a\r\nb\rc\u{2028}d\te\x07"), "a\nb\nc\nd\te\u{FFFD}");
    }

    #[test]
    fn excerpts_end_at_a_word() {
        assert_eq!(excerpt("one  two\nthree", 7), "one two…");
        assert_eq!(excerpt("one two", 7), "one two");
        assert_eq!(excerpt("onetwothree", 6), "onetwo…");
    }
}
