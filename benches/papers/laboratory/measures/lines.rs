//! Labeled and predicted lines of a zone in, agreement out (dg.o 2006 Tables 6 and 7).
//!
//! The items are the non-empty lines of the decoded text; they are compared as multisets, white space
//! folded. How many lines a text has is known where the labels hold its main text; without it there
//! is no count of lines that neither marks, and so no coefficient but precision, recall and F1.

use std::collections::BTreeSet;
use std::iter::Sum;

use crate::laboratory::schema::{LineScores, MarkedScores};
use durian::eval::labels::{Label, NO_TEXT};
use durian::eval::measures::agreement::Counts;
use durian::report::schema::DocumentLine;

/// The zones that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineZone {
    /// Header block in the text.
    Header,
    /// Closing and signature block.
    Signature,
    /// Footers.
    Footer,
}

/// All of them.
pub(crate) const ZONES: [LineZone; 3] = [LineZone::Header, LineZone::Signature, LineZone::Footer];

impl LineZone {
    fn labelled(self, label: &Label) -> Option<&[String]> {
        match self {
            Self::Header => label.header_lines.as_deref(),
            Self::Signature => label.signature_lines.as_deref(),
            Self::Footer => label.footer_lines.as_deref(),
        }
    }

    /// What a report says of the zone.
    pub(crate) fn predicted(self, line: &DocumentLine) -> &[String] {
        match self {
            Self::Header => &line.header_lines,
            Self::Signature => &line.signature_lines,
            Self::Footer => &line.footer_lines,
        }
    }
}

/// Counts over comments.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ZoneLineCounts {
    lines: Counts,
    n_documents: u64,
    n_perfect: u64,
    has_texts: bool,
}

impl ZoneLineCounts {
    /// Compares one comment; nothing where the labels do not say or it has no text of its own. The greeting
    /// is a line too, but never wrong as a header line.
    pub(crate) fn of(
        zone: LineZone,
        label: &Label,
        category: Option<&str>,
        predicted: &[String],
    ) -> Self {
        let Some(labelled) = zone.labelled(label).filter(|_| category != Some(NO_TEXT)) else {
            return Self::default();
        };
        let has_greeting = label.salutation.as_ref().is_some_and(|greeting| !greeting.is_empty());
        let n_lines = n_lines_of_text(label) + u64::from(zone != LineZone::Header && has_greeting);
        let own: Vec<String> = labelled.iter().flat_map(|text| lines(text)).collect();
        let mut found: Vec<String> = predicted.iter().flat_map(|text| lines(text)).collect();
        if zone == LineZone::Header {
            // Greetings and the mail's own headers are neither right nor wrong.
            let neutral: BTreeSet<String> = label
                .salutation
                .iter()
                .chain(&label.mail_headers)
                .flat_map(|text| lines(text))
                .collect();
            found.retain(|line| own.contains(line) || !neutral.contains(line));
        }
        let lines = Counts::of_bags(own.into_iter(), found.into_iter());
        Self {
            lines: Counts { d: n_lines.saturating_sub(lines.a + lines.b + lines.c), ..lines },
            n_documents: 1,
            n_perfect: u64::from(lines.b + lines.c == 0),
            has_texts: label.body.is_some(),
        }
    }

    /// The scores, where a comment was compared.
    pub(crate) fn scores(self) -> Option<LineScores> {
        (self.n_documents > 0).then(|| LineScores {
            documents: self.n_documents,
            documents_perfect: self.n_perfect as f64 / self.n_documents as f64,
            lines: MarkedScores::new(self.lines, self.has_texts),
        })
    }
}

impl Sum for ZoneLineCounts {
    fn sum<I: Iterator<Item = Self>>(comments: I) -> Self {
        comments.fold(Self::default(), |sum, comment| Self {
            lines: sum.lines + comment.lines,
            n_documents: sum.n_documents + comment.n_documents,
            n_perfect: sum.n_perfect + comment.n_perfect,
            has_texts: sum.has_texts || comment.has_texts,
        })
    }
}

/// Lines of a text's main text and zones, the greeting left out.
fn n_lines_of_text(label: &Label) -> u64 {
    let in_zones: usize =
        ZONES.iter().filter_map(|zone| zone.labelled(label)).map(<[String]>::len).sum();
    let body = label.body.as_deref().unwrap_or_default();
    (in_zones + body.split('\n').filter(|line| !line.is_empty()).count()) as u64
}

fn lines(text: &str) -> impl Iterator<Item = String> {
    text.split('\n')
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{LineZone, ZoneLineCounts};
    use crate::laboratory::check;
    use crate::laboratory::schema::LineScores;
    use durian::eval::labels::Label;

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
        fn scores(label: &Label, zone: LineZone, predicted: &[&str]) -> Option<LineScores> {
            ZoneLineCounts::of(zone, label, Some("exact"), &owned(predicted)).scores()
        }
        let predicted = ["It is the only one.", "Sincerely,", "Ada Quill"];
        let found = scores(&label, LineZone::Signature, &predicted).expect("scores");
        let agreement = found.lines.agreement.expect("a text");
        check(agreement.ac1, 0.44);
        check(agreement.kappa, 10.0 / 24.0);
        check(found.lines.scores.f1, 2.0 / 3.0);
        check(found.documents_perfect, 0.0);
        // A greeting taken for a header line is no error.
        let found = scores(&label, LineZone::Header, &["Re: the ferry", "Dear Commission:"]);
        check(found.expect("scores").lines.scores.f1, 1.0);
        assert!(scores(&label, LineZone::Footer, &[]).is_none());
    }
}
