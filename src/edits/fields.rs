//! A letter and what its copies have in its places in, the fields of it out: what nearly every copy fills differently, such
//! as a name, a street, a telephone number.
//!
//! A form letter that begins "My name is … and I live at …" has no sender: whoever's copy is taken for the letter, the
//! words in its fields are one person's, and stand as [`FIELD`] wherever the letter is shown.

use std::hash::BuildHasher as _;
use std::ops::Range;
use std::sync::LazyLock;

use fixedbitset::FixedBitSet;
use regex::Regex;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::letter::LetterText;
use crate::compare::in_both;
use crate::corpus::TermId;
use crate::ngrams::stretches;
use crate::thresholds::{HALF, Thresholds};

/// What is one thing, though it is several words: a number with its marks, a mail address. If one of the words is a field, the
/// whole is.
static SOLID: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[(+]?\d+(?:(?:\)[ -]?|[-./ ])\d+)*|[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
        .expect("the pattern is valid")
});

/// What stands in place of a field.
pub const FIELD: &str = "[…]";

/// Words of the letter that a copy does not have, and what it has in their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Filling {
    words: Range<u32>,
    /// A hash of what stands there; none where nothing does.
    filled: Option<u64>,
}

impl Filling {
    /// What a copy has in place of words of its letter: between words that are aligned in both and kept, where the letter has
    /// words that are not kept.
    pub(super) fn all(
        aligned: &(FixedBitSet, FixedBitSet),
        terms: &[TermId],
        is_kept: impl Fn(usize) -> bool,
    ) -> Box<[Self]> {
        let kept = in_both(aligned).filter(|(word, _)| is_kept(*word));
        let mut fillings = Vec::new();
        let mut next = (0, 0);
        for (word, here) in kept.chain([(aligned.0.len(), aligned.1.len())]) {
            let filled = (here > next.1).then(|| FxBuildHasher.hash_one(&terms[next.1..here]));
            let lost = stretches(next.0..word, |word| !is_kept(word));
            fillings.extend(
                lost.map(|words| Self { words: words.start as u32..words.end as u32, filled }),
            );
            next = (word + 1, here + 1);
        }
        fillings.into()
    }
}

/// The fields of a letter, in words of it: `n_own` comments are the letter itself, each of the copies is so many comments.
pub(super) fn of(
    letter: &LetterText,
    n_own: usize,
    copies: &[(usize, &[Filling])],
    thresholds: &Thresholds,
) -> Vec<Range<usize>> {
    let n_comments = n_own + copies.iter().map(|(n, _)| n).sum::<usize>();
    let mut n_kept = vec![n_comments; letter.terms.len()];
    let mut n_filled = vec![0; letter.terms.len()];
    for (n, fillings) in copies {
        for Filling { words, filled } in *fillings {
            for word in words.start as usize..words.end as usize {
                n_kept[word] -= n;
                n_filled[word] += if filled.is_some() { n } else { &0 };
            }
        }
    }
    letter
        .blocks
        .iter()
        .flat_map(|block| {
            stretches(block.clone(), |word| {
                !HALF.is_met(n_kept[word], n_kept[word] + n_filled[word])
            })
        })
        .filter(|place| is_field(place, n_own, copies, thresholds))
        .collect()
}

/// Whether those that have something in a place nearly all have something else there.
fn is_field(
    place: &Range<usize>,
    n_own: usize,
    copies: &[(usize, &[Filling])],
    thresholds: &Thresholds,
) -> bool {
    let Thresholds { shares, words, counts, .. } = thresholds;
    let mut n_with: FxHashMap<u64, usize> = FxHashMap::default();
    *n_with.entry(0).or_default() += n_own;
    for (n, fillings) in copies {
        let here: Vec<&Filling> = fillings
            .iter()
            .filter(|it| {
                (it.words.start as usize) < place.end && place.start < it.words.end as usize
            })
            .collect();
        match here[..] {
            [] => *n_with.entry(0).or_default() += n,
            // It is left out.
            [Filling { words, filled: None }]
                if words.start as usize <= place.start && place.end <= words.end as usize => {}
            _ => {
                let filled: Vec<_> = here.iter().map(|it| (it.words.clone(), it.filled)).collect();
                *n_with.entry(FxBuildHasher.hash_one(filled)).or_default() += n;
            }
        }
    }
    let n: usize = n_with.values().sum();
    let fewest = if place.len() > words.statement { counts.letter } else { counts.several };
    // Of many somebody sent it twice.
    let again = if n >= counts.letter { 2 } else { 1 };
    n >= fewest
        && n_with.into_values().all(|same| same <= again || shares.wholly.is_met(n - same, n))
}

