//! Comments in, [`Corpus`] out: each comment is cut and described, then they are put together.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use hashbrown::{HashTable, hash_table};
use rustc_hash::FxHashMap;
use sha1::{Digest as _, Sha1};

use super::formats::PANICKED;
use super::memory::Kept;
use super::raw::{RawComment, RawInput, aside, beyond};
use super::routes::{Route, Routes};
use super::{IngestConfig, attributes, decode, dockets, normalize, placeholder, zones};
use crate::corpus::{
    AsideBucket, Corpus, Digest, Document, Entry, Limit, Parts, SetAside, Timestamp,
};
use crate::guard::guarded;

/// A comment ready for the corpus, or an input that is none.
pub(super) enum Prepared {
    Document(Box<Document>, Option<Route>),
    Aside(SetAside),
}

/// The same as [`prepare`]; a comment that makes it panic is unreadable, and the run goes on.
pub(super) fn prepare_guarded(found: RawInput, config: &IngestConfig) -> Prepared {
    let place = match &found {
        RawInput::Comment(comment) => comment.place.clone(),
        RawInput::Aside(aside) => aside.source.clone(),
    };
    guarded(|| prepare(found, config))
        .unwrap_or_else(|_| Prepared::Aside(aside(&place, AsideBucket::Unreadable, PANICKED)))
}

