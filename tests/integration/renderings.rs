//! What people are shown: hostile comments are text in every rendering.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use durian::report::csv;
use durian::report::html::{Page, Records};
use durian::report::schema::{CampaignKind, DocumentLine, Report};
use durian::report::tables::{self, Campaigns, OF_REPORT};
use durian::report::terminal;
use serde_json::Value;
use tempfile::TempDir;

use crate::fixtures;

/// A report folder of a fixture.
pub(crate) fn report_of(fixture: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let output = Command::new(env!("CARGO_BIN_EXE_durian"))
        .current_dir(folder.path())
        .arg("cluster")
        .arg(fixtures().join(fixture).join("docket"))
        .args(["-o", "report", "-q"])
        .output()
        .expect("the program starts");
    // 3: some inputs are meant to be unreadable.
    assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
    folder
}

/// A report folder of comments, one a line.
pub(crate) fn report_of_comments(comments: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("docket.jsonl"), comments).expect("a docket");
    let output = Command::new(env!("CARGO_BIN_EXE_durian"))
        .current_dir(folder.path())
        .args(["cluster", "docket.jsonl", "-o", "report", "-q"])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    folder
}

pub(crate) fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join("report").join(name)).expect(name)
}

/// A table as a spreadsheet reads it.
pub(crate) fn table(folder: &Path, name: &str) -> Vec<Vec<String>> {
    let text = read(folder, name);
    let text = text.strip_prefix('\u{FEFF}').expect("a byte order mark");
    let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader
        .records()
        .map(|record| {
            let record = record.expect("as many cells as headings");
            record.iter().map(str::to_owned).collect()
        })
        .collect()
}

#[test]
fn tables_hold_no_formula_and_no_control_character() {
    let folder = report_of("hostile");
    for name in ["campaigns.csv", "clusters.csv", "comments.csv", "added-text.csv"] {
        for cell in table(folder.path(), name).concat() {
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell}");
            let is_control = |c: char| c.is_control() && c != '\n' || c == '\u{202E}';
            assert!(!cell.contains(is_control), "{cell:?}");
        }
    }
    let comments = table(folder.path(), "comments.csv").concat();
    for shown in [
        "'=HYPERLINK(\"http://spreadsheet.example\",\"id\")",
        "'-1+1",
        "'=AUTHOR()\u{FFFD}",
        "escape-\u{FFFD}[2J",
        "<script>alert(\"id\")</script>",
    ] {
        assert!(comments.iter().any(|cell| cell == shown), "{shown}");
    }
}

#[test]
fn tables_account_for_every_comment() {
    let folder = report_of("sample-docket");
    let sum = |name: &str, heading: &str| -> usize {
        let rows = table(folder.path(), name);
        let at = rows[0].iter().position(|cell| cell == heading);
        let at = at.expect("a heading");
        rows[1..].iter().map(|row| row[at].parse::<usize>().expect("a number")).sum()
    };
    assert_eq!(table(folder.path(), "comments.csv").len(), 1 + 28);
    assert_eq!(sum("campaigns.csv", "comments"), 24);
    assert_eq!(sum("clusters.csv", "comments"), 24);
    for table in ["campaigns.csv", "clusters.csv"] {
        let parts = ["letters", "exact_copies", "edited_copies"].map(|part| sum(table, part));
        assert_eq!(parts, [2, 11, 11], "{table}");
    }
    assert_eq!(table(folder.path(), "added-text.csv").len(), 1 + 6);
}

