//! A mail (RFC 5322, MIME) holding one comment, and a folder of mails in one file.

use std::sync::{Arc, LazyLock};

use mail_parser::{Address, HeaderName, Message, MessageParser, MimeHeaders, PartType};

use super::format::{Attached, Format, Structure};
use super::input::{InputBytes, InputPiece, extension};
use super::{machine_mail, mail_attachments, mail_body, mailbox};
use crate::corpus::{AsideBucket, AttachmentText, Attributes, SetAside};
use crate::ingest::dates;
use crate::ingest::decode::{self, with_line_feeds};
use crate::ingest::mail_headers::{self, MailHeader, values};
use crate::ingest::normalize::short_digest;
use crate::ingest::raw::{BLANK, RawComment, RawInput, beyond, refuse};
use crate::ingest::relayers::Relayers;
use crate::ingest::routes::Route;
use crate::ingest::zones;

/// Parses no header that is not asked for: a mail has a dozen for its transport.
static PARSER: LazyLock<MessageParser> = LazyLock::new(|| {
    MessageParser::new()
        .with_mime_headers()
        .header_text(HeaderName::Subject)
        .header_address(HeaderName::From)
        .header_address(HeaderName::ReplyTo)
        .header_address(HeaderName::To)
        .default_header_ignore()
});

pub(super) const FORMAT: Format = Format::of(
    Attached::Text,
    |file| {
        let is_named = file.is_named(&["eml", "emlx"]) || mailbox::is_maildir(file.place);
        is_named
            || match decode::wide(&file.bytes[..file.bytes.len().min(HEAD)]) {
                Some(head) => {
                    mailbox::is_mail(head.as_bytes()) || mailbox::is_mailbox(head.as_bytes())
                }
                None => mailbox::is_mail(file.bytes),
            }
    },
    read_bytes,
);
/// Bytes that tell a mail, where its characters have two each.
const HEAD: usize = 16 << 10;

/// A mail folder in one file.
pub(super) struct Mailbox;

impl Structure for Mailbox {
    fn is_of(&self, input: &InputBytes<'_>) -> bool {
        mailbox::is_mailbox(input.bytes) && extension(input.place) != "eml"
    }

    fn has_ranges(&self, _: &InputBytes<'_>) -> bool {
        true
    }

    fn first_boundary(&self, bytes: &[u8], n_before: usize, is_end: bool) -> Option<usize> {
        mailbox::later_boundaries(bytes)
            .find(|at| *at >= n_before && (is_end || bytes[*at..].contains(&b'\n')))
    }

    fn pieces<'a>(&self, input: &InputBytes<'a>) -> Vec<InputPiece<'a>> {
        let mut starts = mailbox::boundaries(input.bytes);
        starts.push(input.bytes.len());
        // A single mail with its envelope still on is no folder.
        if starts.len() == 2 && !input.is_block() && extension(input.place) != "mbox" {
            return vec![InputPiece::new(input.place, input.bytes, read)];
        }
        starts
            .windows(2)
            .map(|range| &input.bytes[range[0]..range[1]])
            .enumerate()
            .map(|(nth, mail)| InputPiece::numbered(input, nth, mail, read))
            .collect()
    }

    /// Where the last mail of a block begins, which may not be whole; `None` where it is the only one.
    fn last_boundary(&self, block: &InputBytes<'_>) -> Option<usize> {
        mailbox::boundaries(block.bytes).pop().filter(|boundary| *boundary > 0)
    }
}

/// Reads a mail in bytes of any width. Where they have two for a character a folder of mails cannot be cut before.
fn read_bytes(input: &InputBytes<'_>) -> Vec<RawInput> {
    let bytes = mailbox::without_frame(input.bytes);
    let Some(text) = decode::wide(bytes) else { return read(&InputBytes { bytes, ..*input }) };
    let input = &InputBytes { bytes: text.as_bytes(), ..*input };
    if !Mailbox.is_of(input) {
        return read(input);
    }
    super::decode_all(&Mailbox.pieces(input), input.config)
}

