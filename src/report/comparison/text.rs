//! A comparison in, text for people out.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

use super::schema::{
    CampaignChange, CampaignSide, ClusterSide, CommentChange, Comparison, ReferenceChange,
    Regrouping, TextChange,
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
    let kinds: Vec<Kind> = KINDS.iter().flat_map(|(_, _, kinds)| kinds(comparison)).collect();
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

/// What may move: what `--fail-on` calls it, what that is, and the kinds of change in it.
type Kinds = (&'static str, &'static str, fn(&Comparison) -> Vec<Kind>);

/// All that may move, in the order in which it is told.
pub const KINDS: [Kinds; 7] = [
    ("inputs", "Inputs added or removed", |found| {
        vec![
            each("inputs added", &found.inputs_added, String::clone),
            each("inputs removed", &found.inputs_removed, String::clone),
        ]
    }),
    ("clusters", "Clusters split, merged, gone, formed, or with another reference copy", |found| {
        vec![
            each("clusters split", &found.clusters_split, |one| regrouped(one, "→")),
            each("clusters merged", &found.clusters_merged, |one| regrouped(one, "←")),
            each("clusters gone", &found.clusters_gone, cluster),
            each("clusters formed", &found.clusters_formed, cluster),
            each("clusters with another id", &found.clusters_renamed, |change| {
                format!("{} → {}", cluster(&change.old), change.new.id)
            }),
            each("clusters with another reference copy", &found.references_changed, reference),
        ]
    }),
    (
        "campaigns",
        "Campaigns that are more than a letter: gone, formed, with other comments, or of another kind",
        |found| {
            const CHANGED: &str = "campaigns with other comments, or of another kind";
            vec![
                each("campaigns gone", &found.campaigns_gone, campaign),
                each("campaigns formed", &found.campaigns_formed, campaign),
                each(CHANGED, &found.campaigns_changed, changed),
            ]
        },
    ),
    ("members", "Comments in another cluster", |found| {
        vec![by_way("members moved", &found.members_moved, |moved| {
            let ends = [&moved.old, &moved.new];
            (ends.map(|side| side.as_ref().map_or("no cluster".to_owned(), cluster)), &moved.id)
        })]
    }),
    ("buckets", "Comments in another bucket", |found| {
        vec![by_way("buckets changed", &found.buckets_changed, said)]
    }),
    ("categories", "Comments with another edit category", |found| {
        vec![by_way("categories changed", &found.categories_changed, said)]
    }),
    ("unique-text", "Comments with other unique text", |found| {
        let lines = texts(&found.unique_text_changed);
        vec![("unique text changed", lines.len(), lines)]
    }),
];

/// Whether something moved that `--fail-on` calls by this name, or with `any` anything.
pub fn has_moved(comparison: &Comparison, name: &str) -> bool {
    let mut named = KINDS.iter().filter(|(own, ..)| [*own, "any"].contains(&name));
    named.any(|(_, _, kinds)| kinds(comparison).iter().any(|(_, n, _)| *n > 0))
}

/// Changes of a kind, a line about each.
fn each<T>(name: &'static str, changes: &[T], words: impl Fn(&T) -> String) -> Kind {
    (name, changes.len(), list(changes, words))
}

fn list<T>(changes: &[T], words: impl Fn(&T) -> String) -> Vec<String> {
    changes.iter().map(words).collect()
}

/// Changes of comments, those together that went the same way, the most first: "c1 → c2: 12 comments, a, b, c …".
fn by_way<T>(name: &'static str, changes: &[T], way: fn(&T) -> ([String; 2], &String)) -> Kind {
    let mut by_way: BTreeMap<[String; 2], Vec<&str>> = BTreeMap::new();
    for (ends, id) in changes.iter().map(way) {
        by_way.entry(ends).or_default().push(id);
    }
    let mut groups: Vec<_> = by_way.into_iter().collect();
    groups.sort_by_key(|(_, ids)| Reverse(ids.len()));
    let lines = list(&groups, |([from, to], ids)| {
        let named = ids[..ids.len().min(MOST_NAMED)].join(", ");
        let more = if ids.len() > MOST_NAMED { ", …" } else { "" };
        format!("{from} → {to}: {}, {named}{more}", counted(ids.len(), "comment"))
    });
    (name, changes.len(), lines)
}

/// What was said of a comment and what is.
fn said(change: &CommentChange) -> ([String; 2], &String) {
    let ends = [&change.old, &change.new];
    (ends.map(|value| value.clone().unwrap_or("nothing".to_owned())), &change.id)
}

/// Unique texts that changed, those of the most words first.
fn texts(changes: &[TextChange]) -> Vec<String> {
    let mut sorted: Vec<&TextChange> = changes.iter().collect();
    sorted.sort_by_key(|change| {
        let [old, new] = [&change.old, &change.new].map(|passages| {
            passages.iter().map(|text| text.split_whitespace().count()).sum::<usize>()
        });
        Reverse(old.abs_diff(new))
    });
    list(&sorted, |change| {
        let [old, new] = [&change.old, &change.new].map(|passages| {
            match printable::excerpt(&passages.join(" / "), EXCERPT).as_str() {
                "" => "nothing".to_owned(),
                words => format!("“{words}”"),
            }
        });
        format!("{}: {old} → {new}", change.id)
    })
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

fn regrouped(one: &Regrouping, arrow: &str) -> String {
    let parts = list(&one.parts, |part| {
        format!("{} in {}", grouped(part.n_shared as u64), cluster(&part.cluster))
    });
    format!("{} {arrow} {}", cluster(&one.cluster), parts.join("; "))
}
