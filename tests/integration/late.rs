//! Late comments: what an earlier report placed stays.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use durian::clustering::Member;
use durian::clustering::earlier::EarlierReport;
use durian::config::Config;
use durian::report::EarlierPlaces;
use durian::report::schema::{CampaignKind, Category, DocumentLine, Moved, Report};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::laws::{cases, comment, write_docket};
use crate::renderings::{read, report_of};
use crate::{detect, detect_with, fixtures};

/// A letter.
const QUARRY: &str = "The quarry road brings dust and noise to every house on the ridge, and the county has never \
                      measured the wells below it, though the state geologist asked twice.";

/// The settings of a run beside an earlier report.
pub(crate) fn beside(report: &Report, lines: Vec<DocumentLine>) -> Config {
    let clusters = serde_json::to_value(&report.clusters).expect("serializable");
    let mut places = EarlierPlaces::new(serde_json::from_value(clusters).expect("clusters"));
    lines.into_iter().for_each(|line| places.see(line));
    let mut config = Config::default();
    config.clustering.earlier = Some(EarlierReport {
        input_digest: String::new(),
        same_settings: true,
        inputs: places.inputs,
    });
    config.earlier_edits = places.edits;
    config
}

/// Reads a docket beside an earlier report of it.
fn detect_since(
    docket: &Path,
    report: &Report,
    lines: Vec<DocumentLine>,
) -> (Report, Vec<DocumentLine>) {
    let (detection, report, lines) = detect_with(docket, &beside(report, lines));
    let late = detection.late.as_ref().expect("it is told");
    for cluster in detection.clusters.clusters {
        let is_new = |member: &&Member| {
            let group = detection.groups.of_representative(member.document);
            let mut copies = group.expect("a group").members.iter();
            copies.all(|copy| late.new.contains(copy))
        };
        for member in cluster.members.iter().filter(is_new) {
            let documents = [cluster.seed, member.document];
            let [seed, dockets] = documents.map(|id| detection.corpus.dockets(id));
            let ids = documents.map(|id| detection.corpus.id(id));
            assert!(seed.may_meet(dockets), "{} and {}", ids[0], ids[1]);
        }
    }
    (report, lines)
}

/// What a report says of a comment that an analyst may have read: its id, and all that stays.
fn told(line: &DocumentLine) -> (String, serde_json::Value) {
    let told = serde_json::json!({
        "bucket": line.bucket,
        "cluster": line.cluster,
        "category": line.category,
        "evidence": line.evidence,
        "paragraphs": line.paragraphs,
        "unique_text": line.unique_text,
        "form_text": line.form_text,
    });
    (line.id.clone(), told)
}

/// The reference copies of a report, by cluster: id and words.
fn letters(report: &Report) -> BTreeMap<String, (String, Vec<String>)> {
    let clusters = report.clusters.iter();
    let letters = clusters.map(|cluster| {
        let reference = &cluster.reference;
        let letter = (reference.id.clone(), reference.paragraphs.clone());
        (cluster.id.clone(), letter)
    });
    letters.collect()
}

/// The law, for a docket of which the comments whose number leaves less than `share` of four came first.
fn stays_placed(comments: &[(Vec<usize>, usize)], share: usize) -> Result<(), TestCaseError> {
    let (earlier, all) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    write_docket(earlier.path(), comments, (0..comments.len()).filter(|at| at % 4 < share));
    write_docket(all.path(), comments, 0..comments.len());
    let (_, report_before, before) = detect(earlier.path());
    let letters = letters(&report_before);
    let told: BTreeMap<String, serde_json::Value> = before.iter().map(told).collect();
    let n_known = before.len();
    let (report, lines) = detect_since(all.path(), &report_before, before);
    prop_assert_eq!(lines.len(), comments.len());
    let mut company: BTreeMap<&str, bool> = BTreeMap::new();
    for line in &lines {
        let (id, now) = self::told(line);
        prop_assert_eq!(line.is_new, !told.contains_key(&id), "{}", &id);
        match (told.get(&id), &line.cluster) {
            (Some(then), cluster) if cluster.is_none() || !then["cluster"].is_null() => {
                prop_assert_eq!(then, &now, "{}", &id);
            }
            (_, Some(cluster)) => *company.entry(cluster).or_default() |= line.is_new,
            (_, None) => {}
        }
    }
    prop_assert!(company.values().all(|has_new| *has_new), "only a new comment changes a cluster");
    let kept = self::letters(&report);
    for (id, letter) in letters {
        prop_assert_eq!(kept.get(&id), Some(&letter), "{}", &id);
    }
    let since = report.since.expect("it is told");
    prop_assert_eq!((since.changed, since.gone, since.clusters_gone), (0, 0, 0));
    prop_assert_eq!(since.moved, Moved { campaigns: since.moved.campaigns, ..Moved::default() });
    prop_assert_eq!(since.new_comments, comments.len() - n_known);
    Ok(())
}

