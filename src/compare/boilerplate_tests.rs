//! Tests of boilerplate, in small dockets of strangers, letters and titles.

use fixedbitset::FixedBitSet;

use super::boilerplate::{Origin, judge};
use crate::corpus::TokenText;
use crate::corpus::examples::corpus;
use crate::ngrams::{COUNTED, DistinctText, DocumentFrequencies, ngrams};
use crate::thresholds::Thresholds;
use crate::thresholds::samples::HOLDERS;

const COMMON: Option<Origin> = Some(Origin::Boilerplate);
const DISTINCTIVE: Option<Origin> = Some(Origin::Distinctive);

/// What is found of every n-gram of a passage. The texts come in the order of their digests, each with the
/// number of comments that consist of it.
fn check_comments(texts: &[(String, u32)], passage: &str, expect: Option<Origin>) {
    check_quoting(texts, passage, 0, expect);
}

/// The same where the first so many texts begin with the passage and quote it.
fn check_quoting(texts: &[(String, u32)], passage: &str, n_quoting: usize, expect: Option<Origin>) {
    let all = texts.iter().map(|(text, _)| text.as_str());
    let corpus = corpus(&all.chain([passage]).collect::<Vec<_>>());
    let holders: Vec<DistinctText<'_>> = corpus
        .ids()
        .zip(texts)
        .map(|(id, (_, n_comments))| DistinctText {
            text: corpus.token_text(id),
            n_comments: *n_comments,
        })
        .collect();
    let passage = corpus.token_text(corpus.ids().last().expect("the passage")).terms();
    let quoted = |at| {
        let mut quoted = FixedBitSet::with_capacity(passage.len());
        quoted.set_range(..passage.len(), at < n_quoting);
        quoted
    };
    let is_letter = |at: usize| texts[at].1 >= 6;
    let found = judge(
        &holders,
        &DocumentFrequencies::new(&holders),
        &quoted,
        &is_letter,
        &Thresholds::default(),
    );
    for ngram in ngrams(passage, COUNTED) {
        let found = match found.origin(ngram) {
            Some(Origin::FormText) if expect != Some(Origin::FormText) => COMMON,
            found => found,
        };
        assert_eq!(found, expect, "{texts:?}");
    }
}

/// The same of the passage `p:20`, in texts each of which one comment consists of.
fn check(texts: &[String], expect: Option<Origin>) {
    let texts: Vec<_> = texts.iter().map(|text| (text.clone(), 1)).collect();
    check_comments(&texts, "p:20", expect);
}

/// The passage with so many words of a sender's own.
fn holder(at: usize, n_own: usize) -> String {
    format!("p:20 own{at}:{n_own}")
}

/// Texts of which no two have anything but the passage in common.
fn strangers(n: usize) -> Vec<String> {
    (0..n).map(|at| holder(at, 60)).collect()
}

/// Four holders: what each has behind the passage and 40 words of its own.
fn four(passages: [&str; 4]) -> Vec<String> {
    passages
        .into_iter()
        .enumerate()
        .map(|(at, passages)| format!("{} {passages}", holder(at, 40)))
        .collect()
}

/// Ten answer a question of twenty words in ten words each: they consist of it, as short copies of a letter that quotes it would.
/// Where three to nine of them mark it as quoted it is a question; copies of a letter mark it all.
#[test]
fn what_some_quote_and_some_do_not_is_nobodys() {
    let texts: Vec<_> = (0..10).map(|at| (holder(at, 10), 1)).collect();
    for (n_quoting, expect) in [(2, DISTINCTIVE), (3, COMMON), (9, COMMON), (10, DISTINCTIVE)] {
        check_quoting(&texts, "p:20", n_quoting, expect);
    }
    // One of four may quote another one.
    check_quoting(&texts[..4], "p:20", 1, DISTINCTIVE);
    check_quoting(&texts[..4], "p:20", 2, COMMON);
}

/// Of eight strangers who hold a passage two mark it as quoted: the others quote it, too.
#[test]
fn what_many_mark_as_quoted_is_quoted_by_all() {
    let texts = strangers(8);
    let corpus = corpus(&texts.iter().map(String::as_str).collect::<Vec<_>>());
    let texts: Vec<&TokenText> = corpus.ids().map(|id| corpus.token_text(id)).collect();
    let holders: Vec<_> = texts.iter().map(|text| DistinctText { text, n_comments: 1 }).collect();
    for (n_quoting, n_quoted) in [(1, 0), (2, 20)] {
        let quoted = |at| {
            let mut quoted = FixedBitSet::with_capacity(20);
            quoted.set_range(..20, at < n_quoting);
            quoted
        };
        let found = judge(
            &holders,
            &DocumentFrequencies::new(&holders),
            &quoted,
            &|_| false,
            &Thresholds::default(),
        );
        assert!(found.quotations(texts[7].terms()).ones().eq(0..n_quoted));
    }
}

