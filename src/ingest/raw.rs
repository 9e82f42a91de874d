//! What a file holds before it is cut into zones: comments, and inputs that are none.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::placeholder;
use super::routes::Route;
use crate::corpus::tokens::for_each_token;
use crate::corpus::{AsideBucket, Attributes, Limit, SetAside, ZoneLines};

pub(super) enum RawInput {
    Comment(Box<RawComment>),
    Aside(SetAside),
    /// What a reader should know of the file, which is named.
    Told(String),
}

impl From<RawComment> for RawInput {
    fn from(comment: RawComment) -> Self {
        Self::Comment(Box::new(comment))
    }
}

/// A decoded comment, not yet cut into zones.
#[derive(Debug, Default)]
pub(super) struct RawComment {
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
    /// The address that it was written from, where that is known.
    pub(super) address: Option<String>,
    pub(super) route: Option<Route>,
}

impl RawComment {
    /// Adds the text of attachments; it replaces a text that only points to them. A letter in two forms is added once.
    pub(super) fn append(&mut self, texts: &[String]) {
        if !texts.is_empty() && placeholder::is_placeholder(&self.body) {
            self.body.clear();
        }
        for text in texts {
            let [own, added] = [&self.body, text].map(|text| WordCounts::of(text));
            if added.are_held(&own) {
                continue;
            }
            if own.are_held(&added) {
                self.body.clear();
            }
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

    pub(super) fn source(&self) -> String {
        match self.pages.as_ref().map(|pages| (pages.start(), pages.end())) {
            None => self.place.clone(),
            Some((first, last)) if first == last => format!("{} (page {first})", self.place),
            Some((first, last)) => format!("{} (pages {first}–{last})", self.place),
        }
    }

    /// The comment as an input that is not compared. What its record says stays known; of what is no comment it is no
    /// number of submissions.
    pub(super) fn set_aside(mut self, bucket: AsideBucket, reason: &str) -> SetAside {
        let mut set_aside = aside(&self.place, bucket, reason);
        if bucket == AsideBucket::NotAComment
            && let Some(n) = self.attributes.claimed_duplicates.take().filter(|n| *n > 1)
        {
            set_aside.reason = format!("{reason}; the agency counts {n} comments on it").into();
        }
        if let Some(id) = self.id {
            set_aside.id = id.into();
        }
        SetAside { attributes: Some(Arc::new(self.attributes)), ..set_aside }
    }
}

/// Words of a letter at the least that stands in another text, too: shorter ones are in many.
const SHORTEST_LETTER: usize = 20;
/// Of so many words one may be another: a number of a page, the halves of a word at the end of a line.
const WORDS_FOR_OTHER: usize = 40;

/// How often each word stands in a text; addresses of pages and people are none.
#[derive(Default)]
pub(super) struct WordCounts {
    counts: FxHashMap<String, usize>,
    pub(super) n_words: usize,
}

impl WordCounts {
    pub(super) fn of(text: &str) -> Self {
        let mut words = Self::default();
        for written in text.split_whitespace().filter(|written| !written.contains('@')) {
            let before = written
                .find("://")
                .map_or(written, |at| written[..at].trim_end_matches(char::is_alphabetic));
            for_each_token(before, |word, _| {
                *words.counts.entry(word.to_owned()).or_default() += 1;
                words.n_words += 1;
            });
        }
        words
    }

    /// How many of its words are in another text, too.
    pub(super) fn n_shared(&self, other: &Self) -> usize {
        let shared = self.counts.iter();
        shared.filter_map(|(word, n)| Some((*n).min(*other.counts.get(word)?))).sum()
    }

    /// Whether all of its words are in another text.
    fn are_held(&self, by: &Self) -> bool {
        let n_beyond = self.n_words - self.n_shared(by);
        self.n_words >= SHORTEST_LETTER && n_beyond * WORDS_FOR_OTHER <= self.n_words
    }
}

/// Why a file holds no comment in which nothing stands.
pub(super) const BLANK: &str = "blank: the file is empty";

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

pub(super) fn refuse(place: &str, bucket: AsideBucket, reason: &str) -> RawInput {
    RawInput::Aside(aside(place, bucket, reason))
}
