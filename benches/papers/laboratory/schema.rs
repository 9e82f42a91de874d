//! The papers' tables as they are written.

use std::collections::BTreeMap;

use durian::eval::measures::agreement::Counts;
use durian::eval::schema::{
    Agreement, CategoryScores, ClusterMeasures, Evaluation, IdCounts, PrecisionRecall,
};
use serde::Serialize;

/// Marked items: lines, words, sentences.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct MarkedScores {
    /// Precision, recall, F1.
    #[serde(flatten)]
    pub(crate) scores: PrecisionRecall,
    /// Agreement coefficients; none where it is unknown how many items are unmarked.
    #[serde(flatten)]
    pub(crate) agreement: Option<Agreement>,
}

impl MarkedScores {
    /// Scores of counted items; `has_texts` says whether it is known how many are unmarked.
    pub(crate) fn new(counts: Counts, has_texts: bool) -> Self {
        Self { scores: counts.precision_recall(), agreement: has_texts.then(|| counts.agreement()) }
    }
}

/// Lines of a zone.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct LineScores {
    /// Comments that were compared.
    pub(crate) documents: u64,
    /// Share of comments without any wrong or missing line.
    pub(crate) documents_perfect: f64,
    /// Over all lines.
    #[serde(flatten)]
    pub(crate) lines: MarkedScores,
}

/// Unique text, by its places.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct UniqueTextScores {
    /// Comments that were compared.
    pub(crate) documents: u64,
    /// Words; none where the labels hold no texts.
    pub(crate) words: Option<MarkedScores>,
    /// Sentences half of whose words are marked.
    pub(crate) sentences: Option<MarkedScores>,
    /// Passages that are the same.
    pub(crate) passages_without_overlap: PrecisionRecall,
    /// Passages that touch.
    pub(crate) passages_with_overlap: PrecisionRecall,
}

/// What DURIAN takes for unique text and for the zones of a text. None where the labels say nothing of it.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct ZoneScores {
    /// Unique text.
    pub(crate) unique_text: Option<UniqueTextScores>,
    /// Header lines.
    pub(crate) header_lines: Option<LineScores>,
    /// Signature lines.
    pub(crate) signature_lines: Option<LineScores>,
    /// Footer lines.
    pub(crate) footer_lines: Option<LineScores>,
}

/// A method's scores on a docket.
#[derive(Serialize)]
pub(crate) struct MethodScores {
    /// The method.
    pub(crate) name: &'static str,
    /// Whether the form letters were given to it.
    pub(crate) given_letters: bool,
    /// Time of clustering.
    pub(crate) seconds: f64,
    /// Comments of the docket, copies included, by that time.
    pub(crate) comments_per_second: f64,
    /// Measures of the clusters.
    #[serde(flatten)]
    pub(crate) clusters: ClusterMeasures,
    /// The same of its clusters against the labeled campaigns; none where the labels name none.
    pub(crate) against_campaigns: Option<ClusterMeasures>,
    /// Scores by labeled edit category.
    pub(crate) categories: BTreeMap<String, CategoryScores>,
}

/// F1 with some links.
#[derive(Serialize)]
pub(crate) struct LinkScores {
    /// Kind of the links.
    pub(crate) kind: &'static str,
    /// Links given, of each kind.
    pub(crate) links: usize,
    /// Links of these kinds that the program finds.
    pub(crate) available: usize,
    /// Over pairs.
    pub(crate) pairwise_f1: f64,
    /// Mean over the edit categories.
    pub(crate) category_f1: f64,
}

/// The pairs that similarities were judged by.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct PairCounts {
    /// Pairs of distinct texts.
    pub(crate) drawn: usize,
    /// Whether these are all pairs of the docket.
    pub(crate) is_all: bool,
    /// Whether an assessor judged just these pairs.
    pub(crate) are_judged: bool,
    /// Pairs in one labeled cluster.
    pub(crate) near_duplicates: usize,
}

/// A similarity on the pairs.
#[derive(Serialize)]
pub(crate) struct ThresholdScores {
    /// The similarity.
    pub(crate) name: String,
    /// Highest F1 over all thresholds.
    pub(crate) best_f1: f64,
    /// Where it is.
    pub(crate) best_threshold: f64,
    /// Best threshold on half of the pairs.
    pub(crate) fitted_threshold: f64,
    /// Scores of all pairs at that threshold.
    pub(crate) fitted: PrecisionRecall,
    /// F1 at a threshold 0.05 lower.
    pub(crate) f1_below: f64,
    /// F1 at a threshold 0.05 higher.
    pub(crate) f1_above: f64,
    /// Matthews correlation at the fitted threshold.
    pub(crate) matthews: f64,
    /// Matthews correlation over thresholds.
    pub(crate) curve: Vec<MatthewsAtThreshold>,
    /// Pearson correlation of score and label.
    pub(crate) pearson: f64,
    /// Pearson correlation of its scores with those of each similarity, in the order of the similarities.
    pub(crate) pearson_with: Vec<f64>,
}

/// A point of the curve of a similarity.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct MatthewsAtThreshold {
    /// Where pairs begin to be accepted.
    pub(crate) threshold: f64,
    /// Matthews correlation there.
    pub(crate) matthews: f64,
}

/// The docket that was compared.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct DocketCounts {
    /// Comments whose texts are compared.
    pub(crate) comments: usize,
    /// Distinct texts among them.
    pub(crate) distinct_texts: usize,
    /// Form letters given to the methods.
    pub(crate) form_letters: usize,
}

/// Distinct texts of one kind.
#[derive(Serialize)]
pub(crate) struct TextStatistics {
    /// All of them, form letters, other texts that the labels put into clusters, or texts alone.
    pub(crate) kind: &'static str,
    /// How many.
    pub(crate) texts: usize,
    /// Words in a text on the average, with header, salutation, signature and footer.
    pub(crate) mean_words_with_zones: f64,
    /// Words of the main text on the average.
    pub(crate) mean_words: f64,
    /// Distinct words of the main texts.
    pub(crate) unique_terms: usize,
}

/// The papers' tables on one docket.
#[derive(Serialize)]
pub(crate) struct MethodComparison {
    /// What became of the ids.
    pub(crate) ids: IdCounts,
    /// The docket.
    pub(crate) docket: DocketCounts,
    /// Its distinct texts by kind.
    pub(crate) texts: Vec<TextStatistics>,
    /// Every method.
    pub(crate) methods: Vec<MethodScores>,
    /// Links against F1.
    pub(crate) links: Vec<LinkScores>,
    /// The pairs below.
    pub(crate) pairs: PairCounts,
    /// Every similarity.
    pub(crate) similarities: Vec<ThresholdScores>,
    /// DURIAN's report, as `durian evaluate` tells it.
    pub(crate) durian: Evaluation,
    /// Its zones and unique text.
    pub(crate) zones: ZoneScores,
}
