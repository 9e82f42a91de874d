//! Lines of a report in, out the words of every distinct text, and who had it first.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::corpus::tokens::for_each_token;
use crate::corpus::{TermId, Vocabulary, sentences};
use crate::report::schema::{Bucket, DocumentLine};

/// The id of the comment that has the text of a line: its own, or of an exact copy another one; none where it was not
/// compared.
pub(super) fn text_id(line: &DocumentLine) -> Option<&str> {
    match (line.bucket, &line.evidence) {
        (Bucket::ExactCopy, evidence) => Some(&evidence.as_ref()?.compared_with),
        (Bucket::Clustered | Bucket::Singleton, _) => Some(&line.id),
        _ => None,
    }
}

/// A comment in the order in which comments were received: what has no date comes last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Received {
    has_no_date: bool,
    /// When, as reports write it: the earlier one is the smaller text.
    pub(super) date: Option<String>,
    /// Its id.
    pub(super) id: String,
}

impl Received {
    pub(super) fn of(line: &DocumentLine) -> Self {
        let date = line.timestamp.clone();
        Self { has_no_date: date.is_none(), date, id: line.id.clone() }
    }
}

/// A text as numbers of its words.
#[derive(Debug, Default)]
pub(super) struct NumberedText {
    pub(super) terms: Vec<TermId>,
    /// Its sentences, as ranges of words.
    pub(super) sentences: Vec<Range<usize>>,
    /// For each word the paragraph that it stands in, and its bytes there; kept of the final text alone.
    pub(super) places: Vec<(usize, Range<usize>)>,
}

impl NumberedText {
    /// The words of each sentence.
    pub(super) fn in_sentences(&self) -> impl Iterator<Item = &[TermId]> {
        self.sentences.iter().map(|sentence| &self.terms[sentence.clone()])
    }

    /// The sentence that a word stands in.
    pub(super) fn sentence_of(&self, word: usize) -> Range<usize> {
        let nth = self.sentences.partition_point(|sentence| sentence.end <= word);
        self.sentences.get(nth).cloned().unwrap_or(word..word)
    }
}

/// Who has a text.
#[derive(Debug)]
pub(super) struct Holders {
    /// The comment whose line has it.
    pub(super) id: String,
    /// The earliest.
    pub(super) first: Received,
    /// All of them, exact copies included.
    pub(super) n_comments: usize,
    /// The campaign, by its number.
    pub(super) campaign: Option<usize>,
    /// Whether it tells how people write: copies of one letter are one voice, that of the first.
    pub(super) is_voice: bool,
}

/// The texts of a report.
#[derive(Debug, Default)]
pub struct Docket {
    numbers: FxHashMap<Box<str>, TermId>,
    /// The distinct texts of the comments.
    pub(super) texts: Vec<NumberedText>,
    /// Who has each of them.
    pub(super) holders: Vec<Holders>,
    /// Of exact copies of a text, whose line may not have been seen yet, the earliest, and how many there are.
    copies: FxHashMap<String, (Received, usize)>,
    campaigns: FxHashMap<String, usize>,
    /// Comments that were compared.
    pub(super) n_comments: usize,
    /// Those of them that have no date.
    pub(super) n_undated: usize,
    /// Copies of texts that the report does not hold.
    pub(super) n_without_text: usize,
}

impl Docket {
    /// Takes a line in.
    pub fn see(&mut self, line: DocumentLine) {
        let Some(text_id) = text_id(&line) else { return };
        self.n_comments += 1;
        self.n_undated += usize::from(line.timestamp.is_none());
        let first = Received::of(&line);
        if line.bucket == Bucket::ExactCopy {
            let (earliest, n) =
                self.copies.entry(text_id.to_owned()).or_insert_with(|| (first.clone(), 0));
            *n += 1;
            *earliest = first.min(earliest.clone());
            return;
        }
        let numbered = self.number(&line.paragraphs, false);
        self.texts.push(numbered);
        let next = self.campaigns.len();
        let campaign = line.campaign.map(|id| *self.campaigns.entry(id).or_insert(next));
        let is_voice = line.bucket == Bucket::Singleton || campaign.is_none_or(|nth| nth == next);
        self.holders.push(Holders { id: line.id, first, n_comments: 1, campaign, is_voice });
    }

