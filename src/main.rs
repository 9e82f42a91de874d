//! `durian`: flags in, command run, exit code out.
#![forbid(unsafe_code)]

/// A fifth less time than the system's allocator takes: comments are many small strings.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod cli;
mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = cli::Arguments::read();
    match commands::run(arguments) {
        Ok(outcome) => outcome.into(),
        Err(error) if commands::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            commands::say(&format!("{error:#}"));
            ExitCode::from(1)
        }
    }
}
