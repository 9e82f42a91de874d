use super::{cut, lines_of};
use crate::corpus::ZoneKind;

/// Header lines | salutation | blocks | signature lines | footer lines.
pub(super) fn check(text: &str, expect: [&str; 5]) {
    let zones = cut(text, Some("Rosa Alvarez"));
    let lines = lines_of(text, &zones);
    let of = |kind| {
        let parts: Vec<String> = zones
            .iter()
            .filter(|zone| zone.kind == kind)
            .map(|zone| {
                text[zone.span.clone()]
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        parts.join(" | ")
    };
    let found = [
        lines.header.replace('\n', " / "),
        of(ZoneKind::Salutation),
        of(ZoneKind::Main),
        lines.signature.replace('\n', " / "),
        lines.footer.replace('\n', " / "),
    ];
    assert_eq!(found, expect.map(str::to_owned), "{text}");
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
fn a_closing_inside_the_line_is_cut() {
    check(
        "I oppose this rule because it harms my farm and my neighbors. Sincerely, Rosa Alvarez",
        [
            "",
            "",
            "I oppose this rule because it harms my farm and my neighbors.",
            "Sincerely, Rosa Alvarez",
            "",
        ],
    );
}

#[test]
fn nothing_but_signature_or_short_words_stays_main() {
    check(
        "Please stop this now.",
        ["", "", "Please stop this now.", "", ""],
    );
    check("Thank you", ["", "", "Thank you", "", ""]);
    check(
        "To: the EPA\nplease do your job",
        ["", "", "To: the EPA please do your job", "", ""],
    );
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
fn a_sentence_that_begins_like_a_greeting_is_main_text() {
    let untouched = |text: &str| check(text, ["", "", text, "", ""]);
    untouched("Hi I think the extension should be there.");
    untouched("Dear sirs stop this awful rule at once, I beg you.");
    check("Hi, I think so.", ["", "Hi,", "I think so.", "", ""]);
    check(
        "Dear decision makers,\nno.",
        ["", "Dear decision makers,", "no.", "", ""],
    );
}

#[test]
fn a_text_that_begins_like_a_reference_line_is_main_text() {
    let text = "Re: the changes in allowances. The struggles of many people have not been seen, and the \
                changes may make things worse for all of us on the island.";
    check(text, ["", "", text, "", ""]);
}

#[test]
fn footnotes_stay_and_one_line_addresses_go() {
    check(
        "The fee is too high.[1]\n\nRegards,\n\n[1] See page 4 of the report.",
        [
            "",
            "",
            "The fee is too high.[1] | Regards, | [1] See page 4 of the report.",
            "",
            "",
        ],
    );
    check(
        "The fee is too high.\n\nJo Hale\n40 Colony Dr, Oberlin, OH 44074",
        [
            "",
            "",
            "The fee is too high.",
            "Jo Hale / 40 Colony Dr, Oberlin, OH 44074",
            "",
        ],
    );
}

#[test]
fn a_personal_note_behind_the_signature_is_main_text() {
    check(
        "Dear EPA,\n\nThe fee is too high.\n\nSincerely,\n\nJo Hale\nToledo, OH 43601\n\nMy well has been dry since May.\nI carry water from the church.\n",
        [
            "",
            "Dear EPA,",
            "The fee is too high. | My well has been dry since May. I carry water from the church.",
            "Sincerely, / Jo Hale / Toledo, OH 43601",
            "",
        ],
    );
    check(
        "The fee is too high.\n\nThank you,\nJo Hale\n\nThe well is dry.\n\nPS. So is the brook.",
        [
            "",
            "",
            "The fee is too high. | The well is dry. | PS. So is the brook.",
            "Thank you, / Jo Hale",
            "",
        ],
    );
}

#[test]
fn a_name_alone_below_a_letter_signs_it() {
    let letter = "The herons have nested in the reeds behind our mill for as long as anybody here can remember, and they bring visitors. Keep the reeds.";
    let of_name = |name: &str, is_cut: bool| {
        let text = format!("{letter}\n\n{name}\n");
        let (main, signature) = match is_cut {
            true => (letter.to_owned(), name),
            false => (format!("{letter} | {name}"), ""),
        };
        check(&text, ["", "", &main, signature, ""]);
    };
    for name in [
        "Ottoline Grey",
        "J. Marrow-Vane",
        "Ida M. O’Fell, PhD",
        "Jan van Tessel",
    ] {
        of_name(name, true);
    }
    for cry in [
        "Save Our Reeds",
        "Keep Herons",
        "Behind The Mill",
        "Reeds Forever",
        "Shame",
        "Herons nest here",
        "Ottoline Grey asked me to write.",
    ] {
        of_name(cry, false);
    }
    check(
        "Keep the reeds.\n\nOttoline Grey",
        ["", "", "Keep the reeds. | Ottoline Grey", "", ""],
    );
    check(
        "Keep the reeds behind the mill.\n\nOttoline Grey\nMill Point, OH 43601,",
        [
            "",
            "",
            "Keep the reeds behind the mill.",
            "Ottoline Grey / Mill Point, OH 43601,",
            "",
        ],
    );
}

#[test]
fn the_words_of_a_web_form_are_no_text() {
    check(
        "PLEASE ENTER YOUR COMMENT HERE. Keep the reeds.\n[Your comments will be inserted here]\nPlease enter your comment herewith.",
        [
            "PLEASE ENTER YOUR COMMENT HERE. / [Your comments will be inserted here]",
            "",
            "Keep the reeds. | Please enter your comment herewith.",
            "",
            "",
        ],
    );
    check(
        "My name is [Your name will be inserted here].",
        [
            "",
            "",
            "My name is [Your name will be inserted here].",
            "",
            "",
        ],
    );
}

#[test]
fn thanks_in_the_middle_of_a_letter_close_nothing() {
    let paragraphs = [
        "The fee is too high.",
        "Thank you,",
        "I have more to say about the wells.",
    ];
    check(
        &paragraphs.join("\n\n"),
        ["", "", &paragraphs.join(" | "), "", ""],
    );
}

#[test]
fn lines_that_say_something_sign_nothing() {
    let untouched = |text: &str| {
        let flat = text.replace("\n\n", " | ").replace('\n', " ");
        check(text, ["", "", &flat, "", ""]);
    };
    untouched("The fee is too high.\n\nSincerely,\nJo Hale (husband has asthma)");
    untouched("The fee is too high.\n\nNot pleased at all,\nJo Hale");
    untouched("The fee is too high.\n\nThank you,\nStop the madness");
    check(
        "The fee is too high.\n\nBest wishes,\n\nA concerned scientist",
        [
            "",
            "",
            "The fee is too high.",
            "Best wishes, / A concerned scientist",
            "",
        ],
    );
    check(
        "The fee is too high.\n\nSincerely,\nJo Hale, retired teacher\nSave Our Streams",
        [
            "",
            "",
            "The fee is too high.",
            "Sincerely, / Jo Hale, retired teacher / Save Our Streams",
            "",
        ],
    );
}

#[test]
fn an_agencys_own_notice_quoted_at_the_end_is_no_comment() {
    let notice = "> Thank you for submitting a comment. Your comment has been received and will be read.\n> Your comment tracking number is 1k4-9ie8.\n";
    let letter = "The fee is too high for the people of the island, who have no other way to school, and it should stay as it was.";
    let quoted = |header: &str| format!("{letter}\n\n{header}\n{notice}");
    let flat = "Thank you for submitting a comment. Your comment has been received and will be read. / Your comment tracking number is 1k4-9ie8.";
    let wrote = "On Mon, Jan 9, 2023 at 6:39 PM, Docket Office <docket@harbor.gov> wrote:";
    let footer = format!("{wrote} / {}", flat.replace(" / ", " / > "));
    let text = quoted(wrote);
    let lines = lines_of(&text, &cut(&text, None));
    assert_eq!(
        lines
            .footer
            .replace("\n", " / ")
            .replace("wrote: / > ", "wrote: / "),
        footer
    );
    check_main(&text, &[letter]);
    // Somebody else's words, and those of a town that itself comments.
    let kept = &[
        "Thank you for submitting a comment. Your comment has been received and will be read. Your comment tracking number is 1k4-9ie8.",
    ];
    check_main(
        &quoted(&wrote.replace(".gov", ".example")),
        &[&[letter], &kept[..]].concat(),
    );
    let letter_of_town = format!("{letter}\n\n{wrote}\n> The fee is too low.\n");
    check_main(&letter_of_town, &[letter, "The fee is too low."]);
    let outlook = "-----Original Message-----\nFrom: docket@harbor.gov\nSent: Monday\nTo: Jo\nSubject: Automatic reply\n";
    check_main(&quoted(outlook).replace("\n> ", "\n"), &[letter]);
    check_main(
        &quoted(&wrote.replace("wrote:", "wrote:\n")).replace("\n> ", "\n"),
        &[&[letter], &kept[..]].concat(),
    );
    // More is said below the notice, or nearly nothing is said but it.
    let below = format!("{text}\nI disagree.\n");
    check_main(&below, &[&[letter], &kept[..], &["I disagree."]].concat());
    check_main(
        &format!("No.\n\n{wrote}\n{notice}"),
        &[&["No."], &kept[..]].concat(),
    );
}

fn check_main(text: &str, expect: &[&str]) {
    let zones = cut(text, None);
    let main = zones.iter().filter(|zone| zone.kind == ZoneKind::Main);
    let flat = |text: &str| {
        let words: Vec<&str> = text
            .split_whitespace()
            .filter(|word| *word != ">")
            .collect();
        words.join(" ")
    };
    let main: Vec<String> = main.map(|zone| flat(&text[zone.span.clone()])).collect();
    assert_eq!(main, expect, "{text}");
}

#[test]
fn a_closing_with_a_name_in_running_text_is_cut() {
    let letter = "Keep the reeds behind the mill, where the herons nest.";
    let signed = |ending: &str, kept: &str, signature: &str| {
        let main = format!("{letter}{kept}");
        check(&format!("{letter}{ending}"), ["", "", &main, signature, ""]);
    };
    for closing in [
        "Sincerely, Jo Hale",
        "Respectfully Jo van Tessel",
        "Thank you, Jo",
        "Thank you for your time and your service. Ottoline Grey",
        "Best regards, Jo Hale, PhD",
        "Thanks! Jo Hale",
        "Cheers, Jo",
        "Thank you for reading this, -Jo",
    ] {
        signed(&format!(" {closing}"), "", closing);
        signed(&format!("\n\n{closing}"), "", closing);
    }
    signed(" Thank you.\nJo Hale", "", "Thank you. / Jo Hale");
    signed(" Sincerely,", "", "Sincerely,");
    signed(
        " Thank you for reading.\n\nSincerely,\nJo Hale",
        " Thank you for reading.",
        "Sincerely, / Jo Hale",
    );
    signed(
        " Thank you, Jo Hale\nMiller\n40 Colony Dr",
        "",
        "Thank you, Jo Hale / Miller / 40 Colony Dr",
    );
    check(
        &format!("Dear Council, {letter} Sincerely, Jo Hale"),
        ["", "Dear Council,", letter, "Sincerely, Jo Hale", ""],
    );
    signed(" Thank you,\n\nJo Hale", "", "Thank you, / Jo Hale");
    signed(
        " Thank you for taking the time to read this,\nJo Hale\nMiller",
        "",
        "Thank you for taking the time to read this, / Jo Hale / Miller",
    );
    for kept in [
        "Thank you. Save Our Reeds",
        "Thanks, Herons",
        "Sincerely, I hope that you do.",
        "Thank you for keeping the reeds.",
        "Thanks to the Miller",
        "Best wishes to you",
        "Thank you. GOD BLESS AMERICA",
        "Thanks for keeping the reeds and please mend the gate of the mill! Jo Hale",
    ] {
        signed(&format!(" {kept}"), &format!(" {kept}"), "");
    }
}

#[test]
fn a_zip_code_a_date_and_a_second_signature_sign() {
    let letter = "The fee is too high for the island.";
    let signed = |signature: &str| {
        let lines = signature.replace(" / ", "\n");
        check(
            &format!("{letter}\n\n{lines}\n"),
            ["", "", letter, signature, ""],
        );
    };
    signed("Sincerely, / Jo Hale / 43601");
    signed("Sincerely, / Jo Hale / 43601-2222 / Toledo, OH");
    signed("Sincerely, / Jo Hale / OH 43601");
    signed("Thank you, / Jo Hale / 11/08/2031");
    signed("Sincerely, / Dr. Jo Hale, PhD, RN, CCM.");
    signed("Jo Hale / Ohio 43601");
    signed("Jo Hale / 40 Colony Dr, Apt 3, oberlin, OH 44074");
    signed("Jo Hale  40 Colony Dr Oberlin, OH  44074");
    check(
        &format!("{letter}\n\nVery Sincerely,\nElla Shore\n\nSincerely,\nElla Shore"),
        [
            "",
            "",
            letter,
            "Very Sincerely, / Ella Shore / Sincerely, / Ella Shore",
            "",
        ],
    );
    check(
        &format!("{letter}\n\nThe fee is\n43601"),
        ["", "", &format!("{letter} | The fee is 43601"), "", ""],
    );
}

#[test]
fn the_title_of_a_guidance_document_greets_nobody() {
    for text in [
        "Dear Colleague Letter and its questions and answers must stay.",
        "Dear Colleague Letter: the guidance of 2031 must stay, whatever the island says.",
        "Keep the guidance.\n\nDear Colleague Letter\n\nIt helps the schools of the island.\n\nKeep it.",
    ] {
        let flat = text.replace("\n\n", " | ");
        check(text, ["", "", &flat, "", ""]);
    }
    check(
        "Dear Letter Carriers,\n\nKeep it.",
        ["", "Dear Letter Carriers,", "Keep it.", "", ""],
    );
}

#[test]
fn labels_above_a_letter_are_header() {
    check(
        "ACTION ALERT: Keep the reeds.\n\nSample letter:\nThe herons nest there.\n\nComment 3: The fee is too high.",
        [
            "ACTION ALERT: / Sample letter: / Comment 3:",
            "",
            "Keep the reeds. | The herons nest there. | The fee is too high.",
            "",
            "",
        ],
    );
    check(
        "SAMPLE LETTER:\n\nSubject: The reeds behind the mill\n\nKeep the reeds.",
        [
            "SAMPLE LETTER: / Subject: The reeds behind the mill",
            "",
            "Keep the reeds.",
            "",
            "",
        ],
    );
    for text in [
        "We have one comment: keep the reeds.",
        "We make this\nComment: keep the reeds.",
        "Comments on the fee: it is too high.",
        "Comment:",
    ] {
        check(text, ["", "", &text.replace('\n', " "), "", ""]);
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
    check_main(
        &format!("{line}\n0317 for more."),
        &[&format!("{line} 0317 for more.")],
    );
}
