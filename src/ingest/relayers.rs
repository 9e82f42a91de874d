//! Mail headers in, known mass mailer out; unknown ones are found by how they behave (`routes.rs`).
//!
//! The list is a plain file (`relayers.txt`), because platforms come and go; it can be replaced on
//! the command line, and its digest stands in the report. A mass mailer is named by its registrable
//! domain: modern ones write another address into every mail.

use std::borrow::Cow;

use anyhow::{Result, bail};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::mail_headers::{HOSTS, MailHeader, hosts, registrable_domain, values};
use super::normalize;
use crate::corpus::hexadecimal;

/// What is known about mail servers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Relayers {
    /// Domains of mass mailers.
    known: FxHashSet<String>,
    /// Names that programs give themselves, with the domains of their mass mailers.
    programs: Vec<(String, String)>,
    /// Mail providers of private people: no mass mailers.
    free_mail: FxHashSet<String>,
    /// Servers of agencies and of filtering services: they receive, they do not relay.
    receivers: FxHashSet<String>,
    digest: String,
}

impl Default for Relayers {
    fn default() -> Self {
        Self::parse(include_str!("relayers.txt")).expect("the compiled-in list is valid")
    }
}

impl Relayers {
    /// Reads a list: sections `[relayers]`, `[free mail]`, `[receivers]` with one domain a line.
    ///
    /// # Errors
    /// Names the first line that is neither a section, a domain nor a comment.
    pub fn parse(list: &str) -> Result<Self> {
        let mut relayers = Self {
            known: FxHashSet::default(),
            programs: Vec::new(),
            free_mail: FxHashSet::default(),
            receivers: FxHashSet::default(),
            digest: hexadecimal(&normalize::sha1(list.as_bytes())),
        };
        let mut section = "";
        for (index, written) in list.lines().enumerate() {
            let line = written.split('#').next().unwrap_or_default().trim();
            if let Some(name) = line.strip_prefix('[') {
                section = name.trim_end_matches(']');
                continue;
            }
            let lower = line.to_lowercase();
            let mut words = lower.split_whitespace();
            let Some(word) = words.next() else { continue };
            let Some(domain) = registrable_domain(word).map(Cow::into_owned) else {
                bail!("line {}: `{word}` is not a domain", index + 1);
            };
            match section {
                "relayers" => {
                    relayers.programs.extend(words.map(|name| (name.to_owned(), domain.clone())));
                    relayers.known.insert(domain);
                }
                "free mail" => _ = relayers.free_mail.insert(domain),
                "receivers" => _ = relayers.receivers.insert(domain),
                _ => bail!(
                    "line {}: a domain outside the sections [relayers], [free mail], [receivers]",
                    index + 1
                ),
            }
        }
        Ok(relayers)
    }

    /// A list of which nothing but the digest is known: what was read with it has been read.
    pub(super) fn of_digest(digest: &str) -> Self {
        Self { digest: digest.to_owned(), ..Self::default() }
    }

    /// SHA-1 of the list.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The first known mass mailer in mail headers, most telling header first.
    pub(super) fn known(&self, headers: &[MailHeader]) -> Option<String> {
        hosts(headers, HOSTS).find_map(|host| self.of_host(host)).or_else(|| {
            let mailer = values(headers, "x-mailer").next()?.to_lowercase();
            let (_, domain) = self.programs.iter().find(|(name, _)| mailer.contains(name))?;
            Some(domain.clone())
        })
    }

    /// A known mass mailer whose domain stands in a footer.
    pub(super) fn named_in(&self, footer: &str) -> Option<String> {
        footer
            .split(|c: char| c.is_whitespace() || matches!(c, '/' | '<' | '>' | '(' | ')' | ','))
            .filter(|word| word.contains('.'))
            .find_map(|word| self.of_host(word))
    }

    fn of_host(&self, host: &str) -> Option<String> {
        let domain = registrable_domain(host)?;
        self.known.contains(&*domain).then(|| domain.into_owned())
    }

    /// Whether a domain is of a private provider or of a receiving server.
    pub(super) fn is_private(&self, domain: &str) -> bool {
        self.free_mail.contains(domain) || self.receivers.contains(domain)
    }
}
