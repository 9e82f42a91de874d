//! The docket's tables, summed up over its parts (see [`mod@sums`]).

use std::ops::{AddAssign, Range, Sub};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use serde::de::DeserializeOwned;

use super::files::FileOf;
use super::{Part, PartStep, PlanParts, read_each};
use crate::compare::Tables;
use crate::compare::sums::{self, ByHolders, Counted, Holding, PartText};
use crate::corpus::{Corpus, TokenText, Vocabulary};
use crate::known::Quotes;
use crate::reference::ReferenceCopies;

/// What is said of a shard that lacks a text.
pub(super) const OTHER_SHARD: &str = "the shard is not the one that was decided on";
/// What is said of files that different runs made.
const OTHER_RUNS: &str = "the parts' counts do not fit together";
/// All terms, in the order of their numbers.
const WORDS: FileOf<Box<str>> = FileOf::named("words");
/// A distinct text of a part: which of its documents, how many comments consist of it, and its words that are known.
type UniqueText = (u32, u32, Vec<Range<usize>>);
const UNIQUE: FileOf<UniqueText> = FileOf::named("unique");
/// The words of each that are not known, and how many comments consist of it.
const TEXTS: FileOf<PartText> = FileOf::named("texts");
/// Runs by range, each as the difference from the one before, with the comments that hold it.
const COUNTS: FileOf<Counted> = FileOf::named("counts");
/// The same of all parts together.
const SUMS: FileOf<Counted> = FileOf::named("sums");
/// How the judged runs are held, by range; the place of each as the difference from the one before.
const HELD: FileOf<(u32, Holding)> = FileOf::named("held");
/// What their holders tell of the judged runs of a range.
const JUDGED: FileOf<Option<ByHolders>> = FileOf::named("judged");

impl PlanParts<'_> {
    /// The docket's tables.
    ///
    /// # Errors
    /// Where a step fails, or what it made cannot be read.
    pub fn tables<'c>(
        &self,
        corpus: &'c Corpus,
        references: &ReferenceCopies,
        quotes: Quotes,
    ) -> Result<Tables<'c>> {
        self.write_texts(corpus, references, &quotes)?;
        self.run(PartStep::Count, &[TEXTS.ending(), COUNTS.ending()])?;
        self.run(PartStep::Add, &[SUMS.ending()])?;
        self.run(PartStep::Hold, &[HELD.ending()])?;
        self.run(PartStep::Judge, &[JUDGED.ending()])?;
        let counted = sums(&self.folder, self.n_parts)?.concat();
        let by_holders = self.read_each(JUDGED)?.concat();
        let n_judged = sums::judged(&counted).count();
        ensure!(n_judged == by_holders.len(), OTHER_RUNS);
        Ok(Tables::of_sums(corpus, references, quotes, counted, by_holders))
    }

    /// Tells each part which of its texts are distinct.
    fn write_texts(
        &self,
        corpus: &Corpus,
        references: &ReferenceCopies,
        quotes: &Quotes,
    ) -> Result<()> {
        let words: Vec<Box<str>> = corpus.vocabulary().forms().into_iter().map(Box::from).collect();
        WORDS.write(&WORDS.of_all(&self.folder), &words)?;
        let of_parts = self.by_part(corpus, references.unique());
        for (number, documents) in of_parts.into_iter().enumerate() {
            let documents = documents.into_iter();
            let unique = documents.map(|(document, id)| {
                (document, references.redundancy(id) as u32, quotes.words(corpus, id).to_vec())
            });
            let unique: Vec<UniqueText> = unique.collect();
            UNIQUE.write(&UNIQUE.of_part(&self.folder, number), &unique)?;
        }
        Ok(())
    }
}

/// Counts the runs of a part.
pub(super) fn count(part: &Part) -> Result<()> {
    let words = part.words()?;
    let shard = part.shard()?;
    let unique = UNIQUE.read(&part.file(UNIQUE))?;
    let numbers = shard.numbers_in(&words);
    let text = |(document, n_comments, known): &UniqueText| {
        let text = shard.token_text_of(*document, &numbers).context(OTHER_SHARD)?;
        let text = if known.is_empty() { text } else { text.without(known) };
        Ok(PartText { text, n_comments: *n_comments })
    };
    let texts: Vec<PartText> = unique.par_iter().map(text).collect::<Result<_>>()?;
    TEXTS.write(&part.file(TEXTS), &texts)?;
    let counted = sums::count(&texts);
    let ranges = cut(&counted, part.n_parts, |(run, _)| sums::range_of(*run, part.n_parts));
    COUNTS.write_ranges(&part.file(COUNTS), ranges.map(differences))
}

/// Adds up the counts of a range.
pub(super) fn add(part: &Part) -> Result<()> {
    let sums = sums::add_up(part.of_all_parts(COUNTS)?);
    SUMS.write(&part.file(SUMS), &differences(&sums))
}

