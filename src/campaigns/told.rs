//! Points and the comments that make them in, out how some of them say it.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::corpus::tokens::for_each_token;
use crate::corpus::{Corpus, DocId, TermId};
use crate::thresholds::points::{COMMENTS_TOLD, MOST_TOLD};

/// A comment that makes a point: where the word stands in its decoded text.
pub type Said = (DocId, Range<usize>);

/// How comments make each of the first points. The distinct texts come in the order of their ids, and of few comments each
/// is heard as often as it takes.
pub(super) fn told(
    corpus: &Corpus,
    facts: &[(TermId, usize)],
    documents: &[DocId],
    n_singles: usize,
) -> Vec<Vec<Said>> {
    let facts = &facts[..facts.len().min(MOST_TOLD)];
    let terms: FxHashMap<TermId, usize> =
        facts.iter().enumerate().map(|(at, (term, _))| (*term, at)).collect();
    let numbers: FxHashMap<&str, usize> = corpus
        .vocabulary()
        .terms()
        .filter_map(|(word, term)| Some((word, *terms.get(&term)?)))
        .collect();
    // Many are to be heard.
    let of_comment = (facts.len() * COMMENTS_TOLD).div_ceil(n_singles.max(1));
    let mut told: Vec<Vec<Said>> = vec![Vec::new(); facts.len()];
    for id in documents {
        if told.iter().all(|said| said.len() >= COMMENTS_TOLD) {
            break;
        }
        let mut first: FxHashMap<usize, Range<usize>> = FxHashMap::default();
        for (block, paragraph) in corpus.text(*id).blocks() {
            for_each_token(paragraph, |word, span| {
                if let Some(at) = numbers.get(word) {
                    let place = block.start + span.start..block.start + span.end;
                    first.entry(*at).or_insert(place);
                }
            });
        }
        // What nobody was heard to say yet comes first.
        let mut found: Vec<(usize, Range<usize>)> = first.into_iter().collect();
        found.sort_by_key(|(at, _)| (told[*at].len(), *at));
        for (at, place) in found.into_iter().take(of_comment) {
            if told[at].len() < COMMENTS_TOLD {
                told[at].push((*id, place));
            }
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::told;
    use crate::corpus::examples::{corpus, document};
    use crate::corpus::{Corpus, DocId, TermId};

    /// Two points, two comments each at most. Of four comments each is heard once, and says what nobody said yet.
    #[test]
    fn many_are_heard_and_every_point() {
        let texts = ["The toll is 340.", "The toll!", "340 of toll.", "A toll of 340."];
        let documents = texts.iter().enumerate().map(|(at, text)| document(at, text)).collect();
        let corpus = Corpus::of(documents);
        let facts =
            ["toll", "340"].map(|word| (corpus.vocabulary().number(word).expect("a word"), 4));
        let ids: Vec<DocId> = corpus.ids().collect();
        for (n_singles, of_figure) in [(4, [2, 3]), (1, [0, 2])] {
            let told = told(&corpus, &facts, &ids, n_singles);
            let said: Vec<(u32, &str)> = told
                .iter()
                .flatten()
                .map(|(id, place)| (id.0, &texts[id.index()][place.clone()]))
                .collect();
            let [third, fourth] = of_figure;
            assert_eq!(said, [(0, "toll"), (1, "toll"), (third, "340"), (fourth, "340")]);
        }
    }

    #[test]
    fn the_first_24_points_are_told() {
        let corpus = corpus(&["a:30"]);
        let facts: Vec<(TermId, usize)> =
            corpus.token_text(DocId(0)).terms().iter().map(|term| (*term, 1)).collect();
        assert_eq!(told(&corpus, &facts, &[DocId(0)], 1).len(), 24);
    }
}
