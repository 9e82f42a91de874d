//! Two reports in, what moved between them out: `durian diff`.
//!
//! Cluster ids are hashes of the reference text, so they change when the reference copy does; clusters
//! are matched by the comments they share.

mod groups;
pub mod schema;
mod text;

use std::collections::BTreeMap;

use indexmap::IndexSet;
use serde::Deserialize;

use super::schema::Tool;
use schema::{CommentChange, Comparison, Side, TextChange};
pub use text::{KINDS, has_moved, text};

/// As much of a report as is compared: reports of other versions have that, too.
#[derive(Debug, Deserialize)]
pub struct Header {
    tool: Tool,
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
    reference: ReferenceHeader,
}

#[derive(Debug, Deserialize)]
struct ReferenceHeader {
    id: String,
    paragraphs: Vec<String>,
    n_kept: Vec<usize>,
}

#[derive(Debug, Deserialize)]
struct Sizes {
    inputs: usize,
    clusters: usize,
}

/// As much of a line as is compared.
#[derive(Debug, Deserialize)]
pub struct Line {
    id: Box<str>,
    bucket: String,
    cluster: Option<String>,
    #[serde(default)]
    campaign: Option<String>,
    category: Option<String>,
    #[serde(default)]
    unique_text: Box<[String]>,
}

/// The lines of a report by their ids, ascending. What many of them name is kept once: millions of lines fit in memory.
#[derive(Debug, Default)]
pub struct Lines {
    comments: Vec<Comment>,
    names: IndexSet<String>,
}

/// What lines say in words that many of them have.
#[derive(Clone, Copy)]
enum Said {
    Bucket,
    Cluster,
    Campaign,
    Category,
}

#[derive(Debug)]
struct Comment {
    id: Box<str>,
    /// By [`Said`], the numbers of the words.
    said: [Option<u32>; 4],
    unique_text: Box<[String]>,
}

impl Lines {
    /// Adds a line; [`sorted`](Self::sorted) ends the reading.
    pub fn push(&mut self, line: Line) {
        let said = [Some(line.bucket), line.cluster, line.campaign, line.category]
            .map(|name| name.map(|name| self.names.insert_full(name).0 as u32));
        self.comments.push(Comment { id: line.id, said, unique_text: line.unique_text });
    }

    /// All of them, whatever order they were added in.
    pub fn sorted(mut self) -> Self {
        self.comments.sort_by(|a, b| a.id.cmp(&b.id));
        self
    }

    fn said(&self, comment: &Comment, what: Said) -> Option<&str> {
        Some(&self.names[comment.said[what as usize]? as usize])
    }
}

/// The comments of two reports.
struct Pairs<'a> {
    old: &'a Lines,
    new: &'a Lines,
    /// Those that both have, by their ids, ascending.
    both: Vec<(&'a Comment, &'a Comment)>,
}

impl<'a> Pairs<'a> {
    /// Also tells the ids that only one of them has.
    fn of(old: &'a Lines, new: &'a Lines, comparison: &mut Comparison) -> Self {
        let mut both = Vec::new();
        let mut others = new.comments.iter().peekable();
        for comment in &old.comments {
            while let Some(other) = others.next_if(|other| other.id < comment.id) {
                comparison.inputs_added.push(other.id.to_string());
            }
            match others.next_if(|other| other.id == comment.id) {
                Some(other) => both.push((comment, other)),
                None => comparison.inputs_removed.push(comment.id.to_string()),
            }
        }
        comparison.inputs_added.extend(others.map(|other| other.id.to_string()));
        Self { old, new, both }
    }

    /// How many comments two clusters share, or two campaigns, one of each report.
    fn shared(&self, group: Said) -> SharedComments<'a> {
        let mut shared = SharedComments::new();
        for (before, after) in &self.both {
            if let (Some(from), Some(to)) =
                (self.old.said(before, group), self.new.said(after, group))
            {
                *shared.entry(from).or_default().entry(to).or_default() += 1;
            }
        }
        shared
    }
}

