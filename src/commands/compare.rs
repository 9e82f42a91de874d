//! `durian compare`: a docket and labels in, the papers' tables out.

use std::fs;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use durian::config::Config;
use durian::detection::Detection;
use durian::eval::experiments::{self, Docket, MethodClusters};
use durian::eval::labels::{self, Label};
use durian::eval::predictions::Predictions;
use durian::eval::schema::Evaluation;
use durian::{Progress, reference, report, whole_file};

use super::progress::ProgressLine;
use super::{Outcome, comparison, evaluate};
use crate::cli::CompareArguments;

pub(super) fn run(arguments: &CompareArguments) -> Result<Outcome> {
    super::start_threads(arguments.reading.options.threads)?;
    let labels = evaluate::labels(&arguments.labels)?;
    let labels =
        labels::read(&labels).with_context(|| format!("`{}`", arguments.labels.display()))?;
    let judged = arguments.pairs.as_deref().map(evaluate::pairs).transpose()?;
    let line = ProgressLine::new(arguments.reading.options.quiet, None);
    let log = |made| line.show(Progress::Made(made));
    let output = arguments.output.as_deref();
    let config = Config {
        ingest: arguments.reading.options.config(output.unwrap_or(Path::new(""))),
        ..Config::default()
    };
    let detection =
        durian::detect(&arguments.reading.inputs(), &config, &|progress| line.show(progress))?;
    let references = reference::detect(&detection.groups, &config.reference);
    let docket =
        Docket { corpus: &detection.corpus, groups: &detection.groups, references: &references };
    let mut found = experiments::compare(docket, &labels, judged.as_deref(), &log)
        .with_context(|| format!("`{}`", arguments.labels.display()))?;
    found.comparison.durian = Some(evaluation(&detection, labels)?);
    if let Some(folder) = output {
        write_clusters(folder, docket, &found.clusters)?;
    }
    line.end();
    let mut out = std::io::stdout().lock();
    if arguments.json {
        serde_json::to_writer_pretty(&mut out, &found.comparison)?;
        out.write_all(b"\n")?;
    } else {
        out.write_all(comparison::markdown(&found.comparison).as_bytes())?;
    }
    Ok(Outcome::Done)
}

/// DURIAN's whole report against the labels, by the same path as `durian evaluate`.
fn evaluation(detection: &Detection, labels: Vec<Label>) -> Result<Evaluation> {
    let mut lines = Vec::new();
    for line in report::document_lines(detection) {
        serde_json::to_writer(&mut lines, &line)?;
        lines.push(b'\n');
    }
    durian::eval::evaluate_chunks(
        std::iter::once(Ok(labels)),
        &Predictions::read(std::str::from_utf8(&lines)?)?,
    )
}

/// One file per method: a line with id and cluster for every comment.
fn write_clusters(folder: &Path, docket: Docket<'_>, clusters: &[MethodClusters]) -> Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the folder `{}`", folder.display()))?;
    for made in clusters {
        let name = made.method.name.to_lowercase().replace(',', "").replace(' ', "-");
        let path = folder.join(format!("{name}.jsonl"));
        let write = || -> Result<()> {
            let mut file = BufWriter::new(whole_file::temporary(folder)?);
            for (id, cluster) in docket.corpus.ids().zip(made.names(docket)) {
                serde_json::to_writer(
                    &mut file,
                    &serde_json::json!({ "id": docket.corpus.entry(id).id, "cluster": cluster }),
                )?;
                file.write_all(b"\n")?;
            }
            let file = file.into_inner().map_err(std::io::IntoInnerError::into_error)?;
            file.as_file().sync_all()?;
            file.persist(&path)?;
            Ok(())
        };
        write().with_context(|| format!("cannot write `{}`", path.display()))?;
    }
    Ok(())
}
