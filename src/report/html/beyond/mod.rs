//! Report and lines in, the campaigns out that are more than a letter and its copies: a row of a table, and a
//! section that shows what belongs together and how.
//!
//! | kind | its section shows |
//! |---|---|
//! | reworded | the template, and some copies with what fills its slots (`slots.rs`) |
//! | versions | what changed from one letter to the next |
//! | kit | how many comments hold which passage |
//! | talking points | the points, and how comments make them |

mod slots;

use askama::Template;
use rustc_hash::FxHashMap;
use sha1::{Digest as _, Sha1};

use self::slots::{CopyPart, FixedWords};
use super::budget::Budget;
use super::copies::{TellingCopy, tags};
use super::filters;
use super::picture::{Arrivals, ArrivalsView};
use crate::report::kit::Kit;
use crate::report::points::{PointView, SaidPoints};
use crate::report::schema::{
    DocumentLine, RelayerCount, Report, ReportedCampaign, ReportedCampaignKind, ReportedCluster,
    ReportedMember, SlotOption, TemplateSegment,
};
use crate::report::versions::{self, Stretch, VersionStep};
use crate::report::{grouped, printable};

/// Letters and comments of a campaign that are named, and columns of a kit's table.
const MOST_NAMED: usize = 12;
/// Passages of a kit that are shown.
const MOST_PASSAGES: usize = 30;
/// Copies of a reworded letter beside each other.
const COPIES: usize = 5;
/// Characters of a campaign's first words, of a letter's, and of a passage.
const TITLE: usize = 140;
const LETTER: usize = 70;
const PASSAGE: usize = 400;

/// The campaigns that are more than a letter, and what is known of them so far.
pub(super) struct Together<'a> {
    clusters: FxHashMap<&'a str, &'a ReportedCluster>,
    campaigns: Vec<SeenCampaign<'a>>,
    numbers: FxHashMap<&'a str, usize>,
}

/// A campaign, and what its lines told so far.
struct SeenCampaign<'a> {
    campaign: &'a ReportedCampaign,
    arrivals: Arrivals,
    /// Of a reworded letter the copies that are shown.
    copies: Vec<(&'a ReportedMember, TellingCopy)>,
    kit: Option<Kit<'a>>,
    points: SaidPoints<'a>,
}

/// What there is on the page of these campaigns.
pub(super) struct TogetherViews<'a> {
    pub(super) rows: Vec<TogetherRow>,
    pub(super) sections: Vec<String>,
    pub(super) shown_campaigns: ShownCampaigns<'a>,
}

/// Where the page shows what a letter, or a single comment, belongs to.
pub(super) struct ShownCampaigns<'a> {
    /// The kind of each campaign that has a section.
    kinds: FxHashMap<&'a str, &'static str>,
    of_clusters: FxHashMap<&'a str, &'a str>,
}

/// The campaign that something belongs to, and what it is.
#[derive(Clone)]
pub(super) struct ShownCampaign {
    pub(super) campaign: String,
    pub(super) kind: &'static str,
}

/// A row of the table.
pub(super) struct TogetherRow {
    pub(super) id: String,
    pub(super) kind: &'static str,
    pub(super) title: String,
    pub(super) n_comments: usize,
    pub(super) n_letters: usize,
    pub(super) n_alone: usize,
    pub(super) first: String,
    pub(super) last: String,
    /// Whether its section is on the page.
    pub(super) has_section: bool,
}

/// A campaign and what it is made of.
#[derive(Template)]
#[template(path = "together.html", config = ".ci/askama.toml")]
struct TogetherView<'a> {
    row: TogetherRow,
    meaning: &'static str,
    n_submissions: u64,
    relayers: Vec<String>,
    letters: Vec<LetterView>,
    n_more_letters: usize,
    members: Vec<String>,
    n_more_members: usize,
    arrivals: Option<ArrivalsView>,
    template: Vec<TemplateView<'a>>,
    /// How much of the copies is the campaign's wording.
    covered: Option<String>,
    copies: Vec<CopyView>,
    steps: Vec<StepView>,
    passages: Vec<PassageView>,
    n_more_passages: usize,
    points: Vec<PointView>,
    n_more_points: usize,
}

