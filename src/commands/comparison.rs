//! The papers' tables in Markdown.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use durian::eval::schema::{
    ClusterMeasures, LinkScores, MethodComparison, MethodScores, TextStatistics, ThresholdScores,
};

use super::evaluate::zones;
use super::tables::{row, table, three};

/// "Setting a threshold for Pearson correlation of at least 0.9 …. Reducing the cutoff to 0.8" (msr2013 §4.6).
const SAME_SIMILARITY: f64 = 0.9;
/// The lower one.
const LIKE_SIMILARITY: f64 = 0.8;

/// All tables of a comparison.
pub(super) fn markdown(comparison: &MethodComparison) -> String {
    let docket = &comparison.docket;
    let mut text = format!(
        "# Methods compared\n\n{} comments, {} distinct texts, {} form letters; {} labels, {} of them without a compared comment",
        docket.comments,
        docket.distinct_texts,
        docket.form_letters,
        comparison.ids.labelled,
        comparison.ids.missing
    );
    if comparison.ids.left_out > 0 {
        write!(text, ", {} more left out by the labels", comparison.ids.left_out)
            .unwrap_or_default();
    }
    text += ".\nThe form letters are given to every method but those marked \"alone\" and \"supershingles\".\n";
    let mut section = |title: &str, body: String| {
        if !body.is_empty() {
            write!(text, "\n## {title}\n\n{body}").unwrap_or_default();
        }
    };
    section("Distinct texts (dg.o 2006 Table 1)", texts(&comparison.texts));
    section(
        "Agreement with the labels (SIGIR 2006 Table 1, dg.o 2006 Table 4)",
        agreement(&comparison.methods),
    );
    section("Agreement with the labelled campaigns", campaigns(comparison));
    section(
        "By edit category (SIGIR 2006 Table 2, dg.o 2006 Table 8)",
        by_category(&comparison.methods),
    );
    section("Time of clustering (SIGIR 2006 Table 3)", time(&comparison.methods));
    section("Links against F1 (SIGIR 2006 Figure 4)", links(&comparison.links));
    section(
        "Zones (dg.o 2006 Tables 5–7)",
        comparison.durian.as_ref().map(zones).unwrap_or_default(),
    );
    section("Similarities on pairs (msr2013 Tables 5–7)", similarities(comparison));
    section(
        "Similarities that agree with each other (msr2013 §4.6)",
        correlations(&comparison.similarities),
    );
    text
}

fn texts(statistics: &[TextStatistics]) -> String {
    let header =
        row(["distinct texts", "number", "mean words with zones", "mean words", "unique terms"]);
    let rows = statistics.iter().map(|found| {
        row([
            found.kind,
            &found.texts.to_string(),
            &format!("{:.1}", found.mean_words_with_zones),
            &format!("{:.1}", found.mean_words),
            &found.unique_terms.to_string(),
        ])
    });
    table(&std::iter::once(header).chain(rows).collect::<Vec<_>>())
}

fn agreement(methods: &[MethodScores]) -> String {
    let header = row([
        "method",
        "clusters",
        "macro AC1",
        "macro kappa",
        "micro AC1",
        "micro kappa",
        "pair P",
        "pair R",
        "pair F1",
        "MCC",
    ]);
    let rows = methods.iter().map(|method| {
        let scores = &method.clusters;
        row([
            method.name,
            &scores.predicted_clusters.to_string(),
            &three(scores.macro_.ac1),
            &three(scores.macro_.kappa),
            &three(scores.micro.ac1),
            &three(scores.micro.kappa),
            &three(scores.pairwise.precision),
            &three(scores.pairwise.recall),
            &three(scores.pairwise.f1),
            &three(scores.matthews),
        ])
    });
    table(&std::iter::once(header).chain(rows).collect::<Vec<_>>())
}

/// How far the clusters of each method are the labelled campaigns, and how far DURIAN's campaigns are.
fn campaigns(comparison: &MethodComparison) -> String {
    let of_methods = comparison.methods.iter();
    let mut found: Vec<(&str, &ClusterMeasures)> = of_methods
        .filter_map(|method| Some((method.name, method.against_campaigns.as_ref()?)))
        .collect();
    if found.is_empty() {
        return String::new();
    }
    let durian = comparison.durian.as_ref();
    let durian = durian.and_then(|durian| durian.campaigns.as_ref());
    found.extend(durian.map(|campaigns| ("DURIAN's campaigns", campaigns)));
    let header = row([
        "clusters of",
        "parts",
        "macro AC1",
        "pair P",
        "pair R",
        "pair F1",
        "B³ P",
        "B³ R",
        "B³ F1",
    ]);
    let rows = found.into_iter().map(|(name, scores)| {
        row([
            name,
            &scores.predicted_clusters.to_string(),
            &three(scores.macro_.ac1),
            &three(scores.pairwise.precision),
            &three(scores.pairwise.recall),
            &three(scores.pairwise.f1),
            &three(scores.bcubed.precision),
            &three(scores.bcubed.recall),
            &three(scores.bcubed.f1),
        ])
    });
    table(&std::iter::once(header).chain(rows).collect::<Vec<_>>())
}

