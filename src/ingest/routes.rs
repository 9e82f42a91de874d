//! Unknown mass mailers, told by how they behave: they send for people of many domains.

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::mail_headers::{MailHeader, hosts, registrable_domain};
use super::relayers::Relayers;
use crate::corpus::{TermId, Vocabulary};

/// How a mail came, where no known mass mailer stands in its headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Route {
    /// Domain that sent the mail: of Return-Path, else of the DKIM signature; of the first host outside
    /// where there is neither.
    relay: String,
    /// Domain of who wrote it, another one.
    writer: String,
}

impl Route {
    /// The route told by mail headers. `writer` is the address in Reply-To, else in From: a mass mailer
    /// that writes itself into From puts the commenter into Reply-To.
    pub(super) fn of(
        headers: &[MailHeader],
        writer: Option<&str>,
        relayers: &Relayers,
    ) -> Option<Self> {
        let sending: &[&str] = &["return-path", "dkim-signature"];
        let names = if headers.iter().any(|(name, _)| sending.contains(&&**name)) {
            sending
        } else {
            &["received", "sender", "message-id"]
        };
        let relay = hosts(headers, names)
            .filter_map(registrable_domain)
            .find(|domain| !relayers.is_private(domain))?;
        let domain = writer.and_then(registrable_domain).filter(|domain| *domain != relay)?;
        Some(Self { relay: relay.into_owned(), writer: domain.into_owned() })
    }
}

/// Messages of different writers that make a domain a mass mailer.
const MIN_MESSAGES: usize = 5;

/// Routes of all mails that were read, for [`Routes::inferred`].
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Routes(Vec<(usize, TermId, TermId)>);

impl Routes {
    /// Notes how the mail of an entry came.
    pub(super) fn push(&mut self, entry: usize, route: &Route, names: &mut Vocabulary) {
        let (relay, writer) =
            (names.number_or_add(&route.relay), names.number_or_add(&route.writer));
        self.0.push((entry, relay, writer));
    }

    /// The routes with their entries, in the order in which they were noted.
    pub(super) fn each(&self, names: &Vocabulary) -> impl Iterator<Item = (usize, Route)> {
        self.0.iter().map(|(entry, relay, writer)| {
            let [relay, writer] = [relay, writer].map(|name| names.form(*name).to_owned());
            (*entry, Route { relay, writer })
        })
    }

    /// Adds the routes of other entries, whose numbers and names are others here.
    pub(super) fn append(&mut self, others: &Self, numbers: &[u32], names: &[TermId]) {
        self.0.extend(others.0.iter().map(|(entry, relay, writer)| {
            (numbers[*entry] as usize, names[relay.0 as usize], names[writer.0 as usize])
        }));
    }

    /// Whether all entries and names are among so many.
    pub(super) fn are_within(&self, n_entries: usize, n_names: usize) -> bool {
        self.0.iter().all(|(entry, relay, writer)| {
            let are_names = [relay, writer].iter().all(|name| (name.0 as usize) < n_names);
            are_names && *entry < n_entries
        })
    }

    /// Entries whose relay sent at least [`MIN_MESSAGES`] messages for writers of more than one
    /// domain, with that relay. It looks at all mails at once, so their order does not matter.
    pub(super) fn inferred(self) -> impl Iterator<Item = (usize, TermId)> {
        let mut messages: FxHashMap<TermId, (usize, FxHashSet<TermId>)> = FxHashMap::default();
        for (_, relay, writer) in &self.0 {
            let (n_messages, writers) = messages.entry(*relay).or_default();
            *n_messages += 1;
            if writers.len() < 2 {
                writers.insert(*writer);
            }
        }
        self.0.into_iter().map(|(entry, relay, _)| (entry, relay)).filter(move |(_, relay)| {
            let (n_messages, writers) = &messages[relay];
            *n_messages >= MIN_MESSAGES && writers.len() > 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Route, Routes};
    use crate::corpus::Vocabulary;
    use crate::ingest::relayers::Relayers;
    use crate::ingest::tests::headers;

    /// The relayers that are inferred, of so many mails from each relay and writer.
    fn inferred(mails: &[(usize, &str, &str)]) -> Vec<String> {
        let relayers = Relayers::default();
        let (mut routes, mut names) = (Routes::default(), Vocabulary::default());
        for (n, relay, writer) in mails {
            let headers = headers(&[&format!("Return-Path: <b@{relay}>")]);
            if let Some(route) = Route::of(&headers, Some(writer), &relayers) {
                (0..*n).for_each(|entry| routes.push(entry, &route, &mut names));
            }
        }
        routes.inferred().map(|(_, relay)| names.form(relay).to_owned()).collect()
    }

    #[test]
    fn unknown_mass_mailers_are_known_by_what_they_do() {
        let (relay, one, other) = ("m.ours.example", "a@gmail.com", "b@farm.example");
        assert_eq!(inferred(&[(4, relay, one), (1, relay, other)]), ["ours.example"; 5]);
        for (mails, why) in [
            (&[(3, relay, one), (1, relay, other)][..], "too few"),
            (&[(9, "ours.example", "a@ours.example")], "they are its own"),
            (&[(9, relay, other)], "writers of one domain"),
            (&[(9, "gmail.com", other), (9, "gmail.com", "c@mill.example")], "free mail"),
        ] {
            assert!(inferred(mails).is_empty(), "{why}");
        }
    }
}
