//! What is written of every input: its line, its rows of the tables, and what the page takes of it. All of it is made
//! some inputs at a time, here or part by part elsewhere (`durian lines`).

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use durian::detection::Detection;
use durian::report;
use durian::report::csv::{self, Comments};
use durian::report::html::{LineSummary, Record, Records};
use durian::report::schema::DocumentLine;
use durian::sections::{Sections, write_end, write_list, write_one};
use durian::whole_file;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// Lines that one thread makes at a time.
pub(super) const LINES_IN_BATCH: usize = 128;
/// Batches that are made together, while those before them are written. Texts may be long: no more lines
/// are held than that.
const BATCHES_AT_ONCE: usize = 16;
/// Entries that are packed together, and those that a reader holds at once of each part.
const IN_SECTION: usize = 512;
const IN_PIECE: usize = 4096;

/// Files of each part that are read together, and those that are open besides.
const FILES_OF_PART: usize = 3;
const OTHER_FILES: usize = 100;
/// What is made of a part.
const LINES: &str = "lines";
const ROWS: &str = "rows";
const SUMMARIES: &str = "summaries";

/// What is wanted of every input.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'a> {
    /// Its line alone.
    Json,
    /// Its row and a summary of it, too.
    ForPeople(&'a Comments),
    /// All that a report folder takes.
    Folder(ForFolder<'a>),
}

/// What a report folder takes of every input besides its line.
#[derive(Clone, Copy)]
pub(super) struct ForFolder<'a> {
    /// Its row.
    pub(super) comments: &'a Comments,
    /// Its record in the volumes beside the page.
    pub(super) records: &'a Records<'a>,
    /// The line itself, as the workbook takes it.
    pub(super) workbook: bool,
}

/// Some lines, made and not yet written.
#[derive(Default)]
pub(super) struct Made {
    /// As they stand in the file.
    pub(super) json: Vec<u8>,
    /// Their rows of the table.
    pub(super) rows: Vec<u8>,
    pub(super) entries: Vec<Entry>,
    /// For a report folder.
    pub(super) records: Vec<Record>,
    /// Where the workbook needs them besides.
    pub(super) lines: Vec<DocumentLine>,
}

/// What is known of a line without reading it.
#[derive(Serialize, Deserialize)]
pub(super) struct Entry {
    /// Bytes of the line, with its end.
    pub(super) n_json: usize,
    /// Bytes of its row.
    n_row: usize,
    /// Its rows of the table of files to fetch.
    pub(super) to_fetch: Vec<u8>,
    /// Its rows of the table of answers.
    pub(super) answers: Vec<u8>,
    /// None where only JSON is wanted.
    pub(super) summary: Option<LineSummary>,
}

impl Made {
    pub(super) fn of(lines: Vec<DocumentLine>, wanted: Wanted<'_>) -> Result<Self> {
        let mut made = Self::default();
        let rows = match wanted {
            Wanted::Json => None,
            Wanted::ForPeople(comments) | Wanted::Folder(ForFolder { comments, .. }) => {
                Some(comments.rows(lines.iter())?)
            }
        };
        let (rows, lengths) = rows.unwrap_or_default();
        made.rows = rows;
        for (at, line) in lines.iter().enumerate() {
            let start = made.json.len();
            serde_json::to_writer(&mut made.json, line)?;
            made.json.push(b'\n');
            let n_row = lengths.get(at).copied();
            made.entries.push(Entry {
                n_json: made.json.len() - start,
                n_row: n_row.unwrap_or_default(),
                to_fetch: match n_row {
                    Some(_) => csv::to_fetch(line)?,
                    None => Vec::new(),
                },
                answers: match n_row {
                    Some(_) => csv::answers(line)?,
                    None => Vec::new(),
                },
                summary: n_row.map(|_| LineSummary::of(line)),
            });
        }
        if let Wanted::Folder(folder) = wanted {
            made.records = lines.iter().map(|line| folder.records.of(line)).collect();
            made.lines = if folder.workbook { lines } else { Vec::new() };
        }
        Ok(made)
    }

    /// The line, row and entry of each input.
    pub(super) fn each(&self) -> impl Iterator<Item = (&[u8], &[u8], &Entry)> {
        let (mut json, mut rows) = (&self.json[..], &self.rows[..]);
        self.entries.iter().map(move |entry| {
            let (line, row);
            (line, json) = json.split_at(entry.n_json);
            (row, rows) = rows.split_at(entry.n_row);
            (line, row, entry)
        })
    }
}

