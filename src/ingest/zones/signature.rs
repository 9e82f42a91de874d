//! The closing and signature block at the end of a letter.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::header::{CITY_STATE_ZIP, DATE_LINE, ends_sentence};
use super::line::{TextLine, paragraphs};
use super::{bare_name, sign_off};
use crate::corpus::ZoneKind;

/// A whole line that closes a letter.
static CLOSING: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)^(?:
            (?:most\ |very\ |yours\ )?(?:sincerely|respectfully|cordially|truly|faithfully|warmly|gratefully)(?:\ (?:yours|submitted|and\ sincerely))?
          | (?:very\ truly|truly|faithfully|always)\ yours
          | yours(?:\ (?:truly|very\ truly|faithfully|sincerely|in\ \w+))?
          | (?:with\ )?(?:best|kind|warm|kindest|warmest|my\ best|many)?\ ?(?:regards|wishes|thanks)
          | (?:many\ |with\ |my\ )?(?:thanks|thank\ you)(?:\ (?:so|very)\ much)?(?:\ (?:again|in\ advance))?(?:\ for\ (?:your|the)\ (?:kind\ )?(?:time|consideration|attention|opportunity|help|support|service|work|efforts?)(?:\ (?:and|&|to|in)\ [\w\ ]+)?)?
          | in\ (?:solidarity|peace|hope|gratitude|christ|faith|friendship|earnest)
          | peace|blessings|best|love|cheers|submitted(?:\ by)?|signed|from
          | with\ (?:great|deep|much|grave|sincere|all|every|kind|warm|best|deepest|the\ greatest)?\ ?[a-z]+(?:\ [a-z]+)?
          | (?:a|your)\ (?:concerned|loyal|faithful)\ [a-z]+
        )\s*[,.!:;–—-]*$",
    )
    .expect("the pattern is valid")
});

static PHONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:(?i:tel|phone|cell|fax|mobile|home|work)\w*[.:]?\s*)?(?:\+?1[-. ])?\(?\d{3}\)?[-. ]{1,2}\d{3}[-. ]\d{4}\b").expect("the pattern is valid")
});
static MAIL_ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:(?i:e-?mail)[.:]?\s*)?<?[\w.+-]+@[\w-]+\.[\w.-]+>?$")
        .expect("the pattern is valid")
});
static CITY_STATE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^[A-Z][^,;:!?@/()]{1,30},\s*(?:[A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)[.,]?$")
        .expect("the pattern is valid")
});
static STREET: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:\d{1,6}[A-Za-z]?\s+\w|(?i:p\.?\s?o\.?\s+box)\s+\d)")
        .expect("the pattern is valid")
});
/// A ZIP code with or without its state or city.
static ZIP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:[A-Z][A-Za-z.]+(?: [A-Z][a-z]+){0,2},?\s+)?\d{5}(?:-\d{4})?[.,]?$")
        .expect("the pattern is valid")
});
/// A street with its type, which may end with a full stop: "5398 County Road 12 Ave."
static STREET_WITH_TYPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^\d{1,6}[A-Za-z]?\s(?:[\w.'-]+\s){1,5}(?i:st|street|ave|avenue|rd|road|dr|drive|ln|lane|ct|court|blvd|way|pl|place|hwy|ter|cir|pkwy)\.?$")
        .expect("the pattern is valid")
});
static POSTSCRIPT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?i:p\.?\s?p?\.?\s?s\b\.?\s*[:.,-]?|post\s?script)\s*\S")
        .expect("the pattern is valid")
});

/// Visible lines a signature has at the most, closing included.
const LONGEST_SIGNATURE: usize = 12;
const LONGEST_LINE: usize = 80;
/// Words of a closing line at the most.
const LONGEST_CLOSING: usize = 10;
/// Words of a name with titles, or of a line of a signature that is none of the known kinds.
const LONGEST_NAME: usize = 9;

/// Verbs, negations and pronouns that make a statement of a line. Names and titles hold none of them in
/// lower case: "Rosa Alvarez (husband has asthma)" says something, "Save Our Streams" signs.
const STATEMENT_WORDS: &[&str] = &[
    "am",
    "are",
    "aren't",
    "be",
    "been",
    "can't",
    "cannot",
    "did",
    "do",
    "does",
    "doesn't",
    "don't",
    "had",
    "has",
    "have",
    "he",
    "is",
    "isn't",
    "it",
    "it's",
    "must",
    "never",
    "no",
    "not",
    "she",
    "should",
    "shouldn't",
    "they",
    "was",
    "wasn't",
    "we",
    "were",
    "will",
    "won't",
    "would",
];
/// First words of a demand.
const DEMANDS: &[&str] = &[
    "ban", "do", "don't", "end", "help", "keep", "leave", "let", "make", "no", "not", "oppose",
    "please", "protect", "reject", "save", "stop", "support", "vote", "withdraw",
];

