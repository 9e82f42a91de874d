//! `durian diff`: two reports in, what moved between them out.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use clap::ValueEnum;
use durian::report::comparison::schema::Comparison;
use durian::report::comparison::{self, Header, Lines};

use super::{Outcome, read, write_json};
use crate::cli::{DiffArguments, DiffKind};

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
    let fails = arguments.fail_on.iter().any(|kind| has(&comparison, *kind));
    Ok(if fails { Outcome::Moved } else { Outcome::Done })
}

fn side(path: &Path) -> Result<(Header, Lines)> {
    let folder = read::folder(path)?;
    let mut lines = Lines::default();
    read::each_line(&folder, |line| lines.push(line))?;
    Ok((read::report(&folder)?, lines.sorted()))
}

fn has(comparison: &Comparison, kind: DiffKind) -> bool {
    let lists: &[bool] = match kind {
        DiffKind::Inputs => {
            &[comparison.inputs_added.is_empty(), comparison.inputs_removed.is_empty()]
        }
        DiffKind::Clusters => &[
            comparison.clusters_split.is_empty(),
            comparison.clusters_merged.is_empty(),
            comparison.clusters_gone.is_empty(),
            comparison.clusters_formed.is_empty(),
            comparison.clusters_renamed.is_empty(),
            comparison.references_changed.is_empty(),
        ],
        DiffKind::Campaigns => &[
            comparison.campaigns_gone.is_empty(),
            comparison.campaigns_formed.is_empty(),
            comparison.campaigns_changed.is_empty(),
        ],
        DiffKind::Members => &[comparison.members_moved.is_empty()],
        DiffKind::Buckets => &[comparison.buckets_changed.is_empty()],
        DiffKind::Categories => &[comparison.categories_changed.is_empty()],
        DiffKind::UniqueText => &[comparison.unique_text_changed.is_empty()],
        DiffKind::Any => {
            let others = DiffKind::value_variants().iter().filter(|kind| **kind != DiffKind::Any);
            return others.into_iter().any(|kind| has(comparison, *kind));
        }
    };
    lists.contains(&false)
}
