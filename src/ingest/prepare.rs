//! A comment in, a document out: cut into zones and described.

use super::formats::PANICKED;
use super::raw::{RawComment, RawInput, aside, beyond};
use super::routes::Route;
use super::{IngestConfig, attributes, decode, normalize, placeholder, zones};
use crate::corpus::{AsideBucket, Document, Limit, SetAside};
use crate::guard::guarded;

/// A comment ready for the corpus, or an input that is none.
pub(super) enum Prepared {
    Document(Box<Document>, Provenance),
    /// With the docket it belongs to, where its record tells one.
    Aside(SetAside, Option<String>),
}

/// How a comment came, as far as its document does not say.
pub(super) struct Provenance {
    /// Where it is a mail.
    pub(super) route: Option<Route>,
    /// See [`Entry::received`](crate::corpus::Entry::received).
    pub(super) received: u64,
}

/// The same as [`prepare`]; a comment that makes it panic is unreadable, and the run goes on.
pub(super) fn prepare_guarded(found: RawInput, config: &IngestConfig) -> Prepared {
    let place = match &found {
        RawInput::Comment(comment) => comment.place.clone(),
        RawInput::Aside(aside) => aside.source.clone(),
    };
    guarded(|| prepare(found, config))
        .unwrap_or_else(|_| Prepared::Aside(aside(&place, AsideBucket::Unreadable, PANICKED), None))
}

/// Cuts one comment into zones and completes its attributes.
fn prepare(found: RawInput, config: &IngestConfig) -> Prepared {
    let mut comment = match found {
        RawInput::Comment(comment) => *comment,
        RawInput::Aside(aside) => return Prepared::Aside(aside, None),
    };
    let body = std::mem::take(&mut comment.body);
    if body.len() > config.limits.text_bytes {
        let home = comment.attributes.dockets.home().map(str::to_owned);
        let set_aside = SetAside {
            id: comment.id.unwrap_or_else(|| comment.place.clone()),
            ..beyond(&comment.place, Limit::TextSize)
        };
        return Prepared::Aside(set_aside, home);
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
    let RawComment { id, place, attributes, withdrawn, route, .. } = comment;
    let id = id.unwrap_or_else(|| place.clone());
    let document_string = normalize::document_string(&text, &zones);
    let set_aside = |bucket, reason: &str| {
        let set_aside =
            SetAside { id: id.clone(), lines: lines.clone(), ..aside(&place, bucket, reason) };
        Prepared::Aside(set_aside, attributes.dockets.home().map(str::to_owned))
    };
    if let Some(reason) = withdrawn {
        return set_aside(AsideBucket::Withdrawn, &reason);
    }
    if let Some(reason) = placeholder::no_usable_text(&text, &zones, document_string.n_tokens) {
        return set_aside(AsideBucket::NoText, reason);
    }
    let provenance = Provenance { route, received: normalize::received(&text) };
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
    Prepared::Document(Box::new(document), provenance)
}
