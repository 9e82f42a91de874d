//! Every word of a copy is its letter's, or stands in a list: reckoned from the written lines alone, with tokens and an
//! alignment of the test's own.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use durian::report::schema::{DocumentLine, Report};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::laws::cases;
use crate::{detect, fixtures};

/// Words in a row that say where a word was taken from.
const IN_A_ROW: usize = 3;
/// Words of a sentence that no text holds by chance.
const TELLING: usize = 4;

/// Letters and digits in a row, in lower case; where a script has no spaces, each character.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_open = false;
    for letter in text.chars().filter(|letter| !"'’".contains(*letter)) {
        let is_spaced = letter < '\u{2e80}';
        match letter.is_alphanumeric() {
            true if is_open && is_spaced => {
                words.last_mut().expect("it is open").extend(letter.to_lowercase());
            }
            true => words.push(letter.to_lowercase().collect()),
            false => {}
        }
        is_open = letter.is_alphanumeric() && is_spaced;
    }
    words
}

fn holds(text: &[String], passage: &[String]) -> bool {
    text.windows(passage.len().max(1)).any(|some| some == passage)
}

/// Marks a passage where it stands unmarked.
fn mark(text: &[String], is_listed: &mut [bool], passage: &str, id: &str) {
    let passage = words(passage);
    if passage.is_empty() {
        return;
    }
    let place = text
        .windows(passage.len())
        .enumerate()
        .find(|(at, some)| *some == passage && !is_listed[*at..at + passage.len()].contains(&true));
    let (at, _) =
        place.unwrap_or_else(|| panic!("{id}: not in the text, or in two lists: {passage:?}"));
    is_listed[at..at + passage.len()].fill(true);
}

/// Whether a passage begins and ends where a sentence does.
fn is_whole(paragraphs: &[String], passage: &str) -> bool {
    let ends = |before: &str| {
        let before = before.trim_end().trim_end_matches(['"', '\'', '”', '’', ')', ']', '」']);
        before.is_empty() || before.ends_with(['.', '!', '?', '。', '！', '？', '｡'])
    };
    let begins = |passage: &str| {
        let mut letters = passage.trim_start().chars();
        letters.next().is_some_and(|first| "-*•·".contains(first) || first.is_ascii_digit())
    };
    paragraphs.iter().any(|paragraph| {
        paragraph.match_indices(passage).any(|(at, _)| {
            let rest = &paragraph[at + passage.len()..];
            (ends(&paragraph[..at]) || begins(passage))
                && (rest.trim().is_empty() || ends(passage) || begins(rest))
        })
    })
}

/// Checks all copies of a docket. Gives how many words of copies are in a list.
fn check(report: &Report, lines: &[DocumentLine]) -> usize {
    let letters: BTreeMap<&str, Vec<String>> = report
        .clusters
        .iter()
        .map(|cluster| (cluster.id.as_str(), words(&cluster.reference.paragraphs.join("\n"))))
        .collect();
    let texts: BTreeMap<&str, Vec<String>> = lines
        .iter()
        .filter(|line| !line.paragraphs.is_empty())
        .map(|line| (line.id.as_str(), words(&line.paragraphs.join("\n"))))
        .collect();
    let text_of = |line: &DocumentLine| {
        let copied = line.evidence.as_ref().map(|evidence| evidence.compared_with.as_str());
        texts.get(line.id.as_str()).or_else(|| texts.get(copied?))
    };
    let mut n_listed = 0;
    for line in lines.iter().filter(|line| !line.paragraphs.is_empty()) {
        let Some(letter) = line.cluster.as_deref().map(|id| &letters[id]) else {
            continue;
        };
        let (id, text) = (&line.id, &texts[line.id.as_str()]);
        let mut is_listed = vec![false; text.len()];
        let lists = line.unique_text.iter().map(String::as_str);
        let lists = lists.chain(line.shared_text.iter().map(|shared| shared.text.as_str()));
        for passage in lists.chain(line.changes.iter().map(|change| &*change.here)) {
            mark(text, &mut is_listed, passage, id);
            assert!(is_whole(&line.paragraphs, passage), "{id}: {passage}");
        }
        for passage in &line.form_text {
            let passage = words(&passage.text);
            for at in 0..text.len() {
                if text[at..].starts_with(&passage) {
                    is_listed[at..at + passage.len()].fill(true);
                }
            }
        }
        n_listed += is_listed.iter().filter(|listed| **listed).count();
        check_rest(id, text, &is_listed, letter);
        for passage in &line.unique_text {
            let passage = words(passage);
            let mut others = texts.iter().filter(|(_, other)| *other != text);
            let found = others.find(|(_, other)| holds(other, &passage));
            assert!(passage.len() < TELLING || found.is_none(), "{id}: {found:?} has {passage:?}");
        }
        for shared in &line.shared_text {
            let sentence = words(&shared.text);
            let holders = lines.iter().filter_map(text_of).filter(|text| holds(text, &sentence));
            let n = if sentence.len() < TELLING { 2 } else { holders.count() };
            assert!(shared.n_comments >= n.max(2), "{id}: {n} comments hold {shared:?}");
        }
    }
    n_listed
}

