//! Edits in, what commenters added out, the most telling first.
//!
//! An analyst reads from the top: a passage that speaks of things few others speak of may hold a point
//! that has to be answered; "Thank you!!!" does not.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Detection, is_nothing, passage_id};
use crate::corpus::tokens::normal_form;
use crate::corpus::{Corpus, DocId, TermId, Text, TokenText, document_frequencies};
use crate::exact::ExactGroups;
use crate::facts::{self, Facts};
use crate::ngrams::sorted_dedup;
use crate::thresholds::Share;

/// How many distinct texts of a docket use each term.
#[derive(Debug)]
pub struct Usage {
    n_texts: Vec<u64>,
    /// So many may use a word for it to be rare: hardly any.
    n_rare: u64,
}

/// A passage that one or more members added.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Added {
    /// The text, as the first member has it.
    pub text: String,
    /// Ids of the distinct comments that added it, ascending.
    pub members: Vec<String>,
    /// Comments of the cluster that added it, exact copies included.
    pub n_comments: usize,
    /// Comments of the docket that hold nine words of ten of it, or six of eight where several texts hold that version of
    /// it; these included. Absent where nobody else has it.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub n_held_by: usize,
    /// Short name of its words: the sheet *Responses* finds by it what was filled in.
    #[serde(default)]
    pub passage: String,
    /// Words in it.
    pub n_words: usize,
    /// Distinct words in it that at most one in twenty distinct texts of the docket uses. The rank.
    pub n_rare_words: usize,
    /// Whether it names a figure: "83 percent", "in 1994".
    pub has_figures: bool,
    /// What in it can be checked; absent where there is nothing.
    #[serde(default, skip_serializing_if = "Facts::are_none")]
    pub facts: Facts,
    /// Whether all comments that added it are new since the earlier report.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub is_new: bool,
}

impl Added {
    /// Id of the first comment that added it.
    pub fn first(&self) -> &str {
        self.members.first().map_or("", String::as_str)
    }
}

impl Usage {
    /// Counts the distinct texts of a docket.
    pub fn of(corpus: &Corpus, groups: &ExactGroups) -> Self {
        let distinct = groups.groups().iter();
        let texts: Vec<&TokenText> =
            distinct.map(|group| corpus.token_text(group.representative)).collect();
        let Share(one, in_so_many) = corpus.thresholds().shares.hardly_any;
        Self {
            n_texts: document_frequencies(&texts, corpus.vocabulary().len()),
            n_rare: (texts.len() * one / in_so_many).max(1) as u64,
        }
    }

    fn is_rare(&self, term: TermId) -> bool {
        self.n_texts[term.0 as usize] <= self.n_rare
    }
}

impl Detection {
    /// The distinct words of a text that are rare, and no quotation of a known text.
    pub fn n_rare_words(&self, text: DocId) -> usize {
        let terms = self.quotes.own_text(&self.corpus, text).terms();
        sorted_dedup(terms.iter().filter(|term| self.usage.is_rare(**term))).len()
    }

    /// The distinct words in what nobody else has but a text.
    pub fn n_distinct_words(&self, text: DocId) -> usize {
        let Some(edit) = self.edits.of(text) else { return 0 };
        let decoded = &*self.corpus.text(text).decoded;
        let words: String =
            edit.unique_text.iter().map(|place| normal_form(&decoded[place.clone()])).collect();
        words.split_whitespace().collect::<FxHashSet<_>>().len()
    }

