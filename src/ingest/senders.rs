//! What a record says of its sender in, a number that is the same for the same sender out.
//!
//! The same sender is who writes from the same address, or under the same full name from the same city or for the same
//! organization. Where in doubt it is not the same: nobody is known by a name alone, and not at all by the address of a
//! mass mailer, an agency or an office, nor by a name that stands for nobody ("Anonymous").

use std::num::NonZeroU64;

use super::normalize;
use super::patterns::WordSet;
use crate::corpus::Attributes;

/// Words of names that are nobody's.
static NOBODY: WordSet = WordSet::new("nobody");
/// What mailboxes that many write from are called.
static OFFICES: WordSet = WordSet::new("offices");
/// Domains of agencies.
const AGENCIES: &[&str] = &[".gov", ".mil", ".gov.uk", ".gc.ca"];

/// The sender of a comment with these attributes, which was written from an address.
pub(super) fn sender(attributes: &Attributes, address: Option<&str>) -> Option<NonZeroU64> {
    let name = attributes.author.as_deref().and_then(full_name);
    let persons = address
        .map(|address| address.trim().to_lowercase())
        .filter(|address| is_persons(address, attributes));
    let key = match persons {
        Some(address) => [address, name.unwrap_or_default(), String::new()],
        None => {
            let home = &attributes.home;
            let [city, state, organization] = [&home.city, &home.state, &attributes.organization]
                .map(|known| known.as_deref().map(words));
            match city {
                Some(city) => [name?, city, state.unwrap_or_default()],
                None => [name?, organization?, "organization".to_owned()],
            }
        }
    };
    NonZeroU64::new(normalize::short_digest(&key.join("\0")))
}

/// A name of two words at least, in any order and case; none where it is nobody's.
fn full_name(name: &str) -> Option<String> {
    let words = words(name);
    let is_full = words.split(' ').filter(|word| word.chars().count() > 1).count() > 1;
    let is_nobodys = words.split(' ').any(|word| NOBODY.contains(word));
    (is_full && !is_nobodys).then_some(words)
}

/// The words of a text in lower case, in whatever order it has them.
pub(super) fn words(text: &str) -> String {
    let mut words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.sort_unstable();
    words.join(" ")
}

/// Whether an address is one that a person writes from.
fn is_persons(address: &str, attributes: &Attributes) -> bool {
    let Some((mailbox, domain)) = address.rsplit_once('@') else { return false };
    let is_relayers = attributes.relayer.as_deref().is_some_and(|relayer| {
        domain.strip_suffix(relayer).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    });
    let is_recipients = attributes.recipients.iter().any(|to| to.eq_ignore_ascii_case(address));
    !mailbox.is_empty()
        && !OFFICES.contains(mailbox)
        && !AGENCIES.iter().any(|agency| domain.ends_with(agency))
        && !is_relayers
        && !is_recipients
}

#[cfg(test)]
mod tests {
    use super::sender;
    use crate::corpus::{Attributes, Home};
    use crate::ingest::cases;

    /// A sender by name, city, organization and address.
    fn of(known: &str) -> Option<std::num::NonZeroU64> {
        let mut known = known.split('|').map(|known| (!known.is_empty()).then(|| known.to_owned()));
        let [author, city, organization, address] = std::array::from_fn(|_| known.next().flatten());
        let home = Home { city, ..Home::default() };
        let relayer = Some("mailer.example".to_owned());
        let recipients = vec!["rules@harbor.example".to_owned()];
        let attributes =
            Attributes { author, home, organization, relayer, recipients, ..Attributes::default() };
        sender(&attributes, address.as_deref())
    }

    #[test]
    fn the_same_sender_has_the_same_address_or_name_and_place() {
        for case in cases::cells(include_str!("senders.txt")) {
            match case[..] {
                [one, other, n] => {
                    let is_same = of(one).expect("known") == of(other).expect("known");
                    assert_eq!(is_same, n == "one", "{case:?}");
                }
                _ => assert_eq!(of(case[0]), None, "{case:?}"),
            }
        }
    }
}
