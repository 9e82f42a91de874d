//! Near copies of short texts, and slogans that people share by chance.

use std::collections::BTreeSet;

use durian::report::schema::Rule;

use crate::second_pass::{Places, places, words};

/// Comments in words of their senders' own, each with a sentence in it.
fn own_words(sentence: &str) -> Vec<(String, Vec<String>)> {
    (0..30)
        .map(|at| {
            let text = format!(
                "{} {sentence} {}",
                words(&format!("a{at}x"), 15),
                words(&format!("b{at}x"), 15)
            );
            (format!("own{at}"), vec![text])
        })
        .collect()
}

/// Eight comments of one text, which is one place, and one comment of each variant.
fn eight_and(text: &str, variants: &[&str]) -> Vec<(String, Vec<String>)> {
    let eight = (0..8).map(|at| (format!("exact{at}"), text));
    let variants = variants.iter().enumerate().map(|(at, text)| (format!("variant{at}"), *text));
    eight.chain(variants).map(|(id, text)| (id, vec![text.to_owned()])).collect()
}

fn rules(places: &Places) -> Vec<(&str, Rule)> {
    places
        .iter()
        .filter(|(id, _)| id.starts_with("variant"))
        .map(|(id, (_, rule, _))| (id.as_str(), *rule))
        .collect()
}

/// 24 letters tell 31 bits where nobody else says so; ten comments need 23.3. Where thirty others write the sentence in
/// words of their own, it tells hardly more than the 7.8 bits of its first word.
#[test]
fn a_text_that_circulates_is_told_from_a_slogan() {
    let comments = || {
        let variants = ["Please, please do not close the ferry!", "Please do not close teh ferry."];
        eight_and("Please do not close the ferry.", &variants)
    };
    let joined = [("variant0", Rule::ShortCopy), ("variant1", Rule::ShortCopy)];
    let (proved, _) = places(&[comments(), own_words("and so on")].concat());
    assert_eq!(rules(&proved), joined);
    assert_eq!(proved.len(), 3, "{proved:?}");
    let (by_chance, _) = places(&[comments(), own_words("please do not close the ferry")].concat());
    assert!(rules(&by_chance).is_empty(), "{by_chance:?}");
    assert_eq!(by_chance.len(), 1);
}

/// The 16 letters of the second tell 20.8 bits, of which ten comments need 23.3; those of the first 14.3.
#[test]
fn slogans_join_nobody() {
    let check = |slogan: &str, variants: &[&str]| {
        let (places, _) = places(&[eight_and(slogan, variants), own_words("and so on")].concat());
        assert!(rules(&places).is_empty(), "{places:?}");
        assert_eq!(places.len(), 1);
    };
    check("This is great.", &["This is so great!", "this is greta"]);
    check("I support this rule.", &["I support the rule.", "I do support this rule!"]);
}

/// Two comments need 50 bits: 52 letters tell 67.6, 24 letters 31.
#[test]
fn two_near_copies_prove_each_other_by_what_they_tell() {
    let check = |a: &str, b: &str, expect: usize| {
        let pair = [("variant0", a), ("variant1", b)]
            .map(|(id, text)| (id.to_owned(), vec![text.to_owned()]));
        let (places, _) = places(&[pair.to_vec(), own_words("and so on")].concat());
        assert_eq!(places.len(), expect, "{places:?}");
    };
    let clinic = "Wednesday mornings our clinic needs the northern footbridge";
    check(clinic, "Wednesday mornings our clinic needs that northern footbridge", 2);
    check("Please do not close the ferry", "Please, please do not close the ferry", 0);
}

/// What is filled in is an edit like others, whether the text is a form of eight words or shorter.
#[test]
fn a_short_text_with_another_figure_is_a_copy() {
    let text = "Limit the catch to 5 fish per day.";
    let variants =
        ["Limit the catch to 15 fish per day.", "Limit the catch to 5 fish per the day."];
    let (places, _) = places(&[eight_and(text, &variants), own_words("and so on")].concat());
    let expect = [("variant0", Rule::ShortCopy), ("variant1", Rule::ShortCopy)];
    assert_eq!(rules(&places), expect);
}

