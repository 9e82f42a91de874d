//! Tests of the laboratory in `benches/papers`, with those that stand beside its code.
//!
//! | file | holds |
//! |---|---|
//! | `experiments` | the papers' tables on fixtures |
//! | `rivals` | every rival method against a naive one |
#![forbid(unsafe_code)]

mod experiments;
mod rivals;

#[path = "../../benches/papers/laboratory/mod.rs"]
mod laboratory;

use std::path::{Path, PathBuf};

use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// A file or folder of the fixtures.
fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name)
}

/// So many cases, the same in each run.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(1),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
