//! How time and memory grow with a docket: the program itself, as a user runs it, on generated dockets.
//!
//! `cargo bench --bench growth` takes 10,000 to 100,000 comments; `-- 537000 2000000` takes other sizes. On
//! disk a comment takes 1.5 kB, and its share of the report 1.4 kB. The peak is what Linux says it was;
//! elsewhere it is left out.
#![forbid(unsafe_code)]

mod docket;
mod program;

use std::error::Error;

use program::Taken;

const SIZES: [usize; 3] = [10_000, 30_000, 100_000];
/// Characters of the longest bar.
const LONGEST_BAR: f64 = 40.0;

fn main() -> Result<(), Box<dyn Error>> {
    let asked: Vec<usize> =
        std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if asked.is_empty() { &SIZES[..] } else { &asked };
    let folder = tempfile::tempdir()?;
    let docket = folder.path().join("docket.jsonl");
    println!("  comments   seconds  processor   µs each       MiB  bytes each");
    let mut runs = Vec::new();
    for n_comments in sizes {
        docket::write_file(*n_comments, &docket)?;
        let Taken { time, processor, peak, status } = program::cluster(&docket, &[])?;
        if !status.success() {
            return Err(format!("{n_comments} comments: {status}").into());
        }
        let microseconds = time.as_secs_f64() * 1e6 / *n_comments as f64;
        println!(
            "{n_comments:>10} {:>9.1} {:>10.1} {microseconds:>9.1} {:>9} {:>11}",
            time.as_secs_f64(),
            processor.as_secs_f64(),
            peak >> 20,
            peak / *n_comments as u64,
        );
        runs.push((n_comments, microseconds));
    }
    let most = runs.iter().map(|(_, microseconds)| *microseconds).fold(0.0, f64::max);
    println!("\nmicroseconds for each comment");
    for (n_comments, microseconds) in &runs {
        let bar = "█".repeat((microseconds / most * LONGEST_BAR).round() as usize);
        println!("{n_comments:>10} {bar} {microseconds:.1}");
    }
    Ok(())
}
