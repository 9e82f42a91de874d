//! Hosts and domains in mail headers.

/// A mail header: its name in lower case, its value on one line.
pub(super) type Header = (String, String);

/// Hosts and addresses in the headers, in the order of what they tell about a mass mailer.
pub(super) fn hosts(headers: &[Header]) -> impl Iterator<Item = String> + '_ {
    let received = values(headers, "received")
        .filter_map(|hop| hop.trim_start().strip_prefix("from "))
        .filter_map(|hop| hop.split_whitespace().next())
        .map(str::to_owned);
    let links = |name| {
        values(headers, name).flat_map(|list| {
            let parts = list.split([',', '/', '?']).map(str::to_owned);
            parts.collect::<Vec<_>>()
        })
    };
    let whole = |name| values(headers, name).map(str::to_owned);
    whole("return-path")
        .chain(received)
        .chain(values(headers, "dkim-signature").filter_map(signing_domain))
        .chain(whole("sender"))
        .chain(whole("message-id"))
        .chain(links("list-id"))
        .chain(links("list-unsubscribe"))
        .chain(whole("reply-to"))
        .chain(whole("from"))
        .map(|host| address_in(&host).to_owned())
}

/// The values of all headers of a name.
pub(super) fn values<'a>(headers: &'a [Header], name: &str) -> impl Iterator<Item = &'a str> {
    headers
        .iter()
        .filter(move |(own, _)| own == name)
        .map(|(_, value)| value.as_str())
}

/// `v=1; a=rsa-sha256; d=example.org; …` → `example.org`.
fn signing_domain(signature: &str) -> Option<String> {
    let mut tags = signature.split(';').map(str::trim);
    tags.find_map(|tag| tag.strip_prefix("d="))
        .map(|domain| domain.trim().to_owned())
}

/// `"Rosa" <rosa@farm.example>` → `rosa@farm.example`.
fn address_in(header: &str) -> &str {
    match (header.rfind('<'), header.rfind('>')) {
        (Some(open), Some(close)) if open < close => &header[open + 1..close],
        _ => header,
    }
}

/// `bounce@mail.list.example.org` → `example.org`.
pub(super) fn registrable_domain(host: &str) -> Option<String> {
    let host = host
        .rsplit('@')
        .next()?
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    let labels: Vec<&str> = host.split('.').collect();
    let is_host = labels.len() >= 2
        && labels.iter().all(|label| !label.is_empty())
        && labels.last()?.chars().all(char::is_alphabetic);
    // Second-level registries ("co.uk") keep three labels; "p2a.co" is no such name.
    let keep = if labels.len() >= 3
        && labels.last()?.len() == 2
        && matches!(
            labels[labels.len() - 2],
            "ac" | "co" | "com" | "edu" | "gov" | "net" | "org"
        ) {
        3
    } else {
        2
    };
    is_host.then(|| labels[labels.len().saturating_sub(keep)..].join("."))
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Header, hosts, registrable_domain};

    /// Headers as they stand in a mail.
    pub(in crate::ingest) fn headers(lines: &[&str]) -> Vec<Header> {
        let header = |line: &&str| {
            let (name, value) = line.split_once(": ").expect("a header");
            (name.to_lowercase(), value.to_owned())
        };
        lines.iter().map(header).collect()
    }

    #[test]
    fn hosts_stand_in_reading_order() {
        let headers = headers(&[
            "From: Rosa <rosa@farm.example>",
            "List-Unsubscribe: <https://act.list.example/u?x>, <mailto:u@list.example>",
            "Message-ID: <1@id.example>",
            "DKIM-Signature: v=1; a=x; d=signed.example; s=y",
            "Received: from out.hop.example (1.2.3.4) by in.regs.gov; Tue",
            "Received: by out.hop.example",
            "Return-Path: <bounce@back.example>",
        ]);
        let found: Vec<String> = hosts(&headers)
            .filter_map(|host| registrable_domain(&host))
            .collect();
        assert_eq!(
            found,
            [
                "back.example",
                "hop.example",
                "signed.example",
                "id.example",
                "list.example",
                "list.example",
                "farm.example"
            ]
        );
    }

    #[test]
    fn registrable_domains() {
        for (host, domain) in [
            ("<bounce-1@mail.list.example.org>", Some("example.org")),
            ("a@b.example.co.uk", Some("example.co.uk")),
            ("m.p2a.co", Some("p2a.co")),
            ("mail.ads.quorum.us", Some("quorum.us")),
            ("localhost", None),
            ("[10.0.0.1]", None),
        ] {
            assert_eq!(registrable_domain(host).as_deref(), domain, "{host}");
        }
    }
}
