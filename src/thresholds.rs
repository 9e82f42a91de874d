//! The numbers that decide, each with its source and what it does.
//!
//! They stand below all stages, since those that know nothing of clusters decide, too. What only sizes a buffer, a part of
//! the work, or a hash is beside what it sizes, and the analyst's settings are in [`crate::config`].

use std::fmt::Write;

/// Words that are needed: so many known to be somebody's, or so many of which some may be anybody's.
#[derive(Clone, Copy)]
pub(crate) struct Needed {
    pub(crate) known: usize,
    pub(crate) all: usize,
}

/// A fraction that decides: `Share(3, 4)` is three quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Share(pub(crate) usize, pub(crate) usize);

/// Unless a rule says otherwise, most of something is half of it or more.
pub(crate) const HALF: Share = Share(1, 2);

impl Share {
    /// Whether a part is at least this share of the whole.
    pub(crate) const fn is_met(self, part: usize, whole: usize) -> bool {
        part * self.1 >= whole * self.0
    }

    /// How much of a whole may be missing from this share of it.
    pub(crate) const fn most_missing(self, whole: usize) -> usize {
        whole * (self.1 - self.0) / self.1
    }
}

/// What ties two texts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NeighborRule {
    /// Nearest texts of a text that are looked at.
    pub(crate) n_nearest: usize,
    /// Nearest texts that two tied texts have in common.
    pub(crate) n_common: usize,
    /// The least similarity of two tied texts: the cosine of the angle between them.
    pub(crate) least: f32,
    /// A feature weighs the inverse of its document frequency, ln (N / df), to this power.
    pub(crate) idf_power: f32,
}

/// N-grams.
pub mod ngrams {
    /// Words of the shortest n-gram that counts as copied. Shorter ones are chance.
    pub const COPIED: usize = 3;
    /// Words of an n-gram that two versions of a letter share: "runs of 5 and more".
    pub const PHRASE: usize = 5;
    /// Words of the n-grams that are counted: those that make two letters cite the same thing. Shorter ones ("do not let",
    /// "their way out of") stand in many letters by chance and are evidence all the same.
    pub const COUNTED: usize = 6;
    /// Words of an n-gram that is hardly ever chance: long enough for a clause.
    pub const CLAUSE: usize = 8;
}

/// Which texts are compared.
pub mod retrieval {
    /// Words in a phrase: "a text span around term t*" (dg.o 2005 slide 16), three in its example.
    pub(crate) const SPAN_WORDS: usize = 3;
    /// Documents that may hold a phrase for it to make a candidate by itself in the second pass.
    pub const RARE_PHRASE: usize = 20;
    /// Of the holders of a phrase that more documents hold than a seed has candidates, those that become
    /// candidates. Such a phrase tells no candidate from another: it is of a campaign, or of what a campaign
    /// quotes, and whoever holds it meets the others at these few, the hubs. Without them 20,000 copies of
    /// which no two are equal would be 200 million pairs.
    pub const HUBS: usize = 100;
}

/// How texts are compared, word by word.
pub(crate) mod compare {
    use super::Share;

    /// Prior mass: "μ is a parameter in Dirichlet smoothing and is set to 1 in this work" (SIGIR 2006 §4.2).
    pub(crate) const MU: f64 = 1.0;
    /// Of ten words of a text those that are of one kind, boilerplate, quoted, or what a form put there, for it to be nothing
    /// else: it is compared and told as it is.
    pub(crate) const WHOLLY: Share = Share(9, 10);
    /// Places of one n-gram in a text that are looked at. One that stands in more is a title or a refrain, and a text of
    /// nothing but refrains would cost the square of its length.
    pub(crate) const MOST_PLACES: usize = 32;
    /// Words of a block that stand in another text, of ten, for it to be kept for the most part.
    pub(crate) const MOSTLY_KEPT: Share = Share(7, 10);
    /// Words of two texts, one multiplied by the other, beyond which they are aligned by their rare words: 46,000 words each,
    /// more than a hundred pages. The diff takes the square of what consists of frequent words: a second for so many.
    pub(crate) const MOST_PAIRS: usize = 1 << 31;
    /// Places of a rare word at the most. Of more frequent ones the diff makes no anchor, but takes another way, and that is
    /// the square one.
    pub(crate) const MOST_PLACES_OF_RARE: u32 = 63;
}

/// Which places of two texts say the opposite.
pub(crate) mod opposition {
    use super::Share;

