//! Clusters as they are written: the letter, what was added to it, and the members.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clustering::{Rule, Shares};
use crate::detection::{Added, Reference, is_nothing};
use crate::edits::{Category, OpposedSentences};

/// A group of near-duplicates.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Cluster")]
pub struct ReportedCluster {
    /// Stable: a hash of the text that the cluster started from and its dockets, or the id in the earlier
    /// report. That text is the reference copy, or where that is a consensus the comment with the rule
    /// `seed`.
    pub id: String,
    /// Whether an earlier report was given that does not have it.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub is_new: bool,
    /// Comments that are new since the earlier report.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub n_new: usize,
    /// The first words of its letter, from the first paragraph on that says what it is about: the title that stands
    /// wherever the letter is named.
    #[serde(default)]
    pub title: String,
    /// Whether it grew around a form letter, a text with many exact copies.
    pub is_form_letter: bool,
    /// Whether all its comments are of one sender, who sent again what he or she had sent: then it is in a campaign only
    /// where others' comments are, too.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub is_of_one_sender: bool,
    /// The text that the others were compared with.
    pub reference: Reference,
    /// Comments in the cluster. Equals the sum of `categories`.
    pub n_comments: usize,
    /// Of the comments counted as exact (`categories`), how many are byte for byte the same as another of them: the same
    /// text as received, with greeting, signature, header lines and footer, once its encoding and markup are decoded.
    /// "Exact" says less: the same words of the body, whatever their case and punctuation and whatever stands around
    /// them. So of 5 exact copies of which 2 are signed "Rosa Alvarez, Marrow Falls" and the others each by somebody
    /// else, 2 are identical.
    #[serde(default)]
    pub n_identical: usize,
    /// The same with every bundle counted as often as the agency says.
    pub n_submissions: u64,
    /// Comments in no cluster that cite its letter: see `cites` in `documents.jsonl`.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub n_cited_by: usize,
    /// Comments in no cluster that turn its letter around: see `opposes` in `documents.jsonl`.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub n_opposed_by: usize,
    /// The comments but the letter itself, by edit category; `exact` are those with the same words as the letter.
    pub categories: BTreeMap<Category, usize>,
    /// The earliest `timestamp` of its comments: the day received where a record tells that, else posted or sent.
    #[serde(alias = "first_received")]
    pub first_date: Option<String>,
    /// The latest one.
    #[serde(alias = "last_received")]
    pub last_date: Option<String>,
    /// Mass mailers by number of comments, the busiest first.
    pub relayers: Vec<RelayerCount>,
    /// All dockets cited.
    pub docket_ids: Vec<String>,
    /// How near the distinct members are to what each was compared with, mostly the letter; absent where there are none.
    pub distances: Option<Distances>,
    /// Distance in nats up to which members join by distance alone: `settings.threshold`.
    pub cut_off: f64,
    /// Clusters around letters of the same wording that say the opposite.
    pub related: Vec<Related>,
    /// Clusters around letters of which many members here hold a passage, too, or the other way round: a
    /// campaign that gave out passages to choose from.
    #[serde(default)]
    pub shares_passages: Vec<SharedPassages>,
    /// What the members added, in their own words and in others', the most telling first; the same words once.
    pub added: Vec<Added>,
    /// Distinct texts besides the reference copy, the nearest first; all where that is a consensus.
    pub members: Vec<ReportedMember>,
}

impl ReportedCluster {
    /// The comment that is the letter: none where nobody sent exactly that.
    pub(in crate::report) fn n_letter(&self) -> usize {
        usize::from(!self.reference.is_consensus)
    }

    /// Comments with the same words as the letter.
    pub(in crate::report) fn n_same(&self) -> usize {
        self.categories.get(&Category::Exact).copied().unwrap_or_default()
    }

    /// The other copies. Reports that somebody has changed are shown, too: their sums need not match.
    pub(in crate::report) fn n_edited(&self) -> usize {
        self.n_comments.saturating_sub(self.n_letter() + self.n_same())
    }

