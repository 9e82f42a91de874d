//! The analyst's own links come before what the program finds.

use std::collections::BTreeMap;

use durian::clustering::analyst::parse;
use durian::config::Config;
use durian::report::schema::{Report, Rule};

use crate::{detect_with, fixtures};

/// The cluster of a comment, and why it is there.
type Place = (Option<String>, Option<Rule>);

/// The sample docket under some constraints: where each comment is, and the report.
fn clusters(constraints: &str) -> (BTreeMap<String, Place>, Report) {
    let mut config = Config::default();
    config.clustering.constraints = parse(constraints).expect("valid constraints");
    let docket = fixtures().join("sample-docket/docket");
    let (_, report, lines) = detect_with(&docket, &config);
    let clusters = lines.into_iter().map(|line| {
        let rule = line.evidence.map(|evidence| evidence.rule);
        (line.id, (line.cluster, rule))
    });
    (clusters.collect(), report)
}

#[test]
fn must_links_join_singletons_members_and_letters() {
    let (found, report) = clusters(
        "link,a,b\nmust,unique-1.eml,short-1.eml\nmust,short-1.eml,exact-3.eml\nmust,hotel-2.eml,unique-2.eml\n",
    );
    let letter = &found["exact-1.eml"].0;
    assert_eq!(
        &found["unique-1.eml"].0, letter,
        "through short-1, and exact-3 stands for its copies"
    );
    assert_eq!(&found["short-1.eml"], &(letter.clone(), Some(Rule::Analyst)));
    assert_eq!(found["unique-2.eml"].0, found["hotel-1.eml"].0);
    assert_ne!(&found["hotel-1.eml"].0, letter);
    assert!(report.conflicts.is_empty(), "{:?}", report.conflicts);

    let (found, _) = clusters("link,a,b\nmust,hotel-1.eml,exact-1.eml\n");
    assert_eq!(found["hotel-block-deleted.eml"].0, found["key-block.eml"].0);
}

#[test]
fn cannot_links_part_members_from_letters_and_from_each_other() {
    let (found, _) = clusters("link,a,b\ncannot,key-block.eml,exact-5.eml\n");
    assert_eq!(found["key-block.eml"].0, None);
    let (found, _) = clusters(
        "link,a,b\ncannot,key-block.eml,minor-change.eml\nmust,key-block.eml,repeated.eml\n",
    );
    assert_eq!(found["key-block.eml"].0, found["repeated.eml"].0);
    assert_ne!(found["key-block.eml"].0, found["minor-change.eml"].0);
}

#[test]
fn a_contradiction_is_told_with_its_chain() {
    let (found, report) = clusters(
        "link,a,b\nmust,unique-1.eml,short-1.eml\nmust,short-1.eml,unique-2.eml\ncannot,unique-2.eml,unique-1.eml\n",
    );
    assert!(found["unique-1.eml"].0.is_some());
    assert_eq!(found["unique-1.eml"].0, found["unique-2.eml"].0);
    assert_eq!(report.conflicts.len(), 1);
    assert_eq!(report.conflicts[0].chain, ["unique-1.eml", "short-1.eml", "unique-2.eml"]);
}
