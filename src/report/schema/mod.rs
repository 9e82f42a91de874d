//! The report as it is written: the only types that are serialized. Field names are a contract;
//! [`SCHEMA_VERSION`] changes when one of them changes its meaning or goes. A type named `Reported…` is the
//! written form of a type of the program; in the schema it has the plain name. Words that the program and the report have in
//! common, such as the categories of edits, are one type, which the stage defines.
//!
//! They are read back, too: every rendering is made from [`Report`] and [`DocumentLine`]s alone, so it
//! can be made from the written folder, and nothing is in a rendering that is not in the folder.

mod campaigns;
mod clusters;
#[cfg(test)]
pub(super) mod examples;
mod index;
mod lines;
mod questions;
mod trace;

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::campaigns::{CampaignKind, KitPassage, SaidKind};
pub use crate::clustering::analyst::{Constraint, ConstraintKind};
pub use crate::clustering::{Apart, Rule, Shares};
pub use crate::corpus::Limit;
pub use crate::detection::{Added, Reference};
pub use crate::edits::FIELD;
pub use crate::edits::{
    Category, CopyPart, OpposedSentences, ParagraphPlace, SlotOption, TemplatePart,
};
pub use crate::facts::Facts;
use crate::ingest::Limits;
pub use campaigns::*;
pub use clusters::*;
pub use index::*;
pub use lines::*;
pub use questions::*;
pub use trace::*;

/// Version of the report's form.
pub const SCHEMA_VERSION: u32 = 4;

/// `report.json`: the cluster report of one docket.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Version of this form.
    pub schema_version: u32,
    /// What the report is about: what `--title` says, else the docket that most comments cite and the file that all
    /// are from, where it is one.
    #[serde(default)]
    pub title: String,
    /// Name of the file that all comments are from; absent where there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Day of the run, where `--date` or the environment's `SOURCE_DATE_EPOCH` gives it: otherwise the report of the same
    /// inputs is the same on every day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// What made the report.
    pub tool: Tool,
    /// The settings that change results.
    pub settings: Settings,
    /// SHA-1 of `inputs.sha1`, which lists every file that was read with its place in the docket and its own SHA-1:
    /// `sha1sum -c` proves it in the docket's folder.
    pub input_digest: String,
    /// What was known beforehand (`--known`), and how many comments quote it; absent where nothing was.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<ReportedKnown>,
    /// Sums over all inputs.
    pub totals: Totals,
    /// Clusters of two comments and more, the largest first.
    pub clusters: Vec<ReportedCluster>,
    /// What belongs together: each cluster is in one campaign, a single comment in one at most. The largest
    /// first.
    #[serde(default)]
    pub campaigns: Vec<ReportedCampaign>,
    /// What many say that nothing shows to be of one origin: passages of single comments, and facts that comments name in other
    /// words. What most say comes first; no campaign counts it.
    #[serde(default)]
    pub said_by_many: Vec<ReportedSaid>,
    /// Inputs that were not compared, each with its reason.
    pub set_aside: Vec<ReportedSetAside>,
    /// Inputs that are not to be posted, each with why, in the order of their ids; one with several flags has several rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept_back: Vec<ReportedKeptBack>,
    /// Where the analyst's constraints contradict each other or what the comments say.
    pub conflicts: Vec<ReportedConflict>,
    /// What a reader should know about the inputs and about limits that were reached.
    pub warnings: Arc<Vec<String>>,
    /// The open questions that the comments answer, in their order, each with what was found in its answers alone; absent
    /// where a comment is one text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<ReportedQuestion>,
    /// The questions with answers to choose from; absent where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed_questions: Vec<ReportedClosedQuestion>,
    /// What is new since an earlier report whose clusters were kept; absent where none was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
}

/// A text that was known beforehand.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Known")]
pub struct ReportedKnown {
    /// Its name: the file, or its path in the folder that was given.
    pub name: String,
    /// SHA-1 of the file.
    pub digest: String,
    /// Paragraphs that it has.
    pub n_paragraphs: usize,
    /// Comments that quote it, exact copies included.
    pub n_comments: usize,
    /// Its paragraphs that are quoted, in order.
    pub quoted: Vec<QuotedParagraph>,
}

/// A paragraph of a known text.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct QuotedParagraph {
    /// Which one, from 1.
    pub paragraph: usize,
    /// Comments that quote it, exact copies included.
    pub n_comments: usize,
    /// Its words.
    pub text: String,
}

