//! Every rival method against a naive one, on small dockets.

use std::collections::{BTreeMap, BTreeSet};

use crate::laboratory::clusters::Clustering;
use crate::laboratory::rivals::fingerprints::{self, Selection, fingerprint};
use crate::laboratory::rivals::hashing::sequence;
use crate::laboratory::rivals::infoshield::{PhraseFrequencies, TENTH_OF_PHRASES};
use crate::laboratory::rivals::rare_phrases::{PhraseCounts, Weighting, Weights};
use crate::laboratory::rivals::spot_signatures::{self, BEST_ANTECEDENTS, SpotWords};
use crate::laboratory::rivals::weighted_sampling::{estimate, samples, weighted_jaccard};
use crate::laboratory::rivals::{
    METHODS, i_match, infoshield, sim_hash, statistics, unconstrained_divergence,
};
use durian::clustering;
use durian::compare::language_model::{CollectionModel, naive_divergence};
use durian::config::Config;
use durian::corpus::{Corpus, DocId, TermId, TokenText};
use durian::exact::{self, ExactGroups};
use durian::ingest::Input;
use durian::reference::{self, ReferenceConfig, ReferenceCopies};
use proptest::prelude::*;

/// Words of generated comments, some of them antecedents and stopwords.
const WORDS: &str = "the is a quarry dust road spring permit orchard truck school company wall fence valley bakery garage \
    bond closure summer geologist fault gravel noise county ridge house river bridge ferry boat dock winter";

/// An edit of a letter: where, how many words go, which words come.
type Edit = (usize, usize, Vec<usize>);
/// Letters by the numbers of their words, edited copies of them, and other comments.
type Texts = (Vec<Vec<usize>>, Vec<(usize, Edit)>, Vec<Vec<usize>>);

fn docket() -> impl Strategy<Value = Texts> {
    let words = |length| prop::collection::vec(0..35_usize, length);
    let edit = (0..40_usize, 0..12_usize, words(0..12));
    (
        prop::collection::vec(words(20..60), 1..4),
        prop::collection::vec((0..3_usize, edit), 1..12),
        prop::collection::vec(words(5..60), 1..8),
    )
}

fn texts((letters, edits, others): &Texts) -> Vec<String> {
    let vocabulary: Vec<&str> = WORDS.split_whitespace().collect();
    let text = |words: &[usize]| {
        words.iter().map(|at| vocabulary[at % vocabulary.len()]).collect::<Vec<_>>().join(" ")
    };
    // One copy more of each letter than of the one before, so that no two are equally redundant.
    let copies = letters.iter().enumerate().flat_map(|(nth, letter)| vec![text(letter); 6 + nth]);
    let edited = edits.iter().map(|(letter, (at, n_gone, come))| {
        let mut words = letters[letter % letters.len()].clone();
        let from = (*at).min(words.len());
        let to = (from + n_gone).min(words.len());
        words.splice(from..to, come.iter().copied());
        text(&words)
    });
    let others = others.iter().map(|words| text(words));
    copies.chain(edited).chain(others).filter(|text| !text.is_empty()).collect()
}

/// Reads texts as a docket and finds its letters.
fn read(texts: &[String]) -> (Corpus, ExactGroups, ReferenceCopies) {
    let corpus = crate::laboratory::corpus(texts);
    let groups = exact::group(&corpus, true, &Default::default());
    let references = reference::detect(&corpus, &groups, &ReferenceConfig::default());
    (corpus, groups, references)
}

/// Which documents are together, whatever the clusters are called.
fn partition(clusters: &Clustering, references: &ReferenceCopies) -> BTreeSet<BTreeSet<DocId>> {
    let seed = |id: DocId| clusters.seed_of(id).expect("every document is placed");
    together(references.unique().iter().copied().map(|id| (id, seed(id))))
}

fn together(homes: impl IntoIterator<Item = (DocId, DocId)>) -> BTreeSet<BTreeSet<DocId>> {
    let mut together: BTreeMap<DocId, BTreeSet<DocId>> = BTreeMap::new();
    for (id, home) in homes {
        together.entry(home).or_default().insert(id);
    }
    together.into_values().collect()
}