/// Precision, recall and F1 of every category and method, category by category.
fn by_category(methods: &[MethodScores]) -> String {
    let names: BTreeSet<&String> =
        methods.iter().flat_map(|method| method.categories.keys()).collect();
    if names.is_empty() {
        return String::new();
    }
    let mut rows = vec![row(["category", "method", "comments", "precision", "recall", "F1"])];
    for name in names {
        for method in methods {
            let Some(scores) = method.categories.get(name) else {
                continue;
            };
            rows.push(row([
                name,
                method.name,
                &scores.documents.to_string(),
                &three(scores.precision),
                &three(scores.recall),
                &three(scores.f1),
            ]));
        }
    }
    table(&rows)
}

fn time(methods: &[MethodScores]) -> String {
    let rows = methods.iter().map(|method| {
        row([
            method.name,
            &format!("{:.3}", method.seconds),
            &format!("{:.0}", method.comments_per_second),
        ])
    });
    table(
        &std::iter::once(row(["method", "seconds", "comments per second"]))
            .chain(rows)
            .collect::<Vec<_>>(),
    )
}

fn links(scores: &[LinkScores]) -> String {
    let rows = scores.iter().map(|scores| {
        row([
            scores.kind,
            &scores.links.to_string(),
            &scores.available.to_string(),
            &three(scores.category_f1),
            &three(scores.pairwise_f1),
        ])
    });
    table(
        &std::iter::once(row([
            "links",
            "of each kind",
            "found",
            "mean F1 of categories",
            "pair F1",
        ]))
        .chain(rows)
        .collect::<Vec<_>>(),
    )
}

/// How many other similarities each one is like, and which one most.
fn correlations(similarities: &[ThresholdScores]) -> String {
    let mut rows = vec![row(["similarity", "r ≥ 0.9", "r ≥ 0.8", "most like", "Pearson r"])];
    for (own, scores) in similarities.iter().enumerate() {
        let with = scores.pearson_with.iter().copied().enumerate();
        let others: Vec<(usize, f64)> = with.filter(|(other, _)| *other != own).collect();
        let n_from = |least: f64| others.iter().filter(|(_, r)| *r >= least).count();
        let first_best = |best: (usize, f64), next: (usize, f64)| {
            if next.1 > best.1 { next } else { best }
        };
        let Some((nearest, r)) = others.iter().copied().reduce(first_best) else {
            continue;
        };
        rows.push(row([
            &scores.name,
            &n_from(SAME_SIMILARITY).to_string(),
            &n_from(LIKE_SIMILARITY).to_string(),
            &similarities[nearest].name,
            &three(r),
        ]));
    }
    table(&rows)
}

fn similarities(comparison: &MethodComparison) -> String {
    let pairs = &comparison.pairs;
    let mut text = format!(
        "{} pairs of distinct texts ({}), {} of them near-duplicates. Thresholds are fitted on half of the pairs and used on all.\n\n",
        pairs.drawn,
        match (pairs.are_judged, pairs.is_all) {
            (true, _) => "those judged",
            (false, true) => "all there are",
            (false, false) => "those of a thousand texts drawn by chance",
        },
        pairs.near_duplicates
    );
    let mut rows = vec![row([
        "similarity",
        "best F1",
        "threshold",
        "fitted F1",
        "at fitted",
        "0.05 lower",
        "0.05 higher",
        "MCC",
        "Pearson",
    ])];
    rows.extend(comparison.similarities.iter().map(|scores| {
        row([
            &scores.name,
            &three(scores.best_f1),
            &three(scores.best_threshold),
            &three(scores.fitted.f1),
            &three(scores.fitted_threshold),
            &three(scores.f1_below),
            &three(scores.f1_above),
            &three(scores.matthews),
            &three(scores.pearson),
        ])
    }));
    text += &table(&rows);
    text
}
