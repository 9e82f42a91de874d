//! A mail (RFC 5322, MIME) holding one comment.

use std::borrow::Cow;
use std::sync::LazyLock;

use mail_parser::{
    Address, HeaderName, HeaderValue, Message, MessageParser, MessagePart, MimeHeaders, PartType,
};

use super::input::InputBytes;
use super::{mail_attachments, mail_body, mailbox};
use crate::corpus::{AsideBucket, Attributes, SetAside};
use crate::ingest::decode::with_line_feeds;
use crate::ingest::mail_headers::{self, MailHeader};
use crate::ingest::raw::{RawComment, RawInput, beyond, refuse};
use crate::ingest::relayers::Relayers;
use crate::ingest::routes::Route;
use crate::ingest::{attachments, dates};

/// Header names that a transport writes; a letter typed by hand does not have them on top.
const TRANSPORT_HEADERS: &[&str] =
    &["received", "mime-version", "content-type", "content-transfer-encoding", "delivered-to"];
/// Any of these makes an .eml file a mail.
const MAIL_HEADERS: &[&str] =
    &["from", "to", "subject", "date", "message-id", "return-path", "sender", "reply-to", "cc"];

/// Parses no header that is not asked for: a mail has a dozen for its transport.
static PARSER: LazyLock<MessageParser> = LazyLock::new(|| {
    MessageParser::new()
        .with_mime_headers()
        .header_text(HeaderName::Subject)
        .header_address(HeaderName::From)
        .header_address(HeaderName::ReplyTo)
        .header_address(HeaderName::To)
});

/// Whether the bytes begin with mail headers. Without `named_eml`, headers that only a transport
/// writes are asked for: people print From: and To: on top of letters, too.
pub(super) fn is_mail(bytes: &[u8], named_eml: bool) -> bool {
    if named_eml {
        return true;
    }
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(16 << 10)]);
    let mut lines = head.lines().peekable();
    let enveloped = lines.next_if(|line| line.starts_with("From ")).is_some();
    let (mut transport, mut mail) = (0, 0);
    for line in lines {
        if line.starts_with([' ', '\t']) {
            continue;
        }
        let Some((name, _)) = line.split_once(':') else {
            break;
        };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        {
            break;
        }
        let name = name.to_ascii_lowercase();
        transport += usize::from(TRANSPORT_HEADERS.contains(&name.as_str()));
        mail += usize::from(MAIL_HEADERS.contains(&name.as_str()));
    }
    mail >= 1 && (transport >= 1 || enveloped)
}

/// Reads a mail; a digest (RFC 2046 §5.1.5) is as many comments as it holds mails.
pub(super) fn read(input: &InputBytes<'_>, warnings: &mut Vec<String>) -> Vec<RawInput> {
    let bytes = without_envelope(input.bytes);
    let bytes =
        &*if bytes.len() < input.bytes.len() { mailbox::unquoted(bytes) } else { bytes.into() };
    if bytes.trim_ascii().is_empty() {
        let reason = "blank: the file is empty";
        return vec![refuse(input.place, AsideBucket::NoText, reason)];
    }
    let Some(message) = PARSER.parse(bytes) else {
        let reason = "not a mail: it has no header and no body";
        return vec![refuse(input.place, AsideBucket::Unreadable, reason)];
    };
    let found = read_message(&message, input, warnings);
    mail_body::take_apart(message);
    found
}

fn read_message(
    message: &Message<'_>,
    input: &InputBytes<'_>,
    warnings: &mut Vec<String>,
) -> Vec<RawInput> {
    if let Some(limit) = mail_body::limit_reached(message, &input.config.limits) {
        let attributes = Attributes {
            n_bytes: input.bytes.len() as u64,
            ..attributes_of(message, &headers_of(message), &input.config.relayers)
        };
        return vec![RawInput::Aside(SetAside {
            attributes: Some(Box::new(attributes)),
            ..beyond(input.place, limit)
        })];
    }
    let digest = digest(message);
    if digest.len() < 2 {
        return vec![comment(message, input, warnings)];
    }
    let numbered = digest.into_iter().enumerate();
    let comments = numbered.map(|(index, inner)| {
        let mail = InputBytes {
            place: &format!("{}#{}", input.place, index + 1),
            bytes: &inner.raw_message,
            ..*input
        };
        comment(inner, &mail, warnings)
    });
    comments.collect()
}