/// Writes what was made of the inputs of a part: each file whole or not at all.
pub(super) fn write_part(part: &Path, inputs: &[(&[u8], &[u8], &Entry)]) -> Result<()> {
    whole_file::write(&part.with_extension(LINES), |out| {
        inputs.iter().try_for_each(|(line, ..)| Ok(out.write_all(line)?))
    })?;
    whole_file::write(&part.with_extension(ROWS), |out| {
        inputs.iter().try_for_each(|(_, row, _)| Ok(out.write_all(row)?))
    })?;
    whole_file::write(&part.with_extension(SUMMARIES), |out| {
        for piece in inputs.chunks(IN_PIECE) {
            let entries: Vec<&Entry> = piece.iter().map(|(.., entry)| *entry).collect();
            write_one(out, &entries.len())?;
            write_list(out, &entries, IN_SECTION)?;
        }
        write_one(out, &0_usize)?;
        write_end(out)
    })
}

/// Removes what was made of the inputs of a part when something else was decided.
pub(super) fn remove_part(part: &Path) -> Result<()> {
    [LINES, ROWS, SUMMARIES]
        .iter()
        .try_for_each(|ending| whole_file::remove(&part.with_extension(ending)))
}

/// Where the lines come from.
pub(super) enum LineSource<'a> {
    /// They are made here.
    Detection(&'a Detection, Box<report::Lines<'a>>, usize),
    /// Others made them.
    Parts(LinesOfParts),
}

impl<'a> LineSource<'a> {
    /// Lines that are made here.
    pub(super) fn of(detection: &'a Detection) -> Self {
        Self::Detection(detection, Box::new(report::Lines::of(detection)), 0)
    }

    pub(super) fn detection(&self) -> Option<&'a Detection> {
        match self {
            Self::Detection(detection, ..) => Some(detection),
            Self::Parts(_) => None,
        }
    }

    /// The next batches, each of some lines; none at the end.
    pub(super) fn next(&mut self, wanted: Wanted<'_>) -> Result<Vec<Made>> {
        match self {
            Self::Detection(_, lines, start) => {
                let n_lines = lines.n_lines();
                let starts: Vec<usize> =
                    (*start..n_lines).step_by(LINES_IN_BATCH).take(BATCHES_AT_ONCE).collect();
                *start += starts.len() * LINES_IN_BATCH;
                starts
                    .into_par_iter()
                    .map(|start| {
                        let end = (start + LINES_IN_BATCH).min(n_lines);
                        Made::of(lines.range(start..end).collect(), wanted)
                    })
                    .collect()
            }
            Self::Parts(parts) => {
                let mut made = parts.next(LINES_IN_BATCH * BATCHES_AT_ONCE)?;
                if let (Some(made), Wanted::Folder(folder)) = (&mut made, wanted) {
                    made.read(folder)?;
                }
                Ok(made.into_iter().collect())
            }
        }
    }
}

impl Made {
    /// Reads the lines that others made.
    fn read(&mut self, folder: ForFolder<'_>) -> Result<()> {
        let json: Vec<&[u8]> = self.each().map(|(line, ..)| line).collect();
        let (records, lines): (Vec<_>, Vec<_>) = json
            .into_par_iter()
            .map(|json| {
                let line = serde_json::from_slice(json)?;
                Ok((folder.records.of(&line), folder.workbook.then_some(line)))
            })
            .collect::<serde_json::Result<Vec<_>>>()?
            .into_iter()
            .unzip();
        self.records = records;
        self.lines = lines.into_iter().flatten().collect();
        Ok(())
    }
}

/// So many inputs of one part, one after the other.
pub(super) type Run = (u32, u32);

/// What was made of all parts, in byte order of the inputs' ids; those that were set aside come last.
pub(super) struct LinesOfParts {
    parts: Vec<PartReader>,
    order: std::vec::IntoIter<Run>,
    open: Run,
}

impl LinesOfParts {
    /// Opens what was made of some parts, and tells in which order their inputs come.
    pub(super) fn open(parts: &[PathBuf], order: Vec<Run>) -> Result<Self> {
        allow_open_files(parts.len() * FILES_OF_PART + OTHER_FILES);
        Ok(Self {
            parts: parts.iter().map(|part| PartReader::open(part)).collect::<Result<_>>()?,
            order: order.into_iter(),
            open: (0, 0),
        })
    }

    /// The next inputs, at most so many; none at the end.
    fn next(&mut self, n_most: usize) -> Result<Option<Made>> {
        let mut made = Made::default();
        while made.entries.len() < n_most {
            while self.open.1 == 0 {
                match self.order.next() {
                    Some(run) => self.open = run,
                    None => {
                        self.parts.drain(..).try_for_each(PartReader::end)?;
                        return Ok((!made.entries.is_empty()).then_some(made));
                    }
                }
            }
            let n = (self.open.1 as usize).min(n_most - made.entries.len());
            self.parts[self.open.0 as usize].read(n, &mut made)?;
            self.open.1 -= n as u32;
        }
        Ok(Some(made))
    }
}

