//! How time and memory grow with a docket: the program itself, as a user runs it, on generated dockets.
//!
//! `cargo bench --bench growth` takes 10,000 to 100,000 comments; `-- 537000 2000000` takes other sizes. On
//! disk a comment takes 1.5 kB, and its share of the report 1.4 kB. The peak is what Linux says it was;
//! elsewhere it is left out.
#![forbid(unsafe_code)]

mod docket;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const SIZES: [usize; 3] = [10_000, 30_000, 100_000];
/// How often the program is asked for its peak.
const TICK: Duration = Duration::from_millis(20);
/// Characters of the longest bar.
const LONGEST_BAR: f64 = 40.0;

/// One run.
struct Run {
    n_comments: usize,
    time: Duration,
    /// Bytes; 0 where it is not known.
    peak: u64,
}

impl Run {
    fn microseconds(&self) -> f64 {
        self.time.as_secs_f64() * 1e6 / self.n_comments as f64
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let asked: Vec<usize> =
        std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let sizes = if asked.is_empty() { &SIZES[..] } else { &asked };
    let folder = tempfile::tempdir()?;
    println!("  comments   seconds   µs each       MiB  bytes each");
    let mut runs = Vec::new();
    for n_comments in sizes {
        let run = run(*n_comments, folder.path())?;
        println!(
            "{:>10} {:>9.1} {:>9.1} {:>9} {:>11}",
            run.n_comments,
            run.time.as_secs_f64(),
            run.microseconds(),
            run.peak >> 20,
            run.peak / run.n_comments as u64,
        );
        runs.push(run);
    }
    let most = runs.iter().map(Run::microseconds).fold(0.0, f64::max);
    println!("\nmicroseconds for each comment");
    for run in &runs {
        let bar = "█".repeat((run.microseconds() / most * LONGEST_BAR).round() as usize);
        println!("{:>10} {bar} {:.1}", run.n_comments, run.microseconds());
    }
    Ok(())
}

/// Makes a docket, clusters it, and removes it with its report.
fn run(n_comments: usize, folder: &Path) -> Result<Run, Box<dyn Error>> {
    let (docket, report) = (folder.join("docket.jsonl"), folder.join("report"));
    docket::write_file(n_comments, &docket)?;
    let start = Instant::now();
    let mut program = Command::new(env!("CARGO_BIN_EXE_durian"))
        .arg("cluster")
        .arg(&docket)
        .arg("--output")
        .arg(&report)
        .arg("--quiet")
        .stdout(Stdio::null())
        .spawn()?;
    let mut peak = 0;
    let status = loop {
        if let Some(status) = program.try_wait()? {
            break status;
        }
        peak = peak_of(program.id()).max(peak);
        sleep(TICK);
    };
    let time = start.elapsed();
    if !status.success() {
        return Err(format!("{n_comments} comments: {status}").into());
    }
    fs::remove_dir_all(&report)?;
    fs::remove_file(&docket)?;
    Ok(Run { n_comments, time, peak })
}

/// The most memory a process has held so far, in bytes.
fn peak_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    peak.and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or_default() << 10
}
