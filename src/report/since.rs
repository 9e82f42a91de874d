//! An earlier report's lines in, what clustering keeps of them out; and what is new since then.

use std::ops::Range;

use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::lines::{Lines, six_decimals};
use super::schema::{
    Bucket, Category, DocumentLine, Moved, Reference, ReportedCluster, ReportedMember,
    ReportedPassage, Rule, Since,
};
use crate::clustering::Member;
use crate::clustering::earlier::{EarlierInput, EarlierReport, Late, Place};
use crate::config::Config;
use crate::corpus::{Digest, DocId};
use crate::detection::Detection;
use crate::edits::{EarlierEdit, EarlierEdits, EarlierLetter, Edit, SharedText, document_digest};

/// A cluster of an earlier `report.json`, as far as it is kept.
#[derive(Debug, Deserialize)]
pub struct EarlierCluster {
    id: String,
    reference: Reference,
    members: Vec<ReportedMember>,
}

/// What is kept of an earlier report: where its comments were and why, and how they were edited.
#[derive(Debug, Default)]
pub struct EarlierPlaces {
    /// For clustering.
    pub inputs: Vec<EarlierInput>,
    /// For edits.
    pub edits: EarlierEdits,
    /// Members of which no line was seen yet.
    members: FxHashMap<String, ReportedMember>,
}

impl EarlierPlaces {
    /// Takes the letters of the clusters. The lines come after them.
    pub fn new(clusters: Vec<EarlierCluster>) -> Self {
        let mut places = Self::default();
        for cluster in clusters {
            let letter = EarlierLetter {
                reference: cluster.reference.id,
                is_consensus: cluster.reference.is_consensus,
                paragraphs: cluster.reference.paragraphs,
            };
            places.edits.letters.insert(cluster.id, letter);
            places
                .members
                .extend(cluster.members.into_iter().map(|member| (member.id.clone(), member)));
        }
        places
    }

    /// Takes a line of the earlier report.
    pub fn see(&mut self, line: DocumentLine) {
        let digest = document_digest(&line.paragraphs);
        if let (Bucket::Clustered | Bucket::Singleton, Some(category)) =
            (line.bucket, line.category)
        {
            let member = self.members.remove(&line.id);
            let edit = earlier_edit(digest, category, &line, member.as_ref());
            self.edits.edits.insert(line.id.clone(), edit);
        }
        self.inputs.push(earlier_input(digest, line));
    }
}

/// What a line, and the member that it is, say of an edit.
fn earlier_edit(
    digest: Digest,
    category: Category,
    line: &DocumentLine,
    member: Option<&ReportedMember>,
) -> EarlierEdit {
    let rule = line.evidence.as_ref().map(|evidence| evidence.rule);
    let (unique, shared, changes) = member.map_or((&[][..], &[][..], &[][..]), |member| {
        (&member.unique_text[..], &member.shared_text[..], &member.changes[..])
    });
    let [n_added_words, n_deleted_words, n_changed_words] = member.map_or([0; 3], |member| {
        [member.n_added_words, member.n_deleted_words, member.n_changed_words]
    });
    let passages = unique
        .iter()
        .map(|passage| &passage.text)
        .chain(shared.iter().map(|shared| &shared.text))
        .chain(line.form_text.iter().map(|passage| &passage.text));
    EarlierEdit {
        digest,
        cluster: line.cluster.clone(),
        is_seed: matches!(rule, Some(Rule::Reference | Rule::Seed)),
        passages: passages.cloned().collect(),
        quotes: line.quotes.iter().map(|quote| quote.text.clone()).collect(),
        changes: changes
            .iter()
            .map(|change| (change.letter.clone(), change.here.to_string()))
            .collect(),
        edit: Edit {
            category,
            unique_text: spans(unique),
            shared_text: shared
                .iter()
                .map(|shared| SharedText {
                    place: shared.start..shared.end,
                    n_comments: shared.n_comments,
                })
                .collect(),
            changes: Box::default(),
            form_text: spans(&line.form_text),
            quotes: Box::default(),
            n_added_words,
            n_deleted_words,
            n_changed_words,
            blocks_dropped: Box::default(),
        },
    }
}

/// What clustering keeps of a line of an earlier report.
fn earlier_input(digest: Digest, line: DocumentLine) -> EarlierInput {
    let place = match (line.bucket, line.evidence) {
        (Bucket::ExactCopy, Some(evidence)) => Place::CopyOf(evidence.compared_with),
        (Bucket::Clustered, Some(evidence)) if evidence.rule.is_of_members() => Place::Member(
            digest,
            Member {
                document: line.id.clone(),
                compared_with: evidence.compared_with,
                rule: evidence.rule,
                distance: evidence.distance,
                n_shared_words: evidence.n_shared_words,
                shares: line.shared,
                n_blocks_kept: evidence.n_paragraphs_kept,
                also_contains: line.also_contains,
            },
        ),
        (Bucket::Clustered, Some(_)) | (Bucket::Singleton, _) => Place::Text(digest),
        _ => Place::Aside,
    };
    EarlierInput { id: line.id, cluster: line.cluster, campaign: line.campaign, place }
}

