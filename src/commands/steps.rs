//! The steps of a run on many machines, each from files to files: what `durian cluster` does at once.
//!
//! | step | command | from | to |
//! |---|---|---|---|
//! | plan | `durian plan` | docket | `part-N.json` |
//! | read | `durian read --part` | `part-N.json` | `part-N.shard` |
//! | decide | `durian cluster --plan --step decide` | all shards | `report.json`, `order`, `part-N.verdicts`, `asides.*` as of lines |
//! | lines | `durian lines --part` | `part-N.shard`, `part-N.verdicts` | `part-N.lines`, `part-N.rows`, `part-N.summaries` |
//! | write | `durian cluster --plan --step write` | `report.json`, `order`, what lines made | report folder |
//!
//! Each file appears whole, and the same bytes however often its step runs.

use std::borrow::Cow;
use std::fs::{self, File};
use std::hash::Hash;
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use durian::corpus::{DocId, Document, Renumbering, Text};
use durian::detection::Detection;
use durian::ingest::{self, Input, Shard};
use durian::report::csv::Comments;
use durian::report::schema::{DocumentLine, Report, ReportedAnswer};
use durian::report::tables::CampaignName;
use durian::report::{CommentVerdict, Lines, TextVerdict};
use durian::sections::{Sections, damaged, write_end, write_list, write_one};
use durian::whole_file;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::lines::{self, LINES_IN_BATCH, LinesOfParts, Made, Run, Wanted};
use super::names::{INPUTS, REPORT};
use super::{Outcome, cannot_read, write_json};
use crate::cli::PartArguments;

/// Which part each document is of, in byte order of their ids.
const ORDER: &str = "order";
/// What was made of the inputs that were set aside, as of a part.
const ASIDES: &str = "asides";
const VERDICTS_IN_SECTION: usize = 16_384;
const TEXTS_IN_SECTION: usize = 1024;
/// Verdicts on texts that are made at once.
const AT_ONCE: usize = 1 << 16;
/// Lines that are made at once.
const LINES_AT_ONCE: usize = 4096;

/// What the verdicts of a part begin with.
#[derive(Serialize, Deserialize)]
struct Head {
    program: String,
    renumbering: Option<Renumbering>,
    n_texts: usize,
    n_comments: usize,
    /// Those of its documents.
    campaigns: Vec<CampaignName>,
    relayers: Vec<String>,
}

/// What the docket tells of a comment of a part.
#[derive(Serialize, Deserialize)]
struct Verdict {
    /// Which of the part's documents it is.
    document: u32,
    /// Which of its texts it has, and what is known besides (see [`CommentVerdict`]).
    text: u32,
    id: Option<String>,
    also_in: Vec<String>,
    resubmission_of: Option<String>,
    is_new: bool,
    is_copy: bool,
    /// Which of its mass mailers sent it.
    relayer: Option<u32>,
    answers: Vec<ReportedAnswer>,
}

