//! The analyst's own links, by comment id: they come before all that the program finds (SIGIR 2006
//! §4.4, "instance-level constraints").
//!
//! The file is CSV with the columns `link`, `a`, `b`:
//!
//! ```csv
//! link,a,b
//! must,EPA-0056-0412,EPA-0056-0977
//! cannot,inbox.mbox#3,inbox.mbox#8
//! family,mail/0001.eml,mail/0002.eml
//! ```
//!
//! Must-links run on: a–b and b–c put c with a, and what cannot be with b cannot be with a. Where that
//! contradicts a cannot-link, the must-links hold, and the contradiction is reported with its chain.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use anyhow::{Context as _, Result, bail};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::compare::Tables;
use crate::corpus::DocId;
use crate::ngrams::sorted_dedup;

/// What a link of the analyst says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConstraintKind {
    /// The two are in one cluster.
    Must,
    /// The two are in different clusters.
    Cannot,
    /// The two are likely in one cluster: their distance counts less.
    Family,
}

/// A link of the analyst's between two comments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Constraint {
    /// "must", "cannot" or "family".
    pub link: ConstraintKind,
    /// Id of one comment.
    pub a: String,
    /// Id of the other.
    pub b: String,
}

/// Reads a constraints file.
///
/// # Errors
/// Names the line that is no constraint.
pub fn parse(csv: &str) -> Result<Vec<Constraint>> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(csv.trim_start_matches('\u{FEFF}').as_bytes());
    reader.deserialize().collect::<Result<_, csv::Error>>().context(
        "constraints are CSV with the columns `link` (must, cannot or family), `a` and `b`",
    )
}

/// Links that contradict each other, or what the comments say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// A cannot-link between the ends of a chain of must-links, which hold.
    CannotAgainstMust(Vec<DocId>),
    /// A chain of must-links between comments of different dockets; it holds.
    MustAcrossDockets(Vec<DocId>),
}

/// The analyst's links between unique documents.
#[derive(Clone, Debug, Default)]
pub struct AnalystLinks {
    must: BTreeMap<DocId, BTreeSet<DocId>>,
    cannot: BTreeSet<(DocId, DocId)>,
    family: BTreeSet<(DocId, DocId)>,
    /// The smallest document that must-links reach from each.
    components: FxHashMap<DocId, DocId>,
}

impl AnalystLinks {
    /// Looks the ids up. `unique` tells the document that stands for a comment's text.
    ///
    /// # Errors
    /// Names an id that no comment has.
    pub fn new(constraints: &[Constraint], unique: impl Fn(&str) -> Option<DocId>) -> Result<Self> {
        let mut links = Self::default();
        for constraint in constraints {
            let mut ends = [DocId(0); 2];
            for (end, id) in ends.iter_mut().zip([&constraint.a, &constraint.b]) {
                *end = unique(id).with_context(|| {
                    format!("the constraints name a comment `{id}`, which the docket does not have")
                })?;
            }
            let [a, b] = ends;
            match constraint.link {
                ConstraintKind::Must => {
                    links.must.entry(a).or_default().insert(b);
                    links.must.entry(b).or_default().insert(a);
                }
                ConstraintKind::Cannot if a == b => bail!(
                    "the constraints part `{}` and `{}`, whose texts are the same",
                    constraint.a,
                    constraint.b
                ),
                ConstraintKind::Cannot => _ = links.cannot.insert((a.min(b), a.max(b))),
                ConstraintKind::Family => _ = links.family.insert((a.min(b), a.max(b))),
            }
        }
        for document in links.must.keys() {
            if !links.components.contains_key(document) {
                for (reached, _) in links.reached_from(*document) {
                    links.components.insert(reached, *document);
                }
            }
        }
        Ok(links)
    }

    /// The smallest document of each set that must-links put together, ascending.
    pub(super) fn starts(&self) -> Vec<DocId> {
        sorted_dedup(self.components.values().copied())
    }

    /// The cannot-links.
    pub(super) fn parted(&self) -> impl Iterator<Item = (DocId, DocId)> {
        self.cannot.iter().copied()
    }

    fn component(&self, document: DocId) -> DocId {
        self.components.get(&document).copied().unwrap_or(document)
    }

