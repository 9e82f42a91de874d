//! One file per subcommand; with `main`, the only code that prints.

mod cluster;
mod schema;
mod write;

use std::process::ExitCode;

use anyhow::Result;

use crate::cli::{Arguments, Command};

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All is well.
    Done,
    /// Done, but some inputs could not be read.
    SomeUnreadable,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => ExitCode::SUCCESS,
            Outcome::SomeUnreadable => ExitCode::from(3),
        }
    }
}

/// Runs what was asked for.
pub(crate) fn run(arguments: Arguments) -> Result<Outcome> {
    match arguments.command {
        Command::Cluster(arguments) => cluster::run(&arguments),
        Command::Schema { of } => schema::run(of),
    }
}

/// Whether an error only says that nobody reads our output any more.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause
            .downcast_ref::<std::io::Error>()
            .map(std::io::Error::kind);
        let json = cause
            .downcast_ref::<serde_json::Error>()
            .and_then(serde_json::Error::io_error_kind);
        io.or(json) == Some(std::io::ErrorKind::BrokenPipe)
    })
}
