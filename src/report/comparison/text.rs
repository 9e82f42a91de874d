//! A comparison in, text for people out.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use super::schema::{
    CampaignChange, CampaignSide, ClusterChange, ClusterSide, CommentChange, Comparison,
    ReferenceChange, Regrouping, TextChange,
};
use crate::report::{counted, grouped, printable};

/// Lines of a kind of change that are listed; `--json` lists all.
const MOST_LISTED: usize = 20;
/// Comments of a group that are named; `--json` lists all.
const MOST_NAMED: usize = 5;
/// Characters of unique text, or of a title, on a line.
const EXCERPT: usize = 80;

/// The comparison as text, kind by kind.
pub fn text(comparison: &Comparison) -> String {
    let (old, new) = (&comparison.old, &comparison.new);
    let mut text = format!(
        "inputs   {} → {}{}\nclusters {} → {}\n",
        grouped(old.inputs as u64),
        grouped(new.inputs as u64),
        if comparison.same_inputs { " (the same)" } else { "" },
        grouped(old.clusters as u64),
        grouped(new.clusters as u64),
    );
    if old.version != new.version {
        let _ = writeln!(
            text,
            "version  {} → {}",
            printable::line(&old.version),
            printable::line(&new.version)
        );
    }
    if !comparison.same_settings {
        text.push_str("the settings differ\n");
    }
    let kinds = kinds(comparison);
    if kinds.iter().all(|(_, n, _)| *n == 0) {
        text.push_str("nothing moved\n");
    }
    for (name, n, lines) in kinds.iter().filter(|(_, n, _)| *n > 0) {
        let _ = writeln!(text, "\n{name}: {}", grouped(*n as u64));
        for line in lines.iter().take(MOST_LISTED) {
            let _ = writeln!(text, "  {}", printable::line(line));
        }
        if lines.len() > MOST_LISTED {
            let n_more = grouped((lines.len() - MOST_LISTED) as u64);
            let _ = writeln!(text, "  … and {n_more} more lines: `--json` has all");
        }
    }
    text
}

/// A kind of change: its name, how many things changed, and lines about them.
type Kind = (&'static str, usize, Vec<String>);

/// Changes of a kind, a line about each.
fn each(name: &'static str, lines: Vec<String>) -> Kind {
    (name, lines.len(), lines)
}

fn kinds(comparison: &Comparison) -> Vec<Kind> {
    vec![
        each("inputs added", comparison.inputs_added.clone()),
        each("inputs removed", comparison.inputs_removed.clone()),
        each("clusters split", regroupings(&comparison.clusters_split, "→")),
        each("clusters merged", regroupings(&comparison.clusters_merged, "←")),
        each("clusters gone", list(&comparison.clusters_gone, cluster)),
        each("clusters formed", list(&comparison.clusters_formed, cluster)),
        each("clusters with another id", list(&comparison.clusters_renamed, renamed)),
        each(
            "clusters with another reference copy",
            list(&comparison.references_changed, reference),
        ),
        each("campaigns gone", list(&comparison.campaigns_gone, campaign)),
        each("campaigns formed", list(&comparison.campaigns_formed, campaign)),
        each(
            "campaigns with other comments, or of another kind",
            list(&comparison.campaigns_changed, changed),
        ),
        ("members moved", comparison.members_moved.len(), moved(comparison)),
        (
            "buckets changed",
            comparison.buckets_changed.len(),
            comment_changes(&comparison.buckets_changed),
        ),
        (
            "categories changed",
            comparison.categories_changed.len(),
            comment_changes(&comparison.categories_changed),
        ),
        each("unique text changed", texts(&comparison.unique_text_changed)),
    ]
}

fn list<T>(changes: &[T], words: impl Fn(&T) -> String) -> Vec<String> {
    changes.iter().map(words).collect()
}

/// Comments that went the same way, those of the most comments first.
fn moved(comparison: &Comparison) -> Vec<String> {
    grouped_by_way(comparison.members_moved.iter().map(|moved| {
        let [from, to] = [&moved.old, &moved.new]
            .map(|side| side.as_ref().map_or_else(|| "no cluster".to_owned(), cluster));
        (from, to, moved.id.as_str())
    }))
}

fn comment_changes(changes: &[CommentChange]) -> Vec<String> {
    grouped_by_way(changes.iter().map(|change| {
        let [from, to] = [&change.old, &change.new]
            .map(|value| value.clone().unwrap_or_else(|| "nothing".to_owned()));
        (from, to, change.id.as_str())
    }))
}

/// "c1 → c2: 12 comments, a, b, c …": the largest first.
fn grouped_by_way<'a>(ways: impl Iterator<Item = (String, String, &'a str)>) -> Vec<String> {
    let mut by_way: BTreeMap<(String, String), Vec<&str>> = BTreeMap::new();
    for (from, to, id) in ways {
        by_way.entry((from, to)).or_default().push(id);
    }
    let mut groups: Vec<_> = by_way.into_iter().collect();
    groups.sort_by_key(|(_, ids)| Reverse(ids.len()));
    list(&groups, |((from, to), ids)| {
        let named = ids[..ids.len().min(MOST_NAMED)].join(", ");
        let more = if ids.len() > MOST_NAMED { ", …" } else { "" };
        format!("{from} → {to}: {}, {named}{more}", counted(ids.len(), "comment"))
    })
}

