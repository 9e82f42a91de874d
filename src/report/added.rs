//! Edits in, what commenters added out, the most telling first.
//!
//! An analyst reads from the top: a passage that speaks of things few others speak of may hold a point
//! that has to be answered; "Thank you!!!" does not.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::schema::{Added, Member};
use crate::Detection;
use crate::corpus::tokens::tokenize;

/// One distinct text in this many may use a word for it to be rare.
const RARE: usize = 20;

/// How many distinct texts of a docket use each term.
pub(super) struct Usage {
    n_texts: Vec<u32>,
    n_rare: u32,
}

impl Usage {
    pub(super) fn of(detection: &Detection) -> Self {
        let corpus = &detection.corpus;
        let mut n_texts = vec![0; corpus.vocabulary().len()];
        let groups = detection.groups.groups();
        for group in groups {
            let mut terms = corpus.token_text(group.representative()).terms().to_vec();
            terms.sort_unstable();
            terms.dedup();
            terms.iter().for_each(|term| n_texts[term.0 as usize] += 1);
        }
        Self {
            n_texts,
            n_rare: (groups.len() / RARE).max(1) as u32,
        }
    }
}

/// The passages of a cluster's members, equal ones together.
pub(super) fn ranked(detection: &Detection, usage: &Usage, members: &[Member]) -> Vec<Added> {
    let vocabulary = detection.corpus.vocabulary();
    let mut passages: BTreeMap<Vec<String>, Added> = BTreeMap::new();
    for member in members {
        for passage in &member.unique_text {
            let words: Vec<String> = tokenize(&passage.text)
                .into_iter()
                .map(|token| token.form.into_owned())
                .collect();
            let added = passages.entry(words).or_insert_with_key(|words| {
                let mut distinct: Vec<&String> = words.iter().collect();
                distinct.sort_unstable();
                distinct.dedup();
                let is_rare = |word: &&&String| {
                    let term = vocabulary.number(word);
                    term.is_none_or(|term| usage.n_texts[term.0 as usize] <= usage.n_rare)
                };
                let is_figure = |word: &String| word.bytes().any(|byte| byte.is_ascii_digit());
                Added {
                    text: passage.text.clone(),
                    members: Vec::new(),
                    n_comments: 0,
                    n_words: words.len(),
                    n_rare_words: distinct.iter().filter(is_rare).count(),
                    has_figures: words.iter().any(is_figure),
                    is_new: true,
                }
            });
            added.is_new &= member.n_new == member.n_copies;
            if added.members.last() != Some(&member.id) {
                added.members.push(member.id.clone());
                added.n_comments += member.n_copies;
            }
        }
    }
    let mut added: Vec<Added> = passages.into_values().collect();
    added
        .iter_mut()
        .for_each(|added| added.members.sort_unstable());
    added.sort_by(|a, b| {
        let key = |added: &Added| Reverse((added.n_rare_words, added.n_words));
        (key(a), &a.members, &a.text).cmp(&(key(b), &b.members, &b.text))
    });
    added
}
