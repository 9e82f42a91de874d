//! Clusters in, clusters out of which some are spun letters.

use anyhow::Result;
use rustc_hash::FxHashMap;

use super::links::Link;
use super::rules::may_meet;
use super::{Clusters, Context, Member, Rule};
use crate::compare::Shares;
use crate::corpus::DocId;
use crate::retrieval::RetrievalConfig;
use crate::spun::{self, SpunLetter, Wording};

/// By the seeds of the clusters that the letters became.
pub type Wordings = FxHashMap<DocId, Wording>;

/// Finds the letters of which many texts are copies, by looking at a few of the texts.
pub(super) fn frequent(
    context: &Context<'_>,
    config: &RetrievalConfig,
    documents: &[DocId],
) -> Result<Vec<SpunLetter>> {
    let thresholds = context.tables.thresholds();
    let first_look = thresholds.work.sample;
    if documents.len() < thresholds.spun.many_more * first_look || !context.config.links.must {
        return Ok(Vec::new());
    }
    let tables = context.tables;
    let mut looked_at = tables.corpus().first_by_content(documents.iter().copied(), first_look);
    looked_at.sort_unstable();
    let rest = super::around_others(context, config, &looked_at, &|_, _| ())?;
    let clusters = texts_of(&rest.clusters);
    let mut letters = spun::letters(tables, &clusters);
    spun::spread(tables, &mut letters, &clusters, documents);
    letters.retain(|letter| letter.is_proven(tables));
    // A text that names other dockets than the first copy is compared with others.
    for letter in &mut letters {
        if let Some(seed) = first_copy(context, letter) {
            letter.documents.retain(|id| may_meet(context.tables, context.config, (seed, *id)));
        }
    }
    Ok(letters)
}

/// The copy of a letter that came first.
fn first_copy(context: &Context<'_>, letter: &SpunLetter) -> Option<DocId> {
    letter.documents.iter().copied().min_by_key(|id| context.order(*id))
}

/// The documents of each cluster that is no letter's.
fn texts_of(all: &Clusters) -> Vec<Vec<DocId>> {
    let clusters = all.clusters.iter();
    clusters
        .filter(|cluster| !cluster.is_form_letter)
        .map(|cluster| cluster.documents().collect())
        .collect()
}

/// Finds spun letters, beside those known.
pub(super) fn find(context: &Context<'_>, clusters: &Clusters, letters: &mut Vec<SpunLetter>) {
    // A copy belongs to such a letter whatever its distance: without must-links there are none.
    if !context.config.links.must {
        return;
    }
    let mut others = texts_of(clusters);
    // What repeats a known one's wording is that letter, and no other one.
    spun::grow(context.tables, letters, &others);
    others.retain(|cluster| !letters.iter().any(|letter| letter.has(cluster[0])));
    let mut found = spun::letters(context.tables, &others);
    spun::grow(context.tables, &mut found, &others);
    letters.extend(found);
    letters.retain(|letter| letter.is_proven(context.tables));
}

/// The wording of each cluster that is a letter worded anew: that of the letter found, or of its own texts where an
/// earlier report keeps it.
pub fn wordings(context: &Context<'_>, clusters: &Clusters, letters: &[SpunLetter]) -> Wordings {
    clusters
        .clusters
        .iter()
        .filter(|cluster| cluster.is_spun())
        .map(|cluster| {
            let wording = match letters.iter().find(|letter| letter.has(cluster.seed)) {
                Some(letter) => letter.wording.clone(),
                None => spun::wording(
                    context.tables,
                    cluster.documents().collect(),
                    &texts_of(clusters),
                ),
            };
            (cluster.seed, wording)
        })
        .collect()
}

/// A copy of a letter worded anew, around its seed.
pub(super) fn member(
    context: &Context<'_>,
    letter: &SpunLetter,
    seed: DocId,
    document: DocId,
) -> Member {
    let text = context.tables.text(document).terms();
    let n_covered = letter.wording.covered(text).count_ones(..);
    context.member(&Link {
        document,
        compared_with: seed,
        rule: Rule::Reworded,
        n_shared_words: n_covered,
        shares: Some(Shares::new((n_covered, text.len()), (n_covered, letter.n_words))),
        n_within_blocks: 0,
        n_blocks_kept: 0,
        known_distance: None,
    })
}

/// Makes a cluster of each letter, around the text that came first, of the clusters around its documents.
pub(super) fn gather(context: &Context<'_>, clusters: &mut Clusters, letters: &[SpunLetter]) {
    for letter in letters {
        let Some(seed) = first_copy(context, letter) else {
            continue;
        };
        let mut seeds = letter.documents.to_vec();
        seeds.retain(|id| {
            let cluster = clusters.of(*id);
            let mut documents = cluster.documents();
            cluster.seed == *id
                && documents.all(|id| may_meet(context.tables, context.config, (seed, id)))
        });
        let mut documents: Vec<DocId> =
            seeds.iter().flat_map(|id| clusters.of(*id).documents()).collect();
        if documents.contains(&seed) {
            documents.retain(|id| *id != seed);
            let members = documents.into_iter().map(|id| member(context, letter, seed, id));
            clusters.unite(&seeds, context.cluster(seed, members.collect()));
        }
    }
}
