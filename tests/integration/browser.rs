//! The page in a real browser. Where there is none, these tests say so and are skipped.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::cli::durian;
use crate::renderings::{read, report_of, report_of_comments};
use crate::skip::skip;

/// A browser for the tests; none where there is none.
fn browser() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let browser = names.into_iter().find(|name| {
        let version = Command::new(name).arg("--version").output();
        version.is_ok_and(|output| output.status.success())
    });
    if browser.is_none() {
        skip("no Chromium on the path");
    }
    browser
}

/// Width and height of a window. Letters are higher than the low one, and scroll.
const LOW: &str = "1280,400";
const WIDE: &str = "1280,900";
const NARROW: &str = "500,900";

/// What a browser makes of a page in a window.
fn opened(browser: &str, folder: &Path, page: &str, window: &str) -> String {
    let output = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--virtual-time-budget=60000",
            "--dump-dom",
        ])
        .arg(format!("--window-size={window}"))
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .arg(format!("file://{}", folder.join("report").join(page).display()))
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
    let page = opened(browser, folder.path(), "report.html", LOW);
    assert!(page.contains("<title>Comments on"), "{page}");
    assert!(page.contains("class=\"js\""), "the script ran");
    assert!(page.contains("id=\"lacking\" hidden"), "the volumes were found, as the policy allows");
    assert!(page.contains("<a href=\"#campaigns\" aria-current=\"true\">"));
    for element in ["<img", "<iframe", "<b>bold"] {
        assert!(!page.contains(element), "{element}");
    }
}

/// In a real browser: a comment is found by its id, by its sender and by words, and all that is found is shown, page by
/// page.
#[test]
fn the_page_finds_comments() {
    let Some(browser) = browser() else {
        return;
    };
    let folder = report_of("sample-docket");
    let person = "<script>
        const told = [];
        const wait = () => new Promise((go) => setTimeout(go, 500));
        const look = async (text) => {
            byId('find-words').value = text;
            byId('find').requestSubmit();
            await wait();
            told.push(`${text} (${said.textContent}): ${found.innerText.replaceAll('\\n', ' / ')}`);
        };
        (async () => {
            for (const text of ['exact-3.eml', 'key-block.eml', 'attached.eml', 'lindqvist', 'greenheart', 'nothing that stands here']) await look(text);
            await look('*');
            found.querySelector('button:last-of-type').click();
            await wait();
            told.push(found.querySelector('li a').textContent);
            for (const id of ['key-block.eml', 'exact-3.eml', 'attached.eml', 'no-such.eml']) {
                location.hash = `comment=${id}`;
                await wait();
                const shown = viewer.hidden ? document.activeElement : viewer;
                told.push(shown.innerText.replace(/\\s+/g, ' ').slice(0, 300));
            }
            document.title = told.join(' | ');
        })();
    </script>";
    insta::assert_snapshot!(title_after(browser, folder.path(), WIDE, person).replace(" | ", "\n"));
}

/// Comments with what searches trip over: apostrophes, accents, hyphens, line ends, copies, what was set aside.
fn searched_docket() -> String {
    let letter = "National security needs the ferry.\nDon\u{2019}t close the caf\u{e9} on the quay before eight in the morning; the clinic\u{2019}s shifts begin at nine.";
    let mut comments: Vec<serde_json::Value> = (0..7)
        .map(|at| serde_json::json!({"id": format!("l{at}"), "text": letter, "author": format!("Ana L\u{f3}pez {at}"), "date": format!("2031-05-0{}T12:00:00Z", at + 1)}))
        .collect();
    for (id, text, organization) in [
        ("edited", format!("{letter} The H-1B visas of our inspec\u{ad}tors hang on it, and 1,000 jobs."), "Quill Point Rowers"),
        ("resume", "My r\u{e9}sum\u{e9} says that I inspected wake-\nboats before eight for twelve years, and nobody inspects them now.".to_owned(), "Harbor Inspection Union"),
        ("dont-1", "I dont see why national interests or security should close anything; see https://ferry.example/caf%C3%A9 and 40 CFR 60.12.".to_owned(), ""),
        ("cjk", "\u{5ddd}\u{3092}\u{5b88}\u{308c}\u{3002} Stra\u{df}e und \u{141}\u{f3}d\u{17a}: keep the ferry & the gulls, at 10:30.".to_owned(), "R&D"),
        ("none", "See attached".to_owned(), "Harbor Pilots Union"),
    ] {
        comments.push(serde_json::json!({"id": id, "text": text, "organization": organization, "date": "2031-06-30T12:00:00Z"}));
    }
    comments.iter().map(|comment| comment.to_string() + "\n").collect()
}

