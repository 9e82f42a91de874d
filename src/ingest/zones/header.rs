//! The header block at the top of a letter, and the salutation.

use std::ops::Range;

use super::line::{TextLine, paragraphs};
use crate::corpus::ZoneKind;
use crate::ingest::patterns::{Pattern, WordSet, begins_with, has_digit};

static MAIL_HEADER: Pattern = Pattern::guarded(
    |line| line.contains(':'),
    r"(?i)^(from|to|cc|bcc|date|sent|subject|reply-to|return-path|sender|message-id|received|importance|priority|attachments?|x-[a-z0-9-]+|mime-version|content-[a-z-]+|list-[a-z-]+|organization|user-agent|in-reply-to|references|delivered-to)\s*:(\s|$)",
);

pub(super) static DATE_LINE: Pattern = Pattern::guarded(
    has_digit,
    r"(?i)^(date:\s*)?((mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?,?\s+)?((jan(uary)?|feb(ruary)?|mar(ch)?|apr(il)?|may|june?|july?|aug(ust)?|sep(t(ember)?)?|oct(ober)?|nov(ember)?|dec(ember)?)\.?\s+\d{1,2}(st|nd|rd|th)?,?\s+(19|20)\d\d|\d{1,2}\s+[a-z]{3,9}\.?,?\s+(19|20)\d\d|\d{1,2}[/.-]\d{1,2}[/.-](\d\d|(19|20)\d\d)|(19|20)\d\d-\d\d-\d\d)[.,]?$",
);

static REFERENCE_LINE: Pattern = Pattern::guarded(
    |line| {
        begins_with(line, &["re", "subj", "in re", "att", "docket", "rin", "file code"])
            && (line.contains(':') || has_digit(line))
    },
    r"(?i)^((re|subj|subject|regarding|in re|attn|attention|ref|reference)\s*:|(docket|rin|file code)\s*(id|no|number|#)?\b[^.!?]{0,10}\b(no|number|id)?[.:#\s]*[A-Z0-9]+[-\w]*\d[-\w]*$)",
);

/// "City, ST 99999", the line that ends an address.
pub(super) static CITY_STATE_ZIP: Pattern = Pattern::guarded(
    |line| line.starts_with(|c: char| c.is_ascii_uppercase()) && has_digit(line),
    r"^[A-Z][^,;:!?@/()]{1,40},?\s+([A-Z]{2}|[A-Z]\.[A-Z]\.|[A-Z][a-z]+( [A-Z][a-z]+)?)\.?,?\s+\d{5}(-?\d{4})?(,?\s*(USA|US|United States))?,?$",
);

static RULE: Pattern = Pattern::new(r"^[-_*=]{3,}$");

/// A whole line, or the beginning of one, that greets.
pub(super) static GREETING: Pattern = Pattern::guarded(
    |line| {
        begins_with(
            line,
            &["dear", "to", "att", "hello", "greet", "hi", "good", "ladies", "sir", "madam"],
        )
    },
    r"(?x)^(?:
            (?i:dear)\s+[^:,.!?;]+?(?:\s(?:Mr|Ms|Mrs|Dr|Sen|Rep|Gov|Jr|Sr|Hon)\.\s?[^:,.!?;]+?)?(?:(?:,(?:\s[^\s:,.!?;]+){1,6}){1,2}:|\s*[:,;]|\s*[-–—]{1,2}(?:\s|$)|$)
          | (?i:dear)\s+(?:Mr|Ms|Mrs|Dr|Sen|Rep|Gov|Hon|Sec)\.\s?[^:,.!?;]+(?:[:,;]|$)
          | (?i:to\s+whom\s+(?:it|this)\s+may\s+concern)\s*[:,.;]?(?:\s*[-–—]{1,2})?
          | (?i:attn|attention)\s*[:.]?\s*[^:.!?]*[:,]?$
          | (?i:to)\s+the\s+[^.!?:]+:
          | (?i:hello|greetings|hi|good\s+(?:morning|afternoon|evening|day))(?:\s+[^:,.!?;]+)?(?:[:,!.;]|$)
          | (?i:ladies\s+and\s+gentlemen|sirs?|sir/madam|madam)\s*[:,]
        )",
);

/// Longest line of an address, date or name.
const LONGEST_HEADER_LINE: usize = 70;
/// Words of a Re: line at the most; titles of rules are long.
const LONGEST_REFERENCE: usize = 40;
/// Lines above a salutation at the most: people put words of their own there.
const FURTHEST_SALUTATION: usize = 60;
/// Words that a greeting holds at the most.
const LONGEST_GREETING: usize = 14;