    /// Words that may stand opposite each other.
    pub(crate) const MOST_OPPOSITE: usize = 5;
    /// Words around an opposed place that the texts have in common: without them the place is part of another
    /// sentence.
    pub(crate) const FEWEST_AROUND: usize = 3;
    /// Words on each side of an opposed place that are looked at.
    pub(crate) const CONTEXT: usize = 5;
    /// Words more where a phrase that takes something back is one of them: "fail to see how".
    pub(crate) const LONGEST_REVERSAL: usize = 3;
    /// Words on each side of a place among which a word asks for something or takes a side, for the place to turn that around.
    pub(crate) const REQUESTED: usize = 6;
    /// Places where two texts differ, of the words of the shorter one, from which one of them shows nothing.
    pub(crate) const EVERYWHERE: Share = Share(1, 10);
    /// Of how many words of a text one may be another in its place for the texts to be aligned place by place.
    pub(crate) const REPLACED: usize = 4;
}

/// What joins two texts and what parts them.
pub mod rules {
    use super::{Needed, Share};

    /// Word overlap of two texts that are the same but for a minor change (§4.4.1).
    pub(crate) const NEARLY_ALL: f64 = 0.95;
    /// Words in common, in runs of five and more, beside which a docket id that nobody else names is a slip: one
    /// letter with its number mistyped.
    pub const SAME_TEXT: usize = 100;
    /// Places in which a copy says the opposite of its letter: one may be its sender's own opinion. Between two letters
    /// that circulate one is enough, and so it is in a copy that several sent.
    pub(crate) const OPPOSED_PLACES: usize = 2;
    /// Comments with the same words from which they are no single sender's own.
    pub(crate) const SEVERAL: usize = 3;
    /// Evidence that a contained text holds: shorter ones are slogans that people share by chance.
    pub(crate) const SHORTEST_STATEMENT: Needed = Needed { known: 10, all: 12 };
    /// Words of a contained text, of ten, that stand in the other: the whole with small edits.
    pub(crate) const WHOLLY: Share = Share(9, 10);
    /// Texts below this many words never join by distance: a few words can look like anything.
    pub(crate) const SHORT_TEXT: usize = 25;
    /// Evidence in a kept paragraph. The shortest paragraph of the letters met has 14 words, the longest
    /// courtesy line without a name 12; where nobody knows whose a paragraph is, it takes two lines.
    pub(crate) const SHORTEST_PARAGRAPH: Needed = Needed { known: 15, all: 25 };
    /// Evidence in a kept paragraph of a form letter, for which its copies speak.
    pub(crate) const SHORTEST_PARAGRAPH_OF_LETTER: usize = 10;
    /// Evidence in long runs that makes up for a paragraph whose bounds were lost,
    pub(crate) const LONG_PASSAGE: Needed = Needed { known: 30, all: 40 };
    /// where the two share a third of the shorter text. Without it five of 18 pairs of organizations that quote one rule at
    /// length are copies; with it transcripts of one speech lose three pairs of 29.
    pub(crate) const PART_OF_SHORTER: Share = Share(1, 3);
    /// What two texts share outside of form letters, in runs of five words and more, as a part of the shorter text. Below a
    /// tenth, in runs of eight, nine and eight members of twelve were no copies in two dockets, of the others one of 17.
    pub(crate) const CITED_BELOW: Share = Share(1, 10);
    /// Evidence in what two texts share half of.
    pub(crate) const SHORTEST_HALF: Needed = Needed { known: 12, all: 20 };
    /// Words of the longer of two letters, of ten, in runs of five and more of the other: they are the same text for
    /// the most part, whoever else holds its passages.
    pub(crate) const SAME_FOR_THE_MOST_PART: Share = Share(6, 10);
    /// The paper does not say what similar size is; here neither text is more than twice as long.
    pub(crate) const SIMILAR_SIZE: usize = 2;
    /// Words that two texts share outside quotations, or half of the shorter text, where either of them quotes something: the
    /// distinctive words that half of a text needs. Two that quote one sentence share fewer.
    pub(crate) const FEWEST_UNQUOTED: usize = SHORTEST_HALF.known;
}

/// The adaptive cut-off.
pub(crate) mod cut_off {
    /// Members between two looks at the cut-off (dg.o 2005 slide 23, "at 10 document intervals").
    pub(crate) const INTERVAL: usize = 10;
    /// A step larger than this share of θ₀ within an interval lowers the cut-off (slide 23, "5%").
    pub(crate) const STEP: f64 = 0.05;
}

/// Versions of form letters.
pub(crate) mod letters {
    use super::Share;

    /// Of the n-grams of the shorter of two versions they share at least one in this many: half of its words, of
    /// which each n-gram of five shares its first word with four others, where the pieces are short.
    pub(crate) const FEWEST_SHARED: Share = Share(1, 8);
    /// Words of a passage that only a version holds, before it is a passage of the letter.
    pub(crate) const SHORTEST_ADDITION: usize = 10;
    /// Letters too small to be form letters that are sought at most among the copies of one: work grows with these.
    pub(crate) const SMALL_LETTERS: usize = 50;
}

