//! Two texts in, the places out where one says the opposite of the other.
//!
//! Two letters of one wording may be rivals: "I support the rule" and "I oppose the rule". The texts are
//! aligned; a place is opposed where a few words that stand opposite each other are of opposite stance, or
//! where one text has a negation that the other has not. A sentence that only one of them has is no
//! opposition, whatever its words.
//!
//! Only the same sentence turned round is judged. Whether letters of different wording agree is not.

use std::ops::Range;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;

use super::word_diff::DifferingPlace;
use crate::corpus::{TermId, Vocabulary};
use crate::thresholds::{HALF, Thresholds};

/// A list of `stance.txt`.
fn list(name: &str) -> String {
    let mut lines =
        include_str!("stance.txt").lines().skip_while(|line| *line != format!("== {name}"));
    lines.next();
    let own =
        lines.take_while(|line| !line.starts_with("== ")).filter(|line| !line.starts_with('#'));
    own.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Those of some words that a docket has, by their numbers.
fn known_words(vocabulary: &Vocabulary, words: &str) -> Vec<TermId> {
    words.split_whitespace().filter_map(|word| vocabulary.number(word)).collect()
}

/// The phrases between commas of which a docket has all words.
fn known_phrases(vocabulary: &Vocabulary, phrases: &str) -> Vec<Vec<TermId>> {
    let words = phrases.split(',').map(str::split_whitespace);
    words.filter_map(|words| words.map(|word| vocabulary.number(word)).collect()).collect()
}

/// Sides of pairs of opposites, a bit for each; the other side of a pair is the neighboring bit.
type Sides = u64;

/// The bits of first sides.
const FIRST_SIDES: Sides = 0x5555_5555_5555_5555;

/// The other sides of pairs.
fn opposite(sides: Sides) -> Sides {
    (sides & FIRST_SIDES) << 1 | sides >> 1 & FIRST_SIDES
}

/// Words of stance by their numbers in a docket.
#[derive(Clone, Debug, Default)]
pub struct Stance {
    thresholds: Thresholds,
    /// The sides of pairs of opposites that a word belongs to.
    sides: FxHashMap<TermId, Sides>,
    negations: Vec<TermId>,
    determiners: Vec<TermId>,
    auxiliaries: Vec<TermId>,
    requests: Vec<TermId>,
    /// Phrases that take something back.
    reversals: Vec<Vec<TermId>>,
    /// Turns of phrase with a negation that deny nothing.
    idioms: Vec<Vec<TermId>>,
    /// Words of stance and negations, by number.
    of_stance: FixedBitSet,
    /// These, and the words of reversals.
    may_turn: FixedBitSet,
}

impl Stance {
    /// Looks the words up.
    pub fn new(vocabulary: &Vocabulary, thresholds: &Thresholds) -> Self {
        let of_proposals = list("asked");
        let mut stance = Self {
            thresholds: thresholds.clone(),
            negations: known_words(vocabulary, &list("negations")),
            determiners: known_words(vocabulary, &list("determiners")),
            auxiliaries: known_words(vocabulary, &list("auxiliaries")),
            requests: known_words(vocabulary, &[&*list("requests"), &of_proposals].join(" ")),
            reversals: known_phrases(vocabulary, &list("reversals")),
            idioms: known_phrases(vocabulary, &list("idioms")),
            ..Self::default()
        };
        let pairs = [of_proposals, list("opposites")].join("\n\n");
        for (side, words) in pairs.split("\n\n").flat_map(|pair| pair.split('/')).enumerate() {
            for term in known_words(vocabulary, words) {
                *stance.sides.entry(term).or_default() |= 1 << side;
            }
        }
        stance.of_stance =
            stance.sides.keys().chain(&stance.negations).map(|term| term.0 as usize).collect();
        let of_reversals = stance.reversals.iter().flatten().map(|term| term.0 as usize);
        stance.may_turn = stance.of_stance.ones().chain(of_reversals).collect();
        stance
    }

    /// Whether two texts may be opposed in some place: that takes a word of stance that one of them lacks, or texts as long as
    /// each other that have it in other places. "We can pay, and cannot wait" and "We cannot pay, and can wait" are the same
    /// words.
    pub fn may_oppose(&self, a: &[TermId], b: &[TermId]) -> bool {
        let of_stance = [a, b].map(|text| (0..text.len()).filter(|at| self.holds(text[*at])));
        let [own, others] = of_stance.clone();
        !own.map(|at| a[at]).eq(others.map(|at| b[at])) || {
            let [own, others] = of_stance;
            a.len() == b.len() && !own.eq(others)
        }
    }

    /// Whether one of two texts holds a phrase that takes something back more often than the other does.
    pub fn may_reverse(&self, a: &[TermId], b: &[TermId]) -> bool {
        let [a, b] = [a, b].map(|text| self.reversals_of(text));
        !a.eq(b)
    }

    /// The phrases of a text that take something back.
    fn reversals_of<'a>(&'a self, text: &'a [TermId]) -> impl Iterator<Item = &'a [TermId]> {
        (0..text.len()).filter(|at| self.may_turn.contains(text[*at].0 as usize)).flat_map(
            move |at| {
                let phrases = self.reversals.iter().map(Vec::as_slice);
                phrases.filter(move |phrase| text[at..].starts_with(phrase))
            },
        )
    }

    /// Whether one of two texts turns around what the other asks for, or the side that it takes. One place shows that, unless
    /// the texts differ everywhere: a "not" among words that come in at random says nothing.
    pub fn turns_around(&self, a: &[TermId], b: &[TermId], differing: &[DifferingPlace]) -> bool {
        let differ_everywhere = differing.len() > self.thresholds.opposition.most_opposite
            && self.thresholds.shares.some.is_met(differing.len(), a.len().min(b.len()));
        !differ_everywhere
            && self.opposed_places(a, b, differing).any(|place| {
                (self.is_request(a, &place.a) || self.is_request(b, &place.b))
                    && !self.is_slip(a, place, differing)
            })
    }

    /// Whether a word is but left out, as others are: "not" where other single words differ, too, or "no", without which few
    /// sentences stand.
    fn is_slip(&self, a: &[TermId], place: &DifferingPlace, differing: &[DifferingPlace]) -> bool {
        let n_single = differing.iter().filter(|at| at.a.len().max(at.b.len()) == 1).count();
        place.b.is_empty()
            && place.a.len() == 1
            && (n_single > 1 || self.determiners.contains(&a[place.a.start]))
    }

    /// Whether a place stands in a sentence that asks for something or takes a side, as far as the words around it tell.
    fn is_request(&self, text: &[TermId], place: &Range<usize>) -> bool {
        let n_around = self.thresholds.opposition.requested;
        let around = place.start.saturating_sub(n_around)..(place.end + n_around).min(text.len());
        text[around].iter().any(|term| self.requests.contains(term))
    }

    /// Whether a word is one of stance or a negation.
    pub fn holds(&self, term: TermId) -> bool {
        self.of_stance.contains(term.0 as usize)
    }

    /// The places where two texts are opposed, in order, among those where they differ.
    pub fn opposed_places<'a>(
        &self,
        a: &[TermId],
        b: &[TermId],
        differing: &'a [DifferingPlace],
    ) -> impl Iterator<Item = &'a DifferingPlace> {
        let (fewest_around, context) =
            (self.thresholds.words.slip, self.thresholds.opposition.most_opposite);
        differing
            .iter()
            .enumerate()
            .filter(move |(nth, place)| {
                let before = nth.checked_sub(1).map_or(0, |nth| differing[nth].a.end);
                let after = differing.get(nth + 1).map_or(a.len(), |next| next.a.start);
                let n_around = (place.a.start - before) + (after - place.a.end);
                n_around >= fewest_around
                    && self.are_opposed((a, place.a.clone()), (b, place.b.clone()))
                    && (stands_in(differing, |other| &other.a, &place.a, a.len(), context)
                        || stands_in(differing, |other| &other.b, &place.b, b.len(), context))
            })
            .map(|(_, place)| place)
    }

    /// Whether a few words of a text say the opposite of those in their place in another one.
    fn are_opposed(
        &self,
        (a, in_a): (&[TermId], Range<usize>),
        (b, in_b): (&[TermId], Range<usize>),
    ) -> bool {
        let most_opposite = self.thresholds.opposition.most_opposite;
        let longer = in_a.len().max(in_b.len());
        let mut words = a[in_a.clone()].iter().chain(&b[in_b.clone()]);
        if longer > most_opposite + self.thresholds.words.slip
            || !words.any(|term| self.may_turn.contains(term.0 as usize))
        {
            return false;
        }
        // Such a phrase is as many words more.
        let reverses = self.reversals_in(a, &in_a).count() != self.reversals_in(b, &in_b).count();
        if longer > most_opposite && !reverses {
            return false;
        }
        let (n_a, n_b) = (in_a.len(), in_b.len());
        let (rest, other_rest) = (self.n_other_words(a, &in_a), self.n_other_words(b, &in_b));
        // Words that are neither of stance nor come with a negation say the opposite of nothing.
        if rest > 0 && rest == n_a || other_rest > 0 && other_rest == n_b {
            return false;
        }
        if reverses {
            // A sentence that is there or not turns nothing around.
            return n_a.min(n_b) > 0 || rest + other_rest == 0;
        }
        let one_negates =
            self.n_negations(a, in_a.clone()) % 2 != self.n_negations(b, in_b.clone()) % 2;
        let (a, b) = (&a[in_a], &b[in_b]);
        let (own, others) = (self.stances(a), self.stances(b));
        // "Not wise" is "unwise".
        if own & opposite(others) & !others & !opposite(own) != 0 {
            return !one_negates;
        }
        // Beside the negation both say the same: nothing, or a word of the same stance.
        let [own, others] = [a, b].map(|words| {
            let beside = words.iter().filter(|term| !self.negations.contains(term));
            self.stances(beside)
        });
        one_negates && rest + other_rest == 0 && (own & others != 0 || own | others == 0)
    }

    /// The sides of pairs of opposites that some words belong to.
    fn stances<'a>(&self, words: impl IntoIterator<Item = &'a TermId>) -> Sides {
        words.into_iter().filter_map(|term| self.sides.get(term)).fold(0, |sides, own| sides | own)
    }

    /// How many of some words of a text are neither of stance nor come with a negation, nor are such a phrase.
    fn n_other_words(&self, text: &[TermId], words: &Range<usize>) -> usize {
        let in_phrases: FixedBitSet = self.reversals_in(text, words).flatten().collect();
        let others = words.clone().filter(|at| {
            let term = &text[*at];
            !self.holds(*term) && !self.auxiliaries.contains(term) && !in_phrases.contains(*at)
        });
        others.count()
    }

    /// The phrases that take something back among some words of a text, or that begin or end there.
    fn reversals_in(
        &self,
        text: &[TermId],
        words: &Range<usize>,
    ) -> impl Iterator<Item = Range<usize>> {
        self.reversals.iter().flat_map(move |phrase| {
            let first = (words.start + 1).saturating_sub(phrase.len());
            let at = (first..words.end).find(|at| text[*at..].starts_with(phrase));
            at.map(|at| at..at + phrase.len())
        })
    }

    /// How many negations stand among some words of a text, but for idioms.
    fn n_negations(&self, text: &[TermId], words: Range<usize>) -> usize {
        words
            .filter(|at| self.negations.contains(&text[*at]) && !self.is_in_idiom(text, *at))
            .count()
    }

    /// Whether a word of a text stands in an idiom.
    fn is_in_idiom(&self, text: &[TermId], word: usize) -> bool {
        self.idioms.iter().any(|idiom| {
            (0..idiom.len())
                .filter(|before| idiom[*before] == text[word])
                .filter_map(|before| word.checked_sub(before))
                .any(|start| text[start..].starts_with(idiom))
        })
    }
}

