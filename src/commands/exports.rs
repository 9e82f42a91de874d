//! Files that hold the records of many dockets in, a shard for each docket out: what `--each` makes of exports.

use std::fmt::Write;
use std::fs;
use std::sync::Arc;

use anyhow::Result;
use durian::config::Config;
use durian::corpus::{Digest, hexadecimal};
use durian::ingest::{self, IngestConfig, Input, Shard};
use rustc_hash::FxHashMap;
use sha1::{Digest as _, Sha1};

use super::progress::ProgressLine;
use super::settings;
use crate::cli::ClusterArguments;

/// The folder of records of which no docket is known. No docket has this name: those have no small letters.
const WITHOUT_DOCKET: &str = "without-docket";
/// Bytes of a folder's name at the most: that of a file in it and of a folder under way need some, too.
const LONGEST_NAME: usize = 100;

/// What stood for others in an earlier report, by comment id.
type Standing = Arc<FxHashMap<String, Digest>>;

/// Reads files, and parts what they hold by docket: the name of each docket's report folder, and its shard.
///
/// # Errors
/// As [`ingest::read_shard`].
pub(super) fn read(
    files: &[Input],
    arguments: &ClusterArguments,
    config: &Config,
) -> Result<Vec<(String, Shard)>> {
    let earlier = standing(arguments, config);
    let all = IngestConfig {
        standing: Arc::new(ingest::all_standing(earlier.values().map(|of_one| &**of_one))),
        ..config.ingest()
    };
    let line = ProgressLine::new(arguments.reading.options.quiet, None);
    let shard = ingest::read_shard(files, &all, &|n_done, n_bytes| line.read(n_done, n_bytes))?;
    line.end();
    let mut parts = Vec::new();
    for (docket, mut part) in shard.by_docket(&all) {
        let name = docket.map_or_else(|| WITHOUT_DOCKET.to_owned(), |docket| folder_name(&docket));
        let standing = earlier.get(&name).cloned().unwrap_or_default();
        part.adopt(&IngestConfig { standing, ..config.ingest() });
        parts.push((name, part));
    }
    Ok(parts)
}

/// What stood for others in the earlier report of each docket. One that cannot be read fails its docket, later.
fn standing(arguments: &ClusterArguments, config: &Config) -> FxHashMap<String, Standing> {
    let reports = arguments.since.iter().flat_map(fs::read_dir).flatten().flatten();
    reports
        .filter_map(|report| {
            let mut of_docket = config.clone();
            settings::keep_since(&mut of_docket, Some(&report.path())).ok()?;
            Some((report.file_name().into_string().ok()?, of_docket.ingest().standing))
        })
        .collect()
}

/// The name of a docket's report folder: its id as in web addresses, so that any id is a name on any system, and no
/// two ids have one name, not even where small and capital letters are the same. Capital letters, digits, `-`, `_`
/// and dots inside stay; any other byte becomes `%` and two hexadecimal digits, and so does the first one of a name
/// that Windows keeps for a device. What is longer than 100 bytes is cut, and ends in `~` and the id's SHA-1; an empty
/// id is `%`.
fn folder_name(docket: &str) -> String {
    let mut name = String::new();
    let is_device = is_device(docket);
    for (at, byte) in docket.bytes().enumerate() {
        let is_inside = at > 0 && at + 1 < docket.len();
        match byte {
            _ if is_device && at == 0 => _ = write!(name, "%{byte:02X}"),
            b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => name.push(char::from(byte)),
            b'.' if is_inside => name.push('.'),
            _ => _ = write!(name, "%{byte:02X}"),
        }
    }
    if name.is_empty() {
        name.push('%');
    }
    if name.len() > LONGEST_NAME {
        let digest = hexadecimal(&Sha1::digest(docket));
        name.truncate(LONGEST_NAME - digest.len() - 1);
        _ = write!(name, "~{digest}");
    }
    name
}

/// Whether Windows takes a name for a device, which it does whatever stands behind a dot.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let port = stem.strip_prefix("COM").or(stem.strip_prefix("LPT"));
    let is_port = port.is_some_and(|number| matches!(number.as_bytes(), [b'0'..=b'9']));
    is_port || matches!(stem, "CON" | "PRN" | "AUX" | "NUL")
}

#[cfg(test)]
mod tests {
    use super::folder_name;

    #[test]
    fn any_docket_is_the_name_of_a_folder() {
        for case in include_str!("exports.txt").lines().filter(|line| !line.starts_with('#')) {
            let (docket, expect) = case.split_once(" => ").expect("an id and a name");
            assert_eq!(folder_name(docket), expect);
        }
        let names =
            ["X".repeat(101), "X".repeat(102), "é".repeat(40)].map(|docket| folder_name(&docket));
        assert!(names.iter().all(|name| name.len() == 100));
        assert!(names[0] != names[1] && names[0][..59] == names[1][..59]);
        assert_eq!(folder_name(&"X".repeat(100)), "X".repeat(100));
    }
}
