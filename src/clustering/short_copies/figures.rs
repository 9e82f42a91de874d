//! Short texts in, groups of them out that are the same but for figures: a form with a district or a date to fill in.
//!
//! The figures are what its sender filled in, and what is left is one text, word for word, that no two of them wrote by
//! chance. Whatever figures a text has, they tell nothing of its words.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::super::Clusters;
use super::super::links::Context;
use super::take;
use crate::compare::Seed;
use crate::corpus::{DocId, TermId};
use crate::ngrams::CLAUSE;
use crate::thresholds::HALF;

/// What stands for every figure: no word has this number.
const FIGURE: TermId = TermId(u32::MAX);

/// Whether a word is a figure: it begins with a digit, "5pm", or is digits for the most part, "hb1234".
pub(super) fn is_figure(form: &str) -> bool {
    let n_digits = form.bytes().filter(u8::is_ascii_digit).count();
    form.starts_with(|first: char| first.is_ascii_digit()) || n_digits * 2 > form.len()
}

/// Some words, of which all figures are one.
pub(super) fn alike(terms: &[TermId], forms: &[&str]) -> Vec<TermId> {
    terms
        .iter()
        .map(|term| if is_figure(forms[term.0 as usize]) { FIGURE } else { *term })
        .collect()
}

/// Puts short texts together that are the same but for figures, around the one that most comments consist of; but the copies of
/// `spun` letters.
pub(super) fn gather(context: &Context<'_>, clusters: &mut Clusters, spun: &FxHashSet<DocId>) {
    let tables = context.tables;
    let forms = tables.corpus().vocabulary().forms();
    let mut alike: BTreeMap<Vec<TermId>, Vec<DocId>> = BTreeMap::new();
    for id in tables.unique().iter().filter(|id| !spun.contains(id)) {
        if let Some(words) = but_for_figures(context, &forms, *id) {
            alike.entry(words).or_default().push(*id);
        }
    }
    for mut texts in alike.into_values().filter(|texts| texts.len() > 1) {
        texts.sort_by_cached_key(|id| {
            (Reverse(context.references.redundancy(*id)), context.order(*id))
        });
        let center = Seed::of(tables, texts[0]);
        for id in &texts[1..] {
            take(context, clusters, &center, *id);
        }
    }
}

/// The words of a short text with figures, which are all one; none of a text that is too short or too long to be a form, or
/// half figures.
fn but_for_figures(context: &Context<'_>, forms: &[&str], id: DocId) -> Option<Vec<TermId>> {
    let tables = context.tables;
    let thresholds = tables.thresholds();
    // With what a form put there: where strangers begin with the same line, it is all that these have.
    let terms = tables.corpus().token_text(id).terms();
    let is_short =
        (CLAUSE..=thresholds.short_copies.longest_short_copy).contains(&tables.n_words(terms));
    if !is_short {
        return None;
    }
    let words = alike(terms, forms);
    let n_figures = words.iter().filter(|word| **word == FIGURE).count();
    (n_figures > 0 && !HALF.is_met(n_figures, words.len())).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::is_figure;

    #[test]
    fn a_word_with_a_digit_in_it_is_no_figure() {
        assert!(["5", "5pm", "2nd", "hb1234"].into_iter().all(is_figure));
        assert!(!["covid19", "b2b", "ferry", "a1"].into_iter().any(is_figure));
    }
}
