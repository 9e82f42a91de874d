//! Reports for tests, told by what matters in them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Report, ReportedCampaign, ReportedCluster, ReportedMember};

fn with(mut base: Value, fields: &Value) -> Value {
    for (name, value) in fields.as_object().into_iter().flatten() {
        base[name] = value.clone();
    }
    base
}

/// A report of nothing but these fields.
pub(in crate::report) fn report(fields: &Value) -> Report {
    let base = json!({
        "schema_version": 1, "tool": {"name": "durian", "version": "0"},
        "settings": {"min_copies": 6, "threshold": 1.0, "family_bonus": 0.0, "links": [], "depth": 1, "constraints": [],
            "id_field": null, "text_field": null, "relayers_digest": ""},
        "input_digest": "", "clusters": [], "set_aside": [], "conflicts": [], "warnings": [], "campaigns": [],
        "totals": {"inputs": 0, "submissions": 0, "comments": 0, "distinct_texts": 0, "buckets": {}, "clusters": 0,
            "form_letters": 0, "categories": {}, "added_passages": 0, "candidates_cut": 0}
    });
    serde_json::from_value(with(base, fields)).expect("a report")
}

/// A cluster of nothing but these fields.
pub(in crate::report) fn cluster(fields: &Value) -> ReportedCluster {
    let base = json!({
        "id": "c1", "is_form_letter": true, "n_comments": 0, "n_submissions": 0, "categories": {}, "first_date": null,
        "last_date": null, "relayers": [], "docket_ids": [], "distances": null, "cut_off": 1.0, "related": [],
        "added": [], "members": [],
        "reference": {"id": "a", "source": "", "is_consensus": false, "paragraphs": [], "n_kept": [], "n_copies": 1}
    });
    serde_json::from_value(with(base, fields)).expect("a cluster")
}

/// A campaign of these clusters.
pub(in crate::report) fn campaign(kind: &str, clusters: &[&str]) -> ReportedCampaign {
    let campaign = json!({
        "id": "g1", "kind": kind, "title": "", "n_comments": 0, "n_submissions": 0, "clusters": clusters, "members": [],
        "first_date": null, "last_date": null, "relayers": [], "evidence": {}
    });
    serde_json::from_value(campaign).expect("a campaign")
}

/// A member that added these words.
pub(in crate::report) fn member(id: &str, category: &str, words: &str) -> ReportedMember {
    let distinct: BTreeSet<&str> = words.split_whitespace().collect();
    let member = json!({
        "id": id, "n_copies": 1, "category": category, "n_added_words": 0, "n_deleted_words": 0, "n_changed_words": 0,
        "evidence": {"rule": "half", "compared_with": "a", "distance": 1.0, "n_shared_words": 9, "n_paragraphs_kept": 1},
        "unique_text": [{"start": 0, "end": words.len(), "text": words}],
        "n_distinct_words": distinct.len(), "also_contains": []
    });
    serde_json::from_value(member).expect("a member")
}
