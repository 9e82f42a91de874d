//! Parts of a mail in, the text that a reader sees out.
//!
//! Mails that people send are often not what the standards ask for: a transfer encoding that breaks
//! off, a list's footer behind base64, a charset left out or wrong. The parser then gives up the part
//! or its letters; here such a part is decoded anew, as far as it goes.

use std::borrow::Cow;
use std::sync::LazyLock;

use bcder::decode::{Constructed, DecodeError, Source};
use bcder::{Mode, OctetString, Oid, Tag};
use encoding_rs::{Encoding, UTF_8};
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{
    ContentType, Encoding as TransferEncoding, Message, MessageParser, MessagePart, MimeHeaders,
    PartType,
};
use regex::bytes::Regex;

use super::{binary, mail_text, office_text};
use crate::corpus::Limit;
use crate::ingest::raw::WordCounts;
use crate::ingest::{Limits, decode, markup};

/// Words of a plain text at the most that only says "your program cannot show HTML", or where to see it.
const LONGEST_STAND_IN: usize = 40;
/// How many of a hundred words of the page the plain text holds where it is the same letter.
const SAME_LETTER: usize = 60;
/// Words of a page at the most that holds a picture, or the name of a program, and no letter.
const LONGEST_MARK: usize = 5;
/// Words of the plain text that are not in the page, from which on it says something else.
const OTHER_WORDS: usize = 20;
/// Letters from which on a line of base64 need not be a multiple of four letters long.
const LONG_BASE64_LINE: usize = 40;

/// The limit that a mail reaches, if it does: then its text is not asked for.
pub(super) fn limit_reached(message: &Message<'_>, limits: &Limits) -> Option<Limit> {
    let mut n_parts = 0;
    let mut unseen = vec![(message, 0)];
    while let Some((message, depth)) = unseen.pop() {
        n_parts += message.parts.len();
        if n_parts > limits.mail_parts {
            return Some(Limit::MailParts);
        }
        // Parts stand before what they hold.
        let mut depths = vec![depth; message.parts.len()];
        for (index, part) in message.parts.iter().enumerate() {
            let inside = depths[index] + 1;
            if inside > limits.mail_depth {
                return Some(Limit::MailDepth);
            }
            match &part.body {
                PartType::Multipart(inner) => {
                    for id in inner.iter().map(|id| *id as usize) {
                        if id > index && id < message.parts.len() {
                            depths[id] = inside;
                        }
                    }
                }
                PartType::Message(inner) => unseen.push((inner, inside)),
                _ => {}
            }
        }
    }
    None
}

/// A mail that is nothing but a text or a page, as most are: the library goes through these, too, but byte by byte, and
/// once more for their charset. None where it may be another mail, or where the library would repair it.
pub(super) fn plain<'a>(parser: &MessageParser, mail: &'a [u8]) -> Option<Message<'a>> {
    if memchr::memmem::find(mail, b"oundary").is_some() {
        return None;
    }
    let mut message = parser.parse_headers(mail)?;
    let part = message.parts.first_mut()?;
    let head = part.headers.last()?.offset_end as usize;
    let blank = mail[head..].strip_prefix(b"\r").unwrap_or(&mail[head..]);
    let body = blank.strip_prefix(b"\n")?;
    let (encoding, text) = match part.content_transfer_encoding() {
        Some(name) if name.eq_ignore_ascii_case("quoted-printable") => (
            TransferEncoding::QuotedPrintable,
            Cow::Owned(String::from_utf8(quoted_printable_decode(body)?).ok()?),
        ),
        Some(name) if name.eq_ignore_ascii_case("base64") => return None,
        _ => (TransferEncoding::None, Cow::Borrowed(str::from_utf8(body).ok()?)),
    };
    let is_page = match part.content_type() {
        None => false,
        Some(kind) => {
            let charset =
                kind.attribute("charset").map(|name| Encoding::for_label(name.as_bytes()));
            let is_read_alike = charset.is_none_or(|own| {
                own == Some(UTF_8)
                    || text.is_ascii() && own.is_some_and(Encoding::is_ascii_compatible)
            });
            match (kind.ctype(), kind.subtype()) {
                ("text", Some(name @ ("plain" | "html"))) if is_read_alike => name == "html",
                _ => return None,
            }
        }
    };
    part.encoding = encoding;
    part.is_encoding_problem = false;
    part.offset_body = (mail.len() - body.len()) as u32;
    part.body = if is_page { PartType::Html(text) } else { PartType::Text(text) };
    Some(message)
}