/// What the page finds and what `durian search` does are the same comments, whatever is asked for.
#[test]
fn the_page_and_the_terminal_search_alike() {
    const QUERIES: [&str; 46] = [
        "ferry",
        "FERRY",
        "\"national security\"",
        "security national",
        "don't",
        "dont",
        "don\u{2019}t",
        "cafe",
        "caf\u{e9}",
        "\"cafe on the quay\"",
        "\"ferry don't\"",
        "resume",
        "inspect",
        "inspect*",
        "inspectors",
        "\"wake boats before eight\"",
        "wake-boats",
        "h-1b",
        "1,000",
        "\"40 CFR 60.12\"",
        "gulls OR visas",
        "ferry -clinic",
        "ferry NOT (clinic OR gulls)",
        "(gulls OR resume) eight",
        "gulls OR resume eight",
        "author:lopez",
        "author:\"ana lopez 3\"",
        "author:lop*",
        "organization:union",
        "organization:r&d",
        "union",
        "-ferry",
        "date:2031-05",
        "date:2031-05-04",
        "date:[2031-05-02 TO 2031-05-04]",
        "date:[2031-06 TO *]",
        "id:l3",
        "l3",
        "id:l*",
        "bucket:exact_copy",
        "bucket:no_text",
        "\u{5ddd}\u{3092}",
        "strasse lodz",
        "*",
        "\u{201c}close the\u{201d} -bucket:singleton",
        "text:union",
    ];
    let Some(browser) = browser() else {
        return;
    };
    let folder = report_of_comments(&searched_docket());
    let queries = serde_json::to_string(&QUERIES[..]).expect("JSON");
    let person = format!(
        "<script>(async () => {{
            const told = [];
            for (const typed of {queries}) {{
                const hits = await search(queryOf(typed), () => true);
                const ids = [];
                for (const hit of [hits.unique, hits.copies, hits.exact, hits.aside].flat()) ids.push((await again(hit)).fields[0]);
                byId('find-words').value = typed;
                await find();
                told.push([ids.sort().join(' '), said.textContent.split(' of the docket')[0]].join('#'));
            }}
            document.title = told.join('|');
        }})();</script>"
    );
    let title = title_after(browser, folder.path(), WIDE, &person);
    let of_page: Vec<&str> = title.split('|').collect();
    assert_eq!(of_page.len(), QUERIES.len(), "{title}");
    for (query, found) in QUERIES.iter().zip(of_page) {
        let output = durian(folder.path(), &["search", "report", "--json", "--", query]);
        assert_eq!(output.status.code(), Some(0), "{query}: {output:?}");
        let lines = String::from_utf8(output.stdout).expect("UTF-8");
        let mut ids: Vec<String> = lines
            .lines()
            .map(|line| {
                serde_json::from_str::<serde_json::Value>(line).expect("JSON")["id"]
                    .as_str()
                    .expect("an id")
                    .to_owned()
            })
            .collect();
        ids.sort_unstable();
        let n =
            if ids.len() == 1 { "1 comment".to_owned() } else { format!("{} comments", ids.len()) };
        assert_eq!(found, format!("{}#{n}", ids.join(" ")), "{query}");
    }
}

/// Alone, without the folder beside it, the page says what it lacks, and what it holds can be read.
#[test]
fn a_page_that_was_moved_alone_says_so() {
    let Some(browser) = browser() else {
        return;
    };
    let folder = report_of("sample-docket");
    fs::remove_dir_all(folder.path().join("report/report-data")).expect("a folder");
    let page = opened(browser, folder.path(), "report.html", WIDE);
    assert!(page.contains("<p class=\"note\" id=\"lacking\">This page stands without its folder"));
    // A volume of another report is not shown.
    let other = report_of("campaigns");
    let data = folder.path().join("report/report-data");
    fs::rename(other.path().join("report/report-data"), &data).expect("a folder");
    let page = opened(browser, folder.path(), "report.html", WIDE);
    assert!(page.contains("id=\"lacking\">This page stands without its folder"));
}

