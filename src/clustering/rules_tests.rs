//! Tests of the table of rules, each with hand-computed numbers of words.

use super::ClusteringConfig;
use super::rules::{
    Links, RULES, Rule, Says, Version, are_of_similar_size, cites, decide, version,
};
use crate::compare::{Evidence, Seed, Tables};
use crate::corpus::examples::{document, words};
use crate::corpus::{Corpus, DocId, Document, Zone, ZoneKind};
use crate::reference::ReferenceCopies;
use crate::thresholds::Share;

/// What holds between the first text and the second, in a docket of these and others.
struct Pair {
    corpus: Corpus,
    references: ReferenceCopies,
    is_letter: bool,
}

impl Pair {
    fn new(seed: &str, text: &str, others: &[&str]) -> Self {
        let texts = [seed, text].into_iter().chain(others.iter().copied());
        let documents = texts.enumerate().map(|(at, text)| document(at, &words(text)));
        Self::of(documents.collect())
    }

    fn of(documents: Vec<Document>) -> Self {
        let corpus = Corpus::of(documents);
        let references = ReferenceCopies::none_among(corpus.ids());
        Self { corpus, references, is_letter: false }
    }

    fn around_letter(self) -> Self {
        Self { is_letter: true, ..self }
    }

    fn ask<T>(&self, ask: impl FnOnce(&Evidence<'_>) -> T) -> T {
        let tables = Tables::new(&self.corpus, &self.references);
        let seed = if self.is_letter {
            Seed::of_letter(&tables, DocId(0), tables.text(DocId(0)), |_| false)
        } else {
            Seed::of(&tables, DocId(0))
        };
        let shared = seed.compare(&tables, DocId(1));
        ask(&Evidence::new(&tables, &seed, DocId(1), &shared))
    }

    fn rule(&self, links: Links) -> Option<Rule> {
        let config = ClusteringConfig { links, ..ClusteringConfig::default() };
        self.ask(|evidence| decide(evidence, &config))
    }
}

/// So many words of a passage, each in another place: no n-gram is left.
fn shuffled(n_words: usize, step: usize) -> String {
    let words: Vec<String> = (0..n_words)
        .map(|at| format!("a:{}-{}", at * step % n_words, at * step % n_words + 1))
        .collect();
    words.join(" ")
}

#[test]
fn every_rule_has_a_source_and_cannot_comes_first() {
    assert!(RULES.iter().all(|row| !row.source.is_empty()));
    assert!(RULES.is_sorted_by_key(|row| match row.says {
        Says::Cannot => 0,
        Says::Needs => 1,
        Says::Must(_) => 2,
        Says::Near(_) => 3,
    }));
}

/// Of 100 words 96 are the same, or 95; they lie apart, so that no paragraph is kept.
#[test]
fn word_overlap_above_95_percent_is_a_must_link() {
    fn check(n_own: usize, expect: bool) {
        let text = format!("{} b:{n_own}", shuffled(100 - n_own, 37));
        let pair = Pair::new("a:100", &text, &[]);
        let found = pair.ask(|evidence| evidence.word_overlap_above(Share(19, 20)));
        assert_eq!(found, expect, "{n_own}");
    }
    check(4, true);
    check(5, false);
}

/// A paragraph of 10, 24, or 25 words of which nobody knows whose it is, and of a form letter.
#[test]
fn a_kept_paragraph_is_a_must_link() {
    fn check(n_words: usize, is_letter: bool, expect: Option<Rule>) {
        let seed = format!("a:100|p:{n_words}");
        let mut pair = Pair::new(&seed, &format!("b:80|p:{n_words}"), &[]);
        pair.is_letter = is_letter;
        assert_eq!(pair.rule(Links::ALL), expect, "{n_words}");
    }
    check(25, false, Some(Rule::Paragraph));
    check(24, false, None);
    check(10, true, Some(Rule::Paragraph));
    check(9, true, None);
}

/// 39 words of a paragraph of 100 are no whole paragraph, but 40 are a long passage, where they are a third of the shorter text.
#[test]
fn a_long_passage_is_a_must_link() {
    fn check(n_words: usize, n_all: usize, is_letter: bool, expect: Option<Rule>) {
        let text = format!("b:50 a:20-{} c:50", 20 + n_words);
        let pair = Pair::new(&format!("a:{n_all}"), &text, &[]);
        let pair = if is_letter { pair.around_letter() } else { pair };
        assert_eq!(pair.rule(Links::ALL), expect, "{n_words}");
    }
    check(40, 120, false, Some(Rule::Paragraph));
    check(40, 121, false, None);
    check(39, 100, false, None);
    check(30, 90, true, Some(Rule::Paragraph));
    check(29, 80, true, None);
}

/// A paragraph of 25 words in texts of 250 is a tenth, in texts of 251 it is cited; a form letter's is kept.
#[test]
fn a_paragraph_in_a_long_text_is_cited() {
    fn check(n_own: usize, is_letter: bool, expect: Option<Rule>) {
        let seed = format!("a:25|b:{n_own}");
        let pair = Pair::new(&seed, &format!("c:{n_own}|a:25"), &[]);
        let pair = if is_letter { pair.around_letter() } else { pair };
        assert_eq!(pair.rule(Links::ALL), expect, "{n_own}");
        assert!(pair.ask(|evidence| cites(evidence, &ClusteringConfig::default())));
    }
    check(225, false, Some(Rule::Paragraph));
    check(226, false, None);
    check(226, true, Some(Rule::Paragraph));
}

/// 21 of 40 words are more than half, 20 are not; 19 are too few to be evidence.
#[test]
fn half_of_the_shorter_text_is_a_must_link() {
    fn check(kept: usize, n_words: usize, expect: Option<Rule>) {
        let text = format!("a:30-{} b:{}", 30 + kept, n_words - kept);
        let pair = Pair::new("a:120", &text, &[]);
        assert_eq!(pair.rule(Links::ALL), expect, "{kept} of {n_words}");
    }
    check(21, 40, Some(Rule::Half));
    check(20, 40, None);
    check(19, 30, None);
    check(20, 30, Some(Rule::Half));
}

/// A statement of twelve words within a long text, or of eleven; of a form letter of ten, or of nine. Where nobody knows
/// whose it is, and of a form letter, a word of 30 less is too much.
#[test]
fn complete_containment_is_a_must_link() {
    fn check(n_words: usize, is_letter: bool, expect: Option<Rule>) {
        let mut pair = Pair::new(&format!("a:{n_words}"), &format!("b:200 a:{n_words} c:90"), &[]);
        pair.is_letter = is_letter;
        assert_eq!(pair.rule(Links::ALL), expect, "{n_words}");
    }
    check(12, false, Some(Rule::Containment));
    check(11, false, None);
    check(10, true, Some(Rule::Containment));
    check(9, true, None);
    for is_letter in [false, true] {
        let mut pair = Pair::new("a:30", "b:200 a:29 c:90", &[]);
        pair.is_letter = is_letter;
        assert_ne!(pair.rule(Links::ALL), Some(Rule::Containment));
    }
}

/// A sentence of 14 words that three people send with other words of their own around it, and one of
/// them alone, is a letter of one sentence; where nobody sends it alone, it is common property.
#[test]
fn a_sentence_that_is_sent_alone_is_a_letter() {
    let others = ["c:60 s:14 d:30", "e:60 s:14 f:30", "g:30 s:14 h:40"];
    let pair = Pair::new("s:14", "k:70 s:14 l:20", &others);
    assert_eq!(pair.rule(Links::ALL), Some(Rule::Containment));
    let pair = Pair::new("m:50 s:14 n:20", "k:70 s:14 l:20", &others);
    assert_eq!(pair.rule(Links::ALL), None);
}

/// Twelve texts with a heading of 30 words and nothing else in common: nobody is linked. Without the
/// other ten the heading would be a kept paragraph.
#[test]
fn a_heading_that_many_have_is_no_evidence() {
    let texts: Vec<String> = (0..12).map(|at| format!("h:30|own{at}:40")).collect();
    let others: Vec<&str> = texts[2..].iter().map(String::as_str).collect();
    assert_eq!(Pair::new(&texts[0], &texts[1], &[]).rule(Links::ALL), Some(Rule::Paragraph));
    assert_eq!(Pair::new(&texts[0], &texts[1], &others).rule(Links::ALL), None);
}

/// A title of 24 words that one person sends alone, or is a letter for all we know, and that stands in the midst of 13
/// strangers' own words: half of the letter, all of it, is no evidence. In two texts nobody knows better.
#[test]
fn a_letter_that_strangers_cite_draws_in_nobody() {
    fn check(n_others: usize, expect: Option<Rule>) {
        let texts: Vec<String> =
            (0..=n_others).map(|at| format!("own{at}:30 p:24 other{at}:30")).collect();
        let others: Vec<&str> = texts[1..].iter().map(String::as_str).collect();
        let pair = Pair::new("p:24", &texts[0], &others).around_letter();
        assert_eq!(pair.rule(Links::ALL), expect);
    }
    check(0, Some(Rule::Containment));
    check(12, None);
}

/// 50 words in a row are a passage, unless one of the two quotes them; with twelve more outside the quotation they are one
/// again, with eleven not.
#[test]
fn what_rests_on_a_quotation_is_no_link() {
    fn check(text: &str, expect: Option<Rule>) {
        let pair = Pair::of(vec![document(0, &words("a:30 q:50 b:30")), document(1, text)]);
        assert_eq!(pair.rule(Links::ALL), expect, "{text}");
    }
    let (own, quotation) = (words("c:30"), words("q:50"));
    check(&format!("{own} {quotation}"), Some(Rule::Paragraph));
    check(&format!("{own} “{quotation}”"), None);
    check(&format!("{own} “{quotation}” {}", words("b:11")), None);
    check(&format!("{own} “{quotation}” {}", words("b:12")), Some(Rule::Paragraph));
}

/// 24 equal bags of words of which no run is the same are too short to join by distance, 25 are not.
#[test]
fn texts_under_25_words_never_join_by_distance() {
    fn check(n_words: usize, expect: Option<Rule>) {
        let mixed = format!("{} b:1", shuffled(n_words, 7));
        let seed = format!("a:{n_words} c:1");
        let none = Links::NONE;
        assert_eq!(Pair::new(&seed, &mixed, &[]).rule(none), expect, "{n_words}");
    }
    check(24, Some(Rule::Distance));
    check(23, None);
}

/// Both cite dockets and none in common; with 100 words in common and a number that nobody else has the
/// number is a slip, with 99 it is not.
#[test]
fn other_dockets_part_unless_the_number_is_a_slip() {
    fn check(n_words: usize, n_citing: usize, links: Links, expect: Option<Rule>) {
        fn text(at: usize, text: &str, docket: &str) -> Document {
            let mut document = document(at, &words(text));
            document.attributes.dockets.cited = vec![docket.to_owned()];
            document
        }
        let mut documents = vec![
            text(0, &format!("a:{n_words}"), "EPA-2031-0417"),
            text(1, &format!("a:{n_words} b:2"), "EPA-2031-0471"),
            text(2, "c:40", "EPA-2031-0417"),
        ];
        documents
            .extend((1..n_citing).map(|at| text(2 + at, &format!("d{at}:40"), "EPA-2031-0471")));
        assert_eq!(Pair::of(documents).rule(links), expect);
    }
    check(100, 1, Links::ALL, Some(Rule::WordOverlap));
    check(99, 1, Links::ALL, None);
    check(100, 2, Links::ALL, None);
    let links = Links { cannot: false, ..Links::ALL };
    check(100, 2, links, Some(Rule::WordOverlap));
}

/// The same bag of words for the most part, at a distance between θ₀ and θ₀ + α: only where relayer,
/// dockets and footer are the same, and the size is similar.
#[test]
fn a_family_link_reaches_farther() {
    fn end_with(document: &mut Document, footer: &str) {
        let start = document.text.len();
        document.text = [&document.text, footer].concat().into();
        let span = start..document.text.len();
        document.zones.push(Zone { kind: ZoneKind::Footer, span });
    }
    fn check(change: fn(&mut Document), n_more: usize, expect: Option<Rule>) {
        let mixed = format!("{} b:{n_more}", shuffled(40, 7));
        let mut documents = vec![document(0, &words("a:40 c:40")), document(1, &words(&mixed))];
        for document in &mut documents {
            document.attributes.relayer = Some("mailer.example".to_owned());
            end_with(document, "sent by the mailer");
        }
        change(&mut documents[1]);
        let pair = Pair::of(documents);
        let distance = pair.ask(|evidence| evidence.distance_within(f64::MAX));
        let config = ClusteringConfig { threshold: distance - 0.01, ..ClusteringConfig::default() };
        assert_eq!(pair.ask(|evidence| decide(evidence, &config)), expect);
    }
    check(|_| {}, 40, Some(Rule::FamilyLink));
    check(|copy| copy.attributes.relayer = None, 40, None);
    check(|copy| end_with(copy, "and by another"), 40, None);
    check(|copy| copy.attributes.dockets.cited = vec!["EPA-2031-0417".to_owned()], 40, None);
    // 161 words are more than twice as many as 80.
    check(|_| {}, 121, None);
}

/// Letters that share a paragraph are no versions; rivals are known by one place.
#[test]
fn letters_are_versions_by_half_and_rivals_by_a_word() {
    fn check(a: &str, b: &str, expect: Version) {
        let documents = [a, b].into_iter().enumerate().map(|(at, text)| document(at, text));
        let pair = Pair::of(documents.collect()).around_letter();
        let config = ClusteringConfig::default();
        let tables = Tables::new(&pair.corpus, &pair.references);
        let seed = Seed::of_letter(&tables, DocId(0), tables.text(DocId(0)), |_| false);
        let mut evidence =
            Evidence::new(&tables, &seed, DocId(1), &seed.compare(&tables, DocId(1)));
        evidence.is_between_letters = true;
        assert_eq!(version(&evidence, &config), expect);
    }
    check(&words("a:60|p:40"), &words("b:60|p:40"), Version::No);
    check(&words("a:60|p:40"), &words("b:20|a:30|p:40"), Version::By(Rule::Half));
    let letter = words("a:60");
    check(
        &format!("I support the rule. {letter}"),
        &format!("I oppose the rule. {letter}"),
        Version::Opposed,
    );
}

/// A paragraph of 72 characters is 71 pairs, of 170 in the whole seed, which are worth 61 words: 71 · 61 / 170 are 25 words.
/// One of 70 characters is 69 pairs of 168: 24 words.
#[test]
fn pairs_of_characters_count_for_what_they_tell() {
    fn run(from: u32, n: u32) -> String {
        (from..from + n).filter_map(|at| char::from_u32(0x4E00 + at)).collect()
    }
    fn check(n: u32, expect: Option<Rule>) {
        let texts = [1000, 2000].map(|own| format!("{}\n\n{}", run(0, n), run(own, 100)));
        let pair = Pair::of(vec![document(0, &texts[0]), document(1, &texts[1])]);
        assert_eq!(pair.rule(Links::ALL), expect, "{n}");
    }
    check(72, Some(Rule::Paragraph));
    check(70, None);
}

/// One word turns a request around; where nothing is asked, one may be the sender's own opinion, and two are not.
#[test]
fn a_copy_turns_the_request_around_or_says_the_opposite_twice() {
    let rest = words("a:100");
    let text = |kind: &str, good: &str, verdict: &str| {
        format!(
            "The old mills are {kind} to their tenants, as all the village has known since the flood. \
             The road to them is a {good} one in the winter, whatever comes. I {verdict} the rule. {rest}"
        )
    };
    let check = |kind: &str, good: &str, verdict: &str, expect: Option<Rule>| {
        let texts = [text("fair", "good", "support"), text(kind, good, verdict)];
        let documents = texts.iter().enumerate().map(|(at, text)| document(at, text));
        assert_eq!(Pair::of(documents.collect()).rule(Links::ALL), expect, "{kind} {verdict}");
    };
    check("unfair", "good", "support", Some(Rule::WordOverlap));
    check("unfair", "bad", "support", None);
    check("fair", "good", "oppose", None);
}

/// A paragraph that somebody sends alone is known to be somebody's: of 15 words, or of 14.
#[test]
fn a_paragraph_that_is_sent_alone_may_be_shorter() {
    let check = |n_words: usize, expect: Option<Rule>| {
        let others = [format!("p:{n_words}"), format!("e:60 p:{n_words} f:30")];
        let (seed, text) = (format!("a:100|p:{n_words}"), format!("b:80|p:{n_words}"));
        let pair = Pair::new(&seed, &text, &[&others[0], &others[1]]);
        assert_eq!(pair.rule(Links::ALL), expect, "{n_words}");
    };
    check(15, Some(Rule::Paragraph));
    check(14, None);
}

/// Of a text of 20 words that others hold, too, 18 stand in another one, or 17.
#[test]
fn what_is_known_to_be_somebodys_is_contained_but_for_a_tenth() {
    let check = |n_words: usize, expect: Option<Rule>| {
        let text = format!("k:70 s:{n_words} l:20");
        let pair = Pair::new("s:20", &text, &["c:60 s:20 d:30", "e:60 s:20 f:30"]);
        assert_eq!(pair.rule(Links::ALL), expect, "{n_words}");
    };
    check(18, Some(Rule::Containment));
    check(17, Some(Rule::Paragraph));
}

/// Two letters of 100 words have 60 in common that strangers cite, or 59.
#[test]
fn letters_that_are_the_same_for_the_most_part_are_versions() {
    let check = |n_words: usize, expect: Version| {
        let letter = |own: &str| format!("{own}:20 p:{n_words} {own}:20-{}", 100 - n_words);
        let others: Vec<String> =
            (0..4).map(|at| format!("own{at}z:60 p:{n_words} end{at}z:60")).collect();
        let others: Vec<&str> = others.iter().map(String::as_str).collect();
        let pair = Pair::new(&letter("a"), &letter("b"), &others).around_letter();
        let tables = Tables::new(&pair.corpus, &pair.references);
        let seed = Seed::of_letter(&tables, DocId(0), tables.text(DocId(0)), |_| false);
        let mut evidence =
            Evidence::new(&tables, &seed, DocId(1), &seed.compare(&tables, DocId(1)));
        evidence.is_between_letters = true;
        assert_eq!(version(&evidence, &ClusteringConfig::default()), expect, "{n_words}");
    };
    check(60, Version::By(Rule::Half));
    check(59, Version::No);
}

/// A long comment holds a paragraph of 25 words or of 24, most of a longer one, or a passage of 40 or 39 words of it, of which
/// nobody knows whose they are; 30 or 29 are enough of a form letter.
#[test]
fn a_comment_cites_a_passage_of_a_letter() {
    let check = |seed: &str, passage: &str, is_letter: bool, expect: bool| {
        let mut pair = Pair::new(seed, &format!("b:200|{passage}|c:100"), &[]);
        pair.is_letter = is_letter;
        let found = pair.ask(|evidence| cites(evidence, &ClusteringConfig::default()));
        assert_eq!(found, expect, "{passage} of {seed}");
    };
    check("a:100|p:25", "p:25", false, true);
    check("a:100|p:24", "p:24", false, false);
    check("a:100", "a:20-60", false, true);
    check("a:100", "a:20-59", false, false);
    check("a:100", "a:20-50", true, true);
    check("a:100", "a:20-49", true, false);
}

#[test]
fn twice_as_long_is_of_similar_size() {
    assert!(are_of_similar_size((160, 80), 2));
    assert!(!are_of_similar_size((80, 161), 2));
}