/// Tells how the texts of a part hold the runs that many hold.
pub(super) fn hold(part: &Part) -> Result<()> {
    let texts = TEXTS.read(&part.file(TEXTS))?;
    let judged = part.judged()?;
    let held = sums::hold(&texts, &judged.concat());
    let mut rest = held.as_slice();
    let mut start = 0;
    let ranges = judged.iter().map(|judged| {
        let end = start + judged.len() as u32;
        let (own, others) = rest.split_at(rest.partition_point(|(place, _)| *place < end));
        let own: Vec<(u32, Holding)> =
            own.iter().map(|(place, held)| (place - start, *held)).collect();
        (rest, start) = (others, end);
        differences(&own)
    });
    HELD.write_ranges(&part.file(HELD), ranges)
}

/// Judges the runs of a range.
pub(super) fn judge(part: &Part) -> Result<()> {
    let sums = summed(SUMS.read(&part.file(SUMS))?);
    let judged: Vec<Counted> = sums::judged(&sums).copied().collect();
    let held = part.of_all_parts(HELD)?;
    let mut last = held.iter().filter_map(|held| held.last());
    let fits = last.all(|(place, _)| (*place as usize) < judged.len());
    ensure!(fits, OTHER_RUNS);
    JUDGED.write(&part.file(JUDGED), &sums::judge(&judged, &held))
}

/// The counted runs of all ranges.
fn sums(folder: &Path, n_parts: usize) -> Result<Vec<Vec<Counted>>> {
    let ranges = read_each(folder, n_parts, SUMS)?;
    Ok(ranges.into_par_iter().map(summed).collect())
}

impl Part {
    /// The distinct texts of the part: which of its documents each is, ascending, and its words.
    pub(super) fn texts(&self) -> Result<Vec<(u32, TokenText)>> {
        let unique = UNIQUE.read(&self.file(UNIQUE))?.into_iter();
        let texts = TEXTS.read(&self.file(TEXTS))?.into_iter();
        Ok(unique.zip(texts).map(|((document, ..), it)| (document, it.text)).collect())
    }

    /// The terms of the docket.
    pub(super) fn words(&self) -> Result<Vocabulary> {
        Ok(Vocabulary::of_forms(WORDS.read(&WORDS.of_all(&self.folder))?))
    }

    /// The judged runs of all ranges.
    fn judged(&self) -> Result<Vec<Vec<Counted>>> {
        let ranges = (0..self.n_parts).into_par_iter();
        let judged = ranges.map(|number| {
            let mut sums = summed(SUMS.read(&SUMS.of_part(&self.folder, number))?);
            sums.retain(sums::is_judged);
            Ok(sums)
        });
        judged.collect()
    }

    /// What all parts tell of the range of this one.
    fn of_all_parts<K, V>(&self, kind: FileOf<(K, V)>) -> Result<Vec<Vec<(K, V)>>>
    where
        K: Copy + Default + AddAssign + DeserializeOwned + Send,
        V: DeserializeOwned + Send,
    {
        let parts = (0..self.n_parts).into_par_iter();
        let own = parts.map(|number| {
            let path = kind.of_part(&self.folder, number);
            Ok(summed(kind.read_range(&path, self.number, self.n_parts)?))
        });
        own.collect()
    }
}

/// A list by range; it is in the order of the ranges.
fn cut<T>(
    list: &[T],
    n_ranges: usize,
    range_of: impl Fn(&T) -> usize,
) -> impl Iterator<Item = &[T]> {
    let mut rest = list;
    (0..n_ranges).map(move |range| {
        let n_own = rest.partition_point(|it| range_of(it) <= range);
        let (own, others) = rest.split_at(n_own);
        rest = others;
        own
    })
}

/// A list that ascends, of each key the difference from the one before: small numbers take few bytes.
fn differences<K, V: Copy>(list: &[(K, V)]) -> Vec<(K, V)>
where
    K: Copy + Default + Sub<Output = K>,
{
    let before = std::iter::once(K::default()).chain(list.iter().map(|(key, _)| *key));
    let list = list.iter().zip(before);
    list.map(|((key, value), before)| (*key - before, *value)).collect()
}

/// The list that differences were taken of.
fn summed<K: Copy + Default + AddAssign, V>(mut list: Vec<(K, V)>) -> Vec<(K, V)> {
    let mut sum = K::default();
    for (key, _) in &mut list {
        sum += *key;
        *key = sum;
    }
    list
}

#[cfg(test)]
mod tests {
    use super::{cut, differences, summed};

    #[test]
    fn differences_add_up_to_the_list() {
        let list = [(3_u32, 'a'), (3, 'b'), (10, 'c')];
        let made = differences(&list);
        assert_eq!(made, [(3, 'a'), (0, 'b'), (7, 'c')]);
        assert_eq!(summed(made), list);
    }

    #[test]
    fn a_list_is_cut_where_its_ranges_end() {
        let ranges: Vec<&[u32]> = cut(&[1, 2, 21, 22], 4, |it| *it as usize / 10).collect();
        assert_eq!(ranges, [&[1, 2][..], &[], &[21, 22], &[]]);
    }
}
