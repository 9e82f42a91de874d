//! A closing and a name in running text: "… for the children. Thank you, Rosa Alvarez", on one line or with
//! the name below.
//!
//! The name must be one: words with capitals and nothing else, none of them an ordinary word of the letter.
//! So "Thank you. Save Our Rivers" stays.
//!
//! An address may stand behind the name: "… for the children. Sincerely, Rosa Alvarez 12 Oak St Toledo, OH 43601".
//! Research sets and some agencies' exports have lost all line breaks. Nothing but a signature may stand behind the
//! closing then: names, numbers, addresses, and no word of prose. Without a closing, a name with city, state, and ZIP
//! code behind the end of a sentence is a signature, too.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::bare_name::{is_name, is_no_name, n_words};
use super::line::TextLine;
use crate::ingest::patterns::{Pattern, has_digit, pattern};

/// Closings that nobody writes but above a name.
const VALEDICTION: &str = r"(?:(?:(?i:very|most|yours) )?(?i:sincerely|respectfully)(?: submitted| yours)?|(?:(?i:with|my|best|kind|kindest|warm|warmest|many) ){0,2}(?i:regards)|(?i:yours|(?:very )?truly yours)(?: truly| faithfully)?|(?i:cordially)|(?i:thank you|thanks) and (?:best |kind )?(?i:regards))";
/// Thanks and wishes, which a letter may also hold in its middle.
const THANKS: &str = r"(?:(?:(?i:many) )?(?i:thanks|thank you)(?: (?i:so|very) (?i:much))?(?: (?i:again|in advance))?(?: (?i:for)(?: +[^\s.!?;:]+){1,14})?|(?i:best(?: wishes| of luck)?|cheers|take care|warmly|gratefully))";
/// The same as a sentence of its own: a longer one says what it thanks for.
const SHORT_THANKS: &str = r"(?i:(?:many )?(?:thanks|thank you)(?: (?:so|very) much)?(?: again| in advance)?(?: for (?:(?:all )?(?:of )?your|the opportunity|considering|reading|listening|taking|seeking)(?: +[^\s.!?;:,]+){0,6})?)";
/// One to five words with capitals, a degree behind them.
const NAME: &str = r"[-*~–—]{0,2}[ \t]?\p{Lu}[^\s\d.,;:!?()/@\x22“”*]*\.?(?:,? (?:\p{Lu}[^\s\d,;:!?()/@\x22“”*]*|d[ae]|di|la|van|von|der|den|del|and|&)){0,5}[.,]?";

/// Where a sentence, and so a line, may end before a closing.
const BEFORE: &str = r"(?:^|[.!?…:;”\x22)\]’][ \t]+|[ \t]{2,}|[ \t][-–—]{1,2}[ \t])";

/// A word of every closing. It is sought first: the patterns take long to make, and to search.
static CLOSING_WORD: Pattern = Pattern::new(
    "(?i)sincerely|respectfully|regards|yours|cordially|thank|best|cheers|take care|warmly|gratefully",
);
/// How a line ends that closes a letter, with the name: groups 1 all of it, 2 the name.
static WITH_NAME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"{BEFORE}((?:{VALEDICTION}[ \t]*[,.!:;–—-]*|{THANKS}[ \t]*[,–—-]+|{SHORT_THANKS}[.!]+)[ \t]+({NAME}))$"
    ))
});
/// The same with the name on the line below it: group 1 above any name, group 2 above a full one.
static ABOVE_NAME: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"{BEFORE}(?:({VALEDICTION}[ \t]*[,.!:;–—-]*|{THANKS}[ \t]*[,–—-]+)|({SHORT_THANKS}[ \t]*[.!]*))$"
    ))
});
/// A closing that was to stand above a name.
static ALONE: LazyLock<Regex> =
    LazyLock::new(|| pattern(&format!("{BEFORE}({VALEDICTION}[ \\t]*,)$")));
static WHOLE_NAME: LazyLock<Regex> = LazyLock::new(|| pattern(&format!("^(?:{NAME})$")));

/// A closing in the middle of a line. Where even the full stop before it is lost, it is told by its capital and comma.
static CLOSING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"{BEFORE}((?:{VALEDICTION}[ \t]*[,.!:;–—-]*|{THANKS}[ \t]*[,–—-]+|{SHORT_THANKS}[ \t]*[,.!–—-]*)[ \t]+)|[ \t]((?:Yours |Most |Very |Best |Kind |Warm )?(?:Sincerely|Respectfully|Regards|regards),[ \t]+)"
    ))
});
static SENTENCE_END: Pattern = Pattern::new(r"[.!?”\x22][ \t]+");

