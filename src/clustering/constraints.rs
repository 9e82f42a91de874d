//! The clusters and the analyst's links in, clusters that keep to these out.

use std::cmp::Reverse;

use super::links::{Context, Link};
use super::{Clusters, Member, Rule};
use crate::compare::Seed;
use crate::corpus::DocId;

/// Puts together what the analyst's must-links join, and parts what the cannot-links part.
pub(super) fn apply(context: &Context<'_>, clusters: &mut Clusters) {
    let links = context.analyst;
    for start in links.starts() {
        let anchor = links
            .reached_from(start)
            .into_iter()
            .map(|(document, _)| document)
            .max_by_key(|document| {
                let cluster = clusters.of(*document);
                let is_letter = cluster.is_form_letter && cluster.seed == *document;
                (is_letter, cluster.redundancy, cluster.members.len(), Reverse(*document))
            })
            .unwrap_or(start);
        for (document, before) in links.reached_from(anchor).into_iter().skip(1) {
            clusters.move_to(document, anchor, held_by_analyst(context, document, before));
        }
    }
    for (a, b) in links.parted() {
        if !links.must(a, b) && clusters.are_together(a, b) {
            let leaving = links.reached_from(weaker(context, clusters, a, b));
            let (documents, with): (Vec<DocId>, Vec<DocId>) = leaving.into_iter().unzip();
            let others = documents.iter().zip(with).skip(1);
            let members = others.map(|(id, with)| held_by_analyst(context, *id, with)).collect();
            clusters.unite(&documents, context.cluster(documents[0], members));
        }
    }
}

fn held_by_analyst(context: &Context<'_>, document: DocId, with: DocId) -> Member {
    let seed = Seed::of(context.tables, with);
    let link = Link::new(&context.evidence(&seed, document), Rule::Analyst);
    Member { n_shared_words: 0, n_blocks_kept: 0, ..context.member(&link) }
}

/// Which of two documents of a cluster leaves it: not the one that must be with the seed, else the
/// one with the weaker evidence.
fn weaker(context: &Context<'_>, clusters: &Clusters, a: DocId, b: DocId) -> DocId {
    let links = context.analyst;
    let cluster = clusters.of(a);
    if links.must(a, cluster.seed) {
        return b;
    }
    if links.must(b, cluster.seed) {
        return a;
    }
    let [own, other] = [a, b].map(|document| {
        cluster.members.iter().find(|member| member.document == document).map(Link::from)
    });
    match (own, other) {
        (Some(own), Some(other)) if context.is_better(&other, &own) => a,
        _ => b,
    }
}

#[cfg(test)]
mod tests {
    use crate::clustering::{AnalystLinks, Context, analyst, examples};
    use crate::corpus::examples::docket;

    /// The clusters of four texts, of which the first has three copies, under the analyst's links: around the second text
    /// are the last two, the first of them with so many words in common, the second with 20. Three exact copies are more than
    /// one with two members: those come to the text of the three. Of two members that the analyst parts the one leaves that
    /// has fewer words in common with the letter.
    #[test]
    fn the_analysts_links_leave_most_copies_and_the_stronger_member() {
        for (link, n_shared_words, expect) in [
            ("must,0000,0001", 20, &[&[0, 1, 2, 3][..]][..]),
            ("cannot,0002,0003", 30, &[&[0], &[1, 2], &[3]]),
            ("cannot,0002,0003", 10, &[&[0], &[1, 3], &[2]]),
        ] {
            let texts = docket("a:30 / b:30 / b:20 c:10 / b:20 d:10 / 2x a:30");
            examples::with_context(&texts, |context| {
                let constraints = analyst::parse(&format!("link,a,b\n{link}\n")).expect("valid");
                let analyst =
                    &AnalystLinks::new(&constraints, |id| context.tables.corpus().find(id))
                        .expect("known ids");
                let all = format!("0 / 1 2={n_shared_words} 3");
                let mut clusters = examples::clusters(context.references, &all);
                super::apply(&Context { analyst, ..*context }, &mut clusters);
                let placed = clusters.in_order(context.tables.thresholds());
                let clusters = placed.clusters.iter();
                let found: Vec<Vec<u32>> =
                    clusters.map(|cluster| cluster.documents().map(|id| id.0).collect()).collect();
                assert_eq!(found, expect, "{link} {n_shared_words}");
            });
        }
    }
}