/// Reads a mail; a digest (RFC 2046 §5.1.5) is as many comments as it holds mails.
pub(super) fn read(input: &InputBytes<'_>) -> Vec<RawInput> {
    let bytes = mailbox::without_envelope(input.bytes);
    let is_enveloped = bytes.len() < input.bytes.len();
    let may_hold_more = is_enveloped && mailbox::may_hold_more(bytes);
    let bytes = &*if is_enveloped { mailbox::unquoted(bytes) } else { bytes.into() };
    let mut found = Vec::new();
    if may_hold_more {
        found.push(input.told(
            "a line of it that begins with `From ` may begin another mail, and is read as text; if it does, save \
             each mail as .eml",
        ));
    }
    if bytes.trim_ascii().is_empty() {
        found.push(refuse(input.place, AsideBucket::NoText, BLANK));
        return found;
    }
    let Some(message) = mail_body::plain(&PARSER, bytes).or_else(|| PARSER.parse(bytes)) else {
        let reason = "not a mail: it has no header and no body";
        found.push(refuse(input.place, AsideBucket::Unreadable, reason));
        return found;
    };
    let rewritten =
        mail_body::with_boundary(&message).or_else(|| mail_body::without_seal(&message));
    let repaired = rewritten.as_deref().and_then(|bytes| PARSER.parse(bytes));
    found.extend(read_message(repaired.as_ref().unwrap_or(&message), input));
    [Some(message), repaired].into_iter().flatten().for_each(mail_body::take_apart);
    found
}

fn read_message(message: &Message<'_>, input: &InputBytes<'_>) -> Vec<RawInput> {
    if let Some(limit) = mail_body::limit_reached(message, &input.config.limits) {
        let attributes = Attributes {
            n_bytes: input.bytes.len() as u64,
            ..attributes_of(message, &mail_headers::told_by(message), &input.config.relayers)
        };
        return vec![RawInput::Aside(SetAside {
            attributes: Some(Arc::new(attributes)),
            ..beyond(input.place, limit)
        })];
    }
    let digest = digest(message);
    if digest.len() < 2 {
        return comment(message, input);
    }
    let numbered = digest.into_iter().zip(1..).flat_map(|(mail, number)| {
        let place = &format!("{}#{number}", input.place);
        comment(mail, &InputBytes { place, bytes: &mail.raw_message, ..*input })
    });
    numbered.collect()
}

/// The comment that a mail is, behind what is told of it.
fn comment(message: &Message<'_>, input: &InputBytes<'_>) -> Vec<RawInput> {
    let relayers = &input.config.relayers;
    let headers = mail_headers::told_by(message);
    let writer = address(message.reply_to()).or_else(|| address(message.from()));
    let mut told = Vec::new();
    let body = with_line_feeds(mail_body::text(message, &mut told));
    let mut found: Vec<RawInput> = told.iter().map(|told| input.told(told)).collect();
    let (attachments, texts, told) = mail_attachments::read(message, input);
    found.extend(told);
    let unread = attachments.iter().find_map(|file| match &file.text {
        AttachmentText::NotRead(reason)
            if file.n_bytes > Some(0) && reason != mail_attachments::BLANK =>
        {
            Some(format!(
                "the mail is nothing but a file that is not read, {}: {reason}",
                file.name
            ))
        }
        _ => None,
    });
    let not_compared = unread
        .filter(|_| texts.is_empty() && (body.trim().is_empty() || zones::is_footer(&body)))
        .map(|reason| (AsideBucket::Unreadable, reason));
    let of_machine = machine_mail::reason(message, &headers, &body)
        .map(|reason| (AsideBucket::NotAComment, reason.to_owned()));
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
        not_compared: of_machine.or(not_compared),
        ..RawComment::default()
    };
    comment.append(&texts);
    found.push(comment.into());
    found
}

/// The mails of a digest.
fn digest<'a>(message: &'a Message<'a>) -> Vec<&'a Message<'a>> {
    let is_digest = message
        .parts
        .iter()
        .filter_map(|part| part.content_type()?.subtype())
        .any(|name| name.eq_ignore_ascii_case("digest"));
    let parts = message.parts.iter().filter(|_| is_digest);
    let mails = parts.filter_map(|part| match &part.body {
        PartType::Message(inner) => Some(inner),
        _ => None,
    });
    mails.collect()
}

