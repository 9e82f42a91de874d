//! A campaign that is more than a letter and its copies in, out what its row opens: what belongs together and how.
//!
//! | kind | its row opens |
//! |---|---|
//! | reworded | the template, and some copies with what fills its slots  |
//! | versions | what changed from one letter to the next |
//! | kit | its passages, those that most hold first |

use anyhow::Result;
use askama::Template;

use super::copies::{self, Tagged};
use super::filters;
use super::letters::PassageView;
use super::reading::who;
use super::room::Found;
use super::wrapping::unwrapped;
use crate::report::printable;
use crate::report::schema::{
    CampaignKind, CopyPart, ReportedCampaign, ReportedCluster, TemplateCopy, TemplatePart,
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
    /// Copies, each with who sent it, its fixed words and those that fill slots.
    copies: Vec<CopyOfTemplate<'a>>,
    steps: Vec<VersionStep<'a>>,
    passages: Vec<PassageView>,
}

struct CopyOfTemplate<'a> {
    id: &'a str,
    who: String,
    /// None where it is too long.
    paragraphs: Option<Vec<Vec<Tagged>>>,
}

impl<'a> TogetherView<'a> {
    pub(super) fn of(
        campaign: &'a ReportedCampaign,
        letters: &[&'a ReportedCluster],
        lines: Found<'_>,
    ) -> Result<Self> {
        let copies = campaign.copies.iter().map(|copy| {
            let who = lines.of(&copy.id)?.as_ref().map(who).unwrap_or_default();
            let paragraphs = (!copy.paragraphs.is_empty()).then(|| beside_template(copy));
            Ok(CopyOfTemplate { id: &copy.id, who, paragraphs })
        });
        let passages = campaign.passages.iter().take(MOST_PASSAGES).map(|held| {
            let text = printable::excerpt(&held.text, PASSAGE);
            PassageView::of(text, held.n_comments, campaign.n_comments)
        });
        Ok(Self {
            campaign,
            copies: copies.collect::<Result<_>>()?,
            steps: match campaign.kind {
                CampaignKind::Versions => {
                    versions::steps(&letters[..letters.len().min(MOST_NAMED)])
                }
                _ => Vec::new(),
            },
            passages: passages.collect(),
        })
    }
}

/// The pieces of a copy between the tags of what they are.
fn beside_template(copy: &TemplateCopy) -> Vec<Vec<Tagged>> {
    let texts: Vec<String> = copy
        .paragraphs
        .iter()
        .map(|pieces| pieces.iter().map(|piece| piece.text.as_str()).collect())
        .collect();
    // Every place in a text stays where it was.
    let unwrapped = unwrapped(&texts);
    let paragraphs = copy.paragraphs.iter().zip(&unwrapped).map(|(pieces, text)| {
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
    paragraphs.collect()
}
