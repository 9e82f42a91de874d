//! What a file holds before it is cut into zones: comments, and inputs that are none.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::placeholder;
use super::routes::Route;
use crate::corpus::{AsideBucket, Attributes, Limit, SetAside, Zone, ZoneLines};

/// What a file holds.
pub(super) enum RawInput {
    Comment(Box<RawComment>),
    Aside(SetAside),
}

/// A decoded comment, not yet cut into zones.
#[derive(Debug, Default)]
pub(super) struct RawComment {
    /// The record's own id.
    pub(super) id: Option<String>,
    /// File and place in it.
    pub(super) place: String,
    /// The pages of its file that it stands on, where that holds more.
    pub(super) pages: Option<RangeInclusive<usize>>,
    /// Decoded text without mark-up.
    pub(super) body: String,
    /// What stands around the text on its sheets: lines of heads and feet.
    pub(super) printed: Vec<String>,
    /// What people remarked in its margin, behind the text.
    pub(super) remarks: Vec<String>,
    /// What the record says; cited dockets come later.
    pub(super) attributes: Attributes,
    /// Why it is not compared, whatever its text: the agency withdrew it, or it is in a file that is not read.
    pub(super) not_compared: Option<(AsideBucket, String)>,
    /// Its zones, where they are known: then its attributes are complete, too.
    pub(super) zones: Option<Vec<Zone>>,
    /// The address that it was written from, where that is known.
    pub(super) address: Option<String>,
    /// How it came, where it is a mail.
    pub(super) route: Option<Route>,
    /// What the agency says about duplicates, where that is no count.
    pub(super) no_count: Option<String>,
}

impl RawComment {
    /// Adds the text of attachments; it replaces a text that only points to them.
    pub(super) fn append(&mut self, texts: &[String]) {
        if !texts.is_empty() && placeholder::is_placeholder(&self.body) {
            self.body.clear();
        }
        for text in texts {
            if !self.body.is_empty() {
                self.body.push_str("\n\n");
            }
            self.body.push_str(text);
        }
    }

    /// Its text with all that stands around it, for what it is attached to.
    pub(super) fn whole(self) -> String {
        let mut text = self.body;
        let mut added: Vec<String> = Vec::new();
        for line in self.remarks.into_iter().chain(self.printed) {
            if !added.contains(&line) {
                text.push_str("\n\n");
                text.push_str(&line);
                added.push(line);
            }
        }
        text
    }

    /// Its place, and the pages there.
    pub(super) fn source(&self) -> String {
        match self.pages.as_ref().map(|pages| (pages.start(), pages.end())) {
            None => self.place.clone(),
            Some((first, last)) if first == last => format!("{} (page {first})", self.place),
            Some((first, last)) => format!("{} (pages {first}–{last})", self.place),
        }
    }

    /// The comment as an input that is not compared. What its record says stays known.
    pub(super) fn set_aside(self, bucket: AsideBucket, reason: &str) -> SetAside {
        let mut set_aside = aside(&self.place, bucket, reason);
        if let Some(id) = self.id {
            set_aside.id = id.into();
        }
        SetAside { attributes: Some(Arc::new(self.attributes)), ..set_aside }
    }
}

/// An input that is no document.
pub(super) fn aside(place: &str, bucket: AsideBucket, reason: &str) -> SetAside {
    let place: Arc<str> = place.into();
    SetAside {
        id: Arc::clone(&place),
        source: place,
        bucket,
        reason: reason.into(),
        limit: None,
        lines: ZoneLines::default(),
        attributes: None,
    }
}

/// An input that reaches a limit.
pub(super) fn beyond(place: &str, limit: Limit) -> SetAside {
    SetAside { limit: Some(limit), ..aside(place, AsideBucket::Unreadable, limit.reason()) }
}

/// The same among what a file holds.
pub(super) fn refuse(place: &str, bucket: AsideBucket, reason: &str) -> RawInput {
    RawInput::Aside(aside(place, bucket, reason))
}
