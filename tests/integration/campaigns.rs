//! Campaigns of the fixture `campaigns`: each of its kinds, and who stays out.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use durian::clustering::{self, Links};
use durian::config::Config;
use durian::report::schema::{Bucket, CampaignKind, Category, SaidKind, TemplatePart};
use durian::retrieval::RetrievalConfig;
use tempfile::TempDir;

use crate::candidates::with_grounds;
use crate::{detect, detect_with, fixtures};

/// The first part of an id says what the comment is.
fn kind_of(id: &str) -> &str {
    id.rsplit_once('-').map_or(id, |(kind, _)| kind)
}

/// How many of some comments are of each kind.
fn kinds_of(ids: &[String]) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for id in ids {
        *kinds.entry(kind_of(id).to_owned()).or_default() += 1;
    }
    kinds
}

#[test]
fn every_kind_is_found_and_own_words_stay_out() {
    let (_, report, lines) = detect(&fixtures().join("campaigns/docket"));
    let mut held: BTreeMap<String, BTreeMap<String, usize>> = BTreeMap::new();
    for line in lines {
        let campaign = line.campaign.unwrap_or_else(|| "none".to_owned());
        let kinds = held.entry(campaign).or_default();
        *kinds.entry(kind_of(&line.id).to_owned()).or_default() += 1;
    }
    let of_kind = |kind: CampaignKind| -> Vec<&BTreeMap<String, usize>> {
        let campaigns = report.campaigns.iter().filter(|it| it.kind == kind);
        campaigns.map(|it| &held[&it.id]).collect()
    };
    let counts = |pairs: &[(&str, usize)]| -> BTreeMap<String, usize> {
        let pairs = pairs.iter();
        pairs.map(|(kind, n)| ((*kind).to_owned(), *n)).collect()
    };
    assert_eq!(of_kind(CampaignKind::Reworded), [&counts(&[("spun", 40)])]);
    let versions = counts(&[("seals-first", 6), ("seals-second", 6)]);
    assert_eq!(of_kind(CampaignKind::Versions), [&versions]);
    assert_eq!(of_kind(CampaignKind::Letter), [&counts(&[("kit", 12)])]);
    assert_eq!(held["none"], counts(&[("own", 10), ("points", 8), ("rewritten", 12)]));
    let said: Vec<BTreeMap<String, usize>> =
        report.said_by_many.iter().map(|said| kinds_of(&said.comments)).collect();
    assert_eq!(said, [counts(&[("rewritten", 12)]), counts(&[("points", 8)])]);
}

/// A copy worded anew is clustered, and what its sender added is its unique text; comments that name the same
/// facts are single ones, for they must be read.
#[test]
fn copies_worded_anew_are_clustered_and_who_names_the_same_facts_is_not() {
    let (_, report, lines) = detect(&fixtures().join("campaigns/docket"));
    let mut with_unique_text = BTreeSet::new();
    for line in lines {
        match kind_of(&line.id) {
            "spun" => {
                assert_eq!(line.category, Some(Category::Reworded), "{}", line.id);
                if !line.unique_text.is_empty() {
                    with_unique_text.insert(line.id);
                }
            }
            "rewritten" | "points" | "own" => {
                assert_eq!(line.category, Some(Category::Singleton), "{}", line.id);
            }
            _ => {}
        }
    }
    assert_eq!(Vec::from_iter(with_unique_text), ["spun-08", "spun-22"]);
    let said = report.said_by_many.iter().find(|said| said.n_comments == 12);
    let said = said.expect("the rewritten letter");
    // All twelve name "Larch Street School". The price is a number: it is no fact by itself.
    let fact = |text: &str| said.facts.iter().find(|fact| fact.text == text);
    assert_eq!(fact("Larch").map(|fact| fact.n_comments), Some(12));
    assert!(fact("340").is_none());
    let commonest: Vec<&str> = said.facts[..6].iter().map(|fact| fact.text.as_str()).collect();
    assert_eq!(said.text, commonest.join(", "));
}

