//! Letters of which one grew from the other in, what changed from each to the next out.

use super::schema::{Related, ReportedCampaign, ReportedCampaignKind, ReportedCluster};
use crate::edits::{Mark, Paragraph, redline};

/// Bytes of a letter that is compared word by word.
const MOST_BYTES: usize = 30_000;

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
    let letters = campaign.clusters.iter();
    let mut letters: Vec<&ReportedCluster> = letters.filter_map(|id| cluster(id)).collect();
    if campaign.kind == ReportedCampaignKind::Versions {
        letters.sort_by_key(|letter| (letter.first_received.is_none(), &letter.first_received));
    }
    letters
}

/// The steps between letters that stand in order.
pub(super) fn steps<'a>(letters: &[&'a ReportedCluster]) -> Vec<VersionStep<'a>> {
    let pairs = letters.windows(2);
    pairs.map(|pair| step(pair[0], pair[1])).collect()
}

fn step<'a>(before: &'a ReportedCluster, after: &'a ReportedCluster) -> VersionStep<'a> {
    let is_short = |letter: &ReportedCluster| {
        let paragraphs = letter.reference.paragraphs.iter();
        paragraphs.map(String::len).sum::<usize>() <= MOST_BYTES
    };
    let are_short = is_short(before) && is_short(after);
    VersionStep {
        before,
        after,
        paragraphs: are_short
            .then(|| redline(&before.reference.paragraphs, &after.reference.paragraphs)),
    }
}

impl VersionStep<'_> {
    /// Words that only the later letter has, and those that only the earlier one has.
    pub(super) fn n_words(&self) -> (usize, usize) {
        let pieces = || self.paragraphs.iter().flatten().flatten();
        let n_words = |marks: [Mark; 2]| {
            let marked = pieces().filter(|piece| marks.contains(&piece.mark));
            marked.map(|piece| piece.text.split_whitespace().count()).sum()
        };
        (n_words([Mark::Added, Mark::ChangedTo]), n_words([Mark::Removed, Mark::ChangedFrom]))
    }

    /// In which words they say the opposite, where they do.
    pub(super) fn opposite(&self) -> Option<String> {
        let related = self.after.related.iter();
        let mut twins = related.filter(|other| other.cluster == self.before.id);
        twins.next().map(Related::words)
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
    use super::letters;
    use crate::report::schema::examples::{campaign, cluster};

    /// Versions stand in the order in which they came, without a date last; other letters by their size.
    #[test]
    fn versions_stand_in_the_order_in_which_they_came() {
        let clusters = [("c1", None), ("c2", Some("2031-02-02")), ("c3", Some("2031-02-01"))]
            .map(|(id, first)| cluster(&serde_json::json!({"id": id, "first_received": first})));
        let check = |kind, expect: [&str; 3]| {
            let campaign = campaign(kind, &["c1", "c2", "c3"]);
            let letters = letters(&campaign, |id| clusters.iter().find(|it| it.id == id));
            assert_eq!(letters.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), expect);
        };
        check("versions", ["c3", "c2", "c1"]);
        check("kit", ["c1", "c2", "c3"]);
    }
}
