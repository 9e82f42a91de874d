//! Texts made to cost time, and texts made to be joined or parted wrongly.

use std::fmt::Write as _;
use std::time::Duration;

use durian::report::schema::Report;

use crate::{assert_within, folder_with, report, timed};

/// How many texts an attack has: as many as the unoptimised program bears.
const N: usize = if cfg!(debug_assertions) { 100 } else { 1_000 };

/// Words that nobody uses, told apart by their numbers.
fn words(numbers: impl Iterator<Item = usize>) -> String {
    const SYLLABLES: [&str; 16] = [
        "ba", "ro", "ti", "mus", "den", "lok", "per", "sil", "gan", "tor", "ver", "wick", "na",
        "fe", "chu", "lo",
    ];
    let word = |number: usize| -> String {
        let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        (0..3).map(|at| SYLLABLES[(mixed >> (4 * at)) % SYLLABLES.len()]).collect()
    };
    numbers.map(word).collect::<Vec<_>>().join(" ")
}

/// Reads a docket of these texts.
fn read(texts: impl Iterator<Item = String>, allowed: Duration, what: &str) -> Report {
    let mut records = String::new();
    for (number, text) in texts.enumerate() {
        let text = serde_json::to_string(&text).expect("text");
        writeln!(records, "{{\"id\":\"a{number:06}\",\"text\":{text}}}").expect("memory");
    }
    let folder = folder_with(&[("docket/a.jsonl", records.as_bytes())]);
    let (output, taken) = timed(folder.path(), &["docket"]);
    assert_within(taken, allowed, what);
    assert_eq!(output.status.code(), Some(0), "{what}: {output:?}");
    report(folder.path())
}

#[test]
fn texts_made_to_cost_time_cost_little() {
    let second = Duration::from_secs(1);
    let long = |piece: &str| {
        let size = if cfg!(debug_assertions) { 5_000 } else { 100_000 };
        piece.repeat(size / piece.len())
    };
    let pieces = [
        "Docket ",
        "Docket No. ",
        "EPA-HQ-OAR-2031-",
        "EPA-",
        "RIN 2060-",
        "Dear ",
        "Dear Sir",
        "Re: ",
        "From: ",
        "From: a\nTo: b\n",
        "On Monday, ",
        "wrote: ",
        "> ",
        ">",
        "- ",
        "-----",
        "=",
        "_ ",
        "\n",
        " \n",
        "\t",
        "Sincerely,\n",
        "A B, OH 43601\n",
        "a@b.example ",
        "http://x/",
        "1 ",
        "(1) ",
        "!",
        "a",
        "aaaa ",
        "'",
        "&amp;",
        "<p>",
        "Sent from my ",
        "________\n",
        "Begin forwarded message:\n",
        "e\u{301}",
        "\u{200B}",
        "ﷺ",
        "-\u{AD}",
        "A-",
        "a.",
        "1,000 ",
    ];
    let hostile = pieces.iter().flat_map(|piece| {
        let ended = format!("{} and no ferry.", long(piece));
        [ended, format!("{piece}The ferry sails.\n\n{}", long(piece))]
    });
    let report_of_pieces = read(hostile, second * 20, "patterns");
    assert_eq!(report_of_pieces.totals.inputs, 2 * pieces.len());
    let equal = read((0..N / 10).map(|n| "a ".repeat(20 + n)), second * 5, "all words equal");
    assert_eq!(equal.totals.inputs, N / 10);
    let copies = read((0..N * 20).map(|_| words(0..200)), second * 5, "copies");
    assert_eq!(copies.clusters[0].n_comments, N * 20, "one giant bucket");
    let edited = |n: usize| words((0..200).map(|at| if at == n % 200 { n + 1_000 } else { at }));
    let edited = read((0..N * 20).map(edited), second * 10, "a word changed in each");
    assert_eq!(edited.clusters[0].n_comments, N * 20, "one campaign");
    let shared = |n: usize| format!("{} {}", words(0..8), words(n * 100..n * 100 + 40));
    let shared = read((0..N * 2).map(shared), second * 5, "a shared phrase");
    assert!(shared.totals.candidates_cut < N * N * 4);
    let orders = |n: usize| {
        let paragraph = |at: usize| words(at * 30..at * 30 + 30);
        let order = (0..8).map(|at| paragraph((at * (2 * (n % 4) + 1) + n / 4) % 8));
        order.collect::<Vec<_>>().join("\n\n")
    };
    read((0..N / 4).map(orders), second * 10, "paragraphs in every order");
}

#[test]
fn a_shared_phrase_makes_no_giant_cluster() {
    let quoted = |n: usize| {
        format!(
            "The rule says in 40 CFR 60.18 (b) that a flare shall be operated with no visible emissions.\n\n{}",
            words(n * 100..n * 100 + 60)
        )
    };
    let report = read((0..60).map(quoted), Duration::from_secs(2), "a quoted rule");
    let largest = report.clusters.iter().map(|it| it.n_comments).max().unwrap_or(0);
    assert!(largest < 10, "{largest} of 60 comments that quote one rule");
}

#[test]
fn opposite_letters_stay_apart() {
    let body = "the plan to let the mill draw more water from the creek in the summer, because the \
        families below the weir live from what the creek brings them, and have done so for as long as \
        anybody in the valley remembers.";
    let letter = |n: usize| {
        let verb = if n.is_multiple_of(2) { "support" } else { "oppose" };
        format!("I {verb} {body}")
    };
    let report = read((0..20).map(letter), Duration::from_secs(2), "opposite letters");
    assert_eq!(report.clusters.len(), 2);
    assert!(report.clusters.iter().all(|it| it.n_comments == 10 && it.related.len() == 1));
    let short =
        |n: usize| ["Please don't.", "Please do.", "No.", "Yes, please do it."][n % 4].to_owned();
    let report = read((0..40).map(short), Duration::from_secs(2), "short comments");
    assert!(report.clusters.iter().all(|it| it.n_comments == 10), "{:?}", report.totals);
}
