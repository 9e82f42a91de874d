//! Letters, each of whose lines begins with the zone that it is in, and what browsers print around them.

use super::{cut, cut_printed, lines_of};
use crate::corpus::ZoneKind;
use crate::ingest::cases;

/// The cases of a file of letters.
fn letters() -> Vec<String> {
    let mut letters = Vec::new();
    for block in include_str!("letters.txt").split("\n# ").skip(1) {
        let (_, lines) = block.split_once('\n').unwrap_or_default();
        let (fillings, written): (Vec<&str>, Vec<&str>) =
            lines.lines().partition(|line| line.starts_with("| "));
        let written = written.join("\n");
        for template in written.split("\n--").filter(|own| !own.trim().is_empty()) {
            let template = template.trim_start_matches('\n');
            if template.contains("{}") {
                letters.extend(fillings.iter().map(|filling| filled(template, &filling[2..])));
            } else {
                letters.push(template.to_owned());
            }
        }
    }
    letters
}

/// A template with its place filled in, by several lines of the same zone.
fn filled(template: &str, filling: &str) -> String {
    let line = template.lines().find(|line| line.contains("{}")).expect("a place");
    let kind = line.trim_start_matches(['+', '&']).chars().next().expect("a zone");
    template.replace("{}", &filling.replace(" / ", &format!("\n{kind} ")))
}

/// The text of a letter, and its zones with their words.
fn told(letter: &str) -> (String, Vec<(ZoneKind, String)>) {
    let (mut text, mut zones) = (String::new(), Vec::new());
    for line in letter.lines() {
        let own = line.trim_start_matches(['+', '&']);
        match line.chars().next().filter(|_| !text.is_empty()) {
            Some('+') => text.push(' '),
            Some('&') | None => text.push_str(if line.is_empty() { "\n" } else { "" }),
            Some(_) => text.push('\n'),
        }
        if let Some((kind, words)) = own.split_once(' ') {
            text.push_str(words);
            let (kind, goes_on) = match kind {
                "h" => (ZoneKind::Header, true),
                "s" => (ZoneKind::Salutation, false),
                "m" => (ZoneKind::Main, false),
                "c" => (ZoneKind::Main, true),
                "g" => (ZoneKind::Signature, true),
                "f" => (ZoneKind::Footer, true),
                other => panic!("no zone `{other}` in {letter}"),
            };
            add(&mut zones, kind, words, goes_on);
        }
    }
    (text, zones)
}

/// Adds the words of a zone, which may go on with the one before.
fn add(zones: &mut Vec<(ZoneKind, String)>, kind: ZoneKind, text: &str, goes_on: bool) {
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != ">").collect();
    match zones.last_mut() {
        Some((last, known)) if *last == kind && goes_on => {
            *known += &format!(" {}", words.join(" "))
        }
        _ => zones.push((kind, words.join(" "))),
    }
}

#[test]
fn letters_are_cut_into_zones() {
    for letter in letters() {
        let (text, expect) = told(&letter);
        let mut found = Vec::new();
        for zone in cut(&text, Some("Rosa Alvarez")) {
            let is_block = matches!(zone.kind, ZoneKind::Main | ZoneKind::Salutation);
            add(&mut found, zone.kind, &text[zone.span], !is_block);
        }
        assert_eq!(found, expect, "{letter}");
    }
}

#[test]
fn a_letter_that_comes_again_is_signed_by_its_own_author_alone() {
    let letter = "Please keep the rule as it stands.\nrosa alvarez";
    for _ in 0..4 {
        let [signed, unsigned] = [Some("Rosa Alvarez"), None].map(|author| cut(letter, author));
        assert_eq!(&*lines_of(letter, &signed).signature, "rosa alvarez");
        assert_eq!(unsigned.len(), 1);
    }
}

#[test]
fn what_browsers_print_is_moved_to_the_end() {
    for row in cases::rows(include_str!("printed.txt")) {
        let (text, zones) = cut_printed(row[0].clone(), None, &[], &[]);
        let main = zones.iter().filter(|zone| zone.kind == ZoneKind::Main);
        let blocks: Vec<&str> = main.map(|zone| &text[zone.span.clone()]).collect();
        let footer = lines_of(&text, &zones).footer;
        assert_eq!([&blocks.join(" | "), &*footer], [&row[1], &*row[2]], "{}", row[0]);
    }
}

#[test]
fn zones_stand_in_order_and_hold_every_visible_character() {
    let pieces: Vec<String> = cases::rows(include_str!("pieces.txt"))
        .map(|row| row[0].trim_matches('|').to_owned())
        .collect();
    let n = pieces.len();
    for order in 0..n.pow(3) {
        let text = [order % n, order / n % n, order / n / n].map(|nth| &*pieces[nth]).concat();
        let mut end = 0;
        for zone in cut(&text, None) {
            assert!(zone.span.start >= end && zone.span.start < zone.span.end, "{text}");
            let gap = &text[end..zone.span.start];
            assert_eq!(gap.trim_matches(['>', ' ', '\n']), "", "{text}");
            end = zone.span.end;
        }
        assert_eq!(text[end..].trim_matches(['>', ' ', '\n']), "", "{text}");
    }
}