/// Dockets that the law once fell over: copies of a text that name no docket, and late ones that name two.
#[test]
fn copies_without_a_docket_stay_placed() {
    let comment = |(sentence, docket): &(usize, usize)| (vec![*sentence], *docket);
    let few = [(1, 0), (1, 1), (0, 1), (0, 0), (0, 2), (0, 3), (1, 0), (1, 0), (0, 0)];
    let few: Vec<_> = few.iter().map(comment).collect();
    stays_placed(&few, 1).expect("the law holds");
    let mut many: Vec<_> = [(0, 0); 23].iter().map(comment).collect();
    for (at, sentence, docket) in [(2, 7, 3), (13, 1, 0), (15, 5, 0), (16, 7, 0), (21, 7, 1)] {
        many[at] = (vec![sentence], docket);
    }
    many[8] = (vec![1, 6], 1);
    stays_placed(&many, 1).expect("the law holds");
}

proptest! {
    #![proptest_config(cases(16))]

    /// Whatever comes late: clusters keep their comments, ids and reference copies, comments their evidence and
    /// edits, and everything is placed.
    #[test]
    fn what_was_placed_stays_placed(comments in prop::collection::vec(comment(), 2..30), share in 1..4usize) {
        stays_placed(&comments, share)?;
    }

    /// Where nothing is new, nothing changes, however the earlier clusters came about.
    #[test]
    fn nothing_new_changes_nothing(comments in prop::collection::vec(comment(), 1..30)) {
        let folder = TempDir::new().expect("a folder");
        write_docket(folder.path(), &comments, (0..comments.len()).filter(|at| at % 2 == 0));
        let (_, half_report, half) = detect(folder.path());
        write_docket(folder.path(), &comments, 0..comments.len());
        let (mut report, mut lines) = detect_since(folder.path(), &half_report, half);
        report.since = None;
        for line in &mut lines {
            line.is_new = false;
        }
        let json = |lines: &[DocumentLine]| serde_json::to_string(lines).expect("serializable");
        let (before, letters) = (json(&lines), letters(&report));
        let (again, lines) = detect_since(folder.path(), &report, lines);
        prop_assert_eq!(before, json(&lines));
        prop_assert_eq!(letters, self::letters(&again));
        let since = again.since.expect("it is told");
        prop_assert_eq!((since.new_comments, since.changed, since.gone), (0, 0, 0));
        prop_assert_eq!(since.moved, Moved::default());
    }
}

/// The late copies of a letter of which every copy is worded anew join it, the earliest copy among them; where
/// the earlier report had too few copies to see the letter, they found it together.
#[test]
fn a_letter_worded_anew_takes_in_its_late_copies() {
    let comments = fs::read_to_string(fixtures().join("campaigns/docket/comments.jsonl"));
    let comments = comments.expect("a fixture");
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("comments.jsonl");
    let lines_of = |is_there: &dyn Fn(usize) -> bool| {
        let is_there = |line: &&str| {
            let copy = (1..=40).find(|at| line.contains(&format!("\"spun-{at:02}\"")));
            copy.is_none_or(is_there)
        };
        let lines: Vec<&str> = comments.lines().filter(is_there).collect();
        fs::write(&path, lines.join("\n")).expect("a docket");
    };
    for (n_earlier, n_kept) in [(30, 1), (3, 0)] {
        lines_of(&|at| (2..2 + n_earlier).contains(&at));
        let (_, report_before, before) = detect(folder.path());
        let cluster_of = |lines: &[DocumentLine], id: &str| {
            let line = lines.iter().find(|line| line.id == id).expect("a line");
            line.cluster.clone()
        };
        let earlier = cluster_of(&before, "spun-02");
        assert_eq!(earlier.is_some(), n_kept == 1);
        lines_of(&|_| true);
        let (report, lines) = detect_since(folder.path(), &report_before, before);
        let held = cluster_of(&lines, "spun-02").expect("a cluster");
        assert!(earlier.is_none_or(|earlier| earlier == held));
        let copies = lines.iter().filter(|line| line.id.starts_with("spun-"));
        for line in copies {
            assert_eq!(line.cluster.as_ref(), Some(&held), "{}", line.id);
            assert_eq!(line.category, Some(Category::Reworded));
        }
        let campaign = report.campaigns.iter().find(|it| it.clusters == [held.clone()]);
        let campaign = campaign.expect("a campaign");
        assert_eq!(campaign.kind, CampaignKind::Reworded);
        assert!(campaign.template.len() > 10, "its slots are shown");
        let since = report.since.expect("it is told");
        let n_late = 40 - n_earlier;
        let placed = (since.new_in_earlier_clusters, since.new_in_new_clusters);
        assert_eq!(placed, (n_late * n_kept, n_late * (1 - n_kept)));
    }
}

