//! Words that are to be posted in, what in them may be private out: somebody looks at it, and nothing is deleted.

use std::sync::LazyLock;

use regex::Regex;

use crate::report::joined;

/// What is looked for, the longest number first: what one kind has found is no number of the next.
static KINDS: LazyLock<[(&str, Regex); 4]> = LazyLock::new(|| {
    [
        ("mail addresses", r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"),
        // Sixteen digits in fours, fifteen as 4-6-5, or all in one.
        ("numbers like a payment card's", r"\b(?:\d{4}[ -]?){3}\d{4}\b|\b\d{4}[ -]?\d{6}[ -]?\d{5}\b"),
        ("numbers like Social Security's", r"\b\d{3}[- ]\d{2}[- ]\d{4}\b"),
        ("telephone numbers", r"(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,5}\)[ .-]?|\b\d{3}[ .-])\d{3,4}[ .-]\d{3,4}\b|\+\d{1,3}(?:[ .-]?\d{2,4}){2,5}\b"),
    ]
    .map(|(kind, pattern)| (kind, Regex::new(pattern).expect("the pattern is valid")))
});

/// What in some texts is to be looked at before they are posted, in words; nothing where there is nothing.
pub fn to_check<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let mut n_found = KINDS.each_ref().map(|_| 0);
    for text in texts {
        let mut rest = text.to_owned();
        for (n, (_, pattern)) in n_found.iter_mut().zip(&*KINDS) {
            let found = pattern.find_iter(&rest).count();
            if found > 0 {
                *n += found;
                rest = pattern.replace_all(&rest, "|").into_owned();
            }
        }
    }
    let found = n_found.iter().zip(&*KINDS).filter(|(n, _)| **n > 0);
    joined(found.map(|(n, (kind, _))| format!("{kind}: {n}")), "; ").unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::to_check;

    #[test]
    fn what_may_be_private_is_named_with_its_number() {
        fn check(text: &str, expect: &str) {
            assert_eq!(to_check([text]), expect, "{text}");
        }
        check("Call (207) 555-0159 or 207-555-0133, or +44 20 7946 0958.", "telephone numbers: 3");
        check("Write to ada@mail.example.", "mail addresses: 1");
        check("My SSN is 078-05-1150.", "numbers like Social Security's: 1");
        check("Card 4111 1111 1111 1511 and 4111111111111511.", "numbers like a payment card's: 2");
        check(
            "In 2031, 40 CFR 60.12, EPA-HQ-OAR-2031-0056-1234, 90 FR 12345, $1,250,000, ZIP 04100-1234.",
            "",
        );
        check("", "");
    }
}
