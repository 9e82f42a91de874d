//! What the commands take that read a docket in parts.

use std::ops::Range;
use std::path::PathBuf;

use durian::ingest::{self, Input};

use super::ClusterArguments;
use super::INPUT;
use super::reading::{ReadingOptions, bytes, inputs};

/// Arguments of `durian read`.
#[derive(Debug, clap::Args)]
#[command(after_help = super::MORE, after_long_help = super::help("read"))]
pub(crate) struct ReadArguments {
    /// The shard to write [default with --part: the one that belongs to the part]
    #[arg(short, long, value_name = "SHARD", required_unless_present = "part")]
    output: Option<PathBuf>,

    /// Folders and files with comments
    #[arg(value_name = "INPUT", required_unless_present = "part", conflicts_with = "part")]
    inputs: Vec<PathBuf>,

    /// A part that `durian plan` listed, with the options of the plan
    #[arg(long, value_name = "FILE", conflicts_with_all = ["within", "range", "since", "relayers"])]
    pub(crate) part: Option<PathBuf>,

    /// The docket that the inputs are in
    ///
    /// Files then have the places, and comments the attachments, that they have in all of it.
    #[arg(long, value_name = "DOCKET")]
    pub(crate) within: Option<PathBuf>,

    /// Read only the records that begin within these bytes of the one input
    ///
    /// Both are multiples of 1M, or the end of the input.
    #[arg(long, value_name = "FROM..TO", value_parser = range)]
    pub(crate) range: Option<Range<u64>>,

    /// The report that `durian cluster --since` will be given
    #[arg(long, value_name = "REPORT")]
    pub(crate) since: Option<PathBuf>,

    /// List of mass mailers, free mail, and receiving servers to use instead
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    pub(crate) relayers: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) options: ReadingOptions,
}

impl ReadArguments {
    /// Where the shard goes.
    pub(crate) fn output(&self) -> PathBuf {
        match (&self.output, &self.part) {
            (Some(output), _) => output.clone(),
            (None, Some(part)) => ingest::shard_of_part(part),
            (None, None) => PathBuf::new(),
        }
    }

    /// What to read.
    pub(crate) fn inputs(&self) -> Vec<Input> {
        inputs(&self.inputs)
    }

    /// Whether options are given that the plan of a part has already.
    pub(crate) fn repeats_options(&self) -> bool {
        self.part.is_some() && !self.options.are_usual()
    }
}

/// Arguments of `durian plan`.
#[derive(Debug, clap::Args)]
#[command(after_help = super::MORE, after_long_help = super::help("plan"))]
pub(crate) struct PlanArguments {
    /// About how many parts
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000), default_value_t = 16)]
    pub(crate) parts: u32,

    #[command(flatten)]
    pub(crate) cluster: ClusterArguments,
}

/// `0..4G`.
fn range(value: &str) -> Result<Range<u64>, String> {
    let bounds = value.split_once("..").and_then(|(from, to)| {
        let start = if from == "0" { 0 } else { bytes(from).ok()? };
        Some(start..bytes(to).ok()?)
    });
    match bounds {
        Some(range) if !range.is_empty() => Ok(range),
        _ => Err("two numbers of bytes are needed: 0..512M, 4G..8G".to_owned()),
    }
}
