//! The papers' experiments, apart from the pipeline: measures of agreement with labels, the rival
//! methods, and the tables in which the papers compare them. No stage imports this module.
//!
//! | door | from → to |
//! |---|---|
//! | [`evaluate`] | labels, [`predictions::Predictions`] → [`schema::Evaluation`] |
//! | [`judged_pairs::evaluate`] | judged pairs, [`predictions::Predictions`] → [`schema::JudgedPairScores`] |
//! | [`rivals::METHODS`], each | `(&Corpus, &ReferenceCopies)` → [`clusters::Clustering`] |
//! | [`experiments::compare`] | docket, labels → [`schema::MethodComparison`] |

pub mod clusters;
mod evaluation;
pub mod experiments;
mod json_lines;
pub mod judged_pairs;
pub mod labels;
pub mod measures;
pub mod predictions;
pub mod rivals;
pub mod schema;

pub use evaluation::evaluate;
