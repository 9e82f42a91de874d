//! A text in, what in it can be checked out: figures and citations.
//!
//! | counts as a citation | for instance |
//! |---|---|
//! | the Code of Federal Regulations | `8 CFR 214.2(f)`, `8 C.F.R. § 214.2`, `8 CFR Part 214` |
//! | the United States Code | `5 U.S.C. 553(c)`, `5 USC § 553` |
//! | the Federal Register | `81 FR 13039`, `81 Fed. Reg. 13,039` |
//! | a digital object identifier | `doi:10.1257/jep.25.3.207`, `https://doi.org/10.1257/jep.25.3.207` |
//! | an address of the web | `https://www.example.org/report.pdf`, `www.example.org` |
//!
//! A *figure* is a number in digits that stands for itself: `12`, `4.5`, `1,200`, `83 %`, `$3 million`, `1994`. No figures
//! are the digits of a citation, digits with letters about them (`H1B`, `F-1`, `COVID-19`, `2nd`), and the number before an
//! item of a list (`1.`, `(2)`).

use std::sync::LazyLock;

use regex::Regex;

/// How much of a text can be checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Substance {
    pub(super) n_figures: usize,
    pub(super) n_citations: usize,
}

/// Words begin and end at what is no letter, digit or underscore of ASCII: bounds of Unicode keep the search from its
/// fastest automaton where a text has other signs.
static CITATION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let kinds = [
        r"https?://[^\s<>]+",
        r"(?-u:\b)www\.[^\s<>]+",
        r"(?:(?-u:\b)doi:\s*)?(?-u:\b)10\.\d{4,9}/[^\s<>]+",
        r"(?-u:\b)\d+\s+C\.?\s?F\.?\s?R\.?\s*(?:§+\s*|Part\s+|Sec(?:tion|\.)\s+)?\d+(?:\.\d+)*(?:\(\w{1,4}\))*",
        r"(?-u:\b)\d+\s+U\.?\s?S\.?\s?C\.?\s*(?:§+\s*|Sec(?:tion|\.)\s+)?\d+\w*(?:\(\w{1,4}\))*",
        r"(?-u:\b)\d+\s+(?:F\.?R\.?|Fed\.?\s+Reg\.?)\s*\d+(?:,\d{3})*",
    ];
    any_of("(?i)", &kinds)
});

/// What has digits in it: items of lists, digits with letters about them, and figures.
static WITH_DIGITS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let kinds = [
        r"^\s*\(?\d{1,2}[.)]\s",
        r"[\p{L}\d_.,/-]*\p{L}-?\d[\p{L}\d-]*",
        r"\d[\d.,]*\p{L}[\p{L}\d]*",
        r"\d+(?:,\d{3})*(?:\.\d+)?",
    ];
    any_of("(?m)", &kinds)
});

fn any_of(flags: &str, kinds: &[&str]) -> Option<Regex> {
    Regex::new(&format!("{flags}{}", kinds.join("|"))).ok()
}

/// Counts the figures and citations of a text.
pub(super) fn of(paragraphs: &[String]) -> Substance {
    let mut substance = Substance::default();
    let (Some(citation), Some(with_digits)) = (CITATION.as_ref(), WITH_DIGITS.as_ref()) else {
        return substance;
    };
    for text in paragraphs {
        if !text.bytes().any(|byte| byte.is_ascii_digit() || byte == b'/') && !text.contains("www.")
        {
            continue;
        }
        let mut from = 0;
        let mut count = |between: &str| {
            let found = with_digits.find_iter(between);
            substance.n_figures += found.filter(|it| is_figure(it.as_str())).count();
        };
        for found in citation.find_iter(text) {
            count(&text[from..found.start()]);
            from = found.end();
            substance.n_citations += 1;
        }
        count(&text[from..]);
    }
    substance
}

/// Whether there is nothing but digits, points and commas: an item of a list has a space in it.
fn is_figure(found: &str) -> bool {
    found.chars().all(|c| c.is_numeric() || ".,".contains(c))
}

#[cfg(test)]
mod tests {
    use super::{Substance, of};

    fn check(text: &str, n_figures: usize, n_citations: usize) {
        let expected = Substance { n_figures, n_citations };
        assert_eq!(of(&[text.to_owned()]), expected, "{text}");
    }

    #[test]
    fn figures_are_numbers_that_stand_for_themselves() {
        check("In 1994, 83 percent of 1,200 boats paid $3.5 million.", 4, 0);
        check("It fell by 12% (from 40 to 35.2) in a 24-month term.", 4, 0);
        check("An H1B or F-1 visa, the 2nd one, in COVID-19 times", 0, 0);
        check("1. The bridge\n2) The road\n(3) The 4 lamps", 1, 0);
        check("No number at all.", 0, 0);
    }

    #[test]
    fn citations_are_counted_and_their_digits_are_no_figures() {
        check("Under 8 CFR 214.2(f)(10) and 8 C.F.R. § 214.2 and 8 CFR Part 214", 0, 3);
        check("See 5 U.S.C. 553(c) and 5 USC § 553.", 0, 2);
        check("81 FR 13039; 81 Fed. Reg. 13,039", 0, 2);
        check("doi:10.1257/jep.25.3.207 and https://doi.org/10.1257/jep.25.3.207", 0, 2);
        check("www.example.org says 12 of 30 (https://example.org/2016/a.pdf).", 2, 2);
    }
}
