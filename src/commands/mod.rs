//! One file per subcommand; with `main`, the only code that prints.

mod cluster;
mod diff;
mod docket;
mod documents;
mod each;
mod evaluate;
mod exports;
mod extract;
mod filled;
mod index;
mod interrupt;
mod manual;
mod memory;
mod names;
mod post;
mod progress;
mod read;
mod schema;
mod search;
mod settings;
mod shards;
mod shell;
mod show;
mod staging;
mod summary;
mod tables;
mod terminal;
mod trace;
mod write;

use std::fs::File;
use std::io::{BufWriter, IntoInnerError, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use durian::report::ReadBack;
use rayon::ThreadPoolBuilder;
use serde::Serialize;

use crate::cli::{Arguments, Command};

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All is well.
    Done,
    /// Done, but some inputs could not be read.
    SomeUnreadable,
    /// Two reports differ in what `--fail-on` names.
    Moved,
    /// Failed, as has been said.
    Failed,
}

impl Outcome {
    fn with_unreadable(any_unreadable: bool) -> Self {
        if any_unreadable { Self::SomeUnreadable } else { Self::Done }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => ExitCode::SUCCESS,
            Outcome::SomeUnreadable => ExitCode::from(3),
            Outcome::Moved => ExitCode::from(4),
            Outcome::Failed => ExitCode::from(1),
        }
    }
}

/// Runs what was asked for.
pub(crate) fn run(arguments: Arguments) -> Result<Outcome> {
    match arguments.command {
        Command::Cluster(arguments) => cluster::run(&arguments),
        Command::Index(arguments) => index::run(&arguments),
        Command::Extract(arguments) => extract::run(&arguments),
        Command::Read(arguments) => shards::read(&arguments),
        Command::Plan(arguments) => shards::plan(&arguments),
        // PySpark, for `spark-submit`.
        Command::Spark => print(include_str!("spark/job.py")),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Search(arguments) => search::run(&arguments),
        Command::Post(arguments) => post::run(&arguments),
        Command::Trace(arguments) => trace::run(&arguments),
        Command::Evaluate(arguments) => evaluate::run(&arguments),
        Command::Schema { of } => schema::run(of),
        Command::Completions { shell } => shell::completions(shell),
        Command::Man { output } => manual::run(output.as_deref()),
    }
}

/// Prints what a command has made; that is all it does.
fn print(text: &str) -> Result<Outcome> {
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(Outcome::Done)
}

/// Says something on standard error. Where nobody listens, there is nobody to tell.
pub(crate) fn say(message: &str) {
    writeln!(std::io::stderr(), "durian: {message}").ok();
}

/// Prints the summary. The report stands already: that it cannot be printed does not undo it.
fn tell(summary: &str) {
    if let Err(error) = std::io::stdout().lock().write_all(summary.as_bytes())
        && error.kind() != std::io::ErrorKind::BrokenPipe
    {
        say(&format!("the report is written, but its summary cannot be shown: {error}"));
    }
}

/// Writes JSON as people read it, up to the end of its last line.
fn write_json(mut out: impl Write, value: &impl Serialize) -> Result<()> {
    serde_json::to_writer_pretty(&mut out, value)?;
    Ok(out.write_all(b"\n")?)
}

/// Reads JSON back that was written, and proves that it is the same to the last byte.
fn is_as_written(path: &Path, value: &impl Serialize) -> Result<()> {
    let file = File::open(path).with_context(|| cannot_read(path))?;
    let mut out = BufWriter::with_capacity(1 << 16, ReadBack::of(file));
    write_json(&mut out, value)
        .and_then(|()| out.into_inner().map_err(IntoInnerError::into_error)?.end())
        .with_context(|| format!("`{}` is not what was written", path.display()))
}

/// What is said of a file or folder that cannot be read.
fn cannot_read(path: &Path) -> String {
    format!("cannot read `{}`", path.display())
}

/// What is said of a file or folder that cannot be written.
fn cannot_write(path: &Path) -> String {
    format!("cannot write `{}`", path.display())
}

/// What is said of a folder that takes no file.
fn cannot_write_into(folder: &Path) -> String {
    format!("cannot write into `{}`", folder.display())
}

/// Reads a file that the command line names, and what is in it.
fn read_parsed<T>(path: &Path, what: &str, parse: impl FnOnce(&str) -> Result<T>) -> Result<T> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read {what}`{}`", path.display()))?;
    parse(&text).with_context(|| format!("`{}`", path.display()))
}

/// Sets the number of threads, where the user did.
fn start_threads(threads: Option<u16>) -> Result<()> {
    let Some(threads) = threads else { return Ok(()) };
    ThreadPoolBuilder::new()
        .num_threads(threads.into())
        .build_global()
        .context("cannot start the threads")
}

/// Whether an error only says that nobody reads our output any more.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let kind = cause
            .downcast_ref()
            .map(std::io::Error::kind)
            .or_else(|| cause.downcast_ref::<serde_json::Error>()?.io_error_kind());
        kind == Some(std::io::ErrorKind::BrokenPipe)
    })
}
