//! A docket in, parts of it out, each to be read by itself: by other processes, on other machines.
//!
//! A plan is a folder. `plan.json` holds what the readers of all parts need (options, which attachments belong to
//! which comment); `part-00000.json` and so on name the files of each part, `part-00000.shard` is what was read of it.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::RANGE_BLOCK;
use super::attachments::{self, Attachments};
use super::discover::{self, FileRange, Input, Source};
use super::{IngestConfig, Shard, read_sources, stream};
use crate::whole_file;

/// Bytes that a file counts for beside its own: to open it costs as much as to read these.
const FOR_FILE: u64 = 4 << 10;

/// What the readers of all parts of a docket need.
#[derive(Debug, Serialize, Deserialize)]
struct Shared {
    program: String,
    n_parts: usize,
    config: IngestConfig,
    attachments: Attachments,
}

/// Parts the inputs into about `n_parts` of about as many bytes, and writes the plan into a folder. Large files that
/// can be cut are cut. Gives the files that list the parts.
///
/// # Errors
/// Where there are other inputs than files and folders, or the folder is not empty or cannot be written.
pub fn plan(
    inputs: &[Input],
    config: &IngestConfig,
    n_parts: usize,
    folder: &Path,
) -> Result<Vec<PathBuf>> {
    ensure!(
        inputs.iter().all(|input| matches!(input, Input::Path(_))),
        "only files and folders can be read in parts"
    );
    let mut sources = discover::sources(inputs, &config.exclude);
    // With attachments, which are read with their comments and have no bytes of their own then.
    let weights: Vec<u64> = sources.iter().map(|source| source.n_bytes + FOR_FILE).collect();
    let attachments = attachments::part(&mut sources, config)?;
    sources.iter_mut().for_each(Source::make_absolute);
    let n_bytes: u64 = weights.iter().sum();
    let in_part = (n_bytes / n_parts.max(1) as u64).max(1);
    let mut parts: Vec<Vec<Source>> = Vec::new();
    let mut open = 0;
    for (source, weight) in sources.into_iter().zip(weights) {
        let ranges = ranges(&source, in_part, config);
        if ranges.len() > 1 {
            parts.extend(ranges.into_iter().map(|range| vec![source.part(range)]));
            open = 0;
            continue;
        }
        if open == 0 || open + weight / 2 > in_part {
            parts.push(Vec::new());
            open = 0;
        }
        open += weight;
        parts.last_mut().expect("one was begun").push(source);
    }
    if parts.is_empty() {
        parts.push(Vec::new());
    }
    let is_free = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    ensure!(is_free, "`{}` is not empty; name a new folder for the plan", folder.display());
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the folder `{}`", folder.display()))?;
    let lists: Vec<PathBuf> =
        (0..parts.len()).map(|number| folder.join(part_name(number))).collect();
    for (list, sources) in lists.iter().zip(&parts) {
        write(list, sources)?;
    }
    let shared = Shared {
        program: env!("CARGO_PKG_VERSION").to_owned(),
        n_parts: parts.len(),
        config: config.clone(),
        attachments: attachments.absolute(),
    };
    write(&folder.join(SHARED), &shared)?;
    Ok(lists)
}

/// Reads a part of a plan, independent of all others.
///
/// # Errors
/// Where the plan is not whole, or as [`read_shard`](super::read_shard).
pub fn read_part(part: &Path, watch: &dyn Fn(u64, u64)) -> Result<Shard> {
    let shared = shared(part.parent().unwrap_or(part))?;
    let sources: Vec<Source> = read(part)?;
    read_sources(&sources, shared.attachments, &shared.config, watch)
}

/// The shards of all parts of a plan.
///
/// # Errors
/// Where the plan cannot be read, or a part has not been read yet.
pub fn shards_of_plan(folder: &Path) -> Result<Vec<Input>> {
    (0..shared(folder)?.n_parts)
        .map(|number| {
            let part = folder.join(part_name(number));
            let shard = shard_of_part(&part);
            ensure!(
                shard.is_file(),
                "`{}` has not been read; read it with `durian read --part`",
                part.display()
            );
            Ok(Input::Shard(shard))
        })
        .collect()
}

/// Where the shard of a part stands.
pub fn shard_of_part(part: &Path) -> PathBuf {
    part.with_extension("shard")
}

fn shared(folder: &Path) -> Result<Shared> {
    let shared: Shared = read(&folder.join(SHARED))?;
    ensure!(
        shared.program == env!("CARGO_PKG_VERSION"),
        "the plan `{}` was written by another version of durian; make it again",
        folder.display()
    );
    Ok(shared)
}

/// What the readers of all parts need; it is written last.
const SHARED: &str = "plan.json";

fn part_name(number: usize) -> String {
    format!("part-{number:05}.json")
}

/// The parts in which a file is read, of at most about so many bytes; one where it is read whole.
fn ranges(source: &Source, in_part: u64, config: &IngestConfig) -> Vec<FileRange> {
    let block = RANGE_BLOCK;
    let n_bytes = source.n_bytes;
    let most = in_part.div_ceil(block) * block;
    let structure = stream::cut_into_ranges(source, config).ok().flatten();
    if n_bytes <= most || structure.is_none() {
        return Vec::new();
    }
    // As many as are needed, all of about the same size.
    let n_ranges = n_bytes.div_ceil(most);
    let in_range = n_bytes.div_ceil(n_ranges).div_ceil(block) * block;
    (0..n_ranges)
        .map(|nth| nth * in_range)
        .filter(|start| *start < n_bytes)
        .map(|start| FileRange { start, end: (start + in_range).min(n_bytes), n_bytes })
        .collect()
}

fn write<T: Serialize>(path: &Path, what: &T) -> Result<()> {
    whole_file::write(path, |file| Ok(serde_json::to_writer(file, what)?))
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T> {
    File::open(path)
        .map_err(anyhow::Error::from)
        .and_then(|file| Ok(serde_json::from_reader(BufReader::new(file))?))
        .with_context(|| format!("cannot read `{}`", path.display()))
}
