//! The tables that are made from lines: rows of an input.

use super::cell::time;
use super::{Campaigns, Cell, Row, found, yes};
use crate::report::schema::{Category, DocumentLine, ReportedAttachment};
use crate::report::{joined, printable};

/// Characters of a comment in the sheet *Unique comments*; the whole stands in the sheet *Comments*.
const EXCERPT: usize = 1000;

/// One row per input, also the sheet *Comments*.
pub const COMMENTS: &str = "comments.csv";
/// What is to be fetched.
const TO_FETCH: &str = "to-fetch.csv";
/// What respondents answered to several questions.
const ANSWERS: &str = "answers.csv";

/// The files of these tables; the last one, where the comments are answers to several questions.
pub const OF_LINES: [&str; 3] = [COMMENTS, TO_FETCH, ANSWERS];

impl Campaigns<'_> {
    /// The row of an input, which leads to its campaign.
    pub fn comment<'b>(&'b self, line: &'b DocumentLine) -> Row<'b> {
        let (evidence, nearest) = (line.evidence.as_ref(), line.nearest.as_ref());
        let campaign = line.campaign.as_ref().and_then(|id| self.named(id));
        vec![
            (&line.id).into(),
            line.bucket.words().into(),
            yes(line.is_new).into(),
            (&line.cluster).into(),
            self.link(&line.campaign),
            campaign.map(|campaign| &campaign.title).into(),
            campaign.map(|campaign| campaign.n_comments).into(),
            line.letter_type().into(),
            if line.is_letter() { "letter" } else { line.category.map_or("", Category::words) }
                .into(),
            evidence.map(|evidence| evidence.rule.words()).into(),
            evidence.map(|evidence| &evidence.compared_with).into(),
            evidence.map(|evidence| Cell::Decimal(evidence.distance)).into(),
            line.shared.map(|shared| Cell::Decimal(shared.of_comment)).into(),
            line.shared.map(|shared| Cell::Decimal(shared.of_letter)).into(),
            line.also_contains.join("; ").into(),
            nearest.map(|nearest| &nearest.id).into(),
            nearest.map(|nearest| Cell::Decimal(nearest.distance)).into(),
            nearest.map(|nearest| nearest.why.words()).into(),
            line.quoted().into(),
            line.unique_text.join("\n\n").into(),
            line.category.map(|_| line.n_words).into(),
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
            line.sent().map(|_| time(&line.timestamp)).into(),
            line.docket_ids.join("; ").into(),
            line.other_keys.join("; ").into(),
            (&line.relayer).into(),
            joined(line.kept_back(), "; ").into(),
            joined(line.attachments.iter().map(ReportedAttachment::words), "; ").into(),
            line.claimed_duplicates.into(),
            line.n_signers.into(),
            (&line.reason).into(),
            (&line.resubmission_of).into(),
            (&line.source).into(),
            line.also_in.join("; ").into(),
        ]
    }

    /// The row of a comment like no other in the sheet *Unique comments*, which leads to the campaign whose wording it shares.
    pub(in crate::report) fn unique<'b>(&self, line: &'b DocumentLine) -> Row<'b> {
        vec![
            (&line.id).into(),
            self.link(&line.campaign),
            yes(line.is_new).into(),
            line.n_rare_words.into(),
            line.n_words.into(),
            found(line.facts.figures),
            found(line.facts.citations),
            found(line.facts.cases),
            printable::excerpt(&line.paragraphs.join(" "), EXCERPT).into(),
            (&line.author).into(),
            (&line.organization).into(),
            (&line.city).into(),
            (&line.state).into(),
            (&line.country).into(),
            time(&line.timestamp),
            (&line.subject).into(),
            joined(line.attachments.iter().map(ReportedAttachment::words), "; ").into(),
            line.docket_ids.join("; ").into(),
        ]
    }
}

/// The rows of `to-fetch.csv` of an input: one for each file that came with it and was not read.
pub(in crate::report) fn to_fetch(line: &DocumentLine) -> impl Iterator<Item = Row<'_>> {
    line.not_read().map(|file| {
        vec![
            (&line.id).into(),
            name(line, file).into(),
            file.link().into(),
            file.why_not_read().into(),
        ]
    })
}

/// The name under which a file is read with its comment. Many records name a file `attachment_1.pdf`: the comment's id
/// before it tells whose it is.
fn name(line: &DocumentLine, file: &ReportedAttachment) -> String {
    let is_record_id = line.id != line.source && !line.id.contains(['/', '\\']);
    let name = file.file_name();
    if is_record_id && file.is_read.is_none() {
        format!("{}_{name}", line.id)
    } else {
        name.to_owned()
    }
}

/// The rows of `answers.csv` of an input: one for each answer, those to open questions first.
pub(in crate::report) fn answers(line: &DocumentLine) -> impl Iterator<Item = Row<'_>> {
    let open = line.answers.iter().map(|answer| {
        vec![
            (&line.id).into(),
            (&answer.question).into(),
            "open".into(),
            (&answer.text).into(),
            answer.bucket.words().into(),
            (&answer.cluster).into(),
            (&answer.campaign).into(),
            answer.unique_text.join("\n\n").into(),
            joined(answer.shared_text.iter().map(|shared| &shared.text), "\n\n").into(),
        ]
    });
    let closed = line.chosen.iter().map(|chosen| {
        let [id, question] = [(&line.id).into(), (&chosen.question).into()];
        let said = [id, question, "closed".into(), (&chosen.answer).into()];
        [&said[..], &[Cell::EMPTY; 5]].concat()
    });
    open.chain(closed)
}
