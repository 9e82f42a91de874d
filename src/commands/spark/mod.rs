//! `durian spark`: the job that reads a docket with Apache Spark.

use std::io::Write;

use anyhow::Result;

use super::Outcome;

/// PySpark, for `spark-submit`.
const JOB: &str = include_str!("job.py");

pub(super) fn run() -> Result<Outcome> {
    std::io::stdout().write_all(JOB.as_bytes())?;
    Ok(Outcome::Done)
}
