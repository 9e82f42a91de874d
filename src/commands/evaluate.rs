//! `durian evaluate`: a report and labels in, tables or JSON out.

use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use durian::eval::judged_pairs::{self, JudgedPair};
use durian::eval::predictions::Predictions;
use durian::eval::schema::{
    Agreement, CategoryAccuracy, CategoryScores, ClusterMeasures, Evaluation, JudgedPairScores,
    MarkedScores, PairMeasures, PrecisionRecall, ReportEvaluation,
};

use super::Outcome;
use super::names::DOCUMENTS;
use super::tables::{row, table, three};
use crate::cli::EvaluateArguments;

pub(super) fn run(arguments: &EvaluateArguments) -> Result<Outcome> {
    super::start_threads(arguments.threads)?;
    let report = lines_of(&arguments.report)?;
    let predictions = std::fs::read_to_string(&report)
        .with_context(|| format!("cannot read `{}`", report.display()))?;
    let predictions = Predictions::read(&predictions)
        .with_context(|| format!("`{}` is no report", report.display()))?;
    ensure!(
        !predictions.is_empty(),
        "`{}` is empty; name a folder that `durian cluster` wrote",
        report.display()
    );
    let against_labels = |path: &PathBuf| {
        durian::eval::evaluate(&labels(path)?, &predictions)
            .with_context(|| format!("`{}`", path.display()))
    };
    let against_pairs = |path: &PathBuf| {
        judged_pairs::evaluate(&pairs(path)?, &predictions)
            .with_context(|| format!("`{}`", path.display()))
    };
    let evaluation = ReportEvaluation {
        labels: arguments.labels.as_ref().map(against_labels).transpose()?,
        judged_pairs: arguments.pairs.as_ref().map(against_pairs).transpose()?,
    };
    let mut out = std::io::stdout().lock();
    if arguments.json {
        serde_json::to_writer_pretty(&mut out, &evaluation)?;
        out.write_all(b"\n")?;
    } else {
        let labels = evaluation.labels.as_ref().map(tables);
        let pairs = evaluation.judged_pairs.as_ref().map(judged);
        let tables: Vec<String> = labels.into_iter().chain(pairs).collect();
        out.write_all(tables.join("\n").as_bytes())?;
    }
    Ok(Outcome::Done)
}

/// A file with labels.
pub(super) fn labels(path: &Path) -> Result<String> {
    std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the labels `{}`", path.display()))
}

/// A file with judged pairs.
pub(super) fn pairs(path: &Path) -> Result<Vec<JudgedPair>> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the judged pairs `{}`", path.display()))?;
    judged_pairs::read(&text).with_context(|| format!("`{}`", path.display()))
}

/// The lines of a report: the file itself, or that of the folder.
fn lines_of(report: &Path) -> Result<PathBuf> {
    if !report.is_dir() {
        return Ok(report.to_owned());
    }
    let lines = report.join(DOCUMENTS);
    ensure!(
        lines.is_file(),
        "`{}` holds no {DOCUMENTS}; name a folder that `durian cluster` wrote",
        report.display()
    );
    Ok(lines)
}

/// Agreement with judged pairs.
fn judged(scores: &JudgedPairScores) -> String {
    let parts = [("in one cluster", Some(scores.clusters)), ("in one campaign", scores.campaigns)];
    let header = row(["judged pairs", "precision", "recall", "F1", "AC1", "kappa", "MCC"]);
    let rows = parts.into_iter().filter_map(|(name, found)| {
        let found: PairMeasures = found?;
        Some(row([
            name,
            &three(found.scores.precision),
            &three(found.scores.recall),
            &three(found.scores.f1),
            &three(found.agreement.ac1),
            &three(found.agreement.kappa),
            &three(found.matthews),
        ]))
    });
    format!(
        "{} judged pairs, {} of them missing in the report\n\n{}",
        scores.judged,
        scores.missing,
        table(&std::iter::once(header).chain(rows).collect::<Vec<_>>())
    )
}

/// Everything that labels tell, for people.
fn tables(evaluation: &Evaluation) -> String {
    let ids = &evaluation.ids;
    let mut text = format!(
        "{} labels, {} of them missing in the report; {} comments of the report have no label",
        ids.labelled, ids.missing, ids.extra
    );
    for (n, what) in [
        (ids.left_out, "left out by the labels"),
        (ids.repeated, "labels with an id that came before"),
    ] {
        if n > 0 {
            write!(text, "; {n} {what}").unwrap_or_default();
        }
    }
    text += "\n\n";
    text += &measures("cluster", &evaluation.clusters);
    if let Some(campaigns) = &evaluation.campaigns {
        text += "\n";
        text += &measures("campaign", campaigns);
    }
    if !evaluation.categories.is_empty() {
        text += "\n";
        text += &categories(&evaluation.categories);
    }
    if let Some(accuracy) = &evaluation.category_accuracy {
        text += "\n";
        text += &confusion(accuracy);
    }
    let zones = zones(evaluation);
    if !zones.is_empty() {
        text += "\n";
        text += &zones;
    }
    text
}

