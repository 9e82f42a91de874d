//! A query in, the comments that match it out: what it asks of texts is asked of each distinct text once, and holds of
//! every comment that has the text.

use rustc_hash::FxHashMap;
use tantivy::query::{BooleanQuery, EnableScoring, Occur, Query};
use tantivy::{Result, Searcher};

use super::{Hit, LINE, TEXT_LINE};

/// Numbers of comments among all that are indexed, in order, each with its score.
pub(super) type Matches = Vec<(u32, f32)>;

/// The two indexes of a report.
pub(super) struct Searchers {
    pub(super) comments: Searcher,
    pub(super) texts: Searcher,
}

impl Searchers {
    /// # Errors
    /// Where an index cannot be read.
    pub(super) fn matches(&self, query: &dyn Query) -> Result<Matches> {
        let Some(query) = query.downcast_ref::<BooleanQuery>() else {
            return self.matches_of_part(query);
        };
        let mut required: Option<Matches> = None;
        let (mut optional, mut excluded) = (Matches::new(), Matches::new());
        for (occur, part) in query.clauses() {
            let found = self.matches(&**part)?;
            match occur {
                Occur::Must => {
                    required = Some(match required {
                        Some(others) => joined(others, &found, |score, other| Some(score + other?)),
                        None => found,
                    });
                }
                Occur::Should => optional = united(optional, found),
                Occur::MustNot => excluded = united(excluded, found),
            }
        }
        let matched = match required {
            Some(required) => {
                joined(required, &optional, |score, other| Some(score + other.unwrap_or_default()))
            }
            None => optional,
        };
        Ok(joined(matched, &excluded, |score, other| other.is_none().then_some(score)))
    }

    /// Where what was found stands, with its score.
    ///
    /// # Errors
    /// As [`Self::matches`].
    pub(super) fn hits(&self, found: Matches) -> Result<Vec<(f32, Hit)>> {
        let mut found = found.into_iter().peekable();
        let mut hits = Vec::new();
        let mut first = 0;
        for segment in self.comments.segment_readers() {
            let columns = segment.fast_fields();
            let (lines, text_lines) = (columns.u64(LINE)?, columns.u64(TEXT_LINE)?);
            let end = first + segment.max_doc();
            while let Some((number, score)) = found.next_if(|(number, _)| *number < end) {
                let place = number - first;
                if let (Some(line), Some(text_line)) = (lines.first(place), text_lines.first(place))
                {
                    hits.push((score, Hit { line, text_line }));
                }
            }
            first = end;
        }
        Ok(hits)
    }

    /// The comments that a word, phrase or range is found in, or in the texts of which it is.
    fn matches_of_part(&self, query: &dyn Query) -> Result<Matches> {
        let mut own = Matches::new();
        let mut first = 0;
        let weight = query.weight(EnableScoring::enabled_from_searcher(&self.comments))?;
        for segment in self.comments.segment_readers() {
            weight.for_each(segment, &mut |entry, score| own.push((first + entry, score)))?;
            first += segment.max_doc();
        }
        let mut texts: FxHashMap<u64, f32> = FxHashMap::default();
        let weight = query.weight(EnableScoring::enabled_from_searcher(&self.texts))?;
        for segment in self.texts.segment_readers() {
            let lines = segment.fast_fields().u64(TEXT_LINE)?;
            weight.for_each(segment, &mut |entry, score| {
                texts.extend(lines.first(entry).map(|line| (line, score)));
            })?;
        }
        if texts.is_empty() {
            return Ok(own);
        }
        let mut of_texts = Matches::new();
        let mut first = 0;
        for segment in self.comments.segment_readers() {
            let lines = segment.fast_fields().u64(TEXT_LINE)?;
            of_texts.extend(
                (0..segment.max_doc())
                    .filter_map(|entry| Some((first + entry, *texts.get(&lines.first(entry)?)?))),
            );
            first += segment.max_doc();
        }
        Ok(united(own, of_texts))
    }
}

/// Matches, each with the score that it has by itself and, where it is there, among others; or with none, and left out.
fn joined(
    matches: Matches,
    others: &Matches,
    score: fn(f32, Option<f32>) -> Option<f32>,
) -> Matches {
    let mut others = others.iter().peekable();
    let joined = matches.into_iter().filter_map(|(entry, own)| {
        while others.next_if(|(other, _)| *other < entry).is_some() {}
        let other = others.next_if(|(other, _)| *other == entry);
        Some((entry, score(own, other.map(|(_, score)| *score))?))
    });
    joined.collect()
}

/// What is in either; scores add up.
fn united(mut matches: Matches, others: Matches) -> Matches {
    matches.extend(others);
    matches.sort_by_key(|(entry, _)| *entry);
    matches.dedup_by(|later, first| {
        let is_same = later.0 == first.0;
        first.1 += if is_same { later.1 } else { 0.0 };
        is_same
    });
    matches
}

#[cfg(test)]
mod tests {
    use super::{joined, united};

    #[test]
    fn matches_are_joined_by_their_numbers() {
        let (left, right) = (vec![(1, 0.5), (4, 1.0), (7, 2.0)], vec![(0, 1.0), (4, 0.5)]);
        assert_eq!(joined(left.clone(), &right, |own, other| Some(own + other?)), [(4, 1.5)]);
        let without = joined(left.clone(), &right, |own, other| other.is_none().then_some(own));
        assert_eq!(without, [(1, 0.5), (7, 2.0)]);
        assert_eq!(united(left, right), [(0, 1.0), (1, 0.5), (4, 1.5), (7, 2.0)]);
    }
}
