//! What the rules make of a whole docket: clusters of letters and their versions, family-links.

use std::collections::BTreeMap;
use std::fs;

use durian::config::Config;
use durian::ingest::Relayers;
use durian::report::schema::Rule;
use tempfile::TempDir;

use crate::{detect, detect_with};

/// A text by its words: `a0 … a9` for `a:0-10`; a bar begins a paragraph.
fn words(text: &str) -> String {
    let paragraph = |paragraph: &str| {
        let stretches = paragraph.split_whitespace().flat_map(|stretch| {
            let (name, numbers) = stretch.split_once(':').expect("a name");
            let (from, to) = numbers.split_once('-').expect("numbers");
            let number = |digits: &str| digits.parse::<usize>().expect("a number");
            (number(from)..number(to)).map(move |at| format!("{name}{at}x"))
        });
        stretches.collect::<Vec<_>>().join(" ")
    };
    let paragraphs: Vec<String> = text.split('|').map(paragraph).collect();
    paragraphs.join("\n\n")
}

/// Which texts are together, of texts each of which so many comments consist of.
fn check(texts: &[(&str, usize)], expect: &[&[usize]]) {
    let mut lines = Vec::new();
    for (nth, (text, n_comments)) in texts.iter().enumerate() {
        let text = words(text);
        lines.extend((0..*n_comments).map(|copy| {
            serde_json::json!({"id": format!("{nth}-{copy}"), "text": text}).to_string()
        }));
    }
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("docket.jsonl");
    fs::write(&path, lines.join("\n")).expect("a docket");
    let (_, _, lines) = detect(&path);
    let mut together: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for line in lines {
        let (text, _) = line.id.split_once('-').expect("a text");
        let own = || format!("alone: {}", line.id);
        let texts = together.entry(line.cluster.clone().unwrap_or_else(own)).or_default();
        texts.push(text.parse().expect("a number"));
        texts.dedup();
    }
    let mut found: Vec<Vec<usize>> = together.into_values().collect();
    found.sort();
    assert_eq!(found, expect);
}

/// Of 120 words each version shares 70 with the next, and the first shares 20 with the last. The one in the
/// middle, which most people sent, is the letter.
#[test]
fn versions_of_a_letter_are_one_cluster() {
    check(&[("a:0-120", 6), ("a:50-170", 7), ("a:100-220", 6)], &[&[0, 1, 2]]);
    // 60 of 120 words are no more than half.
    check(&[("a:0-120", 6), ("a:60-180", 7)], &[&[0], &[1]]);
}

#[test]
fn letters_that_share_a_paragraph_are_two_clusters() {
    check(&[("a:0-60|p:0-30", 6), ("b:0-60|p:0-30", 6)], &[&[0], &[1]]);
}

/// A comment that keeps a paragraph of 60 words belongs to the letter, unless another letter has it too.
#[test]
fn a_paragraph_that_two_letters_share_is_no_evidence() {
    let (letter, comment) = (("a:0-60|p:0-60", 6), ("own:0-80|p:0-60", 1));
    check(&[letter, comment], &[&[0, 1]]);
    check(&[letter, ("b:0-60|p:0-60", 6), comment], &[&[0], &[1], &[2]]);
}

/// The words of one mail stand in the other one in another order, but for the first eight. Their distance
/// lies 0.01 nats beyond the threshold, or 0.51, which α = 0.5 does not make up for.
#[test]
fn a_family_is_held_together_beyond_the_threshold() {
    let shuffled: Vec<String> =
        (0..40).map(|at| format!("a:{}-{}", at * 7 % 40, at * 7 % 40 + 1)).collect();
    let texts =
        [words("s:0-8 a:0-40 b:0-20"), words(&format!("s:0-8 {} c:0-20", shuffled.join(" ")))];
    let folder = TempDir::new().expect("a folder");
    let mut config = Config::default();
    let list = "[relayers]\nours.example\nothers.example\n";
    config.ingest.relayers = Relayers::parse(list).expect("a list");
    let mut linked = |relayers: [&str; 2], threshold: f64, family: bool| {
        for (nth, (text, relayer)) in texts.iter().zip(relayers).enumerate() {
            let mail = format!(
                "Return-Path: <b@m.{relayer}.example>\nFrom: a{nth}@mail.example\n\n{text}\n"
            );
            fs::write(folder.path().join(format!("{nth}.eml")), mail).expect("a mail");
        }
        config.clustering.threshold = threshold;
        config.clustering.links.family = family;
        let (_, report, _) = detect_with(folder.path(), &config);
        let members = report.clusters.iter().flat_map(|it| &it.members);
        let evidence = members.map(|member| &member.evidence);
        let mut others = evidence.filter(|it| it.rule != Rule::Seed);
        others.next().map(|it| (it.rule, it.distance))
    };
    let ours = ["ours"; 2];
    let (rule, distance) = linked(ours, 10.0, true).expect("a link");
    assert_eq!(rule, Rule::Distance);
    let rule = |found: Option<(Rule, f64)>| found.map(|(rule, _)| rule);
    let near = distance - 0.01;
    assert_eq!(rule(linked(ours, near, true)), Some(Rule::FamilyLink));
    assert_eq!(rule(linked(ours, distance - 0.51, true)), None);
    assert_eq!(rule(linked(ours, near, false)), None);
    assert_eq!(rule(linked(["ours", "others"], near, true)), None);
}
