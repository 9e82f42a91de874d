//! Measures of agreement with labels, apart from the pipeline: no stage imports this module. The papers' experiments are made
//! of them in `benches/papers`.
//!
//! | door | from → to |
//! |---|---|
//! | [`evaluate`] | labels, [`predictions::Predictions`] → [`schema::Evaluation`] |
//! | [`judged_pairs::evaluate`] | judged pairs, [`predictions::Predictions`] → [`schema::JudgedPairScores`] |
//! | [`LabeledComments::new`] | labels, [`predictions::Predictions`] → the labels that count, each with its prediction |

mod evaluation;
mod json_lines;
pub mod judged_pairs;
pub mod labels;
pub mod measures;
pub mod predictions;
pub mod schema;

pub use evaluation::{LabeledComments, evaluate};
