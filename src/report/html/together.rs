//! A campaign that is more than a letter and its copies in, out what its row opens: what belongs together and how.
//!
//! | kind | its row opens |
//! |---|---|
//! | reworded | the template, and some copies with what fills its slots  |
//! | versions | what changed from one letter to the next |
//! | kit | its passages, those that most hold first |

use anyhow::Result;
use askama::Template;

use super::copies::{Tagged, tagged};
use super::filters;
use super::letters::PassageView;
use super::reading::who;
use super::wanted::Found;
use super::wrapping::unwrapped;
use crate::report::printable;
use crate::report::schema::{
    CampaignKind, CopyPart, ReportedCampaign, ReportedCluster, SlotOption, TemplateCopy,
    TemplateSegment,
};
use crate::report::versions::{self, Stretch, VersionStep};

/// Versions that are held against each other, and comments that are named.
const MOST_NAMED: usize = 12;
/// Passages of a kit that are shown.
const MOST_PASSAGES: usize = 30;
/// Characters of a passage.
const PASSAGE: usize = 400;

/// What belongs together.
#[derive(Template)]
#[template(path = "together.html", config = ".ci/askama.toml")]
pub(super) struct TogetherView<'a> {
    campaign: &'a ReportedCampaign,
    members: Vec<String>,
    template: Vec<TemplateView<'a>>,
    /// How much of the copies is the campaign's wording.
    covered: Option<String>,
    copies: Vec<CopyView>,
    steps: Vec<StepView>,
    passages: Vec<PassageView>,
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
    before: String,
    after: String,
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

impl<'a> TogetherView<'a> {
    pub(super) fn of(
        campaign: &'a ReportedCampaign,
        letters: &[&'a ReportedCluster],
        lines: Found<'_>,
    ) -> Result<Self> {
        let steps = match campaign.kind {
            CampaignKind::Versions => versions::steps(&letters[..letters.len().min(MOST_NAMED)]),
            _ => Vec::new(),
        };
        let copies = campaign.copies.iter().map(|copy| {
            let who = lines.of(&copy.id)?.as_ref().map(who).unwrap_or_default();
            Ok(copy_view(copy, who))
        });
        let named = campaign.members.iter().take(MOST_NAMED);
        Ok(Self {
            campaign,
            members: named.map(|id| printable::line(id)).collect(),
            template: campaign.template.iter().map(template_part).collect(),
            covered: campaign
                .evidence
                .covered
                .map(|covered| format!("{:.0}\u{A0}%", covered * 100.0)),
            copies: copies.collect::<Result<_>>()?,
            steps: steps.iter().map(step).collect(),
            passages: campaign
                .passages
                .iter()
                .take(MOST_PASSAGES)
                .map(|held| {
                    let text = printable::excerpt(&held.text, PASSAGE);
                    PassageView::of(text, held.n_comments, campaign.n_comments)
                })
                .collect(),
        })
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

fn step(step: &VersionStep<'_>) -> StepView {
    let (n_new, n_gone) = step.n_words();
    StepView {
        before: step.before.title.clone(),
        after: step.after.title.clone(),
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
