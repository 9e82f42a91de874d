//! Comments that are the answers to several questions: a simulated survey with labels, in three formats.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use durian::config::Config;
use durian::ingest::{IngestConfig, TextFields};
use durian::report::schema::{Bucket, DocumentLine, Report};
use rust_xlsxwriter::Workbook as XlsxWorkbook;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::each::{files, run, write};
use crate::renderings::{read, table};
use crate::shards::in_parts;
use crate::{detect, detect_with};

const OPEN: [&str; 10] = [
    "1. Do you have any views on the closing of the landing? Please explain.",
    "2. How would the new timetable affect you, your family, or your business?",
    "3. How should the harbor fee be set?",
    "4. Which other ways should be looked at?",
    "5. What are the risks at the pier?",
    "Please give reasons for your answer",
    "7. What is known of the costs?",
    "8. What should be done for the winter?",
    "Please give reasons for your answer",
    "10. Is there anything else that you would like to say?",
];
const CLOSED: [(&str, &[&str]); 3] = [
    ("Do you agree with the plan?", &["Strongly agree", "Agree", "Disagree", "Strongly disagree"]),
    ("Which boats do you use?", &["Ferry", "Night boat", "Ferry; Night boat", "None of them"]),
    ("Age group", &["16-24", "25-44", "45-64", "65 and over"]),
];
const WORDS: &str = "anchor baker barrel bell bench boat bread bridge brick bucket candle captain carpet cellar chart chimney clock coat corner crane crew curtain dock door engine fence field flag floor fog garden gate gull hammer harvest hedge hill horse house island kettle key kitchen ladder lamp lantern letter lock map market meadow mill mirror morning neighbor net oar orchard oven paint path pebble pier pocket pond porch quay rail rain ridge river road roof rope sail salt school shed shelf shore shoulder signal sister slope smoke snow spade spring stair station stone storm street summer table tide timber tower track trader tree valley village wagon wall watch water weather well wheel wind window winter wood yard";
const LINKS: &str =
    "beside behind against without under near past across around within before after because while";
const REFERENCES: [&str; 6] =
    ["see above", "As question 2", "n/a", "Same as above.", "See my answer to question 3", "None"];

/// Numbers that look random, the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        // SplitMix64 (Steele, Lea, Flood 2014).
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    /// One of twenty parts is this.
    fn is_one_of_twenty(&mut self, n: usize) -> bool {
        self.below(20) < n
    }

    fn sentence(&mut self) -> String {
        let words: Vec<&str> = WORDS.split(' ').collect();
        let links: Vec<&str> = LINKS.split(' ').collect();
        let mut sentence = format!("The {}", words[self.below(words.len())]);
        for _ in 0..4 + self.below(4) {
            let (link, word) = (links[self.below(links.len())], words[self.below(words.len())]);
            sentence += &format!(" {link} the {word}");
        }
        sentence + "."
    }

    fn text(&mut self, fewest: usize, more: usize) -> String {
        let n = fewest + self.below(more + 1);
        (0..n).map(|_| self.sentence()).collect::<Vec<_>>().join(" ")
    }
}

/// What a respondent answered, and the label of each answer: the campaign that gave it out.
struct Respondent {
    open: Vec<String>,
    closed: Vec<&'static str>,
    campaigns: Vec<Option<usize>>,
    are_references: Vec<bool>,
}

/// Enough for seven or so in each campaign.
const N_RESPONDENTS: usize = 60;

