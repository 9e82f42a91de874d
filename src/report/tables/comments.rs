//! Comments: `comments.csv`, sheet *Comments*.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::cell::time;
use super::{Campaigns, Cell, Column, column, found, yes};
use crate::report::schema::{Category, DocumentLine, Report, ReportedAttachment};

pub(in crate::report) const COMMENTS: [Column; 46] = [
    column("id", 25, "Id of the comment; `durian show` takes it."),
    column("what_it_is", 20, "What became of the record."),
    column("new", 6, "yes, where it is new since the earlier report."),
    column("cluster", 15, "Id of its cluster."),
    column("campaign", 15, "Id of its campaign."),
    column("campaign_title", 40, "The title of the campaign's largest letter."),
    column("campaign_comments", 10, "Comments in the campaign."),
    column(
        "letter_type",
        10,
        "unique; form (a letter without anything of the sender's own); form plus (with something); petition (many signed \
         it).",
    ),
    column("edit", 20, "How the letter was edited; \"letter\" where it is that itself."),
    column("why_it_is_there", 20, "Why it is in its cluster."),
    column("compared_with", 20, "Id of the comment that it was compared with."),
    column("distance", 10, "Distance from that comment, in nats."),
    column("shared_of_comment", 10, "What part of it stands in that comment, from 0 to 1."),
    column("shared_of_letter", 10, "What part of that comment stands in it, from 0 to 1."),
    column("also_holds_letters_of", 15, "Ids of other clusters whose letters it also contains."),
    column(
        "nearest",
        20,
        "Of a unique comment the id of the nearest text among those that retrieval found.",
    ),
    column("nearest_distance", 10, "How far the unique comment diverges from that, in nats."),
    column("why_no_copy", 30, "Why the unique comment is no copy of that."),
    column(
        "quotes",
        25,
        "What it quotes of texts that were known (`--known`), with the paragraphs.",
    ),
    column("added_text", 50, "What it adds to the letters."),
    column("words", 8, "Words of its text; of an exact copy those of the text that it shares."),
    column("figures", 8, "Numbers in its text that stand for themselves."),
    column(
        "citations",
        8,
        "Citations in its text: C.F.R., U.S.C., Federal Register, DOI, web addresses.",
    ),
    column("court_cases", 8, "Court cases in its text, by name or by reporter."),
    column(
        "text",
        80,
        "Its main text. Empty for an exact copy, whose text is that of `compared_with`.",
    ),
    column("author", 20, "Who wrote it."),
    column("organization", 20, "For whom."),
    column("city", 15, "City, where the record has it."),
    column("state", 8, "State, province or region."),
    column("country", 12, "Country."),
    column("subject", 30, "Subject line or title."),
    column(
        "date",
        19,
        "The first of the next three that is known, by which days are counted (UTC).",
    ),
    column("received", 19, "When the agency received it, as its record says."),
    column("posted", 19, "When the agency posted it, as its record says."),
    column(
        "sent",
        19,
        "When it was sent, as it says itself; where its record tells neither of the other two.",
    ),
    column("docket_ids", 20, "Dockets that it cites."),
    column("other_keys", 15, "Other keys that it cites."),
    column("relayer", 20, "Mass mailer that it came through."),
    column(
        "flags",
        25,
        "Why it is not to be posted: `restricted` by its record, or what people say of it (`--flags`).",
    ),
    column("attachments", 30, "Files that came with it."),
    column("duplicates_claimed", 10, "Duplicates that it stands for, as the agency says."),
    column("signers", 10, "People who signed it, where it is a petition."),
    column("reason", 30, "Why it was not compared."),
    column("sent_again_after", 20, "Id of an earlier comment of the same sender that it is like."),
    column("file", 30, "File and place."),
    column("also_in", 30, "Other files and places that hold the same record."),
];

/// What rows of comments tell of a campaign.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CampaignName {
    /// Its id.
    pub id: String,
    title: String,
    n_comments: usize,
}

impl CampaignName {
    /// Those of all campaigns of a report.
    pub fn all_of(report: &Report) -> Vec<Self> {
        report
            .campaigns
            .iter()
            .map(|campaign| Self {
                id: campaign.id.clone(),
                title: campaign.title.clone(),
                n_comments: campaign.n_comments,
            })
            .collect()
    }
}

/// What rows of comments tell of their campaigns.
pub(in crate::report) struct CommentRows {
    campaigns: FxHashMap<String, CampaignName>,
}

impl CommentRows {
    pub(in crate::report) fn new(campaigns: Vec<CampaignName>) -> Self {
        let by_id = campaigns.into_iter().map(|campaign| (campaign.id.clone(), campaign));
        Self { campaigns: by_id.collect() }
    }

    /// The row of an input; where the sheet of the campaigns is at hand, it leads there.
    pub(in crate::report) fn row<'b>(
        &'b self,
        line: &'b DocumentLine,
        sheet: Option<&Campaigns<'_>>,
    ) -> [Cell<'b>; COMMENTS.len()] {
        let evidence = line.evidence.as_ref();
        let attachments: Vec<String> =
            line.attachments.iter().map(ReportedAttachment::words).collect();
        let place = sheet.and_then(|sheet| sheet.place(line.campaign.as_deref()?));
        let campaign = line.campaign.as_ref().and_then(|id| self.campaigns.get(id));
        [
            (&line.id).into(),
            line.bucket.words().into(),
            yes(line.is_new).into(),
            (&line.cluster).into(),
            match (&line.campaign, place) {
                (Some(id), Some(place)) => Cell::Link(id, place),
                (id, _) => id.into(),
            },
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