/// Unique texts that changed, those of the most words first.
fn texts(changes: &[TextChange]) -> Vec<String> {
    let mut changes: Vec<&TextChange> = changes.iter().collect();
    changes.sort_by_key(|change| {
        let [old, new] = [&change.old, &change.new].map(|passages| {
            passages.iter().map(|text| text.split_whitespace().count()).sum::<usize>()
        });
        Reverse(old.abs_diff(new))
    });
    list(&changes, |change| {
        let [old, new] = [&change.old, &change.new].map(|passages| {
            match printable::excerpt(&passages.join(" / "), EXCERPT).as_str() {
                "" => "nothing".to_owned(),
                words => format!("“{words}”"),
            }
        });
        format!("{}: {old} → {new}", change.id)
    })
}

fn renamed(change: &ClusterChange) -> String {
    format!("{} → {}", cluster(&change.old), change.new.id)
}

fn changed(change: &CampaignChange) -> String {
    format!(
        "{} → {} {} ({}): {} joined, {} left",
        campaign(&change.old),
        change.new.kind,
        change.new.id,
        counted(change.new.n_comments, "comment"),
        grouped(change.joined.len() as u64),
        grouped(change.left.len() as u64)
    )
}

/// "kit gdc2543ab5a55 (12 comments) Please keep the ferry…".
fn campaign(side: &CampaignSide) -> String {
    let n_comments = counted(side.n_comments, "comment");
    let title = printable::excerpt(&side.title, EXCERPT);
    format!("{} {} ({n_comments}) {title}", side.kind, side.id)
}

/// "cdc2543ab5a55 (12 comments) Please keep the ferry…".
fn cluster(side: &ClusterSide) -> String {
    let n_comments = counted(side.n_comments, "comment");
    format!("{} ({n_comments}) {}", side.id, side.title)
}

fn reference(change: &ReferenceChange) -> String {
    let (old, new) = (&change.old_reference, &change.new_reference);
    let change_of_id =
        if old == new { format!("{new} with other words") } else { format!("{old} → {new}") };
    format!("{}: {change_of_id}", cluster(&change.old))
}

fn regroupings(regroupings: &[Regrouping], arrow: &str) -> Vec<String> {
    list(regroupings, |one| {
        let parts = list(&one.parts, |part| {
            format!("{} in {}", grouped(part.n_shared as u64), cluster(&part.cluster))
        });
        format!("{} {arrow} {}", cluster(&one.cluster), parts.join("; "))
    })
}