/// Beside each of the first comments that name the same facts one more that is it but for its end: with two of eight, six
/// people name the facts in words of their own; with five, three do, and they are too few.
#[test]
fn facts_are_named_by_those_who_are_in_no_cluster() {
    let docket = TempDir::new().expect("a folder");
    let fixture = fs::read_to_string(fixtures().join("campaigns/docket/comments.jsonl"));
    let fixture = fixture.expect("comments");
    let sizes = |n_copied: usize| -> Vec<(usize, usize)> {
        let copies = fixture.lines().filter(|line| line.contains("\"points-")).take(n_copied);
        let copies: String = copies
            .map(|line| {
                line.replace("\"points-", "\"points-copied-").replace("\"}", " Think of us.\"}")
                    + "\n"
            })
            .collect();
        let path = docket.path().join("comments.jsonl");
        fs::write(path, format!("{fixture}{copies}")).expect("a file");
        let (_, report, lines) = detect(docket.path());
        let said = report.said_by_many.iter().filter(|said| said.first.starts_with("points"));
        let alone: BTreeSet<&String> =
            lines.iter().filter(|line| line.campaign.is_none()).map(|line| &line.id).collect();
        said.map(|said| {
            let n_alone = said.comments.iter().filter(|id| alone.contains(id)).count();
            (n_alone, said.n_comments)
        })
        .collect()
    };
    assert_eq!(sizes(0), [(8, 8)]);
    assert_eq!(sizes(2), [(6, 6)]);
    assert_eq!(sizes(5), []);
}

/// What people read out over the telephone.
const SCRIPT: &str = "I ask the council to keep the night ferry running because nobody on the island can get home without it";

/// So many callers, the first of them last, each with words of their own about the script; a line each.
fn calls(n: usize) -> String {
    fn own(caller: usize, part: usize) -> String {
        let words = (0..40).map(|word| format!("w{caller}x{part}x{word}"));
        words.collect::<Vec<_>>().join(" ")
    }
    let comments = (0..n).map(|caller| {
        let text = format!("{}. {SCRIPT}. {}.", own(caller, 0), own(caller, 1));
        let date = format!("2031-03-{:02}", 28 - caller);
        let call =
            serde_json::json!({"id": format!("call-{caller:02}"), "date": date, "text": text});
        format!("{call}\n")
    });
    comments.collect()
}

/// Twenty-two callers read out a script of twenty words, each with forty words of their own before it and as many behind it:
/// nobody copies a letter, and what all of them say is told.
#[test]
fn a_script_read_over_the_telephone_is_said_by_many() {
    let docket = TempDir::new().expect("a folder");
    fs::write(docket.path().join("comments.jsonl"), calls(22)).expect("a file");
    let (_, report, lines) = detect(docket.path());
    assert!(lines.iter().all(|line| line.bucket == Bucket::Singleton && line.campaign.is_none()));
    let [said] = &report.said_by_many[..] else { panic!("{:?}", report.said_by_many) };
    assert_eq!((said.kind, said.text.as_str()), (SaidKind::Passage, SCRIPT));
    assert_eq!((said.n_comments, said.first.as_str()), (22, "call-21"));
}

/// Ten callers come between the twelve and the eight who name the same facts: what most say is told first, whatever it is, and
/// what they read out comes before the facts in it.
#[test]
fn what_most_say_is_told_first() {
    let docket = TempDir::new().expect("a folder");
    let others = fs::read_to_string(fixtures().join("campaigns/docket/comments.jsonl"));
    let comments = format!("{}{}", others.expect("comments"), calls(10));
    fs::write(docket.path().join("comments.jsonl"), comments).expect("a file");
    let (_, report, _) = detect(docket.path());
    let said = report.said_by_many.iter().map(|said| (said.kind, said.n_comments));
    let expect = [
        (SaidKind::Facts, 12),
        (SaidKind::Passage, 10),
        (SaidKind::Facts, 10),
        (SaidKind::Facts, 8),
    ];
    assert_eq!(said.collect::<Vec<_>>(), expect);
}