    /// The passages of some copies of a letter, equal ones together, the most telling first.
    pub fn added(&self, copies: &[DocId]) -> Vec<Added> {
        let words: Vec<Vec<String>> = copies
            .par_iter()
            .map(|copy| {
                let text = self.corpus.text(*copy);
                self.passages(*copy, &text).map(|(passage, _)| normal_form(passage)).collect()
            })
            .collect();
        let mut places: FxHashMap<&str, usize> = FxHashMap::default();
        let mut found: Vec<(&str, Added)> = Vec::new();
        for (copy, words) in copies.iter().zip(&words) {
            let (id, with_its_text) = (self.corpus.id(*copy), self.copies(*copy));
            let is_new = self.n_new(with_its_text) == with_its_text.len();
            let text = self.corpus.text(*copy);
            for ((passage, n_held_by), words) in self.passages(*copy, &text).zip(words) {
                let place = *places.entry(words).or_insert(found.len());
                if place == found.len() {
                    let (text, is_new) = (passage.to_owned(), true);
                    found.push((words, Added { text, is_new, ..Added::default() }));
                }
                let (_, added) = &mut found[place];
                added.n_held_by = n_held_by.max(added.n_held_by);
                added.is_new &= is_new;
                if added.members.last().is_none_or(|last| last != id) {
                    added.members.push(id.to_owned());
                    added.n_comments += with_its_text.len();
                }
            }
        }
        let mut added: Vec<Added> = found
            .into_par_iter()
            .map(|(words, mut added)| {
                let distinct = sorted_dedup(words.split_whitespace());
                let terms = distinct.into_iter().map(|word| self.corpus.vocabulary().number(word));
                added.n_rare_words =
                    terms.filter(|term| term.is_none_or(|term| self.usage.is_rare(term))).count();
                added.n_words = words.split_whitespace().count();
                added.has_figures = words.bytes().any(|byte| byte.is_ascii_digit());
                added.facts = facts::of(&[added.text.as_str()]);
                added.passage = passage_id(&added.text);
                added.members.sort_unstable();
                added
            })
            .collect();
        added.par_sort_unstable_by(|a, b| {
            let most_telling = (b.n_rare_words, b.n_words).cmp(&(a.n_rare_words, a.n_words));
            most_telling.then_with(|| (&a.members, &a.text).cmp(&(&b.members, &b.text)))
        });
        added
    }

    /// What a copy added to its text, each with how many comments hold it: 0 of what nobody else has.
    fn passages<'a>(
        &'a self,
        copy: DocId,
        text: &'a Text,
    ) -> impl Iterator<Item = (&'a str, usize)> {
        self.edits.of(copy).into_iter().flat_map(move |edit| {
            let own = edit.unique_text.iter().map(|place| (place, 0));
            own.chain(edit.shared_text.iter().map(|shared| (&shared.place, shared.n_comments)))
                .map(move |(place, n_held_by)| (&text.decoded[place.clone()], n_held_by))
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::clustering::earlier::Late;
    use crate::corpus::DocId;
    use crate::detection::tests::detected;

    /// Six sent a letter of three paragraphs, and two the same copy of it without the second and with a sentence of their
    /// own. All eight keep the first and the third paragraph; the sentence is two comments', and new where both are.
    #[test]
    fn copies_of_a_copy_count() {
        let letter = [
            "The ferry carries four hundred people to work on every weekday of the winter.",
            "The clinic depends on the night boat for its patients and for most nurses.",
            "Please keep the landing open, and repair the north pier before the ice.",
        ];
        let copy = [letter[0], letter[2], "My son works the night shift at the bakery."];
        let texts = [[letter; 6].as_slice(), &[copy; 2]].concat();
        let mut detection = detected(texts.iter().map(|text| text.join("\n\n")));
        let [cluster] = &detection.clusters.clusters[..] else { panic!("one letter") };
        assert_eq!(detection.letter(cluster).n_kept, [8, 6, 8]);
        let added = detection.added(&[DocId(6)]);
        assert_eq!(added.len(), 1);
        assert_eq!((added[0].text.as_str(), added[0].n_comments), (copy[2], 2));
        for (new, is_new) in [(6..8, true), (7..8, false)] {
            detection.late = Some(Late { new: new.map(DocId).collect(), ..Late::default() });
            assert_eq!(detection.added(&[DocId(6)])[0].is_new, is_new);
        }
    }
}