/// A letter of a campaign.
struct LetterView {
    id: String,
    title: String,
    n_comments: usize,
    first: String,
}

/// A part of a template: text, or a slot with its wordings.
struct TemplateView<'a> {
    text: String,
    options: &'a [SlotOption],
}

/// A copy, its fixed words and those that fill slots.
struct CopyView {
    id: String,
    who: String,
    /// None where it is too long.
    paragraphs: Option<Vec<Vec<Tagged>>>,
}

/// A piece of text between its tags.
type Tagged = (&'static str, String, &'static str);

/// What changed from one letter to the next.
struct StepView {
    /// Places in the list of letters.
    before: usize,
    after: usize,
    n_new: usize,
    n_gone: usize,
    opposite: Option<String>,
    /// None where a letter is too long.
    stretches: Option<Vec<StretchView>>,
}

/// Paragraphs that are the same, by their number, or one with its marks.
enum StretchView {
    Same(usize),
    Changed(Vec<Tagged>),
}

/// A passage of a kit, and how many comments of each letter's cluster hold it.
struct PassageView {
    text: String,
    n_comments: usize,
    of_letters: Vec<usize>,
    n_elsewhere: usize,
}

impl<'a> Together<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        let clusters = report.clusters.iter();
        let clusters: FxHashMap<&str, &ReportedCluster> = clusters
            .map(|cluster| (cluster.id.as_str(), cluster))
            .collect();
        let beyond = report.campaigns.iter();
        let beyond = beyond.filter(|it| it.kind != ReportedCampaignKind::Letter);
        let campaigns: Vec<SeenCampaign<'a>> = beyond
            .map(|campaign| SeenCampaign::new(campaign, &clusters))
            .collect();
        let numbers = campaigns.iter().enumerate();
        Self {
            numbers: numbers
                .map(|(at, it)| (it.campaign.id.as_str(), at))
                .collect(),
            clusters,
            campaigns,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.campaigns.len()
    }

    pub(super) fn see(&mut self, line: &DocumentLine) {
        let campaign = line.campaign.as_deref();
        if let Some(at) = campaign.and_then(|id| self.numbers.get(id)) {
            self.campaigns[*at].see(line);
        }
    }

    /// Rows of the table and sections, the largest first, as far as they fit.
    pub(super) fn views(self, budget: &mut Budget) -> TogetherViews<'a> {
        let campaigns: Vec<&ReportedCampaign> =
            self.campaigns.iter().map(|it| it.campaign).collect();
        let rows = self.campaigns.iter().map(|seen| row(seen.campaign));
        let mut rows: Vec<TogetherRow> = budget.part(5, |budget| {
            rows.take_while(|row| budget.take(row.title.len() + row.id.len() + 250))
                .collect()
        });
        let clusters = &self.clusters;
        let sections: Vec<String> = budget.part(15, |budget| {
            let sections = self.campaigns.into_iter().map(|seen| {
                let section = seen.view(clusters).render();
                section.unwrap_or_default()
            });
            sections.take_while(|it| budget.take(it.len())).collect()
        });
        for row in rows.iter_mut().take(sections.len()) {
            row.has_section = true;
        }
        TogetherViews {
            rows,
            shown_campaigns: ShownCampaigns::of(&campaigns[..sections.len()]),
            sections,
        }
    }
}

