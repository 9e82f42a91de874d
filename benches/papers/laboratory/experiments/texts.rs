//! How long the distinct texts of a docket are, and how many terms they use (dg.o 2006 Table 1), in all and by
//! what the labels say of them.

use rustc_hash::FxHashSet;

use super::{Docket, Labelled};
use crate::laboratory::schema::TextStatistics;
use durian::corpus::tokens::for_each_token;
use durian::corpus::{DocId, TermId};

/// One row for all texts and one for each kind that occurs. A text without a label counts only among all, or as
/// the form letter that it is.
pub(super) fn statistics(docket: Docket<'_>, labelled: &Labelled) -> Vec<TextStatistics> {
    let clusters = labelled.cluster_of();
    let all = docket.references.unique().to_vec();
    let [mut letters, mut copies, mut alone] = [Vec::new(), Vec::new(), Vec::new()];
    for id in &all {
        match clusters.get(id).map(|cluster| labelled.clusters.size(*cluster)) {
            _ if docket.references.is_reference(*id) => letters.push(*id),
            Some(1) => alone.push(*id),
            Some(_) => copies.push(*id),
            None => {}
        }
    }
    [("all", all), ("form letters", letters), ("other texts in clusters", copies), ("alone", alone)]
        .into_iter()
        .filter(|(_, documents)| !documents.is_empty())
        .map(|(kind, documents)| of_documents(docket, kind, &documents))
        .collect()
}

fn of_documents(docket: Docket<'_>, kind: &'static str, documents: &[DocId]) -> TextStatistics {
    let (mut n_whole, mut n_main) = (0_u32, 0);
    let mut terms: FxHashSet<TermId> = FxHashSet::default();
    for id in documents {
        for_each_token(&docket.corpus.text(*id).decoded, |_, _| n_whole += 1);
        let main = docket.corpus.token_text(*id).terms();
        n_main += main.len();
        terms.extend(main);
    }
    TextStatistics {
        kind,
        texts: documents.len(),
        mean_words_with_zones: f64::from(n_whole) / documents.len() as f64,
        mean_words: n_main as f64 / documents.len() as f64,
        unique_terms: terms.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::statistics;
    use crate::laboratory::corpus;
    use crate::laboratory::experiments::{Docket, Labelled};
    use durian::eval::labels;
    use durian::exact;
    use durian::reference::{self, ReferenceConfig};

    /// A letter of 3 words, 5 with its salutation, sent six times; a longer copy of 4, one alone of 2, one
    /// without a label of 6. All: (5 + 4 + 2 + 6) / 4 = 4.25 words, 15 / 4 = 3.75 without the salutation, and the
    /// terms boat, dock, ferry, keep, gull and wave.
    #[test]
    fn lengths_are_computed_by_hand() {
        let letter = "Dear Sir,\n\nboat dock ferry";
        let others = ["keep boat dock ferry", "boat gull", "gull wave wave wave wave wave"];
        let corpus = corpus(&[&[letter; 6][..], &others].concat());
        let groups = exact::group(&corpus, true, &Default::default());
        let references = reference::detect(&corpus, &groups, &ReferenceConfig::default());
        let docket = Docket { corpus: &corpus, groups: &groups, references: &references };
        let labels = labels::read("id,cluster\n000,ferry\n006,ferry\n007,\n").expect("labels");
        let (labelled, _) = Labelled::new(&labels, &corpus).expect("labels of the docket");
        let found = statistics(docket, &labelled);
        let found: Vec<(&str, usize, f64, f64, usize)> = found
            .iter()
            .map(|found| {
                let lengths = (found.mean_words_with_zones, found.mean_words);
                (found.kind, found.texts, lengths.0, lengths.1, found.unique_terms)
            })
            .collect();
        assert_eq!(
            found,
            [
                ("all", 4, 4.25, 3.75, 6),
                ("form letters", 1, 5.0, 3.0, 3),
                ("other texts in clusters", 1, 4.0, 4.0, 4),
                ("alone", 1, 2.0, 2.0, 2),
            ]
        );
    }
}