/// The paragraphs of a letter with its fields left open.
pub(super) fn left_open(letter: &LetterText, fields: &[Range<usize>]) -> Vec<String> {
    let paragraphs = letter.block_places.iter().enumerate().map(|(number, place)| {
        let block = letter.block_numbers.iter().position(|block| *block as usize == number);
        let words = block.map_or(0..0, |block| letter.blocks[block].clone());
        passage(letter, fields, words, place.clone())
    });
    paragraphs.collect()
}

/// A passage of a letter, its words and bytes given, with the fields in it left open.
pub(super) fn passage(
    letter: &LetterText,
    fields: &[Range<usize>],
    words: Range<usize>,
    place: Range<usize>,
) -> String {
    let (start, text) = (place.start, &letter.decoded[place]);
    let mut places: Vec<Range<usize>> = Vec::new();
    for field in fields {
        let here = field.start.max(words.start)..field.end.min(words.end);
        if here.is_empty() {
            continue;
        }
        let mut place =
            letter.places[here.start].start - start..letter.places[here.end - 1].end - start;
        // Most passages have nothing of the kind, and the pattern takes long to make.
        let may_be_solid = text.contains(|c: char| c.is_numeric() || c == '@');
        for solid in may_be_solid.then(|| SOLID.find_iter(text)).into_iter().flatten() {
            if solid.start() < place.end && place.start < solid.end() {
                place = place.start.min(solid.start())..place.end.max(solid.end());
            }
        }
        match places.last_mut() {
            // Words overlap where they are parts of characters in a row.
            Some(last) if place.start <= last.end => last.end = last.end.max(place.end),
            _ => places.push(place),
        }
    }
    let mut shown = String::with_capacity(text.len());
    let mut from = 0;
    for place in places {
        shown.push_str(&text[from..place.start]);
        shown.push_str(FIELD);
        from = place.end;
    }
    shown + &text[from..]
}

#[cfg(test)]
mod tests {
    use super::{left_open, of};
    use crate::corpus::cases;
    use crate::edits::alignment::Alignment;
    use crate::edits::letter::{Letter, LetterText};
    use crate::thresholds::Thresholds;

    /// The text that has of all words in braces those at one place.
    fn text(choices: &str, nth: usize) -> String {
        let parts = choices.split(['{', '}']).enumerate();
        parts
            .map(|(at, part)| match at % 2 {
                0 => part,
                _ => part.split('|').nth(nth).expect("words of each copy"),
            })
            .collect()
    }

    #[test]
    fn what_copies_fill_in_differently_is_left_open() {
        for case in cases::cells(include_str!("fields.txt")) {
            let counts: Vec<usize> =
                case[1].split(' ').map(|n| n.parse().expect("a number")).collect();
            let texts: Vec<String> = (0..counts.len()).map(|nth| text(case[0], nth)).collect();
            let read = LetterText::examples(&texts);
            let letter = Letter::new(&read[0]);
            let fillings: Vec<_> =
                read[1..].iter().map(|copy| Alignment::new(&letter, copy).fillings).collect();
            let copies: Vec<_> =
                counts[1..].iter().zip(&fillings).map(|(n, all)| (*n, &**all)).collect();
            let fields = of(&read[0], counts[0], &copies, &Thresholds::default());
            assert_eq!(left_open(&read[0], &fields), [case[2]]);
        }
    }
}