/// What the copies of a letter share of which no two are alike.
pub(crate) mod every_letter {
    use super::Share;

    /// Copies that are looked at for what they share.
    pub(crate) const COPIES: usize = 64;
    /// Of the words of a copy those that its letter has, in runs of three,
    pub(crate) const CONSISTS: Share = Share(6, 10);
    /// and of the copies those of which that is so, for the letter to ask.
    pub(crate) const SPOKEN_FOR: Share = Share(6, 10);
    /// How often letters ask at the most: what the first round finds tells the letter better.
    pub(crate) const ROUNDS: usize = 2;
}

/// Clusters that share passages.
pub(crate) mod notes {
    use super::Share;

    /// Members that hold a passage of another cluster's letter before the two share passages: two may quote.
    pub(crate) const FEWEST_SHARING: usize = 3;
    /// Of the members of one of the two clusters at least one in this many. In a docket whose letters were
    /// kits, of the members of the largest cluster two in five held a passage of its next of kin.
    pub(crate) const SHARE_SHARING: Share = Share(1, 3);
}

/// Copies of short texts.
pub(crate) mod short_copies {
    /// Words of a short text at the most. Of longer ones the other rules find all but one near copy in fifty.
    pub(crate) const LONGEST_SHORT_COPY: usize = 40;
    /// Letters of a near copy that are those of the other, by their edit distance (Damerau 1964, in its restricted form): the
    /// share at which D3lta (VIGINUM, 2023) takes one text for a copy of another.
    pub(crate) const SAME_LETTERS: f64 = 0.693;
    /// What two near copies share at the least, by letters and by the rarity of words, as a share of each. Words with a slip
    /// in them are not shared.
    pub(crate) const SAME_WORDS: f64 = 0.4;
    /// Texts that hold a rare word and are compared with each other text that does: those that most comments consist of.
    pub(crate) const MOST_HOLDERS: usize = 64;
    /// What a letter tells at the most, in bits, whatever the docket knows of its word (Shannon 1951, table of bounds for
    /// 100 letters).
    pub(crate) const BITS_PER_LETTER: f64 = 1.3;
    /// Letters of an English word (Shannon 1951).
    pub(crate) const LETTERS_PER_WORD: f64 = 4.5;
    /// How many people might have written, in bits: a million. Those who did say what a docket's words are, not how many
    /// would write "this is great".
    pub(crate) const PEOPLE: f64 = 20.0;
    /// How improbable it is that chance explains a group of copies, in bits: one in a thousand.
    pub(crate) const BEYOND_CHANCE: f64 = 10.0;
    /// Words in a row by which a word is guessed, itself included.
    pub(crate) const GUESSED_BY: usize = 3;
}

/// The text that is nearest to one that is a copy of none.
pub(crate) mod nearest {
    /// Form letters that a text is held against for the nearest; what is left of several dozen cites them all.
    pub(crate) const MOST_LETTERS: usize = 32;
    /// Other candidates that it is held against: each is a divergence to compute.
    pub(crate) const MOST_CANDIDATES: usize = 8;
}

/// Quotations of text that was known beforehand.
pub(crate) mod known {
    /// Words of the n-grams by which quotations are found.
    pub(crate) const ANCHOR: usize = 4;
    /// Words of a quotation: a clause, which people hardly ever share by chance.
    pub(crate) const SHORTEST: usize = 8;
    /// Words of a sentence that is quoted as soon as it is quoted whole: a question of the agency may be short.
    pub(crate) const SHORTEST_SENTENCE: usize = 5;
    /// Words that are left out, put in, or replaced within a quotation,
    pub(crate) const MOST_SLIPPED: usize = 3;
    /// and those that must agree behind them for it to go on.
    pub(crate) const RESUMED: usize = 3;
    /// Letters of a known word for each that is mistyped: one in a word of four.
    pub(crate) const LETTERS_PER_SLIP: usize = 4;
}

/// Which passages are boilerplate, and what forms put at the ends of comments.
pub(crate) mod boilerplate {
    use super::Share;

