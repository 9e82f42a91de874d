//! The papers' tables on a labeled docket.
//!
//! | file | experiment | source |
//! |---|---|---|
//! | `texts` | lengths of the texts and their terms | dg.o 2006 Table 1 |
//! | here | every method by category, its agreement and time | SIGIR 2006 Tables 1–3, dg.o 2006 Tables 4 and 8 |
//! | `links` | F1 against the number and kind of links | SIGIR 2006 Figure 4 |
//! | `similarities` | best F1 over thresholds, Matthews and Pearson on pairs, and how far similarities agree | msr2013 §4.4–4.8, Tables 5–7, Figure 6 |

mod links;
mod similarities;
mod texts;
mod thresholds;

use std::time::Instant;

use anyhow::{Result, ensure};
use rustc_hash::FxHashMap;

use super::clusters::Clustering;
use super::measures;
use super::rivals::{METHODS, Method};
use super::schema::{DocketCounts, MethodComparison, MethodScores};
use durian::corpus::{Corpus, DocId};
use durian::detection::Detection;
use durian::eval::judged_pairs::JudgedPair;
use durian::eval::labels::Label;
use durian::eval::measures::categories::by_category;
use durian::eval::measures::partition::{Contingency, Partition};
use durian::eval::predictions::{Prediction, Predictions};
use durian::eval::schema::IdCounts;
use durian::eval::{self, LabeledComments};
use durian::exact::ExactGroups;
use durian::reference::ReferenceCopies;
use durian::report;
use durian::report::schema::DocumentLine;

/// A docket as the methods get it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Docket<'a> {
    /// The documents.
    pub(crate) corpus: &'a Corpus,
    /// Exact copies.
    pub(crate) groups: &'a ExactGroups,
    /// Form letters.
    pub(crate) references: &'a ReferenceCopies,
}

/// Labels joined with the documents of a docket.
#[derive(Debug)]
pub(crate) struct Labelled {
    /// Each label's document; none where the docket has it not or set it aside.
    documents: Vec<Option<DocId>>,
    clusters: Partition,
    /// None where no label speaks of campaigns.
    campaigns: Option<Partition>,
    categories: Vec<Option<String>>,
}

impl<'a> Docket<'a> {
    /// A docket that was read, with the letters that were found in it.
    pub(crate) fn new(detection: &'a Detection, references: &'a ReferenceCopies) -> Self {
        Self { corpus: &detection.corpus, groups: &detection.groups, references }
    }
}

impl Labelled {
    fn new(labels: &[Label], corpus: &Corpus) -> Result<(Self, IdCounts)> {
        let known = known(corpus);
        let joined = LabeledComments::new(labels, &known);
        let ids = joined.ids;
        ensure!(
            ids.missing < ids.labelled,
            "none of the {} labeled ids is in the docket: are the labels of another docket, or of another form of it?",
            ids.labelled
        );
        let labelled = Self {
            documents: joined
                .labels
                .iter()
                .map(|(_, found)| corpus.find(&found.as_ref()?.id))
                .collect(),
            clusters: joined.clusters(),
            campaigns: joined.campaigns(),
            categories: joined.categories(),
        };
        Ok((labelled, ids))
    }

    /// The labeled cluster of each document that a label speaks of.
    fn cluster_of(&self) -> FxHashMap<DocId, u32> {
        self.documents
            .iter()
            .zip(self.clusters.of_documents())
            .filter_map(|(id, cluster)| Some(((*id)?, *cluster)))
            .collect()
    }

    /// The partition of the labeled documents whose clusters have the given names, by document.
    fn partition(&self, names: &[Option<&str>]) -> Partition {
        Partition::new(self.documents.iter().map(|id| names[(*id)?.index()]))
    }
}

/// The comments of a docket, to be found by their ids as those of a report are: the places are their numbers.
fn known(corpus: &Corpus) -> Predictions {
    Predictions::new(
        corpus
            .ids()
            .map(|id| Prediction { id: corpus.id(id).to_owned(), ..Prediction::default() })
            .collect(),
    )
}

