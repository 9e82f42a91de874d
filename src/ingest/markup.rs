//! HTML in, plain text out, with paragraphs kept.

use std::borrow::Cow;

use nanohtml2text::html2text;
use regex::{Captures, Regex};

use super::decode::{windows_1252, with_line_feeds};
use super::patterns::Pattern;
use crate::guard::guarded;

/// Tags that show a comment field to be HTML. `<` alone does not: "PM < 2.5".
static TAG: Pattern = Pattern::new(
    r"(?i)</?(br|p|div|span|li|ul|ol|b|i|u|em|strong|a|table|tr|td|h[1-6]|html|body|font|blockquote|sup|sub)\b[^<>]*>",
);
/// Links and pictures: the library would print their addresses. Heads: where one is never closed, the
/// library would leave out the whole page; title, style and script in it are left out by their own tags.
static LINK: Pattern = Pattern::new(r"(?i)</?(a|img|area|map|head)\b[^<>]*>");
/// The beginning of a comment that is never closed: up to the next bracket. Read to the end of the page,
/// it would swallow a letter that some mail programs show.
static UNCLOSED_COMMENT: Pattern = Pattern::new(r"<!--(?:[^<>]*>)?");
/// Text whose line breaks count. The library would print the tags in it.
static PREFORMATTED: Pattern = Pattern::new(r"(?is)<pre\b[^<>]*>(.*?)(?:</pre\b[^<>]*>|\z)");
static PREFORMATTED_TAG: Pattern = Pattern::new(r"(?i)<pre\b[^<>]*>");
/// Two line breaks make an empty line; the library folds them into one.
static EMPTY_LINE: Pattern = Pattern::new(r"(?i)(?:<br\b[^<>]*>(?:\s|&nbsp;)*){2,}");
/// The beginning of what nobody sees or what the writer struck out: groups 1 the element, 2 that it is so small that only
/// what is larger in it is seen.
static UNSAID: Pattern = Pattern::new(
    r#"(?ix)<(?:(del|s|strike)\b[^<>]*
        | ([a-z][a-z0-9]*)\b(?:[^<>"']|"[^"<>]*"|'[^'<>]*')*?\s(?:hidden(?:\s*=\s*["']?hidden["']?)?(?:\s[^<>]*)?
          | style\s*=\s*(?:"(?:[^"<>]*?[\s;])?|'(?:[^'<>]*?[\s;])?)(?:(?:display\s*:\s*none|visibility\s*:\s*hidden|text-decoration(?:-line)?\s*:[^;"'<>]*line-through
              | opacity\s*:\s*0?\.?0+\s*[;"'!]|max-height\s*:\s*0 | color\s*:\s*transparent
              | height\s*:\s*0[^"'<>]*overflow\s*:\s*hidden | overflow\s*:\s*hidden[^"'<>]*[\s;]height\s*:\s*0)
            | (font-size\s*:\s*(?:0(?:\.\d+)?(?:px|pt)|0(?:e?m|rem|%)?\s*[;"'!]|1(?:px|pt))))[^<>]*))>"#,
);
static TAGS: Pattern = Pattern::new(r"<[^<>]*>");
/// Classes of hidden elements that are looked for at the most.
const MOST_CLASSES: usize = 50;
/// Elements that hold nothing, and so hide nothing.
const EMPTY_ELEMENTS: [&str; 8] = ["area", "br", "col", "hr", "img", "input", "link", "meta"];
/// Elements that end where the next one begins.
const OPEN_ELEMENTS: [&str; 5] = ["p", "li", "td", "th", "tr"];
/// Tags of a page without an end, at the most, that are looked at one by one: a letter cut off has one.
const MOST_UNCLOSED: usize = 16;
static ENTITY: Pattern =
    Pattern::new(r"&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});");

/// The text of an HTML page or mail part.
pub(super) fn page(html: &str) -> String {
    page_told(html).0
}

/// The same, and how many words of it are struck out, which are no statement of who sent it.
pub(super) fn page_told(html: &str) -> (String, usize) {
    let (html, n_struck) = without_unsaid(with_hidden_classes(without_comments(html)));
    let html = LINK.replace_all(&html, "");
    let html = PREFORMATTED.replace_all(&html, |text: &Captures<'_>| {
        let lines = text[1].replace('\n', "<br>");
        format!("<p>{}<p>", PREFORMATTED_TAG.replace_all(&lines, "<p>"))
    });
    let html = EMPTY_LINE.replace_all(&html, "<p>");
    let html = without_unclosed_tags(&html);
    let html = windows_1252_entities(&html);
    // The library is guarded although no input is known to make it panic.
    let text = guarded(|| html2text(&html)).unwrap_or_else(|_| html.clone());
    (text.replace("\r\n", "\n"), n_struck)
}

/// The page without comments, in one pass: a damaged page may open them by the thousand.
fn without_comments(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let last_end = html.rfind("-->").unwrap_or(0);
    let mut at = 0;
    while let Some(start) = html[at..last_end.max(at)].find("<!--").map(|start| at + start)
        && let Some(end) = html[start..].find("-->").map(|end| start + end)
    {
        text.push_str(&html[at..start]);
        at = end + "-->".len();
    }
    text.push_str(&UNCLOSED_COMMENT.replace_all(&html[at..], ""));
    text
}

/// The page with the mark of hidden elements at those that its own style hides by their class or id, on every screen.
fn with_hidden_classes(html: String) -> String {
    static STYLE: Pattern = Pattern::new(r"(?is)<style\b[^<>]*>(.*?)</style");
    static SCREEN: Pattern = Pattern::new(r"@media[^{}]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}");
    static HIDING: Pattern =
        Pattern::new(r"(?i)[.#]([\w-]+)\s*\{[^{}]*(?:display\s*:\s*none|visibility\s*:\s*hidden)");
    let styles: Vec<&str> =
        STYLE.captures_iter(&html).filter_map(|style| Some(style.get(1)?.as_str())).collect();
    let always = SCREEN.replace_all(&styles.join("\n"), "").into_owned();
    let names: Vec<String> = HIDING
        .captures_iter(&always)
        .take(MOST_CLASSES)
        .map(|name| regex::escape(&name[1]))
        .collect();
    if names.is_empty() {
        return html;
    }
    let element = format!(
        r#"(?i)<([a-z]+)(\s(?:[^<>]*\s)?(?:class|id)\s*=\s*["']?(?:[\w\s-]*\s)?(?:{})[\s"'>])"#,
        names.join("|")
    );
    Regex::new(&element)
        .map_or(html.clone(), |element| element.replace_all(&html, "<$1 hidden$2").into_owned())
}

/// The page without what nobody sees and what is struck out. What is never closed stays: it may be the whole letter.
fn without_unsaid(html: String) -> (String, usize) {
    // Most pages have none of these words, and the pattern is slow.
    static WORD: Pattern = Pattern::new(
        r"(?i)hidden|display|line-through|opacity|max-height|transparent|font-size|<(?:del|s|strike)\b",
    );
    if !WORD.is_match(&html) {
        return (html, 0);
    }
    let mut text = String::new();
    let (mut at, mut from, mut n_struck) = (0, 0, 0);
    let mut unclosed: Vec<String> = Vec::new();
    while let Some(found) = UNSAID.captures_at(&html, from) {
        let tag = found.get_match();
        from = tag.end();
        let name = found.get(1).or(found.get(2)).map_or("", |name| name.as_str()).to_lowercase();
        if EMPTY_ELEMENTS.contains(&&*name) || unclosed.contains(&name) {
            continue;
        }
        let Some(length) = element_length(&html[from..], &name) else {
            unclosed.push(name);
            continue;
        };
        let inside = html[from..from + length].to_ascii_lowercase();
        if found.get(3).is_some() && inside.contains("font-size") {
            continue;
        }
        if found.get(1).is_some() || tag.as_str().contains("line-through") {
            n_struck +=
                TAGS.replace_all(&html[from..from + length], " ").split_whitespace().count();
        }
        text.push_str(&html[at..tag.start()]);
        at = from + length;
        from = at;
    }
    if at == 0 {
        return (html, 0);
    }
    (text + &html[at..], n_struck)
}

/// How long an element is behind its first tag, up to the last one.
fn element_length(html: &str, name: &str) -> Option<usize> {
    let mut depth = 1;
    let is_open = OPEN_ELEMENTS.contains(&name);
    for (start, _) in html.match_indices('<') {
        let rest = &html.as_bytes()[start + 1..];
        let closes = rest.first() == Some(&b'/');
        let own = &rest[usize::from(closes)..];
        let is_own =
            own.get(..name.len()).is_some_and(|own| own.eq_ignore_ascii_case(name.as_bytes()))
                && !own.get(name.len()).is_some_and(u8::is_ascii_alphanumeric);
        if is_own {
            if is_open && !closes {
                return Some(start);
            }
            depth = if closes { depth - 1 } else { depth + 1 };
        }
        if depth == 0 {
            let end = html[start..].find('>').map_or(html.len(), |end| start + end + 1);
            return Some(if is_open { start } else { end });
        }
    }
    None
}

/// The page with `&lt;` for brackets that look like the beginning of a tag but have no end: the library
/// shows them as they are, too, but would look for the end of each up to the end of the page.
fn without_unclosed_tags(html: &str) -> Cow<'_, str> {
    let (mut at, mut n_unclosed) = (0, 0);
    while let Some(start) = html[at..].find('<').map(|start| at + start) {
        at = start + 1;
        let inside = &html[at..];
        if !inside.starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c)) {
            continue;
        }
        match tag_end(inside) {
            Some(end) => at += end + 1,
            None if n_unclosed < MOST_UNCLOSED => n_unclosed += 1,
            None => {
                return Cow::Owned(html[..start].to_owned() + &html[start..].replace('<', "&lt;"));
            }
        }
    }
    Cow::Borrowed(html)
}

/// Where a tag ends: a bracket in a quoted attribute is none.
fn tag_end(inside: &str) -> Option<usize> {
    let (mut quote, mut is_value) = (None, false);
    for (at, byte) in inside.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if byte == open => (quote, is_value) = (None, false),
            (Some(_), _) => {}
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') if is_value => quote = Some(byte),
            (None, byte) => is_value = byte == b'=' || is_value && byte.is_ascii_whitespace(),
        }
    }
    None
}

/// The text of a comment field: HTML, entities in plain text, or plain text. Entities are decoded
/// twice, because agencies export `&amp;#39;`.
pub(super) fn comment_field(field: &str) -> String {
    // A page that was escaped as a whole, maybe more than once: all of its tags are.
    static ESCAPED_TAG: Pattern = Pattern::new(
        r"(?i)&(?:amp;)*lt;/?(?:br|p|div|b|i|em|strong|ul|ol|li|span)\b[^<>&]*&(?:amp;)*gt;",
    );
    const MOST_ESCAPED: usize = 3;
    let mut field = Cow::Borrowed(field);
    for _ in 0..MOST_ESCAPED {
        if ESCAPED_TAG.is_match(&field) && !TAG.is_match(&field) {
            field = Cow::Owned(entities(&field));
        }
    }
    let field = &*field;
    let once = if TAG.is_match(field) {
        page(field)
    } else if field.contains('&') {
        entities(field)
    } else {
        return with_line_feeds(field.to_owned());
    };
    with_line_feeds(if once.contains('&') { entities(&once) } else { once })
}

fn entities(text: &str) -> String {
    let text = windows_1252_entities(text);
    ENTITY
        .replace_all(&text, |found: &Captures<'_>| match &found[0] {
            "&nbsp;" | "&#160;" => " ".to_owned(),
            // A bare space or bracket would be trimmed or read as a tag by the library.
            "&lt;" | "&#60;" => "<".to_owned(),
            "&gt;" | "&#62;" => ">".to_owned(),
            entity => guarded(|| html2text(entity)).unwrap_or_else(|_| entity.to_owned()),
        })
        .into_owned()
}

/// Numbers 128–159 mean windows-1252 characters, whatever the standard says.
fn windows_1252_entities(text: &str) -> String {
    static NUMBER: Pattern = Pattern::new(r"&#(1[2-5][0-9]);");
    let replaced = NUMBER.replace_all(text, |found: &Captures<'_>| {
        windows_1252(found[1].parse::<u8>().map_or('&', char::from)).to_string()
    });
    replaced.into()
}

#[cfg(test)]
mod tests {
    use super::{page, page_told};
    use crate::ingest::cases;

    #[test]
    fn pages_become_the_text_that_people_see() {
        for case in cases::rows(include_str!("markup.txt")) {
            let (found, expect) = (page(&case[0]), case[1].as_str());
            let is_same = found.trim() == expect
                || expect == "Keep it."
                    && found.split_whitespace().collect::<Vec<_>>().join(" ") == expect;
            assert!(is_same, "{} => {found}", case[0]);
        }
    }

    #[test]
    fn words_that_are_struck_out_are_counted() {
        let html = "Keep <del>no <b>boat</b></del><p style='text-decoration:line-through'>out</p>";
        assert_eq!(page_told(html).1, 3);
        assert_eq!(page_told("<p hidden>no boat</p>Keep it.").1, 0);
    }
}
