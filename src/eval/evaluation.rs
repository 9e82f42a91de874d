//! Labels and predictions in, evaluation out.

use anyhow::{Result, ensure};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::labels::{self, Label, category_name};
use super::measures::categories::by_category;
use super::measures::confusion::{CategoryPair, Confusion};
use super::measures::contingency::Contingency;
use super::measures::lines::{LineZone, ZoneLineCounts, n_lines_of_text};
use super::measures::unique_text::UniqueText;
use super::partition::Partition;
use super::predictions::{Prediction, Predictions};
use super::schema::{ClusterMeasures, Evaluation, IdCounts};

/// What is summed over the comments.
#[derive(Default)]
struct Sums {
    ids: IdCounts,
    labels: Partition,
    predicted: Partition,
    campaigns: Campaigns,
    categories: Vec<Option<String>>,
    confusion: Confusion,
    unique_text: UniqueText,
    zones: [ZoneLineCounts; 3],
}

/// Campaigns in the labels and in the predictions.
#[derive(Default)]
struct Campaigns {
    labels: Partition,
    predicted: Partition,
    /// Whether any label speaks of campaigns.
    are_labelled: bool,
}

const ZONES: [LineZone; 3] = [LineZone::Header, LineZone::Signature, LineZone::Footer];

/// Which fields the predictions have; what no line has is not compared.
struct Fields {
    campaign: bool,
    category: bool,
    unique_text: bool,
    zones: [bool; 3],
}

/// Compares a report with a file of labels.
///
/// # Errors
/// Where the labels cannot be read, or none of their ids is in the report.
pub fn evaluate(label_file: &str, predictions: &Predictions) -> Result<Evaluation> {
    evaluate_chunks(labels::chunks(label_file)?, predictions)
}

/// Compares predictions with labels that come in parts.
///
/// # Errors
/// Where the labels cannot be read, or none of their ids is among the predictions.
pub fn evaluate_chunks(
    chunks: impl Iterator<Item = Result<Vec<Label>>>,
    predictions: &Predictions,
) -> Result<Evaluation> {
    let any = |has: fn(&Prediction) -> bool| predictions.all().iter().any(has);
    let fields = Fields {
        campaign: any(|prediction| prediction.campaign.is_some()),
        category: any(|prediction| prediction.category.is_some()),
        unique_text: any(|prediction| prediction.unique_text.is_some()),
        zones: [
            any(|prediction| prediction.header_lines.is_some()),
            any(|prediction| prediction.signature_lines.is_some()),
            any(|prediction| prediction.footer_lines.is_some()),
        ],
    };
    let mut sums = Sums::default();
    let mut join = Join::new(predictions.len());
    for chunk in chunks {
        let chunk = chunk?;
        let joined = join.with(&chunk, predictions, &mut sums.ids);
        sums.add(&joined, &fields);
        // There are many strings to free, which one thread would take long for.
        chunk.into_par_iter().for_each(drop);
    }
    sums.ids.extra = join.is_taken.iter().filter(|taken| !**taken).count();
    let example = predictions.all().first().map_or("", |prediction| prediction.id.as_str());
    ensure!(sums.ids.labelled > 0, "no label counts; each line needs an `id`");
    ensure!(
        sums.ids.missing < sums.ids.labelled,
        "none of the {} labelled ids is in the report, whose ids look like `{example}`: are the labels of another docket, or of another form of it?",
        sums.ids.labelled
    );
    Ok(sums.evaluation(&fields))
}

/// Finds each label's prediction.
struct Join {
    is_taken: Vec<bool>,
    seen: FxHashSet<String>,
}

impl Join {
    fn new(n_predictions: usize) -> Self {
        Self { is_taken: vec![false; n_predictions], seen: FxHashSet::default() }
    }