/// Clusters around the letters as the papers tell: every document is compared with every letter, a
/// letter with the more redundant ones; the best acceptable one is taken, of equals the first.
fn naive_around_letters<S: PartialOrd>(
    references: &ReferenceCopies,
    score: impl Fn(DocId, DocId) -> Option<S>,
) -> BTreeSet<BTreeSet<DocId>> {
    let letters = references.references();
    let mut home: BTreeMap<DocId, DocId> = BTreeMap::new();
    for id in letters.iter().chain(references.others()) {
        let mut best: Option<(S, DocId)> = None;
        for letter in letters.iter().take_while(|letter| *letter != id) {
            if let Some(score) = score(*letter, *id)
                && best.as_ref().is_none_or(|(known, _)| score > *known)
            {
                best = Some((score, *letter));
            }
        }
        let chosen = best.map_or(*id, |(_, letter)| home[&letter]);
        home.insert(*id, chosen);
    }
    together(home)
}

/// Connected components of the pairs that are alike, found by spreading labels until nothing changes.
fn naive_components(
    references: &ReferenceCopies,
    is_alike: impl Fn(DocId, DocId) -> bool,
) -> BTreeSet<BTreeSet<DocId>> {
    let unique = references.unique();
    let mut labels: BTreeMap<DocId, DocId> = unique.iter().map(|id| (*id, *id)).collect();
    for _ in 0..unique.len() {
        for a in unique {
            for b in unique.iter().filter(|b| is_alike(*a, **b)) {
                let least = labels[a].min(labels[b]);
                labels.insert(*a, least);
                labels.insert(*b, least);
            }
        }
    }
    together(labels)
}

/// The 3-word substrings of a document, every `step`-th, as words.
fn substrings(corpus: &Corpus, id: DocId, step: usize) -> BTreeSet<&[TermId]> {
    let terms = corpus.token_text(id).terms();
    if terms.len() < 3 {
        return BTreeSet::from([terms]);
    }
    (0..terms.len() - 2).step_by(step).map(|at| &terms[at..at + 3]).collect()
}

/// Share of the smaller set that both hold, and how many, where it is above 80 %.
fn naive_overlap(a: &BTreeSet<&[TermId]>, b: &BTreeSet<&[TermId]>) -> Option<(f64, usize)> {
    let shared = a.intersection(b).count();
    let overlap = shared as f64 / a.len().min(b.len()) as f64;
    (overlap > 0.8).then_some((overlap, shared))
}

/// Spot signatures as words.
fn naive_signatures(corpus: &Corpus, id: DocId) -> BTreeSet<Vec<TermId>> {
    let terms = corpus.token_text(id).terms();
    let is_one_of = |term: TermId, words: &str| {
        words.split_whitespace().any(|word| corpus.vocabulary().number(word) == Some(term))
    };
    let mut chains = BTreeSet::new();
    for (at, _) in terms.iter().enumerate().filter(|(_, term)| is_one_of(**term, BEST_ANTECEDENTS))
    {
        let (mut chain, mut next) = (Vec::new(), at + 2);
        while chain.len() < 3 && next < terms.len() {
            // Of the generated words these three are stopwords.
            if is_one_of(terms[next], "the is a") {
                next += 1;
            } else {
                chain.push(terms[next]);
                next += 2;
            }
        }
        if !chain.is_empty() {
            chains.insert(chain);
        }
    }
    chains
}

fn naive_jaccard<T: Ord>(a: &BTreeSet<T>, b: &BTreeSet<T>) -> f64 {
    let shared = a.intersection(b).count() as f64;
    let all = a.union(b).count() as f64;
    if all > 0.0 { shared / all } else { 0.0 }
}