/// What is not as the earlier report has it.
fn moved(detection: &Detection, config: &Config, late: &Late, report: &EarlierReport) -> Moved {
    let corpus = &detection.corpus;
    let (places, earlier) = (Lines::of(detection), &config.earlier_edits);
    // Reports of version 0.1.0 know none.
    let knows_campaigns = !late.campaigns.is_empty();
    let mut moved = Moved::default();
    for input in &report.inputs {
        let Some(id) = corpus.find(&input.id) else {
            continue;
        };
        let Some(place) = places.place(id).filter(|_| !late.new.contains(&id)) else {
            continue;
        };
        let is_alone = place.cluster.is_singleton();
        if input.cluster.is_none() && !is_alone {
            continue;
        }
        let cluster = (!is_alone).then(|| detection.cluster_id(place.cluster.seed));
        moved.clusters += usize::from(cluster != input.cluster);
        let is_other = places.campaign_of(place) != input.campaign.as_deref();
        moved.campaigns += usize::from(knows_campaigns && is_other);
        let edit = detection.edits.of(place.document());
        let (then, compared_with) = match &input.place {
            Place::CopyOf(original) => (original, Some(original)),
            Place::Member(_, member) => (&input.id, Some(&member.compared_with)),
            Place::Text(_) | Place::Aside => (&input.id, None),
        };
        if let (Some(then), Some(now)) = (earlier.edits.get(then), edit) {
            moved.categories += usize::from(then.edit.category != now.category);
            moved.unique_text += usize::from(then.edit.unique_text != now.unique_text);
        }
        let evidence = places.evidence(id, place);
        let is_same = match (&input.place, &evidence) {
            (Place::Member(_, held), Some(now)) => {
                now.rule == held.rule
                    && now.distance == six_decimals(held.distance)
                    && now.n_shared_words == held.n_shared_words
                    && now.n_paragraphs_kept == held.n_blocks_kept
            }
            _ => true,
        };
        let compared = evidence.as_ref().map(|evidence| &evidence.compared_with);
        let is_other = compared_with.is_some_and(|then| compared != Some(then));
        moved.evidence += usize::from(!is_same || is_other);
    }
    moved
}

fn spans(passages: &[ReportedPassage]) -> Box<[Range<usize>]> {
    passages.iter().map(|passage| passage.start..passage.end).collect()
}

/// What is new since the earlier report, where there is one.
pub(super) fn since(
    detection: &Detection,
    config: &Config,
    clusters: &[ReportedCluster],
) -> Option<Since> {
    let (late, earlier) = (detection.late.as_ref()?, config.clustering.earlier.as_ref()?);
    let (mut in_earlier, mut in_new, mut unique, mut n_kept) = (0, 0, 0, 0);
    for cluster in &detection.clusters.clusters {
        let comments: Vec<DocId> = detection.comments(cluster).collect();
        let n_new = detection.n_new(&comments);
        let is_kept = !detection.is_new(cluster);
        n_kept += usize::from(is_kept && !cluster.is_singleton());
        match (cluster.is_singleton(), is_kept) {
            (true, _) => unique += n_new,
            (false, true) => in_earlier += n_new,
            (false, false) => in_new += n_new,
        }
    }
    let letters = &config.earlier_edits.letters;
    let kept = clusters.iter().filter_map(|now| Some((&now.reference, letters.get(&now.id)?)));
    let others =
        kept.filter(|(now, then)| then.reference != now.id || then.paragraphs != now.paragraphs);
    Some(Since {
        input_digest: earlier.input_digest.clone(),
        same_settings: earlier.same_settings,
        new_comments: late.new.len(),
        new_in_earlier_clusters: in_earlier,
        new_in_new_clusters: in_new,
        new_unique: unique,
        new_set_aside: detection
            .corpus
            .set_aside()
            .iter()
            .filter(|aside| !late.aside.contains(&*aside.id))
            .count(),
        no_longer_unique: late.joined.len(),
        moved: Moved { references: others.count(), ..moved(detection, config, late, earlier) },
        changed: late.n_changed,
        gone: late.n_gone,
        clusters_kept: n_kept,
        clusters_gone: late.n_clusters_gone,
    })
}
