//! A line in, out what the page takes of every line. Of the lines that it shows it asks for more.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::reading::sender;
use crate::report::printable;
use crate::report::schema::{Bucket, Category, DocumentLine};

/// What the page takes of every line.
#[derive(Debug, Serialize, Deserialize)]
pub struct LineSummary {
    pub(super) id: String,
    pub(super) bucket: Bucket,
    pub(super) cluster: Option<String>,
    pub(super) campaign: Option<String>,
    pub(super) category: Option<Category>,
    /// As a cell has it.
    pub(super) sender: String,
    pub(super) organization: String,
    /// Year, month, day.
    day: Option<(i16, i8, i8)>,
    pub(super) n_submissions: u64,
    /// Of its main text.
    pub(super) n_words: usize,
    /// Of each attachment that was not read its name, and why; none where the docket does not hold it.
    pub(super) unread: Vec<(String, Option<String>)>,
}

impl LineSummary {
    /// What the page takes of a line.
    pub fn of(line: &DocumentLine) -> Self {
        let day = line.timestamp.as_deref().and_then(|time| time.get(..10));
        Self {
            id: line.id.clone(),
            bucket: line.bucket,
            cluster: line.cluster.clone(),
            campaign: line.campaign.clone(),
            category: line.category,
            sender: sender(line),
            organization: line
                .organization
                .as_deref()
                .map(|name| printable::excerpt(name, 100))
                .unwrap_or_default(),
            day: day
                .and_then(|day| day.parse::<Date>().ok())
                .map(|day| (day.year(), day.month(), day.day())),
            n_submissions: line.claimed_duplicates.unwrap_or(1).max(1),
            n_words: line.n_words,
            unread: line.not_read().map(|file| (file.name.clone(), file.reason.clone())).collect(),
        }
    }

    /// The day it is of, where that is known.
    pub(super) fn day(&self) -> Option<Date> {
        let (year, month, day) = self.day?;
        Date::new(year, month, day).ok()
    }
}