proptest! {
    #![proptest_config(crate::cases(24))]

    #[test]
    fn full_fingerprinting_is_the_naive_one(docket in docket()) {
        let (corpus, _, references) = read(&texts(&docket));
        let found = partition(&fingerprints::cluster(&corpus, &references, Selection::Full), &references);
        let naive = naive_around_letters(&references, |a, b| naive_overlap(&substrings(&corpus, a, 1), &substrings(&corpus, b, 1)));
        prop_assert_eq!(found, naive);
    }

    /// A sample is a part of the full fingerprint, and clustering by place is the naive one.
    #[test]
    fn shingling_samples_full_fingerprinting(docket in docket()) {
        let (corpus, _, references) = read(&texts(&docket));
        for id in references.unique().iter().copied() {
            let of = |selection| fingerprint(corpus.token_text(id), selection).into_iter().collect::<BTreeSet<u64>>();
            let full = of(Selection::Full);
            prop_assert_eq!(full.len(), substrings(&corpus, id, 1).len());
            let by_place = of(Selection::Position(5));
            prop_assert!(by_place.is_subset(&full));
            prop_assert_eq!(by_place.len(), substrings(&corpus, id, 5).len());
            let by_hash: BTreeSet<u64> = full.iter().copied().filter(|integer| integer % 5 == 0).collect();
            prop_assert_eq!(of(Selection::Modulus(5)), by_hash);
        }
        let found = partition(&fingerprints::cluster(&corpus, &references, Selection::Position(5)), &references);
        let naive = naive_around_letters(&references, |a, b| naive_overlap(&substrings(&corpus, a, 5), &substrings(&corpus, b, 5)));
        prop_assert_eq!(found, naive);
    }

    /// Order does not count for I-Match; documents agree when their kept words are the same.
    #[test]
    fn i_match_ignores_order(docket in docket(), shift in 1..20usize) {
        let (corpus, _, references) = read(&texts(&docket));
        let unique = references.unique();
        let holders = |term: TermId| unique.iter().filter(|id| corpus.token_text(**id).terms().contains(&term)).count();
        let kept = |id: DocId| -> BTreeSet<TermId> {
            let distinct: BTreeSet<TermId> = corpus.token_text(id).terms().iter().copied().collect();
            let mut words: Vec<(usize, TermId)> = distinct.into_iter().map(|term| (holders(term), term)).collect();
            words.sort_unstable();
            let passed_over = if words.len() > 5 { 5 } else { 0 };
            words.into_iter().skip(passed_over).take(30).map(|(_, term)| term).collect()
        };
        let naive = naive_components(&references, |a, b| kept(a) == kept(b));
        prop_assert_eq!(partition(&i_match::on_its_own(&corpus, &references), &references), naive);
        let frequencies = statistics::document_frequencies(&corpus, &references);
        for id in references.unique().iter().copied() {
            let text = corpus.token_text(id);
            let mut turned = text.terms().to_vec();
            turned.rotate_left(shift % text.len());
            let turned = TokenText::from_blocks([turned.as_slice()]);
            prop_assert_eq!(i_match::fingerprint(text, &frequencies), i_match::fingerprint(&turned, &frequencies));
        }
    }

    #[test]
    fn spot_signatures_are_the_naive_ones(docket in docket()) {
        let (corpus, _, references) = read(&texts(&docket));
        let words = SpotWords::new(corpus.vocabulary(), BEST_ANTECEDENTS);
        for id in references.unique().iter().copied() {
            prop_assert_eq!(words.signatures(corpus.token_text(id)).len(), naive_signatures(&corpus, id).len());
        }
        let jaccard = |a, b| naive_jaccard(&naive_signatures(&corpus, a), &naive_signatures(&corpus, b));
        let is_alike = |score: f64| score >= spot_signatures::THRESHOLD;
        let around = naive_around_letters(&references, |a, b| Some(jaccard(a, b)).filter(|score| is_alike(*score)));
        prop_assert_eq!(partition(&spot_signatures::cluster(&corpus, &references), &references), around);
        let alone = naive_components(&references, |a, b| is_alike(jaccard(a, b)));
        prop_assert_eq!(partition(&spot_signatures::on_its_own(&corpus, &references), &references), alone);
    }

    /// Uniform weights over all phrases are the Jaccard coefficient of 7-word phrases.
    #[test]
    fn uniform_phrases_are_shingles_of_seven_words(docket in docket()) {
        let (corpus, _, references) = read(&texts(&docket));
        let phrases = PhraseCounts::count(&corpus, &references);
        let weighted = phrases.weighted(Weights { weighting: Weighting::Uniform, by_phrase_frequency: false, rare_percent: 100 });
        let shingles = |id: DocId| -> BTreeSet<&[TermId]> {
            let terms = corpus.token_text(id).terms();
            terms.windows(7.min(terms.len())).collect()
        };
        let unique = references.unique();
        for (a, b) in unique.iter().zip(unique.iter().rev()) {
            let found = weighted_jaccard(&weighted.of(corpus.token_text(*a)), &weighted.of(corpus.token_text(*b)));
            prop_assert!((found - naive_jaccard(&shingles(*a), &shingles(*b))).abs() < 1e-9);
        }
    }

    #[test]
    fn sim_hash_finds_all_near_pairs(docket in docket()) {
        let (corpus, _, references) = read(&texts(&docket));
        let n_different = |a: DocId, b: DocId| (sim_hash::bits(corpus.token_text(a)) ^ sim_hash::bits(corpus.token_text(b))).count_ones();
        let alone = naive_components(&references, |a, b| n_different(a, b) <= 3);
        prop_assert_eq!(partition(&sim_hash::on_its_own(&corpus, &references), &references), alone);
        let around = naive_around_letters(&references, |a, b| Some(64 - n_different(a, b)).filter(|same| *same >= 61));
        prop_assert_eq!(partition(&sim_hash::cluster(&corpus, &references), &references), around);
    }

    /// Phrases are counted and weighed one by one: what is kept weighs no less than what is not. Any two documents
    /// that keep the same phrase hang together.
    #[test]
    fn infoshield_is_the_naive_one(docket in docket()) {
        let (corpus, _, references) = read(&texts(&docket));
        let unique = references.unique();
        let phrases = |id: &DocId| {
            let terms = corpus.token_text(*id).terms();
            let mut counts: BTreeMap<&[TermId], f64> = BTreeMap::new();
            for phrase in (1..=5).flat_map(|size| terms.windows(size)) {
                *counts.entry(phrase).or_default() += 1.0;
            }
            counts
        };
        let counted: Vec<_> = unique.iter().map(phrases).collect();
        let frequencies = PhraseFrequencies::count(&corpus, &references, TENTH_OF_PHRASES);
        for (id, own) in unique.iter().zip(&counted) {
            let weight = |phrase: &[TermId]| {
                let n_holders = counted.iter().filter(|others| others.contains_key(phrase)).count() as f64;
                (1.0 + own[phrase].ln()) * (1.0 + ((1.0 + unique.len() as f64) / (1.0 + n_holders)).ln())
            };
            let top: BTreeSet<u64> = frequencies.top(corpus.token_text(*id)).into_iter().collect();
            prop_assert_eq!(top.len(), own.len().div_ceil(10));
            let is_kept = |phrase: &&&[TermId]| top.contains(&sequence(phrase.iter().copied()));
            let least = own.keys().filter(is_kept).map(|phrase| weight(phrase)).fold(f64::MAX, f64::min);
            let others = own.keys().filter(|phrase| !is_kept(phrase)).map(|phrase| weight(phrase));
            prop_assert!(others.fold(0.0, f64::max) <= least + 1e-9);
        }
        for selection in [infoshield::TEN_PHRASES, infoshield::TENTH_OF_PHRASES] {
            let frequencies = PhraseFrequencies::count(&corpus, &references, selection);
            let top = |id: &DocId| (*id, BTreeSet::from_iter(frequencies.top(corpus.token_text(*id))));
            let tops: BTreeMap<DocId, BTreeSet<u64>> = unique.iter().map(top).collect();
            let alike = naive_components(&references, |a, b| !tops[&a].is_disjoint(&tops[&b]));
            prop_assert_eq!(partition(&infoshield::on_its_own(&corpus, &references, selection), &references), alike);
        }
    }

    #[test]
    fn divergence_without_links_is_the_naive_one(docket in docket()) {
        let (corpus, _, references) = read(&texts(&docket));
        let text = |id: DocId| corpus.token_text(id);
        let unique = references.unique();
        let collection = CollectionModel::new(&unique.iter().map(|id| text(*id)).collect::<Vec<_>>(), corpus.vocabulary().len(), 1.0);
        let threshold = clustering::ClusteringConfig::default().threshold;
        let near = |a, b| {
            let smaller = naive_divergence(text(a), text(b), &collection).min(naive_divergence(text(b), text(a), &collection));
            // Rounded as the program rounds, so that equally near is equally near.
            Some(-(smaller.max(0.0) * 1e9).round()).filter(|nearness| *nearness > -threshold * 1e9)
        };
        let naive = naive_around_letters(&references, near);
        prop_assert_eq!(partition(&unconstrained_divergence::cluster(&corpus, &references), &references), naive);
    }

    /// Whoever clusters, every unique document is placed, the same way each time and on any threads.
    #[test]
    fn every_method_partitions_the_documents(docket in docket(), threads in 2..4usize) {
        let (corpus, groups, references) = read(&texts(&docket));
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        for method in METHODS {
            let run = || method.cluster(&corpus, &references).expect("it clusters");
            let clusters = pool(1).install(run);
            prop_assert_eq!(&clusters, &pool(threads).install(run), "{}", method.name);
            let n_placed: usize = partition(&clusters, &references).iter().map(BTreeSet::len).sum();
            prop_assert_eq!(n_placed, references.unique().len());
            prop_assert!(clusters.names(&corpus, &groups).iter().all(Option::is_some), "{}", method.name);
        }
    }
}

