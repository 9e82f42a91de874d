//! A line of `documents.jsonl` as it is written.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_with::{apply, skip_serializing_none};

use super::{Bucket, Change, ReportedEvidence, ReportedPassage, Rule, Shares};
use crate::clustering::Apart;
use crate::corpus::{Attachment, Flag, is_link};
use crate::detection::is_nothing;
use crate::edits::{Category, ParagraphPlace};
use crate::facts::Facts;

/// What a record is that the agency does not show to the public, among the flags.
pub const RESTRICTED: &str = "restricted";

/// A line of `documents.jsonl`: one input. A field that has nothing to tell is left out, except `cluster`, `campaign`, and
/// `category`, which are null, and `n_words`: most inputs of a large docket are exact copies, about which there is little
/// to tell.
#[apply(
    Option => #[serde(default, skip_serializing_if = "Option::is_none")],
    Vec => #[serde(default, skip_serializing_if = "Vec::is_empty")],
)]
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct DocumentLine {
    /// Unique within the docket.
    pub id: String,
    /// File and place.
    pub source: String,
    /// Where the same record stands besides, in other exports: the same words with the same id, or in a table without ids
    /// that holds the same comments. It is counted once.
    pub also_in: Vec<String>,
    /// Where it ended.
    pub bucket: Bucket,
    /// Why it was not compared; absent where it was.
    pub reason: Option<String>,
    /// Id of its cluster; null where it has none.
    #[serde_with(skip_apply)]
    pub cluster: Option<String>,
    /// Id of its campaign; null where it has none.
    #[serde(default)]
    #[serde_with(skip_apply)]
    pub campaign: Option<String>,
    /// Id of the comment that the same sender had sent before, the first of those in its cluster: this one is no other
    /// voice. The same sender is who has the same mail address, or the same full name with the same city or organization;
    /// absent where that is in doubt.
    pub resubmission_of: Option<String>,
    /// How it was edited; null for inputs that were not compared.
    #[serde_with(skip_apply)]
    pub category: Option<Category>,
    /// Why it is in its cluster; absent where it has none. What is 0 of it is left out.
    #[serde(serialize_with = "without_zeros")]
    pub evidence: Option<ReportedEvidence>,
    /// What parts of it and of what it was compared with the two share. Absent for exact copies, reference copies and seeds,
    /// which are their letter, for inputs without a cluster, and where an earlier report that does not tell is kept.
    pub shared: Option<Shares>,
    /// Main text, paragraph by paragraph, verbatim. Empty for exact copies, whose words stand at
    /// `evidence.compared_with`, and for inputs that were not compared.
    pub paragraphs: Vec<String>,
    /// Words of the main text; of an exact copy those of the text that it shares. 0 for inputs that were not
    /// compared.
    #[serde(default)]
    pub n_words: usize,
    /// Of a singleton the distinct words that at most one in twenty distinct texts of the docket uses: the rank of
    /// what it says. Absent elsewhere.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub n_rare_words: usize,
    /// Of a singleton the short name of its words: the sheet *Responses* finds by it what was filled in. Absent elsewhere.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub passage: String,
    /// What in its text can be checked. Absent where there is nothing, and for exact copies, whose text stands elsewhere.
    #[serde(default, skip_serializing_if = "Facts::are_none")]
    pub facts: Facts,
    /// Ids of other clusters whose letters it also holds, or a paragraph of them.
    pub also_contains: Vec<String>,
    /// Of a singleton the clusters whose letters it cites: it holds a distinctive passage of each, outside of what it quotes from
    /// elsewhere, and is no copy. Most words first.
    pub cites: Vec<CitedLetter>,
    /// Of a singleton the cluster whose letter it turns around: it says the same in the same words, but for those that ask or
    /// take a side. Absent elsewhere. English and Spanish are judged.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub opposes: String,
    /// The sentences that nobody else has: no other text of the docket holds nine words of ten of one,
    /// nor do several hold a version of it that has six of eight. Exact copies of this
    /// text list the same ones. Neighboring sentences are one passage, which begins and ends where a sentence does.
    /// Empty for a singleton, all of which is unique; but where that quotes known text, what is left without.
    pub unique_text: Vec<String>,
    /// The sentences that are not its letter's and that other texts hold, too, one by one: what others added,
    /// passages of a kit, of a version, of another letter.
    pub shared_text: Vec<SharedText>,
    /// The sentences of its letter that it changed. With `unique_text`, `shared_text` and `form_text` they hold every
    /// word that its letter does not. Where it `opposes` a letter, those of that letter: among them is what it turns around.
    pub changes: Vec<Change>,
    /// What a form, an alert or the agency put at the head or the end of many comments: it is not compared.
    pub form_text: Vec<ReportedPassage>,
    /// Where it quotes what was known beforehand (`--known`), in the order of its words: this is not compared, and in
    /// neither of `unique_text` and `shared_text`.
    pub quotes: Vec<ReportedQuote>,
    /// Of a singleton the nearest text among those that retrieval found; absent where it found none.
    pub nearest: Option<ReportedNearest>,
    /// Where the quotations stand in `paragraphs`.
    pub quote_places: Vec<QuotePlace>,
    /// Where the form text stands in `paragraphs`.
    pub form_places: Vec<ParagraphPlace>,
    /// The first sentence that is not form text or quotation alone; absent where the text begins with it.
    pub own_words: Option<ParagraphPlace>,
    /// Lines of the header block in the text.
    pub header_lines: Vec<String>,
    /// Lines of the closing and signature block.
    pub signature_lines: Vec<String>,
    /// Lines of mail-service footers, disclaimers and campaign trailers.
    pub footer_lines: Vec<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// For whom.
    pub organization: Option<String>,
    /// City or town of the sender, where the record has it.
    pub city: Option<String>,
    /// State, province or region.
    pub state: Option<String>,
    /// Country.
    pub country: Option<String>,
    /// Subject line or title.
    pub subject: Option<String>,
    /// When it was received, or else posted or sent.
    pub timestamp: Option<String>,
    /// When the agency received it, as its record says.
    pub received: Option<String>,
    /// When the agency posted it, as its record says.
    pub posted: Option<String>,
    /// Dockets it cites.
    pub docket_ids: Vec<String>,
    /// RINs, file codes and keys of other systems that it cites: `RIN:2060-AJ65`, `CMS-FILE:1234`.
    pub other_keys: Vec<String>,
    /// Mass mailer it came through.
    pub relayer: Option<String>,
    /// Attached files.
    #[serde(deserialize_with = "attachments")]
    pub attachments: Vec<ReportedAttachment>,
    /// Duplicates the agency says this record stands for.
    pub claimed_duplicates: Option<u64>,
    /// People who signed it, where it is a petition: it is one comment all the same.
    pub n_signers: Option<u64>,
    /// Why the agency does not show it to the public, as its record says (`restrictReasonType`): it is not to be posted.
    pub restricted: Option<String>,
    /// What people say of it (`--flags`): it is not to be posted.
    pub flags: Vec<Flag>,
    /// Of a respondent who was asked several questions, the answers to open ones, in their order.
    pub answers: Vec<ReportedAnswer>,
    /// Of such a respondent, what was chosen.
    pub chosen: Vec<Chosen>,
    /// Questions that were left blank, open and closed ones.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub unanswered: Unanswered,
    /// Whether it is new since the earlier report.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub is_new: bool,
}