/// How well a partition agrees with the labelled one; `part` says what its parts are.
fn measures(part: &str, found: &ClusterMeasures) -> String {
    let agreement =
        |name: &str, agreement: (f64, f64)| row([name, &three(agreement.0), &three(agreement.1)]);
    let mut text = format!(
        "{} labelled {part}s, {} predicted; a comment alone is one\n\n",
        found.labelled_clusters, found.predicted_clusters
    );
    let prf = |name: &str, scores: PrecisionRecall| {
        row([name, &three(scores.precision), &three(scores.recall), &three(scores.f1)])
    };
    text += &table(&[
        row([&format!("{part}s"), "precision", "recall", "F1"]),
        prf("pairs", found.pairwise),
        prf("B³", found.bcubed),
    ]);
    text += "\n";
    text += &table(&[
        row(["agreement", "AC1", "kappa"]),
        agreement(&format!("per {part} (macro)"), (found.macro_.ac1, found.macro_.kappa)),
        agreement("per pair (micro)", (found.micro.ac1, found.micro.kappa)),
    ]);
    let others = [
        (&*format!("F of {part}s"), found.cluster_f1),
        ("purity", found.purity),
        ("inverse purity", found.inverse_purity),
        ("Fowlkes–Mallows", found.fowlkes_mallows),
        ("adjusted Rand", found.adjusted_rand),
        ("Matthews (= Pearson, on pairs)", found.matthews),
    ];
    let mut rows = vec![row(["measure", "value"])];
    rows.extend(others.map(|(name, value)| row([name, &three(value)])));
    text + "\n" + &table(&rows)
}

fn categories(categories: &std::collections::BTreeMap<String, CategoryScores>) -> String {
    let mut rows = vec![row(["by category", "comments", "letters", "precision", "recall", "F1"])];
    rows.extend(categories.iter().map(|(name, scores)| {
        let letters =
            if scores.letters == 0 { "–".to_owned() } else { scores.letters.to_string() };
        row([
            name,
            &scores.documents.to_string(),
            &letters,
            &three(scores.precision),
            &three(scores.recall),
            &three(scores.f1),
        ])
    }));
    table(&rows)
}

fn confusion(accuracy: &CategoryAccuracy) -> String {
    let mut text = format!(
        "category named rightly: {} of {} comments; {} where the labels allow several; {} with block edits as one\n\n",
        three(accuracy.accuracy),
        accuracy.documents,
        three(accuracy.accuracy_with_allowed),
        three(accuracy.accuracy_coarse)
    );
    let predicted: std::collections::BTreeSet<&String> =
        accuracy.confusion.values().flat_map(|row| row.keys()).collect();
    let shown = |name: &&String| {
        if name.is_empty() { "none".to_owned() } else { (*name).clone() }
    };
    let mut rows = vec![
        [vec!["labelled ↓ predicted →".to_owned()], predicted.iter().map(shown).collect()].concat(),
    ];
    for (labelled, found) in &accuracy.confusion {
        let cells = predicted
            .iter()
            .map(|name| found.get(*name).map_or_else(|| "-".to_owned(), u64::to_string));
        rows.push(std::iter::once(labelled.clone()).chain(cells).collect());
    }
    text += &table(&rows);
    text
}

/// Zones and unique text: Tables 5 to 7 of dg.o 2006.
pub(super) fn zones(evaluation: &Evaluation) -> String {
    let mut rows = vec![row(["zone", "items", "precision", "recall", "F1", "kappa", "AC1"])];
    let mut push =
        |zone: &str, items: &str, scores: PrecisionRecall, agreement: Option<Agreement>| {
            let (kappa, ac1) =
                (agreement.map(|found| found.kappa), agreement.map(|found| found.ac1));
            rows.push(row([
                zone,
                items,
                &three(scores.precision),
                &three(scores.recall),
                &three(scores.f1),
                &three(kappa),
                &three(ac1),
            ]));
        };
    if let Some(unique) = &evaluation.unique_text {
        let mut marked = |items: &str, scores: Option<MarkedScores>| {
            if let Some(found) = scores {
                push("unique text", items, found.scores, found.agreement);
            }
        };
        marked("words", unique.words);
        marked("sentences", unique.sentences);
        push("unique text", "words in any order", unique.words_in_any_order, None);
        push("unique text", "passages, the same", unique.passages_without_overlap, None);
        push("unique text", "passages, touching", unique.passages_with_overlap, None);
    }
    for (zone, scores) in [
        ("header", &evaluation.header_lines),
        ("signature", &evaluation.signature_lines),
        ("footer", &evaluation.footer_lines),
    ] {
        if let Some(scores) = scores {
            push(zone, "lines", scores.lines.scores, scores.lines.agreement);
        }
    }
    if rows.len() > 1 { table(&rows) } else { String::new() }
}