/// Whoever closes a comment goes on where they opened it, or finds another one where its link is gone.
#[test]
fn a_closed_comment_gives_the_focus_back() {
    let Some(browser) = browser() else {
        return;
    };
    let folder = report_of("sample-docket");
    let person = "<script>
        const told = [];
        const wait = () => new Promise((go) => setTimeout(go, 500));
        const closeComment = async () => {
            await wait();
            told.push(document.activeElement.textContent);
            byId('close-comment').click();
            told.push(document.activeElement.id || document.activeElement.textContent);
        };
        (async () => {
            byId('find-words').value = 'exact-3.eml';
            byId('find').requestSubmit();
            await wait();
            const link = found.querySelector('li a');
            link.focus();
            link.click();
            await closeComment();
            link.focus();
            link.click();
            await wait();
            byId('close').click();
            await closeComment();
            document.title = told.join(', ');
        })();
    </script>";
    assert_eq!(
        title_after(browser, folder.path(), WIDE, person),
        "Comment exact-3.eml, exact-3.eml, , find-words"
    );
}

/// The campaigns stand in the order asked for, and those alone that hold some words; whoever follows a link to one that
/// is not shown sees it again.
#[test]
fn campaigns_are_chosen_and_sorted() {
    let Some(browser) = browser() else {
        return;
    };
    let folder = report_of("sample-docket");
    let person = "<script>
        const told = [];
        const line = byId('filter-campaigns');
        const [typed, order] = line.querySelectorAll('input, select');
        const shown = () => [...campaigns.children].filter((row) => !row.hidden).map((row) => row.dataset.n).join(' ');
        const change = (element, value) => {
            element.value = value;
            element.dispatchEvent(new Event('input', { bubbles: true }));
            told.push(`${value}: ${shown()} ${line.lastElementChild.textContent}`.trim());
        };
        told.push(shown());
        for (const value of ['first', 'added', 'n']) change(order, value);
        change(typed, 'ninety minutes');
        change(typed, 'support the closing');
        location.hash = campaigns.querySelector('[data-n=\"17\"]').id;
        setTimeout(() => {
            told.push(`${shown()} ${document.activeElement.parentElement.dataset.n}`);
            document.title = told.join(', ');
        }, 500);
    </script>";
    assert_eq!(
        title_after(browser, folder.path(), WIDE, person),
        "17 7, first: 17 7, added: 17 7, n: 17 7, ninety minutes: 17 1 campaign shown, \
         support the closing: 7 1 campaign shown, 17 7 17"
    );
}

/// One list is seen at a time; every tab, and every list of a letter, is gone to by its link.
#[test]
fn every_list_has_a_link() {
    let Some(browser) = browser() else {
        return;
    };
    let folder = report_of("sample-docket");
    let person = "<script>
        const told = [];
        const wait = () => new Promise((go) => setTimeout(go, 500));
        (async () => {
            for (const tab of document.querySelectorAll('nav a')) {
                location.hash = tab.hash;
                await wait();
                const seen = [...document.querySelectorAll('.panel')].filter((panel) => panel.checkVisibility());
                told.push(`${seen.map((panel) => panel.id)} ${document.querySelector('[aria-current]').hash}`);
            }
            const letter = byId('campaign-list').querySelector('.open').id;
            for (const list of ['edited', 'same', 'passages']) {
                location.hash = `${list}=${letter}`;
                await wait();
                told.push(byId('comment-shown').querySelector('.note').textContent);
            }
            document.title = told.join('; ');
        })();
    </script>";
    assert_eq!(
        title_after(browser, folder.path(), WIDE, person),
        "campaigns #campaigns; added #added; unique #unique; aside #aside; made #made; \
         10 edited copies, those with most words of their own first; 6 copies, with the same words, by id; \
         6 added passages, the most often added first"
    );
}

