//! A text in, what in it can be checked out: figures, citations and court cases.
//!
//! | counts as a citation | for instance |
//! |---|---|
//! | the Code of Federal Regulations | `8 CFR 214.2(f)`, `8 C.F.R. § 214.2`, `8 CFR Part 214` |
//! | the United States Code | `5 U.S.C. 553(c)`, `5 USC § 553` |
//! | the Federal Register | `81 FR 13039`, `81 Fed. Reg. 13,039` |
//! | a digital object identifier | `doi:10.1257/jep.25.3.207`, `https://doi.org/10.1257/jep.25.3.207` |
//! | an address on the web | `https://www.example.org/report.pdf`, `www.example.org` |
//!
//! A *court case* is named (`Roe v. Mill Town`), cited by its reporter (`467 U.S. 837`, `33 F.3d 12`, `8 F. Supp. 2d 9`), or
//! both, and then counts once. The reporters are those of the federal courts (The Bluebook, table T1.1).
//!
//! A *figure* is a number in digits that stands for itself: `12`, `4.5`, `1,200`, `83 %`, `$3 million`, `1994`. The digits of
//! a citation or a case, digits with letters attached (`H1B`, `F-1`, `COVID-19`, `2nd`), and the number before an item of
//! a list (`1.`, `(2)`) are no figures.
//!
//! # Invariants
//! - The time grows with the text, whatever a stranger wrote: what follows a match is looked at for no more than a match,
//!   and figures are counted by hand, where a regular expression would look through all of `1/1/1/…` from each `1`.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much of a text can be checked. What counts as what is defined in one place, the program's module `facts`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Facts {
    /// Numbers in digits that stand for themselves: "12", "1,200", "83 %", "1994".
    pub figures: usize,
    /// Citations: C.F.R., U.S.C., Federal Register, digital object identifiers, addresses on the web.
    pub citations: usize,
    /// Court cases: "Name v. Name", or a volume and page of a reporter such as F.3d, F. Supp. or U.S.
    pub cases: usize,
}

impl Facts {
    /// Whether there are none.
    pub fn are_none(&self) -> bool {
        *self == Self::default()
    }
}

/// Words begin and end at what is no letter, digit or underscore of ASCII: Unicode word boundaries keep the search from
/// its fastest automaton where a text has other characters.
static CITATION: LazyLock<Regex> = LazyLock::new(|| {
    let kinds = [
        r"https?://[^\s<>]+",
        r"(?-u:\b)www\.[^\s<>]+",
        r"(?:(?-u:\b)doi:\s*)?(?-u:\b)10\.[0-9]{4,9}/[^\s<>]+",
        r"(?-u:\b)[0-9]+\s+C\.?\s?F\.?\s?R\.?\s*(?:§+\s*|Part\s+|Sec(?:tion|\.)\s+)?[0-9]+(?:\.[0-9]+)*(?:\([a-z0-9]{1,4}\))*",
        r"(?-u:\b)[0-9]+\s+U\.?\s?S\.?\s?C\.?\s*(?:§+\s*|Sec(?:tion|\.)\s+)?[0-9]+(?-u:\w)*(?:\([a-z0-9]{1,4}\))*",
        r"(?-u:\b)[0-9]+\s+(?:F\.?R\.?|Fed\.?\s+Reg\.?)\s*[0-9]+(?:,[0-9]{3})*",
    ];
    Regex::new(&format!("(?i){}", kinds.join("|"))).expect("the pattern is valid")
});

static CASE: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"\p{Lu}[^\s]{0,40}\s{1,3}v\.\s{1,3}(?:[Tt]he\s{1,3})?\p{Lu}";
    let reporter = r"(?-u:\b)[0-9]{1,4}\s{1,3}(?:U\.\s?S\.|S\.\s?Ct\.|L\.\s?Ed\.(?:\s?2d)?|F\.?\s?(?:2d|3d|4th)|F\.\s?Supp\.(?:\s?[23]d)?|F\.\s?App['’]x)\s{1,3}[0-9]{1,4}(?-u:\b)(?:,\s?[0-9]{1,4}(?:[-–][0-9]{1,4})?){0,3}(?:\s?\([^()\n]{0,40}\))?";
    // "… v. Mill Town Water Co., 467 U.S. 837, 842 (1984)"
    let rest = r"[^0-9\n;()]{0,100}?,\s{1,3}";
    Regex::new(&format!("{name}{rest}{reporter}|{name}|{reporter}")).expect("the pattern is valid")
});

static FIGURE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\d+(?:,\d{3})*(?:\.\d+)?").expect("the pattern is valid"));

/// Where a text cites law, papers or pages on the web, in bytes, in order.
pub fn citations(text: &str) -> impl Iterator<Item = Range<usize>> {
    CITATION.find_iter(text).map(|cited| cited.range())
}

/// Counts the facts of a text.
pub fn of<Text: AsRef<str>>(paragraphs: &[Text]) -> Facts {
    let mut facts = Facts::default();
    for text in paragraphs.iter().map(AsRef::as_ref) {
        let citation = may_cite(text).then(|| &*CITATION);
        let case = may_name_case(text).then(|| &*CASE);
        for between in parted(citation, text, &mut facts.citations) {
            for between in parted(case, between, &mut facts.cases) {
                facts.figures += figures(between);
            }
        }
    }
    facts
}

