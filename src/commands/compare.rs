//! `durian compare`: a docket and labels in, the papers' tables out, in Markdown or as JSON.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use durian::config::Config;
use durian::eval::experiments::{self, Docket, MethodClusters};
use durian::eval::schema::{MethodComparison, MethodScores, ThresholdScores};
use durian::{Progress, reference, whole_file};

use super::progress::ProgressLine;
use super::tables::table;
use super::{Outcome, ablate, evaluate, write_json};
use crate::cli::CompareArguments;

/// "Setting a threshold for Pearson correlation of at least 0.9 …. Reducing the cutoff to 0.8" (msr2013 §4.6).
const SAME_SIMILARITY: f64 = 0.9;
/// The lower one.
const LIKE_SIMILARITY: f64 = 0.8;

pub(super) fn run(arguments: &CompareArguments) -> Result<Outcome> {
    super::start_threads(arguments.reading.options.threads)?;
    let labels = arguments.labels.as_deref().map(evaluate::labels).transpose()?;
    let judged = arguments.pairs.as_deref().map(evaluate::pairs).transpose()?;
    let line = ProgressLine::new(arguments.reading.options.quiet, None);
    let output = arguments.output.as_deref();
    let config = Config {
        ingest: arguments.reading.options.config(output.unwrap_or(Path::new(""))),
        ..Config::default()
    };
    let inputs = arguments.reading.inputs();
    if let Some(begins) = &arguments.ablate {
        let log = |made| line.show(Progress::Made(made));
        let told = ablate::run(&inputs, &config, labels.as_deref(), begins, &log)?;
        line.end();
        std::io::stdout().lock().write_all(told.as_bytes())?;
        return Ok(Outcome::Done);
    }
    let (path, labels) = arguments.labels.as_deref().zip(labels).context("labels are needed")?;
    let detection = durian::detect(&inputs, &config, &|progress| line.show(progress))?;
    let references = reference::detect(&detection.corpus, &detection.groups, &config.reference);
    let docket =
        Docket { corpus: &detection.corpus, groups: &detection.groups, references: &references };
    let mut found = experiments::compare(docket, &labels, judged.as_deref(), &|made| {
        line.show(Progress::Made(made));
    })
    .with_context(|| format!("`{}`", path.display()))?;
    found.comparison.durian = Some(evaluate::evaluation(&detection, &labels)?);
    if let Some(folder) = output {
        write_clusters(folder, docket, &found.clusters)?;
    }
    line.end();
    let mut out = std::io::stdout().lock();
    if arguments.json {
        write_json(out, &found.comparison)?;
    } else {
        out.write_all(markdown(&found.comparison).as_bytes())?;
    }
    Ok(Outcome::Done)
}

