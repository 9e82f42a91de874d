//! Labelled and predicted lines of a zone in, agreement out (dg.o 2006 Tables 6 and 7).
//!
//! The items are the non-empty lines of the decoded text; they are compared as multisets, white space
//! folded. How many lines a text has is known where the labels hold its main text; without it there
//! is no count of lines that neither marks, and so no coefficient but precision, recall and F1.

use std::collections::{BTreeMap, BTreeSet};

use super::agreement::Counts;
use crate::eval::labels::{Label, NO_TEXT};
use crate::eval::schema::{LineScores, MarkedScores};

/// The zones that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineZone {
    /// Header block in the text.
    Header,
    /// Closing and signature block.
    Signature,
    /// Footers.
    Footer,
}

impl LineZone {
    fn labelled(self, label: &Label) -> Option<&[String]> {
        let lines = match self {
            Self::Header => &label.header_lines,
            Self::Signature => &label.signature_lines,
            Self::Footer => &label.footer_lines,
        };
        lines.as_deref()
    }
}

/// Counts over comments.
#[derive(Clone, Copy, Debug, Default)]
pub struct ZoneLineCounts {
    lines: Counts,
    n_documents: u64,
    n_perfect: u64,
    has_texts: bool,
}

impl ZoneLineCounts {
    /// Compares one comment; nothing where the labels do not say or it has no text of its own. `n_lines`
    /// are those of its text without the greeting, which is a line too, but never wrong as a header line.
    pub fn of(
        zone: LineZone,
        label: &Label,
        n_lines: u64,
        category: &str,
        predicted: &[String],
    ) -> Self {
        let Some(labelled) = zone.labelled(label).filter(|_| category != NO_TEXT) else {
            return Self::default();
        };
        let greeting = label.salutation.as_ref().is_some_and(|greeting| !greeting.is_empty());
        let n_lines = n_lines + u64::from(zone != LineZone::Header && greeting);
        let done = |lines: Counts| Self {
            lines,
            n_documents: 1,
            n_perfect: u64::from(lines.b + lines.c == 0),
            has_texts: label.body.is_some(),
        };
        if labelled == predicted {
            let a = labelled
                .iter()
                .map(|text| text.lines().filter(|line| !line.trim().is_empty()).count() as u64)
                .sum();
            return done(Counts { a, b: 0, c: 0, d: n_lines.saturating_sub(a) });
        }
        let own = counted(labelled);
        let mut found = counted(predicted);
        if zone == LineZone::Header {
            // Greetings and the mail's own headers are neither right nor wrong.
            let neutral =
                label.salutation.iter().chain([&label.mail_headers]).flat_map(|text| lines(text));
            let neutral: BTreeSet<String> =
                neutral.filter(|line| !own.contains_key(line)).collect();
            found.retain(|line, _| !neutral.contains(line));
        }
        let sum = |counts: &BTreeMap<String, u64>| counts.values().sum::<u64>();
        let both: u64 =
            own.iter().map(|(line, n)| found.get(line).map_or(0, |other| *n.min(other))).sum();
        let (b, c) = (sum(&own) - both, sum(&found) - both);
        done(Counts { a: both, b, c, d: n_lines.saturating_sub(both + b + c) })
    }

    /// Adds the counts of other comments.
    pub fn add(&mut self, other: Self) {
        self.lines.add(other.lines);
        self.n_documents += other.n_documents;
        self.n_perfect += other.n_perfect;
        self.has_texts |= other.has_texts;
    }

    /// The scores, where a comment was compared.
    pub fn scores(&self) -> Option<LineScores> {
        (self.n_documents > 0).then(|| LineScores {
            documents: self.n_documents,
            documents_perfect: self.n_perfect as f64 / self.n_documents as f64,
            lines: MarkedScores {
                scores: self.lines.precision_recall(),
                agreement: self.has_texts.then(|| self.lines.agreement()),
            },
        })
    }
}

/// Lines of a text's main text and zones, the greeting left out.
pub fn n_lines_of_text(label: &Label) -> u64 {
    let zones = [&label.header_lines, &label.signature_lines, &label.footer_lines];
    let in_zones: usize = zones.into_iter().flatten().map(Vec::len).sum();
    let in_text =
        label.body.iter().flat_map(|body| body.split('\n')).filter(|line| !line.is_empty()).count();
    (in_zones + in_text) as u64
}

fn lines(text: &str) -> Vec<String> {
    let folded = text.split('\n').map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    folded.filter(|line| !line.is_empty()).collect()
}

fn counted(texts: &[String]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for line in texts.iter().flat_map(|text| lines(text)) {
        *counts.entry(line).or_default() += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::{LineZone, ZoneLineCounts, n_lines_of_text};
    use crate::eval::labels::Label;

    fn owned(lines: &[&str]) -> Vec<String> {
        lines.iter().map(|line| (*line).to_owned()).collect()
    }

    /// Seven lines: one of header, one greeting, two of body, three of signature. Two signature lines
    /// are found and one line of the body with them: a = 2, b = 1, c = 1, d = 3.
    /// p(A) = 5/7; P = 6/14, p(E) = 24/49, AC1 = (5/7 − 24/49) / (25/49) = 11/25;
    /// κ: p(E) = (3·3 + 4·4) / 49 = 25/49, (35 − 25) / 24.
    #[test]
    fn hand_computed_lines() {
        let label = Label {
            body: Some("Keep the boat.\n\nIt is the only one.".to_owned()),
            salutation: Some("Dear Commission:".to_owned()),
            header_lines: Some(owned(&["Re: the ferry"])),
            signature_lines: Some(owned(&["Sincerely,", "Ada  Quill", "Mole Street 3"])),
            ..Label::default()
        };
        let predicted = owned(&["It is the only one.", "Sincerely,", "Ada Quill"]);
        let scores = ZoneLineCounts::of(
            LineZone::Signature,
            &label,
            n_lines_of_text(&label),
            "exact",
            &predicted,
        )
        .scores()
        .expect("scores");
        let agreement = scores.lines.agreement.expect("a text");
        assert!((agreement.ac1 - 0.44).abs() < 1e-9, "{}", agreement.ac1);
        assert!((agreement.kappa - 10.0 / 24.0).abs() < 1e-9, "{}", agreement.kappa);
        assert!((scores.lines.scores.f1 - 2.0 / 3.0).abs() < 1e-9);
        assert!(scores.documents_perfect.abs() < 1e-9);
        // A greeting taken for a header line is no error.
        let predicted = owned(&["Re: the ferry", "Dear Commission:"]);
        let scores = ZoneLineCounts::of(
            LineZone::Header,
            &label,
            n_lines_of_text(&label),
            "exact",
            &predicted,
        )
        .scores()
        .expect("scores");
        assert!((scores.lines.scores.f1 - 1.0).abs() < 1e-9);
        assert!(
            ZoneLineCounts::of(LineZone::Footer, &label, n_lines_of_text(&label), "exact", &[])
                .scores()
                .is_none()
        );
    }
}