    /// The labels that count, each with its prediction. A prediction goes to one label.
    fn with<'a>(
        &mut self,
        chunk: &'a [Label],
        predictions: &'a Predictions,
        ids: &mut IdCounts,
    ) -> Vec<(&'a Label, Option<&'a Prediction>)> {
        let mut joined = Vec::with_capacity(chunk.len());
        for label in chunk {
            if !self.seen.insert(label.id.clone()) {
                ids.repeated += 1;
                continue;
            }
            let found = predictions
                .find(&label.id, label.message_id.as_deref())
                .filter(|at| !std::mem::replace(&mut self.is_taken[*at], true));
            if !label.counts() {
                ids.left_out += 1;
                continue;
            }
            ids.labelled += 1;
            ids.missing += usize::from(found.is_none());
            joined.push((label, found.map(|at| &predictions.all()[at])));
        }
        joined
    }
}

impl Sums {
    fn add(&mut self, joined: &[(&Label, Option<&Prediction>)], fields: &Fields) {
        let texts: Vec<(Option<String>, UniqueText, [ZoneLineCounts; 3])> =
            joined.par_iter().map(|(label, found)| texts_of(label, *found, fields)).collect();
        for ((label, found), (category, unique_text, zones)) in joined.iter().zip(texts) {
            self.labels.push(label.cluster.as_deref());
            self.predicted.push(found.and_then(|found| found.cluster.as_deref()));
            if fields.campaign {
                self.campaigns.push(label, *found);
            }
            if let (Some(labelled), true) = (&category, fields.category) {
                let also: Vec<String> = label.also.iter().map(|also| category_name(also)).collect();
                let predicted = found
                    .and_then(|found| found.category.clone().flatten())
                    .map(|name| category_name(&name));
                self.confusion.add(&CategoryPair {
                    labelled,
                    also: &also,
                    predicted: predicted.as_deref().unwrap_or_default(),
                });
            }
            self.categories.push(category);
            self.unique_text.add(unique_text);
            for (sum, zone) in self.zones.iter_mut().zip(zones) {
                sum.add(zone);
            }
        }
    }

    fn evaluation(self, fields: &Fields) -> Evaluation {
        let has_categories = self.categories.iter().any(Option::is_some);
        let [header, signature, footer] = self.zones.map(|zone| zone.scores());
        Evaluation {
            ids: self.ids,
            clusters: Contingency::new(&self.labels, &self.predicted).measures(),
            campaigns: self.campaigns.measures(),
            categories: by_category(&self.labels, &self.predicted, &self.categories),
            category_accuracy: (has_categories && fields.category)
                .then(|| self.confusion.accuracy()),
            unique_text: self.unique_text.scores(),
            header_lines: header,
            signature_lines: signature,
            footer_lines: footer,
        }
    }
}

impl Campaigns {
    /// Adds the next comment, which may be in no campaign.
    fn push(&mut self, label: &Label, found: Option<&Prediction>) {
        let predicted = found.and_then(|found| found.campaign.as_ref()?.as_deref());
        self.are_labelled |= label.campaign.is_some();
        self.labels.push(label.campaign.as_ref().and_then(Option::as_deref));
        self.predicted.push(predicted);
    }

    /// The measures of clusters, of campaigns.
    fn measures(&self) -> Option<ClusterMeasures> {
        self.are_labelled.then(|| Contingency::new(&self.labels, &self.predicted).measures())
    }
}

/// What can be compared of one comment without the others.
fn texts_of(
    label: &Label,
    found: Option<&Prediction>,
    fields: &Fields,
) -> (Option<String>, UniqueText, [ZoneLineCounts; 3]) {
    let category = label.category.as_deref().map(category_name).filter(|name| !name.is_empty());
    let name = category.as_deref().unwrap_or_default();
    let lines = |field: fn(&Prediction) -> &Option<Vec<String>>| {
        found.and_then(|found| field(found).as_deref()).unwrap_or_default()
    };
    let unique_text = if fields.unique_text {
        UniqueText::of(label, name, lines(|found| &found.unique_text))
    } else {
        UniqueText::default()
    };
    let predicted = [
        lines(|found| &found.header_lines),
        lines(|found| &found.signature_lines),
        lines(|found| &found.footer_lines),
    ];
    let n_lines = n_lines_of_text(label);
    let mut zones = [ZoneLineCounts::default(); 3];
    for nth in (0..3).filter(|nth| fields.zones[*nth]) {
        zones[nth] = ZoneLineCounts::of(ZONES[nth], label, n_lines, name, predicted[nth]);
    }
    (category, unique_text, zones)
}

