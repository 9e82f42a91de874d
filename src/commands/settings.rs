//! The settings of a run: from flags, from files and from the machine.

use std::path::Path;

use anyhow::{Context, Result};
use durian::clustering::analyst;
use durian::clustering::earlier::EarlierReport;
use durian::config::Config;
use durian::corpus::Flags;
use durian::ingest::{self, Relayers};
use durian::report::schema::{DocumentLine, ReportedKnown, Tool};
use durian::report::{self, EarlierCluster, EarlierPlaces, HEADINGS};
use serde::Deserialize;

use super::memory::memory_of_machine;
use super::read;
use crate::cli::ClusterArguments;

/// The settings of all dockets of a run, with what they need of files and of the machine.
pub(super) fn of_run(arguments: &ClusterArguments) -> Result<Config> {
    let mut config = arguments.config();
    config.date = date(arguments)?;
    config.known = ingest::read_known(&arguments.known, &config.ingest)?;
    config.ingest.memory = arguments.max_memory.or_else(memory_of_machine);
    if let Some(path) = &arguments.relayers {
        config.ingest.relayers = super::read_parsed(path, "", Relayers::parse)?;
    }
    if let Some(path) = &arguments.constraints {
        config.clustering.constraints = super::read_parsed(path, "", analyst::parse)?;
    }
    if let Some(path) = &arguments.flags {
        config.flags = super::read_parsed(path, "", Flags::parse)?;
    }
    Ok(config)
}

/// The day of the run, where it is given (<https://reproducible-builds.org/specs/source-date-epoch/>).
fn date(arguments: &ClusterArguments) -> Result<Option<String>> {
    const EPOCH: &str = "SOURCE_DATE_EPOCH";
    if let Some(date) = arguments.date {
        return Ok(Some(date.to_string()));
    }
    let Some(seconds) = std::env::var_os(EPOCH).filter(|seconds| !seconds.is_empty()) else {
        return Ok(None);
    };
    let said = seconds.to_string_lossy();
    let timestamp = said
        .parse()
        .ok()
        .and_then(|number| jiff::Timestamp::from_second(number).ok())
        .with_context(|| {
            format!("{EPOCH} is `{said}`; it must be a number of seconds since 1970, or not be set")
        })?;
    Ok(Some(timestamp.strftime("%Y-%m-%d").to_string()))
}

/// Has what an earlier report says of its comments kept, where there is one; its folder is not read as comments.
pub(super) fn keep_since(
    config: &mut Config,
    since: Option<&Path>,
) -> Result<Option<read::Folder>> {
    #[derive(Deserialize)]
    #[serde(rename = "Report")]
    struct EarlierFile {
        tool: Tool,
        settings: serde_json::Value,
        input_digest: String,
        #[serde(default)]
        known: Vec<ReportedKnown>,
        clusters: Vec<EarlierCluster>,
    }
    let Some(path) = since else { return Ok(None) };
    let folder = read::folder(path)?;
    let header: EarlierFile = read::report(&folder)?;
    let mut places = EarlierPlaces::new(header.clusters);
    let flags = &mut config.flags;
    for read in read::lines(&folder)? {
        let mut line: DocumentLine = read?;
        if !line.flags.is_empty() {
            flags.keep(&line.id, std::mem::take(&mut line.flags));
        }
        places.see(line);
    }
    let same_version = header.tool.version == env!("CARGO_PKG_VERSION");
    let settings = serde_json::to_value(report::settings(config))?;
    let same_known = header
        .known
        .iter()
        .filter(|text| text.name != HEADINGS)
        .map(|text| (&text.name, &text.digest))
        .eq(config.known.iter().map(|text| (&text.name, &text.digest)));
    config.clustering.earlier = Some(EarlierReport {
        input_digest: header.input_digest,
        same_settings: same_version && header.settings == settings && same_known,
        inputs: places.inputs,
    });
    config.earlier_edits = places.edits;
    config.ingest.exclude.push(folder.path().to_owned());
    Ok(Some(folder))
}
