//! A corpus in, the title of its report out; letters in, the title that each has wherever it is named.
//!
//! A letter's title is its first sentence that most of its comments hold word for word and that no letter of another campaign
//! has. A question, a greeting, what a form asks for, and what each copy fills in anew is none. Where no sentence is like
//! that, the title is the one that most hold of those that no other campaign has, or how the letter begins.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::printable;
use super::schema::ReportedCluster;
use crate::clustering::Cluster;
use crate::corpus::Corpus;
use crate::detection::Detection;

/// Characters of a docket's id and of a file's name.
const LONGEST_NAME: usize = 60;
/// Characters of a letter's title: with its count it fits into a terminal of 80 columns.
const LONGEST_TITLE: usize = 70;
/// Words of a title: "Thank you very much" says nothing.
const FEWEST_WORDS: usize = 5;
/// Words of what a form asks for: "Name:", "Your street address:".
const LABEL_WORDS: usize = 4;
/// What stands for what every copy fills in anew.
const FILLED_IN: &str = "[…]";

/// A sentence of a letter.
struct Sentence {
    title: String,
    /// Whether it says something of its own.
    may_be_title: bool,
    /// Comments that hold it word for word.
    n_holding: usize,
}

/// Gives letters their titles, each beside the cluster that it is of.
pub(super) fn give(detection: &Detection, letters: &mut [(&Cluster, ReportedCluster)]) {
    let sentences: Vec<Vec<Sentence>> = letters
        .par_iter()
        .map(|(found, letter)| held_sentences(detection, found, &letter.reference.paragraphs))
        .collect();
    let campaigns = &detection.campaigns;
    // A letter in no campaign is by itself.
    let homes: Vec<usize> = (campaigns.campaigns.len()..)
        .zip(&*letters)
        .map(|(own, (found, _))| campaigns.of_seed.get(&found.seed).copied().unwrap_or(own))
        .collect();
    let mut holders: FxHashMap<&str, FxHashSet<usize>> = FxHashMap::default();
    for (home, sentences) in homes.iter().zip(&sentences) {
        for sentence in sentences {
            holders.entry(&sentence.title).or_default().insert(*home);
        }
    }
    let mut taken: FxHashMap<String, usize> = FxHashMap::default();
    for (((_, letter), home), sentences) in letters.iter_mut().zip(homes).zip(&sentences) {
        let own = sentences.iter().filter(|sentence| {
            sentence.may_be_title
                && holders.get(sentence.title.as_str()).is_none_or(|holders| holders.len() == 1)
                && is_free(&taken, &sentence.title, home)
        });
        letter.title = match chosen(own, letter.n_comments) {
            Some(sentence) => sentence.title.clone(),
            None => beginning(letter, &taken, home),
        };
        taken.insert(letter.title.clone(), home);
    }
}

/// Whether no letter of another campaign has a title.
fn is_free(taken: &FxHashMap<String, usize>, title: &str, home: usize) -> bool {
    taken.get(title).is_none_or(|other| *other == home)
}

/// The first sentence that more than half of so many comments hold, or the first of those that most hold.
fn chosen<'a>(
    mut own: impl DoubleEndedIterator<Item = &'a Sentence> + Clone,
    n_comments: usize,
) -> Option<&'a Sentence> {
    let most = own.clone().rev().max_by_key(|sentence| sentence.n_holding);
    own.find(|sentence| sentence.n_holding * 2 > n_comments).or(most)
}

/// How a letter begins, with its id where another one begins so, too.
fn beginning(letter: &ReportedCluster, taken: &FxHashMap<String, usize>, home: usize) -> String {
    let opening = letter.reference.opening();
    let title = printable::excerpt(&opening, LONGEST_TITLE);
    if is_free(taken, &title, home) {
        return title;
    }
    let id = format!(" ({})", letter.id);
    printable::excerpt(&opening, LONGEST_TITLE - id.len()) + &id
}