/// What was written is all that a rendering needs: made again from it, every byte is the same.
#[test]
fn renderings_are_made_from_the_written_report() {
    for fixture in ["sample-docket", "record-formats", "hostile", "campaigns"] {
        let folder = report_of(fixture);
        let report: Report =
            serde_json::from_str(&read(folder.path(), "report.json")).expect("a report");
        let lines = read(folder.path(), "documents.jsonl");
        let lines: Vec<&str> = lines.lines().collect();
        let line = |number: usize| -> anyhow::Result<DocumentLine> {
            Ok(serde_json::from_str(lines[number])?)
        };
        let volume = |name: &str, made: &[u8]| {
            let written =
                fs::read(folder.path().join("report/report-data").join(format!("{name}.js")))?;
            anyhow::ensure!(made == written, "{fixture}: {name}");
            Ok(())
        };
        let mut page = Page::new(&report, &volume);
        let records = Records::new(&report);
        let seen: Vec<DocumentLine> = (0..lines.len()).map(|at| line(at).expect("one")).collect();
        for line in &seen {
            page.see(line, &records.of(line)).expect("the same volume");
        }
        let campaigns = Campaigns::new(&report);
        let rows = seen.iter().map(|line| campaigns.comment(line));
        let comments = csv::write("comments.csv", rows, Vec::new()).expect("a table");
        let mut html = Vec::new();
        page.write(&line, &mut html).expect("a page");
        let tables = OF_REPORT.map(|name| {
            (name, csv::write(name, tables::of_report(&report, name), Vec::new()).expect("a table"))
        });
        let some = [("report.html", html), ("comments.csv", comments)];
        for (name, made) in some.into_iter().chain(tables) {
            let made = String::from_utf8(made).expect("UTF-8");
            let is_there = folder.path().join("report").join(name).exists();
            assert!(!is_there || made == read(folder.path(), name), "{fixture}: {name}");
        }
    }
}

/// A report that somebody has changed is shown as it stands, whatever its sums.
#[test]
fn a_report_without_sums_is_rendered() {
    let folder = report_of("sample-docket");
    let written = read(folder.path(), "report.json");
    for count in ["0", "1", "4000000000"] {
        let changed = written.lines().map(|line| match line.split_once(": ") {
            Some((name, number)) if number.starts_with(|c: char| c.is_ascii_digit()) => {
                let end = number.find(|c: char| !c.is_ascii_digit() && c != '.');
                format!("{name}: {count}{}", &number[end.unwrap_or(number.len())..])
            }
            _ => line.to_owned(),
        });
        let changed = changed.collect::<Vec<_>>().join("\n");
        let report: Report = serde_json::from_str(&changed).expect("a report still");
        let page = Page::new(&report, &|_, _| Ok(()));
        let find = |_| anyhow::bail!("no line was seen");
        page.write(&find, &mut Vec::new()).expect("a page");
        for name in OF_REPORT {
            csv::write(name, tables::of_report(&report, name), Vec::new()).expect("a table");
        }
        for cluster in &report.clusters {
            assert!(terminal::cluster(cluster).contains(&cluster.id));
        }
    }
}

/// Neither the number of threads nor a second run changes a byte of any file.
#[test]
fn every_file_is_the_same_for_any_number_of_threads() {
    for (fixture, threads) in [("sample-docket", "1"), ("sample-docket", "3"), ("campaigns", "1")] {
        let folder = report_of(fixture);
        let output = Command::new(env!("CARGO_BIN_EXE_durian"))
            .current_dir(folder.path())
            .arg("cluster")
            .arg(fixtures().join(fixture).join("docket"))
            .args(["-o", "again", "-q", "--threads", threads])
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(0));
        let files = fs::read_dir(folder.path().join("report")).expect("a folder");
        let mut n_files = 0;
        let volumes = fs::read_dir(folder.path().join("report/report-data")).expect("a folder");
        for file in files.chain(volumes).flatten().filter(|file| file.path().is_file()) {
            let report = folder.path().join("report");
            let name = file.path().strip_prefix(&report).expect("a file of it").to_owned();
            let again = fs::read(folder.path().join("again").join(&name));
            let first = fs::read(file.path()).expect("a file");
            assert!(first == again.expect("a file"), "{}", name.display());
            n_files += 1;
        }
        assert_eq!(
            n_files,
            11 + 4,
            "with the list of inputs, comments, letters, campaigns, passages, and what many say"
        );
    }
}

#[test]
fn the_page_shows_markup_and_runs_none() {
    let folder = report_of("hostile");
    let page = read(folder.path(), "report.html");
    assert_eq!(page.matches("<script").count(), 2, "data and behaviour");
    assert_eq!(page.matches("</script").count(), 2);
    assert_eq!(page.matches("</style").count(), 1);
    for element in ["<img", "<iframe", "<b>bold", "<textarea", "-->"] {
        assert!(!page.contains(element), "{element}");
    }
    for reference in page.split("href=\"").skip(1) {
        let is_public = reference.starts_with("https://www.regulations.gov/comment/");
        let (link, _) = reference.split_once('"').expect("its end");
        let is_beside = ["campaigns", "clusters", "comments", "added-text"]
            .iter()
            .any(|table| link == format!("{table}.csv"));
        assert!(link.starts_with('#') || is_public || is_beside, "{link}");
    }
    assert!(!page.contains(" src=\""), "nothing is fetched");
    let is_hidden = |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202E}' | '\u{2028}');
    assert!(!page.contains(is_hidden));
    for shown in
        ["&#60;script&#62;document.title=", "javascript:alert(1)", "\u{FFFD}[31mred", "=cmd|"]
    {
        assert!(page.contains(shown), "{shown}");
    }
}

