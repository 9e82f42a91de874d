//! The letters of a kit and its comments in, out how many comments hold which passage.
//!
//! A text holds a passage where it has half of its runs of five words. A passage is a paragraph of a letter, or
//! neighbouring sentences of one that the same letters hold: what one letter sets as one paragraph others take
//! apart. Two are the same where the longer holds the shorter.

use std::cmp::Reverse;
use std::hash::{Hash as _, Hasher as _};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::schema::{DocumentLine, ReportedCampaign, ReportedCluster};
use crate::corpus::sentences;
use crate::corpus::tokens::for_each_token;

/// Words of a run.
const RUN: usize = 5;
/// Words of a paragraph that is a passage: greetings and thanks are none.
const SHORTEST: usize = 8;
/// Passages that are looked for.
const MOST_PASSAGES: usize = 60;

/// The passages of a kit, and who holds them so far.
pub(super) struct Kit<'a> {
    /// The largest first.
    letters: Vec<&'a ReportedCluster>,
    passages: Vec<Passage<'a>>,
    passages_with: FxHashMap<u64, Vec<u32>>,
    n_copies: FxHashMap<&'a str, usize>,
}

/// A passage, and the comments that hold it.
struct Passage<'a> {
    text: &'a str,
    n_runs: usize,
    /// By letter; at the end those of the comments in no cluster.
    n_holders: Vec<usize>,
}

/// A passage with who holds it.
pub(super) struct HeldPassage<'a> {
    pub(super) text: &'a str,
    pub(super) n_comments: usize,
    /// For each letter of the kit how many comments of its cluster.
    pub(super) of_letters: Vec<usize>,
    /// Comments in no cluster.
    pub(super) n_alone: usize,
}

impl<'a> Kit<'a> {
    pub(super) fn new(
        campaign: &ReportedCampaign,
        cluster: impl Fn(&str) -> Option<&'a ReportedCluster>,
    ) -> Self {
        let letters = campaign.clusters.iter();
        let letters: Vec<&ReportedCluster> = letters.filter_map(|id| cluster(id)).collect();
        let n_copies = letters.iter().flat_map(|letter| {
            let reference = &letter.reference;
            let members = letter.members.iter();
            let members = members.map(|member| (member.id.as_str(), member.n_copies));
            // The comment that a consensus is made of is a member, too, and as such it counts.
            std::iter::once((reference.id.as_str(), reference.n_copies)).chain(members)
        });
        let mut kit = Self {
            n_copies: n_copies.collect(),
            passages: Vec::new(),
            passages_with: FxHashMap::default(),
            letters,
        };
        let letters = kit.letters.clone();
        let mut letters_with: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        for (at, letter) in letters.iter().enumerate() {
            let paragraphs = letter.reference.paragraphs.iter().map(String::as_str);
            for run in runs(paragraphs) {
                letters_with.entry(run).or_default().push(at as u32);
            }
        }
        let paragraphs = letters.iter().flat_map(|it| &it.reference.paragraphs);
        let passages = paragraphs.flat_map(|text| passages(text, &letters_with));
        passages.for_each(|text| kit.add(text));
        kit
    }

    fn add(&mut self, text: &'a str) {
        let runs = runs([text]);
        let is_known = shared(&runs, &self.passages_with).into_iter().any(|(at, n_shared)| {
            let n_runs = runs.len().min(self.passages[at as usize].n_runs);
            n_shared * 2 >= n_runs
        });
        let is_short = runs.len() + RUN <= SHORTEST;
        if is_known || is_short || self.passages.len() == MOST_PASSAGES {
            return;
        }
        for run in &runs {
            let passages = self.passages_with.entry(*run).or_default();
            passages.push(self.passages.len() as u32);
        }
        self.passages.push(Passage {
            text,
            n_runs: runs.len(),
            n_holders: vec![0; self.letters.len() + 1],
        });
    }

    /// Takes in a line of one of its comments.
    pub(super) fn see(&mut self, line: &DocumentLine) {
        // The line of an exact copy has no text, and counts with the text it copies.
        if line.paragraphs.is_empty() {
            return;
        }
        let letters = self.letters.iter();
        let mut own = letters.map(|letter| Some(&letter.id) == line.cluster.as_ref());
        let column = own.position(|is_own| is_own).unwrap_or(self.letters.len());
        let n_copies = self.n_copies.get(line.id.as_str()).copied().unwrap_or(1);
        let paragraphs = line.paragraphs.iter().map(String::as_str);
        for (at, n_shared) in shared(&runs(paragraphs), &self.passages_with) {
            let passage = &mut self.passages[at as usize];
            if n_shared * 2 >= passage.n_runs {
                passage.n_holders[column] = passage.n_holders[column].saturating_add(n_copies);
            }
        }
    }

