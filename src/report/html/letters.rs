//! Report and lines in, the letters out: a section for each, with what was added to it and its telling copies.

use anyhow::Result;
use askama::Template;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::budget::{Budget, shown};
use super::copies::{self, MOST_COPIES, TellingCopy};
use super::filters;
use super::hints::Hints;
use super::linked::Linked;
use super::opposed::{Opposed, OpposedView};
use super::related::{ShownCampaign, ShownCampaigns};
use super::timeline::{DocketTimeline, TimelineView};
use super::wanted::Found;
use super::wrapping::unwrapped;
use crate::report::marks::MOST_BYTES;
use crate::report::schema::{
    CampaignKind, Report, ReportedCampaign, ReportedCluster, ReportedMember,
};
use crate::report::words::percent;
use crate::report::{citation, printable};

/// Added passages shown of a letter.
const MOST_ADDITIONS: usize = 30;
/// Those that are shown at once.
const ADDITIONS_OPEN: usize = 5;
/// Characters of a passage that are shown at once, and in all.
const ADDITION: usize = 320;
const WHOLE_ADDITION: usize = 6000;

/// The letters.
pub(super) struct LetterSections<'a> {
    report: &'a Report,
    /// The campaigns of one letter, by that letter.
    campaigns: FxHashMap<&'a str, &'a ReportedCampaign>,
}

/// A letter with its copies.
#[derive(Template)]
#[template(path = "letter.html", config = ".ci/askama.toml")]
pub(super) struct SectionView<'a> {
    cluster: &'a ReportedCluster,
    /// Its place in the report.
    number: usize,
    title: String,
    reference: String,
    n_exact: usize,
    n_edited: usize,
    received: String,
    /// The campaign of several letters that it belongs to.
    belongs_to: Option<ShownCampaign>,
    opposed: Vec<OpposedView>,
    shares_passages: Vec<(Linked, usize)>,
    hints: Vec<String>,
    /// The line to cite, where it is a campaign by itself.
    cite: Option<String>,
    relayers: Vec<String>,
    dockets: String,
    paragraphs: Vec<ParagraphView>,
    additions: Vec<AdditionView>,
    n_additions_open: usize,
    n_additions_left_out: usize,
    copies: Vec<String>,
    timeline: Option<TimelineView>,
}

/// A paragraph of a letter, and how many kept it.
struct ParagraphView {
    text: String,
    n_kept: usize,
    percent: String,
}

/// A passage that was added.
struct AdditionView {
    excerpt: String,
    /// Where the excerpt is not all.
    whole: Option<String>,
    n_comments: usize,
    n_held_by: usize,
    n_words: usize,
    is_new: bool,
    id: String,
}

