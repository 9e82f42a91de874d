//! A signature in running text, with an address behind the name: "… for the children. Sincerely, Rosa Alvarez 12 Oak
//! St Toledo, OH 43601". Research sets and some agencies' exports have lost all line breaks.
//!
//! Nothing but a signature may stand behind the closing: names, numbers, addresses, and no word of prose. Without a
//! closing, a name with city, state, and ZIP code behind the end of a sentence is a signature, too.

use std::sync::LazyLock;

use regex::Regex;

use super::bare_name::is_no_name;
use super::line::TextLine;
use super::sign_off::{
    BEFORE, LONGEST_CLOSING, SHORT_THANKS, THANKS, VALEDICTION, before, has_letter, is_name,
    is_whole_name,
};

fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is valid")
}

/// A closing in the middle of a line. Where even the full stop before it is lost, it is told by its capital and comma.
static CLOSING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"{BEFORE}((?:{VALEDICTION}[ \t]*[,.!:;–—-]*|{THANKS}[ \t]*[,–—-]+|{SHORT_THANKS}[ \t]*[,.!–—-]*)[ \t]+)|[ \t]((?:Yours |Most |Very |Best |Kind |Warm )?(?:Sincerely|Respectfully|Regards|regards),[ \t]+)"
    ))
});
static SENTENCE_END: LazyLock<Regex> = LazyLock::new(|| pattern(r"[.!?”\x22][ \t]+"));

/// "A concerned citizen".
static ANONYMOUS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^(?i:an?|one|your)(?: [\p{L}-]+){0,3} (?i:citizen|voter|taxpayer|constituent|resident|american)\.?$",
    )
});
/// Street, city, state, and ZIP code; the words of a street may be in lower case.
static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"\b\d{1,6}[A-Za-z]? [^.!?;:@]{3,60}?,? [A-Z]{2}\.?,? +\d{5}(?:-\d{4})?\b")
});
static STATE_ZIP: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\b[A-Z]{2}\.?,? +\d{5}(?:-\d{4})?\b"));
static PHONE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\(?\b\d{3}\)?[-. ]{0,2}\d{3}[-. ]\d{4}\b"));
static SENT_FROM: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\bSent (?:from|via|using) (?:my|the|Mail|[A-Z]\w+)\b[\w .]{0,30}$"));
/// Small words of names and addresses.
const PARTICLES: &[&str] =
    &["of", "and", "de", "la", "van", "von", "der", "den", "del", "da", "di", "at", "in", "&"];
/// Words of a signature at the most: two names, a title, an address, and that of a mail.
const LONGEST_SIGNATURE: usize = 26;
/// Letters of an abbreviation at the most.
const LONGEST_ABBREVIATION: usize = 4;

/// Where a signature begins, as a byte of `last`, that ends it.
pub(super) fn start(letter: &[TextLine<'_>], last: TextLine<'_>) -> Option<usize> {
    let text = last.text;
    let mut at = text.floor_char_boundary(text.len().saturating_sub(LONGEST_CLOSING));
    let reach = at;
    let contact_behind = |start: usize, tail: usize| {
        let above = before(last, start);
        contact(&text[tail..], letter, above).filter(|_| has_letter(letter, above))
    };
    while let Some(found) = CLOSING.captures_at(text, at) {
        let closing = found.get(1).or_else(|| found.get(2))?;
        let (start, tail) = (closing.start(), &text[closing.end()..]);
        let is_anonymous = ANONYMOUS.is_match(without_dashes(tail));
        let has_full_name = found.get(2).is_some() && is_whole_name(tail) && tail.contains(' ');
        let contact = contact_behind(start, closing.end());
        if contact.is_some_and(|contact| contact.is_told || has_full_name)
            || is_anonymous && has_letter(letter, before(last, start))
        {
            return Some(start);
        }
        at = start + closing.as_str().chars().next().map_or(1, char::len_utf8);
    }
    if !STATE_ZIP.is_match(&text[reach..]) {
        return None;
    }
    SENTENCE_END
        .find_iter(&text[reach..])
        .map(|end| reach + end.end())
        .find(|end| contact_behind(*end, *end).is_some_and(|contact| contact.has_place))
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
    let mut words = tail.to_owned();
    for (told, is_place) in
        [(&*SENT_FROM, false), (&*ADDRESS, true), (&*STATE_ZIP, true), (&*PHONE, false)]
    {
        if told.is_match(&words) {
            words = told.replace_all(&words, " 1 ").into_owned();
            contact.is_told = true;
            contact.has_place |= is_place;
        }
    }
    let words: Vec<&str> = words.split_whitespace().collect();
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
