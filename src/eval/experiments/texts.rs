//! How long the distinct texts of a docket are, and how many terms they use (dg.o 2006 Table 1), in all and by
//! what the labels say of them.

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Docket, Labelled};
use crate::corpus::tokens::for_each_token;
use crate::corpus::{DocId, TermId};
use crate::eval::schema::TextStatistics;

/// One row for all texts and one for each kind that occurs. A text without a label counts only among all, or as
/// the form letter that it is.
pub(super) fn statistics(docket: Docket<'_>, labelled: &Labelled) -> Vec<TextStatistics> {
    let clusters = &labelled.clusters;
    let places = labelled.documents.iter().zip(clusters.of_documents());
    let sizes: FxHashMap<DocId, u64> =
        places.filter_map(|(id, cluster)| Some(((*id)?, clusters.size(*cluster)))).collect();
    let unique = docket.references.unique();
    let is_letter = |id: DocId| docket.references.is_reference(id);
    let is_copy = |id: DocId| !is_letter(id) && sizes.get(&id).is_some_and(|size| *size > 1);
    let is_alone = |id: DocId| !is_letter(id) && sizes.get(&id).is_some_and(|size| *size == 1);
    let of_kind = |kind, is_of_kind: &dyn Fn(DocId) -> bool| {
        let documents = unique.iter().copied();
        of_documents(docket, kind, &documents.filter(|id| is_of_kind(*id)).collect::<Vec<_>>())
    };
    [
        of_kind("all", &|_| true),
        of_kind("form letters", &is_letter),
        of_kind("other texts in clusters", &is_copy),
        of_kind("alone", &is_alone),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// None where there is no text of the kind.
fn of_documents(
    docket: Docket<'_>,
    kind: &'static str,
    documents: &[DocId],
) -> Option<TextStatistics> {
    let text = |id: &DocId| docket.corpus.token_text(*id);
    let n_main: usize = documents.iter().map(|id| text(id).len()).sum();
    let n_whole = |id: &DocId| {
        let mut n_words = 0;
        let text = docket.corpus.document(*id).text.as_deref();
        for_each_token(text.unwrap_or_default(), |_, _| n_words += 1);
        n_words
    };
    let n_whole: usize = documents.par_iter().map(n_whole).sum();
    let terms: FxHashSet<TermId> =
        documents.iter().flat_map(|id| text(id).terms().iter().copied()).collect();
    let mean = |n_words: usize| n_words as f64 / documents.len() as f64;
    (!documents.is_empty()).then(|| TextStatistics {
        kind,
        texts: documents.len(),
        mean_words_with_zones: mean(n_whole),
        mean_words: mean(n_main),
        unique_terms: terms.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::statistics;
    use crate::corpus::{Corpus, Document, Zone, ZoneKind};
    use crate::eval::experiments::{Docket, Labelled};
    use crate::eval::labels;
    use crate::exact;
    use crate::reference::{self, ReferenceConfig};

    fn document(at: usize, salutation: &str, main: &str) -> Document {
        let text = format!("{salutation}{main}");
        let zone = |kind, span| Zone { kind, span };
        let mut digest = [0; 20];
        let n_bytes = main.len().min(digest.len());
        digest[..n_bytes].copy_from_slice(&main.as_bytes()[..n_bytes]);
        Document {
            id: at.to_string(),
            zones: vec![
                zone(ZoneKind::Salutation, 0..salutation.len()),
                zone(ZoneKind::Main, salutation.len()..text.len()),
            ],
            digest,
            text: Some(text.into()),
            ..Document::default()
        }
    }

    /// A letter of 3 words, 5 with its salutation, sent six times; a longer copy of 4, one alone of 2, one
    /// without a label of 6. All: (5 + 4 + 2 + 6) / 4 = 4.25 words, 15 / 4 = 3.75 without the salutation, and the
    /// terms boat, dock, ferry, keep, gull and wave.
    #[test]
    fn lengths_are_computed_by_hand() {
        let mut documents: Vec<Document> =
            (0..6).map(|at| document(at, "Dear Sir, ", "boat dock ferry")).collect();
        documents.push(document(6, "", "keep boat dock ferry"));
        documents.push(document(7, "", "boat gull"));
        documents.push(document(8, "", "gull wave wave wave wave wave"));
        let corpus = Corpus::of(documents);
        let groups = exact::group(&corpus, true, &Default::default());
        let references = reference::detect(&groups, &ReferenceConfig::default());
        let docket = Docket { corpus: &corpus, groups: &groups, references: &references };
        let labels = labels::read("id,cluster\n0,ferry\n6,ferry\n7,\n").expect("labels");
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
