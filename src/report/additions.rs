//! A cluster in, the passages that its members added out: each once, the most substantial first.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::schema::{Cluster, Member};

/// A passage that stands in no reference copy, with everyone who wrote it.
#[derive(Clone, Debug)]
pub struct Addition<'a> {
    /// As the first of the members wrote it.
    pub text: &'a str,
    /// The distinct texts that hold it, in the order of the report.
    pub members: Vec<&'a Member>,
    /// Comments that hold it, exact copies included.
    pub n_comments: usize,
    /// Words in it.
    pub n_words: usize,
}

/// The passages added in a cluster. Passages that differ only in case, spacing and punctuation are one.
/// Distinct words order them, so that repetition and exclamation marks are no substance.
pub fn additions(cluster: &Cluster) -> Vec<Addition<'_>> {
    let mut by_words: BTreeMap<String, Addition<'_>> = BTreeMap::new();
    for member in &cluster.members {
        let mut own = BTreeSet::new();
        for passage in &member.unique_text {
            let words = words(&passage.text);
            // A passage twice in one comment is still one comment.
            if !own.insert(words.clone()) {
                continue;
            }
            let n_words = words.split(' ').count();
            let addition = by_words.entry(words).or_insert_with(|| Addition {
                text: &passage.text,
                members: Vec::new(),
                n_comments: 0,
                n_words,
            });
            addition.members.push(member);
            addition.n_comments += member.n_copies;
        }
    }
    let mut ranked: Vec<(usize, Addition<'_>)> = by_words
        .into_iter()
        .map(|(words, addition)| (n_distinct(&words), addition))
        .collect();
    ranked.sort_by(|(a_distinct, a), (b_distinct, b)| {
        (b_distinct, b.n_comments, &a.members[0].id, a.text).cmp(&(
            a_distinct,
            a.n_comments,
            &b.members[0].id,
            b.text,
        ))
    });
    ranked.into_iter().map(|(_, addition)| addition).collect()
}

/// How much a member wrote of its own: the distinct words of its passages.
pub fn substance(member: &Member) -> usize {
    let passages = member.unique_text.iter();
    let words: Vec<String> = passages.map(|passage| words(&passage.text)).collect();
    n_distinct(&words.join(" "))
}

fn n_distinct(words: &str) -> usize {
    let words: FxHashSet<&str> = words.split(' ').collect();
    words.len()
}

/// The words in lower case, one space between them.
fn words(text: &str) -> String {
    let mut words = String::with_capacity(text.len());
    for word in text.split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’') {
        if !word.is_empty() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.extend(word.chars().flat_map(char::to_lowercase));
        }
    }
    words
}
