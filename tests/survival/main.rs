//! Tests of survival: nothing that a docket, a disk or an enemy does makes the program crash, hang, lie
//! or lose. One line for each class of failure; a name without a file before it is in this folder's file
//! of the section, the others stand in `tests/integration` or beside the code.
//!
//! | class | tests | promise |
//! |---|---|---|
//! | | **`inputs`** | |
//! | F1 unreadable | `what_may_not_be_read_is_named_and_the_rest_is_processed`, `a_disk_that_fails_makes_one_unreadable_input` | named with the system's words, exit code 3 |
//! | F2 changing | `files_that_change_meanwhile_are_read_once_or_named` | every file is read once; what is gone is named |
//! | F3 links | `links_are_named_and_not_followed`, `a_docket_that_is_a_link_to_a_folder_is_that_folder` | nothing outside the docket is read; two names of one file are two inputs |
//! | F4 special files | `what_is_no_file_is_named_and_nothing_waits_for_it`, `a_file_without_end_is_refused` | no waiting, a reason for each |
//! | F6 empty | `files_without_text_are_told_from_comments`, `empty_standard_input_is_an_error` | `no_text`, no cluster, exit code 0; nothing at all is an error |
//! | F28 order | `a_docket_given_twice_has_every_cluster_twice_as_large`, integration: `laws::the_same_comments_give_the_same_bytes` | the same partition |
//! | F32 environment | `the_environment_changes_nothing`, `a_clock_before_1970_leaves_out_the_workbook_alone` | no home, no temporary folder, read-only inputs: the same report |
//! | F34 bundles | `bundles_are_counted_and_signers_are_not`, `formats::letters` | as many comments as letters; signers of one letter are one |
//! | | **`names`** | |
//! | F5 odd names | `names_of_all_kinds_stay_different`, `a_path_that_is_too_long_is_named` | every byte of a name is kept apart |
//! | F9 traversal | `names_from_outside_name_no_file` | nothing is written outside the report |
//! | F25, F26 injection | `a_name_controls_neither_terminal_nor_file`, integration: `renderings::the_terminal_is_not_controlled_by_a_comment`, `renderings::a_comparison_does_not_control_the_terminal` | one line stays one line, escapes are shown |
//! | | **`formats`** | |
//! | F10 mail | `mails_made_to_overwhelm_are_refused_or_read` | no deep recursion, limits counted |
//! | F11 HTML | `pages_made_to_overwhelm_take_linear_time` | read in linear time, without a tree |
//! | F12 JSON | `json_that_is_none_is_named_with_its_place`, `what_can_be_told_of_a_damaged_record_is_kept` | place and reason; the other fields are used |
//! | F13 CSV | `tables_that_are_damaged_are_told_row_by_row`, `tables_are_read_whatever_parts_their_cells_and_names_their_columns`, `a_column_of_any_name_is_told_and_read_where_it_is_named`, integration: `pipeline::fixtures_come_out_as_labelled` (`older-exports`, `record-formats`) | line numbers; no row is lost silently |
//! | | **`foreign`** | |
//! | F38 foreign files | `foreign_files_are_named_and_no_comments`, `odd_files_are_told_for_what_they_are`, `a_way_of_packing_that_is_not_read_is_named`, `formats::binary` | unreadable where they may hold a letter, each by its name |
//! | F39 parts of mails | `letters_in_mails_are_read`, `parts_in_parts_are_told_apart` | letters are read, what is not is listed |
//! | F42 lists | `a_document_that_lists_comments_is_told`, `ingest::listing` | one document, and a warning |
//! | | **`office`** | |
//! | F8, F13 spreadsheets | `workbooks_are_tables`, `spreadsheets_are_tables`, `spreadsheets_without_comments_are_told`, `formats::archive` | sheets named; sizes not believed; no row is lost silently |
//! | F10 documents | `open_document_texts_are_letters`, `outlook_messages_are_mails`, `old_documents_are_refused_with_the_way_out` | read like their kin, or the way out is named |
//! | | **`pdf`** | |
//! | F40 PDF forms | `filled_forms_are_told_apart`, `formats::pdf::tests` | what people wrote into a form is their text |
//! | F41 PDFs in part | `a_pdf_that_came_in_part_is_told`, `formats::pdf::tests` | how many pages were read is told |
//! | | **`texts`** | |
//! | F14 charsets | `one_letter_in_many_charsets_is_one_group`, integration: `encodings` | one exact group |
//! | F15 invisible characters | `characters_that_nobody_sees_do_not_part_copies` | one exact group; reports show them |
//! | F16 dates | `dates_of_all_kinds_are_read_or_unknown`, `dates` | never fatal, unknown ones sort last |
//! | F17 numbers | `numbers_of_all_kinds_are_read_or_told` | counted as one, and told; sums do not overflow |
//! | | **`outputs`** | |
//! | F18 full disk | `a_full_disk_leaves_the_old_report` | exit code 1, a message, the old report |
//! | F19 kills | `a_killed_run_leaves_the_old_report_or_the_new_one` | never a part, never a mix; the next run clears up |
//! | F20 odd places | `odd_places_for_a_report_are_served_or_refused`, `a_report_is_no_input`, `what_else_is_in_the_folder_stays`, `a_report_that_may_only_be_read_is_searched`, integration: `workbook::what_was_filled_in_is_not_destroyed` | no input is overwritten, no report is read |
//! | F21 closed pipe | `a_reader_that_stops_early_is_no_error` and integration: `cli::a_reader_that_stops_early_is_no_error` | quiet, exit code 0 or 3 |
//! | F22 closed handles | `closed_and_full_handles_are_survived` | no panic; what cannot be told does not undo the report |
//! | F23 formulas | integration: `renderings::tables_hold_no_formula_and_no_control_character`, `workbook::nothing_in_a_workbook_is_run` | no cell is a formula |
//! | F24 scripts | integration: `renderings::the_page_shows_markup_and_runs_none`, `renderings::a_browser_opens_the_page` | shown, never run |
//! | F33 two runs | `two_runs_into_one_folder_do_not_mix` | the last complete one stays |
//! | | **`limits`** | |
//! | F7 size | `files_that_are_too_large_are_refused_and_counted`, `a_large_file_is_read_in_pieces` | streaming, or a limit with a name |
//! | F8 bombs | `what_expands_too_far_is_refused`, `formats::archive` | stopped at the limit, within the time of what is allowed |
//! | F29 memory | `a_docket_is_read_within_the_memory_stated`, `a_docket_that_will_not_fit_is_refused`, `too_little_memory_leaves_the_old_report` | the bound of the README; refused in time; nothing half-written |
//! | all limits | `every_limit_is_a_flag_and_is_counted`, `long_copies_are_compared_more_coarsely_and_that_is_told` | `totals.limits_reached` |
//! | | **`attacks`** | |
//! | F30 effort | `texts_made_to_cost_time_cost_little` | bounded candidates, linear patterns |
//! | F31 merging | `a_shared_phrase_makes_no_giant_cluster`, `opposite_letters_stay_apart`, integration: `laws::a_chain_of_small_edits_is_no_cluster`, `pipeline::fixtures_come_out_as_labelled` (`opposite-stance`, `short-comments`) | no giant cluster |
//! | | **`sameness`** | |
//! | F27 sameness | `the_same_bytes_for_threads_order_locale_and_time_zone` | every file of the report |
//! | | **`self_check`** | |
//! | F35 self-check | `every_fixture_is_proved`, `a_report_that_lies_is_found_out` | `--verify` names what does not hold |
//! | | **`mutations`** | |
//! | F36 fuzzing | `damaged_files_of_every_format_are_accounted_for`, `ten_thousand_of_each` (ignored), `tests/fuzz` | no panic, no hang, no input lost |
//! | | **`supply_chain`** | |
//! | F37 supply chain | `our_code_has_no_unsafe_block`, `every_crate_comes_from_the_registry_under_a_licence_that_permits`, `no_run_opens_a_socket`, `.ci/deny.toml` | nothing is fetched at run time |
//!
//! All of them pass; where something cannot be had (a second user, a tiny file system, a control group,
//! `strace`) the test says so on standard error and passes. Left out: network file systems, FUSE, names
//! of Windows. They need what only Linux has (`/dev/full`, `/proc`), so that elsewhere there are none.
#![cfg(target_os = "linux")]
#![forbid(unsafe_code)]

