//! DURIAN itself behind the rivals' door: stages 4 and 5 of the pipeline, and the links it finds.

use anyhow::Result;

use crate::clustering::rules::are_of_similar_size;
use crate::clustering::{self, AnalystLinks, Grounds, Links};
use crate::compare::{Tables, are_of_one_family};
use crate::corpus::{Corpus, DocId};
use crate::eval::clusters::Clustering;
use crate::reference::ReferenceCopies;
use crate::retrieval;

/// The pipeline as it is.
///
/// # Errors
/// Where the search engine fails.
pub fn cluster(corpus: &Corpus, references: &ReferenceCopies) -> Result<Clustering> {
    with_links(corpus, references, Links::ALL)
}

/// The pipeline with every kind of link switched off: the unsupervised baseline of SIGIR 2006 §6.2.
///
/// # Errors
/// Where the search engine fails.
pub fn without_links(corpus: &Corpus, references: &ReferenceCopies) -> Result<Clustering> {
    with_links(corpus, references, Links::NONE)
}

/// The pipeline with some kinds of links.
///
/// # Errors
/// Where the search engine fails.
pub fn with_links(
    corpus: &Corpus,
    references: &ReferenceCopies,
    links: Links,
) -> Result<Clustering> {
    let clusters = run(corpus, references, links)?;
    let seeds = clusters.clusters().iter().flat_map(|cluster| {
        let members = cluster.members().iter().map(|member| member.document);
        members.chain([cluster.seed()]).map(|id| (id, cluster.seed()))
    });
    let seeds: rustc_hash::FxHashMap<DocId, DocId> = seeds.collect();
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
    let grounds = Grounds { tables: &tables, references, analyst: &analyst, config: &config };
    let found = clustering::cluster(&grounds, &retrieval::RetrievalConfig::default(), &|_, _| ())?;
    Ok(found.clusters)
}

/// Links between a seed and a document, as the program finds them from attributes and content (SIGIR
/// 2006 §4.4); each kind sorted.
#[derive(Clone, Debug, Default)]
pub struct FoundLinks {
    /// Must-links that placed a document.
    pub must: Vec<(DocId, DocId)>,
    /// Cannot-links between a form letter and a document.
    pub cannot: Vec<(DocId, DocId)>,
    /// Family-links between a form letter and a document.
    pub family: Vec<(DocId, DocId)>,
}

/// What α a family-link takes off a distance.
pub fn family_bonus() -> f64 {
    clustering::ClusteringConfig::default().family_bonus
}

/// The cut-off of the distance.
pub fn threshold() -> f64 {
    clustering::ClusteringConfig::default().threshold
}

/// All links that the program finds in a docket.
///
/// # Errors
/// Where the search engine fails.
pub fn links(corpus: &Corpus, references: &ReferenceCopies) -> Result<FoundLinks> {
    let mut found = FoundLinks::default();
    for cluster in run(corpus, references, Links::ALL)?.clusters() {
        let must = cluster.members().iter().filter(|member| member.rule.is_must());
        found.must.extend(must.map(|member| (member.compared_with, member.document)));
    }
    let length = |id: DocId| corpus.token_text(id).len();
    for letter in references.references() {
        for id in references.others() {
            let (own, other) = (corpus.document(*letter), corpus.document(*id));
            let lengths = (length(*letter), length(*id));
            if !own.attributes.dockets.may_meet(&other.attributes.dockets) {
                found.cannot.push((*letter, *id));
            } else if are_of_one_family(own, other) && are_of_similar_size(lengths) {
                found.family.push((*letter, *id));
            }
        }
    }
    for links in [&mut found.must, &mut found.cannot, &mut found.family] {
        links.sort_unstable();
    }
    Ok(found)
}