/// Every link of a page leads somewhere in it.
#[test]
fn every_link_leads_somewhere() {
    for fixture in ["sample-docket", "campaigns", "opposite-stance", "hostile"] {
        let page = read(report_of(fixture).path(), "report.html");
        let ids: BTreeSet<&str> = values(&page, " id=\"").collect();
        assert_eq!(ids.len(), values(&page, " id=\"").count(), "{fixture}");
        // The script opens a comment or a letter's list, wherever it is.
        let links = values(&page, "href=\"#").filter(|link| !link.contains('='));
        let links: Vec<&str> = links.collect();
        assert!(links.len() > 10, "{fixture}");
        for link in links {
            assert!(ids.contains(link), "{fixture}: {link}");
        }
    }
}

/// What stands between quotation marks behind some words.
fn values<'a>(page: &'a str, before: &'a str) -> impl Iterator<Item = &'a str> {
    page.split(before).skip(1).filter_map(|rest| rest.split('"').next())
}

/// Campaigns that say the opposite stand in the glance and in the table, with the sentences that do.
/// Five support and five oppose, in one letter's words: that is two letters, though neither is a form letter.
#[test]
fn what_several_sent_turned_round_is_a_letter_of_its_own() {
    let comments: String = (0..10).fold(String::new(), |mut all, number| {
        let stance = if number < 5 { "support" } else { "oppose" };
        let text = format!(
            "I {stance} removal of the Stillbrook Dam. My name stands on the list of people who fish below the falls, \
             and the county has heard from me each spring since the gate stuck and the lower fields went dry."
        );
        writeln!(all, "{{\"id\":\"c{number}\",\"text\":\"{text}\"}}").expect("a string");
        all
    });
    let folder = report_of_comments(&comments);
    let page = read(folder.path(), "report.html");
    assert!(page.contains("<a href=\"#opposed\">1 pair of letters</a> says the opposite"));
    let report: Value =
        serde_json::from_str(&read(folder.path(), "report.json")).expect("a report");
    let clusters = report["clusters"].as_array().expect("clusters");
    for (cluster, other) in [(0, 1), (1, 0)] {
        let related = &clusters[cluster]["related"][0];
        assert_eq!(clusters[cluster]["n_comments"], 5);
        assert_eq!(related["cluster"], clusters[other]["id"]);
        let here = related["sentences"][0]["here"].as_str().expect("a sentence");
        assert!(here.ends_with("removal of the Stillbrook Dam."), "{here}");
    }
}

#[test]
fn the_page_shows_what_is_opposed() {
    let page = read(report_of("opposite-stance").path(), "report.html");
    assert!(page.contains("<summary>1 pair of opposed letters</summary>"));
    let sentences = "“<b>I support the proposed rule on rooftop cisterns.</b>” and \
                     “<b>I oppose the proposed rule on rooftop cisterns.</b>”";
    let (_, list) = page.split_once("<section id=\"campaigns\"").expect("a list");
    assert!(list.contains(sentences));
    assert_eq!(list.matches(" data-opposed>").count(), 1, "versions, in one row");
    assert_eq!(list.matches("One sentence says the opposite of <a href=\"#c").count(), 2);
    let page = read(report_of("sample-docket").path(), "report.html");
    assert!(!page.contains("opposed letters"));
    assert!(page.contains("does not judge who supports the proposal and who opposes it"));
}

/// Inputs that were not compared for one reason are one row.
#[test]
fn the_page_groups_reasons() {
    let comments =
        (0..5).map(|at| format!("{{\"id\": \"a-{at}\", \"text\": \"See attached.\"}}\n"));
    let folder = report_of_comments(&comments.collect::<String>());
    let page = read(folder.path(), "report.html");
    let (_, aside) = page.split_once("<section id=\"aside\"").expect("a section");
    assert_eq!(aside.matches("<tr><td>no text of its own</td>").count(), 1);
    assert!(aside.contains("<td class=\"n\">5</td><td><details><summary>5 ids</summary>"));
    assert_eq!(aside.matches("<li><a href=\"#comment=a-").count(), 5);
}

