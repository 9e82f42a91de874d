//! The docket grammar, shape by shape.

use super::{Citations, find, from_field, is_slip};
use crate::ingest::cases;

/// Dockets, then secondary keys, as found in a text.
fn check(text: &str, dockets: &[&str], secondary_keys: &[&str]) {
    let mut found = Citations::default();
    find(text, &mut found);
    assert_eq!(found.dockets, dockets, "{text}");
    assert_eq!(found.secondary_keys, secondary_keys, "{text}");
}

#[test]
fn texts_cite_what_parses_whole() {
    for row in cases::rows(include_str!("ids.txt")) {
        let [dockets, keys] = [1, 2].map(|at| row[at].split_whitespace().collect::<Vec<_>>());
        check(&row[0], &dockets, &keys);
    }
    let words = "many words about rivers and mills ".repeat(20);
    let text = format!(
        "{words} docket id EPA-HQ-OAR-2002-0056, {words} 7 {words} and FNS \u{2013} 2017 \u{2013} 0021."
    );
    check(&text, &["EPA-HQ-OAR-2002-0056", "FNS-2017-0021"], &[]);
    check(&"1x".repeat(100_000), &[], &[]);
}

#[test]
fn dockets_are_the_same_in_a_letter_and_in_a_field() {
    let ids = "EPA-HQ-OAR-2002-0056 FDA-2013-N-0500 USCG-2017-0463 FAA-2001-10432 PHMSA-RSPA-1997-2465 \
        EPA-R03-OAR-2005-VA-0001 AMS-SC-22-0040 RUS-07-ELECTRIC-0002 EERE-2018-BT-STD-0003 OSHA-H057A-2006-0923 \
        GIPSA-2010-FGIS-0012-RULEMAKING RBS-20-CO-OP-0017 GSA-NA-2005 DOT-OST-1995-223";
    for id in ids.split_whitespace() {
        check(id, &[id], &[]);
        assert_eq!(from_field(id).dockets, [id], "{id}");
    }
    assert_eq!(from_field("FCC 17-108").dockets, ["FCC:17-108"]);
    assert_eq!(from_field("XYZ-NA-2005").dockets, ["XYZ-NA-2005"]);
    for field in ["", "null", "None", "my docket", "17-108", "EPA_FRDOC_0001"] {
        assert!(from_field(field).dockets.is_empty(), "{field}");
    }
    assert_eq!(super::dot_key("NHTSA-2003-16128").as_deref(), Some("DOT:2003:16128"));
    assert_eq!(super::dot_key("FDA-2013-N-0500"), None);
}

#[test]
fn slips_of_the_pen() {
    let own = "EPA-HQ-OAR-2002-0056";
    let slips = "EPA-HQ-OAR-2002-0057 EPA-HQ-OAR-2002-0065 EPA-HQ-OAS-2002-0056 EPA-HQ-OA-2002-0056 EPA-HQ-OAR-202-0056 \
        EPA-HQ-OAR-2002-00566 EP-HQ-OAR-2002-0056 EPAHQ-OAR-2002-0056 EPA-HQ-OAR-2020-0056 EPA-HQ-OAR-2003-0056";
    let others = "EPA-HQ-OAR-2002-0056 EPA-HQ-OAR-2020-0065 EPA-HQ-OAR-2002-0560 EPA-HQ-OAR-2002-005666 \
        EPA-HQ-OAR-2002-0123 FDA-2013-N-0500";
    for (ids, are_slips) in [(slips, true), (others, false)] {
        for id in ids.split_whitespace() {
            assert_eq!([is_slip(id, own), is_slip(own, id)], [are_slips; 2], "{id}");
        }
    }
}
