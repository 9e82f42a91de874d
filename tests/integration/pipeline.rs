//! Every fixture against its labels and its snapshot.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use durian::clustering::{self, AnalystLinks, Context, Rule};
use durian::compare::Tables;
use durian::config::Config;
use durian::corpus::{Overflow, Text};
use durian::ingest::{self, IngestConfig, Input};
use durian::reference::ReferenceConfig;
use durian::report::schema::{DocumentLine, ReportedMember};
use durian::{extract, reference};
use serde_json::Value;
use tempfile::TempDir;

use crate::candidates::rule_between;
use crate::each::copy;
use crate::skip::skip;
use crate::{detect, detect_with, fixtures};

/// A mail of the Maildir, as the repository keeps it and as mail programs name it: Windows takes no colon.
const READ_MAIL: (&str, &str) =
    ("Maildir/cur/1930000000.M1.host", "Maildir/cur/1930000000.M1.host:2,S");

/// A copy of a fixture's docket in which every file has its real name, where the system takes such a name.
fn docket_of(fixture: &Path) -> Option<TempDir> {
    let docket = TempDir::new().expect("a folder");
    copy(&fixture.join("docket"), docket.path());
    let (kept, real) = (docket.path().join(READ_MAIL.0), READ_MAIL.1);
    if kept.exists() {
        if cfg!(windows) {
            skip(&format!("{}: no file can be named {real}", fixture.display()));
            return None;
        }
        std::fs::rename(kept, docket.path().join(real)).expect("the name is taken");
    }
    Some(docket)
}

/// What a person says of each comment must come out.
#[test]
fn fixtures_come_out_as_labelled() {
    let mut n_labelled = 0;
    for folder in std::fs::read_dir(fixtures())
        .expect("fixtures")
        .flatten()
        .filter(|entry| entry.path().is_dir())
    {
        let Some(docket) = docket_of(&folder.path()) else {
            continue;
        };
        let (_, _, lines) = detect(docket.path());
        let labels = std::fs::read(folder.path().join("labels.json")).expect("labels");
        let labels: Vec<Value> = serde_json::from_slice(&labels).expect("valid labels");
        n_labelled += labels.len();
        check_labels(&folder.path(), &lines, &labels);
    }
    assert!(n_labelled > 50, "labels were read");
}

/// The rule that placed a member is found again from it, from the document it was compared with, and from the
/// docket's tables.
#[test]
fn every_link_is_a_function_of_its_pair() {
    let mut n_links = 0;
    let folders = std::fs::read_dir(fixtures()).expect("fixtures").flatten();
    for folder in folders.filter(|entry| entry.path().is_dir()) {
        let (detection, _, _) = detect(&folder.path().join("docket"));
        let references =
            reference::detect(&detection.corpus, &detection.groups, &ReferenceConfig::default());
        let context = Context {
            tables: &Tables::new(&detection.corpus, &references),
            references: &references,
            analyst: &AnalystLinks::default(),
            config: &clustering::ClusteringConfig::default(),
        };
        // A copy that is worded anew belongs to the wording of all, not to another copy, and where nobody sent the letter to what
        // all share; a short one is proved by all.
        let clusters = detection.clusters.clusters.iter().filter(|cluster| {
            !cluster.is_spun() && detection.edits.consensus(cluster.seed).is_none()
        });
        let members = clusters.flat_map(|cluster| &cluster.members);
        for member in members.filter(|member| member.rule != Rule::ShortCopy) {
            let (seed, document) = (member.compared_with, member.document);
            let found = rule_between(&context, seed, document);
            assert_eq!(found, Some(member.rule), "{member:?}");
            n_links += 1;
        }
    }
    assert!(n_links > 30, "{n_links}");
}

fn check_labels(folder: &Path, lines: &[DocumentLine], labels: &[Value]) {
    let lines: BTreeMap<&str, &DocumentLine> =
        lines.iter().map(|line| (line.id.as_str(), line)).collect();
    let mut clusters: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for label in labels {
        let id = label["id"].as_str().expect("an id");
        let line =
            lines.get(id).unwrap_or_else(|| panic!("{}: no line for {id}", folder.display()));
        let found = match line.category {
            Some(category) => serde_json::to_value(category),
            None => serde_json::to_value(line.bucket),
        };
        assert_eq!(found.expect("serializable"), label["category"], "{} {id}", folder.display());
        if let Some(rule) = label["rule"].as_str() {
            let found = line.evidence.as_ref().map(|evidence| evidence.rule);
            assert_eq!(serde_json::to_value(found).expect("serializable"), rule, "{id}");
        }
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let unique: Vec<String> = line.unique_text.iter().map(|text| flat(text)).collect();
        let expected: Vec<String> =
            serde_json::from_value(label["unique_text"].clone()).expect("texts");
        assert_eq!(unique, expected, "{} {id}", folder.display());
        if let Some(cluster) = label["cluster"].as_str() {
            clusters
                .entry(cluster)
                .or_default()
                .insert(line.cluster.clone().unwrap_or_else(|| format!("alone: {id}")));
        }
    }
    let mut seen = BTreeSet::new();
    for (label, found) in clusters {
        assert_eq!(found.len(), 1, "{}: `{label}` is parted", folder.display());
        let is_new = found.into_iter().all(|cluster| seen.insert(cluster));
        assert!(is_new, "{}: `{label}` is joined with another", folder.display());
    }
}

