//! Text in, canonical docket ids out, by a grammar measured on real dockets.
//!
//! What does not parse whole is no docket: a near-miss must mean "unknown", never another docket.
//! RINs, file codes and the like name a rule but not one docket: they are secondary keys and keep
//! no two comments apart.
//!
//! It runs on all text of every comment, so only what stands around a digit is looked at, a fixed
//! number of times.

mod grammar;
mod normalize;

use std::cell::RefCell;
use std::sync::LazyLock;

use rapidfuzz::distance::osa;
use regex::Regex;

use super::memo::Memo;
use crate::ingest::patterns::{Pattern, holds, pattern};
pub(super) use grammar::dot_key;

/// How far before an id the word "docket" counts, in bytes.
const NEARBY: usize = 40;
/// Most hyphens with white space beside them inside one id: "EPA - HQ - OAR - 2002 - 0056 - 0001".
const MOST_LOOSE_HYPHENS: usize = 6;
const LONGEST_ID: usize = 50;

/// What a candidate turned out to be.
enum Key {
    Docket(String),
    Secondary(String),
}

#[derive(Debug, Default)]
pub(super) struct Citations {
    /// Canonical docket ids.
    pub(super) dockets: Vec<String>,
    /// Keys that are no evidence about dockets: `RIN:2060-AJ65`, `CMS-FILE:1234`.
    pub(super) secondary_keys: Vec<String>,
}

impl Citations {
    fn add(&mut self, key: Key) {
        match key {
            Key::Docket(id) => self.dockets.push(id),
            Key::Secondary(key) => self.secondary_keys.push(key),
        }
    }

    fn extend(&mut self, others: &Self) {
        self.dockets.extend_from_slice(&others.dockets);
        self.secondary_keys.extend_from_slice(&others.secondary_keys);
    }
}

thread_local! {
    /// What this thread remembers.
    pub(super) static CITED: RefCell<Memo<Citations>> = RefCell::default();
}

pub(super) fn find(text: &str, found: &mut Citations) {
    if holds(text.as_bytes(), normalize::is_digit) {
        CITED.with_borrow_mut(|cited| cited.recall(text, cited_in, |cited| found.extend(cited)));
    }
}

fn cited_in(text: &str) -> Citations {
    static DOCKET: Pattern = Pattern::new("(?i)docket");
    let mut found = Citations::default();
    let names_dockets = DOCKET.is_match(text);
    for stretch in normalize::stretches(text) {
        find_near_digits(&normalize::flat(&text[stretch]), names_dockets, &mut found);
    }
    found
}

fn find_near_digits(text: &str, names_dockets: bool, found: &mut Citations) {
    find_runs(text, found);
    if names_dockets {
        found.dockets.extend(grammar::fcc_list(text));
    }
    if text.contains("RIN") {
        found.secondary_keys.extend(grammar::rins(text));
    }
    grammar::unhyphenated(text, names_dockets, found);
}

/// Ids made of pieces that hyphens join.
fn find_runs(text: &str, found: &mut Citations) {
    // Where a line ends inside an id, the next may be indented or quoted.
    const LINE_END: &str = r"[ \t]{0,3}\n[ \t>]{0,12}";
    static RUN: LazyLock<Regex> = LazyLock::new(|| {
        let hyphen = format!(r"(?:\s?-{LINE_END}|{LINE_END}-\s?|\s?-\s{{0,2}})");
        pattern(&format!(r"[A-Z0-9_]+(?:{hyphen}[A-Z0-9_]+)+|\b[A-Z]{{2,10}}_FRDOC_\d{{4}}\b"))
    });
    if !text.contains(['-', '_']) {
        return;
    }
    for run in RUN.find_iter(text) {
        if !run.as_str().bytes().any(|byte| byte.is_ascii_digit()) {
            continue;
        }
        // "…-0056-", "-EPA-…": part of something that is no id.
        if text[run.end()..].starts_with('-') || text[..run.start()].ends_with('-') {
            continue;
        }
        let reach = text.ceil_char_boundary(run.start().saturating_sub(NEARBY));
        find_in_run(run.as_str(), text[reach..run.start()].contains("DOCKET"), found);
    }
}

