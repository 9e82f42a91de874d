//! What a web form printed into a comment: "PLEASE ENTER YOUR COMMENT HERE", and what was written above a
//! letter that was passed on: "SAMPLE LETTER:", "Comment 3:". It is none of the commenter's words, and would
//! be called their own.

use std::ops::Range;

use super::header::is_reference;
use super::line::lines_with;
use crate::corpus::{Zone, ZoneKind};
use crate::ingest::patterns::Pattern;

/// A prompt that begins a line. One inside a sentence stands for a word that is missing, and stays.
static PROMPT: Pattern = Pattern::new(
    r"(?im)^[ \t]*((?:please (?:enter|type|write|insert) your comments? here\b|\[(?:(?:please )?(?:enter|type|write|insert) )?your [^\[\]\n]{1,60} here\.?\])[ \t]*[.:]?)",
);

/// How every prompt ends: few texts hold it, and it is cheap to look for.
static ENDING: Pattern = Pattern::new("(?i) here");

/// A label that begins a paragraph; what it labels follows it.
static LABEL: Pattern = Pattern::new(
    r"(?x)^(?i:
            (?:(?:public|my|our|your|general|specific|official|formal)\ )?comments?(?:\ ?(?:no\.?|number|\#)?\ ?\d{1,3})?
          | (?:(?:urgent|important|member|national)\ )*(?:(?:action\ )?alert|action\ (?:needed|request))
          | (?:call\ to|take)\ action
          | (?:sample|form|template|suggested|draft|example)\ (?:letter|comments?|text|message|language|e-?mail)(?:\ (?:text|below|follows|to\ (?:send|submit|copy)))?
          | template | talking\ points? | (?:letter|message|comment|body)\ (?:text|body)
          | subject(?:\ line)?
        )\ ?:",
);
/// Bytes of a label at the most.
const LONGEST_LABEL: usize = 40;

/// All prompts and labels, in text order.
pub(super) fn find(text: &str) -> impl Iterator<Item = Zone> {
    let asked = ENDING.is_match(text).then(|| PROMPT.captures_iter(text));
    let mut spans: Vec<Range<usize>> = asked
        .into_iter()
        .flatten()
        .filter_map(|found| Some(found.get(1)?.range()))
        .chain(labels(text))
        .collect();
    spans.sort_unstable_by_key(|span| span.start);
    spans.into_iter().map(|span| Zone { kind: ZoneKind::Header, span })
}

/// White space, and what mail programs and writers put in front of a line.
fn is_mark(character: char) -> bool {
    character.is_whitespace() || matches!(character, '>' | '*')
}

/// The labels at the beginning of paragraphs. Where nothing follows one it is all there is, and stays.
fn labels(text: &str) -> impl Iterator<Item = Range<usize>> {
    lines_with(text, [b':'; 3]).filter_map(move |(start, line)| {
        let visible = line.trim_start_matches(is_mark);
        let at = start + line.len() - visible.len();
        let head = &visible[..visible.floor_char_boundary(LONGEST_LABEL)];
        if !head.contains(':') || !head.starts_with(char::is_uppercase) {
            return None;
        }
        let above = text[..start].strip_suffix('\n').unwrap_or_default();
        let line_above = above.rsplit('\n').next().unwrap_or_default();
        let is_first = line_above.trim_start_matches(is_mark).is_empty();
        let label = LABEL.find(head).filter(|_| is_first)?;
        let rest = &text[at + label.end()..];
        // A title is named with its label.
        let title = visible.trim_end();
        let end = if is_reference(title) { title.len() } else { label.end() };
        (!rest.trim().is_empty()).then_some(at..at + end)
    })
}
