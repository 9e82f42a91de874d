//! Campaigns of the fixture `campaigns`: each of its kinds, and who stays out.

use std::collections::{BTreeMap, BTreeSet};

use crate::{detect, fixtures};
use durian::report::schema::{ReportedCampaignKind, ReportedCategory};

/// The first part of an id says what the comment is.
fn kind_of(id: &str) -> &str {
    id.rsplit_once('-').map_or(id, |(kind, _)| kind)
}

#[test]
fn every_kind_is_found_and_own_words_stay_out() {
    let (_, report, lines) = detect(&fixtures().join("campaigns/docket"));
    let mut held: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for line in lines {
        let campaign = line.campaign.unwrap_or_else(|| "none".to_owned());
        let kinds = held.entry(campaign).or_default();
        *kinds.entry(kind_of(&line.id).to_owned()).or_default() += 1;
    }
    let of_kind = |kind: ReportedCampaignKind| -> Vec<&BTreeMap<String, usize>> {
        let campaigns = report.campaigns.iter().filter(|it| it.kind == kind);
        campaigns.map(|it| &held[&it.id]).collect()
    };
    let counts = |pairs: &[(&str, usize)]| -> BTreeMap<String, usize> {
        let pairs = pairs.iter();
        pairs.map(|(kind, n)| ((*kind).to_owned(), *n)).collect()
    };
    assert_eq!(
        of_kind(ReportedCampaignKind::Reworded),
        [&counts(&[("spun", 40)])]
    );
    let versions = counts(&[("seals-first", 6), ("seals-second", 6)]);
    assert_eq!(of_kind(ReportedCampaignKind::Versions), [&versions]);
    assert_eq!(
        of_kind(ReportedCampaignKind::Letter),
        [&counts(&[("kit", 12)])]
    );
    let points = of_kind(ReportedCampaignKind::TalkingPoints);
    assert!(
        points.contains(&&counts(&[("rewritten", 12)])),
        "{points:?}"
    );
    assert!(points.contains(&&counts(&[("points", 8)])), "{points:?}");
    assert_eq!(held["none"], counts(&[("own", 10)]));
}

/// A copy worded anew is clustered, and what its sender added is its unique text; comments that make the same
/// points are single ones, for they must be read.
#[test]
fn copies_worded_anew_are_clustered_and_talking_points_are_not() {
    let (_, report, lines) = detect(&fixtures().join("campaigns/docket"));
    let mut with_unique_text = BTreeSet::new();
    for line in lines {
        match kind_of(&line.id) {
            "spun" => {
                assert_eq!(
                    line.category,
                    Some(ReportedCategory::Reworded),
                    "{}",
                    line.id
                );
                if !line.unique_text.is_empty() {
                    with_unique_text.insert(line.id);
                }
            }
            "rewritten" | "points" | "own" => {
                assert_eq!(
                    line.category,
                    Some(ReportedCategory::Singleton),
                    "{}",
                    line.id
                );
            }
            _ => {}
        }
    }
    assert_eq!(Vec::from_iter(with_unique_text), ["spun-08", "spun-22"]);
    let facts = report.campaigns.iter().find(|it| {
        it.kind == ReportedCampaignKind::TalkingPoints
            && it.points.iter().any(|point| point.text == "340")
    });
    let facts = facts.expect("the rewritten letter");
    // All twelve name the price, and "Larch Street School".
    for text in ["340", "larch"] {
        let point = facts.points.iter().find(|point| point.text == text);
        assert_eq!(point.map(|point| point.n_comments), Some(12), "{text}");
    }
}
