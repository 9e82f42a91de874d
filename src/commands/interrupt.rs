//! Ctrl-C, and other requests to stop: what is under way goes, and what that means is said.
//!
//! This is the one place with state that all of the program shares: a signal comes from outside, whatever is under way.

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How a shell calls a program that Ctrl-C ended.
const STOPPED: i32 = 130;

/// What a run has written so far.
pub(super) struct UnderWay {
    /// Folders that are not complete.
    folders: Vec<PathBuf>,
    n_complete: usize,
}

static UNDER_WAY: Mutex<UnderWay> = Mutex::new(UnderWay { folders: Vec::new(), n_complete: 0 });

fn under_way() -> MutexGuard<'static, UnderWay> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on, a request to stop leaves nothing behind. Where the system has no such requests, nothing is different.
pub(super) fn watch() {
    ctrlc::set_handler(|| {
        // Waits for a folder that is being put in its place.
        let under_way = under_way();
        let said = match under_way.n_complete {
            0 => "stopped; nothing was written",
            1 => "stopped; the folder that was complete is written",
            _ => "stopped; the folders that were complete are written",
        };
        let mut talk = std::io::stderr();
        if talk.is_terminal() {
            // The line of the progress goes.
            write!(talk, "\r\x1b[2K").ok();
        }
        super::say(said);
        for folder in &under_way.folders {
            // A thread may still have made a file in it.
            (0..3).find(|_| fs::remove_dir_all(folder).is_ok());
        }
        // There is nobody to return to: the run is in the middle of its work, in other threads.
        std::process::exit(STOPPED);
    })
    .ok();
}

/// A folder is begun.
pub(super) fn begun(folder: &Path) {
    under_way().folders.push(folder.to_owned());
}

/// A folder is put in its place, or given up: until the guard goes, a request to stop waits.
pub(super) fn ending(folder: &Path) -> Ending {
    let mut under_way = under_way();
    under_way.folders.retain(|other| other != folder);
    Ending(under_way)
}

/// See [`ending`].
pub(super) struct Ending(MutexGuard<'static, UnderWay>);

impl Ending {
    /// The folder stands where it was to stand.
    pub(super) fn complete(mut self) {
        self.0.n_complete += 1;
    }
}
