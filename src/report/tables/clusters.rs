//! Clusters: `clusters.csv`, sheet *Letters*.

use rustc_hash::FxHashMap;

use super::cell::time;
use super::{Cell, Column, column};
use crate::report::schema::{Category, Report, ReportedCampaign, ReportedCluster};

pub(in crate::report) const CLUSTERS: [Column; 23] = [
    column("cluster", 15, "Id of the cluster; `durian show` takes it."),
    column("campaign", 15, "Id of the campaign that it is in."),
    column("campaign_kind", 14, "What that campaign is."),
    column("kind", 14, "What its comments share."),
    column("how_it_begins", 50, "The first words of the letter: its title."),
    column("comments", 10, "Comments in it."),
    column("new_comments", 10, "Comments that are new since the earlier report."),
    column("submissions", 10, "Comments with every bundle counted as often as the agency says."),
    column(
        "letters",
        10,
        "The comment that is the letter: 1, or 0 where nobody sent exactly that. With the exact and the edited copies it \
         makes the comments.",
    ),
    column(
        "exact_copies",
        10,
        "Copies with the same words as the letter in their body; case, punctuation, greeting, signature, header lines and \
         footers are left out of the comparison.",
    ),
    column(
        "identical_copies",
        10,
        "Of the letter and its exact copies, those that are byte for byte the same as another, as received.",
    ),
    column("edited_copies", 10, "The other copies."),
    column("distinct_texts", 10, "Different texts among them."),
    column("added_passages", 10, "Passages that senders added."),
    column(
        "first_date",
        19,
        "The earliest date of its comments (UTC): received where that is known, else posted or sent.",
    ),
    column("last_date", 19, "The latest one."),
    column("relayer", 20, "The mass mailer that most came through."),
    column("comments_through_it", 10, "How many came through it."),
    column("docket_ids", 20, "Dockets that its comments cite."),
    column(
        "opposite_letters",
        20,
        "Ids of clusters whose letters say the opposite in nearly the same words.",
    ),
    column("sample_id", 20, "Id of the comment whose words the letter is."),
    column("sample_file", 20, "File and place of that comment."),
    column("sample_text", 80, "The letter."),
];

/// The rows, the largest letter first.
pub(in crate::report) fn letters(
    report: &Report,
) -> impl Iterator<Item = [Cell<'_>; CLUSTERS.len()]> {
    let mut campaign_of: FxHashMap<&str, &ReportedCampaign> = FxHashMap::default();
    for campaign in &report.campaigns {
        campaign_of.extend(campaign.clusters.iter().map(|cluster| (cluster.as_str(), campaign)));
    }
    report
        .clusters
        .iter()
        .map(move |letter| cluster(letter, campaign_of.get(letter.id.as_str()).copied()))
}

/// A row, with the campaign that the letter is in.
fn cluster<'a>(
    cluster: &'a ReportedCluster,
    campaign: Option<&'a ReportedCampaign>,
) -> [Cell<'a>; CLUSTERS.len()] {
    let relayer = cluster.relayers.first();
    let opposite: Vec<&str> = cluster.related.iter().map(|other| other.cluster.as_str()).collect();
    let letter = cluster.reference.paragraphs.join("\n\n");
    [
        (&cluster.id).into(),
        campaign.map_or(Cell::EMPTY, |campaign| (&campaign.id).into()),
        campaign.map_or(Cell::EMPTY, |campaign| campaign.kind.words().into()),
        kind(cluster).into(),
        (&cluster.title).into(),
        cluster.n_comments.into(),
        cluster.n_new.into(),
        cluster.n_submissions.into(),
        cluster.n_letter().into(),
        cluster.n_same().into(),
        cluster.n_identical.into(),
        cluster.n_edited().into(),
        n_distinct(cluster).into(),
        cluster.added.len().into(),
        time(&cluster.first_date),
        time(&cluster.last_date),
        relayer.map_or(Cell::EMPTY, |relayer| (&relayer.relayer).into()),
        relayer.map_or(Cell::EMPTY, |relayer| relayer.n_comments.into()),
        cluster.docket_ids.join("; ").into(),
        opposite.join("; ").into(),
        (&cluster.reference.id).into(),
        (&cluster.reference.source).into(),
        letter.into(),
    ]
}

fn kind(cluster: &ReportedCluster) -> &'static str {
    let is_spun = cluster.categories.contains_key(&Category::Reworded);
    match (cluster.is_form_letter, cluster.reference.is_consensus) {
        _ if is_spun => "reworded letter",
        (true, _) => "form letter",
        (_, true) => "shared sentences",
        _ => "shared text",
    }
}

fn n_distinct(cluster: &ReportedCluster) -> usize {
    cluster.members.len() + usize::from(!cluster.reference.is_consensus)
}
