//! Reports in a few letters, and what moved between them.

use super::schema::Regrouping;
use super::{Comparison, Header, Line, Lines, compare};

/// A report, in the notation of `cases.txt`.
fn report(groups: &str) -> (Header, Lines) {
    let (mut lines, mut clusters, mut campaigns) = (Lines::default(), Vec::new(), Vec::new());
    for group in groups.split('|') {
        let (name, words) = group.split_once(':').unwrap_or(("", group));
        let mut ids: Vec<&str> = words.split_whitespace().collect();
        let kinds = ["versions", "kit", "letter", "reworded", "none"];
        let kind = kinds.contains(&ids[0]).then(|| ids.remove(0));
        let name = if name.is_empty() { ids[0] } else { name.trim() };
        let campaign = kind.filter(|kind| *kind != "none").map(|_| format!("g-{name}"));
        if campaign.is_some() {
            campaigns.push(serde_json::json!({"id": format!("g-{name}"), "kind": kind}));
        }
        if kind.is_none() {
            clusters.push(serde_json::json!({
                "id": format!("c-{name}"), "n_comments": ids.len(),
                "reference": {"id": ids[0], "paragraphs": [ids[0]], "n_kept": [1]}
            }));
        }
        for id in &ids {
            lines.push(Line {
                id: (*id).into(),
                bucket: String::new(),
                cluster: (kind.is_none() && ids.len() > 1).then(|| format!("c-{name}")),
                campaign: campaign.clone(),
                category: None,
                unique_text: Box::default(),
            });
        }
    }
    let header = serde_json::json!({
        "tool": {"version": "1"}, "settings": {}, "input_digest": "", "clusters": clusters, "campaigns": campaigns,
        "totals": {"inputs": lines.comments.len(), "clusters": 0}
    });
    (serde_json::from_value(header).expect("a header"), lines.sorted())
}

fn words(found: &Comparison) -> String {
    fn regroupings(name: &str, list: &[Regrouping]) -> Vec<String> {
        let parts = |one: &Regrouping| -> Vec<String> {
            one.parts.iter().map(|part| part.cluster.id.clone()).collect()
        };
        list.iter()
            .map(|one| format!("{name} {} {}", one.cluster.id, parts(one).join("+")))
            .collect()
    }
    fn each<T>(list: &[T], words: impl Fn(&T) -> String) -> Vec<String> {
        list.iter().map(words).collect()
    }
    [
        regroupings("split", &found.clusters_split),
        regroupings("merged", &found.clusters_merged),
        each(&found.clusters_gone, |gone| format!("gone {}", gone.id)),
        each(&found.clusters_formed, |formed| format!("formed {}", formed.id)),
        each(&found.clusters_renamed, |one| format!("renamed {} {}", one.old.id, one.new.id)),
        each(&found.references_changed, |one| {
            format!("reference {} {}", one.old_reference, one.new_reference)
        }),
        each(&found.members_moved, |one| format!("moved {}", one.id)),
        each(&found.campaigns_gone, |gone| format!("gone {} {}", gone.kind, gone.id)),
        each(&found.campaigns_formed, |formed| format!("formed {} {}", formed.kind, formed.id)),
        each(&found.campaigns_changed, |one| {
            let (joined, left) = (one.joined.join("+"), one.left.join("-"));
            let [old, new] = [&one.old, &one.new].map(|side| format!("{} {}", side.kind, side.id));
            format!("{old} to {new} +{joined} -{left}")
        }),
        each(&found.inputs_added, |id| format!("added {id}")),
        each(&found.inputs_removed, |id| format!("removed {id}")),
    ]
    .concat()
    .join(", ")
}

#[test]
fn clusters_and_campaigns_are_followed_by_their_comments() {
    let mut n_cases = 0;
    for case in include_str!("cases.txt").lines().skip(3) {
        let parts: Vec<&str> = case.split(';').collect();
        let [old, new, expect] = parts[..] else { continue };
        let (old, new) = (report(old), report(new));
        let found = compare((&old.0, &old.1), (&new.0, &new.1));
        assert_eq!(words(&found), expect.trim(), "{case}");
        n_cases += 1;
    }
    assert_eq!(n_cases, 20);
}

/// A report of before there were campaigns says nothing of them.
#[test]
fn what_a_report_does_not_know_is_not_compared() {
    let (old, new) = (report("none a b"), report("kit a b"));
    let mut header = old.0;
    header.campaigns = None;
    let found = compare((&header, &old.1), (&new.0, &new.1));
    assert!(found.campaigns_formed.is_empty());
}
