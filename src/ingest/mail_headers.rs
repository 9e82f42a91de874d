//! Headers of mails, and the hosts and domains in them.

use std::borrow::Cow;
use std::sync::LazyLock;

use mail_parser::Message;
use rayon::iter::Either;

use super::normalize::in_one_line;
use super::patterns::list;

/// A mail header: its name in lower case, its value on one line.
pub(super) type MailHeader = (Cow<'static, str>, String);

/// Headers that name hosts and addresses, in the order of what they tell about a mass mailer.
pub(super) const HOSTS: &[&str] = &[
    "return-path",
    "received",
    "dkim-signature",
    "sender",
    "message-id",
    "list-id",
    "list-unsubscribe",
    "reply-to",
    "from",
];

/// Headers that tell when a mail came, and from whom.
const OTHERS: &[&str] = &["date", "x-mailer", "organization"];
/// Headers by which a machine says that it wrote a mail.
pub(super) static OF_MACHINES: LazyLock<Vec<&str>> =
    LazyLock::new(|| list("headers of machines").flat_map(str::split_whitespace).collect());

/// The headers that tell how and when a mail came, and from whom, names in lower case, folded lines joined.
pub(super) fn told_by(message: &Message<'_>) -> Vec<MailHeader> {
    message
        .headers_raw()
        .filter_map(|(name, value)| {
            let mut wanted = HOSTS.iter().chain(OTHERS).chain(&*OF_MACHINES);
            let name = wanted.find(|own| own.eq_ignore_ascii_case(name))?;
            Some((Cow::Borrowed(*name), in_one_line(value)))
        })
        .collect()
}

/// Hosts and addresses in the headers of some names, in the order of the names.
pub(super) fn hosts<'a>(
    headers: &'a [MailHeader],
    names: &'a [&str],
) -> impl Iterator<Item = &'a str> + 'a {
    names
        .iter()
        .flat_map(|name| values(headers, name).map(move |value| (*name, value)))
        .flat_map(|(name, value)| match name {
            // `from out.example.org (1.2.3.4) by …` → `out.example.org`
            "received" => {
                let host = value.trim_start().strip_prefix("from ");
                Either::Left(host.and_then(|host| host.split_whitespace().next()).into_iter())
            }
            // `v=1; a=rsa-sha256; d=example.org; …` → `example.org`
            "dkim-signature" => {
                let mut tags = value.split(';').map(str::trim);
                Either::Left(tags.find_map(|tag| tag.strip_prefix("d=")).map(str::trim).into_iter())
            }
            _ if name.starts_with("list-") => Either::Right(value.split([',', '/', '?'])),
            _ => Either::Left(Some(value).into_iter()),
        })
        // A host has a point.
        .filter(|value| value.contains('.'))
        .map(address_in)
}

/// The values of all headers of a name.
pub(super) fn values<'a>(headers: &'a [MailHeader], name: &str) -> impl Iterator<Item = &'a str> {
    headers.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// `"Rosa" <rosa@farm.example>` → `rosa@farm.example`.
pub(super) fn address_in(header: &str) -> &str {
    let address = header.rsplit('<').next().unwrap_or_default();
    address.split('>').next().unwrap_or_default()
}

/// `bounce@mail.list.example.org` → `example.org`.
pub(super) fn registrable_domain(address: &str) -> Option<Cow<'_, str>> {
    let host = address.rsplit('@').next()?.trim_matches(|c: char| !c.is_alphanumeric());
    if host.is_empty() || host.contains("..") {
        return None;
    }
    let mut labels = host.rsplit('.');
    let (top, second) = (labels.next()?, labels.next()?);
    if !top.chars().all(char::is_alphabetic) {
        return None;
    }
    // Second-level registries ("co.uk") keep three labels; "p2a.co" is no such name.
    let third = labels.next().filter(|_| {
        let registries = ["ac", "co", "com", "edu", "gov", "net", "org"];
        top.len() == 2 && registries.iter().any(|own| second.eq_ignore_ascii_case(own))
    });
    let n_bytes = top.len() + 1 + second.len() + third.map_or(0, |third| third.len() + 1);
    let domain = &host[host.len() - n_bytes..];
    if domain.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return Some(Cow::Borrowed(domain));
    }
    Some(Cow::Owned(domain.to_lowercase()))
}
