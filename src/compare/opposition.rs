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

use super::language_model::DocumentModel;
use super::word_diff::{Differences, DifferingPlace};
use crate::corpus::{TermId, Vocabulary};
use crate::thresholds::{HALF, Opposition};

/// Words and their opposites.
const OPPOSITES: &[(&[&str], &[&str])] = &[
    (
        &["support", "supports", "supported", "supporting", "supporter"],
        &["oppose", "opposes", "opposed", "opposing", "opposition", "opponent"],
    ),
    (&["favor", "favour", "for"], &["against", "contra"]),
    // What is asked for a proposal, and what against it: each word of the one side takes back any of the other.
    (
        &[
            "support",
            "supports",
            "endorse",
            "endorses",
            "adopt",
            "adopts",
            "approve",
            "approves",
            "approval",
            "accept",
            "accepts",
            "finalize",
            "enact",
            "implement",
            "issue",
            "pass",
            "uphold",
            "welcome",
            "applaud",
        ],
        &[
            "oppose",
            "opposes",
            "reject",
            "rejects",
            "rejection",
            "disapprove",
            "deny",
            "refuse",
            "withdraw",
            "withdraws",
            "rescind",
            "repeal",
            "revoke",
            "abandon",
            "block",
            "scrap",
            "kill",
            "defeat",
            "denounce",
            "condemn",
            "cancel",
            "halt",
            "stop",
            "drop",
            "veto",
        ],
    ),
    (
        &["apoyo", "apoyamos", "apruebe", "aprueben", "adopte", "adopten", "acepte", "acepten"],
        &[
            "opongo",
            "oponemos",
            "rechazo",
            "rechazamos",
            "rechace",
            "rechacen",
            "retire",
            "retiren",
        ],
    ),
    (
        &["keep", "retain", "maintain", "preserve", "continue"],
        &["abandon", "repeal", "eliminate", "scrap", "drop", "end", "stop", "cancel", "close"],
    ),
    (&["open", "reopen"], &["close", "closed", "shut"]),
    (&["extend", "extends"], &["shorten", "shortens", "curtail"]),
    (&["like", "love"], &["dislike", "hate"]),
    (&["strengthen", "strengthens"], &["weaken", "weakens"]),
    (
        &["expand", "expands", "increase", "increases", "raise", "raises", "more"],
        &["shrink", "shrinks", "reduce", "reduces", "cut", "cuts", "lower", "less", "fewer"],
    ),
    (&["better", "best"], &["worse", "worst"]),
    (&["good"], &["bad"]),
    (&["right"], &["wrong"]),
    (&["wise"], &["unwise", "foolish"]),
    (&["fair"], &["unfair"]),
    (&["safe", "safer"], &["unsafe", "dangerous"]),
    (&["necessary", "needed"], &["unnecessary", "needless"]),
    (&["agree", "agrees"], &["disagree", "disagrees"]),
    (
        &["allow", "allows", "permit", "permits"],
        &["ban", "bans", "prohibit", "prohibits", "forbid"],
    ),
    (
        &["help", "helps", "benefit", "benefits", "protect", "protects"],
        &["hurt", "hurts", "harm", "harms", "endanger", "endangers"],
    ),
    (&["yes"], &["no"]),
];

/// Words that turn what they stand with into its opposite.
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "dont", "doesnt", "didnt", "cannot", "cant", "wont", "wouldnt",
    "shouldnt", "mustnt", "isnt", "arent", "without",
];

/// Turns of phrase with a negation word that deny nothing, or that say the same with and without it.
const IDIOMS: &[&[&str]] = &[
    &["without", "a", "doubt"],
    &["without", "doubt"],
    &["without", "question"],
    &["without", "delay"],
    &["without", "hesitation"],
    &["without", "exception"],
    &["no", "doubt"],
    &["no", "question"],
    &["no", "matter"],
    &["no", "wonder"],
    &["no", "longer"],
    &["not", "only"],
    &["not", "just"],
    &["not", "merely"],
    &["not", "to", "mention"],
    &["nothing", "but"],
    &["can", "not", "wait"],
    &["cannot", "wait"],
    &["cant", "wait"],
    &["cannot", "but"],
    &["cannot", "help", "but"],
    &["cannot", "stress", "enough"],
    &["cannot", "overstate"],
    &["whether", "or", "not"],
    &["or", "not"],
    &["why", "not"],
    &["if", "not"],
    &["never", "mind"],
    &["last", "but", "not", "least"],
    &["docket", "no"],
    &["order", "no"],
    &["rule", "no"],
    &["bill", "no"],
    &["id", "no"],
];