/// Thirty people fill in two figures, and seventy begin with the same words: these are evidence for nobody, and the form is
/// one text all the same. Forty-one words are no form.
#[test]
fn forms_are_alike_but_for_their_figures() {
    let line = |at: usize| {
        format!("I live in district {} and oppose the sale of parcel {at} of the harbor.", at % 9)
    };
    let form = |n_words: usize| -> Vec<(String, Vec<String>)> {
        let more = words("more", n_words - 14);
        (0..30)
            .map(|at| (format!("form{at}"), vec![format!("{} {more}", line(at))]))
            .chain((30..100).map(|at| {
                (
                    format!("own{at}"),
                    vec![format!("{} {more}", line(at)), words(&format!("own{at}"), 60)],
                )
            }))
            .collect()
    };
    let n_placed = |n_words: usize| {
        let (places, _) = places(&form(n_words));
        let rules: Vec<Rule> = places.values().map(|(_, rule, _)| *rule).collect();
        (rules.len(), rules.contains(&Rule::ShortCopy))
    };
    assert_eq!((n_placed(24).0, n_placed(41).1), (30, false));
}

/// Of a letter of twelve words every copy has two others in places of its own.
#[test]
fn copies_of_which_no_two_are_alike_go_to_what_they_share() {
    let copy = |at: usize| {
        let word = |nth: usize| {
            let is_own = nth == at % 12 || nth == at / 12 % 12;
            if is_own { format!("own{at}n{nth}") } else { format!("harbor{nth}") }
        };
        (0..12).map(word).collect::<Vec<_>>().join(" ")
    };
    let comments: Vec<(String, Vec<String>)> =
        (0..600).map(|at| (format!("copy{at:03}"), vec![copy(at)])).collect();
    let (places, _) = places(&comments);
    let mut sizes: Vec<usize> = Vec::new();
    let mut seeds: Vec<&str> = places.values().map(|(seed, ..)| seed.as_str()).collect();
    seeds.sort_unstable();
    seeds.chunk_by(|a, b| a == b).for_each(|same| sizes.push(same.len()));
    assert!(sizes.iter().max().is_some_and(|most| *most >= 590), "{sizes:?}");
}

/// What says the opposite in one word is no copy.
#[test]
fn short_texts_of_opposite_stance_stay_apart() {
    let variants = ["Wednesday mornings our clinic does not support the northern footbridge"];
    let text = "Wednesday mornings our clinic does support the northern footbridge";
    let (places, _) = places(&[eight_and(text, &variants), own_words("and so on")].concat());
    assert_eq!((rules(&places).len(), places.len()), (0, 1), "{places:?}");
}

/// The excerpt holds 15 of its 28 words from the letter, which is more than half, and goes there. The single holds
/// twelve of them, which is less, but it is the excerpt but for three words.
#[test]
fn a_single_joins_its_near_copy_that_another_seed_took() {
    let (harbor, own) = (words("harbor", 30), words("own", 13));
    let letter = format!("{harbor} {}", words("market", 30));
    let excerpt = format!("{} {own}", words("harbor", 15));
    let single = format!("{} {own}", words("harbor", 12));
    let mut comments: Vec<(String, Vec<String>)> =
        (0..6).map(|at| (format!("letter{at}"), vec![letter.clone()])).collect();
    comments.push(("excerpt".to_owned(), vec![excerpt]));
    comments.push(("single".to_owned(), vec![single]));
    let (places, _) = places(&comments);
    assert_eq!(places["excerpt"], ("letter0".to_owned(), Rule::Half, "letter0".to_owned()));
    assert_eq!(places["single"], ("letter0".to_owned(), Rule::ShortCopy, "excerpt".to_owned()));
}

/// A hundred people say nine words with a few before or behind, in 42 texts or in thirty: they are one slogan.
#[test]
fn a_slogan_is_one_text_whatever_stands_around_it() {
    let before = ["", "Please! ", "Dear all, ", "From Weir: ", "I say: ", "Hello. "];
    let behind = [
        "",
        " Thank you.",
        " Shame!",
        " Signed, a baker.",
        " Not this.",
        " My son agrees.",
        " I mean it.",
    ];
    for n_before in [6, 4, 3] {
        let comments = (0..100).map(|at| {
            let (before, behind) = (before[at % n_before], behind[at % behind.len()]);
            let text = format!("{before}Leave the old mill alone. Bread first, not rent.{behind}");
            (format!("slogan{at}"), vec![text])
        });
        let (places, _) = places(&[comments.collect(), own_words("and so on")].concat());
        let seeds: BTreeSet<&str> = places.values().map(|(seed, ..)| seed.as_str()).collect();
        assert_eq!(seeds.len(), 1, "{places:?}");
    }
}
