//! Report and lines in, the campaigns out: a row of the table, a section, and the telling copies of each.

use anyhow::Result;
use askama::Template;
use rayon::prelude::*;

use super::beyond::{ShownCampaign, ShownCampaigns};
use super::budget::{Budget, shown};
use super::copies::{self, MOST_BYTES, MOST_COPIES, TellingCopy};
use super::filters;
use super::glance::percent;
use super::linked::title;
use super::opposed::{Opposed, OpposedView};
use super::timeline::{DocketTimeline, TimelineView};
use super::wanted::Found;
use super::wrapping::unwrapped;
use crate::report::printable;
use crate::report::schema::{Report, ReportedCluster, ReportedMember};

/// Added passages shown of a campaign.
const MOST_ADDITIONS: usize = 30;
/// Those that are shown at once.
const ADDITIONS_OPEN: usize = 5;
/// Characters of a passage that are shown at once, and in all.
const ADDITION: usize = 320;
const WHOLE_ADDITION: usize = 6000;
/// Characters of a campaign's first words.
const TITLE: usize = 90;

/// The campaigns.
pub(super) struct CampaignSections<'a> {
    report: &'a Report,
}

/// A row of the table of campaigns.
pub(super) struct RowView {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) is_form_letter: bool,
    pub(super) is_new: bool,
    pub(super) n_comments: usize,
    pub(super) n_new: usize,
    pub(super) n_exact: usize,
    pub(super) n_edited: usize,
    pub(super) n_additions: usize,
    pub(super) first: String,
    pub(super) last: String,
    pub(super) relayer: String,
    pub(super) sample: String,
    /// Campaigns that say the opposite.
    pub(super) opposed: Vec<OpposedView>,
    /// Whether its section is on the page.
    pub(super) has_section: bool,
}

/// A campaign with its letter.
#[derive(Template)]
#[template(path = "campaign.html", config = ".ci/askama.toml")]
pub(super) struct SectionView<'a> {
    row: RowView,
    /// What it belongs to, besides itself.
    belongs_to: Option<ShownCampaign>,
    is_first: bool,
    cluster: &'a ReportedCluster,
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
    n_words: usize,
    is_new: bool,
    id: String,
}

impl<'a> CampaignSections<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        Self { report }
    }

    /// Comments whose copies may be shown.
    pub(super) fn shown_comments(&self) -> impl Iterator<Item = &'a str> {
        let members = self.report.clusters.iter().flat_map(|it| &it.members);
        members.map(|it| it.id.as_str())
    }

    /// Rows of the table, the largest first, as far as they fit.
    pub(super) fn rows(&self, budget: &mut Budget) -> Vec<RowView> {
        let opposed = Opposed::new(self.report);
        let rows = self.report.clusters.iter().map(|it| row(it, &opposed));
        budget.part(25, |budget| {
            rows.take_while(|row| {
                let text = row.title.len() + row.relayer.len() + row.sample.len();
                budget.take(text + 650 + 900 * row.opposed.len())
            })
            .collect()
        })
    }

    /// The campaigns with their letters, as far as they fit.
    pub(super) fn sections(
        &self,
        shown_campaigns: &ShownCampaigns<'_>,
        timeline: &DocketTimeline,
        budget: &mut Budget,
    ) -> Vec<SectionView<'a>> {
        let opposed = Opposed::new(self.report);
        let clusters = self.report.clusters.iter().enumerate();
        budget.part(40, |budget| {
            clusters
                .map(|(number, cluster)| {
                    let belongs_to = shown_campaigns.of_cluster(&cluster.id);
                    let of_campaign = timeline.of_campaign(number);
                    SectionView {
                        belongs_to,
                        is_first: number == 0,
                        timeline: of_campaign.view(format!("{}-arrivals", cluster.id)),
                        ..section(cluster, &opposed)
                    }
                })
                .take_while(|section| budget.take(section.to_string().len()))
                .collect()
        })
    }

    /// The telling copies of the first campaigns, as far as they fit: the first of all campaigns before
    /// the second of any.
    pub(super) fn copies(
        &self,
        n_campaigns: usize,
        lines: Found<'_>,
        budget: &mut Budget,
    ) -> Result<Vec<Vec<String>>> {
        let mut copies: Vec<Vec<String>> = vec![Vec::new(); n_campaigns];
        let clusters = &self.report.clusters[..n_campaigns];
        // Of each campaign, what was added most first.
        let telling: Vec<Vec<&ReportedMember>> = clusters.par_iter().map(copies::telling).collect();
        budget.part(70, |budget| {
            for rank in 0..MOST_COPIES {
                if budget.is_spent() {
                    break;
                }
                let of_rank: Vec<Option<String>> = telling
                    .par_iter()
                    .zip(clusters)
                    .map(|(telling, cluster)| {
                        let html = |member: &&ReportedMember| {
                            let copy = lines.of(&member.id)?.map(TellingCopy::of);
                            let copy = copy.unwrap_or_default();
                            Ok(copies::html(cluster, member, &copy, rank == 0))
                        };
                        telling.get(rank).map(html).transpose()
                    })
                    .collect::<Result<_>>()?;
                for (copy, copies) in of_rank.into_iter().zip(&mut copies) {
                    copies.extend(copy.filter(|copy| budget.take(copy.len())));
                }
            }
            Ok(copies)
        })
    }
}

impl SectionView<'_> {
    /// The section with its copies.
    pub(super) fn with(mut self, copies: &[String]) -> String {
        self.copies = copies.to_vec();
        self.render().unwrap_or_default()
    }
}

fn row(cluster: &ReportedCluster, opposed: &Opposed<'_>) -> RowView {
    let day =
        |time: &Option<String>| time.as_deref().and_then(|time| time.get(..10).map(str::to_owned));
    RowView {
        id: cluster.id.clone(),
        title: title(cluster, TITLE),
        is_form_letter: cluster.is_form_letter,
        is_new: cluster.is_new,
        n_comments: cluster.n_comments,
        n_new: cluster.n_new,
        n_exact: cluster.n_exact(),
        n_edited: cluster.n_edited(),
        n_additions: cluster.added.len(),
        first: day(&cluster.first_received).unwrap_or_default(),
        last: day(&cluster.last_received).unwrap_or_default(),
        relayer: cluster
            .relayers
            .first()
            .map(|relayer| printable::excerpt(&relayer.relayer, 60))
            .unwrap_or_default(),
        sample: printable::line(&cluster.reference.id),
        opposed: opposed.of(cluster),
        has_section: false,
    }
}

fn section<'a>(cluster: &'a ReportedCluster, opposed: &Opposed<'_>) -> SectionView<'a> {
    let additions = &cluster.added;
    let kept = cluster.reference.n_kept.iter();
    let shown = shown(&unwrapped(&cluster.reference.paragraphs), MOST_BYTES);
    SectionView {
        row: row(cluster, opposed),
        belongs_to: None,
        is_first: false,
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
                n_words: addition.n_words,
                is_new: addition.is_new,
                id: printable::line(addition.members.first().map_or("", String::as_str)),
            })
            .collect(),
        copies: Vec::new(),
    }
}