/// A hyphen beside white space either belongs to the id or is a dash of the sentence: the longest
/// reading that is an id wins.
fn find_in_run(run: &str, near_docket: bool, found: &mut Citations) {
    static LOOSE: Pattern = Pattern::new(r"\s[\s>]*-[\s>]*|-\s[\s>]*");
    let segments: Vec<&str> = LOOSE.split(run).collect();
    let mut first = 0;
    while first < segments.len() {
        let most = (first + MOST_LOOSE_HYPHENS).min(segments.len());
        // An agency begins an id of its own: "FAA - NHTSA-2003-16128".
        let end =
            (first + 1..most).find(|&next| starts_with_agency(segments[next])).unwrap_or(most);
        let reading = (first + 1..=end).rev().find_map(|last| {
            let joined = segments[first..last].join("-");
            // "Docket on mercury - OAR-2002-0056" names no agency MERCURY.
            if joined.len() > LONGEST_ID {
                return None;
            }
            Some((last, grammar::of_text(&joined, near_docket && last == first + 1)?))
        });
        match reading {
            Some((last, key)) => {
                found.add(key);
                first = last;
            }
            // The tail of an id that cannot be read is not another id.
            None if starts_with_agency(segments[first]) => first = end,
            None => first += 1,
        }
    }
}

fn starts_with_agency(segment: &str) -> bool {
    grammar::is_agency(segment.split('-').next().unwrap_or_default())
}

/// What a record's own docket field says; nothing where it cannot be read. The field is believed
/// where the same words in a letter would not be.
pub(super) fn from_field(field: &str) -> Citations {
    let mut found = Citations::default();
    let flat = normalize::flat(field.trim());
    match grammar::of_field(flat.trim()) {
        Some(key) => found.add(key),
        None => find(field, &mut found),
    }
    found
}

/// What an entry of a filing's list of proceedings says. Only there a bare `17-108` is a docket.
pub(super) fn of_proceeding(name: &str) -> Citations {
    match grammar::of_proceeding(normalize::flat(name.trim()).trim()) {
        Some(docket) => Citations { dockets: vec![docket], ..Citations::default() },
        None => from_field(name),
    }
}

/// The docket part of a comment id: `OPM-2025-0004-0210` → `OPM-2025-0004`.
pub(super) fn of_comment(id: &str) -> Option<String> {
    let flat = normalize::flat(id.trim());
    // The parts of a docket id are joined by hyphens or underscores; any other form follows the word "docket".
    if !flat.contains(['-', '_']) && !flat.contains("DOCKET") {
        return None;
    }
    grammar::of_comment(&flat).or_else(|| {
        let mut found = Citations::default();
        find(id, &mut found);
        (found.dockets.len() == 1).then(|| found.dockets.swap_remove(0))
    })
}

/// Whether a docket was numbered anew when the systems were merged, so that one docket has two ids.
pub(super) fn is_legacy(docket: &str) -> bool {
    ["DOT:", "EPA-PAPER:", "FDA:"].iter().any(|prefix| docket.starts_with(prefix))
}

/// Whether `id` looks like a slip of the pen for `other`: one character altered, dropped or added, or two
/// neighbors exchanged.
pub(super) fn is_slip(id: &str, other: &str) -> bool {
    let args = osa::Args::default().score_cutoff(1);
    osa::distance_with_args(id.bytes(), other.bytes(), &args) == Some(1)
}

#[cfg(test)]
mod tests {
    use super::{Citations, find};
    use crate::ingest::cases;

    /// The dockets that a text cites, and its secondary keys.
    fn cited_in(text: &str) -> [String; 2] {
        let mut found = Citations::default();
        find(text, &mut found);
        [found.dockets, found.secondary_keys].map(|ids| ids.join(" "))
    }

    #[test]
    fn texts_cite_what_parses_whole() {
        for row in cases::rows(include_str!("ids.txt")) {
            assert_eq!(cited_in(&row[0]), row[1..3], "{}", row[0]);
        }
        let words = "many words about rivers and mills ".repeat(20);
        let text = format!(
            "{words} docket id EPA-HQ-OAR-2002-0056, {words} 7 {words} and FNS \u{2013} 2017 \u{2013} 0021."
        );
        assert_eq!(cited_in(&text), ["EPA-HQ-OAR-2002-0056 FNS-2017-0021", ""]);
        assert_eq!(cited_in(&"1x".repeat(100_000)), ["", ""]);
    }
}