/// Forgets what was decided before: whatever ends this run, nothing of it is taken for what another decides.
pub(super) fn forget_decision(plan: &Path) -> Result<()> {
    whole_file::remove(&report_file(plan))
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
    let mut answers: Vec<Vec<ReportedAnswer>> = Vec::new();
    if corpus.has_answers() {
        answers.extend(corpus.records().map(|known| lines.answers(&known.id, &known.attributes)));
    }
    for (part, (shard, documents)) in shards.iter().zip(&documents).enumerate() {
        let (mut texts, mut relayers) = (Numbered::default(), Numbered::default());
        let mut verdicts: Vec<Verdict> = Vec::new();
        for id in documents {
            let known = lines.comment_verdict(*id);
            let Some(text) = lines.text_of(*id) else { continue };
            verdicts.push(Verdict {
                document: corpus.origin(*id).1,
                text: texts.number(text, *id),
                id: known.id.map(str::to_owned),
                also_in: known.also_in.to_vec(),
                resubmission_of: known.resubmission_of.map(str::to_owned),
                is_new: known.is_new,
                is_copy: known.is_copy,
                relayer: known.relayer.map(|name| relayers.number(name, name)),
                answers: answers.get_mut(id.index()).map(std::mem::take).unwrap_or_default(),
            });
        }
        let of_part: FxHashSet<&str> =
            texts.all.iter().filter_map(|id| lines.campaign(*id)).collect();
        let campaigns = names.iter().filter(|name| of_part.contains(name.id.as_str()));
        lines::remove_part(shard)?;
        whole_file::write(&shard.with_extension("verdicts"), |out| {
            let head = Head {
                program: env!("CARGO_PKG_VERSION").to_owned(),
                renumbering: corpus.renumbering(part).cloned(),
                n_texts: texts.all.len(),
                n_comments: verdicts.len(),
                campaigns: campaigns.cloned().collect(),
                relayers: relayers.all.iter().map(|name| (*name).to_owned()).collect(),
            };
            write_one(out, &head)?;
            for some in texts.all.chunks(AT_ONCE) {
                let texts: Vec<TextVerdict> =
                    some.par_iter().filter_map(|id| lines.text_verdict(*id)).collect();
                write_one(out, &texts.len())?;
                write_list(out, &texts, TEXTS_IN_SECTION)?;
            }
            write_list(out, &verdicts, VERDICTS_IN_SECTION)?;
            write_end(out)
        })?;
    }
    whole_file::write(&plan.join(ORDER), |out| {
        write_one(out, &order)?;
        write_end(out)
    })?;
    let asides = Made::of(lines.of_asides().collect(), Wanted::ForPeople(&Comments::new(names)))?;
    lines::write_part(&plan.join(ASIDES), &asides.each().collect::<Vec<_>>())?;
    let list = detection.corpus.input_list();
    whole_file::write(&plan.join(INPUTS), |out| Ok(out.write_all(list.as_bytes())?))?;
    whole_file::write(&report_file(plan), |out| write_json(out, report))
}

/// Things in the order in which they were met first, each known by a key.
struct Numbered<K, T> {
    numbers: FxHashMap<K, u32>,
    all: Vec<T>,
}

impl<K, T> Default for Numbered<K, T> {
    fn default() -> Self {
        Self { numbers: FxHashMap::default(), all: Vec::new() }
    }
}

impl<K: Eq + Hash, T> Numbered<K, T> {
    /// Which of all it is.
    fn number(&mut self, key: K, thing: T) -> u32 {
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.all.push(thing);
        }
        number
    }
}

/// Makes the lines of a part.
pub(super) fn lines(arguments: &PartArguments) -> Result<Outcome> {
    super::start_threads(arguments.threads)?;
    let shard_path = ingest::shard_of_part(&arguments.part);
    let verdicts_path = shard_path.with_extension("verdicts");
    let shard = Shard::read_records(&shard_path)?;
    let (mut head, texts, verdicts) =
        verdicts(&verdicts_path).with_context(|| cannot_read(&verdicts_path))?;
    let comments = Comments::new(std::mem::take(&mut head.campaigns));
    // They are in the order of the ids; copies are unpacked in that of the part.
    let mut in_part: Vec<(u32, usize)> =
        verdicts.iter().zip(0..).map(|(verdict, rank)| (verdict.document, rank)).collect();
    in_part.sort_unstable();
    let mut ranks = in_part.into_iter().peekable();
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
                wanted.push((rank, document));
            }
        }
        let batches = wanted.par_chunks(LINES_IN_BATCH).map(|some| {
            let (mut ranks, mut lines) = (Vec::new(), Vec::new());
            for (rank, (document, text)) in some {
                let verdict = &verdicts[*rank];
                let of_text = texts[verdict.text as usize].clone();
                ranks.push(*rank);
                lines.push(line(&head, of_text, verdict, (document, text)));
            }
            Ok((ranks, Made::of(lines, Wanted::ForPeople(&comments))?))
        });
        made.extend(batches.collect::<Result<Vec<_>>>()?);
    }
    ensure!(
        ranks.next().is_none(),
        "`{}` is not of the shard beside it; decide again",
        verdicts_path.display()
    );
    let mut inputs: Vec<_> =
        made.iter().flat_map(|(ranks, made)| ranks.iter().zip(made.each())).collect();
    inputs.sort_unstable_by_key(|(rank, _)| **rank);
    lines::write_part(
        &shard_path,
        &inputs.into_iter().map(|(_, input)| input).collect::<Vec<_>>(),
    )?;
    Ok(Outcome::Done)
}