/// One snapshot per fixture: a new case is a new folder.
#[test]
fn fixtures_look_as_before() {
    insta::glob!("../../fixtures", "*/docket", |docket| {
        let Some(docket) = docket_of(docket.parent().expect("a fixture")) else {
            return;
        };
        let (_, report, lines) = detect(docket.path());
        let mut text = String::new();
        writeln!(text, "{}", serde_json::to_string(&report.totals.buckets).expect("serializable"))
            .expect("a string");
        for cluster in &report.clusters {
            let first = cluster.reference.paragraphs.first().map_or("", String::as_str);
            let first: String = first.chars().take(40).collect();
            writeln!(
                text,
                "{} {} comments, letter: {}, {first:?}",
                cluster.id, cluster.n_comments, cluster.is_form_letter
            )
            .expect("a string");
            if cluster.reference.is_consensus {
                writeln!(text, "    consensus of {}", cluster.reference.id).expect("a string");
            }
            for related in &cluster.related {
                writeln!(text, "    related: {related:?}").expect("a string");
            }
            for added in &cluster.added {
                writeln!(text, "    added: {added:?}").expect("a string");
            }
        }
        for line in &lines {
            let evidence = line.evidence.as_ref().map(|evidence| {
                format!(
                    "{} {} {:.6}",
                    word(&evidence.rule),
                    evidence.compared_with,
                    evidence.distance
                )
            });
            let parts = [
                Some(word(&line.bucket)),
                line.category.as_ref().map(word),
                line.cluster.clone(),
                evidence,
                line.reason.clone(),
                line.resubmission_of.as_ref().map(|first| format!("sent again after {first}")),
            ];
            writeln!(
                text,
                "{}: {}",
                line.id,
                parts.into_iter().flatten().collect::<Vec<_>>().join(" | ")
            )
            .expect("a string");
            for (name, zone) in [
                ("header", &line.header_lines),
                ("signature", &line.signature_lines),
                ("footer", &line.footer_lines),
                ("unique", &line.unique_text),
                ("also contains", &line.also_contains),
                ("also in", &line.also_in),
            ] {
                if !zone.is_empty() {
                    writeln!(text, "    {name}: {zone:?}").expect("a string");
                }
            }
        }
        for warning in report.warnings.iter() {
            writeln!(text, "warning: {warning}").expect("a string");
        }
        insta::assert_snapshot!(text);
    });
}

fn word(value: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).expect("serializable");
    value.as_str().unwrap_or_default().to_owned()
}

/// Of a letter that nobody sent, the copy it is made of and the seed are members like the others.
#[test]
fn a_letter_that_nobody_sent_is_a_consensus() {
    let (_, report, _) = detect(&fixtures().join("personalised-letter/docket"));
    let cluster = &report.clusters[0];
    let reference = &cluster.reference;
    assert!(reference.is_consensus);
    assert_eq!((reference.n_copies, cluster.members.len()), (0, 8));
    let own_words = "jackdaw";
    assert!(!reference.paragraphs.concat().contains(own_words));
    let representative = cluster.members.iter().find(|found| found.id == reference.id);
    let unique = &representative.expect("a member").unique_text;
    assert!(unique[0].text.contains(own_words));
    let is_seed = |member: &&ReportedMember| member.evidence.rule == Rule::Seed;
    assert_eq!(cluster.members.iter().filter(is_seed).count(), 1);
    let mut placed = cluster.members.iter().filter(|found| !is_seed(found));
    assert!(placed.all(|found| found.evidence.compared_with != found.id), "with another one");
}

/// Spans of unique text slice back to what the report shows.
#[test]
fn offsets_slice_back_to_their_text() {
    let (detection, report, _) = detect(&fixtures().join("sample-docket/docket"));
    let corpus = &detection.corpus;
    let canonical = corpus.ids().filter(|id| corpus.entry(*id).keeps_text);
    let text_of: BTreeMap<&str, Cow<'_, Text>> =
        canonical.map(|id| (corpus.id(id), corpus.text(id))).collect();
    let passages =
        report.clusters.iter().flat_map(|cluster| &cluster.members).flat_map(|member| {
            member.unique_text.iter().map(|passage| (member.id.as_str(), passage))
        });
    let mut n = 0;
    for (id, passage) in passages {
        assert_eq!(&text_of[id].decoded[passage.start..passage.end], passage.text);
        n += 1;
    }
    assert!(n >= 6, "there are passages");
}

