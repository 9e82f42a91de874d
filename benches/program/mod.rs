//! The program itself, as a user runs it, with the time that it takes and the most memory that it holds.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often the program is asked for its peak.
const TICK: Duration = Duration::from_millis(20);

/// What a run took.
pub(crate) struct Taken {
    pub(crate) time: Duration,
    /// Bytes, as Linux says; 0 elsewhere.
    pub(crate) peak: u64,
    pub(crate) status: ExitStatus,
}

/// Clusters a docket, and removes it with its report.
///
/// # Errors
/// Where the program cannot be run.
pub(crate) fn cluster(docket: &Path, options: &[&str]) -> io::Result<Taken> {
    let report = docket.with_extension("report");
    let start = Instant::now();
    let mut program = Command::new(env!("CARGO_BIN_EXE_durian"))
        .arg("cluster")
        .arg(docket)
        .arg("--output")
        .arg(&report)
        .arg("--quiet")
        .args(options)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
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
    if report.exists() {
        fs::remove_dir_all(&report)?;
    }
    fs::remove_file(docket)?;
    Ok(Taken { time, peak, status })
}

/// The most memory a process has held so far, in bytes.
fn peak_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    peak.and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or_default() << 10
}