/// What six copies of a letter quote and nine leave out is the letter's: all who quote it share more.
#[test]
fn what_a_letter_quotes_is_the_letters() {
    let quoting = (0..6).map(|at| format!("{} letter:40 end{at}:60", holder(at, 20)));
    let others = (6..13).map(|at| format!("letter:40 end{at}:60"));
    let mut texts: Vec<_> = quoting.chain(others).map(|text| (text, 1)).collect();
    texts.push(("letter:40".to_owned(), 2));
    check_quoting(&texts, "p:20", 6, DISTINCTIVE);
}

#[test]
fn what_two_texts_hold_is_not_judged() {
    check(&strangers(2), None);
    check(&strangers(3), COMMON);
    let sent_often = strangers(2).into_iter().map(|text| (text, 5));
    check_comments(&sent_often.collect::<Vec<_>>(), "p:20", None);
}

/// One comment of ten, and of eleven; two of 20, of one text, and of 21.
#[test]
fn what_one_comment_in_ten_sends_alone_is_somebodys() {
    fn check(n_alone: u32, n_others: usize, expect: Option<Origin>) {
        let mut texts: Vec<_> = strangers(n_others).into_iter().map(|text| (text, 1)).collect();
        texts.push(("p:20".to_owned(), n_alone));
        check_comments(&texts, "p:20", expect);
    }
    check(1, 9, DISTINCTIVE);
    check(1, 10, COMMON);
    check(2, 18, DISTINCTIVE);
    check(2, 19, COMMON);
}

/// 20 of 22 words are nine in ten, 20 of 23 are not.
#[test]
fn alone_is_what_is_hardly_anything_else() {
    check(&[strangers(9), vec![holder(9, 2)]].concat(), DISTINCTIVE);
    check(&[strangers(9), vec![holder(9, 3)]].concat(), COMMON);
}

/// Six comments of ten, and five; 20 of 40 words are half, of 41 they are not. One of the ten is the passage but for eleven
/// words, or for twelve.
#[test]
fn what_is_half_of_six_comments_in_ten_is_somebodys() {
    fn texts(n_half: usize, n_own: usize, n_least: usize) -> Vec<String> {
        let mut short: Vec<String> = (10..10 + n_half).map(|at| holder(at, n_own)).collect();
        short[0] = holder(10, n_least);
        [strangers(10 - n_half), short].concat()
    }
    check(&texts(6, 20, 11), DISTINCTIVE);
    check(&texts(5, 20, 11), COMMON);
    check(&texts(6, 21, 11), COMMON);
    check(&texts(6, 20, 12), COMMON);
}

/// Three comments of ten consist of the passage for half, 20 words of 40, and two. Six of ten go on with ten words
/// more: the n-gram over the end of the passage has six holders. Where nobody does, it may be what a form puts in.
#[test]
fn what_is_edited_and_half_of_one_comment_in_four_is_somebodys() {
    fn texts(n_half: usize, behind: &str) -> Vec<String> {
        let longer = (0..6).map(|at| format!("p:20 {behind} own{at}:60"));
        let others = (0..4).map(|nth| holder(6 + nth, if nth < n_half { 20 } else { 60 }));
        longer.chain(others).collect()
    }
    check(&texts(3, "q:10"), DISTINCTIVE);
    check(&texts(2, "q:10"), COMMON);
    check(&texts(3, ""), COMMON);
}

/// Of 21 texts one consists of the passage for eight words of ten (20 of 25), or of 20; or not quite (20
/// of 26).
#[test]
fn what_hardly_anybody_consists_of_is_form_text() {
    fn check(n_others: usize, n_own: usize, expect: bool) {
        let texts: Vec<_> = [strangers(n_others), vec![holder(n_others, n_own)]]
            .concat()
            .into_iter()
            .map(|text| (text, 1))
            .collect();
        assert_eq!(begin_with_form_text(&texts), expect);
    }
    check(20, 5, true);
    check(19, 5, false);
    check(19, 6, true);
}

/// Three letters of nine copies each, among nine comments in own words, or ten: 27 of 36 are three of four.
#[test]
fn what_most_have_from_letters_is_no_form_text() {
    fn check(n_others: usize, expect: bool) {
        let letters = ["q:60", "r:60", "s:60"].map(|own| (format!("p:20 {own}"), 9));
        let others = strangers(n_others).into_iter().map(|text| (text, 1));
        let texts: Vec<_> = letters.into_iter().chain(others).collect();
        assert_eq!(begin_with_form_text(&texts), expect);
    }
    check(9, false);
    check(10, true);
}

