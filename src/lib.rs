//! DURIAN finds, in a docket of public comments, the exact copies, the reference copy of every form
//! letter, the edited copies and how each was edited, what each commenter added, and the unique
//! comments. It implements Yang & Callan, "Near-Duplicate Detection by Instance-level Constrained
//! Clustering" (SIGIR 2006), and its sister papers (dg.o 2005, 2006).
//!
//! | # | call | from → to | cardinality | can fail? | what runs in parallel |
//! |---|---|---|---|---|---|
//! | 1 | [`ingest::read`] | docket → [`corpus::Corpus`] | files → N documents + inputs set aside | standard input only | one file, one comment each |
//! | 1b | [`known::Quotes::find`] | `Corpus`, known texts → [`known::Quotes`] | N → those that quote | no | one text each |
//! | 2 | [`exact::group`] | `Corpus` → [`exact::ExactGroups`] | N documents → U unique | no | sort |
//! | 3 | [`reference::detect`] | `ExactGroups` → [`reference::ReferenceCopies`] | U → S reference copies + U−S others | no | nothing (one scan) |
//! | 4 | [`retrieval::of_letters`], [`retrieval::of_others`] | seeds → [`retrieval::Candidates`] | S → S candidate sets | tantivy | one seed each |
//! | 5a | [`compare::Tables`] | `ReferenceCopies` → tables; a pair → [`compare::Evidence`] | U → what the docket tells of its texts | no | one text, one pair each |
//! | 5b | [`clustering::cluster`] | `ReferenceCopies` → [`clustering::Clusters`]; asks 4 twice, for the letters and for the rest | U → clusters, each document in exactly one | as 4 | comparisons only; decisions are sequential |
//! | 5c | [`clustering::wordings`] | `Clusters` → the wording of each letter of which every copy is worded anew ([`reworded`]) | clusters → some of them | no | one text each |
//! | 5d | [`campaigns::find`] | `Clusters` → [`campaigns::Campaigns`] | clusters and single comments → campaigns | no | one text each |
//! | 6 | [`edits::classify`] | `Clusters` → [`edits::Edits`] | members → category + unique text | only elsewhere | one member each |
//! | 7 | [`report::build`] | all of the above → [`report::schema::Report`] | 1 → 1; the caller writes it | no | one cluster each |
//!
//! Apart from the pipeline, [`extract`] writes a corpus as normalised XML, and [`eval`] holds the papers'
//! experiments: measures of agreement with labels, the rival methods, their tables. What people see is made
//! from the report and its lines alone: [`report::html`], [`report::csv`], [`report::workbook`],
//! [`report::terminal`], [`report::ReadingList`]; two reports are held against each other by
//! [`report::comparison`], and [`search`] finds comments in one. The numbers that decide stand in [`thresholds`]. Libraries that may
//! panic are called through [`guard`]. What some inputs hold can be kept on
//! disk ([`ingest::Shard`], by [`sections`]), and read elsewhere; files appear whole ([`whole_file`]).
//!
//! [`detect_in_parts`] below is the whole program: each stage is one plain function from one immutable
//! product to the next. Files are read in stage 1 and written by the caller. Where the docket is read in parts by
//! several machines, they also do what stages 4, 5a and 6 need the texts for: [`parts`] asks them, by files.
#![forbid(unsafe_code)]
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod campaigns;
pub mod clustering;
pub mod compare;
pub mod config;
pub mod corpus;
pub mod edits;
pub mod eval;
pub mod exact;
pub mod extract;
pub mod facts;
pub mod guard;
pub mod ingest;
pub mod known;
pub mod parts;
pub mod reference;
pub mod report;
pub mod retrieval;
pub mod reworded;
pub mod search;
pub mod sections;
pub mod thresholds;
pub mod whole_file;

use anyhow::Result;
use rustc_hash::FxHashMap;

