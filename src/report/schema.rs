//! The report as it is written: the only types that are serialized. Field names are a contract;
//! [`SCHEMA_VERSION`] changes when one of them changes its meaning or goes.
//!
//! They are read back, too: every rendering is made from [`Report`] and [`DocumentLine`]s alone, so it
//! can be made from the written folder, and nothing is in a rendering that is not in the folder.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Version of the report's form.
pub const SCHEMA_VERSION: u32 = 1;

/// `report.json`: the cluster report of one docket.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// Version of this form.
    pub schema_version: u32,
    /// What made the report.
    pub tool: Tool,
    /// The settings that change results.
    pub settings: Settings,
    /// One SHA-1 over the paths and contents of all inputs.
    pub input_digest: String,
    /// Sums over all inputs.
    pub totals: Totals,
    /// Clusters of two comments and more, the largest first.
    pub clusters: Vec<Cluster>,
    /// Inputs that were not compared, each with its reason.
    pub set_aside: Vec<SetAside>,
    /// Where the analyst's constraints contradict each other or what the comments say.
    pub conflicts: Vec<Conflict>,
    /// What a reader should know about the inputs and about limits that were reached.
    pub warnings: Vec<String>,
    /// What is new since an earlier report whose clusters were kept; absent where none was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
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
    /// Comments that were unique and now are in a new cluster.
    pub no_longer_unique: usize,
    /// Comments whose text is another now; they count as new.
    pub changed: usize,
    /// Inputs that the docket holds no more.
    pub gone: usize,
    /// Clusters that were kept.
    pub clusters_kept: usize,
    /// Clusters that could not be kept: the text of their reference copy is gone.
    pub clusters_gone: usize,
    /// Comments that would be in another cluster without the earlier report, exact copies included.
    pub differing_comments: usize,
    /// Ids of the distinct texts among them, ascending.
    pub differing: Vec<String>,
}

/// Constraints that contradict each other or the dockets cited.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Conflict {
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
    /// SHA-1 of the list of mass mailers in use.
    pub relayers_digest: String,
    /// How much of an input was read.
    #[serde(default)]
    pub limits: Limits,
}

/// How much of an input is read; what is beyond is unreadable.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Limits {
    /// Bytes of a file that is held in memory in one piece.
    pub file_bytes: u64,
    /// Bytes of one comment's text.
    pub text_bytes: usize,
    /// Times its size that a packed file may expand to.
    pub expansion: usize,
    /// How deep the parts of a mail may lie in each other.
    pub mail_depth: usize,
    /// Parts of a mail.
    pub mail_parts: usize,
    /// How deep archives may lie in archives.
    pub archive_depth: usize,
    /// Files of an archive.
    pub archive_files: usize,
}

/// A limit that an input reached.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// `settings.limits.file_bytes`
    FileSize,
    /// `settings.limits.text_bytes`
    TextSize,
    /// `settings.limits.expansion`
    Expansion,
    /// `settings.limits.archive_depth`
    ArchiveDepth,
    /// `settings.limits.archive_files`
    ArchiveFiles,
    /// `settings.limits.mail_depth`
    MailDepth,
    /// `settings.limits.mail_parts`
    MailParts,
}

/// A link of the analyst's between two comments.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Constraint {
    /// "must", "cannot" or "family".
    pub link: String,
    /// Id of one comment.
    pub a: String,
    /// Id of the other.
    pub b: String,
}

/// Sums over all inputs.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Totals {
    /// Inputs: comments and what is none. Equals the sum of `buckets`.
    pub inputs: usize,
    /// Inputs with every bundle counted as often as the agency says it stands for (`duplicateComments`).
    pub submissions: u64,
    /// Comments whose texts were compared.
    pub comments: usize,
    /// Distinct texts among them.
    pub distinct_texts: usize,
    /// Inputs by bucket; every input is in exactly one.
    pub buckets: BTreeMap<Bucket, usize>,
    /// Clusters of two comments and more.
    pub clusters: usize,
    /// Those around the reference copy of a form letter.
    pub form_letters: usize,
    /// Comments by edit category.
    pub categories: BTreeMap<Category, usize>,
    /// Passages that commenters added to form letters.
    pub added_passages: usize,
    /// Inputs that were not read, or not to their end, because they reached a limit.
    #[serde(default)]
    pub limits_reached: BTreeMap<Limit, usize>,
    /// Candidates that were not looked at because a comment had more than `settings.depth`.
    pub candidates_cut: usize,
}

