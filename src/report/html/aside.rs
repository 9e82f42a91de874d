//! Report and lines in, out what was not compared, and attachments that were not read, by reason.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::budget::Budget;
use super::glimpse::Glimpse;
use crate::report::printable;
use crate::report::schema::{Bucket, Report};

/// Inputs and attachments that are named; the rest is in the other files.
const MOST_NAMED: usize = 2000;

/// What was not read so far.
pub(super) struct Aside<'a> {
    report: &'a Report,
    /// By reason the comments with an attachment that was not read.
    attachments: BTreeMap<String, Vec<String>>,
}

/// What was not read or compared for one reason.
pub(super) struct ReasonView {
    pub(super) what: &'static str,
    pub(super) reason: String,
    pub(super) n_all: usize,
    /// Those that are named.
    pub(super) ids: Vec<String>,
}

impl<'a> Aside<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        Self { report, attachments: BTreeMap::new() }
    }

    pub(super) fn see(&mut self, line: &Glimpse) {
        for reason in &line.unread {
            let reason = reason.as_deref();
            let reason = reason.unwrap_or("the docket names it and does not hold it");
            let ids = self.attachments.entry(reason.to_owned()).or_default();
            ids.push(line.id.clone());
        }
    }

    pub(super) fn n_attachments(&self) -> usize {
        self.attachments.values().map(Vec::len).sum()
    }

    /// The reasons: what could not be read comes first, as it may need a person; of each kind that of most inputs.
    pub(super) fn reasons(&self, budget: &mut Budget) -> Vec<ReasonView> {
        let mut reasons: BTreeMap<(usize, &'static str, &str), Vec<&str>> = BTreeMap::new();
        for aside in &self.report.set_aside {
            let urgency = match aside.bucket {
                Bucket::Unreadable => 0,
                Bucket::NoText => 2,
                _ => 3,
            };
            let key = (urgency, aside.bucket.words(), aside.reason.as_str());
            reasons.entry(key).or_default().push(&aside.id);
        }
        for (reason, ids) in &self.attachments {
            let ids = ids.iter().map(String::as_str).collect();
            reasons.insert((1, "attachment not read", reason), ids);
        }
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by_key(|((urgency, ..), ids)| (*urgency, Reverse(ids.len())));
        let mut n_left = MOST_NAMED;
        let views = reasons.into_iter().map(|((_, what, reason), ids)| {
            let named = ids.iter().take(n_left).map(|id| printable::line(id));
            let named: Vec<String> =
                named.take_while(|id| budget.take(2 * id.len() + 40)).collect();
            n_left -= named.len();
            ReasonView {
                what,
                reason: printable::excerpt(reason, 300),
                n_all: ids.len(),
                ids: named,
            }
        });
        views.take(MOST_NAMED).collect()
    }
}
