//! The page in a real browser. Where there is none, these tests say so and are skipped.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::renderings::{read, report_of};

/// A browser for the tests; none where there is none.
fn browser() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let browser = names.into_iter().find(|name| {
        let version = Command::new(name).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    });
    if browser.is_none() {
        eprintln!("skipped: no Chromium on the path");
    }
    browser
}

/// What a browser makes of a page.
fn opened(browser: &str, folder: &Path, page: &str) -> String {
    let output = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--virtual-time-budget=60000",
            // Letters are higher than this, and scroll.
            "--window-size=1280,400",
            "--dump-dom",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .arg(format!(
            "file://{}",
            folder.join("report").join(page).display()
        ))
        .output()
        .expect("the browser starts");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// In a real browser: the page's own script runs, a comment's does not.
#[test]
fn a_browser_opens_the_page() {
    let Some(browser) = browser() else {
        return;
    };
    let folder = report_of("hostile");
    let page = opened(browser, folder.path(), "report.html");
    assert!(page.contains("<title>Comments on"), "{page}");
    assert!(
        page.contains("<form id=\"find\" role=\"search\">"),
        "the script ran"
    );
    assert!(page.contains("<button type=\"button\">Comments</button>"));
    for element in ["<img", "<iframe", "<b>bold"] {
        assert!(!page.contains(element), "{element}");
    }
}

/// In a real browser: a comment is found by its id, the campaigns are sorted and filtered.
#[test]
fn the_page_finds_sorts_and_filters() {
    let Some(browser) = browser() else {
        return;
    };
    let folder = report_of("sample-docket");
    let person = "<script>
        const type = (id, text) => { byId(id).value = text; byId(id).dispatchEvent(new Event('input')); };
        const said = [];
        for (const id of ['exact-3.eml', 'key-block.eml', 'attached.eml', 'nobody']) {
            type('find-id', id);
            byId('find').requestSubmit();
            said.push(found.textContent);
        }
        type('find-id', 'key-block.eml');
        byId('find').requestSubmit();
        found.querySelector('a').click();
        said.push(document.activeElement.textContent.slice(0, 13));
        document.querySelectorAll('#campaign-table thead button')[1].click();
        document.querySelectorAll('#campaign-table thead button')[1].click();
        said.push(body.rows[0].cells[1].textContent);
        document.title = said.join(' | ');
    </script>";
    insta::assert_snapshot!(title_after(browser, folder.path(), person));
}

/// The title of the page after a script of the test's own ran at its end.
fn title_after(browser: &str, folder: &Path, script: &str) -> String {
    let page = read(folder, "report.html");
    let start = page.find("<meta http-equiv").expect("a policy");
    let end = start + page[start..].find('>').expect("its end") + 1;
    // The policy would not let this script run.
    let (before, after) = (&page[..start], &page[end..]);
    let (body, _) = after.rsplit_once("</body>").expect("a body");
    fs::write(
        folder.join("report/scripted.html"),
        format!("{before}{body}{script}</body>"),
    )
    .expect("a page");
    let page = opened(browser, folder, "scripted.html");
    let title = page.split("<title>").nth(1);
    let title = title.and_then(|rest| rest.split("</title>").next());
    title.expect("a title").to_owned()
}

/// No fault that axe-core calls serious or critical, in the light and the dark, with everything open.
///
/// axe-core is no part of the project: the environment variable `AXE` names its `axe.min.js`
/// (`npm pack axe-core`).
#[test]
fn the_page_has_no_serious_accessibility_fault() {
    let Some(browser) = browser() else {
        return;
    };
    let Some(axe) = std::env::var_os("AXE") else {
        eprintln!("skipped: the environment variable AXE names no axe.min.js");
        return;
    };
    let axe = fs::read_to_string(axe).expect("axe.min.js");
    for fixture in [
        "sample-docket",
        "opposite-stance",
        "record-formats",
        "hostile",
    ] {
        let folder = report_of(fixture);
        let path = folder.path().join("report/report.html");
        let light = fs::read_to_string(&path).expect("a page");
        let dark = light.replace("(prefers-color-scheme: dark)", "all");
        assert_ne!(light, dark, "the page knows the dark");
        for page in [light, dark] {
            fs::write(&path, page).expect("a page");
            let script = format!(
                "<script>{axe}</script><script>
                for (const part of document.querySelectorAll('details')) part.open = true;
                axe.run().then((found) => {{
                    const faults = found.violations.filter((fault) => /serious|critical/.test(fault.impact));
                    document.title = faults.map((fault) => `${{fault.id}} ${{fault.nodes[0].target}}`).join('; ') || `none of ${{found.passes.length > 20}}`;
                }});</script>"
            );
            let faults = title_after(browser, folder.path(), &script);
            assert_eq!(faults, "none of true", "{fixture}");
        }
    }
}