    /// Texts that hold a passage before it is judged: what three people write word for word has one source.
    pub(crate) const MANY: usize = 3;
    /// Of the comments that hold a passage of somebody's, those that consist of it or of passages as widely
    /// held: one in ten.
    pub(crate) const SENT_ALONE: Share = Share(1, 10);
    /// Of the comments that hold a passage of somebody's, those that consist of it for half: six in ten. A form's
    /// prompts and trailer are half of a comment where the comment is as short: of 17,600 comments in people's
    /// own words three in ten are as short as the longest trailer met. Hence some must consist of it nearly wholly, too: of
    /// 120 comments of 15 to 60 words under a heading of 51 words all consist of it for half, and hardly one nearly wholly.
    pub(crate) const MOST_HOLDERS: Share = Share(6, 10);
    /// The same of a passage that senders have edited: one in four. A letter's opening stands before own words, and
    /// some change a word of it. What a form puts into comments nobody edits; titles are cut and misspelled,
    /// but of their holders, in two dockets, one in ten to thirty consists of them for half, of a letter's
    /// opening three to six in ten.
    pub(crate) const MANY_HOLDERS: Share = Share(1, 4);
    /// Where one comment in twenty consists of form text, it is none: a letter is taken apart by those who send a
    /// sentence of it, and its copies must stay comparable. Of 17,600 comments in people's own words one in
    /// forty is short enough to consist of a heading and a trailer of 68 words together.
    pub(crate) const FORM_ALONE: Share = Share(1, 20);
    /// Where three of four comments are copies of letters, it is none either: letters that grew from each other keep a
    /// sentence at their head or end, in five of 28 wild simulated dockets. A form stands about people's own words.
    pub(crate) const OF_LETTERS: Share = Share(3, 4);
    /// Holders of which all pairs are looked at.
    pub(crate) const SAMPLE: usize = 12;
    /// Two passages have the same holders where this share of their sampled holders is the same: one in two.
    pub(crate) const SAME_HOLDERS: Share = Share(1, 2);
    /// Words of a text, of ten, in passages as widely held for it to be hardly anything else.
    pub(crate) const HARDLY_ELSE: Share = Share(9, 10);
    /// A passage is as widely held as another one that has at most four thirds of its holders, or one more.
    pub(crate) const AS_WIDELY: (u32, u32) = (4, 3);
    /// Eight words of ten of a text that lie in passages at least half as widely held make it consist of them,
    pub(crate) const MOSTLY: Share = Share(8, 10);
    /// and a copy of a letter where they are a tenth as widely held.
    pub(crate) const OF_LETTER: u32 = 10;
    /// Words of a text that consists nearly wholly of passages half as widely held and lie in none of them: a word changed in a
    /// short text leaves up to five on each side of it in no n-gram that others hold.
    pub(crate) const ALL_BUT: usize = 11;
    /// Of the holders of a passage those that mark it as quoted, from which on it is a quotation: one in four. Of a letter's own quotation nearly all do; of the paragraphs of an agency's notice, of which
    /// each comment quotes one to three, a sixth to a third.
    pub(crate) const QUOTED_BY: Share = Share(1, 4);
    /// Holders that mark a passage as quoted, at the least, for it to be a quotation: one may quote another of them.
    pub(crate) const FEWEST_QUOTING: usize = 2;
    /// Of the holders of a quotation those that do not mark it, from which on each of them quotes for themselves: one in ten. A
    /// letter's marks are in nearly all of its copies.
    pub(crate) const NOT_QUOTED_BY: Share = Share(1, 10);
    /// Holders of a distinctive passage, of four, that are one connected component of such pairs.
    pub(crate) const ONE_COMPONENT: Share = Share(3, 4);
    /// Words that two holders share elsewhere,
    pub(crate) const MORE_WORDS: usize = 10;
    /// and of how many words of the shorter one they share one: two in a hundred. Long texts of strangers always share ten.
    pub(crate) const MORE_OF: usize = 50;
    /// Of the holders of a form letter's passage that are no copies of it, those that share more of the letter elsewhere: one in
    /// ten, as many as send a passage alone. From 10 to 40 in a hundred, nothing moves in nine real dockets and four wild ones;
    /// with fewer, a letter stands although a thousand comments quote a sentence each.
    pub(crate) const OF_LETTER_ELSEWHERE: Share = Share(1, 10);
    /// Holders of a form letter's passage that are looked at.
    pub(crate) const LETTER_SAMPLE: usize = 32;
    /// Of the comments that hold a form letter's passage, its exact copies: one in twenty. A form's heading has many more.
    pub(crate) const COPIES_OF_HOLDERS: Share = Share(1, 20);
    /// Of the comments that hold a notice those that have it behind their sender's name: nine in ten.
    pub(crate) const NOT_ELSEWHERE: Share = Share(9, 10);
    /// Words of a sender's name at the most,
    pub(crate) const NAME_WORDS: usize = 4;
    /// and of the name with a title and an office below it.
    pub(crate) const SIGNATURE_WORDS: usize = 12;
    /// Holders of an n-gram by which those of the next one differ where a passage has been edited: more than one in twenty.
    pub(crate) const EDITED: u32 = 20;
    /// Words of a form letter, and of a text in dense stretches of a spun letter's wording, that are no heading: an agency's line with the title of its rule and an address has 25 or so.
    pub(crate) const LONGER_THAN_HEADING: usize = 30;
    /// Words around a passage that still belong to it: it may be copied with a slip in it.
    pub(crate) const MARGIN: usize = 15;
    /// Words behind a trailer that still belong to it: a number.
    pub(crate) const LOOSE_WORDS: usize = 2;
    /// What a form or a mail program puts into comments stands at one end of all of them but one in ten.
    pub(crate) const ONE_END: usize = 10;
    /// Words of a text that are left when its form text is taken away, or it is left as it is: a text that
    /// consists of common property is compared as it is.
    pub(crate) const FEWEST_LEFT: usize = 4;
}