/// Whether a place stands in what the texts have in common: the words before it, and those behind it, are common for
/// half. One text may have a sentence more beside it; in a sentence that was replaced, a word or two are common by chance.
fn stands_in(
    differing: &[DifferingPlace],
    in_text: fn(&DifferingPlace) -> &Range<usize>,
    place: &Range<usize>,
    n_words: usize,
    context: usize,
) -> bool {
    let before = place.start.saturating_sub(context)..place.start;
    let behind = place.end..(place.end + context).min(n_words);
    let first = differing.partition_point(|other| in_text(other).end <= before.start);
    let end = behind.end;
    let near = differing[first..].iter().map(in_text).take_while(|other| other.start < end);
    [before, behind].iter().all(|words| {
        let n_differing: usize = near
            .clone()
            .map(|other| {
                let end = other.end.min(words.end);
                end.saturating_sub(other.start.max(words.start))
            })
            .sum();
        HALF.is_met(words.len() - n_differing, words.len())
    })
}

#[cfg(test)]
mod tests {
    use super::Stance;
    use crate::compare::WordDiff;
    use crate::corpus::examples::document;
    use crate::corpus::{Corpus, DocId, cases};

    fn corpus_of(a: &str, b: &str) -> Corpus {
        Corpus::of([a, b].iter().enumerate().map(|(at, text)| document(at, text)).collect())
    }

