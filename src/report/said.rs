//! What many say in, what the report says of it out.

use std::ops::Range;

use super::schema::{FactExcerpt, ReportedSaid, SaidFact};
use crate::campaigns::{Point, SaidByMany};
use crate::detection::Detection;

/// Bytes of an excerpt on either side of the fact.
const AROUND: usize = 70;

/// What the report says of what many say, in the order in which it was found.
pub(super) fn by_many(detection: &Detection) -> Vec<ReportedSaid> {
    detection.campaigns.said_by_many.iter().map(|found| said(detection, found)).collect()
}

fn said(detection: &Detection, found: &SaidByMany) -> ReportedSaid {
    let mut comments: Vec<String> =
        found.comments.iter().map(|id| detection.corpus.id(*id).to_owned()).collect();
    comments.sort_unstable();
    ReportedSaid {
        kind: found.kind,
        text: found.text.clone(),
        facts: found.facts.iter().map(|fact| said_fact(detection, fact)).collect(),
        n_comments: comments.len(),
        comments,
        first: detection.corpus.id(found.first).to_owned(),
    }
}

fn said_fact(detection: &Detection, fact: &Point) -> SaidFact {
    let said = fact.said.iter().filter_map(|(id, place)| {
        let text = detection.corpus.text(*id);
        let (block, paragraph) = text.blocks().find(|(block, _)| block.end >= place.end)?;
        let here = place.start - block.start..place.end - block.start;
        Some(excerpt(paragraph, here, detection.corpus.id(*id)))
    });
    SaidFact { text: fact.text.clone(), n_comments: fact.n_comments, said: said.collect() }
}

/// A fact with what stands around it.
fn excerpt(paragraph: &str, fact: Range<usize>, id: &str) -> FactExcerpt {
    let (before, after) = (&paragraph[..fact.start], &paragraph[fact.end..]);
    let skipped = before.len().saturating_sub(AROUND);
    let mut near = before[before.ceil_char_boundary(skipped)..].to_owned();
    if skipped > 0 {
        // From the next word on.
        let cut = near.find(char::is_whitespace).unwrap_or_default();
        near = format!("…{}", near[cut..].trim_start());
    }
    let mut rest = after[..after.floor_char_boundary(AROUND)].to_owned();
    if rest.len() < after.len() {
        let cut = rest.rfind(char::is_whitespace).unwrap_or(rest.len());
        rest = format!("{}…", rest[..cut].trim_end());
    }
    FactExcerpt { id: id.to_owned(), before: near, fact: paragraph[fact].to_owned(), after: rest }
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    fn check(paragraph: &str, word: &str, expect: &str) {
        let start = paragraph.find(word).expect("the word");
        let found = excerpt(paragraph, start..start + word.len(), "a");
        let text = format!("{}[{}]{}", found.before, found.fact, found.after);
        assert_eq!(text, expect);
    }

    #[test]
    fn excerpts_begin_and_end_at_a_word() {
        check("It costs 340 dollars.", "340", "It costs [340] dollars.");
        let long = "é".repeat(50);
        check(&format!("{long} the price of 340 {long}"), "340", "…the price of [340]…");
        check("340", "340", "[340]");
        let unspaced = "池".repeat(60);
        check(&format!("{unspaced}340"), "340", &format!("…{}[340]", "池".repeat(23)));
    }
}