/// Words that come with a negation.
const AUXILIARIES: &[&str] = &["do", "does", "did", "be", "at", "all", "any"];

/// Sides of pairs of opposites, a bit for each; the other side of a pair is the neighboring bit.
type Sides = u64;

/// The bits of first sides.
const FIRST_SIDES: Sides = 0x5555_5555_5555_5555;
const _: () = assert!(OPPOSITES.len() * 2 <= Sides::BITS as usize);

/// The other sides of pairs.
fn opposite(sides: Sides) -> Sides {
    (sides & FIRST_SIDES) << 1 | sides >> 1 & FIRST_SIDES
}

/// Words of stance by their numbers in a docket.
#[derive(Clone, Debug, Default)]
pub struct Stance {
    thresholds: Opposition,
    /// The sides of pairs of opposites that a word belongs to.
    sides: FxHashMap<TermId, Sides>,
    negations: Vec<TermId>,
    auxiliaries: Vec<TermId>,
    /// The docket's of [`IDIOMS`].
    idioms: Vec<Vec<TermId>>,
    /// Words of stance and negations, by number.
    of_stance: FixedBitSet,
}

impl Stance {
    /// Looks the words up.
    pub fn new(vocabulary: &Vocabulary, thresholds: &Opposition) -> Self {
        let mut stance = Self { thresholds: thresholds.clone(), ..Self::default() };
        for (pair, (some, others)) in OPPOSITES.iter().enumerate() {
            for (side, words) in [some, others].into_iter().enumerate() {
                for term in words.iter().filter_map(|word| vocabulary.number(word)) {
                    *stance.sides.entry(term).or_default() |= 1 << (pair * 2 + side);
                }
            }
        }
        stance.negations = NEGATIONS.iter().filter_map(|word| vocabulary.number(word)).collect();
        stance.auxiliaries =
            AUXILIARIES.iter().filter_map(|word| vocabulary.number(word)).collect();
        stance.idioms = IDIOMS
            .iter()
            .filter_map(|words| words.iter().map(|word| vocabulary.number(word)).collect())
            .collect();
        stance.of_stance =
            stance.sides.keys().chain(&stance.negations).map(|term| term.0 as usize).collect();
        stance
    }

