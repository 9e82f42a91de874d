//! `durian diff`: two reports in, what moved between them out.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use durian::report::comparison::{self, Header, Lines};

use super::{Outcome, read, write_json};
use crate::cli::DiffArguments;

pub(super) fn run(arguments: &DiffArguments) -> Result<Outcome> {
    let old = side(&arguments.old)?;
    let new = side(&arguments.new)?;
    let comparison = comparison::compare((&old.0, &old.1), (&new.0, &new.1));
    let mut out = std::io::stdout().lock();
    if arguments.json {
        write_json(out, &comparison)?;
    } else {
        out.write_all(comparison::text(&comparison).as_bytes())?;
    }
    let fails = arguments.fail_on.iter().any(|name| comparison::has_moved(&comparison, name));
    Ok(if fails { Outcome::Moved } else { Outcome::Done })
}

fn side(path: &Path) -> Result<(Header, Lines)> {
    let folder = read::folder(path)?;
    let mut lines = Lines::default();
    for line in read::lines(&folder)? {
        lines.push(line?);
    }
    Ok((read::report(&folder)?, lines.sorted()))
}
