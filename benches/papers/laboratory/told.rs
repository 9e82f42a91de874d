//! The papers' tables of a comparison, in Markdown.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::schema::{MarkedScores, MethodComparison, MethodScores, ThresholdScores, ZoneScores};
use super::tables::table;

/// "Setting a threshold for Pearson correlation of at least 0.9 …. Reducing the cutoff to 0.8" (msr2013 §4.6).
const SAME_SIMILARITY: f64 = 0.9;
/// The lower one.
const LIKE_SIMILARITY: f64 = 0.8;

/// All tables of a comparison.
pub(super) fn markdown(comparison: &MethodComparison) -> String {
    let (docket, methods) = (&comparison.docket, &comparison.methods[..]);
    let mut text = format!(
        "# Methods compared\n\n{} comments, {} distinct texts, {} form letters; {} labels, {} of them without a compared comment",
        docket.comments,
        docket.distinct_texts,
        docket.form_letters,
        comparison.ids.labelled,
        comparison.ids.missing
    );
    if comparison.ids.left_out > 0 {
        let _ = write!(text, ", {} more left out by the labels", comparison.ids.left_out);
    }
    text += ".\nThe form letters are given to every method but those marked \"alone\" and \"supershingles\".\n";
    for (title, body) in [
        (
            "Distinct texts (dg.o 2006 Table 1)",
            table(
                &comparison.texts,
                &[
                    ("distinct texts", |found| found.kind.into()),
                    ("number", |found| found.texts.into()),
                    ("mean words with zones", |found| {
                        format!("{:.1}", found.mean_words_with_zones).into()
                    }),
                    ("mean words", |found| format!("{:.1}", found.mean_words).into()),
                    ("unique terms", |found| found.unique_terms.into()),
                ],
            ),
        ),
        (
            "Agreement with the labels (SIGIR 2006 Table 1, dg.o 2006 Table 4)",
            table(
                methods,
                &[
                    ("method", |method| method.name.into()),
                    ("clusters", |method| method.clusters.predicted_clusters.into()),
                    ("macro AC1", |method| method.clusters.macro_.ac1.into()),
                    ("macro kappa", |method| method.clusters.macro_.kappa.into()),
                    ("micro AC1", |method| method.clusters.micro.ac1.into()),
                    ("micro kappa", |method| method.clusters.micro.kappa.into()),
                    ("pair P", |method| method.clusters.pairwise.precision.into()),
                    ("pair R", |method| method.clusters.pairwise.recall.into()),
                    ("pair F1", |method| method.clusters.pairwise.f1.into()),
                    ("MCC", |method| method.clusters.matthews.into()),
                ],
            ),
        ),
        ("Agreement with the labeled campaigns", campaigns(comparison)),
        ("By edit category (SIGIR 2006 Table 2, dg.o 2006 Table 8)", by_category(methods)),
        (
            "Time of clustering (SIGIR 2006 Table 3)",
            table(
                methods,
                &[
                    ("method", |method| method.name.into()),
                    ("seconds", |method| method.seconds.into()),
                    ("comments per second", |method| {
                        format!("{:.0}", method.comments_per_second).into()
                    }),
                ],
            ),
        ),
        (
            "Links against F1 (SIGIR 2006 Figure 4)",
            table(
                &comparison.links,
                &[
                    ("links", |scores| scores.kind.into()),
                    ("of each kind", |scores| scores.links.into()),
                    ("found", |scores| scores.available.into()),
                    ("mean F1 of categories", |scores| scores.category_f1.into()),
                    ("pair F1", |scores| scores.pairwise_f1.into()),
                ],
            ),
        ),
        ("Zones (dg.o 2006 Tables 5–7)", zones(&comparison.zones)),
        ("Similarities on pairs (msr2013 Tables 5–7)", similarities(comparison)),
        (
            "Similarities that agree with each other (msr2013 §4.6)",
            correlations(&comparison.similarities),
        ),
    ] {
        if !body.is_empty() {
            let _ = write!(text, "\n## {title}\n\n{body}");
        }
    }
    text
}

/// How far the clusters of each method are the labeled campaigns, and how far DURIAN's campaigns are.
fn campaigns(comparison: &MethodComparison) -> String {
    let mut found: Vec<_> = comparison
        .methods
        .iter()
        .filter_map(|method| Some((method.name, method.against_campaigns.as_ref()?)))
        .collect();
    if !found.is_empty() {
        let durian = comparison.durian.campaigns.as_ref();
        found.extend(durian.map(|campaigns| ("DURIAN's campaigns", campaigns)));
    }
    table(
        &found,
        &[
            ("clusters of", |(name, _)| (*name).into()),
            ("parts", |(_, scores)| scores.predicted_clusters.into()),
            ("macro AC1", |(_, scores)| scores.macro_.ac1.into()),
            ("pair P", |(_, scores)| scores.pairwise.precision.into()),
            ("pair R", |(_, scores)| scores.pairwise.recall.into()),
            ("pair F1", |(_, scores)| scores.pairwise.f1.into()),
            ("B³ P", |(_, scores)| scores.bcubed.precision.into()),
            ("B³ R", |(_, scores)| scores.bcubed.recall.into()),
            ("B³ F1", |(_, scores)| scores.bcubed.f1.into()),
        ],
    )
}

