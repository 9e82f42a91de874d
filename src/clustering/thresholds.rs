//! The numbers that decide, each with its source and what it does.
//!
//! Those of the docket's tables stand beside their formulas in `compare`, which knows nothing of clusters.

/// Words that are needed: so many known to be somebody's, or so many of which some may be anybody's.
#[derive(Clone, Copy)]
pub(super) struct Needed {
    /// Of a form letter, for which its copies speak.
    pub(super) of_letter: usize,
    pub(super) known: usize,
    pub(super) all: usize,
}

/// Word overlap of two texts that are the same but for a minor change (§4.4.1).
pub(super) const NEARLY_ALL: f64 = 0.95;
/// Words in common, in runs of five and more, beside which a docket id that nobody else names is a slip: one
/// letter with its number mistyped.
pub const SAME_TEXT: usize = 100;
/// Places in which a copy says the opposite of its letter: one may be its sender's own opinion. Between
/// two letters that circulate one is enough.
pub(super) const OPPOSED_PLACES: usize = 2;
/// Evidence that a contained text holds: shorter ones are slogans that people share by chance.
pub(super) const SHORTEST_STATEMENT: Needed = Needed { of_letter: 10, known: 10, all: 12 };
/// Words of a contained text, of ten, that stand in the other: the whole with small edits.
pub(super) const WHOLLY: usize = 9;
/// Words of a contained text, of ten, that stand in runs of five and more: the words of "no, no, no" and of
/// lists stand in many a text.
pub(super) const IN_ONE_PIECE: usize = 7;
/// Texts below this many words never join by distance: a few words can look like anything. Nor does a
/// longer text join around one by containment, unless half of it or the sentence is somebody's: it may
/// quote the sentence, if only to rebut it.
pub(super) const SHORT_TEXT: usize = 25;
/// Evidence in a kept paragraph. The shortest paragraph of the letters met has 14 words, the longest
/// courtesy line without a name 12; where nobody knows whose a paragraph is, it takes two lines.
pub(super) const SHORTEST_PARAGRAPH: Needed = Needed { of_letter: 10, known: 15, all: 25 };
/// Evidence in long runs that makes up for a paragraph whose bounds were lost.
pub(super) const LONG_PASSAGE: Needed = Needed { of_letter: 30, known: 30, all: 40 };
/// Evidence in what two texts share half of.
pub(super) const SHORTEST_HALF: Needed = Needed { of_letter: 12, known: 12, all: 20 };
/// Words of the longer of two letters, of ten, in runs of five and more of the other: they are the same text for
/// the most part, whoever else holds its passages.
pub(super) const SAME_FOR_THE_MOST_PART: usize = 6;
/// The paper does not say what similar size is; here neither text is more than twice as long.
pub(super) const SIMILAR_SIZE: usize = 2;
/// Words that two texts share outside quotations, or half of the shorter text, where either of them quotes something: the
/// distinctive words that half of a text needs, [`SHORTEST_HALF`]. Two that quote one sentence share fewer.
pub(super) const FEWEST_UNQUOTED: usize = 12;

// Short copies.

/// Words of a short text at the most. Of longer ones the other rules find all but one near copy in fifty.
pub(super) const LONGEST_SHORT_COPY: usize = 40;
/// Letters of a near copy that are those of the other, by their edit distance (Damerau 1964, in its restricted form): the
/// share at which D3lta (VIGINUM, 2023) takes one text for a copy of another.
pub(super) const SAME_LETTERS: f64 = 0.693;
/// What two near copies share at the least, by letters and by the rarity of words, as a share of each. Words with a slip
/// in them are not shared.
pub(super) const SAME_WORDS: f64 = 0.4;
/// Texts that hold a rare word and are compared with each other text that does: those that most comments consist of.
pub(super) const MOST_HOLDERS: usize = 64;
/// What a letter tells at the most, in bits, whatever the docket knows of its word (Shannon 1951, table of bounds for
/// 100 letters).
pub(super) const BITS_PER_LETTER: f64 = 1.3;
/// Letters of an English word (Shannon 1951).
pub(super) const LETTERS_PER_WORD: f64 = 4.5;
/// How many people might have written, in bits: a million. Those who did say what a docket's words are, not how many
/// would write "this is great".
pub(super) const PEOPLE: f64 = 20.0;
/// How improbable it is that chance explains a group of copies, in bits: one in a thousand.
pub(super) const BEYOND_CHANCE: f64 = 10.0;
/// Words in a row by which a word is guessed, itself included.
pub(super) const GUESSED_BY: usize = 3;

// Letters that are worded anew, and the text that is nearest.

/// Texts that are looked at first, where there are many more. No two copies of a letter that is worded anew
/// belong together by themselves, and each would be compared with all others in vain.
pub(super) const FIRST_LOOK: usize = 1024;
/// How many times as many there are for a first look to cost little: pairs of a few texts against pairs of all.
pub(super) const MANY_MORE: usize = 4;
/// Form letters that a text is held against for the nearest; what is left of several dozen cites them all.
pub(super) const MOST_LETTERS: usize = 32;
