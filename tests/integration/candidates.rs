//! Candidates lose nothing: comparing every text with every other one gives the same clusters.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use durian::clustering::{self, Clusters, Models};
use durian::config::Config;
use durian::corpus::{Corpus, DocId};
use durian::ingest::{self, Input};
use durian::reference::ReferenceCopies;
use durian::retrieval::{CandidateSet, Candidates, HUBS};
use durian::{exact, reference, retrieval};
use tempfile::TempDir;

/// Comments of a generated docket.
const COMMENTS: usize = 600;
/// Texts that may end elsewhere than by brute force: one in this many.
const LOST: usize = 1000;

/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    /// Words of a vocabulary of 2,000 in which small numbers are common.
    fn paragraph(&mut self, n_words: usize) -> Vec<String> {
        (0..n_words)
            .map(|_| format!("w{}", self.below(2000) * self.below(2000) / 2000))
            .collect()
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
        let blocks: Vec<String> = comment(&mut random, &letters)
            .iter()
            .map(|words| words.join(" "))
            .collect();
        let text = blocks.join("\\n\\n");
        writeln!(lines, "{{\"id\":\"c{id:04}\",\"text\":\"{text}\"}}").expect("a string");
    }
    fs::write(path, lines).expect("a docket");
}

/// Every other text as a candidate.
fn all(seeds: &[DocId], unique: &[DocId]) -> Candidates {
    let set = |seed: &DocId| CandidateSet {
        seed: *seed,
        documents: unique.iter().copied().filter(|id| id != seed).collect(),
        n_cut: 0,
    };
    Candidates::from_sets(seeds.iter().map(set).collect())
}

fn cluster(corpus: &Corpus, references: &ReferenceCopies, by_force: bool) -> Clusters {
    let config = Config::default();
    let models = Models::new(corpus, references);
    let letters = clustering::letters(&models, &config.clustering);
    let candidates = if by_force {
        let seeds: Vec<DocId> = letters.letters().iter().map(|letter| letter.seed).collect();
        all(&seeds, references.others())
    } else {
        retrieval::of_letters(
            corpus,
            &letters.seeds(),
            &references.unique(),
            &config.retrieval,
        )
        .expect("a search")
    };
    let first = clustering::around_letters(&models, &letters, &candidates, &config.clustering);
    let candidates = if by_force {
        all(first.unplaced(), first.unplaced())
    } else {
        retrieval::of_others(corpus, first.unplaced(), &config.retrieval).expect("a search")
    };
    clustering::around_others(&models, &candidates, first, &config.clustering)
}

/// The seed of each unique document's cluster.
fn seeds(clusters: &Clusters) -> Vec<(DocId, DocId)> {
    let mut seeds: Vec<(DocId, DocId)> = clusters
        .clusters()
        .iter()
        .flat_map(|cluster| {
            let members = cluster.members().iter().map(|member| member.document);
            members
                .chain([cluster.seed()])
                .map(|id| (id, cluster.seed()))
        })
        .collect();
    seeds.sort_unstable();
    seeds
}

#[test]
fn candidates_find_what_comparing_all_with_all_finds() {
    let folder = TempDir::new().expect("a folder");
    let (mut n_texts, mut n_elsewhere) = (0, 0);
    for seed in 1..=4 {
        let path = folder.path().join(format!("{seed}.jsonl"));
        write_docket(&path, seed);
        let inputs = [Input::Path(path)];
        let corpus = ingest::read(&inputs, &ingest::Config::default()).expect("it reads");
        let groups = exact::group(&corpus);
        let references = reference::detect(&groups, &reference::Config::default());
        let found = seeds(&cluster(&corpus, &references, false));
        let by_force = seeds(&cluster(&corpus, &references, true));
        assert!(references.references().len() >= 6, "there are letters");
        n_texts += by_force.len();
        n_elsewhere += found.iter().zip(&by_force).filter(|(a, b)| a != b).count();
    }
    assert!(n_texts > 1000, "{n_texts}");
    assert!(
        n_elsewhere * LOST <= n_texts,
        "{n_elsewhere} of {n_texts} texts are elsewhere"
    );
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
        let text = format!("{letter} says neighbour{id}");
        writeln!(lines, "{{\"id\":\"c{id:04}\",\"text\":\"{text}\"}}").expect("a string");
    }
    fs::write(&path, lines).expect("a docket");
    let config = Config::default();
    let corpus = ingest::read(&[Input::Path(path)], &config.ingest).expect("a corpus");
    let groups = exact::group(&corpus);
    let references = reference::detect(&groups, &config.reference);
    let candidates = retrieval::of_others(&corpus, references.others(), &config.retrieval);
    let candidates = candidates.expect("a search");
    assert_eq!(candidates.sets().len(), 1_200);
    for set in candidates.sets() {
        let hubs = (0..HUBS as u32).map(DocId).filter(|hub| *hub != set.seed);
        assert_eq!(set.documents, hubs.collect::<Vec<_>>(), "{:?}", set.seed);
    }
    let clusters = cluster(&corpus, &references, false);
    assert_eq!(clusters.clusters().len(), 1, "all are copies of one letter");
}
