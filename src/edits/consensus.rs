//! A cluster in, the letter that its members share out, where no reference copy tells it.
//!
//! Exact copies tell which text was circulated (SIGIR 2006 §4.3): several comments that have it word for word. A campaign whose
//! senders all wrote something of their own has none: its seed is a personalized copy like the others, and against it
//! everybody seems to have left out what its author wrote alone. What many hold is the letter, what one
//! holds is the author's own.
//!
//! The letter is made of one document, the *representative*: of its sentences those that many members
//! hold, and of a sentence that is half its author's own the clause that they hold. Sentences of several
//! documents would have to be put in an order that nobody wrote.

use std::cmp::Reverse;
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::alignment::{Labels, WordLabel, settle};
use super::letter::LetterText;
use crate::clustering::Cluster;
use crate::corpus::{Corpus, DocId, TermId};
use crate::ngrams::{COPIED, NGram, commonly_held, covered, distinct_ngrams, ngram, ngrams};
use crate::thresholds::{HALF, Share, Thresholds};

/// The letter of a cluster around no form letter: passages of one document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consensus {
    /// The document whose words it is made of.
    pub representative: DocId,
    /// The letter, paragraph by paragraph; where something was the representative's own, a space.
    pub paragraphs: Vec<String>,
}

impl Consensus {
    /// A letter of passages of a document, block by block, in bytes of its decoded text.
    pub(super) fn of_passages(
        (representative, text): (DocId, &LetterText),
        blocks: &[Vec<Range<usize>>],
    ) -> Self {
        let paragraphs = blocks.iter().map(|passages| {
            passages.iter().map(|place| &text.decoded[place.clone()]).collect::<Vec<_>>().join(" ")
        });
        Self { representative, paragraphs: paragraphs.collect() }
    }

    /// The letter as its members are compared with it.
    pub(super) fn text(&self, corpus: &Corpus) -> LetterText {
        let mut terms = Vec::new();
        let text = LetterText::of_paragraphs(&self.paragraphs, |form| {
            terms.extend(corpus.vocabulary().number(form));
        });
        LetterText { terms, ..text }
    }
}

/// What the members of a cluster share; none where the seed is its letter.
pub(super) fn of(corpus: &Corpus, cluster: &Cluster) -> Option<Consensus> {
    let Thresholds { shares, counts, work, .. } = corpus.thresholds();
    // Of two texts nobody knows which one was edited.
    let n_texts = cluster.members.len() + 1;
    if cluster.redundancy >= counts.several || n_texts < counts.several {
        return None;
    }
    let documents = corpus.first_by_content(cluster.documents(), work.sample);
    let texts: Vec<&[TermId]> = documents.iter().map(|id| corpus.token_text(*id).terms()).collect();
    let held = commonly_held(texts.iter().copied(), COPIED, |n| shares.many.is_met(n, texts.len()));
    let (_, Reverse((_, representative))) = documents
        .par_iter()
        .map(|id| {
            let text = LetterText::new(corpus, *id);
            let timestamp = corpus.entry(*id).time;
            (merit(&text, &held), Reverse((timestamp, *id)))
        })
        .max()?;
    let consensus = held_of(corpus, representative, &held);
    if speaks_for(&consensus.text(corpus).terms, &texts, shares.most) {
        return Some(consensus);
    }
    // Where everybody took another passage of the seed, what several hold: what nobody else has is its author's own.
    let held = commonly_held(texts.iter().copied(), COPIED, |n| n >= counts.several);
    let of_seed = held_of(corpus, cluster.seed, &held);
    let n_words = of_seed.text(corpus).terms.len();
    (n_words > 0 && n_words < corpus.token_text(cluster.seed).len()).then_some(of_seed)
}

/// What texts hold of a document.
fn held_of(corpus: &Corpus, id: DocId, held: &FxHashSet<NGram>) -> Consensus {
    let text = LetterText::new(corpus, id);
    Consensus::of_passages((id, &text), &shared_passages(&text, held))
}

/// How well a text stands for what the texts share; the greatest is the representative. It tells most of
/// it, has fewest words of its own inside shared sentences, which stay in the letter, and says it in
/// fewest words, for some say it twice.
fn merit(text: &LetterText, held: &FxHashSet<NGram>) -> (usize, Reverse<usize>, Reverse<usize>) {
    let labels = labels(text, held);
    let in_letter: FxHashSet<NGram> = labels
        .0
        .windows(COPIED)
        .zip(text.terms.windows(COPIED))
        .filter(|(labels, _)| !labels.contains(&WordLabel::New))
        .map(|(_, words)| ngram(words))
        .collect();
    let n_held = in_letter.intersection(held).count();
    (n_held, Reverse(labels.n_changed()), Reverse(text.terms.len()))
}

/// What is shared of a text, sentence by sentence.
fn labels(text: &LetterText, held: &FxHashSet<NGram>) -> Labels {
    let covered = covered(&text.terms, COPIED, |ngram| held.contains(&ngram));
    settle(&covered, &text.sentences)
}

/// The passages of a text that are shared, block by block.
fn shared_passages(text: &LetterText, held: &FxHashSet<NGram>) -> Vec<Vec<Range<usize>>> {
    let labels = labels(text, held);
    text.passages(|word| labels.0[word] != WordLabel::New)
}