/// Marks the signature lines within `range`; returns the byte at which a signature inside a line begins.
/// The letter itself begins at `body_start`, and never is all signature.
pub(super) fn mark(
    lines: &[TextLine<'_>],
    range: Range<usize>,
    body_start: usize,
    author: Option<&str>,
    kinds: &mut [ZoneKind],
) -> Option<usize> {
    let end = before_postscripts(lines, range.clone());
    let first_body = (body_start..end).find(|&index| lines[index].is_visible());
    let visible: Vec<usize> = (range.start..end)
        .filter(|&index| lines[index].is_visible())
        .collect();
    let leaves_letter = |start: usize| {
        first_body.is_some_and(|first| first < start)
            || start > range.start && body_is_above(lines, range.start, start, body_start)
    };
    let closed = after_closing(lines, &visible).or_else(|| bare_address(lines, range.start, end));
    let named = || under_closing(lines, &visible);
    let above: fn(&[TextLine<'_>], TextLine<'_>) -> Option<usize> = match closed {
        Some(_) => sign_off::above_signature,
        None => sign_off::above_name,
    };
    let start = closed
        .or_else(named)
        .or_else(|| bare_name::start(lines, range.start, end, author));
    if let Some(mut start) = start.filter(|start| leaves_letter(*start)) {
        // Web forms sign once more what was signed.
        let before: Vec<usize> = visible.iter().copied().filter(|&at| at < start).collect();
        if let Some(first) = after_closing(lines, &before)
            && leaves_letter(first)
            && VALEDICTION.is_match(lines[first].text)
        {
            start = first;
        }
        kinds[start..end].fill(ZoneKind::Signature);
        let last = visible.iter().rfind(|&&at| at < start)?;
        return inline(lines, range.start, *last, above)
            .or_else(|| inline(lines, range.start, *last, sign_off::with_name));
    }
    if let Some(block) = above_notes(lines, range.start, end)
        && leaves_letter(block.start)
    {
        kinds[block].fill(ZoneKind::Signature);
        return None;
    }
    let last = *visible.last()?;
    inline(lines, range.start, last, sign_off::with_name)
        .or_else(|| inline(lines, range.start, last, sign_off::alone))
}

/// The byte of the text at which a closing begins in the last line of a letter.
fn inline(
    lines: &[TextLine<'_>],
    from: usize,
    last: usize,
    find: fn(&[TextLine<'_>], TextLine<'_>) -> Option<usize>,
) -> Option<usize> {
    let at = find(&lines[from..last], lines[last])?;
    // A whole line is no part of one.
    (at > 0 || last > from).then_some(lines[last].start + at)
}

/// The line of a name below a closing that ends a longer line; titles and an address may follow it.
fn under_closing(lines: &[TextLine<'_>], visible: &[usize]) -> Option<usize> {
    let reach = visible.len().saturating_sub(LONGEST_BELOW_NAME);
    for position in (reach.max(1)..visible.len()).rev() {
        let (above, name) = (visible[position - 1], visible[position]);
        if !is_signature_line(lines[name].text) {
            break;
        }
        let letter = &lines[visible[0]..above];
        if sign_off::is_name_below(letter, lines[above], lines[name])
            || sign_off::with_name(letter, lines[above]).is_some()
        {
            return Some(name);
        }
    }
    None
}

/// Lines of a signature below a closing that ends a longer line.
const LONGEST_BELOW_NAME: usize = 5;

/// Whether own words stand above the salutation, so that a signature right below it leaves a letter.
fn body_is_above(lines: &[TextLine<'_>], from: usize, start: usize, body_start: usize) -> bool {
    lines[from..start.min(body_start.saturating_sub(1)).max(from)]
        .iter()
        .any(TextLine::is_visible)
}

/// The end of the letter when postscripts are left out: they are main text.
fn before_postscripts(lines: &[TextLine<'_>], range: Range<usize>) -> usize {
    let mut end = range.end;
    for paragraph in paragraphs(&lines[range.clone()]).into_iter().rev() {
        let start = range.start + paragraph.start;
        if !POSTSCRIPT.is_match(lines[start].text) || start == range.start {
            break;
        }
        end = start;
    }
    end
}

/// A closing line that nobody writes in the middle of a letter, above a name.
static VALEDICTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:most |very |yours )?(?:sincerely|respectfully|cordially|truly)(?: yours| submitted)?|(?:very )?truly yours|(?:with )?(?:best|kind|warm|kindest|warmest|many)? ?(?:regards|wishes|thanks)|thank you)\s*[,.!]*$")
        .expect("the pattern is valid")
});

/// The signature above personal notes that end a letter; the notes are main text. A closing with a
/// name below it is asked for, so that no paragraph is taken for a note behind a short line.
fn above_notes(lines: &[TextLine<'_>], from: usize, end: usize) -> Option<Range<usize>> {
    let paragraphs = paragraphs(&lines[from..end]);
    let blocks = paragraphs.windows(2).rev().take(MOST_NOTES);
    let find = |pair: &[Range<usize>]| {
        let block = from + pair[0].start..from + pair[0].end;
        let note = lines[from + pair[1].start];
        if is_signature_line(note.text) {
            return None;
        }
        let visible: Vec<usize> = (from..block.end)
            .filter(|&index| lines[index].is_visible())
            .collect();
        let start = after_closing(lines, &visible)?;
        let signed = &lines[start..block.end];
        let names = signed.iter().filter(|line| is_full_name(line.text)).count();
        let closes = signed.iter().any(|line| VALEDICTION.is_match(line.text));
        (closes && names >= 1).then_some(start..block.end)
    };
    blocks.map(find).find_map(|found| found)
}

/// Paragraphs of personal notes at the most.
const MOST_NOTES: usize = 8;

/// Two to five words, each with a capital.
fn is_full_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    (2..=5).contains(&words.len())
        && words
            .iter()
            .all(|word| word.starts_with(char::is_uppercase) && !VALEDICTION.is_match(word))
}

/// The closing line nearest to the end after which only signature lines follow.
fn after_closing(lines: &[TextLine<'_>], visible: &[usize]) -> Option<usize> {
    let reach = &visible[visible.len().saturating_sub(LONGEST_SIGNATURE)..];
    for (position, &index) in reach.iter().enumerate().rev() {
        let line = lines[index];
        let closes = is_closing(line.text, index, lines)
            || line.text == "--"
            || line.text.starts_with("/s/");
        // What follows was looked at before: nothing but signature lines.
        if closes {
            // "Thank you," above "Sincerely," belongs to the closing too, and "Best wishes," above
            // "A concerned citizen", with an empty line between them or not.
            let above = reach[..position].last().filter(|&&above| {
                let text = lines[above].text;
                let is_near = above + 1 == index || text.ends_with(',');
                is_near && is_closing(text, above, lines)
            });
            return Some(*above.unwrap_or(&index));
        }
        if !is_signature_line(line.text) {
            break;
        }
    }
    None
}

fn is_closing(text: &str, index: usize, lines: &[TextLine<'_>]) -> bool {
    let starts_paragraph = index == 0 || !lines[index - 1].is_visible();
    let continues_sentence = !starts_paragraph
        && lines[index - 1]
            .text
            .ends_with(|c: char| c.is_alphanumeric() || c == ',');
    text.split_whitespace().nth(LONGEST_CLOSING).is_none()
        && !continues_sentence
        && CLOSING.is_match(text)
        || (starts_paragraph
            && text.ends_with(',')
            && !says_something(text)
            && text.split_whitespace().count() <= 4
            && text.starts_with(char::is_uppercase))
}

/// Street, city, state and ZIP on one line, with a name before it or not.
static ONE_LINE_ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:[A-Z][^,;:!?@/()]{2,40}(?:,\s*|\s{2,}))?(?:\d{1,6}[A-Za-z]?\s+[^,;:!?@/()]{3,50}|(?i:p\.?\s?o\.?\s+box)\s+\d+)(?:,\s+(?i:apt|unit|suite|ste|#)\.?\s?[\w-]{1,6})?,?\s+[A-Za-z][^,;:!?@/()]{1,30},?\s+[A-Z]{2}\.?,?\s+\d{5}(?:-\d{4})?$")
        .expect("the pattern is valid")
});

/// A last paragraph that is an address with a name on top.
fn bare_address(lines: &[TextLine<'_>], from: usize, end: usize) -> Option<usize> {
    let paragraph = paragraphs(&lines[from..end]).pop()?;
    let own = &lines[from + paragraph.start..from + paragraph.end];
    let is_block = (2..=7).contains(&own.len())
        && own.iter().all(|line| is_signature_line(line.text))
        && own.iter().any(|line| {
            CITY_STATE_ZIP.is_match(line.text)
                || CITY_STATE.is_match(line.text)
                || MAIL_ADDRESS.is_match(line.text)
                || ZIP.is_match(line.text) && is_full_name(own[0].text)
        });
    if is_block {
        return Some(from + paragraph.start);
    }
    let last = own
        .last()
        .filter(|line| ONE_LINE_ADDRESS.is_match(line.text))?;
    let named = own.len() >= 2
        && is_signature_line(own[own.len() - 2].text)
        && looks_like_name(own[own.len() - 2].text);
    let n_lines = if named { 2 } else { 1 };
    (!last.text.is_empty()).then_some(from + paragraph.end - n_lines)
}

/// Whether a line can stand in a signature: name, title, address, phone, mail address.
fn is_signature_line(text: &str) -> bool {
    // A footnote or a link is part of what was said.
    if text.chars().nth(LONGEST_LINE).is_some() || text.starts_with('[') || text.contains("http") {
        return false;
    }
    // Most lines are told off before an expression is tried.
    let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
    let is_numbered = || {
        CITY_STATE_ZIP.is_match(text)
            || PHONE.is_match(text)
            || STREET_WITH_TYPE.is_match(text)
            || ZIP.is_match(text)
            || DATE_LINE.is_match(text)
    };
    if has_digit && is_numbered()
        || text.contains('@') && MAIL_ADDRESS.is_match(text)
        || text.contains(',') && CITY_STATE.is_match(text)
        || text.starts_with("/s/")
    {
        return true;
    }
    let n_words = text.split_whitespace().count();
    let is_sentence = ends_sentence(text) && !ends_with_abbreviation(text);
    (n_words <= LONGEST_NAME && !is_sentence && !text.ends_with(['!', '?', ':', ';']))
        && (STREET.is_match(text) || looks_like_name(text))
        && !says_something(text)
}

/// "Rosa Alvarez, Harbor Union, Inc.", "Jo Hale, PhD, RN, CCM.".
fn ends_with_abbreviation(text: &str) -> bool {
    let last = text.split([' ', ',']).next_back().unwrap_or_default();
    let letters = last.trim_end_matches('.');
    let is_degree = letters.chars().filter(|c| c.is_uppercase()).count() >= 2;
    text.contains(',')
        && text
            .split_whitespace()
            .all(|word| !word.starts_with(char::is_lowercase))
        && (is_degree || matches!(letters, "Inc" | "Jr" | "Sr" | "Esq" | "Co" | "Corp" | "Ltd"))
}

/// Whether a short line makes a statement or a demand, which no name, title or address does.
fn says_something(text: &str) -> bool {
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| {
            word.trim_matches(|c: char| !c.is_alphanumeric())
                .replace('’', "'")
        })
        .collect();
    let is_lower = |word: &String| word.starts_with(char::is_lowercase);
    let states = |(nth, word): (usize, &String)| {
        let own = if nth == 0 {
            word.to_lowercase()
        } else {
            word.clone()
        };
        STATEMENT_WORDS.contains(&own.as_str())
            || word == "I" && words.get(nth + 1).is_some_and(is_lower)
    };
    let demands = words
        .first()
        .is_some_and(|word| DEMANDS.contains(&word.to_lowercase().as_str()));
    words.len() > 1
        && words.iter().any(is_lower)
        && (demands || words.iter().enumerate().any(states))
}

/// Capitalised words with titles, or all in one case and short.
fn looks_like_name(text: &str) -> bool {
    let words: Vec<&str> = text
        .split_whitespace()
        .filter(|word| word.chars().any(char::is_alphabetic))
        .collect();
    let is_small = |word: &&&str| {
        matches!(
            **word,
            "of" | "and" | "the" | "de" | "la" | "van" | "von" | "for" | "at" | "in" | "&" | "to"
        )
    };
    let significant = words.iter().filter(|word| !is_small(word)).count();
    let capital = words
        .iter()
        .filter(|word| {
            word.chars()
                .find(|c| c.is_alphabetic())
                .is_some_and(char::is_uppercase)
        })
        .count();
    !words.is_empty() && (capital * 2 >= significant || words.len() <= 4)
}