/// Precision, recall and F1 of every category and method, category by category.
fn by_category(methods: &[MethodScores]) -> String {
    let names: BTreeSet<&String> =
        methods.iter().flat_map(|method| method.categories.keys()).collect();
    let mut found = Vec::new();
    for name in names {
        for method in methods {
            found.extend(method.categories.get(name).map(|scores| (name, method.name, scores)));
        }
    }
    table(
        &found,
        &[
            ("category", |(name, ..)| name.as_str().into()),
            ("method", |(_, method, _)| (*method).into()),
            ("comments", |(.., scores)| scores.documents.into()),
            ("precision", |(.., scores)| scores.scores.precision.into()),
            ("recall", |(.., scores)| scores.scores.recall.into()),
            ("F1", |(.., scores)| scores.scores.f1.into()),
        ],
    )
}

fn similarities(comparison: &MethodComparison) -> String {
    let pairs = &comparison.pairs;
    let drawn = match (pairs.are_judged, pairs.is_all) {
        (true, _) => "those judged",
        (false, true) => "all there are",
        (false, false) => "those of a thousand texts drawn by chance",
    };
    format!(
        "{} pairs of distinct texts ({drawn}), {} of them near-duplicates. Thresholds are fitted on half of the pairs and used on all.\n\n",
        pairs.drawn, pairs.near_duplicates
    ) + &table(
        &comparison.similarities,
        &[
            ("similarity", |scores| scores.name.as_str().into()),
            ("best F1", |scores| scores.best_f1.into()),
            ("threshold", |scores| scores.best_threshold.into()),
            ("fitted F1", |scores| scores.fitted.f1.into()),
            ("at fitted", |scores| scores.fitted_threshold.into()),
            ("0.05 lower", |scores| scores.f1_below.into()),
            ("0.05 higher", |scores| scores.f1_above.into()),
            ("MCC", |scores| scores.matthews.into()),
            ("Pearson", |scores| scores.pearson.into()),
        ],
    )
}

/// How many other similarities each one is like, and which one most.
fn correlations(similarities: &[ThresholdScores]) -> String {
    let mut found = Vec::new();
    for (own, scores) in similarities.iter().enumerate() {
        let mut others: Vec<_> =
            similarities.iter().zip(scores.pearson_with.iter().copied()).collect();
        others.remove(own);
        // Of equals the first.
        let nearest =
            others.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best });
        found.extend(nearest.map(|nearest| (scores, others, nearest)));
    }
    table(
        &found,
        &[
            ("similarity", |(scores, ..)| scores.name.as_str().into()),
            ("r ≥ 0.9", |(_, others, _)| n_from(others, SAME_SIMILARITY).into()),
            ("r ≥ 0.8", |(_, others, _)| n_from(others, LIKE_SIMILARITY).into()),
            ("most like", |(.., (nearest, _))| nearest.name.as_str().into()),
            ("Pearson r", |(.., (_, r))| (*r).into()),
        ],
    )
}

fn n_from(others: &[(&ThresholdScores, f64)], least: f64) -> usize {
    others.iter().filter(|(_, r)| *r >= least).count()
}

/// Zones and unique text: Tables 5 to 7 of dg.o 2006.
fn zones(zones: &ZoneScores) -> String {
    let mut rows: Vec<(&str, &str, MarkedScores)> = Vec::new();
    if let Some(unique) = &zones.unique_text {
        rows.extend(unique.words.map(|found| ("unique text", "words", found)));
        rows.extend(unique.sentences.map(|found| ("unique text", "sentences", found)));
        for (items, scores) in [
            ("passages, the same", unique.passages_without_overlap),
            ("passages, touching", unique.passages_with_overlap),
        ] {
            rows.push(("unique text", items, MarkedScores { scores, agreement: None }));
        }
    }
    for (zone, found) in [
        ("header", zones.header_lines),
        ("signature", zones.signature_lines),
        ("footer", zones.footer_lines),
    ] {
        rows.extend(found.map(|found| (zone, "lines", found.lines)));
    }
    table(
        &rows,
        &[
            ("zone", |(zone, ..)| (*zone).into()),
            ("items", |(_, items, _)| (*items).into()),
            ("precision", |(.., found)| found.scores.precision.into()),
            ("recall", |(.., found)| found.scores.recall.into()),
            ("F1", |(.., found)| found.scores.f1.into()),
            ("kappa", |(.., found)| found.agreement.map(|found| found.kappa).into()),
            ("AC1", |(.., found)| found.agreement.map(|found| found.ac1).into()),
        ],
    )
}
