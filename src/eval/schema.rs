//! Evaluations as they are written: the only types of `eval` that are serialized.

use std::collections::BTreeMap;

use serde::Serialize;

/// Precision, recall and their harmonic mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PrecisionRecall {
    /// Right among the claimed.
    pub precision: f64,
    /// Found among the sought.
    pub recall: f64,
    /// 2PR / (P + R).
    pub f1: f64,
}

impl PrecisionRecall {
    /// F1 follows from the two.
    pub fn new(precision: f64, recall: f64) -> Self {
        let sum = precision + recall;
        let f1 = if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 };
        Self { precision, recall, f1 }
    }
}

/// Chance-corrected agreement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Agreement {
    /// Observed agreement p(A).
    pub agreement: f64,
    /// Gwet's AC1.
    pub ac1: f64,
    /// Cohen's κ.
    pub kappa: f64,
}

/// Means of the two coefficients.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Coefficients {
    /// Gwet's AC1.
    pub ac1: f64,
    /// Cohen's κ.
    pub kappa: f64,
}

/// Agreement per labeled cluster, averaged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MacroAgreement {
    /// Pairs inside the union of a labeled cluster and its best predicted one; clusters of two and more.
    pub ac1: f64,
    /// The same for κ.
    pub kappa: f64,
    /// Clusters of two and more.
    pub clusters: usize,
    /// The same with comments alone, each of which counts 1 where it is alone in the prediction too.
    pub union_of_pairs_with_singletons: Coefficients,
    /// The other reading: the documents of a cluster against the rest; clusters of two and more.
    pub one_against_rest: Coefficients,
    /// The same with comments alone.
    pub one_against_rest_with_singletons: Coefficients,
}

/// Measures of a clustering.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClusterMeasures {
    /// Labeled comments that were compared.
    pub documents: usize,
    /// Clusters in the labels, comments alone included.
    pub labelled_clusters: usize,
    /// Clusters in the prediction, comments alone included.
    pub predicted_clusters: usize,
    /// Over all pairs of comments.
    pub pairwise: PrecisionRecall,
    /// The papers' a, b, c, d.
    pub pairs: [u64; 4],
    /// Agreement over all pairs.
    pub micro: Agreement,
    /// Agreement per cluster.
    #[serde(rename = "macro")]
    pub macro_: MacroAgreement,
    /// Adjusted Rand index; equals κ over pairs.
    pub adjusted_rand: f64,
    /// Fowlkes & Mallows.
    pub fowlkes_mallows: f64,
    /// Matthews correlation over pairs; equals Pearson's r of the two yes-or-no variables.
    pub matthews: f64,
    /// F of clusters.
    pub cluster_f1: f64,
    /// Share of comments in the majority of their predicted cluster.
    pub purity: f64,
    /// Share of comments in the best predicted cluster of their labeled one.
    pub inverse_purity: f64,
    /// B³.
    pub bcubed: PrecisionRecall,
}

/// Scores of one edit category.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct CategoryScores {
    /// Averaged over the form letters that have the category; F1 is that of the averages.
    #[serde(flatten)]
    pub scores: PrecisionRecall,
    /// Comments of the category.
    pub documents: u64,
    /// Form letters that have it; none for comments that belong to no letter.
    pub letters: usize,
    /// Pooled over all letters.
    pub micro: PrecisionRecall,
}

/// How often the edit category is named rightly.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CategoryAccuracy {
    /// Comments whose category was compared.
    pub documents: u64,
    /// Share named rightly.
    pub accuracy: f64,
    /// The same where the labels' `also` counts as right.
    pub accuracy_with_allowed: f64,
    /// The same where all block edits are one category.
    pub accuracy_coarse: f64,
    /// Mean of `per_category`.
    pub macro_recall: f64,
    /// Share named rightly of each labeled category.
    pub per_category: BTreeMap<String, f64>,
    /// Labeled category, predicted category, comments.
    pub confusion: BTreeMap<String, BTreeMap<String, u64>>,
}

/// Marked items: lines, words, sentences.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MarkedScores {
    /// Precision, recall, F1.
    #[serde(flatten)]
    pub scores: PrecisionRecall,
    /// Agreement coefficients; none where it is unknown how many items are unmarked.
    #[serde(flatten)]
    pub agreement: Option<Agreement>,
}

/// Lines of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LineScores {
    /// Comments that were compared.
    pub documents: u64,
    /// Share of comments without any wrong or missing line.
    pub documents_perfect: f64,
    /// Over all lines.
    #[serde(flatten)]
    pub lines: MarkedScores,
}

/// Unique text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UniqueTextScores {
    /// Comments that were compared.
    pub documents: u64,
    /// Words by their places; none where the labels hold no texts.
    pub words: Option<MarkedScores>,
    /// Sentences half of whose words are marked.
    pub sentences: Option<MarkedScores>,
    /// Words whatever their places.
    pub words_in_any_order: PrecisionRecall,
    /// Passages that are the same.
    pub passages_without_overlap: PrecisionRecall,
    /// Passages that touch.
    pub passages_with_overlap: PrecisionRecall,
    /// Comments without unique text in the labels.
    pub without_unique_text: u64,
    /// Those of them for which some is predicted.
    pub of_these_predicted: u64,
    /// Words by edit category.
    pub words_by_category: BTreeMap<String, PrecisionRecall>,
}

/// What became of the ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IdCounts {
    /// Labels that count.
    pub labelled: usize,
    /// Labels that say they do not count.
    pub left_out: usize,
    /// Labels whose id is not in the prediction; each counts as alone.
    pub missing: usize,
    /// Predictions whose id is not in the labels.
    pub extra: usize,
    /// Labels with an id that came before.
    pub repeated: usize,
}

