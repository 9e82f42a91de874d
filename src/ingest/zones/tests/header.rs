//! Header lines, the greeting, and what only looks like them.

use super::{check, check_header, check_main, check_untouched};

#[test]
fn printed_mail_headers_are_header() {
    check(
        "From: Rosa <rosa@example.org>\nTo: docket\nSubject: mercury\n----------\nDear EPA, I object.\n\nRosa Alvarez",
        [
            "From: Rosa <rosa@example.org> / To: docket / Subject: mercury / ----------",
            "Dear EPA,",
            "I object.",
            "Rosa Alvarez",
            "",
        ],
    );
}

#[test]
fn labels_above_a_letter_are_header() {
    check_header(
        "ACTION ALERT: Keep the reeds.\n\nSample letter:\nThe herons nest there.\n\nComment 3: The fee is too high.",
        "ACTION ALERT: / Sample letter: / Comment 3:",
        "Keep the reeds. | The herons nest there. | The fee is too high.",
    );
    check_header(
        "SAMPLE LETTER:\n\nSubject: The reeds behind the mill\n\nKeep the reeds.",
        "SAMPLE LETTER: / Subject: The reeds behind the mill",
        "Keep the reeds.",
    );
    for text in [
        "We have one comment: keep the reeds.",
        "We make this\nComment: keep the reeds.",
        "Comments on the fee: it is too high.",
        "Comment:",
    ] {
        check_untouched(text);
    }
}

#[test]
fn a_docket_id_broken_at_the_lines_end_stays_in_its_zone() {
    check(
        "May 3, 2031\nRe: Docket ID No. EPA-HQ-OAR-2021-\n0317\n\nDear EPA,\n\nKeep the reeds.",
        [
            "May 3, 2031 / Re: Docket ID No. EPA-HQ-OAR-2021- / 0317",
            "Dear EPA,",
            "Keep the reeds.",
            "",
            "",
        ],
    );
    let line = "The reeds behind the mill have been the nesting place of the herons for as long as anybody can remember, see docket EPA-HQ-OAR-2021-";
    check_main(&format!("{line}\n0317 for more."), &[&format!("{line} 0317 for more.")]);
}

#[test]
fn a_text_that_begins_like_a_reference_line_is_main_text() {
    let text = "Re: the changes in allowances. The struggles of many people have not been seen, and the \
                changes may make things worse for all of us on the island.";
    check_untouched(text);
}

#[test]
fn a_sentence_that_begins_like_a_greeting_is_main_text() {
    check_untouched("Hi I think the extension should be there.");
    check_untouched("Dear sirs stop this awful rule at once, I beg you.");
    check("Hi, I think so.", ["", "Hi,", "I think so.", "", ""]);
    check("Dear decision makers,\nno.", ["", "Dear decision makers,", "no.", "", ""]);
    let long = "Dear Council members and members of the Harbor and Transportation Advisory Board,";
    check(&format!("{long}\nno."), ["", long, "no.", "", ""]);
}

#[test]
fn the_title_of_a_guidance_document_greets_nobody() {
    for text in [
        "Dear Colleague Letter and its questions and answers must stay.",
        "Dear Colleague Letter: the guidance of 2031 must stay, whatever the island says.",
        "Keep the guidance.\n\nDear Colleague Letter\n\nIt helps the schools of the island.\n\nKeep it.",
    ] {
        check_untouched(text);
    }
    check("Dear Letter Carriers,\n\nKeep it.", ["", "Dear Letter Carriers,", "Keep it.", "", ""]);
}