fn show(folder: &Path, id: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_durian"))
        .current_dir(folder)
        .args(["show", "report", id])
        .output()
        .expect("the program starts")
}

fn shown(folder: &Path, id: &str) -> String {
    let output = show(folder, id);
    assert_eq!(output.status.code(), Some(0), "{id}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn a_comment_is_shown_against_its_letter() {
    let folder = report_of("sample-docket");
    insta::assert_snapshot!(shown(folder.path(), "minor-change-block-edit.eml"));
    let copy = shown(folder.path(), "exact-3.eml");
    assert!(copy.contains("it has the same words as exact-1.eml"));
    assert!(copy.contains("Please keep the landing open"), "with its text");
    assert!(shown(folder.path(), "unique-1.eml").contains("unique comment"));
    let aside = shown(folder.path(), "attached.eml");
    assert!(aside.contains("reason"), "{aside}");
}

#[test]
fn a_campaign_is_shown_with_what_became_of_its_letter() {
    let folder = report_of("sample-docket");
    insta::assert_snapshot!(shown(folder.path(), "cdc2543ab5a55"));
}

#[test]
fn an_unknown_id_is_answered_with_those_like_it() {
    let folder = report_of("sample-docket");
    let output = show(folder.path(), "KEY-BLOCK");
    assert_eq!(output.status.code(), Some(1));
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(talk.contains("did you mean `key-block.eml`?"), "{talk}");
    let missing = Command::new(env!("CARGO_BIN_EXE_durian"))
        .current_dir(folder.path())
        .args(["show", "nowhere", "x"])
        .output()
        .expect("the program starts");
    assert_eq!(missing.status.code(), Some(1));
}

#[test]
fn the_terminal_is_not_controlled_by_a_comment() {
    let folder = report_of("hostile");
    let lines = read(folder.path(), "documents.jsonl");
    let lines = lines.lines().map(|line| {
        let line: DocumentLine = serde_json::from_str(line).expect("a line");
        line
    });
    let mut n = 0;
    for line in lines {
        for id in [Some(line.id), line.cluster].into_iter().flatten() {
            let text = shown(folder.path(), &id);
            let controls =
                |c: char| c.is_control() && c != '\n' || matches!(c, '\u{202E}' | '\u{2028}');
            assert!(!text.contains(controls), "{text:?}");
            n += 1;
        }
    }
    assert!(n > 12);
    let printed = shown(folder.path(), "escape-\u{FFFD}[2J");
    assert!(printed.contains("{+My \u{FFFD}[31mred"), "found by what is shown");
}

#[test]
fn two_reports_are_compared() {
    let folder = report_of("sample-docket");
    let docket = fixtures().join("sample-docket/docket");
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_durian"))
            .current_dir(folder.path())
            .args(arguments)
            .output()
            .expect("the program starts")
    };
    let docket = docket.to_str().expect("a path");
    run(&["cluster", docket, "-o", "other", "-q", "--links", "none", "--threshold", "0.15"]);
    let same = run(&["diff", "report", "report", "--fail-on", "any"]);
    assert_eq!(same.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&same.stdout).ends_with("nothing moved\n"));
    let moved = run(&["diff", "report", "other/report.json", "--fail-on", "members"]);
    assert_eq!(moved.status.code(), Some(4));
    insta::assert_snapshot!(String::from_utf8(moved.stdout).expect("UTF-8"));
    let json = run(&["diff", "report", "other", "--json", "--fail-on", "inputs"]);
    assert_eq!(json.status.code(), Some(0), "no input was added or removed");
    let schema = run(&["schema", "diff"]);
    let schema: Value = serde_json::from_slice(&schema.stdout).expect("a schema");
    let json: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    jsonschema::validate(&schema, &json).expect("it follows its schema");
}