/// What is in no list is the letter's: each word, and most of them in a row with others.
fn check_rest(id: &str, text: &[String], is_listed: &[bool], letter: &[String]) {
    let vocabulary: BTreeSet<&String> = letter.iter().collect();
    let rows: BTreeSet<&[String]> = letter.windows(IN_A_ROW).collect();
    let mut n_rest = 0;
    let mut is_in_row = vec![false; text.len()];
    for (at, row) in text.windows(IN_A_ROW).enumerate() {
        if rows.contains(row) {
            is_in_row[at..at + IN_A_ROW].fill(true);
        }
    }
    let mut n_in_row = 0;
    for (at, word) in text.iter().enumerate().filter(|(at, _)| !is_listed[*at]) {
        assert!(vocabulary.contains(word), "{id}: `{word}` is not the letter's and in no list");
        n_rest += 1;
        n_in_row += usize::from(is_in_row[at]);
    }
    assert!(n_in_row * 2 >= n_rest, "{id}: {n_in_row} of {n_rest} words stand as in the letter");
}

#[test]
fn every_word_of_the_fixtures_is_the_letters_or_in_a_list() {
    let mut n_listed = 0;
    for folder in fs::read_dir(fixtures()).expect("fixtures").flatten() {
        if folder.path().is_dir() {
            let (_, report, lines) = detect(&folder.path().join("docket"));
            n_listed += check(&report, &lines);
        }
    }
    assert!(n_listed > 1000, "{n_listed}");
}

/// What a sender does to a letter.
#[derive(Clone, Debug)]
enum Act {
    /// Adds a sentence of their own.
    Own(u32),
    /// Adds a sentence that others add, too.
    Alert(usize),
    /// Adds a sentence of the other letter.
    Other(usize),
    /// Puts another word for one.
    Word(usize, u32),
    /// Leaves a sentence out.
    Drop(usize),
    /// Puts a sentence first.
    First(usize),
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        any::<u32>().prop_map(Act::Own),
        (0..4usize).prop_map(Act::Alert),
        (0..8usize).prop_map(Act::Other),
        (any::<prop::sample::Index>(), any::<u32>())
            .prop_map(|(at, word)| Act::Word(at.index(97), word)),
        (0..8usize).prop_map(Act::Drop),
        (0..8usize).prop_map(Act::First),
    ]
}

/// A sentence of 5 to 16 words out of 400, a function of its number.
fn sentence(number: u32) -> String {
    let mut state = u64::from(number) * 2 + 1;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let n_words = 5 + next(12);
    let words: Vec<String> = (0..n_words).map(|_| word(next(400) as u32)).collect();
    let mut text = words.join(" ");
    text[..1].make_ascii_uppercase();
    text + "."
}

fn word(number: u32) -> String {
    const SYLLABLES: [&str; 20] = [
        "ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu",
        "va", "we", "xi", "yo", "zu",
    ];
    let number = number as usize % 400;
    format!("{}{}", SYLLABLES[number / 20], SYLLABLES[number % 20])
}

fn copy(letter: u32, acts: &[Act]) -> String {
    let sentence_of = |letter: u32, at: usize| sentence(1000 * (letter + 1) + at as u32);
    let mut sentences: Vec<String> = (0..8).map(|at| sentence_of(letter, at)).collect();
    for act in acts {
        let at = |n: usize| n % sentences.len().max(1);
        match act {
            Act::Own(number) => sentences.push(sentence(100_000 + number % 1_000_000)),
            Act::Alert(number) => sentences.insert(at(*number), sentence(50_000 + *number as u32)),
            Act::Other(number) => sentences.push(sentence_of(1 - letter, *number)),
            Act::Word(place, other) => {
                let sentence = at(*place);
                let mut words: Vec<String> = sentences[sentence]
                    .trim_end_matches('.')
                    .split(' ')
                    .map(str::to_owned)
                    .collect();
                let changed = place % words.len();
                words[changed] = word(*other);
                let mut text = words.join(" ");
                text[..1].make_ascii_uppercase();
                sentences[sentence] = text + ".";
            }
            Act::Drop(number) if sentences.len() > 3 => _ = sentences.remove(at(*number)),
            Act::Drop(_) => {}
            Act::First(number) => sentences[..=number % 3].rotate_right(1),
        }
    }
    let paragraphs: Vec<String> = sentences.chunks(3).map(|some| some.join(" ")).collect();
    paragraphs.join("\n\n")
}

