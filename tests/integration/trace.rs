//! `durian trace`: passages that were planted in a final text are found, with who had them first; the proposal's are not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::candidates::Random;
use crate::cli::durian;
use crate::renderings::report_of_comments;
use crate::tables::told;

/// Who, what is asked, of what, where, why: as a comment says it, and in other words.
const SLOTS: [[[&str; 2]; 12]; 5] = [
    [
        ["the harbor master", "whoever runs the harbor"],
        ["every ferry captain", "all captains of ferries"],
        ["the lighthouse keeper", "the keeper of the lighthouse"],
        ["our oyster cooperative", "the oyster growers together"],
        ["the village rowing club", "the rowers of the village"],
        ["each dredging contractor", "contractors who dredge"],
        ["the pilot cutter crew", "the crew of the pilot cutter"],
        ["any visiting yacht owner", "owners of visiting yachts"],
        ["the fish market warden", "the warden at the fish market"],
        ["a retired net maker", "a net maker who has retired"],
        ["the salvage company", "the firm that does salvage"],
        ["the island school board", "the board of the island school"],
    ],
    [
        ["must publish", "has to make public"],
        ["should stop charging", "ought not to charge"],
        ["needs to measure", "is to take measurements of"],
        ["ought to repaint", "should put new paint on"],
        ["wants to lease", "would like to rent"],
        ["can no longer insure", "is unable to insure"],
        ["has asked to inspect", "requested an inspection of"],
        ["refuses to tow", "will not take in tow"],
        ["may keep storing", "is allowed to go on storing"],
        ["plans to replace", "intends the replacement of"],
        ["will gladly sponsor", "is happy to pay for"],
        ["has to register", "is obliged to enter in the register"],
    ],
    [
        ["the tide gauge readings of 1987", "what the tide gauge read in 1987"],
        ["the copper mooring rings", "mooring rings made of copper"],
        ["forty tons of crushed shells", "crushed shells, forty tons of them"],
        ["the granite slipway", "the slipway of granite"],
        ["old tarpaulin covers", "covers of old tarpaulin"],
        ["the diesel pump beside the quay", "the quay's diesel pump"],
        ["lobster pots with orange buoys", "pots for lobster with buoys in orange"],
        ["the winter berths", "berths in winter"],
        ["a pair of fog horns", "two horns for fog"],
        ["the sunken barge", "the barge that sank"],
        ["wooden life rafts", "life rafts of wood"],
        ["the customs ledger", "the ledger of the customs"],
    ],
    [
        ["at Quillport", "in the port of Quillport"],
        ["along the Marrow channel", "in the Marrow channel"],
        ["north of Teasel Point", "on the north side of Teasel Point"],
        ["within the Brackwater basin", "inside the basin of Brackwater"],
        ["near Osprey Ledge", "close to Osprey Ledge"],
        ["behind the Penhale mole", "in the lee of the Penhale mole"],
        ["between Gannet Rock and Skerry", "from Gannet Rock to Skerry"],
        ["on the Lowmoor mudflats", "across the mudflats of Lowmoor"],
        ["under the Varley bridge", "beneath the bridge at Varley"],
        ["beside the Dunlin locks", "next to the locks of Dunlin"],
        ["off Cape Thornback", "in front of Cape Thornback"],
        ["inside the Ferrier dock", "within the dock of Ferrier"],
    ],
    [
        ["because herring spawn there until March", "since until March herring spawn"],
        ["although 312 families fish for eels", "even if eels feed 312 families"],
        ["since gales broke the pontoon twice", "because the pontoon broke in two gales"],
        ["while cormorants nest under the crane", "as long as the crane has cormorants nesting"],
        ["unless the tugboat returns by noon", "if the tugboat is not back at noon"],
        ["so that children can learn to sail", "for children to learn sailing"],
        ["when fog hides the outer beacon", "whenever the outer beacon is hidden in fog"],
        ["before barnacles clog the intake", "as long as barnacles do not clog the intake"],
        ["after the cannery closed its doors", "now that the cannery has closed"],
        ["until the sluice gate is mended", "as long as nobody mends the sluice gate"],
        ["if silt fills the turning circle", "where the turning circle fills with silt"],
        ["though the chapel bell warns sailors", "even with the chapel bell to warn sailors"],
    ],
];

