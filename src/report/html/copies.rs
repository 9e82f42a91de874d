//! A letter in, the copy of it that tells most out, with its marks.

use std::cmp::Reverse;

use askama::Template;

use super::wrapping::unwrapped;
use super::{filters, reading};
use crate::report::marks::{Mark, Piece, is_short, redline};
use crate::report::schema::{DocumentLine, ReportedCluster, ReportedMember};
use crate::report::{counted, joined, printable};

/// A piece of text between its tags.
pub(super) type Tagged = (&'static str, String, &'static str);

/// A copy with its marks.
#[derive(Template)]
#[template(path = "copy.html", config = ".ci/askama.toml")]
struct CopyView<'a> {
    member: &'a ReportedMember,
    who: String,
    /// Pieces with the tags around them; none where the copy is too long.
    paragraphs: Option<Vec<Vec<Tagged>>>,
}

/// Which copy of a letter tells most: of those that leave out less than half of it the one that has most words of its own.
pub(super) fn telling(cluster: &ReportedCluster) -> Option<&ReportedMember> {
    cluster.members.iter().min_by_key(|member| {
        let keeps = member.n_deleted_words * 2 < cluster.reference.n_words;
        let own = (keeps, member.n_distinct_words, member.n_copies);
        (Reverse(own), member.id.as_str())
    })
}

/// A copy as HTML; without its text where that is too long.
pub(super) fn html(
    cluster: &ReportedCluster,
    member: &ReportedMember,
    line: Option<DocumentLine>,
) -> String {
    let letter = &cluster.reference.paragraphs;
    let who = line.as_ref().map(reading::who).unwrap_or_default();
    let text = line.map(|line| line.paragraphs).filter(|text| is_short(text) && is_short(letter));
    let paragraphs = text.map(|text| {
        let marked = redline(&unwrapped(letter), &unwrapped(&text));
        marked.iter().map(|paragraph| paragraph.iter().map(tagged).collect()).collect()
    });
    CopyView { member, who, paragraphs }.render().unwrap_or_default()
}

/// "110 words added, 86 left out".
pub(super) fn edit_words(member: &ReportedMember) -> String {
    let numbers = [
        (member.n_added_words, "added"),
        (member.n_deleted_words, "left out"),
        (member.n_changed_words, "changed"),
    ];
    let some = numbers.into_iter().filter(|(n_words, _)| *n_words > 0);
    let words = some.map(|(n_words, what)| format!("{} {what}", counted(n_words, "word")));
    joined(words, ", ").unwrap_or_default()
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

    /// Of three words of its own the copy "a" has the first id, and "d" has more but leaves out 6 of the letter's 10.
    #[test]
    fn the_copy_with_most_words_of_its_own_is_shown() {
        let mut cluster = cluster(&serde_json::json!({}));
        cluster.reference.n_words = 10;
        assert!(telling(&cluster).is_none());
        cluster.members = [("c", "one"), ("b", "three words here"), ("a", "these words too")]
            .map(|(id, own)| member(id, "block_added", own))
            .into();
        cluster.members.push(member("d", "key_block", "four words of its own"));
        cluster.members[3].n_deleted_words = 6;
        assert_eq!(telling(&cluster).expect("one").id, "a");
    }
}
