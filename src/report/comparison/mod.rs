//! Two reports in, what moved between them out: `durian diff`.
//!
//! Cluster ids are hashes of the reference text, so they change when the reference copy does; clusters
//! are matched by the comments they share. The *heir* of an old cluster is the new one with most of its
//! comments, the *origin* of a new cluster the old one that gave it most.

mod campaigns;
mod clusters;
pub mod schema;
mod text;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::schema::{DocumentLine, Report, ReportedCampaign, ReportedCluster};
use schema::{CommentChange, Comparison, Side, TextChange};
pub use text::text;

/// As much of a report as is compared: reports of other versions have that, too.
#[derive(Debug, Deserialize)]
pub struct Header {
    tool: ToolVersion,
    settings: serde_json::Value,
    input_digest: String,
    totals: Sizes,
    #[serde(default)]
    clusters: Vec<ClusterHeader>,
    /// None of a version that knows no campaigns.
    #[serde(default)]
    campaigns: Option<Vec<CampaignHeader>>,
}

#[derive(Debug, Deserialize)]
struct CampaignHeader {
    id: String,
    kind: String,
    #[serde(default)]
    title: String,
}

#[derive(Debug, Deserialize)]
struct ClusterHeader {
    id: String,
    n_comments: usize,
    reference: ReferenceHeader,
}

#[derive(Debug, Deserialize)]
struct ReferenceHeader {
    id: String,
    paragraphs: Vec<String>,
    n_kept: Vec<usize>,
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
            tool: ToolVersion { version: report.tool.version.clone() },
            settings: serde_json::to_value(&report.settings).unwrap_or_default(),
            input_digest: report.input_digest.clone(),
            totals: Sizes { inputs: report.totals.inputs, clusters: report.totals.clusters },
            clusters: report.clusters.iter().map(ClusterHeader::from).collect(),
            campaigns: Some(report.campaigns.iter().map(CampaignHeader::from).collect()),
        }
    }
}

impl From<&ReportedCampaign> for CampaignHeader {
    fn from(campaign: &ReportedCampaign) -> Self {
        Self {
            id: campaign.id.clone(),
            kind: word(campaign.kind).unwrap_or_default(),
            title: campaign.title.clone(),
        }
    }
}

impl From<&ReportedCluster> for ClusterHeader {
    fn from(cluster: &ReportedCluster) -> Self {
        let reference = &cluster.reference;
        Self {
            id: cluster.id.clone(),
            n_comments: cluster.n_comments,
            reference: ReferenceHeader {
                id: reference.id.clone(),
                paragraphs: reference.paragraphs.clone(),
                n_kept: reference.n_kept.clone(),
            },
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
    let mut pairs: Vec<(&Line, &Line)> =
        old.iter().filter_map(|line| Some((line, *new_by_id.get(line.id.as_str())?))).collect();
    pairs.sort_by(|(a, _), (b, _)| a.id.cmp(&b.id));
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
    clusters::clusters((old_header, old), (new_header, new), &pairs, &mut comparison);
    campaigns::campaigns((old_header, old), (new_header, new), &pairs, &mut comparison);
    comments(&pairs, &mut comparison);
    comparison
}

/// The ids of the lines that others do not have, ascending.
fn only_in(lines: &[Line], others: &FxHashMap<&str, &Line>) -> Vec<String> {
    let mut ids: Vec<String> = lines
        .iter()
        .filter(|line| !others.contains_key(line.id.as_str()))
        .map(|line| line.id.clone())
        .collect();
    ids.sort_unstable();
    ids
}

fn side(header: &Header) -> Side {
    Side {
        version: header.tool.version.clone(),
        inputs: header.totals.inputs,
        clusters: header.totals.clusters,
    }
}

/// How many comments two clusters share.
type SharedComments<'a> = BTreeMap<&'a str, BTreeMap<&'a str, usize>>;

/// For each cluster the one that shares most with it; among equals the one with the same id, else the
/// smallest id.
fn mains<'a>(shared: &SharedComments<'a>) -> BTreeMap<&'a str, &'a str> {
    shared
        .iter()
        .filter_map(|(cluster, others)| {
            let (main, _) = others
                .iter()
                .max_by_key(|(other, n)| (**n, *other == cluster, std::cmp::Reverse(**other)))?;
            Some((*cluster, *main))
        })
        .collect()
}

fn comments(pairs: &[(&Line, &Line)], comparison: &mut Comparison) {
    for (old, new) in pairs {
        if old.bucket != new.bucket {
            comparison.buckets_changed.push(CommentChange {
                id: old.id.clone(),
                old: Some(old.bucket.clone()),
                new: Some(new.bucket.clone()),
            });
        }
        if old.category != new.category {
            comparison.categories_changed.push(CommentChange {
                id: old.id.clone(),
                old: old.category.clone(),
                new: new.category.clone(),
            });
        }
        if old.unique_text != new.unique_text {
            comparison.unique_text_changed.push(TextChange {
                id: old.id.clone(),
                old: old.unique_text.clone(),
                new: new.unique_text.clone(),
            });
        }
    }
}
