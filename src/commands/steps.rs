//! The steps of a run on many machines, each from files to files: what `durian cluster` does at once.
//!
//! | step | command | from | to |
//! |---|---|---|---|
//! | plan | `durian plan` | docket | `part-N.json` |
//! | read | `durian read --part` | `part-N.json` | `part-N.shard` |
//! | decide | `durian cluster --plan --step decide` | all shards | `report.json`, `order`, `part-N.verdicts`, `asides.*` as of lines |
//! | lines | `durian lines --part` | `part-N.shard`, `part-N.verdicts` | `part-N.lines`, `part-N.rows`, `part-N.glimpses` |
//! | write | `durian cluster --plan --step write` | `report.json`, `order`, what lines made | report folder |
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
use durian::report::csv::Comments;
use durian::report::schema::Report;
use durian::report::tables::CampaignName;
use durian::report::{Lines, Verdict};
use durian::sections::{Sections, write_end, write_list, write_one};
use durian::whole_file;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::Outcome;
use super::lines::{self, LINES_IN_BATCH, LinesOfParts, Made, Run, Wanted};
use super::names::REPORT;
use crate::cli::{PartArguments, StepArguments};

/// Which part each document is of, in byte order of their ids.
const ORDER: &str = "order";
/// What was made of the inputs that were set aside, as of a part.
const ASIDES: &str = "asides";
/// What tells that a step has run.
const DONE: &str = "done";
const VERDICTS_IN_SECTION: usize = 4096;
/// Verdicts that are made at once.
const AT_ONCE: usize = 1 << 16;
/// Lines that are made at once.
const LINES_AT_ONCE: usize = 4096;

/// What the verdicts of a part begin with.
#[derive(Serialize, Deserialize)]
struct Head {
    program: String,
    renumbering: Option<Renumbering>,
    n_verdicts: usize,
    /// Those of its documents.
    campaigns: Vec<CampaignName>,
}

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
    order.push((shards.len() as u32, corpus.set_aside().len() as u32));
    let names = CampaignName::all_of(report);
    for (part, (shard, documents)) in shards.iter().zip(&documents).enumerate() {
        let of_part = documents.par_iter().filter_map(|id| lines.campaign(*id));
        let of_part: FxHashSet<&str> = of_part.collect();
        let campaigns = names.iter().filter(|it| of_part.contains(it.id.as_str()));
        lines::remove_part(shard)?;
        whole_file::write(&shard.with_extension("verdicts"), |out| {
            let head = Head {
                program: env!("CARGO_PKG_VERSION").to_owned(),
                renumbering: corpus.renumbering(part).cloned(),
                n_verdicts: documents.len(),
                campaigns: campaigns.cloned().collect(),
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
    let asides = lines.of_asides().collect();
    let asides = Made::of(asides, Wanted::ForPeople(&Comments::new(names)))?;
    let asides: Vec<_> = asides.each().collect();
    lines::write_part(&plan.join(ASIDES), &asides)?;
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
    let shard = Shard::read_records(&shard_path)?;
    let (head, mut verdicts) = verdicts(&verdicts_path)
        .with_context(|| format!("cannot read `{}`", verdicts_path.display()))?;
    let comments = Comments::new(head.campaigns);
    // They are in the order of the ids; copies are unpacked in that of the part.
    let mut ranks: Vec<(u32, usize)> = verdicts
        .iter()
        .enumerate()
        .map(|(rank, (document, _))| (*document, rank))
        .collect();
    ranks.sort_unstable();
    let mut ranks = ranks.into_iter().peekable();
    let mut made: Vec<(Vec<usize>, Made)> = Vec::new();
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
        let line = |document: &Document, verdict: Verdict| {
            let mut line = verdict.line(document);
            if let Some(renumbering) = &head.renumbering {
                renumbering.apply(&mut line.source);
            }
            line
        };
        let make = |some: &mut [(usize, Cow<'_, Document>, Option<Verdict>)]| {
            let ranks = some.iter().map(|(rank, ..)| *rank).collect();
            let some = some.iter_mut();
            let lines =
                some.filter_map(|(_, document, verdict)| Some(line(document, verdict.take()?)));
            Ok((
                ranks,
                Made::of(lines.collect(), Wanted::ForPeople(&comments))?,
            ))
        };
        let some = wanted.par_chunks_mut(LINES_IN_BATCH);
        made.par_extend(some.map(make).collect::<Result<Vec<_>>>()?);
    }
    ensure!(
        ranks.next().is_none(),
        "`{}` is not of the shard beside it; decide again",
        verdicts_path.display()
    );
    let made = made.iter();
    let mut inputs: Vec<_> = made
        .flat_map(|(ranks, made)| ranks.iter().zip(made.each()))
        .collect();
    inputs.sort_unstable_by_key(|(rank, _)| **rank);
    let inputs: Vec<_> = inputs.into_iter().map(|(_, input)| input).collect();
    lines::write_part(&shard_path, &inputs)?;
    Ok(Outcome::Done)
}

/// What the docket tells of the documents of a part, each with its number there.
type Verdicts = Vec<(u32, Option<Verdict>)>;

fn verdicts(path: &Path) -> Result<(Head, Verdicts)> {
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
    Ok((head, verdicts))
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

/// What was made of all parts of a plan.
pub(super) fn lines_of_parts(plan: &Path) -> Result<LinesOfParts> {
    let path = plan.join(ORDER);
    let read = || -> Result<Vec<Run>> {
        let mut sections = Sections::new(BufReader::new(File::open(&path)?));
        let order = sections.one()?;
        sections.end()?;
        Ok(order)
    };
    let order = read().with_context(|| format!("cannot read `{}`", path.display()))?;
    let mut parts = shards(plan)?;
    parts.push(plan.join(ASIDES));
    LinesOfParts::open(&parts, order)
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