/// What the authority says in its own words.
const OWN: [[&str; 8]; 3] = [
    [
        "The Authority has considered the record and",
        "In this final rule the Authority",
        "After the hearing of last spring staff",
        "For reasons that are set out below the Commission",
        "Under its general powers the Authority",
        "Having weighed all submissions the panel",
        "The economic analysis shows why the Authority",
        "Consistent with earlier practice the Commission",
    ],
    [
        "keeps the compliance date",
        "declines to widen the definition",
        "revises the estimate of annual costs",
        "explains the reporting interval",
        "leaves the exemption for small operators alone",
        "moves the certification to an appendix",
        "shortens the period for appeals",
        "clarifies who may apply for a waiver",
    ],
    [
        "as proposed and without change.",
        "and will issue guidance within a year.",
        "so that burdens stay proportionate.",
        "in the light of its experience.",
        "for the first cycle of permits.",
        "while it studies alternatives.",
        "which no party opposed in substance.",
        "to avoid duplication with other programs.",
    ],
];

/// A sentence, by the options of its slots; those of the proposal, 12 and more, are in the other words.
type Sentence = [usize; 5];

struct Simulator {
    random: Random,
    used: BTreeSet<Sentence>,
}

impl Simulator {
    /// A sentence that has no three options of any other.
    fn sentence(&mut self, first: usize) -> Sentence {
        loop {
            let options = std::array::from_fn(|_| first + self.random.below(12));
            let common = |other: &Sentence| (0..5).filter(|at| other[*at] == options[*at]).count();
            if self.used.iter().all(|other| common(other) < 3) {
                self.used.insert(options);
                return options;
            }
        }
    }

    fn own(&mut self) -> String {
        OWN.map(|options| options[self.random.below(8)]).join(" ")
    }
}

fn capital(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..]
}

fn said(options: Sentence) -> String {
    let parts: Vec<&str> =
        (0..5).map(|slot| SLOTS[slot][options[slot] % 12][options[slot] / 12]).collect();
    format!("{}.", capital(&parts.join(" ")))
}

/// One word more, and another one at the end.
fn edited(options: Sentence) -> String {
    let text = said(options);
    let words: Vec<&str> = text.trim_end_matches('.').split(' ').collect();
    let (last, rest) = words.split_last().expect("words");
    let (first, second) = rest.split_at(rest.len() / 2);
    assert_ne!(*last, "indeed");
    format!("{} certainly {} indeed.", first.join(" "), second.join(" "))
}

/// The reason first, and two slots in other words.
fn reworded(options: Sentence, random: &mut Random) -> String {
    let other: BTreeSet<usize> = [random.below(5), random.below(5)].into();
    let part = |slot: usize| {
        let own = options[slot] / 12;
        SLOTS[slot][options[slot] % 12][if other.contains(&slot) { 1 - own } else { own }]
    };
    let parts = [part(4), ",", part(0), part(1), part(2), part(3)];
    format!("{}.", capital(&parts.join(" ").replace(" ,", ",")))
}

/// The text that a passage is looked for by, how it was planted, and who had it first.
struct Planted {
    text: String,
    kind: &'static str,
    first: String,
}

struct Case {
    folder: TempDir,
    planted: Vec<Planted>,
}