/// Spun letters.
pub(crate) mod spun {
    use super::{NeighborRule, Share};

    /// Texts that are looked at first, where there are many more. No two copies of a letter that is worded anew
    /// belong together by themselves, and each would be compared with all others in vain.
    pub(crate) const FIRST_LOOK: usize = 1024;
    /// How many times as many there are for a first look to cost little: pairs of a few texts against pairs of all.
    pub(crate) const MANY_MORE: usize = 4;
    /// Texts of a spun letter at the least.
    pub(crate) const FEWEST_TEXTS: usize = 5;
    /// Two texts are tied that are among each other's 20 nearest by their phrases. Where a phrase weighs the root of
    /// its idf, the cosine is the share of idf that two texts have in common; from .08 to .15 the groups are
    /// the same.
    pub(crate) const TIES: NeighborRule =
        NeighborRule { n_nearest: 20, n_common: 0, least: 0.10, idf_power: 0.5 };
    /// Words of a copy, of ten, that are its letter's wording: four in five (DESIGN §5c).
    pub(crate) const COPY: Share = Share(8, 10);
    /// Words of a text that must be a group's wording to belong to it, round by round: what hangs together by its
    /// nearest neighbors may be a small part of a campaign, whose wording becomes known as it grows.
    pub(crate) const ROUNDS: [Share; 6] =
        [Share(5, 10), Share(6, 10), Share(7, 10), COPY, COPY, COPY];
    /// How often a letter's wording is re-estimated from the copies that it found, to find more of them,
    pub(crate) const RE_ESTIMATES: usize = 2;
    /// and from how many of them.
    pub(crate) const RE_ESTIMATED_FROM: usize = 1024;
    /// Words of a text that can be told by its wording: the phrases of a shorter one are those of a sentence that
    /// many may write.
    pub(crate) const SHORTEST_TEXT: usize = 25;
    /// How much oftener, for their words, a campaign's texts hold a phrase of its wording than the others.
    pub(crate) const MORE_OFTEN: usize = 5;
    /// Words of a stretch of text: about a sentence,
    pub(crate) const STRETCH: usize = 15;
    /// and those of ten in it that are a campaign's wording for it to be a sentence of the campaign.
    pub(crate) const DENSE: Share = Share(8, 10);
    /// Of the words of a text that are a campaign's wording those that are not boilerplate, at the least: one in four. A fixed
    /// sentence of a letter of which every other one is worded anew is held by many who share nothing else word for word.
    pub(crate) const DISTINCTIVE: usize = 4;
    /// Of the words of a copy those that are its letter's, in dense stretches: a tenth,
    pub(crate) const PROVEN: Share = Share(1, 10);
    /// in all copies but one in twenty, or the letter is none. Of true letters one copy in fifty has less, of the language of
    /// bills one in ten to one in seven.
    pub(crate) const ALL_BUT: usize = 20;
    /// Copies by which that is told.
    pub(crate) const PROVEN_BY: usize = 1000;
    /// Texts of a sample: all phrases of each are asked for.
    pub(crate) const TEXTS: usize = 4096;
    /// Words of these texts at the most.
    pub(crate) const WORDS: usize = 1 << 19;
    /// Texts of one cluster among them: more would be each other's nearest and nobody else's.
    pub(crate) const OF_ONE_CLUSTER: usize = 10;
}

/// Campaigns that make the same points in other words.
pub(crate) mod points {
    use std::ops::Range;

    use super::{NeighborRule, Share};

