//! Known texts and the edits of comments in, how many comments quote which paragraph out.

use std::collections::BTreeMap;

use super::schema::{QuotedParagraph, ReportedKnown};
use crate::detection::Detection;

pub(super) fn known(detection: &Detection) -> Vec<ReportedKnown> {
    let texts = &detection.known;
    let mut n_comments = vec![0; texts.len()];
    let mut quoted: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new(); texts.len()];
    for group in detection.groups.groups() {
        let edit = detection.edits.of(group.representative);
        let mut paragraphs: Vec<(usize, usize)> = edit
            .iter()
            .flat_map(|edit| &edit.quotes)
            .map(|quote| (quote.known, quote.paragraph))
            .collect();
        paragraphs.sort_unstable();
        paragraphs.dedup();
        for of_one in paragraphs.chunk_by(|a, b| a.0 == b.0) {
            n_comments[of_one[0].0] += group.redundancy();
        }
        for (known, paragraph) in paragraphs {
            *quoted[known].entry(paragraph).or_default() += group.redundancy();
        }
    }
    texts
        .iter()
        .zip(n_comments)
        .zip(quoted)
        .map(|((text, n_comments), quoted)| ReportedKnown {
            name: text.name.clone(),
            digest: text.digest.clone(),
            n_paragraphs: text.paragraphs.len(),
            n_comments,
            quoted: quoted
                .into_iter()
                .map(|(paragraph, n_comments)| QuotedParagraph {
                    paragraph: paragraph + 1,
                    n_comments,
                    text: text.paragraphs[paragraph].clone(),
                })
                .collect(),
        })
        .collect()
}
