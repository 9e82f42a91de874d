//! A docket of some 1,700 comments in which order, left-overs, and margins matter: what the program makes of it stays.
//!
//! The snapshot tells clusters and campaigns by their numbers, and everything else by digests: of each field of
//! `report.json` and `documents.jsonl`, and of each table and page. What a change moves is seen from the names beside the
//! digests that differ; why, from the report of the program before it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use sha1::{Digest, Sha1};
use tempfile::TempDir;

use crate::candidates::Random;
use crate::cli::durian;

/// Content words that the letters and the senders of the docket use.
const VOCABULARY: usize = 2600;
/// Words between content words.
const FUNCTION_WORDS: [&str; 28] = [
    "the", "of", "and", "to", "that", "in", "is", "for", "we", "with", "as", "this", "our", "are",
    "by", "would", "at", "have", "from", "be", "on", "it", "which", "their", "when", "has", "more",
    "than",
];
/// What the docket's rule says; some quote it.
const LAW: &str = "No vessel shall be moored at a public quay for more than seven days unless the harbor master has \
    consented in writing, and the consent is posted at the berth.";

/// Draws comments.
struct Draw(Random);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0.below(limit)
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// A word of the vocabulary, by rank more rarely, as in language.
    fn content_word(&mut self) -> String {
        pronounced(self.below(VOCABULARY) * self.below(VOCABULARY) / VOCABULARY)
    }

    /// A sentence of so many words.
    fn sentence(&mut self, n_words: usize) -> String {
        let mut words: Vec<String> = Vec::new();
        for _ in 0..n_words {
            let follows_content =
                words.last().is_some_and(|word| !FUNCTION_WORDS.contains(&word.as_str()));
            let is_function = follows_content && self.below(10) < 7;
            let word = if is_function {
                (*self.of(&FUNCTION_WORDS)).to_owned()
            } else {
                self.content_word()
            };
            words.push(word);
        }
        capitalized(&words.join(" ")) + "."
    }

    /// A sentence of ordinary length.
    fn any_sentence(&mut self) -> String {
        let n_words = 8 + self.below(14);
        self.sentence(n_words)
    }

    fn paragraph(&mut self, n_sentences: usize) -> Vec<String> {
        (0..n_sentences).map(|_| self.any_sentence()).collect()
    }

    fn letter(&mut self, n_paragraphs: usize) -> Letter {
        Letter((0..n_paragraphs).map(|_| self.paragraph(3)).collect())
    }

    /// What may fill a slot.
    fn options(&mut self, n_words: usize, n_options: usize) -> Vec<String> {
        let sentences = (0..n_options).map(|_| self.sentence(n_words));
        sentences.map(|sentence| sentence.trim_end_matches('.').to_lowercase()).collect()
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
    }
}

/// A word for each number, of two syllables and more.
fn pronounced(mut number: usize) -> String {
    const SYLLABLES: [&str; 24] = [
        "ma", "ren", "to", "lis", "ga", "vor", "ne", "dul", "pi", "sar", "ke", "bon", "hu", "tal",
        "wi", "mer", "fo", "cas", "ru", "lem", "zi", "dor", "ja", "pel",
    ];
    let mut word = String::from(SYLLABLES[number % 24]);
    loop {
        number /= 24;
        word.push_str(SYLLABLES[(number * 7 + 5) % 24]);
        if number < 24 {
            return word;
        }
    }
}