/// Texts of one language, on nine subjects.
const SPANISH: [&str; 9] = [
    "La panadería de la esquina abre a las cinco y huele a anís; mi abuelo decía que el pan se juzga por la corteza y no por el precio que le ponen.",
    "Ayer perdimos el partido porque el portero llegó tarde, y aunque el entrenador no lo diga, en el vestuario todos sabemos que la culpa fue del autobús.",
    "Quien haya visto nacer un ternero de noche sabe que el reloj no sirve en el campo, donde las horas las marcan los animales y la lluvia que cae.",
    "El museo ha colgado los cuadros del sótano en una sala sin ventanas, y los niños que la visitan se preguntan por qué el mar es tan oscuro.",
    "Para afinar una guitarra vieja hay que tener paciencia con la madera, que se hincha en otoño y se encoge cuando encienden la calefacción de la casa.",
    "Mi vecina colecciona cartas que nunca envió; las guarda en una caja de galletas y las lee en voz alta los domingos, cuando el perro no la deja salir.",
    "No entiendo por qué la biblioteca cierra en agosto, que es el mes en que los estudiantes vuelven al pueblo y en que hace falta un sitio fresco para leer.",
    "El eclipse se vio a medias entre las nubes, pero los gallos cantaron dos veces y en la plaza se hizo un silencio de los que no se olvidan.",
    "Con la sal que sobra de la conserva se limpian las sartenes de hierro, y con el vinagre los cristales, según una receta que en mi familia no se escribe.",
];

/// Nine people who write Spanish among ninety who write English have the words of their language in common.
#[test]
fn a_language_is_no_campaign() {
    let docket = TempDir::new().expect("a folder");
    let others = fs::read_to_string(fixtures().join("campaigns/docket/comments.jsonl"));
    let mut comments = others.expect("comments");
    for (at, text) in SPANISH.iter().enumerate() {
        comments += &format!("{{\"id\":\"spanish-{at}\",\"text\":\"{text}\"}}\n");
    }
    fs::write(docket.path().join("comments.jsonl"), comments).expect("a file");
    let (_, _, lines) = detect(docket.path());
    let alone = lines.iter().filter(|line| kind_of(&line.id) == "spanish");
    assert_eq!(alone.filter(|line| line.campaign.is_none()).count(), SPANISH.len());
}

/// One comment more or less changes nobody else's company, whichever it is.
#[test]
fn a_report_moves_as_little_as_its_docket() {
    let comments = fs::read_to_string(fixtures().join("campaigns/docket/comments.jsonl"));
    let comments = comments.expect("comments");
    let company = |left_out: Option<usize>| -> BTreeMap<String, BTreeSet<String>> {
        let docket = TempDir::new().expect("a folder");
        let kept = comments.lines().enumerate().filter(|(at, _)| Some(*at) != left_out);
        let kept: Vec<&str> = kept.map(|(_, line)| line).collect();
        fs::write(docket.path().join("comments.jsonl"), kept.join("\n")).expect("a file");
        let (_, _, lines) = detect(docket.path());
        let mut campaigns: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in lines {
            let campaign = line.campaign.unwrap_or_else(|| line.id.clone());
            campaigns.entry(campaign).or_default().insert(line.id);
        }
        campaigns
            .into_values()
            .flat_map(|members| members.clone().into_iter().map(move |id| (id, members.clone())))
            .collect()
    };
    let whole = company(None);
    for left_out in (0..comments.lines().count()).step_by(11) {
        for (id, others) in company(Some(left_out)) {
            let n_same = whole[&id].intersection(&others).count();
            let n_all = whole[&id].union(&others).count();
            // Half of its company, as Jaccard counts.
            assert!(2 * n_same >= n_all, "{id} without line {left_out}");
        }
    }
}

#[test]
fn without_must_links_no_letter_is_worded_anew() {
    let mut config = Config::default();
    config.clustering.links = Links { must: false, ..Links::ALL };
    let (_, report, _) = detect_with(&fixtures().join("campaigns/docket"), &config);
    let kinds = report.campaigns.iter().map(|it| it.kind);
    assert_eq!(kinds.filter(|kind| *kind == CampaignKind::Reworded).count(), 0);
}

/// Copies of a letter of twenty slots with four options each, among comments in other words.
const WORDED_ANEW: usize = 400;
/// Comments in other words: with the copies more than are looked at one by one.
const OTHERS: usize = 3800;