/// The first sentences of a letter, with how many of its comments hold each.
fn held_sentences(detection: &Detection, found: &Cluster, letter: &[String]) -> Vec<Sentence> {
    let held = detection.held_sentences(found, letter).into_iter();
    held.map(|held| {
        // The number of an item is no part of what it says.
        let text =
            held.text.trim_start_matches(|c: char| c.is_ascii_digit() || "().•*- ".contains(c));
        Sentence {
            title: printable::excerpt(text, LONGEST_TITLE),
            may_be_title: held.n_words >= FEWEST_WORDS && says_something(text),
            n_holding: held.n_holding,
        }
    })
    .collect()
}

/// How greetings and thanks begin, and what a sender says of himself or herself.
const OPENINGS: [&str; 11] = [
    "dear ",
    "to whom ",
    "hello",
    "greetings",
    "good morning",
    "good afternoon",
    "thank you",
    "thanks ",
    "my name is ",
    "i am a resident of ",
    "i live at ",
];

/// Whether a sentence is neither a question nor a greeting or thanks, nor what a form asks for or each copy fills in.
fn says_something(text: &str) -> bool {
    let said = text.trim();
    let label = said.split_once(':').map(|(label, _)| label.split_whitespace().count());
    let lower = said.to_lowercase();
    let is_opening = OPENINGS.iter().any(|opening| lower.starts_with(opening));
    let is_open = said.ends_with([':', ',', '?', '？']) || said.contains(FILLED_IN);
    !is_opening && !is_open && label.is_none_or(|n| n > LABEL_WORDS)
}

/// Name of the file that all comments are from, where it is one.
pub(super) fn file_name(corpus: &Corpus) -> Option<&str> {
    let name = corpus.parts().file.as_ref()?.rsplit('/').next()?;
    (!name.is_empty() && name != "-").then_some(name)
}

/// Names the docket that most comments cite, and the file that all comments are from, where it is one.
pub(super) fn of_docket(corpus: &Corpus) -> String {
    let mut n_citing: BTreeMap<String, usize> = BTreeMap::new();
    for (dockets, n_comments) in corpus.dockets_of_texts() {
        for docket in dockets.all() {
            *n_citing.entry(docket).or_default() += n_comments;
        }
    }
    // Of dockets that equally many cite the first by name.
    let most = n_citing
        .into_iter()
        .rev()
        .max_by_key(|(_, n)| *n)
        .map(|(docket, n)| (printable::excerpt(&docket, LONGEST_NAME), n));
    let title = match most {
        Some((docket, n)) if n * 2 > corpus.len() => format!("Comments on docket {docket}"),
        Some((docket, _)) => format!("Comments on docket {docket} and others"),
        None => "Comments on a proposed rule".to_owned(),
    };
    match file_name(corpus) {
        Some(file) => format!("{title} ({})", printable::excerpt(file, LONGEST_NAME)),
        None => title,
    }
}

#[cfg(test)]
mod tests {
    use super::{Sentence, chosen, says_something};

    /// How many of ten comments hold each sentence, and which is the title: half of them are not most of them.
    #[test]
    fn a_title_is_the_first_sentence_that_most_hold() {
        for (n_holding, expect) in
            [("6 9", "0"), ("5 6", "1"), ("5 5 4", "0"), ("4 5", "1"), ("", "none")]
        {
            let numbers = n_holding.split_whitespace().map(|n| n.parse().expect("a number"));
            let sentences: Vec<Sentence> = numbers
                .zip(0..)
                .map(|(n, nth)| Sentence {
                    title: nth.to_string(),
                    may_be_title: true,
                    n_holding: n,
                })
                .collect();
            let title = chosen(sentences.iter(), 10).map_or("none", |sentence| &sentence.title);
            assert_eq!(title, expect, "{n_holding}");
        }
    }

    #[test]
    fn a_title_says_something() {
        for (text, expect) in [
            ("The ferry carries four hundred people to work.", true),
            ("Dear members of the Harbor Commission and its staff,", false),
            ("Do you support the closing of the ferry landing?", false),
            ("Your street address: 12 Ferry Lane, Quill Point", false),
            ("My name is […] and I live at Quill Point.", false),
            ("Thank you for your consideration and your time.", false),
            ("I ask for one thing in the draft of this year: keep the night boat.", true),
        ] {
            assert_eq!(says_something(text), expect, "{text}");
        }
    }
}
