//! A letter in, out what its row opens: how many comments keep each of its passages, what senders added, an edited copy.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use anyhow::Result;
use askama::Template;
use rustc_hash::FxHashMap;

use super::copies;
use super::days::{Days, DaysView};
use super::filters;
use super::reading::{sender, who};
use super::room::{Found, shown};
use super::wrapping::unwrapped;
use crate::report::marks::MOST_BYTES;
use crate::report::schema::{
    Added, DocumentLine, Related, Report, ReportedCluster, SharedPassages,
};
use crate::report::words::busiest;
use crate::report::{counted, grouped, printable};

/// Added passages of a letter that are shown; the others are a list of their own.
const MOST_ADDITIONS: usize = 5;
/// Characters of such a passage, and of a sentence that says the opposite.
const ADDITION: usize = 320;
pub(super) const SENTENCE: usize = 240;

/// Links of a letter that are shown.
const MOST_LINKS: usize = 3;
/// Characters of an organization's name.
const ORGANIZATION: usize = 100;
/// An organization that so many comments name is shared.
const SHARED: usize = 2;

/// What the letters of a report are shown with.
pub(super) struct Letters<'a> {
    report: &'a Report,
    /// Their numbers, by the ids of the clusters.
    numbers: FxHashMap<&'a str, usize>,
    /// What was seen of the comments of each.
    seen: Vec<(Senders, Days)>,
}

/// What the row of a letter opens.
#[derive(Template)]
#[template(path = "letter.html", config = ".ci/askama.toml")]
pub(super) struct LetterView<'a> {
    cluster: &'a ReportedCluster,
    /// Of what its row opens: then it opens by itself.
    pub(super) is_one_of_several: bool,
    heading: String,
    passages: Vec<PassageView>,
    /// The letters that say the opposite.
    opposed: Vec<(&'a Related, &'a ReportedCluster)>,
    shares_passages: Vec<(&'a SharedPassages, &'a ReportedCluster)>,
    /// Passages that were added, each with who did first.
    additions: Vec<(&'a Added, String)>,
    copy: Option<String>,
    about: Vec<String>,
    days: Option<DaysView>,
}

/// A passage, and how many hold it.
pub(super) struct PassageView {
    pub(super) text: String,
    pub(super) n: usize,
    pub(super) percent: f64,
}

impl PassageView {
    pub(super) fn of(text: String, n: usize, n_comments: usize) -> Self {
        Self { text, n, percent: n as f64 * 100.0 / n_comments.max(1) as f64 }
    }
}

impl<'a> Letters<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        let ids = report.clusters.iter().map(|cluster| cluster.id.as_str());
        let seen = report.clusters.iter().map(|_| Default::default()).collect();
        Self { report, numbers: ids.zip(0..).collect(), seen }
    }

    /// Takes in a line: that of a comment in a cluster tells of its letter.
    pub(super) fn see(&mut self, line: &DocumentLine) {
        if let Some(number) = line.cluster.as_deref().and_then(|id| self.number(id)) {
            let (senders, days) = &mut self.seen[number];
            senders.see(line);
            days.see(line);
        }
    }

    /// The number of a letter.
    pub(super) fn number(&self, id: &str) -> Option<usize> {
        self.numbers.get(id).copied()
    }

    /// A letter by its id.
    pub(super) fn letter(&self, id: &str) -> Option<&'a ReportedCluster> {
        Some(&self.report.clusters[self.number(id)?])
    }

    /// Comments whose copies may be shown.
    pub(super) fn shown_comments(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let members = self.report.clusters.iter().flat_map(|cluster| &cluster.members);
        members.map(|member| member.id.as_str())
    }

    /// The letters that a letter names with something else, with that.
    fn named<T>(&self, named: &'a [T], id: fn(&T) -> &String) -> Vec<(&'a T, &'a ReportedCluster)> {
        named.iter().filter_map(|named| Some((named, self.letter(id(named))?))).collect()
    }

    /// What the row of the letter with a number opens, with the copy that tells most where the page itself has room for it.
    pub(super) fn view(
        &self,
        number: usize,
        lines: Found<'_>,
        with_copy: bool,
    ) -> Result<LetterView<'a>> {
        let cluster = &self.report.clusters[number];
        let (senders, days) = &self.seen[number];
        let additions = cluster.added.iter().take(MOST_ADDITIONS).map(|added| {
            Ok((added, lines.of(added.first())?.as_ref().map(who).unwrap_or_default()))
        });
        let copy = match copies::telling(cluster).filter(|_| with_copy) {
            Some(member) => Some(copies::html(cluster, member, lines.of(&member.id)?)),
            None => None,
        };
        let (heading, passages) = passages(cluster);
        Ok(LetterView {
            cluster,
            is_one_of_several: false,
            heading,
            passages,
            opposed: self.named(&cluster.related, |related| &related.cluster),
            shares_passages: self.named(&cluster.shares_passages, |shared| &shared.cluster),
            additions: additions.collect::<Result<_>>()?,
            copy,
            about: [about(cluster), senders.hints(cluster)].concat(),
            days: days.view(),
        })
    }
}