/// An answer to an open question. A blank one has none: see `unanswered`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Answer")]
pub struct ReportedAnswer {
    /// The question.
    pub question: String,
    /// The answer.
    pub text: String,
    /// Id of its cluster among the answers to this question; null where it has none.
    pub cluster: Option<String>,
    /// Id of its campaign among them; null where it has none.
    pub campaign: Option<String>,
    /// Where it ended: `no_text` where it only refers to another answer.
    pub bucket: Bucket,
    /// The sentences that no other answer to the question has, as of a comment.
    pub unique_text: Vec<String>,
    /// The sentences that are not its campaign's and that other answers have, too.
    pub shared_text: Vec<SharedText>,
}

/// An answer that was chosen, in a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Chosen {
    /// The question.
    pub question: String,
    /// What was chosen.
    pub answer: String,
}

/// Questions that a respondent left blank.
#[apply(Vec => #[serde(default, skip_serializing_if = "Vec::is_empty")])]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Unanswered {
    /// Open questions.
    pub open: Vec<String>,
    /// Those with answers to choose from.
    pub closed: Vec<String>,
}

/// A letter that a comment cites without being a copy of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CitedLetter {
    /// Id of its cluster.
    pub cluster: String,
    /// Words of the letter that stand in the comment, in runs of eight and more or in the paragraph that it keeps most of.
    pub n_words: usize,
}