fn capitalized(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Sentences, paragraph by paragraph.
#[derive(Clone)]
struct Letter(Vec<Vec<String>>);

impl Letter {
    fn text(&self) -> String {
        let paragraphs: Vec<String> = self.0.iter().map(|sentences| sentences.join(" ")).collect();
        paragraphs.join("\n\n")
    }

    /// One of the ways in which people edit a letter.
    fn edited(&self, draw: &mut Draw) -> String {
        let mut own = self.clone();
        let paragraph = draw.below(own.0.len());
        let at = draw.below(own.0[paragraph].len());
        match draw.below(11) {
            0 => own.0.insert(0, vec![draw.any_sentence()]),
            1 => own.0.push(vec![draw.any_sentence(), draw.any_sentence()]),
            2 => own.0[paragraph].insert(at, draw.any_sentence()),
            3 => drop(own.0.remove(paragraph)),
            4 => drop(own.0[paragraph].remove(at)),
            5 => own.0[paragraph][at] = with_other_words(&own.0[paragraph][at], draw),
            6 => draw.shuffle(&mut own.0),
            7 => {
                own.0.truncate(1);
                own.0.push(draw.paragraph(2));
            }
            8 => {
                let n_kept = own.0.len() / 2;
                own.0.truncate(n_kept);
                own.0.push(draw.paragraph(3));
            }
            9 => own.0[paragraph][at] = own.0[paragraph][at].replacen(" the ", " not the ", 1),
            _ => {
                own = Letter(vec![own.0[paragraph].clone()]);
                own.0.push(draw.paragraph(4));
            }
        }
        own.text()
    }

    /// Of ten sentences so many are its sender's.
    fn graded(&self, n_own: usize, draw: &mut Draw) -> String {
        let mut own = self.clone();
        for sentence in own.0.iter_mut().flatten() {
            if draw.below(10) < n_own {
                *sentence = draw.any_sentence();
            }
        }
        own.text()
    }
}

/// One to three words are others.
fn with_other_words(sentence: &str, draw: &mut Draw) -> String {
    let mut words: Vec<String> = sentence.split(' ').map(str::to_owned).collect();
    for _ in 0..=draw.below(3) {
        let at = draw.below(words.len());
        words[at] = draw.content_word();
    }
    words.join(" ")
}

/// Sentences of which each part is drawn from some.
struct Grammar {
    sentences: Vec<Vec<Vec<String>>>,
    is_shuffled: bool,
}

impl Grammar {
    fn new(draw: &mut Draw, n_sentences: usize, n_slots: usize, is_shuffled: bool) -> Self {
        let mut sentences = Vec::new();
        for number in 0..n_sentences {
            let mut slots: Vec<Vec<String>> =
                (0..n_slots).map(|at| draw.options(3 + (number + at) % 4, 3 + at % 2)).collect();
            slots.push(draw.options(3, 1));
            sentences.push(slots);
        }
        Self { sentences, is_shuffled }
    }

    fn text(&self, draw: &mut Draw) -> String {
        let mut sentences: Vec<String> = Vec::new();
        for slots in &self.sentences {
            let parts: Vec<&str> = slots.iter().map(|options| draw.of(options).as_str()).collect();
            sentences.push(capitalized(&parts.join(" ")) + ".");
        }
        if self.is_shuffled {
            draw.shuffle(&mut sentences);
        }
        sentences.join(" ")
    }
}

/// Comments of a docket, each with what is known of its sender.
struct Docket {
    draw: Draw,
    comments: Vec<Value>,
}

impl Docket {
    fn add(&mut self, text: &str) {
        let number = self.comments.len();
        let draw = &mut self.draw;
        let mut comment = json!({"id": format!("SIM-{number:04}"), "text": text});
        comment["first_name"] = json!(pronounced(draw.below(60)));
        comment["last_name"] = json!(pronounced(draw.below(300)));
        comment["city"] = json!(pronounced(draw.below(12)));
        comment["state"] = json!(*draw.of(&["OH", "PA", "WA", "ME"]));
        if draw.below(9) > 0 {
            let (month, day) = (draw.below(3) + 4, draw.below(28) + 1);
            comment["date"] = json!(format!("2031-{month:02}-{day:02}"));
        }
        if draw.below(12) == 0 {
            comment["organization"] = json!(format!("Friends of {}", pronounced(draw.below(9))));
        }
        if draw.below(25) == 0 {
            comment["text"] =
                json!(format!("Docket No. EPA-HQ-OAR-2031-{:04}\n\n{text}", 400 + draw.below(2)));
        }
        if draw.below(6) == 0 {
            let signed = format!("{text}\n\nSincerely,\n{}", pronounced(number));
            comment["text"] = json!(signed);
        }
        self.comments.push(comment);
    }

    fn letters(&mut self) {
        for (n_paragraphs, n_exact, n_edited) in
            [(5, 60, 60), (3, 40, 60), (8, 9, 70), (2, 5, 30), (1, 30, 30)]
        {
            let letter = self.draw.letter(n_paragraphs);
            (0..n_exact).for_each(|_| self.add(&letter.text()));
            for _ in 0..n_edited {
                let edited = letter.edited(&mut self.draw);
                self.add(&edited);
                if self.draw.below(8) == 0 {
                    self.add(&edited);
                }
            }
        }
        for n_exact in [0, 12] {
            let letter = self.draw.letter(4);
            (0..n_exact).for_each(|_| self.add(&letter.text()));
            for number in 0..60 {
                let graded = letter.graded(number / 6, &mut self.draw);
                self.add(&graded);
            }
        }
    }

    /// Two letters that have two paragraphs of five in common; some of their senders send more than once.
    fn relatives(&mut self) {
        let first = self.draw.letter(5);
        let mut second = self.draw.letter(5);
        second.0[1..3].clone_from_slice(&first.0[3..5]);
        for letter in [first, second] {
            for number in 0..24 {
                let mut text = letter.text();
                if number % 3 == 0 {
                    text = letter.edited(&mut self.draw);
                }
                self.add(&text);
                let address = format!("{}@mail.example", pronounced(number % 17));
                let comment = self.comments.last_mut().expect("one");
                comment["email"] = json!(address);
                (comment["first_name"], comment["last_name"]) = (json!("Kim"), json!("Example"));
            }
        }
    }

    /// Letters that grew from each other, one that says the opposite, and one that cites another.
    fn versions(&mut self) {
        let first = self.draw.letter(5);
        let mut versions = vec![first.clone()];
        for n_kept in [3, 2] {
            let mut next = versions.last().cloned().expect("one");
            next.0.rotate_left(1);
            next.0.truncate(n_kept);
            next.0.extend(self.draw.letter(5 - n_kept).0);
            versions.push(next);
        }
        let opposite = |sentence: &String| sentence.replacen(" the ", " not the ", 1);
        versions
            .push(Letter(first.0.iter().map(|all| all.iter().map(opposite).collect()).collect()));
        let mut citing = self.draw.letter(3);
        citing.0.insert(2, first.0[4].clone());
        versions.push(citing);
        for (version, n_exact) in versions.iter().zip([25, 15, 8, 12, 10]) {
            (0..n_exact).for_each(|_| self.add(&version.text()));
            for _ in 0..n_exact {
                let edited = version.edited(&mut self.draw);
                self.add(&edited);
            }
        }
    }

    /// Passages of which everybody takes some.
    fn kits(&mut self) {
        for (n_passages, n_senders) in [(12, 90), (4, 14)] {
            let passages: Vec<String> =
                (0..n_passages).map(|_| self.draw.paragraph(2).join(" ")).collect();
            for _ in 0..n_senders {
                let mut taken: Vec<String> = passages.clone();
                self.draw.shuffle(&mut taken);
                taken.truncate(2 + self.draw.below(3));
                taken.insert(1, self.draw.paragraph(2).join(" "));
                self.add(&taken.join("\n\n"));
            }
        }
    }

    fn spun_letters(&mut self) {
        for (n_sentences, n_slots, is_shuffled, n_copies) in
            [(8, 3, false, 160), (10, 2, true, 100)]
        {
            let grammar = Grammar::new(&mut self.draw, n_sentences, n_slots, is_shuffled);
            for _ in 0..n_copies {
                let text = grammar.text(&mut self.draw);
                self.add(&text);
            }
        }
    }

    /// The same points in everybody's own words, and the answers to a form's question.
    fn points(&mut self) {
        for (n_points, n_senders) in [(16, 70), (8, 20)] {
            let points: Vec<[String; 3]> = (0..n_points)
                .map(|point| [0, 1, 2].map(|at| pronounced(7000 + 31 * n_points + 97 * point + at)))
                .collect();
            for _ in 0..n_senders {
                let mut sentences: Vec<String> = Vec::new();
                for _ in 0..5 + self.draw.below(4) {
                    let [one, two, three] = self.draw.of(&points).clone();
                    let (before, between) = (self.draw.sentence(4), *self.draw.of(&FUNCTION_WORDS));
                    sentences.push(format!(
                        "{} {one} {between} {two} {three}.",
                        before.trim_end_matches('.')
                    ));
                }
                self.add(&sentences.join(" "));
            }
        }
        let (prompt, trailer) = (self.draw.sentence(18), self.draw.sentence(24));
        for _ in 0..90 {
            let n_sentences = 1 + self.draw.below(9);
            let answer = self.draw.paragraph(n_sentences).join(" ");
            self.add(&format!("{prompt}\n\n{answer}\n\n{trailer}"));
        }
    }

    fn short_comments(&mut self) {
        for n_copies in [40, 12] {
            let slogan = self.draw.sentence(14);
            for _ in 0..n_copies {
                let mut letters: Vec<char> = slogan.chars().collect();
                let at = self.draw.below(letters.len());
                letters.remove(at);
                self.add(&letters.into_iter().collect::<String>());
            }
        }
        for _ in 0..80 {
            let n_words = 2 + self.draw.below(12);
            let comment = self.draw.sentence(n_words);
            self.add(&comment);
        }
        for _ in 0..9 {
            self.add("Please keep the quay.");
        }
    }

    /// Comments of nobody but their senders; some quote the law, and some are neighbors in other ways.
    fn unique_comments(&mut self) {
        for number in 0..260 {
            let n_paragraphs = 1 + self.draw.below(6);
            let mut comment = self.draw.letter(n_paragraphs).text();
            if number % 13 == 0 {
                comment = format!("{comment}\n\nThe rule says: {LAW}");
            }
            self.add(&comment);
            if number % 29 == 0 {
                let answer = self.draw.paragraph(2).join(" ");
                self.add(&format!("{answer}\n\n{comment}"));
            }
        }
        let shared = self.draw.paragraph(2).join(" ");
        for _ in 0..7 {
            let own = self.draw.letter(3).text();
            self.add(&format!("{own}\n\n{shared}"));
        }
        let languages = [
            "El muelle debe seguir abierto para los barcos pequeños",
            "Der Kai muss für kleine Boote offen bleiben",
        ];
        for number in 0..24 {
            let own: Vec<String> = (0..12).map(|_| self.draw.content_word()).collect();
            let (own, other) = own.split_at(6);
            self.add(&format!(
                "{}, {} y {} aber {}.",
                languages[number % 2],
                own.join(" de "),
                own[0],
                other.join(" der ")
            ));
        }
    }
}

/// The comments as JSONL, in an order that tells nothing.
fn docket() -> Vec<String> {
    let mut docket = Docket { draw: Draw(Random(37)), comments: Vec::new() };
    docket.letters();
    docket.relatives();
    docket.versions();
    docket.kits();
    docket.spun_letters();
    docket.points();
    docket.short_comments();
    docket.unique_comments();
    let mut lines: Vec<String> = docket.comments.iter().map(ToString::to_string).collect();
    docket.draw.shuffle(&mut lines);
    lines
}

/// The first digits of a digest.
fn digest(bytes: &[u8]) -> String {
    Sha1::digest(bytes).iter().take(5).map(|byte| format!("{byte:02x}")).collect()
}

/// The digest of each field over all objects that have it.
fn fields<'a>(objects: impl Iterator<Item = &'a Value>) -> BTreeMap<String, String> {
    let mut fields: BTreeMap<String, String> = BTreeMap::new();
    for object in objects {
        for (name, value) in object.as_object().into_iter().flatten() {
            writeln!(fields.entry(name.clone()).or_default(), "{value}").expect("a string");
        }
    }
    fields.into_iter().map(|(name, values)| (name, digest(values.as_bytes()))).collect()
}

