//! A line in, out what the page takes of every line. Of the lines that it shows it asks for more.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::reading::sender;
use crate::report::printable;
use crate::report::schema::{Bucket, Category, Dated, DocumentLine, Facts};

/// What the page takes of every line.
#[derive(Debug, Serialize, Deserialize)]
pub struct LineSummary {
    pub(super) id: String,
    pub(super) bucket: Bucket,
    pub(super) cluster: Option<String>,
    pub(super) category: Option<Category>,
    /// As a cell has it.
    pub(super) sender: String,
    pub(super) organization: String,
    /// Year, month, day, and of which date.
    day: Option<(i16, i8, i8, Dated)>,
    pub(super) n_submissions: u64,
    /// Of its main text.
    pub(super) n_words: usize,
    pub(super) facts: Facts,
    pub(super) n_attachments: usize,
    pub(super) is_new: bool,
    /// Of each attachment that was not read its name, and why; none where the docket does not hold it.
    pub(super) unread: Vec<(String, Option<String>)>,
}

impl LineSummary {
    /// What the page takes of a line.
    pub fn of(line: &DocumentLine) -> Self {
        let day = line.timestamp.as_deref().and_then(|time| time.get(..10));
        let day = day.and_then(|day| day.parse::<Date>().ok()).zip(line.dated());
        Self {
            id: line.id.clone(),
            bucket: line.bucket,
            cluster: line.cluster.clone(),
            category: line.category,
            sender: sender(line),
            organization: line
                .organization
                .as_deref()
                .map(|name| printable::excerpt(name, 100))
                .unwrap_or_default(),
            day: day.map(|(day, dated)| (day.year(), day.month(), day.day(), dated)),
            n_submissions: line.n_submissions(),
            n_words: line.n_words,
            facts: line.facts,
            n_attachments: line.attachments.len(),
            is_new: line.is_new,
            unread: line.not_read().map(|file| (file.name.clone(), file.reason.clone())).collect(),
        }
    }

    /// The day it is of, where that is known, and of which date that is the day.
    pub(super) fn day(&self) -> Option<(Date, Dated)> {
        let (year, month, day, dated) = self.day?;
        Some((Date::new(year, month, day).ok()?, dated))
    }
}