impl<'a> ShownCampaigns<'a> {
    fn of(campaigns: &[&'a ReportedCampaign]) -> Self {
        let kinds = campaigns.iter();
        let of_clusters = campaigns.iter().flat_map(|campaign| {
            let clusters = campaign.clusters.iter();
            clusters.map(|id| (id.as_str(), campaign.id.as_str()))
        });
        Self {
            kinds: kinds.map(|it| (it.id.as_str(), it.kind.words())).collect(),
            of_clusters: of_clusters.collect(),
        }
    }

    pub(super) fn of_cluster(&self, cluster: &str) -> Option<ShownCampaign> {
        self.campaign(self.of_clusters.get(cluster)?)
    }

    pub(super) fn campaign(&self, campaign: &str) -> Option<ShownCampaign> {
        Some(ShownCampaign {
            kind: self.kinds.get(campaign)?,
            campaign: campaign.to_owned(),
        })
    }
}

impl<'a> SeenCampaign<'a> {
    fn new(
        campaign: &'a ReportedCampaign,
        clusters: &FxHashMap<&'a str, &'a ReportedCluster>,
    ) -> Self {
        let cluster = |id: &str| clusters.get(id).copied();
        let is_kit = campaign.kind == ReportedCampaignKind::Kit;
        let is_reworded = campaign.kind == ReportedCampaignKind::Reworded;
        let letters = campaign.clusters.iter().filter(|_| is_reworded);
        let letters = letters.filter_map(|id| cluster(id));
        let members = letters.flat_map(|letter| &letter.members).collect();
        let copies = drawn(members).into_iter();
        Self {
            campaign,
            arrivals: Arrivals::default(),
            copies: copies.map(|it| (it, TellingCopy::default())).collect(),
            kit: is_kit.then(|| Kit::new(campaign, cluster)),
            points: SaidPoints::new(campaign),
        }
    }

    fn see(&mut self, line: &DocumentLine) {
        self.arrivals.see(line);
        self.points.see(line);
        if let Some(kit) = &mut self.kit {
            kit.see(line);
        }
        for (member, copy) in &mut self.copies {
            if member.id == line.id {
                copy.see(line);
            }
        }
    }

    fn view(self, clusters: &FxHashMap<&'a str, &'a ReportedCluster>) -> TogetherView<'a> {
        let campaign = self.campaign;
        let cluster = |id: &str| clusters.get(id).copied();
        let letters: Vec<&ReportedCluster> = match campaign.kind {
            ReportedCampaignKind::Versions => versions::in_order(campaign, cluster),
            _ => campaign
                .clusters
                .iter()
                .filter_map(|id| cluster(id))
                .collect(),
        };
        let named = &letters[..letters.len().min(MOST_NAMED)];
        let steps = match campaign.kind {
            ReportedCampaignKind::Versions => versions::steps(named),
            _ => Vec::new(),
        };
        let passages = self.kit.as_ref().map(Kit::passages).unwrap_or_default();
        let members = campaign.members.iter().take(MOST_NAMED);
        let members: Vec<String> = members.map(|id| printable::line(id)).collect();
        let points = self.points.views();
        let fixed = FixedWords::of(&campaign.template);
        let copies = self.copies.into_iter();
        let arrivals = self.arrivals.view(format!("{}-arrivals", campaign.id));
        let percent = |covered: f64| format!("{:.0}\u{A0}%", covered * 100.0);
        TogetherView {
            row: row(campaign),
            meaning: campaign.kind.meaning(),
            n_submissions: campaign.n_submissions,
            relayers: campaign.relayers.iter().take(5).map(relayer).collect(),
            n_more_letters: letters.len() - named.len(),
            letters: named.iter().map(|it| letter(it)).collect(),
            n_more_members: campaign.members.len() - members.len(),
            members,
            // One bar says no more than its date.
            arrivals: arrivals.filter(|arrivals| arrivals.bars.len() > 1),
            template: campaign.template.iter().map(template_part).collect(),
            covered: campaign.evidence.covered.map(percent),
            copies: copies
                .map(|(it, copy)| copy_view(it, copy, &fixed))
                .collect(),
            steps: steps.iter().enumerate().map(step).collect(),
            n_more_passages: passages.len().saturating_sub(MOST_PASSAGES),
            passages: passages
                .iter()
                .take(MOST_PASSAGES)
                .map(|it| {
                    let n_named = it.of_letters.len().min(MOST_NAMED);
                    let (of_letters, others) = it.of_letters.split_at(n_named);
                    let others = others.iter().fold(it.n_alone, |a, b| a.saturating_add(*b));
                    PassageView {
                        text: printable::excerpt(it.text, PASSAGE),
                        n_comments: it.n_comments,
                        of_letters: of_letters.to_vec(),
                        n_elsewhere: others,
                    }
                })
                .collect(),
            n_more_points: campaign.points.len() - points.len(),
            points,
        }
    }
}