/// A sentence that others added, too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SharedText {
    /// The sentence.
    pub text: String,
    /// Comments that hold nine words of ten of it, or six of eight where several texts hold that version of it; this one
    /// and exact copies included.
    pub n_comments: usize,
}

/// The text that is nearest to a comment like no other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Nearest")]
pub struct ReportedNearest {
    /// Id of a comment with the text.
    pub id: String,
    /// Divergence of this comment from it, KL(comment‖text), in nats: 0 where it says the same in the same words, the
    /// greater the more it says besides.
    pub distance: f64,
    /// What parts of the two the other has, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<Shares>,
    /// Why this comment is no copy of it.
    pub why: Apart,
}

/// A quotation of a known text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Quote")]
pub struct ReportedQuote {
    /// Name of the known text.
    pub known: String,
    /// Which of its paragraphs, from 1.
    pub paragraph: usize,
    /// The quotation as it stands in the comment, with its slips.
    pub text: String,
}

/// A stretch of a paragraph that is a quotation, or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct QuotePlace {
    /// Which of `quotes`, from 0.
    pub quote: usize,
    /// Which of `paragraphs`, from 0.
    pub paragraph: usize,
    /// Bytes of it, from here
    pub start: usize,
    /// to here.
    pub end: usize,
}

/// Which of its dates a comment's `timestamp` is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Dated {
    /// The day on which the agency received it.
    Received,
    /// The day on which the agency posted it.
    Posted,
    /// The day that the comment itself names.
    Sent,
}

impl DocumentLine {
    /// Which of its dates `timestamp` is; none where it has none.
    pub fn dated(&self) -> Option<Dated> {
        let time = self.timestamp.as_ref()?;
        Some(match (&self.received, &self.posted) {
            (Some(received), _) if received == time => Dated::Received,
            (_, Some(posted)) if posted == time => Dated::Posted,
            _ => Dated::Sent,
        })
    }

    /// How many submissions it stands for, as the agency says; what is no comment is none.
    pub fn n_submissions(&self) -> u64 {
        match self.bucket {
            Bucket::NotAComment => 0,
            _ => self.claimed_duplicates.unwrap_or(1).max(1),
        }
    }

    /// Whether it is the letter of its cluster, and no copy of it.
    pub fn is_letter(&self) -> bool {
        self.bucket == Bucket::Clustered && self.category == Some(Category::Exact)
    }

    /// When it was sent, where that is what `timestamp` tells.
    pub fn sent(&self) -> Option<&String> {
        self.timestamp.as_ref().filter(|_| self.dated() == Some(Dated::Sent))
    }

    /// What those who sort comments by hand call it: a letter with or without something of the sender's own, or one that many
    /// signed; none of what was not compared.
    pub fn letter_type(&self) -> &'static str {
        match self.category {
            None => "",
            Some(_) if self.n_signers.is_some() => "petition",
            Some(Category::Singleton) => "unique",
            Some(_) if self.unique_text.is_empty() => "form",
            Some(_) => "form plus",
        }
    }

    /// The day of its `timestamp`, in UTC.
    pub fn day(&self) -> Option<&str> {
        self.timestamp.as_deref()?.get(..10)
    }

    /// The flags that it has, by its record or by people.
    pub fn flag_names(&self) -> impl Iterator<Item = &str> {
        let restricted = self.restricted.iter().map(|_| RESTRICTED);
        restricted.chain(self.flags.iter().map(|flag| flag.flag.as_str()))
    }

    /// Why it is not to be posted, by its record or by people's flags, each reason in words.
    pub fn kept_back(&self) -> impl Iterator<Item = String> + '_ {
        let restricted = self.restricted.iter().map(|reason| format!("{RESTRICTED}: {reason}"));
        restricted.chain(self.flags.iter().map(|Flag { flag, note }| match note.as_str() {
            "" => flag.clone(),
            note => format!("{flag}: {note}"),
        }))
    }

    /// The files that came with the comment and were not read. What came with a rule or a notice is no comment's.
    pub fn not_read(&self) -> impl Iterator<Item = &ReportedAttachment> {
        let is_comment = self.bucket != Bucket::NotAComment;
        self.attachments.iter().filter(move |file| is_comment && file.is_read != Some(true))
    }
}

