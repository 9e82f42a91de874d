//! `durian completions`, `durian man`: what a shell and `man` want to know, from the flags themselves.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use clap::CommandFactory;

use super::Outcome;
use crate::cli::Arguments;

const NAME: &str = "durian";

/// Prints a completion script.
pub(super) fn completions(shell: clap_complete::Shell) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), NAME, &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(Outcome::Done)
}

/// Prints the manual page, or writes the pages of all commands into a folder.
pub(super) fn man(folder: Option<&Path>) -> Result<Outcome> {
    match folder {
        Some(folder) => {
            let context = || format!("cannot write into `{}`", folder.display());
            std::fs::create_dir_all(folder).with_context(context)?;
            clap_mangen::generate_to(Arguments::command(), folder).with_context(context)?;
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(Arguments::command()).render(&mut page)?;
            std::io::stdout().lock().write_all(&page)?;
        }
    }
    Ok(Outcome::Done)
}
