//! What reading keeps in memory: bytes for each exact copy beyond the first, and at the peak.
//!
//! `cargo bench --bench memory` measures a generated docket; `-- DOCKET ...` measures dockets of your
//! own. Bytes are those asked of the allocator; what it adds itself (8 to 16 for each piece) is not in.
#![forbid(unsafe_code)]

mod docket;

use std::fs;
use std::path::{Path, PathBuf};

use durian::ingest::{self, IngestConfig, Input};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

const COMMENTS: usize = 20_000;

fn main() {
    let dockets: Vec<PathBuf> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .map(PathBuf::from)
        .collect();
    for docket in &dockets {
        read(docket);
    }
    if dockets.is_empty() {
        let folder = tempfile::tempdir().expect("a folder");
        // The first reading also makes what the program keeps once: patterns, threads.
        let [_, fewer, more] = [COMMENTS, COMMENTS, 2 * COMMENTS].map(|n_comments| {
            let path = folder.path().join(format!("{n_comments}.jsonl"));
            fs::write(&path, docket::copies(n_comments)).expect("a docket");
            read(&path)
        });
        println!("{} bytes for each exact copy", (more - fewer) / COMMENTS);
    }
}

/// Reads a docket and tells the bytes that are kept.
fn read(docket: &Path) -> usize {
    let inputs = [Input::Path(docket.to_owned())];
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let corpus = ingest::read(&inputs, &IngestConfig::default()).expect("it reads");
    let (kept, peak) = (ALLOCATOR.current_usage() - before, ALLOCATOR.peak_usage() - before);
    println!(
        "{}: {} comments, {kept} bytes kept, {peak} at the peak",
        docket.display(),
        corpus.len(),
    );
    kept
}
