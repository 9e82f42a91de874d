//! Lines in, where every comment is out: small enough that a page holds a million ids.
//!
//! Ids are grouped by where they ended. Within a group each is a character that tells how many
//! characters it shares with the one before, and the rest; `script.js` reads them. Beside them stand the senders and
//! organizations, where there is room.

use rustc_hash::FxHashMap;

use super::budget::Budget;
use super::glimpse::Glimpse;
use crate::report::printable;
use crate::report::schema::{Bucket, ReportedCategory};

/// Character for "shares nothing"; the next ones follow in Unicode order.
const NOTHING_SHARED: u8 = b'0';
/// Most characters that are told to be shared.
const MOST_SHARED: usize = 70;

/// Cluster by number, bucket, category.
type GroupKey = (Option<usize>, Bucket, Option<ReportedCategory>);

/// The ids so far.
#[derive(Default)]
pub(super) struct CommentPlaces {
    groups: FxHashMap<GroupKey, Coded>,
}

#[derive(Default)]
struct Coded {
    text: String,
    last: String,
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
    /// Takes in a line of a comment in a cluster, by its number, or in none.
    pub(super) fn see(&mut self, cluster: Option<usize>, line: &Glimpse) {
        let group = (cluster, line.bucket, line.category);
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
        let mut groups: Vec<(&GroupKey, &Coded)> = self.groups.iter().collect();
        groups.sort_unstable_by_key(|(group, _)| *group);
        let groups: Vec<_> = groups
            .into_iter()
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
        let id = printable::line(id);
        let pairs = id.chars().zip(self.last.chars()).take(MOST_SHARED);
        let shared = pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8());
        let (n_shared, n_bytes) = shared.fold((0, 0), |(n, bytes), own| (n + 1, bytes + own));
        self.text.push(char::from(NOTHING_SHARED + n_shared));
        self.text += &id[n_bytes..];
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
