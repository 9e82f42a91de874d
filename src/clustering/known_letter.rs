//! A letter that was found to be what its copies share in, why each of them belongs to it out.
//!
//! A cluster starts from a text, the seed, which may be an excerpt of what its members hold whole. Once their letter is
//! known, that is what they are held against.

use rayon::prelude::*;

use super::links::Link;
use super::{Cluster, Clusters, Context, Member, Rule, rules};
use crate::compare::Seed;
use crate::corpus::{DocId, TokenText};

/// Tells of the members of the cluster around a seed how they belong to its letter, for which the document `reference`
/// stands; not of those that no rule places beside it: they are there for what they share with the seed. What the analyst
/// or another text placed, and what `stays`, stays as it is.
pub fn hold(
    context: &Context<'_>,
    clusters: &mut Clusters,
    (own_seed, reference): (DocId, DocId),
    letter: &TokenText,
    stays: impl Fn(DocId) -> bool + Sync,
) {
    let tables = context.tables;
    let seed = Seed::of_consensus(tables, reference, letter);
    let Ok(at) = clusters.clusters.binary_search_by_key(&own_seed, Cluster::seed) else {
        return;
    };
    clusters.clusters[at].members.par_iter_mut().for_each(|member| {
        let is_held = member.compared_with == own_seed
            // Nothing is compared with itself.
            && member.document != reference
            && member.rule != Rule::Analyst
            && !stays(member.document);
        if !is_held {
            return;
        }
        let shared = seed.compare(tables, member.document);
        let evidence = context.evidence(&seed, member.document, &shared);
        if let Some(rule) = rules::decide(&evidence, context.config) {
            evidence.distance_within(f64::INFINITY);
            let also_contains = std::mem::take(&mut member.also_contains);
            *member = Member { also_contains, ..context.member(&Link::new(&evidence, rule)) };
        }
    });
}
