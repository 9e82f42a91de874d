//! Points and the comments that make them in, out how some of them say it.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::corpus::tokens::for_each_token;
use crate::report::printable;
use crate::report::schema::{CampaignPoint, DocumentLine, ReportedCampaign};

/// Points that are shown.
const MOST_POINTS: usize = 24;
/// Excerpts of a point.
const EXCERPTS: usize = 2;
/// Bytes of an excerpt on either side of the point.
const AROUND: usize = 70;

/// The points of a campaign, and what was found of them so far.
pub(super) struct SaidPoints<'a> {
    points: &'a [CampaignPoint],
    numbers: FxHashMap<&'a str, usize>,
    excerpts: Vec<Vec<PointExcerpt>>,
    /// Excerpts that a comment gives at the most: many are to be heard.
    of_comment: usize,
}

/// How a comment makes a point.
pub(super) struct PointExcerpt {
    pub(super) before: String,
    pub(super) point: String,
    pub(super) after: String,
    pub(super) id: String,
}

/// A point with some excerpts.
pub(super) struct PointView {
    pub(super) text: String,
    pub(super) n_comments: usize,
    pub(super) excerpts: Vec<PointExcerpt>,
}

impl<'a> SaidPoints<'a> {
    pub(super) fn new(campaign: &'a ReportedCampaign) -> Self {
        let points = &campaign.points[..campaign.points.len().min(MOST_POINTS)];
        let numbers = points.iter().enumerate();
        Self {
            numbers: numbers.map(|(at, it)| (it.text.as_str(), at)).collect(),
            excerpts: points.iter().map(|_| Vec::new()).collect(),
            of_comment: (points.len() * EXCERPTS).div_ceil(campaign.members.len().max(1)),
            points,
        }
    }

    /// Whether no other comment would be heard.
    pub(super) fn have_all(&self) -> bool {
        self.excerpts.iter().all(|it| it.len() >= EXCERPTS)
    }

    /// Takes in a line of one of its comments.
    pub(super) fn see(&mut self, line: &DocumentLine) {
        if self.have_all() {
            return;
        }
        let mut found: FxHashMap<usize, PointExcerpt> = FxHashMap::default();
        for paragraph in &line.paragraphs {
            for_each_token(paragraph, |word, span| {
                if let Some(at) = self.numbers.get(word) {
                    found.entry(*at).or_insert_with(|| excerpt(paragraph, span, &line.id));
                }
            });
        }
        // What nobody was heard to say yet comes first.
        let mut found: Vec<(usize, PointExcerpt)> = found.into_iter().collect();
        found.sort_by_key(|(at, _)| (self.excerpts[*at].len(), *at));
        for (at, excerpt) in found.into_iter().take(self.of_comment) {
            if self.excerpts[at].len() < EXCERPTS {
                self.excerpts[at].push(excerpt);
            }
        }
    }

    pub(super) fn views(self) -> Vec<PointView> {
        let points = self.points.iter().zip(self.excerpts);
        points
            .map(|(point, excerpts)| PointView {
                text: printable::line(&point.text),
                n_comments: point.n_comments,
                excerpts,
            })
            .collect()
    }
}

/// A word with what stands around it.
fn excerpt(paragraph: &str, word: Range<usize>, id: &str) -> PointExcerpt {
    let (before, after) = (&paragraph[..word.start], &paragraph[word.end..]);
    let skipped = before.len().saturating_sub(AROUND);
    let start = (skipped..=before.len()).find(|at| before.is_char_boundary(*at));
    let mut before = before[start.unwrap_or_default()..].to_owned();
    if skipped > 0 {
        // From the next word on.
        let cut = before.find(char::is_whitespace).unwrap_or_default();
        before = format!("…{}", before[cut..].trim_start());
    }
    let most = after.len().min(AROUND);
    let end = (0..=most).rev().find(|at| after.is_char_boundary(*at));
    let mut rest = after[..end.unwrap_or_default()].to_owned();
    if rest.len() < after.len() {
        let cut = rest.rfind(char::is_whitespace).unwrap_or(rest.len());
        rest = format!("{}…", rest[..cut].trim_end());
    }
    PointExcerpt {
        before: printable::line(&before),
        point: printable::line(&paragraph[word]),
        after: printable::line(&rest),
        id: printable::line(id),
    }
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    fn check(paragraph: &str, word: &str, expect: &str) {
        let start = paragraph.find(word).expect("the word");
        let found = excerpt(paragraph, start..start + word.len(), "a");
        let text = format!("{}[{}]{}", found.before, found.point, found.after);
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
