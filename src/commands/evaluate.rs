//! `durian evaluate`: a report and labels in, tables or JSON out.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use durian::eval;
use durian::eval::judged_pairs;
use durian::eval::labels;
use durian::eval::predictions::Predictions;
use durian::eval::schema::{
    CategoryAccuracy, CategoryScores, ClusterMeasures, Evaluation, JudgedPairScores,
    PrecisionRecall, ReportEvaluation, UniqueTextScores,
};
use durian::report::joined;

use super::documents;
use super::names::DOCUMENTS;
use super::tables::{aligned, table};
use super::{Outcome, read_parsed, write_json};
use crate::cli::EvaluateArguments;

pub(super) fn run(arguments: &EvaluateArguments) -> Result<Outcome> {
    super::start_threads(arguments.threads)?;
    let report = lines_of(&arguments.report)?;
    let lines = documents::whole(&report)?;
    let predictions = Predictions::read(&lines)
        .with_context(|| format!("`{}` is no report", report.display()))?;
    ensure!(
        !predictions.all().is_empty(),
        "`{}` is empty; name a folder that `durian cluster` wrote",
        report.display()
    );
    let labels = arguments.labels.as_deref().map(|path| {
        read_parsed(path, "the labels ", |text| eval::evaluate(&labels::read(text)?, &predictions))
    });
    let pairs = arguments.pairs.as_deref().map(|path| {
        read_parsed(path, "the judged pairs ", |text| {
            judged_pairs::evaluate(&judged_pairs::read(text)?, &predictions)
        })
    });
    let evaluation =
        ReportEvaluation { labels: labels.transpose()?, judged_pairs: pairs.transpose()? };
    let mut out = std::io::stdout().lock();
    if arguments.json {
        write_json(out, &evaluation)?;
    } else {
        let agreement = evaluation.labels.iter().map(tables);
        let all = joined(agreement.chain(evaluation.judged_pairs.iter().map(judged)), "\n");
        out.write_all(all.unwrap_or_default().as_bytes())?;
    }
    Ok(Outcome::Done)
}

/// The lines of a report: the file itself, or that of the folder.
fn lines_of(report: &Path) -> Result<PathBuf> {
    if !report.is_dir() {
        return Ok(report.to_owned());
    }
    let lines = report.join(documents::name_in(report));
    ensure!(
        lines.is_file(),
        "`{}` holds no {DOCUMENTS}; name a folder that `durian cluster` wrote",
        report.display()
    );
    Ok(lines)
}

/// Agreement with judged pairs.
fn judged(scores: &JudgedPairScores) -> String {
    let mut found = vec![("in one cluster", scores.clusters)];
    found.extend(scores.campaigns.map(|campaigns| ("in one campaign", campaigns)));
    format!("{} judged pairs, {} of them missing in the report\n\n", scores.judged, scores.missing)
        + &table(
            &found,
            &[
                ("judged pairs", |(name, _)| (*name).into()),
                ("precision", |(_, found)| found.scores.precision.into()),
                ("recall", |(_, found)| found.scores.recall.into()),
                ("F1", |(_, found)| found.scores.f1.into()),
                ("AC1", |(_, found)| found.agreement.ac1.into()),
                ("kappa", |(_, found)| found.agreement.kappa.into()),
                ("MCC", |(_, found)| found.matthews.into()),
            ],
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
            let _ = write!(text, "; {n} {what}");
        }
    }
    text += "\n";
    for table in [
        agreement("cluster", &evaluation.clusters),
        evaluation.campaigns.as_ref().map(|found| agreement("campaign", found)).unwrap_or_default(),
        categories(&evaluation.categories),
        evaluation.category_accuracy.as_ref().map(confusion).unwrap_or_default(),
        evaluation.unique_text.as_ref().map(unique_text).unwrap_or_default(),
    ] {
        if !table.is_empty() {
            text += "\n";
            text += &table;
        }
    }
    text
}

/// How well a partition agrees with the labeled one; `part` says what its parts are.
fn agreement(part: &str, found: &ClusterMeasures) -> String {
    let parts = format!("{part}s");
    let (f_of_parts, per_part) = (format!("F of {parts}"), format!("per {part} (macro)"));
    let tables = [
        scored(&parts, &[("pairs", found.pairwise), ("B³", found.bcubed)]),
        table(
            &[
                (&*per_part, found.macro_.ac1, found.macro_.kappa),
                ("per pair (micro)", found.micro.ac1, found.micro.kappa),
            ],
            &[
                ("agreement", |(name, ..)| (*name).into()),
                ("AC1", |(_, ac1, _)| (*ac1).into()),
                ("kappa", |(.., kappa)| (*kappa).into()),
            ],
        ),
        table(
            &[
                (&*f_of_parts, found.cluster_f1),
                ("purity", found.purity),
                ("inverse purity", found.inverse_purity),
                ("Fowlkes–Mallows", found.fowlkes_mallows),
                ("adjusted Rand", found.adjusted_rand),
                ("Matthews (= Pearson, on pairs)", found.matthews),
            ],
            &[("measure", |(name, _)| (*name).into()), ("value", |(_, value)| (*value).into())],
        ),
    ];
    format!(
        "{} labeled {parts}, {} predicted; a comment alone is one\n\n{}",
        found.labelled_clusters,
        found.predicted_clusters,
        tables.join("\n")
    )
}

fn categories(categories: &BTreeMap<String, CategoryScores>) -> String {
    table(
        &categories.iter().collect::<Vec<_>>(),
        &[
            ("by category", |(name, _)| name.as_str().into()),
            ("comments", |(_, scores)| scores.documents.into()),
            ("letters", |(_, scores)| (scores.letters > 0).then_some(scores.letters).into()),
            ("precision", |(_, scores)| scores.scores.precision.into()),
            ("recall", |(_, scores)| scores.scores.recall.into()),
            ("F1", |(_, scores)| scores.scores.f1.into()),
        ],
    )
}

fn confusion(accuracy: &CategoryAccuracy) -> String {
    let predicted: BTreeSet<&String> =
        accuracy.confusion.values().flat_map(|row| row.keys()).collect();
    let mut titles = vec!["labeled ↓ predicted →".to_owned()];
    for name in &predicted {
        titles.push(if name.is_empty() { "none".to_owned() } else { (*name).clone() });
    }
    let mut rows = Vec::new();
    for (labelled, found) in &accuracy.confusion {
        let mut row = vec![labelled.clone()];
        for name in &predicted {
            row.push(found.get(*name).map_or("-".to_owned(), u64::to_string));
        }
        rows.push(row);
    }
    format!(
        "category named rightly: {:.3} of {} comments; {:.3} where the labels allow several\n\n",
        accuracy.accuracy, accuracy.documents, accuracy.accuracy_with_allowed
    ) + &aligned(titles, rows)
}

/// Words of the passages that the commenters added, over all comments and by edit category.
fn unique_text(found: &UniqueTextScores) -> String {
    let mut rows = vec![("all", found.words_in_any_order)];
    rows.extend(found.words_by_category.iter().map(|(name, words)| (name.as_str(), *words)));
    scored("words of unique text", &rows)
}

/// How well something was found, in a line each.
fn scored(title: &str, rows: &[(&str, PrecisionRecall)]) -> String {
    table(
        rows,
        &[
            (title, |(name, _)| (*name).into()),
            ("precision", |(_, scores)| scores.precision.into()),
            ("recall", |(_, scores)| scores.recall.into()),
            ("F1", |(_, scores)| scores.f1.into()),
        ],
    )
}