impl<'a> LetterSections<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        Self {
            report,
            campaigns: report
                .campaigns
                .iter()
                .filter(|campaign| campaign.kind == CampaignKind::Letter)
                .filter_map(|campaign| Some((campaign.clusters.first()?.as_str(), campaign)))
                .collect(),
        }
    }

    /// Comments whose copies may be shown.
    pub(super) fn shown_comments(&self) -> impl Iterator<Item = &'a str> {
        self.report
            .clusters
            .iter()
            .flat_map(|cluster| &cluster.members)
            .map(|member| member.id.as_str())
    }

    /// The sections of the letters, the largest first, without their copies.
    pub(super) fn sections(
        &'a self,
        shown_campaigns: &'a ShownCampaigns<'a>,
        timeline: &'a DocketTimeline,
        hints: &'a Hints,
    ) -> impl Iterator<Item = SectionView<'a>> {
        let opposed = Opposed::new(self.report);
        self.report.clusters.iter().enumerate().map(move |(number, cluster)| SectionView {
            belongs_to: shown_campaigns.of_cluster(&cluster.id),
            timeline: timeline.of_campaign(number).view(format!("{}-arrivals", cluster.id)),
            opposed: opposed.of(cluster),
            shares_passages: cluster
                .shares_passages
                .iter()
                .filter_map(|shared| Some((opposed.linked(&shared.cluster)?, shared.n_members)))
                .collect(),
            hints: hints.of(number, cluster),
            cite: self
                .campaigns
                .get(cluster.id.as_str())
                .map(|campaign| citation::campaign(self.report, campaign, [cluster])),
            ..section(number, cluster)
        })
    }

    /// The telling copies of the first letters, as far as they fit: the first of all letters before the second of any.
    pub(super) fn copies(
        &self,
        n_letters: usize,
        lines: Found<'_>,
        budget: &mut Budget,
    ) -> Result<Vec<Vec<String>>> {
        let mut copies: Vec<Vec<String>> = vec![Vec::new(); n_letters];
        let clusters = &self.report.clusters[..n_letters];
        // Of each campaign, what was added most first.
        let telling: Vec<Vec<&ReportedMember>> = clusters.par_iter().map(copies::telling).collect();
        for rank in 0..MOST_COPIES {
            if budget.is_spent() {
                break;
            }
            let of_rank: Vec<Option<String>> = telling
                .par_iter()
                .zip(clusters)
                .map(|(telling, cluster)| {
                    let Some(member) = telling.get(rank) else {
                        return Ok(None);
                    };
                    let copy = lines.of(&member.id)?.map(TellingCopy::of).unwrap_or_default();
                    Ok(Some(copies::html(cluster, member, &copy, rank == 0)))
                })
                .collect::<Result<_>>()?;
            for (copy, copies) in of_rank.into_iter().zip(&mut copies) {
                copies.extend(copy.filter(|copy| budget.take(copy.len())));
            }
        }
        Ok(copies)
    }
}

impl SectionView<'_> {
    /// The section with its copies.
    pub(super) fn with(mut self, copies: &[String]) -> String {
        self.copies = copies.to_vec();
        self.render().unwrap_or_default()
    }
}

/// From when to when, in days.
pub(super) fn days(first: Option<&String>, last: Option<&String>) -> [String; 2] {
    [first, last].map(|time| time.and_then(|time| time.get(..10)).unwrap_or_default().to_owned())
}

fn section(number: usize, cluster: &ReportedCluster) -> SectionView<'_> {
    let additions = &cluster.added;
    let kept = cluster.reference.n_kept.iter();
    let shown = shown(&unwrapped(&cluster.reference.paragraphs), MOST_BYTES);
    let [first, last] = days(cluster.first_received.as_ref(), cluster.last_received.as_ref());
    SectionView {
        number,
        title: cluster.title.clone(),
        reference: printable::line(&cluster.reference.id),
        n_exact: cluster.n_exact(),
        n_edited: cluster.n_edited(),
        received: if first == last { first } else { format!("{first} to {last}") },
        belongs_to: None,
        opposed: Vec::new(),
        shares_passages: Vec::new(),
        hints: Vec::new(),
        cite: None,
        timeline: None,
        cluster,
        relayers: cluster
            .relayers
            .iter()
            .take(5)
            .map(|relayer| {
                let name = printable::excerpt(&relayer.relayer, 60);
                format!("{name} ({})", crate::report::grouped(relayer.n_comments as u64))
            })
            .collect(),
        dockets: printable::excerpt(&cluster.docket_ids.join(", "), 300),
        paragraphs: shown
            .into_iter()
            .zip(kept)
            .map(|(text, n_kept)| ParagraphView {
                text,
                n_kept: *n_kept,
                percent: percent(*n_kept, cluster.n_comments).replace('\u{A0}', ""),
            })
            .collect(),
        n_additions_open: ADDITIONS_OPEN,
        n_additions_left_out: additions.len().saturating_sub(MOST_ADDITIONS),
        additions: additions
            .iter()
            .take(MOST_ADDITIONS)
            .map(|addition| AdditionView {
                excerpt: printable::excerpt(&addition.text, ADDITION),
                whole: (addition.text.chars().count() > ADDITION)
                    .then(|| printable::excerpt(&addition.text, WHOLE_ADDITION)),
                n_comments: addition.n_comments,
                n_held_by: addition.n_held_by,
                n_words: addition.n_words,
                is_new: addition.is_new,
                id: printable::line(addition.members.first().map_or("", String::as_str)),
            })
            .collect(),
        copies: Vec::new(),
    }
}
