//! A docket in, what each number that decides moves, at half its value and at twice as much, out.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use durian::config::Config;
use durian::eval::labels::Label;
use durian::eval::schema::PrecisionRecall;
use durian::ingest::Input;
use durian::report::schema::{Bucket, DocumentLine};
use durian::thresholds::Thresholds;
use durian::{eval, report};
use serde_json::{Value, json};

use super::experiments;
use super::tables::table;

/// What a run finds.
struct Found {
    /// The report as it is written.
    report: String,
    /// What it says of each comment, and that as it is written.
    lines: Vec<(DocumentLine, String)>,
    /// Agreement with the labels.
    pairs: Option<PrecisionRecall>,
}

impl Found {
    fn new(inputs: &[Input], config: &Config, labels: Option<&[Label]>) -> Result<Self> {
        let (detection, report) = durian::run(inputs, config, &|_| ())?;
        let lines: Vec<DocumentLine> = report::document_lines(&detection).collect();
        let pairs = match labels {
            Some(labels) => {
                let predictions = experiments::predictions(&lines)?;
                Some(eval::evaluate(labels, &predictions)?.clusters.pairwise)
            }
            None => None,
        };
        let lines = lines.into_iter().map(|line| {
            let written = serde_json::to_string(&line)?;
            Ok((line, written))
        });
        Ok(Self {
            report: serde_json::to_string(&report)?,
            lines: lines.collect::<Result<_>>()?,
            pairs,
        })
    }

    /// How many comments are in another place than before.
    fn n_moved<T: PartialEq>(&self, before: &Self, place: fn(&DocumentLine) -> T) -> usize {
        let lines = self.lines.iter().zip(&before.lines);
        lines.filter(|((line, _), (other, _))| place(line) != place(other)).count()
    }
}

/// What a run finds beside the one before.
struct Moved {
    /// The number, and its value here.
    name: String,
    clusters: usize,
    members: usize,
    /// Comments with another bucket, cluster, campaign, category, and with anything else in their line.
    moved: [usize; 5],
    pairs: Option<PrecisionRecall>,
}

impl Moved {
    fn new(name: String, found: &Found, before: &Found) -> Self {
        let lines = found.lines.iter().map(|(line, _)| line);
        let members = lines.filter(|line| line.bucket == Bucket::Clustered);
        let clusters: BTreeSet<_> = members.clone().map(|line| line.cluster.as_ref()).collect();
        let written = found.lines.iter().zip(&before.lines);
        Self {
            name,
            clusters: clusters.len(),
            members: members.count(),
            moved: [
                found.n_moved(before, |line| line.bucket),
                found.n_moved(before, |line| line.cluster.clone()),
                found.n_moved(before, |line| line.campaign.clone()),
                found.n_moved(before, |line| line.category),
                written.filter(|((_, own), (_, other))| own != other).count(),
            ],
            pairs: found.pairs,
        }
    }
}

/// Runs each row whose name begins so at half its value and at twice as much, and tells what moves.
pub(super) fn run(
    inputs: &[Input],
    config: &Config,
    labels: Option<&[Label]>,
    begins: &str,
    log: &dyn Fn(String),
) -> Result<String> {
    let names: Vec<&str> = config.thresholds.rows().into_iter().map(|row| row.name).collect();
    let names: Vec<&str> = names.into_iter().filter(|name| name.starts_with(begins)).collect();
    ensure!(
        !names.is_empty(),
        "no name of a number begins with `{begins}`; `durian schema rules` lists them"
    );
    let before = Found::new(inputs, config, labels)?;
    let mut rows = vec![Moved::new("as they are".to_owned(), &before, &before)];
    let mut idle: Vec<String> = Vec::new();
    for (name, times) in names.iter().flat_map(|name| [0.5, 2.0].map(|times| (name, times))) {
        let mut changed = serde_json::to_value(&config.thresholds)?;
        if let Some(value) = changed.pointer_mut(&format!("/{}", name.replace('.', "/"))) {
            *value = scaled(value, times);
        }
        let thresholds: Thresholds = serde_json::from_value(changed)?;
        if thresholds == config.thresholds {
            continue;
        }
        let shown = thresholds.rows().into_iter().find(|row| row.name == *name);
        let name = format!("{name} = {}", shown.map(|row| row.value).unwrap_or_default());
        let found = Found::new(inputs, &Config { thresholds, ..config.clone() }, labels)?;
        let is_same = found.report == before.report;
        let moved = Moved::new(name, &found, &before);
        if is_same && moved.moved == [0; 5] {
            log(format!("{} moves nothing", moved.name));
            idle.push(moved.name);
        } else {
            log(format!("{} moves something", moved.name));
            rows.push(moved);
        }
    }
    Ok(told(&rows, &idle))
}

/// A value so many times as large, what is counted in whole numbers; of a share of a whole all of it at most.
fn scaled(value: &Value, times: f64) -> Value {
    match value {
        Value::Array(share) => {
            let [part, whole] = [0, 1].map(|at| share[at].as_u64().unwrap_or_default());
            match (times < 1.0, part <= whole) {
                (true, _) => json!([part, 2 * whole]),
                (false, true) => json!([(2 * part).min(whole), whole]),
                (false, false) => json!([2 * part, whole]),
            }
        }
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| (name.clone(), scaled(value, times))).collect()
        }
        Value::Number(number) => match (number.as_u64(), number.as_f64()) {
            (Some(number), _) => json!((number as f64 * times) as u64),
            (None, number) => json!(number.unwrap_or_default() * times),
        },
        other => other.clone(),
    }
}

fn told(rows: &[Moved], idle: &[String]) -> String {
    let moving = table(
        rows,
        &[
            ("number", |row| row.name.as_str().into()),
            ("clusters", |row| row.clusters.into()),
            ("members", |row| row.members.into()),
            ("bucket", |row| row.moved[0].into()),
            ("cluster", |row| row.moved[1].into()),
            ("campaign", |row| row.moved[2].into()),
            ("category", |row| row.moved[3].into()),
            ("any field", |row| row.moved[4].into()),
            ("pair P", |row| row.pairs.map(|pairs| pairs.precision).into()),
            ("pair R", |row| row.pairs.map(|pairs| pairs.recall).into()),
            ("pair F1", |row| row.pairs.map(|pairs| pairs.f1).into()),
        ],
    );
    format!(
        "# Numbers that decide, at half and at twice their value\n\nWhat moves: clusters and their distinct texts, and comments \
         with another bucket, cluster, campaign, category, or any other field. Agreement is with the labels.\n\n{moving}\n\
         Nothing moves with {}.\n",
        if idle.is_empty() { "none of the others".to_owned() } else { idle.join(", ") }
    )
}
