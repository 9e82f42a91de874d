//! Detection in, report out. The report is the contract; renderings are made from it.
//!
//! # Invariants
//! - No command line, thread count, absolute path or time of day is in it: the same input gives the
//!   same bytes.
//! - Every input is one line, in exactly one bucket, and the buckets sum to the inputs.

mod added;
pub mod comparison;
pub mod csv;
pub mod html;
mod lines;
pub mod printable;
pub mod schema;
pub mod terminal;
mod words;

use std::collections::BTreeMap;

use anyhow::{Result, ensure};

use crate::Detection;
use crate::clustering::{self, analyst};
use crate::config::Config;
use crate::corpus::{DocId, Document, Timestamp, tokens::tokenize};
use crate::edits::{self, Consensus};
use added::Usage;
pub use lines::{DocumentLines, document_lines};
use schema::{
    Bucket, Category, Cluster, Distances, Member, Passage, Reference, Related, RelayerCount,
    Report, SCHEMA_VERSION, SetAside, Settings, Tool, Totals,
};
pub use words::{counted, grouped};

/// Builds the cluster report.
pub fn build(detection: &Detection, config: &Config) -> Report {
    let usage = Usage::of(detection);
    let mut clusters: Vec<Cluster> = detection
        .clusters
        .clusters()
        .iter()
        .filter(|cluster| !cluster.is_singleton())
        .map(|found| cluster(detection, found, &usage))
        .collect();
    clusters.sort_by(|a, b| (b.n_comments, &a.reference.id).cmp(&(a.n_comments, &b.reference.id)));
    let set_aside = detection.corpus.set_aside().iter().map(|aside| SetAside {
        id: aside.id.clone(),
        source: aside.source.clone(),
        bucket: lines::aside_bucket(aside.bucket),
        reason: aside.reason.clone(),
    });
    Report {
        schema_version: SCHEMA_VERSION,
        tool: Tool {
            name: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
        settings: settings(config),
        input_digest: detection.corpus.input_digest().to_owned(),
        totals: totals(detection, &clusters),
        set_aside: set_aside.collect(),
        conflicts: detection
            .conflicts
            .iter()
            .map(|found| conflict(detection, found))
            .collect(),
        warnings: detection.corpus.warnings().to_vec(),
        clusters,
    }
}

/// Proves that the report accounts for every input: once by its sums, once by its lines.
///
/// # Errors
/// Names the sum that does not hold. It would be a defect of the program.
pub fn check(report: &Report, n_lines: usize) -> Result<()> {
    let totals = &report.totals;
    let n_bucketed: usize = totals.buckets.values().sum();
    ensure!(
        n_bucketed == totals.inputs,
        "the buckets hold {n_bucketed} inputs, but {} were read",
        totals.inputs
    );
    ensure!(
        n_lines == totals.inputs,
        "{n_lines} lines were written for {} inputs",
        totals.inputs
    );
    let n_categorized: usize = totals.categories.values().sum();
    ensure!(
        n_categorized == totals.comments,
        "the categories hold {n_categorized} comments, but {} were compared",
        totals.comments
    );
    for cluster in &report.clusters {
        let n_categorized: usize = cluster.categories.values().sum();
        let n_members: usize = cluster.members.iter().map(|member| member.n_copies).sum();
        ensure!(
            n_categorized == cluster.n_comments,
            "the categories of cluster {} do not sum to its comments",
            cluster.id
        );
        ensure!(
            n_members + cluster.reference.n_copies == cluster.n_comments,
            "the members of cluster {} do not sum to its comments",
            cluster.id
        );
    }
    Ok(())
}

fn settings(config: &Config) -> Settings {
    let links = config.clustering.links;
    let kinds = [
        (links.must, "must"),
        (links.cannot, "cannot"),
        (links.family, "family"),
    ];
    Settings {
        min_copies: config.reference.min_copies,
        threshold: config.clustering.threshold,
        family_bonus: config.clustering.family_bonus,
        links: kinds
            .into_iter()
            .filter(|(used, _)| *used)
            .map(|(_, kind)| kind.to_owned())
            .collect(),
        constraints: config
            .clustering
            .constraints
            .iter()
            .map(constraint)
            .collect(),
        depth: config.retrieval.depth,
        id_field: config.ingest.id_field.clone(),
        text_field: config.ingest.text_field.clone(),
        relayers_digest: config.ingest.relayers.digest().to_owned(),
    }
}

fn constraint(constraint: &analyst::Constraint) -> schema::Constraint {
    schema::Constraint {
        link: match constraint.link {
            analyst::Kind::Must => "must",
            analyst::Kind::Cannot => "cannot",
            analyst::Kind::Family => "family",
        }
        .to_owned(),
        a: constraint.a.clone(),
        b: constraint.b.clone(),
    }
}

fn conflict(detection: &Detection, conflict: &analyst::Conflict) -> schema::Conflict {
    let (reason, chain) = match conflict {
        analyst::Conflict::CannotAgainstMust(chain) => (
            "must-links join the two ends of a cannot-link; the must-links held",
            chain,
        ),
        analyst::Conflict::MustAcrossDockets(chain) => (
            "a must-link joins comments of different dockets; the must-link held",
            chain,
        ),
    };
    let id = |id: &DocId| detection.corpus.document(*id).id.clone();
    schema::Conflict {
        reason: reason.to_owned(),
        chain: chain.iter().map(id).collect(),
    }
}

fn totals(detection: &Detection, clusters: &[Cluster]) -> Totals {
    let corpus = &detection.corpus;
    let (buckets, categories) = counts(detection);
    let n_documents = corpus.len();
    Totals {
        inputs: n_documents + corpus.set_aside().len(),
        submissions: corpus
            .ids()
            .fold(corpus.set_aside().len() as u64, |sum, id| {
                sum.saturating_add(corpus.entry(id).n_submissions)
            }),
        comments: n_documents,
        distinct_texts: detection.groups.groups().len(),
        buckets,
        clusters: clusters.len(),
        form_letters: clusters
            .iter()
            .filter(|cluster| cluster.is_form_letter)
            .count(),
        categories,
        added_passages: clusters
            .iter()
            .flat_map(|cluster| &cluster.members)
            .map(|member| member.unique_text.len())
            .sum(),
        candidates_cut: detection.n_candidates_cut,
    }
}

/// Inputs by bucket and comments by category, counted cluster by cluster: the lines are counted apart
/// when they are written, so that [`check`] compares two counts.
fn counts(detection: &Detection) -> (BTreeMap<Bucket, usize>, BTreeMap<Category, usize>) {
    let (mut buckets, mut categories) = (BTreeMap::new(), BTreeMap::new());
    for aside in detection.corpus.set_aside() {
        *buckets
            .entry(lines::aside_bucket(aside.bucket))
            .or_default() += 1;
    }
    for cluster in detection.clusters.clusters() {
        let members = cluster.members().iter().map(|member| member.document);
        for id in std::iter::once(cluster.seed()).chain(members) {
            let group = detection.groups.of_representative(id);
            let n_copies = group.map_or(0, |group| group.members().len());
            let bucket = if cluster.is_singleton() {
                Bucket::Singleton
            } else {
                Bucket::Clustered
            };
            *buckets.entry(bucket).or_default() += 1;
            if n_copies > 1 {
                *buckets.entry(Bucket::ExactCopy).or_default() += n_copies - 1;
            }
            if let Some(edit) = detection.edits.of(id) {
                *categories
                    .entry(lines::category(edit.category))
                    .or_default() += n_copies;
            }
        }
    }
    (buckets, categories)
}

fn cluster(detection: &Detection, found: &clustering::Cluster, usage: &Usage) -> Cluster {
    let corpus = &detection.corpus;
    let seed = corpus.document(found.seed());
    let copies = |id| {
        detection
            .groups
            .of_representative(id)
            .map_or(&[][..], |group| group.members())
    };
    let places: Vec<lines::Place<'_>> = lines::places(found).collect();
    let unique: Vec<DocId> = places.iter().map(|place| place.document()).collect();
    let everyone: Vec<DocId> = unique.iter().flat_map(|id| copies(*id)).copied().collect();
    let mut categories = BTreeMap::new();
    for id in &unique {
        if let Some(edit) = detection.edits.of(*id) {
            *categories
                .entry(lines::category(edit.category))
                .or_default() += copies(*id).len();
        }
    }
    let reference = reference(detection, found, &unique);
    let is_reference =
        |id: DocId| !reference.is_consensus && reference.id == corpus.document(id).id;
    let mut members: Vec<Member> = places
        .into_iter()
        .filter(|place| !is_reference(place.document()))
        .filter_map(|place| member(detection, place, copies(place.document()).len()))
        .collect();
    members.sort_by(|a, b| {
        a.evidence
            .distance
            .total_cmp(&b.evidence.distance)
            .then_with(|| a.id.cmp(&b.id))
    });
    let timestamps = || everyone.iter().filter_map(|id| corpus.entry(*id).timestamp);
    let mut docket_ids: Vec<String> = everyone
        .iter()
        .flat_map(|id| corpus.document(*id).attributes.dockets.all())
        .collect();
    docket_ids.sort_unstable();
    docket_ids.dedup();
    Cluster {
        id: lines::cluster_id(seed),
        is_form_letter: found.is_form_letter(),
        reference,
        n_comments: everyone.len(),
        n_submissions: everyone.iter().fold(0, |sum: u64, id| {
            sum.saturating_add(corpus.entry(*id).n_submissions)
        }),
        categories,
        first_received: timestamps().min().and_then(iso_8601),
        last_received: timestamps().max().and_then(iso_8601),
        relayers: relayers(detection, &everyone),
        docket_ids,
        distances: distances(found),
        cut_off: lines::six_decimals(found.cut_off()),
        related: found
            .related()
            .iter()
            .map(|other| related(seed, corpus.document(*other)))
            .collect(),
        added: added::ranked(detection, usage, &members),
        members,
    }
}

/// The letter of a cluster: the reference copy where somebody sent it, else what the documents share.
fn reference(detection: &Detection, found: &clustering::Cluster, unique: &[DocId]) -> Reference {
    let corpus = &detection.corpus;
    let n_copies = |id: &DocId| {
        let group = detection.groups.of_representative(*id);
        group.map_or(0, |group| group.members().len())
    };
    let is_exact = |id: &&DocId| {
        let edit = detection.edits.of(**id);
        edit.is_some_and(|edit| edit.category == edits::Category::Exact)
    };
    let sent = unique.iter().find(is_exact);
    let consensus = detection.edits.consensus(found.seed());
    let representative = consensus.map_or(found.seed(), Consensus::representative);
    let document = corpus.document(*sent.unwrap_or(&representative));
    let paragraphs = match consensus {
        Some(consensus) => consensus.paragraphs(corpus),
        None => document
            .blocks()
            .map(|(_, block)| block.to_owned())
            .collect(),
    };
    let mut n_kept = vec![unique.iter().map(n_copies).sum(); paragraphs.len()];
    for id in unique {
        for at in detection
            .edits
            .of(*id)
            .iter()
            .flat_map(|edit| &edit.blocks_dropped)
        {
            n_kept[*at as usize] -= n_copies(id);
        }
    }
    Reference {
        id: document.id.clone(),
        source: document.source.clone(),
        is_consensus: sent.is_none(),
        paragraphs,
        n_kept,
        n_copies: sent.map_or(0, n_copies),
    }
}

fn member(detection: &Detection, place: lines::Place<'_>, n_copies: usize) -> Option<Member> {
    let document = detection.corpus.document(place.document());
    let edit = detection.edits.of(place.document())?;
    let text = document.text.as_deref().unwrap_or_default();
    Some(Member {
        id: document.id.clone(),
        n_copies,
        category: lines::category(edit.category),
        evidence: place.evidence(detection),
        n_added_words: edit.n_added_words,
        n_deleted_words: edit.n_deleted_words,
        n_changed_words: edit.n_changed_words,
        unique_text: edit
            .unique_text
            .iter()
            .map(|span| Passage {
                start: span.start,
                end: span.end,
                text: text[span.clone()].to_owned(),
            })
            .collect(),
        also_contains: place.also_contains(detection),
    })
}

/// How two letters of opposite stance differ.
fn related(seed: &Document, other: &Document) -> Related {
    let mut balance: BTreeMap<String, isize> = BTreeMap::new();
    for (document, step) in [(seed, 1), (other, -1)] {
        for token in tokenize(&document.main_text()) {
            *balance.entry(token.form.into_owned()).or_default() += step;
        }
    }
    let words = |is_more: fn(isize) -> bool| {
        let more = balance.iter().filter(|(_, balance)| is_more(**balance));
        more.map(|(word, _)| word.clone()).collect()
    };
    Related {
        cluster: lines::cluster_id(other),
        only_here: words(|balance| balance > 0),
        only_there: words(|balance| balance < 0),
    }
}

fn relayers(detection: &Detection, everyone: &[DocId]) -> Vec<RelayerCount> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for id in everyone {
        if let Some(relayer) = detection.corpus.relayer(*id) {
            *counts.entry(relayer).or_default() += 1;
        }
    }
    let mut counts: Vec<RelayerCount> = counts
        .into_iter()
        .map(|(relayer, n_comments)| RelayerCount {
            relayer: relayer.to_owned(),
            n_comments,
        })
        .collect();
    counts.sort_by(|a, b| (b.n_comments, &a.relayer).cmp(&(a.n_comments, &b.relayer)));
    counts
}

fn distances(found: &clustering::Cluster) -> Option<Distances> {
    let members = found.members().iter();
    let mut sorted: Vec<f64> = members
        .map(|member| lines::six_decimals(member.distance))
        .collect();
    sorted.sort_by(f64::total_cmp);
    Some(Distances {
        min: *sorted.first()?,
        mean: lines::six_decimals(sorted.iter().sum::<f64>() / sorted.len() as f64),
        max: *sorted.last()?,
    })
}

fn iso_8601(timestamp: Timestamp) -> Option<String> {
    Some(jiff::Timestamp::from_second(timestamp).ok()?.to_string())
}