fn attributes_of(message: &Message<'_>, headers: &[MailHeader], relayers: &Relayers) -> Attributes {
    let received = values(headers, "received")
        .next()
        .and_then(|received| received.rsplit(';').next())
        .and_then(dates::timestamp);
    Attributes {
        author: message
            .from()
            .and_then(Address::first)
            .and_then(|from| from.name.as_deref())
            .map(str::to_owned),
        organization: values(headers, "organization")
            .last()
            .filter(|name| !name.is_empty())
            .map(str::to_owned),
        recipients: message
            .to()
            .into_iter()
            .flat_map(Address::iter)
            .filter_map(|to| to.address.as_deref())
            .map(str::to_owned)
            .collect(),
        relayer: relayers.known(headers),
        timestamp: received.or_else(|| dates::timestamp(values(headers, "date").next()?)),
        received,
        subject: message.subject().map(str::to_owned),
        mail: values(headers, "message-id").next().map(short_digest),
        ..Attributes::default()
    }
}

fn address<'a>(header: Option<&'a Address<'_>>) -> Option<&'a str> {
    header?.first()?.address.as_deref()
}

#[cfg(test)]
mod tests {
    use super::{PARSER, read};
    use crate::corpus::AttachmentText;
    use crate::ingest::formats::{InputBytes, mail_body};
    use crate::ingest::normalize::in_one_line;
    use crate::ingest::raw::{RawComment, RawInput};
    use crate::ingest::{IngestConfig, cases};

    /// The comment that a mail is.
    fn comment(mail: &[u8]) -> RawComment {
        let config = IngestConfig::default();
        match read(&InputBytes::whole("a.eml", mail, &config)).pop() {
            Some(RawInput::Comment(comment)) => *comment,
            Some(RawInput::Aside(aside)) => panic!("{}", aside.reason),
            _ => panic!("no comment"),
        }
    }

    /// Pieces of bodies, in every order of three, below heads of several kinds.
    #[test]
    fn plain_mails_are_read_as_the_library_reads_them() {
        let (heads, pieces): (Vec<_>, Vec<_>) =
            cases::rows(include_str!("plain_mail.txt")).partition(|row| row[0] == "head");
        let n = pieces.len();
        for order in 0..n.pow(3) {
            let body =
                [order % n, order / n % n, order / n / n].map(|nth| &*pieces[nth][1]).concat();
            for mail in heads.iter().map(|head| format!("{}{body}", head[1])) {
                if let Some(short) = mail_body::plain(&PARSER, mail.as_bytes()) {
                    let long = PARSER.parse(&mail).expect("a mail");
                    assert_eq!(short.parts, long.parts, "{mail}");
                }
            }
        }
        let mail = format!("{}Caf=C3=A9 on =\nthe quay =20 \r\nby\n", heads[0][1]);
        let short = mail_body::plain(&PARSER, mail.as_bytes()).expect("a plain mail");
        assert_eq!(short.parts[0].text_contents(), Some("Café on the quay  \r\nby\r\n"));
    }

    #[test]
    fn mails_have_the_text_that_people_see() {
        for case in cases::rows(include_str!("mail.txt")) {
            let head = "From: rosa@farm.example\nSubject: Ferry\nMIME-Version: 1.0\n";
            let found = comment(format!("{head}{}", case[0]).as_bytes());
            match &found.not_compared {
                Some((bucket, reason)) => {
                    let told = format!("{bucket:?}: {reason}");
                    assert!(told.starts_with(&case[1]) && !case[1].is_empty(), "{told} {case:?}");
                }
                None => assert_eq!(in_one_line(&found.body), case[1], "{case:?}"),
            }
            if let Some(expect) = case.get(2) {
                let files = found.attributes.attachments.iter();
                let files = files.map(|file| match file.text == AttachmentText::Read {
                    true => file.name.clone(),
                    false => format!("{}!", file.name),
                });
                assert_eq!(&files.collect::<Vec<_>>().join(" "), expect, "{case:?}");
            }
            if let Some(expect) = case.get(3) {
                let day = found.attributes.timestamp.map(|time| time / 86_400);
                assert_eq!(day, expect.parse().ok(), "{case:?}");
            }
        }
    }
}
