//! Paragraphs in, the same without the line breaks that a mail program put there.
//!
//! A mail program ends a line where the next word would go beyond a width of its own, mostly 72 or 76 characters. Such
//! a line is *full*: with the next word it were longer than any line that is followed by another. Where a text has
//! several full lines near one width, they are joined; lines that end before, as those of addresses and lists, stay.

/// Widths at which mail programs wrap.
const WIDTHS: std::ops::RangeInclusive<usize> = 55..=100;
/// A full line ends at most a long word before the width.
const LONG_WORD: usize = 18;
/// One full line may be chance; the longest line of an address is one.
const FULL_LINES: usize = 3;

/// A text with its wrapped lines joined. Every place in it stays where it was.
pub(super) fn unwrapped(paragraphs: &[String]) -> Vec<String> {
    let Some(width) = width(paragraphs) else {
        return paragraphs.to_vec();
    };
    let mut unwrapped = paragraphs.to_vec();
    for paragraph in &mut unwrapped {
        let lines: Vec<&str> = paragraph.split('\n').collect();
        let mut text = String::with_capacity(paragraph.len());
        for (at, line) in lines.iter().enumerate() {
            text.push_str(line);
            if let Some(next) = lines.get(at + 1) {
                let joins = is_full(line, next, width) && !is_item(next);
                text.push(if joins { ' ' } else { '\n' });
            }
        }
        *paragraph = text;
    }
    unwrapped
}

/// The width at which a text was wrapped; none where it was not.
fn width(paragraphs: &[String]) -> Option<usize> {
    let pairs: Vec<(&str, &str)> = paragraphs
        .iter()
        .flat_map(|paragraph| paragraph.lines().zip(paragraph.lines().skip(1)))
        .collect();
    let width = pairs
        .iter()
        .map(|(line, _)| length(line))
        .filter(|length| WIDTHS.contains(length))
        .max()?;
    let n_full = pairs.iter().filter(|(line, next)| is_full(line, next, width)).count();
    (n_full >= FULL_LINES).then_some(width)
}

/// Whether a line could not have held the next one's first word.
fn is_full(line: &str, next: &str, width: usize) -> bool {
    let word = next.split_whitespace().next().unwrap_or_default();
    let length = length(line);
    (width.saturating_sub(LONG_WORD)..=width).contains(&length)
        && length + 1 + word.chars().count() > width
}

fn length(line: &str) -> usize {
    line.trim_end().chars().count()
}

/// Whether a line begins an item of a list, or is quoted.
fn is_item(line: &str) -> bool {
    let mark = line.split_whitespace().next().unwrap_or_default();
    let number = mark.trim_start_matches('(').trim_end_matches(['.', ')']);
    let is_number = number.len() < mark.len()
        && number.len() <= 2
        && number.chars().all(|c| c.is_ascii_alphanumeric());
    is_number || matches!(mark, "-" | "*" | "•" | "–" | "·") || mark.starts_with('>')
}

#[cfg(test)]
mod tests {
    use super::unwrapped;

    /// Lines of 56 to 60 characters, the width is 60: each could not have held the next word.
    const MAIL: [&str; 2] = [
        "The landing at the harbour has been the only place where\n\
         small boats can come ashore in a storm, and the owners of\n\
         the ferry have kept its lamp burning since the lighthouse\n\
         went dark.",
        "Ada Quill\n14 Harbour Street\nPort Ember",
    ];

    fn check(paragraphs: &[&str], expected: &[&str]) {
        let owned: Vec<String> = paragraphs.iter().map(|text| (*text).to_owned()).collect();
        assert_eq!(unwrapped(&owned), expected);
    }

    #[test]
    fn wrapped_lines_are_one_paragraph_and_addresses_stay() {
        // One long line of an address is not wrapped.
        let address =
            "Harbour Commission of the Counties of Ember, Ash and Upper Cinder\nPort Ember";
        check(&[address], &[address]);
        check(
            &MAIL,
            &[
                "The landing at the harbour has been the only place where small boats can come ashore in a storm, and \
                 the owners of the ferry have kept its lamp burning since the lighthouse went dark.",
                MAIL[1],
            ],
        );
    }

    #[test]
    fn an_item_of_a_list_begins_a_line() {
        let long = "went dark, and nobody in town can say why it did so at all\n(2) a lamp";
        let joined = unwrapped(&[MAIL[0].replace("went dark.", long)]);
        assert!(joined[0].ends_with("at all\n(2) a lamp"), "{joined:?}");
    }
}
