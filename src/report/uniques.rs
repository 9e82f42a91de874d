//! Lines in, out which of them are like no other, in an order. They are known by their numbers: whoever shows one asks for its
//! line again.

use std::cmp::Reverse;

use anyhow::Result;

use super::schema::{Bucket, DocumentLine};

/// Finds a line by its number, from 0.
pub type FindLine<'a> = dyn Fn(usize) -> Result<DocumentLine> + Sync + 'a;

/// The comments like no other, as far as lines were seen.
#[derive(Default)]
pub(super) struct Uniques {
    n_lines: usize,
    /// Of each its words, those of them that few texts use, and the number of its line.
    comments: Vec<(usize, usize, usize)>,
}

impl Uniques {
    /// Takes in the next line; tells whether it is one of them.
    pub(super) fn see(&mut self, line: &DocumentLine) -> bool {
        let is_unique = line.bucket == Bucket::Singleton;
        if is_unique {
            self.comments.push((line.n_words, line.n_rare_words, self.n_lines));
        }
        self.n_lines += 1;
        is_unique
    }

    pub(super) fn len(&self) -> usize {
        self.comments.len()
    }

    /// The longest first, of equal ones the first.
    pub(super) fn longest_first(&self) -> Vec<usize> {
        self.by(|(n_words, _, _)| (n_words, 0))
    }

    /// The most substantial first, as added passages are ordered.
    pub(super) fn most_telling_first(&self) -> Vec<usize> {
        self.by(|(n_words, n_rare_words, _)| (n_rare_words, n_words))
    }

    fn by(&self, rank: fn((usize, usize, usize)) -> (usize, usize)) -> Vec<usize> {
        let mut ranked = self.comments.clone();
        ranked.sort_by_key(|comment| Reverse(rank(*comment)));
        ranked.into_iter().map(|(.., number)| number).collect()
    }
}
