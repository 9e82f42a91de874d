//! `durian read` and `durian plan`: a docket in parts, for machines that each read one.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use durian::config::Config;
use durian::corpus::AsideBucket;
use durian::ingest::{self, IngestConfig, Input, Relayers, Shard};
use durian::report::counted;
use durian::whole_file::{self, folder_of};

use super::memory::memory_of_machine;
use super::progress::ProgressLine;
use super::{Outcome, cannot_write_into, settings};
use crate::cli::{PlanArguments, ReadArguments};

pub(super) fn read(arguments: &ReadArguments) -> Result<Outcome> {
    ensure!(
        !arguments.repeats_options(),
        "the options of a part are those of its plan; give none besides"
    );
    let output = arguments.output();
    let folder = folder_of(&output);
    whole_file::temporary(folder).with_context(|| cannot_write_into(folder))?;
    super::start_threads(arguments.options.threads)?;
    let line = ProgressLine::new(arguments.options.quiet, None);
    let shard = shard(arguments, &|n_done, n_bytes| line.read(n_done, n_bytes))?;
    line.stage("writing");
    whole_file::write(&output, |out| shard.write(out))?;
    line.end();
    if !arguments.options.quiet {
        let inputs = counted(shard.n_items(), "input");
        writeln!(std::io::stdout(), "{inputs}: {}", output.display())?;
    }
    Ok(Outcome::with_unreadable(
        shard.set_aside().iter().any(|aside| aside.bucket == AsideBucket::Unreadable),
    ))
}

/// Reads what is asked for.
fn shard(arguments: &ReadArguments, watch: &dyn Fn(u64, u64)) -> Result<Shard> {
    if let Some(part) = &arguments.part {
        return ingest::read_part(part, watch);
    }
    let inputs = arguments.inputs();
    for input in &inputs {
        match input {
            Input::StandardInput => bail!("standard input is read by `durian cluster -` alone"),
            Input::Shard(path) => bail!("`{}` is a shard already", path.display()),
            Input::Path(_) => {}
        }
    }
    let config = config(arguments)?;
    let docket = arguments.within.as_deref();
    ingest::read_within(docket, &inputs, arguments.range.clone(), &config, watch)
}

fn config(arguments: &ReadArguments) -> Result<IngestConfig> {
    let mut config =
        Config { ingest: arguments.options.config(&arguments.output()), ..Config::default() };
    config.ingest.memory = memory_of_machine();
    if let Some(path) = &arguments.relayers {
        config.ingest.relayers = super::read_parsed(path, "", Relayers::parse)?;
    }
    settings::keep_since(&mut config, arguments.since.as_deref())?;
    Ok(config.ingest())
}

pub(super) fn plan(arguments: &PlanArguments) -> Result<Outcome> {
    let cluster = &arguments.cluster;
    let printed: Vec<PathBuf> = match &cluster.plan {
        None if cluster.each => {
            super::each::names(cluster)?.into_iter().map(PathBuf::from).collect()
        }
        None => bail!(
            "name a new folder for the plan with --plan, or take dockets one by one with --each"
        ),
        Some(folder) => {
            let mut config = settings::of_run(cluster)?;
            settings::keep_since(&mut config, cluster.since.as_deref())?;
            config.ingest.exclude.push(folder.clone());
            let n_parts = arguments.parts as usize;
            ingest::plan(&cluster.reading.inputs(), &config.ingest(), n_parts, folder)?
        }
    };
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&printed)?)?;
    Ok(Outcome::Done)
}
