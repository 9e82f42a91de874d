//! `durian schema`: the form of the report, generated from the types that are written.

use std::io::Write;

use anyhow::Result;
use durian::clustering::rules;
use durian::report::comparison::schema::Comparison;
use durian::report::schema::{DocumentLine, Index, Report};
use durian::report::tables;
use durian::thresholds;

use super::{Outcome, write_json};
use crate::cli::SchemaOf;

pub(super) fn run(of: SchemaOf) -> Result<Outcome> {
    let mut out = std::io::stdout().lock();
    let schema = match of {
        SchemaOf::Tables => {
            out.write_all(tables::in_words().as_bytes())?;
            return Ok(Outcome::Done);
        }
        SchemaOf::Rules => {
            write!(out, "{}\n{}", rules::in_words(), thresholds::in_words())?;
            return Ok(Outcome::Done);
        }
        SchemaOf::Report => schemars::schema_for!(Report),
        SchemaOf::Diff => schemars::schema_for!(Comparison),
        SchemaOf::Index => schemars::schema_for!(Index),
        SchemaOf::Documents => schemars::schema_for!(DocumentLine),
    };
    write_json(out, &schema)?;
    Ok(Outcome::Done)
}
