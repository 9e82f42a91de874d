//! Report and lines in, out what was not compared, and attachments that were not read, by reason; and what is flagged.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::reading::who;
use crate::report::printable;
use crate::report::schema::{Bucket, DocumentLine, RESTRICTED, Report};

/// Inputs and attachments that are named; the rest is in the other files.
const MOST_NAMED: usize = 2000;

/// Attachments that are listed; all are in `to-fetch.csv`.
const MOST_TO_FETCH: usize = 200;

/// What was not read, or is flagged, so far.
#[derive(Default)]
pub(super) struct Aside {
    /// By reason the comments with an attachment that was not read.
    attachments: BTreeMap<String, Vec<String>>,
    /// The first of the files that were not read, and how many there are.
    pub(super) to_fetch: Vec<ToFetch>,
    pub(super) n_to_fetch: usize,
    /// The first flags, in the order of the lines.
    pub(super) flagged: Vec<FlaggedView>,
}

/// A file that the docket names and that was not read.
pub(super) struct ToFetch {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) link: Option<String>,
}

/// A flag of a record.
pub(super) struct FlaggedView {
    pub(super) id: String,
    /// Who sent it and when, as far as it is known.
    pub(super) who: String,
    pub(super) flag: String,
    pub(super) note: String,
}

/// What was not read or compared for one reason.
pub(super) struct ReasonView {
    pub(super) what: &'static str,
    pub(super) reason: String,
    pub(super) n_all: usize,
    /// Those that are named.
    pub(super) ids: Vec<String>,
}

impl Aside {
    pub(super) fn see(&mut self, line: &DocumentLine) {
        let restricted = line.restricted.iter().map(|reason| (RESTRICTED, reason));
        let by_people = line.flags.iter().map(|own| (own.flag.as_str(), &own.note));
        let n_left = MOST_NAMED - self.flagged.len();
        self.flagged.extend(restricted.chain(by_people).take(n_left).map(|(flag, note)| {
            FlaggedView {
                id: printable::line(&line.id),
                who: who(line),
                flag: printable::name(flag),
                note: printable::excerpt(note, 300),
            }
        }));
        for file in line.not_read() {
            self.n_to_fetch += 1;
            if self.to_fetch.len() < MOST_TO_FETCH {
                self.to_fetch.push(ToFetch {
                    id: printable::line(&line.id),
                    name: printable::line(&file.name),
                    link: file.link().map(printable::line),
                });
            }
            let why = file.why_not_read().to_owned();
            self.attachments.entry(why).or_default().push(line.id.clone());
        }
    }

    /// The reasons: what could not be read comes first, as it may need a person; of each kind that of most inputs.
    pub(super) fn reasons(&self, report: &Report) -> Vec<ReasonView> {
        let mut reasons: BTreeMap<(usize, &'static str, &str), Vec<&str>> = BTreeMap::new();
        for aside in &report.set_aside {
            let urgency = match aside.bucket {
                Bucket::Unreadable => 0,
                Bucket::NoText => 2,
                _ => 3,
            };
            let key = (urgency, aside.bucket.words(), &*aside.reason);
            reasons.entry(key).or_default().push(&aside.id);
        }
        for (reason, ids) in &self.attachments {
            let key = (1, "attachment not read", reason.as_str());
            reasons.insert(key, ids.iter().map(String::as_str).collect());
        }
        let mut sorted: Vec<_> = reasons.into_iter().collect();
        sorted.sort_by_key(|((urgency, ..), ids)| (*urgency, Reverse(ids.len())));
        let mut n_left = MOST_NAMED;
        sorted
            .into_iter()
            .take(MOST_NAMED)
            .map(|((_, what, reason), ids)| {
                let named: Vec<String> =
                    ids.iter().take(n_left).map(|id| printable::line(id)).collect();
                n_left -= named.len();
                ReasonView {
                    what,
                    reason: printable::excerpt(reason, 300),
                    n_all: ids.len(),
                    ids: named,
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Aside;
    use crate::report::schema::examples::report;

    /// What could not be read comes first, however little of it there is.
    #[test]
    fn what_may_need_a_person_comes_first() {
        let aside = [
            ("a", "no_text", "blank"),
            ("b", "no_text", "blank"),
            ("c", "unreadable", "torn"),
            ("d", "not_a_comment", "a rule"),
            ("e", "no_text", "see attached"),
        ]
        .map(|(id, bucket, reason)| serde_json::json!({"id": id, "source": "", "bucket": bucket, "reason": reason, "limit": null}));
        let report = report(&serde_json::json!({"set_aside": aside}));
        let reasons = Aside::default().reasons(&report);
        let told: Vec<(&str, usize)> =
            reasons.iter().map(|view| (view.reason.as_str(), view.n_all)).collect();
        assert_eq!(told, [("torn", 1), ("blank", 2), ("see attached", 1), ("a rule", 1)]);
    }
}
