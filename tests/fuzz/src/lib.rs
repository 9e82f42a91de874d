//! What the fuzz targets share: bytes in, through the program's own doors, every promise checked.
//!
//! | targets | door |
//! |---|---|
//! | `mail`, `mailbox`, `json`, `lines`, `table`, `page`, `text`, `pdf`, `word`, `rtf`, `archive` | [`read`]: a file of a docket, by its format; zones are cut, dockets and dates read |
//! | `repeated_ids` | [`read_all`]: two tables whose records share their ids |
//! | `shard` | a shard with its checksums made anew, read and clustered |
//! | `docket_ids` | [`read`]: a record whose fields and text hold the bytes |
//! | `tokens`, `redline` | the functions themselves |
//! | `report` | a written report, read back and rendered |
//!
//! `tests/fuzz/run 60` builds all with the stable compiler and runs each for a minute; `cargo fuzz run
//! mail` works as well, from this folder.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use durian::ingest::{self, IngestConfig, Input};
use tempfile::TempDir;

thread_local! {
    static FOLDER: RefCell<TempDir> = RefCell::new(
        TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).expect("a folder"),
    );
}

/// Hands files to somebody, by their paths.
pub fn with_files(files: &[(&str, &[u8])], read: impl FnOnce(&[PathBuf])) {
    FOLDER.with_borrow(|folder| {
        let paths: Vec<PathBuf> = files.iter().map(|(name, _)| folder.path().join(name)).collect();
        for (path, (_, data)) in paths.iter().zip(files) {
            fs::write(path, data).expect("a file");
        }
        read(&paths);
    });
}

/// Reads bytes as a file of a docket.
pub fn read(name: &str, data: &[u8]) {
    read_all(&[(name, data)]);
}

/// Reads files as a docket. Each must end in a bucket, no parser may panic, every zone must be a stretch of the text,
/// and no two comments may have one id.
pub fn read_all(files: &[(&str, &[u8])]) {
    with_files(files, |paths| {
        let inputs: Vec<Input> = paths.iter().cloned().map(Input::Path).collect();
        let corpus = ingest::read(&inputs, &IngestConfig::default()).expect("it is read");
        let n_told = corpus.len() + corpus.set_aside().len() + corpus.n_repeated();
        assert!(n_told >= files.len(), "a file is lost");
        for aside in corpus.set_aside() {
            assert!(!aside.reason.starts_with("a parser failed"), "{}", aside.id);
        }
        let mut ids = BTreeSet::new();
        for id in corpus.ids() {
            assert!(ids.insert(corpus.id(id)), "{}", corpus.id(id));
            assert!(corpus.text(id).is_whole());
        }
        assert_eq!(corpus.records().count(), corpus.len());
    });
}
