//! A docket in, its report folder out, and what a reader should know at once said.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Result, anyhow, bail};
use durian::OtherInputs;
use durian::config::Config;
use durian::corpus::Overflow;
use durian::detection::Detection;
use durian::ingest::Input;
use durian::report::printable::line as printable;
use durian::report::schema::{Bucket, Report};
use durian::report::{Proved, counted};
use serde::Deserialize;

use super::filled::Filled;
use super::names::REPORT;
use super::summary::{summary, what_holds};
use super::{progress, read, settings, write};
use crate::cli::{ClusterArguments, When};

/// How many unreadable inputs are named on standard error; the report names all.
const MOST_NAMED: usize = 10;
/// How many warnings are shown there.
const MOST_WARNINGS: usize = 3;
/// Inputs up to which a workbook is written unasked: with it 100,000 mails took 19.3 seconds instead of 13.0, 22,567
/// comments 8.5 instead of 6.7.
const MOST_IN_WORKBOOK: usize = 50_000;

/// Bytes of distinct texts that stay in memory, some 200,000 pages: reading one back takes microseconds, several times.
const TEXT_BYTES_IN_MEMORY: u64 = 256 << 20;

/// A docket: what is read, and where its report goes.
pub(super) struct Docket {
    /// Its name, where it is one of many in this run: what is said of it begins with that, and it has no summary of
    /// its own.
    pub(super) name: Option<String>,
    pub(super) inputs: Vec<Input>,
    /// Whether it is a part of files that hold several. Then it has a report even if no record of it is a comment, so
    /// that the sum over all tells of every record.
    pub(super) is_part: bool,
    /// What is not read, besides what is written.
    pub(super) exclude: Vec<PathBuf>,
    pub(super) output: PathBuf,
    /// Report folder from before its late comments.
    pub(super) since: Option<PathBuf>,
}

impl Docket {
    /// A place in the docket with the path that was typed before it.
    fn path_of(&self, source: &str) -> String {
        let first = source.split(['/', '#']).next().unwrap_or(source);
        let found = self.inputs.iter().find_map(|input| match input {
            Input::Path(path) if path.join(first).exists() => Some(path.join(source)),
            Input::Path(path) if path.file_name().is_some_and(|name| name == first) => {
                Some(path.with_file_name(source))
            }
            _ => None,
        });
        found.map_or_else(|| source.to_owned(), |path| path.display().to_string())
    }

    pub(super) fn say(&self, message: &str) {
        match &self.name {
            Some(name) => super::say(&format!("{}: {message}", printable(name))),
            None => super::say(message),
        }
    }
}

/// Clusters one docket, and writes its report.
pub(super) fn cluster(
    arguments: &ClusterArguments,
    mut config: Config,
    docket: &Docket,
) -> Result<(Detection, Report)> {
    let to_standard_output = docket.output.as_os_str() == "-";
    let folder = match to_standard_output {
        true => std::env::temp_dir(),
        false => write::check_folder(&docket.output)?,
    };
    config.ingest.overflow = Some(Overflow { folder, beyond: TEXT_BYTES_IN_MEMORY });
    let line = progress::ProgressLine::new(arguments.reading.options.quiet, docket.name.as_deref());
    config.ingest.exclude.extend_from_slice(&docket.exclude);
    let since = settings::keep_since(&mut config, docket.since.as_deref())?;
    let mut filled = Filled::read(
        (!to_standard_output).then_some(docket.output.as_path()),
        since.as_ref().map(read::Folder::path),
        &config.ingest.limits,
    )?;
    let standing = standing(arguments, docket)?;
    if !arguments.replace {
        config.replaces = standing.as_ref().map(|report| report.input_digest.clone());
    }
    let (detection, report) = durian::run(&docket.inputs, &config, &|progress| line.show(progress))
        .map_err(|error| match &standing {
            Some(report) if error.is::<OtherInputs>() => refused(&docket.output, report),
            _ => error,
        })?;
    if standing.is_some_and(|standing| standing.input_digest != report.input_digest) {
        filled.are_of_other_inputs();
    }
    line.end();
    if !arguments.reading.options.quiet {
        name_unreadable(docket, &report);
        say_warnings(docket, &report);
    }
    if report.totals.inputs == 0 {
        bail!("no input found: the folder is empty; name a folder or file with comments");
    }
    if !has_comments(&report) && !docket.is_part {
        bail!("{}", no_comment(&report));
    }
    if to_standard_output {
        let proved = write::standard_output(&detection, &report, arguments.verify)?;
        tell_proved(arguments, docket, proved);
    } else {
        write(arguments, docket, (&detection, &report), &filled, &line)?;
    }
    Ok((detection, report))
}