/// Ioffe's samples agree with the probability of the weighted Jaccard coefficient: over 4,000 samples
/// the share stays within three standard errors, √(J (1 − J) / n). The sets are fixed, and with them
/// every sample.
#[test]
fn samples_estimate_the_weighted_jaccard_coefficient() {
    const N: usize = 4_000;
    for case in 0..40_u64 {
        let weight = |phrase: u64, side: u64| {
            let number = (phrase * 7 + side * 13 + case * 31) % 17;
            // From a thousandth to a million: the weights of the paper's functions span as much.
            if number < 4 {
                0.0
            } else {
                10_f64.powf(number as f64 * 0.5 - 3.0 + (phrase % 3) as f64)
            }
        };
        let set = |side: u64| -> Vec<(u64, f64)> {
            let shared = |phrase: u64| {
                if (phrase + case).is_multiple_of(3) { 0 } else { side }
            };
            (0..30)
                .map(|phrase| (phrase, weight(phrase, shared(phrase))))
                .filter(|(_, weight)| *weight > 0.0)
                .collect()
        };
        let (a, b) = (set(1), set(2));
        let exact = weighted_jaccard(&a, &b);
        let estimated = estimate(&samples(&a, N), &samples(&b, N));
        let error = (exact * (1.0 - exact) / N as f64).sqrt();
        assert!(
            (estimated - exact).abs() <= 3.0 * error + 1e-12,
            "case {case}: {estimated} for {exact} ± {error}"
        );
    }
}

/// DURIAN behind the rivals' door is the pipeline.
#[test]
fn durian_is_the_pipeline() {
    let docket = crate::fixture("sample-docket/docket");
    let config = Config::default();
    let detection = durian::detect(&[Input::Path(docket)], &config, &|_| ()).expect("it runs");
    let references =
        reference::detect(&detection.corpus, &detection.groups, &ReferenceConfig::default());
    let clusters = crate::laboratory::rivals::pipeline::cluster(&detection.corpus, &references)
        .expect("it clusters");
    for cluster in detection.clusters.clusters {
        for id in cluster.members.iter().map(|member| member.document).chain([cluster.seed]) {
            assert_eq!(clusters.seed_of(id), Some(cluster.seed));
        }
    }
}
