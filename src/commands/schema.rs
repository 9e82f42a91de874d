//! `durian schema`: the form of the report, generated from the types that are written.

use std::io::Write;

use anyhow::Result;
use durian::report::comparison::schema::Comparison;
use durian::report::schema::{DocumentLine, Report};

use super::Outcome;
use crate::cli::SchemaOf;

pub(super) fn run(of: SchemaOf) -> Result<Outcome> {
    let schema = match of {
        SchemaOf::Report => schemars::schema_for!(Report),
        SchemaOf::Diff => schemars::schema_for!(Comparison),
        SchemaOf::Documents => schemars::schema_for!(DocumentLine),
    };
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, &schema)?;
    writeln!(out)?;
    Ok(Outcome::Done)
}
