//! Near misses: the text that is nearest to a comment like no other, how far it is, and why it is no copy.

use std::collections::BTreeMap;
use std::fs;

use durian::compare::language_model::{CollectionModel, naive_divergence};
use durian::corpus::TokenText;
use durian::report::schema::{Apart, DocumentLine};
use serde_json::json;
use tempfile::TempDir;

use crate::detect;

const PIER: &str = "The pier at Holm Bay was built by our grandparents with stone from their own fields, and every \
                    storm since has left it standing while newer walls broke. Please repair it before you sell it.";

/// Two copies of one text that cite different dockets, a comment with a clause that both have and so is boilerplate, a
/// short one that they contain, two that share a clause, and one that shares nothing.
fn comments() -> [(&'static str, String); 7] {
    [
        ("a", format!("Re: Docket No. EPA-HQ-OAR-2031-0001\n\nDear Sirs:\n\n{PIER}")),
        ("b", format!("Re: Docket No. EPA-HQ-OAR-2031-0002\n\nDear Sirs:\n\n{PIER} Or give it to us.")),
        (
            "c",
            "My uncle fishes there on Sundays. He says that every storm since has left it standing, and he would know, \
             because he lost two boats and a shed in the gale of the year in which I was born."
                .to_owned(),
        ),
        ("d", "We ask: please repair it before you sell it.".to_owned()),
        (
            "e",
            "On foggy mornings the ferry bell rings before every sailing, and my children count the strokes in bed: \
             whoever moves the landing to the far side of the point takes that from them."
                .to_owned(),
        ),
        (
            "f",
            "Noise is no argument. Trucks pass my window all night, yet the ferry bell rings before every sailing and \
             nobody in our street has ever complained about it or even mentioned it to me."
                .to_owned(),
        ),
        ("g", "Gulls steal chips from tourists, and nobody here minds, least of all the gulls.".to_owned()),
    ]
}

#[test]
fn a_unique_comment_names_the_nearest_text() {
    let folder = TempDir::new().expect("a folder");
    let lines: Vec<String> =
        comments().iter().map(|(id, text)| json!({"id": id, "text": text}).to_string()).collect();
    fs::write(folder.path().join("comments.jsonl"), lines.join("\n")).expect("a file");
    let (detection, _, lines) = detect(folder.path());
    let lines: BTreeMap<&str, &DocumentLine> =
        lines.iter().map(|line| (line.id.as_str(), line)).collect();
    let corpus = &detection.corpus;
    let text = |id: &str| corpus.token_text(corpus.find(id).expect("a comment"));
    let texts: Vec<&TokenText> = corpus.ids().map(|id| corpus.token_text(id)).collect();
    let collection = CollectionModel::new(&texts, corpus.vocabulary().len(), 1.0);
    let check = |id: &str, nearest: Option<(&str, Apart)>| {
        let line = lines[id];
        assert_eq!(line.cluster, None, "{id}");
        let found = line.nearest.as_ref();
        assert_eq!(found.map(|it| (it.id.as_str(), it.why)), nearest, "{id}");
        if let Some(found) = found {
            // SIGIR 2006 eq. 1, term by term, in one direction.
            let expect = naive_divergence(text(id), text(&found.id), &collection);
            assert!((found.distance - expect).abs() < 1e-6, "{id}: {} {expect}", found.distance);
        }
    };
    check("a", Some(("b", Apart::DifferentDockets)));
    check("b", Some(("a", Apart::DifferentDockets)));
    check("c", Some(("a", Apart::Boilerplate)));
    check("d", Some(("a", Apart::TooShort)));
    check("e", Some(("f", Apart::TooFewWords)));
    check("f", Some(("e", Apart::TooFewWords)));
    check("g", None);
}

/// One wording for the rule and against it: letters of three comments each are rivals, what two sent is their own opinion.
#[test]
fn rivals_are_sent_by_several() {
    for (n_for, n_against, expect) in [(3, 3, 2), (2, 3, 0), (3, 2, 0)] {
        let letter = |says: &str| format!("I {says} the rule on the pier. {PIER}");
        let copies = [vec![letter("support"); n_for], vec![letter("oppose"); n_against]].concat();
        let others = comments().into_iter().skip(4).map(|(_, text)| text);
        let lines = copies.into_iter().chain(others).zip(10..);
        let lines: Vec<String> = lines
            .map(|(text, id)| json!({"id": format!("c{id}"), "text": text}).to_string())
            .collect();
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("comments.jsonl"), lines.join("\n")).expect("a file");
        let (detection, ..) = detect(folder.path());
        let clusters = detection.clusters.clusters.iter();
        let n_opposed = clusters.filter(|cluster| !cluster.opposed.is_empty()).count();
        assert_eq!(n_opposed, expect, "{n_for} for it, {n_against} against it");
    }
}
