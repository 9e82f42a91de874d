//! A letter that was found to be what its copies share in, why each of them belongs to it out.
//!
//! A cluster starts from a text, the seed, which may be an excerpt of what its members hold whole. Once their letter is
//! known, that is what they are held against.

use rayon::prelude::*;

use super::links::Link;
use super::{Context, Member, rules};
use crate::compare::Seed;
use crate::corpus::{DocId, TokenText};

/// Members as they belong to a letter, for which the document `reference` stands; without those that no rule places
/// beside it: they are there for what they share with the seed.
pub fn members(
    context: &Context<'_>,
    reference: DocId,
    letter: &TokenText,
    members: &[&Member],
) -> Vec<Member> {
    let tables = context.tables;
    let seed = Seed::of_consensus(tables, reference, letter);
    members
        .par_iter()
        .filter_map(|member| {
            let shared = seed.compare(tables, member.document);
            let evidence = context.evidence(&seed, member.document, &shared);
            let rule = rules::decide(&evidence, context.config)?;
            evidence.distance_within(f64::INFINITY);
            let link = Link::new(&evidence, rule);
            let also_contains = member.also_contains.clone();
            Some(Member { also_contains, ..context.member(&link) })
        })
        .collect()
}
