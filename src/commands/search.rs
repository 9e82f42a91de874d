//! `durian search`: a report and words in, the comments that hold them out.
//!
//! The index stands in the report folder, from the first search on. A report that took the place of another gets a new
//! one, and where the folder cannot be written to there is one for this search alone.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::Path;
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result};
use durian::report::schema::{Bucket, DocumentLine};
use durian::report::{counted, printable};
use durian::search::{FORM, Found, Hit, IndexMaker, SearchIndex};
use durian::whole_file;
use serde::{Deserialize, Serialize};
use tempfile::TempDir;

use super::documents::{self, Documents};
use super::names::{REPORT, SEARCH_INDEX};
use super::read::{self, Folder};
use super::terminal::{width, wrapped};
use super::{Outcome, cannot_read, cannot_write_into, progress};
use crate::cli::SearchArguments;

/// What the index is made of, beside it.
const MADE_OF: &str = "made-of.json";
const README: &str = "The index that `durian search` made of this report. It may be deleted: the next search makes it anew.\n";

/// What an index is made of: where any of it is different now, it is made anew.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct MadeOf {
    form: u32,
    program: String,
    /// Size of each file, and when it was written, in nanoseconds.
    files: Vec<(String, u64, u128)>,
}

pub(super) fn run(arguments: &SearchArguments) -> Result<Outcome> {
    let folder = read::folder(&arguments.report)?;
    let (index, _temporary) = index(&folder)?;
    let found = index.search(&arguments.words.join(" "))?;
    let mut lines = LineReader::open(&folder)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    if arguments.json {
        json(&found, &mut lines, arguments.limit, &mut out)?;
    } else {
        text(&found, &mut lines, arguments.limit.unwrap_or(SHOWN), &mut out)?;
    }
    out.flush()?;
    Ok(Outcome::Done)
}

/// Texts that are shown.
const SHOWN: usize = 20;
/// Ids of exact copies that are named.
const MOST_COPIES: usize = 3;

/// The index of a report, made where it is missing or of another report; and its folder where that is for now alone.
fn index(folder: &Folder) -> Result<(SearchIndex, Option<TempDir>)> {
    let place = folder.path().join(SEARCH_INDEX);
    let made_of = made_of(folder.path())?;
    if is_made_of(&place, &made_of)
        && let Ok(index) = SearchIndex::open(&place)
    {
        return Ok((index, None));
    }
    let beside = whole_file::builder(0o777).tempdir_in(folder.path());
    let (new, is_beside) = match beside {
        Ok(new) => (new, true),
        Err(_) => (TempDir::new().context("cannot make a folder for the search index")?, false),
    };
    make(folder, new.path(), &made_of)?;
    if !is_beside {
        super::say(&format!(
            "`{}` cannot be written to: the search index is made for this search alone",
            folder.path().display()
        ));
        return Ok((SearchIndex::open(new.path())?, Some(new)));
    }
    fs::remove_dir_all(&place).ok();
    match fs::rename(new.path(), &place) {
        Ok(()) => {
            // It has another name now.
            let _ = new.keep();
            Ok((SearchIndex::open(&place)?, None))
        }
        // Another search came first.
        Err(_) => Ok((SearchIndex::open(new.path())?, Some(new))),
    }
}

fn is_made_of(place: &Path, made_of: &MadeOf) -> bool {
    fs::read(place.join(MADE_OF)).is_ok_and(|json| {
        serde_json::from_slice::<MadeOf>(&json).is_ok_and(|written| written == *made_of)
    })
}

fn made_of(folder: &Path) -> Result<MadeOf> {
    let mut files = Vec::new();
    for name in [REPORT, documents::name_in(folder)] {
        let path = folder.join(name);
        let (n_bytes, written) = fs::metadata(&path)
            .and_then(|metadata| Ok((metadata.len(), metadata.modified()?)))
            .with_context(|| cannot_read(&path))?;
        let since = written.duration_since(UNIX_EPOCH).unwrap_or_default();
        files.push((name.to_owned(), n_bytes, since.as_nanos()));
    }
    Ok(MadeOf { form: FORM, program: env!("CARGO_PKG_VERSION").to_owned(), files })
}