    /// How many places of two texts are opposed, and whether one of them turns a request around.
    fn places(a: &str, b: &str) -> (usize, bool) {
        let corpus = corpus_of(a, b);
        let stance = Stance::new(corpus.vocabulary(), corpus.thresholds());
        let [a, b] = [0, 1].map(|id| corpus.token_text(DocId(id)).terms());
        let differing = WordDiff::new(a).with(b).places();
        let n_opposed = stance.opposed_places(a, b, &differing).count();
        assert!(n_opposed == 0 || stance.may_oppose(a, b) || stance.may_reverse(a, b));
        (n_opposed, stance.turns_around(a, b, &differing))
    }

    #[test]
    fn edits_turn_requests_around_and_say_the_opposite() {
        let mut text = "";
        for case in cases::cells(include_str!("opposition.txt")) {
            let [words, others, expect] = case[..] else {
                text = case[0];
                continue;
            };
            let edited = text.replacen(words, others, 1);
            assert_ne!(edited, text, "{words}");
            let (n_opposed, is_turned) = places(text, &edited);
            let found = match expect {
                "turned" | "not turned" => if is_turned { "turned" } else { "not turned" }.into(),
                _ => n_opposed.to_string(),
            };
            assert_eq!(found, expect, "{edited}");
        }
    }
}
