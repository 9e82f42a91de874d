//! Links as a mail gateway rewrote them, back as they were sent: the agency's gateway gives each copy of a letter another
//! address, and its words would be taken for the sender's.
//!
//! All of them carry the address that was sent, encoded, in the address of the gateway.

use std::borrow::Cow;

use mail_parser::decoders::base64::base64_decode;
use memchr::memmem;
use percent_encoding::percent_decode_str;
use regex::Captures;

use super::patterns::Pattern;

/// An address of a gateway that is known to carry another.
static GATEWAY: Pattern = Pattern::new(
    r"https?://[\w.-]*(?:safelinks\.protection\.|urldefense\.|linkprotect\.|cudasvc\.|clicktime\.|trendmicro\.|fireeye\.|secure-web\.cisco\.|urlsand\.|avanan\.|edgepilot\.|(?:www\.)?google\.[a-z.]{2,6}/url\?)[^\s<>()\[\]\x22]*[^\s<>()\[\]\x22.,;:!?]",
);
/// The third form of one: the address between two lines, with a mark for each character that it does not show.
static MARKED: Pattern = Pattern::new(r"/v3/__(.+?)__;([\w=-]*)!");
/// A mark: of one character, or of a run of so many as a digit tells.
static MARK: Pattern = Pattern::new(r"\*(?:\*([\w-]))?");

/// The text with all links as they were sent.
pub(super) fn undone(text: String) -> String {
    if memmem::find(text.as_bytes(), b"://").is_none() {
        return text;
    }
    match GATEWAY.replace_all(&text, |found: &Captures<'_>| {
        sent(&found[0]).unwrap_or_else(|| found[0].to_owned())
    }) {
        Cow::Borrowed(_) => text,
        Cow::Owned(restored) => restored,
    }
}

/// The address that one carries.
fn sent(address: &str) -> Option<String> {
    if let Some(found) = MARKED.captures(address) {
        return Some(unmarked(&found[1], &found[2]));
    }
    let is_dashed = address.contains("/v2/url?");
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let values = query.split('&').filter_map(|field| Some(field.split_once('=')?.1));
    // One gateway puts the address behind its own, as a part of the path.
    values.chain(path.rsplit('/').next()).find_map(|value| {
        let value =
            if is_dashed { value.replace('-', "%").replace('_', "/") } else { value.to_owned() };
        let decoded = percent_decode_str(&value).decode_utf8_lossy();
        decoded.starts_with("http").then(|| decoded.into_owned())
    })
}

/// The address with what its marks stand for.
fn unmarked(address: &str, hidden: &str) -> String {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut packed = hidden.replace('-', "+").replace('_', "/").into_bytes();
    packed.resize(packed.len().next_multiple_of(4), b'=');
    let hidden = base64_decode(&packed).unwrap_or_default();
    let mut hidden = String::from_utf8_lossy(&hidden).into_owned().into_bytes().into_iter();
    let shown = MARK.replace_all(address, |mark: &Captures<'_>| {
        let n_hidden = mark.get(1).map_or(1, |digit| DIGITS.find(digit.as_str()).unwrap_or(0) + 2);
        String::from_utf8_lossy(&hidden.by_ref().take(n_hidden).collect::<Vec<_>>()).into_owned()
    });
    shown.into_owned()
}