/// Makes the index of a report in an empty folder.
fn make(folder: &Folder, place: &Path, made_of: &MadeOf) -> Result<()> {
    let progress = progress::ProgressLine::new(false, None);
    progress.stage("making the search index, once for this report");
    // Exact copies are found by the words of the text that they share, wherever it stands in the file.
    let mut copied: HashSet<String> = HashSet::new();
    read::each_line(folder, |line: CopiedLine| {
        if line.bucket == Bucket::ExactCopy {
            copied.extend(line.evidence.map(|evidence| evidence.compared_with));
        }
    })?;
    let mut texts: HashMap<String, u64> = HashMap::new();
    read::placed_lines(folder, |place, json| {
        let id: IdLine = serde_json::from_str(json)?;
        if copied.contains(&id.id) {
            texts.insert(id.id, place);
        }
        Ok(false)
    })?;
    let maker = IndexMaker::new(place)?;
    read::placed_lines(folder, |place, json| {
        let line: DocumentLine = serde_json::from_str(json)?;
        let text = match (line.bucket, &line.evidence) {
            (Bucket::ExactCopy, Some(evidence)) => texts.get(&evidence.compared_with),
            _ => None,
        };
        maker.add(&line, Hit { line: place, text_line: *text.unwrap_or(&place) })?;
        Ok(false)
    })?;
    maker.finish()?;
    let made_of = serde_json::to_vec(made_of)?;
    fs::write(place.join("README.txt"), README)
        .and_then(|()| fs::write(place.join(MADE_OF), made_of))
        .with_context(|| cannot_write_into(place))?;
    progress.end();
    Ok(())
}

#[derive(Deserialize)]
struct IdLine {
    id: String,
}

/// What a line says of the text that it copies.
#[derive(Deserialize)]
struct CopiedLine {
    bucket: Bucket,
    evidence: Option<CopiedText>,
}

#[derive(Deserialize)]
struct CopiedText {
    compared_with: String,
}

/// Reads lines by their places.
struct LineReader<'a> {
    folder: &'a Folder,
    documents: Documents,
}

impl<'a> LineReader<'a> {
    fn open(folder: &'a Folder) -> Result<Self> {
        Ok(Self { folder, documents: read::documents(folder)? })
    }

    fn line(&mut self, place: u64) -> Result<DocumentLine> {
        let mut json = String::new();
        self.documents
            .seek(place)
            .and_then(|()| self.documents.read_line(&mut json))
            .map_err(anyhow::Error::from)
            .and_then(|()| Ok(serde_json::from_str(&json)?))
            .with_context(|| {
                let folder = self.folder.path();
                cannot_read(&folder.join(documents::name_in(folder)))
            })
    }
}

/// A comment that was found, as a line of JSON.
#[derive(Serialize)]
struct FoundComment<'a> {
    id: &'a str,
    bucket: Bucket,
    cluster: Option<&'a str>,
    campaign: Option<&'a str>,
    author: Option<&'a str>,
    organization: Option<&'a str>,
    date: Option<&'a str>,
    /// Of an exact copy the comment that has its text.
    copy_of: Option<&'a str>,
    snippet: &'a str,
}