#[test]
fn a_comparison_does_not_control_the_terminal() {
    let folder = report_of("hostile");
    let new = folder.path().join("new");
    fs::create_dir(&new).expect("a folder");
    fs::copy(folder.path().join("report/report.json"), new.join("report.json")).expect("a copy");
    fs::write(new.join("documents.jsonl"), "").expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_durian"))
        .current_dir(folder.path())
        .args(["diff", "report", "new"])
        .output()
        .expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(text.contains("escape-\u{FFFD}[2J"));
    assert!(!text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202E}'));
}

/// Campaigns of a docket of which some comments are gone: of those that are more than a letter, a reader is told
/// which are gone and which have other comments.
#[test]
fn campaigns_of_two_reports_are_compared() {
    let folder = report_of("campaigns");
    let comments = fs::read_to_string(fixtures().join("campaigns/docket/comments.jsonl"));
    let comments = comments.expect("the fixture");
    let stays = |line: &&str| !line.contains("\"seals-second-") && !line.contains("\"spun-01");
    let fewer: Vec<&str> = comments.lines().filter(stays).collect();
    fs::write(folder.path().join("fewer.jsonl"), fewer.join("\n")).expect("a docket");
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_durian"))
            .current_dir(folder.path())
            .args(arguments)
            .output()
            .expect("the program starts")
    };
    run(&["cluster", "fewer.jsonl", "-o", "fewer", "-q"]);
    let moved = run(&["diff", "report", "fewer", "--fail-on", "campaigns"]);
    assert_eq!(moved.status.code(), Some(4));
    let text = String::from_utf8(moved.stdout).expect("UTF-8");
    for line in [
        "campaigns with other comments, or of another kind: 2\n  versions ",
        "(6 comments): 0 joined, 6 left\n  reworded ",
        "(39 comments): 0 joined, 1 left\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    // What is shown of the letter worded anew is of a copy that holds most of what the others hold, not of the first.
    assert!(!text.contains("another reference copy"), "{text}");
    let json = run(&["diff", "fewer", "report", "--json"]);
    let json: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    let changes = json["campaigns_changed"].as_array().expect("a list");
    let kinds = |at: usize| [&changes[at]["old"]["kind"], &changes[at]["new"]["kind"]];
    assert!((0..2).any(|at| kinds(at) == ["letter", "versions"]));
    assert!((0..2).any(|at| changes[at]["joined"] == serde_json::json!(["spun-01"])));
}

/// Passages of a kit: senders take five or six.
const KIT: [&str; 12] = [
    "The weir at Cobb Hollow was built for a tannery that burned down before my grandmother was born, and it has served nobody since.",
    "Trout turn back at it every autumn, and the students who tagged two hundred of them found one above the fall in three years.",
    "Whoever worries about floods should look at the gauge downstream, which rose by the width of a hand when the last weir was taken out.",
    "Canoeists have to carry their boats around the stones, and last June a child slipped there and was held under the water.",
    "The county pays a man to clear branches from the sluice after every storm, and the bill for that would plant alders on both banks.",
    "My neighbors who mill flour upstream say the water comes too warm in August, and the warm water smells so much that nobody eats lunch outside.",
    "If the board wants a monument to the tannery, let it keep the keystone and set it up in the park beside the old pump.",
    "Swallows nest in the bank that the new channel would cut, so dig it in the winter, and leave the upper shelf as it stands today.",
    "My grandfather lifted eels out of the sluice by lantern light, and he told us of many more before the gate was made of steel.",
    "An otter was seen twice last spring below the fall, and both times it turned around and walked along the road where lorries run.",
    "The ford at Penny Lane would be dry enough to cross again if the gravel behind the stones could travel as gravel should.",
    "Our school takes its pupils there to count mayflies & <3 minnows, and above the pond they have counted none since the year the teacher began.",
];

/// The campaigns of the fixture and those of a kit, a comment a day: a report folder.
fn campaigns_of_all_kinds() -> TempDir {
    let comments = fs::read_to_string(fixtures().join("campaigns/docket/comments.jsonl"));
    let comments = comments.expect("the fixture");
    let mut docket: Vec<Value> =
        comments.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    docket.retain(|comment| !comment["id"].as_str().expect("an id").starts_with("kit-"));
    let chosen = [&[0, 1, 2, 3, 4, 5][..], &[5, 6, 7, 8, 9], &[9, 10, 11, 0, 8]];
    for (letter, chosen) in chosen.into_iter().enumerate() {
        let passages: Vec<&str> = chosen.iter().map(|at| KIT[*at]).collect();
        for copy in 0..8 {
            let id = format!("kit-{letter}-{copy}");
            docket.push(serde_json::json!({"id": id, "text": passages.join("\n\n")}));
        }
    }
    let lines = docket.iter_mut().enumerate().map(|(at, comment)| {
        comment["date"] = format!("2031-03-{:02}", at % 28 + 1).into();
        comment.to_string()
    });
    report_of_comments(&lines.collect::<Vec<_>>().join("\n"))
}