/// One file per method: a line with id and cluster for every comment.
fn write_clusters(folder: &Path, docket: Docket<'_>, clusters: &[MethodClusters]) -> Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the folder `{}`", folder.display()))?;
    for made in clusters {
        let name = made.method.name.to_lowercase().replace(',', "").replace(' ', "-");
        whole_file::write(&folder.join(format!("{name}.jsonl")), |out| {
            for (id, cluster) in docket.corpus.ids().zip(made.names(docket)) {
                serde_json::to_writer(
                    &mut *out,
                    &serde_json::json!({ "id": docket.corpus.id(id), "cluster": cluster }),
                )?;
                out.write_all(b"\n")?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// All tables of a comparison.
fn markdown(comparison: &MethodComparison) -> String {
    let (docket, methods) = (&comparison.docket, &comparison.methods[..]);
    let mut text = format!(
        "# Methods compared\n\n{} comments, {} distinct texts, {} form letters; {} labels, {} of them without a compared comment",
        docket.comments,
        docket.distinct_texts,
        docket.form_letters,
        comparison.ids.labelled,
        comparison.ids.missing
    );
    if comparison.ids.left_out > 0 {
        let _ = write!(text, ", {} more left out by the labels", comparison.ids.left_out);
    }
    text += ".\nThe form letters are given to every method but those marked \"alone\" and \"supershingles\".\n";
    for (title, body) in [
        (
            "Distinct texts (dg.o 2006 Table 1)",
            table(
                &comparison.texts,
                &[
                    ("distinct texts", |found| found.kind.into()),
                    ("number", |found| found.texts.into()),
                    ("mean words with zones", |found| {
                        format!("{:.1}", found.mean_words_with_zones).into()
                    }),
                    ("mean words", |found| format!("{:.1}", found.mean_words).into()),
                    ("unique terms", |found| found.unique_terms.into()),
                ],
            ),
        ),
        (
            "Agreement with the labels (SIGIR 2006 Table 1, dg.o 2006 Table 4)",
            table(
                methods,
                &[
                    ("method", |method| method.name.into()),
                    ("clusters", |method| method.clusters.predicted_clusters.into()),
                    ("macro AC1", |method| method.clusters.macro_.ac1.into()),
                    ("macro kappa", |method| method.clusters.macro_.kappa.into()),
                    ("micro AC1", |method| method.clusters.micro.ac1.into()),
                    ("micro kappa", |method| method.clusters.micro.kappa.into()),
                    ("pair P", |method| method.clusters.pairwise.precision.into()),
                    ("pair R", |method| method.clusters.pairwise.recall.into()),
                    ("pair F1", |method| method.clusters.pairwise.f1.into()),
                    ("MCC", |method| method.clusters.matthews.into()),
                ],
            ),
        ),
        ("Agreement with the labeled campaigns", campaigns(comparison)),
        ("By edit category (SIGIR 2006 Table 2, dg.o 2006 Table 8)", by_category(methods)),
        (
            "Time of clustering (SIGIR 2006 Table 3)",
            table(
                methods,
                &[
                    ("method", |method| method.name.into()),
                    ("seconds", |method| method.seconds.into()),
                    ("comments per second", |method| {
                        format!("{:.0}", method.comments_per_second).into()
                    }),
                ],
            ),
        ),
        (
            "Links against F1 (SIGIR 2006 Figure 4)",
            table(
                &comparison.links,
                &[
                    ("links", |scores| scores.kind.into()),
                    ("of each kind", |scores| scores.links.into()),
                    ("found", |scores| scores.available.into()),
                    ("mean F1 of categories", |scores| scores.category_f1.into()),
                    ("pair F1", |scores| scores.pairwise_f1.into()),
                ],
            ),
        ),
        (
            "Zones (dg.o 2006 Tables 5–7)",
            comparison.durian.as_ref().map(evaluate::zones).unwrap_or_default(),
        ),
        ("Similarities on pairs (msr2013 Tables 5–7)", similarities(comparison)),
        (
            "Similarities that agree with each other (msr2013 §4.6)",
            correlations(&comparison.similarities),
        ),
    ] {
        if !body.is_empty() {
            let _ = write!(text, "\n## {title}\n\n{body}");
        }
    }
    text
}

/// How far the clusters of each method are the labeled campaigns, and how far DURIAN's campaigns are.
fn campaigns(comparison: &MethodComparison) -> String {
    let mut found: Vec<_> = comparison
        .methods
        .iter()
        .filter_map(|method| Some((method.name, method.against_campaigns.as_ref()?)))
        .collect();
    if !found.is_empty()
        && let Some(durian) = &comparison.durian
    {
        found.extend(durian.campaigns.as_ref().map(|campaigns| ("DURIAN's campaigns", campaigns)));
    }
    table(
        &found,
        &[
            ("clusters of", |(name, _)| (*name).into()),
            ("parts", |(_, scores)| scores.predicted_clusters.into()),
            ("macro AC1", |(_, scores)| scores.macro_.ac1.into()),
            ("pair P", |(_, scores)| scores.pairwise.precision.into()),
            ("pair R", |(_, scores)| scores.pairwise.recall.into()),
            ("pair F1", |(_, scores)| scores.pairwise.f1.into()),
            ("B³ P", |(_, scores)| scores.bcubed.precision.into()),
            ("B³ R", |(_, scores)| scores.bcubed.recall.into()),
            ("B³ F1", |(_, scores)| scores.bcubed.f1.into()),
        ],
    )
}

/// Precision, recall and F1 of every category and method, category by category.
fn by_category(methods: &[MethodScores]) -> String {
    let names: BTreeSet<&String> =
        methods.iter().flat_map(|method| method.categories.keys()).collect();
    let mut found = Vec::new();
    for name in names {
        for method in methods {
            found.extend(method.categories.get(name).map(|scores| (name, method.name, scores)));
        }
    }
    table(
        &found,
        &[
            ("category", |(name, ..)| name.as_str().into()),
            ("method", |(_, method, _)| (*method).into()),
            ("comments", |(.., scores)| scores.documents.into()),
            ("precision", |(.., scores)| scores.scores.precision.into()),
            ("recall", |(.., scores)| scores.scores.recall.into()),
            ("F1", |(.., scores)| scores.scores.f1.into()),
        ],
    )
}

fn similarities(comparison: &MethodComparison) -> String {
    let pairs = &comparison.pairs;
    let drawn = match (pairs.are_judged, pairs.is_all) {
        (true, _) => "those judged",
        (false, true) => "all there are",
        (false, false) => "those of a thousand texts drawn by chance",
    };
    format!(
        "{} pairs of distinct texts ({drawn}), {} of them near-duplicates. Thresholds are fitted on half of the pairs and used on all.\n\n",
        pairs.drawn, pairs.near_duplicates
    ) + &table(
        &comparison.similarities,
        &[
            ("similarity", |scores| scores.name.as_str().into()),
            ("best F1", |scores| scores.best_f1.into()),
            ("threshold", |scores| scores.best_threshold.into()),
            ("fitted F1", |scores| scores.fitted.f1.into()),
            ("at fitted", |scores| scores.fitted_threshold.into()),
            ("0.05 lower", |scores| scores.f1_below.into()),
            ("0.05 higher", |scores| scores.f1_above.into()),
            ("MCC", |scores| scores.matthews.into()),
            ("Pearson", |scores| scores.pearson.into()),
        ],
    )
}

/// How many other similarities each one is like, and which one most.
fn correlations(similarities: &[ThresholdScores]) -> String {
    let mut found = Vec::new();
    for (own, scores) in similarities.iter().enumerate() {
        let mut others: Vec<_> =
            similarities.iter().zip(scores.pearson_with.iter().copied()).collect();
        others.remove(own);
        // Of equals the first.
        let nearest =
            others.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best });
        found.extend(nearest.map(|nearest| (scores, others, nearest)));
    }
    table(
        &found,
        &[
            ("similarity", |(scores, ..)| scores.name.as_str().into()),
            ("r ≥ 0.9", |(_, others, _)| n_from(others, SAME_SIMILARITY).into()),
            ("r ≥ 0.8", |(_, others, _)| n_from(others, LIKE_SIMILARITY).into()),
            ("most like", |(.., (nearest, _))| nearest.name.as_str().into()),
            ("Pearson r", |(.., (_, r))| (*r).into()),
        ],
    )
}

fn n_from(others: &[(&ThresholdScores, f64)], least: f64) -> usize {
    others.iter().filter(|(_, r)| *r >= least).count()
}
