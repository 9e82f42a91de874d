//! Labels and predictions in, evaluation out.

use anyhow::{Result, ensure};
use rustc_hash::FxHashSet;

use super::labels::{Label, category_name};
use super::measures::categories::{Confusion, by_category};
use super::measures::partition::{Contingency, Partition};
use super::measures::unique_text;
use super::predictions::{Prediction, Predictions};
use super::schema::{Evaluation, IdCounts};

/// The labels that count, each with what the report says of its comment.
#[derive(Debug)]
pub struct LabeledComments<'a> {
    /// What became of the ids.
    pub ids: IdCounts,
    /// Each label with its prediction.
    pub labels: Vec<(&'a Label, Option<&'a Prediction>)>,
}

impl<'a> LabeledComments<'a> {
    /// A prediction goes to one label.
    pub fn new(labels: &'a [Label], predictions: &'a Predictions) -> Self {
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
            if label.score != Some(false) {
                ids.labelled += 1;
                ids.missing += usize::from(found.is_none());
                joined.push((label, found.map(|at| &predictions.all()[at])));
            } else {
                ids.left_out += 1;
            }
        }
        ids.extra = is_taken.iter().filter(|taken| !**taken).count();
        Self { ids, labels: joined }
    }

    /// The labeled clusters.
    pub fn clusters(&self) -> Partition {
        Partition::new(self.labels.iter().map(|(label, _)| label.cluster.as_deref()))
    }

    /// The labeled campaigns; none where no label speaks of them.
    pub fn campaigns(&self) -> Option<Partition> {
        let are_labelled = self.labels.iter().any(|(label, _)| label.campaign.is_some());
        are_labelled.then(|| Partition::new(self.labels.iter().map(|(label, _)| label.campaign())))
    }

    /// The labeled categories.
    pub fn categories(&self) -> Vec<Option<String>> {
        self.labels.iter().map(|(label, _)| label.category()).collect()
    }
}

/// Compares predictions with labels. A field that no prediction has is not compared.
///
/// # Errors
/// Where none of the labels' ids is among the predictions.
pub fn evaluate(labels: &[Label], predictions: &Predictions) -> Result<Evaluation> {
    let joined = LabeledComments::new(labels, predictions);
    let ids = joined.ids;
    let example = predictions.all().first().map_or("", |prediction| prediction.id.as_str());
    ensure!(ids.labelled > 0, "no label counts; each line needs an `id`");
    ensure!(
        ids.missing < ids.labelled,
        "none of the {} labeled ids is in the report, whose ids look like `{example}`: are the labels of another docket, or of another form of it?",
        ids.labelled
    );
    let (clusters, categories) = (joined.clusters(), joined.categories());
    let found = joined.labels.iter().map(|(_, found)| *found);
    let predicted = Partition::new(found.clone().map(|found| found?.cluster.as_deref()));
    let mut confusion = Confusion::default();
    for ((label, found), labeled) in joined.labels.iter().zip(&categories) {
        let Some(labeled) = labeled else { continue };
        let predicted = found.and_then(|found| found.category.as_ref()?.as_deref());
        confusion.add(labeled, &label.also, &category_name(predicted.unwrap_or_default()));
    }
    let unique_texts = joined.labels.iter().zip(&categories).map(|((label, found), category)| {
        let predicted = found.and_then(|found| found.unique_text.as_deref());
        (*label, category.as_deref(), predicted.unwrap_or_default())
    });
    Ok(Evaluation {
        ids,
        clusters: Contingency::new(&clusters, &predicted).measures(),
        campaigns: joined
            .campaigns()
            .filter(|_| predictions.say(|prediction| prediction.campaign.is_some()))
            .map(|campaigns| {
                let predicted = Partition::new(found.map(|found| found?.campaign()));
                Contingency::new(&campaigns, &predicted).measures()
            }),
        category_accuracy: (categories.iter().any(Option::is_some)
            && predictions.say(|prediction| prediction.category.is_some()))
        .then(|| confusion.accuracy()),
        categories: by_category(&clusters, &predicted, &categories),
        unique_text: unique_text::scores(unique_texts)
            .filter(|_| predictions.say(|prediction| prediction.unique_text.is_some())),
    })
}

#[cfg(test)]
mod tests {
    use super::evaluate;
    use crate::eval::labels::{self, Label};
    use crate::eval::measures::check;
    use crate::eval::predictions::Predictions;
    use crate::eval::schema::ClusterMeasures;

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
        assert!(found.unique_text.is_none());
    }

    /// Labeled {1, 2, 3}, {6} and two comments in no campaign; predicted {1, 2}, {3, 4} and two in none: of 3 labeled and 2
    /// predicted pairs one is both. Whoever says nothing of campaigns is not compared.
    #[test]
    fn campaigns_are_compared_like_clusters() {
        let labels = "id,cluster,campaign\n1,A,boats\n2,A,boats\n3,,boats\n4,,\n5,,\n6,,docks\n";
        let campaigns = ["\"x\"", "\"x\"", "\"y\"", "\"y\"", "null", "null"];
        let lines: String = (1..)
            .zip(campaigns)
            .map(|(id, campaign)| format!("{{\"id\":\"{id}\",\"campaign\":{campaign}}}\n"))
            .collect();
        fn campaigns_of(labels: &str, lines: &str) -> Option<ClusterMeasures> {
            let predictions = Predictions::read(lines).expect("predictions");
            evaluate(&read(labels), &predictions).expect("an evaluation").campaigns
        }
        let found = campaigns_of(labels, &lines).expect("campaigns");
        assert_eq!(found.pairs, [1, 2, 1, 11]);
        assert_eq!((found.labelled_clusters, found.predicted_clusters), (4, 4));
        assert!(campaigns_of(LABELS, &lines).is_none());
        assert!(campaigns_of(labels, &lines.replace("campaign", "other")).is_none());
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