/// The same mail with the boundary between its parts, where its header has none or another and a part tells what it is.
pub(super) fn with_boundary(message: &Message<'_>) -> Option<Vec<u8>> {
    static FIRST_PART: LazyLock<Regex> = LazyLock::new(|| {
        // RFC 2046 §5.1.1, but that no blank is in it.
        Regex::new(r"(?m-u)^--([0-9A-Za-z'()+_,./:=?-]{1,70})[ \t]*\r?\n(?i:content-)[\w-]+:")
            .expect("the pattern is valid")
    });
    let whole = message.parts.first()?;
    let kind = whole.content_type().filter(|kind| kind.ctype() == "multipart")?;
    if matches!(whole.body, PartType::Multipart(_)) {
        return None;
    }
    let (head, body) = message.raw_message.split_at_checked(whole.offset_body as usize)?;
    let first = FIRST_PART.captures(body)?;
    let subtype = kind.subtype().unwrap_or("mixed");
    // Of several headers of one name the last counts.
    let header = format!("\nContent-Type: multipart/{subtype}; boundary=\"");
    Some([head.trim_ascii_end(), header.as_bytes(), &first[1], b"\"\n\n", body].concat())
}

/// The same mail as it was before somebody signed it in the way that hides it (S/MIME, RFC 8551 §3.5.2).
pub(super) fn without_seal(message: &Message<'_>) -> Option<Vec<u8>> {
    let whole = message.parts.first()?;
    let (PartType::Binary(sealed) | PartType::InlineBinary(sealed)) = &whole.body else {
        return None;
    };
    let is_sealed =
        ["pkcs7-mime", "x-pkcs7-mime"].iter().any(|kind| is_kind(whole, "application", kind));
    if !is_sealed {
        return None;
    }
    let mut inside = Vec::new();
    // What stands behind it, keys and signatures, need not be sound.
    let _ = Mode::Ber.decode(sealed.as_ref(), |all| signed_content(all, &mut inside));
    if inside.is_empty() {
        return None;
    }
    let head = message.raw_message.get(..whole.offset_body as usize)?;
    // Of several headers of one name the last counts.
    let header = b"\nContent-Transfer-Encoding: 8bit\nContent-Disposition: inline\n";
    Some([head.trim_ascii_end(), header, inside.trim_ascii_start()].concat())
}

/// Finds what was signed in a content of that kind (RFC 5652 §5.1).
fn signed_content<S: Source>(
    all: &mut Constructed<'_, S>,
    found: &mut Vec<u8>,
) -> Result<(), DecodeError<S::Error>> {
    all.take_sequence(|content| {
        Oid::skip_in(content)?;
        content.take_constructed_if(Tag::CTX_0, |content| {
            content.take_sequence(|signed| {
                // Its version, and how it was signed.
                signed.skip_one()?;
                signed.skip_one()?;
                signed.take_sequence(|inside| {
                    Oid::skip_in(inside)?;
                    inside.take_constructed_if(Tag::CTX_0, |inside| {
                        found.extend(OctetString::take_from(inside)?.octets());
                        Ok(())
                    })
                })
            })
        })
    })
}

/// Drops a mail without recursion: mails in mails, thousands deep, would use up the stack.
pub(super) fn take_apart(message: Message<'_>) {
    let mut whole = vec![message];
    while let Some(mut message) = whole.pop() {
        for part in &mut message.parts {
            let body = std::mem::replace(&mut part.body, PartType::Multipart(Vec::new()));
            if let PartType::Message(inner) = body {
                whole.push(inner);
            }
        }
    }
}

/// The text of a mail and of the mails it forwards, as deep as [`limit_reached`] lets them lie; and what is to be told of
/// it.
pub(super) fn text(message: &Message<'_>, told: &mut Vec<String>) -> String {
    // Once, whatever is asked of the mail around them: mails in mails would double the work each time.
    let forwarded: Vec<String> = message
        .parts
        .iter()
        .map(|part| match &part.body {
            // "I agree with the letter below": what is forwarded is part of what is said.
            PartType::Message(inner) => format!("\n\n{}", text(inner, told)),
            _ => String::new(),
        })
        .collect();
    let shown = joined(message, &forwarded, is_shown, told);
    if shown.trim().is_empty() {
        // Nothing but text of another kind.
        return joined(message, &forwarded, |part| !is_attached(part), told);
    }
    shown
}

