//! The table of thresholds: name, kind, value, unit, source, and above each what it is and why.

use super::{Needed, Row, Share};

/// Makes of each row a field with its default, and a [`Row`] that tells of it.
macro_rules! table {
    ($($(#[doc = $about:literal])* $group:ident: $type:ident {
        $($(#[doc = $what:literal])* $name:ident: $kind:ty = $value:expr, $unit:literal, $source:literal;)*
    })*) => {
        /// The numbers that decide, by what they decide about.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Thresholds {
            $($(#[doc = $about])* pub $group: $type,)*
        }

        $(
            $(#[doc = $about])*
            #[derive(Clone, Debug, PartialEq)]
            pub struct $type {
                $($(#[doc = $what])* pub $name: $kind,)*
            }

            impl Default for $type {
                fn default() -> Self {
                    Self { $($name: $value,)* }
                }
            }
        )*

        impl Thresholds {
            /// All rows.
            pub fn rows(&mut self) -> Vec<Row<'_>> {
                vec![$($(Row {
                    name: concat!(stringify!($group), ".", stringify!($name)),
                    what: concat!($($what),*),
                    unit: $unit,
                    source: $source,
                    value: &mut self.$group.$name,
                },)*)*]
            }
        }
    };
}

/// The same of what types name, or what those read that are handed nothing but words: constants.
macro_rules! fixed {
    ($($(#[doc = $about:literal])* $group:ident {
        $($(#[doc = $what:literal])* $name:ident: $kind:ty = $value:expr, $unit:literal, $source:literal;)*
    })*) => {
        $(
            $(#[doc = $about])*
            pub mod $group {
                #[allow(unused_imports, reason = "not every group has shares")]
                use super::Share;
                $($(#[doc = $what])* pub const $name: $kind = $value;)*
            }
        )*

        /// Names of the fixed ones, with value, unit, source, and what is said of each.
        pub(super) fn fixed_rows() -> Vec<(&'static str, String, &'static str, &'static str, &'static str)> {
            use super::Value;
            vec![$($((
                concat!(stringify!($group), ".", stringify!($name)),
                $group::$name.shown(),
                $unit,
                $source,
                concat!($($what),*),
            ),)*)*]
        }
    };
}

table! {
    /// Which texts are compared.
    retrieval: Retrieval {
        /// Documents that may hold a phrase for it to make a candidate by itself in the second pass.
        rare_phrase: usize = 20, "texts", "ours, for work";
        /// Of the holders of a phrase that more documents hold than a seed has candidates, those that become
        /// candidates. Such a phrase tells no candidate from another: it is of a campaign, or of what a campaign
        /// quotes, and whoever holds it meets the others at these few, the hubs. Without them 20,000 copies of
        /// which no two are equal would be 200 million pairs.
        hubs: usize = 100, "texts", "ours, for work";
    }
    /// How texts are compared, word by word.
    compare: Compare {
        /// Prior mass: "μ is a parameter in Dirichlet smoothing and is set to 1 in this work" (SIGIR 2006 §4.2).
        mu: f64 = 1.0, "words", "SIGIR 2006 §4.2";
        /// Of ten words of a text those that are of one kind, boilerplate, quoted, or what a form put there, for it to be nothing
        /// else: it is compared and told as it is.
        wholly: Share = Share(9, 10), "of the words", "ours";
        /// Words of a block that stand in another text, of ten, for it to be kept for the most part.
        mostly_kept: Share = Share(7, 10), "of the words", "ours";
    }
    /// Which places of two texts say the opposite.
    opposition: Opposition {
        /// Words that may stand opposite each other.
        most_opposite: usize = 5, "words", "ours";
        /// Words around an opposed place that the texts have in common: without them the place is part of another
        /// sentence.
        fewest_around: usize = 3, "words", "ours";
        /// Words on each side of an opposed place that are looked at.
        context: usize = 5, "words", "ours";
        /// Words more where a phrase that takes something back is one of them: "fail to see how".
        longest_reversal: usize = 3, "words", "ours";
        /// Words on each side of a place among which a word asks for something or takes a side, for the place to turn that
        /// around.
        requested: usize = 6, "words", "measured: reversals and harmless edits of three letters";
        /// Places where two texts differ, of the words of the shorter one, from which one of them shows nothing.
        everywhere: Share = Share(1, 10), "of the words", "measured: a fifth of the words put in at random";
        /// Of how many words of a text one may be another in its place for the texts to be aligned place by place.
        replaced: usize = 4, "one word in", "ours";
    }
    /// What joins two texts and what parts them.
    rules: Rules {
        /// Word overlap of two texts that are the same but for a minor change (§4.4.1).
        nearly_all: f64 = 0.95, "of the words", "SIGIR 2006 §4.4.1";
        /// Words in common, in runs of five and more, beside which a docket id that nobody else names is a slip: one
        /// letter with its number mistyped.
        same_text: usize = 100, "words", "ours";
        /// Places in which a copy says the opposite of its letter: one may be its sender's own opinion. Between two letters
        /// that circulate one is enough, and so it is in a copy that several sent.
        opposed_places: usize = 2, "places", "ours";
        /// Comments with the same words from which they are no single sender's own.
        several: usize = 3, "comments", "ours";
        /// Evidence that a contained text holds: shorter ones are slogans that people share by chance.
        shortest_statement: Needed = Needed { known: 10, all: 12 }, "words", "ours";
        /// Words of a contained text, of ten, that stand in the other: the whole with small edits.
        wholly: Share = Share(9, 10), "of the words", "ours, for SIGIR 2006 §4.4.1, complete containment";
        /// Texts below this many words never join by distance: a few words can look like anything.
        short_text: usize = 25, "words", "ours";
        /// Evidence in a kept paragraph. The shortest paragraph of the letters met has 14 words, the longest
        /// courtesy line without a name 12; where nobody knows whose a paragraph is, it takes two lines.
        shortest_paragraph: Needed = Needed { known: 15, all: 25 }, "words", "measured: paragraphs and courtesy lines of the letters met";
        /// Evidence in a kept paragraph of a form letter, for which its copies speak.
        shortest_paragraph_of_letter: usize = 10, "words", "ours, for SIGIR 2006 §2";
        /// Evidence in long runs that makes up for a paragraph whose bounds were lost,
        long_passage: Needed = Needed { known: 30, all: 40 }, "words", "ours";
        /// where the two share a third of the shorter text. Without it five of 18 pairs of organizations that quote one rule at
        /// length are copies; with it transcripts of one speech lose three pairs of 29.
        part_of_shorter: Share = Share(1, 3), "of the shorter text", "measured: quotations of one rule, transcripts of one speech";
        /// What two texts share outside of form letters, in runs of five words and more, as a part of the shorter text. Below a
        /// tenth, in runs of eight, nine and eight members of twelve were no copies in two dockets, of the others one of 17.
        cited_below: Share = Share(1, 10), "of the shorter text", "measured: two dockets";
        /// Evidence in what two texts share half of.
        shortest_half: Needed = Needed { known: 12, all: 20 }, "words", "ours";
        /// Words of the longer of two letters, of ten, in runs of five and more of the other: they are the same text for
        /// the most part, whoever else holds its passages.
        same_for_the_most_part: Share = Share(6, 10), "of the words", "ours";
        /// The paper does not say what similar size is; here neither text is more than twice as long.
        similar_size: usize = 2, "times", "ours, for SIGIR 2006 §4.4.3";
    }
    /// The adaptive cut-off.
    cut_off: CutOff {
        /// Members between two looks at the cut-off (dg.o 2005 slide 23, "at 10 document intervals").
        interval: usize = 10, "members", "dg.o 2005 slide 23";
        /// A step larger than this share of θ₀ within an interval lowers the cut-off (slide 23, "5%").
        step: f64 = 0.05, "of θ₀", "dg.o 2005 slide 23";
    }
    /// Versions of form letters.
    letters: Letters {
        /// Of the n-grams of the shorter of two versions they share at least one in this many: half of its words, of
        /// which each n-gram of five shares its first word with four others, where the pieces are short.
        fewest_shared: Share = Share(1, 8), "of the n-grams", "computed from half of the words";
        /// Words of a passage that only a version holds, before it is a passage of the letter.
        shortest_addition: usize = 10, "words", "ours";
        /// Letters too small to be form letters that are sought at most among the copies of one: work grows with these.
        small_letters: usize = 50, "letters", "ours, for work";
    }
    /// What the copies of a letter share of which no two are alike.
    every_letter: EveryLetter {
        /// Copies that are looked at for what they share.
        copies: usize = 64, "texts", "ours, for work";
        /// Of the words of a copy those that its letter has, in runs of three,
        consists: Share = Share(6, 10), "of the words", "measured: without it an agency's question becomes a letter";
        /// and of the copies those of which that is so, for the letter to ask.
        spoken_for: Share = Share(6, 10), "of the texts", "as consensus.spoken_for";
        /// How often letters ask at the most: what the first round finds tells the letter better.
        rounds: usize = 2, "rounds", "ours, for work";
    }
    /// Clusters that share passages.
    notes: Notes {
        /// Members that hold a passage of another cluster's letter before the two share passages: two may quote.
        fewest_sharing: usize = 3, "members", "ours";
        /// Of the members of one of the two clusters at least one in this many. In a docket whose letters were
        /// kits, of the members of the largest cluster two in five held a passage of its next of kin.
        share_sharing: Share = Share(1, 3), "of the members", "measured: one docket of kits";
    }
    /// Copies of short texts.
    short_copies: ShortCopies {
        /// Words of a short text at the most. Of longer ones the other rules find all but one near copy in fifty.
        longest_short_copy: usize = 40, "words", "measured: near copies that other rules find";
        /// Words of a text with figures from which what others filled in with other figures is the same form.
        shortest_form: usize = 8, "words", "measured: one-line forms and spam that others labelled";
        /// Words that a short text shares with the letter of a cluster, boilerplate apart, to be held against it.
        shared_with_letter: usize = 6, "words", "measured: without it strangers' lines join";
        /// Letters of a near copy that are those of the other, by their edit distance (Damerau 1964, in its restricted form): the
        /// share at which D3lta (VIGINUM, 2023) takes one text for a copy of another.
        same_letters: f64 = 0.693, "of the letters", "D3lta (VIGINUM, 2023)";
        /// What two near copies share at the least, by letters and by the rarity of words, as a share of each. Words with a slip
        /// in them are not shared.
        same_words: f64 = 0.4, "of what they tell", "ours";
        /// Texts that hold a rare word and are compared with each other text that does: those that most comments consist of.
        most_holders: usize = 64, "texts", "ours, for work";
        /// What a letter tells at the most, in bits, whatever the docket knows of its word (Shannon 1951, table of bounds for
        /// 100 letters).
        bits_per_letter: f64 = 1.3, "bits", "Shannon 1951";
        /// Letters of an English word (Shannon 1951).
        letters_per_word: f64 = 4.5, "letters", "Shannon 1951";
        /// How many people might have written, in bits: a million. Those who did say what a docket's words are, not how many
        /// would write "this is great".
        people: f64 = 20.0, "bits", "ours";
        /// How improbable it is that chance explains a group of copies, in bits: one in a thousand.
        beyond_chance: f64 = 10.0, "bits", "ours";
        /// Words in a row by which a word is guessed, itself included.
        guessed_by: usize = 3, "words", "ours";
    }
    /// The text that is nearest to one that is a copy of none.
    nearest: Nearest {
        /// Form letters that a text is held against for the nearest; what is left of several dozen cites them all.
        most_letters: usize = 32, "letters", "ours, for work";
        /// Other candidates that it is held against: each is a divergence to compute.
        most_candidates: usize = 8, "texts", "ours, for work";
    }
    /// Quotations of text that was known beforehand.
    known: Known {
        /// Words of the n-grams by which quotations are found.
        anchor: usize = 4, "words", "ours";
        /// Words of a quotation: a clause, which people hardly ever share by chance.
        shortest: usize = 8, "words", "ours";
        /// Words of a sentence that is quoted as soon as it is quoted whole: a question of the agency may be short.
        shortest_sentence: usize = 5, "words", "ours";
        /// Words that are left out, put in, or replaced within a quotation,
        most_slipped: usize = 3, "words", "ours";
        /// and those that must agree behind them for it to go on.
        resumed: usize = 3, "words", "ours";
        /// Letters of a known word for each that is mistyped: one in a word of four.
        letters_per_slip: usize = 4, "letters", "ours";
    }
    /// Which passages are boilerplate, and what forms put at the ends of comments.
    boilerplate: Boilerplate {
        /// Texts that hold a passage before it is judged: what three people write word for word has one source.
        many: usize = 3, "texts", "ours";
        /// Of the comments that hold a passage of somebody's, those that consist of it or of passages as widely
        /// held: one in ten.
        sent_alone: Share = Share(1, 10), "of the comments", "ours";
        /// Of the comments that hold a passage of somebody's, those that consist of it for half: six in ten. A form's
        /// prompts and trailer are half of a comment where the comment is as short: of 17,600 comments in people's
        /// own words three in ten are as short as the longest trailer met. Hence some must consist of it nearly wholly, too: of
        /// 120 comments of 15 to 60 words under a heading of 51 words all consist of it for half, and hardly one nearly wholly.
        most_holders: Share = Share(6, 10), "of the comments", "measured: 17,600 comments in people's own words";
        /// The same of a passage that senders have edited: one in four. A letter's opening stands before own words, and
        /// some change a word of it. What a form puts into comments nobody edits; titles are cut and misspelled,
        /// but of their holders, in two dockets, one in ten to thirty consists of them for half, of a letter's
        /// opening three to six in ten.
        many_holders: Share = Share(1, 4), "of the comments", "measured: two dockets";
        /// Where one comment in twenty consists of form text, it is none: a letter is taken apart by those who send a
        /// sentence of it, and its copies must stay comparable. Of 17,600 comments in people's own words one in
        /// forty is short enough to consist of a heading and a trailer of 68 words together.
        form_alone: Share = Share(1, 20), "of the comments", "measured: 17,600 comments in people's own words";
        /// Where three of four comments are copies of letters, it is none either: letters that grew from each other keep a
        /// sentence at their head or end, in five of 28 wild simulated dockets. A form stands about people's own words.
        of_letters: Share = Share(3, 4), "of the comments", "measured: 28 wild simulated dockets";
        /// Two passages have the same holders where this share of their sampled holders is the same: one in two.
        same_holders: Share = Share(1, 2), "of the holders", "ours";
        /// Words of a text, of ten, in passages as widely held for it to be hardly anything else.
        hardly_else: Share = Share(9, 10), "of the words", "ours";
        /// A passage is as widely held as another one that has at most four thirds of its holders, or one more.
        as_widely: Share = Share(4, 3), "times", "ours";
        /// Eight words of ten of a text that lie in passages at least half as widely held make it consist of them,
        mostly: Share = Share(8, 10), "of the words", "ours";
        /// and a copy of a letter where they are a tenth as widely held.
        of_letter: u32 = 10, "one holder in", "ours";
        /// Words of a text that consists nearly wholly of passages half as widely held and lie in none of them: a word changed in a
        /// short text leaves up to five on each side of it in no n-gram that others hold.
        all_but: usize = 11, "words", "computed from n-grams of six";
        /// Of the holders of a passage those that mark it as quoted, from which on it is a quotation: one in four. Of a letter's own quotation nearly all do; of the paragraphs of an agency's notice, of which
        /// each comment quotes one to three, a sixth to a third.
        quoted_by: Share = Share(1, 4), "of the holders", "measured: paragraphs of a notice";
        /// Holders that mark a passage as quoted, at the least, for it to be a quotation: one may quote another of them.
        fewest_quoting: usize = 2, "texts", "ours";
        /// Of the holders of a quotation those that do not mark it, from which on each of them quotes for themselves: one in ten. A
        /// letter's marks are in nearly all of its copies.
        not_quoted_by: Share = Share(1, 10), "of the holders", "ours";
        /// Holders of a distinctive passage, of four, that are one connected component of such pairs.
        one_component: Share = Share(3, 4), "of the holders", "ours";
        /// Words that two holders share elsewhere,
        more_words: usize = 10, "words", "ours";
        /// and of how many words of the shorter one they share one: two in a hundred. Long texts of strangers always share ten.
        more_of: usize = 50, "one word in", "ours";
        /// Of the holders of a form letter's passage that are no copies of it, those that share more of the letter elsewhere: one in
        /// ten, as many as send a passage alone. From 10 to 40 in a hundred, nothing moves in nine real dockets and four wild ones;
        /// with fewer, a letter stands although a thousand comments quote a sentence each.
        of_letter_elsewhere: Share = Share(1, 10), "of the holders", "measured: nine real dockets, four wild simulated ones";
        /// Of the comments that hold a form letter's passage, its exact copies: one in twenty. A form's heading has many more.
        copies_of_holders: Share = Share(1, 20), "of the comments", "ours";
        /// Of the comments that hold a notice those that have it behind their sender's name: nine in ten.
        not_elsewhere: Share = Share(9, 10), "of the comments", "ours";
        /// Words of a sender's name at the most,
        name_words: usize = 4, "words", "ours";
        /// and of the name with a title and an office below it.
        signature_words: usize = 12, "words", "ours";
        /// Holders of an n-gram by which those of the next one differ where a passage has been edited: more than one in twenty.
        edited: u32 = 20, "one holder in", "ours";
        /// Words of a form letter, and of a text in dense stretches of a spun letter's wording, that are no heading: an agency's line with the title of its rule and an address has 25 or so.
        longer_than_heading: usize = 30, "words", "measured: headings met";
        /// Words around a passage that still belong to it: it may be copied with a slip in it.
        margin: usize = 15, "words", "ours";
        /// Words behind a trailer that still belong to it: a number.
        loose_words: usize = 2, "words", "ours";
        /// What a form or a mail program puts into comments stands at one end of all of them but one in ten.
        one_end: usize = 10, "one comment in", "ours";
        /// Words of a text that are left when its form text is taken away, or it is left as it is: a text that
        /// consists of common property is compared as it is.
        fewest_left: usize = 4, "words", "ours";
    }
    /// Spun letters.
    spun: Spun {
        /// Texts that are looked at first, where there are many more. No two copies of a letter that is worded anew
        /// belong together by themselves, and each would be compared with all others in vain.
        first_look: usize = 1024, "texts", "ours, for work";
        /// How many times as many there are for a first look to cost little: pairs of a few texts against pairs of all.
        many_more: usize = 4, "times", "ours, for work";
        /// Texts of a spun letter at the least.
        fewest_texts: usize = 5, "texts", "ours";
        /// Two texts are tied that are among each other's 20 nearest by their phrases. Where a phrase weighs the root of
        /// its idf, the cosine is the share of idf that two texts have in common; from .08 to .15 the groups are
        /// the same.
        ties_nearest: usize = 20, "texts", "ours";
        /// See `NeighborRule::n_common`.
        ties_common: usize = 0, "texts", "ours";
        /// See `NeighborRule::least`.
        ties_least: f32 = 0.10, "cosine", "ours";
        /// See `NeighborRule::idf_power`.
        ties_idf_power: f32 = 0.5, "power", "ours";
        /// Words of a copy, of ten, that are its letter's wording: four in five (DESIGN §5c).
        copy: Share = Share(8, 10), "of the words", "ours";
        /// Words of a text that must be a group's wording to belong to it, round by round: what hangs together by its
        /// nearest neighbors may be a small part of a campaign, whose wording becomes known as it grows.
        rounds: [Share; 3] = [Share(5, 10), Share(6, 10), Share(7, 10)], "of the words", "ours";
        /// How often a letter's wording is re-estimated from the copies that it found, to find more of them,
        re_estimates: usize = 2, "rounds", "ours";
        /// and from how many of them.
        re_estimated_from: usize = 1024, "texts", "ours, for work";
        /// Words of a text that can be told by its wording: the phrases of a shorter one are those of a sentence that
        /// many may write.
        shortest_text: usize = 25, "words", "ours";
        /// How much oftener, for their words, a campaign's texts hold a phrase of its wording than the others.
        more_often: usize = 5, "times", "ours";
        /// Words of a stretch of text: about a sentence,
        stretch: usize = 15, "words", "ours";
        /// and those of ten in it that are a campaign's wording for it to be a sentence of the campaign.
        dense: Share = Share(8, 10), "of the words", "ours";
        /// Of the words of a text that are a campaign's wording those that are not boilerplate, at the least: one in four. A fixed
        /// sentence of a letter of which every other one is worded anew is held by many who share nothing else word for word.
        distinctive: usize = 4, "one word in", "ours";
        /// Of the words of a copy those that are its letter's, in dense stretches: a tenth,
        proven: Share = Share(1, 10), "of the words", "measured: letters, and the language of bills";
        /// in all copies but one in twenty, or the letter is none. Of true letters one copy in fifty has less, of the language of
        /// bills one in ten to one in seven.
        all_but: usize = 20, "one copy in", "measured: letters, and the language of bills";
        /// Copies by which that is told.
        proven_by: usize = 1000, "copies", "ours, for work";
        /// Texts of a sample: all phrases of each are asked for.
        texts: usize = 4096, "texts", "ours, for work";
        /// Words of these texts at the most.
        words: usize = 1 << 19, "words", "ours, for work";
        /// Texts of one cluster among them: more would be each other's nearest and nobody else's.
        of_one_cluster: usize = 10, "texts", "ours";
    }
    /// Comments that name the same facts in other words.
    points: Points {
        /// Comments of a group at the least.
        fewest: usize = 5, "comments", "ours";
        /// Comments among which ties are sought.
        sample: usize = 4096, "comments", "ours, for work";
        /// See `NeighborRule`; words that half of the comments hold are left out.
        ties_nearest: usize = 10, "texts", "ours";
        /// See `NeighborRule::n_common`.
        ties_common: usize = 3, "texts", "ours";
        /// See `NeighborRule::least`.
        ties_least: f32 = 0.15, "cosine", "ours";
        /// See `NeighborRule::idf_power`.
        ties_idf_power: f32 = 1.0, "power", "ours";
        /// Of the comments, those that may hold a word that tells, of which there must be two: one in two.
        telling: usize = 2, "one comment in", "ours";
        /// Comments of a group that hold a fact, at the least,
        fewest_holders: usize = 3, "comments", "ours";
        /// and the share of them,
        holders: f64 = 0.15, "of the comments", "ours";
        /// and how often, for its words, they hold it of what it is elsewhere, where half a comment more holds it.
        more_often: f64 = 10.0, "times", "ours";
        /// Facts of a comment at the median of a group that stands,
        facts: usize = 6, "facts", "ours";
        /// and their part of its words, as it is found and once it has grown.
        of_words: f64 = 0.055, "of the words", "measured: twenty simulated dockets and readings";
        /// Facts that two comments of one campaign share.
        shared: usize = 3, "facts", "ours";
        /// Comments of a group that each is compared with.
        looked_at: usize = 64, "comments", "ours, for work";
        /// What a comment holds of a group's facts by weight, of what the group holds at the median, to belong to it,
        least_weight: f64 = 0.5, "of the median", "ours";
        /// and as a part of its words.
        least_share: f64 = 0.5, "of the median", "ours";
        /// A long comment may hold a smaller part of its words where it holds so much by weight.
        full_weight: f64 = 0.8, "of the median", "ours";
        /// Bytes of a comment by which its language is told.
        language: usize = 400, "bytes", "ours, for work";
        /// Words of a comment that tell its language; shorter ones are held against none.
        long_enough: usize = 20, "words", "ours";
        /// How often group and facts are made anew from each other.
        rounds: usize = 3, "rounds", "ours";
        /// The standard deviation of the lengths of a group's comments at the most: people's own words are of any length.
        lengths_vary: f64 = 0.5, "of the mean", "measured: twenty simulated dockets and readings";
        /// Two words are one point where so many of the comments that hold either put them side by side: of a half, the name
        /// is cut wherever many go on from it in one way ("Tiger Woods was").
        side_by_side: Share = Share(8, 10), "of the comments", "ours";
        /// Comments of a point that is told.
        comments_told: usize = 2, "comments", "ours, for readers";
    }
    /// Passages that many single comments hold, whoever's they are.
    said: Said {
        /// Words of a passage: fewer are how people say a thing.
        words: usize = 12, "words", "ours";
        /// Comments that hold it, at the least.
        fewest: usize = 10, "comments", "ours";
    }
    /// Clusters that hang together by passages.
    versions: Versions {
        /// Letters are versions of one where they share this part of the shorter one's words: a quarter.
        of_one_letter: usize = 4, "one word in", "ours";
        /// Letters grew from each other where they share this part of the shorter one's words: a fifth. Of letters rewritten
        /// twice, in wild simulated dockets, those that follow each other share a fifth to a third.
        grown: usize = 5, "one word in", "measured: wild simulated dockets";
        /// Comments of the smaller of two letters against others that hold an n-gram of both, single comments or letters:
        /// boilerplate is cited by such as share nothing else, one for ten and more.
        cited: usize = 10, "one comment in", "ours";
        /// Clusters that hold a passage with which another one's passages are counted: more tell nothing new.
        partners: usize = 16, "clusters", "ours, for work";
        /// Of the comments of a cluster, those that hold a passage for it to tie the cluster to others: one in five.
        held: usize = 5, "one comment in", "ours";
    }
    /// Passages of a kit.
    kit: Kit {
        /// Words of a paragraph that is a passage: greetings and thanks are none.
        shortest: usize = 8, "words", "ours";
        /// Passages that are looked for: as many as a reader looks at.
        most_passages: usize = 60, "passages", "ours, for readers";
    }
    /// Categories of edits.
    categories: Categories {
        /// Words from which an addition or a deletion is no block edit any more.
        long_block_edit: usize = 200, "words", "ours";
        /// A paragraph with fewer changed words than this is a minor change,
        minor_words: usize = 15, "words", "ours";
        /// or with a smaller share of changed words than this.
        minor_share: f64 = 0.05, "of the words", "ours, after SIGIR 2006 §4.4.1";
        /// How far a repeated text may be from a whole number of copies.
        repeat_tolerance: f64 = 0.05, "of a copy", "ours";
        /// Moved words that are no chance.
        fewest_moved: usize = 5, "words", "ours";
        /// Word overlap above which words are similar: ">80% word overlap".
        similar: f64 = 0.8, "of the words", "SIGIR 2006 §2";
        /// Of the words of a letter less than one in five is left out where its words stand in another arrangement: ">80% word
        /// overlap".
        left_out: usize = 5, "one word in", "SIGIR 2006, its categories: >80% word overlap";
    }
    /// What the copies of a letter without a form letter have in common.
    consensus: Consensus {
        /// Distinct texts from which it is known what many hold: as many as the copies that make a form letter.
        /// Of fewer the seed is the letter.
        fewest_texts: usize = 6, "texts", "ours";
        /// An n-gram is the letter's where this share of the texts holds it. Less than half, for who
        /// personalizes a letter also leaves parts of it out. In simulated campaigns without their exact copies
        /// 87 % of the edits are named as they were made (with the seed as the letter 56 %), and with shares from
        /// 0.3 to 0.6 a percent less at most.
        held_share: f64 = 0.4, "of the texts", "measured: simulated campaigns without their exact copies";
        /// The letter is one where this share of the texts keep half of it and more. A cluster may also be a long
        /// text from which everybody took another passage: then what several have of that text (`held.several`) is
        /// the letter, and what half of them hold would leave the others with strange words.
        spoken_for: f64 = 0.6, "of the texts", "ours";
    }
    /// What every copy of a letter fills differently.
    fields: Fields {
        /// Of the comments that have something in a place of the letter, in how many it stands with nobody else's words.
        differ: Share = Share(9, 10), "of the comments", "what docket offices ask: no sender's words where nine in ten differ";
        /// Comments from which it is a field: of two the one is the other, edited.
        fewest: usize = 3, "comments", "ours";
        /// Words of a field of few comments at the most: a name, a street, a number. A longer one may be what its author wrote.
        longest: usize = 12, "words", "ours";
        /// Comments from which a longer one is a field, too: as many as tell what a letter is (`consensus.fewest_texts`).
        fewest_of_long: usize = 6, "comments", "as consensus.fewest_texts";
        /// How often the same may stand there where so many fill something in: somebody sent it again.
        sent_again: usize = 2, "comments", "ours";
    }
    /// Whose a copy's sentence is.
    owners: Owners {
        /// Of how many words of a sentence one must lie in an n-gram of the letter, where a third of its words do not stand
        /// there: "the", "of" and "to" are aligned by chance.
        in_ngrams: Share = Share(1, 3), "of the words", "ours";
    }
    /// Who else holds a sentence that a copy added.
    held: Held {
        /// Words of a sentence, of ten, that another text holds for it to hold the sentence: senders mend a word of it.
        held: Share = Share(9, 10), "of the words", "ours";
        /// Words of a sentence, of eight, that it has in common with one that several texts hold for it to be that one, edited:
        /// what an alert gave them, with words of their own in it.
        edited: Share = Share(6, 8), "of the words", "ours";
        /// Texts from which a sentence is somebody's wording rather than chance.
        several: u32 = 3, "texts", "ours";
        /// Wordings that are compared with a sentence for one n-gram, those that most have.
        most_postings: usize = 32, "wordings", "ours, for work";
        /// Of how many words of a sentence one begins an n-gram of a wording that is compared with it.
        in_common: usize = 4, "one word in", "ours";
    }
    /// What the copies of a spun letter hold, and its template.
    template: Template {
        /// Copies among which it is sought what most of them hold, the ones with the smallest digests.
        sample: usize = 128, "copies", "ours, for work";
        /// Words of a sentence that is looked for: the n-grams of a shorter one stand in many a text.
        shortest_sentence: usize = 6, "words", "ours";
        /// Copies that are aligned, the ones with the smallest digests.
        copies: usize = 1000, "copies", "ours, for work";
        /// Of ten sentences that a reference row's sentence stands for, those that hold a fixed word of it.
        fixed: Share = Share(8, 10), "of the sentences", "ours";
        /// Copies that would hold two sentences of a slot by chance, at the least, for it to be no chance that none does.
        meetings: f64 = 5.0, "copies", "ours";
        /// Copies among these that are shown beside their template.
        drawn: usize = 5, "copies", "ours, for readers";
        /// Options of a slot that are named.
        most_options: usize = 24, "options", "ours, for readers";
        /// Words of the longer of two sentences, of ten, that they share to stand for each other.
        same_sentence: Share = Share(4, 10), "of the words", "ours";
        /// Words of a sentence, of ten, that are the letter's for it to be sought: others are a sender's own.
        of_letter: Share = Share(8, 10), "of the words", "ours";
        /// Copies whose sentences are sought.
        seekers: usize = 64, "copies", "ours, for work";
        /// Of how many copies one must have a sentence, a neighbor of a word, or a segment for it to be the letter's, and two at
        /// the least.
        rare: usize = 100, "one copy in", "ours";
        /// Sentences found by both of two for the two to be one.
        found_by_both: usize = 2, "sentences", "ours";
        /// Of how many copies that hold both of two sentences by chance one may: then they exclude each other.
        by_chance: usize = 20, "one copy in", "ours";
        /// Distinct texts of a place at the least for it to be cut into slots.
        fewest_distinct: usize = 4, "texts", "ours";
        /// Segments that are put in order, the commonest: one that few copies have is a sender's own.
        most_segments: usize = 256, "segments", "ours, for work";
        /// How many times less often than by chance a segment stands before another one when it is not before it.
        before: usize = 4, "times", "ours";
    }
}

fixed! {
    /// N-grams.
    ngrams {
        /// Words of the shortest n-gram that counts as copied. Shorter ones are chance.
        COPIED: usize = 3, "words", "ours";
        /// Words of an n-gram that two versions of a letter share: "runs of 5 and more".
        PHRASE: usize = 5, "words", "dg.o 2005, of phrases that identify a text; five, ours";
        /// Words of the n-grams that are counted: those that make two letters cite the same thing. Shorter ones ("do not let",
        /// "their way out of") stand in many letters by chance and are evidence all the same.
        COUNTED: usize = 6, "words", "ours";
        /// Words in a phrase: "a text span around term t*" (dg.o 2005 slide 16), three in its example.
        SPAN: usize = 3, "words", "dg.o 2005 slide 16";
        /// Words of an n-gram by which a sentence is looked for. A shorter sentence stands in any longer one by chance: only the
        /// same sentence is the same.
        PROBE: usize = 4, "words", "ours";
        /// Words of an n-gram that is hardly ever chance: long enough for a clause.
        CLAUSE: usize = 8, "words", "ours";
    }
    /// What became of the words: passages of a final text that stand in comments.
    trace {
        /// Words of the n-grams by which copied words are found.
        ANCHOR: usize = 4, "words", "ours";
        /// Words around a sentence's place in a comment that are aligned, too: as many as a quotation may slip.
        AROUND: usize = 3, "words", "ours";
        /// Words of a passage that are nobody else's, for it to be one: a clause.
        SHORTEST: usize = 8, "words", "ours";
        /// The same of a sentence that stands in a comment whole.
        SHORTEST_SENTENCE: usize = 5, "words", "ours";
        /// Of ten words those that a comment has in the same order for a passage to be edited; of fewer it is reworded, where it
        /// is one at all.
        EDITED: Share = Share(6, 10), "of the words", "ours";
        /// What two sentences share of what they tell, as a share of each (the geometric mean of both), for one to be the other,
        /// reworded. Of 180 sentences in which clauses changed places and a third of the words were exchanged, half finds 138 and
        /// this 150, and neither takes an agency's own sentence for a comment's. Where the rest of the final text is 1,500
        /// sentences of strangers about the same subject, half takes 77 of them for reworded, and this 127.
        REWORDED: f64 = 0.45, "of what they tell", "measured: 180 reworded sentences, 1,500 of strangers";
        /// The same for what a known sentence says to be nobody's: half. It takes words away from whoever said the rest.
        HALF_SAID: f64 = 0.5, "of what they tell", "ours";
        /// How improbable it is that chance explains any passage, in bits, among all pairs of places of both texts: one in thirty.
        BEYOND_CHANCE: f64 = 5.0, "bits", "ours";
        /// What tells of a passage as much as its best source does: eight tenths.
        AS_NEAR: f64 = 0.8, "of the best source", "ours";
        /// Sentences of comments that are held against one of the final text, the nearest.
        NEAREST: usize = 48, "sentences", "ours, for work";
        /// Words of a sentence that is sought by its words, and the rarest that are asked for.
        RAREST: usize = 24, "words", "ours, for work";
        /// Of how many sentences of comments one may hold a word for it to be asked for.
        TELLING: usize = 10, "one sentence in", "ours";
        /// So many may hold it in any docket.
        FEW_ENOUGH: usize = 1000, "sentences", "ours";
        /// Origins, campaigns or comments in none, that may share a part of a sentence, or a rewording. What more of them say has
        /// no first one.
        MOST_ORIGINS: usize = 3, "origins", "ours";
        /// Characters of the final text by which its language is told.
        LANGUAGE: usize = 4096, "characters", "ours, for work";
        /// Comments of a passage that are listed.
        MOST_SOURCES: usize = 1000, "comments", "ours, for readers";
        /// Words of a part of a passage, of ten, that another has, for it to be that part: as of a block (`compare.mostly_kept`).
        MOSTLY_KEPT: Share = Share(7, 10), "of the words", "ours";
        /// Words that are slipped within a passage, as within a quotation (`known.most_slipped`).
        MOST_SLIPPED: usize = 3, "words", "ours";
        /// What a letter tells at the most, as in short copies (`short_copies.bits_per_letter`).
        BITS_PER_LETTER: f64 = 1.3, "bits", "Shannon 1951";
        /// Letters and digits of an id that a text names: a shorter one is a number or a word like others.
        SHORTEST_ID: usize = 5, "characters", "ours";
    }
    /// What bounds the work on two texts, where nothing else is known of them.
    work {
        /// Places of one n-gram in a text that are looked at. One that stands in more is a title or a refrain, and a text of
        /// nothing but refrains would cost the square of its length.
        MOST_PLACES: usize = 32, "places", "ours, for work";
        /// Words of two texts, one multiplied by the other, beyond which they are aligned by their rare words: 46,000 words each,
        /// more than a hundred pages. The diff takes the square of what consists of frequent words: a second for so many.
        MOST_PAIRS: usize = 1 << 31, "pairs of words", "ours, for work";
        /// Places of a rare word at the most. Of more frequent ones the diff makes no anchor, but takes another way, and that is
        /// the square one.
        MOST_PLACES_OF_RARE: u32 = 63, "places", "imara-diff, its bound for anchors";
    }
    /// Sizes of samples, which types name.
    samples {
        /// Holders of which all pairs are looked at.
        HOLDERS: usize = 12, "texts", "ours, for work";
        /// Holders of a form letter's passage that are looked at.
        HOLDERS_OF_LETTER: usize = 32, "texts", "ours, for work";
    }
    /// What comments that name the same facts are told with.
    told {
        /// Facts that are told with comments that name them, the commonest: as many as a reader looks at.
        MOST_POINTS: usize = 24, "facts", "ours, for readers";
        /// Facts that stand for all in a line.
        IN_A_LINE: usize = 6, "facts", "ours, for readers";
    }
}
