//! Sentences that copies added in, how many comments hold each out.
//!
//! Senders mend a word of what an alert gave them. A sentence is others', too, where four fifths of its words stand in n-grams
//! that other comments hold (with a mended word all n-grams around it go), and a shorter one where others added it with another
//! word in one place. As many comments hold it as hold the n-gram among these that fewest hold, wherever it stands in them, or
//! as added it. A sentence that is shorter than an n-gram is looked for in all texts as it is; of less than four words, which
//! stand in any longer sentence by chance, it is others' where they added the same.
//!
//! # Invariants
//! - The counts do not depend on the order of texts, on their ids, or on the numbers of their words.
//! - A sentence that no other text holds has none.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::compare::Tables;
use crate::corpus::{DocId, TermId};
use crate::ngrams::{COUNTED, NGram, PROBE, RepeatedFilter, covered, ngram, sorted_dedup};
use crate::thresholds::Thresholds;

/// Some sentences of a text, as ranges of its words.
pub(super) type Sentences = (DocId, Vec<Range<usize>>);

/// How many comments hold each sentence, exact copies of its own text included; none where no other text holds it.
pub(super) fn n_comments(
    tables: &Tables<'_>,
    added: &[Sentences],
) -> FxHashMap<DocId, Vec<Option<usize>>> {
    // By its words: how many texts added a sentence, and how many comments.
    let mut same: FxHashMap<&[TermId], (usize, usize)> = FxHashMap::default();
    for (document, sentences) in added {
        let terms = tables.corpus().token_text(*document).terms();
        let distinct: FxHashSet<&[TermId]> =
            sentences.iter().map(|words| &terms[words.clone()]).collect();
        for sentence in distinct {
            let (n_texts, n_comments) = same.entry(sentence).or_default();
            *n_texts += 1;
            *n_comments += tables.n_comments(*document) as usize;
        }
    }
    let short = same.keys().filter(|sentence| (PROBE..COUNTED).contains(&sentence.len()));
    // How many texts hold one of these, and how many comments. The sums do not depend on who adds first.
    let held: FxHashMap<NGram, [AtomicU32; 2]> =
        short.map(|sentence| (ngram(sentence), Default::default())).collect();
    tables.unique().par_iter().for_each(|id| {
        let terms = tables.corpus().token_text(*id).terms();
        let words = (PROBE..COUNTED).flat_map(|n_words| terms.windows(n_words));
        for short in sorted_dedup(words.map(ngram).filter(|short| held.contains_key(short))) {
            held[&short][0].fetch_add(1, Relaxed);
            held[&short][1].fetch_add(tables.n_comments(*id), Relaxed);
        }
    });
    for (sentence, found) in &mut same {
        if let Some(sums) = held.get(&ngram(sentence)) {
            let [n_texts, n_comments] = sums.each_ref().map(|sum| sum.load(Relaxed) as usize);
            *found = (n_texts, n_comments);
        }
    }
    let mended = mended(tables.thresholds(), &same);
    added
        .par_iter()
        .map(|(document, sentences)| {
            let terms = tables.corpus().token_text(*document).terms();
            let n_comments = sentences.iter().map(|words| {
                let sentence = &terms[words.clone()];
                let added = same.get(sentence).filter(|(n_texts, _)| *n_texts > 1);
                added
                    .map(|(_, n_comments)| *n_comments)
                    .max(mended.get(sentence).copied())
                    .max(in_pieces(tables, *document, sentence))
            });
            (*document, n_comments.collect())
        })
        .collect()
}

/// How many comments added each of some sentences with another word in one place. Two such have all words in common
/// but one of each (the deletion neighborhood of Mor and Fraenkel, CACM 1982). Nine tenths of it are the same, so it has ten
/// words and more. Of one of thirty four fifths are in n-grams wherever the word stands, and they tell.
fn mended<'t>(
    thresholds: &Thresholds,
    same: &FxHashMap<&'t [TermId], (usize, usize)>,
) -> FxHashMap<&'t [TermId], usize> {
    let filter = RepeatedFilter::with_room_for(same.keys().map(|sentence| sentence.len()).sum());
    same.par_iter().for_each(|(sentence, _)| {
        without_a_word(thresholds, sentence).into_iter().for_each(|rest| filter.add(rest));
    });
    let mut of_rest: FxHashMap<NGram, (usize, usize)> = FxHashMap::default();
    for (sentence, (_, n_comments)) in same {
        let mut rests = without_a_word(thresholds, sentence);
        rests.retain(|rest| filter.may_repeat(*rest));
        for rest in rests {
            let (n_sentences, n_holders) = of_rest.entry(rest).or_default();
            *n_sentences += 1;
            *n_holders += n_comments;
        }
    }
    of_rest.retain(|_, (n_sentences, _)| *n_sentences > 1);
    same.par_iter()
        .filter_map(|(sentence, _)| {
            let rests = without_a_word(thresholds, sentence);
            let n_holders = rests.iter().filter_map(|rest| of_rest.get(rest)).map(|(_, n)| *n);
            Some((*sentence, n_holders.max()?))
        })
        .collect()
}

