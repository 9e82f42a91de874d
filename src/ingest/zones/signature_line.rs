//! What a line of a closing and signature block looks like: a closing phrase, a name, an address.

use std::sync::LazyLock;

use regex::Regex;

use super::header::{CITY_STATE_ZIP, DATE_LINE, ends_sentence};
use crate::ingest::patterns::{Pattern, WordSet, begins_with, has_digit, pattern};

/// How lines begin that close a letter.
const CLOSING_WORDS: &[&str] = &[
    "a ", "always", "best", "blessing", "cheers", "cordial", "faithful", "from", "grateful", "in ",
    "kind", "love", "many", "most", "my best", "my thank", "peace", "regards", "respect", "signed",
    "sincere", "submit", "thank", "truly", "very", "warm", "wishes", "with", "your",
];

fn begins_as_closing(line: &str) -> bool {
    begins_with(line, CLOSING_WORDS)
}

/// A whole line that closes a letter.
pub(super) static CLOSING: Pattern = Pattern::guarded(
    begins_as_closing,
    r"(?ix)^(?:
            (?:most\ |very\ |yours\ )?(?:sincerely|respectfully|cordially|truly|faithfully|warmly|gratefully)(?:\ (?:yours|submitted|and\ sincerely))?
          | (?:very\ truly|truly|faithfully|always)\ yours
          | yours(?:\ (?:truly|very\ truly|faithfully|sincerely|in\ \S+))?
          | (?:with\ )?(?:best|kind|warm|kindest|warmest|my\ best|many)?\ ?(?:regards|wishes|thanks)
          | (?:many\ |with\ |my\ )?(?:thanks|thank\ you)(?:\ (?:so|very)\ much)?(?:\ (?:again|in\ advance))?(?:\ for\ (?:your|the)\ (?:kind\ )?(?:time|consideration|attention|opportunity|help|support|service|work|efforts?)(?:\ (?:and|&|to|in)\ [^[:punct:]]+)?)?
          | in\ (?:solidarity|peace|hope|gratitude|christ|faith|friendship|earnest)
          | peace|blessings|best|love|cheers|submitted(?:\ by)?|signed|from
          | with\ (?:great|deep|much|grave|sincere|all|every|kind|warm|best|deepest|the\ greatest)?\ ?[a-z]+(?:\ [a-z]+)?
          | (?:a|your)\ (?:concerned|loyal|faithful)\ [a-z]+
        )\s*[,.!:;–—-]*$",
);

/// A closing line that nobody writes in the middle of a letter, above a name.
pub(super) static VALEDICTION: Pattern = Pattern::guarded(
    begins_as_closing,
    r"(?i)^(?:(?:most |very |yours )?(?:sincerely|respectfully|cordially|truly)(?: yours| submitted)?|(?:very )?truly yours|(?:with )?(?:best|kind|warm|kindest|warmest|many)? ?(?:regards|wishes|thanks)|thank you)\s*[,.!]*$",
);

static PHONE: Pattern = Pattern::guarded(
    has_digit,
    r"^(?:(?i:tel|phone|cell|fax|mobile|home|work)[a-z]*[.:]?\s*)?(?:\+?1[-. ])?\(?\d{3}\)?[-. ]{1,2}\d{3}[-. ]\d{4}\b",
);
static MAIL_ADDRESS: Pattern = Pattern::guarded(
    |line| line.contains('@'),
    r"^(?:(?i:e-?mail)[.:]?\s*)?<?[\w.+-]+@[\w-]+\.[\w.-]+>?$",
);
static CITY_STATE: Pattern = Pattern::guarded(
    |line| line.contains(','),
    r"^[A-Z][^,;:!?@/()]{1,30},\s*(?:[A-Z]{2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)[.,]?$",
);
static STREET: Pattern =
    Pattern::guarded(has_digit, r"^(?:\d{1,6}[A-Za-z]?\s+\w|(?i:p\.?\s?o\.?\s+box)\s+\d)");
/// A ZIP code with or without its state or city.
pub(super) static ZIP: Pattern = Pattern::guarded(
    has_digit,
    r"^(?:[A-Z][A-Za-z.]+(?: [A-Z][a-z]+){0,2},?\s+)?\d{5}(?:-\d{4})?[.,]?$",
);
/// A street with its type, which may end with a full stop: "5398 County Road 12 Ave."
static STREET_WITH_TYPE: Pattern = Pattern::guarded(
    |line| line.starts_with(|c: char| c.is_ascii_digit()),
    r"^\d{1,6}[A-Za-z]?\s(?:[^\s,;:!?@/()]+\s){1,5}(?i:st|street|ave|avenue|rd|road|dr|drive|ln|lane|ct|court|blvd|way|pl|place|hwy|ter|cir|pkwy)\.?$",
);

