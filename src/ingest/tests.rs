//! What is made of a text, function by function. The cases stand beside the code, one a line: a text, `=>`, what is made of it.

use super::mail_headers::{HOSTS, MailHeader, hosts, registrable_domain};
use super::patterns::section;
use super::{
    Relayers, attributes, cases, dates, decode, divided, docket_ids, fits, markup, mojibake,
    rewritten_links,
};

/// Cases, or their name, and what makes something of them.
type Made = (&'static str, fn(&str) -> String);

/// Functions with their cases in files of their own.
const FILES: [Made; 4] = [
    (include_str!("dates.txt"), |date| told(dates::timestamp(date))),
    (include_str!("divided.txt"), |text| divided::whole(text.to_owned())),
    (include_str!("mojibake/cases.txt"), |text| mojibake::undo(text.to_owned())),
    (include_str!("rewritten_links.txt"), |link| {
        let text = rewritten_links::undone(format!("({link}), {link}."));
        let (one, other) = text[1..text.len() - 1].split_once("), ").expect("two links");
        assert_eq!(one, other);
        one.to_owned()
    }),
];
/// Others by the names that their cases have in `cases.txt`.
const NAMED: [Made; 11] = [
    ("comment fields", |field| markup::comment_field(field)),
    ("text that another program spoiled", |text| decode::repaired(text.to_owned())),
    ("domains", |host| told(registrable_domain(host))),
    ("hosts in headers", |lines| {
        let headers = headers(&lines.split(" | ").collect::<Vec<_>>());
        hosts(&headers, HOSTS).filter_map(registrable_domain).collect::<Vec<_>>().join(" ")
    }),
    ("known mass mailers", |lines| {
        told(Relayers::default().known(&headers(&lines.split(" | ").collect::<Vec<_>>())))
    }),
    ("claimed duplicates", |said| match attributes::claimed_duplicates(said) {
        Ok(count) => told(count),
        Err(_) => "no count".to_owned(),
    }),
    ("dockets of comments", |id| told(docket_ids::of_comment(id))),
    ("dockets in fields", |field| docket_ids::from_field(field).dockets.join(" ")),
    ("keys of the DOT", |id| told(docket_ids::dot_key(id))),
    ("slips of the pen", |case| {
        let (id, other) = case.split_once(" for ").expect("two ids");
        let [is_slip, is_other] =
            [(id, other), (other, id)].map(|(a, b)| docket_ids::is_slip(a, b));
        assert_eq!(is_slip, is_other, "{case}");
        is_slip.to_string()
    }),
    ("names that fit a pattern", |case| {
        let (pattern, name) = case.split_once(" of ").expect("a pattern and a name");
        fits(pattern, name).to_string()
    }),
];

/// What there is; nothing where there is none.
pub(super) fn told(found: Option<impl ToString>) -> String {
    found.map(|found| found.to_string()).unwrap_or_default()
}

/// A text in UTF-16, without a mark.
pub(super) fn in_utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Headers as they stand in a mail.
pub(super) fn headers(lines: &[&str]) -> Vec<MailHeader> {
    let headers = lines.iter().map(|line| line.split_once(": ").expect("a header"));
    headers.map(|(name, value)| (name.to_lowercase().into(), value.to_owned())).collect()
}

/// Checks of each case below a name in `cases.txt` what is made of it.
pub(super) fn check(name: &str, made: fn(&str) -> String) {
    check_all(&section(include_str!("cases.txt"), name).collect::<Vec<_>>().join("\n"), made);
}

/// The same of each line of a list. What stands alone stays as it is.
pub(super) fn check_all(list: &str, made: fn(&str) -> String) {
    let mut n_cases = 0;
    for row in cases::rows(list) {
        assert_eq!(&made(&row[0]), row.last().expect("a cell"), "{row:?}");
        n_cases += 1;
    }
    assert!(n_cases > 2, "{list}");
}

#[test]
fn texts_become_what_their_cases_say() {
    FILES.iter().for_each(|(list, made)| check_all(list, *made));
    NAMED.iter().for_each(|(name, made)| check(name, *made));
}