/// Whether the first six words of some texts are form text. Each comes with the number of comments that consist of it.
fn begin_with_form_text(texts: &[(String, u32)]) -> bool {
    let all: Vec<&str> = texts.iter().map(|(text, _)| text.as_str()).collect();
    let corpus = corpus(&all);
    let holders: Vec<DistinctText<'_>> = corpus
        .ids()
        .zip(texts)
        .map(|(id, (_, n))| DistinctText { text: corpus.token_text(id), n_comments: *n })
        .collect();
    let frequencies = DocumentFrequencies::new(&holders);
    let found =
        judge(&holders, &frequencies, &|_| FixedBitSet::new(), &|_| false, &Thresholds::default());
    let first = ngrams(holders[0].text.terms(), COUNTED).next();
    found.origin(first.expect("an n-gram")) == Some(Origin::FormText)
}

/// Of ten copies of two letters that share a paragraph six, or eight, are of one letter, half of which it is
/// with what the others of that letter hold.
#[test]
fn half_of_most_texts_is_no_evidence_for_two_circles() {
    fn texts(n_first: usize) -> Vec<String> {
        (0..10)
            .map(|at| {
                let letter = if at < n_first { "first:30" } else { "second:60" };
                format!("p:20 {letter} own{at}:2")
            })
            .collect()
    }
    check(&texts(6), COMMON);
    check(&texts(8), DISTINCTIVE);
}

/// Half of a text are the words that about as many hold: a heading that thirteen have makes no half of what
/// six of them have.
#[test]
fn what_far_more_hold_is_no_part_of_the_half() {
    let texts = (0..13).map(|at| match at {
        0..6 => format!("h:20 {}", holder(at, 30)),
        _ => format!("h:20 own{at}:60"),
    });
    check(&texts.collect::<Vec<_>>(), COMMON);
}

/// Of the six pairs of four holders three share ten words more.
#[test]
fn holders_that_know_each_other_hold_what_is_somebodys() {
    check(&four(["e:10 x:20 g:10", "e:10 y:20 f:10", "f:10 z:20 g:10", ""]), DISTINCTIVE);
    // Two pairs of six are less than half.
    check(&four(["e:10", "e:10 y:20 f:10", "f:10", ""]), COMMON);
    // Nine words are too few.
    check(&four(["e:9 x:20 g:9", "e:9 y:20 f:9", "f:9 z:20 g:9", ""]), COMMON);
}

/// Fifteen words around a passage belong to it.
#[test]
fn words_beside_the_passage_are_no_acquaintance() {
    fn texts(n_between: usize) -> Vec<String> {
        let mut texts: Vec<String> = (0..2)
            .map(|at| format!("{} e{}:10 own{at}b:60", holder(at, n_between), at / 2))
            .collect();
        texts.push(format!("{} f:10 own2b:60 g:10", holder(2, n_between)));
        texts[0] += " g:10";
        texts[1] += " f:10";
        texts.extend(strangers(4).pop());
        texts
    }
    check(&texts(15), DISTINCTIVE);
    check(&texts(14), COMMON);
}

/// Two pairs of six know each other: two circles, of two letters that cite one title.
#[test]
fn what_two_circles_hold_is_common_property() {
    check(&four(["e:10", "e:10", "f:10", "f:10"]), COMMON);
}

/// Eight copies of two letters that cite one title.
#[test]
fn a_title_that_two_letters_cite_is_common_property() {
    check(
        &(0..8).map(|at| format!("{} letter{}:30", holder(at, 60), at % 2)).collect::<Vec<_>>(),
        COMMON,
    );
}

/// Twelve comments have a heading, five of them a trailer too. The heading is judged first; as common
/// property it speaks no more for the trailer, and as somebody's it does.
#[test]
fn what_more_hold_is_judged_first() {
    fn check(n_alone: u32, expect: Option<Origin>) {
        let mut texts: Vec<(String, u32)> =
            (0..12).map(|at| (format!("h:20 own{at}:60"), 1)).collect();
        for (text, _) in &mut texts[..5] {
            *text += " t:20";
        }
        texts.extend((n_alone > 0).then(|| ("h:20".to_owned(), n_alone)));
        check_comments(&texts, "h:20", expect);
        check_comments(&texts, "t:20", expect);
    }
    check(0, COMMON);
    check(2, DISTINCTIVE);
}