/// The texts of the parts that are `wanted`. Parts stand before what they hold, so going backwards
/// no recursion is needed.
fn joined(
    message: &Message<'_>,
    forwarded: &[String],
    wanted: fn(&MessagePart<'_>) -> bool,
    told: &mut Vec<String>,
) -> String {
    let mut texts: Vec<String> = vec![String::new(); message.parts.len()];
    let mut is_inside = vec![false; message.parts.len()];
    for (index, part) in message.parts.iter().enumerate().rev() {
        texts[index] = match &part.body {
            PartType::Multipart(inner) => {
                let mut forms = Vec::new();
                // A damaged mail may name parts that are not there, or itself.
                let places = index + 1..texts.len();
                for id in inner.iter().map(|id| *id as usize).filter(|id| places.contains(id)) {
                    is_inside[id] = true;
                    let is_plain = is_kind(&message.parts[id], "text", "plain");
                    forms.push((std::mem::take(&mut texts[id]), is_plain));
                }
                if is_kind(part, "multipart", "alternative") {
                    alternative(forms, told)
                } else {
                    forms.into_iter().map(|(text, _)| text).fold(String::new(), append)
                }
            }
            PartType::Text(decoded) | PartType::Html(decoded) if wanted(part) => {
                let text = redecoded(message, part, decoded);
                if is_html(part) {
                    let (text, n_struck) = markup::page_told(&text);
                    told.extend(office_text::told_of_struck(n_struck));
                    text
                } else {
                    mail_text::parted(&text).0.into_owned()
                }
            }
            PartType::Message(_) => forwarded[index].clone(),
            _ => mistyped_text(part).map_or_else(String::new, decode::text),
        };
    }
    // In a damaged mail parts may belong to nothing.
    let outermost = texts.into_iter().zip(is_inside);
    outermost.filter(|(_, is_inside)| !is_inside).map(|(text, _)| text).fold(String::new(), append)
}

fn append(text: String, next: String) -> String {
    if text.is_empty() {
        return next;
    }
    let parted = next.is_empty() || text.ends_with('\n') || next.starts_with('\n');
    text + if parted { "" } else { "\n" } + &next
}

/// Of the same text in several forms the plain one, where it holds what the page says: no mark-up went through it. Else
/// the page, which is what people see; where each says what the other does not, both.
fn alternative(forms: Vec<(String, bool)>, told: &mut Vec<String>) -> String {
    let (plain, pages): (Vec<_>, Vec<_>) =
        forms.into_iter().filter(|(text, _)| !text.trim().is_empty()).partition(|form| form.1);
    // The form that shows most stands last (RFC 2046 §5.1.4).
    let (plain, page) = match (plain.into_iter().next(), pages.into_iter().next_back()) {
        (Some((plain, _)), Some((page, _))) => (plain, page),
        (one, other) => return one.or(other).unwrap_or_default().0,
    };
    // Most pages say the same, for the most part with the same blanks, and their words need not be counted.
    if plain.split_ascii_whitespace().eq(page.split_ascii_whitespace())
        || plain.split_whitespace().eq(page.split_whitespace())
    {
        return plain;
    }
    let [of_plain, of_page] = [&plain, &page].map(|text| WordCounts::of(text));
    let (n_shared, n_page) = (of_page.n_shared(&of_plain), of_page.n_words);
    if n_shared * 100 >= n_page * SAME_LETTER || n_page <= LONGEST_MARK {
        return plain;
    }
    let is_stand_in = of_plain.n_words <= LONGEST_STAND_IN
        && (plain.contains("://") || plain.to_lowercase().contains("html"));
    if is_stand_in || of_plain.n_words - n_shared < OTHER_WORDS {
        return page;
    }
    told.push("its plain text and its HTML say different things, and both are read".to_owned());
    append(page + "\n", plain)
}

/// Whether mail programs show a part with the letter. A name alone does not make it an attachment.
fn is_shown(part: &MessagePart<'_>) -> bool {
    let is_letter =
        part.content_type().is_none() || is_kind(part, "text", "plain") || is_html(part);
    is_letter && !is_attached(part)
}

/// Whether a part is a file that came with the letter.
pub(super) fn is_attached(part: &MessagePart<'_>) -> bool {
    part.content_disposition().is_some_and(ContentType::is_attachment)
}

/// The text of a part whose type hides it: signed in the way of before RFC 3156, a part of a longer mail, or several
/// parts without a boundary.
pub(super) fn mistyped_text<'a>(part: &'a MessagePart<'_>) -> Option<&'a [u8]> {
    let (PartType::Binary(bytes) | PartType::InlineBinary(bytes)) = &part.body else {
        return None;
    };
    let may_be_text = is_kind(part, "application", "pgp")
        || is_kind(part, "message", "partial")
        || part.content_type().is_some_and(|kind| kind.ctype() == "multipart");
    let is_encrypted = bytes.trim_ascii_start().starts_with(b"-----BEGIN PGP MESSAGE-----");
    let is_hidden = may_be_text && !is_attached(part) && !is_encrypted;
    (is_hidden && binary::refusal(bytes).is_none()).then_some(bytes)
}

fn is_html(part: &MessagePart<'_>) -> bool {
    is_kind(part, "text", "html")
}

pub(super) fn is_kind(part: &MessagePart<'_>, kind: &str, subtype: &str) -> bool {
    part.content_type().is_some_and(|own| {
        own.ctype().eq_ignore_ascii_case(kind)
            && own.subtype().is_some_and(|own| own.eq_ignore_ascii_case(subtype))
    })
}

/// The part's text; where the parser gave it up, or its charset is missing or a poor guess, decoded anew.
pub(super) fn redecoded<'a>(
    message: &Message<'_>,
    part: &MessagePart<'_>,
    decoded: &'a str,
) -> Cow<'a, str> {
    let charset = part
        .content_type()
        .and_then(|content_type| content_type.attribute("charset"))
        .unwrap_or_default()
        .to_lowercase();
    let is_guess = matches!(
        charset.as_str(),
        "" | "us-ascii" | "ascii" | "default" | "unknown" | "iso-8859-1" | "unknown-8bit"
    );
    let start = body_start(&message.raw_message, part);
    let is_sound = !part.is_encoding_problem
        && start == part.offset_body as usize
        && (decoded.is_ascii() || !is_guess && !decoded.contains('\u{FFFD}'));
    let raw = message.raw_message.get(start..part.offset_end as usize);
    let Some(raw) = raw.filter(|_| !is_sound) else {
        return Cow::Borrowed(decoded);
    };
    let bytes = match part.content_transfer_encoding() {
        Some(name) if name.eq_ignore_ascii_case("base64") => base64_lines(raw),
        Some(name) if name.eq_ignore_ascii_case("quoted-printable") => quoted_printable_lines(raw),
        _ => raw.to_owned(),
    };
    if !is_guess && let Some(encoding) = Encoding::for_label(charset.as_bytes()) {
        let (text, used, is_damaged) = encoding.decode(&bytes);
        // What calls itself UTF-8 and is not is often windows-1252.
        if !(is_damaged && used == UTF_8) {
            return Cow::Owned(text.into_owned());
        }
    }
    Cow::Owned(decode::text(&bytes))
}

