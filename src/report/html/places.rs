//! Lines in, where every comment is out: small enough that a page holds a million ids.
//!
//! Ids are grouped by where they ended. Within a group each is a character that tells how many
//! characters it shares with the one before, and the rest; `script.js` reads them. Beside them stand the senders and
//! organizations, where there is room.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::budget::Budget;
use super::glimpse::Glimpse;
use crate::report::printable;
use crate::report::schema::{Bucket, Report, ReportedCategory};

/// Character for "shares nothing"; the next ones follow in Unicode order.
const NOTHING_SHARED: u8 = b'0';
/// Most characters that are told to be shared.
const MOST_SHARED: usize = 70;

/// Cluster by number, bucket, category.
type GroupKey = (Option<usize>, Bucket, Option<ReportedCategory>);

/// The ids so far.
pub(super) struct CommentPlaces {
    numbers: FxHashMap<String, usize>,
    groups: BTreeMap<GroupKey, Coded>,
}

#[derive(Default)]
struct Coded {
    text: String,
    last: Vec<char>,
    /// A line for each id; nothing where no sender is known.
    senders: String,
    has_senders: bool,
}

/// The ids as the page holds them.
#[derive(Default)]
pub(super) struct Index {
    /// None where they are too many.
    pub(super) json: Option<String>,
    pub(super) has_senders: bool,
}

impl CommentPlaces {
    pub(super) fn new(report: &Report) -> Self {
        let clusters = report.clusters.iter().enumerate();
        Self {
            numbers: clusters
                .map(|(number, cluster)| (cluster.id.clone(), number))
                .collect(),
            groups: BTreeMap::new(),
        }
    }

    pub(super) fn see(&mut self, line: &Glimpse) {
        let cluster = line.cluster.as_ref().and_then(|id| self.numbers.get(id));
        let group = (cluster.copied(), line.bucket, line.category);
        let coded = self.groups.entry(group).or_default();
        coded.push(&line.id, &line.sender);
    }

    /// The groups as JSON that may stand in a page: with the senders, without them, or not at all, whatever fits.
    pub(super) fn index(&self, budget: &mut Budget) -> Index {
        budget.part(40, |budget| {
            for has_senders in [true, false] {
                let json = self.json(has_senders);
                if json.as_ref().is_some_and(|json| budget.take(json.len())) {
                    return Index { json, has_senders };
                }
            }
            Index::default()
        })
    }

    fn json(&self, with_senders: bool) -> Option<String> {
        let groups: Vec<_> = self
            .groups
            .iter()
            .map(|((cluster, bucket, category), coded)| {
                let category = category.map_or("", ReportedCategory::words);
                let senders = match with_senders && coded.has_senders {
                    true => coded.senders.as_str(),
                    false => "",
                };
                (cluster, bucket.words(), category, &coded.text, senders)
            })
            .collect();
        let json = serde_json::to_string(&groups).ok()?;
        // A page would take these for markup.
        Some(json.replace('<', "\\u003c").replace('&', "\\u0026"))
    }
}

impl Coded {
    fn push(&mut self, id: &str, sender: &str) {
        let id: Vec<char> = printable::line(id).chars().collect();
        let pairs = id.iter().zip(&self.last);
        let shared = pairs.take_while(|(a, b)| a == b).count().min(MOST_SHARED);
        self.text.push(char::from(NOTHING_SHARED + shared as u8));
        self.text.extend(&id[shared..]);
        self.text.push('\n');
        self.last = id;
        self.senders += sender;
        self.senders.push('\n');
        self.has_senders |= !sender.is_empty();
    }
}

#[cfg(test)]
mod tests {
    use super::Coded;

    #[test]
    fn ids_tell_only_what_is_new() {
        let mut coded = Coded::default();
        for id in ["a-0001", "a-0002", "a-0010", "b"] {
            coded.push(id, "");
        }
        assert_eq!(coded.text, "0a-0001\n52\n410\n0b\n");
    }
}
