//! Facts and the comments that hold them in, points in the commenters' words out, with how some of them make each.
//!
//! A fact is one word, and a reader knows a thing by its name: words that most comments put side by side are one point
//! ("secret science"). Pairs are joined one after the other, the commonest first (Gage 1994), so that names of any
//! length are found.

use std::cmp::Reverse;
use std::ops::Range;

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::compare::Tables;
use crate::corpus::tokens::for_each_token;
use crate::corpus::{DocId, TermId};
use crate::ngrams::sums;
use crate::thresholds::Thresholds;
use crate::thresholds::told::{COMMENTS_TOLD, MOST_POINTS};

/// What comments of a campaign say.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// As most of them write it.
    pub text: String,
    /// How many hold it, outside of a longer point.
    pub n_comments: usize,
    /// How some of them make it; of the rarer points none.
    pub said: Vec<Said>,
}

/// A comment that makes a point: where that stands in its decoded text.
type Said = (DocId, Range<usize>);

/// A point in a comment.
struct Mention {
    point: u32,
    /// Where it stands in the decoded text.
    place: Range<usize>,
    /// Whether it goes on where the mention before it ends.
    is_attached: bool,
}

/// A comment, by what it mentions, in order.
struct Comment {
    id: DocId,
    /// Comments that have its text.
    n_comments: usize,
    mentions: Vec<Mention>,
}

/// The points of comments that hold facts, which come as numbers of terms; the commonest first.
pub(super) fn points(
    tables: &Tables<'_>,
    documents: &[DocId],
    fact: impl Fn(TermId) -> Option<u32>,
) -> Vec<Point> {
    let mut comments: Vec<Comment> =
        documents.iter().map(|id| comment(tables, *id, &fact)).collect();
    let thresholds = tables.thresholds();
    join(&mut comments, thresholds);
    let mut holders: FxHashMap<u32, Vec<(&Comment, &Mention)>> = FxHashMap::default();
    for comment in &comments {
        for mention in comment.first_mentions() {
            holders.entry(mention.point).or_default().push((comment, mention));
        }
    }
    let mut points: Vec<Point> = holders
        .into_values()
        .filter_map(|holders| {
            let forms = sums(
                holders
                    .iter()
                    .map(|(comment, mention)| (comment.form(tables, mention), comment.n_comments)),
            );
            let n_comments = forms.values().sum();
            let (text, _) = forms.into_iter().max_by(|a, b| (a.1, &b.0).cmp(&(b.1, &a.0)))?;
            let said = holders.iter().map(|(comment, mention)| (comment.id, mention.place.clone()));
            Some(Point { text, n_comments, said: said.collect() })
        })
        // A letter by itself, as of "section 14(c)", tells nothing.
        .filter(|point| {
            point.n_comments >= thresholds.counts.several && point.text.chars().nth(1).is_some()
        })
        .collect();
    points.sort_unstable_by(|a, b| {
        (b.n_comments, b.text.len()).cmp(&(a.n_comments, a.text.len())).then(a.text.cmp(&b.text))
    });
    for (at, Point { said, .. }) in points.iter_mut().enumerate() {
        // Not all points in the words of the same comments.
        let first = at * COMMENTS_TOLD % said.len();
        said.rotate_left(first);
        said.truncate(if at < MOST_POINTS { COMMENTS_TOLD } else { 0 });
        said.sort_unstable_by_key(|(id, _)| *id);
    }
    points
}

fn comment(tables: &Tables<'_>, id: DocId, fact: impl Fn(TermId) -> Option<u32>) -> Comment {
    let corpus = tables.corpus();
    let terms = corpus.token_text(id).terms();
    let mut mentions = Vec::new();
    let mut at = 0;
    for (block, paragraph) in corpus.text(id).blocks() {
        // Where the token before ends, if it is a mention.
        let mut before = None;
        for_each_token(paragraph, |_, span| {
            let point = terms.get(at).and_then(|term| fact(*term));
            if let Some(point) = point {
                let between = before.map(|end| paragraph.get(end..span.start).unwrap_or_default());
                mentions.push(Mention {
                    point,
                    place: block.start + span.start..block.start + span.end,
                    // Two words with a space or a hyphen between them may be one name.
                    is_attached: between
                        .is_some_and(|text| text.chars().all(|c| c.is_whitespace() || c == '-')),
                });
            }
            before = point.map(|_| span.end);
            at += 1;
        });
    }
    Comment { id, n_comments: tables.n_comments(id) as usize, mentions }
}

impl Comment {
    /// Neighbors between which nothing stands.
    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> {
        self.mentions
            .windows(2)
            .filter(|pair| pair[1].is_attached)
            .map(|pair| (pair[0].point, pair[1].point))
    }

    /// Makes one point of two wherever they stand side by side.
    fn join(&mut self, (first, second): (u32, u32), joined: u32) {
        let mut mentions: Vec<Mention> = Vec::with_capacity(self.mentions.len());
        for mention in self.mentions.drain(..) {
            match mentions.last_mut() {
                Some(last)
                    if mention.is_attached && (last.point, mention.point) == (first, second) =>
                {
                    last.point = joined;
                    last.place.end = mention.place.end;
                }
                _ => mentions.push(mention),
            }
        }
        self.mentions = mentions;
    }

    /// The first mention of each point.
    fn first_mentions(&self) -> impl Iterator<Item = &Mention> {
        let mut met = FxHashSet::default();
        self.mentions.iter().filter(move |mention| met.insert(mention.point))
    }

