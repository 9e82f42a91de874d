//! Invariants on generated dockets: what must hold whatever people write.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::Path;

use durian::compare::language_model::{CollectionModel, DocumentModel, distance, naive_divergence};
use durian::corpus::tokens::{for_each_token, normal_form};
use durian::corpus::{DocId, TermId, TokenText};
use durian::edits::{Mark, redline};
use durian::report::schema::Bucket;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use tempfile::TempDir;

use crate::{bytes, detect};

/// Sentences that generated comments are made of.
const SENTENCES: &[&str] = &[
    "The quarry road brings dust and noise to every house on the ridge.",
    "Please let the county measure the wells before it signs the permit.",
    "My grandmother planted the orchard that the new pit would swallow.",
    "Trucks pass the school eighty times a day and nobody counts them.",
    "The company promised a wall in 2019 and built a fence of plastic.",
    "Thank you for reading this.",
    "A quarter of the valley works there, and I am one of them.",
    "If the permit ends, the bakery and the garage will close as well.",
    "The bond for the closure would not pay for a single summer of work.",
    "Ask the state geologist, who has walked the fault line twice.",
    "I am against it.",
    "We need the gravel for our own roads and should not buy it abroad.",
];

/// So many cases of a law, or as many as `PROPTEST_CASES` says. They are the same each time, so that a test that fails
/// tells of what was changed; `PROPTEST_RNG_SEED` gives others.
pub(crate) fn cases(usual: u32) -> ProptestConfig {
    let given = |name: &str| env::var(name).ok()?.parse().ok();
    ProptestConfig {
        cases: given("PROPTEST_CASES").unwrap_or(usual),
        rng_seed: RngSeed::Fixed(given("PROPTEST_RNG_SEED").map_or(1, u64::from)),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A comment: sentences by number, in paragraphs, under one of three dockets or none.
pub(crate) fn comment() -> impl Strategy<Value = (Vec<usize>, usize)> {
    (prop::collection::vec(0..SENTENCES.len(), 1..9), 0..4usize)
}

fn text((sentences, docket): &(Vec<usize>, usize)) -> String {
    let paragraphs: Vec<String> = sentences
        .chunks(2)
        .map(|pair| pair.iter().map(|at| SENTENCES[*at]).collect::<Vec<_>>().join(" "))
        .collect();
    match docket {
        0 => paragraphs.join("\n\n"),
        n => format!("Re: Docket No. TOW-2031-000{n}\n\n{}", paragraphs.join("\n\n")),
    }
}

pub(crate) fn write_docket(
    folder: &Path,
    comments: &[(Vec<usize>, usize)],
    order: impl Iterator<Item = usize>,
) {
    for at in order {
        fs::write(folder.join(format!("{at:03}.txt")), text(&comments[at])).expect("a file");
    }
}

/// The clusters of comments, each of which has the id of the one so many places before it, by the comments' places.
fn clusters_under_other_ids(
    comments: &[(Vec<usize>, usize)],
    turn: usize,
) -> BTreeSet<BTreeSet<usize>> {
    let n = comments.len();
    let turned: Vec<_> = (0..n).map(|at| comments[(at + turn) % n].clone()).collect();
    let folder = TempDir::new().expect("a folder");
    write_docket(folder.path(), &turned, 0..n);
    let (_, _, lines) = detect(folder.path());
    let mut clusters: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for line in lines {
        let at: usize = line.id.trim_end_matches(".txt").parse().expect("a number");
        clusters.entry(line.cluster.unwrap_or(line.id)).or_default().insert((at + turn) % n);
    }
    clusters.into_values().collect()
}

/// One sentence was sent to two dockets, and a third comment, of no docket, adds another sentence to it: it may be a
/// copy of either, and is one of that with the smaller docket id, whichever comment comes first.
#[test]
fn of_copies_in_two_dockets_the_ids_choose_none() {
    let comments = [(vec![2], 1), (vec![2, 3], 0), (vec![0], 0), (vec![2], 2)];
    let expect = BTreeSet::from([BTreeSet::from([0, 1]), BTreeSet::from([2]), BTreeSet::from([3])]);
    for turn in 0..4 {
        assert_eq!(clusters_under_other_ids(&comments, turn), expect, "turned by {turn}");
    }
}

fn token_text(terms: &[u32]) -> TokenText {
    let terms: Vec<TermId> = terms.iter().map(|term| TermId(*term)).collect();
    TokenText::from_blocks([terms.as_slice()])
}

proptest! {
    #![proptest_config(cases(24))]

    /// Exact groups and clusters are partitions; buckets sum; no cannot-link inside a cluster.
    #[test]
    fn dockets_are_partitioned(comments in prop::collection::vec(comment(), 1..40)) {
        let folder = TempDir::new().expect("a folder");
        write_docket(folder.path(), &comments, 0..comments.len());
        let (detection, report, lines) = detect(folder.path());
        prop_assert_eq!(lines.len(), comments.len());
        let grouped: Vec<DocId> = detection.groups.groups().iter().flat_map(|group| group.members.clone()).collect();
        let distinct: BTreeSet<DocId> = grouped.iter().copied().collect();
        prop_assert_eq!(grouped.len(), distinct.len());
        prop_assert_eq!(distinct.len(), detection.corpus.len());
        let mut unique = Vec::new();
        for cluster in detection.clusters.clusters {
            unique.push(cluster.seed);
            for member in cluster.members {
                unique.push(member.document);
                let documents = [member.compared_with, member.document];
                let [seed, dockets] = documents.map(|id| detection.corpus.dockets(id));
                let ids = documents.map(|id| detection.corpus.id(id));
                prop_assert!(seed.may_meet(dockets), "{} and {}", ids[0], ids[1]);
            }
        }
        unique.sort_unstable();
        let representatives: Vec<DocId> = detection.groups.groups().iter().map(|group| group.representative).collect();
        prop_assert_eq!(unique, representatives);
        prop_assert_eq!(report.totals.buckets.values().sum::<usize>(), comments.len());
        prop_assert!(!report.totals.buckets.contains_key(&Bucket::Unreadable));
    }

    /// The same words are in one cluster unless their dockets part them.
    #[test]
    fn same_words_stay_together(comments in prop::collection::vec(comment(), 2..30)) {
        let folder = TempDir::new().expect("a folder");
        write_docket(folder.path(), &comments, 0..comments.len());
        let (_, _, lines) = detect(folder.path());
        let mut clusters: BTreeMap<(&[usize], usize), BTreeSet<Option<&str>>> = BTreeMap::new();
        for line in &lines {
            let at: usize = line.id.trim_end_matches(".txt").parse().expect("a number");
            let (sentences, docket) = &comments[at];
            clusters.entry((sentences, *docket)).or_default().insert(line.cluster.as_deref());
        }
        for ((sentences, docket), found) in clusters {
            prop_assert_eq!(found.len(), 1, "{:?} under docket {}", sentences, docket);
        }
    }

    /// Other ids for the same comments give the same clusters.
    #[test]
    fn ids_change_no_cluster(comments in prop::collection::vec(comment(), 2..30), turn in 1..29usize) {
        prop_assert_eq!(clusters_under_other_ids(&comments, 0), clusters_under_other_ids(&comments, turn));
    }

    /// The order of the files on disk and the number of threads do not show.
    #[test]
    fn the_same_comments_give_the_same_bytes(comments in prop::collection::vec(comment(), 1..30), threads in 2..5usize) {
        let (one, other) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
        write_docket(one.path(), &comments, 0..comments.len());
        write_docket(other.path(), &comments, (0..comments.len()).rev());
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let first = pool(1).install(|| bytes(one.path()));
        prop_assert_eq!(first, pool(threads).install(|| bytes(other.path())));
    }

    /// Normalising twice is normalising once.
    #[test]
    fn tokens_of_tokens_are_the_same(text in "(\\PC|[ก-๎川を守。\n]){0,80}") {
        let once = normal_form(&text);
        prop_assert_eq!(normal_form(&once), once);
    }

    /// Spans of tokens are in order and inside the text; those of scripts without spaces overlap.
    #[test]
    fn token_spans_are_in_order(text in "(\\PC|[ก-๎川を守。\n]){0,80}") {
        let (mut start, mut end) = (0, 0);
        let mut spans = Vec::new();
        for_each_token(&text, |_, span| spans.push(span));
        for span in spans {
            prop_assert!(span.start < span.end && text.get(span.clone()).is_some());
            prop_assert!(span.start >= start && span.end >= end);
            (start, end) = (span.start, span.end);
        }
    }

    /// The fast distance is the smaller of both naive divergences, symmetric, and never negative.
    #[test]
    fn the_fast_distance_is_the_naive_one(
        a in prop::collection::vec(0..40u32, 1..60),
        b in prop::collection::vec(0..40u32, 1..60),
        c in prop::collection::vec(0..40u32, 1..60),
    ) {
        let texts = [a, b, c].map(|terms| token_text(&terms));
        let collection = CollectionModel::new(&texts, 40, 1.0);
        let models: Vec<DocumentModel> = texts.iter().map(|text| DocumentModel::new(text, &collection)).collect();
        for (x, model_x) in texts.iter().zip(&models) {
            for (y, model_y) in texts.iter().zip(&models) {
                let naive = naive_divergence(x, y, &collection).min(naive_divergence(y, x, &collection));
                let fast = distance(model_x, model_y, &collection);
                prop_assert!((fast - naive).abs() < 2e-9, "{} {}", fast, naive);
                prop_assert!(fast >= 0.0);
                prop_assert_eq!(fast, distance(model_y, model_x, &collection));
                let in_common = model_x.in_common(y, &model_x.places());
                prop_assert!(in_common.least_distance() <= fast + 1e-9);
            }
        }
    }

    /// A smoothed model is a probability distribution.
    #[test]
    fn a_smoothed_model_sums_to_one(a in prop::collection::vec(0..40u32, 1..60), b in prop::collection::vec(0..40u32, 1..60)) {
        let texts = [token_text(&a), token_text(&b)];
        let collection = CollectionModel::new(&texts, 40, 1.0);
        let sum: f64 = (0..40).map(|term| collection.smoothed_probability(&texts[0], TermId(term))).sum();
        prop_assert!((sum - 1.0).abs() < 1e-9);
    }
}

/// Neighbors in a chain share three sentences of four, the ends none: stars hold, chains do not.
#[test]
fn a_chain_of_small_edits_is_no_cluster() {
    let (_, report, _) = detect(&crate::fixtures().join("chain/docket"));
    let largest = report.clusters.iter().map(|cluster| cluster.n_comments).max();
    assert!(largest.is_some_and(|largest| largest < 7), "{largest:?} of 7 comments");
}

proptest! {
    /// A marked text holds the document byte for byte, and of the letter only what it lacks.
    #[test]
    fn marks_keep_the_document_whole(
        letter in prop::collection::vec(paragraph(), 0..5),
        document in prop::collection::vec(paragraph(), 0..5),
    ) {
        let marked = redline(&letter, &document);
        let text_of = |wanted: &[Mark]| -> String {
            let pieces = marked.iter().flatten();
            let wanted = pieces.filter(|piece| wanted.contains(&piece.mark));
            wanted.map(|piece| piece.text.as_str()).collect()
        };
        prop_assert_eq!(text_of(&[Mark::Kept, Mark::Added, Mark::ChangedTo]), document.concat());
        let gone = text_of(&[Mark::Removed, Mark::ChangedFrom]);
        prop_assert!(gone.len() <= letter.concat().len());
        if letter == document {
            prop_assert_eq!(gone, "");
        }
    }
}

/// Sentences, or anything that can be typed.
fn paragraph() -> impl Strategy<Value = String> {
    let sentences = prop::collection::vec(0..SENTENCES.len(), 1..4)
        .prop_map(|numbers| numbers.iter().map(|at| SENTENCES[*at]).collect::<Vec<_>>().join(" "));
    prop_oneof![3 => sentences, 1 => "[ -~½ﬁé\u{200B}’.,\n]{0,40}"]
}

/// Several words of one character, which all stand at its place.
#[test]
fn marks_of_characters_that_are_several_words() {
    let (letter, document) = (["A½½{ﬁﬁ".to_owned()], ["½½ ".to_owned()]);
    let marked = redline(&letter, &document);
    let text_of = |wanted: &[Mark]| -> String {
        let pieces = marked.iter().flatten();
        let wanted = pieces.filter(|piece| wanted.contains(&piece.mark));
        wanted.map(|piece| piece.text.as_str()).collect()
    };
    assert_eq!(text_of(&[Mark::Kept, Mark::Added, Mark::ChangedTo]), document.concat());
    let gone = text_of(&[Mark::Removed, Mark::ChangedFrom]);
    assert!(gone.len() <= letter.concat().len(), "{gone}");
}