/// What DURIAN's report says of its comments, as `durian evaluate` reads it.
pub(crate) fn predictions(lines: &[DocumentLine]) -> Result<Predictions> {
    let lines: Vec<String> =
        lines.iter().map(serde_json::to_string).collect::<serde_json::Result<_>>()?;
    Predictions::read(&lines.join("\n"))
}

/// The clusters that a method made.
#[derive(Debug)]
pub(crate) struct MethodClusters {
    /// The method.
    pub(crate) method: Method,
    clusters: Clustering,
}

impl MethodClusters {
    /// For every document of the docket, the id of the document that its cluster is named after.
    pub(crate) fn names<'a>(&self, docket: Docket<'a>) -> Vec<Option<&'a str>> {
        self.clusters.names(docket.corpus, docket.groups)
    }
}

/// What is compared, and what is to be told besides the tables.
pub(crate) struct ExperimentOutcome {
    /// The tables.
    pub(crate) comparison: MethodComparison,
    /// The clusters of each method.
    pub(crate) clusters: Vec<MethodClusters>,
}

/// Runs every method and experiment. The time of a method is that of clustering; reading the docket and scoring
/// are left out. Similarities are tried on the judged pairs, where there are such. `log` is told in one line what
/// was done.
///
/// # Errors
/// Where no label or judged pair fits the docket, or the search engine behind DURIAN fails.
pub(crate) fn compare(
    detection: &Detection,
    references: &ReferenceCopies,
    labels: &[Label],
    judged: Option<&[JudgedPair]>,
    log: &dyn Fn(String),
) -> Result<ExperimentOutcome> {
    let docket = Docket::new(detection, references);
    let (labelled, ids) = Labelled::new(labels, docket.corpus)?;
    let lines: Vec<DocumentLine> = report::document_lines(detection).collect();
    let predictions = predictions(&lines)?;
    let (mut methods, mut made) = (Vec::new(), Vec::new());
    for method in METHODS {
        let start = Instant::now();
        let clusters = method.cluster(docket.corpus, docket.references)?;
        let seconds = start.elapsed().as_secs_f64();
        log(format!("{}: {seconds:.2} s", method.name));
        methods.push(score(method, &clusters, seconds, docket, &labelled));
        made.push(MethodClusters { method: *method, clusters });
    }
    let links = links::against_f1(docket, &labelled)?;
    log("drew links".to_owned());
    let (pairs, similarities) = similarities::on_pairs(docket, &labelled, judged)?;
    log(format!("compared {} pairs", pairs.drawn));
    let comparison = MethodComparison {
        ids,
        docket: DocketCounts {
            comments: docket.corpus.len(),
            distinct_texts: docket.groups.groups().len(),
            form_letters: docket.references.references().len(),
        },
        texts: texts::statistics(docket, &labelled),
        methods,
        links,
        pairs,
        similarities,
        durian: eval::evaluate(labels, &predictions)?,
        zones: measures::zones(&LabeledComments::new(labels, &predictions), &lines),
    };
    Ok(ExperimentOutcome { comparison, clusters: made })
}

fn score(
    method: &Method,
    clusters: &Clustering,
    seconds: f64,
    docket: Docket<'_>,
    labelled: &Labelled,
) -> MethodScores {
    let predicted = labelled.partition(&clusters.names(docket.corpus, docket.groups));
    MethodScores {
        name: method.name,
        given_letters: method.is_given_letters,
        seconds,
        comments_per_second: docket.corpus.len() as f64 / seconds.max(1e-9),
        clusters: Contingency::new(&labelled.clusters, &predicted).measures(),
        against_campaigns: labelled
            .campaigns
            .as_ref()
            .map(|campaigns| Contingency::new(campaigns, &predicted).measures()),
        categories: by_category(&labelled.clusters, &predicted, &labelled.categories),
    }
}