    /// Comments of a group at the least.
    pub(crate) const FEWEST: usize = 5;
    /// Comments among which ties are sought.
    pub(crate) const SAMPLE: usize = 4096;
    /// See [`NeighborRule`]; words that half of the comments hold are left out.
    pub(crate) const TIES: NeighborRule =
        NeighborRule { n_nearest: 10, n_common: 3, least: 0.15, idf_power: 1.0 };
    /// Of the comments, those that may hold a word that tells, of which there must be two: one in two.
    pub(crate) const TELLING: usize = 2;
    /// Comments of a group that hold a fact, at the least,
    pub(crate) const FEWEST_HOLDERS: usize = 3;
    /// and the share of them,
    pub(crate) const HOLDERS: f64 = 0.15;
    /// and how often, for its words, they hold it of what it is elsewhere, where half a comment more holds it.
    pub(crate) const MORE_OFTEN: f64 = 10.0;
    /// Facts of a comment at the median of a group that stands,
    pub(crate) const FACTS: usize = 6;
    /// and their part of its words.
    pub(crate) const OF_WORDS: f64 = 0.10;
    /// Facts that two comments of one campaign share.
    pub(crate) const SHARED: usize = 3;
    /// Comments of a group that each is compared with.
    pub(crate) const LOOKED_AT: usize = 64;
    /// Facts of a sentence that are paired at the most, so that a long list costs no more than a sentence does.
    pub(crate) const MOST_IN_SENTENCE: usize = 24;
    /// What a comment holds of a group's facts by weight, of what the group holds at the median, to belong to it,
    pub(crate) const LEAST_WEIGHT: f64 = 0.5;
    /// and as a part of its words.
    pub(crate) const LEAST_SHARE: f64 = 0.5;
    /// A long comment may hold a smaller part of its words where it holds so much by weight.
    pub(crate) const FULL_WEIGHT: f64 = 0.8;
    /// Comments of a cluster by which it is told what they have in common.
    pub(crate) const OF_A_CLUSTER: usize = 8;
    /// What they have in common one of so many holds: who edits a letter changes words of it.
    pub(crate) const IN_COMMON: usize = 4;
    /// Bytes of a comment by which its language is told.
    pub(crate) const LANGUAGE: usize = 400;
    /// Words of a comment that tell its language by themselves.
    pub(crate) const LONG_ENOUGH: usize = 20;
    /// Words of a sentence that makes points and can be a title.
    pub(crate) const STATEMENT: Range<usize> = 5..41;
    /// How often group and facts are made anew from each other.
    pub(crate) const ROUNDS: usize = 3;
    /// Two words are one point where so many of the comments that hold either put them side by side: of a half, the name
    /// is cut wherever many go on from it in one way ("Tiger Woods was").
    pub(crate) const SIDE_BY_SIDE: Share = Share(8, 10);
    /// Points of a campaign that are told with comments that make them, the commonest: as many as a reader looks at.
    pub(crate) const MOST_TOLD: usize = 24;
    /// Comments of a point that is told.
    pub(crate) const COMMENTS_TOLD: usize = 2;
}

/// Clusters that hang together by passages.
pub(crate) mod versions {
    use super::ngrams::COUNTED;
    use super::rules::SHORTEST_PARAGRAPH;

    /// Letters are versions of one where they share this part of the shorter one's words: a quarter.
    pub(crate) const OF_ONE_LETTER: usize = 4;
    /// Letters grew from each other where they share this part of the shorter one's words: a fifth. Of letters rewritten
    /// twice, in wild simulated dockets, those that follow each other share a fifth to a third.
    pub(crate) const GROWN: usize = 5;
    /// Comments of the smaller of two letters against others that hold an n-gram of both, single comments or letters:
    /// boilerplate is cited by such as share nothing else, one for ten and more.
    pub(crate) const CITED: usize = 10;
    /// Clusters that hold a passage with which another one's passages are counted: more tell nothing new.
    pub(crate) const PARTNERS: usize = 16;
    /// Words of a passage: evidence where it is known to be somebody's.
    pub(crate) const PASSAGE: usize = SHORTEST_PARAGRAPH.known;
    /// N-grams in a passage.
    pub(crate) const NGRAMS_IN_PASSAGE: usize = PASSAGE - COUNTED + 1;
    /// Of the comments of a cluster, those that hold a passage for it to tie the cluster to others: one in five.
    pub(crate) const HELD: usize = 5;
}

/// Passages of a kit.
pub(crate) mod kit {
    /// Words of a paragraph that is a passage: greetings and thanks are none.
    pub(crate) const SHORTEST: usize = 8;
    /// Passages that are looked for: as many as a reader looks at.
    pub(crate) const MOST_PASSAGES: usize = 60;
}

/// Categories of edits.
pub(crate) mod categories {
    /// Words from which an addition or a deletion is no block edit any more.
    pub(crate) const LONG_BLOCK_EDIT: usize = 200;
    /// A paragraph with fewer changed words than this is a minor change,
    pub(crate) const MINOR_WORDS: usize = 15;
    /// or with a smaller share of changed words than this.
    pub(crate) const MINOR_SHARE: f64 = 0.05;
    /// How far a repeated text may be from a whole number of copies.
    pub(crate) const REPEAT_TOLERANCE: f64 = 0.05;
    /// Moved words that are no chance.
    pub(crate) const FEWEST_MOVED: usize = 5;
    /// Of the words of a letter less than one in five is left out where its words stand in another arrangement: ">80% word
    /// overlap".
    pub(crate) const LEFT_OUT: usize = 5;
}

