//! A report in, what an analyst wants to know first out.

use std::path::Path;

use durian::report::printable::excerpt;
use durian::report::schema::{Bucket, Report, ReportedCampaignKind, ReportedCategory, Since};
use durian::report::{Proved, counted, grouped};

/// Campaigns in the summary.
const MOST_CAMPAIGNS: usize = 3;
/// Characters of a campaign's first words in the summary.
const EXCERPT: usize = 60;
/// What an analyst wants to know first, in ten lines at most, and what to do next. Late comments take two
/// more.
pub(super) fn summary(report: &Report, folder: &Path, json_only: bool) -> String {
    let totals = &report.totals;
    let bucket = |bucket| totals.buckets.get(&bucket).copied().unwrap_or(0);
    let n_passages: usize = report.clusters.iter().map(|it| it.added.len()).sum();
    let mut lines = vec![
        format!(
            "{}: {} → {} + {} + {}",
            counted(totals.inputs, "input"),
            counted(totals.comments, "comment"),
            counted(totals.clusters, "campaign"),
            counted(bucket(Bucket::Singleton), "unique comment"),
            counted(n_passages, "added passage")
        ),
        format!(
            "{} in campaigns, {} with exactly a letter's words; {}",
            counted(totals.comments - bucket(Bucket::Singleton), "comment"),
            grouped(in_letters(report) as u64),
            counted(totals.form_letters, "form letter")
        ),
    ];
    lines.extend(beyond_letters(report));
    lines.extend(set_aside(&bucket));
    lines.extend(report.since.iter().flat_map(since));
    if !report.clusters.is_empty() {
        lines.push("largest campaigns:".to_owned());
    }
    for cluster in report.clusters.iter().take(MOST_CAMPAIGNS) {
        lines.push(format!(
            "  {:>9}  {}  {}",
            grouped(cluster.n_comments as u64),
            cluster.id,
            excerpt(&cluster.reference.opening(), EXCERPT)
        ));
    }
    let id = report.clusters.first().map(|cluster| cluster.id.as_str());
    let mut next = vec![format!("durian show {} {}", folder.display(), id.unwrap_or("ID"))];
    if !json_only {
        let page = folder.join("report.html");
        next.insert(0, format!("open {} in a browser", page.display()));
    }
    lines.push(format!("next: {}", next.join("\n      ")));
    lines.join("\n") + "\n"
}

/// The campaigns that are more than a letter, in one line; none where there are none.
fn beyond_letters(report: &Report) -> Option<String> {
    let kinds = report.totals.campaigns.iter();
    let kinds: Vec<String> = kinds
        .filter(|(kind, _)| **kind != ReportedCampaignKind::Letter)
        .map(|(kind, n)| match kind {
            ReportedCampaignKind::Versions => format!("{} in versions", grouped(*n as u64)),
            ReportedCampaignKind::Kit => format!("{} of passages", counted(*n, "kit")),
            ReportedCampaignKind::TalkingPoints => {
                format!("{} with the same points", grouped(*n as u64))
            }
            _ => format!("{} {}", grouped(*n as u64), kind.words()),
        })
        .collect();
    (!kinds.is_empty()).then(|| format!("campaigns beyond single letters: {}", kinds.join(", ")))
}

/// What `--verify` proved, in one line.
pub(super) fn what_holds(proved: Proved) -> String {
    format!(
        "the report is proved: {}, {} and {} hold together",
        counted(proved.n_inputs, "input"),
        counted(proved.n_clusters, "campaign"),
        counted(proved.n_passages, "passage")
    )
}

/// What is new, and what a run without the earlier report would have made otherwise, in two lines.
fn since(since: &Since) -> [String; 2] {
    let [new, differing] = since.words();
    [format!("new since the earlier report: {new}"), differing]
}

fn in_letters(report: &Report) -> usize {
    let exact = report.clusters.iter();
    exact.filter_map(|cluster| cluster.categories.get(&ReportedCategory::Exact)).sum()
}

/// The inputs that were not compared, in one line; none where there are none.
fn set_aside(bucket: &dyn Fn(Bucket) -> usize) -> Option<String> {
    let kinds = [
        (Bucket::NoText, "without text of their own (blank, \"See attached\")"),
        (Bucket::Withdrawn, "withdrawn"),
        (Bucket::NotAComment, "not comments"),
        (Bucket::Unreadable, "unreadable"),
    ];
    let kinds: Vec<String> = kinds
        .into_iter()
        .filter(|(kind, _)| bucket(*kind) > 0)
        .map(|(kind, words)| format!("{} {words}", grouped(bucket(kind) as u64)))
        .collect();
    (!kinds.is_empty()).then(|| format!("not compared: {}", kinds.join(", ")))
}