    /// How it writes a point.
    fn form(&self, tables: &Tables<'_>, mention: &Mention) -> String {
        let form = &tables.corpus().text(self.id).decoded[mention.place.clone()];
        form.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Joins points that most comments which hold either put side by side, until there are none.
fn join(comments: &mut [Comment], thresholds: &Thresholds) {
    let (fewest_holders, side_by_side) = (thresholds.counts.several, thresholds.shares.similar);
    let largest = comments.iter().flat_map(|comment| &comment.mentions).map(|it| it.point).max();
    for joined in largest.map_or(0, |point| point + 1).. {
        let n_holders = sums(comments.iter().flat_map(|comment| {
            comment.first_mentions().map(|mention| (mention.point, comment.n_comments))
        }));
        let n_together = sums(comments.iter().flat_map(|comment| {
            let pairs: FxHashSet<(u32, u32)> = comment.pairs().collect();
            pairs.into_iter().map(|pair| (pair, comment.n_comments))
        }));
        let commonest = n_together
            .into_iter()
            .filter(|((first, second), n)| {
                let n_either = n_holders[first].max(n_holders[second]);
                *n >= fewest_holders && first != second && side_by_side.is_met(*n, n_either)
            })
            .max_by_key(|(pair, n)| (*n, Reverse(*pair)));
        let Some((pair, _)) = commonest else {
            return;
        };
        comments.iter_mut().for_each(|comment| comment.join(pair, joined));
    }
}

/// The words of a comment that a form put there, or that were known beforehand.
pub(super) fn said_by_nobody(tables: &Tables<'_>, id: DocId) -> FixedBitSet {
    let terms = tables.corpus().token_text(id).terms();
    let mut words = FixedBitSet::with_capacity(terms.len());
    tables
        .form_text(id)
        .iter()
        .filter(|range| tables.stand_at_one_end(&terms[(*range).clone()]))
        .chain(tables.quoted_words(id))
        .cloned()
        .chain([tables.trailer(terms)])
        .for_each(|range| words.insert_range(range));
    words
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::{Point, points};
    use crate::clustering::examples;
    use crate::corpus::examples::document;
    use crate::corpus::{Corpus, DocId};

    /// The points of some comments; the facts are words.
    fn points_of(texts: &[impl AsRef<str>], facts: &str) -> Vec<Point> {
        let numbered = texts.iter().map(AsRef::as_ref).enumerate();
        let corpus = Corpus::of(numbered.map(|(at, text)| document(at, text)).collect());
        let numbers: FxHashSet<_> = facts
            .split(' ')
            .map(|word| corpus.vocabulary().number(word).expect("a word"))
            .collect();
        examples::with_corpus(&corpus, |context| {
            let ids: Vec<DocId> = corpus.ids().collect();
            points(context.tables, &ids, |term| numbers.contains(&term).then_some(term.0))
        })
    }

    /// The points of some comments that stand in lines.
    fn named(texts: &str, facts: &str) -> Vec<(String, Vec<u32>)> {
        points_of(&texts.lines().collect::<Vec<_>>(), facts)
            .into_iter()
            .map(|Point { text, n_comments, said }| {
                (format!("{text} {n_comments}"), said.into_iter().map(|(id, _)| id.0).collect())
            })
            .collect()
    }

    /// Four of five comments that name the mill name Weir Mill Lane, in any case; commas part its words. A letter is no point.
    /// Twelve of fifteen that name the school name Larch School; the three others name another one. Two points are told in the
    /// words of two comments each: the first in those of the first two that make it, the second of the third and, where
    /// there are three, of the first.
    #[test]
    fn a_name_is_one_point() {
        let mill = "No toll (c) on Weir Mill Lane.\nA toll? WEIR MILL LANE is ours (c).\n\
            Weir-Mill Lane, toll\nWeir Mill Lane toll\nThe mill pays no toll (c).";
        let parted = mill.replace("\nWeir Mill Lane toll", "\nThe weir, mill, lane: toll");
        let larch: String = ('a'..='l').map(|own| format!("{own}{own}: Larch School\n")).collect();
        let schools = format!("{larch}Old School\nNew School\nMill School");
        for (texts, facts, expect) in [
            (mill, "weir mill lane toll c", &["toll 5", "Weir Mill Lane 4"][..]),
            (&parted, "weir mill lane toll c", &["Mill 5", "toll 5", "Lane 4", "Weir 4"]),
            (&schools, "larch school", &["Larch School 12", "School 3"]),
            (&schools.replace("\nMill School", ""), "larch school", &["Larch School 12"]),
        ] {
            let found = named(texts, facts);
            assert!(found.iter().map(|(point, _)| point).eq(expect), "{found:?}");
        }
        for (texts, expect) in [
            (
                "The toll!\nWeir, toll.\nWeir: toll.\nToll.\nWeir?\nMy toll.",
                [("toll 5", [0, 1]), ("Weir 3", [1, 4])],
            ),
            ("Weir, toll.\nWeir: toll.\nToll, weir?", [("Weir 3", [0, 1]), ("toll 3", [0, 2])]),
        ] {
            let points = expect.map(|(point, said)| (point.to_owned(), said.to_vec()));
            assert_eq!(named(texts, "toll weir"), points);
        }
    }

    #[test]
    fn the_first_24_points_are_told() {
        let words: Vec<String> =
            ('a'..='e').flat_map(|a| ('a'..='f').map(move |b| format!("{a}{b}"))).collect();
        let texts = [".", "!", "?"].map(|end| words.join(", ") + end);
        let found = points_of(&texts, &words.join(" "));
        assert_eq!(found.len(), 30);
        assert!(found.iter().enumerate().all(|(at, point)| point.said.is_empty() == (at >= 24)));
    }
}
