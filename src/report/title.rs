//! A corpus in, the title of its report out.

use std::collections::BTreeMap;

use super::printable;
use crate::corpus::Corpus;

/// Characters of a docket's id and of a file's name.
const LONGEST_NAME: usize = 60;

/// Names the docket that most comments cite, and the file that all comments are from, where it is one.
pub(super) fn of(corpus: &Corpus) -> String {
    let mut n_citing: BTreeMap<String, usize> = BTreeMap::new();
    // Copies have the dockets of the document that keeps their text.
    for (document, n_comments) in corpus.kept() {
        for docket in document.attributes.dockets.all() {
            *n_citing.entry(docket).or_default() += n_comments;
        }
    }
    // Of dockets that equally many cite the first by name.
    let most = n_citing.into_iter().rev().max_by_key(|(_, n)| *n);
    let name = |name: &str| printable::excerpt(name, LONGEST_NAME);
    let title = match most {
        Some((docket, n)) if n * 2 > corpus.len() => {
            format!("Comments on docket {}", name(&docket))
        }
        Some((docket, _)) => format!("Comments on docket {} and others", name(&docket)),
        None => "Comments on a proposed rule".to_owned(),
    };
    let file = corpus.file().and_then(|path| path.rsplit('/').next());
    match file.filter(|file| !file.is_empty() && *file != "-") {
        Some(file) => format!("{title} ({})", name(file)),
        None => title,
    }
}
