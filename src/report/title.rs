//! A corpus in, the title of its report out; a letter in, the title that it has wherever it is named.

use std::collections::BTreeMap;

use super::printable;
use super::schema::Reference;
use crate::corpus::Corpus;

/// Characters of a docket's id and of a file's name.
const LONGEST_NAME: usize = 60;
/// Characters of a letter's title: with its count it fits into a terminal of 80 columns.
const LONGEST_TITLE: usize = 70;

/// The title of a letter: how it begins.
pub(super) fn of_letter(reference: &Reference) -> String {
    printable::excerpt(&reference.opening(), LONGEST_TITLE)
}

/// Name of the file that all comments are from, where it is one.
pub(super) fn file_name(corpus: &Corpus) -> Option<&str> {
    let name = corpus.file()?.rsplit('/').next()?;
    (!name.is_empty() && name != "-").then_some(name)
}

/// Names the docket that most comments cite, and the file that all comments are from, where it is one.
pub(super) fn of_docket(corpus: &Corpus) -> String {
    let mut n_citing: BTreeMap<String, usize> = BTreeMap::new();
    for (dockets, n_comments) in corpus.dockets_of_texts() {
        for docket in dockets.all() {
            *n_citing.entry(docket).or_default() += n_comments;
        }
    }
    // Of dockets that equally many cite the first by name.
    let most = n_citing
        .into_iter()
        .rev()
        .max_by_key(|(_, n)| *n)
        .map(|(docket, n)| (printable::excerpt(&docket, LONGEST_NAME), n));
    let title = match most {
        Some((docket, n)) if n * 2 > corpus.len() => format!("Comments on docket {docket}"),
        Some((docket, _)) => format!("Comments on docket {docket} and others"),
        None => "Comments on a proposed rule".to_owned(),
    };
    match file_name(corpus) {
        Some(file) => format!("{title} ({})", printable::excerpt(file, LONGEST_NAME)),
        None => title,
    }
}
