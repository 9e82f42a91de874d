//! `durian schema`: the form of the report, generated from the types that are written.

use anyhow::Result;
use durian::clustering::rules;
use durian::report::comparison::schema::{self as comparison, Comparison};
use durian::report::schema::{
    DocumentLine, INDEX_VERSION, Index, Report, SCHEMA_VERSION, TRACE_VERSION, Trace,
};
use durian::report::tables;
use durian::thresholds;

use super::{Outcome, print, write_json};
use crate::cli::SchemaOf;

pub(super) fn run(of: SchemaOf) -> Result<Outcome> {
    let (name, version, mut schema) = match of {
        SchemaOf::Tables => return print(&tables::in_words()),
        SchemaOf::Rules => {
            return print(&format!("{}\n{}", rules::in_words(), thresholds::in_words()));
        }
        SchemaOf::Report => ("report", SCHEMA_VERSION, schemars::schema_for!(Report)),
        SchemaOf::Diff => ("diff", comparison::SCHEMA_VERSION, schemars::schema_for!(Comparison)),
        SchemaOf::Index => ("index", INDEX_VERSION, schemars::schema_for!(Index)),
        SchemaOf::Trace => ("trace", TRACE_VERSION, schemars::schema_for!(Trace)),
        SchemaOf::Documents => ("documents", SCHEMA_VERSION, schemars::schema_for!(DocumentLine)),
    };
    // A name, no address: nothing is to be fetched, and where the program is published may change.
    schema.insert("$id".to_owned(), format!("urn:durian:{name}:{version}").into());
    write_json(std::io::stdout().lock(), &schema)?;
    Ok(Outcome::Done)
}
