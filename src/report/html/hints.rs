//! Report and lines in, facts about a letter out that may tell who organized it: the links in its text, the organization
//! that most of its comments name, its first sender. They are facts; nothing is concluded from them.

use std::collections::BTreeMap;

use super::reading::sender;
use crate::report::schema::{DocumentLine, Report, ReportedCluster};
use crate::report::{counted, printable};

/// Links of a letter that are shown.
const MOST_LINKS: usize = 3;
/// Characters of an organization's name.
const ORGANIZATION: usize = 100;
/// An organization that so many comments name is shared.
const SHARED: usize = 2;

/// What was seen of the senders of each letter's comments.
pub(super) struct Hints {
    letters: Vec<Senders>,
}

#[derive(Default)]
struct Senders {
    organizations: BTreeMap<String, usize>,
    /// Day, id and sender of the first comment.
    first: Option<(String, String, String)>,
}

impl Hints {
    pub(super) fn new(report: &Report) -> Self {
        Self { letters: report.clusters.iter().map(|_| Senders::default()).collect() }
    }

    /// Takes in a line of a comment in a cluster, by its number.
    pub(super) fn see(&mut self, cluster: usize, line: &DocumentLine) {
        let senders = &mut self.letters[cluster];
        if let Some(organization) = line.organization.as_deref().filter(|name| !name.is_empty()) {
            let organization = printable::excerpt(organization, ORGANIZATION);
            *senders.organizations.entry(organization).or_default() += 1;
        }
        if let Some(day) = line.day() {
            let is_first = senders.first.as_ref().is_none_or(|(first, ..)| day < first.as_str());
            let sender = if is_first { sender(line) } else { String::new() };
            if !sender.is_empty() {
                senders.first = Some((day.to_owned(), printable::line(&line.id), sender));
            }
        }
    }

    /// What is known of a letter, in words.
    pub(super) fn of(&self, number: usize, cluster: &ReportedCluster) -> Vec<String> {
        let senders = &self.letters[number];
        let mut hints = Vec::new();
        let links = links(&cluster.reference.paragraphs);
        if !links.is_empty() {
            hints.push(format!("The letter links to {}", links.join(", ")));
        }
        if let Some((organization, n)) = senders.organizations.iter().rev().max_by_key(|(_, n)| **n)
            && *n >= SHARED
        {
            hints.push(format!("{} name the organization {organization}", counted(*n, "comment")));
        }
        if let Some((day, id, sender)) = &senders.first {
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
