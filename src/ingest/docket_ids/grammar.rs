//! The shapes of docket ids, D1–D11, each tried on a whole candidate.
//!
//! In a letter the shapes are read more strictly than in a record's own field: the measured pattern
//! takes two to six digits for a docket's number and none at all, and so would take a mistyped id
//! for another docket.

use std::sync::LazyLock;

use regex::Regex;

use super::{Citations, Key};
use crate::ingest::patterns::{Pattern, WordSet, pattern};

/// D1, and D3 behind it: groups 1 docket, 2 agency, 3 year, 4 number.
static FDMS: Pattern = Pattern::new(
    r"^(([A-Z]{2,10})(?:-[A-Z][A-Z0-9]{0,11}){0,3}-((?:19|20)\d\d|\d\d)(?:-[A-Z]{1,12}){0,2}-(\d{2,6})(?:-(?:NON)?RULE(?:MAKING)?)?)(-\d{4,6}(?:-\d{4})?)?$",
);
/// D1 without a number, as a few records have it.
static FDMS_WITHOUT_NUMBER: Pattern =
    Pattern::new(r"^[A-Z]{2,10}(?:-[A-Z][A-Z0-9]{0,11}){0,3}-(?:19|20)\d\d$");
/// D2: what the Federal Register published outside any docket.
static CATCH_ALL: Pattern = Pattern::new(r"^([A-Z]{2,10}_FRDOC_\d{4})(?:-\d{4,6})?$");
/// Another shape of ids than those of FDMS, D4–D7, D9, and D11.
struct Shape {
    is_docket: bool,
    /// Whether the word "docket" must stand nearby.
    needs_docket: bool,
    pattern: Pattern,
    /// The key, with the groups of the pattern.
    key: &'static str,
}

static SHAPES: LazyLock<Vec<Shape>> = LazyLock::new(|| {
    let rows = include_str!("shapes.txt").lines().filter_map(|line| {
        let [kind, near, written, key] = line.split('\t').collect::<Vec<_>>()[..] else {
            return None;
        };
        let (is_docket, needs_docket) = (kind == "docket", near == "near");
        Some(Shape { is_docket, needs_docket, pattern: Pattern::new(written), key })
    });
    rows.collect()
});

/// An FCC proceeding in a record's own field.
static FCC_FIELD: Pattern = Pattern::new(
    r"^(?:FCC|WC|GN|MB|CG|WT|ET|IB|PS|EB|CC|MM|GC|AU|OEA)[ -](?:DOCKET (?:NO\.? ?)?)?(\d{2}-\d{1,4})$",
);
/// A proceeding in a filing's list of proceedings, where the number stands alone; before a number was
/// opened, filings went to an inbox named after it.
static FCC_PROCEEDING: Pattern = Pattern::new(r"^(?:INBOX-)?(\d{2}-\d{1,4}|RM-\d{4,5})$");
/// EPA numbers: `EPA-HQ-OAR-2002-0056`, `EPA-R03-OAR-2005-VA-0001`; anything else of the EPA is mistyped.
static EPA: Pattern =
    Pattern::new(r"^EPA-(?:HQ|R\d\d)-[A-Z]{2,6}-(?:19|20)\d\d(?:-[A-Z]{2,4})?-\d{4}$");
static FDA_TODAY: Pattern = Pattern::new(r"^FDA-(?:19|20)\d\d-[A-Z]-\d{4}$");

/// Agencies that number with two digits of the year (AMS-SC-22-0040).
const SHORT_YEARS: &[&str] = &["AMS", "RBS", "RD", "RHS", "RUS"];
/// Agencies of the DOT, whose own system did not fill numbers up with zeros and shared one sequence.
static DOT_AGENCIES: WordSet = WordSet::new("agencies of the DOT");
/// The last year in which the DOT's own system gave numbers.
const LAST_DMS_YEAR: u16 = 2007;
/// The one docket without a number whose comments are cited like a docket.
const WITHOUT_NUMBER: &str = "GSA-NA-2005";
/// First parts that look like an agency and are none: directives, notices, bills.
static NOT_AGENCIES: WordSet = WordSet::new("no agencies");

