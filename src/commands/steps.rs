//! The steps of a run on many machines, each from files to files: what `durian cluster` does at once.
//!
//! | step | command | from | to |
//! |---|---|---|---|
//! | plan | `durian plan` | docket | `part-N.json` |
//! | read | `durian read --part` | `part-N.json` | `part-N.shard` |
//! | decide | `durian cluster --plan --step decide` | all shards | `report.json`, `order`, `asides.jsonl`, `part-N.verdicts` |
//! | lines | `durian lines --part` | `part-N.shard`, `part-N.verdicts` | `part-N.lines` |
//! | write | `durian cluster --plan --step write` | `report.json`, `order`, all lines | report folder |
//!
//! While it decides, `durian cluster --ask` has steps run over all parts by `durian step` (see [`parts`]).
//!
//! Each file appears whole, and the same bytes however often its step runs.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use durian::Detection;
use durian::corpus::{DocId, Document, Renumbering};
use durian::ingest::{self, Input, Shard};
use durian::parts::{self, PartStep};
use durian::report::schema::Report;
use durian::report::{Lines, Verdict};
use durian::sections::{Sections, write_end, write_list, write_one};
use durian::whole_file;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::Outcome;
use super::names::REPORT;
use crate::cli::{PartArguments, StepArguments};

/// Which part each document is of, in byte order of their ids.
const ORDER: &str = "order";
/// The lines of the inputs that were set aside.
const ASIDES: &str = "asides.jsonl";
/// What tells that a step has run.
const DONE: &str = "done";
const VERDICTS_IN_SECTION: usize = 4096;
/// Verdicts that are made at once.
const AT_ONCE: usize = 1 << 16;
/// Lines that one thread makes at a time.
const LINES_AT_ONCE: usize = 1024;

/// What the verdicts of a part begin with.
#[derive(Serialize, Deserialize)]
struct Head {
    program: String,
    renumbering: Option<Renumbering>,
    n_verdicts: usize,
}

/// So many documents of one part, one after the other.
type Run = (u32, u32);

/// Writes what was decided into the folder of a plan.
pub(super) fn decide(plan: &Path, detection: &Detection, report: &Report) -> Result<()> {
    let corpus = &detection.corpus;
    let lines = Lines::of(detection);
    let shards = shards(plan)?;
    let mut documents: Vec<Vec<DocId>> = vec![Vec::new(); shards.len()];
    let mut order: Vec<Run> = Vec::new();
    for id in corpus.ids() {
        let (part, _) = corpus.origin(id);
        documents[part].push(id);
        match order.last_mut() {
            Some((last, n)) if *last == part as u32 => *n += 1,
            _ => order.push((part as u32, 1)),
        }
    }
    for (part, (shard, documents)) in shards.iter().zip(&documents).enumerate() {
        whole_file::write(&shard.with_extension("verdicts"), |out| {
            let head = Head {
                program: env!("CARGO_PKG_VERSION").to_owned(),
                renumbering: corpus.renumbering(part).cloned(),
                n_verdicts: documents.len(),
            };
            write_one(out, &head)?;
            for some in documents.chunks(AT_ONCE) {
                let verdict = |id: &DocId| Some((corpus.origin(*id).1, lines.verdict(*id)?));
                let verdicts: Vec<(u32, Verdict)> = some.par_iter().filter_map(verdict).collect();
                write_one(out, &verdicts.len())?;
                write_list(out, &verdicts, VERDICTS_IN_SECTION)?;
            }
            write_end(out)
        })?;
    }
    whole_file::write(&plan.join(ORDER), |out| {
        write_one(out, &order)?;
        write_end(out)
    })?;
    whole_file::write(&plan.join(ASIDES), |out| {
        for line in lines.of_asides() {
            serde_json::to_writer(&mut *out, &line)?;
            out.write_all(b"\n")?;
        }
        Ok(())
    })?;
    whole_file::write(&plan.join(REPORT), |out| {
        Ok(serde_json::to_writer(out, report)?)
    })
}

/// Has a step run over all parts: asks for it on standard output, and waits until it is told on standard input.
pub(super) fn ask(step: PartStep) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let asked = writeln!(out, "{step}").and_then(|()| out.flush());
    let mut answer = String::new();
    // A pipe that is closed is no end of the work here.
    let answered = asked.and_then(|()| std::io::stdin().lock().read_line(&mut answer));
    ensure!(
        answered.is_ok() && answer.trim_end() == DONE,
        "nobody has run the step `{step}` over all parts"
    );
    Ok(())
}

/// Runs a step over a part.
pub(super) fn run(arguments: &StepArguments) -> Result<Outcome> {
    super::start_threads(arguments.of.threads)?;
    parts::run(arguments.step, &arguments.of.part)?;
    Ok(Outcome::Done)
}