    /// The passages, the one that most comments hold first.
    pub(super) fn passages(&self) -> Vec<HeldPassage<'a>> {
        let sum =
            |n_holders: &[usize]| n_holders.iter().fold(0, |a: usize, b| a.saturating_add(*b));
        let held = self.passages.iter().filter_map(|passage| {
            let (n_alone, of_letters) = passage.n_holders.split_last()?;
            Some(HeldPassage {
                text: passage.text,
                n_comments: sum(&passage.n_holders),
                of_letters: of_letters.to_vec(),
                n_alone: *n_alone,
            })
        });
        let mut held: Vec<HeldPassage<'a>> = held.collect();
        held.sort_by_key(|passage| Reverse(passage.n_comments));
        held
    }
}

/// How many of some runs each letter, or each passage, has.
fn shared(runs: &FxHashSet<u64>, holders: &FxHashMap<u64, Vec<u32>>) -> FxHashMap<u32, usize> {
    let mut n_shared = FxHashMap::default();
    for run in runs {
        for holder in holders.get(run).into_iter().flatten() {
            *n_shared.entry(*holder).or_default() += 1;
        }
    }
    n_shared
}

/// A paragraph of a letter, cut where other letters hold the next sentence.
fn passages<'a>(paragraph: &'a str, letters_with: &FxHashMap<u64, Vec<u32>>) -> Vec<&'a str> {
    let mut passages: Vec<(Vec<u32>, Range<usize>)> = Vec::new();
    for sentence in sentences(paragraph) {
        let runs = runs([&paragraph[sentence.clone()]]);
        let letters = shared(&runs, letters_with).into_iter();
        let holders = letters.filter(|(_, n_shared)| n_shared * 2 >= runs.len());
        let mut holders: Vec<u32> = holders.map(|(letter, _)| letter).collect();
        holders.sort_unstable();
        match passages.last_mut() {
            // Too short a sentence goes with the one before.
            Some((last, passage)) if *last == holders || runs.is_empty() => {
                passage.end = sentence.end;
            }
            _ => passages.push((holders, sentence)),
        }
    }
    let passages = passages.into_iter();
    passages.map(|(_, passage)| &paragraph[passage]).collect()
}

/// The runs of words of some paragraphs, each once; no run goes from one paragraph to the next.
fn runs<'a>(paragraphs: impl IntoIterator<Item = &'a str>) -> FxHashSet<u64> {
    let mut runs = FxHashSet::default();
    let mut words = Vec::new();
    for paragraph in paragraphs {
        words.clear();
        for_each_token(paragraph, |word, _| {
            let mut hasher = FxHasher::default();
            word.hash(&mut hasher);
            words.push(hasher.finish());
        });
        runs.extend(words.windows(RUN).map(|run| {
            let mut hasher = FxHasher::default();
            run.hash(&mut hasher);
            hasher.finish()
        }));
    }
    runs
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::{passages, runs};

    fn check(letters: &[&str], expect: &[&str]) {
        let mut letters_with: FxHashMap<u64, Vec<u32>> = FxHashMap::default();
        for (at, letter) in letters.iter().enumerate() {
            for run in runs(letter.split('\n')) {
                letters_with.entry(run).or_default().push(at as u32);
            }
        }
        assert_eq!(passages(letters[0], &letters_with), expect);
    }

    const TROUT: &str =
        "Trout turn back at the weir every autumn. So do the eels that we used to smoke.";
    const FLOOD: &str = "The gauge downstream rose by the width of a hand.";

    #[test]
    fn a_paragraph_is_cut_where_letters_take_it_apart() {
        let both = format!("{TROUT} {FLOOD}");
        check(&[&both], &[&both]);
        check(&[&both, &both], &[&both]);
        check(&[&both, &format!("{FLOOD}\nWe ask for more.")], &[TROUT, FLOOD]);
        check(&[&format!("{FLOOD} Yes!"), TROUT], &[&format!("{FLOOD} Yes!")]);
        check(&["", TROUT], &[]);
    }
}
