//! Closings and signatures, and what only looks like them.

use super::{check, check_signed, check_untouched};

#[test]
fn a_closing_with_a_name_in_running_text_is_cut() {
    let letter = "Keep the reeds behind the mill, where the herons nest.";
    for closing in [
        "Sincerely, Rosa Alvarez",
        "Sincerely, Jo Hale",
        "Respectfully Jo van Tessel",
        "Thank you, Jo",
        "Thank you for your time and your service. Ottoline Grey",
        "Best regards, Jo Hale, PhD",
        "Thanks! Jo Hale",
        "Cheers, Jo",
        "Thank you for reading this, -Jo",
    ] {
        check_signed(&format!("{letter} {closing}"), letter, closing);
        check_signed(&format!("{letter}\n\n{closing}"), letter, closing);
    }
    for closing in [
        "Thank you. / Jo Hale",
        "Sincerely,",
        "Thank you, Jo Hale / Miller / 40 Colony Dr",
        "Thank you for taking the time to read this, / Jo Hale / Miller",
    ] {
        let lines = closing.replace(" / ", "\n");
        check_signed(&format!("{letter} {lines}"), letter, closing);
    }
    check_signed(&format!("{letter} Thank you,\n\nJo Hale"), letter, "Thank you, / Jo Hale");
    check_signed(
        &format!("{letter} Thank you for reading.\n\nSincerely,\nJo Hale"),
        &format!("{letter} Thank you for reading."),
        "Sincerely, / Jo Hale",
    );
    check(
        &format!("Dear Council, {letter} Sincerely, Jo Hale"),
        ["", "Dear Council,", letter, "Sincerely, Jo Hale", ""],
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
        check_untouched(&format!("{letter} {kept}"));
    }
}

#[test]
fn a_signature_that_lost_its_line_breaks_is_cut() {
    let letter = "Keep the reeds behind the mill, where the herons nest.";
    for signature in [
        "Sincerely, Jo Hale Mill Point, OH 43601",
        "Sincerely, Jo Hale Jo Hale Ferndale US",
        "Thank you, Jo Jo Hale 40 Colony Dr Oberlin, OH 44074-1234 US",
        "Thanks for your time. Jo Hale Instructor of Biology Harper College 40 W. Colony Rd. Oberlin, OH 44074",
        "Thank you, Jo Hale jo hale 40 oakwood st mill point, OH 44074",
        "Respectfully, Jo Hale (555) 555-0142 jo@farm.example<mailto:jo@farm.example>",
        "Yours respectfully, Jo Hale Registered Voter",
        "Thanks Jo Hale Sent from my iPhone",
        "Best regards, - A deeply concerned citizen",
        "Jo Hale 40 Colony Dr #219 Oberlin, OH 44074",
        "Jo van Tessel OH 44074 US",
    ] {
        check_signed(&format!("{letter} {signature}"), letter, signature);
        let greeted = format!("Dear Council, {letter} {signature}");
        check(&greeted, ["", "Dear Council,", letter, signature, ""]);
    }
    let unpunctuated = "Keep the reeds behind the mill Sincerely, Jo Hale";
    let kept = "Keep the reeds behind the mill";
    check_signed(unpunctuated, kept, "Sincerely, Jo Hale");
    for prose in [
        "Thank you Harbor Board and the Miller of Oberlin, OH 44074",
        "Sincerely, Jo Hale asks you to come to 40 Colony Dr Oberlin, OH 44074",
        "Thanks. Save Our Reeds. Jo Hale asked me.",
        "Thank you, Jo Hale of the mill called me on 555-555-0142 about them.",
        "The Miller lives at 40 Colony Dr Oberlin, OH 44074",
        "Respectfully, the Herons of Oberlin, OH 44074 cannot write.",
        "Call 555-555-0142",
        "Thank you Harbor Oberlin",
        "Mill Point, Ohio",
    ] {
        check_untouched(&format!("{letter} {prose}"));
    }
}

#[test]
fn thanks_in_the_middle_of_a_letter_close_nothing() {
    check_untouched("The fee is too high.\n\nThank you,\n\nI have more to say about the wells.");
}

#[test]
fn lines_that_say_something_sign_nothing() {
    for ending in [
        "Sincerely,\nJo Hale (husband has asthma)",
        "Not pleased at all,\nJo Hale",
        "Thank you,\nStop the madness",
    ] {
        check_untouched(&format!("The fee is too high.\n\n{ending}"));
    }
    check_signed(
        "The fee is too high.\n\nBest wishes,\n\nA concerned scientist",
        "The fee is too high.",
        "Best wishes, / A concerned scientist",
    );
    check_signed(
        "The fee is too high.\n\nSincerely,\nJo Hale, retired teacher\nSave Our Streams",
        "The fee is too high.",
        "Sincerely, / Jo Hale, retired teacher / Save Our Streams",
    );
}

#[test]
fn footnotes_stay_and_one_line_addresses_go() {
    check_untouched("The fee is too high.[1]\n\nRegards,\n\n[1] See page 4 of the report.");
    check_signed(
        "The fee is too high.\n\nJo Hale\n40 Colony Dr, Oberlin, OH 44074",
        "The fee is too high.",
        "Jo Hale / 40 Colony Dr, Oberlin, OH 44074",
    );
}

