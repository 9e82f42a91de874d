//! DURIAN finds, in a docket of public comments, the exact copies, the reference copy of every form
//! letter, the edited copies and how each was edited, what each commenter added, and the unique
//! comments. It implements Yang & Callan, "Near-Duplicate Detection by Instance-level Constrained
//! Clustering" (SIGIR 2006), and its sister papers (dg.o 2005, 2006).
//!
//! | # | call | from → to | cardinality | can fail? | what runs in parallel |
//! |---|---|---|---|---|---|
//! | 1 | [`ingest::read`] | docket → [`corpus::Corpus`] | files → N documents + inputs set aside | standard input only | one file, one comment each |
//! | 1a | [`questions::Survey`] | `Corpus` → the questions its respondents answered, and a `Corpus` of the answers to each: 1b to 6 run on each of them, too | N → questions | no | one answer each |
//! | 1b | [`known::Quotes::find`] | `Corpus`, known texts → [`known::Quotes`] | N → those that quote | no | one text each |
//! | 2 | [`exact::group`] | `Corpus` → [`exact::ExactGroups`] | N documents → U unique | no | sort |
//! | 3 | [`reference::detect`] | `ExactGroups` → [`reference::ReferenceCopies`] | U → S reference copies + U−S others | no | nothing (one scan) |
//! | 4 | [`retrieval::of_letters`], [`retrieval::of_others`] | seeds → [`retrieval::Candidates`] | S → S candidate sets | tantivy | one seed each |
//! | 5a | [`compare::Tables`] | `ReferenceCopies` → tables; a pair → [`compare::Evidence`] | U → what the docket tells of its texts | no | one text, one pair each |
//! | 5b | [`clustering::cluster`] | `ReferenceCopies` → [`clustering::Clusters`]; asks 4 twice, for the letters and for the rest | U → clusters, each document in exactly one | as 4 | comparisons only; decisions are sequential |
//! | 5c | [`clustering::wordings`] | `Clusters` → the wording of each spun letter ([`spun`]) | clusters → some of them | no | one text each |
//! | 5d | [`campaigns::find`] | `Clusters` → [`campaigns::Campaigns`] | clusters and single comments → campaigns | no | one text each |
//! | 6 | [`edits::classify`] | `Clusters` → [`edits::Edits`] | members → category + unique text | no | one member each |
//! | 7 | [`report::build`] | all of the above → [`report::schema::Report`] | 1 → 1; the caller writes it | no | one cluster each |
//!
//! Apart from the pipeline, [`extract`] writes a corpus as normalized XML, and [`eval`] measures how far a report agrees
//! with labels; the papers' experiments and the rival methods are a bench, `benches/papers`. What people see is made from
//! the report and its lines alone: [`report::html`], [`report::csv`], [`report::workbook`], [`report::terminal`],
//! [`report::ReadingList`]; two reports are held against each other by [`report::comparison`], [`search`] finds comments in
//! one, and [`trace`] finds their words in a final text. The numbers that decide stand in [`thresholds`]. Libraries that
//! may panic are called through [`guard`]. What some inputs hold can be kept on disk ([`ingest::Shard`], by [`sections`]),
//! and read elsewhere; files appear whole ([`whole_file`]).
//!
//! [`run`] below is the whole program: each stage is one plain function from one immutable product to the next. Files
//! are read in stage 1 and written by the caller. Many machines may share the reading: shards are made wherever the files
//! are; what all comments together tell is decided, and written, by one.
#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod campaigns;
pub mod clustering;
pub mod compare;
pub mod config;
pub mod corpus;
pub mod detection;
pub mod disjoint_sets;
pub mod edits;
pub mod eval;
pub mod exact;
pub mod extract;
pub mod facts;
pub mod guard;
pub mod ingest;
pub mod known;
pub mod ngrams;
pub mod questions;
pub mod reference;
pub mod report;
pub mod retrieval;
pub mod search;
pub mod sections;
pub mod spun;
pub mod thresholds;
pub mod trace;
pub mod whole_file;

use anyhow::{Result, ensure};

use clustering::{AnalystLinks, Context, earlier};
use compare::Tables;
use config::Config;
use corpus::{Corpus, Flags};
use detection::{Detection, Usage};
use ingest::Input;
use known::Quotes;
use questions::Survey;
use report::schema::Report;

/// The report that is to be replaced is of other inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherInputs;

impl std::fmt::Display for OtherInputs {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("the report that stands there is of other inputs")
    }
}

/// What [`detect`] tells while it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A stage begins, in words that go on "…".
    Begun(&'static str),
    /// How many bytes of the inputs are read, and of how many.
    Read(u64, u64),
    /// How many texts are compared with others, and of how many.
    Compared(usize, usize),
    /// What a stage made, in one line.
    Made(String),
}

/// Runs the pipeline: [`detect`], and the report of what it finds. `log` is told what each stage makes.
///
/// # Errors
/// As [`detect`].
pub fn run(
    inputs: &[Input],
    config: &Config,
    log: &dyn Fn(Progress),
) -> Result<(Detection, Report)> {
    let detection = detect(inputs, config, log)?;
    log(Progress::Begun("making the report"));
    let report = report::build(&detection, config);
    Ok((detection, report))
}

