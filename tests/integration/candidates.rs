//! Candidates lose nothing: what a rule links when every text is compared with every other one is found.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use durian::clustering::rules::{self, Version};
use durian::clustering::{self, AnalystLinks, Context, Rule};
use durian::compare::Tables;
use durian::config::Config;
use durian::corpus::DocId;
use durian::ingest::{self, Input};
use durian::retrieval::Candidates;
use durian::{exact, reference, retrieval};
use tempfile::TempDir;

use crate::detect_with;

/// Comments of a generated docket.
const COMMENTS: usize = 600;
/// Linked pairs that may be no candidates: one in this many.
const LOST: usize = 1000;

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    /// Words of a vocabulary of 2,000 in which small numbers are common.
    fn paragraph(&mut self, n_words: usize) -> Vec<String> {
        (0..n_words).map(|_| format!("w{}", self.below(2000) * self.below(2000) / 2000)).collect()
    }
}

/// Letters, and what people make of them: copies, words altered, paragraphs left out, put in, taken
/// out of their letter, or picked from several letters.
fn comment(random: &mut Random, letters: &[Vec<Vec<String>>]) -> Vec<Vec<String>> {
    let letter = &letters[random.below(letters.len())];
    let mut text = letter.clone();
    match random.below(8) {
        0 | 1 => {}
        2 => {
            for _ in 0..3 {
                let block = random.below(text.len());
                let word = random.below(text[block].len());
                text[block][word] = format!("x{}", random.below(500));
            }
        }
        3 => drop(text.remove(random.below(text.len()))),
        4 => text.insert(random.below(text.len()), random.paragraph(40)),
        5 => {
            let kept = text.swap_remove(random.below(text.len()));
            text = vec![random.paragraph(90), kept, random.paragraph(60)];
        }
        6 => {
            let other = &letters[random.below(letters.len())];
            text = vec![letter[0].clone(), other[1].clone(), random.paragraph(20)];
        }
        _ => text = vec![random.paragraph(70), random.paragraph(30)],
    }
    text
}

fn write_docket(path: &Path, seed: u64) {
    let mut random = Random(seed);
    let letters: Vec<Vec<Vec<String>>> = (0..12)
        .map(|_| {
            (0..4)
                .map(|_| {
                    let n_words = 15 + random.below(60);
                    random.paragraph(n_words)
                })
                .collect()
        })
        .collect();
    let mut lines = String::new();
    for id in 0..COMMENTS {
        let blocks: Vec<String> =
            comment(&mut random, &letters).iter().map(|words| words.join(" ")).collect();
        let text = blocks.join("\\n\\n");
        writeln!(lines, "{{\"id\":\"c{id:04}\",\"text\":\"{text}\"}}").expect("a string");
    }
    fs::write(path, lines).expect("a docket");
}