/// A report against labels.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Evaluation {
    /// What became of the ids.
    pub ids: IdCounts,
    /// Measures of the clusters.
    #[serde(flatten)]
    pub clusters: ClusterMeasures,
    /// The same measures of the campaigns, each taken as a cluster; none where labels or report do not
    /// speak of campaigns.
    pub campaigns: Option<ClusterMeasures>,
    /// Scores by labeled edit category.
    pub categories: BTreeMap<String, CategoryScores>,
    /// Predicted against labeled categories; none where either says nothing.
    pub category_accuracy: Option<CategoryAccuracy>,
    /// Unique text.
    pub unique_text: Option<UniqueTextScores>,
    /// Header lines.
    pub header_lines: Option<LineScores>,
    /// Signature lines.
    pub signature_lines: Option<LineScores>,
    /// Footer lines.
    pub footer_lines: Option<LineScores>,
}

/// How often two comments are together where an assessor says so.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PairMeasures {
    /// The papers' a, b, c, d.
    pub pairs: [u64; 4],
    /// Of the pairs judged the same.
    #[serde(flatten)]
    pub scores: PrecisionRecall,
    /// Over all judged pairs.
    #[serde(flatten)]
    pub agreement: Agreement,
    /// Matthews correlation.
    pub matthews: f64,
}

/// A report against judged pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct JudgedPairScores {
    /// How many pairs are judged.
    pub judged: usize,
    /// Those of which a comment is not in the report; each counts as parted.
    pub missing: usize,
    /// Whether the two are in one cluster.
    pub clusters: PairMeasures,
    /// Whether they are in one campaign; none where the report does not speak of campaigns.
    pub campaigns: Option<PairMeasures>,
}

/// What `durian evaluate` tells of a report.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReportEvaluation {
    /// Against labels.
    #[serde(flatten)]
    pub labels: Option<Evaluation>,
    /// Against judged pairs.
    pub judged_pairs: Option<JudgedPairScores>,
}

/// A method's scores on a docket.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MethodScores {
    /// The method.
    pub name: &'static str,
    /// Whether the form letters were given to it.
    pub given_letters: bool,
    /// Time of clustering.
    pub seconds: f64,
    /// Comments of the docket, copies included, by that time.
    pub comments_per_second: f64,
    /// Measures of the clusters.
    #[serde(flatten)]
    pub clusters: ClusterMeasures,
    /// The same of its clusters against the labeled campaigns; none where the labels name none.
    pub against_campaigns: Option<ClusterMeasures>,
    /// Scores by labeled edit category.
    pub categories: BTreeMap<String, CategoryScores>,
}

/// F1 with some links.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LinkScores {
    /// Kind of the links.
    pub kind: &'static str,
    /// Links given, of each kind.
    pub links: usize,
    /// Links of these kinds that the program finds.
    pub available: usize,
    /// Over pairs.
    pub pairwise_f1: f64,
    /// Mean over the edit categories.
    pub category_f1: f64,
}

/// The pairs that similarities were judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PairCounts {
    /// Pairs of distinct texts.
    pub drawn: usize,
    /// Whether these are all pairs of the docket.
    pub is_all: bool,
    /// Whether an assessor judged just these pairs.
    pub are_judged: bool,
    /// Pairs in one labeled cluster.
    pub near_duplicates: usize,
}

/// A similarity on the pairs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThresholdScores {
    /// The similarity.
    pub name: String,
    /// Highest F1 over all thresholds.
    pub best_f1: f64,
    /// Where it is.
    pub best_threshold: f64,
    /// Best threshold on half of the pairs.
    pub fitted_threshold: f64,
    /// Scores of all pairs at that threshold.
    pub fitted: PrecisionRecall,
    /// F1 at a threshold 0.05 lower.
    pub f1_below: f64,
    /// F1 at a threshold 0.05 higher.
    pub f1_above: f64,
    /// Matthews correlation at the fitted threshold.
    pub matthews: f64,
    /// Matthews correlation over thresholds.
    pub curve: Vec<MatthewsAtThreshold>,
    /// Pearson correlation of score and label.
    pub pearson: f64,
    /// Pearson correlation of its scores with those of each similarity, in the order of the similarities.
    pub pearson_with: Vec<f64>,
}

/// A point of the curve of a similarity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MatthewsAtThreshold {
    /// Where pairs begin to be accepted.
    pub threshold: f64,
    /// Matthews correlation there.
    pub matthews: f64,
}

/// The docket that was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct DocketCounts {
    /// Comments whose texts are compared.
    pub comments: usize,
    /// Distinct texts among them.
    pub distinct_texts: usize,
    /// Form letters given to the methods.
    pub form_letters: usize,
}

/// Distinct texts of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TextStatistics {
    /// All of them, form letters, other texts that the labels put into clusters, or texts alone.
    pub kind: &'static str,
    /// How many.
    pub texts: usize,
    /// Words in a text on the average, with header, salutation, signature and footer.
    pub mean_words_with_zones: f64,
    /// Words of the main text on the average.
    pub mean_words: f64,
    /// Distinct words of the main texts.
    pub unique_terms: usize,
}

/// The papers' tables on one docket.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MethodComparison {
    /// What became of the ids.
    pub ids: IdCounts,
    /// The docket.
    pub docket: DocketCounts,
    /// Its distinct texts by kind.
    pub texts: Vec<TextStatistics>,
    /// Every method.
    pub methods: Vec<MethodScores>,
    /// Links against F1.
    pub links: Vec<LinkScores>,
    /// The pairs below.
    pub pairs: PairCounts,
    /// Every similarity.
    pub similarities: Vec<ThresholdScores>,
    /// DURIAN's report in full: agreement, zones, unique text.
    pub durian: Option<Evaluation>,
}