/// What was made of a part, read input by input.
struct PartReader {
    part: PathBuf,
    lines: BufReader<File>,
    rows: BufReader<File>,
    summaries: Sections<BufReader<File>>,
    entries: std::vec::IntoIter<Entry>,
}

impl PartReader {
    fn open(part: &Path) -> Result<Self> {
        Ok(Self {
            part: part.to_owned(),
            lines: open(part, LINES)?,
            rows: open(part, ROWS)?,
            summaries: Sections::new(open(part, SUMMARIES)?),
            entries: Vec::new().into_iter(),
        })
    }

    /// Adds the next inputs, so many.
    fn read(&mut self, n: usize, made: &mut Made) -> Result<()> {
        let (mut n_json, mut n_rows) = (0, 0);
        for _ in 0..n {
            let entry = self.entry().with_context(|| cannot_read(&self.part, SUMMARIES))?;
            n_json += entry.n_json;
            n_rows += entry.n_row;
            made.entries.push(entry);
        }
        for (ending, file, n_bytes, to) in [
            (LINES, &mut self.lines, n_json, &mut made.json),
            (ROWS, &mut self.rows, n_rows, &mut made.rows),
        ] {
            let n_read = file
                .take(n_bytes as u64)
                .read_to_end(to)
                .with_context(|| cannot_read(&self.part, ending))?;
            let is_whole = n_read == n_bytes && to.ends_with(b"\n");
            ensure!(is_whole, "{}", cannot_read(&self.part, ending));
        }
        Ok(())
    }

    /// Tells that nothing is left: it is whole, and of what was decided.
    fn end(mut self) -> Result<()> {
        none_left(&self.entries, self.summaries)
            .with_context(|| cannot_read(&self.part, SUMMARIES))?;
        for (ending, file) in [(LINES, &mut self.lines), (ROWS, &mut self.rows)] {
            let rest = file.fill_buf().with_context(|| cannot_read(&self.part, ending))?;
            ensure!(rest.is_empty(), "{}", cannot_read(&self.part, ending));
        }
        Ok(())
    }

    fn entry(&mut self) -> Result<Entry> {
        if self.entries.len() == 0 {
            let n: usize = self.summaries.one()?;
            self.entries = self.summaries.list(n)?.into_iter();
        }
        self.entries.next().context("it has fewer inputs")
    }
}

/// Asks the system for as many open files as that; where it refuses, to open them says so.
fn allow_open_files(n: usize) {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let wanted = limit.maximum.map_or(n as u64, |most| most.min(n as u64));
        if limit.current.is_some_and(|current| current < wanted) {
            let current = Some(wanted);
            setrlimit(Resource::Nofile, Rlimit { current, ..limit }).ok();
        }
    }
    #[cfg(not(unix))]
    let _ = n;
}

fn none_left(
    entries: &std::vec::IntoIter<Entry>,
    mut summaries: Sections<BufReader<File>>,
) -> Result<()> {
    ensure!(entries.len() == 0, "it has more inputs");
    ensure!(summaries.one::<usize>()? == 0, "it has more inputs");
    summaries.end()
}

/// Opens a file that was made of a part.
fn open(part: &Path, ending: &str) -> Result<BufReader<File>> {
    let file = File::open(part.with_extension(ending))
        .map_err(|error| cannot_open(part, ending, error))?;
    Ok(BufReader::with_capacity(1 << 16, file))
}

/// Why a file of a part cannot be opened, and what helps.
fn cannot_open(part: &Path, ending: &str, error: io::Error) -> anyhow::Error {
    #[cfg(unix)]
    let are_too_many = {
        use rustix::io::Errno;
        matches!(Errno::from_io_error(&error), Some(Errno::MFILE | Errno::NFILE))
    };
    #[cfg(not(unix))]
    let are_too_many = false;
    let said = match error.kind() {
        ErrorKind::NotFound => cannot_read(part, ending),
        _ if are_too_many => format!(
            "cannot open {FILES_OF_PART} files for each part; let more be open at once (`ulimit -n`), or plan fewer parts"
        ),
        _ => super::cannot_read(&part.with_extension(ending)),
    };
    anyhow::Error::new(error).context(said)
}

fn cannot_read(part: &Path, ending: &str) -> String {
    format!("cannot read `{}`; make it with `durian lines`", part.with_extension(ending).display())
}
