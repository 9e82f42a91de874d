//! Tests of the table of rules, each with hand-computed numbers of words, and of which texts of a docket are in one cluster.

use rustc_hash::FxHashSet;

use super::examples::with_context;
use super::rules::{Links, RULES, Rule, Says, are_of_similar_size, cites, decide, version};
use super::{ClusteringConfig, cluster};
use crate::compare::examples::with_tables_of;
use crate::compare::{Evidence, Seed};
use crate::corpus::examples::{docket, document, words};
use crate::corpus::{Corpus, DocId, Document, Text, Zone, ZoneKind, cases};
use crate::retrieval::RetrievalConfig;

/// Asks about the first document, which may be a form letter, and the second, in a docket of these and others.
fn ask<T>(documents: Vec<Document>, is_letter: bool, ask: impl FnOnce(Evidence<'_>) -> T) -> T {
    with_tables_of(&Corpus::of(documents), |tables| {
        let seed = if is_letter {
            Seed::of_letter(tables, DocId(0), &FxHashSet::default())
        } else {
            Seed::of(tables, DocId(0))
        };
        ask(Evidence::new(tables, &seed, DocId(1)))
    })
}

fn rule(documents: Vec<Document>, is_letter: bool, links: Links) -> Option<Rule> {
    let config = ClusteringConfig { links, ..ClusteringConfig::default() };
    ask(documents, is_letter, |evidence| decide(&evidence, &config))
}

/// Documents of texts, each of which may cite a docket behind an @.
fn documents(texts: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<Document> {
    let documents = texts.into_iter().enumerate().map(|(at, text)| {
        let mut cells = text.as_ref().split(" @");
        let mut document = document(at, &words(cells.next().unwrap_or_default()));
        document.attributes.dockets.cited = cells.map(str::to_owned).collect();
        document
    });
    documents.collect()
}

#[test]
fn every_rule_has_a_source_and_cannot_comes_first() {
    assert!(RULES.iter().all(|row| !row.source.is_empty()));
    assert!(RULES.is_sorted_by_key(|row| match row.says {
        Says::Cannot => 0,
        Says::Needs => 1,
        Says::Must(_) => 2,
        Says::Near(_) => 3,
    }));
}

#[test]
fn rules_hold_by_so_many_words() {
    for case in cases::cells(include_str!("rules.txt")) {
        let [question, seed, text, others, expect] = case[..] else { panic!("{case:?}") };
        let letter = seed.strip_prefix('[').and_then(|seed| seed.strip_suffix(']'));
        let pair = [letter.unwrap_or(seed).to_owned(), text.to_owned()];
        let documents = documents(pair.into_iter().chain(docket(others)));
        let (is_letter, config) = (letter.is_some(), ClusteringConfig::default());
        let links = match question {
            "rule" => Links::ALL,
            "whatever the dockets" => Links { cannot: false, ..Links::ALL },
            _ => Links::NONE,
        };
        let found = match question {
            "cites" => ask(documents, is_letter, |pair| cites(&pair, &config).to_string()),
            "version" => ask(documents, is_letter, |mut pair| {
                pair.is_sent_by_several = true;
                format!("{:?}", version(&pair, &config))
            }),
            _ => rule(documents, is_letter, links).map_or("none".into(), |it| format!("{it:?}")),
        };
        assert_eq!(found, expect, "{case:?}");
    }
}

/// The same bag of words for the most part, at a distance between θ₀ and θ₀ + α: only where relayer,
/// dockets and footer are the same, and the size is similar.
#[test]
fn a_family_link_reaches_farther() {
    fn end_with(document: &mut Document, footer: &str) {
        let Text { zones, decoded, .. } = &mut document.text;
        let span = decoded.len()..decoded.len() + footer.len();
        *decoded = [decoded, footer].concat().into();
        *zones = [&zones[..], &[Zone { kind: ZoneKind::Footer, span }]].concat().into();
    }
    fn check(change: fn(&mut Document), n_more: usize, expect: Option<Rule>) {
        let texts = ["a:40 c:40".to_owned(), format!("a:40~7 b:{n_more}")];
        let mut documents = documents(&texts);
        for document in &mut documents {
            document.attributes.relayer = Some("mailer.example".to_owned());
            end_with(document, "sent by the mailer");
        }
        change(&mut documents[1]);
        // What is found without a limit and within one is computed in two ways.
        let far = ask(documents.clone(), false, |evidence| evidence.distance_within(f64::MAX));
        let config = ClusteringConfig { threshold: far - 0.01, ..ClusteringConfig::default() };
        let found = ask(documents, false, |evidence| decide(&evidence, &config));
        assert_eq!(found, expect);
    }
    check(|_| {}, 40, Some(Rule::FamilyLink));
    check(|copy| copy.attributes.relayer = None, 40, None);
    check(|copy| end_with(copy, "and by another"), 40, None);
    check(|copy| copy.attributes.dockets.cited = vec!["EPA-2031-0417".to_owned()], 40, None);
    // 161 words are more than twice as many as 80.
    check(|_| {}, 121, None);
    assert!(are_of_similar_size((160, 80), 2) && !are_of_similar_size((80, 161), 2));
}

/// A paragraph of 72 characters is 71 pairs, of 170 in the whole seed, which are worth 61 words: 71 · 61 / 170 are 25 words.
/// One of 70 characters is 69 pairs of 168: 24 words.
#[test]
fn pairs_of_characters_count_for_what_they_tell() {
    fn run(from: u32, n: u32) -> String {
        (from..from + n).filter_map(|at| char::from_u32(0x4E00 + at)).collect()
    }
    for (n, expect) in [(72, Some(Rule::Paragraph)), (70, None)] {
        let texts = [1000, 2000].map(|own| format!("{}|{}", run(0, n), run(own, 100)));
        assert_eq!(rule(documents(texts), false, Links::ALL), expect, "{n}");
    }
}

#[test]
fn texts_are_in_the_cluster_of_their_letter() {
    for case in cases::cells(include_str!("dockets.txt")) {
        let found = with_context(&docket(case[0]), |context| {
            cluster(context, &RetrievalConfig::default(), &|_, _| ()).expect("clusters").clusters
        });
        let clusters = found.clusters.iter().map(|cluster| {
            let mut documents: Vec<u32> = cluster.documents().map(|id| id.0).collect();
            documents.sort_unstable();
            documents.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
        });
        assert_eq!(clusters.collect::<Vec<_>>().join(", "), case[1], "{}", case[0]);
    }
}