/// Street, city, state and ZIP on one line, with a name before it or not.
pub(super) static ONE_LINE_ADDRESS: Pattern = Pattern::guarded(
    |line| line.ends_with(|c: char| c.is_ascii_digit()),
    r"^(?:[A-Z][^,;:!?@/()]{2,40}(?:,\s*|\s{2,}))?(?:\d{1,6}[A-Za-z]?\s+[^,;:!?@/()]{3,50}|(?i:p\.?\s?o\.?\s+box)\s+\d+)(?:,\s+(?i:apt|unit|suite|ste|#)\.?\s?[\w-]{1,6})?,?\s+[A-Za-z][^,;:!?@/()]{1,30},?\s+[A-Z]{2}\.?,?\s+\d{5}(?:-\d{4})?$",
);

/// Fields that a program was to fill in and did not, and nothing else: `[Your Name]`, `{{City}}, <<State>>`, `*|FNAME|*`.
static UNFILLED: Pattern = Pattern::guarded(
    // The first byte of `«` is C2.
    |line| line.bytes().any(|byte| matches!(byte, b'[' | b'{' | b'<' | 0xC2 | b'%' | b'|')),
    r"^(?:(?:\[{1,2}\p{L}[^\[\]]{0,60}\]{1,2}|[$#]?\{{1,3}\s*\p{L}[^{}]{0,60}\}{1,3}|<<\s*\p{L}[^<>]{0,60}>>|«\s*\p{L}[^«»]{0,60}»|%{1,2}\p{L}[^%]{0,60}%{1,2}|\*\|\p{L}[^|]{0,60}\|\*)[\s,.;:/-]*)+$",
);

/// Lines of a signature that are told by how they are written.
const KINDS: [&Pattern; 7] =
    [&CITY_STATE_ZIP, &PHONE, &ZIP, &DATE_LINE, &STREET_WITH_TYPE, &MAIL_ADDRESS, &CITY_STATE];
/// All of them at once.
static ANY_KIND: LazyLock<Regex> =
    LazyLock::new(|| pattern(&KINDS.map(|kind| format!("(?:{})", kind.written)).join("|")));

const LONGEST_LINE: usize = 80;
/// Words of a name with titles, or of a line of a signature that is none of the known kinds.
const LONGEST_NAME: usize = 9;

/// Verbs, negations and pronouns that make a statement of a line. Names and titles hold none of them in
/// lower case: "Rosa Alvarez (husband has asthma)" says something, "Save Our Streams" signs.
static STATEMENT_WORDS: WordSet = WordSet::new("statements");
/// First words of a demand.
static DEMANDS: WordSet = WordSet::new("demands");

/// Whether a line ends an address: with its city, or with that of a mail.
pub(super) fn is_address_end(text: &str) -> bool {
    CITY_STATE_ZIP.is_match(text) || CITY_STATE.is_match(text) || MAIL_ADDRESS.is_match(text)
}

/// Two to five words, each with a capital.
pub(super) fn is_full_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    (2..=5).contains(&words.len())
        && words
            .iter()
            .all(|word| word.starts_with(char::is_uppercase) && !VALEDICTION.is_match(word))
}

/// Whether a line can stand in a signature: name, title, address, phone, mail address.
pub(super) fn is_signature_line(text: &str) -> bool {
    if UNFILLED.is_match(text) {
        return true;
    }
    // A footnote or a link is part of what was said.
    let is_long = text.len() > LONGEST_LINE && text.chars().nth(LONGEST_LINE).is_some();
    if is_long || text.starts_with('[') || text.contains("http") {
        return false;
    }
    let may_be_known = has_digit(text) || text.contains([',', '@']);
    if text.starts_with("/s/") || may_be_known && ANY_KIND.is_match(text) {
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
        && text.split_whitespace().all(|word| !begins_lower(word))
        && (is_degree || matches!(letters, "Inc" | "Jr" | "Sr" | "Esq" | "Co" | "Corp" | "Ltd"))
}

/// Whether a short line makes a statement or a demand, which no name, title or address does.
pub(super) fn says_something(text: &str) -> bool {
    let words: Vec<&str> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .collect();
    let [first, rest @ ..] = &words[..] else { return false };
    // Most lines that are asked about are names.
    if rest.is_empty() || !words.iter().any(|word| begins_lower(word)) {
        return false;
    }
    let first_in_lower = first.to_lowercase().replace('’', "'");
    DEMANDS.contains(&first_in_lower)
        || STATEMENT_WORDS.contains(&first_in_lower)
        || rest.iter().any(|word| STATEMENT_WORDS.contains(&word.replace('’', "'")))
        || words.windows(2).any(|pair| pair[0] == "I" && begins_lower(pair[1]))
}

fn begins_lower(word: &str) -> bool {
    word.starts_with(char::is_lowercase)
}

/// Capitalized words with titles, or all in one case and short.
pub(super) fn looks_like_name(text: &str) -> bool {
    let words: Vec<&str> =
        text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).collect();
    const SMALL: [&str; 12] =
        ["of", "and", "the", "de", "la", "van", "von", "for", "at", "in", "&", "to"];
    let significant = words.iter().filter(|word| !SMALL.contains(word)).count();
    let capital = words
        .iter()
        .filter(|word| word.chars().find(|c| c.is_alphabetic()).is_some_and(char::is_uppercase))
        .count();
    !words.is_empty() && (capital * 2 >= significant || words.len() <= 4)
}
