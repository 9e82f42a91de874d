//! Unknown mass mailers, told by how they behave: they send for people of many domains.

use rustc_hash::{FxHashMap, FxHashSet};

use super::mail_headers::{Header, hosts, registrable_domain};
use super::relayers::Relayers;
use crate::corpus::Document;

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
    /// The route told by mail headers. `writer` is the domain of Reply-To, else of From: a mass mailer
    /// that writes itself into From puts the commenter into Reply-To.
    pub(super) fn of(
        headers: &[Header],
        writer: Option<String>,
        relayers: &Relayers,
    ) -> Option<Self> {
        let of = |names: &[&str]| -> Vec<Header> {
            let named = |(name, _): &&Header| names.contains(&name.as_str());
            headers.iter().filter(named).cloned().collect()
        };
        let mut tracing = of(&["return-path", "dkim-signature"]);
        if tracing.is_empty() {
            tracing = of(&["received", "sender", "message-id"]);
        }
        let relay = hosts(&tracing)
            .filter_map(|host| registrable_domain(&host))
            .find(|domain| !relayers.is_private(domain))?;
        let writer = writer.filter(|writer| *writer != relay)?;
        Some(Self { relay, writer })
    }
}

/// Messages of different writers that make a domain a mass mailer.
const MIN_MESSAGES: usize = 5;

/// Names the mass mailer of documents whose relay sent at least [`MIN_MESSAGES`] messages for writers
/// of more than one domain. It looks at all documents at once, so their order does not matter.
pub(super) fn infer(documents: &mut [Document], routes: &[(usize, Route)]) {
    let mut messages: FxHashMap<&str, (usize, FxHashSet<&str>)> = FxHashMap::default();
    for (_, route) in routes {
        let (n_messages, writers) = messages.entry(&route.relay).or_default();
        *n_messages += 1;
        if writers.len() < 2 {
            writers.insert(&route.writer);
        }
    }
    for (document, route) in routes {
        let (n_messages, writers) = &messages[route.relay.as_str()];
        let attributes = &mut documents[*document].attributes;
        if *n_messages >= MIN_MESSAGES && writers.len() > 1 && attributes.relayer.is_none() {
            attributes.relayer = Some(route.relay.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Route, infer};
    use crate::corpus::{Attributes, Document, ZoneLines};
    use crate::ingest::mail_headers::{registrable_domain, tests::headers};
    use crate::ingest::relayers::Relayers;

    /// Relayers inferred for one mail per (relay, writer).
    fn inferred(mails: &[(&str, &str)]) -> Vec<Option<String>> {
        let document = || Document {
            id: String::new(),
            source: String::new(),
            attributes: Attributes::default(),
            zones: Vec::new(),
            lines: ZoneLines::default(),
            digest: [0; 20],
            wording: 0,
            text: None,
        };
        let mut documents: Vec<Document> = mails.iter().map(|_| document()).collect();
        let relayers = Relayers::default();
        let routes: Vec<(usize, Route)> = mails
            .iter()
            .enumerate()
            .filter_map(|(index, (relay, writer))| {
                let headers = headers(&[&format!("Return-Path: <b@{relay}>")]);
                Some((
                    index,
                    Route::of(&headers, registrable_domain(writer), &relayers)?,
                ))
            })
            .collect();
        infer(&mut documents, &routes);
        let relayer = |document: Document| document.attributes.relayer;
        documents.into_iter().map(relayer).collect()
    }

    #[test]
    fn unknown_mass_mailers_are_known_by_what_they_do() {
        let mut mails = vec![("m.ours.example", "a@gmail.com"); 4];
        mails.push(("m.ours.example", "b@farm.example"));
        assert_eq!(inferred(&mails), vec![Some("ours.example".to_owned()); 5]);
        assert_eq!(inferred(&mails[1..]), vec![None; 4], "too few");
        assert_eq!(
            inferred(&[("firm.example", "a@firm.example"); 9]),
            vec![None; 9],
            "one writer"
        );
        assert_eq!(
            inferred(&[("gmail.com", "a@farm.example"); 9]),
            vec![None; 9],
            "free mail"
        );
    }
}