/// The section of a campaign on the page.
fn section<'a>(page: &'a str, report: &Report, kind: CampaignKind) -> &'a str {
    let mut campaigns = report.campaigns.iter();
    let campaign = campaigns.find(|campaign| campaign.kind == kind);
    let start = format!("<details class=\"campaign\" id=\"{}\"", campaign.expect("the kind").id);
    let section = page.split(&start).nth(1).expect("a section");
    let ends = ["<details class=\"campaign\"", "</section>"];
    let end = ends.iter().filter_map(|end| section.find(end)).min();
    &section[..end.expect("an end")]
}

/// Of each campaign that is more than a letter the page shows what its kind is made of.
#[test]
fn the_page_shows_what_belongs_together() {
    let folder = campaigns_of_all_kinds();
    let page = read(folder.path(), "report.html");
    let report: Report =
        serde_json::from_str(&read(folder.path(), "report.json")).expect("a report");
    let check = |kind: CampaignKind, shown: &[&str]| {
        let section = section(&page, &report, kind);
        for text in shown {
            assert!(section.contains(text), "{kind:?}: {text}\n{section}");
        }
    };
    check(
        CampaignKind::Reworded,
        &[
            "not who sent them",
            // A slot that opens, its commonest wording and another one.
            "I <details class=\"slot\"><summary>write<small> 3</small></summary>",
            "<li>am writing <small>13</small></li>",
            "<h4>5 copies beside each other</h4>",
            "<p class=\"text\">I <mark>write regarding the plan</mark> to <mark>end the night</mark> bus",
            "Comments by day; the most, ",
        ],
    );
    check(CampaignKind::Versions, &["<h4>From “", "driven back into the water. <del>", "<ins>"]);
    check(
        CampaignKind::Kit,
        &[
            "nobody eats lunch outside.</p>\n<p class=\"kept\"><i><u style=\"width:66.7%\"></u></i> 16 hold it</p>",
            "mayflies &#38; &#60;3 minnows",
        ],
    );
    let copies = section(&page, &report, CampaignKind::Reworded);
    assert_eq!(copies.matches("<b>spun-").count(), 5);
    // Every reference leads somewhere, and to one place.
    for reference in page.split("href=\"#").skip(1) {
        let id = reference.split('"').next().expect("an id");
        assert!(id.contains('=') || page.contains(&format!("id=\"{id}\"")), "{id}");
    }
    let ids: Vec<&str> = page.split(" id=\"").skip(1).collect();
    let ids: Vec<&str> = ids.iter().filter_map(|it| it.split('"').next()).collect();
    let distinct: BTreeSet<&&str> = ids.iter().collect();
    assert_eq!(ids.len(), distinct.len(), "every id stands once");
}

/// What many say stands below the campaigns: how some say it, who said it first, and links to all who do.
#[test]
fn the_page_shows_what_many_say() {
    let folder = campaigns_of_all_kinds();
    let page = read(folder.path(), "report.html");
    let start = page.find("<section id=\"said-by-many\"").expect("the section");
    let section = &page[start..start + page[start..].find("</section>").expect("its end")];
    for text in [
        "<b>Where they come from is not judged</b>",
        "the same facts, 12 comments",
        "<th scope=\"row\">third pier</th><td class=\"n\">12</td>",
        "its steel deck is rusted through at the <mark>third pier</mark>. Please repair",
        "<a href=\"#comment=rewritten-01\">rewritten-01</a>",
    ] {
        assert!(section.contains(text), "{text}\n{section}");
    }
    assert!(page.find("id=\"campaigns\"").expect("the campaigns") < start);
}

