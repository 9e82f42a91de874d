//! Printed envelopes, the words of web forms, quoted notices.

use super::{check, check_header, check_main, check_untouched, cut, lines_of};

#[test]
fn receipts_of_the_docket_system_enclose_the_letter() {
    check(
        "Page 1 of 1 - 0900006485640465 - Jo Hale - Ukiah CA United States 95482 7074631653 - - <![CDATA[ Dear EPA, the wells are dry. ]]> Web file://prod-rend2k1201/Adlib/Work/x.txt 4/4/2023",
        [
            "Page 1 of 1 - 0900006485640465 - Jo Hale - Ukiah CA United States 95482 7074631653 - - <![CDATA[",
            "Dear EPA,",
            "the wells are dry.",
            "",
            "]]> Web file://prod-rend2k1201/Adlib/Work/x.txt 4/4/2023",
        ],
    );
    check(
        "<?xml version=\"1.0\"?><fdms_submission><name>Jo</name><comment><![CDATA[The wells are dry.\n\nJo Hale\nUkiah, CA 95482]]></comment><zip>95482</zip></fdms_submission>",
        [
            "<?xml version=\"1.0\"?><fdms_submission><name>Jo</name><comment><![CDATA[",
            "",
            "The wells are dry.",
            "Jo Hale / Ukiah, CA 95482",
            "]]></comment><zip>95482</zip></fdms_submission>",
        ],
    );
    check(
        "Page 1 of 1 - 0900006485640465 - Jo Hale - Ukiah CA United States - - <![CDATA[ ]]>",
        [
            "Page 1 of 1 - 0900006485640465 - Jo Hale - Ukiah CA United States - - <![CDATA[",
            "",
            "",
            "",
            "]]>",
        ],
    );
    // No object id, no receipt.
    check_untouched("Page 1 of 1 - 2023 - my view - - the wells are dry.");
}

#[test]
fn flattened_mail_headers_are_header() {
    let headers = "From: Jo Hale <jo@farm.example> To: A-AND-R-DOCKET Date: 1/9/2023 6:39:06 PM Subject: Comments re: Docket ID No. 7 ----------";
    check(
        &format!("{headers} Dear EPA, the wells are dry."),
        [headers, "Dear EPA,", "the wells are dry.", "", ""],
    );
    check(
        "From: Jo Hale Sent: Monday, January 9, 2023 6:39 PM To: A-AND-R-DOCKET Subject: The wells Dear EPA, the wells are dry.",
        [
            "From: Jo Hale Sent: Monday, January 9, 2023 6:39 PM To: A-AND-R-DOCKET Subject: The wells",
            "Dear EPA,",
            "the wells are dry.",
            "",
            "",
        ],
    );
    check_header(
        "From: Sent: To: Subject:\nJo Hale\nMonday, January 9, 2023 6:39 PM\nA-AND-R-DOCKET\nThe wells\nThe wells are dry.\n",
        "From: Sent: To: Subject: / Jo Hale / Monday, January 9, 2023 6:39 PM / A-AND-R-DOCKET / The wells",
        "The wells are dry.",
    );
    check(
        "From: Sent: To: Subject: Jo Hale Monday, January 9, 2023 6:39 PM A-AND-R-DOCKET Dear EPA, no.",
        [
            "From: Sent: To: Subject: Jo Hale Monday, January 9, 2023 6:39 PM A-AND-R-DOCKET",
            "Dear EPA,",
            "no.",
            "",
            "",
        ],
    );
    check_header(
        "From: Jo Hale\nDate: 1/9/2023 6:39:06 PM\nSubject: The wells\n\nThe wells are dry.",
        "From: Jo Hale / Date: 1/9/2023 6:39:06 PM / Subject: The wells",
        "The wells are dry.",
    );
    check_untouched("From: my farm I can see the wells. To: whom it may concern, they are dry.");
}

