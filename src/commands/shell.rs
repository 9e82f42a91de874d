//! `durian completions`: what a shell wants to know, from the flags themselves.

use std::io::Write;

use anyhow::Result;

use super::Outcome;
use crate::cli::Arguments;

const NAME: &str = "durian";

/// Prints a completion script.
pub(super) fn completions(shell: clap_complete::Shell) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::whole_command(), NAME, &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(Outcome::Done)
}