/// Marks the header block and returns the index of the line after it.
pub(super) fn mark(lines: &[TextLine<'_>], kinds: &mut [ZoneKind]) -> usize {
    let mut end = 0;
    for paragraph in paragraphs(lines) {
        let own = &lines[paragraph.clone()];
        let n_header = header_lines_in(own);
        kinds[paragraph.start..paragraph.start + n_header].fill(ZoneKind::Header);
        if n_header > 0 {
            end = paragraph.start + n_header;
        }
        if n_header < own.len() {
            break;
        }
    }
    end
}

/// How many leading lines of a paragraph are header.
fn header_lines_in(own: &[TextLine<'_>]) -> usize {
    if is_address(own) {
        return own.len();
    }
    let mut n = 0;
    let mut in_mail_headers = false;
    while n < own.len() {
        let line = own[n];
        // A From:/To:/Date: line counts only in company: people write "To: the EPA" in letters. Behind a folded one more follow.
        let is_mail_header = MAIL_HEADER.is_match(line.text)
            && (in_mail_headers || n_mail_headers(&own[n..], 3) >= 2);
        let is_header = is_mail_header
            || DATE_LINE.is_match(line.text)
            || is_reference(line.text)
            || (in_mail_headers
                && (RULE.is_match(line.text) || n_mail_headers(&own[n + 1..], 2) > 0))
            || (n > 0 && is_reference(own[n - 1].text) && is_broken(own[n - 1].text));
        if !is_header {
            // An address that stands in one paragraph with what follows it.
            match own[n..].iter().take(6).position(|line| CITY_STATE_ZIP.is_match(line.text)) {
                Some(last) if last + 1 < own.len() - n && is_address(&own[n..=n + last]) => {
                    n += last + 1;
                }
                _ => break,
            }
            continue;
        }
        in_mail_headers |= is_mail_header;
        n += 1;
    }
    // A paragraph of the letter that wraps under "Re:" is still the reference.
    if n == 1
        && own.len() == 2
        && REFERENCE_LINE.is_match(own[0].text)
        && own[1].n_words() <= 8
        && !ends_sentence(own[1].text)
    {
        return 2;
    }
    n
}

/// How many of the first lines, at the most so many, are mail headers.
fn n_mail_headers(lines: &[TextLine<'_>], most: usize) -> usize {
    lines.iter().take(most).filter(|line| MAIL_HEADER.is_match(line.text)).count()
}

/// A Re: line: a title, not a text that begins with "Re:".
pub(super) fn is_reference(text: &str) -> bool {
    let most = if text.contains(". ") { LONGEST_REFERENCE / 2 } else { LONGEST_REFERENCE };
    REFERENCE_LINE.is_match(text) && text.split_whitespace().nth(most).is_none()
}

/// Whether a line ends inside a docket id or another word with hyphens.
pub(super) fn is_broken(text: &str) -> bool {
    let before = text.strip_suffix(['-', '\u{2010}', '\u{2011}', '\u{2013}']);
    before.is_some_and(|before| before.ends_with(char::is_alphanumeric))
}

/// Short lines of which the last ends an address.
fn is_address(own: &[TextLine<'_>]) -> bool {
    own.len() >= 2
        && own.len() <= 8
        && own.iter().all(|line| {
            line.text.chars().count() <= LONGEST_HEADER_LINE && !ends_sentence(line.text)
        })
        && own.last().is_some_and(|line| CITY_STATE_ZIP.is_match(line.text))
        && !own.iter().any(|line| GREETING.is_match(line.text))
}

pub(super) fn ends_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?']) && text.split_whitespace().count() > 4
}

/// The line that greets and how many of its bytes do.
pub(super) fn salutation(lines: &[TextLine<'_>], range: Range<usize>) -> Option<(usize, usize)> {
    let visible: Vec<usize> = range.filter(|&index| lines[index].is_visible()).collect();
    let (_, before_last) = visible.split_last()?;
    for (nth, &index) in visible.iter().enumerate().take(FURTHEST_SALUTATION) {
        let line = lines[index];
        let Some(found) = greeting(line.text) else {
            continue;
        };
        let is_whole_line = found.len() == line.text.len();
        let starts_paragraph = index == 0 || !lines[index - 1].is_visible();
        let greets_below = found.ends_with([':', ',']) || nth < visible.len() / 2;
        // A greeting is the first line, or a line of its own with a letter below it.
        let stands_alone =
            is_whole_line && starts_paragraph && greets_below && before_last.contains(&index);
        let stands_first = nth == 0 && (!is_whole_line || visible.len() > 1);
        if stands_alone || stands_first {
            return Some((index, found.len()));
        }
    }
    None
}

/// The greeting that a line begins with.
pub(super) fn greeting(line: &str) -> Option<&str> {
    let found = GREETING.find(line)?.as_str();
    let is_short = found.split_whitespace().count() <= LONGEST_GREETING;
    (is_short && addresses_somebody(found) && !is_title(found)).then_some(found)
}

/// "Dear Colleague Letter" is what agencies call guidance.
fn is_title(greeting: &str) -> bool {
    greeting.split_whitespace().skip(2).any(|word| {
        let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
        letters.eq_ignore_ascii_case("letter") || letters.eq_ignore_ascii_case("letters")
    })
}

/// Words in lower case that stand in an address: "Dear sir or madam", "Dear decision makers".
static ADDRESSEES: WordSet = WordSet::new("addressees");

/// Whether a greeting holds nothing but an address: "Hi, I think" greets with its first word, and
/// "Hi I think the fee should go." does not greet at all.
fn addresses_somebody(greeting: &str) -> bool {
    greeting.split(|c: char| c.is_whitespace() || c == '/').all(|written| {
        let word = written.trim_matches(|c: char| !c.is_alphanumeric());
        let is_name = word.starts_with(|c: char| c.is_uppercase() || c.is_numeric()) && word != "I";
        word.is_empty() || is_name || ADDRESSEES.contains(&word.to_lowercase())
    })
}
