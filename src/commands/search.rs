//! `durian search`: a report and words in, the comments that hold them out.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{BufWriter, Write};

use anyhow::{Context, Result};
use durian::report::schema::DocumentLine;
use durian::report::tables::{FoundComment, found_row};
use durian::report::terminal::Style;
use durian::report::{counted, csv, printable};
use durian::search::{Hit, Search};
use rayon::prelude::*;

use super::Outcome;
use super::documents::Documents;
use super::read::{self, Folder};
use super::terminal::{style, width, wrapped};
use crate::cli::{Format, SearchArguments};

/// Texts that are shown.
const SHOWN: usize = 20;
/// Ids of exact copies that are named.
const MOST_COPIES: usize = 3;
/// Lines that are held against the query together.
const LINES_AT_ONCE: usize = 4096;

pub(super) fn run(arguments: &SearchArguments) -> Result<Outcome> {
    let folder = read::folder(&arguments.report)?;
    let search = searched(&folder, &arguments.words.join(" "))?;
    let (hits, documents) = (search.found(), read::documents(&folder)?);
    let found = Found { search, hits, folder: &folder, documents };
    let mut out = BufWriter::new(std::io::stdout().lock());
    let format = if arguments.json { Format::Json } else { arguments.format };
    match format {
        Format::Text => {
            found.text(arguments.limit.unwrap_or(SHOWN), style(arguments.color), &mut out)?
        }
        Format::Json => found.each(arguments.limit, |comment| {
            serde_json::to_writer(&mut out, comment)?;
            Ok(out.write_all(b"\n")?)
        })?,
        Format::Csv => {
            let mut table = csv::Table::begin("durian search --format csv", &mut out)?;
            found.each(arguments.limit, |comment| table.row(&found_row(comment)))?;
            table.finish()?;
        }
    }
    out.flush()?;
    Ok(Outcome::Done)
}

/// Holds all lines of a report against a query, some of them at once.
fn searched(folder: &Folder, query: &str) -> Result<Search> {
    let mut search = Search::new(query)?;
    let mut lines = read::json_lines(folder)?;
    loop {
        let batch: Vec<(u64, String)> =
            lines.by_ref().take(LINES_AT_ONCE).collect::<Result<_>>()?;
        if batch.is_empty() {
            return Ok(search);
        }
        let looked: serde_json::Result<_> = batch
            .par_iter()
            .map(|(place, json)| Ok(search.look(*place, serde_json::from_str(json)?)))
            .collect();
        search.keep(looked.with_context(|| read::cannot_read_lines(folder))?);
    }
}

/// What was found, and what shows it.
struct Found<'a> {
    search: Search,
    hits: Vec<Hit>,
    folder: &'a Folder,
    documents: Documents,
}

impl Found<'_> {
    /// Hands out every comment.
    fn each(
        mut self,
        limit: Option<usize>,
        mut take: impl FnMut(&FoundComment<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut snippets: HashMap<u64, String> = HashMap::new();
        for hit in std::mem::take(&mut self.hits).into_iter().take(limit.unwrap_or(usize::MAX)) {
            let line = self.line(hit.line)?;
            let snippet = match snippets.entry(hit.text_line) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => place.insert(self.snippet(hit, &line)?),
            };
            take(&FoundComment::new(&line, snippet))?;
        }
        Ok(())
    }

    /// Shows each text once, with its exact copies.
    fn text(mut self, n_shown: usize, style: Style, out: &mut dyn Write) -> Result<()> {
        let mut places: HashMap<u64, usize> = HashMap::new();
        let mut texts: Vec<Vec<Hit>> = Vec::new();
        for hit in &self.hits {
            let place = *places.entry(hit.text_line).or_insert(texts.len());
            if place == texts.len() {
                texts.push(Vec::new());
            }
            texts[place].push(*hit);
        }
        let n_found = self.hits.len();
        match n_found - texts.len() {
            0 => writeln!(out, "{} found", counted(n_found, "comment"))?,
            n => writeln!(
                out,
                "{} found: {} and {}",
                counted(n_found, "comment"),
                counted(texts.len(), "distinct text"),
                counted(n, "copy") + " with the same words"
            )?,
        }
        for hits in texts.iter().take(n_shown) {
            let first = hits[0];
            let line = self.line(first.line)?;
            writeln!(out, "\n{}{}", style.bold(&printable::line(&line.id)), about(&line))?;
            let snippet = self.snippet(first, &line)?;
            if !snippet.is_empty() {
                writeln!(out, "{}", wrapped(&snippet, [2, 2], width()))?;
            }
            if hits.len() > 1 {
                let mut ids = Vec::new();
                for hit in hits.iter().skip(1).take(MOST_COPIES) {
                    ids.push(printable::line(&self.line(hit.line)?.id));
                }
                let more = if hits.len() - 1 > ids.len() { ", …" } else { "" };
                let copies = counted(hits.len() - 1, "copy");
                writeln!(out, "  and {copies} with the same words: {}{more}", ids.join(", "))?;
            }
        }
        if texts.len() > n_shown {
            writeln!(
                out,
                "\n{} not shown; --limit {} shows all, --format csv lists every comment",
                counted(texts.len() - n_shown, "more text"),
                texts.len()
            )?;
        }
        Ok(())
    }

    /// The line at a place.
    fn line(&mut self, place: u64) -> Result<DocumentLine> {
        self.documents
            .seek(place)
            .and_then(|()| self.documents.next().transpose())
            .map_err(anyhow::Error::from)
            .and_then(|line| Ok(serde_json::from_str(&line.unwrap_or_default().1)?))
            .with_context(|| read::cannot_read_lines(self.folder))
    }

    /// What a found comment says where the words are; of one without a text why it has none.
    fn snippet(&mut self, hit: Hit, line: &DocumentLine) -> Result<String> {
        Ok(match &line.reason {
            Some(reason) => format!("({}: {})", line.bucket.words(), printable::line(reason)),
            None if hit.text_line == hit.line => self.search.snippet(&line.paragraphs),
            None => {
                let text = self.line(hit.text_line)?;
                self.search.snippet(&text.paragraphs)
            }
        })
    }
}

/// Who wrote it, for whom, when, its campaign, what letters it cites, and why it is not to be posted.
fn about(line: &DocumentLine) -> String {
    [
        line.author.clone(),
        line.organization.clone(),
        line.day().map(str::to_owned),
        line.campaign.clone(),
        line.cited().map(|cited| format!("cites {cited}")),
    ]
    .into_iter()
    .flatten()
    .chain(line.kept_back())
    .map(|said| format!("  {}", printable::line(&said)))
    .collect()
}