/// Makes the lines of a part.
pub(super) fn lines(arguments: &PartArguments) -> Result<Outcome> {
    super::start_threads(arguments.threads)?;
    let shard_path = ingest::shard_of_part(&arguments.part);
    let verdicts_path = shard_path.with_extension("verdicts");
    let shard = Shard::read(&shard_path)?;
    let (renumbering, mut verdicts) = verdicts(&verdicts_path)
        .with_context(|| format!("cannot read `{}`", verdicts_path.display()))?;
    // They are in the order of the ids; copies are unpacked in that of the part.
    let mut ranks: Vec<(u32, usize)> = verdicts
        .iter()
        .enumerate()
        .map(|(rank, (document, _))| (*document, rank))
        .collect();
    ranks.sort_unstable();
    let mut ranks = ranks.into_iter().peekable();
    let mut lines: Vec<Vec<u8>> = Vec::new();
    lines.resize_with(verdicts.len(), Vec::new);
    let mut documents = (0..).zip(shard.documents());
    loop {
        let some: Vec<_> = documents.by_ref().take(LINES_AT_ONCE).collect();
        if some.is_empty() {
            break;
        }
        let mut wanted = Vec::new();
        for (number, document) in some {
            if let Some((_, rank)) = ranks.next_if(|(of, _)| *of == number) {
                wanted.push((rank, document, verdicts[rank].1.take()));
            }
        }
        let make = |(rank, document, verdict): (usize, Cow<'_, Document>, Option<Verdict>)| {
            let mut line = verdict.map(|verdict| verdict.line(&document));
            if let (Some(renumbering), Some(line)) = (&renumbering, &mut line) {
                renumbering.apply(&mut line.source);
            }
            let mut json = serde_json::to_vec(&line)?;
            json.push(b'\n');
            Ok((rank, json))
        };
        let made: Vec<Result<(usize, Vec<u8>)>> = wanted.into_par_iter().map(make).collect();
        for made in made {
            let (rank, json) = made?;
            lines[rank] = json;
        }
    }
    ensure!(
        ranks.next().is_none(),
        "`{}` is not of the shard beside it; decide again",
        verdicts_path.display()
    );
    whole_file::write(&shard_path.with_extension("lines"), |out| {
        lines.iter().try_for_each(|line| Ok(out.write_all(line)?))
    })?;
    Ok(Outcome::Done)
}

/// What the docket tells of the documents of a part, each with its number there.
type Verdicts = Vec<(u32, Option<Verdict>)>;

fn verdicts(path: &Path) -> Result<(Option<Renumbering>, Verdicts)> {
    let mut sections = Sections::new(BufReader::new(File::open(path)?));
    let head: Head = sections.one()?;
    ensure!(
        head.program == env!("CARGO_PKG_VERSION"),
        "it was written by another version of durian; decide again"
    );
    let mut verdicts: Verdicts = Vec::new();
    while verdicts.len() < head.n_verdicts {
        let n = sections.one()?;
        let some: Vec<(u32, Verdict)> = sections.list(n)?;
        verdicts.extend(some.into_iter().map(|(number, it)| (number, Some(it))));
    }
    sections.end()?;
    Ok((head.renumbering, verdicts))
}

/// The report that was decided.
pub(super) fn report(plan: &Path) -> Result<Report> {
    let path = plan.join(REPORT);
    // A reader would be asked for one byte after the other.
    let read = || -> Result<Report> { Ok(serde_json::from_slice(&fs::read(&path)?)?) };
    read().with_context(|| {
        format!(
            "cannot read `{}`; `--step decide` comes before",
            path.display()
        )
    })
}

/// The lines of all parts, in byte order of their ids; those of inputs that were set aside come last.
pub(super) struct LinesOfParts {
    parts: Vec<(PathBuf, BufReader<File>)>,
    /// The last one of them is that of the inputs set aside.
    order: std::vec::IntoIter<Run>,
    open: Run,
}

impl LinesOfParts {
    /// Opens the lines of all parts of a plan.
    pub(super) fn open(plan: &Path) -> Result<Self> {
        let path = plan.join(ORDER);
        let read = || -> Result<Vec<Run>> {
            let mut sections = Sections::new(BufReader::new(File::open(&path)?));
            let order = sections.one()?;
            sections.end()?;
            Ok(order)
        };
        let mut order = read().with_context(|| format!("cannot read `{}`", path.display()))?;
        let shards = shards(plan)?;
        let paths = shards.iter().map(|shard| shard.with_extension("lines"));
        let paths: Vec<PathBuf> = paths.chain([plan.join(ASIDES)]).collect();
        order.push((shards.len() as u32, u32::MAX));
        let open = |path: PathBuf| {
            let file = File::open(&path);
            let file = file.with_context(|| {
                format!(
                    "cannot read `{}`; make it with `durian lines`",
                    path.display()
                )
            })?;
            Ok((path, BufReader::with_capacity(1 << 18, file)))
        };
        Ok(Self {
            parts: paths.into_iter().map(open).collect::<Result<_>>()?,
            order: order.into_iter(),
            open: (0, 0),
        })
    }

    /// The next lines, at most so many, each with its end.
    pub(super) fn next(&mut self, n_most: usize) -> Result<Vec<Vec<u8>>> {
        let mut lines = Vec::new();
        while lines.len() < n_most {
            while self.open.1 == 0 {
                match self.order.next() {
                    Some(run) => self.open = run,
                    None => return Ok(lines),
                }
            }
            let is_last = self.open.0 as usize + 1 == self.parts.len();
            let (path, part) = &mut self.parts[self.open.0 as usize];
            let mut line = Vec::new();
            part.read_until(b'\n', &mut line)
                .with_context(|| format!("cannot read `{}`", path.display()))?;
            if line.is_empty() && is_last {
                self.open.1 = 0;
                continue;
            }
            ensure!(
                line.ends_with(b"\n"),
                "`{}` is cut off; make it again with `durian lines`",
                path.display()
            );
            self.open.1 -= 1;
            lines.push(line);
        }
        Ok(lines)
    }
}

/// The shards of all parts of a plan.
fn shards(plan: &Path) -> Result<Vec<PathBuf>> {
    let shards = ingest::shards_of_plan(plan)?.into_iter();
    let path = |input| match input {
        Input::Shard(path) => Some(path),
        Input::Path(_) | Input::StandardInput => None,
    };
    Ok(shards.filter_map(path).collect())
}