    /// Whether two texts may be opposed in so many places: a place takes a word of stance that one of them
    /// holds more often.
    pub fn may_oppose(&self, a: &DocumentModel, b: &DocumentModel, n_places: usize) -> bool {
        let (mut n_common, mut n_all) = (0, 0);
        for (term, n) in a.terms().filter(|(term, _)| self.holds(*term)) {
            n_common += b.count(term).min(n);
            n_all += n;
        }
        n_all += b.terms().filter(|(term, _)| self.holds(*term)).map(|(_, n)| n).sum::<u32>();
        (n_all - 2 * n_common) as usize >= n_places
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
        let Opposition { fewest_around, context, .. } = self.thresholds;
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

    /// Whether two texts are opposed in so many places, where `words` makes a diff of them.
    ///
    /// Where one has other words in the place of some, the places are known: of hundreds of copies that each put words of
    /// stance into one letter, all are held against each other, and a diff would take ten times as long as the rest.
    pub fn are_opposed_in(
        &self,
        a: &[TermId],
        b: &[TermId],
        n_places: usize,
        words: impl FnOnce() -> Differences,
    ) -> bool {
        // One place is enough where it is shown: as the diff has it.
        let known = if n_places > 1 { replaced(a, b, self.thresholds.replaced) } else { None };
        let differing = known.unwrap_or_else(|| words().places());
        self.opposed_places(a, b, &differing).take(n_places).count() == n_places
    }

    /// Whether a few words of a text say the opposite of those in their place in another one.
    fn are_opposed(
        &self,
        (a, in_a): (&[TermId], Range<usize>),
        (b, in_b): (&[TermId], Range<usize>),
    ) -> bool {
        if in_a.len().max(in_b.len()) > self.thresholds.most_opposite {
            return false;
        }
        let [(n_a, rest), (n_b, other_rest)] = [&a[in_a.clone()], &b[in_b.clone()]]
            .map(|words| (words.len(), self.n_other_words(words)));
        // Words that are neither of stance nor come with a negation say the opposite of nothing.
        if rest > 0 && rest == n_a || other_rest > 0 && other_rest == n_b {
            return false;
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

    /// How many of some words are neither of stance nor come with a negation.
    fn n_other_words(&self, words: &[TermId]) -> usize {
        words.iter().filter(|term| !self.holds(**term) && !self.auxiliaries.contains(term)).count()
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

/// Where two texts differ of which one has other words in the place of some; none where they differ otherwise.
fn replaced(a: &[TermId], b: &[TermId], one_in: usize) -> Option<Vec<DifferingPlace>> {
    let n_differing = a.iter().zip(b).filter(|(a, b)| a != b).count();
    if a.len() != b.len() || n_differing * one_in > a.len() {
        return None;
    }
    let mut places: Vec<DifferingPlace> = Vec::with_capacity(n_differing);
    for (at, _) in a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b) {
        match places.last_mut() {
            Some(last) if last.a.end == at => (last.a.end, last.b.end) = (at + 1, at + 1),
            _ => places.push(DifferingPlace { a: at..at + 1, b: at..at + 1 }),
        }
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use super::{Stance, replaced};
    use crate::compare::WordDiff;
    use crate::compare::word_diff::DifferingPlace;
    use crate::corpus::examples::letters;
    use crate::corpus::tokens::for_each_token;
    use crate::corpus::{Corpus, DocId, Document, TermId, Zone, ZoneKind};

    fn corpus_of(a: &str, b: &str) -> Corpus {
        Corpus::of(
            [("a", a), ("b", b)]
                .map(|(id, text)| Document {
                    id: id.to_owned(),
                    zones: vec![Zone { kind: ZoneKind::Main, span: 0..text.len() }],
                    text: text.into(),
                    ..Document::default()
                })
                .to_vec(),
        )
    }

    fn check(a: &str, b: &str, expect: usize) {
        let corpus = corpus_of(a, b);
        let stance = Stance::new(corpus.vocabulary(), &corpus.thresholds().opposition);
        let [a, terms_of_b] = [a, b].map(|text| {
            let mut terms: Vec<TermId> = Vec::new();
            for_each_token(text, |form, _| terms.extend(corpus.vocabulary().number(form)));
            terms
        });
        let differing = WordDiff::new(&a).with(&terms_of_b).places();
        let places = stance.opposed_places(&a, &terms_of_b, &differing);
        assert_eq!(places.count(), expect, "{b}");
    }

    #[test]
    fn words_in_the_place_of_others_are_aligned_with_them() {
        fn check(b: &str, expect: Option<&[(&str, &str)]>) {
            let a = "abcdefghijkl";
            let found: Option<Vec<_>> = replaced(&letters(a), &letters(b), 4).map(|places| {
                places
                    .into_iter()
                    .map(|DifferingPlace { a: in_a, b: in_b }| (&a[in_a], &b[in_b]))
                    .collect()
            });
            assert_eq!(found.as_deref(), expect, "{b}");
        }
        check("abcdefghijkl", Some(&[]));
        check("abXdYZghijkl", Some(&[("c", "X"), ("ef", "YZ")]));
        // Of twelve words four are more than a fourth; one text is longer.
        check("abXdYZghijkW", None);
        check("abcdefghijklm", None);
    }

    /// Of sixty places where one text says the opposite three are enough, and no diff is asked for; nor is it where "old"
    /// is "new" instead.
    #[test]
    fn texts_with_words_in_the_place_of_others_need_no_diff() {
        fn check(sentence: &str, expect: bool) {
            let corpus =
                corpus_of(&"we support the old mill here ".repeat(60), &sentence.repeat(60));
            let [a, b] = [0, 1].map(|id| corpus.token_text(DocId(id)).terms());
            let stance = Stance::new(corpus.vocabulary(), &corpus.thresholds().opposition);
            let found = stance.are_opposed_in(a, b, 3, || panic!("a diff is made"));
            assert_eq!(found, expect, "{sentence}");
        }
        check("we oppose the old mill here ", true);
        check("we support the new mill here ", false);
    }

    const LETTER: &str =
        "I support the rule on mills. The county should approve it before the winter comes.";

    #[test]
    fn opposite_words_and_negations_are_opposed() {
        check(
            LETTER,
            "I oppose the rule on mills. The county should approve it before the winter comes.",
            1,
        );
        check(
            LETTER,
            "I oppose the rule on mills. The county should reject it before the winter comes.",
            2,
        );
        check(
            LETTER,
            "I support the rule on mills. The county should not approve it before the winter comes.",
            1,
        );
        check(
            LETTER,
            "I do not support the rule on mills. The county should approve it before the winter comes.",
            1,
        );
    }

    /// "Adopt" and "reject" are no pair of the dictionary, and opposite answers to one question.
    #[test]
    fn what_is_asked_for_a_proposal_is_opposed_to_all_that_is_asked_against_it() {
        let letter = |word: &str| format!("We ask the county to {word} the rule on mills.");
        for (word, against) in [("adopt", "reject"), ("support", "block"), ("finalize", "scrap")] {
            check(&letter(word), &letter(against), 1);
            check(&letter(against), &letter(word), 1);
        }
        check(&letter("adopt"), &letter("finalize"), 0);
        check(&letter("scrap"), &letter("reject"), 0);
        let spanish = |stance: &str| format!("{stance} la norma sobre los molinos del condado.");
        check(&spanish("Apoyo"), &spanish("Rechazo"), 1);
        check(&spanish("Apoyo"), &spanish("No apoyo"), 1);
    }

    #[test]
    fn other_words_and_a_sentence_more_are_no_opposition() {
        check(
            LETTER,
            "I support the rule on ponds. The county ought to approve it before the winter comes.",
            0,
        );
        check(
            LETTER,
            "I support the rule on mills. Do not wait. The county should approve it before the winter comes.",
            0,
        );
        // "Driver cannot leave" against "yard of": of the five words before, "the" is common.
        check(
            "We wait for the guard, and the driver cannot leave the cab. A lamp on the roof sees little of the road.",
            "Children work in the yard of the school. A lamp on the roof sees little of the road.",
            0,
        );
        // Neither idioms nor a negation in other words turn a sentence round.
        for (a, b) in [("Certainly", "Without a doubt"), ("Now", "No doubt")] {
            let letter = LETTER.to_lowercase();
            check(&format!("{a} {letter}"), &format!("{b} {letter}"), 0);
        }
        check(
            "The county should only approve it before the winter comes.",
            "The county should not only approve it before the winter comes.",
            0,
        );
        check(
            "The county should approve it now before the winter comes.",
            "The county should approve it without permits before the winter comes.",
            0,
        );
        check(
            "I think the county supports it before the winter comes.",
            "I think the county does not support it before the winter comes.",
            1,
        );
        check(LETTER, "I oppose.", 0);
        // "Do not oppose" is "support".
        check(
            LETTER,
            "I do not oppose the rule on mills. The county should approve it before the winter comes.",
            0,
        );
    }

    #[test]
    fn five_words_may_stand_opposite_each_other() {
        let letter = "we support the rule on mills";
        check(letter, "we will most surely always oppose the rule on mills", 1);
        check(letter, "we will now most surely always oppose the rule on mills", 0);
    }

    #[test]
    fn an_opposed_place_has_three_common_words_around_it() {
        check("we support it now", "we oppose it now", 1);
        check("we support it", "we oppose it", 0);
    }

    /// Of the five words before the place three differ, of four two, of six three.
    #[test]
    fn five_words_on_each_side_are_looked_at() {
        check(
            "one two red fox ran we all support the rule on mills",
            "one two blue cat sat we all oppose the rule on mills",
            0,
        );
    }
}
