//! Two reports in, what moved between them out: `durian diff`.
//!
//! Cluster ids are hashes of the reference text, so they change when the reference copy does; clusters
//! are matched by the comments they share. The *heir* of an old cluster is the new one with most of its
//! comments, the *origin* of a new cluster the old one that gave it most.

mod campaigns;
pub mod schema;
mod text;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::schema::{DocumentLine, Report, ReportedCampaign};
use schema::{Change, CommentChange, Comparison, Move, Part, Regrouping, Side, TextChange};
pub use text::text;

/// As much of a report as is compared: reports of other versions have that, too.
#[derive(Debug, Deserialize)]
pub struct Header {
    tool: ToolVersion,
    settings: serde_json::Value,
    input_digest: String,
    totals: Sizes,
    /// None of a version that knows no campaigns.
    #[serde(default)]
    campaigns: Option<Vec<CampaignHeader>>,
}

#[derive(Debug, Deserialize)]
struct CampaignHeader {
    id: String,
    kind: String,
}

#[derive(Debug, Deserialize)]
struct ToolVersion {
    version: String,
}

#[derive(Debug, Deserialize)]
struct Sizes {
    inputs: usize,
    clusters: usize,
}

impl From<&Report> for Header {
    fn from(report: &Report) -> Self {
        Self {
            tool: ToolVersion {
                version: report.tool.version.clone(),
            },
            settings: serde_json::to_value(&report.settings).unwrap_or_default(),
            input_digest: report.input_digest.clone(),
            totals: Sizes {
                inputs: report.totals.inputs,
                clusters: report.totals.clusters,
            },
            campaigns: Some(report.campaigns.iter().map(CampaignHeader::from).collect()),
        }
    }
}

impl From<&ReportedCampaign> for CampaignHeader {
    fn from(campaign: &ReportedCampaign) -> Self {
        Self {
            id: campaign.id.clone(),
            kind: word(campaign.kind).unwrap_or_default(),
        }
    }
}

/// As a report writes it, where that is a word.
fn word(value: impl Serialize) -> Option<String> {
    let value = serde_json::to_value(value).ok()?;
    value.as_str().map(str::to_owned)
}

/// As much of a line as is compared.
#[derive(Debug, Deserialize)]
pub struct Line {
    id: String,
    bucket: String,
    cluster: Option<String>,
    #[serde(default)]
    campaign: Option<String>,
    category: Option<String>,
    #[serde(default)]
    unique_text: Vec<String>,
}

impl From<&DocumentLine> for Line {
    fn from(line: &DocumentLine) -> Self {
        Self {
            id: line.id.clone(),
            bucket: word(line.bucket).unwrap_or_default(),
            cluster: line.cluster.clone(),
            campaign: line.campaign.clone(),
            category: line.category.and_then(word),
            unique_text: line.unique_text.clone(),
        }
    }
}

/// Compares two reports, each with all its lines.
pub fn compare(old: (&Header, &[Line]), new: (&Header, &[Line])) -> Comparison {
    let ((old_header, old), (new_header, new)) = (old, new);
    let new_by_id: FxHashMap<&str, &Line> =
        new.iter().map(|line| (line.id.as_str(), line)).collect();
    let old_by_id: FxHashMap<&str, &Line> =
        old.iter().map(|line| (line.id.as_str(), line)).collect();
    let mut pairs: Vec<(&Line, &Line)> = old
        .iter()
        .filter_map(|line| Some((line, *new_by_id.get(line.id.as_str())?)))
        .collect();
    pairs.sort_by(|(a, _), (b, _)| a.id.cmp(&b.id));
    let only_in = |lines: &[Line], others: &FxHashMap<&str, &Line>| {
        let only = lines
            .iter()
            .filter(|line| !others.contains_key(line.id.as_str()));
        let mut ids: Vec<String> = only.map(|line| line.id.clone()).collect();
        ids.sort_unstable();
        ids
    };
    let side = |header: &Header| Side {
        version: header.tool.version.clone(),
        inputs: header.totals.inputs,
        clusters: header.totals.clusters,
    };
    let mut comparison = Comparison {
        schema_version: schema::SCHEMA_VERSION,
        old: side(old_header),
        new: side(new_header),
        same_inputs: old_header.input_digest == new_header.input_digest,
        same_settings: old_header.settings == new_header.settings,
        inputs_added: only_in(new, &old_by_id),
        inputs_removed: only_in(old, &new_by_id),
        ..Comparison::default()
    };
    clusters(&pairs, new, &mut comparison);
    campaigns::campaigns(
        (old_header, old),
        (new_header, new),
        &pairs,
        &mut comparison,
    );
    comments(&pairs, &mut comparison);
    comparison
}

