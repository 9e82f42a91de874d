//! Lines of a letter's comments in, facts out that may tell who organized it: the links in its text, the organization that
//! most of its comments name, its first sender. They are facts; nothing is concluded from them.

use std::collections::BTreeMap;

use super::reading::sender;
use crate::report::schema::{DocumentLine, ReportedCluster};
use crate::report::{counted, printable};

/// Links of a letter that are shown.
const MOST_LINKS: usize = 3;
/// Characters of an organization's name.
const ORGANIZATION: usize = 100;
/// An organization that so many comments name is shared.
const SHARED: usize = 2;

/// What was seen of the senders of a letter's comments.
#[derive(Default)]
pub(super) struct Senders {
    organizations: BTreeMap<String, usize>,
    /// Day, id and sender of the first comment.
    first: Option<(String, String, String)>,
}

impl Senders {
    /// Takes in a comment.
    pub(super) fn see(&mut self, line: &DocumentLine) {
        if let Some(organization) = line.organization.as_deref().filter(|name| !name.is_empty()) {
            let organization = printable::excerpt(organization, ORGANIZATION);
            *self.organizations.entry(organization).or_default() += 1;
        }
        if let Some(day) = line.day() {
            let is_first = self.first.as_ref().is_none_or(|(first, ..)| day < first.as_str());
            let sender = if is_first { sender(line) } else { String::new() };
            if !sender.is_empty() {
                self.first = Some((day.to_owned(), printable::line(&line.id), sender));
            }
        }
    }

    /// What is known of the letter, in words.
    pub(super) fn hints(&self, cluster: &ReportedCluster) -> Vec<String> {
        let mut hints = Vec::new();
        let links = links(&cluster.reference.paragraphs);
        if !links.is_empty() {
            hints.push(format!("The letter links to {}", links.join(", ")));
        }
        if let Some((organization, n)) = self.organizations.iter().rev().max_by_key(|(_, n)| **n)
            && *n >= SHARED
        {
            hints.push(format!("{} name the organization {organization}", counted(*n, "comment")));
        }
        if let Some((day, id, sender)) = &self.first {
            hints.push(format!("First dated comment with a sender: {day}, {sender} ({id})"));
        }
        hints
    }
}

/// The addresses in a letter, each once.
fn links(paragraphs: &[String]) -> Vec<String> {
    let mut links: Vec<String> = Vec::new();
    for word in paragraphs.iter().flat_map(|paragraph| paragraph.split_whitespace()) {
        let link = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
        let is_link = ["http://", "https://", "www."].iter().any(|head| link.starts_with(head));
        let link = printable::excerpt(link, 100);
        if is_link && !links.contains(&link) && links.len() < MOST_LINKS {
            links.push(link);
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::links;

    #[test]
    fn links_are_found_without_the_marks_around_them() {
        let letter =
            "Read (https://pond.example/facts), then www.pond.example. Again: www.pond.example!";
        assert_eq!(links(&[letter.to_owned()]), ["https://pond.example/facts", "www.pond.example"]);
    }
}
