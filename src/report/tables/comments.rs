//! Comments: `comments.csv`, sheet *Comments*.

use super::cell::time;
use super::{Campaigns, Cell, Row, found, yes};
use crate::report::schema::{Category, DocumentLine, ReportedAttachment};

impl Campaigns<'_> {
    /// The row of an input, which leads to its campaign.
    pub fn comment<'b>(&'b self, line: &'b DocumentLine) -> Row<'b> {
        let evidence = line.evidence.as_ref();
        let attachments: Vec<String> =
            line.attachments.iter().map(ReportedAttachment::words).collect();
        let campaign = line.campaign.as_ref().and_then(|id| self.named(id));
        vec![
            (&line.id).into(),
            line.bucket.words().into(),
            yes(line.is_new).into(),
            (&line.cluster).into(),
            self.link(&line.campaign),
            campaign.map_or(Cell::EMPTY, |campaign| (&campaign.title).into()),
            campaign.map_or(Cell::EMPTY, |campaign| campaign.n_comments.into()),
            line.letter_type().into(),
            if line.is_letter() { "letter" } else { line.category.map_or("", Category::words) }
                .into(),
            evidence.map_or("", |evidence| evidence.rule.words()).into(),
            evidence.map_or(Cell::EMPTY, |evidence| (&evidence.compared_with).into()),
            evidence.map_or(Cell::EMPTY, |evidence| Cell::Decimal(evidence.distance)),
            share(line.shared.map(|shared| shared.of_comment)),
            share(line.shared.map(|shared| shared.of_letter)),
            line.also_contains.join("; ").into(),
            line.nearest.as_ref().map_or("", |nearest| nearest.id.as_str()).into(),
            line.nearest.as_ref().map_or(Cell::EMPTY, |nearest| Cell::Decimal(nearest.distance)),
            line.nearest.as_ref().map_or("", |nearest| nearest.why.words()).into(),
            line.quoted().unwrap_or_default().into(),
            line.unique_text.join("\n\n").into(),
            line.category.map_or(Cell::EMPTY, |_| line.n_words.into()),
            found(line.facts.figures),
            found(line.facts.citations),
            found(line.facts.cases),
            line.paragraphs.join("\n\n").into(),
            (&line.author).into(),
            (&line.organization).into(),
            (&line.city).into(),
            (&line.state).into(),
            (&line.country).into(),
            (&line.subject).into(),
            time(&line.timestamp),
            time(&line.received),
            time(&line.posted),
            line.sent().map_or(Cell::EMPTY, |_| time(&line.timestamp)),
            line.docket_ids.join("; ").into(),
            line.other_keys.join("; ").into(),
            (&line.relayer).into(),
            line.kept_back().collect::<Vec<_>>().join("; ").into(),
            attachments.join("; ").into(),
            line.claimed_duplicates.map_or(Cell::EMPTY, Cell::Number),
            line.n_signers.map_or(Cell::EMPTY, Cell::Number),
            (&line.reason).into(),
            (&line.resubmission_of).into(),
            (&line.source).into(),
            line.also_in.join("; ").into(),
        ]
    }
}

/// A part, where it is known.
fn share(known: Option<f64>) -> Cell<'static> {
    known.map_or(Cell::EMPTY, Cell::Decimal)
}