mod attacks;
mod foreign;
mod formats;
mod inputs;
mod limits;
mod mutations;
mod names;
mod office;
mod outputs;
mod pdf;
mod sameness;
mod self_check;
mod supply_chain;
mod texts;

#[path = "../skipped/skip.rs"]
#[allow(dead_code, reason = "the notes are read elsewhere")]
mod skip;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use durian::report::schema::{Bucket, DocumentLine, Report};
use tempfile::TempDir;

use crate::skip::skip;

/// How much longer than the optimised program the tested one may take.
const SLOWNESS: u32 = if cfg!(debug_assertions) { 20 } else { 1 };

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// The program, to be run in a folder.
fn durian(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_durian"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

/// `durian cluster INPUTS… -o report`, proved by itself.
fn cluster(folder: &Path, arguments: &[&str]) -> Output {
    timed(folder, arguments).0
}

/// The same, and how long it kept the processors busy: other programs of the machine do not count.
fn timed(folder: &Path, arguments: &[&str]) -> (Output, Duration) {
    const SCRIPT: &str =
        "\"$DURIAN\" cluster --replace -o report --verify \"$@\"; code=$?; times >&3; exit $code";
    let times = tempfile::NamedTempFile::new().expect("a file");
    let output = Command::new("sh")
        .current_dir(folder)
        .env("DURIAN", env!("CARGO_BIN_EXE_durian"))
        .arg("-c")
        .arg(format!("{{ {SCRIPT}; }} 3>\"$TIMES\""))
        .arg("sh")
        .args(arguments)
        .env("TIMES", times.path())
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    assert_no_panic(&output);
    let times = fs::read_to_string(times.path()).expect("the shell's times");
    let children = times.lines().nth(1).unwrap_or_default().split_whitespace();
    let seconds = children.filter_map(|time| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    });
    (output, Duration::from_secs_f64(seconds.sum()))
}

