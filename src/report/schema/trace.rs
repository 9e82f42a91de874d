//! What became of the words, as it is written: `trace.json`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::Tool;
use crate::detection::is_nothing;

/// Version of the form of `trace.json`.
pub const TRACE_VERSION: u32 = 1;

/// `trace.json`: which passages of a final text stand in comments. It says where words stand, not why: the same words may
/// stand in both because both quote a third text, or because they are the usual ones.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Trace {
    /// Version of this form.
    pub schema_version: u32,
    /// What made it.
    pub tool: Tool,
    /// Title of the report.
    pub title: String,
    /// `input_digest` of the report.
    pub input_digest: String,
    /// The final text.
    pub final_text: FinalText,
    /// What was known beforehand: the proposal, the law. Their words are nobody's.
    pub known: Vec<TracedKnown>,
    /// Sums.
    pub totals: TraceTotals,
    /// Passages of the final text that stand in comments, in its order.
    pub passages: Vec<TracedPassage>,
    /// Which letters, added passages, and unique comments the final text quotes or names.
    pub preamble: Preamble,
    /// What a reader should know: what the report does not hold, which dates are missing.
    pub notes: Vec<String>,
}

/// The text that comments are sought in.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct FinalText {
    /// Name of the file.
    pub name: String,
    /// SHA-1 of the file.
    pub digest: String,
    /// Words in it.
    pub n_words: usize,
    /// Its paragraphs, in order.
    pub paragraphs: Vec<String>,
}

/// A text that was known beforehand.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct TracedKnown {
    /// Name of the file; of one that the report was made with, its name there.
    pub name: String,
    /// SHA-1 of the file.
    pub digest: String,
    /// Paragraphs of it that were compared: all, or of a text of the report those that comments quote.
    pub n_paragraphs: usize,
}

/// Sums of a trace.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TraceTotals {
    /// Passages. Equals the sum of the next three.
    pub passages: usize,
    /// Passages that a comment has word for word.
    pub verbatim: usize,
    /// Passages that a comment has with edits, and none word for word.
    pub edited: usize,
    /// Passages that a comment has in other words only.
    pub reworded: usize,
    /// Words of the final text in passages.
    pub n_words: usize,
    /// Words of the final text that stand in known texts.
    pub n_known_words: usize,
    /// Passages that comments hold and that are nobody's: quotations of law.
    pub quotations_of_law: usize,
    /// Passages that comments hold and that are nobody's: many hold them who share nothing else.
    pub commonplaces: usize,
    /// Comments whose texts were compared.
    pub comments: usize,
}

/// How a comment has a passage.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    /// Word for word, whatever case and punctuation.
    Verbatim,
    /// In the same order, most words the same.
    Edited,
    /// In other words or in another order, with what tells it in common.
    Reworded,
}

/// A passage of the final text that stands in comments.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct TracedPassage {
    /// Its words, verbatim.
    pub text: String,
    /// Which paragraph of the final text, from 1.
    pub paragraph: usize,
    /// First byte of the passage in the paragraph.
    pub start: usize,
    /// First byte after it.
    pub end: usize,
    /// The best way in which a comment has it.
    pub kind: SourceKind,
    /// Id of the comment that had it first: of those that have most of its words the earliest, of equal ones that with the
    /// smallest id. Comments without a date come last.
    pub first: String,
    /// When that was received; absent where it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_date: Option<String>,
    /// Comments that have it, exact copies included.
    pub n_comments: usize,
    /// Distinct texts among them.
    pub n_texts: usize,
    /// Whether the final text has it in quotation marks.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub is_quoted: bool,
    /// Comments that have it: those that have most of it first, of equal ones the earliest; a thousand at the most.
    pub sources: Vec<PassageSource>,
    /// Comments that have it and are not listed.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub n_left_out: usize,
}

/// A comment that has a passage.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PassageSource {
    /// Its id.
    pub id: String,
    /// Id of its campaign; null where it has none.
    #[serialize_always]
    pub campaign: Option<String>,
    /// How it has the passage.
    pub kind: SourceKind,
    /// When it was received; absent where it is not known.
    pub date: Option<String>,
    /// Who wrote it.
    pub author: Option<String>,
    /// For whom.
    pub organization: Option<String>,
    /// Its words; of an exact copy those of the text that it shares. Absent where they are those of the source before it.
    pub text: Option<String>,
    /// Words of the passage that it has: in order, or of one that is reworded in any order.
    pub n_shared_words: usize,
    /// Of a passage that is reworded the distance of the two sentences, in nats: the smaller of both divergences.
    pub distance: Option<f64>,
}

/// What the final text says of comments.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Preamble {
    /// Letters that it quotes, or names by the id of a comment that is one.
    pub letters: Vec<Mention>,
    /// Passages that senders added to letters, and that it quotes.
    pub added_passages: Vec<Mention>,
    /// Unique comments that it quotes or names by their ids.
    pub unique_comments: Vec<Mention>,
    /// Campaigns of which it quotes no comment and names none, the largest first.
    pub untouched_campaigns: Vec<UntouchedCampaign>,
}

/// What the final text quotes or names.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Mention {
    /// Id of the letter's cluster, or of the comment.
    pub id: String,
    /// Id of its campaign; null where it has none.
    pub campaign: Option<String>,
    /// Paragraphs of the final text, from 1, that have its words.
    pub quoted_in: Vec<usize>,
    /// Paragraphs of the final text, from 1, that name it.
    pub named_in: Vec<usize>,
}

/// A campaign that the final text does not touch.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct UntouchedCampaign {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Comments in it.
    pub n_comments: usize,
}