/// Whether enough of the texts keep half of the letter and more.
fn speaks_for(letter: &[TermId], texts: &[&[TermId]], share: Share) -> bool {
    let of_letter: FxHashSet<NGram> = ngrams(letter, COPIED).collect();
    let keeping = texts.par_iter().filter(|text| {
        let ngrams = distinct_ngrams(text, COPIED);
        HALF.is_met(ngrams.iter().filter(|it| of_letter.contains(it)).count(), of_letter.len())
    });
    !of_letter.is_empty() && share.is_met(keeping.count(), texts.len())
}

#[cfg(test)]
mod tests {
    use super::{
        COPIED, FxHashSet, NGram, Share, commonly_held, merit, of, shared_passages, speaks_for,
    };
    use crate::clustering::examples;
    use crate::corpus::TermId;
    use crate::corpus::examples::{docket, words};
    use crate::edits::letter::LetterText;

    const POND: &str = "The pond keeps the cellars of the village dry.";
    const GATE: &str = "Mend its gate before the winter comes.";
    const SWANS: &str = "Let the swans stay where they nest.";
    const SAWMILL: &str = "My father ran a sawmill below it.";

    fn terms(texts: &[LetterText]) -> Vec<&[TermId]> {
        texts.iter().map(|text| text.terms.as_slice()).collect()
    }

    fn held(texts: &[LetterText], are_enough: impl Fn(usize) -> bool) -> FxHashSet<NGram> {
        commonly_held(texts.iter().map(|text| &text.terms[..]), COPIED, are_enough)
    }

    /// The letter that some texts of one block share, in the words of the best of them.
    fn check(given: &[String], representative: usize, letter: &str) {
        let texts = LetterText::examples(given);
        let held = held(&texts, |n| Share(4, 10).is_met(n, texts.len()));
        let best = (0..texts.len()).max_by_key(|at| merit(&texts[*at], &held)).expect("a text");
        assert_eq!(best, representative);
        let passages = shared_passages(&texts[best], &held).into_iter().flatten();
        let shared: Vec<&str> = passages.map(|place| &given[best][place]).collect();
        assert_eq!(shared.join(" "), letter);
    }

    /// The pond stands in five of five texts, the gate in two, the swans and all else in one. With a sixth text the gate and the
    /// swans are in 33 %. A letter said twice is said no better, and of a long sentence the shared clause is kept.
    #[test]
    fn what_two_of_five_hold_is_the_letter() {
        let mut given = vec![
            format!("{POND} {SAWMILL} {SWANS}"),
            format!("{GATE} {POND}"),
            format!("{POND} {GATE} I swim there."),
            POND.to_owned(),
            format!("Please! {POND}"),
        ];
        check(&given, 1, &format!("{GATE} {POND}"));
        given.push(SWANS.to_owned());
        check(&given, 3, POND);
        let twice = format!("{POND} {GATE} {POND} {GATE}");
        let once = format!("{POND} {SAWMILL} {GATE}");
        check(&[twice, once, POND.to_owned()], 1, &format!("{POND} {GATE}"));
        let clause = "the pond keeps the cellars of the village dry";
        let own =
            "as I saw when my father was the miller there and his barn burned down in the night";
        let texts = [
            format!("We know that {clause} {own}."),
            format!("I say {clause}!"),
            format!("{clause}, Sir"),
        ];
        let read = LetterText::examples(&texts);
        let blocks = shared_passages(&read[0], &held(&read, |n| n >= 2));
        assert_eq!(&texts[0][blocks[0][0].clone()], clause);
    }

    /// Of three texts around the first, what two of them hold, or the first as it is, where three comments have it; of two the
    /// first.
    #[test]
    fn what_nobody_else_says_is_no_letter() {
        for (texts, expect) in [
            ("k:20|own:10 / k:20|b:9 / k:15|c:9", Some("k:20")),
            ("k:20|own:10 / k:20|own:10 / k:20|b:9 / k:15|c:9", Some("k:20")),
            ("3x k:20|own:10 / k:20|b:9 / k:15|c:9", None),
            ("k:20|own:10 / k:20|b:9", None),
        ] {
            examples::with_context(&docket(texts), |context| {
                let all: Vec<String> =
                    context.tables.unique().iter().map(|id| id.0.to_string()).collect();
                let clusters = examples::clusters(context.references, &all.join(" "));
                let letter = of(context.tables.corpus(), &clusters.clusters[0]);
                let found = letter.map(|letter| letter.paragraphs);
                assert_eq!(found, expect.map(|letter| vec![words(letter)]), "{texts}");
            });
        }
    }

    #[test]
    fn a_letter_speaks_for_three_of_five() {
        let texts = LetterText::examples(&[POND, POND, POND, SWANS, SAWMILL]);
        let terms = terms(&texts);
        assert!(speaks_for(terms[0], &terms, Share(6, 10)));
        assert!(!speaks_for(terms[0], &terms[1..], Share(6, 10)), "two of four");
        assert!(!speaks_for(&terms[0][..2], &terms, Share(6, 10)), "no ngram of words");
    }
}
