//! What the fuzz targets share: bytes in, through the program's own doors, every promise checked.
//!
//! | targets | door |
//! |---|---|
//! | `mail`, `mailbox`, `json`, `lines`, `table`, `page`, `text`, `pdf`, `word`, `rtf`, `archive`, `normalised` | [`read`]: a file of a docket, by its format; zones are cut, dockets and dates read |
//! | `docket_ids` | [`read`]: a record whose fields and text hold the bytes |
//! | `tokens`, `redline` | the functions themselves |
//! | `report` | a written report, read back and rendered |
//!
//! `tests/fuzz/run 60` builds all with the stable compiler and runs each for a minute; `cargo fuzz run
//! mail` works as well, from this folder.

use std::cell::RefCell;
use std::fs;

use durian::ingest::{self, IngestConfig, Input};
use tempfile::TempDir;

thread_local! {
    static FOLDER: RefCell<TempDir> = RefCell::new(
        TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).expect("a folder"),
    );
}

/// Reads bytes as a file of a docket. The file must end in a bucket, no parser may panic, and every
/// zone must be a stretch of the text.
pub fn read(name: &str, data: &[u8]) {
    FOLDER.with_borrow(|folder| {
        let path = folder.path().join(name);
        fs::write(&path, data).expect("a file");
        let corpus =
            ingest::read(&[Input::Path(path)], &IngestConfig::default()).expect("it is read");
        assert!(corpus.len() + corpus.set_aside().len() > 0, "the file is lost");
        for aside in corpus.set_aside() {
            assert!(!aside.reason.starts_with("a parser failed"), "{}", aside.id);
        }
        for document in corpus.records() {
            let Some(text) = &document.text else { continue };
            let mut end = 0;
            for zone in &document.zones {
                assert!(zone.span.start >= end && text.get(zone.span.clone()).is_some());
                end = zone.span.end;
            }
        }
    });
}
