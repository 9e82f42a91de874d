//! Bundles: one text that holds many letters, as agencies file what a campaign delivers in one piece.
//!
//! One real text of 207 MB holds 61,999 copies. A text is a bundle where the same mark stands at the
//! head of at least [`FEWEST_LETTERS`] stretches of letter length: a ruled line with a number, a
//! block of mail headers, or the letter's own salutation. What is claimed or listed, such as the
//! signers of one coalition letter, makes no bundle: their stretches are too short.

use std::sync::LazyLock;

use regex::Regex;

/// Fewer stretches are a letter that quotes another, not a bundle.
const FEWEST_LETTERS: usize = 10;
/// Bytes between two marks of a bundle, on the average: a short letter, a long one.
const SHORTEST_LETTER: usize = 150;
const LONGEST_LETTER: usize = 20_000;

/// `--------- Email 1,234 ---------`, or a ruled line of `=`.
static RULE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?mi)^(?:-{3,}\s*(?:e-?mail|letter|comment|message)\s+#?[\d,]+\s*-{3,}|={40,})\s*$",
    )
    .expect("the pattern is valid")
});
/// A From: line with another header below it.
static ENVELOPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)^From: .{1,200}\n(?:(?:Sent|To|Date|Subject|Cc): .{0,300}\n){1,5}")
        .expect("the pattern is valid")
});
/// The first salutation of the text; its very words mark the other letters.
static SALUTATION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:Dear (?:[A-Z][\w.'’-]* ?){1,6}[:,]|To Whom It May Concern[:,])")
        .expect("the pattern is valid")
});

/// The letters of a bundle, as byte ranges of the text that cover all of it; none where it is no bundle.
pub(super) fn letters(text: &str) -> Option<Vec<std::ops::Range<usize>>> {
    if text.len() < FEWEST_LETTERS * SHORTEST_LETTER {
        return None;
    }
    let rules = || -> Vec<usize> { RULE.find_iter(text).map(|mark| mark.start()).collect() };
    let envelopes =
        || -> Vec<usize> { ENVELOPE.find_iter(text).map(|mark| mark.start()).collect() };
    let salutations = || -> Vec<usize> {
        SALUTATION
            .find(text)
            .map(|first| {
                text.match_indices(first.as_str())
                    .map(|(at, _)| at)
                    .collect()
            })
            .unwrap_or_default()
    };
    let starts: Vec<usize> = Some(rules())
        .filter(|marks| are_heads(marks, text))
        .or_else(|| Some(envelopes()).filter(|marks| are_heads(marks, text)))
        .or_else(|| Some(salutations()).filter(|marks| are_heads(marks, text)))?;
    // What stands above the first mark is a letter of its own where it is long enough, else its head.
    let leads = text[..starts[0]].trim().len() >= SHORTEST_LETTER;
    let mut bounds: Vec<usize> = if leads { vec![0] } else { Vec::new() };
    bounds.extend(
        starts
            .iter()
            .enumerate()
            .map(|(nth, start)| if nth == 0 && !leads { 0 } else { *start }),
    );
    bounds.push(text.len());
    Some(bounds.windows(2).map(|bound| bound[0]..bound[1]).collect())
}

/// Whether marks stand at the heads of letters: enough of them, and a letter's length apart.
fn are_heads(marks: &[usize], text: &str) -> bool {
    let Some(first) = marks.first() else {
        return false;
    };
    let apart = (text.len() - first) / marks.len();
    marks.len() >= FEWEST_LETTERS && (SHORTEST_LETTER..=LONGEST_LETTER).contains(&apart)
}

/// The letter without the ruled line above it.
pub(super) fn without_rule(letter: &str) -> &str {
    match RULE.find(letter) {
        Some(rule) if letter[..rule.start()].trim().is_empty() => &letter[rule.end()..],
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::{letters, without_rule};

    const BODY: &str = "The lamps on the quay have been dark since the storm of November, and the night \
        ferry lands by torchlight. Please let the harbor office mend them before the winter timetable begins, \
        for the steps are wet and people fall.";

    fn check(text: &str, expect: Option<usize>) {
        let found = letters(text);
        assert_eq!(found.as_ref().map(Vec::len), expect);
        if let Some(letters) = found {
            assert_eq!(
                letters.iter().map(ExactSizeIterator::len).sum::<usize>(),
                text.len(),
                "nothing is lost"
            );
        }
    }

    #[test]
    fn salutations_mark_letters_with_and_without_lines() {
        let lines: String = (0..50)
            .map(|n| format!("Dear Harbor Master:\n\n{BODY}\n\nSigner {n}\n\n"))
            .collect();
        check(&lines, Some(50));
        check(&lines.replace('\n', " "), Some(50));
    }

    #[test]
    fn ruled_lines_and_envelopes_mark_letters() {
        let ruled: String = (1..=12)
            .map(|n| format!("--------- Email 1,2{n:02} ---------\n{BODY}\n"))
            .collect();
        check(&ruled, Some(12));
        let letters = letters(&ruled).expect("a bundle");
        assert!(
            without_rule(&ruled[letters[3].clone()])
                .trim()
                .starts_with("The lamps")
        );
        let mails: String = (0..12)
            .map(|n| {
                format!("From: Signer {n}\nSent: today\nTo: office\nDear Sir or Madam,\n{BODY}\n")
            })
            .collect();
        check(&mails, Some(12));
    }

    #[test]
    fn a_letter_with_many_signers_is_one_letter() {
        let signers: String = (0..3_000)
            .map(|n| format!("Signer Number {n}, Quay Street\n"))
            .collect();
        check(&format!("Dear Harbor Master:\n\n{BODY}\n\n{signers}"), None);
        check(&format!("Dear Harbor Master:\n\n{BODY}"), None);
    }
}
