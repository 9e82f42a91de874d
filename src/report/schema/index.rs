//! What many reports are listed in. Field names are a contract, as in the report.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use super::{Tool, Totals};

/// Version of this form.
pub const INDEX_VERSION: u32 = 1;

/// `index.json`: the dockets of a run, or the reports in a folder.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Index {
    /// Version of this form.
    pub schema_version: u32,
    /// What made the index.
    pub tool: Tool,
    /// Dockets by what became of them.
    pub states: BTreeMap<DocketState, usize>,
    /// Sums over all dockets that did not fail. Who commented on two dockets counts twice.
    pub totals: Totals,
    /// The dockets, in byte order of their names.
    pub dockets: Vec<IndexedDocket>,
}

/// A docket and what became of it.
#[skip_serializing_none]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct IndexedDocket {
    /// Its name: that of the folder with its comments, or of records in a file that of its report folder, which is
    /// its id as in web addresses.
    pub docket: String,
    /// What became of it.
    pub state: DocketState,
    /// Why it failed; absent where it did not.
    pub reason: Option<String>,
    /// The folder of its report, below that of the index; absent where it failed, even where an earlier report stands
    /// there.
    pub report: Option<String>,
    /// Title of the report; absent where it failed.
    pub title: Option<String>,
    /// `totals` of the report; absent where it failed.
    pub totals: Option<Totals>,
}

/// What became of a docket.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum DocketState {
    /// Its report stands.
    Done,
    /// Its report stands; some inputs could not be read.
    SomeUnreadable,
    /// It has no report of this run.
    Failed,
}
