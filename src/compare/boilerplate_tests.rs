//! Tests of boilerplate, in small dockets of strangers, letters and titles.

use super::boilerplate::{Origin, judge};
use crate::corpus::cases;
use crate::corpus::examples::{corpus, docket};
use crate::ngrams::{COUNTED, DistinctText, DocumentFrequencies, ngrams};
use crate::thresholds::Thresholds;
use crate::thresholds::samples::HOLDERS;

/// Checks what every n-gram of the passage `p:20` is, told as in the list of cases. The digests of texts are in their order.
fn check(texts: &[String], expect: &str) {
    let counted = texts.iter().map(|text| text.split_once("* ").unwrap_or(("1", text)));
    let (n_comments, mut texts): (Vec<u32>, Vec<&str>) =
        counted.map(|(n, text)| (n.parse::<u32>().expect("a number"), text)).unzip();
    texts.push("p:20");
    let corpus = corpus(&texts);
    let texts_of = corpus.ids().map(|id| corpus.token_text(id));
    let of_comments = texts_of.zip(&n_comments);
    let holders: Vec<DistinctText<'_>> =
        of_comments.map(|(text, n)| DistinctText { text, n_comments: *n }).collect();
    let passage = corpus.token_text(corpus.ids().last().expect("the passage")).terms();
    let found = judge(
        &holders,
        &DocumentFrequencies::new(&holders),
        &|at| n_comments[at] >= 6,
        &Thresholds::default(),
    );
    let name = |origin| match origin {
        None => "nothing",
        Some(Origin::Distinctive) => "distinctive",
        Some(Origin::FormText) if expect == "form text" => "form text",
        Some(Origin::Boilerplate) if expect == "boilerplate" => "boilerplate",
        Some(_) => "common",
    };
    for ngram in ngrams(passage, COUNTED) {
        assert_eq!(name(found.origin(ngram)), expect, "{texts:?}");
    }
}

#[test]
fn a_passage_is_known_by_what_its_holders_are_like() {
    for case in cases::cells(include_str!("boilerplate.txt")) {
        check(&docket(case[0]), case[1]);
    }
}

/// Of 16 holders the first twelve know each other in circles of five, five, five, and three: 33 of 66 pairs. In the other order
/// four strangers come first, and 13 pairs are left.
#[test]
fn the_first_twelve_holders_are_looked_at() {
    let circles: [&[usize]; 4] =
        [&[0, 1, 2, 3, 4], &[0, 5, 6, 7, 8], &[1, 5, 9, 10, 11], &[2, 6, 9]];
    let mut texts = docket("16x p:20 own#:60");
    for (nth, circle) in circles.into_iter().enumerate() {
        for at in circle {
            texts[*at] += &format!(" beside{at}x{nth}:20 circle{nth}z:10");
        }
    }
    assert_eq!(HOLDERS, 12);
    check(&texts, "distinctive");
    texts.reverse();
    check(&texts, "common");
}

/// What 114 others hold, too, is the letter's with six copies of 120; what 115 hold is not. Every second one holds more of it.
#[test]
fn what_far_more_hold_than_send_the_letter_may_be_a_forms() {
    for (n_others, expect) in [(114, "distinctive"), (115, "common")] {
        let pairs = "p:20 own#:60 r:20 end#:20 / p:20 own#:60 end#:20 / ".repeat(58);
        let mut texts = docket(&pairs);
        texts.truncate(n_others);
        texts.push("6* p:20 q:30 r:20 s:30".to_owned());
        check(&texts, expect);
    }
}