/// Some members by the digests of their ids: drawn blindly, and always the same.
fn drawn(members: Vec<&ReportedMember>) -> Vec<&ReportedMember> {
    let digests = members.into_iter();
    let mut digests: Vec<([u8; 20], &ReportedMember)> = digests
        .map(|member| (Sha1::digest(&member.id).into(), member))
        .collect();
    digests.sort_unstable_by(|a, b| (a.0, &a.1.id).cmp(&(b.0, &b.1.id)));
    digests.truncate(COPIES);
    digests.into_iter().map(|(_, member)| member).collect()
}

fn row(campaign: &ReportedCampaign) -> TogetherRow {
    TogetherRow {
        id: campaign.id.clone(),
        kind: campaign.kind.words(),
        title: printable::excerpt(&campaign.title, TITLE),
        n_comments: campaign.n_comments,
        n_letters: campaign.clusters.len(),
        n_alone: campaign.members.len(),
        first: day(campaign.first_received.as_ref()),
        last: day(campaign.last_received.as_ref()),
        has_section: false,
    }
}

fn day(time: Option<&String>) -> String {
    let day = time.and_then(|time| time.get(..10));
    day.unwrap_or_default().to_owned()
}

fn relayer(relayer: &RelayerCount) -> String {
    let name = printable::excerpt(&relayer.relayer, 60);
    format!("{name} ({})", grouped(relayer.n_comments as u64))
}

fn letter(cluster: &ReportedCluster) -> LetterView {
    let text = cluster.reference.paragraphs.join(" ");
    LetterView {
        id: cluster.id.clone(),
        title: printable::excerpt(&text, LETTER),
        n_comments: cluster.n_comments,
        first: day(cluster.first_received.as_ref()),
    }
}

fn template_part(segment: &TemplateSegment) -> TemplateView<'_> {
    match segment {
        TemplateSegment::Fixed { text } => TemplateView {
            text: printable::text(text),
            options: &[],
        },
        TemplateSegment::Slot { options } => TemplateView {
            text: options.first().map(wording).unwrap_or_default(),
            options,
        },
    }
}

/// What fills a slot, in words where it is nothing.
fn wording(option: &SlotOption) -> String {
    match option.text.as_str() {
        "" => "(nothing)".to_owned(),
        text => printable::line(text),
    }
}

fn copy_view(member: &ReportedMember, copy: TellingCopy, fixed: &FixedWords) -> CopyView {
    let own = member.unique_text.iter();
    let own: Vec<&str> = own.map(|passage| passage.text.as_str()).collect();
    let tagged = |(part, text): (CopyPart, String)| {
        let (open, close) = match part {
            CopyPart::Fixed => ("", ""),
            CopyPart::Filling => ("<mark>", "</mark>"),
            CopyPart::Own => ("<ins>", "</ins>"),
        };
        (open, printable::text(&text), close)
    };
    CopyView {
        id: printable::line(&member.id),
        who: copy.who,
        paragraphs: copy.text.map(|text| {
            let paragraphs = fixed.stretches(&text, &own).into_iter();
            paragraphs
                .map(|parts| parts.into_iter().map(tagged).collect())
                .collect()
        }),
    }
}

fn step((at, step): (usize, &VersionStep<'_>)) -> StepView {
    let (n_new, n_gone) = step.n_words();
    let view = |stretch: &Stretch<'_>| match stretch {
        Stretch::Same(n) => StretchView::Same(*n),
        Stretch::Changed(pieces) => {
            let pieces = pieces.iter().map(|piece| {
                let (open, close) = tags(piece.mark);
                (open, printable::text(&piece.text), close)
            });
            StretchView::Changed(pieces.collect())
        }
    };
    StepView {
        before: at + 1,
        after: at + 2,
        n_new,
        n_gone,
        opposite: step.opposite().map(|words| printable::line(&words)),
        stretches: step
            .paragraphs
            .as_ref()
            .map(|it| versions::stretches(it).iter().map(view).collect()),
    }
}