/// A survey in which five campaigns each fill some questions, which some senders edit.
fn survey() -> Vec<Respondent> {
    let mut numbers = Numbers(7);
    let campaigns: Vec<BTreeMap<usize, String>> = (0..5)
        .map(|campaign| {
            (0..OPEN.len())
                .filter(|question| (question + campaign) % 3 == 0)
                .map(|question| (question, numbers.text(2, 2)))
                .collect()
        })
        .collect();
    (0..N_RESPONDENTS)
        .map(|_| {
            let campaign = Some(numbers.below(9)).filter(|number| *number < campaigns.len());
            let mut respondent = Respondent {
                open: Vec::new(),
                closed: Vec::new(),
                campaigns: Vec::new(),
                are_references: Vec::new(),
            };
            for question in 0..OPEN.len() {
                let given = campaign
                    .and_then(|number| campaigns[number].get(&question))
                    .filter(|_| numbers.is_one_of_twenty(18));
                let is_reference = given.is_none() && numbers.is_one_of_twenty(2);
                let answer = match given {
                    Some(text) if numbers.is_one_of_twenty(6) => {
                        format!("{text} {}", numbers.sentence())
                    }
                    Some(text) => text.clone(),
                    None if is_reference => REFERENCES[numbers.below(REFERENCES.len())].to_owned(),
                    None if numbers.is_one_of_twenty(8) => String::new(),
                    None if numbers.is_one_of_twenty(1) => "I agree.".to_owned(),
                    None => numbers.text(1, 3),
                };
                respondent.open.push(answer);
                respondent.campaigns.push(given.and(campaign));
                respondent.are_references.push(is_reference);
            }
            for (_, choices) in CLOSED {
                let is_blank = numbers.is_one_of_twenty(1);
                respondent.closed.push(if is_blank {
                    ""
                } else {
                    choices[numbers.below(choices.len())]
                });
            }
            respondent
        })
        .collect()
}

/// Headings and rows of its export: closed questions stand among open ones.
fn rows(survey: &[Respondent], has_ids: bool) -> Vec<Vec<String>> {
    let headings = |open: [&str; 10]| -> Vec<String> {
        let ids = ["Response ID"].into_iter().filter(|_| has_ids);
        let first = ids.chain(["What is your name?", CLOSED[0].0]).chain(open[..5].iter().copied());
        first
            .chain([CLOSED[1].0])
            .chain(open[5..].iter().copied())
            .chain([CLOSED[2].0])
            .map(str::to_owned)
            .collect()
    };
    let mut rows = vec![headings(OPEN)];
    for (number, Respondent { open, closed, .. }) in survey.iter().enumerate() {
        let mut row = Vec::new();
        row.extend(has_ids.then(|| id(number)));
        row.extend([format!("Ada Quill {number}"), closed[0].to_owned()]);
        row.extend_from_slice(&open[..5]);
        row.push(closed[1].to_owned());
        row.extend_from_slice(&open[5..]);
        row.push(closed[2].to_owned());
        rows.push(row);
    }
    rows
}

fn id(number: usize) -> String {
    format!("R-{:04}", 3 * number + 11)
}

/// The names that questions have in a report: of those with one heading the second has a number. JSON cannot hold two.
fn names(is_json: bool) -> Vec<String> {
    let mut names: Vec<String> = OPEN.iter().map(|name| (*name).to_owned()).collect();
    names[8] = if is_json { "Reasons for it".to_owned() } else { format!("{} (2)", names[8]) };
    names
}

fn as_csv(rows: &[Vec<String>]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.iter().for_each(|row| writer.write_record(row).expect("a row"));
    writer.into_inner().expect("a table")
}

fn as_json(rows: &[Vec<String>]) -> Vec<u8> {
    let mut headings = rows[0].clone();
    let second = headings.iter().rposition(|name| name == OPEN[8]).expect("a heading");
    headings[second] = names(true)[8].clone();
    let records: Vec<Value> = rows[1..]
        .iter()
        .map(|row| {
            let fields = headings.iter().zip(row).map(|(name, cell)| (name.clone(), json!(cell)));
            Value::Object(fields.collect::<Map<String, Value>>())
        })
        .collect();
    serde_json::to_vec(&records).expect("JSON")
}

fn as_workbook(rows: &[Vec<String>]) -> Vec<u8> {
    let mut workbook = XlsxWorkbook::new();
    let sheet = workbook.add_worksheet();
    sheet.write_string(0, 0, "Answers to the consultation").expect("a title");
    for (at, row) in (2..).zip(rows) {
        for (column, cell) in (0..).zip(row).filter(|(_, cell)| !cell.is_empty()) {
            sheet.write_string(at, column, cell).expect("a cell");
        }
    }
    workbook.save_to_buffer().expect("a workbook")
}