/// Of 16 holders the first twelve know each other in circles of five, five, five, and three: 33 of 66 pairs. In the other order
/// four strangers come first, and 13 pairs are left.
#[test]
fn the_first_twelve_holders_are_looked_at() {
    let circles: [&[usize]; 4] =
        [&[0, 1, 2, 3, 4], &[0, 5, 6, 7, 8], &[1, 5, 9, 10, 11], &[2, 6, 9]];
    let mut texts = strangers(16);
    for (nth, circle) in circles.into_iter().enumerate() {
        for at in circle {
            texts[*at] += &format!(" beside{at}x{nth}:20 circle{nth}z:10");
        }
    }
    assert_eq!(HOLDERS, 12);
    check(&texts, DISTINCTIVE);
    texts.reverse();
    check(&texts, COMMON);
}

/// Nine of the 45 pairs of ten holders share ten words more: all are one component, and hardly any pair shares more.
#[test]
fn a_chain_of_holders_is_no_circle() {
    let texts: Vec<String> = (0..10)
        .map(|at| format!("{} e{at}z:10 x{at}z:20 e{}z:10", holder(at, 40), at + 1))
        .collect();
    check(&texts, COMMON);
}

/// Two of 39 holders do not go on with the same words, or two of 40: nearly as many hold what stands beside the passage.
#[test]
fn what_one_in_twenty_have_changed_is_edited() {
    let check = |n: usize, expect: Option<Origin>| {
        let text = |at: usize| match at {
            0..12 => format!("p:20 q:10 own{at}:30"),
            _ if at < n - 2 => format!("p:20 q:10 own{at}:90"),
            _ => holder(at, 60),
        };
        check(&(0..n).map(text).collect::<Vec<_>>(), expect);
    };
    check(39, DISTINCTIVE);
    check(40, COMMON);
}

/// Letters of four copies each hold a line. They are a tenth of its 40 holders, and less of 50, of whom two are strangers.
#[test]
fn a_letter_may_be_a_tenth_as_widely_held() {
    let check = |n_letters: usize, n_others: usize, expect: bool| {
        let letters = (0..n_letters).map(|at| (format!("p:20 letter{at}z:60"), 4));
        let others = strangers(n_others).into_iter().map(|text| (text, 1));
        assert_eq!(begin_with_form_text(&letters.chain(others).collect::<Vec<_>>()), expect);
    };
    check(10, 0, false);
    check(12, 2, true);
}

/// A letter of a hundred words that six send as it is, or five. Ten others keep its first twenty words, and so many of them twenty
/// more: of ten, one is one in ten.
#[test]
fn a_paragraph_is_the_letters_where_others_hold_more_of_it() {
    fn texts(n_copies: u32, n_keeping_more: usize) -> Vec<(String, u32)> {
        let others = (0..10).map(|at| {
            let more = if at < n_keeping_more { "r:20" } else { "" };
            (format!("p:20 own{at}z:60 {more} end{at}z:20"), 1)
        });
        let letter = ("p:20 q:30 r:20 s:30".to_owned(), n_copies);
        others.chain([letter]).collect()
    }
    check_comments(&texts(6, 1), "p:20", DISTINCTIVE);
    check_comments(&texts(6, 0), "p:20", COMMON);
    check_comments(&texts(5, 1), "p:20", COMMON);
}

/// What 114 others hold, too, is the letter's with six copies of 120; what 115 hold is not. Every second one holds more of it.
#[test]
fn what_far_more_hold_than_send_the_letter_may_be_a_forms() {
    fn texts(n_others: usize) -> Vec<(String, u32)> {
        let others = (0..n_others).map(|at| {
            let more = if at % 2 == 0 { "r:20" } else { "" };
            (format!("p:20 own{at}z:60 {more} end{at}z:20"), 1)
        });
        let letter = ("p:20 q:30 r:20 s:30".to_owned(), 6);
        others.chain([letter]).collect()
    }
    check_comments(&texts(114), "p:20", DISTINCTIVE);
    check_comments(&texts(115), "p:20", COMMON);
}

/// Two texts of 655 words must share 13 words elsewhere, two in a hundred; of 152 words ten.
#[test]
fn long_texts_share_more_than_ten_words_by_chance() {
    fn check_own(n_own: usize, n_more: usize, expect: Option<Origin>) {
        let holders = (0..4).map(|at| format!("{} q:{n_more} end{at}z:20", holder(at, n_own)));
        // What they share has other holders, and is somebody's.
        let others = (4..12).map(|at| format!("own{at}z:60 q:{n_more} end{at}z:20"));
        let mut texts: Vec<_> = holders.chain(others).map(|text| (text, 1)).collect();
        texts.push((format!("q:{n_more}"), 3));
        check_comments(&texts, "p:20", expect);
    }
    check_own(600, 15, DISTINCTIVE);
    check_own(600, 12, COMMON);
    check_own(100, 12, DISTINCTIVE);
}