/// Where an input ended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
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
    NoText,
    /// Withdrawn, as the agency says.
    Withdrawn,
    /// Could not be read.
    Unreadable,
    /// No comment: a rule, a picture, a list page.
    NotAComment,
}

/// How a comment was made from the reference copy of its cluster (SIGIR 2006 §2).
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    /// The same words.
    Exact,
    /// The whole letter several times.
    Repeated,
    /// The same paragraphs in another order.
    BlockReordering,
    /// A few words altered within paragraphs.
    MinorChange,
    /// Fewer than 200 words added.
    BlockAdded,
    /// Fewer than 200 words left out.
    BlockDeleted,
    /// Words altered, and paragraphs added or left out.
    MinorChangeBlockEdit,
    /// At least one paragraph of the letter among the commenter's own.
    KeyBlock,
    /// Much the same words in another arrangement.
    BagOfWordSimilar,
    /// Like no other comment.
    Singleton,
}

/// Why a comment is in its cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// It is the reference copy.
    Reference,
    /// The cluster started from it; the letter is a consensus.
    Seed,
    /// It has the same words as `compared_with`.
    ExactCopy,
    /// A must-link of the analyst's.
    Analyst,
    /// Must-link: the whole reference copy is contained.
    Containment,
    /// Must-link: more than 95 % of the words are shared.
    WordOverlap,
    /// Must-link: a distinctive paragraph of the reference copy is kept, or most of one.
    Paragraph,
    /// Must-link: most of the comment's own words are a passage of the one it was compared with.
    Excerpt,
    /// The distance is below the cut-off.
    Distance,
    /// A family-link (same relayer, docket, footer, similar size) brought the distance below the cut-off.
    FamilyLink,
}

/// A group of near-duplicates.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Cluster {
    /// Stable: a hash of the text that the cluster started from and its dockets, or the id in the earlier
    /// report. That text is the reference copy, or where that is a consensus the comment with the rule
    /// `seed`.
    pub id: String,
    /// Whether an earlier report was given that does not have it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_new: bool,
    /// Comments that are new since the earlier report.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_new: usize,
    /// Whether it grew around a form letter, a text with many exact copies.
    pub is_form_letter: bool,
    /// The text that the others were compared with.
    pub reference: Reference,
    /// Comments in the cluster. Equals the sum of `categories`.
    pub n_comments: usize,
    /// The same with every bundle counted as often as the agency says.
    pub n_submissions: u64,
    /// Comments by edit category.
    pub categories: BTreeMap<Category, usize>,
    /// Earliest known timestamp.
    pub first_received: Option<String>,
    /// Latest known timestamp.
    pub last_received: Option<String>,
    /// Mass mailers by number of comments, the busiest first.
    pub relayers: Vec<RelayerCount>,
    /// All dockets cited.
    pub docket_ids: Vec<String>,
    /// How near the distinct members are to the text that the cluster started from; absent where there
    /// are none.
    pub distances: Option<Distances>,
    /// Distance in nats up to which members joined by distance alone: `settings.threshold`, or less
    /// where distances jump.
    pub cut_off: f64,
    /// Clusters around letters that differ from this one in a word of stance and little else.
    pub related: Vec<Related>,
    /// Clusters around letters of which many members here hold a passage, too, or the other way round: a
    /// campaign that gave out passages to choose from.
    #[serde(default)]
    pub shares_passages: Vec<SharedPassages>,
    /// What the members added in their own words, the most telling first; the same words once.
    pub added: Vec<Added>,
    /// Distinct texts besides the reference copy, the nearest first; all where that is a consensus.
    pub members: Vec<Member>,
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
}

/// A cluster with whose letter this one's members share passages.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct SharedPassages {
    /// Its id.
    pub cluster: String,
    /// Distinct comments of the two clusters that hold a passage of both letters.
    pub n_members: usize,
}

/// A passage that one or more members added.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Added {
    /// The text, as the first member has it.
    pub text: String,
    /// Ids of the distinct comments that added it, ascending.
    pub members: Vec<String>,
    /// Comments that added it, exact copies included.
    pub n_comments: usize,
    /// Words in it.
    pub n_words: usize,
    /// Distinct words in it that at most one in twenty distinct texts of the docket uses. The rank.
    pub n_rare_words: usize,
    /// Whether it names a figure: "83 percent", "in 1994".
    pub has_figures: bool,
    /// Whether all comments that added it are new since the earlier report.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_new: bool,
}

