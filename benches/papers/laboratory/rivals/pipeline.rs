//! DURIAN itself behind the rivals' door: stages 4 and 5 of the pipeline, and the links it finds.

use anyhow::Result;
use rustc_hash::FxHashMap;

use crate::laboratory::clusters::Clustering;
use durian::clustering::rules::are_of_similar_size;
use durian::clustering::{self, AnalystLinks, Context, Links};
use durian::compare::{Tables, are_of_one_family};
use durian::corpus::{Corpus, DocId};
use durian::reference::ReferenceCopies;
use durian::retrieval;

/// The pipeline as it is.
///
/// # Errors
/// Where the search engine fails.
pub(crate) fn cluster(corpus: &Corpus, references: &ReferenceCopies) -> Result<Clustering> {
    with_links(corpus, references, Links::ALL)
}

/// The pipeline with every kind of link switched off: the unsupervised baseline of SIGIR 2006 §6.2.
///
/// # Errors
/// Where the search engine fails.
pub(crate) fn without_links(corpus: &Corpus, references: &ReferenceCopies) -> Result<Clustering> {
    with_links(corpus, references, Links::NONE)
}

/// The pipeline with some kinds of links.
///
/// # Errors
/// Where the search engine fails.
pub(crate) fn with_links(
    corpus: &Corpus,
    references: &ReferenceCopies,
    links: Links,
) -> Result<Clustering> {
    let mut seeds: FxHashMap<DocId, DocId> = FxHashMap::default();
    for cluster in run(corpus, references, links)?.clusters {
        seeds.insert(cluster.seed, cluster.seed);
        seeds.extend(cluster.members.iter().map(|member| (member.document, cluster.seed)));
    }
    Ok(Clustering::around(references, |id| seeds.get(&id).copied()))
}

fn run(
    corpus: &Corpus,
    references: &ReferenceCopies,
    links: Links,
) -> Result<clustering::Clusters> {
    let config = clustering::ClusteringConfig { links, ..clustering::ClusteringConfig::default() };
    let tables = Tables::new(corpus, references);
    let analyst = AnalystLinks::default();
    let context = Context { tables: &tables, references, analyst: &analyst, config: &config };
    let found = clustering::cluster(&context, &retrieval::RetrievalConfig::default(), &|_, _| ())?;
    Ok(found.clusters)
}

/// What α a family-link takes off a distance.
pub(crate) fn family_bonus() -> f64 {
    clustering::ClusteringConfig::default().family_bonus
}

/// The cut-off of the distance.
pub(crate) fn threshold() -> f64 {
    clustering::ClusteringConfig::default().threshold
}

/// All links between a seed and a document that the program finds from attributes and content (SIGIR 2006 §4.4), each
/// kind sorted: must-links that placed a document, cannot-links and family-links between a form letter and a document.
///
/// # Errors
/// Where the search engine fails.
pub(crate) fn links(
    corpus: &Corpus,
    references: &ReferenceCopies,
) -> Result<[Vec<(DocId, DocId)>; 3]> {
    let [mut must, mut cannot, mut family] = [Vec::new(), Vec::new(), Vec::new()];
    for cluster in run(corpus, references, Links::ALL)?.clusters {
        must.extend(
            cluster
                .members
                .iter()
                .filter(|member| member.rule.is_must())
                .map(|member| (member.compared_with, member.document)),
        );
    }
    for letter in references.references() {
        for id in references.others() {
            let lengths = (corpus.token_text(*letter).len(), corpus.token_text(*id).len());
            if !corpus.dockets(*letter).may_meet(corpus.dockets(*id)) {
                cannot.push((*letter, *id));
            } else if are_of_one_family(corpus, *letter, *id)
                && are_of_similar_size(lengths, corpus.thresholds().rules.similar_size)
            {
                family.push((*letter, *id));
            }
        }
    }
    let mut found = [must, cannot, family];
    found.iter_mut().for_each(|links| links.sort_unstable());
    Ok(found)
}
