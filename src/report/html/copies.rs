//! A campaign in, its telling copies out, with their marks.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use askama::Template;

use super::wrapping::unwrapped;
use super::{filters, reading};
use crate::report::marks::{Mark, Piece, is_short, redline};
use crate::report::schema::{Category, DocumentLine, ReportedCluster, ReportedMember};
use crate::report::{counted, printable};

/// Copies shown of a campaign; the rest is in the tables.
pub(super) const MOST_COPIES: usize = 20;

/// A piece of text between its tags.
pub(super) type Tagged = (&'static str, String, &'static str);

/// What its line tells of a telling copy.
#[derive(Default)]
pub(super) struct TellingCopy {
    pub(super) who: String,
    /// Its paragraphs; none where they are too long to be shown.
    pub(super) text: Option<Vec<String>>,
}

impl TellingCopy {
    pub(super) fn of(line: DocumentLine) -> Self {
        let who = reading::who(&line);
        Self { who, text: is_short(&line.paragraphs).then_some(line.paragraphs) }
    }
}

/// A copy with its marks.
#[derive(Template)]
#[template(path = "copy.html", config = ".ci/askama.toml")]
struct CopyView<'a> {
    member: &'a ReportedMember,
    is_first: bool,
    id: String,
    who: &'a str,
    words: String,
    why: String,
    /// Pieces with the tags around them; none where the copy is too long.
    paragraphs: Option<Vec<Vec<Tagged>>>,
}

/// Which copies of a campaign tell most: one of every category, then those with most text of their own.
pub(super) fn telling(cluster: &ReportedCluster) -> Vec<&ReportedMember> {
    let mut members: Vec<&ReportedMember> = cluster.members.iter().collect();
    members.sort_by_key(|member| rank(member));
    let mut seen: BTreeSet<Category> = BTreeSet::new();
    let (of_each, others): (Vec<_>, Vec<_>) =
        members.into_iter().partition(|member| seen.insert(member.category));
    let mut telling: Vec<_> = of_each.into_iter().chain(others).take(MOST_COPIES).collect();
    telling.sort_by_key(|member| rank(member));
    telling
}

/// What puts those first that wrote most of their own.
fn rank(member: &ReportedMember) -> (Reverse<(usize, usize)>, &str) {
    (Reverse((member.n_distinct_words, member.n_copies)), &member.id)
}

/// A copy as HTML; without its text where that is too long.
pub(super) fn html(
    cluster: &ReportedCluster,
    member: &ReportedMember,
    copy: &TellingCopy,
    is_first: bool,
) -> String {
    let letter = &cluster.reference.paragraphs;
    let text = copy.text.as_ref().filter(|_| is_short(letter));
    let paragraphs = text.map(|text| {
        let marked = redline(&unwrapped(letter), &unwrapped(text));
        marked.iter().map(|paragraph| paragraph.iter().map(tagged).collect()).collect()
    });
    let view = CopyView {
        member,
        is_first,
        words: edit_words(member),
        id: printable::line(&member.id),
        who: &copy.who,
        why: member.why(),
        paragraphs,
    };
    view.render().unwrap_or_default()
}

/// "110 words added, 86 left out".
pub(super) fn edit_words(member: &ReportedMember) -> String {
    let counts: Vec<String> = [
        (member.n_added_words, "added"),
        (member.n_deleted_words, "left out"),
        (member.n_changed_words, "changed"),
    ]
    .into_iter()
    .filter(|(n_words, _)| *n_words > 0)
    .map(|(n_words, what)| format!("{} {what}", counted(n_words, "word")))
    .collect();
    counts.join(", ")
}

/// A piece of text between the tags of its mark.
pub(super) fn tagged(piece: &Piece) -> Tagged {
    let (open, close) = match piece.mark {
        Mark::Kept | Mark::Spacing => ("", ""),
        Mark::Added => ("<ins>", "</ins>"),
        Mark::ChangedTo => ("<ins class=c>", "</ins>"),
        Mark::Removed => ("<del>", "</del>"),
        Mark::ChangedFrom => ("<del class=c>", "</del>"),
    };
    (open, printable::text(&piece.text), close)
}

#[cfg(test)]
mod tests {
    use super::telling;
    use crate::report::schema::examples::{cluster, member};

    /// Of 25 copies twenty are shown: one that added nothing is among them, for no other one is like it.
    #[test]
    fn copies_of_every_kind_are_shown() {
        let mut cluster = cluster(&serde_json::json!({}));
        cluster.members = (0..24)
            .map(|at| member(&format!("m{at:02}"), "block_added", &"one two three"[..=at % 9]))
            .collect();
        cluster.members.push(member("minor", "minor_change", ""));
        let telling = telling(&cluster);
        assert_eq!(telling.len(), super::MOST_COPIES);
        assert_eq!(telling.last().expect("one").id, "minor");
    }
}