    /// Whether must-links put two documents together.
    pub(super) fn must(&self, a: DocId, b: DocId) -> bool {
        self.component(a) == self.component(b)
    }

    /// Whether a cannot-link parts two documents, or what must be with them.
    pub(super) fn cannot(&self, a: DocId, b: DocId) -> bool {
        let parted = [self.component(a), self.component(b)];
        parted[0] != parted[1]
            && self.cannot.iter().any(|(a, b)| {
                let [a, b] = [self.component(*a), self.component(*b)];
                parted == [a, b] || parted == [b, a]
            })
    }

    /// Whether a family-link holds between two documents.
    pub(super) fn family(&self, a: DocId, b: DocId) -> bool {
        self.family.contains(&(a.min(b), a.max(b)))
    }

    /// What must-links reach from a document, nearest first, each with the one it was reached from.
    pub(super) fn reached_from(&self, start: DocId) -> Vec<(DocId, DocId)> {
        let mut reached = vec![(start, start)];
        let mut seen: BTreeSet<DocId> = [start].into();
        let mut queue = VecDeque::from([start]);
        while let Some(document) = queue.pop_front() {
            for next in self.must.get(&document).into_iter().flatten() {
                if seen.insert(*next) {
                    reached.push((*next, document));
                    queue.push_back(*next);
                }
            }
        }
        reached
    }

    /// The chain of must-links between two documents.
    fn chain(&self, from: DocId, to: DocId) -> Vec<DocId> {
        let before: FxHashMap<DocId, DocId> = self.reached_from(to).into_iter().collect();
        let mut chain = vec![from];
        while let Some(next) = before.get(&chain[chain.len() - 1])
            && chain[chain.len() - 1] != to
        {
            chain.push(*next);
        }
        chain
    }

    /// What contradicts what.
    pub fn conflicts(&self, tables: &Tables<'_>) -> Vec<Conflict> {
        let mut conflicts: Vec<Conflict> = self
            .cannot
            .iter()
            .filter(|(a, b)| self.must(*a, *b))
            .map(|(a, b)| Conflict::CannotAgainstMust(self.chain(*a, *b)))
            .collect();
        for (a, others) in &self.must {
            for b in others.range(*a..) {
                if !tables.may_meet(*a, *b) {
                    conflicts.push(Conflict::MustAcrossDockets(vec![*a, *b]));
                }
            }
        }
        conflicts
    }
}

#[cfg(test)]
mod tests {
    use super::{AnalystLinks, ConstraintKind, parse};
    use crate::corpus::DocId;

    fn links(csv: &str) -> anyhow::Result<AnalystLinks> {
        AnalystLinks::new(&parse(csv).expect("valid"), |id| Some(DocId(id.parse().ok()?)))
    }

    #[test]
    fn a_file_is_read_and_a_wrong_line_or_id_is_named() {
        let constraints = parse("link,a,b\nmust, 1 ,2\nfamily,\"x, y\",3\n").expect("valid");
        assert_eq!((constraints[0].link, &*constraints[0].a), (ConstraintKind::Must, "1"));
        assert_eq!(constraints[1].a, "x, y");
        let error = format!("{:#}", parse("link,a,b\nmust,1,2\nnever,1,2\n").expect_err("wrong"));
        assert!(error.contains("line: 3"), "{error}");
        let error = links("link,a,b\nmust,1,nobody\n").expect_err("unknown");
        assert!(format!("{error:#}").contains("`nobody`"));
    }

    #[test]
    fn must_links_run_on_and_carry_cannot_links() {
        let csv = "link,a,b\nmust,1,2\nmust,2,3\ncannot,3,7\nmust,7,8\n";
        let links = links(csv).expect("known ids");
        assert!(links.must(DocId(1), DocId(3)) && !links.must(DocId(1), DocId(7)));
        assert!(links.cannot(DocId(8), DocId(1)), "through 7 and 3, 2");
        assert!(!links.cannot(DocId(1), DocId(2)) && !links.cannot(DocId(4), DocId(5)));
        assert_eq!(links.chain(DocId(1), DocId(3)), [1, 2, 3].map(DocId));
    }
}