/// Where a part's body begins: behind the first empty line. A date that it cannot read makes the
/// parser run on into the body.
fn body_start(raw: &[u8], part: &MessagePart<'_>) -> usize {
    let parsed = part.offset_body as usize;
    let head_start = part.offset_header as usize;
    let Some(head) = raw.get(head_start..parsed) else {
        return parsed;
    };
    let n_leading = head.len() - head.trim_ascii_start().len();
    let mut start = n_leading;
    for end in memchr::memchr_iter(b'\n', &head[n_leading..]).map(|at| n_leading + at + 1) {
        if head[start..end].trim_ascii().is_empty() {
            return head_start + end;
        }
        start = end;
    }
    parsed
}

/// Base64 up to the first line that is none; what follows it, such as a list's footer, is text.
fn base64_lines(raw: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut rest = raw;
    for line in raw.split_inclusive(|byte| *byte == b'\n') {
        let digits = line.trim_ascii();
        let is_whole = digits.len() % 4 == 0 || digits.len() >= LONG_BASE64_LINE;
        if !(is_whole && digits.iter().copied().all(mail_text::is_base64)) {
            break;
        }
        packed.extend_from_slice(digits);
        rest = &rest[line.len()..];
    }
    let mut bytes = base64_decode(&packed).unwrap_or_default();
    if !rest.trim_ascii().is_empty() {
        bytes.push(b'\n');
        bytes.extend_from_slice(rest);
    }
    bytes
}

/// Quoted-printable line by line; a line that is none stays as it is.
fn quoted_printable_lines(raw: &[u8]) -> Vec<u8> {
    raw.split_inclusive(|byte| *byte == b'\n')
        .flat_map(|line| quoted_printable_decode(line).unwrap_or_else(|| line.to_owned()))
        .collect()
}
