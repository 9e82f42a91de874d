//! What a web form printed into a comment: "PLEASE ENTER YOUR COMMENT HERE". It is none of the
//! commenter's words, and would be called their own.

use std::sync::LazyLock;

use regex::Regex;

use crate::corpus::{Zone, ZoneKind};

/// A prompt that begins a line. One inside a sentence stands for a word that is missing, and stays.
static PROMPT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?im)^[ \t]*((?:please (?:enter|type|write|insert) your comments? here\b|\[(?:(?:please )?(?:enter|type|write|insert) )?your [^\[\]\n]{1,60} here\.?\])[ \t]*[.:]?)",
    )
    .expect("the pattern is valid")
});

/// How every prompt ends: few texts hold it, and it is cheap to look for.
static ENDING: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("(?i) here").expect("the pattern is valid"));

/// All prompts, in text order.
pub(super) fn find(text: &str) -> impl Iterator<Item = Zone> {
    let text = if ENDING.is_match(text) { text } else { "" };
    PROMPT.captures_iter(text).filter_map(|found| {
        Some(Zone {
            kind: ZoneKind::Header,
            span: found.get(1)?.range(),
        })
    })
}
