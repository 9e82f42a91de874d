//! Text in, canonical docket ids out, by the measured grammar of FORMATS.md §1.9.
//!
//! What does not parse whole is no docket: a near-miss must mean "unknown", never another docket.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

/// D1 and D3: `EPA-HQ-OAR-2002-0056`, with a comment's number behind it or not.
static FDMS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b([A-Z]{2,10}(?:-[A-Z][A-Z0-9]{0,11}){0,3}-(?:(?:19|20)\d\d|\d\d)(?:-[A-Z]{1,12}){0,2}-(?:\d{4,6}|\d{3}\b))(?:-\d{4,6}){0,2}\b")
        .expect("the pattern is valid")
});
/// D4: offices of the EPA before FDMS.
static EPA_OFFICE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:USEPA-|EPA-)?((?:OAR|OW|OPP|OPPT|RCRA|SFUND|TRI|OECA|OEI|ORD|OA|OARM)-(?:19|20)\d\d-\d{4})$").expect("the pattern is valid")
});
/// D5: the DOT's own system, where the agency is not part of the number.
static DOT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?:(?:US)?DOT-(?:OST-)?|OST-)((?:19|20)\d\d)-(\d{3,6})$")
        .expect("the pattern is valid")
});
/// D8: FCC proceedings, only behind the word.
static FCC: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:\bDOCKET\s*(?:NOS?\b)?\.?\s*|\bFCC\s+)((?:\d{2}-\d{1,4})(?:(?:\s*,\s*|\s+AND\s+|\s*&\s*)\d{2}-\d{1,4})*)\b").expect("the pattern is valid")
});
static FCC_NUMBER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\d{2}-\d{1,4}").expect("the pattern is valid"));

/// Prefixes that look like an agency and are none.
const NOT_AGENCIES: &[&str] = &[
    "AD", "MEMO", "MCAI", "RIN", "CFR", "FR", "FRL", "COVID", "PUB", "HB", "SB", "HR", "NO", "ID",
    "ISO", "SARS", "USC",
];

/// Adds the docket ids that `text` cites to `found`.
pub(super) fn find(text: &str, found: &mut Vec<String>) {
    // Without a digit there is no docket id; most lines of a letter end here.
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return;
    }
    let text = normalize(text);
    for captures in FDMS.captures_iter(&text) {
        let id = &captures[1];
        let whole = captures.get(0).map_or(0..0, |whole| whole.range());
        let followed = text[whole.end..].starts_with('-') || text[..whole.start].ends_with('-');
        let agency = id.split('-').next().unwrap_or_default();
        if !followed && !NOT_AGENCIES.contains(&agency) {
            found.extend(canonical(id));
        }
    }
    for captures in FCC.captures_iter(&text) {
        found.extend(
            FCC_NUMBER
                .find_iter(&captures[1])
                .map(|number| format!("FCC:{}", number.as_str())),
        );
    }
}

/// One docket id in its canonical form, from a record's own field; `None` where it is not one.
pub(super) fn from_field(field: &str) -> Option<String> {
    let mut found = Vec::new();
    find(field, &mut found);
    let field = field.trim();
    found.into_iter().next().or_else(|| {
        (!field.is_empty() && !field.eq_ignore_ascii_case("null")).then(|| field.to_uppercase())
    })
}

/// The docket part of a comment id: `OPM-2025-0004-0210` → `OPM-2025-0004`.
pub(super) fn of_comment(id: &str) -> Option<String> {
    let mut found = Vec::new();
    find(id, &mut found);
    (found.len() == 1).then(|| found.swap_remove(0))
}

fn canonical(id: &str) -> Option<String> {
    if let Some(epa) = EPA_OFFICE.captures(id) {
        return Some(format!("EPA-HQ-{}", &epa[1]));
    }
    if let Some(dot) = DOT.captures(id) {
        return Some(format!("DOT:{}:{}", &dot[1], &dot[2]));
    }
    // Three digits at the end are a known office's habit (DOT) and else a typing error.
    let last = id.rsplit('-').next().unwrap_or_default();
    (last.len() >= 4).then(|| id.to_owned())
}

/// Upper case, every dash a hyphen, no space around hyphens between letters and digits.
fn normalize(text: &str) -> Cow<'_, str> {
    static SPACED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"([A-Z0-9]) ?-\s?([A-Z0-9])").expect("the pattern is valid"));
    let dashed = text.to_uppercase().replace(
        [
            '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2015}', '\u{2212}',
            '\u{AD}',
        ],
        "-",
    );
    match SPACED.replace_all(&dashed, "$1-$2") {
        Cow::Owned(text) => Cow::Owned(text),
        Cow::Borrowed(_) => Cow::Owned(dashed),
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    fn check(text: &str, expect: &[&str]) {
        let mut found = Vec::new();
        find(text, &mut found);
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn shapes_of_the_grammar() {
        check(
            "Docket ID No. EPA-HQ-OAR-2002-0056.",
            &["EPA-HQ-OAR-2002-0056"],
        );
        check("OPM-2025-0004-0210", &["OPM-2025-0004"]);
        check("NHTSA-2006-25546-0005-0001", &["NHTSA-2006-25546"]);
        check(
            "ams–sc–22–0040 and PHMSA-RSPA-1997-2465",
            &["AMS-SC-22-0040", "PHMSA-RSPA-1997-2465"],
        );
        check("EERE-2018-BT-STD-0003", &["EERE-2018-BT-STD-0003"]);
        check("EPA-R03-OAR-2005-VA-0001", &["EPA-R03-OAR-2005-VA-0001"]);
        check(
            "USEPA-OAR-2002-0056, OAR-2002-0056",
            &["EPA-HQ-OAR-2002-0056", "EPA-HQ-OAR-2002-0056"],
        );
        check(
            "DOT-2003-16128 or USDOT-2003-16128",
            &["DOT:2003:16128", "DOT:2003:16128"],
        );
        check(
            "WC Docket No. 17-108; Dockets: FCC 14-28",
            &["FCC:17-108", "FCC:14-28"],
        );
        check("Docket Nos. 17-108, 14-28", &["FCC:17-108", "FCC:14-28"]);
    }

    #[test]
    fn near_misses_are_unknown() {
        check("EPA-R06-RCRA-2015-066", &[]);
        check("COVID-19-2020-0001 RIN 2060-AJ65 MEMO-BIS-2020-0001", &[]);
        check("call 555-1234 on 10-12-2004", &[]);
    }
}