use campaigns::Campaigns;
use clustering::analyst::{self, Conflict, Constraint};
use clustering::earlier::{self, Earlier, Late};
use clustering::{AnalystLinks, Clusters, Found, Grounds, Nearest};
use compare::Tables;
use config::Config;
use corpus::{Corpus, DocId};
use edits::Edits;
use edits::copies::{Elsewhere, LetterCopies};
use exact::ExactGroups;
use ingest::Input;
use known::Quotes;
use parts::PlanParts;
use retrieval::parts::Searchers;

/// The products that a report is made of.
#[derive(Debug)]
pub struct Detection {
    /// What was read.
    pub corpus: Corpus,
    /// Names of the texts that were known beforehand.
    pub known: Vec<String>,
    /// What quotes them.
    pub quotes: Quotes,
    /// The text that is nearest to each comment like no other.
    pub nearest: FxHashMap<DocId, Nearest>,
    /// Exact copies.
    pub groups: ExactGroups,
    /// Near-duplicates.
    pub clusters: Clusters,
    /// What belongs together beyond that.
    pub campaigns: Campaigns,
    /// How each was edited.
    pub edits: Edits,
    /// Where the analyst's links contradict each other or the dockets.
    pub conflicts: Vec<Conflict>,
    /// Candidates left out because a seed had too many.
    pub n_candidates_cut: usize,
    /// What is new since an earlier report, where one was given.
    pub late: Option<Late>,
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

/// Runs the pipeline on this machine. `log` is told what each stage makes.
///
/// # Errors
/// Where standard input cannot be read, the search engine fails, or the analyst's constraints name a
/// comment that is not there; bad inputs are data, not errors.
pub fn detect(inputs: &[Input], config: &Config, log: &dyn Fn(Progress)) -> Result<Detection> {
    detect_in_parts(inputs, config, None, log)
}

/// Runs the pipeline, and has others run steps over the parts of the docket, where it has some.
///
/// # Errors
/// As [`detect`], or where a step fails.
pub fn detect_in_parts(
    inputs: &[Input],
    config: &Config,
    parts: Option<&PlanParts<'_>>,
    log: &dyn Fn(Progress),
) -> Result<Detection> {
    let made = |line| log(Progress::Made(line));
    log(Progress::Begun("reading"));
    let earlier = config.clustering.earlier.as_ref();
    let mut corpus = ingest::read_watched(inputs, &config.ingest(), &|n_done, n_bytes| {
        log(Progress::Read(n_done, n_bytes));
    })?;
    if parts.is_some() {
        // Their lines are made where they were read.
        corpus.forget_copies();
    }
    made(format!("read {} comments, set {} inputs aside", corpus.len(), corpus.set_aside().len()));
    log(Progress::Begun("finding exact copies and form letters"));
    let links = config.clustering.links;
    let stood_for = earlier.map(|report| earlier::stood_for(&corpus, report));
    let groups = exact::group(&corpus, links.cannot, &stood_for.unwrap_or_default());
    made(format!("found {} distinct texts", groups.groups().len()));
    let references = reference::detect(&groups, &config.reference);
    made(format!(
        "found {} texts with {} exact copies and more",
        references.references().len(),
        config.reference.min_copies
    ));
    log(Progress::Begun("finding wording that many comments share"));
    let quotes = Quotes::find(&corpus, &config.known);
    if !config.known.is_empty() {
        made(format!("found quotations of known text in {} texts", quotes.n_texts()));
    }
    let tables = match parts {
        Some(parts) => parts.tables(&corpus, &references, quotes.clone())?,
        None => Tables::beside_known(&corpus, &references, quotes.clone()),
    };
    log(Progress::Begun("finding edited copies and similar texts"));
    let grounds = Grounds {
        tables: &tables,
        references: &references,
        analyst: &analyst_links(&corpus, &groups, &config.clustering.constraints)?,
        config: &config.clustering,
    };
    let elsewhere = parts.map(|parts| parts.searchers(&tables));
    let elsewhere = elsewhere.as_ref().map(|it| it as &dyn Searchers);
    let found = clustering::cluster(&grounds, &config.retrieval, elsewhere, &|n_done, n_texts| {
        log(Progress::Compared(n_done, n_texts));
    })?;
    let (found, late) = keep_earlier(&grounds, &groups, config, found)?;
    let nearest = clustering::nearest(&grounds, &found.clusters, &found.near);
    let clusters = found.clusters;
    let conflicts = grounds.analyst.conflicts(&grounds);
    made(format!("left {} texts that are copies of no form letter", found.n_without_letter));
    made(format!(
        "formed {} clusters of two comments and more",
        clusters.clusters().iter().filter(|cluster| !cluster.is_singleton()).count()
    ));
    log(Progress::Begun("classifying the edits"));
    let wordings = clustering::wordings(&grounds, &clusters, &found.reworded);
    let elsewhere = parts.map(|parts| |copies: &LetterCopies<'_>| parts.edits(&corpus, copies));
    let elsewhere = elsewhere.as_ref().map(|edits| edits as Elsewhere<'_>);
    let edits = edits::classify(&grounds, &clusters, &wordings, &config.edits, elsewhere)?;
    log(Progress::Begun("finding campaigns"));
    let campaigns = campaigns::find(&grounds, &groups, &clusters, &edits);
    Ok(Detection {
        known: config.known.iter().map(|text| text.name.clone()).collect(),
        quotes,
        nearest,
        edits,
        groups,
        clusters,
        campaigns,
        conflicts,
        n_candidates_cut: found.n_candidates_cut,
        late,
        corpus,
    })
}

/// Puts the comments of an earlier report back into their clusters, where there is one. The analyst's
/// links come before it.
fn keep_earlier(
    grounds: &Grounds<'_>,
    groups: &ExactGroups,
    config: &Config,
    found: Found,
) -> Result<(Found, Option<Late>)> {
    let Some(report) = &grounds.config.earlier else {
        return Ok((found, None));
    };
    let (corpus, stands) = (grounds.tables.corpus(), groups.representatives());
    let earlier = Earlier::new(corpus, &stands, report);
    let (kept, mut late) = earlier::keep(grounds, &found, earlier);
    let clusters = analyst::apply(grounds, kept);
    let differing = earlier::differing(
        &earlier::homes(&clusters, &stands),
        &afresh(grounds, config, groups, &found)?,
    );
    late.differing = differing;
    Ok((Found { clusters, ..found }, Some(late)))
}

/// The cluster of every document in a run without the earlier report. Where other copies would stand for texts
/// then, with other dockets or other words, it is made.
fn afresh(
    grounds: &Grounds<'_>,
    config: &Config,
    groups: &ExactGroups,
    found: &Found,
) -> Result<Vec<DocId>> {
    let corpus = grounds.tables.corpus();
    let free = exact::group(corpus, config.clustering.links.cannot, &FxHashMap::default());
    if free.are_alike(groups, corpus) {
        return Ok(earlier::homes(&found.clusters, &groups.representatives()));
    }
    let references = reference::detect(&free, &config.reference);
    let quotes = Quotes::find(corpus, &config.known);
    let grounds = Grounds {
        tables: &Tables::beside_known(corpus, &references, quotes),
        references: &references,
        analyst: &analyst_links(corpus, &free, &config.clustering.constraints)?,
        config: &config.clustering,
    };
    let found = clustering::cluster(&grounds, &config.retrieval, None, &|_, _| ())?;
    Ok(earlier::homes(&found.clusters, &free.representatives()))
}

/// The analyst's links between the documents that stand for the comments named.
fn analyst_links(
    corpus: &Corpus,
    groups: &ExactGroups,
    constraints: &[Constraint],
) -> Result<AnalystLinks> {
    if constraints.is_empty() {
        return Ok(AnalystLinks::default());
    }
    let representatives = groups.representatives();
    AnalystLinks::new(constraints, |id| Some(representatives[corpus.find(id)?.index()]))
}
