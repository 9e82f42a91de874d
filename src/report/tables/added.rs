//! What was added to letters: `added-text.csv`, sheet *Added text*.

use super::{Cell, Column, column, first_ids, found, yes};
use crate::report::schema::{Added, ReportedCluster};

pub(in crate::report) const ADDED: [Column; 13] = [
    column("cluster", 15, "Id of the cluster."),
    column("rank", 6, "Its place in the cluster: 1 has the most rare words."),
    column("words", 8, "Words in it."),
    column("comments", 10, "Comments that added it."),
    column("text", 80, "The passage, as the first of them has it."),
    column("first_comment", 20, "Id of the first of them."),
    column(
        "rare_words",
        8,
        "Distinct words in it that at most one in twenty texts of the docket uses.",
    ),
    column("names_a_figure", 8, "yes, where it has a number."),
    column("figures", 8, "Numbers in it that stand for themselves."),
    column(
        "citations",
        8,
        "Citations in it: C.F.R., U.S.C., Federal Register, DOI, web addresses.",
    ),
    column("court_cases", 8, "Court cases in it, by name or by reporter."),
    column("new", 6, "yes, where all that added it are new since the earlier report."),
    column("all_comments_with_distinct_texts", 30, "Ids of the distinct comments that added it."),
];

/// A row of `added-text.csv`; `rank` counts from 0.
pub(in crate::report) fn added<'a>(
    cluster: &'a ReportedCluster,
    rank: usize,
    added: &'a Added,
) -> [Cell<'a>; ADDED.len()] {
    [
        (&cluster.id).into(),
        (rank + 1).into(),
        added.n_words.into(),
        added.n_comments.into(),
        (&added.text).into(),
        added.members.first().map_or("", String::as_str).into(),
        added.n_rare_words.into(),
        yes(added.has_figures).into(),
        found(added.facts.figures),
        found(added.facts.citations),
        found(added.facts.cases),
        yes(added.is_new).into(),
        first_ids(&added.members).into(),
    ]
}