/// Comments, a proposal, and a final text with 200 planted passages and 60 of the proposal.
fn simulated(seed: u64) -> Case {
    let mut simulator = Simulator { random: Random(seed), used: BTreeSet::new() };
    let mut comments: Vec<(String, Option<String>, Vec<Sentence>)> = Vec::new();
    let proposal: Vec<Sentence> = (0..60).map(|_| simulator.sentence(12)).collect();
    for nth in 0..160 {
        let mut text: Vec<Sentence> = (0..3).map(|_| simulator.sentence(0)).collect();
        // Some quote the proposal.
        if nth % 4 == 0 {
            text.insert(1, proposal[nth % proposal.len()]);
        }
        let day = simulator.random.below(28) + 1;
        // One in eight has no date.
        let date = (nth % 8 != 7).then(|| format!("2031-0{}-{day:02}T09:00:00Z", 3 + nth % 3));
        let id = format!("HP-2031-0007-{nth:04}");
        // Twelve letters have copies, whole and without their last sentence.
        for copy in 0..if nth < 12 { 8 } else { 0 } {
            let day = simulator.random.below(28) + 1;
            let date = format!("2031-0{}-{day:02}T{:02}:00:00Z", 3 + copy % 4, 8 + copy);
            let kept = if copy % 3 == 2 { text.len() - 1 } else { text.len() };
            let id = format!("HP-2031-0007-{:04}", 9000 - 100 * nth - copy);
            comments.push((id, Some(date), text[..kept].to_vec()));
        }
        comments.push((id, date, text));
    }
    let first = |sentence: Sentence| {
        comments
            .iter()
            .filter(|(.., text)| text.contains(&sentence))
            .map(|(id, date, _)| (date.is_none(), date.clone(), id.clone()))
            .min()
            .map(|(.., id)| id)
            .expect("a comment has it")
    };
    let in_comments: BTreeSet<Sentence> =
        comments.iter().flat_map(|(.., text)| text).copied().collect();
    let known: BTreeSet<Sentence> = proposal.iter().copied().collect();
    let mut sources: Vec<Sentence> = in_comments.difference(&known).copied().collect();
    let mut draw =
        |simulator: &mut Simulator| sources.swap_remove(simulator.random.below(sources.len()));
    let (mut planted, mut units) = (Vec::new(), Vec::new());
    let mut plant = |text: &str, kind, first| {
        planted.push(Planted { text: text.to_owned(), kind, first });
    };
    for nth in 0..190 {
        let source = draw(&mut simulator);
        match nth % 19 {
            0..6 => {
                units.push(said(source));
                plant(&said(source), "verbatim", first(source));
            }
            6..8 => {
                let clause = said(source);
                let clause = clause.trim_end_matches('.').to_lowercase();
                units.push(format!(
                    "Several asked, and staff agree, that {clause}, and {}",
                    simulator.own()
                ));
                plant(&clause, "verbatim", first(source));
            }
            8..13 => {
                units.push(edited(source));
                plant(&edited(source), "edited", first(source));
            }
            13..18 => {
                let text = reworded(source, &mut simulator.random);
                plant(&text, "reworded", first(source));
                units.push(text);
            }
            _ => {
                // The first part of one comment's sentence, and the second of another's.
                let other = draw(&mut simulator);
                let cut = |sentence: Sentence, slots: std::ops::Range<usize>| {
                    let parts: Vec<&str> =
                        slots.map(|slot| SLOTS[slot][sentence[slot]][0]).collect();
                    parts.join(" ")
                };
                let (one, two) = (cut(source, 0..4), cut(other, 1..5));
                units.push(capital(&format!("{one}; {two}.")));
                plant(&one, "part", first(source));
                plant(&two, "part", first(other));
            }
        }
    }
    for (nth, sentence) in proposal.iter().enumerate() {
        units.push(match nth % 3 {
            0 => edited(*sentence),
            1 => reworded(*sentence, &mut simulator.random),
            _ => said(*sentence),
        });
    }
    units.extend((0..600).map(|_| simulator.own()));
    for at in (1..units.len()).rev() {
        units.swap(at, simulator.random.below(at + 1));
    }
    let lines: Vec<String> = comments
        .iter()
        .map(|(id, date, text)| {
            let text: Vec<String> = text.iter().map(|sentence| said(*sentence)).collect();
            json!({"id": id, "date": date, "text": text.join(" ")}).to_string()
        })
        .collect();
    let folder = report_of_comments(&lines.join("\n"));
    let paragraphs: Vec<String> = units.chunks(4).map(|units| units.join(" ")).collect();
    fs::write(folder.path().join("final.txt"), paragraphs.join("\n\n")).expect("a final text");
    let proposal: Vec<String> = proposal.iter().map(|sentence| said(*sentence)).collect();
    fs::write(folder.path().join("proposal.txt"), proposal.join("\n\n")).expect("a proposal");
    Case { folder, planted }
}

