//! `durian trace`: a report folder, a final text, and known texts in, a folder that tells what became of the words out.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use durian::ingest::{IngestConfig, KnownText, read_known};
use durian::report::schema::{DocumentLine, Report, Trace};
use durian::report::tables::{self, Row};
use durian::report::{counted, csv, html};
use durian::trace::{self, Docket};
use rustc_hash::FxHashMap;

use super::names::{TRACE, TRACE_FOLDER, TRACE_PAGE, TRACE_TABLE};
use super::read::Folder;
use super::staging::{self, Staging};
use super::{Outcome, cannot_read, is_as_written, progress, read, start_threads, write_json};
use crate::cli::TraceArguments;

pub(super) fn run(arguments: &TraceArguments) -> Result<Outcome> {
    start_threads(arguments.threads)?;
    let folder = read::folder(&arguments.report)?;
    staging::probe(&arguments.output)?;
    ensure!(
        !durian::ingest::holds_report(&arguments.output),
        "`{}` holds a report; name another folder with --output",
        arguments.output.display()
    );
    let config = IngestConfig::default();
    let final_text = read_final_text(&arguments.final_text, &config)?;
    let given = read_known(&arguments.known, &config)?;
    let report: Report = read::report(&folder)?;
    let known: Vec<KnownText> = given.into_iter().chain(quoted_in(&report)).collect();
    let progress = progress::ProgressLine::new(arguments.quiet, None);
    progress.stage("reading the report");
    let mut docket = Docket::default();
    for line in read::lines(&folder)? {
        docket.see(line?);
    }
    progress.stage("looking for passages");
    let mut found = trace::find(docket, &final_text, &known)?;
    progress.stage("naming their sources");
    for line in read::lines(&folder)? {
        found.see(line?);
    }
    let trace = found.trace(&report, &known);
    let staging = Staging::new(&arguments.output, TRACE_FOLDER)?;
    staging.write(TRACE, |out| write_json(out, &trace))?;
    staging.write(TRACE_TABLE, |out| csv::write(TRACE_TABLE, rows(&trace), out).map(drop))?;
    staging.write(TRACE_PAGE, |out| html::write_trace(&trace, out))?;
    if arguments.verify {
        progress.stage("proving it");
        verify(&trace, staging.path(), &folder)?;
    }
    staging.synchronize()?;
    staging.publish()?;
    progress.end();
    if !arguments.quiet {
        super::tell(&summary(arguments, &trace));
    }
    Ok(Outcome::Done)
}

/// The final text: one file.
fn read_final_text(path: &Path, config: &IngestConfig) -> Result<KnownText> {
    ensure!(path.is_file(), "`{}` is no file; name the file with the final text", path.display());
    read_known(&[path.to_owned()], config)
        .with_context(|| format!("cannot read the final text `{}`", path.display()))?
        .into_iter()
        .next()
        .with_context(|| format!("`{}` has no text", path.display()))
}

/// What comments quote of the texts that the report was made with.
fn quoted_in(report: &Report) -> impl Iterator<Item = KnownText> + '_ {
    report.known.iter().filter(|text| !text.quoted.is_empty()).map(|text| KnownText {
        name: text.name.clone(),
        digest: text.digest.clone(),
        paragraphs: text.quoted.iter().map(|paragraph| paragraph.text.clone()).collect(),
    })
}

/// Reads the JSON back: it is what was found, each passage stands in the final text where it is said to, and whatever is said
/// of a comment stands on its line.
fn verify(made: &Trace, written: &Path, report: &Folder) -> Result<()> {
    is_as_written(&written.join(TRACE), made)?;
    let mut said: FxHashMap<&str, (Option<&str>, Vec<&str>)> = FxHashMap::default();
    for passage in &made.passages {
        let paragraph = made.final_text.paragraphs.get(passage.paragraph.wrapping_sub(1));
        let found = paragraph.and_then(|paragraph| paragraph.get(passage.start..passage.end));
        ensure!(
            found == Some(&*passage.text),
            "`{}` does not stand in paragraph {} where it is said to",
            passage.text,
            passage.paragraph
        );
        for source in &passage.sources {
            let (_, texts) = said.entry(&source.id).or_insert((source.date.as_deref(), Vec::new()));
            texts.extend(source.text.as_deref());
        }
    }
    let mut n_found = 0;
    for read in read::lines(report)? {
        let line: DocumentLine = read?;
        let Some((date, texts)) = said.get(line.id.as_str()) else { continue };
        let own = words_of(&line.paragraphs.join(" "));
        let holds =
            line.paragraphs.is_empty() || texts.iter().all(|text| own.contains(&words_of(text)));
        n_found += usize::from(line.timestamp.as_deref() == *date && holds);
    }
    ensure!(
        n_found == said.len(),
        "of {} only {n_found} have the words and dates that are said",
        counted(said.len(), "source")
    );
    let table = fs::read(written.join(TRACE_TABLE)).with_context(|| cannot_read(written))?;
    let expect = csv::write(TRACE_TABLE, rows(made), Vec::new())?;
    ensure!(table == expect, "{TRACE_TABLE} is not the table of {TRACE}");
    Ok(())
}

/// The table of the passages.
fn rows(trace: &Trace) -> impl Iterator<Item = Row<'_>> {
    trace.passages.iter().map(tables::passage)
}

/// A text with one blank between words.
fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn summary(arguments: &TraceArguments, trace: &Trace) -> String {
    let totals = &trace.totals;
    let proved = if arguments.verify {
        "\nproved: every passage where it is said to stand, in both texts"
    } else {
        ""
    };
    let notes: String = trace.notes.iter().map(|note| format!("note: {note}\n")).collect();
    format!(
        "{} of the final text in comments: {} word for word, {} with edits, {} in other words{proved}\n\
         nothing is said about why: both may quote a third text\n{notes}wrote {}\n\
         next: open {} in a browser\n",
        counted(totals.passages, "passage"),
        totals.verbatim,
        totals.edited,
        totals.reworded,
        arguments.output.display(),
        arguments.output.join(TRACE_PAGE).display()
    )
}
