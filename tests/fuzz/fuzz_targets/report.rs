//! A report folder as anybody may have changed it: the first line is `report.json`, the others those of
//! `documents.jsonl`. What can be read is rendered in every form and compared with itself.
#![no_main]

use durian::report::comparison::{self, Header, Lines};
use durian::report::csv;
use durian::report::html::{Page, Records};
use durian::report::schema::{DocumentLine, Report};
use durian::report::tables::{self, Campaigns, OF_REPORT};
use durian::report::terminal::{self, Style};

libfuzzer_sys::fuzz_target!(|data: &str| {
    let mut texts = data.lines();
    let first = texts.next().unwrap_or_default();
    let lines: Vec<&str> = texts.collect();
    let documents = lines.iter().filter_map(|line| serde_json::from_str::<DocumentLine>(line).ok());
    let documents: Vec<DocumentLine> = documents.collect();
    let headers = || serde_json::from_str::<Header>(first).ok();
    if let (Some(one), Some(other)) = (headers(), headers()) {
        let mut found = Lines::default();
        lines.iter().filter_map(|line| serde_json::from_str(line).ok()).for_each(|line| found.push(line));
        let found = found.sorted();
        let _ = comparison::text(&comparison::compare((&one, &found), (&other, &found)));
    }
    for document in &documents {
        let _ = terminal::comment(document, Some(document), None, Style { color: true });
    }
    if let Ok(report) = serde_json::from_str::<Report>(first) {
        let campaigns = Campaigns::new(&report);
        let _ = csv::of_lines(&campaigns, &documents).expect("memory");
        let write_volume = |_: &str, _: &[u8]| Ok(());
        let (records, mut page) = (Records::new(&report), Page::new(&report, &write_volume));
        for document in &documents {
            page.see(document, &records.of(document)).expect("memory");
        }
        let json = |at: usize| serde_json::to_string(&documents[at]);
        let find = |at| Ok(serde_json::from_str(&json(at)?)?);
        page.write(&find, &mut Vec::new()).expect("memory");
        for name in OF_REPORT {
            csv::write(name, tables::of_report(&report, name), Vec::new()).expect("memory");
        }
        for cluster in &report.clusters {
            let _ = terminal::cluster(cluster);
        }
    }
});
