//! Judged pairs in, agreement out: an assessor who was shown two comments at a time said whether they are of one
//! letter (msr2013 §4.1 has its labels from such judgments).
//!
//! The file is CSV with the columns `a`, `b` and `judgement`, or JSONL with the same keys:
//!
//! ```csv
//! a,b,judgement
//! EPA-0056-0412,EPA-0056-0977,same
//! inbox.mbox#3,inbox.mbox#8,different
//! ```

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::json_lines;
use super::measures::agreement::Counts;
use super::predictions::Predictions;
use super::schema::{JudgedPairScores, PairMeasures};

/// What a message about a bad line adds.
const NEEDED: &str =
    "judged pairs need the ids `a` and `b` and the `judgement`, which is `same` or `different`";

/// What the assessor said of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// Both are copies of one letter, or one of the other.
    Same,
    /// They are not.
    Different,
}

/// Two comments and what was said of them.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct JudgedPair {
    /// Id of one comment.
    pub a: String,
    /// Id of the other.
    pub b: String,
    /// What was said.
    pub judgement: Judgement,
}

/// Reads a file of judged pairs.
///
/// # Errors
/// Names the line that is none.
pub fn read(text: &str) -> Result<Vec<JudgedPair>> {
    let without_mark = text.trim_start_matches('\u{FEFF}');
    let pairs: Vec<JudgedPair> = if without_mark.trim_start().starts_with('{') {
        json_lines::read(without_mark, NEEDED, |_| Ok(()))?
    } else {
        csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .from_reader(without_mark.as_bytes())
            .deserialize()
            .collect::<Result<_, csv::Error>>()
            .context(NEEDED)?
    };
    ensure!(!pairs.is_empty(), "no pair is judged; {NEEDED}");
    for pair in &pairs {
        let is_pair = pair.a != pair.b && !pair.a.is_empty() && !pair.b.is_empty();
        ensure!(is_pair, "`{}` and `{}` are no two comments; {NEEDED}", pair.a, pair.b);
    }
    Ok(pairs)
}

/// Compares predictions with judged pairs. A pair of which a comment is missing in the predictions counts as
/// parted.
///
/// # Errors
/// Where the predictions know no pair.
pub fn evaluate(pairs: &[JudgedPair], predictions: &Predictions) -> Result<JudgedPairScores> {
    let (mut clusters, mut campaigns, mut missing) = (Counts::default(), Counts::default(), 0);
    for pair in pairs {
        let [a, b] = [&pair.a, &pair.b]
            .map(|id| predictions.find(id, None).map(|at| &predictions.all()[at]));
        missing += usize::from(a.is_none() || b.is_none());
        let is_same = pair.judgement == Judgement::Same;
        let [cluster_of_a, cluster_of_b] = [a, b].map(|found| found?.cluster.as_deref());
        clusters.count(is_same, are_together(cluster_of_a, cluster_of_b));
        let [campaign_of_a, campaign_of_b] = [a, b].map(|found| found?.campaign());
        campaigns.count(is_same, are_together(campaign_of_a, campaign_of_b));
    }
    ensure!(
        missing < pairs.len(),
        "of none of the {} judged pairs both comments are in the report: are they of another docket?",
        pairs.len()
    );
    Ok(JudgedPairScores {
        judged: pairs.len(),
        missing,
        clusters: measures(clusters),
        campaigns: predictions
            .say(|prediction| prediction.campaign.is_some())
            .then(|| measures(campaigns)),
    })
}

/// Whether the names of the parts that two comments are in say that it is one part.
fn are_together(a: Option<&str>, b: Option<&str>) -> bool {
    a == b && a.is_some_and(|name| !name.is_empty())
}

fn measures(counts: Counts) -> PairMeasures {
    PairMeasures {
        pairs: [counts.a, counts.b, counts.c, counts.d],
        scores: counts.precision_recall(),
        agreement: counts.agreement(),
        matthews: counts.matthews(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Judgement, evaluate, read};
    use crate::eval::predictions::Predictions;

    #[test]
    fn both_forms_say_the_same() {
        for file in [
            "a,b,judgement\n1, 2 ,same\n1,\"x, y\",different\n",
            "{\"a\":\"1\",\"b\":\"2\",\"judgement\":\"same\"}\n{\"a\":\"1\",\"b\":\"x, y\",\"judgement\":\"different\"}\n",
        ] {
            let pairs = read(file).expect("pairs");
            let found: Vec<(&str, &str, Judgement)> = pairs
                .iter()
                .map(|pair| (pair.a.as_str(), pair.b.as_str(), pair.judgement))
                .collect();
            let expect = [("1", "2", Judgement::Same), ("1", "x, y", Judgement::Different)];
            assert_eq!(found, expect);
        }
    }

    #[test]
    fn what_is_no_pair_is_told() {
        fn message(file: &str) -> String {
            format!("{:#}", read(file).expect_err("no pairs"))
        }
        assert!(message("a,b,judgement\n1,2,maybe\n").contains("`same` or `different`"));
        assert!(message("a,b,judgement\n1,1,same\n").starts_with("`1` and `1` are no two"));
        assert!(message("a,b,judgement\n").starts_with("no pair is judged"));
        assert!(message("{\"a\":\"1\"}").starts_with("line 1; "));
    }

    /// Of the pairs judged the same 12 is together and 13 and 19 are not (9 is missing): a = 1, b = 2. Of those
    /// judged different 34 is together and 15 and 56, alone, are not: c = 1, d = 2. Precision 1/2, recall 1/3,
    /// F1 0.4; MCC (1·2 − 2·1) / … = 0. By campaign 13 is together, too, and 34 is not: 2, 1, 0, 3.
    #[test]
    fn judged_pairs_are_counted_by_hand() {
        let lines = [
            r#"{"id":"1","cluster":"x","campaign":"p"}"#,
            r#"{"id":"2","cluster":"x","campaign":"p"}"#,
            r#"{"id":"3","cluster":"y","campaign":"p"}"#,
            r#"{"id":"4","cluster":"y","campaign":"q"}"#,
            r#"{"id":"5","cluster":null,"campaign":null}"#,
            r#"{"id":"6"}"#,
        ];
        let predictions = Predictions::read(&lines.join("\n")).expect("predictions");
        let judged = "a,b,judgement\n1,2,same\n1,3,same\n1,9,same\n3,4,different\n1,5,different\n5,6,different\n";
        let pairs = read(judged).expect("pairs");
        let found = evaluate(&pairs, &predictions).expect("scores");
        assert_eq!((found.judged, found.missing), (6, 1));
        assert_eq!(found.clusters.pairs, [1, 2, 1, 2]);
        assert!((found.clusters.scores.f1 - 0.4).abs() < 1e-9);
        assert!(found.clusters.matthews.abs() < 1e-9);
        assert_eq!(found.campaigns.expect("campaigns").pairs, [2, 1, 0, 3]);
        let elsewhere = read("a,b,judgement\n7,8,same\n").expect("pairs");
        assert!(evaluate(&elsewhere, &predictions).is_err());
    }
}