/// Before the first letter can be opened there is little to read and no scrolling, on no screen does anything stand beside
/// it, and no list is as long as the docket.
#[test]
fn the_first_screen_is_short() {
    let Some(browser) = browser() else {
        return;
    };
    for fixture in ["sample-docket", "campaigns", "opposite-stance", "record-formats"] {
        let folder = report_of(fixture);
        let person = "<script>addEventListener('load', () => {
            const first = byId('campaign-list')?.querySelector('summary');
            const [text] = document.body.innerText.split(first ? first.innerText.split('\\n')[0] : 'No two');
            const widest = () => document.documentElement.scrollWidth - innerWidth;
            const wide = [widest()];
            for (const part of document.querySelectorAll('details')) part.open = true;
            for (const tab of document.querySelectorAll('nav a')) { choose(byId(tab.hash.slice(1))); wide.push(widest()); }
            const top = first ? first.getBoundingClientRect().top + scrollY : 0;
            document.title = `${text.split(/\\s+/).length <= 250} ${innerWidth < 600 || top <= 1000} ${Math.max(...wide) <= 0}`;
        });</script>";
        for window in [WIDE, NARROW] {
            let told = title_after(browser, folder.path(), window, person);
            assert_eq!(told, "true true true", "{fixture} {window}");
        }
    }
}

/// What is read piece by piece is chosen and sorted by what is in it.
#[test]
fn comments_are_chosen_by_what_is_in_them() {
    let Some(browser) = browser() else {
        return;
    };
    let folder = report_of_comments(
        r#"{"id": "plain", "text": "The lamp on the mole should burn all night, because the fishing boats come home late in autumn."}
{"id": "figures", "text": "In 1994 the mole was raised by 40 inches, and 12 boats were saved from the storm of that year.", "organization": "Harbor Guild"}
{"id": "citation", "text": "Whoever reads 33 CFR 118.65 knows what lights a pier needs; the draft does not name that one.", "organization": "Bay Pilots"}
{"id": "short", "text": "I object to the draft, and I always will."}"#,
    );
    let person = "<script>
        const line = byId('filter-unique');
        const list = byId('unique-list');
        const shown = () => [...list.querySelectorAll('.comment')].map((piece) => piece.dataset.id).join(' ');
        const told = [shown()];
        const wait = () => new Promise((go) => setTimeout(go, 600));
        (async () => {
            for (const box of line.querySelectorAll('[type=checkbox]')) {
                box.click();
                await wait();
                told.push(`${box.parentElement.textContent.trim().replace(/\\s+/g, ' ')}: ${line.lastElementChild.textContent}: ${shown()}`);
                box.click();
            }
            const order = line.querySelector('select');
            line.querySelector('[type=number]').value = 12;
            for (const value of ['figures', 'citations', 'organization', 'words']) {
                order.value = value;
                order.dispatchEvent(new Event('input', { bubbles: true }));
                await wait();
                told.push(`${order.selectedOptions[0].textContent}: ${shown()}`);
            }
            document.title = told.join(', ');
        })();
    </script>";
    assert_eq!(
        title_after(browser, folder.path(), WIDE, person),
        "figures citation plain short, figures 1: 1 found: figures, citations 1: 1 found: citation, \
         an organization 2: 2 found: figures citation, \
         most figures first: figures citation plain, most citations first: citation figures plain, \
         organization, A to Z: citation figures plain, longest first: figures citation plain"
    );
}

