//! A corpus in, the title of its report out.

use std::collections::BTreeMap;

use super::printable;
use crate::corpus::Corpus;

/// Characters of a docket's id and of a file's name.
const LONGEST_NAME: usize = 60;

/// Names the docket that most comments cite, and the file that all comments are from, where it is one.
pub(super) fn of(corpus: &Corpus) -> String {
    let mut n_citing: BTreeMap<String, usize> = BTreeMap::new();
    for id in corpus.ids() {
        for docket in corpus.document(id).attributes.dockets.all() {
            *n_citing.entry(docket).or_default() += 1;
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
    match file(corpus) {
        Some(file) => format!("{title} ({})", name(file)),
        None => title,
    }
}

/// The name of the file that all inputs are from.
fn file(corpus: &Corpus) -> Option<&str> {
    fn file(source: &str) -> &str {
        source.rsplit_once('#').map_or(source, |(file, _)| file)
    }
    let kept = corpus.ids().map(|id| corpus.document(id).source.as_str());
    let aside = corpus.set_aside().iter();
    let mut sources = kept.chain(aside.map(|aside| aside.source.as_str()));
    let path = file(sources.next()?);
    // Most dockets are told apart by the second text; only of one file are the copies unpacked, too.
    let is_one = sources.all(|source| file(source) == path)
        && corpus.records().all(|copy| file(&copy.source) == path);
    let name = path.rsplit('/').next()?;
    is_one
        .then_some(name)
        .filter(|name| !name.is_empty() && *name != "-")
}