/// Where there are many texts, a few of them show the letter, and its wording finds its copies among all.
#[test]
fn a_letter_worded_anew_is_found_among_thousands_of_texts() {
    let mut state = 7u64;
    let mut below = |limit: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005);
        state = state.wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let mut docket = String::new();
    for nth in 0..WORDED_ANEW + OTHERS {
        let is_copy = nth < WORDED_ANEW;
        let words: Vec<String> = (0..20)
            .flat_map(|slot| match is_copy {
                true => [
                    format!("fixed{slot}"),
                    format!("opt{slot}x{}", below(4)),
                    format!("then{slot}"),
                ],
                false => [(); 3].map(|()| format!("own{}", below(3000))),
            })
            .collect();
        let name = if is_copy { "copy" } else { "other" };
        let line = serde_json::json!({"id": format!("{name}-{nth}"), "text": words.join(" ")});
        docket += &format!("{line}\n");
    }
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("docket.jsonl");
    fs::write(&path, docket).expect("a docket");
    let (_, report, lines) = detect(&path);
    let reworded = report.clusters.iter().filter(|cluster| {
        let categories = cluster.categories.keys();
        categories.eq([&Category::Reworded])
    });
    let reworded: Vec<usize> = reworded.map(|cluster| cluster.n_comments).collect();
    assert_eq!(reworded, [WORDED_ANEW]);
    let template = report.campaigns.iter().flat_map(|it| &it.template);
    let slots = template.filter_map(|part| match part {
        TemplatePart::Slot { options } => Some(options.len()),
        TemplatePart::Fixed { .. } => None,
    });
    assert_eq!(slots.collect::<Vec<usize>>(), [4; 20]);
    let others = lines.iter().filter(|line| kind_of(&line.id) == "other");
    let n_alone = others.filter(|line| line.cluster.is_none()).count();
    assert_eq!(n_alone, OTHERS);
    with_grounds(path, |context| {
        let found = clustering::cluster(context, &RetrievalConfig::default(), &|_, _| ())
            .expect("a search");
        assert_eq!(found.n_known_early, WORDED_ANEW);
    });
}

/// Eight copies of each of two letters, each with a sentence of its sender's, share twenty words of sixty; the
/// holders are two circles that have nothing else in common. Where nobody else holds the twenty words, one letter
/// grew from the other; where four people cite them among own words, they are common property.
#[test]
fn what_only_two_letters_share_ties_them_unless_others_cite_it() {
    let words = |name: &str, n_words: usize| {
        let words = (0..n_words).map(|at| format!("{name}{at}"));
        words.collect::<Vec<String>>().join(" ")
    };
    let kinds = |n_copies: usize, n_words: usize, n_shared: usize, n_citing: usize| {
        let mut docket = String::new();
        let mut add = |id: String, text: String| {
            let line = serde_json::json!({"id": id, "text": text});
            docket += &format!("{line}\n");
        };
        for nth in 0..n_copies {
            for letter in ["first", "second"] {
                let text = [
                    words(letter, n_words - 12 - n_shared),
                    words("shared", n_shared),
                    words(&format!("{letter}{nth}own"), 12),
                ];
                add(format!("{letter}-{nth}"), text.join(". "));
            }
        }
        for nth in 0..n_citing {
            let name = format!("citing{nth}own");
            add(format!("citing-{nth}"), [words(&name, 60), words("shared", n_shared)].join(". "));
        }
        let folder = TempDir::new().expect("a folder");
        let path = folder.path().join("docket.jsonl");
        fs::write(&path, docket).expect("a docket");
        let (_, report, _) = detect(&path);
        let campaigns = report.campaigns.iter();
        campaigns.map(|it| (it.kind, it.n_comments)).collect::<Vec<_>>()
    };
    let apart = |n_copies| [(CampaignKind::Letter, n_copies); 2];
    let kit = |n_copies: usize| [(CampaignKind::Kit, 2 * n_copies)];
    let versions = [(CampaignKind::Versions, 16)];
    assert_eq!(kinds(8, 72, 20, 0), versions);
    assert_eq!(kinds(8, 72, 20, 4), apart(8));
    // A fifth of a hundred words, or one less.
    assert_eq!(kinds(8, 100, 20, 0), kit(8));
    assert_eq!(kinds(8, 100, 19, 0), apart(8));
    // The words of a passage, or one less.
    assert_eq!(kinds(8, 60, 15, 0), versions);
    assert_eq!(kinds(8, 60, 14, 0), apart(8));
    // One comment that cites it for ten of the smaller letter, or for nine.
    assert_eq!(kinds(10, 100, 20, 1), kit(10));
    assert_eq!(kinds(9, 100, 20, 1), apart(9));
}