/// What a report folder holds, a line for each thing that can move.
fn summary(folder: &Path) -> String {
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
    let report: Value = serde_json::from_str(&read("report.json")).expect("JSON");
    let documents: Vec<Value> = read("documents.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let list = |name: &str| report[name].as_array().expect("a list").iter();
    let mut text = String::new();
    for (name, value) in report["totals"].as_object().expect("totals") {
        writeln!(text, "totals.{name}: {value}").expect("a string");
    }
    for cluster in list("clusters") {
        let [n_added, n_related] =
            ["added", "related"].map(|name| cluster[name].as_array().map_or(0, Vec::len));
        writeln!(
            text,
            "cluster {}: {} comments, {} identical, {}, cut-off {}, {n_added} added, {n_related} related",
            cluster["id"], cluster["n_comments"], cluster["n_identical"], cluster["categories"], cluster["cut_off"],
        )
        .expect("a string");
    }
    for campaign in list("campaigns") {
        writeln!(
            text,
            "campaign {}: {}, {} comments, {} clusters, {} to {}",
            campaign["id"],
            campaign["kind"],
            campaign["n_comments"],
            campaign["clusters"].as_array().map_or(0, Vec::len),
            campaign["first_date"],
            campaign["last_date"],
        )
        .expect("a string");
    }
    let parts = [
        ("report", fields([&report].into_iter())),
        ("clusters", fields(list("clusters"))),
        ("campaigns", fields(list("campaigns"))),
        ("documents", fields(documents.iter())),
    ];
    for (part, fields) in parts {
        for (name, digest) in fields {
            writeln!(text, "{part}.{name}: {digest}").expect("a string");
        }
    }
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
    files.sort();
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(".csv") || name.ends_with(".html") {
            writeln!(text, "{name}: {}", digest(&fs::read(&file).expect("a file")))
                .expect("a string");
        }
    }
    text
}

#[test]
fn a_simulated_docket_looks_as_before() {
    let folder = TempDir::new().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    let lines = docket();
    write("docket.jsonl", &lines.join("\n"));
    write("law.txt", LAW);
    let clustered = |arguments: &[&str]| {
        let settings = ["--known", "law.txt", "--workbook", "never", "--verify", "--quiet"];
        let output =
            durian(folder.path(), &[&["cluster", "docket.jsonl"], arguments, &settings].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    };
    clustered(&["-o", "whole"]);
    insta::assert_snapshot!("whole", summary(&folder.path().join("whole")));

    write("docket.jsonl", &lines[..lines.len() / 2].join("\n"));
    clustered(&["-o", "half"]);
    write("docket.jsonl", &lines.join("\n"));
    clustered(&["-o", "since", "--since", "half"]);
    insta::assert_snapshot!("beside_its_first_half", summary(&folder.path().join("since")));
}