/// Evidence without the numbers that are 0, as all of an exact copy's are.
fn without_zeros<S: Serializer>(
    evidence: &Option<ReportedEvidence>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Written<'a> {
        rule: Rule,
        compared_with: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        distance: Option<f64>,
        #[serde(skip_serializing_if = "is_nothing")]
        n_shared_words: usize,
        #[serde(skip_serializing_if = "is_nothing")]
        n_paragraphs_kept: usize,
    }
    evidence
        .as_ref()
        .map(|evidence| Written {
            rule: evidence.rule,
            compared_with: &evidence.compared_with,
            distance: Some(evidence.distance).filter(|distance| *distance != 0.0),
            n_shared_words: evidence.n_shared_words,
            n_paragraphs_kept: evidence.n_paragraphs_kept,
        })
        .serialize(serializer)
}

/// Attached files; version 0.1.0 wrote their names alone.
fn attachments<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<ReportedAttachment>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Name(String),
        Attachment(ReportedAttachment),
    }
    let written = Vec::<Written>::deserialize(deserializer)?.into_iter();
    let attachments = written.map(|written| match written {
        Written::Attachment(attachment) => attachment,
        Written::Name(name) => ReportedAttachment { name, ..ReportedAttachment::default() },
    });
    Ok(attachments.collect())
}

/// A file that came with a comment.
#[skip_serializing_none]
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReportedAttachment {
    /// Its name, or where it is.
    pub name: String,
    /// What the sender's program says that it is: `application/pdf`.
    pub media_type: Option<String>,
    /// Its size.
    pub n_bytes: Option<u64>,
    /// Whether its text was read with the comment; absent where the docket names the file and does not hold it.
    pub is_read: Option<bool>,
    /// Why it was not read.
    pub reason: Option<String>,
}

impl ReportedAttachment {
    /// The last part of its name, or of where it is.
    pub fn file_name(&self) -> &str {
        Attachment::file_name(&self.name)
    }

    /// Where it can be fetched, where its name says that.
    pub fn link(&self) -> Option<&str> {
        is_link(&self.name).then_some(self.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::{DocumentLine, ReportedAttachment};

    #[test]
    fn fields_with_nothing_to_tell_are_left_out() {
        let written = serde_json::json!({
            "id": "b", "source": "b.eml", "bucket": "exact_copy", "cluster": "c1", "campaign": null,
            "category": "exact", "evidence": {"rule": "exact_copy", "compared_with": "a"}, "n_words": 3
        });
        let line: DocumentLine = serde_json::from_value(written.clone()).expect("a line");
        assert_eq!(serde_json::to_value(line).expect("JSON"), written);
    }

    /// A line as version 0.1.0 wrote it.
    #[test]
    fn names_of_attachments_are_read() {
        let written = serde_json::json!({
            "id": "a", "source": "a.eml", "bucket": "singleton",
            "attachments": ["map.pdf", {"name": "b.pdf", "n_bytes": 7}]
        });
        let line: DocumentLine = serde_json::from_value(written).expect("a line");
        let found: Vec<(&str, Option<u64>)> = line
            .attachments
            .iter()
            .map(|ReportedAttachment { name, n_bytes, .. }| (name.as_str(), *n_bytes))
            .collect();
        assert_eq!(found, [("map.pdf", None), ("b.pdf", Some(7))]);
    }
}