fn traced(folder: &Path, arguments: &[&str]) -> Value {
    told(&durian(folder, &[&["trace", "report", "final.txt", "--verify"], arguments].concat()));
    let json = fs::read(folder.join("durian-trace/trace.json")).expect("a trace");
    serde_json::from_slice(&json).expect("JSON")
}

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Of a hundred words of a text and a passage, the longer of both, those that are in common.
fn likeness(text: &str, passage: &Value) -> usize {
    let (of, other) = (words(text), words(passage["text"].as_str().expect("a text")));
    let n_common = of.iter().filter(|word| other.contains(word)).count();
    n_common * 100 / of.len().max(other.len())
}

/// Of 200 planted passages those that were found, by kind; the first holder is right in all; the proposal's are nobody's.
#[test]
fn planted_passages_are_found_with_who_had_them_first() {
    for seed in [7, 1_931] {
        let Case { folder, planted } = simulated(seed);
        let trace = traced(folder.path(), &["--known", "proposal.txt"]);
        let passages = trace["passages"].as_array().expect("a list");
        let mut found: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
        for Planted { text, kind, first } in &planted {
            let nearest = passages.iter().max_by_key(|passage| likeness(text, passage));
            let passage = nearest.filter(|passage| likeness(text, passage) >= 70);
            let [n_found, n] = found.entry(kind).or_default();
            *n += 1;
            if let Some(passage) = passage {
                *n_found += 1;
                assert_eq!(passage["first"], first.as_str(), "{kind}: {text}: {passage}");
            }
        }
        let missed: Vec<&str> = planted
            .iter()
            .filter(|planted| passages.iter().all(|passage| likeness(&planted.text, passage) < 70))
            .map(|planted| planted.text.as_str())
            .collect();
        let share = |kind: &str| found[kind][0] as f64 / found[kind][1] as f64;
        assert!(
            share("verbatim") >= 0.98 && share("edited") >= 0.98,
            "{seed}: {found:?}, without {missed:#?}"
        );
        // Four slots of twelve options tell 14 bits: some parts may be chance.
        assert!(share("part") >= 0.6, "{seed}: {found:?}, without {missed:#?}");
        // Where two of five parts are in other words, too little may be left for it to be no chance.
        assert!(share("reworded") >= 0.7, "{seed}: {found:?}, without {missed:#?}");
        // A passage is right where its words are those of a planted one.
        let is_right = |passage: &&Value| {
            let own = words(passage["text"].as_str().expect("a text"));
            planted.iter().any(|planted| {
                let of = words(&planted.text);
                own.iter().filter(|word| of.contains(word)).count() * 10 >= own.len() * 7
            })
        };
        let n_right = passages.iter().filter(is_right).count();
        assert!(n_right * 100 >= passages.len() * 98, "{seed}: {n_right} of {}", passages.len());
    }
}

/// Without the proposal its words count as those of whoever quotes it, and the trace says so. The number of threads
/// changes no byte.
#[test]
fn a_trace_without_a_proposal_says_so() {
    let Case { folder, .. } = simulated(3);
    let with = traced(folder.path(), &["--known", "proposal.txt", "--threads", "4"]);
    let files = || {
        ["trace.json", "trace.csv", "trace.html"]
            .map(|name| fs::read(folder.path().join("durian-trace").join(name)).expect("a file"))
    };
    let of_four = files();
    traced(folder.path(), &["--known", "proposal.txt", "--threads", "1"]);
    assert!(of_four == files());
    let without = traced(folder.path(), &[]);
    let n = |trace: &Value| trace["totals"]["passages"].as_u64().expect("a number");
    assert!(n(&without) > n(&with));
    let said = |trace: &Value| trace["notes"].to_string().contains("no known text was given");
    assert!(said(&without) && !said(&with));
}