/// How many comments two clusters share.
type SharedComments<'a> = BTreeMap<&'a str, BTreeMap<&'a str, usize>>;

fn clusters(pairs: &[(&Line, &Line)], new: &[Line], comparison: &mut Comparison) {
    let (mut forward, mut backward) = (SharedComments::new(), SharedComments::new());
    for (old, new) in pairs {
        if let Some(cluster) = old.cluster.as_deref() {
            forward.entry(cluster).or_default();
        }
        if let (Some(from), Some(to)) = (old.cluster.as_deref(), new.cluster.as_deref()) {
            *forward.entry(from).or_default().entry(to).or_default() += 1;
            *backward.entry(to).or_default().entry(from).or_default() += 1;
        }
    }
    let heirs = mains(&forward);
    let origins = mains(&backward);
    comparison.clusters_split = regroupings(&forward, &origins);
    comparison.clusters_merged = regroupings(&backward, &heirs);
    comparison.clusters_gone = forward
        .keys()
        .filter(|cluster| !heirs.contains_key(*cluster))
        .map(|cluster| (*cluster).to_owned())
        .collect();
    let mut formed: Vec<&str> = new
        .iter()
        .filter_map(|line| line.cluster.as_deref())
        .collect();
    formed.sort_unstable();
    formed.dedup();
    comparison.clusters_formed = formed
        .into_iter()
        .filter(|cluster| !origins.contains_key(cluster))
        .map(str::to_owned)
        .collect();
    comparison.clusters_renamed = heirs
        .iter()
        .filter(|(old, new)| old != new && origins.get(*new) == Some(*old))
        .map(|(old, new)| Change {
            old: (*old).to_owned(),
            new: (*new).to_owned(),
        })
        .collect();
    for (old, new) in pairs {
        let expected = match old.cluster.as_deref() {
            Some(cluster) => heirs.get(cluster).copied(),
            None => None,
        };
        if expected != new.cluster.as_deref() {
            comparison.members_moved.push(Move {
                id: old.id.clone(),
                old: old.cluster.clone(),
                new: new.cluster.clone(),
            });
        }
    }
}

/// For each cluster the one that shares most with it; among equals the one with the same id, else the
/// smallest id.
fn mains<'a>(shared: &SharedComments<'a>) -> BTreeMap<&'a str, &'a str> {
    let main = |cluster: &'a str, others: &BTreeMap<&'a str, usize>| {
        let best = others
            .iter()
            .max_by_key(|(other, n)| (**n, **other == cluster, std::cmp::Reverse(**other)))?;
        Some((cluster, *best.0))
    };
    let mains = shared.iter();
    mains
        .filter_map(|(cluster, others)| main(cluster, others))
        .collect()
}

/// Clusters that are the main one of several others.
fn regroupings(shared: &SharedComments<'_>, mains: &BTreeMap<&str, &str>) -> Vec<Regrouping> {
    let mut regroupings = Vec::new();
    for (cluster, others) in shared {
        let mut parts: Vec<Part> = others
            .iter()
            .filter(|(other, _)| mains.get(*other) == Some(cluster))
            .map(|(other, n_comments)| Part {
                cluster: (*other).to_owned(),
                n_comments: *n_comments,
            })
            .collect();
        if parts.len() > 1 {
            parts.sort_by(|a, b| (b.n_comments, &a.cluster).cmp(&(a.n_comments, &b.cluster)));
            regroupings.push(Regrouping {
                cluster: (*cluster).to_owned(),
                parts,
            });
        }
    }
    regroupings
}

