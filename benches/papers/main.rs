//! The papers' experiments on a docket: DURIAN beside its rivals, and what each number that decides moves.
//!
//! `cargo bench --bench papers -- DOCKET --labels LABELS` prints the papers' tables in Markdown; with `--json` it prints all of
//! them, with `-o DIR` it also writes each method's clusters, which `durian evaluate` takes; `--pairs FILE` tries similarities on
//! judged pairs. `-- DOCKET --ablate[=PREFIX]` tries DURIAN alone, with each number whose name begins so, and needs no labels.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(dead_code, unused_imports, reason = "the tests are run by `tests/papers`"))]

mod laboratory;

use std::io::Write as _;

use anyhow::Result;

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<()> {
    let log = |done| eprintln!("papers: {done}");
    let told = match laboratory::run(std::env::args_os(), &log) {
        Ok(told) => told,
        Err(error) => match error.downcast::<clap::Error>() {
            Ok(error) => error.exit(),
            Err(error) => return Err(error),
        },
    };
    Ok(std::io::stdout().lock().write_all(told.as_bytes())?)
}