/// In the terminal, too, a campaign is shown with what its kind is made of.
#[test]
fn campaigns_that_are_more_than_a_letter_are_shown() {
    let folder = campaigns_of_all_kinds();
    let report: Report =
        serde_json::from_str(&read(folder.path(), "report.json")).expect("a report");
    let check = |kind: CampaignKind, expected: &[&str]| {
        let mut campaigns = report.campaigns.iter();
        let campaign = campaigns.find(|campaign| campaign.kind == kind);
        let text = shown(folder.path(), &campaign.expect("the kind").id);
        for line in expected {
            assert!(text.contains(line), "{kind:?}: {line}\n{text}");
        }
    };
    check(
        CampaignKind::Reworded,
        &[
            "not who sent them",
            "\nI [1 write] [2 about the] [3 ",
            "\n    1  write 17 | am writing 13 | want to speak up 10\n",
        ],
    );
    check(
        CampaignKind::Versions,
        &[
            "From letter 1 to letter 2: 55 words new, 34 gone",
            "driven back into the water. [-The draft",
            "Against the letter before: {+added+}",
        ],
    );
    check(
        CampaignKind::Kit,
        &[
            "      all      1      2      3  others\n",
            "       16      8      8      0       0  My neighbors who mill flour",
        ],
    );
}

/// A letter of seven comments and eight edited copies, of which two say the same, one leaves out a paragraph, and two
/// add something: each number is the one of what it stands beside.
#[test]
fn numbers_of_a_letter_are_its_own() {
    const LAMP: &str = "The lamp on the landing has burned every night since the flood, and the boats steer by it.";
    const TOLL: &str =
        "The toll of the ferry was raised twice, and nobody in the village was asked about it.";
    // Only words of the letter, and more of them.
    const MANY: &str = "The ferry and the boats and the village and the landing and the flood and the lamp was asked about twice.";
    const RARE: &str = "Grandmother Ottoline mended herring nets.";
    let mut comments = String::new();
    let mut push = |id: &str, day: u8, organization: &str, text: &[&str]| {
        let comment = serde_json::json!({"id": id, "date": format!("2031-02-{day:02}T08:00:00Z"),
            "organization": organization, "text": text.join("\n\n")});
        comments += &format!("{comment}\n");
    };
    for at in 0..7_u8 {
        push(&format!("letter-{at}"), 10 + at, "Quill Rowers", &[LAMP, TOLL]);
    }
    push("early", 3, "Harbor Pilots", &[LAMP, TOLL, RARE]);
    push("twice-a", 20, "", &[LAMP, TOLL, MANY]);
    push("twice-b", 21, "", &[LAMP, TOLL, MANY]);
    push("shorter-a", 22, "", &[LAMP]);
    push("shorter-b", 23, "", &[LAMP]);
    let folder = report_of_comments(&comments);
    let page = read(folder.path(), "report.html");
    let (_, page) = page.split_once("<section id=\"campaigns\"").expect("letters");
    let (letters, added) = page.split_once("<section id=\"added\"").expect("passages");
    // 12 comments, of which two leave out the second paragraph.
    assert!(letters.contains("</i> 12 keep it</p>") && letters.contains("</i> 10 keep it</p>"));
    assert!(letters.contains("1 letter, 6 with the same words, 5 edited"));
    assert!(
        letters.contains(">5 edited copies</a>") && letters.contains(">6 with the same words</a>")
    );
    assert!(
        letters.contains("First dated comment with a sender: 2031-02-03, Harbor Pilots (early)")
    );
    assert!(letters.contains("7 comments name the organization Quill Rowers"));
    // On 12 days one comment each: seven of the letter, five edited.
    let bars = letters.split_once("class=\"days\"").expect("bars").1;
    let (same, edited) = bars.split_once("class=\"edited\"").expect("two colors");
    let edited = edited.split_once("</svg>").expect("its end").0;
    assert_eq!([same, edited].map(|part| part.matches("v-100.00").count()), [7, 5]);
    // What few others name comes first, however short it is.
    assert!(
        added.find("Ottoline").expect("one") < added.find("was asked about twice").expect("two")
    );
    let passages = table(folder.path(), "added-text.csv");
    let n_comments: Vec<[&str; 2]> =
        passages[1..].iter().map(|row| [row[3].as_str(), row[5].as_str()]).collect();
    assert_eq!(n_comments, [["1", "early"], ["2", "twice-a"]]);
    let clusters = table(folder.path(), "clusters.csv");
    let shown = shown(folder.path(), &clusters[1][0]);
    assert!(shown.contains("(twice-a and 1 more)"), "{shown}");
}
