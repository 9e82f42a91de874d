//! `durian cluster`: a docket in, a report folder and a short summary out.

use std::mem::ManuallyDrop;

use anyhow::Result;
use durian::ingest;
use durian::report::schema::Bucket;

use super::docket::{self, Docket};
use super::names::HTML;
use super::{Outcome, each, settings};
use crate::cli::ClusterArguments;

pub(super) fn run(arguments: &ClusterArguments) -> Result<Outcome> {
    super::interrupt::watch();
    super::start_threads(arguments.reading.options.threads)?;
    let mut config = settings::of_run(arguments)?;
    if arguments.each {
        return each::run(arguments, &config);
    }
    let docket = Docket {
        name: None,
        inputs: match &arguments.plan {
            Some(plan) => ingest::shards_of_plan(plan)?,
            None => arguments.reading.inputs(),
        },
        is_part: false,
        exclude: Vec::new(),
        output: arguments.output.clone(),
        since: arguments.since.clone(),
    };
    ingest::adopt_settings(&docket.inputs, &mut config.ingest)?;
    // The system takes back at once what would take half a second piece by piece, of a large docket.
    let clustered = ManuallyDrop::new(docket::cluster(arguments, config, &docket)?);
    let (_, report) = &*clustered;
    if arguments.open && arguments.output.as_os_str() != "-" {
        super::shell::open(&arguments.output.join(HTML), "")?;
    }
    Ok(Outcome::with_unreadable(report.totals.buckets.contains_key(&Bucket::Unreadable)))
}