/// What the copies of a letter without a form letter have in common.
pub(crate) mod consensus {
    /// Distinct texts from which it is known what many hold: as many as the copies that make a form letter.
    /// Of fewer the seed is the letter.
    pub(crate) const FEWEST_TEXTS: usize = 6;
    /// An n-gram is the letter's where this share of the texts holds it. Less than half, for who
    /// personalizes a letter also leaves parts of it out. In simulated campaigns without their exact copies
    /// 87 % of the edits are named as they were made (with the seed as the letter 56 %), and with shares from
    /// 0.3 to 0.6 a percent less at most.
    pub(crate) const HELD_SHARE: f64 = 0.4;
    /// The letter is one where this share of the texts keep half of it and more. A cluster may also be a long
    /// text from which everybody took another passage: then what several have of that text ([`super::held::SEVERAL`]) is
    /// the letter, and what half of them hold would leave the others with strange words.
    pub(crate) const SPOKEN_FOR: f64 = 0.6;
}

/// Whose a copy's sentence is.
pub(crate) mod owners {
    use super::Share;

    /// Of how many words of a sentence one must lie in an n-gram of the letter, where a third of its words do not stand
    /// there: "the", "of" and "to" are aligned by chance.
    pub(crate) const IN_NGRAMS: Share = Share(1, 3);
}

/// Who else holds a sentence that a copy added.
pub(crate) mod held {
    use super::Share;

    /// Words of a sentence, of ten, that another text holds for it to hold the sentence: senders mend a word of it.
    pub(crate) const HELD: Share = Share(9, 10);
    /// Words of a sentence, of eight, that it has in common with one that several texts hold for it to be that one, edited:
    /// what an alert gave them, with words of their own in it.
    pub(crate) const EDITED: Share = Share(6, 8);
    /// Texts from which a sentence is somebody's wording rather than chance.
    pub(crate) const SEVERAL: u32 = 3;
    /// Words of an n-gram by which a sentence is looked for. A shorter sentence stands in any longer one by chance: only the
    /// same sentence is the same.
    pub(crate) const PROBE: usize = 4;
    /// Wordings that are compared with a sentence for one n-gram, those that most have.
    pub(crate) const MOST_POSTINGS: usize = 32;
    /// Of how many words of a sentence one begins an n-gram of a wording that is compared with it.
    pub(crate) const IN_COMMON: usize = 4;
}

/// What the copies of a spun letter hold, and its template.
pub(crate) mod template {
    use super::Share;

    /// Copies among which it is sought what most of them hold, the ones with the smallest digests.
    pub(crate) const SAMPLE: usize = 128;
    /// Words of a sentence that is looked for: the n-grams of a shorter one stand in many a text.
    pub(crate) const SHORTEST_SENTENCE: usize = 6;
    /// Copies that are aligned, the ones with the smallest digests.
    pub(crate) const COPIES: usize = 1000;
    /// Of ten sentences that a reference row's sentence stands for, those that hold a fixed word of it.
    pub(crate) const FIXED: Share = Share(8, 10);
    /// Copies that would hold two sentences of a slot by chance, at the least, for it to be no chance that none does.
    pub(crate) const MEETINGS: f64 = 5.0;
    /// Copies among these that are shown beside their template.
    pub(crate) const DRAWN: usize = 5;
    /// Options of a slot that are named.
    pub(crate) const MOST_OPTIONS: usize = 24;
    /// Words of the longer of two sentences, of ten, that they share to stand for each other.
    pub(crate) const SAME_SENTENCE: Share = Share(4, 10);
    /// Words of a sentence, of ten, that are the letter's for it to be sought: others are a sender's own.
    pub(crate) const OF_LETTER: Share = Share(8, 10);
    /// Copies whose sentences are sought.
    pub(crate) const SEEKERS: usize = 64;
    /// Of how many copies one must have a sentence, a neighbor of a word, or a segment for it to be the letter's, and two at
    /// the least.
    pub(crate) const RARE: usize = 100;
    /// Sentences found by both of two for the two to be one.
    pub(crate) const FOUND_BY_BOTH: usize = 2;
    /// Of how many copies that hold both of two sentences by chance one may: then they exclude each other.
    pub(crate) const BY_CHANCE: usize = 20;
    /// Distinct texts of a place at the least for it to be cut into slots.
    pub(crate) const FEWEST_DISTINCT: usize = 4;
    /// Segments that are put in order, the commonest: one that few copies have is a sender's own.
    pub(crate) const MOST_SEGMENTS: usize = 256;
    /// How many times less often than by chance a segment stands before another one when it is not before it.
    pub(crate) const BEFORE: usize = 4;
}

/// What became of the words: passages of a final text that stand in comments.
pub(crate) mod trace {
    use super::Share;
    use super::ngrams::CLAUSE;