/// Whether a text has what every citation has, part of an address or a number before a word that begins as one of the law's
/// collections does: most paragraphs have neither, and the pattern takes long to make.
fn may_cite(text: &str) -> bool {
    ["://", "ww.", "WW.", "10."].iter().any(|part| text.contains(part))
        || has_number_before(text, &['C', 'c', 'U', 'u', 'F', 'f'])
}

/// The same for cases: what stands between the names of a case, or a number before a word that begins as a reporter does.
fn may_name_case(text: &str) -> bool {
    text.match_indices("v.").any(|(at, _)| text[..at].ends_with(char::is_whitespace))
        || has_number_before(text, &['U', 'S', 'L', 'F'])
}

/// Whether a word that begins with one of some letters follows a number.
fn has_number_before(text: &str, letters: &[char]) -> bool {
    text.split(|c: char| c.is_ascii_digit()).skip(1).any(|behind_digit| {
        let word = behind_digit.trim_start();
        word.len() < behind_digit.len() && word.starts_with(letters)
    })
}

/// What stands between the matches of a pattern, which are counted; all of the text where there is no pattern.
fn parted<'a>(pattern: Option<&Regex>, text: &'a str, n_found: &mut usize) -> Vec<&'a str> {
    let mut parts = Vec::new();
    let mut from = 0;
    for found in pattern.into_iter().flat_map(|pattern| pattern.find_iter(text)) {
        parts.push(&text[from..found.start()]);
        from = found.end();
        *n_found += 1;
    }
    parts.push(&text[from..]);
    parts
}

/// Counts the numbers that stand for themselves.
fn figures(text: &str) -> usize {
    if !text.contains(char::is_numeric) {
        return 0;
    }
    let runs = text.lines().flat_map(|line| {
        without_item(line).split(|c: char| !(c.is_alphanumeric() || "_.,/-".contains(c)))
    });
    runs.map(figures_of_run).sum()
}

/// A line without the number of an item: `1. `, `(2) `.
fn without_item(line: &str) -> &str {
    let start = line.trim_start();
    let number = start.strip_prefix('(').unwrap_or(start);
    let n_digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let behind = number[n_digits..].strip_prefix(['.', ')']);
    match behind.filter(|_| (1..=2).contains(&n_digits)) {
        Some(behind) if behind.starts_with(char::is_whitespace) => behind,
        _ => line,
    }
}

/// Figures in a run of letters, digits and what may join them.
fn figures_of_run(run: &str) -> usize {
    // All up to the last digit that a letter comes before, as in `F-1` or `2016-H1B`, is a name.
    let mut name_end = 0;
    let (mut before, mut last) = (' ', ' ');
    for (at, c) in run.char_indices() {
        if c.is_numeric() && (last.is_alphabetic() || last == '-' && before.is_alphabetic()) {
            name_end = at + c.len_utf8();
        }
        (before, last) = (last, c);
    }
    let rest = match name_end {
        0 => run,
        _ => run[name_end..].trim_start_matches(|c: char| c.is_alphanumeric() || c == '-'),
    };
    let numbers = rest.split(|c: char| !(c.is_alphanumeric() || ".,".contains(c)));
    numbers.map(figures_of_number).sum()
}

/// Figures in digits with points, commas and letters among them: `12`, `1,200.5`, `1.2.3`, `2nd`.
fn figures_of_number(number: &str) -> usize {
    let digits = match number.find(char::is_alphabetic) {
        // A sentence may begin behind a point: `1994.The`. Else it is `2nd`.
        Some(letter) if number[..letter].ends_with('.') => &number[..letter],
        Some(_) => return 0,
        None => number,
    };
    FIGURE.find_iter(digits).count()
}

#[cfg(test)]
mod tests {
    use super::{Facts, of};
    use crate::corpus::cases;

    #[test]
    fn what_can_be_checked_is_counted() {
        for case in cases::rows(include_str!("facts.txt")) {
            let Facts { figures, citations, cases } = of(&case[..1]);
            assert_eq!(format!("{figures} {citations} {cases}"), case[1], "{}", case[0]);
        }
    }

    /// 400 kB of pieces that a pattern could search again from every place. A search that backs up would not end within
    /// hours, so that it ends is what is shown.
    #[test]
    fn hostile_texts_are_counted() {
        fn check(piece: &str, expect: Facts) {
            let text = piece.repeat(400_000 / piece.len());
            assert_eq!(of(&[&text]), expect, "{piece:?}");
        }
        check("1/", Facts { figures: 200_000, citations: 0, cases: 0 });
        check("1 ", Facts { figures: 200_000, citations: 0, cases: 0 });
        check("a1", Facts::default());
        check("(", Facts::default());
        check("A v. B ", Facts { figures: 0, citations: 0, cases: 400_000 / 7 });
        // The volume of every second case is taken for a page of the one before.
        check("9 U.S. 1, ", Facts { figures: 20_000, citations: 0, cases: 20_000 });
    }
}