    /// Gives every text its exact copies, once all lines were seen.
    pub(super) fn finish(&mut self) {
        for holders in &mut self.holders {
            if let Some((first, n)) = self.copies.remove(&holders.id) {
                holders.n_comments += n;
                holders.first = first.min(holders.first.clone());
            }
        }
        self.n_without_text = self.copies.values().map(|(_, n)| n).sum();
    }

    /// The words of a text by their numbers, and where they stand, if that is wanted.
    pub(super) fn number(&mut self, paragraphs: &[String], with_places: bool) -> NumberedText {
        let mut text = NumberedText::default();
        text.sentences = for_each_word(paragraphs, |form, paragraph, place| {
            let next = TermId(self.numbers.len() as u32);
            let term = match self.numbers.get(form) {
                Some(term) => *term,
                None => *self.numbers.entry(form.into()).or_insert(next),
            };
            text.terms.push(term);
            if with_places {
                text.places.push((paragraph, place));
            }
        });
        text.terms.shrink_to_fit();
        text
    }

    /// How many distinct words there are.
    pub(super) fn n_words(&self) -> usize {
        self.numbers.len()
    }

    /// All words, by their numbers.
    pub(super) fn vocabulary(&self) -> Vocabulary {
        let mut forms: Vec<(TermId, &Box<str>)> =
            self.numbers.iter().map(|(form, term)| (*term, form)).collect();
        forms.sort_unstable();
        Vocabulary::of_forms(forms.into_iter().map(|(_, form)| form.clone()).collect())
    }
}

/// Calls `each` with every word of some paragraphs, sentence by sentence, the paragraph that it stands in, and its bytes
/// there. Tells the sentences as ranges of words.
pub(super) fn for_each_word(
    paragraphs: &[String],
    mut each: impl FnMut(&str, usize, Range<usize>),
) -> Vec<Range<usize>> {
    let (mut n_words, mut found) = (0, Vec::new());
    for (paragraph, text) in paragraphs.iter().enumerate() {
        for sentence in sentences(text) {
            let start = n_words;
            for_each_token(&text[sentence.clone()], |form, place| {
                each(form, paragraph, sentence.start + place.start..sentence.start + place.end);
                n_words += 1;
            });
            if n_words > start {
                found.push(start..n_words);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::Docket;

    /// A copy stands before the line that has its text, and was received before it; one has no date.
    #[test]
    fn the_first_of_all_copies_is_known() {
        let mut docket = Docket::default();
        for (id, bucket, time, copied, text) in [
            ("a", "exact_copy", None, "c", ""),
            ("b", "exact_copy", Some("2031-05-01T00:00:00Z"), "c", ""),
            ("c", "clustered", Some("2031-05-02T00:00:00Z"), "", "One two. Three."),
            ("d", "no_text", None, "", ""),
            ("e", "exact_copy", None, "lost", ""),
        ] {
            let line = serde_json::json!({
                "id": id, "source": "", "bucket": bucket, "timestamp": time, "paragraphs": [text],
                "evidence": {"rule": "exact_copy", "compared_with": copied}
            });
            docket.see(serde_json::from_value(line).expect("a line"));
        }
        docket.finish();
        let holders = &docket.holders[0];
        assert_eq!((holders.first.id.as_str(), holders.n_comments), ("b", 3));
        assert_eq!((docket.n_comments, docket.n_undated, docket.n_without_text), (4, 2, 1));
        assert_eq!(docket.texts[0].sentences, [0..2, 2..3]);
    }
}
