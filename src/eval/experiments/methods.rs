//! Every method on one docket: its clusters, scores and time.

use std::time::Instant;

use anyhow::Result;

use super::{Docket, Labelled};
use crate::eval::clusters::Clustering;
use crate::eval::measures::categories::by_category;
use crate::eval::measures::contingency::Contingency;
use crate::eval::rivals::{METHODS, Method};
use crate::eval::schema::MethodScores;

/// The clusters that a method made.
#[derive(Debug)]
pub struct MethodClusters {
    /// The method.
    pub method: Method,
    clusters: Clustering,
}

impl MethodClusters {
    /// For every document of the docket, the id of the document that its cluster is named after.
    pub fn names<'a>(&self, docket: Docket<'a>) -> Vec<Option<&'a str>> {
        self.clusters.names(docket.corpus, docket.groups)
    }
}

/// Runs all methods. The time is that of clustering; reading the docket and scoring are left out.
pub(super) fn run(
    docket: Docket<'_>,
    labelled: &Labelled,
    log: &dyn Fn(String),
) -> Result<(Vec<MethodScores>, Vec<MethodClusters>)> {
    let (mut scores, mut made) = (Vec::new(), Vec::new());
    for method in METHODS {
        let start = Instant::now();
        let clusters = method.cluster(docket.corpus, docket.references)?;
        let seconds = start.elapsed().as_secs_f64();
        log(format!("{}: {seconds:.2} s", method.name));
        scores.push(score(method, &clusters, seconds, docket, labelled));
        made.push(MethodClusters { method: *method, clusters });
    }
    Ok((scores, made))
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
