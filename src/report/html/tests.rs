//! The page without a browser: its colours, words and size.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use super::{FRAME, Glimpse, MOST_BYTES, Page, SCRIPT_DIGEST};
use crate::report::schema::{DocumentLine, Report};

#[test]
fn the_digest_is_that_of_the_script() {
    let digest = Sha256::digest(include_bytes!("script.js"));
    assert_eq!(SCRIPT_DIGEST, format!("sha256-{}", STANDARD.encode(digest)));
    assert!(!include_str!("script.js").contains("</script"));
}

#[test]
fn the_frame_leaves_room_for_itself() {
    assert!(include_str!("page.html").len() + include_str!("style.css").len() < FRAME / 4);
}

/// Text stands out from what is behind it as WCAG 2 asks, in the light and the dark.
#[test]
fn text_is_easy_to_read() {
    let luminance = |hex: &str| -> f64 {
        let digits = hex.trim_start_matches('#');
        let step = digits.len() / 3;
        let channel = |at: usize| {
            let part = digits[at * step..(at + 1) * step].repeat(if step == 1 { 2 } else { 1 });
            let value = f64::from(u8::from_str_radix(&part, 16).expect("a colour")) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(0) + 0.7152 * channel(1) + 0.0722 * channel(2)
    };
    for theme in include_str!("style.css").split(":root {").skip(1) {
        let theme = theme.split('}').next().expect("a theme");
        let colour = |name: &str| {
            let found = theme
                .split(';')
                .find_map(|line| line.trim().strip_prefix(name)?.strip_prefix(": "));
            luminance(found.expect(name))
        };
        for (front, back, least) in [
            ("--ink", "--paper", 7.0),
            ("--soft", "--paper", 4.5),
            ("--soft", "--tint", 4.5),
            ("--link", "--paper", 4.5),
            ("--link", "--tint", 4.5),
            ("--ins", "--ins-back", 4.5),
            ("--del", "--del-back", 4.5),
            ("--ins", "--changed-back", 4.5),
            ("--del", "--changed-back", 4.5),
            ("--ink", "--changed-back", 7.0),
            ("--soft", "--changed-back", 4.5),
            ("--exact", "--tint", 3.0),
            ("--edited", "--tint", 3.0),
            ("--unique", "--tint", 3.0),
            ("--others", "--tint", 3.0),
            ("--c1", "--tint", 3.0),
            ("--c2", "--tint", 3.0),
            ("--c3", "--tint", 3.0),
            ("--c4", "--tint", 3.0),
            ("--c5", "--tint", 3.0),
        ] {
            let (a, b) = (colour(front) + 0.05, colour(back) + 0.05);
            let ratio = (a / b).max(b / a);
            assert!(ratio >= least, "{front} on {back}: {ratio:.2}");
        }
    }
}

/// The report says how similar texts are, and passes no verdict on who wrote them.
#[test]
fn nothing_is_said_about_authenticity() {
    for form in [
        include_str!("page.html"),
        include_str!("campaign.html"),
        include_str!("copy.html"),
        include_str!("together.html"),
        include_str!("timeline.html"),
        include_str!("reading.html"),
        include_str!("bar.html"),
        include_str!("script.js"),
        include_str!("../words.rs"),
    ] {
        let form = form.to_lowercase();
        let words = form.split(|c: char| !c.is_alphanumeric());
        assert!(words.into_iter().all(|word| !["fraud", "bot", "bots", "fake"].contains(&word)));
    }
}

/// A report of some unique comments, with campaigns.
fn report(n_comments: usize, campaigns: &serde_json::Value) -> Report {
    serde_json::from_value(serde_json::json!({
        "schema_version": 1, "tool": {"name": "durian", "version": "0"},
        "settings": {"min_copies": 6, "threshold": 1.0, "family_bonus": 0.0, "links": [], "depth": 1, "constraints": [],
            "id_field": null, "text_field": null, "relayers_digest": ""},
        "input_digest": "", "clusters": [], "set_aside": [], "conflicts": [], "warnings": [], "campaigns": campaigns,
        "totals": {"inputs": n_comments, "submissions": n_comments, "comments": n_comments, "distinct_texts": n_comments,
            "buckets": {"singleton": n_comments}, "clusters": 0, "form_letters": 0, "categories": {},
            "added_passages": 0, "candidates_cut": 0}
    }))
    .expect("a report")
}

/// More campaigns than there is room for: the largest stand there, and the others are counted.
#[test]
fn campaigns_that_do_not_fit_are_counted() {
    const N: usize = 1500;
    let points: Vec<serde_json::Value> = (0..24)
        .map(|at| serde_json::json!({"text": format!("{at}{}", "bridge".repeat(20)), "n_comments": 5}))
        .collect();
    let campaigns: Vec<serde_json::Value> = (0..N)
        .map(|at| {
            serde_json::json!({"id": format!("g{at}"), "kind": "talking_points", "title": "a bridge", "n_comments": 5,
                "n_submissions": 5, "clusters": [], "members": ["a", "b", "c", "d", "e"], "first_received": null,
                "last_received": null, "relayers": [], "evidence": {}, "points": points})
        })
        .collect();
    let report = report(5 * N, &campaigns.into());
    let mut bytes = Vec::new();
    let find = |_| anyhow::bail!("there are no lines");
    Page::new(&report).write(&find, &mut bytes).expect("a page");
    let text = String::from_utf8(bytes).expect("UTF-8");
    let n_shown = text.matches("<details class=\"together\">").count();
    assert!(0 < n_shown && n_shown < N, "{n_shown}");
    assert!(text.matches("href=\"#g").count() >= n_shown);
    let note = crate::report::counted(N - n_shown, "campaign");
    assert!(text.contains(&format!("{note} did not fit here")), "{note}");
}

#[test]
fn a_page_is_never_too_large_and_tells_what_it_leaves_out() {
    const N: usize = 40_000;
    let report = report(N, &serde_json::json!([]));
    let line = |number: usize| -> anyhow::Result<DocumentLine> {
        Ok(serde_json::from_value(serde_json::json!({
            "id": format!("{:x}", number * 7919 % 1_000_003), "source": "", "bucket": "singleton", "reason": null, "cluster": null, "category": "singleton",
            "evidence": null, "paragraphs": ["The bridge over the creek is narrow & old. ".repeat(20)],
            "also_contains": [], "unique_text": [], "header_lines": [], "signature_lines": [], "footer_lines": [], "author": null,
            "organization": null, "subject": null, "timestamp": "2031-02-03T04:05:06Z", "docket_ids": [],
            "other_keys": [], "relayer": null, "attachments": [], "claimed_duplicates": null
        }))?)
    };
    let mut page = Page::new(&report);
    for number in 0..N {
        page.see(&Glimpse::of(&line(number).expect("a line")));
    }
    let mut bytes = Vec::new();
    page.write(&line, &mut bytes).expect("a page");
    assert!(bytes.len() < MOST_BYTES);
    let text = String::from_utf8(bytes).expect("UTF-8");
    let n_left_out = N - text.matches(" class=\"comment\"").count();
    assert!(n_left_out > 0);
    let note = crate::report::counted(n_left_out, "shorter unique comment");
    assert!(text.contains(&note), "{note}");
}