/// A report beside itself is the same, byte for byte, but for the statement that nothing is new.
#[test]
fn a_report_beside_itself_is_the_same() {
    let folder = report_of("sample-docket");
    let output = Command::new(env!("CARGO_BIN_EXE_durian"))
        .current_dir(folder.path())
        .arg("cluster")
        .arg(fixtures().join("sample-docket/docket"))
        .args(["-o", "again", "--since", "report"])
        .output()
        .expect("the program starts");
    let summary = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(summary.contains("new since the earlier report: 0 comments"), "{summary}");
    for name in
        ["documents.jsonl", "comments.csv", "campaigns.csv", "clusters.csv", "added-text.csv"]
    {
        let again = fs::read_to_string(folder.path().join("again").join(name)).expect(name);
        assert!(again == read(folder.path(), name), "{name}");
    }
}

/// A late copy is marked in every rendering.
#[test]
fn what_is_new_is_marked() {
    let folder = TempDir::new().expect("a folder");
    let docket = folder.path().join("docket");
    fs::create_dir(&docket).expect("a folder");
    let late = ["key-block.eml", "unique-1.eml", "exact-2.eml"];
    let copy = |is_late: bool| {
        for file in fs::read_dir(fixtures().join("sample-docket/docket")).expect("a fixture") {
            let file = file.expect("a file");
            if late.iter().any(|name| file.file_name() == *name) == is_late {
                fs::copy(file.path(), docket.join(file.file_name())).expect("a copy");
            }
        }
    };
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_durian"))
            .current_dir(folder.path())
            .args(arguments)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    copy(false);
    run(&["cluster", "docket", "-o", "docket/earlier"]);
    copy(true);
    let earlier = "docket/earlier";
    let summary = run(&["cluster", "docket", "-o", "report", "--since", earlier]);
    assert!(
        summary.contains("3 comments: 2 under earlier letters, 0 under new ones, 1 unique"),
        "{summary}"
    );
    let page = read(folder.path(), "report.html");
    assert!(page.contains("<b>unique-1.eml</b> <span class=\"new\">new</span>"));
    assert!(page.contains("<b>key-block.eml</b> <span class=\"new\">new</span>"));
    assert_eq!(page.matches("</h3> <span class=\"new\">2 new</span>").count(), 1);
    let comments = read(folder.path(), "comments.csv");
    assert!(comments.contains("\r\nexact-2.eml,same words as another,yes,"));
    let shown = run(&["show", "report", "key-block.eml"]);
    assert!(shown.contains("since the earlier report"), "{shown}");
    let differs = run(&["diff", earlier, "report"]);
    assert!(!differs.contains("members moved"), "{differs}");
}

/// Where the text of a reference copy is gone, its cluster is formed anew, and that is told.
#[test]
fn what_is_gone_or_changed_is_told() {
    let folder = TempDir::new().expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("a file");
    };
    let letter = QUARRY;
    write("a.txt", letter);
    write("b.txt", &format!("{letter}\n\nMy well is dry."));
    write("c.txt", "A comment about something else: the bakery should stay.");
    write("y.txt", " ");
    let (_, report_before, before) = detect(folder.path());
    assert!(before[0].cluster.is_some() && before[0].cluster == before[1].cluster);
    fs::remove_file(folder.path().join("a.txt")).expect("a file");
    write("c.txt", "A comment about something else: the garage should stay.");
    write("z.txt", " ");
    let (report, lines) = detect_since(folder.path(), &report_before, before);
    let since = report.since.expect("it is told");
    assert_eq!((since.gone, since.changed, since.clusters_gone), (1, 1, 1));
    assert_eq!(since.new_set_aside, 1, "z.txt is blank, and so was y.txt before");
    assert!(lines[0].is_new || lines[0].cluster.is_none());
    assert!(lines[1].is_new, "its text is another");
}