#[test]
fn a_zip_code_a_date_and_a_second_signature_sign() {
    let letter = "The fee is too high for the island.";
    for signature in [
        "Sincerely, / Jo Hale / 43601",
        "Sincerely, / Jo Hale / 43601-2222 / Toledo, OH",
        "Sincerely, / Jo Hale / OH 43601",
        "Thank you, / Jo Hale / 11/08/2031",
        "Sincerely, / Dr. Jo Hale, PhD, RN, CCM.",
        "Jo Hale / Ohio 43601",
        "Jo Hale / 40 Colony Dr, Apt 3, oberlin, OH 44074",
        "Jo Hale  40 Colony Dr Oberlin, OH  44074",
        // What a program was to fill in.
        "Sincerely, / [Your Name] / [City, State ZIP]",
        "Sincerely, / {{FirstName}} {{LastName}} / <<City>>, «State» / *|EMAIL|*",
    ] {
        let lines = signature.replace(" / ", "\n");
        check_signed(&format!("{letter}\n\n{lines}\n"), letter, signature);
    }
    check_signed(
        &format!("{letter}\n\nVery Sincerely,\nElla Shore\n\nSincerely,\nElla Shore"),
        letter,
        "Very Sincerely, / Ella Shore / Sincerely, / Ella Shore",
    );
    check_untouched(&format!("{letter}\n\nThe fee is\n43601"));
}

#[test]
fn a_name_alone_below_a_letter_signs_it() {
    let letter = "The herons have nested in the reeds behind our mill for as long as anybody here can remember, and they bring visitors. Keep the reeds.";
    for name in ["Ottoline Grey", "J. Marrow-Vane", "Ida M. O’Fell, PhD", "Jan van Tessel"] {
        check_signed(&format!("{letter}\n\n{name}\n"), letter, name);
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
        check_untouched(&format!("{letter}\n\n{cry}"));
    }
    check_untouched("Keep the reeds.\n\nOttoline Grey");
    check_signed(
        "Keep the reeds behind the mill.\n\nOttoline Grey\nMill Point, OH 43601,",
        "Keep the reeds behind the mill.",
        "Ottoline Grey / Mill Point, OH 43601,",
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
    check_signed(
        "The fee is too high.\n\nThank you,\nJo Hale\n\nThe well is dry.\n\nPS. So is the brook.",
        "The fee is too high. | The well is dry. | PS. So is the brook.",
        "Thank you, / Jo Hale",
    );
}

#[test]
fn what_telephones_lists_and_virus_programs_write_is_footer() {
    for footer in [
        "Sent on the go with Fastmail",
        "Please excuse typos, sent from a mobile device.",
        "Sent from my Galaxy",
        "Von meinem Samsung Galaxy Smartphone gesendet.",
        "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
        "Envoyé de mon iPhone",
        "Enviado desde mi iPhone",
        "Diese E-Mail wurde von Avast auf Viren geprüft.",
        "Ce message est confidentiel et destiné à son destinataire.",
        "You are receiving this because you signed up at boat.example.",
        "-- / You received this message because you are subscribed to the group \"Lake Friends\".",
        "_______ / harbor-l mailing list -- harbor-l@lists.example / https://lists.example/harbor-l",
        "_______ / harbor-l mailing list / To unsubscribe send a mail to harbor-l-leave@lists.example",
        "__._,_.___ / Reply to sender • Unsubscribe • Terms of Use / __,_._,___",
        "This email originated from outside of the organization. Do not click links.",
    ] {
        check(
            &format!(
                "Keep the ferry, as it was.\n\nRosa Alvarez\n\n{}",
                footer.replace(" / ", "\n")
            ),
            ["", "", "Keep the ferry, as it was.", "Rosa Alvarez", footer],
        );
    }
    for letter in [
        "Keep the ferry.\n\nThe message of the virus years is that we need it.",
        "Keep the ferry.\n\nSent with this are the minutes of the board.",
        "Keep the ferry.\n\nIt should be as easy to unsubscribe as it is to sign up.",
        "Keep the ferry.\n\nYou received my first letter in May, and no answer came.",
        "Keep the ferry.\n\nPlease excuse my anger.",
    ] {
        check_untouched(letter);
    }
}

#[test]
fn an_organization_may_be_called_what_it_demands() {
    check_signed(
        "Keep the ferry, as it was.\n\nSincerely,\nSave the Boat",
        "Keep the ferry, as it was.",
        "Sincerely, / Save the Boat",
    );
    check_untouched("Keep the ferry, as it was.\n\nThanks,\nsave the boat");
}

#[test]
fn those_who_signed_a_petition_are_signature() {
    let signers: Vec<String> =
        (0..40).map(|n| format!("{n}. Fern Bielik, Carver Hill, ME 04{n:03}")).collect();
    let shown = format!("The undersigned: / {}", signers.join(" / "));
    check_signed(
        &format!("Keep the ferry, as it was.\n\nThe undersigned:\n\n{}", signers.join("\n")),
        "Keep the ferry, as it was.",
        &shown,
    );
}
