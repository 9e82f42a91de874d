//! A comment in, a document out: cut into zones and described.

use super::formats::PANICKED;
use super::raw::{RawComment, aside};
use super::routes::Route;
use super::{IngestConfig, attributes, decode, normalize, placeholder, senders, zones};
use crate::corpus::{AsideBucket, Document, Limit, SetAside, Text};
use crate::guard::guarded;

/// A comment ready for the corpus, or an input that is none.
pub(super) enum Prepared {
    Document(Box<Document>, Provenance),
    Aside(SetAside),
}

/// How a comment came, as far as its document does not say.
pub(super) struct Provenance {
    /// Where it is a mail.
    pub(super) route: Option<Route>,
    /// See [`Entry::received`](crate::corpus::Entry::received).
    pub(super) received: u64,
}

/// The same as [`prepare`]; a comment that makes it panic is unreadable, and the run goes on.
pub(super) fn prepare_guarded(comment: RawComment, config: &IngestConfig) -> Prepared {
    let place = comment.place.clone();
    guarded(|| prepare(comment, config))
        .unwrap_or_else(|_| Prepared::Aside(aside(&place, AsideBucket::Unreadable, PANICKED)))
}

/// Cuts one comment into zones and completes its attributes.
fn prepare(mut comment: RawComment, config: &IngestConfig) -> Prepared {
    let body = std::mem::take(&mut comment.body);
    if body.len() > config.limits.text_bytes {
        let limit = Limit::TextSize;
        let set_aside = comment.set_aside(AsideBucket::Unreadable, limit.reason());
        return Prepared::Aside(SetAside { limit: Some(limit), ..set_aside });
    }
    let text = decode::repaired(body);
    let received = normalize::short_digest(&text);
    let author = comment.attributes.author.as_deref();
    let (text, zones) = zones::cut_printed(text, author, &comment.remarks, &comment.printed);
    let lines = zones::lines_of(&text, &zones);
    attributes::complete(&mut comment, &text, &zones, &lines, &config.relayers);
    comment.attributes.sender = senders::sender(&comment.attributes, comment.address.as_deref());
    let document_string = normalize::document_string(&text, &zones);
    let not_compared = comment.not_compared.take().or_else(|| {
        placeholder::no_usable_text(&text, &zones, document_string.n_tokens)
            .map(|reason| (AsideBucket::NoText, reason.to_owned()))
    });
    if let Some((bucket, reason)) = not_compared {
        return Prepared::Aside(SetAside { lines, ..comment.set_aside(bucket, &reason) });
    }
    let source = comment.source();
    let RawComment { id, place, attributes, route, .. } = comment;
    // A piece that is made smaller in place keeps up to twice its size, a copy takes no more than it needs.
    let text = Text {
        digest: document_string.digest,
        wording: document_string.wording,
        zones: zones.as_slice().into(),
        decoded: text.as_str().into(),
        ..Text::default()
    };
    let document = Document { id: id.unwrap_or(place), source, attributes, lines, text };
    Prepared::Document(Box::new(document), Provenance { route, received })
}
