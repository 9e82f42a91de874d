//! A campaign in, its telling copies out, with their marks.

use std::collections::BTreeSet;

use askama::Template;
use rustc_hash::FxHashSet;

use super::wrapping::unwrapped;
use super::{filters, reading};
use crate::corpus::tokens::for_each_token;
use crate::edits::{Mark, redline};
use crate::report::counted;
use crate::report::printable;
use crate::report::schema::{DocumentLine, ReportedCategory, ReportedCluster, ReportedMember};

/// Copies shown of a campaign; the rest is in the tables.
pub(super) const MOST_COPIES: usize = 20;

/// Bytes of a letter or copy that are shown.
pub(super) const MOST_BYTES: usize = 30_000;

/// A piece of text between its tags.
type Tagged = (&'static str, String, &'static str);

/// What its line tells of a telling copy.
#[derive(Default)]
pub(super) struct TellingCopy {
    pub(super) who: String,
    /// Its paragraphs; none where they are too long to be shown.
    pub(super) text: Option<Vec<String>>,
}

impl TellingCopy {
    pub(super) fn of(line: DocumentLine) -> Self {
        let n_bytes: usize = line.paragraphs.iter().map(String::len).sum();
        Self { who: reading::who(&line), text: (n_bytes <= MOST_BYTES).then_some(line.paragraphs) }
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
    distance: String,
    /// Pieces with the tags around them; none where the copy is too long.
    paragraphs: Option<Vec<Vec<Tagged>>>,
}

/// Which copies of a campaign tell most: one of every category, then those with most text of their own.
pub(super) fn telling(cluster: &ReportedCluster) -> Vec<&ReportedMember> {
    let mut members: Vec<(usize, &ReportedMember)> =
        cluster.members.iter().map(|member| (substance(member), member)).collect();
    members.sort_by(|(a_substance, a), (b_substance, b)| {
        (b_substance, b.n_copies, &a.id).cmp(&(a_substance, a.n_copies, &b.id))
    });
    let mut seen: BTreeSet<ReportedCategory> = BTreeSet::new();
    let (of_each, others): (Vec<_>, Vec<_>) =
        members.into_iter().partition(|(_, member)| seen.insert(member.category));
    let mut telling: Vec<_> = of_each.into_iter().chain(others).take(MOST_COPIES).collect();
    telling.sort_by(|(a_substance, a), (b_substance, b)| {
        (b_substance, b.n_copies, &a.id).cmp(&(a_substance, a.n_copies, &b.id))
    });
    telling.into_iter().map(|(_, member)| member).collect()
}

/// How much a member wrote of its own: the distinct words of its passages.
fn substance(member: &ReportedMember) -> usize {
    let mut distinct = FxHashSet::default();
    for passage in &member.unique_text {
        for_each_token(&passage.text, |word, _| {
            if !distinct.contains(word) {
                distinct.insert(word.to_owned());
            }
        });
    }
    distinct.len()
}

/// A copy as HTML; without its text where that is too long.
pub(super) fn html(
    cluster: &ReportedCluster,
    member: &ReportedMember,
    copy: &TellingCopy,
    is_first: bool,
) -> String {
    let n_bytes: usize = cluster.reference.paragraphs.iter().map(String::len).sum();
    let text = copy.text.as_ref();
    let paragraphs = text.filter(|_| n_bytes <= MOST_BYTES).map(|text| {
        let letter = unwrapped(&cluster.reference.paragraphs);
        let marked = redline(&letter, &unwrapped(text));
        marked
            .into_iter()
            .map(|paragraph| {
                let pieces = paragraph.into_iter();
                pieces
                    .map(|piece| {
                        let (open, close) = tags(piece.mark);
                        (open, printable::text(&piece.text), close)
                    })
                    .collect()
            })
            .collect()
    });
    let view = CopyView {
        member,
        is_first,
        words: edit_words(member),
        id: printable::line(&member.id),
        who: &copy.who,
        why: member.evidence.words(),
        distance: format!("{:.2}", member.evidence.distance),
        paragraphs,
    };
    view.render().unwrap_or_default()
}

/// "110 words added, 86 left out".
pub(super) fn edit_words(member: &ReportedMember) -> String {
    let counts = [
        (member.n_added_words, "added"),
        (member.n_deleted_words, "left out"),
        (member.n_changed_words, "changed"),
    ];
    let counts: Vec<String> = counts
        .into_iter()
        .filter(|(n_words, _)| *n_words > 0)
        .map(|(n_words, what)| format!("{} {what}", counted(n_words, "word")))
        .collect();
    counts.join(", ")
}

pub(super) fn tags(mark: Mark) -> (&'static str, &'static str) {
    match mark {
        Mark::Kept | Mark::Spacing => ("", ""),
        Mark::Added => ("<ins>", "</ins>"),
        Mark::ChangedTo => ("<ins class=c>", "</ins>"),
        Mark::Removed => ("<del>", "</del>"),
        Mark::ChangedFrom => ("<del class=c>", "</del>"),
    }
}

#[cfg(test)]
mod tests {
    use super::telling;
    use crate::report::schema::examples::{cluster, member};

    /// Of 25 copies twenty are shown: one that added nothing is among them, for no other one is like it.
    #[test]
    fn copies_of_every_kind_are_shown() {
        let mut cluster = cluster(&serde_json::json!({}));
        let added =
            |at: usize| member(&format!("m{at:02}"), "block_added", &"one two three"[..=at % 9]);
        cluster.members = (0..24).map(added).collect();
        cluster.members.push(member("minor", "minor_change", ""));
        let telling = telling(&cluster);
        assert_eq!(telling.len(), super::MOST_COPIES);
        assert_eq!(telling.last().expect("one").id, "minor");
    }
}
