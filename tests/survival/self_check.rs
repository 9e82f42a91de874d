//! `--verify`: what does not hold together is found.

use durian::clustering::analyst;
use durian::config::Config;
use durian::detection::Detection;
use durian::ingest::Input;
use durian::report::schema::{Bucket, DocumentLine, Report, ReportedPassage};

use crate::{cluster, fixtures, folder_with};

#[test]
fn every_fixture_is_proved() {
    for fixture in std::fs::read_dir(fixtures()).expect("fixtures").flatten() {
        let docket = fixture.path().join("docket");
        if docket.is_dir() {
            let folder = folder_with(&[]);
            let output = cluster(folder.path(), &[docket.to_str().expect("a path")]);
            assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
        }
    }
}

/// A change that makes a report lie.
type Lie = fn(&mut Report, &mut Vec<DocumentLine>);

#[test]
fn a_report_that_lies_is_found_out() {
    let constraint = |link: &str, a: &str, b: &str| format!("{link},{a},{b}\n");
    let constraints = constraint("must", "unique-1.eml", "unique-2.eml")
        + &constraint("cannot", "hotel-1.eml", "key-block.eml");
    let mut config = Config::default();
    config.clustering.constraints =
        analyst::parse(&format!("link,a,b\n{constraints}")).expect("constraints");
    let inputs = [Input::Path(fixtures().join("sample-docket/docket"))];
    let detection = durian::detect(&inputs, &config, &|_| ()).expect("the pipeline runs");
    assert_eq!(told(&detection, &config, |_, _| ()), "", "it holds as it is");
    let lies: [(&str, Lie); 13] = [
        ("totals.buckets", |_, lines| _ = lines.pop()),
        ("two inputs have the id", |_, lines| lines[1].id = lines[0].id.clone()),
        ("totals.buckets", |_, lines| {
            let line = lines.iter_mut().find(|line| line.bucket == Bucket::NoText);
            line.expect("one").bucket = Bucket::Withdrawn;
        }),
        ("without evidence", |_, lines| lines[5].evidence = None),
        ("also_contains", |_, lines| {
            lines[0].also_contains.push("c000000000000".to_owned());
        }),
        ("nobody", |_, lines| {
            let evidence = lines.iter_mut().find_map(|line| line.evidence.as_mut());
            evidence.expect("one").compared_with = "nobody".to_owned();
        }),
        ("two clusters have one id", |report, _| {
            report.clusters[1].id = report.clusters[0].id.clone();
        }),
        ("cluster: the lines say", |report, _| {
            // An id of the right form that no line names.
            let cluster = &mut report.clusters[0];
            cluster.id = cluster.id.replace(|c: char| c.is_ascii_digit(), "f");
        }),
        ("are not its passage", |report, _| passage(report).start += 1),
        ("unique_text", |report, _| {
            let members = report.clusters.iter_mut().flat_map(|it| &mut it.members);
            let mut edited = members.filter(|member| !member.unique_text.is_empty());
            edited.next().expect("one").unique_text.clear();
        }),
        ("no input has the id", |report, _| {
            report.clusters[0].members[0].id = "nobody".to_owned();
        }),
        ("the must-link between", |_, lines| {
            let line = lines.iter_mut().find(|line| line.id == "unique-2.eml");
            let line = line.expect("one");
            line.cluster = None;
        }),
        ("the cannot-link between", |report, _| {
            let constraint = &mut report.settings.constraints[1];
            constraint.a = "exact-1.eml".to_owned();
        }),
    ];
    for (expect, lie) in lies {
        let told = told(&detection, &config, lie);
        assert!(!told.is_empty(), "not found: {expect}");
        // Some lies show first in another place; each is found.
        let others = ["without evidence", "no cluster has the id"];
        let is_expected = told.contains(expect) || others.iter().any(|other| told.contains(other));
        assert!(is_expected, "{expect}: {told}");
    }
}

fn passage(report: &mut Report) -> &mut ReportedPassage {
    let members = report.clusters.iter_mut().flat_map(|it| &mut it.members);
    members.flat_map(|member| &mut member.unique_text).next().expect("a passage")
}

/// What the self-check says of a changed report; nothing where it holds.
fn told(
    detection: &Detection,
    config: &Config,
    lie: impl Fn(&mut Report, &mut Vec<DocumentLine>),
) -> String {
    let mut report = durian::report::build(detection, config);
    let mut lines: Vec<DocumentLine> = durian::report::document_lines(detection).collect();
    lie(&mut report, &mut lines);
    match durian::report::verify(detection, &report, lines.into_iter().map(Ok)) {
        Ok(_) => String::new(),
        Err(error) => format!("{error:#}"),
    }
}
