//! `durian cluster`: a docket in, a report folder and a short summary out.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use durian::clustering::analyst::{self, Constraint};
use durian::ingest::Relayers;
use durian::report::{self, schema::Bucket, schema::Report};

use super::{Outcome, write};
use crate::cli::ClusterArguments;

/// How many unreadable inputs are named on standard error; the report names all.
const MOST_NAMED: usize = 10;
/// Campaigns in the summary.
const MOST_CAMPAIGNS: usize = 5;
/// Characters of a campaign's first words in the summary.
const EXCERPT: usize = 60;

pub(super) fn run(arguments: &ClusterArguments) -> Result<Outcome> {
    let to_standard_output = arguments.output.as_os_str() == "-";
    if !to_standard_output {
        write::check_folder(&arguments.output)?;
    }
    super::start_threads(arguments.reading.threads)?;
    let start = Instant::now();
    let shows_progress = !arguments.reading.quiet && std::io::stderr().is_terminal();
    let log = |line: String| {
        if shows_progress {
            eprintln!("{:>6.1} s  {line}", start.elapsed().as_secs_f64());
        }
    };
    let mut config = arguments.config();
    if let Some(path) = &arguments.relayers {
        config.ingest.relayers = relayers(path)?;
    }
    if let Some(path) = &arguments.constraints {
        config.clustering.constraints = constraints(path)?;
    }
    let detection = durian::detect(&arguments.reading.inputs(), &config, &log)?;
    let report = report::build(&detection, &config);
    if !arguments.reading.quiet {
        name_unreadable(&report);
    }
    if report.totals.inputs == 0 {
        bail!("no input found: the folder is empty; name a folder or file with comments");
    }
    if !has_comments(&report) {
        bail!("{}", no_comment(&report));
    }
    if to_standard_output {
        write::standard_output(&detection, &report)?;
    } else {
        write::folder(&arguments.output, &detection, &report)?;
        if !arguments.reading.quiet {
            std::io::stdout()
                .lock()
                .write_all(summary(&report, &arguments.output).as_bytes())?;
        }
    }
    let n_unreadable = report
        .totals
        .buckets
        .get(&Bucket::Unreadable)
        .copied()
        .unwrap_or(0);
    Ok(if n_unreadable > 0 {
        Outcome::SomeUnreadable
    } else {
        Outcome::Done
    })
}

fn relayers(path: &Path) -> Result<Relayers> {
    let list = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read `{}`", path.display()))?;
    Relayers::parse(&list).with_context(|| format!("`{}`", path.display()))
}

fn constraints(path: &Path) -> Result<Vec<Constraint>> {
    let csv = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read `{}`", path.display()))?;
    analyst::parse(&csv).with_context(|| format!("`{}`", path.display()))
}

fn has_comments(report: &Report) -> bool {
    let comments = [
        Bucket::Clustered,
        Bucket::Singleton,
        Bucket::NoText,
        Bucket::Withdrawn,
    ];
    comments
        .iter()
        .any(|bucket| report.totals.buckets.contains_key(bucket))
}

/// Why a docket full of files gives no report.
fn no_comment(report: &Report) -> String {
    let others: Vec<_> = report
        .set_aside
        .iter()
        .filter(|aside| aside.bucket == Bucket::NotAComment)
        .collect();
    match others.first() {
        Some(first) => format!(
            "no comment found: {} of {} inputs are none, for example `{}` ({}); `durian cluster --help` tells what can be read",
            others.len(),
            report.totals.inputs,
            printable(&first.source),
            printable(&first.reason)
        ),
        None => "no comment could be read".to_owned(),
    }
}

/// Says on standard error what could not be read and why.
fn name_unreadable(report: &Report) {
    let unreadable: Vec<_> = report
        .set_aside
        .iter()
        .filter(|aside| aside.bucket == Bucket::Unreadable)
        .collect();
    for aside in unreadable.iter().take(MOST_NAMED) {
        eprintln!(
            "durian: {}: {}",
            printable(&aside.source),
            printable(&aside.reason)
        );
    }
    if unreadable.len() > MOST_NAMED {
        eprintln!(
            "durian: {} more inputs could not be read; the report names them under `set_aside`",
            unreadable.len() - MOST_NAMED
        );
    }
}

/// What an analyst wants to know first.
fn summary(report: &Report, folder: &Path) -> String {
    let totals = &report.totals;
    let bucket = |bucket| totals.buckets.get(&bucket).copied().unwrap_or(0);
    let mut text = String::new();
    let mut line = |words: String| writeln!(text, "{words}").unwrap_or_default();
    line(format!(
        "{} inputs, {} comments, {} distinct texts",
        grouped(totals.inputs),
        grouped(totals.comments),
        grouped(totals.distinct_texts)
    ));
    line(format!(
        "  {:>9}  in clusters: {} form letters, {} other clusters",
        grouped(totals.comments - bucket(Bucket::Singleton)),
        totals.form_letters,
        totals.clusters - totals.form_letters
    ));
    line(format!(
        "  {:>9}  unique comments",
        grouped(bucket(Bucket::Singleton))
    ));
    line(format!(
        "  {:>9}  passages added to letters",
        grouped(totals.added_passages)
    ));
    for (kind, words) in [
        (
            Bucket::NoText,
            "without text of their own (blank, \"See attached\")",
        ),
        (Bucket::Withdrawn, "withdrawn"),
        (Bucket::NotAComment, "not comments"),
        (Bucket::Unreadable, "could not be read"),
    ] {
        if bucket(kind) > 0 {
            line(format!("  {:>9}  {words}", grouped(bucket(kind))));
        }
    }
    if !report.clusters.is_empty() {
        line("largest clusters:".to_owned());
    }
    for cluster in report.clusters.iter().take(MOST_CAMPAIGNS) {
        let words = cluster
            .reference
            .paragraphs
            .join(" ")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let excerpt: String = words.chars().take(EXCERPT).collect();
        line(format!(
            "  {:>9}  {}  {}…",
            grouped(cluster.n_comments),
            cluster.id,
            printable(&excerpt)
        ));
    }
    line(format!("report: {}", folder.join("report.json").display()));
    text
}

/// 12345 → "12,345".
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Text from outside without what would control the terminal.
fn printable(text: &str) -> String {
    let is_bidi = |c: char| matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    text.chars()
        .map(|c| {
            if c.is_control() || is_bidi(c) {
                '\u{FFFD}'
            } else {
                c
            }
        })
        .collect()
}