/// Cuts one comment into zones and completes its attributes.
fn prepare(found: RawInput, config: &IngestConfig) -> Prepared {
    let mut comment = match found {
        RawInput::Comment(comment) => *comment,
        RawInput::Aside(aside) => return Prepared::Aside(aside),
    };
    let body = std::mem::take(&mut comment.body);
    if body.len() > config.limits.text_bytes {
        return Prepared::Aside(SetAside {
            id: comment.id.unwrap_or_else(|| comment.place.clone()),
            ..beyond(&comment.place, Limit::TextSize)
        });
    }
    let (text, zones, lines) = match comment.zones.take() {
        Some(zones) => {
            let lines = zones::lines_of(&body, &zones);
            (body, zones, lines)
        }
        None => {
            let text = decode::repaired(body);
            let zones = zones::cut(&text, comment.attributes.author.as_deref());
            let lines = zones::lines_of(&text, &zones);
            attributes::complete(&mut comment, &text, &zones, &lines, &config.relayers);
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
    if let Some(reason) = placeholder::no_usable_text(&text, &zones, document_string.n_tokens) {
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
    /// See [`IngestConfig::standing`].
    standing: Arc<FxHashMap<String, Digest>>,
    /// Taken in, not yet settled.
    pending: Vec<Prepared>,
    parts: Parts,
    /// Bytes of the texts that are kept.
    n_text_bytes: u64,
    /// For each document that keeps its text, its entry.
    kept_by: Vec<usize>,
    /// Kept documents by digest: one for each wording and docket set.
    keepers: FxHashMap<Digest, Vec<u32>>,
    ids: HashTable<Owner>,
    /// Ids come from outside, and could be chosen to collide.
    id_hasher: RandomState,
    hasher: Sha1,
    routes: Routes,
}

/// Whose id it is.
#[derive(Clone, Copy)]
enum Owner {
    Entry(u32),
    Aside(u32),
}

impl Gathering {
    pub(super) fn new(config: &IngestConfig) -> Self {
        Self {
            keeps_all_texts: config.keeps_all_texts,
            standing: Arc::clone(&config.standing),
            ..Self::default()
        }
    }

    /// Makes an input part of the digest over all inputs, in the order of the places.
    pub(super) fn note_input(&mut self, digest_line: &str) {
        self.hasher.update(digest_line);
    }

    /// What the memory must hold of what has been settled.
    pub(super) fn kept(&self) -> Kept {
        Kept {
            text_bytes: self.n_text_bytes,
            n_comments: self.parts.entries.len() as u64,
        }
    }

    fn warn(&mut self, warnings: Vec<String>) {
        self.parts.warnings.extend(warnings);
    }

    /// Takes in comments, in the order of the places.
    pub(super) fn add(&mut self, comments: Vec<Prepared>) {
        self.pending.extend(comments);
    }

    /// The same for pieces, with what is to be warned of.
    pub(super) fn add_decoded(&mut self, decoded: Vec<(Vec<Prepared>, Vec<String>)>) {
        for (comments, warnings) in decoded {
            self.warn(warnings);
            self.add(comments);
        }
    }

    /// Gives every comment taken in its id and place; exact copies lose their text.
    pub(super) fn settle(&mut self) {
        for prepared in std::mem::take(&mut self.pending) {
            match prepared {
                Prepared::Document(document, route) => self.add_document(*document, route),
                Prepared::Aside(mut set_aside) => {
                    let owner = Owner::Aside(self.parts.set_aside.len() as u32);
                    set_aside.id = self.unique_id(set_aside.id, &set_aside.source, owner);
                    self.parts.set_aside.push(set_aside);
                }
            }
        }
    }

    fn add_document(&mut self, mut document: Document, route: Option<Route>) {
        let number = self.parts.entries.len();
        let owner = Owner::Entry(number as u32);
        document.id = self.unique_id(document.id, &document.source, owner);
        let attributes = &document.attributes;
        let names = &mut self.parts.names;
        let relayer = attributes.relayer.as_deref();
        let entry = Entry {
            id: document.id.as_str().into(),
            timestamp: attributes.timestamp,
            n_submissions: attributes.claimed_duplicates.unwrap_or(1).max(1),
            relayer: relayer.map(|relayer| names.number(relayer)),
            keeper: 0,
            copy: None,
        };
        if let Some(route) = route.filter(|_| entry.relayer.is_none()) {
            self.routes.push(number, &route, names);
        }
        self.parts.entries.push(entry);
        self.keep_or_pack(document);
    }

    /// Adds what only all documents together tell. Dockets become equal by it or unknown, never
    /// different, so the earliest copy among equals still has its text.
    pub(super) fn finish(mut self) -> Corpus {
        self.settle();
        let parts = &mut self.parts;
        for (number, relay) in self.routes.inferred() {
            let entry = &mut parts.entries[number];
            entry.relayer = Some(relay);
            if entry.copy.is_none() {
                let relayer = parts.names.name(relay).to_owned();
                parts.kept[entry.keeper as usize].attributes.relayer = Some(relayer);
            }
        }
        dockets::reconcile(&mut parts.kept, &parts.entries);
        parts.input_digest = normalize::hexadecimal(&self.hasher.finalize());
        Corpus::new(self.parts)
    }

    /// Two records with one id stay two inputs; the second is told apart by its number.
    fn unique_id(&mut self, id: String, source: &str, owner: Owner) -> String {
        if self.claim(&id, owner) {
            return id;
        }
        let fresh = (2u32..)
            .map(|n| format!("{id}~{n}"))
            .find(|fresh| self.claim(fresh, owner))
            .unwrap_or_default();
        self.parts.warnings.push(format!(
            "{source}: the id `{id}` occurs more than once; this record is listed as `{fresh}`"
        ));
        fresh
    }

    /// Gives an id to its owner, unless it is taken. The table holds numbers: the ids stand elsewhere.
    fn claim(&mut self, id: &str, owner: Owner) -> bool {
        let Parts {
            entries, set_aside, ..
        } = &self.parts;
        let id_of = |owner: &Owner| match *owner {
            Owner::Entry(number) => &*entries[number as usize].id,
            Owner::Aside(number) => &set_aside[number as usize].id,
        };
        let hash = |id: &str| self.id_hasher.hash_one(id);
        let place = self.ids.entry(
            hash(id),
            |taken| id_of(taken) == id,
            |taken| hash(id_of(taken)),
        );
        match place {
            hash_table::Entry::Occupied(_) => false,
            hash_table::Entry::Vacant(place) => {
                place.insert(owner);
                true
            }
        }
    }

    /// Of the copies with the same digest, wording and dockets, the earliest keeps its text: it may
    /// come to represent its exact group. Who stood for it in an earlier report comes before it. The others are
    /// packed.
    fn keep_or_pack(&mut self, new: Document) {
        let standing = Arc::clone(&self.standing);
        let stands = |document: &Document| standing.get(&document.id) == Some(&document.digest);
        let parts = &mut self.parts;
        let number = parts.entries.len() - 1;
        let same_digest = self.keepers.entry(new.digest).or_default();
        let keeper = same_digest.iter().copied().find(|keeper| {
            let kept = &parts.kept[*keeper as usize];
            !self.keeps_all_texts
                && kept.wording == new.wording
                && kept.attributes.dockets == new.attributes.dockets
                && !(stands(kept) && stands(&new))
        });
        let Some(keeper) = keeper else {
            let keeper = parts.kept.len() as u32;
            same_digest.push(keeper);
            parts.entries[number].keeper = keeper;
            self.n_text_bytes += new.text.as_deref().map_or(0, str::len) as u64;
            parts.kept.push(new);
            self.kept_by.push(number);
            return;
        };
        parts.entries[number].keeper = keeper;
        let (kept, kept_by) = (
            &mut parts.kept[keeper as usize],
            &mut self.kept_by[keeper as usize],
        );
        if (!stands(&new), earliest_first(&new)) < (!stands(kept), earliest_first(kept)) {
            let later = std::mem::replace(kept, new);
            parts.entries[*kept_by].copy = Some(parts.copies.push(&later));
            *kept_by = number;
        } else {
            parts.entries[number].copy = Some(parts.copies.push(&new));
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