/// Late copies that are earlier by their dates, or name another docket, stand for no text that another copy stood
/// for; copies that were together stay so. The letter that six texts share stays in the words of then.
#[test]
fn reference_copies_and_letters_stay() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("comments.jsonl");
    let letter = QUARRY;
    let other = "Please keep the ferry: without the nine o'clock boat the night shift of the clinic \
                 cannot come home before the morning, and nobody else will sit with the old.";
    let comment = |id: &str, date: &str, text: String| {
        let subject = match id.starts_with("named") {
            true => "Re: Docket No. TOW-2031-0001",
            false => "My comment",
        };
        serde_json::json!({"id": id, "text": text, "received": date, "subject": subject})
    };
    // Words that nobody else has.
    let own = |nth: usize| {
        let words: Vec<String> = (0..9).map(|at| format!("boat{nth}oar{at}")).collect();
        format!("{other}\n\nI own {}.", words.join(" "))
    };
    let mut comments = vec![
        comment("copy-2", "2031-03-02", letter.to_owned()),
        comment("copy-3", "2031-03-03", letter.to_owned()),
        comment("edited", "2031-03-04", format!("{letter} I live there.")),
    ];
    comments.extend((1..7).map(|nth| comment(&format!("own-{nth}"), "2031-03-05", own(nth))));
    let write = |comments: &[serde_json::Value]| {
        let lines: Vec<String> = comments.iter().map(ToString::to_string).collect();
        fs::write(&path, lines.join("\n")).expect("a docket");
    };
    write(&comments);
    let (_, report_before, before) = detect(folder.path());
    let told_before: Vec<_> = before.iter().map(told).collect();
    assert_eq!(report_before.clusters.len(), 2);
    assert!(report_before.clusters.iter().any(|it| it.reference.is_consensus));
    comments.push(comment("copy-1", "2031-03-01", letter.to_owned()));
    comments.push(comment("named-1", "2031-02-01", letter.to_owned()));
    comments.extend((7..20).map(|nth| {
        let text = format!("{} Let the ferry stay.", own(nth));
        comment(&format!("own-{nth}"), "2031-03-01", text)
    }));
    write(&comments);
    let (report, lines) = detect_since(folder.path(), &report_before, before);
    let told_now: BTreeMap<_, _> = lines.iter().map(told).collect();
    for (id, then) in told_before {
        assert_eq!(told_now[&id], then, "{id}");
    }
    assert_eq!(letters(&report), letters(&report_before));
    for id in ["copy-1", "named-1"] {
        assert_eq!(told_now[id]["evidence"]["compared_with"], "copy-2");
    }
    let since = report.since.expect("it is told");
    assert_eq!(since.moved, Moved::default());
    assert_eq!((since.new_comments, since.new_in_earlier_clusters), (15, 15));
}

/// A cluster whose reference copy is gone is formed anew, and what moved by that is counted.
#[test]
fn what_cannot_stay_is_counted() {
    let folder = TempDir::new().expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("a file");
    };
    let letter = QUARRY;
    write("a.txt", letter);
    write("b.txt", letter);
    write("c.txt", &format!("{letter}\n\nMy well is dry."));
    let (_, report_before, before) = detect(folder.path());
    fs::remove_file(folder.path().join("a.txt")).expect("a file");
    let (report, _) = detect_since(folder.path(), &report_before, before);
    let since = report.since.expect("it is told");
    // The copy b keeps the cluster; it is its reference copy now, and c is held against it.
    assert_eq!((since.gone, since.clusters_kept, since.clusters_gone), (1, 1, 0));
    let expect = Moved { references: 1, evidence: 2, ..Moved::default() };
    assert_eq!(since.moved, expect);
    assert!(since.words()[1].contains("1 earlier letter with other words"));
}