impl Cluster {
    /// Comments with exactly the letter's words.
    pub(super) fn n_exact(&self) -> usize {
        let exact = self.categories.get(&Category::Exact);
        exact.copied().unwrap_or_default()
    }

    /// The other comments. Reports that somebody has changed are shown, too: their sums need not match.
    pub(super) fn n_edited(&self) -> usize {
        self.n_comments.saturating_sub(self.n_exact())
    }
}

/// The reference copy of a cluster, or its consensus.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reference {
    /// Id of the comment.
    pub id: String,
    /// File and place.
    pub source: String,
    /// Whether nobody sent exactly this letter: `paragraphs` holds what many comments of the cluster
    /// share of the comment `id`, which is itself among the members.
    pub is_consensus: bool,
    /// Its main text, paragraph by paragraph, verbatim; of a consensus what is shared.
    pub paragraphs: Vec<String>,
    /// For each paragraph, how many comments of the cluster keep at least half of it; the reference
    /// copy and its exact copies included.
    pub n_kept: Vec<usize>,
    /// How many comments have exactly its words, itself included; 0 of a consensus.
    pub n_copies: usize,
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
pub struct Member {
    /// Id of the comment.
    pub id: String,
    /// How many comments have exactly its words, itself included.
    pub n_copies: usize,
    /// How it was edited.
    pub category: Category,
    /// Why it is here.
    pub evidence: Evidence,
    /// Words in sentences of its own.
    pub n_added_words: usize,
    /// Words of the letter in sentences that it left out.
    pub n_deleted_words: usize,
    /// Words altered inside sentences it kept.
    pub n_changed_words: usize,
    /// What stands in no letter of the docket: reference copy or consensus.
    pub unique_text: Vec<Passage>,
    /// Ids of other clusters whose letters this comment also holds, or a paragraph of them.
    pub also_contains: Vec<String>,
    /// Of `n_copies`, those that are new since the earlier report.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_new: usize,
}

/// Why a comment is in its cluster.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// The rule that placed it.
    pub rule: Rule,
    /// Id of the comment it was compared with.
    pub compared_with: String,
    /// Distance to it, in nats.
    pub distance: f64,
    /// Words of this comment that stand in it.
    pub n_shared_words: usize,
    /// Paragraphs of it of which this comment keeps at least half.
    pub n_paragraphs_kept: usize,
}

/// A stretch of text with its place.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Passage {
    /// First byte in the decoded text.
    pub start: usize,
    /// First byte after it.
    pub end: usize,
    /// The text itself.
    pub text: String,
}

/// An input that was not compared.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct SetAside {
    /// The record's id, or its place.
    pub id: String,
    /// File and place.
    pub source: String,
    /// Where it ended.
    pub bucket: Bucket,
    /// Why.
    pub reason: String,
    /// The limit it reached, where that is why.
    pub limit: Option<Limit>,
}

/// A line of `documents.jsonl`: one input.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct DocumentLine {
    /// Unique within the docket.
    pub id: String,
    /// File and place.
    pub source: String,
    /// Where it ended.
    pub bucket: Bucket,
    /// Why, for inputs that were not compared.
    pub reason: Option<String>,
    /// Id of its cluster; null where it has none.
    pub cluster: Option<String>,
    /// How it was edited; null for inputs that were not compared.
    pub category: Option<Category>,
    /// Why it is in its cluster.
    pub evidence: Option<Evidence>,
    /// Main text, paragraph by paragraph, verbatim. Empty for exact copies, whose words stand at
    /// `evidence.compared_with`, and for inputs that were not compared.
    pub paragraphs: Vec<String>,
    /// Ids of other clusters whose letters it also holds, or a paragraph of them.
    pub also_contains: Vec<String>,
    /// What stands in no letter, passage by passage. Empty for a singleton: all of it is unique.
    pub unique_text: Vec<String>,
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
    /// Subject line or title.
    pub subject: Option<String>,
    /// When it was received, posted or sent.
    pub timestamp: Option<String>,
    /// Dockets it cites.
    pub docket_ids: Vec<String>,
    /// RINs, file codes and keys of other systems that it cites: `RIN:2060-AJ65`, `CMS-FILE:1234`.
    pub other_keys: Vec<String>,
    /// Mass mailer it came through.
    pub relayer: Option<String>,
    /// Attached files.
    pub attachments: Vec<String>,
    /// Duplicates the agency says this record stands for.
    pub claimed_duplicates: Option<u64>,
    /// Whether it is new since the earlier report.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_new: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_false(value: &bool) -> bool {
    !value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}