#[test]
fn forwarded_letters_stay_without_their_headers() {
    check_header(
        "I agree with the below.\n\n-----Original Message-----\nFrom: a@b.example On Behalf Of\nAnn\nSent: Monday\nTo: Jo\nSubject: wells\n\nThe wells are dry.",
        "-----Original Message----- / From: a@b.example On Behalf Of / Ann / Sent: Monday / To: Jo / Subject: wells",
        "I agree with the below. | The wells are dry.",
    );
    check_header(
        "I agree.\n\nOn Mon, Jan 9, 2023 at 6:39 PM, Ann Bell\n<ann@farm.example> wrote:\n> The wells are dry.\n",
        "On Mon, Jan 9, 2023 at 6:39 PM, Ann Bell / <ann@farm.example> wrote:",
        "I agree. | The wells are dry.",
    );
    check_header(
        "See this.\n\nBegin forwarded message:\n\nFrom: Ann\nDate: January 9, 2023\n\nThe wells are dry.",
        "Begin forwarded message: / From: Ann / Date: January 9, 2023",
        "See this. | The wells are dry.",
    );
    check_header(
        "See this.\n________________________________\nFrom: Ann <ann@farm.example>\nSent: Monday\nTo: Jo\nSubject: wells\n\nThe wells are dry.",
        "________________________________ / From: Ann <ann@farm.example> / Sent: Monday / To: Jo / Subject: wells",
        "See this. | The wells are dry.",
    );
    for text in [
        "On 3 May my neighbor wrote: the wells are dry.",
        "On May 3, 2004 the agency wrote:\nThe wells are dry.",
    ] {
        check_untouched(text);
    }
}

/// Pieces of texts, in every order of three.
const PIECES: &[&str] = &[
    "Page 1 of 1 - 0900006485640465 - Jo Hale - Ukiah - - <![CDATA[ ",
    "]]> Web file://x/y.txt 4/4/2023 ",
    "<fdms_submission><comment><![CDATA[",
    "]]></comment></fdms_submission>",
    "From: Jo Hale To: DOCKET Date: 1/9/2023 6:39:06 PM Subject: wells ---------- ",
    "From: Sent: To: Subject: ",
    "\n-----Original Message-----\nFrom: Ann\nSent: Monday\n\n",
    "\n> On 1/9/23, Ann <a@b.example> wrote:\n> Dear é, the wells\n> are dry.\n",
    "The wells – all of them – are dry.\n\nSincerely,\n\nJo Hale\n",
];

#[test]
fn zones_stand_in_order_and_hold_every_visible_character() {
    for first in PIECES {
        for second in PIECES {
            for third in PIECES {
                let text = [*first, *second, *third].concat();
                let mut end = 0;
                for zone in cut(&text, None) {
                    assert!(zone.span.start >= end && zone.span.start < zone.span.end, "{text}");
                    let gap = &text[end..zone.span.start];
                    assert_eq!(gap.trim_matches(['>', ' ', '\n']), "", "{text}");
                    end = zone.span.end;
                }
                assert_eq!(text[end..].trim_matches(['>', ' ', '\n']), "", "{text}");
            }
        }
    }
}

#[test]
fn the_words_of_a_web_form_are_no_text() {
    check_header(
        "PLEASE ENTER YOUR COMMENT HERE. Keep the reeds.\n[Your comments will be inserted here]\nPlease enter your comment herewith.",
        "PLEASE ENTER YOUR COMMENT HERE. / [Your comments will be inserted here]",
        "Keep the reeds. | Please enter your comment herewith.",
    );
    check_untouched("My name is [Your name will be inserted here].");
}

