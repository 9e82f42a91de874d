//! Letters in, what they have in common out: it is no evidence for any of them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::compare::passages::{COMMON_RUN, Gram, gram};
use crate::compare::{MetTwice, Tables};
use crate::corpus::{DocId, TokenText};

/// What letters that are no versions of each other have in common.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedByLetters {
    /// Runs of words in two letters: rule citations and courtesy lines, no evidence for either.
    runs: FxHashSet<Gram>,
    /// Those that make up a whole paragraph of one letter, while the others hold them inside longer
    /// paragraphs: they quote, and it is evidence for the first.
    quoted_from: FxHashMap<DocId, FxHashSet<Gram>>,
}

impl SharedByLetters {
    /// Compares the letters by their seeds.
    pub(super) fn of(tables: &Tables<'_>, letters: &[DocId]) -> Self {
        let mut places: Vec<(Gram, u32, u32)> = Vec::new();
        for (letter, id) in letters.iter().enumerate() {
            let runs = tables.text(*id).terms().windows(COMMON_RUN);
            let place = |(at, run)| (gram(run), letter as u32, at as u32);
            places.extend(runs.enumerate().map(place));
        }
        let shared = MetTwice::among(places.len(), places.iter().map(|(run, ..)| *run));
        places.retain(|(run, ..)| shared.may_hold(*run));
        places.sort_unstable();
        let mut n_shared: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        let shared_runs = || {
            let same = places.chunk_by(|a, b| a.0 == b.0);
            same.filter(|holders| holders[0].1 != holders[holders.len() - 1].1)
        };
        for holders in shared_runs() {
            for (pair, n_places) in pairs(holders) {
                *n_shared.entry(pair).or_default() += n_places;
            }
        }
        let length = |letter: u32| tables.text(letters[letter as usize]).len();
        let are_versions =
            |pair: (u32, u32)| n_shared[&pair] * 2 > length(pair.0).min(length(pair.1));
        let common: Vec<&[(Gram, u32, u32)]> = shared_runs()
            .filter(|holders| !pairs(holders).all(|(pair, _)| are_versions(pair)))
            .collect();
        Self {
            runs: common.iter().map(|holders| holders[0].0).collect(),
            quoted_from: quoted_from(tables, letters, &common),
        }
    }

    /// Whether a run is no evidence for a letter.
    pub(super) fn holds(&self, letter: DocId, run: Gram) -> bool {
        let is_own = |runs: &FxHashSet<Gram>| runs.contains(&run);
        self.runs.contains(&run) && !self.quoted_from.get(&letter).is_some_and(is_own)
    }
}

/// Words of a paragraph that stand in other letters, of ten, for it to stand there whole.
const WHOLE_PARAGRAPH: usize = 9;

/// Common runs in a paragraph that only one letter holds as a paragraph of its own.
fn quoted_from(
    tables: &Tables<'_>,
    letters: &[DocId],
    common: &[&[(Gram, u32, u32)]],
) -> FxHashMap<DocId, FxHashSet<Gram>> {
    let texts: Vec<&TokenText> = letters.iter().map(|id| tables.text(*id)).collect();
    let mut is_shared: Vec<Vec<bool>> = texts.iter().map(|text| vec![false; text.len()]).collect();
    for (_, letter, at) in common.iter().copied().flatten() {
        is_shared[*letter as usize][*at as usize..*at as usize + COMMON_RUN].fill(true);
    }
    let is_whole = |letter: u32, at: u32| {
        let run = at as usize..at as usize + COMMON_RUN;
        let mut blocks = texts[letter as usize].block_ranges();
        let block = blocks.find(|block| block.start <= run.start && run.end <= block.end);
        block.is_some_and(|block| {
            let words = &is_shared[letter as usize][block.clone()];
            let n_shared = words.iter().filter(|shared| **shared).count();
            n_shared * 10 >= block.len() * WHOLE_PARAGRAPH
        })
    };
    let mut quoted: FxHashMap<DocId, FxHashSet<Gram>> = FxHashMap::default();
    for holders in common {
        let mut whole = holders.iter().filter(|(_, letter, at)| is_whole(*letter, *at));
        if let (Some((run, letter, _)), None) = (whole.next(), whole.next()) {
            let letter = letters[*letter as usize];
            quoted.entry(letter).or_default().insert(*run);
        }
    }
    quoted
}

/// Every pair of letters that hold a run, once, and how many pairs of places they hold it in: of letters of one word
/// repeated each holds it in hundreds.
fn pairs(holders: &[(Gram, u32, u32)]) -> impl Iterator<Item = ((u32, u32), usize)> {
    let letters: Vec<(u32, usize)> =
        holders.chunk_by(|a, b| a.1 == b.1).map(|places| (places[0].1, places.len())).collect();
    (0..letters.len()).flat_map(move |nth| {
        let (a, n_places) = letters[nth];
        let others: Vec<_> =
            letters[nth + 1..].iter().map(|(b, n)| ((a, *b), n_places * n)).collect();
        others
    })
}

#[cfg(test)]
mod tests {
    use super::{SharedByLetters, pairs};
    use crate::compare::Tables;
    use crate::compare::passages::{COMMON_RUN, gram};
    use crate::corpus::DocId;
    use crate::corpus::examples::corpus;
    use crate::reference::ReferenceCopies;

    /// Of each letter, how many runs of six words are no evidence: of 20 words there are 15.
    fn check(letters: &[&str], expect: &[usize]) {
        let corpus = corpus(letters);
        let letters: Vec<DocId> = corpus.ids().collect();
        let tables = Tables::new(&corpus, &ReferenceCopies::none_among(corpus.ids()));
        let shared = SharedByLetters::of(&tables, &letters);
        let found = letters.iter().map(|letter| {
            let runs = tables.text(*letter).terms().windows(COMMON_RUN);
            runs.filter(|run| shared.holds(*letter, gram(run))).count()
        });
        assert_eq!(found.collect::<Vec<_>>(), expect);
    }

    /// The first letter holds the run in three places, the others in two and one.
    #[test]
    fn letters_make_a_pair_once() {
        let holders = [(7, 0, 0), (7, 0, 1), (7, 0, 2), (7, 4, 5), (7, 4, 9), (7, 6, 1)];
        let found: Vec<_> = pairs(&holders).collect();
        assert_eq!(found, [((0, 4), 6), ((0, 6), 3), ((4, 6), 2)]);
    }

    #[test]
    fn a_paragraph_of_two_letters_is_evidence_for_neither() {
        check(&["a:40|p:20", "b:40|p:20"], &[15, 15]);
        check(&["a:40|p:20", "b:40|c:20"], &[0, 0]);
    }

    /// Inside a longer paragraph of the second letter it is a quotation: it speaks for the first.
    #[test]
    fn a_quoted_paragraph_is_evidence_for_whose_own_it_is() {
        check(&["a:40|p:20", "b:20 p:20 c:20"], &[0, 15]);
        // Of 22 words 20 are nine in ten, of 23 they are not: nobody's own.
        check(&["a:40|p:20 d:2", "b:20 p:20 c:20"], &[0, 15]);
        check(&["a:40|p:20 d:3", "b:20 p:20 c:20"], &[15, 15]);
    }

    /// 36 of 60 words are 31 runs, more than half of 60; 35 are 30, which is half.
    #[test]
    fn what_versions_share_is_evidence_for_both() {
        check(&["a:60", "a:36 b:40"], &[0, 0]);
        check(&["a:60", "a:35 b:40"], &[30, 30]);
    }
}