/// "A concerned citizen".
static ANONYMOUS: Pattern = Pattern::new(
    r"^(?i:an?|one|your)(?: [\p{L}-]+){0,3} (?i:citizen|voter|taxpayer|constituent|resident|american)\.?$",
);
/// Street, city, state, and ZIP code; the words of a street may be in lower case.
static ADDRESS: Pattern = Pattern::guarded(
    has_digit,
    r"\b\d{1,6}[A-Za-z]? [^.!?;:@]{3,60}?,? [A-Z]{2}\.?,? +\d{5}(?:-\d{4})?\b",
);
static STATE_ZIP: Pattern = Pattern::guarded(has_digit, r"\b[A-Z]{2}\.?,? +\d{5}(?:-\d{4})?\b");
static PHONE: Pattern = Pattern::guarded(has_digit, r"\(?\b\d{3}\)?[-. ]{0,2}\d{3}[-. ]\d{4}\b");
static SENT_FROM: Pattern = Pattern::guarded(
    |text| text.contains("Sent "),
    r"\bSent (?:from|via|using) (?:my|the|Mail|[A-Z]\w+)\b[\w .]{0,30}$",
);
/// Small words of names and addresses.
const PARTICLES: &[&str] =
    &["of", "and", "de", "la", "van", "von", "der", "den", "del", "da", "di", "at", "in", "&"];
/// Words of a signature at the most: two names, a title, an address, and that of a mail.
const LONGEST_SIGNATURE: usize = 26;
/// Letters of an abbreviation at the most.
const LONGEST_ABBREVIATION: usize = 4;

/// Bytes of a closing and a name at the most.
const LONGEST_CLOSING: usize = 512;
/// Words of a letter at the least: without words above it a closing closes nothing.
const SHORTEST_LETTER: usize = 5;