#[test]
fn an_agencys_own_notice_quoted_at_the_end_is_no_comment() {
    let notice = "> Thank you for submitting a comment. Your comment has been received and will be read.\n> Your comment tracking number is 1k4-9ie8.";
    let kept = &notice[2..].replace("\n> ", " ");
    let letter = "The fee is too high for the people of the island, who have no other way to school, and it should stay as it was.";
    let wrote = "On Mon, Jan 9, 2023 at 6:39 PM, Docket Office <docket@harbor.gov> wrote:";
    let text = format!("{letter}\n\n{wrote}\n{notice}\n");
    assert_eq!(*lines_of(&text, &cut(&text, None)).footer, format!("{wrote}\n{notice}"));
    check_main(&text, &[letter]);
    // Somebody else's words, and those of a town that itself comments.
    check_main(&text.replace(".gov", ".example"), &[letter, kept]);
    let letter_of_town = format!("{letter}\n\n{wrote}\n> The fee is too low.\n");
    check_main(&letter_of_town, &[letter, "The fee is too low."]);
    let outlook = "-----Original Message-----\nFrom: docket@harbor.gov\nSent: Monday\nTo: Jo\nSubject: Automatic reply\n";
    check_main(&text.replace(wrote, outlook).replace("\n> ", "\n"), &[letter]);
    check_main(&text.replace("wrote:", "wrote:\n").replace("\n> ", "\n"), &[letter, kept]);
    // More is said below the notice, or nearly nothing is said but it.
    check_main(&format!("{text}\nI disagree.\n"), &[letter, kept, "I disagree."]);
    check_main(&text.replace(letter, "No."), &["No.", kept]);
}

#[test]
fn what_a_gateway_writes_above_a_mail_is_header() {
    for notice in [
        "CAUTION: This email originated from outside of the organization. Do not click links or open attachments unless you recognize the sender and know the content is safe.",
        "**External Email: Use caution with links and attachments**",
        "[EXTERNAL]",
        "*** EXTERNAL EMAIL ***",
        "This email is from an external source.",
        "You don't often get email from rosa@farm.example. Learn why this is important",
        "This Message Is From an External Sender\nThis message came from outside your organization.\nReport Suspicious",
        "CAUTION: The sender of this message is external to the harbor network. Please use caution when clicking on\nlinks and opening attachments. For help, call the Service Desk at 555-0100.",
        "ACHTUNG: Diese E-Mail kommt von außerhalb. Klicken Sie keine Links an.",
        "ATTENTION : ce courriel provient de l'extérieur. Ne cliquez pas sur les liens.",
        "PRECAUCIÓN: Este correo se originó fuera de la organización. No haga clic en enlaces.",
    ] {
        let shown = notice.replace('\n', " / ");
        for (between, salutation) in
            [("\n\n", ""), ("\n\n", "Dear Harbor Board,"), ("\n", "Dear Harbor Board,")]
        {
            check(
                &format!("{notice}{between}{salutation}\n\nKeep the ferry."),
                [&shown, salutation, "Keep the ferry.", "", ""],
            );
        }
        let passed_on =
            "-----Original Message-----\nFrom: Jo Hale\nSent: Monday, May 3, 2031 9:14 AM";
        check_header(
            &format!("I agree.\n\n{passed_on}\n\n{notice}\n\nKeep the ferry."),
            &format!("{} / {shown}", passed_on.replace('\n', " / ")),
            "I agree. | Keep the ferry.",
        );
    }
    check_header(
        "ZjQcmQRYFpfptBannerStart\nThis Message Is From an Untrusted Sender\nZjQcmQRYFpfptBannerEnd\nKeep it.",
        "ZjQcmQRYFpfptBannerStart / This Message Is From an Untrusted Sender / ZjQcmQRYFpfptBannerEnd",
        "Keep it.",
    );
    for letter in [
        "I object.\n\nCAUTION: This email originated from outside of the organization. Do not click links.\n\nSo they wrote to me.",
        "External reviewers of the landing got no message from the harbor.",
        "Unwanted messages with suspicious links are a plague.",
        "WARNING: the bridge is unsafe.\n\nKeep the ferry.",
        "This message comes from outside the Beltway, where people row to work.",
    ] {
        check_untouched(letter);
    }
}