fn json(
    found: &Found,
    lines: &mut LineReader<'_>,
    limit: Option<usize>,
    out: &mut dyn Write,
) -> Result<()> {
    let mut snippets: HashMap<u64, String> = HashMap::new();
    for hit in found.hits.iter().take(limit.unwrap_or(usize::MAX)) {
        let line = lines.line(hit.line)?;
        let snippet = match snippets.entry(hit.text_line) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(snippet(found, lines, *hit, &line)?),
        };
        let copied = match &line.evidence {
            Some(evidence) if line.bucket == Bucket::ExactCopy => Some(&*evidence.compared_with),
            _ => None,
        };
        serde_json::to_writer(
            &mut *out,
            &FoundComment {
                id: &line.id,
                bucket: line.bucket,
                cluster: line.cluster.as_deref(),
                campaign: line.campaign.as_deref(),
                author: line.author.as_deref(),
                organization: line.organization.as_deref(),
                date: line.timestamp.as_deref().map(day),
                copy_of: copied,
                snippet,
            },
        )?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Each text once, with its exact copies.
fn text(
    found: &Found,
    lines: &mut LineReader<'_>,
    n_shown: usize,
    out: &mut dyn Write,
) -> Result<()> {
    let mut places: HashMap<u64, usize> = HashMap::new();
    let mut texts: Vec<Vec<Hit>> = Vec::new();
    for hit in &found.hits {
        let place = *places.entry(hit.text_line).or_insert(texts.len());
        if place == texts.len() {
            texts.push(Vec::new());
        }
        texts[place].push(*hit);
    }
    let n_found = found.hits.len();
    match n_found - texts.len() {
        0 => writeln!(out, "{} found", counted(n_found, "comment"))?,
        n => writeln!(
            out,
            "{} found: {} and {}",
            counted(n_found, "comment"),
            counted(texts.len(), "distinct text"),
            counted(n, "exact copy")
        )?,
    }
    let style = Style::of_terminal();
    for hits in texts.iter().take(n_shown) {
        let first = hits[0];
        let line = lines.line(first.line)?;
        writeln!(out, "\n{}{}", style.bold(&printable::line(&line.id)), about(&line))?;
        let snippet = snippet(found, lines, first, &line)?;
        if !snippet.is_empty() {
            writeln!(out, "{}", wrapped(&snippet, [2, 2], width()))?;
        }
        if hits.len() > 1 {
            let mut ids = Vec::new();
            for hit in hits.iter().skip(1).take(MOST_COPIES) {
                ids.push(printable::line(&lines.line(hit.line)?.id));
            }
            let more = if hits.len() - 1 > ids.len() { ", …" } else { "" };
            writeln!(
                out,
                "  and {}: {}{more}",
                counted(hits.len() - 1, "exact copy"),
                ids.join(", ")
            )?;
        }
    }
    if texts.len() > n_shown {
        writeln!(
            out,
            "\n{} not shown; --limit {} shows all, --json lists every comment",
            counted(texts.len() - n_shown, "more text"),
            texts.len()
        )?;
    }
    Ok(())
}

/// What a found comment says where the words are; of one without a text why it has none.
fn snippet(
    found: &Found,
    lines: &mut LineReader<'_>,
    hit: Hit,
    line: &DocumentLine,
) -> Result<String> {
    Ok(match &line.reason {
        Some(reason) => format!("({}: {})", line.bucket.words(), printable::line(reason)),
        None if hit.text_line == hit.line => found.snippet(&line.paragraphs),
        None => found.snippet(&lines.line(hit.text_line)?.paragraphs),
    })
}

/// Who wrote it, for whom, when, its campaign, and what letters it cites.
fn about(line: &DocumentLine) -> String {
    [
        line.author.clone(),
        line.organization.clone(),
        line.timestamp.as_deref().map(|time| day(time).to_owned()),
        line.campaign.clone(),
        line.cited().map(|cited| format!("cites {cited}")),
    ]
    .into_iter()
    .flatten()
    .map(|said| format!("  {}", printable::line(&said)))
    .collect()
}

fn day(time: &str) -> &str {
    time.get(..10).unwrap_or(time)
}

/// How the terminal may be written to.
struct Style(bool);

impl Style {
    fn of_terminal() -> Self {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self(std::io::stdout().is_terminal() && !no_color)
    }

    fn bold(&self, text: &str) -> String {
        if self.0 { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }
}