/// What the links of a docket are computed from.
pub(crate) fn with_grounds<T>(path: PathBuf, ask: impl FnOnce(&Context<'_>) -> T) -> T {
    let config = Config::default();
    let corpus = ingest::read(&[Input::Path(path)], &config.ingest).expect("it reads");
    let groups = exact::group(&corpus, true, &Default::default());
    let references = reference::detect(&corpus, &groups, &config.reference);
    ask(&Context {
        tables: &Tables::new(&corpus, &references),
        references: &references,
        analyst: &AnalystLinks::default(),
        config: &config.clustering,
    })
}

/// The rule that holds between a seed and a document, recomputed from the two and the docket's tables.
pub(crate) fn rule_between(context: &Context<'_>, seed: DocId, document: DocId) -> Option<Rule> {
    let compared = context.seed(seed);
    let evidence = context.evidence(&compared, document);
    if [seed, document].iter().any(|id| !context.references.is_reference(*id)) {
        let share_words = evidence.overlap.n_document > 0;
        return rules::decide(&evidence, context.config).filter(|_| share_words);
    }
    match rules::version(&evidence, context.config) {
        Version::By(rule) => Some(rule),
        Version::No | Version::Opposed => None,
    }
}

/// Pairs that a rule links, and how many of them retrieval did not find. Every text is compared with every
/// letter, and what no letter links with each other.
fn linked_and_lost(context: &Context<'_>) -> (usize, usize) {
    let (tables, references) = (context.tables, context.references);
    let config = Config::default().retrieval;
    let letters = clustering::letters(context);
    let searched = |ids: &[DocId]| -> Vec<_> {
        let texts = ids.iter().map(|id| (*id, tables.text(*id)));
        texts.collect()
    };
    let sets = |found: Candidates| -> BTreeSet<(DocId, DocId)> {
        let sets = found.iter();
        sets.flat_map(|set| set.documents.iter().map(|id| (set.seed, *id))).collect()
    };
    let (mut n_linked, mut n_lost) = (0, 0);
    let mut is_linked = |seed: DocId, document: DocId, is_found: bool| {
        let rule = rule_between(context, seed, document);
        n_linked += usize::from(rule.is_some());
        n_lost += usize::from(rule.is_some() && !is_found);
        rule.is_some()
    };
    let unique = searched(references.unique());
    let of_letters =
        retrieval::of_letters(tables.corpus(), &letters.seeds(tables), &unique, &config);
    let of_letters = sets(of_letters.expect("a search"));
    let mut left = references.others().to_vec();
    for seed in letters.seeds(tables) {
        let copies = references.others().iter().filter(|document| {
            let pair = (seed.0, **document);
            is_linked(pair.0, pair.1, of_letters.contains(&pair))
        });
        let copies: BTreeSet<DocId> = copies.copied().collect();
        left.retain(|document| !copies.contains(document));
    }
    let of_others = retrieval::of_others(tables.corpus(), &searched(&left), &config);
    let of_others = sets(of_others.expect("a search"));
    for seed in &left {
        for document in left.iter().filter(|other| *other != seed) {
            let is_found =
                of_others.contains(&(*seed, *document)) || of_others.contains(&(*document, *seed));
            is_linked(*seed, *document, is_found);
        }
    }
    (n_linked, n_lost)
}

#[test]
fn candidates_find_what_comparing_all_with_all_finds() {
    let folder = TempDir::new().expect("a folder");
    let (mut n_linked, mut n_lost) = (0, 0);
    for seed in 1..=3 {
        let path = folder.path().join(format!("{seed}.jsonl"));
        write_docket(&path, seed);
        let (linked, lost) = with_grounds(path, linked_and_lost);
        n_linked += linked;
        n_lost += lost;
    }
    assert!(n_linked > 1000, "{n_linked}");
    assert!(n_lost * LOST <= n_linked, "{n_lost} of {n_linked} linked pairs are no candidates");
}

/// Six texts share a passage, and each has five candidates: with a depth of three two of them are cut, six
/// times.
#[test]
fn candidates_beyond_the_depth_are_counted() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("docket.jsonl");
    let passage: Vec<String> = (0..40).map(|at| format!("shared{at}")).collect();
    let mut lines = String::new();
    for id in 0..6 {
        let own: Vec<String> = (0..10).map(|at| format!("own{id}x{at}")).collect();
        let text = format!("{} {}", passage.join(" "), own.join(" "));
        writeln!(lines, "{{\"id\":\"c{id}\",\"text\":\"{text}\"}}").expect("a string");
    }
    fs::write(&path, lines).expect("a docket");
    let check = |depth: usize, expect: usize| {
        let mut config = Config::default();
        config.retrieval.depth = depth;
        let (_, report, _) = detect_with(&path, &config);
        assert_eq!(report.totals.candidates_cut, expect);
    };
    check(3, 12);
    check(5, 0);
}

/// 1,200 texts of which no two are equal hold one paragraph: more than a seed has candidates.
#[test]
fn holders_of_what_thousands_hold_meet_at_hubs() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("docket.jsonl");
    let mut lines = String::new();
    let letter = "the ferry should sail on sundays too because the farmers across the river bring \
        their milk to the dairy every day of the week and have no bridge within twenty miles";
    for id in 0..1_200 {
        let text = format!("{letter} says neighbor{id}");
        writeln!(lines, "{{\"id\":\"c{id:04}\",\"text\":\"{text}\"}}").expect("a string");
    }
    fs::write(&path, lines).expect("a docket");
    let config = Config::default().retrieval;
    with_grounds(path, |context| {
        let (tables, corpus) = (context.tables, context.tables.corpus());
        let others = context.references.others().iter();
        let texts: Vec<_> = others.map(|id| (*id, tables.text(*id))).collect();
        let candidates = retrieval::of_others(corpus, &texts, &config).expect("a search");
        assert_eq!(candidates.len(), 1_200);
        let mut hubs: Vec<DocId> = texts.iter().map(|(id, _)| *id).collect();
        hubs.sort_unstable_by_key(|id| corpus.digest(*id));
        hubs.truncate(corpus.thresholds().retrieval.hubs);
        hubs.sort_unstable();
        for set in candidates {
            let others = hubs.iter().copied().filter(|hub| *hub != set.seed);
            assert_eq!(set.documents, others.collect::<Vec<_>>(), "{:?}", set.seed);
        }
        let found = clustering::cluster(context, &config, &|_, _| ()).expect("a search");
        let n_clusters = found.clusters.clusters.len();
        assert_eq!(n_clusters, 1, "all are copies of one letter");
    });
}