/// A small docket: a letter of two, what one of them added, a comment of its own, a campaign that is not heard.
fn harbor() -> TempDir {
    let letter = "Please light the north mole from dusk to dawn in every month of the year. Our crews come home late.";
    let added = "My brother lost two fingers on the unlit ladder by the fuel pump in 1998.";
    let unheard = "Gulls need the shingle beach at Teasel Point left alone while they are nesting there each spring.";
    let own = "Whoever dredges the Brackwater basin should carry the silt to the old quarry, and not to the oyster beds.";
    let law = "The Harbor Act says in section 7: “No vessel shall discharge ballast within two miles of any oyster bed.”";
    let comments = [
        json!({"id": "HP-2031-0001", "text": letter, "date": "2031-05-04T10:00:00Z", "author": "Ada Ferris"}),
        json!({"id": "HP-2031-0002", "text": letter, "date": "2031-05-02T10:00:00Z"}),
        json!({"id": "HP-2031-0003", "text": format!("{letter} {added}"), "date": "2031-05-03T10:00:00Z"}),
        json!({"id": "HP-2031-0004", "text": unheard}),
        json!({"id": "HP-2031-0005", "text": unheard}),
        json!({"id": "HP-2031-0006", "text": own}),
        json!({"id": "HP-2031-0007", "text": format!("I have sold oysters here since my youth. {law}")}),
        json!({"id": "HP-2031-0008", "text": "The toll of nine crowns is more than my cousin earns with a day of mending nets."}),
    ];
    report_of_comments(&comments.map(|comment| comment.to_string()).join("\n"))
}

#[test]
fn what_a_preamble_quotes_and_names_is_listed() {
    let folder = harbor();
    fs::write(
        folder.path().join("final.txt"),
        "Many wrote: “Please light the north mole from dusk to dawn in every month of the year.” One of them told us \
         “My brother lost two fingers on the unlit ladder by the fuel pump in 1998.”\n\n\
         On tolls see HP-2031-0007, -0008. Section 7 of the Harbor Act is clear: “No vessel shall discharge ballast within two \
         miles of any oyster bed.”\n\n\
         Whoever dredges the Brackwater basin shall carry the silt to the old quarry, and not to the oyster beds.",
    )
    .expect("a final text");
    let trace = traced(folder.path(), &[]);
    let passages: Vec<(&str, u64, &str, u64)> = trace["passages"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|passage| {
            let text = |name: &str| passage[name].as_str().expect("a text");
            let number = |name: &str| passage[name].as_u64().expect("a number");
            (text("kind"), number("paragraph"), text("first"), number("n_comments"))
        })
        .collect();
    assert_eq!(
        passages,
        [
            ("verbatim", 1, "HP-2031-0002", 3),
            ("verbatim", 1, "HP-2031-0003", 1),
            ("edited", 3, "HP-2031-0006", 1),
        ]
    );
    assert_eq!(trace["totals"]["quotations_of_law"], 1);
    assert_eq!(trace["passages"][0]["is_quoted"], true);
    let preamble = &trace["preamble"];
    let ids = |list: &str| -> Vec<&str> {
        let list = preamble[list].as_array().expect("a list");
        list.iter().map(|one| one["id"].as_str().expect("an id")).collect()
    };
    assert_eq!(ids("letters").len(), 1);
    assert_eq!(ids("added_passages"), ["HP-2031-0003"]);
    assert_eq!(ids("unique_comments"), ["HP-2031-0006", "HP-2031-0007", "HP-2031-0008"]);
    assert_eq!(preamble["unique_comments"][2]["named_in"], json!([2]));
    let untouched = preamble["untouched_campaigns"].as_array().expect("a list");
    assert_eq!(untouched.len(), 1);
    assert_eq!(untouched[0]["n_comments"], 2);
    let page = fs::read_to_string(folder.path().join("durian-trace/trace.html")).expect("a page");
    assert!(page.contains("Nothing is said here about cause") && !page.contains("<script"));
}