/// What else is known of a letter, in words.
fn about(cluster: &ReportedCluster) -> Vec<String> {
    let identical = match cluster.n_identical {
        0 => "none".to_owned(),
        n => grouped(n as u64),
    };
    let mut about = vec![format!(
        "Letter {}: {}; {identical} of them byte for byte the same as another",
        cluster.id,
        cluster.made_of()
    )];
    if cluster.n_submissions > cluster.n_comments as u64 {
        about.push(format!("{} submissions, as the agency says", grouped(cluster.n_submissions)));
    }
    let relayers = busiest(&cluster.relayers);
    if !relayers.is_empty() {
        about.push(format!("Sent through {}", relayers.join(", ")));
    }
    if !cluster.docket_ids.is_empty() {
        let dockets = printable::excerpt(&cluster.docket_ids.join(", "), 300);
        about.push(format!("Names the docket {dockets}"));
    }
    about
}

/// The letter passage by passage, with what that is called. Where fewer than half of the comments keep half of its words, no
/// letter is shown, but passages, those first that most hold.
fn passages(cluster: &ReportedCluster) -> (String, Vec<PassageView>) {
    let letter = &cluster.reference;
    let mut passages: Vec<PassageView> = shown(&unwrapped(&letter.paragraphs), MOST_BYTES)
        .into_iter()
        .zip(&letter.n_kept)
        .map(|(text, n)| PassageView::of(text, *n, cluster.n_comments))
        .collect();
    if !cluster.keeps_letter() {
        passages.sort_by_key(|passage| Reverse(passage.n));
        return ("Its passages, those that most hold first".to_owned(), passages);
    }
    let sender = printable::line(&letter.id);
    let heading = match (letter.is_consensus, letter.n_copies) {
        (true, _) => format!("The letter, put together from what copies share of {sender}"),
        (false, 0 | 1) => format!("The letter, as {sender} has it"),
        (false, n) => format!("The letter, as {} sent it", grouped(n as u64)),
    };
    (heading, passages)
}

/// What was seen of the senders of a letter's comments: facts that may tell who organized it. Nothing is concluded from them.
#[derive(Default)]
pub(super) struct Senders {
    organizations: BTreeMap<String, usize>,
    /// Day, id and sender of the first comment.
    first: Option<(String, String, String)>,
}

impl Senders {
    /// Takes in a comment.
    pub(super) fn see(&mut self, line: &DocumentLine) {
        if let Some(name) = line.organization.as_deref().filter(|name| !name.is_empty()) {
            let organization = printable::excerpt(name, ORGANIZATION);
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
        let whole = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/');
        let is_link = ["http://", "https://", "www."].iter().any(|head| whole.starts_with(head));
        let link = printable::excerpt(whole, 100);
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