/// The same in a shell, which can close and limit what the program is given; `$DURIAN` is its path.
fn shell(folder: &Path, script: &str) -> Output {
    let output = Command::new("sh")
        .current_dir(folder)
        .env("DURIAN", env!("CARGO_BIN_EXE_durian"))
        .args(["-c", script])
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    assert_no_panic(&output);
    output
}

fn assert_no_panic(output: &Output) {
    assert!(!talk(output).contains("panicked"), "{output:?}");
    assert_ne!(output.status.code(), Some(101), "{output:?}");
}

/// What was said on standard error.
fn talk(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn folder_with(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

/// The report that [`cluster`] wrote.
fn report(folder: &Path) -> Report {
    let bytes = fs::read(folder.join("report/report.json")).expect("a report");
    serde_json::from_slice(&bytes).expect("its form")
}

/// Its lines.
fn lines(folder: &Path) -> Vec<DocumentLine> {
    let text = fs::read_to_string(folder.join("report/documents.jsonl")).expect("lines");
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().expect("their form")
}

/// How many inputs a report has in a bucket.
fn in_bucket(report: &Report, bucket: Bucket) -> usize {
    report.totals.buckets.get(&bucket).copied().unwrap_or(0)
}

/// The files below a folder by their paths in it, with their contents.
fn files_of(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for name in names_in(folder) {
        let path = folder.join(&name);
        match fs::read(&path) {
            Ok(contents) => files.push((name, contents)),
            Err(_) => files.extend(
                files_of(&path).into_iter().map(|(below, file)| (format!("{name}/{below}"), file)),
            ),
        }
    }
    files
}

/// The names of what stands in a folder, in order.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Fails unless a report stands in the folder with all its files, and with nothing else.
fn assert_is_whole(report: &Path) {
    let files = [
        "added-text.csv",
        "campaigns.csv",
        "clusters.csv",
        "comments.csv",
        "documents.jsonl",
        "inputs.sha1",
        "report-data",
        "report.html",
        "report.json",
        "report.xlsx",
        "said_by_many.csv",
        "to-fetch.csv",
    ];
    assert_eq!(names_in(report), files);
}

/// Fails where a run took longer than the optimised program may.
fn assert_within(taken: Duration, allowed: Duration, what: &str) {
    assert!(taken <= allowed * SLOWNESS, "{what} took {taken:?}");
}

/// The program where a user may run it who has no rights of their own.
struct OtherUser {
    program: PathBuf,
}

impl OtherUser {
    const NOBODY: u32 = 65_534;

    /// Puts a copy of the program into a folder; none where the tests' own user may not become another.
    fn in_folder(folder: &Path) -> Option<Self> {
        let program = folder.join("durian");
        fs::copy(env!("CARGO_BIN_EXE_durian"), &program).expect("a copy");
        fs::set_permissions(folder, PermissionsExt::from_mode(0o755)).expect("permissions");
        let user = Self { program };
        match user.command(folder, &["--version"]).output() {
            Ok(output) if output.status.success() => Some(user),
            _ => {
                skip("the tests may not run the program as another user");
                None
            }
        }
    }

    /// The program with arguments, as that user in a folder.
    fn command(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(folder).uid(Self::NOBODY).gid(Self::NOBODY);
        command
    }

    fn run(&self, folder: &Path, arguments: &[&str]) -> Output {
        self.command(folder, arguments).output().expect("the program starts")
    }
}
