//! Comments in, [`Corpus`] out: each comment is cut and described, then they are put together.

use std::collections::hash_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};
use sha1::{Digest as _, Sha1};

use super::formats::{Found, RawComment, aside};
use super::relayers::Relayers;
use super::routes::{self, Route};
use super::{attributes, decode, dockets, normalize, zones};
use crate::corpus::{AsideBucket, Corpus, Digest, Document, SetAside, Timestamp};

/// A comment ready for the corpus, or an input that is none.
pub(super) enum Prepared {
    Document(Box<Document>, Option<Route>),
    Aside(SetAside),
}

/// Cuts one comment into zones and completes its attributes.
pub(super) fn prepare(found: Found, relayers: &Relayers) -> Prepared {
    let mut comment = match found {
        Found::Comment(comment) => *comment,
        Found::Aside(aside) => return Prepared::Aside(aside),
    };
    let body = std::mem::take(&mut comment.body);
    let (text, zones, lines) = match comment.zones.take() {
        Some(zones) => {
            let lines = zones::lines_of(&body, &zones);
            (body, zones, lines)
        }
        None => {
            let text = decode::repaired(body);
            let zones = zones::cut(&text, comment.attributes.author.as_deref());
            let lines = zones::lines_of(&text, &zones);
            attributes::complete(&mut comment, &text, &zones, &lines, relayers);
            (text, zones, lines)
        }
    };
    let RawComment {
        id,
        place,
        attributes,
        withdrawn,
        route,
        ..
    } = comment;
    let id = id.unwrap_or_else(|| place.clone());
    let document_string = normalize::document_string(&text, &zones);
    let set_aside = |bucket, reason: &str| {
        Prepared::Aside(SetAside {
            id: id.clone(),
            lines: lines.clone(),
            ..aside(&place, bucket, reason)
        })
    };
    if let Some(reason) = withdrawn {
        return set_aside(AsideBucket::Withdrawn, &reason);
    }
    if let Some(reason) = attributes::no_usable_text(&text, &zones, document_string.n_tokens) {
        return set_aside(AsideBucket::NoText, reason);
    }
    let document = Document {
        id,
        source: place,
        attributes,
        zones,
        lines,
        digest: document_string.digest,
        wording: document_string.wording,
        text: Some(text.into_boxed_str()),
    };
    Prepared::Document(Box::new(document), route)
}

/// What has been read so far.
#[derive(Default)]
pub(super) struct Gathering {
    /// Whether exact copies keep their text, too.
    keeps_all_texts: bool,
    documents: Vec<Document>,
    set_aside: Vec<SetAside>,
    warnings: Vec<String>,
    ids: FxHashSet<String>,
    keepers: FxHashMap<Digest, Vec<usize>>,
    hasher: Sha1,
    /// How mails came, by index of the document.
    routes: Vec<(usize, Route)>,
}

impl Gathering {
    pub(super) fn new(keeps_all_texts: bool) -> Self {
        Self {
            keeps_all_texts,
            ..Self::default()
        }
    }

    /// Makes an input part of the digest over all inputs, in the order of the places.
    pub(super) fn note_input(&mut self, digest_line: &str) {
        self.hasher.update(digest_line);
    }

    pub(super) fn warn(&mut self, warnings: Vec<String>) {
        self.warnings.extend(warnings);
    }

    /// Takes in comments, in the order of the places.
    pub(super) fn add(&mut self, comments: Vec<Prepared>) {
        for prepared in comments {
            match prepared {
                Prepared::Document(mut document, route) => {
                    self.routes
                        .extend(route.map(|route| (self.documents.len(), route)));
                    document.id = self.unique_id(document.id, &document.source);
                    if !self.keeps_all_texts {
                        self.keep_or_drop_text(&mut document);
                    }
                    self.documents.push(*document);
                }
                Prepared::Aside(mut set_aside) => {
                    set_aside.id = self.unique_id(set_aside.id, &set_aside.source);
                    self.set_aside.push(set_aside);
                }
            }
        }
    }

    /// Adds what only all documents together tell. Dockets become equal by it or unknown, never
    /// different, so the earliest copy among equals still has its text.
    pub(super) fn finish(mut self) -> Corpus {
        routes::infer(&mut self.documents, &self.routes);
        dockets::reconcile(&mut self.documents);
        let input_digest = normalize::hexadecimal(&self.hasher.finalize());
        Corpus::new(self.documents, self.set_aside, self.warnings, input_digest)
    }

    /// Two records with one id stay two inputs; the second is told apart by its number.
    fn unique_id(&mut self, id: String, source: &str) -> String {
        if self.ids.insert(id.clone()) {
            return id;
        }
        let fresh = (2u32..)
            .map(|n| format!("{id}~{n}"))
            .find(|fresh| !self.ids.contains(fresh))
            .unwrap_or_default();
        self.warnings.push(format!(
            "{source}: the id `{id}` occurs more than once; this record is listed as `{fresh}`"
        ));
        self.ids.insert(fresh.clone());
        fresh
    }

    /// Of the copies with the same digest, wording and dockets, the earliest keeps its text: it may
    /// come to represent its exact group.
    fn keep_or_drop_text(&mut self, new: &mut Document) {
        let next = self.documents.len();
        match self.keepers.entry(new.digest) {
            Entry::Vacant(entry) => {
                entry.insert(vec![next]);
            }
            Entry::Occupied(mut entry) => {
                let same_dockets = |index: &&mut usize| {
                    self.documents[**index].wording == new.wording
                        && self.documents[**index].attributes.dockets == new.attributes.dockets
                };
                match entry.get_mut().iter_mut().find(same_dockets) {
                    None => entry.get_mut().push(next),
                    Some(keeper)
                        if earliest_first(new) < earliest_first(&self.documents[*keeper]) =>
                    {
                        self.documents[*keeper].text = None;
                        *keeper = next;
                    }
                    Some(_) => new.text = None,
                }
            }
        }
    }
}

/// "The earliest copy": by timestamp, missing ones last, then by id.
fn earliest_first(document: &Document) -> (Timestamp, &str) {
    (
        document.attributes.timestamp.unwrap_or(Timestamp::MAX),
        &document.id,
    )
}
