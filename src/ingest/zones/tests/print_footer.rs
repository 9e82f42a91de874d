//! What browsers print on each page.

use super::super::{cut_printed, lines_of};
use crate::corpus::ZoneKind;

/// Blocks of the main text | footer lines.
fn check(text: &str, main: &[&str], footer: &str) {
    let (text, zones) = cut_printed(text.to_owned(), None, &[], &[]);
    let blocks: Vec<&str> = zones
        .iter()
        .filter(|zone| zone.kind == ZoneKind::Main)
        .map(|zone| &text[zone.span.clone()])
        .collect();
    assert_eq!(blocks, main, "{text}");
    assert_eq!(lines_of(&text, &zones).footer.replace('\n', " / "), footer, "{text}");
}

#[test]
fn a_paragraph_that_a_page_ends_in_stays_whole() {
    let footer = "file:///R|/Docket%20Office/9871.txt[1/23/2031 11:54:29 AM]";
    let page = "The wells have been dry ever since the quarry came to";
    for gaps in [("\n", "\n"), ("\n\n", "\n"), ("\n\n", "\n\n"), ("\n\n\u{C}", "\n\n")] {
        let whole = format!("{page}\nour valley.");
        let text = format!("{page}{}{footer}{}our valley.", gaps.0, gaps.1);
        check(&text, &[whole.as_str()], footer);
    }
    // A capital does not end a sentence, an end of a sentence does.
    let text = format!("{page}\n\n{footer}\n\nMarrow Falls.");
    check(&text, &[format!("{page}\nMarrow Falls.").as_str()], footer);
    check(&format!("No wells.\n\n{footer}\n\nNo brook."), &["No wells.", "No brook."], footer);
    check(&format!("The wells\n\n{footer}\n\nThey dried."), &["The wells", "They dried."], footer);
    // Where line breaks are lost, too.
    check(&format!("The wells {footer} are dry."), &["The wells are dry."], footer);
}

#[test]
fn addresses_times_and_page_numbers_are_footer() {
    let letter = "The wells are dry.";
    for footer in [
        "file:///C:/Users/clerk/9871.htm",
        "file://C:\\Users\\clerk\\9871.htm 1/23/2031",
        "1/23/2031 file:///C:/Users/clerk/9871.htm Page 1 of 2",
        "file:///R|/Docket Office/Ferry fee/9871.txt[1/23/2031 11:54:29 AM]",
        "file:///R|/Docket Office/Ferry fee/ / 9871.txt[1/23/2031 11:54:29 AM]",
        "https://docket.example/comments/9871[23.1.2031 11:54:29]",
        "https://docket.example/comments/9871 1/2",
        "https://docket.example/comments/9871 1/2 / 1/23/31, 11:54 AM Comment 9871",
        "1/23/31, 11:54 AM Comment 9871 / https://docket.example/comments/9871 Page 2 of 2",
        "file:///C:/9871.htm / 1/23/2031 / 2",
        "Page 1 of 2",
        "Printed on 1/23/2031, 11:54 AM",
    ] {
        check(&format!("{letter}\n\n{}\n", footer.replace(" / ", "\n")), &[letter], footer);
        check(&format!("{}\n\n{letter}", footer.replace(" / ", "\n")), &[letter], footer);
    }
}

#[test]
fn two_pages_as_a_browser_prints_them() {
    let top = "1/23/31, 11:54 AM Comment 9871";
    let address = "https://docket.example/9871";
    check(
        &format!(
            "{top}\n\nThe wells have been dry ever since\n\n{address} 1/2\n{top}\n\nthe quarry came.\n\n{address} 2/2"
        ),
        &["The wells have been dry ever since\nthe quarry came."],
        &format!("{top} / {address} 1/2 / {top} / {address} 2/2"),
    );
}

#[test]
fn what_a_commenter_writes_stays() {
    for text in [
        "See https://docket.example/comments/9871 for more.",
        "Read https://docket.example/comments/9871 [seen 1/23/2031 11:54].",
        "The wells were dry by the year\n2004\nand the brook by 2010.",
        "Page 1 of 2 says that the wells are dry.",
        "My file://wells are dry, and so is the brook.",
    ] {
        check(text, &[text], "");
    }
    check(
        "The wells are dry.\n\nhttps://docket.example/9871\n\n12",
        &["The wells are dry.", "https://docket.example/9871", "12"],
        "",
    );
}