/// Where a closing begins, as a byte of `last`, that ends it together with a name.
pub(super) fn with_name(letter: &[TextLine<'_>], last: TextLine<'_>) -> Option<usize> {
    let found = at_end(&WITH_NAME, last.text)?;
    let (closing, name) = (found.get(1)?, found.get(2)?);
    let above = before(last, closing.start());
    (is_name(name.as_str(), letter, above) && has_letter(letter, above)).then_some(closing.start())
}

/// What finds a closing in the last line of a letter, as a byte of that.
pub(super) type Find = fn(&[TextLine<'_>], TextLine<'_>) -> Option<usize>;

/// The same above a signature; above a bare name, where a sentence of thanks closes, too; and at the end of the text.
pub(super) const ABOVE_SIGNATURE: Find = |letter, last| above(&ABOVE_NAME, &[1], letter, last);
pub(super) const ABOVE_BARE_NAME: Find = |letter, last| above(&ABOVE_NAME, &[1, 2], letter, last);
pub(super) const ALONE_AT_END: Find = |letter, last| above(&ALONE, &[1], letter, last);

/// Where a closing begins that one of some groups of a pattern is, and that has a letter above it.
fn above(
    pattern: &LazyLock<Regex>,
    groups: &[usize],
    letter: &[TextLine<'_>],
    last: TextLine<'_>,
) -> Option<usize> {
    let found = at_end(pattern, last.text)?;
    let start = groups.iter().find_map(|group| found.get(*group))?.start();
    has_letter(letter, before(last, start)).then_some(start)
}

/// Whether the last two of some lines are the closing of a letter and the name below it.
pub(super) fn is_name_below(
    letter: &[TextLine<'_>],
    closing: TextLine<'_>,
    name: TextLine<'_>,
) -> bool {
    let Some(found) = at_end(&ABOVE_NAME, closing.text) else {
        return false;
    };
    WHOLE_NAME.is_match(name.text)
        && (found.get(1).is_some() || name.n_words() > 1)
        && is_name(name.text, letter, closing)
        && ABOVE_BARE_NAME(letter, closing).is_some()
}

/// Whether a line is a closing that nobody writes but above a name, and nothing else.
pub(in crate::ingest) fn closes(line: &str) -> bool {
    let found = at_end(&ABOVE_NAME, line).and_then(|found| found.get(1));
    found.is_some_and(|closing| closing.as_str().len() == line.len())
}

/// What a pattern finds at the end of a line. A line may be a whole letter: it is not read from its beginning.
fn at_end<'a>(pattern: &LazyLock<Regex>, line: &'a str) -> Option<Captures<'a>> {
    let start = line.floor_char_boundary(line.len().saturating_sub(LONGEST_CLOSING));
    if CLOSING_WORD.is_match_at(line, start) { pattern.captures_at(line, start) } else { None }
}

fn before(line: TextLine<'_>, at: usize) -> TextLine<'_> {
    TextLine { text: &line.text[..at], ..line }
}

fn has_letter(letter: &[TextLine<'_>], above: TextLine<'_>) -> bool {
    n_words(letter, above) >= SHORTEST_LETTER
}

/// Where a signature with an address behind the name begins, as a byte of `last`, that ends it.
pub(super) fn with_address(letter: &[TextLine<'_>], last: TextLine<'_>) -> Option<usize> {
    let text = last.text;
    let mut at = text.floor_char_boundary(text.len().saturating_sub(LONGEST_CLOSING));
    let reach = at;
    while CLOSING_WORD.is_match_at(text, at)
        && let Some(found) = CLOSING.captures_at(text, at)
    {
        let closing = found.get(1).or_else(|| found.get(2))?;
        let (start, tail) = (closing.start(), &text[closing.end()..]);
        let is_anonymous = ANONYMOUS.is_match(without_dashes(tail));
        let has_full_name =
            found.get(2).is_some() && WHOLE_NAME.is_match(tail) && tail.contains(' ');
        let above = before(last, start);
        if has_letter(letter, above)
            && (is_anonymous
                || contact(tail, letter, above)
                    .is_some_and(|contact| contact.is_told || has_full_name))
        {
            return Some(start);
        }
        at = start + closing.as_str().chars().next().map_or(1, char::len_utf8);
    }
    if !STATE_ZIP.is_match(&text[reach..]) {
        return None;
    }
    SENTENCE_END.find_iter(&text[reach..]).map(|end| reach + end.end()).find(|end| {
        let above = before(last, *end);
        has_letter(letter, above)
            && contact(&text[*end..], letter, above).is_some_and(|contact| contact.has_place)
    })
}

/// What a signature holds besides a name.
#[derive(Default)]
struct Contact {
    /// A state with its ZIP code.
    has_place: bool,
    is_told: bool,
}

fn without_dashes(tail: &str) -> &str {
    tail.trim_start_matches(['-', '–', '—', '*', '~', ' '])
}

/// What a tail holds besides a name; none where it is more than a signature.
fn contact(tail: &str, letter: &[TextLine<'_>], above: TextLine<'_>) -> Option<Contact> {
    let tail = without_dashes(tail);
    if !tail.starts_with(char::is_uppercase) {
        return None;
    }
    let mut contact = Contact::default();
    let mut flat = tail.to_owned();
    for (told, is_place) in
        [(&SENT_FROM, false), (&ADDRESS, true), (&STATE_ZIP, true), (&PHONE, false)]
    {
        if told.is_match(&flat) {
            flat = told.replace_all(&flat, " 1 ").into_owned();
            contact.is_told = true;
            contact.has_place |= is_place;
        }
    }
    let words: Vec<&str> = flat.split_whitespace().collect();
    let mut name: Vec<&str> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let is_last = index + 1 == words.len();
        let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
        if word.contains('@') || word.contains("://") || word.starts_with("www.") {
            contact.is_told = true;
        } else if letters == "US" || letters == "USA" {
            contact.is_told |= is_last;
        } else if !PARTICLES.contains(word) && !letters.contains(|c: char| c.is_ascii_digit()) {
            let ends_sentence =
                word.ends_with('.') && letters.chars().count() > LONGEST_ABBREVIATION && !is_last;
            if ends_sentence
                || word.ends_with(['!', '?', ':', ';'])
                || letters.starts_with(char::is_lowercase)
                    && !name.iter().any(|part| part.to_lowercase() == letters)
                || letters == "I"
                || is_no_name(letters)
            {
                return None;
            }
            name.extend(Some(letters).filter(|letters| !letters.is_empty()));
        }
    }
    name.truncate(2);
    let is_signature = words.len() <= LONGEST_SIGNATURE && is_name(&name.join(" "), letter, above);
    is_signature.then_some(contact)
}
