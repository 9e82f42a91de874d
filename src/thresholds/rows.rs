//! The table of thresholds: name, kind, value, unit, source, and above each what it is and why.

use serde::{Deserialize, Serialize};

use super::{Needed, NeighborRule, Row, Share};

/// Makes of each row a field with its default, and a [`Row`] that tells of it.
macro_rules! table {
    ($($(#[doc = $about:literal])* $group:ident: $type:ident {
        $($(#[doc = $what:literal])* $name:ident: $kind:ty = $value:expr, $unit:literal, $source:literal;)*
    })*) => {
        /// The numbers that decide, by what they decide about.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        pub struct Thresholds {
            $($(#[doc = $about])* pub $group: $type,)*
        }

        $(
            $(#[doc = $about])*
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
            pub struct $type {
                $($(#[doc = $what])* pub $name: $kind,)*
            }

            #[allow(non_upper_case_globals, dead_code, reason = "named as the rows are; few are asked for")]
            impl $type {
                $(
                    $(#[doc = $what])*
                    pub(crate) const $name: $kind = $value;
                )*
            }

            impl Default for $type {
                fn default() -> Self {
                    Self { $($name: $value,)* }
                }
            }
        )*

        impl Thresholds {
            /// All rows.
            pub fn rows(&self) -> Vec<Row> {
                vec![$($(Row {
                    name: concat!(stringify!($group), ".", stringify!($name)),
                    what: concat!($($what),*),
                    unit: $unit,
                    source: $source,
                    value: self.$group.$name.to_string(),
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
        pub(super) fn fixed_rows() -> Vec<Row> {
            vec![$($(Row {
                name: concat!(stringify!($group), ".", stringify!($name)),
                what: concat!($($what),*),
                unit: $unit,
                source: $source,
                value: $group::$name.to_string(),
            },)*)*]
        }
    };
}

table! {
    /// Shares, as a reader means them: what a rule says of a part of a text, of its holders, or of a letter's copies is one of
    /// these.
    shares: Shares {
        /// Nearly all: the word overlap above which two texts are the same but for a minor change.
        nearly_all: Share = Share(19, 20), "of a whole", "SIGIR 2006 §4.4.1";
        /// Wholly: a text consists of one kind of words, boilerplate, quoted, a form's, or another text's; another text holds a
        /// sentence, of which senders mend a word; a place of a letter is filled in with words that nobody else has.
        wholly: Share = Share(9, 10), "of a whole", "ours, for SIGIR 2006 §4.4.1, complete containment";
        /// Similar: ">80% word overlap". So much of a copy is its spun letter's wording, of a passage fixed, of a block dense.
        similar: Share = Share(8, 10), "of a whole", "SIGIR 2006 §2";
        /// The largest part: of a passage's holders one connected component; of the comments of a docket copies of letters, where
        /// nothing is form text: letters that grew from each other keep a sentence at their head or end, in five of 28 wild
        /// simulated dockets, and a form stands about people's own words.
        largest_part: Share = Share(3, 4), "of a whole", "measured: 28 wild simulated dockets";
        /// Mostly kept: of the words of a block those that stand in another text.
        mostly_kept: Share = Share(7, 10), "of a whole", "ours";
        /// Most: of the copies of a letter those that consist of it, and of their words those that are its own; without it an
        /// agency's question becomes a letter. Of the comments that hold a passage of somebody's, those that consist of it for
        /// half: a form's prompts and trailer are half of a comment where the comment is as short, of 17,600 comments in people's
        /// own words three in ten. Hence some must consist of it nearly wholly, too: of 120 comments of 15 to 60 words under a
        /// heading of 51 words all consist of it for half, and hardly one nearly wholly.
        most: Share = Share(6, 10), "of a whole", "measured: 17,600 comments in people's own words";
        /// Many: of the texts of a letter those that hold its n-grams; less than half, for who personalizes a letter also leaves
        /// parts of it out. In simulated campaigns without their exact copies 87 % of the edits are named as they were made (with
        /// the seed as the letter 56 %), and with shares from 0.3 to 0.6 a percent less at most. Of the shorter text in long
        /// passages: without it five of 18 pairs of organizations that quote one rule at length are copies; of a comment, where it
        /// keeps most of one paragraph, and not all: a thousand who quote a sentence of a letter each are no copies of it. Of two sentences, or two short
        /// texts, what they share for one to stand for the other.
        many: Share = Share(4, 10), "of a whole", "measured: simulated campaigns without their exact copies";
        /// A third: of the members of one of two clusters those
        /// that hold a passage of the other, for both to be of one kit; of a sentence the words in n-grams of its letter: "the",
        /// "of" and "to" are aligned by chance.
        a_third: Share = Share(1, 3), "of a whole", "measured: one docket of kits, wild simulated dockets";
        /// A quarter: of the holders of a passage those that consist of it for half, where it has been edited (a letter's opening
        /// stands before own words, and some change a word of it; titles are cut and misspelled, but of their holders one in ten
        /// to thirty consists of them for half), or that mark it as quoted; of what a comment shares with others the words that ask
        /// for something, where it answers a form; of two letters what they share to be versions; of a text what is another word in
        /// its place.
        a_quarter: Share = Share(1, 4), "of a whole", "measured: two dockets";
        /// A fifth: of the shorter of two letters what they share for the one to have grown from the other (letters rewritten twice,
        /// in wild simulated dockets, share a fifth to a third with the one before), and of a cluster's comments those that hold
        /// a passage that ties it to others.
        a_fifth: Share = Share(1, 5), "of a whole", "measured: wild simulated dockets";
        /// Some: of the comments that hold a passage of somebody's, those that consist of it, those that do not mark it as quoted
        /// where others do, or those that share more of its letter elsewhere (from 10 to 40 in a hundred, nothing moves in nine real dockets and four wild ones). What
        /// two texts share outside of form letters, in runs of five words and more, as a part of the shorter one: below a tenth,
        /// in runs of eight, nine and eight members of twelve were no copies in two dockets, of the others one of 17. Of a spun
        /// letter's copy what is the letter's in dense stretches.
        some: Share = Share(1, 10), "of a whole", "measured: nine real dockets, four wild simulated ones";
        /// Hardly any: what may be otherwise in "nearly all". Of the comments of a docket those that consist of form text: of 17,600
        /// comments in people's own words one in forty is short enough to consist of a heading and a trailer of 68 words
        /// together. Of a spun letter's copies those of which hardly anything is the letter's: of true letters one in fifty, of
        /// the language of bills one in ten to one in seven.
        hardly_any: Share = Share(1, 20), "of a whole", "measured: 17,600 comments in people's own words; letters, and the language of bills";
    }
    /// Lengths, in words, that mean the same wherever they decide.
    words: Words {
        /// What is slipped within a quotation, and what must agree behind it; the words that two texts have in common around a place
        /// where they differ; a phrase that takes something back: "fail to see how".
        slip: usize = 3, "words", "ours";
        /// A passage of a letter for which its copies speak, what two texts share elsewhere than in it, or as much of a comment as
        /// tells its language.
        passage: usize = 10, "words", "ours, for SIGIR 2006 §2";
        /// A statement: fewer words are how people say a thing, what a form has them fill in, or a name with a title and an office
        /// below it.
        statement: usize = 12, "words", "ours";
        /// About a sentence: a stretch of a spun letter's wording; what still belongs to a passage around it, which may be copied
        /// with a slip in it; a block with fewer changed words has a minor change.
        sentence: usize = 15, "words", "ours";
        /// A short text: a few words can look like anything, by distance and by wording.
        short_text: usize = 25, "words", "ours";
    }
    /// How many are enough, wherever that decides.
    counts: Counts {
        /// Comments, texts, or facts that are no single sender's own: what three people write word for word has one source.
        several: usize = 3, "comments", "ours";
        /// Texts of a group that hold together by what they say alone.
        group: usize = 5, "texts", "ours";
        /// Distinct texts from which it is known what many hold, as many as the copies that make a form letter.
        letter: usize = 6, "texts", "SIGIR 2006 §4.3, of exact copies; of others ours";
    }
    /// What bounds the work, where more tells nothing new.
    work: Work {
        /// Copies of a letter that are looked at for what they share, holders of a rare word, comments of a group that each is
        /// compared with.
        copies: usize = 64, "texts", "ours, for work";
        /// Texts that a spun letter is found, proven, and aligned by.
        sample: usize = 1024, "texts", "ours, for work";
        /// Texts among which spun letters and common facts are sought.
        texts: usize = 4096, "texts", "ours, for work";
        /// Letters that a text is held against for the nearest, clusters that one is held against for a passage.
        postings: usize = 32, "texts", "ours, for work";
        /// How often what was found asks for more of it.
        rounds: usize = 2, "rounds", "ours, for work";
    }
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
    }
    /// Which places of two texts say the opposite.
    opposition: Opposition {
        /// Words that may stand opposite each other.
        most_opposite: usize = 5, "words", "ours";
        /// Words on each side of a place among which a word asks for something or takes a side, for the place to turn that
        /// around.
        requested: usize = 6, "words", "measured: reversals and harmless edits of three letters";
    }
    /// What joins two texts and what parts them.
    rules: Rules {
        /// Words in common, in runs of five and more, beside which a docket id that nobody else names is a slip: one
        /// letter with its number mistyped.
        same_text: usize = 100, "words", "ours";
        /// Evidence that a contained text holds: shorter ones are slogans that people share by chance.
        shortest_statement: Needed = Needed { known: 10, all: 12 }, "words", "ours";
        /// Evidence in a kept paragraph. The shortest paragraph of the letters met has 14 words, the longest
        /// courtesy line without a name 12; where nobody knows whose a paragraph is, it takes two lines.
        shortest_paragraph: Needed = Needed { known: 15, all: 25 }, "words", "measured: paragraphs and courtesy lines of the letters met";
        /// Evidence in long runs that makes up for a paragraph whose bounds were lost,
        long_passage: Needed = Needed { known: 30, all: 40 }, "words", "ours";
        /// Evidence in what two texts share half of.
        shortest_half: Needed = Needed { known: 12, all: 20 }, "words", "ours";
        /// The paper does not say what similar size is; here neither text is more than twice as long.
        similar_size: usize = 2, "times", "ours, for SIGIR 2006 §4.4.3";
    }
    /// Copies of short texts.
    short_copies: ShortCopies {
        /// Words of a short text at the most. Of longer ones the other rules find all but one near copy in fifty.
        longest_short_copy: usize = 40, "words", "measured: near copies that other rules find";
        /// Letters of a near copy that are those of the other, by their edit distance (Damerau 1964, in its restricted form): the
        /// share at which D3lta (VIGINUM, 2023) takes one text for a copy of another.
        same_letters: f64 = 0.693, "of the letters", "D3lta (VIGINUM, 2023)";
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
    }
    /// The text that is nearest to one that is a copy of none.
    nearest: Nearest {
        /// Other candidates that it is held against: each is a divergence to compute.
        most_candidates: usize = 8, "texts", "ours, for work";
    }
    /// Quotations of text that was known beforehand.
    known: Known {
        /// Words of a sentence that is quoted as soon as it is quoted whole: a question of the agency may be short.
        shortest_sentence: usize = 5, "words", "ours";
        /// Letters of a known word for each that is mistyped: one in a word of four.
        letters_per_slip: usize = 4, "letters", "ours";
    }
    /// Which passages are boilerplate, and what forms put at the ends of comments.
    boilerplate: Boilerplate {
        /// A passage is as widely held as another one that has at most four thirds of its holders, or one more.
        as_widely: Share = Share(4, 3), "times", "ours";
        /// Of how many words of the shorter one they share one: two in a hundred. Long texts of strangers always share ten.
        more_of: usize = 50, "one word in", "ours";
        /// Words of a sender's name at the most.
        name_words: usize = 4, "words", "ours";
        /// Words of a form letter, and of a text in dense stretches of a spun letter's wording, that are no heading: an agency's line with the title of its rule and an address has 25 or so.
        longer_than_heading: usize = 30, "words", "measured: headings met";
        /// Words behind a trailer that still belong to it: a number.
        loose_words: usize = 2, "words", "ours";
        /// Words of a text that are left when its form text is taken away, or it is left as it is: a text that
        /// consists of common property is compared as it is.
        fewest_left: usize = 4, "words", "ours";
    }
    /// Spun letters.
    spun: Spun {
        /// Two texts are tied that are among each other's 20 nearest by their phrases, and have a third one among them: a copy of one
        /// letter and a copy of another may have the same sentence added, and tie the two. Where a phrase weighs the root of its
        /// idf, the cosine is the share of idf that two texts have in common; from .08 to .15 the groups are the same.
        ties: NeighborRule = NeighborRule { n_nearest: 20, n_common: 1, least: 0.10, idf_power: 0.5 }, "ties", "ours";
        /// How many times as many there are for a first look to cost little: pairs of a few texts against pairs of all.
        many_more: usize = 4, "times", "ours, for work";
        /// How much oftener, for their words, a campaign's texts hold a phrase of its wording than the others.
        more_often: usize = 5, "times", "ours";
        /// Words of these texts at the most.
        words: usize = 1 << 19, "words", "ours, for work";
        /// Texts of one cluster among them: more would be each other's nearest and nobody else's.
        of_one_cluster: usize = 10, "texts", "ours";
    }
    /// Comments that name the same facts in other words.
    points: Points {
        /// Two comments are tied that are among each other's ten nearest by their words.
        ties: NeighborRule = NeighborRule { n_nearest: 10, n_common: 3, least: 0.15, idf_power: 1.0 }, "ties", "ours";
        /// and the share of them,
        holders: f64 = 0.15, "of the comments", "ours";
        /// and how often, for its words, they hold it of what it is elsewhere, where half a comment more holds it.
        more_often: f64 = 10.0, "times", "ours";
        /// Facts of a comment at the median of a group that stands,
        facts: usize = 6, "facts", "ours";
        /// and their part of its words, as it is found and once it has grown.
        of_words: f64 = 0.055, "of the words", "measured: twenty simulated dockets and readings";
        /// The standard deviation of the lengths of a group's comments at the most: people's own words are of any length.
        lengths_vary: f64 = 0.5, "of the mean", "measured: twenty simulated dockets and readings";
    }
    /// Passages that many single comments hold, whoever's they are.
    said: Said {
        /// Comments that hold it, at the least.
        fewest: usize = 10, "comments", "ours";
    }
    /// Passages of a kit.
    kit: Kit {
        /// Passages that are looked for: as many as a reader looks at.
        most_passages: usize = 60, "passages", "ours, for readers";
    }
    /// Categories of edits.
    categories: Categories {
        /// Words from which an addition or a deletion is no block edit any more.
        long_block_edit: usize = 200, "words", "ours";
    }
    /// What the copies of a spun letter hold, and its template.
    template: Template {
        /// Copies that would hold two sentences of a slot by chance, at the least, for it to be no chance that none does.
        meetings: f64 = 5.0, "copies", "ours";
        /// Copies among these that are shown beside their template.
        drawn: usize = 5, "copies", "ours, for readers";
        /// Options of a slot that are named.
        most_options: usize = 24, "options", "ours, for readers";
        /// Of how many copies one must have a sentence, a neighbor of a word, or a segment for it to be the letter's, and two at
        /// the least.
        rare: usize = 100, "one copy in", "ours";
        /// Distinct texts of a place at the least for it to be cut into slots.
        fewest_distinct: usize = 4, "texts", "ours";
        /// Segments that are put in order, the commonest: one that few copies have is a sender's own.
        most_segments: usize = 256, "segments", "ours, for work";
        /// How many times as often as behind another segment one stands before it where it comes first.
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
        /// Words of the n-grams that are counted: those that make two letters cite the same thing, and what a short text shares
        /// with a letter to be held against it. Shorter ones ("do not let",
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
        /// What two sentences share of what they tell, as a share of each (the geometric mean of both), for one to be the other,
        /// reworded. Of 180 sentences in which clauses changed places and a third of the words were exchanged, half finds 138 and
        /// this 150, and neither takes an agency's own sentence for a comment's. Where the rest of the final text is 1,500
        /// sentences of strangers about the same subject, half takes 77 of them for reworded, and this 127.
        REWORDED: f64 = 0.45, "of what they tell", "measured: 180 reworded sentences, 1,500 of strangers";
        /// How improbable it is that chance explains any passage, in bits, among all pairs of places of both texts: one in thirty.
        BEYOND_CHANCE: f64 = 5.0, "bits", "ours";
        /// Sentences of comments that are held against one of the final text, the nearest.
        NEAREST: usize = 48, "sentences", "ours, for work";
        /// Words of a sentence that is sought by its words, and the rarest that are asked for.
        RAREST: usize = 24, "words", "ours, for work";
        /// So many sentences of comments may hold a word in any docket for it to be asked for.
        FEW_ENOUGH: usize = 1000, "sentences", "ours";
        /// Origins, campaigns or comments in none, that may share a part of a sentence, or a rewording. What more of them say has
        /// no first one.
        MOST_ORIGINS: usize = 3, "origins", "ours";
        /// Comments of a passage that are listed.
        MOST_SOURCES: usize = 1000, "comments", "ours, for readers";
        /// Letters and digits of an id that a text names: a shorter one is a number or a word like others.
        SHORTEST_ID: usize = 5, "characters", "ours";
    }
    /// What bounds the work on texts, where nothing else is known of them.
    work {
        /// Characters of a text by which its language is told.
        LANGUAGE: usize = 400, "characters", "ours, for work";
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
        /// Comments by which each of these is told.
        COMMENTS_TOLD: usize = 2, "comments", "ours, for readers";
        /// Facts that stand for all in a line.
        IN_A_LINE: usize = 6, "facts", "ours, for readers";
    }
}
