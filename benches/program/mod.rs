//! The program itself, as a user runs it, with the time that it takes and the most memory that it holds.

#![allow(dead_code, reason = "each bench runs the program in its own way")]

use std::fs;
use std::io;
use std::path::Path;
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How often the program is asked for its peak.
const TICK: Duration = Duration::from_millis(20);

/// What a run took.
pub(crate) struct Taken {
    pub(crate) time: Duration,
    /// Processor time, as Linux says; 0 elsewhere.
    pub(crate) processor: Duration,
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
    let docket_name = docket.to_string_lossy();
    let output = report.to_string_lossy();
    let arguments = [&["cluster", &docket_name, "--output", &output, "--quiet"], options];
    let taken = run(&arguments.concat(), |_| Ok(()))?;
    if report.exists() {
        fs::remove_dir_all(&report)?;
    }
    fs::remove_file(docket)?;
    Ok(taken)
}

/// Runs the program, which reads what is written to its standard input.
///
/// # Errors
/// Where the program cannot be run, or takes no more.
pub(crate) fn run(
    arguments: &[&str],
    write: impl FnOnce(ChildStdin) -> io::Result<()> + Send,
) -> io::Result<Taken> {
    let (start, processor_before) = (Instant::now(), processor_of_children());
    let mut program = Command::new(env!("CARGO_BIN_EXE_durian"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let input = program.stdin.take().expect("it is piped");
    thread::scope(|scope| {
        let writing = scope.spawn(|| write(input));
        let mut peak = 0;
        let status = loop {
            if let Some(status) = program.try_wait()? {
                break status;
            }
            peak = peak_of(program.id()).max(peak);
            thread::sleep(TICK);
        };
        let time = start.elapsed();
        writing.join().expect("it does not panic")?;
        Ok(Taken { time, processor: processor_of_children() - processor_before, peak, status })
    })
}

/// The processor time of all children that have ended.
fn processor_of_children() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program is in parentheses, and may hold anything; the sixteenth and the seventeenth value are in
    // hundredths of a second.
    let values = stat.rsplit_once(')').map_or("", |(_, values)| values).split_whitespace();
    let hundredths: u64 =
        values.skip(13).take(2).filter_map(|value| value.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * hundredths)
}

/// The most memory a process has held so far, in bytes.
fn peak_of(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let peak =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    peak.and_then(|kilobytes| kilobytes.parse::<u64>().ok()).unwrap_or_default() << 10
}
