//! Labels and predictions in, evaluation out.

use anyhow::{Result, ensure};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::labels::{Label, category_name};
use super::measures::categories::{Confusion, by_category};
use super::measures::lines::{ZONES, ZoneLineCounts};
use super::measures::partition::{Contingency, Partition};
use super::measures::unique_text::UniqueText;
use super::predictions::{Prediction, Predictions};
use super::schema::{Evaluation, IdCounts};

/// The labels that count, each with the place of its prediction.
#[derive(Debug)]
pub(super) struct Joined<'a> {
    pub(super) ids: IdCounts,
    pub(super) labels: Vec<(&'a Label, Option<usize>)>,
}

impl<'a> Joined<'a> {
    /// A prediction goes to one label.
    pub(super) fn new(labels: &'a [Label], predictions: &Predictions) -> Self {
        let (mut ids, mut joined) = (IdCounts::default(), Vec::with_capacity(labels.len()));
        let mut seen = FxHashSet::default();
        let mut is_taken = vec![false; predictions.all().len()];
        for label in labels {
            if !seen.insert(&label.id) {
                ids.repeated += 1;
                continue;
            }
            let mut found = predictions.find(&label.id, label.message_id.as_deref());
            found.take_if(|at| std::mem::replace(&mut is_taken[*at], true));
            if label.counts() {
                ids.labelled += 1;
                ids.missing += usize::from(found.is_none());
                joined.push((label, found));
            } else {
                ids.left_out += 1;
            }
        }
        ids.extra = is_taken.iter().filter(|taken| !**taken).count();
        Self { ids, labels: joined }
    }

    pub(super) fn clusters(&self) -> Partition {
        Partition::new(self.labels.iter().map(|(label, _)| label.cluster.as_deref()))
    }

    /// None where no label speaks of campaigns.
    pub(super) fn campaigns(&self) -> Option<Partition> {
        let are_labelled = self.labels.iter().any(|(label, _)| label.campaign.is_some());
        are_labelled.then(|| Partition::new(self.labels.iter().map(|(label, _)| label.campaign())))
    }

    pub(super) fn categories(&self) -> Vec<Option<String>> {
        self.labels.iter().map(|(label, _)| label.category()).collect()
    }
}

/// A label that counts, with the one spelling of its category, and what the report says of its comment.
struct Row<'a> {
    label: &'a Label,
    category: Option<&'a str>,
    found: Option<&'a Prediction>,
}

/// Compares predictions with labels. A field that no prediction has is not compared.
///
/// # Errors
/// Where none of the labels' ids is among the predictions.
pub fn evaluate(labels: &[Label], predictions: &Predictions) -> Result<Evaluation> {
    let joined = Joined::new(labels, predictions);
    let ids = joined.ids;
    let example = predictions.all().first().map_or("", |prediction| prediction.id.as_str());
    ensure!(ids.labelled > 0, "no label counts; each line needs an `id`");
    ensure!(
        ids.missing < ids.labelled,
        "none of the {} labeled ids is in the report, whose ids look like `{example}`: are the labels of another docket, or of another form of it?",
        ids.labelled
    );
    let (clusters, categories) = (joined.clusters(), joined.categories());
    let rows: Vec<Row> = joined
        .labels
        .iter()
        .zip(&categories)
        .map(|((label, at), category)| Row {
            label,
            category: category.as_deref(),
            found: at.map(|at| &predictions.all()[at]),
        })
        .collect();
    let predicted = Partition::new(rows.iter().map(|row| row.found?.cluster.as_deref()));
    let mut confusion = Confusion::default();
    for row in &rows {
        let Some(category) = row.category else { continue };
        let predicted = row.found.and_then(|found| found.category.as_ref()?.as_deref());
        confusion.add(category, &row.label.also, &category_name(predicted.unwrap_or_default()));
    }
    let texts: Vec<UniqueText> = rows
        .par_iter()
        .map(|row| {
            let predicted = row.found.and_then(|found| found.unique_text.as_deref());
            UniqueText::of(row.label, row.category, predicted.unwrap_or_default())
        })
        .collect();
    let [header_lines, signature_lines, footer_lines] = ZONES.map(|zone| {
        rows.par_iter()
            .map(|row| {
                let predicted = row.found.and_then(|found| zone.predicted(found));
                ZoneLineCounts::of(zone, row.label, row.category, predicted.unwrap_or_default())
            })
            .sum::<ZoneLineCounts>()
            .scores()
            .filter(|_| predictions.say(|prediction| zone.predicted(prediction).is_some()))
    });
    Ok(Evaluation {
        ids,
        clusters: Contingency::new(&clusters, &predicted).measures(),
        campaigns: joined
            .campaigns()
            .filter(|_| predictions.say(|prediction| prediction.campaign.is_some()))
            .map(|campaigns| {
                let predicted = Partition::new(rows.iter().map(|row| row.found?.campaign()));
                Contingency::new(&campaigns, &predicted).measures()
            }),
        category_accuracy: (categories.iter().any(Option::is_some)
            && predictions.say(|prediction| prediction.category.is_some()))
        .then(|| confusion.accuracy()),
        categories: by_category(&clusters, &predicted, &categories),
        unique_text: UniqueText::scores(&texts)
            .filter(|_| predictions.say(|prediction| prediction.unique_text.is_some())),
        header_lines,
        signature_lines,
        footer_lines,
    })
}