pub(super) fn is_agency(word: &str) -> bool {
    static AGENCIES: WordSet = WordSet::new("agencies");
    AGENCIES.contains(word)
}

/// A candidate from a letter.
pub(super) fn of_text(candidate: &str, near_docket: bool) -> Option<Key> {
    if let Some(id) = CATCH_ALL.captures(candidate) {
        return Some(Key::Secondary(id[1].to_owned()));
    }
    // A file name: `EPA-HQ-OAR-2002-0056-0001_attachment_1`.
    let id = candidate.split('_').next()?;
    other_than_fdms(id, near_docket).or_else(|| Some(Key::Docket(fdms_of_text(id, near_docket)?)))
}

/// D1 and D3 as they may stand in a letter.
fn fdms_of_text(candidate: &str, near_docket: bool) -> Option<String> {
    if let Some(rest) = candidate.strip_prefix(WITHOUT_NUMBER)
        && (rest.is_empty() || rest.len() == 5)
    {
        return Some(WITHOUT_NUMBER.to_owned());
    }
    let parts = FDMS.captures(candidate)?;
    let (docket, agency, year, number) = (&parts[1], &parts[2], &parts[3], &parts[4]);
    let is_known = is_agency(agency) || near_docket && !NOT_AGENCIES.contains(agency);
    let is_dms = DOT_AGENCIES.contains(agency)
        && year.parse().is_ok_and(|year| (1990..=LAST_DMS_YEAR).contains(&year));
    let has_year = year.len() == 4 || SHORT_YEARS.contains(&agency);
    let has_number = number.len() >= 4 || number.len() == 3 && is_dms;
    let fits_agency = match agency {
        "EPA" => EPA.is_match(docket),
        "FDA" => FDA_TODAY.is_match(docket),
        _ => true,
    };
    (is_known && has_year && has_number && fits_agency).then(|| docket.to_owned())
}

/// The key of an id of a shape other than those of FDMS.
fn other_than_fdms(candidate: &str, near_docket: bool) -> Option<Key> {
    /// All shapes at once: most ids are of FDMS and have none of them.
    static ANY: LazyLock<Regex> = LazyLock::new(|| {
        let shapes: Vec<&str> = SHAPES.iter().map(|shape| shape.pattern.written).collect();
        pattern(&shapes.join("|"))
    });
    if !ANY.is_match(candidate) {
        return None;
    }
    SHAPES.iter().filter(|shape| near_docket || !shape.needs_docket).find_map(|shape| {
        let found = shape.pattern.captures(candidate)?;
        if shape.key.starts_with(PAPER) && is_of_others(candidate) {
            return None;
        }
        let mut key = String::new();
        found.expand(shape.key, &mut key);
        Some(if shape.is_docket { Key::Docket(key) } else { Key::Secondary(key) })
    })
}

/// How keys of EPA's paper dockets begin.
const PAPER: &str = "EPA-PAPER:";

/// Whether an id in the shape of EPA's paper dockets has the prefix of another system.
fn is_of_others(id: &str) -> bool {
    let prefix = id.split('-').next().unwrap_or_default();
    NOT_AGENCIES.contains(prefix)
        || ["SR", "RM", "HM", "FCC", "DA"].contains(&prefix)
        || is_agency(prefix)
}

pub(super) fn of_field(field: &str) -> Option<Key> {
    if let Some(id) = CATCH_ALL.captures(field) {
        return Some(Key::Secondary(id[1].to_owned()));
    }
    if let Some(fcc) = FCC_FIELD.captures(field) {
        return Some(Key::Docket(format!("FCC:{}", &fcc[1])));
    }
    other_than_fdms(field, true)
        .or_else(|| Some(Key::Docket(FDMS.captures(field)?[1].to_owned())))
        .or_else(|| FDMS_WITHOUT_NUMBER.is_match(field).then(|| Key::Docket(field.to_owned())))
}