/// Compares two reports, each with all its lines.
pub fn compare(old: (&Header, &Lines), new: (&Header, &Lines)) -> Comparison {
    let ((old_header, old), (new_header, new)) = (old, new);
    let mut comparison = Comparison {
        schema_version: schema::SCHEMA_VERSION,
        old: side(old_header),
        new: side(new_header),
        same_inputs: old_header.input_digest == new_header.input_digest,
        same_settings: old_header.settings == new_header.settings,
        ..Comparison::default()
    };
    let pairs = Pairs::of(old, new, &mut comparison);
    groups::clusters([old_header, new_header], &pairs, &mut comparison);
    groups::campaigns([old_header, new_header], &pairs, &mut comparison);
    comments(&pairs, &mut comparison);
    comparison
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

fn comments(pairs: &Pairs<'_>, comparison: &mut Comparison) {
    for (before, after) in &pairs.both {
        let id = before.id.to_string();
        for (what, changed) in [
            (Said::Bucket, &mut comparison.buckets_changed),
            (Said::Category, &mut comparison.categories_changed),
        ] {
            let (old, new) = (pairs.old.said(before, what), pairs.new.said(after, what));
            if old != new {
                let [old, new] = [old, new].map(|name| name.map(str::to_owned));
                changed.push(CommentChange { id: id.clone(), old, new });
            }
        }
        if before.unique_text != after.unique_text {
            let [old, new] = [before, after].map(|comment| comment.unique_text.to_vec());
            comparison.unique_text_changed.push(TextChange { id, old, new });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Header, Line, Lines, compare, text};

    /// A report, in the notation of `cases.txt`.
    fn report(groups: &str) -> (Header, Lines) {
        let (mut lines, mut clusters, mut campaigns) = (Lines::default(), Vec::new(), Vec::new());
        for group in groups.split('|') {
            let (given, words) = group.split_once(':').unwrap_or(("", group));
            let mut ids: Vec<&str> = words.split_whitespace().collect();
            let kinds = ["versions", "kit", "letter", "reworded", "none"];
            let kind = kinds.contains(&ids[0]).then(|| ids.remove(0));
            let name = if given.is_empty() { ids[0] } else { given.trim() };
            let campaign = kind.filter(|kind| *kind != "none").map(|_| format!("g-{name}"));
            if campaign.is_some() {
                campaigns.push(serde_json::json!({"id": format!("g-{name}"), "kind": kind}));
            }
            if kind.is_none() {
                clusters.push(serde_json::json!({
                    "id": format!("c-{name}"),
                    "reference": {"id": ids[0], "paragraphs": [ids[0]], "n_kept": [1]}
                }));
            }
            for comment in &ids {
                let mut said = comment.split('=');
                let [id, bucket, category, added] =
                    [(); 4].map(|()| said.next().unwrap_or_default());
                lines.push(Line {
                    id: id.into(),
                    bucket: bucket.to_owned(),
                    cluster: (kind.is_none() && ids.len() > 1).then(|| format!("c-{name}")),
                    campaign: campaign.clone(),
                    category: Some(category.to_owned()).filter(|category| !category.is_empty()),
                    unique_text: [added.to_owned()].into(),
                });
            }
        }
        let header = serde_json::json!({
            "tool": {"name": "durian", "version": "1"}, "settings": {}, "input_digest": "", "clusters": clusters, "campaigns": campaigns,
            "totals": {"inputs": lines.comments.len(), "clusters": 0}
        });
        (serde_json::from_value(header).expect("a header"), lines.sorted())
    }

    #[test]
    fn clusters_and_campaigns_are_followed_by_their_comments() {
        let mut n_cases = 0;
        for case in include_str!("cases.txt").lines().skip(5) {
            let parts: Vec<&str> = case.splitn(3, ';').collect();
            let [old, new, expect] = parts[..] else { continue };
            let (old, new) = (report(old), report(new));
            let found = compare((&old.0, &old.1), (&new.0, &new.1));
            let told = text(&found);
            // Behind the numbers of both.
            let lines = told.lines().skip(2).map(str::trim).filter(|line| !line.is_empty());
            let changed = found.campaigns_changed.iter();
            let ids = changed.map(|of| format!("+{} -{}", of.joined.join("+"), of.left.join("-")));
            let said: Vec<String> = lines.map(str::to_owned).chain(ids).collect();
            assert_eq!(said.join(" | "), expect.trim(), "{case}");
            n_cases += 1;
        }
        assert_eq!(n_cases, 25);
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
}
