//! Texts and the zones they are cut into, whole letters first.

mod envelope;
mod header;
mod print_footer;
mod signature;

use super::{cut, lines_of};
use crate::corpus::ZoneKind;

/// Header lines | salutation | blocks | signature lines | footer lines.
fn check(text: &str, expect: [&str; 5]) {
    let zones = cut(text, Some("Rosa Alvarez"));
    let lines = lines_of(text, &zones);
    let [salutation, main] = [ZoneKind::Salutation, ZoneKind::Main].map(|kind| {
        let parts: Vec<String> = zones
            .iter()
            .filter(|zone| zone.kind == kind)
            .map(|zone| text[zone.span.clone()].split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        parts.join(" | ")
    });
    let found = [
        lines.header.replace('\n', " / "),
        salutation,
        main,
        lines.signature.replace('\n', " / "),
        lines.footer.replace('\n', " / "),
    ];
    assert_eq!(found, expect.map(str::to_owned), "{text}");
}

/// A text, with paragraphs or not, of which all is main text.
fn check_untouched(text: &str) {
    let main = text.replace("\n\n", " | ").replace('\n', " ");
    check(text, ["", "", &main, "", ""]);
}

/// A text of header lines and main text alone.
fn check_header(text: &str, header: &str, main: &str) {
    check(text, [header, "", main, "", ""]);
}

/// A text of main text and signature alone.
fn check_signed(text: &str, main: &str, signature: &str) {
    check(text, ["", "", main, signature, ""]);
}

/// Blocks of the main text.
fn check_main(text: &str, expect: &[&str]) {
    let main: Vec<String> = cut(text, None)
        .into_iter()
        .filter(|zone| zone.kind == ZoneKind::Main)
        .map(|zone| {
            text[zone.span]
                .split_whitespace()
                .filter(|word| *word != ">")
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    assert_eq!(main, expect, "{text}");
}

#[test]
fn a_letter_in_full_dress() {
    check(
        "May 3, 2004\n\nDocket Office\n1 Main Street, SW\nWashington, DC 20460\n\nRE: OAR-2002-0056, mercury\n\nDear Administrator:\n\nPlease act now.\n\nOur lakes matter to\nall of us.\n\nSincerely,\n\nRosa Alvarez\n12 Oak St\nToledo, OH 43601\n\nSent from my iPhone\n",
        [
            "May 3, 2004 / Docket Office / 1 Main Street, SW / Washington, DC 20460 / RE: OAR-2002-0056, mercury",
            "Dear Administrator:",
            "Please act now. | Our lakes matter to all of us.",
            "Sincerely, / Rosa Alvarez / 12 Oak St / Toledo, OH 43601",
            "Sent from my iPhone",
        ],
    );
}

#[test]
fn a_postscript_and_words_above_the_salutation_are_main_text() {
    check(
        "Stop the madness!\n\nDear Sir or Madam,\n\nI object to the plan.\n\nThanks,\n\nRosa Alvarez\n\nP.S. My well is poisoned already.\n",
        [
            "",
            "Dear Sir or Madam,",
            "Stop the madness! | I object to the plan. | P.S. My well is poisoned already.",
            "Thanks, / Rosa Alvarez",
            "",
        ],
    );
}

#[test]
fn nothing_but_signature_or_short_words_stays_main() {
    for text in ["Please stop this now.", "Thank you", "To: the EPA\nplease do your job"] {
        check_untouched(text);
    }
}

#[test]
fn blocks_follow_the_writers_own_breaks() {
    check(
        "The first paragraph is wrapped by the program\nand ends here.\nThe second paragraph starts on a line of its own\nand ends.\n\n> A quoted one.",
        [
            "",
            "",
            "The first paragraph is wrapped by the program and ends here. | The second paragraph starts on a line of its own and ends. | A quoted one.",
            "",
            "",
        ],
    );
}

#[test]
fn a_letter_that_comes_again_is_signed_by_its_own_author_alone() {
    let letter = "Please keep the rule as it stands.\nrosa alvarez";
    for _ in 0..4 {
        check(letter, ["", "", "Please keep the rule as it stands.", "rosa alvarez", ""]);
        check_main(letter, &["Please keep the rule as it stands. rosa alvarez"]);
    }
}