/// Pairwise F1 of the campaigns of some answers, each with its label.
fn pairwise_f1(answers: &[(Option<usize>, Option<&String>)]) -> f64 {
    fn pairs<T: Ord>(groups: impl Iterator<Item = T>) -> usize {
        let mut sizes: BTreeMap<T, usize> = BTreeMap::new();
        groups.for_each(|group| *sizes.entry(group).or_default() += 1);
        sizes.values().map(|n| n * (n - 1) / 2).sum()
    }
    let of_labels = pairs(answers.iter().filter_map(|(label, _)| *label));
    let of_found = pairs(answers.iter().filter_map(|(_, found)| *found));
    let of_both = pairs(answers.iter().filter_map(|(label, found)| Some((*label)?).zip(*found)));
    if of_labels + of_found == 0 {
        1.0
    } else {
        2.0 * of_both as f64 / (of_labels + of_found) as f64
    }
}

/// Holds what was found against the labels.
fn check(
    survey: &[Respondent],
    names: &[String],
    has_ids: bool,
    report: &Report,
    lines: &[DocumentLine],
) {
    let by_row: BTreeMap<usize, &DocumentLine> = lines
        .iter()
        .map(|line| {
            let (_, row) = line.source.rsplit_once('#').expect("a row");
            (row.parse::<usize>().expect("a number") - 1, line)
        })
        .collect();
    assert_eq!(by_row.len(), survey.len());
    let mut found: Vec<Vec<(Option<usize>, Option<&String>)>> = vec![Vec::new(); names.len()];
    for (number, respondent) in survey.iter().enumerate() {
        let line = by_row[&number];
        if has_ids {
            assert_eq!(line.id, id(number));
        }
        let answers: BTreeMap<&str, _> =
            line.answers.iter().map(|answer| (answer.question.as_str(), answer)).collect();
        let unanswered: BTreeSet<&str> = line.unanswered.open.iter().map(String::as_str).collect();
        assert_eq!(answers.len() + unanswered.len(), names.len());
        for (question, name) in names.iter().enumerate() {
            let text = &respondent.open[question];
            let Some(answer) = answers.get(name.as_str()) else {
                assert!(text.is_empty() && unanswered.contains(name.as_str()), "{name}: {text}");
                continue;
            };
            assert_eq!(&answer.text, text);
            let is_reference = answer.bucket == Bucket::NoText;
            assert_eq!(is_reference, respondent.are_references[question], "{text}");
            found[question].push((respondent.campaigns[question], answer.campaign.as_ref()));
        }
        let chosen: BTreeMap<&str, &str> =
            line.chosen.iter().map(|own| (own.question.as_str(), own.answer.as_str())).collect();
        for ((name, _), choice) in CLOSED.iter().zip(&respondent.closed) {
            assert_eq!(chosen.get(name).copied().unwrap_or_default(), *choice);
        }
    }
    let reported: BTreeSet<&str> =
        report.questions.iter().map(|question| question.name.as_str()).collect();
    assert_eq!(reported, names.iter().map(String::as_str).collect());
    for (name, answers) in names.iter().zip(&found) {
        let f1 = pairwise_f1(answers);
        assert!(f1 >= 0.99, "{name}: {f1}");
    }
    for question in &report.questions {
        assert_eq!(question.n_respondents, survey.len());
        let at = names.iter().position(|name| *name == question.name).expect("a question");
        let n = |is_such: &dyn Fn(&Respondent) -> bool| {
            survey.iter().filter(|own| is_such(own)).count()
        };
        assert_eq!(question.n_blank, n(&|own| own.open[at].is_empty()));
        assert_eq!(question.n_by_reference, n(&|own| own.are_references[at]));
        let is_answer = |own: &&Respondent| !own.open[at].is_empty() && !own.are_references[at];
        let distinct: BTreeSet<&String> =
            survey.iter().filter(is_answer).map(|own| &own.open[at]).collect();
        assert_eq!(question.n_distinct, distinct.len());
    }
    assert_eq!(report.closed_questions.len(), CLOSED.len());
}

