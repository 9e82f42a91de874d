//! What a line of a closing and signature block looks like: a closing phrase, a name, an address.

use std::sync::LazyLock;

use regex::Regex;

use super::header::{CITY_STATE_ZIP, DATE_LINE, ends_sentence};

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

/// A closing line that nobody writes in the middle of a letter, above a name.
static VALEDICTION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:most |very |yours )?(?:sincerely|respectfully|cordially|truly)(?: yours| submitted)?|(?:very )?truly yours|(?:with )?(?:best|kind|warm|kindest|warmest|many)? ?(?:regards|wishes|thanks)|thank you)\s*[,.!]*$")
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

/// Street, city, state and ZIP on one line, with a name before it or not.
static ONE_LINE_ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:[A-Z][^,;:!?@/()]{2,40}(?:,\s*|\s{2,}))?(?:\d{1,6}[A-Za-z]?\s+[^,;:!?@/()]{3,50}|(?i:p\.?\s?o\.?\s+box)\s+\d+)(?:,\s+(?i:apt|unit|suite|ste|#)\.?\s?[\w-]{1,6})?,?\s+[A-Za-z][^,;:!?@/()]{1,30},?\s+[A-Z]{2}\.?,?\s+\d{5}(?:-\d{4})?$")
        .expect("the pattern is valid")
});

const LONGEST_LINE: usize = 80;
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

/// Whether a whole line is a phrase that closes a letter.
pub(super) fn is_closing_phrase(text: &str) -> bool {
    CLOSING.is_match(text)
}

/// Whether a line closes a letter and nothing else.
pub(super) fn is_valediction(text: &str) -> bool {
    VALEDICTION.is_match(text)
}

/// Whether a line ends an address: with its city, or with that of a mail.
pub(super) fn is_address_end(text: &str) -> bool {
    CITY_STATE_ZIP.is_match(text) || CITY_STATE.is_match(text) || MAIL_ADDRESS.is_match(text)
}

/// Whether a line is a ZIP code, with or without its state or city.
pub(super) fn is_zip(text: &str) -> bool {
    ZIP.is_match(text)
}

/// Whether a line is a whole address, with a name before it or not.
pub(super) fn is_one_line_address(text: &str) -> bool {
    ONE_LINE_ADDRESS.is_match(text)
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
        && text.split_whitespace().all(|word| !word.starts_with(char::is_lowercase))
        && (is_degree || matches!(letters, "Inc" | "Jr" | "Sr" | "Esq" | "Co" | "Corp" | "Ltd"))
}

/// Whether a short line makes a statement or a demand, which no name, title or address does.
pub(super) fn says_something(text: &str) -> bool {
    let words: Vec<String> = text
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).replace('’', "'"))
        .collect();
    let is_lower = |word: &String| word.starts_with(char::is_lowercase);
    let states = |(nth, word): (usize, &String)| {
        let own = if nth == 0 { word.to_lowercase() } else { word.clone() };
        STATEMENT_WORDS.contains(&own.as_str())
            || word == "I" && words.get(nth + 1).is_some_and(is_lower)
    };
    let demands = words.first().is_some_and(|word| DEMANDS.contains(&word.to_lowercase().as_str()));
    words.len() > 1
        && words.iter().any(is_lower)
        && (demands || words.iter().enumerate().any(states))
}

/// Capitalised words with titles, or all in one case and short.
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
