//! What may need a response: sheet *Responses*, whose last columns are the analyst's.

use rustc_hash::FxHashMap;
use sha1::{Digest as _, Sha1};

use super::{Row, yes};
use crate::report::schema::{DocumentLine, Report, ReportedCluster, ReportedSaid};
use crate::report::{hexadecimal, printable};

/// Characters of an excerpt.
const EXCERPT: usize = 500;

/// The name of the sheet.
pub const RESPONSES: &str = "Responses";
pub(in crate::report) const PASSAGE: &str = "passage";
pub(in crate::report) const ID: &str = "id";
pub(in crate::report) const NOTE: &str = "note";
/// What the list of the status offers.
pub(in crate::report) const STATUSES: [&str; 4] =
    ["open", "in work", "answered", "no response needed"];
/// The columns before this one are the report's, those from it on the analyst's.
pub(in crate::report) const FIRST_OF_ANALYST: usize = 10;
/// The column with the status.
pub(in crate::report) const STATUS: usize = 13;

/// A short name of what is known by two words, in the form of the one that an added passage has.
fn short_name(words: [&str; 2]) -> String {
    let digest = Sha1::digest(words.map(|word| format!("{word} ")).concat());
    format!("p{}", hexadecimal(&digest[..6]))
}

/// What may need a response.
#[derive(Default)]
pub(in crate::report) struct Issue {
    pub(in crate::report) passage: String,
    what: &'static str,
    campaign: String,
    pub(in crate::report) id: String,
    writer: Writer,
    n_comments: usize,
    n_words: Option<usize>,
    excerpt: String,
    is_new: bool,
}

/// Author and organization.
type Writer = [Option<String>; 2];

impl Issue {
    /// A comment like no other.
    pub(in crate::report) fn unique(line: &DocumentLine) -> Self {
        Self {
            passage: line.passage.clone(),
            what: "unique comment",
            campaign: line.campaign.clone().unwrap_or_default(),
            id: printable::line(&line.id),
            writer: [line.author.clone(), line.organization.clone()],
            n_comments: 1,
            n_words: Some(line.n_words),
            excerpt: printable::excerpt(&line.paragraphs.join(" "), EXCERPT),
            is_new: line.is_new,
        }
    }

    /// A passage of a comment.
    #[cfg(test)]
    pub(in crate::report) fn example(passage: &str, id: &str) -> Self {
        Self { passage: passage.to_owned(), id: id.to_owned(), ..Self::default() }
    }

    /// The cells that are the report's.
    pub(in crate::report) fn cells(&self) -> Row<'_> {
        let [author, organization] = &self.writer;
        vec![
            (&self.passage).into(),
            self.what.into(),
            (&self.campaign).into(),
            (&self.id).into(),
            author.into(),
            organization.into(),
            self.n_comments.into(),
            self.n_words.into(),
            (&self.excerpt).into(),
            yes(self.is_new).into(),
        ]
    }
}

/// The letters, passages and comments of a report, as far as its lines are seen.
pub(in crate::report) struct Issues<'a> {
    report: &'a Report,
    /// Who wrote the comments that are named.
    writers: FxHashMap<String, Writer>,
}

impl<'a> Issues<'a> {
    pub(in crate::report) fn new(report: &'a Report) -> Self {
        let of_clusters = report.clusters.iter().flat_map(|cluster| {
            let added = cluster.added.iter().filter_map(|added| added.members.first());
            added.chain([&cluster.reference.id])
        });
        let first = report.said_by_many.iter().map(|said| &said.first);
        Self {
            report,
            writers: of_clusters
                .chain(first)
                .map(|id| (printable::line(id), Writer::default()))
                .collect(),
        }
    }

    pub(in crate::report) fn see(&mut self, line: &DocumentLine) {
        if let Some(writer) = self.writers.get_mut(&printable::line(&line.id)) {
            *writer = [line.author.clone(), line.organization.clone()];
        }
    }

    /// Campaign by campaign each of its letters and what was added to it, then what many say.
    pub(in crate::report) fn of_report(&self) -> Vec<Issue> {
        let mut issues = Vec::new();
        let mut clusters = self.report.clusters_by_id();
        for campaign in &self.report.campaigns {
            for cluster in campaign.clusters.iter().filter_map(|id| clusters.remove(id.as_str())) {
                issues.extend(self.of_cluster(cluster));
            }
        }
        // What one sender alone sent several times is in no campaign.
        for cluster in &self.report.clusters {
            if clusters.contains_key(cluster.id.as_str()) {
                issues.extend(self.of_cluster(cluster));
            }
        }
        issues.extend(self.report.said_by_many.iter().map(|said| self.of_said(said)));
        issues
    }

    /// A letter, then what was added to it.
    fn of_cluster(&self, cluster: &ReportedCluster) -> Vec<Issue> {
        let added = cluster.added.iter().map(|added| Issue {
            passage: added.passage.clone(),
            campaign: cluster.id.clone(),
            n_comments: added.n_comments,
            n_words: Some(added.n_words),
            is_new: added.is_new,
            ..self.issue("added passage", added.first(), &added.text)
        });
        std::iter::once(self.of_letter(cluster)).chain(added).collect()
    }

    /// A letter is known by its cluster, whose id stays where late comments change the letter's words.
    fn of_letter(&self, cluster: &ReportedCluster) -> Issue {
        let letter = &cluster.reference;
        let mut issue = Issue {
            passage: short_name(["letter", &cluster.id]),
            campaign: cluster.id.clone(),
            n_comments: cluster.n_comments,
            n_words: Some(letter.n_words),
            is_new: cluster.is_new,
            ..self.issue("letter", &letter.id, &letter.paragraphs.join(" "))
        };
        if letter.is_consensus {
            // Nobody sent exactly what is a composite.
            issue.writer = Writer::default();
        }
        issue
    }

    /// What many say is known by its first words, which stay where late comments say it, too.
    fn of_said(&self, said: &ReportedSaid) -> Issue {
        Issue {
            passage: short_name([said.kind.words(), &said.text]),
            n_comments: said.n_comments,
            ..self.issue("said by many", &said.first, &said.text)
        }
    }

    /// What a comment says.
    fn issue(&self, what: &'static str, id: &str, text: &str) -> Issue {
        let shown = printable::line(id);
        Issue {
            what,
            writer: self.writers.get(&shown).cloned().unwrap_or_default(),
            id: shown,
            excerpt: printable::excerpt(text, EXCERPT),
            ..Issue::default()
        }
    }
}
