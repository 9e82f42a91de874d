//! `durian`: flags in, command run, exit code out.
#![forbid(unsafe_code)]

/// Comments are many small strings: with the system's allocator 100,000 mails take 11 % more processor time, with a
/// fifth less memory.
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