/// D8: an entry of a filing's list of proceedings.
pub(super) fn of_proceeding(name: &str) -> Option<String> {
    Some(format!("FCC:{}", &FCC_PROCEEDING.captures(name)?[1]))
}

/// D3: the docket of a comment id, which has a number of its own behind the docket's.
pub(super) fn of_comment(id: &str) -> Option<String> {
    if id.starts_with(WITHOUT_NUMBER) {
        return Some(WITHOUT_NUMBER.to_owned());
    }
    let parts = FDMS.captures(id)?;
    parts.get(5).map(|_| parts[1].to_owned())
}

/// D8: "WC Docket Nos. 17-108, 14-28". Orders (`FCC 17-166`, `DA 17-1234`) are no dockets.
pub(super) fn fcc_list(text: &str) -> Vec<String> {
    static LIST: Pattern = Pattern::new(
        r"\b(?:DOCKETS?\s*(?:ID\s*)?(?:NOS?\b|NUMBERS?\b|#)?\s*[.:]*\s*(?:FCC\s+)?)(\d{2}-\d{1,4}(?:(?:\s*[,;&]\s*|\s+AND\s+|,\s*AND\s+)(?:(?:[A-Z]{2,3}\s+)?DOCKETS?\s+(?:NOS?\b\.?\s*)?)?\d{2}-\d{1,4})*)",
    );
    static NUMBER: Pattern = Pattern::new(r"\d{2}-\d{1,4}");
    let mut found = Vec::new();
    for list in LIST.captures_iter(text).filter_map(|parts| parts.get(1)) {
        let numbers: Vec<&str> =
            NUMBER.find_iter(list.as_str()).map(|number| number.as_str()).collect();
        // "05-123-2", "97-013P", "10-12/04" go on: the last one is none of the FCC's.
        let goes_on = text[list.end()..].starts_with(|next: char| {
            next.is_ascii_alphanumeric() || matches!(next, '-' | '/' | '_')
        });
        let whole = numbers.len() - usize::from(goes_on);
        found.extend(numbers[..whole].iter().map(|number| format!("FCC:{number}")));
    }
    found
}

/// D10.
pub(super) fn rins(text: &str) -> Vec<String> {
    static RIN: Pattern = Pattern::new(
        r"\bRINS?\b\s*(?:NOS?\b\.?|NUMBERS?\b|#)?\s*[:.]?\s*(\d{4})\s?-?\s?([A-Z]{2}\d{2})\b",
    );
    RIN.captures_iter(text).map(|rin| format!("RIN:{}-{}", &rin[1], &rin[2])).collect()
}

/// D7 written without a hyphen, behind the word "docket" only.
pub(super) fn unhyphenated(text: &str, names_dockets: bool, found: &mut Citations) {
    static AFTER_DOCKET: Pattern = Pattern::new(
        r"\bDOCKETS?\s*(?:ID\s*)?(?:NOS?\b|NUMBERS?\b|#)?\s*[.:]*\s*((?:19|20)?\d\d[NPDVHSCQ]\d{4})\b",
    );
    if names_dockets {
        let ids = AFTER_DOCKET.captures_iter(text);
        ids.filter_map(|id| other_than_fdms(&id[1], true)).for_each(|key| found.add(key));
    }
}

/// The key that an id may have in the DOT's own system, which does not name the agency: `NHTSA-2003-16128` →
/// `DOT:2003:16128`.
pub(in crate::ingest) fn dot_key(docket: &str) -> Option<String> {
    let parts = FDMS.captures(docket)?;
    let is_dot = DOT_AGENCIES.contains(&parts[2]);
    is_dot.then(|| format!("DOT:{}:{}", &parts[3], &parts[4]))
}