/// What is new since an earlier report.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Since {
    /// `input_digest` of that report.
    pub input_digest: String,
    /// Whether the same version made it, with the same settings.
    pub same_settings: bool,
    /// Comments that it did not compare, or not with this text. Equals the sum of the next three.
    pub new_comments: usize,
    /// New comments in clusters that it has.
    pub new_in_earlier_clusters: usize,
    /// New comments in clusters that it does not have.
    pub new_in_new_clusters: usize,
    /// New comments like no other.
    pub new_unique: usize,
    /// New inputs that were not compared.
    pub new_set_aside: usize,
    /// Distinct texts that were unique and now are in a new cluster, with late comments.
    pub no_longer_unique: usize,
    /// What else is not as the earlier report has it.
    #[serde(default)]
    pub moved: Moved,
    /// Comments whose text is another now; they count as new.
    pub changed: usize,
    /// Inputs that the docket holds no more.
    pub gone: usize,
    /// Clusters that were kept.
    pub clusters_kept: usize,
    /// Clusters that could not be kept: the text of their reference copy is gone.
    pub clusters_gone: usize,
}

/// What is not as an earlier report has it: comments that it placed, whose text is the same; those are not counted
/// that were unique and now are in a new cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Moved {
    /// Comments in another cluster, or in none: the reference copy is gone, or a link of the analyst's parts them.
    pub clusters: usize,
    /// Comments in another campaign: late comments join two, or part one.
    pub campaigns: usize,
    /// Comments with another edit category.
    pub categories: usize,
    /// Comments with other evidence.
    pub evidence: usize,
    /// Comments with other unique text.
    pub unique_text: usize,
    /// Clusters that were kept and have another reference copy, or another text of it.
    pub references: usize,
}

/// Constraints that contradict each other or the dockets cited.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Conflict")]
pub struct ReportedConflict {
    /// What held and what did not, in words.
    pub reason: String,
    /// Ids of the comments, from one end of the chain of must-links to the other.
    pub chain: Vec<String>,
}

/// What made the report.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tool {
    /// Always "durian".
    pub name: String,
    /// Its version.
    pub version: String,
}

impl Tool {
    /// This program.
    pub(crate) fn own() -> Self {
        Self {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// The settings that change results.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Settings {
    /// Exact copies that make a form letter.
    pub min_copies: usize,
    /// Cut-off of the distance, in nats.
    pub threshold: f64,
    /// What a family-link takes off a distance.
    pub family_bonus: f64,
    /// Kinds of links in use.
    pub links: Vec<String>,
    /// Most candidates of a comment that is no reference copy.
    pub depth: usize,
    /// The analyst's constraints, in the order of the file.
    pub constraints: Vec<Constraint>,
    /// Field with the comments' ids, where it was named.
    pub id_field: Option<String>,
    /// Field with the comments' texts, where it was named.
    pub text_field: Option<String>,
    /// Fields with the answers to several questions, where they were named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text_fields: Vec<String>,
    /// SHA-1 of the list of mass mailers in use.
    pub relayers_digest: String,
    /// How much of an input was read.
    #[serde(default)]
    pub limits: Limits,
}

/// Sums over all inputs.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Totals {
    /// Inputs: comments and what is none. Equals the sum of `buckets`.
    pub inputs: usize,
    /// Records that were met again in another export, with the same id and the same words, or without ids in a file that holds
    /// the same comments: `also_in` of the lines names their places. They are no inputs of their own.
    #[serde(default)]
    pub repeated_records: usize,
    /// Inputs with every bundle counted as often as the agency says it stands for (`duplicateComments`); what is no comment is
    /// no submission, whatever its record says of others.
    pub submissions: u64,
    /// Comments whose texts were compared.
    pub comments: usize,
    /// Distinct texts among them.
    pub distinct_texts: usize,
    /// Inputs by bucket; every input is in exactly one.
    pub buckets: BTreeMap<Bucket, usize>,
    /// Clusters of two comments and more.
    pub clusters: usize,
    /// Letters: the clusters that are in campaigns. What one sender sent again is no letter.
    #[serde(default)]
    pub n_letters: usize,
    /// Those around the reference copy of a form letter.
    pub form_letters: usize,
    /// Campaigns by kind.
    #[serde(default)]
    pub campaigns: BTreeMap<CampaignKind, usize>,
    /// All campaigns. Equals the sum of `campaigns`.
    #[serde(default)]
    pub n_campaigns: usize,
    /// Comments in campaigns: those in clusters and those of `unique_in_campaigns`.
    #[serde(default)]
    pub in_campaigns: usize,
    /// Unique comments. Equals `buckets.singleton`.
    #[serde(default)]
    pub n_unique: usize,
    /// Unique comments in campaigns: they share wording with a letter, for or against it, and are nobody's copy.
    #[serde(default)]
    pub unique_in_campaigns: usize,
    /// Comments that are a letter themselves: one in each cluster whose letter somebody sent.
    #[serde(default)]
    pub letters_sent: usize,
    /// All other comments by edit category; `exact` are those with the same words as their letter. With `letters_sent` they
    /// are the comments.
    pub categories: BTreeMap<Category, usize>,
    /// Of the letters and the comments with the same words, how many are byte for byte the same as another one: the sum of the
    /// clusters' `n_identical`, which defines it.
    #[serde(default)]
    pub n_identical: usize,
    /// Distinct texts in clusters by the rule that placed them; reference copies and seeds included.
    #[serde(default)]
    pub rules: BTreeMap<Rule, usize>,
    /// Comments that are like one that the same sender had sent before: those with `resubmission_of`.
    #[serde(default)]
    pub resubmissions: usize,
    /// Inputs that are not to be posted, by why: `restricted` by their record, or flagged by people (`--flags`). An input with
    /// several flags counts for each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub kept_back: BTreeMap<String, usize>,
    /// Comments that carry form text: what a form, an alert or the agency put into many comments.
    #[serde(default)]
    pub with_form_text: usize,
    /// Passages that senders added to letters, the same words once for each letter: the rows of `added-text.csv`.
    pub added_passages: usize,
    /// Words of all comments, of every exact copy again: the sum of `n_words` over all lines.
    #[serde(default)]
    pub n_words: usize,
    /// Words of the letters, each letter once.
    #[serde(default)]
    pub n_letter_words: usize,
    /// Words of the added passages, each passage once.
    #[serde(default)]
    pub n_added_words: usize,
    /// Words of the unique comments.
    #[serde(default)]
    pub n_unique_words: usize,
    /// Words left to read for who reads everything once: the sum of the three above.
    #[serde(default)]
    pub n_words_left: usize,
    /// Files that came with comments, compared or not, and were not read: the rows of `to-fetch.csv`.
    #[serde(default)]
    pub attachments_not_read: usize,
    /// Inputs that were not read, or not to their end, because they reached a limit, and copies that were compared with
    /// their letters more coarsely because both are long (`word_diff`).
    #[serde(default)]
    pub limits_reached: BTreeMap<Limit, usize>,
    /// Candidates that were not looked at because a comment had more than `settings.depth`.
    pub candidates_cut: usize,
}

impl Totals {
    /// Comments with the same words as their letter.
    pub fn n_same(&self) -> usize {
        self.categories.get(&Category::Exact).copied().unwrap_or_default()
    }