#[cfg(test)]
mod tests {
    use super::evaluate;
    use crate::eval::labels::{self, Label};
    use crate::eval::measures::check;
    use crate::eval::predictions::Predictions;
    use crate::eval::schema::Evaluation;

    const LABELS: &str = r#"{"id":"1","cluster":"A","category":"exact"}
{"id":"2","cluster":"A","category":"Block Added"}
{"id":"3","cluster":"A","category":"exact"}
{"id":"3","cluster":"B"}
{"id":"4","cluster":null,"category":"singleton"}
{"id":"5","cluster":"A","score":false}
"#;

    fn read(labels: &str) -> Vec<Label> {
        labels::read(labels).expect("labels")
    }

    #[test]
    fn ids_that_do_not_match_are_counted() {
        let lines = "{\"id\":\"1\",\"cluster\":\"x\",\"category\":\"exact\"}\n{\"id\":\"2\",\"cluster\":\"x\",\"category\":\"key_block\"}\n{\"id\":\"4\"}\n{\"id\":\"5\"}\n{\"id\":\"9\",\"cluster\":\"x\"}\n";
        let predictions = Predictions::read(lines).expect("predictions");
        let found = evaluate(&read(LABELS), &predictions).expect("an evaluation");
        let ids = found.ids;
        assert_eq!(
            (ids.labelled, ids.left_out, ids.missing, ids.extra, ids.repeated),
            (4, 1, 1, 1, 1)
        );
        // Comment 3 is missing and so alone: one pair of three is found.
        assert_eq!(found.clusters.pairs, [1, 2, 0, 3]);
        let accuracy = found.category_accuracy.expect("categories");
        check(accuracy.accuracy, 0.25);
        assert!(found.unique_text.is_none() && found.header_lines.is_none());
    }

    /// Labeled {1, 2, 3}, {6} and two comments in no campaign; predicted {1, 2}, {3, 4} and two in none. Of 3
    /// labeled and 2 predicted pairs one is both: precision 1/2, recall 1/3, F1 = 2/6 : 5/6 = 0.4. Four
    /// labeled and four predicted campaigns, with comments alone.
    #[test]
    fn campaigns_are_compared_like_clusters() {
        let labels = "id,cluster,campaign\n1,A,boats\n2,A,boats\n3,,boats\n4,,\n5,,\n6,,docks\n";
        let campaigns = ["\"x\"", "\"x\"", "\"y\"", "\"y\"", "null", "null"];
        let lines: String = (1..)
            .zip(campaigns)
            .map(|(id, campaign)| format!("{{\"id\":\"{id}\",\"campaign\":{campaign}}}\n"))
            .collect();
        fn evaluated(labels: &str, lines: &str) -> Evaluation {
            let predictions = Predictions::read(lines).expect("predictions");
            evaluate(&read(labels), &predictions).expect("an evaluation")
        }
        let found = evaluated(labels, &lines).campaigns.expect("campaigns");
        assert_eq!(found.pairs, [1, 2, 1, 11]);
        assert_eq!((found.labelled_clusters, found.predicted_clusters), (4, 4));
        check(found.pairwise.precision, 0.5);
        check(found.pairwise.recall, 1.0 / 3.0);
        check(found.pairwise.f1, 0.4);
        // Whoever says nothing of campaigns is not compared.
        assert!(evaluated(LABELS, &lines).campaigns.is_none());
        let without = lines.replace("campaign", "other");
        assert!(evaluated(labels, &without).campaigns.is_none());
    }

    #[test]
    fn labels_of_another_docket_are_refused() {
        let predictions = Predictions::read("{\"id\":\"a.eml\"}").expect("predictions");
        let message = format!("{:#}", evaluate(&read(LABELS), &predictions).expect_err("no match"));
        assert!(
            message.contains(
                "none of the 4 labeled ids is in the report, whose ids look like `a.eml`"
            ),
            "{message}"
        );
    }
}
