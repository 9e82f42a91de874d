//! A line, a cluster or a campaign in, text for a terminal out: `durian show`.
//!
//! Marks are written out, `{+added+}` and `[-left out-]`, and color only repeats them. Text of
//! comments is made printable piece by piece, so that it cannot end a mark's color or start its own.

mod campaigns;

use std::fmt::Write;

use super::marks::{Mark, Paragraph, redline};
use super::schema::{
    Category, DocumentLine, Related, ReportedAttachment, ReportedCluster, ReportedNearest,
    SharedPassages,
};
use super::words::{EXACT, busiest};
use super::{counted, grouped, joined, printable};
pub use campaigns::campaign;

/// Members and passages that are listed.
const MOST_LISTED: usize = 20;
/// Characters of a passage in a list.
const EXCERPT: usize = 70;

/// How the terminal may be written to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Whether colors are wanted.
    pub color: bool,
}

impl Style {
    /// A text that stands out, where colors are wanted.
    pub fn bold(self, text: &str) -> String {
        if self.color { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// A comment, its place and evidence, and its text with marks against the letter.
///
/// `copied` is the line that holds the text where the comment is an exact copy, `cluster` where the
/// comment has one.
pub fn comment(
    line: &DocumentLine,
    copied: Option<&DocumentLine>,
    cluster: Option<&ReportedCluster>,
    style: Style,
) -> String {
    let mut text = printable::line(&line.id) + "\n";
    fields(&mut text, facts(line, cluster));
    text.push('\n');
    let with_text = copied.unwrap_or(line);
    let letter = cluster.map(|cluster| &cluster.reference);
    match letter.filter(|letter| letter.is_consensus || letter.id != with_text.id) {
        Some(letter) => {
            for paragraph in redline(&letter.paragraphs, &with_text.paragraphs) {
                push_paragraph(&mut text, &marked(&paragraph, style));
            }
            text.push_str(&legend("the letter", style));
        }
        None => {
            for paragraph in &with_text.paragraphs {
                push_paragraph(&mut text, &printable::text(paragraph));
            }
        }
    }
    text
}

/// A cluster: its letter, what was added to it, and its members.
pub fn cluster(cluster: &ReportedCluster) -> String {
    let mut text = format!(
        "letter {}: {} ({}), {} of them byte for byte the same as another\n",
        cluster.id,
        counted(cluster.n_comments, "comment"),
        cluster.made_of(),
        grouped(cluster.n_identical as u64)
    );
    fields(&mut text, cluster_facts(cluster));
    let _ = writeln!(
        text,
        "\nThe same words: {EXACT}.\n\nThe letter, with how many of {} keep at least half of each paragraph:\n",
        counted(cluster.n_comments, "comment")
    );
    let reference = &cluster.reference;
    for (paragraph, n_kept) in reference.paragraphs.iter().zip(&reference.n_kept) {
        let _ = writeln!(text, "({})", grouped(*n_kept as u64));
        push_paragraph(&mut text, &printable::text(paragraph));
    }
    added(&mut text, cluster);
    members(&mut text, cluster);
    text
}

/// What a line tells, where it is known.
fn facts(line: &DocumentLine, cluster: Option<&ReportedCluster>) -> [Fact; 26] {
    let what = match line.category {
        Some(category) if category != Category::Singleton => {
            format!("{}: {}", line.bucket.words(), category.words())
        }
        _ => line.bucket.words().to_owned(),
    };
    let campaign = cluster.map(|cluster| {
        format!("{}, {}: {}", cluster.id, counted(cluster.n_comments, "comment"), cluster.title)
    });
    let kept =
        line.evidence.as_ref().filter(|evidence| evidence.n_shared_words > 0).map(|evidence| {
            let n_words = counted(evidence.n_shared_words, "word");
            format!("{n_words}, {}", counted(evidence.n_paragraphs_kept, "paragraph"))
        });
    [
        ("what it is", Some(what)),
        ("new", line.is_new.then(|| "since the earlier report".to_owned())),
        ("reason", line.reason.clone()),
        ("cluster", campaign),
        ("campaign", line.campaign.clone()),
        ("why there", line.why()),
        ("keeps of it", kept),
        (
            "sent again",
            line.resubmission_of.as_ref().map(|first| format!("after {first}, by the same sender")),
        ),
        ("kept back", joined(line.kept_back(), ", ")),
        ("also contains", joined(&line.also_contains, ", ")),
        ("quotes", line.quoted()),
        ("cites", line.cited()),
        ("opposes", Some(line.opposes.clone()).filter(|letter| !letter.is_empty())),
        ("nearest", line.nearest.as_ref().map(ReportedNearest::words)),
        ("author", line.author.clone()),
        ("for", line.organization.clone()),
        ("subject", line.subject.clone()),
        ("received", line.received.clone()),
        ("posted", line.posted.clone()),
        ("sent", line.sent().cloned()),
        ("dockets", joined(&line.docket_ids, ", ")),
        ("relayer", line.relayer.clone()),
        ("attachments", joined(line.attachments.iter().map(ReportedAttachment::words), ", ")),
        (
            "stands for",
            line.claimed_duplicates.map(|claimed| {
                let submissions = counted(claimed as usize, "submission");
                format!("{submissions}, according to the agency")
            }),
        ),
        ("file", Some(line.source.clone())),
        ("also in", joined(&line.also_in, ", ")),
    ]
}

fn cluster_facts(cluster: &ReportedCluster) -> [Fact; 10] {
    let edits = cluster
        .categories
        .iter()
        .map(|(category, n)| format!("{} {}", grouped(*n as u64), category.words()));
    let new = (cluster.n_new > 0).then(|| {
        let n_new = counted(cluster.n_new, "comment");
        format!("{n_new} since the earlier report")
    });
    let [cited, opposed] = [cluster.n_cited_by, cluster.n_opposed_by]
        .map(|n| (n > 0).then(|| counted(n, "single comment")));
    [
        ("reference", Some(cluster.reference.words())),
        ("new", new),
        ("edits", joined(edits, "; ")),
        ("dated", dated(&cluster.first_date, &cluster.last_date)),
        ("relayers", joined(busiest(&cluster.relayers), "; ")),
        ("dockets", joined(&cluster.docket_ids, "; ")),
        ("opposite", joined(cluster.related.iter().map(Related::words), "; ")),
        ("shares with", joined(cluster.shares_passages.iter().map(SharedPassages::words), "; ")),
        ("cited by", cited),
        ("turned around by", opposed),
    ]
}

fn dated(first: &Option<String>, last: &Option<String>) -> Option<String> {
    let (first, last) = (first.as_ref()?, last.as_ref()?);
    Some(format!("{first} to {last}"))
}

fn added(text: &mut String, cluster: &ReportedCluster) {
    let additions = &cluster.added;
    if additions.is_empty() {
        return;
    }
    let _ = writeln!(text, "What senders added, {}:\n", counted(additions.len(), "passage"));
    for addition in additions.iter().take(MOST_LISTED) {
        let _ = writeln!(
            text,
            "  {:>5} words  {}  ({}{})",
            grouped(addition.n_words as u64),
            printable::excerpt(&addition.text, EXCERPT),
            printable::line(addition.first()),
            match addition.n_comments {
                0 | 1 => String::new(),
                n => format!(" and {} more", grouped(n as u64 - 1)),
            }
        );
    }
    more(text, additions.len(), "more in added-text.csv");
    text.push('\n');
}

fn members(text: &mut String, cluster: &ReportedCluster) {
    if cluster.members.is_empty() {
        return;
    }
    let n_members = cluster.members.len();
    let _ = writeln!(
        text,
        "{}, nearest first (words added, left out, changed; what it shares with the letter):\n",
        counted(n_members, "edited copy")
    );
    for member in cluster.members.iter().take(MOST_LISTED) {
        let _ = writeln!(
            text,
            "  +{} -{} ~{}  {}: {}{}",
            member.n_added_words,
            member.n_deleted_words,
            member.n_changed_words,
            printable::line(&member.id),
            member.category.words(),
            member.shared.map(|shared| format!("; {}", shared.words())).unwrap_or_default(),
        );
    }
    more(text, n_members, "more in comments.csv");
    text.push('\n');
}

/// How many of so many are not listed, and what is to be said of them; nothing where all are.
fn more(text: &mut String, n: usize, what: &str) {
    if n > MOST_LISTED {
        let n_more = grouped((n - MOST_LISTED) as u64);
        let _ = writeln!(text, "  … and {n_more} {what}");
    }
}

/// A name, and what is known under it.
type Fact = (&'static str, Option<String>);

/// Facts, each on a line, as far as they are known.
fn fields(text: &mut String, facts: impl IntoIterator<Item = Fact>) {
    for (name, value) in facts {
        if let Some(value) = value {
            let _ = writeln!(text, "  {name:<12} {}", printable::line(&value));
        }
    }
}

fn push_paragraph(text: &mut String, paragraph: &str) {
    text.push_str(paragraph);
    text.push_str("\n\n");
}

/// A paragraph with its marks.
fn marked(paragraph: &Paragraph, style: Style) -> String {
    let pieces = paragraph.iter();
    pieces.map(|piece| mark(piece.mark, &printable::text(&piece.text), style)).collect()
}

fn mark(mark: Mark, text: &str, style: Style) -> String {
    let (open, close, color) = match mark {
        Mark::Kept | Mark::Spacing => return text.to_owned(),
        Mark::Added => ("{+", "+}", "32"),
        Mark::ChangedTo => ("{~", "~}", "33"),
        Mark::Removed => ("[-", "-]", "31"),
        Mark::ChangedFrom => ("[~", "~]", "35"),
    };
    in_color(&format!("{open}{text}{close}"), color, style)
}

fn in_color(text: &str, color: &str, style: Style) -> String {
    if style.color { format!("\x1b[{color}m{text}\x1b[0m") } else { text.to_owned() }
}

/// What the marks say against some letter.
fn legend(letter: &str, style: Style) -> String {
    let marks: [String; 4] = [
        (Mark::Added, "added"),
        (Mark::Removed, "left out"),
        (Mark::ChangedFrom, "changed from"),
        (Mark::ChangedTo, "changed to"),
    ]
    .map(|(kind, words)| mark(kind, words, style));
    format!("Against {letter}: {}\n", marks.join(" "))
}