    /// Words of the n-grams by which copied words are found.
    pub(crate) const ANCHOR: usize = 4;
    /// Words around a sentence's place in a comment that are aligned, too: as many as a quotation may slip.
    pub(crate) const AROUND: usize = 3;
    /// Words of a passage that are nobody else's, for it to be one: a clause.
    pub(crate) const SHORTEST: usize = CLAUSE;
    /// The same of a sentence that stands in a comment whole.
    pub(crate) const SHORTEST_SENTENCE: usize = 5;
    /// Of ten words those that a comment has in the same order for a passage to be edited; of fewer it is reworded, where it
    /// is one at all.
    pub(crate) const EDITED: Share = super::rules::SAME_FOR_THE_MOST_PART;
    /// What two sentences share of what they tell, as a share of each (the geometric mean of both), for one to be the other,
    /// reworded. Of 180 sentences in which clauses changed places and a third of the words were exchanged, half finds 138 and
    /// this 150, and neither takes an agency's own sentence for a comment's. Where the rest of the final text is 1,500
    /// sentences of strangers about the same subject, half takes 77 of them for reworded, and this 127.
    pub(crate) const REWORDED: f64 = 0.45;
    /// The same for what a known sentence says to be nobody's: half. It takes words away from whoever said the rest.
    pub(crate) const HALF_SAID: f64 = 0.5;
    /// How improbable it is that chance explains any passage, in bits, among all pairs of places of both texts: one in thirty.
    pub(crate) const BEYOND_CHANCE: f64 = 5.0;
    /// What tells of a passage as much as its best source does: eight tenths.
    pub(crate) const AS_NEAR: f64 = 0.8;
    /// Sentences of comments that are held against one of the final text, the nearest.
    pub(crate) const NEAREST: usize = 48;
    /// Words of a sentence that is sought by its words, and the rarest that are asked for.
    pub(crate) const RAREST: usize = 24;
    /// Of how many sentences of comments one may hold a word for it to be asked for.
    pub(crate) const TELLING: usize = 10;
    /// So many may hold it in any docket.
    pub(crate) const FEW_ENOUGH: usize = 1000;
    /// Origins, campaigns or comments in none, that may share a part of a sentence, or a rewording. What more of them say has
    /// no first one.
    pub(crate) const MOST_ORIGINS: usize = 3;
    /// Characters of the final text by which its language is told.
    pub(crate) const LANGUAGE: usize = 4096;
    /// Comments of a passage that are listed.
    pub(crate) const MOST_SOURCES: usize = 1000;
    /// Letters and digits of an id that a text names: a shorter one is a number or a word like others.
    pub(crate) const SHORTEST_ID: usize = 5;
}

/// All of them with their values, and what is said of each.
pub fn in_words() -> String {
    let (mut text, mut said) = ("# Numbers that decide\n".to_owned(), String::new());
    let mut lines = include_str!("thresholds.rs").lines().map(str::trim_start);
    while let Some(line) = lines.next().filter(|line| !line.starts_with("pub fn")) {
        if let Some(doc) = line.strip_prefix("///") {
            let gap = if said.is_empty() { "" } else { " " };
            said += &format!("{gap}{}", doc.trim());
            continue;
        }
        if let Some((_, module)) =
            line.split_once(" mod ").filter(|(visibility, _)| visibility.starts_with("pub"))
        {
            let _ = write!(text, "\n## {}\n\n{said}\n\n", module.trim_end_matches(" {"));
        } else if let Some((_, constant)) =
            line.split_once(" const ").filter(|(visibility, _)| visibility.starts_with("pub"))
        {
            let mut constant = constant.to_owned();
            while !constant.ends_with(';') {
                constant += &format!(" {}", lines.next().unwrap_or(";"));
            }
            let (declared, value) = constant.split_once(" = ").unwrap_or((&constant, ""));
            let name = declared.split(':').next().unwrap_or(declared);
            let _ = writeln!(text, "- `{name}` = {}: {said}", value.trim_end_matches(';'));
        }
        said.clear();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::in_words;

    #[test]
    fn each_is_listed_with_its_value_and_what_is_said_of_it() {
        let text = in_words();
        let line = |name: &str| text.lines().find(|line| line.starts_with(&format!("- `{name}`")));
        assert_eq!(
            line("NEARLY_ALL"),
            Some(
                "- `NEARLY_ALL` = 0.95: Word overlap of two texts that are the same but for a minor change (§4.4.1)."
            )
        );
        let of_two_lines = line("TIES").expect("a rule of ties");
        assert!(of_two_lines.contains("= NeighborRule { n_nearest: 20,"), "{of_two_lines}");
        let listed: Vec<&str> = text.lines().filter(|line| line.starts_with('-')).collect();
        assert!(
            listed.iter().all(|line| line.contains(": ") && !line.ends_with(": ")),
            "{listed:?}"
        );
    }
}
