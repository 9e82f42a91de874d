//! Lines of a report in, out the words of every distinct text, and who had it first.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

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
pub(super) struct Comment {
    has_no_date: bool,
    /// When it was received, as reports write it: the earlier one is the smaller text.
    pub(super) date: Option<String>,
    pub(super) id: String,
    pub(super) campaign: Option<String>,
    pub(super) author: Option<String>,
    pub(super) organization: Option<String>,
}

impl Comment {
    pub(super) fn of(line: &DocumentLine) -> Self {
        Self {
            has_no_date: line.timestamp.is_none(),
            date: line.timestamp.clone(),
            id: line.id.clone(),
            campaign: line.campaign.clone(),
            author: line.author.clone(),
            organization: line.organization.clone(),
        }
    }
}

/// A text as numbers of its words.
#[derive(Debug, Default)]
pub(super) struct NumberedText {
    pub(super) terms: Vec<TermId>,
    /// Its sentences, as ranges of words.
    pub(super) sentences: Vec<Range<usize>>,
    /// For each word the paragraph that it stands in, and its bytes there; not kept of the texts of a docket.
    pub(super) places: Vec<(usize, Range<usize>)>,
}

impl NumberedText {
    /// Which sentence a word stands in.
    pub(super) fn nth_sentence(&self, word: usize) -> usize {
        self.sentences.partition_point(|sentence| sentence.end <= word)
    }

    /// The sentence that a word stands in.
    pub(super) fn sentence_of(&self, word: usize) -> Range<usize> {
        self.sentences.get(self.nth_sentence(word)).cloned().unwrap_or(word..word)
    }

    /// Some words as they are written: the paragraphs that they stand in, and which bytes of each.
    pub(super) fn written<'a>(
        &self,
        words: &Range<usize>,
        paragraphs: &'a [String],
    ) -> Vec<(&'a str, Range<usize>)> {
        let ends = self.places.get(words.start).zip(self.places.get(words.end - 1));
        let Some(((first, start), (last, end))) = ends else { return Vec::new() };
        (*first..=*last)
            .map(|nth| {
                let from = if nth == *first { start.start } else { 0 };
                let to = if nth == *last { end.end } else { paragraphs[nth].len() };
                (&*paragraphs[nth], from..to)
            })
            .collect()
    }
}

/// Who has a text.
#[derive(Debug)]
pub(super) struct Holders {
    /// The comment whose line has it.
    pub(super) id: String,
    /// The earliest.
    pub(super) first: Comment,
    /// All of them, exact copies included.
    pub(super) n_comments: usize,
    /// Whether it tells how people write: copies of one letter are one voice, that of the first.
    pub(super) is_voice: bool,
}

/// The texts of a report.
#[derive(Debug, Default)]
pub struct Docket {
    /// All words, by their numbers.
    pub(super) vocabulary: Vocabulary,
    /// The distinct texts of the comments.
    pub(super) texts: Vec<NumberedText>,
    /// Who has each of them.
    pub(super) holders: Vec<Holders>,
    /// Of exact copies of a text, whose line may not have been seen yet, the earliest, and how many there are.
    copies: FxHashMap<String, (Comment, usize)>,
    /// Campaigns of comments that were seen.
    campaigns: FxHashSet<String>,
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
        let first = Comment::of(&line);
        if line.bucket == Bucket::ExactCopy {
            let (earliest, n) =
                self.copies.entry(text_id.to_owned()).or_insert_with(|| (first.clone(), 0));
            *n += 1;
            *earliest = first.min(earliest.clone());
            return;
        }
        self.keep(&line.paragraphs);
        let is_first = line.campaign.is_none_or(|id| self.campaigns.insert(id));
        let is_voice = is_first || line.bucket == Bucket::Singleton;
        self.holders.push(Holders { id: line.id, first, n_comments: 1, is_voice });
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

    /// Keeps a text: that of the holders that are seen with it, or a known one, once all lines were seen.
    pub(super) fn keep(&mut self, paragraphs: &[String]) {
        let mut text = self.number(paragraphs);
        text.places = Vec::new();
        text.terms.shrink_to_fit();
        self.texts.push(text);
    }

    /// The words of a text by their numbers, and where they stand.
    pub(super) fn number(&mut self, paragraphs: &[String]) -> NumberedText {
        let mut text = NumberedText::default();
        for (nth, paragraph) in paragraphs.iter().enumerate() {
            for sentence in sentences(paragraph) {
                let (start, first) = (sentence.start, text.terms.len());
                for_each_token(&paragraph[sentence], |form, place| {
                    text.terms.push(self.vocabulary.number_or_add(form));
                    text.places.push((nth, start + place.start..start + place.end));
                });
                text.sentences.extend(Some(first..text.terms.len()).filter(|it| !it.is_empty()));
            }
        }
        text
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::Docket;

    /// A docket of comments, each by its id, its bucket, when it came, whose copy it is, and its text.
    pub(in crate::trace) fn docket(comments: &[(&str, &str, Option<&str>, &str, &str)]) -> Docket {
        let mut docket = Docket::default();
        for (id, bucket, time, copied, text) in comments {
            let line = serde_json::json!({
                "id": id, "source": "", "bucket": bucket, "timestamp": time, "paragraphs": [text],
                "evidence": {"rule": "exact_copy", "compared_with": copied}
            });
            docket.see(serde_json::from_value(line).expect("a line"));
        }
        docket.finish();
        docket
    }

    /// A copy stands before the line that has its text, and was received before it; one has no date.
    #[test]
    fn the_first_of_all_copies_is_known() {
        let docket = docket(&[
            ("a", "exact_copy", None, "c", ""),
            ("b", "exact_copy", Some("2031-05-01T00:00:00Z"), "c", ""),
            ("c", "clustered", Some("2031-05-02T00:00:00Z"), "", "One two. Three."),
            ("d", "no_text", None, "", ""),
            ("e", "exact_copy", None, "lost", ""),
        ]);
        let holders = &docket.holders[0];
        assert_eq!((holders.first.id.as_str(), holders.n_comments), ("b", 3));
        assert_eq!((docket.n_comments, docket.n_undated, docket.n_without_text), (4, 2, 1));
        assert_eq!(docket.texts[0].sentences, [0..2, 2..3]);
    }
}
