//! Edits in, what commenters added out, the most telling first.
//!
//! An analyst reads from the top: a passage that speaks of things few others speak of may hold a point
//! that has to be answered; "Thank you!!!" does not.

use std::cmp::Reverse;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::schema::{Added, ReportedFacts, ReportedMember};
use crate::corpus::tokens::for_each_token;
use crate::corpus::{DocId, TermId, TokenText, document_frequencies};
use crate::detection::Detection;

/// One distinct text in this many may use a word for it to be rare.
pub(super) const RARE: usize = 20;

/// How many distinct texts of a docket use each term.
pub(super) struct Usage {
    n_texts: Vec<u64>,
    n_rare: u64,
}

impl Usage {
    pub(super) fn of(detection: &Detection) -> Self {
        let corpus = &detection.corpus;
        let groups = detection.groups.groups().iter();
        let texts = groups.map(|group| corpus.token_text(group.representative()));
        let texts: Vec<&TokenText> = texts.collect();
        Self {
            n_texts: document_frequencies(&texts, corpus.vocabulary().len()),
            n_rare: (texts.len() / RARE).max(1) as u64,
        }
    }

    /// The distinct words of a text that are rare, and no quotation of a known text.
    pub(super) fn n_rare_words(&self, detection: &Detection, text: DocId) -> usize {
        let own = detection.quotes.own_text(&detection.corpus, text);
        let mut terms = own.terms().to_vec();
        terms.sort_unstable();
        terms.dedup();
        terms.iter().filter(|term| self.is_rare(**term)).count()
    }

    fn is_rare(&self, term: TermId) -> bool {
        self.n_texts[term.0 as usize] <= self.n_rare
    }
}

/// The passages of a cluster's members, equal ones together.
pub(super) fn ranked(
    detection: &Detection,
    usage: &Usage,
    members: &[ReportedMember],
) -> Vec<Added> {
    let words: Vec<Vec<String>> = members
        .par_iter()
        .map(|member| passages(member).map(|(text, _)| words_of(text)).collect())
        .collect();
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    let mut found: Vec<(&str, Added)> = Vec::new();
    for (member, words) in members.iter().zip(&words) {
        for ((text, n_held_by), words) in passages(member).zip(words) {
            let place = *places.entry(words).or_insert(found.len());
            if place == found.len() {
                found.push((words, of_text(text)));
            }
            let (_, added) = &mut found[place];
            added.n_held_by = n_held_by.max(added.n_held_by);
            added.is_new &= member.n_new == member.n_copies;
            if added.members.last() != Some(&member.id) {
                added.members.push(member.id.clone());
                added.n_comments += member.n_copies;
            }
        }
    }
    let vocabulary = detection.corpus.vocabulary();
    let described = found.into_par_iter().map(|(words, mut added)| {
        let mut words: Vec<&str> = words.split_whitespace().collect();
        added.n_words = words.len();
        words.sort_unstable();
        words.dedup();
        let is_rare = |word: &&&str| {
            let term = vocabulary.number(word);
            term.is_none_or(|term| usage.is_rare(term))
        };
        added.n_rare_words = words.iter().filter(is_rare).count();
        let mut letters = words.iter().flat_map(|word| word.bytes());
        added.has_figures = letters.any(|byte| byte.is_ascii_digit());
        added.facts = ReportedFacts::of(&[added.text.as_str()]);
        added.members.sort_unstable();
        added
    });
    let mut added: Vec<Added> = described.collect();
    added.par_sort_unstable_by(|a, b| {
        let key = |added: &Added| Reverse((added.n_rare_words, added.n_words));
        (key(a), &a.members, &a.text).cmp(&(key(b), &b.members, &b.text))
    });
    added
}

/// What a member added, each with how many comments hold it: 0 of what nobody else has.
fn passages(member: &ReportedMember) -> impl Iterator<Item = (&str, usize)> {
    let own = member.unique_text.iter().map(|passage| (passage.text.as_str(), 0));
    own.chain(member.shared_text.iter().map(|shared| (shared.text.as_str(), shared.n_comments)))
}

/// The words of a passage in their normal form, a space behind each.
fn words_of(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for_each_token(text, |form, _| {
        words.push_str(form);
        words.push(' ');
    });
    words
}

/// A passage that nobody has added yet.
fn of_text(text: &str) -> Added {
    Added {
        text: text.to_owned(),
        members: Vec::new(),
        n_comments: 0,
        n_held_by: 0,
        n_words: 0,
        n_rare_words: 0,
        has_figures: false,
        facts: ReportedFacts::default(),
        is_new: true,
    }
}
