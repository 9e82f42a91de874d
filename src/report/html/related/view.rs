//! A campaign and what its lines told in, what its section shows out.

use anyhow::Result;
use askama::Template;
use rustc_hash::FxHashMap;

use super::{SeenCampaign, TogetherHead, day, head};
use crate::report::html::copies::{Tagged, tagged};
use crate::report::html::filters;
use crate::report::html::reading::who;
use crate::report::html::timeline::TimelineView;
use crate::report::html::wanted::Found;
use crate::report::html::wrapping::unwrapped;
use crate::report::schema::{
    CampaignKind, CopyPart, HeldPassage, RelayerCount, Report, ReportedCluster, SlotOption,
    TemplateCopy, TemplateSegment,
};
use crate::report::versions::{self, Stretch, VersionStep};
use crate::report::{citation, grouped, printable};

/// Letters and comments of a campaign that are named, and columns of a kit's table.
const MOST_NAMED: usize = 12;
/// Passages of a kit that are shown.
const MOST_PASSAGES: usize = 30;
/// Characters of a passage.
const PASSAGE: usize = 400;

/// A campaign and what it is made of.
#[derive(Template)]
#[template(path = "related.html", config = ".ci/askama.toml")]
pub(super) struct TogetherView<'a> {
    row: TogetherHead,
    /// The line to cite.
    cite: String,
    meaning: &'static str,
    n_submissions: u64,
    relayers: Vec<String>,
    letters: Vec<LetterView>,
    n_more_letters: usize,
    members: Vec<String>,
    n_more_members: usize,
    timeline: Option<TimelineView>,
    template: Vec<TemplateView<'a>>,
    /// How much of the copies is the campaign's wording.
    covered: Option<String>,
    copies: Vec<CopyView>,
    steps: Vec<StepView>,
    passages: Vec<PassageView>,
    n_more_passages: usize,
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

impl<'a> TogetherView<'a> {
    pub(super) fn of(
        seen: &SeenCampaign<'a>,
        report: &Report,
        clusters: &FxHashMap<&'a str, &'a ReportedCluster>,
        lines: Found<'_>,
    ) -> Result<Self> {
        let campaign = seen.campaign;
        let letters = versions::letters(campaign, |id| clusters.get(id).copied());
        let named = &letters[..letters.len().min(MOST_NAMED)];
        let steps = match campaign.kind {
            CampaignKind::Versions => versions::steps(named),
            _ => Vec::new(),
        };
        let passages = &campaign.passages;
        let members: Vec<String> =
            campaign.members.iter().take(MOST_NAMED).map(|id| printable::line(id)).collect();
        let copies = campaign.copies.iter().map(|copy| {
            let who = lines.of(&copy.id)?.as_ref().map(who).unwrap_or_default();
            Ok(copy_view(copy, who))
        });
        let timeline = seen.timeline.view(format!("{}-campaign", campaign.id));
        Ok(Self {
            row: head(campaign),
            cite: citation::campaign(report, campaign, letters.iter().copied()),
            meaning: campaign.kind.meaning(),
            n_submissions: campaign.n_submissions,
            relayers: campaign.relayers.iter().take(5).map(relayer).collect(),
            n_more_letters: letters.len() - named.len(),
            letters: named.iter().map(|cluster| letter(cluster)).collect(),
            n_more_members: campaign.members.len() - members.len(),
            members,
            timeline,
            template: campaign.template.iter().map(template_part).collect(),
            covered: campaign
                .evidence
                .covered
                .map(|covered| format!("{:.0}\u{A0}%", covered * 100.0)),
            copies: copies.collect::<Result<_>>()?,
            steps: steps.iter().enumerate().map(step).collect(),
            n_more_passages: passages.len().saturating_sub(MOST_PASSAGES),
            passages: passages.iter().take(MOST_PASSAGES).map(passage).collect(),
        })
    }
}

fn relayer(relayer: &RelayerCount) -> String {
    let name = printable::excerpt(&relayer.relayer, 60);
    format!("{name} ({})", grouped(relayer.n_comments as u64))
}

fn letter(cluster: &ReportedCluster) -> LetterView {
    LetterView {
        id: cluster.id.clone(),
        title: cluster.title.clone(),
        n_comments: cluster.n_comments,
        first: day(cluster.first_received.as_ref()),
    }
}

fn passage(held: &HeldPassage) -> PassageView {
    let n_named = held.of_letters.len().min(MOST_NAMED);
    let (of_letters, others) = held.of_letters.split_at(n_named);
    let n_alone = held.n_alone;
    PassageView {
        text: printable::excerpt(&held.text, PASSAGE),
        n_comments: held.n_comments,
        of_letters: of_letters.to_vec(),
        n_elsewhere: others.iter().fold(n_alone, |a, b| a.saturating_add(*b)),
    }
}

fn template_part(segment: &TemplateSegment) -> TemplateView<'_> {
    match segment {
        TemplateSegment::Fixed { text } => {
            TemplateView { text: printable::text(text), options: &[] }
        }
        TemplateSegment::Slot { options } => TemplateView {
            text: options.first().map(SlotOption::words).unwrap_or_default(),
            options,
        },
    }
}

fn copy_view(copy: &TemplateCopy, who: String) -> CopyView {
    let texts: Vec<String> = copy
        .paragraphs
        .iter()
        .map(|pieces| pieces.iter().map(|piece| piece.text.as_str()).collect())
        .collect();
    // Every place in a text stays where it was.
    let paragraphs = copy.paragraphs.iter().zip(unwrapped(&texts)).map(|(pieces, text)| {
        let mut at = 0;
        let tagged = pieces.iter().map(|piece| {
            let (open, close) = match piece.part {
                CopyPart::Fixed => ("", ""),
                CopyPart::Filling => ("<mark>", "</mark>"),
                CopyPart::Own => ("<ins>", "</ins>"),
            };
            let start = at;
            at += piece.text.len();
            (open, printable::text(text.get(start..at).unwrap_or(&piece.text)), close)
        });
        tagged.collect()
    });
    CopyView {
        id: printable::line(&copy.id),
        who,
        paragraphs: (!copy.paragraphs.is_empty()).then(|| paragraphs.collect()),
    }
}

fn step((at, step): (usize, &VersionStep<'_>)) -> StepView {
    let (n_new, n_gone) = step.n_words();
    StepView {
        before: at + 1,
        after: at + 2,
        n_new,
        n_gone,
        opposite: step.opposite().map(|words| printable::line(&words)),
        stretches: step
            .paragraphs
            .as_ref()
            .map(|paragraphs| versions::stretches(paragraphs).iter().map(stretch).collect()),
    }
}

fn stretch(stretch: &Stretch<'_>) -> StretchView {
    match stretch {
        Stretch::Same(n) => StretchView::Same(*n),
        Stretch::Changed(pieces) => StretchView::Changed(pieces.iter().map(tagged).collect()),
    }
}