/// What is to be known of a report that another one replaces.
#[derive(Deserialize)]
struct Replaced {
    input_digest: String,
    title: String,
}

/// The report that stands where this one is to; of one that may be replaced whatever it is of, as far as it can be read. Late
/// comments go to the report that they are added to.
fn standing(arguments: &ClusterArguments, docket: &Docket) -> Result<Option<Replaced>> {
    let is_there = docket.output.join(REPORT).is_file();
    if !is_there || docket.since.as_ref() == Some(&docket.output) {
        return Ok(None);
    }
    let standing = read::folder(&docket.output).and_then(|folder| read::report(&folder));
    if arguments.replace { Ok(standing.ok()) } else { standing.map(Some) }
}

fn refused(output: &Path, report: &Replaced) -> anyhow::Error {
    anyhow!(
        "`{}` holds the report of other inputs ({}); name another folder with --output, or replace that report with --replace",
        output.display(),
        printable(&report.title)
    )
}

/// Writes the report folder, and tells of it.
fn write(
    arguments: &ClusterArguments,
    docket: &Docket,
    (detection, report): (&Detection, &Report),
    filled: &Filled,
    line: &progress::ProgressLine,
) -> Result<()> {
    let is_wanted = match arguments.workbook {
        When::Always => true,
        When::Never => false,
        When::Auto => report.totals.inputs <= MOST_IN_WORKBOOK || filled.has_rows(),
    };
    // Whoever writes it asks for the time, and panics where that is before 1970.
    let has_time = SystemTime::now() >= SystemTime::UNIX_EPOCH;
    let written = write::folder(
        (&docket.output, arguments),
        (detection, report),
        (is_wanted && has_time, filled),
        line,
    )?;
    line.end();
    let quiet = arguments.reading.options.quiet;
    if !quiet {
        written.filled.iter().for_each(|told| docket.say(told));
        if is_wanted && !has_time && !arguments.json_only {
            docket.say(
                "report.xlsx is left out: the clock of this machine is before 1970; set it and run again",
            );
        }
    }
    if !quiet && docket.name.is_none() {
        let mut summary = summary(report, &docket.output, arguments.json_only);
        if !is_wanted && arguments.workbook == When::Auto && !arguments.json_only {
            summary += "`--workbook always` also writes report.xlsx, which is left out for this many inputs\n";
        }
        super::tell(&summary);
    }
    tell_proved(arguments, docket, written.proved);
    Ok(())
}

fn tell_proved(arguments: &ClusterArguments, docket: &Docket, proved: Option<Proved>) {
    if let Some(proved) = proved
        && !arguments.reading.options.quiet
    {
        docket.say(&what_holds(proved));
    }
}

fn has_comments(report: &Report) -> bool {
    let comments = [Bucket::Clustered, Bucket::Singleton, Bucket::NoText, Bucket::Withdrawn];
    comments.into_iter().any(|bucket| report.totals.n_in(bucket) > 0)
}

/// Why a docket full of files gives no report.
fn no_comment(report: &Report) -> String {
    let others: Vec<_> =
        report.set_aside.iter().filter(|aside| aside.bucket == Bucket::NotAComment).collect();
    match others.first() {
        Some(first) => format!(
            "no comment found: {} of {} inputs are not comments, for example `{}` ({}); `durian cluster --help` lists what can be read",
            others.len(),
            report.totals.inputs,
            printable(&first.source),
            printable(&first.reason)
        ),
        None => "no comment could be read".to_owned(),
    }
}

/// Says on standard error what a reader should know about the inputs.
fn say_warnings(docket: &Docket, report: &Report) {
    let mut warnings = report.warnings.iter();
    warnings.by_ref().take(MOST_WARNINGS).for_each(|warning| docket.say(&printable(warning)));
    if warnings.len() > 0 {
        let more = counted(warnings.len(), "more warning");
        docket.say(&format!("{more}; the report has all of them under `warnings`"));
    }
}

/// Says on standard error what could not be read and why.
fn name_unreadable(docket: &Docket, report: &Report) {
    let mut unreadable = report.set_aside.iter().filter(|aside| aside.bucket == Bucket::Unreadable);
    for aside in unreadable.by_ref().take(MOST_NAMED) {
        let place = printable(&docket.path_of(&aside.source));
        docket.say(&format!("{place}: {}", printable(&aside.reason)));
    }
    let n_more = unreadable.count();
    if n_more > 0 {
        docket.say(&format!(
            "{n_more} more inputs could not be read; the report names them under `set_aside`"
        ));
    }
}
