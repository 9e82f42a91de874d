//! The comments like no other, by what they say: sheet *Unique comments*.

use super::cell::time;
use super::{Campaigns, Row, found, yes};
use crate::report::schema::{Bucket, DocumentLine, Facts, ReportedAttachment};
use crate::report::{joined, printable};

/// Characters of a comment; the whole stands in `documents.jsonl` and in the sheet *Comments*.
const EXCERPT: usize = 1000;

/// A comment like no other.
pub(in crate::report) struct Unique {
    pub(in crate::report) id: String,
    pub(in crate::report) campaign: Option<String>,
    pub(in crate::report) is_new: bool,
    n_rare_words: usize,
    pub(in crate::report) n_words: usize,
    facts: Facts,
    pub(in crate::report) begins: String,
    /// See [`DocumentLine::passage`].
    pub(super) passage: String,
    pub(in crate::report) author: Option<String>,
    pub(in crate::report) organization: Option<String>,
    home: [Option<String>; 3],
    date: Option<String>,
    subject: Option<String>,
    attachments: Option<String>,
    docket_ids: String,
}

/// Those seen so far.
#[derive(Default)]
pub(in crate::report) struct Uniques(Vec<Unique>);

impl Uniques {
    pub(in crate::report) fn see(&mut self, line: &DocumentLine) {
        if line.bucket != Bucket::Singleton {
            return;
        }
        let text = line.paragraphs.join(" ");
        self.0.push(Unique {
            id: line.id.clone(),
            campaign: line.campaign.clone(),
            is_new: line.is_new,
            n_rare_words: line.n_rare_words,
            n_words: line.n_words,
            facts: line.facts,
            begins: printable::excerpt(&text, EXCERPT),
            passage: line.passage.clone(),
            author: line.author.clone(),
            organization: line.organization.clone(),
            home: [line.city.clone(), line.state.clone(), line.country.clone()],
            date: line.timestamp.clone(),
            subject: line.subject.clone(),
            attachments: joined(line.attachments.iter().map(ReportedAttachment::words), "; "),
            docket_ids: line.docket_ids.join("; "),
        });
    }

    /// The most substantial first, as added passages are ordered.
    pub(in crate::report) fn ranked(mut self) -> Vec<Unique> {
        self.0.sort_by(|a, b| {
            (b.n_rare_words, b.n_words, &a.id).cmp(&(a.n_rare_words, a.n_words, &b.id))
        });
        self.0
    }
}

impl Unique {
    /// Its row, which leads to the campaign whose wording it shares.
    pub(in crate::report) fn row(&self, campaigns: &Campaigns<'_>) -> Row<'_> {
        let [city, state, country] = &self.home;
        vec![
            (&self.id).into(),
            campaigns.link(&self.campaign),
            yes(self.is_new).into(),
            self.n_rare_words.into(),
            self.n_words.into(),
            found(self.facts.figures),
            found(self.facts.citations),
            found(self.facts.cases),
            (&self.begins).into(),
            (&self.author).into(),
            (&self.organization).into(),
            city.into(),
            state.into(),
            country.into(),
            time(&self.date),
            (&self.subject).into(),
            (&self.attachments).into(),
            (&self.docket_ids).into(),
        ]
    }
}