/// Whatever a link leads to stands below the bar, with its heading; so does a comment that was found.
#[test]
fn links_land_with_the_heading_in_sight() {
    let Some(browser) = browser() else {
        return;
    };
    let folder = report_of("campaigns");
    let person = "<script>addEventListener('load', async () => {
        const wrong = [];
        const links = [...new Set([...document.querySelectorAll('a[href^=\"#\"]')].map((link) => link.getAttribute('href')))].filter((href) => !href.includes('='));
        for (const href of links) {
            for (const part of document.querySelectorAll('details')) part.open = false;
            scrollTo(0, 0);
            document.querySelector(`a[href='${href}']`).click();
            await new Promise((go) => setTimeout(go, 400));
            const target = byId(href.slice(1));
            const heading = target.matches('.panel') ? document.querySelector(`nav a[href='${href}']`)
                : target.parentElement.matches('details') ? target.parentElement.firstElementChild
                : target.querySelector(':scope > summary') || target;
            const { top } = heading.getBoundingClientRect();
            const below = Math.max(0, bar.getBoundingClientRect().bottom);
            // The end of the page may grow by what was not drawn yet, once it is scrolled there.
            const isLast = scrollY + innerHeight * 1.5 >= document.documentElement.scrollHeight;
            if (top < below || top > below + 60 && !isLast || document.activeElement !== heading) wrong.push(`${href} ${top} ${below}`);
        }
        document.title = `${links.length > 8}, wrong: ${wrong.join('; ') || 'none'}`;
    });</script>";
    for window in [WIDE, NARROW] {
        assert_eq!(title_after(browser, folder.path(), window, person), "true, wrong: none");
    }
}

/// The whole is printed: every row of the campaigns is opened for it, and closed again afterwards.
#[test]
fn the_whole_is_printed() {
    let Some(browser) = browser() else {
        return;
    };
    let folder = report_of("campaigns");
    let person = "<script>
        const n = () => document.querySelectorAll('.campaign:not([open])').length;
        const told = [n() > 1];
        dispatchEvent(new Event('beforeprint'));
        told.push(n());
        dispatchEvent(new Event('afterprint'));
        told.push(n() > 1);
        document.title = told.join();
    </script>";
    assert_eq!(title_after(browser, folder.path(), WIDE, person), "true,0,true");
}

/// The title of the page after a script of the test's own ran at its end.
fn title_after(browser: &str, folder: &Path, window: &str, script: &str) -> String {
    let page = read(folder, "report.html");
    let start = page.find("<meta http-equiv").expect("a policy");
    let end = start + page[start..].find('>').expect("its end") + 1;
    // The policy would not let this script run.
    let (before, after) = (&page[..start], &page[end..]);
    let (body, _) = after.rsplit_once("</body>").expect("a body");
    fs::write(folder.join("report/scripted.html"), format!("{before}{body}{script}</body>"))
        .expect("a page");
    let page = opened(browser, folder, "scripted.html", window);
    let title = page.split("<title>").nth(1);
    let title = title.and_then(|rest| rest.split("</title>").next());
    title.expect("a title").to_owned()
}

/// No fault that axe-core knows of, in the light and the dark, wide and narrow, with everything open and much found.
///
/// axe-core is no part of the project: the environment variable `AXE` names its `axe.min.js`
/// (`npm pack axe-core`).
#[test]
fn the_page_has_no_accessibility_fault() {
    let Some(browser) = browser() else {
        return;
    };
    let Some(axe) = std::env::var_os("AXE") else {
        return skip("the environment variable AXE names no axe.min.js");
    };
    let axe = fs::read_to_string(axe).expect("axe.min.js");
    for fixture in ["sample-docket", "opposite-stance", "record-formats", "hostile", "campaigns"] {
        let folder = report_of(fixture);
        let path = folder.path().join("report/report.html");
        let light = fs::read_to_string(&path).expect("a page");
        let dark = light.replace("(prefers-color-scheme: dark)", "all");
        assert_ne!(light, dark, "the page knows the dark");
        // Dark colors are the same at any width.
        for (page, windows) in [(light, &[LOW, WIDE, NARROW][..]), (dark, &[WIDE])] {
            fs::write(&path, page).expect("a page");
            let script = format!(
                "<script>{axe}</script><script>
                for (const part of document.querySelectorAll('details')) part.open = true;
                byId('find-words').value = 'the';
                byId('find').requestSubmit();
                const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
                setTimeout(() => axe.run(document, {{ runOnly: tags }}).then((found) => {{
                    const faults = found.violations.map((fault) => `${{fault.id}} ${{fault.nodes[0].target}}`);
                    document.title = faults.join('; ') || `none of ${{found.passes.length > 20}}`;
                }}), 1000);</script>"
            );
            for window in windows {
                let faults = title_after(browser, folder.path(), window, &script);
                assert_eq!(faults, "none of true", "{fixture}");
            }
        }
    }
}
