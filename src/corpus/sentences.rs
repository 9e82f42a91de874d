//! A block in, its sentences out, as byte ranges.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// Where a sentence may end, up to the first character of the next one.
static BOUNDARY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"[.!?؟۔।]["'”’»)\]]*(?:\s+(?:[-–—_=*~]{3}|(?:["'“‘„(\[¿¡]|«\s?)?[^\s–—_=*~-])|\S\S)|\n\s*(?:[-*•·]|\d{1,2}[.)])\s|[。！？｡]+["'”’)\]」』）］】]*"#)
        .expect("the pattern is valid")
});

/// Words before whose full stop no sentence ends.
static ABBREVIATION: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:^|[\s(])(?:\p{Lu}|U\.S|D\.C|Mr|Ms|Mrs|Dr|St|Nos?|vs|e\.g|i\.e|Inc|Co|Corp|Jr|Sr|Secs?|Prof|Ph\.D|Gov|Sen|Rep|Reg|Fed|pts?|Art|Ave|a\.m|p\.m)\.$|^\s*\d{1,2}\.$")
        .expect("the pattern is valid")
});

/// The sentences of a block, in order, without the white space between them.
pub(crate) fn sentences(block: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let (mut start, mut from) = (0, 0);
    while let Some(found) = BOUNDARY.find_at(block, from) {
        // The sentence ends where the white space inside the match begins; none follows a full-width mark.
        let matched = found.as_str();
        let is_full_width = matched.starts_with(['。', '！', '？', '｡']);
        let space = matched.find(char::is_whitespace);
        let is_glued = !is_full_width && space.is_none();
        // A list item needs no capital, nor does a script that has such marks.
        let is_sure = is_full_width || matched.starts_with('\n');
        if !is_sure && !begins_sentence(matched, is_glued) {
            from = block.ceil_char_boundary(found.start() + 1);
            continue;
        }
        let glued = matched.char_indices().nth_back(1).filter(|_| is_glued);
        let end = found.start() + space.unwrap_or(glued.map_or(matched.len(), |(at, _)| at));
        let next = block.len() - block[end..].trim_start().len();
        from = block.ceil_char_boundary(next.max(found.start() + 1));
        let follows_word = !is_glued || ends_a_word(block, found.start());
        let before_marks = block[start..end].trim_end_matches(['"', '\'', ')']);
        if follows_word && (is_sure || !ABBREVIATION.is_match(before_marks)) {
            ranges.push(start..end);
            start = next;
        }
    }
    ranges.push(start..block.len());
    ranges.retain(|range| !block[range.clone()].trim().is_empty());
    ranges
}

/// Whether a sentence begins at the end of a match: with a capital, a digit, a letter of a script without capitals, or
/// a row of strokes. Where no space stands before it, only with a capital that a small letter follows.
fn begins_sentence(matched: &str, is_glued: bool) -> bool {
    let mut backward = matched.chars().rev();
    backward.next().is_some_and(|last| match is_glued {
        true => last.is_lowercase() && backward.next().is_some_and(char::is_uppercase),
        false => {
            last.is_numeric()
                || last.is_alphabetic() && !last.is_lowercase()
                || "-–—_=*~".contains(last)
        }
    })
}

/// Whether a word ends here, no abbreviation and no part of an address: "the rule.They", not "U.S.Senate" and
/// "www.Example.Com".
fn ends_a_word(block: &str, end: usize) -> bool {
    let n_before = block[..end].chars().rev().take_while(|letter| letter.is_lowercase()).count();
    let start = block[..end].rfind(char::is_whitespace).unwrap_or_default();
    let rest = block[end..].find(char::is_whitespace).unwrap_or(block.len() - end);
    let written = &block[start..end + rest];
    n_before >= 2 && !["www.", "://", "@"].iter().any(|mark| written.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::sentences;
    use crate::corpus::cases::rows;

    #[test]
    fn sentences_end_at_marks_but_not_at_abbreviations() {
        for parted in rows(include_str!("sentences.txt")).flatten() {
            let block = parted.replace('|', "");
            let found = sentences(&block).into_iter().map(|range| block[range].trim());
            assert!(found.eq(parted.split('|').map(str::trim)), "{parted}");
        }
        assert!(sentences("").is_empty());
    }
}