/// Runs all stages but the last: on the comments, and where they are answers to several questions, on those to each.
///
/// # Errors
/// Where standard input cannot be read, the report to be replaced is of other inputs, the search engine fails, or the analyst's
/// constraints or flags name a comment that is not there; bad inputs are data, not errors.
pub fn detect(inputs: &[Input], config: &Config, log: &dyn Fn(Progress)) -> Result<Detection> {
    log(Progress::Begun("reading"));
    let corpus = ingest::read_watched(inputs, &config.ingest(), &|n_done, n_bytes| {
        log(Progress::Read(n_done, n_bytes));
    })?;
    let (n_read, n_aside) = (corpus.len(), corpus.set_aside().len());
    log(Progress::Made(format!("read {n_read} comments, set {n_aside} inputs aside")));
    let is_other = config.replaces.as_ref().is_some_and(|digest| *digest != corpus.input_digest());
    ensure!(!is_other, OtherInputs);
    let flags = config.flags.in_corpus(&corpus)?;
    let survey = Survey::of(&corpus);
    let answers = survey.answers(&corpus, &config.ingest)?;
    let detection = detect_in(corpus, &survey.config(config), log)?;
    if survey.is_empty() {
        return Ok(Detection { flags, ..detection });
    }
    log(Progress::Begun("comparing the answers to each question"));
    let of_answers = survey.config_of_answers(config);
    let compared: Vec<Detection> = answers
        .into_iter()
        .map(|answers| detect_in(answers, &of_answers, &|_| ()))
        .collect::<Result<_>>()?;
    log(Progress::Made(format!("compared the answers to {} questions", compared.len())));
    Ok(Detection { flags, survey, answers: compared, ..detection })
}

/// Runs the stages behind the first.
fn detect_in(mut corpus: Corpus, config: &Config, log: &dyn Fn(Progress)) -> Result<Detection> {
    corpus.thresholds = config.thresholds.clone();
    log(Progress::Begun("finding exact copies and form letters"));
    let earlier = config.clustering.earlier.as_ref();
    let stood_for = earlier.map(|report| earlier::stood_for(&corpus, report)).unwrap_or_default();
    let groups = exact::group(&corpus, config.clustering.links.cannot, &stood_for);
    log(Progress::Made(format!("found {} distinct texts", groups.groups().len())));
    let references = reference::detect(&corpus, &groups, &config.reference);
    let (n_letters, n_copies) = (references.references().len(), config.reference.min_copies);
    log(Progress::Made(format!("found {n_letters} texts with {n_copies} exact copies and more")));
    log(Progress::Begun("finding wording that many comments share"));
    let quotes = Quotes::find(&corpus, &config.known);
    if !config.known.is_empty() {
        let n_quoting = quotes.n_texts();
        log(Progress::Made(format!("found quotations of known text in {n_quoting} texts")));
    }
    let tables = Tables::beside_known(&corpus, &references, quotes.clone());
    log(Progress::Begun("finding edited copies and similar texts"));
    let representatives = groups.representatives();
    let analyst = &AnalystLinks::new(&config.clustering.constraints, |id| {
        Some(representatives[corpus.find(id)?.index()])
    })?;
    let (references, clustering) = (&references, &config.clustering);
    let context = Context { tables: &tables, references, analyst, config: clustering };
    let mut found = clustering::cluster(&context, &config.retrieval, &|n_done, n_texts| {
        log(Progress::Compared(n_done, n_texts));
    })?;
    let late = earlier::keep(&context, &representatives, &mut found);
    let mut clusters = found.clusters;
    let nearest = clustering::nearest(&context, &clusters, &found.near);
    let citations = clustering::cited(&clusters, &found.citations);
    let conflicts = context.analyst.conflicts(&tables);
    let n_left = found.n_without_letter;
    log(Progress::Made(format!("left {n_left} texts that are copies of no form letter")));
    let n_formed = clusters.clusters.iter().filter(|cluster| !cluster.is_singleton()).count();
    log(Progress::Made(format!("formed {n_formed} clusters of two comments and more")));
    log(Progress::Begun("classifying the edits"));
    let wordings = clustering::wordings(&context, &clusters, &found.spun);
    let edits =
        edits::classify(&context, &mut clusters, &nearest, &wordings, &config.earlier_edits);
    log(Progress::Begun("finding campaigns"));
    let campaigns = campaigns::find(&context, &groups, &clusters, &edits);
    Ok(Detection {
        usage: Usage::of(&corpus, &groups),
        known: config.known.clone(),
        quotes,
        nearest,
        citations,
        edits,
        groups,
        clusters,
        campaigns,
        conflicts,
        n_candidates_cut: found.n_candidates_cut,
        late,
        flags: Flags::default(),
        survey: Survey::default(),
        answers: Vec::new(),
        corpus,
    })
}