#[cfg(test)]
mod tests {
    use super::evaluate;
    use crate::eval::predictions::Predictions;

    const LABELS: &str = r#"{"id":"1","cluster":"A","category":"exact"}
{"id":"2","cluster":"A","category":"Block Added"}
{"id":"3","cluster":"A","category":"exact"}
{"id":"3","cluster":"B"}
{"id":"4","cluster":null,"category":"singleton"}
{"id":"5","cluster":"A","score":false}
"#;

    #[test]
    fn ids_that_do_not_match_are_counted() {
        let lines = "{\"id\":\"1\",\"cluster\":\"x\",\"category\":\"exact\"}\n{\"id\":\"2\",\"cluster\":\"x\",\"category\":\"key_block\"}\n{\"id\":\"4\"}\n{\"id\":\"5\"}\n{\"id\":\"9\",\"cluster\":\"x\"}\n";
        let predictions = Predictions::read(lines).expect("predictions");
        let found = evaluate(LABELS, &predictions).expect("an evaluation");
        let ids = found.ids;
        assert_eq!(
            (ids.labelled, ids.left_out, ids.missing, ids.extra, ids.repeated),
            (4, 1, 1, 1, 1)
        );
        // Comment 3 is missing and so alone: one pair of three is found.
        assert_eq!(found.clusters.pairs, [1, 2, 0, 3]);
        let accuracy = found.category_accuracy.expect("categories");
        assert!((accuracy.accuracy - 0.25).abs() < 1e-9);
        assert!(found.unique_text.is_none() && found.header_lines.is_none());
    }

    /// Labelled {1, 2, 3}, {6} and two comments in no campaign; predicted {1, 2}, {3, 4} and two in none. Of 3
    /// labelled and 2 predicted pairs one is both: precision 1/2, recall 1/3, F1 = 2/6 : 5/6 = 0.4. Four
    /// labelled and four predicted campaigns, with comments alone.
    #[test]
    fn campaigns_are_compared_like_clusters() {
        let labels = "id,cluster,campaign\n1,A,boats\n2,A,boats\n3,,boats\n4,,\n5,,\n6,,docks\n";
        let lines = [
            ("1", r#""x""#),
            ("2", r#""x""#),
            ("3", r#""y""#),
            ("4", r#""y""#),
            ("5", "null"),
            ("6", "null"),
        ];
        let lines: String = lines
            .iter()
            .map(|(id, campaign)| format!("{{\"id\":\"{id}\",\"campaign\":{campaign}}}\n"))
            .collect();
        let evaluated = |labels: &str, lines: &str| {
            let predictions = Predictions::read(lines).expect("predictions");
            evaluate(labels, &predictions).expect("an evaluation")
        };
        let found = evaluated(labels, &lines).campaigns.expect("campaigns");
        assert_eq!(found.pairs, [1, 2, 1, 11]);
        assert_eq!((found.labelled_clusters, found.predicted_clusters), (4, 4));
        let pairs = found.pairwise;
        assert!((pairs.precision - 0.5).abs() < 1e-9 && (pairs.recall - 1.0 / 3.0).abs() < 1e-9);
        assert!((pairs.f1 - 0.4).abs() < 1e-9);
        // Whoever says nothing of campaigns is not compared.
        assert!(evaluated(LABELS, &lines).campaigns.is_none());
        let without = lines.replace("campaign", "other");
        assert!(evaluated(labels, &without).campaigns.is_none());
    }

    #[test]
    fn labels_of_another_docket_are_refused() {
        let predictions = Predictions::read("{\"id\":\"a.eml\"}").expect("predictions");
        let message = format!("{:#}", evaluate(LABELS, &predictions).expect_err("no match"));
        assert!(
            message.contains(
                "none of the 4 labelled ids is in the report, whose ids look like `a.eml`"
            ),
            "{message}"
        );
    }
}