/// The line of a comment of which the docket tells that.
fn line(
    head: &Head,
    of_text: TextVerdict,
    verdict: &Verdict,
    (document, text): (&Document, &Text),
) -> DocumentLine {
    let comment = CommentVerdict {
        id: verdict.id.as_deref(),
        also_in: &verdict.also_in,
        resubmission_of: verdict.resubmission_of.as_deref(),
        is_new: verdict.is_new,
        is_copy: verdict.is_copy,
        relayer: verdict.relayer.map(|relayer| head.relayers[relayer as usize].as_str()),
        answers: verdict.answers.clone(),
    };
    let mut line = of_text.line(comment, document, || Cow::Borrowed(text));
    if let Some(renumbering) = &head.renumbering {
        renumbering.apply(&mut line.source);
        if verdict.id.is_none() {
            renumbering.apply(&mut line.id);
        }
    }
    line
}

/// What the docket tells of the texts of a part, and of its comments in the order of their ids.
fn verdicts(path: &Path) -> Result<(Head, Vec<TextVerdict>, Vec<Verdict>)> {
    let mut sections = Sections::new(BufReader::new(File::open(path)?));
    let head: Head = sections.one()?;
    ensure!(
        head.program == env!("CARGO_PKG_VERSION"),
        "it was written by another version of durian; decide again"
    );
    let mut texts: Vec<TextVerdict> = Vec::new();
    while texts.len() < head.n_texts {
        let n = sections.one()?;
        texts.extend(sections.list(n)?);
    }
    let verdicts: Vec<Verdict> = sections.list(head.n_comments)?;
    sections.end()?;
    for Verdict { text, relayer, .. } in &verdicts {
        let has_relayer = relayer.is_none_or(|relayer| (relayer as usize) < head.relayers.len());
        ensure!(has_relayer && (*text as usize) < texts.len(), damaged("its numbers"));
    }
    Ok((head, texts, verdicts))
}

/// Where the report stands that was decided.
pub(super) fn report_file(plan: &Path) -> PathBuf {
    plan.join(REPORT)
}

/// The report that was decided.
pub(super) fn report(plan: &Path) -> Result<Report> {
    let path = report_file(plan);
    // A reader would be asked for one byte after the other.
    fs::read(&path)
        .map_err(anyhow::Error::from)
        .and_then(|json| Ok(serde_json::from_slice(&json)?))
        .with_context(|| format!("{}; `--step decide` comes before", cannot_read(&path)))
}

/// What was made of all parts of a plan.
pub(super) fn lines_of_parts(plan: &Path) -> Result<LinesOfParts> {
    let path = plan.join(ORDER);
    let order = order(&path).with_context(|| cannot_read(&path))?;
    let mut parts = shards(plan)?;
    parts.push(plan.join(ASIDES));
    LinesOfParts::open(&parts, order)
}

fn order(path: &Path) -> Result<Vec<Run>> {
    let mut sections = Sections::new(BufReader::new(File::open(path)?));
    let order = sections.one()?;
    sections.end()?;
    Ok(order)
}

/// The shards of all parts of a plan.
fn shards(plan: &Path) -> Result<Vec<PathBuf>> {
    Ok(ingest::shards_of_plan(plan)?
        .into_iter()
        .filter_map(|input| match input {
            Input::Shard(path) => Some(path),
            Input::Path(_) | Input::StandardInput => None,
        })
        .collect())
}