    /// Whether at least half of its comments keep at least half of the letter's words, passage by passage.
    pub(in crate::report) fn keeps_letter(&self) -> bool {
        let letter = &self.reference;
        let (mut n_kept, mut n_words) = (0, 0);
        for (text, n) in letter.paragraphs.iter().zip(&letter.n_kept) {
            let n_here = text.split_whitespace().count();
            n_words += n_here;
            n_kept += if n.saturating_mul(2) >= self.n_comments { n_here } else { 0 };
        }
        n_kept * 2 >= n_words
    }
}

/// A cluster around a letter that says the opposite in nearly the same words.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Related {
    /// Its id.
    pub cluster: String,
    /// Words that stand in this reference copy more often than in that one.
    pub only_here: Vec<String>,
    /// Words that stand in that reference copy more often than in this one.
    pub only_there: Vec<String>,
    /// The sentences that stand opposite each other.
    #[serde(default)]
    pub sentences: Vec<OpposedSentences>,
}

/// A cluster with whose letter this one's members share passages.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct SharedPassages {
    /// Its id.
    pub cluster: String,
    /// Distinct comments of the two clusters that hold a passage of both letters.
    pub n_members: usize,
}

/// How often a mass mailer occurs.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct RelayerCount {
    /// Registrable domain.
    pub relayer: String,
    /// Comments that came through it.
    pub n_comments: usize,
}

/// Spread of the members' distances, in nats.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Distances {
    /// Smallest.
    pub min: f64,
    /// Mean.
    pub mean: f64,
    /// Largest.
    pub max: f64,
}

/// One distinct text of a cluster besides the reference copy; any where that is a consensus.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Member")]
pub struct ReportedMember {
    /// Id of the comment.
    pub id: String,
    /// How many comments have exactly its words, itself included.
    pub n_copies: usize,
    /// How it was edited.
    pub category: Category,
    /// Why it is here.
    pub evidence: ReportedEvidence,
    /// What parts of it and of what it was compared with the two share, as in its line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared: Option<Shares>,
    /// Words in sentences of its own.
    pub n_added_words: usize,
    /// Words of the letter in sentences that it left out.
    pub n_deleted_words: usize,
    /// Words altered inside sentences it kept.
    pub n_changed_words: usize,
    /// The sentences that nobody else has, as in its line.
    pub unique_text: Vec<ReportedPassage>,
    /// Distinct words in these: the rank of a copy on the page. Absent where there are none.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub n_distinct_words: usize,
    /// The sentences that are not the letter's and that other texts hold, too, as in its line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shared_text: Vec<ReportedSharedText>,
    /// The sentences of the letter that it changed, as in its line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Ids of other clusters whose letters this comment also holds, or a paragraph of them.
    pub also_contains: Vec<String>,
    /// Of `n_copies`, those that are new since the earlier report.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub n_new: usize,
}

/// Why a comment is in its cluster.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Evidence")]
pub struct ReportedEvidence {
    /// The rule that placed it.
    pub rule: Rule,
    /// Id of the comment it was compared with; where a letter that is a consensus has that id, it was compared with the consensus.
    pub compared_with: String,
    /// Distance to it, in nats.
    #[serde(default)]
    pub distance: f64,
    /// Words of this comment that stand in it.
    #[serde(default)]
    pub n_shared_words: usize,
    /// Paragraphs of it of which this comment keeps at least half.
    #[serde(default)]
    pub n_paragraphs_kept: usize,
}

/// A sentence of the letter that a copy changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Change {
    /// What the letter says: a sentence, or several that were made one. Empty where no one sentence of what is shown of a
    /// letter worded anew is like it.
    pub letter: Arc<str>,
    /// What this copy says.
    pub here: Box<str>,
}

/// A sentence that others added, too, with its place.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "SharedPassage")]
pub struct ReportedSharedText {
    /// First byte in the decoded text.
    pub start: usize,
    /// First byte after it.
    pub end: usize,
    /// The sentence itself.
    pub text: String,
    /// Comments that hold nine words of ten of it, or six of eight where several texts hold that version of it; this one
    /// and exact copies included. Reports of versions before 0.3.0 do not say.
    #[serde(default)]
    pub n_comments: usize,
}

/// A stretch of text with its place.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Passage")]
pub struct ReportedPassage {
    /// First byte in the decoded text.
    pub start: usize,
    /// First byte after it.
    pub end: usize,
    /// The text itself.
    pub text: String,
}
