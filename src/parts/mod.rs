//! Steps over the parts of a docket, for a run on many machines: what takes the texts of a part, and sums of the docket,
//! is done where the texts are. The machine that decides writes what a step needs into the folder of the plan, asks
//! whoever runs the steps to run it over all parts, and reads back what they made.
//!
//! | step | of each | from | to |
//! |---|---|---|---|
//! | count | part | its shard, `words`, `part-N.unique` | `part-N.texts`, `part-N.counts` |
//! | add | range of runs | all `counts` | `part-N.sums` |
//! | hold | part | its `texts`, all `sums` | `part-N.held` |
//! | judge | range | its `sums`, all `held` | `part-N.judged` |
//! | letter-spans, other-spans | part | its `texts`, `part-N.S-searched`, `S-question`, where S is what is searched for | `part-N.S-spans` |
//! | letter-search, other-search | part | the same, `S-phrases` | `part-N.S-holders` |
//! | edit | part | its shard, `words`, `letters`, `part-N.copies` | `part-N.edits` |
//!
//! They are asked for in this order, both steps for letters before those for others. There are as many ranges of runs as
//! parts. Each file appears whole, and the same bytes however often its step runs.

mod edits;
mod files;
mod search;
mod tables;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Error, Result, anyhow};
use rayon::prelude::*;
use serde::de::DeserializeOwned;

use crate::corpus::{Corpus, DocId};
use crate::ingest::{self, Shard};
use crate::retrieval::parts::SearchOf;
use crate::whole_file;
use files::FileOf;

/// A step over all parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartStep {
    /// Runs of words are counted.
    Count,
    /// The counts of a range of runs are added up.
    Add,
    /// How the texts of a part hold the runs that many hold.
    Hold,
    /// What the holders of a range of runs tell of them.
    Judge,
    /// What the documents of a part have of phrases and terms.
    Spans(SearchOf),
    /// Which documents of a part hold phrases.
    Search(SearchOf),
    /// What the copies of letters in a part did to them.
    Edit,
}

impl PartStep {
    const NAMES: [(Self, &str); 9] = [
        (Self::Count, "count"),
        (Self::Add, "add"),
        (Self::Hold, "hold"),
        (Self::Judge, "judge"),
        (Self::Spans(SearchOf::Letters), "letter-spans"),
        (Self::Search(SearchOf::Letters), "letter-search"),
        (Self::Spans(SearchOf::Others), "other-spans"),
        (Self::Search(SearchOf::Others), "other-search"),
        (Self::Edit, "edit"),
    ];
}

impl fmt::Display for PartStep {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let own = Self::NAMES.iter().find(|(step, _)| step == self);
        out.write_str(own.map_or("", |(_, name)| name))
    }
}

impl FromStr for PartStep {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let step = Self::NAMES.iter().find(|(_, own)| *own == name);
        let step = step.map(|(step, _)| *step);
        let names = || Self::NAMES.map(|(_, name)| name).join(", ");
        step.ok_or_else(|| anyhow!("a step is one of {}", names()))
    }
}

/// The parts of a docket, and somebody who runs steps over them.
pub struct PlanParts<'a> {
    folder: PathBuf,
    n_parts: usize,
    /// Comes back when a step has run over all of them.
    ask: &'a dyn Fn(PartStep) -> Result<()>,
}

impl<'a> PlanParts<'a> {
    /// The parts of a plan.
    ///
    /// # Errors
    /// Where the plan cannot be read.
    pub fn of_plan(folder: &Path, ask: &'a dyn Fn(PartStep) -> Result<()>) -> Result<Self> {
        Ok(Self { n_parts: ingest::n_parts(folder)?, folder: folder.to_owned(), ask })
    }
}

impl PlanParts<'_> {
    /// Some distinct documents by the part that keeps their texts: which of its documents each is, ascending.
    fn by_part(&self, corpus: &Corpus, documents: Vec<DocId>) -> Vec<Vec<(u32, DocId)>> {
        let place_of = places_of_texts(corpus);
        let mut of_parts = vec![Vec::new(); self.n_parts];
        for id in documents {
            let (part, document) = place_of(id);
            of_parts[part].push((document, id));
        }
        of_parts.iter_mut().for_each(|documents| documents.sort_unstable());
        of_parts
    }

    /// Has a step run over all parts. What an earlier run left of what it makes goes first: if the step has not run over
    /// a part, that is told.
    fn run(&self, step: PartStep, made: &[&str]) -> Result<()> {
        for number in 0..self.n_parts {
            let part = ingest::part_of_plan(&self.folder, number);
            for ending in made {
                whole_file::remove(&part.with_extension(ending))?;
            }
        }
        (self.ask)(step)
    }

    /// What a step made of each part.
    fn read_each<T: DeserializeOwned + Send>(&self, kind: FileOf<T>) -> Result<Vec<Vec<T>>> {
        read_each(&self.folder, self.n_parts, kind)
    }
}

/// Runs a step over a part.
///
/// # Errors
/// Where a file that it needs is missing or damaged, or what it makes cannot be written.
pub fn run(step: PartStep, part: &Path) -> Result<()> {
    let folder = part.parent().unwrap_or(part);
    let n_parts = ingest::n_parts(folder)?;
    let mut numbers = 0..n_parts;
    let number = numbers
        .find(|number| ingest::part_of_plan(folder, *number) == part)
        .ok_or_else(|| anyhow!("`{}` is no part of a plan", part.display()))?;
    let part = Part { folder: folder.to_owned(), number, n_parts };
    match step {
        PartStep::Count => tables::count(&part),
        PartStep::Add => tables::add(&part),
        PartStep::Hold => tables::hold(&part),
        PartStep::Judge => tables::judge(&part),
        PartStep::Spans(of) => search::spans(&part, of),
        PartStep::Search(of) => search::search(&part, of),
        PartStep::Edit => edits::edit(&part),
    }
}

/// Where the text of a document was read: the part, and which of its documents keeps it.
fn places_of_texts(corpus: &Corpus) -> impl Fn(DocId) -> (usize, u32) {
    let keepers = corpus.keepers();
    move |id| corpus.origin(keepers[corpus.entry(id).keeper as usize].unwrap_or(id))
}

/// What a step made of each part.
fn read_each<T: DeserializeOwned + Send>(
    folder: &Path,
    n_parts: usize,
    kind: FileOf<T>,
) -> Result<Vec<Vec<T>>> {
    let parts = (0..n_parts).into_par_iter();
    let made = parts.map(|number| kind.read(&kind.of_part(folder, number)));
    made.collect()
}

/// A part of a docket.
struct Part {
    folder: PathBuf,
    number: usize,
    n_parts: usize,
}

impl Part {
    fn shard(&self) -> Result<Shard> {
        let part = ingest::part_of_plan(&self.folder, self.number);
        Shard::read(&ingest::shard_of_part(&part))
    }

    /// A file of this part.
    fn file<T>(&self, kind: FileOf<T>) -> PathBuf {
        kind.of_part(&self.folder, self.number)
    }
}
