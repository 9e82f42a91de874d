//! What a record says of its sender in, a number that is the same for the same sender out.
//!
//! The same sender is who writes from the same address, or under the same full name from the same city or for the same
//! organization. Where in doubt it is not the same: nobody is known by a name alone, and not at all by the address of a
//! mass mailer, an agency or an office, nor by a name that stands for nobody ("Anonymous").

use std::num::NonZeroU64;

use super::normalize;
use crate::corpus::Attributes;

/// Words of names that are nobody's.
const NOBODY: &[&str] = &[
    "anonymous",
    "anon",
    "unknown",
    "unnamed",
    "undisclosed",
    "withheld",
    "provided",
    "none",
    "null",
    "name",
    "test",
    "citizen",
    "citizens",
    "resident",
    "residents",
    "concerned",
    "private",
    "various",
    "multiple",
    "campaign",
    "mass",
    "comment",
    "comments",
    "commenter",
    "submitter",
    "user",
    "guest",
    "self",
    "group",
];
/// What mailboxes that many write from are called.
const OFFICES: &[&str] = &[
    "admin",
    "advocacy",
    "alerts",
    "action",
    "campaign",
    "campaigns",
    "comment",
    "comments",
    "contact",
    "donotreply",
    "feedback",
    "form",
    "forms",
    "help",
    "info",
    "mail",
    "mailer",
    "mailer-daemon",
    "news",
    "newsletter",
    "no-reply",
    "no_reply",
    "noreply",
    "notifications",
    "office",
    "postmaster",
    "public",
    "publiccomments",
    "reply",
    "service",
    "support",
    "team",
    "webmaster",
    "website",
];
/// Domains of agencies.
const AGENCIES: &[&str] = &[".gov", ".mil", ".gov.uk", ".gc.ca"];

/// The sender of a comment with these attributes, which was written from an address.
pub(super) fn sender(attributes: &Attributes, address: Option<&str>) -> Option<NonZeroU64> {
    let name = attributes.author.as_deref().and_then(full_name);
    let address = address.map(|address| address.trim().to_lowercase());
    let key = match address.filter(|address| is_persons(address, attributes)) {
        Some(address) => [address, name.unwrap_or_default(), String::new()],
        None => {
            let plain = |known: &Option<String>| known.as_deref().map(words);
            let home = &attributes.home;
            let [place, kind] = match (plain(&home.city), plain(&attributes.organization)) {
                (Some(city), _) => [city, plain(&home.state).unwrap_or_default()],
                (None, organization) => [organization?, "organization".to_owned()],
            };
            [name?, place, kind]
        }
    };
    NonZeroU64::new(normalize::short_digest(&key.join("\0")))
}

/// A name of two words at least, in any order and case; none where it is nobody's.
fn full_name(name: &str) -> Option<String> {
    let words = words(name);
    let is_name = |word: &&str| word.chars().count() > 1;
    let is_full = words.split(' ').filter(is_name).count() > 1;
    let is_nobodys = words.split(' ').any(|word| NOBODY.contains(&word));
    (is_full && !is_nobodys).then_some(words)
}

/// The words of a text in lower case, sorted.
fn words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut words: Vec<String> = words.map(str::to_lowercase).collect();
    words.sort_unstable();
    words.join(" ")
}

/// Whether an address is one that a person writes from.
fn is_persons(address: &str, attributes: &Attributes) -> bool {
    let Some((mailbox, domain)) = address.rsplit_once('@') else {
        return false;
    };
    let is_relayers = attributes.relayer.as_deref().is_some_and(|relayer| {
        domain.strip_suffix(relayer).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    });
    let is_recipients = attributes.recipients.iter().any(|to| to.eq_ignore_ascii_case(address));
    !mailbox.is_empty()
        && !OFFICES.contains(&mailbox)
        && !AGENCIES.iter().any(|agency| domain.ends_with(agency))
        && !is_relayers
        && !is_recipients
}

#[cfg(test)]
mod tests {
    use super::sender;
    use crate::corpus::{Attributes, Home};

    /// A sender by name, city, organization and address.
    fn of(known: [&str; 4]) -> Option<std::num::NonZeroU64> {
        let [author, city, organization, address] =
            known.map(|known| (!known.is_empty()).then(|| known.to_owned()));
        let home = Home { city, ..Home::default() };
        let relayer = Some("mailer.example".to_owned());
        let recipients = vec!["rules@harbor.example".to_owned()];
        let attributes =
            Attributes { author, home, organization, relayer, recipients, ..Attributes::default() };
        sender(&attributes, address.as_deref())
    }

    #[test]
    fn the_same_sender_has_the_same_address_or_name_and_place() {
        let same = |one, other| assert_eq!(of(one).expect("known"), of(other).expect("known"));
        same(["Rosa Alvarez", "Marrow Falls", "", ""], ["ALVAREZ, Rosa", "marrow falls", "", ""]);
        same(["Rosa Alvarez", "", "Harbor Union", ""], ["Rosa Alvarez", "", "Harbor Union", ""]);
        same(["", "", "", "Rosa@farm.example"], ["", "Marrow Falls", "", "rosa@farm.example"]);
        let differ = |one, other| assert_ne!(of(one).expect("known"), of(other).expect("known"));
        differ(["Rosa Alvarez", "Marrow Falls", "", ""], ["Rosa Alvarez", "Alder Lane", "", ""]);
        differ(["Rosa Alvarez", "Alder", "", ""], ["Rosa Alvarez", "", "Alder", ""]);
        differ(
            ["Rosa Alvarez", "", "", "home@farm.example"],
            ["Ada Quill", "", "", "home@farm.example"],
        );
    }

    #[test]
    fn who_is_not_known_is_nobody() {
        for known in [
            ["Rosa Alvarez", "", "", ""],
            ["Rosa", "Marrow Falls", "", ""],
            ["R. Alvarez", "Marrow Falls", "", ""],
            ["Anonymous Anonymous", "Marrow Falls", "", ""],
            ["A Concerned Citizen", "Marrow Falls", "Harbor Union", ""],
            ["", "", "", "noreply@farm.example"],
            ["", "", "", "rosa@mail.mailer.example"],
            ["", "", "", "rosa@harbor.gov"],
            ["", "", "", "rules@harbor.example"],
            ["", "Marrow Falls", "Harbor Union", "n/a"],
        ] {
            assert_eq!(of(known), None, "{known:?}");
        }
    }
}
