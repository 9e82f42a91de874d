//! `durian schema`: the form of the report, generated from the types that are written.

use std::io::Write;

use anyhow::Result;
use durian::clustering::rules;
use durian::report::comparison::schema::{self as comparison, Comparison};
use durian::report::schema::{
    DocumentLine, INDEX_VERSION, Index, Report, SCHEMA_VERSION, TRACE_VERSION, Trace,
};
use durian::report::tables;
use durian::thresholds;

use super::{Outcome, write_json};
use crate::cli::SchemaOf;

pub(super) fn run(of: SchemaOf) -> Result<Outcome> {
    let mut out = std::io::stdout().lock();
    let (name, version, mut schema) = match of {
        SchemaOf::Tables => {
            out.write_all(tables::in_words().as_bytes())?;
            return Ok(Outcome::Done);
        }
        SchemaOf::Rules => {
            write!(out, "{}\n{}", rules::in_words(), thresholds::in_words())?;
            return Ok(Outcome::Done);
        }
        SchemaOf::Report => ("report", SCHEMA_VERSION, schemars::schema_for!(Report)),
        SchemaOf::Diff => ("diff", comparison::SCHEMA_VERSION, schemars::schema_for!(Comparison)),
        SchemaOf::Index => ("index", INDEX_VERSION, schemars::schema_for!(Index)),
        SchemaOf::Trace => ("trace", TRACE_VERSION, schemars::schema_for!(Trace)),
        SchemaOf::Documents => ("documents", SCHEMA_VERSION, schemars::schema_for!(DocumentLine)),
    };
    // A name, no address: nothing is to be fetched, and where the program is published may change.
    schema.insert("$id".to_owned(), format!("urn:durian:{name}:{version}").into());
    write_json(out, &schema)?;
    Ok(Outcome::Done)
}