/// The same survey as a table, as records and as a workbook, with the respondents' ids and without: no answer is lost, each
/// is told from references and blank ones, and campaigns are found question by question.
#[test]
fn every_format_of_a_survey_has_every_answer() {
    let survey = survey();
    for has_ids in [true, false] {
        let rows = rows(&survey, has_ids);
        for (file, bytes) in [
            ("export.csv", as_csv(&rows)),
            ("export.json", as_json(&rows)),
            ("export.xlsx", as_workbook(&rows)),
        ] {
            let folder = TempDir::new().expect("a folder");
            std::fs::write(folder.path().join(file), bytes).expect("a file");
            let (_, report, lines) = detect(folder.path());
            check(&survey, &names(file == "export.json"), has_ids, &report, &lines);
        }
    }
}

/// Parts read apart, and lines made apart, give the same bytes.
#[test]
fn a_survey_in_parts_is_what_it_is_whole() {
    let survey = survey();
    let rows = rows(&survey, true);
    let folder = TempDir::new().expect("a folder");
    let path = folder.path();
    write(path, "docket/export.csv", &String::from_utf8(as_csv(&rows)).expect("text"));
    let lines: Vec<String> = serde_json::from_slice::<Vec<Value>>(&as_json(&rows))
        .expect("records")
        .into_iter()
        .map(|mut record| {
            record["Response ID"] = json!(format!("L{}", record["Response ID"]));
            record.to_string()
        })
        .collect();
    write(path, "docket/lines.jsonl", &lines.join("\n"));
    let (code, said) =
        run(path, &["cluster", "docket", "-o", "whole", "--verify", "--workbook", "never"]);
    assert_eq!(code, Some(0), "{said}");
    let whole = files(&path.join("whole"));
    for n_parts in [2, 3] {
        let out = format!("parts-{n_parts}");
        assert_eq!(in_parts(path, "docket", n_parts, &out).0, Some(0));
        let mut parts = files(&path.join(&out));
        parts.remove(Path::new("report.xlsx"));
        for (name, bytes) in &whole {
            assert!(parts.get(name) == Some(bytes), "{} of {n_parts} parts", name.display());
        }
    }
}

const SMALL: &str = "\
id,Do you agree?,Why is that so?,What else should be done for the harbor?
1,Yes,The landing is the only place where the night boat can lie in a storm. Keep it as it is.,A bench under the lamp would do for those who wait.
2,No,The landing is the only place where the night boat can lie in a storm. Keep it as it is.,Paint the posts so that they are seen in the fog.
3,No,The landing is the only place where the night boat can lie in a storm. Keep it as it is.,see above
4,Yes,Nobody has used the old steps since the bridge was built.,As question 1
5,No,Why is that so? What else should be done for the harbor?,
6,Yes,n/a,
";

fn small() -> (Report, Vec<DocumentLine>) {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "small.csv", SMALL);
    let (_, report, lines) = detect(folder.path());
    (report, lines)
}

/// Three copied the answer to the first question: two of them wrote the other, one referred to it.
#[test]
fn a_campaigns_answer_is_told_beside_answers_of_ones_own() {
    let (report, lines) = small();
    let [why, what] = &report.questions[..] else { panic!("two questions") };
    assert_eq!(why.name, "Why is that so?");
    let counts = [why, what].map(|question| {
        let referred = question.n_by_reference;
        [
            question.n_respondents,
            question.n_answers,
            referred,
            question.n_blank,
            question.n_distinct,
        ]
    });
    assert_eq!(counts, [[6, 5, 1, 0, 3], [6, 2, 2, 2, 2]]);
    let [campaign] = &why.campaigns[..] else { panic!("one campaign") };
    assert!(campaign.id.starts_with("q1-g"), "{}", campaign.id);
    let others = [campaign.wrote_others, campaign.copied_others, campaign.mixed_others];
    assert_eq!((campaign.n_answers, others, campaign.no_others), (3, [2, 0, 0], 1));
    assert!(what.campaigns.is_empty());
    let [agree] = &report.closed_questions[..] else { panic!("a closed question") };
    let chosen: Vec<(&str, usize)> =
        agree.answers.iter().map(|own| (own.answer.as_str(), own.n_respondents)).collect();
    assert_eq!(chosen, [("No", 3), ("Yes", 3)]);
    let last = lines.iter().find(|line| line.id == "6").expect("a line");
    assert_eq!((last.bucket, last.answers.len()), (Bucket::NoText, 1));
    assert_eq!(last.unanswered.open, ["What else should be done for the harbor?"]);
}

