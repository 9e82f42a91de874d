//! The page without a browser: its colors, words and size.

use std::collections::BTreeMap;
use std::sync::Mutex;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use super::{FindLine, Page, Records, SCRIPT, SCRIPT_DIGEST, WriteVolume};
use crate::report::schema::{DocumentLine, Report, examples};

#[test]
fn the_digest_is_that_of_the_script() {
    let digest = Sha256::digest(SCRIPT);
    assert_eq!(SCRIPT_DIGEST, format!("sha256-{}", STANDARD.encode(digest)));
    assert!(!SCRIPT.contains("</script"));
}

/// Text stands out from what is behind it as WCAG 2 asks, in the light and the dark.
#[test]
fn text_is_easy_to_read() {
    fn luminance(hex: &str) -> f64 {
        let digits = hex.trim_start_matches('#');
        let step = digits.len() / 3;
        let [red, green, blue] = [0, 1, 2].map(|at| {
            let part = digits[at * step..(at + 1) * step].repeat(if step == 1 { 2 } else { 1 });
            let value = f64::from(u8::from_str_radix(&part, 16).expect("a color")) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    for rest in include_str!("style.css").split(":root {").skip(1) {
        let (theme, _) = rest.split_once('}').expect("a theme");
        for (back, fronts, least) in [
            ("paper", "ink", 7.0),
            ("paper", "soft link", 4.5),
            ("tint", "soft link", 4.5),
            ("tint", "exact edited unique aside", 3.0),
            ("ins-back", "ins", 4.5),
            ("del-back", "del", 4.5),
            ("changed-back", "ink", 7.0),
            ("changed-back", "ins del soft", 4.5),
        ] {
            for front in fronts.split(' ') {
                let [a, b] = [front, back].map(|name| {
                    let (_, rest) = theme.split_once(&format!("--{name}: ")).expect(name);
                    luminance(rest.split(';').next().expect("a color")) + 0.05
                });
                let ratio = (a / b).max(b / a);
                assert!(ratio >= least, "{front} on {back}: {ratio:.2}");
            }
        }
    }
}

/// The report says how similar texts are, and passes no verdict on who wrote them.
#[test]
fn nothing_is_said_about_authenticity() {
    for form in [
        include_str!("page.html"),
        include_str!("campaign.html"),
        include_str!("letter.html"),
        include_str!("copy.html"),
        include_str!("together.html"),
        include_str!("days.html"),
        include_str!("reading.html"),
        SCRIPT,
        include_str!("../words.rs"),
        include_str!("../words.txt"),
    ] {
        for word in form.to_lowercase().split(|c: char| !c.is_alphanumeric()) {
            assert!(!["fraud", "bot", "bots", "fake"].contains(&word), "{word}");
        }
    }
}

/// A report of some unique comments, with campaigns.
fn report(n_comments: usize, campaigns: &serde_json::Value) -> Report {
    examples::report(&serde_json::json!({
        "campaigns": campaigns,
        "totals": {"inputs": n_comments, "submissions": n_comments, "comments": n_comments, "distinct_texts": n_comments,
            "buckets": {"singleton": n_comments}, "clusters": 0, "form_letters": 0, "categories": {},
            "added_passages": 0, "candidates_cut": 0}
    }))
}

/// What a page and its volumes are written into.
#[derive(Default)]
struct Written {
    page: String,
    volumes: Mutex<BTreeMap<String, String>>,
}

impl Written {
    fn of(report: &Report, n_lines: usize, line: &FindLine<'_>) -> Self {
        let mut written = Self::default();
        let write: &WriteVolume<'_> = &|name, bytes| {
            let text = String::from_utf8(bytes.to_vec())?;
            let mut volumes = written.volumes.lock().expect("nobody panicked");
            assert!(volumes.insert(name.to_owned(), text).is_none(), "{name} is written once");
            Ok(())
        };
        let records = Records::new(report);
        let mut page = Page::new(report, write);
        for number in 0..n_lines {
            let line = line(number).expect("a line");
            page.see(&line, &records.of(&line)).expect("a volume");
        }
        let mut bytes = Vec::new();
        page.write(line, &mut bytes).expect("a page");
        written.page = String::from_utf8(bytes).expect("UTF-8");
        written
    }

    /// The cells of the columns of all volumes of a kind, record by record.
    fn records(&self, kind: &str) -> Vec<Vec<String>> {
        let volumes = self.volumes.lock().expect("nobody panicked");
        let mut records = Vec::new();
        for (name, text) in volumes.iter().filter(|(name, _)| name.starts_with(kind)) {
            let arguments = text.strip_prefix("durian(").and_then(|text| text.strip_suffix(")\n"));
            let list = format!("[{}]", arguments.expect("one call"));
            let (_, of, columns): (String, String, Vec<String>) =
                serde_json::from_str(&list).expect("JSON");
            assert_eq!(of, *name);
            let columns: Vec<Vec<&str>> =
                columns.iter().map(|column| column.split_terminator('\u{1e}').collect()).collect();
            records.extend((0..columns[0].len()).map(|at| {
                columns.iter().map(|column| column[at].to_owned()).collect::<Vec<String>>()
            }));
        }
        records
    }
}

/// More campaigns than there is room for: the largest stand on the page with what they open, then rows alone, and the
/// volumes hold what is left of each.
#[test]
fn campaigns_that_do_not_fit_are_in_the_volumes() {
    const N: usize = 1500;
    let passages: Vec<serde_json::Value> = (0..24)
        .map(|at| {
            let text = format!("{at}{}", "bridge".repeat(20));
            serde_json::json!({"text": text, "n_comments": 5, "of_letters": [], "n_alone": 5})
        })
        .collect();
    let campaigns: Vec<serde_json::Value> = (0..N)
        .map(|at| {
            serde_json::json!({"id": format!("g{at}"), "kind": "kit", "title": "a bridge", "n_comments": 5,
                "n_submissions": 5, "clusters": [], "members": ["a", "b", "c", "d", "e"], "first_date": null,
                "last_date": null, "relayers": [], "evidence": {}, "passages": passages})
        })
        .collect();
    let report = report(5 * N, &campaigns.into());
    let written = Written::of(&report, 0, &|_| anyhow::bail!("there are no lines"));
    let n_rows = written.page.matches("<details class=\"campaign\"").count();
    let n_fetched = written.page.matches(" data-fetched>").count();
    assert!(0 < n_fetched && n_fetched < n_rows && n_rows < N, "{n_fetched} {n_rows}");
    let records = written.records("campaigns");
    assert_eq!(records.len(), N);
    assert_eq!(records.iter().filter(|record| !record[1].is_empty()).count(), N - n_rows);
    let n_bodies = records.iter().filter(|record| !record[2].is_empty()).count();
    assert_eq!(n_bodies, N - n_rows + n_fetched);
    assert!(written.page.contains("Show all 1,500 rows"));
}

/// The page stays small; the volumes hold every comment whole, in parts of bounded size, whatever a comment holds.
#[test]
fn every_comment_is_in_the_volumes() {
    const N: usize = 20_000;
    let report = report(N, &serde_json::json!([]));
    fn text(number: usize) -> String {
        format!("{number} </script>\u{2028}\"); alert(1) // {}", "The bridge is old. ".repeat(20))
    }
    fn line(number: usize) -> anyhow::Result<DocumentLine> {
        Ok(serde_json::from_value(serde_json::json!({
            "id": format!("{number:05}"), "source": "", "bucket": "singleton", "category": "singleton",
            "paragraphs": [text(number), "Mend it."], "timestamp": "2031-02-03T04:05:06Z"
        }))?)
    }
    let written = Written::of(&report, N, &line);
    assert!(written.page.len() < 1_000_000, "{}", written.page.len());
    let records = written.records("comments");
    assert_eq!(records.len(), N);
    for (number, record) in records.iter().enumerate() {
        assert!(record[0].starts_with(&format!("{number:05}\u{1f}")));
        assert_eq!(record[1], format!("{}\n\nMend it.", text(number).replace('\u{2028}', "\n")));
    }
    for volume in written.volumes.lock().expect("nobody panicked").values() {
        assert!(volume.len() < 2_500_000);
        assert!(
            !volume.contains("</") && !volume.contains('\u{2028}') && volume.lines().count() == 1
        );
    }
}