    /// Edited copies of letters.
    pub fn n_edited(&self) -> usize {
        self.comments.saturating_sub(self.letters_sent + self.n_same() + self.n_unique)
    }

    /// Inputs in a bucket.
    pub fn n_in(&self, bucket: Bucket) -> usize {
        self.buckets.get(&bucket).copied().unwrap_or_default()
    }

    /// Inputs but for those that are no comments.
    pub fn n_received(&self) -> usize {
        self.inputs.saturating_sub(self.n_in(Bucket::NotAComment))
    }

    /// Comments of clusters in no campaign: one sender sent all comments of such a cluster.
    pub fn n_sent_again(&self) -> usize {
        let in_clusters = self.comments.saturating_sub(self.n_unique);
        (in_clusters + self.unique_in_campaigns).saturating_sub(self.in_campaigns)
    }
}

/// Where an input ended.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Bucket {
    /// A distinct text in a cluster of two comments and more.
    Clustered,
    /// A comment like no other.
    Singleton,
    /// An exact copy of a comment in another bucket; it shares that comment's cluster.
    ExactCopy,
    /// Nothing to compare: blank, "See attached".
    #[default]
    NoText,
    /// Withdrawn, as the agency says.
    Withdrawn,
    /// Could not be read.
    Unreadable,
    /// No comment: a rule, a picture, a list page.
    NotAComment,
}

/// An input that is not to be posted. It is compared and counted like any other.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "KeptBack")]
pub struct ReportedKeptBack {
    /// Its id.
    pub id: String,
    /// `restricted` by its record, or what people say of it (`--flags`).
    pub flag: String,
    /// The reason that the record gives, or a note of people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// An input that was not compared.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "SetAside")]
pub struct ReportedSetAside {
    /// The record's id, or its place.
    pub id: Arc<str>,
    /// File and place.
    pub source: Arc<str>,
    /// Where it ended.
    pub bucket: Bucket,
    /// Why.
    pub reason: Arc<str>,
    /// The limit it reached, where that is why.
    pub limit: Option<Limit>,
}
