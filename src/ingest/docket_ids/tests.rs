//! The docket grammar, shape by shape.

use super::{Citations, find, from_field, is_slip, of_comment};

/// Dockets, then secondary keys, as found in a text.
fn check(text: &str, dockets: &[&str], secondary_keys: &[&str]) {
    let mut found = Citations::default();
    find(text, &mut found);
    assert_eq!(found.dockets, dockets, "{text}");
    assert_eq!(found.secondary_keys, secondary_keys, "{text}");
}

fn check_unknown(texts: &[&str]) {
    for text in texts {
        check(text, &[], &[]);
    }
}

#[test]
fn d1_dockets_of_regulations_gov() {
    for id in [
        "EPA-HQ-OAR-2002-0056",
        "FDA-2013-N-0500",
        "USCG-2017-0463",
        "FAA-2001-10432",
        "PHMSA-RSPA-1997-2465",
        "EPA-R03-OAR-2005-VA-0001",
        "AMS-SC-22-0040",
        "RUS-07-ELECTRIC-0002",
        "EERE-2018-BT-STD-0003",
        "OSHA-H057A-2006-0923",
        "GIPSA-2010-FGIS-0012-RULEMAKING",
        "RBS-20-CO-OP-0017",
        "GSA-NA-2005",
        "DOT-OST-1995-223",
    ] {
        check(id, &[id], &[]);
        check(&format!("I write about {}.", id.to_lowercase()), &[id], &[]);
        assert_eq!(from_field(id).dockets, [id], "{id}");
    }
    check_unknown(&[
        "EPA-R06-RCRA-2015-066",
        "EPA-HQ-OAR-2002-0056-0",
        "EPA-HQ-OAR-2002-00561",
        "EPA-OAR-2002-56",
        "FDA-2013-0500",
        "USCG-2017-046",
        "AMS-SC-2-0040",
        "EPA-R-06 - OAR-2002-0056",
        "EPA-HQ-OAR-2002",
    ]);
}

#[test]
fn dashes_and_spaces_are_normalized() {
    check("EPA-R06-RCRA–2010-0066", &["EPA-R06-RCRA-2010-0066"], &[]);
    check("OSHA–H022K–2006–0062", &["OSHA-H022K-2006-0062"], &[]);
    check("EPA - HQ - OAR - 2002 - 0056", &["EPA-HQ-OAR-2002-0056"], &[]);
    for broken in [
        "EPA-HQ-OAR-\n2002-0056",
        "EPA-HQ-OAR-2002-\n0056",
        "EPA-HQ-OAR-2002- \n   0056",
        "EPA-\nHQ-OAR-2002\n-0056",
        "EPA-HQ-\n> > OAR-2002-0056",
        "EPA-HQ-OAR-2002 -\n\t0056",
    ] {
        check(broken, &["EPA-HQ-OAR-2002-0056"], &[]);
    }
    check("EPA dash HQ dash OAR dash 2002 dash 0056", &["EPA-HQ-OAR-2002-0056"], &[]);
    check("FNS-2017-0021 - my comment", &["FNS-2017-0021"], &[]);
    check("Mercury – OAR-2002-0056", &["EPA-HQ-OAR-2002-0056"], &[]);
    check("EPA - FDA-2013-N-0500", &["FDA-2013-N-0500"], &[]);
    check("ＦＤＡ－２０１３－Ｎ－０５００", &["FDA-2013-N-0500"], &[]);
}

#[test]
fn d2_catch_alls_are_no_evidence() {
    check("EPA_FRDOC_0001", &[], &["EPA_FRDOC_0001"]);
    check("EPA_FRDOC_0001-3113", &[], &["EPA_FRDOC_0001"]);
    assert!(from_field("EPA_FRDOC_0001").dockets.is_empty());
    check_unknown(&["EPA_FRDOC_01", "EPA_DOC_0001"]);
}

