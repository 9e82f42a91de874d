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

/// Agreement per labeled cluster of two and more, averaged.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MacroAgreement {
    /// Gwet's AC1 of the pairs inside the union of a labeled cluster and its best predicted one.
    pub ac1: f64,
    /// The same for Cohen's κ.
    pub kappa: f64,
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
    /// Labeled category, predicted category, comments.
    pub confusion: BTreeMap<String, BTreeMap<String, u64>>,
}

/// Words of unique text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct UniqueTextScores {
    /// Comments that were compared.
    pub documents: u64,
    /// Words wherever they stand.
    pub words_in_any_order: PrecisionRecall,
    /// Compared comments without unique text in the labels.
    pub without_unique_text: u64,
    /// Those of them for which some is predicted.
    pub of_these_predicted: u64,
    /// By edit category.
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
    /// Unique text; none where either says nothing.
    pub unique_text: Option<UniqueTextScores>,
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
