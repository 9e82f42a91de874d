//! A comparison in, text for people out.

use std::cmp::Reverse;
use std::fmt::Write;

use super::schema::{CampaignChange, CampaignSide, Comparison, Regrouping};
use crate::report::{counted, grouped, printable};

/// Lines of a kind of change that are listed; `--json` lists all.
const MOST_LISTED: usize = 20;
/// Characters of unique text on a line.
const EXCERPT: usize = 80;

/// The comparison as text, kind by kind.
pub fn text(comparison: &Comparison) -> String {
    let (old, new) = (&comparison.old, &comparison.new);
    let mut text = format!(
        "inputs   {} → {}{}\nclusters {} → {}\n",
        grouped(old.inputs as u64),
        grouped(new.inputs as u64),
        if comparison.same_inputs {
            " (the same)"
        } else {
            ""
        },
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
    if kinds.iter().all(|(_, lines)| lines.is_empty()) {
        text.push_str("nothing moved\n");
    }
    for (kind, lines) in kinds.iter().filter(|(_, lines)| !lines.is_empty()) {
        let _ = writeln!(text, "\n{kind}: {}", grouped(lines.len() as u64));
        for line in lines.iter().take(MOST_LISTED) {
            let _ = writeln!(text, "  {}", printable::line(line));
        }
        if lines.len() > MOST_LISTED {
            let n_more = grouped((lines.len() - MOST_LISTED) as u64);
            let _ = writeln!(text, "  … and {n_more} more: `--json` lists all");
        }
    }
    text
}

fn kinds(comparison: &Comparison) -> Vec<(&'static str, Vec<String>)> {
    let alone = "no cluster".to_owned();
    let changes = |changes: &[super::CommentChange]| -> Vec<String> {
        let nothing = "nothing".to_owned();
        let each = changes.iter();
        each.map(|change| {
            let old = change.old.as_ref().unwrap_or(&nothing);
            let new = change.new.as_ref().unwrap_or(&nothing);
            format!("{}: {old} → {new}", change.id)
        })
        .collect()
    };
    let moved = comparison.members_moved.iter().map(|moved| {
        let old = moved.old.as_ref().unwrap_or(&alone);
        let new = moved.new.as_ref().unwrap_or(&alone);
        format!("{}: {old} → {new}", moved.id)
    });
    let renamed = comparison.clusters_renamed.iter();
    let texts = comparison.unique_text_changed.iter().map(|change| {
        let passages = |passages: &[String]| {
            let words = printable::excerpt(&passages.join(" / "), EXCERPT);
            if words.is_empty() {
                "nothing".to_owned()
            } else {
                format!("“{words}”")
            }
        };
        format!(
            "{}: {} → {}",
            change.id,
            passages(&change.old),
            passages(&change.new)
        )
    });
    vec![
        ("inputs added", comparison.inputs_added.clone()),
        ("inputs removed", comparison.inputs_removed.clone()),
        (
            "clusters split",
            regroupings(&comparison.clusters_split, "→"),
        ),
        (
            "clusters merged",
            regroupings(&comparison.clusters_merged, "←"),
        ),
        ("clusters gone", comparison.clusters_gone.clone()),
        ("clusters formed", comparison.clusters_formed.clone()),
        (
            "clusters with another reference copy",
            renamed
                .map(|one| format!("{} → {}", one.old, one.new))
                .collect(),
        ),
        ("campaigns gone", of_kinds(&comparison.campaigns_gone)),
        ("campaigns formed", of_kinds(&comparison.campaigns_formed)),
        (
            "campaigns with other comments, or of another kind",
            changed(&comparison.campaigns_changed),
        ),
        ("members moved", moved.collect()),
        ("buckets changed", changes(&comparison.buckets_changed)),
        (
            "categories changed",
            changes(&comparison.categories_changed),
        ),
        ("unique text changed", texts.collect()),
    ]
}

/// Campaigns kind by kind, the largest first.
fn of_kinds(campaigns: &[CampaignSide]) -> Vec<String> {
    let mut campaigns: Vec<&CampaignSide> = campaigns.iter().collect();
    campaigns.sort_by_key(|it| (&it.kind, Reverse(it.n_comments), &it.id));
    campaigns.into_iter().map(campaign).collect()
}

fn changed(changes: &[CampaignChange]) -> Vec<String> {
    let mut changes: Vec<&CampaignChange> = changes.iter().collect();
    changes.sort_by_key(|it| (&it.old.kind, Reverse(it.old.n_comments), &it.old.id));
    let each = changes.into_iter();
    each.map(|it| {
        format!(
            "{} → {}: {} joined, {} left",
            campaign(&it.old),
            campaign(&it.new),
            grouped(it.joined.len() as u64),
            grouped(it.left.len() as u64)
        )
    })
    .collect()
}

/// "talking_points gdc2543ab5a55 (12 comments)".
fn campaign(side: &CampaignSide) -> String {
    let n_comments = counted(side.n_comments, "comment");
    format!("{} {} ({n_comments})", side.kind, side.id)
}

fn regroupings(regroupings: &[Regrouping], arrow: &str) -> Vec<String> {
    let each = regroupings.iter();
    each.map(|one| {
        let parts: Vec<String> = one
            .parts
            .iter()
            .map(|part| format!("{} ({})", part.cluster, counted(part.n_comments, "comment")))
            .collect();
        format!("{} {arrow} {}", one.cluster, parts.join(", "))
    })
    .collect()
}