#[test]
fn answers_csv_has_a_row_for_each_answer_and_the_page_shows_questions_side_by_side() {
    let folder = TempDir::new().expect("a folder");
    // Who only ticks has a row, too.
    write(folder.path(), "small.csv", &format!("{SMALL}7,No,,\n"));
    let (code, said) = run(folder.path(), &["cluster", "small.csv", "-o", "report", "--verify"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("2 questions are read, each with its answers: `Why is that so?`"),
        "{said}"
    );
    let rows = table(folder.path(), "answers.csv");
    // Of seven respondents all chose, six and four answered; three left the last question blank.
    assert_eq!(rows.len(), 1 + 7 + 6 + 4);
    let first: Vec<&str> = rows[1].iter().map(String::as_str).collect();
    assert_eq!(first[..3], ["1", "Why is that so?", "open"]);
    assert!(first[6].starts_with("q1-g"), "{first:?}");
    let page = read(folder.path(), "report.html");
    assert!(page.contains("<section id=\"questions\""));
    for command in [
        &["show", "report", "1"][..],
        &["search", "report", "landing"],
        &["post", "report", "-o", "posting"],
        &["diff", "report", "report"],
    ] {
        assert_eq!(run(folder.path(), command).0, Some(0), "{command:?}");
    }
}

/// A run may name the columns itself, all of them or by a pattern; one alone is no question.
#[test]
fn columns_are_chosen_by_name_and_by_pattern() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "small.csv", SMALL);
    let with = |named: &[&str], patterns: &[&str]| {
        let [named, patterns] =
            [named, patterns].map(|names| names.iter().map(|name| (*name).to_owned()).collect());
        let ingest =
            IngestConfig { text_fields: TextFields { named, patterns }, ..IngestConfig::default() };
        let (_, report, _) = detect_with(folder.path(), &Config { ingest, ..Config::default() });
        report
    };
    let both = ["Do you agree?", "Why is that so?"];
    for report in [with(&both, &[]), with(&[], &["*o*e?", "Wh*so?"])] {
        let names: Vec<&str> = report.questions.iter().map(|own| own.name.as_str()).collect();
        assert_eq!(names[..2], both);
    }
    let one = with(&["Why is that so?"], &[]);
    assert!(one.questions.is_empty() && one.settings.text_field.is_some());
    let (code, said) =
        run(folder.path(), &["cluster", "small.csv", "--text-fields", "X*", "-o", "out"]);
    assert_eq!(code, Some(1));
    assert!(said.contains("no column `X*`") && said.contains("--text-fields"), "{said}");
}

/// A table with one column of prose beside titles, topics that are chosen, places and dates is read as ever.
#[test]
fn a_table_with_one_text_has_no_questions() {
    let mut rows = String::from("id,Title,Topic,Received Date,Attachment Text,Comment\n");
    let mut numbers = Numbers(3);
    for number in 0..40 {
        let topic = [
            "Item 2 - The winter timetable of the ferry and the night boat.",
            "Item 7 - The harbor fee, and who shall pay for it this year.",
        ];
        rows += &format!(
            "{number},\"Comment on the timetable of the island, by a sender.\",\"{}\",2031-05-04,\"{}\",\"{}\"\n",
            topic[number % 2],
            numbers.sentence(),
            numbers.text(2, 2)
        );
    }
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), "table.csv", &rows);
    let (_, report, lines) = detect(folder.path());
    assert!(report.questions.is_empty() && report.known.is_empty(), "{:?}", report.warnings);
    assert!(lines.iter().all(|line| line.answers.is_empty() && line.paragraphs.len() == 1));
}