#[test]
fn d3_comment_ids_lose_their_number() {
    for (id, docket) in [
        ("EPA-HQ-OAR-2021-0317-0001", "EPA-HQ-OAR-2021-0317"),
        ("NHTSA-2006-25546-0005-0001", "NHTSA-2006-25546"),
        ("DOI-2017-0002-77096", "DOI-2017-0002"),
        ("OPM-2025-0004-0210", "OPM-2025-0004"),
        ("GSA-NA-2005-0001", "GSA-NA-2005"),
        ("GIPSA-2010-FGIS-0012-RULEMAKING-0001", "GIPSA-2010-FGIS-0012-RULEMAKING"),
    ] {
        check(id, &[docket], &[]);
        assert_eq!(of_comment(id).as_deref(), Some(docket), "{id}");
    }
    check("see EPA-HQ-OAR-2021-0317-0001_attachment_1.pdf", &["EPA-HQ-OAR-2021-0317"], &[]);
    check_unknown(&["OPM-2025-0004-021", "OPM-2025-0004-0210-1"]);
    assert_eq!(of_comment("letter-12"), None);
    assert_eq!(of_comment("Docket 97N0436").as_deref(), Some("FDA:1997N-0436"));
    assert_eq!(of_comment("97N0436"), None);
}

#[test]
fn d4_offices_of_the_epa() {
    for text in ["OAR-2002-0056", "USEPA-OAR-2002-0056", "EPA-OAR-2002-0056", "OAR-2002-0056-6246"]
    {
        check(text, &["EPA-HQ-OAR-2002-0056"], &[]);
    }
    check("OW-2002-0007", &["EPA-HQ-OW-2002-0007"], &[]);
    check_unknown(&["OAR-2002-056", "OARS-2002-0056", "OAR-02-0056"]);
}

#[test]
fn d5_the_dots_own_system() {
    for text in ["USDOT-2003-16128", "DOT-2003-16128"] {
        check(text, &["DOT:2003:16128"], &[]);
    }
    check("OST-2005-20363", &["DOT:2005:20363"], &[]);
    check_unknown(&["USDOT-03-16128", "OST-2005-20"]);
    assert_eq!(super::dot_key("NHTSA-2003-16128").as_deref(), Some("DOT:2003:16128"));
    assert_eq!(super::dot_key("FDA-2013-N-0500"), None);
}

#[test]
fn d6_paper_dockets_of_the_epa() {
    check("Docket No. A-92-55", &["EPA-PAPER:A-92-55"], &[]);
    check_unknown(&["size A-92-55", "Docket A-92-5", "docket COVID-19-20"]);
}

#[test]
fn d7_the_fda_before_2007() {
    check("2004N-0264", &["FDA:2004N-0264"], &[]);
    check("Docket No. 98P-0610", &["FDA:1998P-0610"], &[]);
    check("Docket No. 2004N0264", &["FDA:2004N-0264"], &[]);
    check_unknown(&["98P-0610", "Docket 2004X-0264", "2004N-264"]);
}

#[test]
fn d8_proceedings_of_the_fcc() {
    check("WC Docket No. 17-108; Dockets: FCC 14-28", &["FCC:17-108", "FCC:14-28"], &[]);
    check("Docket Nos. 17-108, 14-28", &["FCC:17-108", "FCC:14-28"], &[]);
    check("WC Docket No. 17-108 and GN Docket No. 14-28", &["FCC:17-108", "FCC:14-28"], &[]);
    check("docket RM-11862", &["FCC:RM-11862"], &[]);
    assert_eq!(from_field("FCC 17-108").dockets, ["FCC:17-108"]);
    check_unknown(&[
        "the order FCC 17-166",
        "17-108",
        "Docket No. 05-123-2",
        "Docket No. 97-013P",
        "RM-11862",
    ]);
}

