//! Campaigns without exact copies: who belongs to whom where no form letter speaks.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use durian::report::schema::{Report, Rule};
use tempfile::TempDir;

use crate::detect;

/// Words that stand nowhere else: a passage of some letter, or somebody's own.
pub(crate) fn words(name: &str, n_words: usize) -> String {
    let mut text = String::new();
    for at in 0..n_words {
        let _ = write!(text, "{name}{at} ");
    }
    text.trim_end().to_owned()
}

/// Where each comment is: the id of its cluster's reference copy, the rule, what it was compared with.
pub(crate) type Places = BTreeMap<String, (String, Rule, String)>;

/// Runs the pipeline over comments of paragraphs.
pub(crate) fn places(comments: &[(String, Vec<String>)]) -> (Places, Report) {
    let folder = TempDir::new().expect("a temporary folder");
    let mut lines = String::new();
    for (id, paragraphs) in comments {
        let comment = serde_json::json!({"id": id, "text": paragraphs.join("\n\n")});
        let _ = writeln!(lines, "{comment}");
    }
    let path = folder.path().join("docket.jsonl");
    fs::write(&path, lines).expect("a docket");
    let (_, report, _) = detect(&path);
    let mut places = Places::new();
    for cluster in report.clusters.iter().filter(|cluster| cluster.n_comments > 1) {
        let reference = &cluster.reference.id;
        let own = (reference.clone(), Rule::Reference, reference.clone());
        places.insert(reference.clone(), own);
        for member in &cluster.members {
            let evidence = &member.evidence;
            let compared_with = evidence.compared_with.clone();
            let place = (reference.clone(), evidence.rule, compared_with);
            places.insert(member.id.clone(), place);
        }
    }
    (places, report)
}

/// Comments that share paragraphs, each with a paragraph of its sender's own.
fn senders(n: usize, name: &str, paragraphs: &[&str]) -> Vec<(String, Vec<String>)> {
    let sender = |at: usize| {
        let name = format!("{name}{at}");
        let own = words(&name, 20);
        let mut text = vec![own];
        text.extend(paragraphs.iter().map(|paragraph| (*paragraph).to_owned()));
        (name, text)
    };
    (0..n).map(sender).collect()
}

/// All 34 words of the short comment stand in nine others, but these share more with the letter, which
/// holds but 24 of the 34: they go there, and so does it.
#[test]
fn a_short_copy_that_was_a_seed_joins_the_letter() {
    let (begin, end, more) = (words("begin", 24), words("end", 10), words("more", 50));
    let short = format!("{begin} {end}");
    let letter = format!("{} {begin} {}", words("before", 40), words("after", 40));
    let mut comments = senders(9, "copy", &[&short, &more]);
    comments.push(("letter".to_owned(), vec![letter, more]));
    comments.push(("short".to_owned(), vec![short]));
    let (places, _) = places(&comments);
    assert_eq!(places.len(), 11, "{places:?}");
    let of = |id: &str| &places[id].0;
    assert_eq!(of("short"), of("copy0"));
    assert_eq!(of("letter"), of("copy0"));
}

/// Twelve long comments quote a sentence that is all of one other comment; a second adds ten words to it.
/// Hardly anybody sends it alone: it tells nothing of anybody.
#[test]
fn a_sentence_that_others_quote_gathers_no_cluster() {
    let sentence = words("sentence", 14);
    let mut comments = senders(12, "rebuttal", &[&sentence]);
    for (name, paragraphs) in &mut comments {
        paragraphs.push(words(&format!("{name}again"), 60));
    }
    comments.push(("alone".to_owned(), vec![sentence.clone()]));
    let edited = format!("{sentence} {}", words("more", 10));
    comments.push(("edited".to_owned(), vec![edited]));
    let (places, _) = places(&comments);
    assert!(places.is_empty(), "{places:?}");
}

/// Seven hold most of one letter and seven of another; three hold a passage of each.
#[test]
fn clusters_of_a_kit_name_each_other() {
    let passage = |name: &str| words(name, 60);
    let (one, two) = (["a0", "a1", "a2"].map(passage), ["b0", "b1", "b2"].map(passage));
    let mut comments = senders(6, "one", &[&one[1], &one[2]]);
    comments.extend(senders(6, "two", &[&two[1], &two[2]]));
    comments.extend(senders(3, "both", &[&one[0], &two[0]]));
    comments.push(("letter-one".to_owned(), one.to_vec()));
    comments.push(("letter-two".to_owned(), two.to_vec()));
    let (places, report) = places(&comments);
    assert_eq!(places.len(), 17, "{places:?}");
    let shared = report.clusters.iter().flat_map(|cluster| &cluster.shares_passages);
    let shared: Vec<usize> = shared.map(|shared| shared.n_members).collect();
    assert_eq!(shared, [3, 3], "each names the other");
    let members = report.clusters.iter().flat_map(|cluster| &cluster.members);
    let both = members.filter(|member| !member.also_contains.is_empty());
    let both: Vec<&str> = both.map(|member| &*member.id).collect();
    assert_eq!(both.len(), 3);
    assert!(both.iter().all(|id| id.starts_with("both")), "{both:?}");
}

/// Six send a passage of forty words with twenty of their own, four send a letter that cites it, and one cites it in eighty
/// words of their own. Nobody sends the passage as it is: from the texts alone it may be anybody's.
#[test]
fn who_cites_a_letter_is_no_copy_of_it() {
    let passage = words("harbor", 40);
    let mut comments: Vec<(String, Vec<String>)> = (0..6)
        .map(|at| {
            (format!("own{at}"), vec![format!("{passage} {}", words(&format!("o{at}x"), 20))])
        })
        .collect();
    comments.extend((0..4).map(|at| {
        let (before, after) = (words("market", 60), words("square", 60));
        let text = format!("{before} {passage} {after} {}", words(&format!("c{at}x"), 5));
        (format!("citing{at}"), vec![text])
    }));
    comments.push(("rebuttal".to_owned(), vec![format!("{passage} {}", words("rebuttal", 80))]));
    let (places, _) = places(&comments);
    let with = |id: &str| {
        let cluster = &places.get(id)?.0;
        Some(places.values().filter(|(other, ..)| other == cluster).count())
    };
    assert_eq!((with("own0"), with("citing0"), with("rebuttal")), (None, Some(4), None));
}