proptest! {
    #![proptest_config(cases(24))]

    /// Dockets of two letters, sent as they are by some or by nobody, with single comments beside them.
    #[test]
    fn every_word_of_a_copy_is_the_letters_or_in_a_list(
        copies in prop::collection::vec((0..2u32, prop::collection::vec(act(), 0..6)), 2..40),
        n_exact in 0..8usize,
        n_single in 0..6u32,
    ) {
        let folder = TempDir::new().expect("a folder");
        let write = |name: String, text: String| {
            fs::write(Path::new(folder.path()).join(name), text).expect("a file");
        };
        for (at, (letter, acts)) in copies.iter().enumerate() {
            write(format!("copy-{at:03}.txt"), copy(*letter, acts));
        }
        for at in 0..n_exact {
            write(format!("exact-{at}.txt"), copy(0, &[]));
        }
        for at in 0..n_single {
            let own = (0..5).map(|nth| sentence(2_000_000 + 10 * at + nth));
            let text: Vec<String> = own.chain([sentence(50_000 + at % 4)]).collect();
            write(format!("single-{at}.txt"), text.join(" "));
        }
        let (_, report, lines) = detect(folder.path());
        check(&report, &lines);
    }
}

/// One sentence of twelve words, which two comments of one text add, and which a single comment has within a longer
/// sentence, is held by three; so many added it who mended a word of it, and they themselves. A sentence of the other letter is
/// held by that letter's six and the one that took it over.
#[test]
fn holders_of_a_sentence_are_counted() {
    const LETTER: &str = "The county wants to drain the old mill pond before the winter. It keeps our \
        cellars dry and the herons fed, as every miller in the valley has known.";
    const OTHER: &str = "Night buses take the nurses home from the late shift at the hospital. Without \
        them the ward would have to close at ten.";
    const ALERT: &str = "My family has walked around that water on every Sunday since spring.";
    const EDITED: &str = "My family has walked beside that water on every Sunday since spring.";
    let folder = TempDir::new().expect("a folder");
    let write = |name: &str, text: String| {
        fs::write(folder.path().join(name), text).expect("a file");
    };
    for at in 0..6 {
        write(&format!("letter-{at}.txt"), LETTER.to_owned());
        write(&format!("other-{at}.txt"), OTHER.to_owned());
    }
    write("a.txt", format!("{LETTER} {ALERT}"));
    write("b.txt", format!("{LETTER} {ALERT}"));
    write("c.txt", format!("{LETTER} {EDITED} I skated there as a boy."));
    write(
        "d.txt",
        format!(
            "Nobody asked me, though m{} and I mean to go on with it.",
            &ALERT[1..ALERT.len() - 1]
        ),
    );
    write("e.txt", format!("{LETTER} {}", &OTHER[..OTHER.find("Without").expect("it is there")]));
    write("f.txt", LETTER.replace("the herons", "our herons").replace("old mill", "new mill"));
    let (_, report, lines) = detect(folder.path());
    check(&report, &lines);
    let line = |id: &str| lines.iter().find(|line| line.id == id).expect("a line");
    let shared = |id: &str| -> Vec<(&str, usize)> {
        line(id).shared_text.iter().map(|it| (it.text.as_str(), it.n_comments)).collect()
    };
    assert_eq!(shared("a.txt"), [(ALERT, 3)]);
    assert_eq!(shared("b.txt"), [(ALERT, 3)]);
    assert_eq!(shared("c.txt"), [(EDITED, 3)]);
    assert_eq!(line("c.txt").unique_text, ["I skated there as a boy."]);
    let (bus, _) = OTHER.split_once(" Without").expect("two sentences");
    assert_eq!(shared("e.txt"), [(bus, 7)]);
    let changes: Vec<(&str, &str)> =
        line("f.txt").changes.iter().map(|change| (&*change.letter, &*change.here)).collect();
    let pair = |at: usize| {
        let sentence = LETTER.split_inclusive(". ").nth(at).expect("a sentence").trim();
        (
            sentence.to_owned(),
            sentence.replace("the herons", "our herons").replace("old mill", "new mill"),
        )
    };
    let expect = [pair(0), pair(1)];
    let expect: Vec<(&str, &str)> = expect.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(changes, expect);
    let added =
        &report.clusters.iter().find(|it| it.reference.id.starts_with("letter")).expect("it").added;
    let of = |text: &str| {
        added.iter().find(|it| it.text == text).map(|it| (it.n_comments, it.n_held_by))
    };
    assert_eq!(of(ALERT), Some((2, 3)));
    assert_eq!(of("I skated there as a boy."), Some((1, 0)));
}