/// What is left of a sentence without each of its words, where that word is too little to part it from others.
fn without_a_word(thresholds: &Thresholds, sentence: &[TermId]) -> Vec<NGram> {
    let (n_words, shares) = (sentence.len(), &thresholds.shares);
    if !shares.wholly.is_met(n_words.saturating_sub(1), n_words)
        || shares.similar.is_met(n_words.saturating_sub(COUNTED), n_words)
    {
        return Vec::new();
    }
    let rests = (0..n_words).map(|at| [&sentence[..at], &sentence[at + 1..]].concat());
    sorted_dedup(rests.map(|rest| ngram(&rest)))
}

/// How many comments hold a sentence of which four fifths stand in n-grams that others hold: as many as hold the one of
/// these n-grams that fewest hold.
fn in_pieces(tables: &Tables<'_>, document: DocId, terms: &[TermId]) -> Option<usize> {
    let mut n_comments = u32::MAX;
    let is_held = covered(terms, COUNTED, |ngram| {
        let n_holders = tables.frequencies().of(ngram);
        let is_held = n_holders > tables.n_comments(document);
        if is_held {
            n_comments = n_comments.min(n_holders);
        }
        is_held
    });
    let n_held = is_held.count_ones(..);
    // What is shorter than an n-gram is looked for elsewhere.
    (n_held >= COUNTED && tables.thresholds().shares.similar.is_met(n_held, terms.len()))
        .then_some(n_comments as usize)
}

#[cfg(test)]
mod tests {
    use super::n_comments;
    use crate::clustering::examples::with_context;
    use crate::corpus::DocId;

    /// What only a text and its own exact copies hold is held by nobody else; another text that holds four words of five
    /// counts, and the two copies with it. Where others hold its parts, as many do as hold the one that fewest hold. Of eleven
    /// words one may be another. Five words are less than an n-gram: three comments have them; three words stand anywhere.
    #[test]
    fn a_sentence_is_others_by_four_words_of_five() {
        for (texts, n_words, expect) in [
            (&["a:20", "a:20", "b:20"][..], 20, None),
            (&["a:20", "a:20", "a:16 b:4"], 20, Some(3)),
            (&["a:20", "a:20", "a:15 b:5"], 20, None),
            (&["a:20", "b:9 a:20 c:9", "a:10 b:5", "a:10-20 d:5"], 20, Some(2)),
            (&["a:20", "a:10 b:5", "a:10 c:5", "a:10-20 d:5"], 20, Some(2)),
            (&["a:4 x:1 a:5-11 b:9", "a:4 y:1 a:5-11 c:9"], 11, Some(2)),
            (&["a:4 x:1 a:5-11 b:9", "a:4 y:1 a:5-10 z:1 c:9"], 11, None),
            (&["a:5 b:9", "a:5 b:9", "x:1 a:4 c:9", "d:5 e:9"], 5, None),
            (&["a:5 b:9", "a:5 b:9", "x:1 a:5 c:9", "d:5 e:9"], 5, Some(3)),
            (&["a:3 b:9", "a:3 b:9", "x:1 a:3 c:9", "d:5 e:9"], 3, None),
            (&["a:5 b:9", "a:5 b:9", "a:5 c:9", "d:5 e:9"], 5, Some(3)),
        ] {
            let found = with_context(texts, |context| {
                let texts = context.tables.unique().iter().map(|id| {
                    let n_all = context.tables.corpus().token_text(*id).len();
                    (*id, std::iter::once(0..n_all.min(n_words)).collect())
                });
                n_comments(context.tables, &texts.collect::<Vec<_>>())[&DocId(0)][0]
            });
            assert_eq!(found, expect, "{texts:?}");
        }
    }
}
