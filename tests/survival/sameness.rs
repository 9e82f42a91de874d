//! The same comments, the same bytes.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::{assert_is_whole, durian, files_of, fixtures};

/// Files of a docket, created in one order or another: the disk lists them in different orders, too.
fn copy(docket: &Path, to: &Path, is_reversed: bool) {
    let mut files: Vec<_> = fs::read_dir(docket).expect("a docket").flatten().collect();
    files.sort_by_key(fs::DirEntry::file_name);
    if is_reversed {
        files.reverse();
    }
    fs::create_dir_all(to).expect("a folder");
    for file in files {
        fs::copy(file.path(), to.join(file.file_name())).expect("a copy");
    }
}

#[test]
fn the_same_bytes_for_threads_order_locale_and_time_zone() {
    let folder = TempDir::new().expect("a folder");
    let docket = fixtures().join("sample-docket/docket");
    for (number, order) in ["forwards", "backwards"].into_iter().enumerate() {
        copy(&docket, &folder.path().join(order).join("docket"), number == 1);
    }
    let mut first = None;
    let mut n_runs = 0;
    for threads in ["1", "2", "8"] {
        for order in ["forwards", "backwards"] {
            for locale in ["C", "tr_TR.UTF-8", "de_DE.ISO-8859-1"] {
                for zone in ["Pacific/Kiritimati", "America/St_Johns"] {
                    let output = durian(&folder.path().join(order))
                        .args(["cluster", "docket", "-o", "report", "-q", "--threads", threads])
                        .env("LC_ALL", locale)
                        .env("LANG", locale)
                        .env("TZ", zone)
                        .output()
                        .expect("the program starts");
                    assert_eq!(output.status.code(), Some(0), "{output:?}");
                    let files = files_of(&folder.path().join(order).join("report"));
                    assert_is_whole(&folder.path().join(order).join("report"));
                    let is_same = *first.get_or_insert_with(|| files.clone()) == files;
                    assert!(is_same, "{threads} threads, {order}, {locale}, {zone}");
                    n_runs += 1;
                }
            }
        }
    }
    assert_eq!(n_runs, 36);
}