fn comments(pairs: &[(&Line, &Line)], comparison: &mut Comparison) {
    for (old, new) in pairs {
        let change = |old_value: Option<&String>, new_value: Option<&String>| {
            (old_value != new_value).then(|| CommentChange {
                id: old.id.clone(),
                old: old_value.cloned(),
                new: new_value.cloned(),
            })
        };
        let bucket = change(Some(&old.bucket), Some(&new.bucket));
        comparison.buckets_changed.extend(bucket);
        let category = change(old.category.as_ref(), new.category.as_ref());
        comparison.categories_changed.extend(category);
        if old.unique_text != new.unique_text {
            comparison.unique_text_changed.push(TextChange {
                id: old.id.clone(),
                old: old.unique_text.clone(),
                new: new.unique_text.clone(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Comparison, Header, Line, compare};

    /// "a1 a2 | b1": clusters parted by bars, named by their first comment; a lone comment is in none.
    fn report(clusters: &str) -> (Header, Vec<Line>) {
        let mut lines = Vec::new();
        for cluster in clusters.split('|') {
            let ids: Vec<&str> = cluster.split_whitespace().collect();
            for id in &ids {
                lines.push(Line {
                    id: (*id).to_owned(),
                    bucket: String::new(),
                    cluster: (ids.len() > 1).then(|| format!("c-{}", ids[0])),
                    campaign: None,
                    category: None,
                    unique_text: Vec::new(),
                });
            }
        }
        let header = serde_json::json!({
            "tool": {"version": "1"}, "settings": {}, "input_digest": "",
            "totals": {"inputs": lines.len(), "clusters": 0}
        });
        (serde_json::from_value(header).expect("a header"), lines)
    }

    fn check(old: &str, new: &str, expect: &str) {
        let (old, new) = (report(old), report(new));
        let found = compare((&old.0, &old.1), (&new.0, &new.1));
        assert_eq!(words(&found), expect);
    }

    fn words(found: &Comparison) -> String {
        let regroupings = |name: &str, list: &[super::Regrouping]| -> Vec<String> {
            let each = list.iter();
            each.map(|one| {
                let parts: Vec<&str> = one.parts.iter().map(|part| part.cluster.as_str()).collect();
                format!("{name} {} {}", one.cluster, parts.join("+"))
            })
            .collect()
        };
        let all = [
            regroupings("split", &found.clusters_split),
            regroupings("merged", &found.clusters_merged),
            found
                .clusters_gone
                .iter()
                .map(|id| format!("gone {id}"))
                .collect(),
            found
                .clusters_formed
                .iter()
                .map(|id| format!("formed {id}"))
                .collect(),
            found
                .clusters_renamed
                .iter()
                .map(|one| format!("renamed {} {}", one.old, one.new))
                .collect(),
            found
                .members_moved
                .iter()
                .map(|one| format!("moved {}", one.id))
                .collect(),
            found
                .inputs_added
                .iter()
                .map(|id| format!("added {id}"))
                .collect(),
            found
                .inputs_removed
                .iter()
                .map(|id| format!("removed {id}"))
                .collect(),
        ];
        all.concat().join(", ")
    }

    #[test]
    fn clusters_are_followed_by_their_comments() {
        check("a b c | d", "a b c | d", "");
        check("a b c | d", "b c a | d", "renamed c-a c-b");
        check(
            "a b c d",
            "a b | c d",
            "split c-a c-a+c-c, moved c, moved d",
        );
        check("a b | c d", "a b c d", "merged c-a c-a+c-c");
        check("a b c | d e f", "a b | c d e f", "renamed c-d c-c, moved c");
        check("a b c", "a b | c", "moved c");
        check("a b", "a | b", "gone c-a");
        check("a | b", "a b", "formed c-a, moved a, moved b");
        check("a b | x", "a b y", "added y, removed x");
    }
}
