//! `durian completions`: what a shell wants to know, from the flags themselves. And the browser, which the shell starts.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::{Outcome, cannot_read, print};
use crate::cli::Arguments;

const NAME: &str = "durian";

/// What opens a page on this system, as the person who works at it wants it.
const OPENER: &[&str] = if cfg!(target_os = "macos") {
    &["open"]
} else if cfg!(windows) {
    &["rundll32", "url.dll,FileProtocolHandler"]
} else {
    &["xdg-open"]
};

/// Prints a completion script.
pub(super) fn completions(shell: clap_complete::Shell) -> Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::whole_command(), NAME, &mut script);
    print(std::str::from_utf8(&script)?)
}

/// Opens a page in a browser, at a place in it where one is named.
pub(super) fn open(page: &Path, place: &str) -> Result<()> {
    let whole = page.canonicalize().with_context(|| cannot_read(page))?;
    let mut address = whole.display().to_string();
    if !place.is_empty() {
        let fragment = percent_encoding::utf8_percent_encode(place, percent_encoding::CONTROLS);
        address = format!("file://{address}#{fragment}");
    }
    let opened = Command::new(OPENER[0])
        .args(&OPENER[1..])
        .arg(&address)
        .stdout(Stdio::null())
        .status()
        .with_context(|| {
            format!("cannot start `{}`; open `{}` yourself", OPENER[0], page.display())
        })?;
    ensure!(opened.success(), "`{}` cannot open `{}`; open it yourself", OPENER[0], page.display());
    Ok(())
}
