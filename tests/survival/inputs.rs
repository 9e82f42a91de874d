//! What lies in a docket besides comments.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use durian::report::schema::Bucket;
use tempfile::TempDir;

use crate::skip::skip;
use crate::{
    OtherUser, assert_no_panic, assert_within, cluster, files_of, fixtures, folder_with, in_bucket,
    lines, report, shell, talk, timed,
};

const LETTER: &[u8] = b"Please mend the bridge over the creek before the school year begins.";

/// The reason that a report gives for an input.
fn reason(folder: &Path, id: &str) -> String {
    let line = lines(folder).into_iter().find(|line| line.id == id);
    let line = line.unwrap_or_else(|| panic!("no line for {id}"));
    line.reason.unwrap_or_else(|| panic!("{id} was read"))
}

#[test]
fn what_may_not_be_read_is_named_and_the_rest_is_processed() {
    let folder = folder_with(&[
        ("docket/good.txt", LETTER),
        ("docket/secret.txt", LETTER),
        ("docket/closed/inner.txt", LETTER),
    ]);
    let Some(user) = OtherUser::in_folder(folder.path()) else {
        return;
    };
    let docket = folder.path().join("docket");
    for closed in ["secret.txt", "closed"] {
        fs::set_permissions(docket.join(closed), PermissionsExt::from_mode(0o000)).expect("closed");
    }
    let out = folder.path().join("out");
    fs::create_dir(&out).expect("a folder");
    fs::set_permissions(&out, PermissionsExt::from_mode(0o777)).expect("open");
    let output = user.run(&out, &["cluster", "../docket", "-o", "report", "--verify"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = report(&out);
    assert_eq!(in_bucket(&report, Bucket::Singleton), 1);
    assert_eq!(in_bucket(&report, Bucket::Unreadable), 2);
    for id in ["secret.txt", "closed"] {
        assert!(reason(&out, id).contains("Permission denied"), "{id}");
        assert!(talk(&output).contains(id), "{id}");
    }
}

#[test]
fn a_disk_that_fails_makes_one_unreadable_input() {
    // The system gives this file's first bytes to nobody: it answers as a failing disk does.
    if !Path::new("/proc/self/mem").exists() {
        return skip("no file that fails when it is read");
    }
    let folder = folder_with(&[("docket/good.txt", LETTER)]);
    let output = cluster(folder.path(), &["docket", "/proc/self/mem"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(reason(folder.path(), "mem").contains("Input/output error"));
    assert_eq!(report(folder.path()).totals.comments, 1);
}

#[test]
fn files_that_change_meanwhile_are_read_once_or_named() {
    let folder = TempDir::new().expect("a folder");
    let docket = folder.path().join("docket");
    for round in 0..5 {
        fs::create_dir_all(&docket).expect("a folder");
        for number in 0..300 {
            fs::write(docket.join(format!("{number:03}.txt")), LETTER).expect("a file");
        }
        let changes = || {
            std::thread::sleep(Duration::from_millis(3 * round));
            for number in 0..100 {
                fs::remove_file(docket.join(format!("{number:03}.txt"))).expect("removed");
                let grows = docket.join(format!("{:03}.txt", 100 + number));
                let mut grows = File::options().append(true).open(grows).expect("open");
                grows.write_all(b" It sags.").expect("written");
                let replaced = docket.join(format!("{:03}.txt", 200 + number));
                // Beside the docket: there it could be read while it is still empty.
                let new = folder.path().join("new");
                fs::write(&new, LETTER).expect("written");
                fs::rename(new, replaced).expect("replaced");
            }
        };
        let output = std::thread::scope(|scope| {
            scope.spawn(changes);
            cluster(folder.path(), &["docket"])
        });
        assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
        let report = report(folder.path());
        let n_gone = in_bucket(&report, Bucket::Unreadable);
        assert_eq!(n_gone > 0, output.status.code() == Some(3));
        for gone in report.set_aside {
            let is_gone = gone.reason.to_lowercase().contains("no such file");
            assert!(is_gone, "{gone:?}");
        }
    }
}

#[test]
fn links_are_named_and_not_followed() {
    let folder = folder_with(&[
        ("docket/a.txt", LETTER),
        ("outside/b.txt", b"The toll on the bridge is too high for us."),
    ]);
    let docket = folder.path().join("docket");
    let links = [
        ("loop-1", "loop-2"),
        ("loop-2", "loop-1"),
        ("dangling.txt", "nowhere"),
        ("accounts.txt", "/etc/passwd"),
        ("parent", ".."),
        ("outside", "../outside"),
    ];
    for (name, target) in links {
        symlink(target, docket.join(name)).expect("a link");
    }
    fs::hard_link(docket.join("a.txt"), docket.join("same.txt")).expect("a link");
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for (name, _) in links {
        assert!(reason(folder.path(), name).contains("links are not followed"));
    }
    assert_eq!(report(folder.path()).totals.comments, 2, "a file of two names");
}

#[test]
fn a_docket_that_is_a_link_to_a_folder_is_that_folder() {
    let folder = folder_with(&[("docket/a.txt", LETTER), ("docket/b/c.txt", LETTER)]);
    symlink("docket", folder.path().join("link")).expect("a link");
    for inputs in [&["docket"][..], &["link"], &["link", "docket/b"]] {
        let output = cluster(folder.path(), inputs);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(report(folder.path()).totals.inputs, 1 + inputs.len(), "{inputs:?}");
    }
}

#[test]
fn what_is_no_file_is_named_and_nothing_waits_for_it() {
    let folder = folder_with(&[("docket/a.txt", LETTER), ("docket/x.json/b.txt", LETTER)]);
    let docket = folder.path().join("docket");
    let _socket = std::os::unix::net::UnixListener::bind(docket.join("socket")).expect("a socket");
    let made = shell(&docket, "mkfifo pipe.eml && (mknod zero c 1 5 2>/dev/null; true)");
    assert!(made.status.success(), "{made:?}");
    let (output, taken) = timed(folder.path(), &["docket"]);
    assert_within(taken, Duration::from_secs(1), "a docket with a pipe");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for name in ["pipe.eml", "socket"] {
        assert!(reason(folder.path(), name).contains("neither a file nor a folder"));
    }
    if docket.join("zero").exists() {
        assert!(reason(folder.path(), "zero").contains("neither a file nor a folder"));
    }
    assert_eq!(report(folder.path()).totals.comments, 2);
}

#[test]
fn a_file_without_end_is_refused() {
    let folder = folder_with(&[("docket/a.txt", LETTER)]);
    symlink("/dev/zero", folder.path().join("endless.txt")).expect("a link");
    let inputs = ["docket", "endless.txt", "--max-file-size", "1M"];
    let output = cluster(folder.path(), &inputs);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(reason(folder.path(), "endless.txt").contains("--max-file-size"));
}

#[test]
fn files_without_text_are_told_from_comments() {
    let folder = folder_with(&[
        ("docket/empty.txt", b""),
        ("docket/empty.eml", b""),
        ("docket/empty.json", b""),
        ("docket/empty.csv", b""),
        ("docket/empty.html", b""),
        ("docket/one-byte.txt", b"\n"),
        ("docket/blank.txt", b" \r\n\t \xC2\xA0\n"),
        ("docket/mark.txt", b"\xEF\xBB\xBF"),
        ("docket/mark.csv", b"\xEF\xBB\xBF"),
        ("docket/utf-16.txt", b"\xFF\xFE"),
    ]);
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = report(folder.path());
    assert_eq!(in_bucket(&report, Bucket::NoText), 10, "{:?}", report.set_aside);
    assert!(report.clusters.is_empty());
}

#[test]
fn empty_standard_input_is_an_error() {
    let folder = folder_with(&[("docket/a.txt", LETTER)]);
    for script in [": | $DURIAN cluster - -o report", ": | $DURIAN cluster - docket -o report"] {
        let output = shell(folder.path(), script);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(talk(&output).contains("standard input is empty"), "{output:?}");
        assert!(!folder.path().join("report").exists());
    }
}

/// The clock of a machine that has none shows 1967.
#[test]
fn a_clock_before_1970_leaves_out_the_workbook_alone() {
    const CLOCK: &str = "
        #define _GNU_SOURCE
        #include <sys/syscall.h>
        #include <time.h>
        #include <unistd.h>
        int clock_gettime(clockid_t clock, struct timespec *now) {
            int done = syscall(SYS_clock_gettime, clock, now);
            if (clock == CLOCK_REALTIME) now->tv_sec = -94608000;
            return done;
        }";
    let folder = folder_with(&[("docket/a.txt", LETTER), ("clock.c", CLOCK.as_bytes())]);
    let made = shell(folder.path(), "cc -shared -fPIC -o clock.so clock.c");
    if !made.status.success() {
        return skip("no C compiler");
    }
    let run = "LD_PRELOAD=./clock.so $DURIAN cluster docket -o report";
    let output = shell(folder.path(), run);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(talk(&output).contains("report.xlsx is left out: the clock"), "{output:?}");
    assert_eq!(report(folder.path()).totals.comments, 1);
    assert!(!folder.path().join("report/report.xlsx").exists());
    let output = shell(folder.path(), &format!("{run} --workbook never"));
    assert!(!talk(&output).contains("clock"), "{output:?}");
}

#[test]
fn a_docket_given_twice_has_every_cluster_twice_as_large() {
    let folder = TempDir::new().expect("a folder");
    let docket = fixtures().join("sample-docket/docket");
    let docket = docket.to_str().expect("a path");
    let sizes = |inputs: &[&str]| -> Vec<usize> {
        let output = cluster(folder.path(), inputs);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let clusters = report(folder.path()).clusters;
        let mut sizes: Vec<usize> = clusters.iter().map(|it| it.n_comments).collect();
        sizes.sort_unstable();
        sizes
    };
    let once = sizes(&[docket]);
    let twice = sizes(&[docket, docket]);
    let n_unique = 3;
    let mut expect = vec![2; n_unique];
    expect.extend(once.iter().map(|size| 2 * size));
    assert_eq!(twice, expect, "unique comments become pairs");
    assert_eq!(report(folder.path()).warnings.len(), 28, "each repeated id is told");
}

#[test]
fn the_environment_changes_nothing() {
    let folder = folder_with(&[("docket/a.txt", LETTER), ("docket/b.txt", LETTER)]);
    let Some(user) = OtherUser::in_folder(folder.path()) else {
        return;
    };
    assert_eq!(cluster(folder.path(), &["docket"]).status.code(), Some(0));
    fs::set_permissions(folder.path().join("docket"), PermissionsExt::from_mode(0o555))
        .expect("read-only");
    let out = folder.path().join("out");
    fs::create_dir(&out).expect("a folder");
    fs::set_permissions(&out, PermissionsExt::from_mode(0o777)).expect("open");
    let output = user
        .command(&out, &["cluster", "../docket", "-o", "report", "--verify"])
        .env_clear()
        .env("TMPDIR", "/nowhere")
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    assert_no_panic(&output);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let (one, other) = (folder.path().join("report"), out.join("report"));
    assert_eq!(files_of(&one), files_of(&other));
}

#[test]
fn bundles_are_counted_and_signers_are_not() {
    let body = "The lamps on the quay have been dark since the spring, and the last boat comes in \
        after nine. Two people have fallen from the steps. Please have the lamps mended before the \
        winter, and have somebody look at them every week.";
    let bundle: String = (0..1_000)
        .map(|number| {
            format!("Dear Harbor Master:\n{body}\nSincerely,\nSigner Number {number}\n\n")
        })
        .collect();
    let signers: String =
        (0..300).map(|number| format!("Signer Number {number}, Quay Street\n")).collect();
    let joint = format!("Dear Harbor Master:\n\nThe ferry must stay. {body}\n\n{signers}");
    let folder = folder_with(&[
        ("docket/bundle.txt", bundle.as_bytes()),
        ("docket/joint.txt", joint.as_bytes()),
    ]);
    let output = cluster(folder.path(), &["docket"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = report(folder.path());
    assert_eq!(report.totals.comments, 1_001);
    assert_eq!(report.clusters[0].reference.n_copies, 1_000);
}