/// Where the texts are in a file, the report is the same.
#[test]
fn texts_in_a_file_give_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut filed = Config::default();
    filed.ingest.overflow = Some(Overflow { folder: folder.path().to_owned(), beyond: 0 });
    for fixture in
        ["sample-docket", "campaigns", "personalised-letter", "known-text", "mail-folders"]
    {
        let docket = fixtures().join(fixture).join("docket");
        let [kept, filed] = [&Config::default(), &filed].map(|config| {
            let (_, report, lines) = detect_with(&docket, config);
            (serde_json::to_string(&report), serde_json::to_string(&lines))
        });
        assert_eq!(kept.0.expect("serializable"), filed.0.expect("serializable"), "{fixture}");
        assert_eq!(kept.1.expect("serializable"), filed.1.expect("serializable"), "{fixture}");
    }
    let is_empty = folder.path().read_dir().expect("a folder").next().is_none();
    assert!(is_empty, "the file has no name");
}

/// The text of a document as `durian extract` writes it, and its zones by their names.
fn extracted(xml: &[u8]) -> (String, Vec<(String, std::ops::Range<usize>)>) {
    use quick_xml::events::Event;
    let mut reader = quick_xml::Reader::from_reader(xml);
    let (mut text, mut zones, mut is_inside) = (String::new(), Vec::new(), false);
    let mut buffer = Vec::new();
    loop {
        match reader.read_event_into(&mut buffer).expect("XML") {
            Event::Start(tag) if tag.name().as_ref() == "text" => is_inside = true,
            Event::End(tag) if tag.name().as_ref() == "text" => return (text, zones),
            Event::Start(tag) if is_inside => {
                zones.push((tag.name().as_ref().to_owned(), text.len()..text.len()));
            }
            Event::End(_) if is_inside => zones.last_mut().expect("a zone").1.end = text.len(),
            Event::Empty(tag) if is_inside => {
                let code = tag.try_get_attribute("code").expect("XML").expect("a code").value;
                text.extend(code.parse().ok().and_then(char::from_u32));
            }
            Event::Text(own) if is_inside => text.push_str(&own),
            Event::GeneralRef(own) if is_inside => {
                let name = own.resolve_char_ref().expect("XML").map(String::from);
                let name = name.as_deref().or(quick_xml::escape::resolve_predefined_entity(&own));
                text.push_str(name.expect("an entity"));
            }
            _ => {}
        }
        buffer.clear();
    }
}
/// What `durian extract` writes holds every character of a text, and its zones.
#[test]
fn extracted_documents_hold_their_texts_in_full() {
    for fixture in ["sample-docket", "record-formats", "mail-folders", "encodings"] {
        let docket = fixtures().join(fixture).join("docket");
        let config = IngestConfig { keeps_all_texts: true, ..IngestConfig::default() };
        let corpus = ingest::read(&[Input::Path(docket)], &config).expect("it reads");
        for (document, id) in corpus.records().zip(corpus.ids()) {
            let own = corpus.text(id);
            let xml = extract::document_xml(&document, &own, &[]).expect("it is written");
            let (text, zones) = extracted(&xml);
            assert_eq!(text, *own.decoded, "{fixture}");
            let of_own = own.zones.iter();
            let of_own = of_own.map(|zone| {
                let kind = serde_json::to_value(zone.kind).expect("a name");
                (kind.as_str().expect("a name").to_owned(), zone.span.clone())
            });
            assert_eq!(zones, of_own.collect::<Vec<_>>(), "{fixture}");
        }
    }
}

/// A report is named by `--title`, else by the docket that most comments cite and the file that all are from.
#[test]
fn a_report_has_a_title() {
    let check = |path: &str, expect: &str| {
        let (_, report, _) = detect(&fixtures().join(path));
        assert_eq!(report.title, expect);
    };
    check("sample-docket/docket", "Comments on docket HBR-2031-0007");
    check("documents/docket", "Comments on a proposed rule");
    check("campaigns/docket", "Comments on a proposed rule (comments.jsonl)");
    let config = Config { title: Some("Ferries,\nweek 2".to_owned()), ..Config::default() };
    let (_, report, _) = detect_with(&fixtures().join("sample-docket/docket"), &config);
    assert_eq!(report.title, "Ferries,\u{FFFD}week 2");
}