fn comment(message: &Message<'_>, input: &InputBytes<'_>, warnings: &mut Vec<String>) -> RawInput {
    let relayers = &input.config.relayers;
    let headers = headers_of(message);
    let writer = address(message.reply_to()).or_else(|| address(message.from()));
    let body = with_line_feeds(mail_body::text(message));
    let (attachments, texts) = mail_attachments::read(message, input, warnings);
    let attributes = Attributes {
        n_bytes: input.bytes.len() as u64,
        attachments,
        ..attributes_of(message, &headers, relayers)
    };
    let mut comment = RawComment {
        place: input.place.to_owned(),
        body,
        attributes,
        address: writer.map(str::to_owned),
        route: Route::of(&headers, writer, relayers),
        ..RawComment::default()
    };
    attachments::append(&mut comment, &texts);
    RawInput::Comment(Box::new(comment))
}

/// The mails of a digest.
fn digest<'a>(message: &'a Message<'a>) -> Vec<&'a Message<'a>> {
    let is_digest = |part: &MessagePart<'_>| {
        part.content_type().is_some_and(|kind| {
            kind.subtype().is_some_and(|name| name.eq_ignore_ascii_case("digest"))
        })
    };
    if !message.parts.iter().any(is_digest) {
        return Vec::new();
    }
    message
        .parts
        .iter()
        .filter_map(|part| match &part.body {
            PartType::Message(inner) => Some(inner),
            _ => None,
        })
        .collect()
}

/// Leaves out the `From …` line that mail folders put above a mail.
fn without_envelope(bytes: &[u8]) -> &[u8] {
    match bytes.iter().position(|byte| *byte == b'\n') {
        Some(end) if bytes.starts_with(b"From ") => &bytes[end + 1..],
        _ => bytes,
    }
}

/// The headers that tell how and when a mail came, names in lower case, folded lines joined.
fn headers_of(message: &Message<'_>) -> Vec<MailHeader> {
    let headers = message.headers_raw().filter_map(|(name, value)| {
        let mut wanted = mail_headers::HOSTS.iter().chain(&["date", "x-mailer"]);
        let name = wanted.find(|own| own.eq_ignore_ascii_case(name))?;
        Some((Cow::Borrowed(*name), on_one_line(value)))
    });
    headers.collect()
}

fn on_one_line(value: &str) -> String {
    let mut line = String::with_capacity(value.len());
    for word in value.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

fn attributes_of(message: &Message<'_>, headers: &[MailHeader], relayers: &Relayers) -> Attributes {
    let header = |name: &str| {
        let found = headers.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    };
    let received = header("received")
        .and_then(|received| received.rsplit(';').next())
        .and_then(dates::timestamp);
    let sent = || header("date").and_then(dates::timestamp);
    Attributes {
        author: message
            .from()
            .and_then(Address::first)
            .and_then(|from| from.name.as_deref())
            .map(str::to_owned),
        organization: message
            .header("Organization")
            .and_then(HeaderValue::as_text)
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty()),
        recipients: message
            .to()
            .into_iter()
            .flat_map(Address::iter)
            .filter_map(|to| to.address.as_deref())
            .map(str::to_owned)
            .collect(),
        relayer: relayers.known(headers),
        timestamp: received.or_else(sent),
        subject: message.subject().map(str::to_owned),
        ..Attributes::default()
    }
}

fn address<'a>(header: Option<&'a Address<'_>>) -> Option<&'a str> {
    header?.first()?.address.as_deref()
}