/// A model law and two laws made from it: whoever has an article first is found, and articles of their own are not.
#[test]
fn laws_are_traced_to_the_model_that_they_were_made_from() {
    let article = |nth: usize, sum: &str| match nth {
        0 => format!(
            "No person may moor a vessel longer than nine meters in the inner basin without a berth permit from the harbor board, for which a fee of {sum} crowns is due."
        ),
        1 => format!(
            "The harbor board shall publish each January a list of all berth permits with the length of the vessel and the date on which it expires, and send {sum} copies to the library."
        ),
        _ => format!(
            "Whoever leaves nets, traps, or engines on the public quay for more than {sum} days shall remove them at his own cost within a week of a written notice."
        ),
    };
    let model: Vec<String> = (0..3).map(|nth| article(nth, "twelve")).collect();
    let other = "A town may name streets after persons who have been dead for ten years, and shall hear their families before it does.";
    let comments = [
        json!({"id": "model-2029-01", "text": model.join("\n\n"), "date": "2029-01-05T00:00:00Z"}),
        json!({"id": "other-2028-01", "text": other, "date": "2028-01-05T00:00:00Z"}),
        json!({"id": "later-2030-01", "text": model[..2].join("\n\n"), "date": "2030-01-05T00:00:00Z"}),
    ];
    let folder = report_of_comments(&comments.map(|comment| comment.to_string()).join("\n"));
    let law = [
        article(0, "thirty"),
        "Dogs are kept on a leash between the church and the ferry landing from May until the end of September.".to_owned(),
        article(1, "twelve"),
        article(2, "six"),
    ];
    fs::write(folder.path().join("final.txt"), law.join("\n\n")).expect("a law");
    let trace = traced(folder.path(), &[]);
    let found: Vec<(u64, &str, &str, u64)> = trace["passages"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|passage| {
            (
                passage["paragraph"].as_u64().expect("a number"),
                passage["kind"].as_str().expect("a kind"),
                passage["first"].as_str().expect("an id"),
                passage["n_comments"].as_u64().expect("a number"),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (1, "edited", "model-2029-01", 2),
            (3, "verbatim", "model-2029-01", 2),
            (4, "edited", "model-2029-01", 1)
        ]
    );
}

/// Words of somebody's own: `a0a … a9a` for ten of `a`.
fn own(name: &str, n: usize) -> String {
    (0..n).map(|at| format!("{name}{at}{name}")).collect::<Vec<_>>().join(" ")
}

/// A part of a sentence that three comments have is traced to the first of them; what four have has no first one.
#[test]
fn what_more_than_three_say_is_a_commonplace() {
    for (n_comments, expect) in [(3, [1, 0]), (4, [0, 1])] {
        let part = own("part", 12);
        let comments = (0..n_comments).map(|at| {
            let [before, behind, rest] =
                ["before", "behind", "rest"].map(|name| own(&format!("{name}{at}x"), 15));
            json!({"id": format!("c{at}"), "text": format!("{before} {part} {behind}. R{rest}.")})
                .to_string()
        });
        let folder = report_of_comments(&comments.collect::<Vec<_>>().join("\n"));
        let text = format!("{} {part} {}.", own("final", 8), own("end", 8));
        fs::write(folder.path().join("final.txt"), text).expect("a final text");
        let totals = &traced(folder.path(), &[])["totals"];
        assert_eq!(
            json!([totals["passages"], totals["commonplaces"]]),
            json!(expect),
            "{n_comments}"
        );
    }
}

/// A sentence of which the proposal has eight words of sixteen is traced whole; of which it has nine of seventeen, without them.
#[test]
fn a_passage_is_traced_without_what_is_mostly_known() {
    for (n_known, expect) in [(8, 16), (9, 8)] {
        let (known, sentence) = (own("known", n_known), own("own", 8));
        let comment =
            json!({"id": "c1", "text": format!("{known} {sentence}. {}.", own("rest", 30))});
        let folder = report_of_comments(&comment.to_string());
        for (name, text) in [("final.txt", format!("{known} {sentence}.")), ("proposal.txt", known)]
        {
            fs::write(folder.path().join(name), text).expect("a text");
        }
        let trace = traced(folder.path(), &["--known", "proposal.txt"]);
        assert_eq!(trace["totals"]["n_words"], expect, "{trace}");
    }
}