#[test]
fn d9_file_codes_are_secondary() {
    check("CMS-1234-P and CMS‑0042‑NC", &[], &["CMS-FILE:1234", "CMS-FILE:0042"]);
    check("CMS1647-P", &[], &["CMS-FILE:1647"]);
    check("CMS-2025-0050", &["CMS-2025-0050"], &[]);
    check_unknown(&["CMS-1234", "CMS-12345-P", "CMS-1234-XYZ"]);
}

#[test]
fn d10_rins_are_secondary() {
    check("RIN 2060-AJ65", &[], &["RIN:2060-AJ65"]);
    check("RIN: 2060–AJ65", &[], &["RIN:2060-AJ65"]);
    check("RIN 1901AB40", &[], &["RIN:1901-AB40"]);
    check_unknown(&["RIN 206-AJ65", "during 2060 AJ65", "2060-AJ65"]);
}

#[test]
fn d11_other_systems_are_secondary() {
    check("File No. S7-10-22", &[], &["SEC:S7-10-22"]);
    check("SR-NYSE-2020-05", &[], &["SEC:SR-NYSE-2020-05"]);
    check("REG-130675-17", &[], &["IRS:REG-130675-17"]);
    check("337-TA-1100", &[], &["ITC:337-TA-1100"]);
    check("Docket No. R-1353", &[], &["FED:R-1353"]);
    check("Docket No. RM21-17-000", &[], &["FERC:RM21-17"]);
    check_unknown(&["R-1353", "FR Doc. 2022-02305", "FRL-8450-9", "S7-1-2"]);
}

#[test]
fn only_known_agencies_or_the_word_docket_are_believed() {
    check("Docket XYZ-2020-0001", &["XYZ-2020-0001"], &[]);
    check_unknown(&[
        "XYZ-2020-0001",
        "AD-2020-0012",
        "MEMO-BIS-2020-0001",
        "MCAI-2020-0001",
        "docket AD-2020-0012",
        "COVID-19-2020-0001",
        "call 555-1234 on 10-12-2004",
        "a - b - 2 - c",
    ]);
}

#[test]
fn fields_that_cannot_be_read_are_unknown() {
    for field in ["", "null", "None", "my docket", "17-108"] {
        assert!(from_field(field).dockets.is_empty(), "{field}");
    }
    assert_eq!(from_field("XYZ-NA-2005").dockets, ["XYZ-NA-2005"]);
}

#[test]
fn slips_of_the_pen() {
    let own = "EPA-HQ-OAR-2002-0056";
    for slip in [
        "EPA-HQ-OAR-2002-0057",
        "EPA-HQ-OAR-2002-0065",
        "EPA-HQ-OAS-2002-0056",
        "EPA-HQ-OA-2002-0056",
        "EPA-HQ-OAR-202-0056",
        "EPA-HQ-OAR-2002-00566",
        "EP-HQ-OAR-2002-0056",
        "EPAHQ-OAR-2002-0056",
        "EPA-HQ-OAR-2020-0056",
        "EPA-HQ-OAR-2003-0056",
    ] {
        assert!(is_slip(slip, own), "{slip}");
        assert!(is_slip(own, slip), "{slip}");
    }
    for other in [
        own,
        "EPA-HQ-OAR-2020-0065",
        "EPA-HQ-OAR-2002-0560",
        "EPA-HQ-OAR-2002-005666",
        "EPA-HQ-OAR-2002-0123",
        "FDA-2013-N-0500",
    ] {
        assert!(!is_slip(other, own), "{other}");
    }
}

#[test]
fn ids_are_found_anywhere_in_a_long_text() {
    let words = "many words about rivers and mills ".repeat(20);
    let text = format!(
        "{words} docket id EPA-HQ-OAR-2002-0056, {words} 7 {words} and FNS \u{2013} 2017 \u{2013} 0021."
    );
    check(&text, &["EPA-HQ-OAR-2002-0056", "FNS-2017-0021"], &[]);
    check(&"1x".repeat(100_000), &[], &[]);
}
