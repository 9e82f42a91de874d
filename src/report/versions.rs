//! Letters of which one grew from the other in, what changed from each to the next out.

use super::marks::{Mark, Paragraph, is_short, redline};
use super::schema::{CampaignKind, Related, ReportedCampaign, ReportedCluster};

/// The step from one letter to the one that came next.
pub(super) struct VersionStep<'a> {
    pub(super) before: &'a ReportedCluster,
    pub(super) after: &'a ReportedCluster,
    /// The letter with what changed; none where it is too long.
    pub(super) paragraphs: Option<Vec<Paragraph>>,
}

/// The letters of a campaign, the largest first; of versions the one received first, where that is known.
pub(super) fn letters<'a>(
    campaign: &ReportedCampaign,
    cluster: impl Fn(&str) -> Option<&'a ReportedCluster>,
) -> Vec<&'a ReportedCluster> {
    let mut letters: Vec<&ReportedCluster> =
        campaign.clusters.iter().filter_map(|id| cluster(id)).collect();
    if campaign.kind == CampaignKind::Versions {
        letters.sort_by_key(|letter| (letter.first_date.is_none(), &letter.first_date));
    }
    letters
}

/// The steps between letters that stand in order.
pub(super) fn steps<'a>(letters: &[&'a ReportedCluster]) -> Vec<VersionStep<'a>> {
    letters.windows(2).map(|pair| step(pair[0], pair[1])).collect()
}

fn step<'a>(before: &'a ReportedCluster, after: &'a ReportedCluster) -> VersionStep<'a> {
    let (letter, text) = (&before.reference.paragraphs, &after.reference.paragraphs);
    let are_short = is_short(letter) && is_short(text);
    VersionStep { before, after, paragraphs: are_short.then(|| redline(letter, text)) }
}

impl VersionStep<'_> {
    /// Words that only the later letter has, and those that only the earlier one has.
    pub(super) fn n_words(&self) -> (usize, usize) {
        let (mut n_new, mut n_gone) = (0, 0);
        for piece in self.paragraphs.iter().flatten().flatten() {
            let n_words = piece.text.split_whitespace().count();
            match piece.mark {
                Mark::Added | Mark::ChangedTo => n_new += n_words,
                Mark::Removed | Mark::ChangedFrom => n_gone += n_words,
                Mark::Kept | Mark::Spacing => {}
            }
        }
        (n_new, n_gone)
    }

    /// In which words they say the opposite, where they do.
    pub(super) fn opposite(&self) -> Option<String> {
        let twin = self.after.related.iter().find(|other| other.cluster == self.before.id);
        twin.map(Related::words)
    }
}

/// A stretch of a letter against an earlier one.
pub(super) enum Stretch<'a> {
    /// So many paragraphs are the same.
    Same(usize),
    /// A paragraph with what changed.
    Changed(&'a Paragraph),
}

/// Paragraphs with those together that are the same.
pub(super) fn stretches(paragraphs: &[Paragraph]) -> Vec<Stretch<'_>> {
    let mut stretches = Vec::new();
    for paragraph in paragraphs {
        let is_same =
            paragraph.iter().all(|piece| matches!(piece.mark, Mark::Kept | Mark::Spacing));
        match stretches.last_mut() {
            Some(Stretch::Same(n)) if is_same => *n += 1,
            _ if is_same => stretches.push(Stretch::Same(1)),
            _ => stretches.push(Stretch::Changed(paragraph)),
        }
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::{letters, step};
    use crate::report::schema::examples::{campaign, cluster};

    /// "Two boats" for "one boat", and four words behind: six are new, two are gone.
    #[test]
    fn words_of_a_step_are_counted() {
        let [before, after] =
            ["Keep the one boat.", "Keep the two boats. And the pier, too."].map(|text| {
                let mut letter = cluster(&serde_json::json!({"id": "c1"}));
                letter.reference.paragraphs = vec![text.to_owned()];
                letter
            });
        assert_eq!(step(&before, &after).n_words(), (6, 2));
        assert_eq!(step(&after, &before).n_words(), (2, 6));
    }

    /// Versions stand in the order in which they came, without a date last; other letters by their size.
    #[test]
    fn versions_stand_in_the_order_in_which_they_came() {
        let clusters = [("c1", None), ("c2", Some("2031-02-02")), ("c3", Some("2031-02-01"))]
            .map(|(id, first)| cluster(&serde_json::json!({"id": id, "first_date": first})));
        for (kind, expect) in [("versions", ["c3", "c2", "c1"]), ("kit", ["c1", "c2", "c3"])] {
            let campaign = campaign(kind, &["c1", "c2", "c3"]);
            let letters = letters(&campaign, |id| clusters.iter().find(|cluster| cluster.id == id));
            assert_eq!(letters.iter().map(|letter| letter.id.as_str()).collect::<Vec<_>>(), expect);
        }
    }
}
