//! The papers' tables on a labelled docket.
//!
//! | file | experiment | source |
//! |---|---|---|
//! | `texts` | lengths of the texts and their terms | dg.o 2006 Table 1 |
//! | `methods` | every method by category, its agreement and time | SIGIR 2006 Tables 1–3, dg.o 2006 Tables 4 and 8 |
//! | `links` | F1 against the number and kind of links | SIGIR 2006 Figure 4 |
//! | `similarities` | best F1 over thresholds, Matthews and Pearson on pairs, and how far similarities agree | msr2013 §4.4–4.8, Tables 5–7, Figure 6 |

mod links;
mod methods;
mod pairs;
mod similarities;
mod texts;
mod thresholds;

use anyhow::{Result, ensure};
use rustc_hash::FxHashSet;

use super::judged_pairs::JudgedPair;
use super::labels::{Label, category_name};
use super::partition::Partition;
use super::predictions::{Prediction, Predictions};
use super::schema::{DocketCounts, IdCounts, MethodComparison};
use crate::corpus::{Corpus, DocId};
use crate::exact::ExactGroups;
use crate::reference::ReferenceCopies;
pub use methods::MethodClusters;
use pairs::DrawnPairs;

/// A docket as the methods get it.
#[derive(Clone, Copy, Debug)]
pub struct Docket<'a> {
    /// The documents.
    pub corpus: &'a Corpus,
    /// Exact copies.
    pub groups: &'a ExactGroups,
    /// Form letters.
    pub references: &'a ReferenceCopies,
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

impl Labelled {
    fn new(labels: &[Label], corpus: &Corpus) -> Result<(Self, IdCounts)> {
        let known = known(corpus);
        let (mut ids, mut seen) = (IdCounts::default(), FxHashSet::default());
        let mut is_taken = vec![false; known.len()];
        let mut labelled = Self {
            documents: Vec::new(),
            clusters: Partition::default(),
            campaigns: labels.iter().any(|label| label.campaign.is_some()).then(Partition::default),
            categories: Vec::new(),
        };
        for label in labels {
            if !seen.insert(&label.id) {
                ids.repeated += 1;
                continue;
            }
            let found = known
                .find(&label.id, label.message_id.as_deref())
                .filter(|at| !std::mem::replace(&mut is_taken[*at], true));
            if !label.counts() {
                ids.left_out += 1;
                continue;
            }
            ids.labelled += 1;
            ids.missing += usize::from(found.is_none());
            labelled.documents.push(found.map(|at| DocId(at as u32)));
            labelled.clusters.push(label.cluster.as_deref());
            if let Some(campaigns) = &mut labelled.campaigns {
                campaigns.push(label.campaign.as_ref().and_then(Option::as_deref));
            }
            labelled
                .categories
                .push(label.category.as_deref().map(category_name).filter(|name| !name.is_empty()));
        }
        ids.extra = is_taken.iter().filter(|taken| !**taken).count();
        ensure!(
            ids.missing < ids.labelled,
            "none of the {} labelled ids is in the docket: are the labels of another docket, or of another form of it?",
            ids.labelled
        );
        Ok((labelled, ids))
    }

    /// The partition of the labelled documents whose clusters have the given names, by document.
    fn partition(&self, names: &[Option<&str>]) -> Partition {
        Partition::new(self.documents.iter().map(|id| names[(*id)?.index()]))
    }
}

/// The comments of a docket, to be found by their ids as those of a report are: the places are their numbers.
fn known(corpus: &Corpus) -> Predictions {
    let known = corpus
        .ids()
        .map(|id| Prediction { id: corpus.entry(id).id.to_string(), ..Prediction::default() });
    Predictions::new(known.collect())
}

/// What is compared, and what is to be told besides the tables.
pub struct ExperimentOutcome {
    /// The tables.
    pub comparison: MethodComparison,
    /// The clusters of each method.
    pub clusters: Vec<MethodClusters>,
}

/// Runs every method and experiment. Similarities are tried on the judged pairs, where there are such. `log` is
/// told in one line what was done.
///
/// # Errors
/// Where no label or judged pair fits the docket, or the search engine behind DURIAN fails.
pub fn compare(
    docket: Docket<'_>,
    labels: &[Label],
    judged: Option<&[JudgedPair]>,
    log: &dyn Fn(String),
) -> Result<ExperimentOutcome> {
    let (labelled, ids) = Labelled::new(labels, docket.corpus)?;
    let (methods, clusters) = methods::run(docket, &labelled, log)?;
    let links = links::against_f1(docket, &labelled)?;
    log("drew links".to_owned());
    let drawn = match judged {
        Some(judged) => DrawnPairs::judged(docket, judged)?,
        None => DrawnPairs::of_labelled(docket, &labelled),
    };
    let (pairs, similarities) = similarities::on_pairs(docket, drawn);
    log(format!("compared {} pairs", pairs.drawn));
    let counts = DocketCounts {
        comments: docket.corpus.len(),
        distinct_texts: docket.groups.groups().len(),
        form_letters: docket.references.references().len(),
    };
    Ok(ExperimentOutcome {
        comparison: MethodComparison {
            ids,
            docket: counts,
            texts: texts::statistics(docket, &labelled),
            methods,
            links,
            pairs,
            similarities,
            durian: None,
        },
        clusters,
    })
}
