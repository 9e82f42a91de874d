//! Zones and unique text by their places: labels and a report's lines in, the papers' measures out.
//!
//! | file | measures | source |
//! |---|---|---|
//! | [`unique_text`] | unique text, with and without overlap | dg.o 2006 Tables 2, 3, 5 |
//! | [`lines`] | header, signature and footer lines | dg.o 2006 Tables 6, 7 |
//! | [`correlation`] | Pearson's correlation | msr2013 §4.6 |

pub(crate) mod correlation;
pub(crate) mod lines;
pub(crate) mod unique_text;
mod words;

use durian::eval::LabeledComments;
use durian::report::schema::DocumentLine;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::schema::ZoneScores;
use lines::{LineZone, ZONES, ZoneLineCounts};
use unique_text::UniqueText;

/// The scores of a report's lines, of which `labeled` has the ids.
pub(crate) fn zones(labeled: &LabeledComments<'_>, lines: &[DocumentLine]) -> ZoneScores {
    let categories = labeled.categories();
    let by_id: FxHashMap<&str, &DocumentLine> =
        lines.iter().map(|line| (line.id.as_str(), line)).collect();
    let comments: Vec<_> = labeled
        .labels
        .iter()
        .zip(&categories)
        .map(|((label, found), category)| {
            let line = found.and_then(|found| by_id.get(found.id.as_str()));
            (*label, category.as_deref(), line)
        })
        .collect();
    let unique_texts: Vec<UniqueText> = comments
        .par_iter()
        .map(|(label, category, line)| {
            UniqueText::of(label, *category, line.map_or(&[], |line| &line.unique_text))
        })
        .collect();
    let [header_lines, signature_lines, footer_lines] = ZONES.map(|zone: LineZone| {
        let counts = comments.par_iter().map(|(label, category, line)| {
            ZoneLineCounts::of(
                zone,
                label,
                *category,
                line.map_or(&[], |line| zone.predicted(line)),
            )
        });
        counts.sum::<ZoneLineCounts>().scores()
    });
    ZoneScores {
        unique_text: UniqueText::scores(&unique_texts),
        header_lines,
        signature_lines,
        footer_lines,
    }
}
