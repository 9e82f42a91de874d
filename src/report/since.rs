//! An earlier report's lines in, what clustering keeps of them out; and what is new since then.

use sha1::{Digest as _, Sha1};

use super::lines::clustering_rule;
use super::schema::{Bucket, DocumentLine, Since};
use crate::Detection;
use crate::clustering::Cluster;
use crate::clustering::earlier::{EarlierInput, Held, Place};
use crate::config::Config;
use crate::corpus::{Digest, DocId, tokens::for_each_overlapping};

/// What clustering keeps of a line of an earlier report.
pub fn earlier_input(line: DocumentLine) -> EarlierInput {
    let digest = digest(&line.paragraphs);
    let place = match (line.bucket, line.evidence) {
        (Bucket::ExactCopy, Some(evidence)) => Place::CopyOf(evidence.compared_with),
        (Bucket::Clustered, Some(evidence)) => match clustering_rule(evidence.rule) {
            None => Place::Text(digest),
            Some(rule) => Place::Member(
                digest,
                evidence.compared_with,
                Held {
                    rule,
                    distance: evidence.distance,
                    n_shared_words: evidence.n_shared_words,
                    n_blocks_kept: evidence.n_paragraphs_kept,
                    also_contains: line.also_contains,
                },
            ),
        },
        (Bucket::Singleton, _) => Place::Text(digest),
        _ => Place::Aside,
    };
    EarlierInput {
        id: line.id,
        cluster: line.cluster,
        place,
    }
}

/// SHA-1 of the document string, as ingest computes it.
pub(super) fn digest(paragraphs: &[String]) -> Digest {
    let mut hasher = Sha1::new();
    for paragraph in paragraphs {
        for_each_overlapping(paragraph, |form, n_shared, _| {
            hasher.update(&form[n_shared..])
        });
    }
    hasher.finalize().into()
}

/// How many of some comments are new.
pub(super) fn n_new(detection: &Detection, comments: &[DocId]) -> usize {
    let late = detection.late.iter();
    let new = late.flat_map(|late| comments.iter().filter(|id| late.new.contains(*id)));
    new.count()
}

/// Whether an earlier report was given that does not have a cluster.
pub(super) fn is_new(detection: &Detection, cluster: &Cluster) -> bool {
    let late = detection.late.as_ref();
    late.is_some_and(|late| !late.ids.contains_key(&cluster.seed()))
}

/// What is new since the earlier report, where there is one.
pub(super) fn since(detection: &Detection, config: &Config) -> Option<Since> {
    let (late, earlier) = (
        detection.late.as_ref()?,
        config.clustering.earlier.as_ref()?,
    );
    let copies = |id: DocId| {
        let group = detection.groups.of_representative(id);
        group.map_or(&[][..], |group| group.members())
    };
    let (mut in_earlier, mut in_new, mut unique, mut n_kept) = (0, 0, 0, 0);
    for cluster in detection.clusters.clusters() {
        let members = cluster.members().iter().map(|member| member.document);
        let texts = std::iter::once(cluster.seed()).chain(members);
        let n_new: usize = texts.map(|text| n_new(detection, copies(text))).sum();
        let is_kept = !is_new(detection, cluster);
        n_kept += usize::from(is_kept && !cluster.is_singleton());
        match (cluster.is_singleton(), is_kept) {
            (true, _) => unique += n_new,
            (false, true) => in_earlier += n_new,
            (false, false) => in_new += n_new,
        }
    }
    let set_aside = detection.corpus.set_aside().iter();
    let differing = late.differing.iter();
    Some(Since {
        input_digest: earlier.input_digest.clone(),
        same_settings: earlier.same_settings,
        new_comments: late.new.len(),
        new_in_earlier_clusters: in_earlier,
        new_in_new_clusters: in_new,
        new_unique: unique,
        new_set_aside: set_aside.filter(|it| !late.aside.contains(&it.id)).count(),
        no_longer_unique: late.joined.len(),
        changed: late.n_changed,
        gone: late.n_gone,
        clusters_kept: n_kept,
        clusters_gone: late.n_clusters_gone,
        differing_comments: differing.clone().map(|id| copies(*id).len()).sum(),
        differing: differing
            .map(|id| detection.corpus.document(*id).id.clone())
            .collect(),
    })
}
