//! A report in, what an analyst wants to know first out.

use std::fmt::Write;
use std::path::Path;

use durian::report::printable::line as printable;
use durian::report::schema::{Bucket, CampaignKind, Report, SaidKind, Totals};
use durian::report::{Proved, counted, grouped, joined, not_none};

/// Campaigns in the summary.
const MOST_CAMPAIGNS: usize = 3;

/// The docket in numbers, the largest campaigns, and what to do next. Every number is one of `totals`.
pub(super) fn summary(report: &Report, folder: &Path, json_only: bool) -> String {
    let totals = &report.totals;
    let mut text = String::new();
    for line in numbers(totals).iter().filter(|line| !line.starts_with("0 ")) {
        let (number, words) = line.split_once(' ').unwrap_or((line, ""));
        let _ = writeln!(text, "{number:>11}  {words}");
    }
    let mut lines = Vec::new();
    lines.extend(beyond_letters(report));
    lines.extend(said_by_many(report));
    lines.extend(set_aside(totals));
    lines.extend(kept_back(totals, json_only));
    lines.extend(met_again(totals));
    lines.extend(to_fetch(totals.attachments_not_read, json_only));
    lines.extend(totals.coarse_words());
    if let Some(since) = &report.since {
        let [new, kept] = since.words();
        lines.extend([format!("new since the earlier report: {new}"), kept]);
    }
    if !report.campaigns.is_empty() {
        lines.push("largest campaigns:".to_owned());
    }
    for campaign in report.campaigns.iter().take(MOST_CAMPAIGNS) {
        let n_comments = grouped(campaign.n_comments as u64);
        let letters = match campaign.clusters.len() {
            0 | 1 => campaign.kind.words().to_owned(),
            n => format!("{}, {}", campaign.kind.words(), counted(n, "letter")),
        };
        lines.push(format!("{n_comments:>11}  {} ({letters})", campaign.id));
        lines.push(format!("             {}", printable(&campaign.title)));
    }
    let id = report.campaigns.first().map_or("ID", |campaign| &campaign.id);
    let mut next = vec![format!("durian show {} {id}", folder.display())];
    if !json_only {
        let page = folder.join("report.html");
        next.insert(0, format!("open {} in a browser", page.display()));
    }
    lines.push(format!("next: {}", next.join("\n      ")));
    text + &lines.join("\n") + "\n"
}

/// What there is, each number with its words.
fn numbers(totals: &Totals) -> [String; 9] {
    let in_campaigns = match totals.unique_in_campaigns {
        0 => String::new(),
        1 => ", 1 of which belongs to a campaign".to_owned(),
        n => format!(", {} of which belong to a campaign", grouped(n as u64)),
    };
    [
        format!(
            "{} compared, of {}",
            counted(totals.comments, "comment"),
            counted(totals.inputs, "input")
        ),
        counted(totals.distinct_texts, "distinct text"),
        format!(
            "{} of {}",
            counted(totals.n_campaigns, "campaign"),
            counted(totals.n_letters, "letter")
        ),
        format!("{} in campaigns", counted(totals.in_campaigns, "comment")),
        format!("{} sent again by their own senders", counted(totals.n_sent_again(), "comment")),
        format!(
            "{} with the same words as their letter, {} edited",
            counted(totals.n_same(), "copy"),
            grouped(totals.n_edited() as u64)
        ),
        format!("{}{in_campaigns}", counted(totals.n_unique, "unique comment")),
        counted(totals.added_passages, "added passage"),
        format!(
            "{} to read, each text once, of {}",
            counted(totals.n_words_left, "word"),
            grouped(totals.n_words as u64)
        ),
    ]
}

/// The campaigns that are more than a letter, in one line; none where there are none.
fn beyond_letters(report: &Report) -> Option<String> {
    let others = report.totals.campaigns.iter().filter(|(kind, _)| **kind != CampaignKind::Letter);
    let kinds = others.map(|(kind, n)| match kind {
        CampaignKind::Versions => format!("{} in versions", grouped(*n as u64)),
        CampaignKind::Kit => format!("{} of passages", counted(*n, "kit")),
        _ => counted(*n, kind.words()),
    });
    Some(format!("among the campaigns: {}", joined(kinds, ", ")?))
}

/// What many say, in one line; none where there is nothing.
fn said_by_many(report: &Report) -> Option<String> {
    let kinds = [(SaidKind::Passage, "passage", ""), (SaidKind::Facts, "set", " of facts")];
    let found = kinds.into_iter().filter_map(|(kind, noun, of)| {
        let n = report.said_by_many.iter().filter(|said| said.kind == kind).count();
        (n > 0).then(|| counted(n, noun) + of)
    });
    Some(format!("said by many, whoever asked for it: {}", joined(found, ", ")?))
}

/// What to do about attachments that were not read, in one line; none where there are none.
fn to_fetch(n_not_read: usize, json_only: bool) -> Option<String> {
    let list = if json_only { "documents.jsonl names them" } else { "to-fetch.csv lists them" };
    (n_not_read > 0).then(|| {
        let files = counted(n_not_read, "attachment");
        format!("{files} not read: {list}; put the files beside the docket and run again")
    })
}

/// What `--verify` proved, in one line.
pub(super) fn what_holds(proved: Proved) -> String {
    format!(
        "the report is verified: {}, {}, and {} agree with one another",
        counted(proved.n_inputs, "input"),
        counted(proved.n_clusters, "letter"),
        counted(proved.n_passages, "passage")
    )
}

/// What stands in several files, in one line; none where nothing does.
fn met_again(totals: &Totals) -> Option<String> {
    let records = counted(totals.repeated_records, "record");
    (totals.repeated_records > 0).then(|| {
        format!("counted once: {records} met again in other files; `also_in` names the places")
    })
}

/// What is not to be posted, in one line; none where all of it may be.
fn kept_back(totals: &Totals, json_only: bool) -> Option<String> {
    let list = if json_only { "report.json" } else { "flagged.csv" };
    let flags = totals.kept_back.iter();
    let kinds = flags.map(|(flag, n)| format!("{} {}", grouped(*n as u64), printable(flag)));
    Some(format!("not to be posted: {}; {list} lists them", joined(kinds, ", ")?))
}

/// The inputs that were not compared, in one line; none where there are none.
fn set_aside(totals: &Totals) -> Option<String> {
    let kinds = [
        (Bucket::NoText, "without text of their own (blank, \"See attached\")"),
        (Bucket::Withdrawn, "withdrawn"),
        (Bucket::NotAComment, "not comments"),
        (Bucket::Unreadable, "unreadable"),
    ];
    let numbers = kinds.map(|(kind, words)| match totals.n_in(kind) {
        1 if kind == Bucket::NotAComment => (1, kind.words()),
        n => (n, words),
    });
    Some(format!("not compared: {}", joined(not_none(numbers), ", ")?))
}
