//! Campaigns in, what the report says of them out.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::clusters::relayers;
use super::lines::six_decimals;
use super::schema::{
    CampaignEvidence, CampaignKind, CampaignPoint, CopyPiece, HeldPassage, PointExcerpt,
    ReportedCampaign, ReportedCluster, SlotOption, TemplateCopy, TemplateSegment,
};
use super::{Received, title};
use crate::campaigns::Campaign;
use crate::clustering::Cluster;
use crate::corpus::DocId;
use crate::detection::Detection;
use crate::edits::TemplatePart;

/// Bytes of an excerpt on either side of the point.
const AROUND: usize = 70;

/// What the report says of the campaigns, the largest first.
pub(super) fn campaigns(
    detection: &Detection,
    clusters: &[ReportedCluster],
) -> Vec<ReportedCampaign> {
    let clusters: FxHashMap<&str, &ReportedCluster> =
        clusters.iter().map(|cluster| (cluster.id.as_str(), cluster)).collect();
    let mut campaigns: Vec<ReportedCampaign> = detection
        .campaigns
        .campaigns()
        .iter()
        .filter_map(|found| campaign(detection, &clusters, found))
        .collect();
    campaigns.sort_by(|a, b| (b.n_comments, &a.id).cmp(&(a.n_comments, &b.id)));
    campaigns
}

fn campaign(
    detection: &Detection,
    clusters: &FxHashMap<&str, &ReportedCluster>,
    found: &Campaign,
) -> Option<ReportedCampaign> {
    let ids: Vec<String> = found.clusters.iter().map(|seed| detection.cluster_id(*seed)).collect();
    let everyone: Vec<DocId> = found
        .clusters
        .iter()
        .chain(&found.singles)
        .filter_map(|seed| detection.clusters.around(*seed))
        .flat_map(|cluster| detection.comments(cluster))
        .collect();
    let received = Received::of(detection, &everyone);
    let mut members: Vec<String> =
        found.singles.iter().map(|id| detection.corpus.id(*id).to_owned()).collect();
    members.sort_unstable();
    let is_spun = found.kind == CampaignKind::Reworded;
    Some(ReportedCampaign {
        id: detection.campaign_id(found)?,
        kind: found.kind,
        title: match ids.first().and_then(|id| clusters.get(id.as_str())) {
            Some(cluster) => cluster.title.clone(),
            None => title::of_statement(&statement(detection, found)),
        },
        n_comments: everyone.len(),
        n_submissions: received.n_submissions,
        first_received: received.first,
        last_received: received.last,
        relayers: relayers(detection, &everyone),
        evidence: CampaignEvidence {
            n_shared_words: found.n_shared_words,
            covered: is_spun.then(|| covered(detection, found)),
        },
        points: points(detection, found),
        passages: found
            .passages
            .iter()
            .map(|passage| HeldPassage {
                text: passage.text.clone(),
                n_comments: passage.n_comments(),
                of_letters: passage.of_letters.clone(),
                n_alone: passage.n_alone,
            })
            .collect(),
        template: template(detection, found),
        copies: if is_spun { copies(detection, found) } else { Vec::new() },
        clusters: ids,
        members,
    })
}

/// What the comments of talking points say, and how some of them do.
fn points(detection: &Detection, found: &Campaign) -> Vec<CampaignPoint> {
    found
        .points
        .iter()
        .map(|point| CampaignPoint {
            text: point.text.clone(),
            n_comments: point.n_comments,
            said: point
                .said
                .iter()
                .filter_map(|(id, place)| {
                    let text = detection.corpus.text(*id);
                    let (block, paragraph) =
                        text.blocks().find(|(block, _)| block.end >= place.end)?;
                    let point = place.start - block.start..place.end - block.start;
                    Some(excerpt(paragraph, point, detection.corpus.id(*id)))
                })
                .collect(),
        })
        .collect()
}

/// A point with what stands around it.
fn excerpt(paragraph: &str, point: Range<usize>, id: &str) -> PointExcerpt {
    let (before, after) = (&paragraph[..point.start], &paragraph[point.end..]);
    let skipped = before.len().saturating_sub(AROUND);
    let mut before = before[before.ceil_char_boundary(skipped)..].to_owned();
    if skipped > 0 {
        // From the next word on.
        let cut = before.find(char::is_whitespace).unwrap_or_default();
        before = format!("…{}", before[cut..].trim_start());
    }
    let mut rest = after[..after.floor_char_boundary(AROUND)].to_owned();
    if rest.len() < after.len() {
        let cut = rest.rfind(char::is_whitespace).unwrap_or(rest.len());
        rest = format!("{}…", rest[..cut].trim_end());
    }
    PointExcerpt { id: id.to_owned(), before, point: paragraph[point].to_owned(), after: rest }
}

fn template(detection: &Detection, found: &Campaign) -> Vec<TemplateSegment> {
    let Some(seed) = found.clusters.first() else { return Vec::new() };
    let Some(template) = detection.edits.template(*seed) else { return Vec::new() };
    let segments = template.parts.iter().map(|segment| match segment {
        TemplatePart::Fixed(text) => TemplateSegment::Fixed { text: text.clone() },
        TemplatePart::Slot(options) => TemplateSegment::Slot {
            options: options
                .iter()
                .map(|(text, n)| SlotOption { text: text.clone(), n: *n })
                .collect(),
        },
    });
    segments.collect()
}

/// Some copies beside the template.
fn copies(detection: &Detection, found: &Campaign) -> Vec<TemplateCopy> {
    let template = found.clusters.first().and_then(|seed| detection.edits.template(*seed));
    template
        .iter()
        .flat_map(|template| &template.copies)
        .map(|copy| TemplateCopy {
            id: detection.corpus.id(copy.document).to_owned(),
            paragraphs: detection
                .beside_template(copy)
                .into_iter()
                .map(|pieces| {
                    pieces.into_iter().map(|(part, text)| CopyPiece { part, text }).collect()
                })
                .collect(),
        })
        .collect()
}

/// The sentence that makes most of the points.
fn statement(detection: &Detection, found: &Campaign) -> String {
    let statement = found.statement.as_ref();
    let text = statement.and_then(|(id, place)| {
        Some(detection.corpus.text(*id).decoded.get(place.clone())?.to_owned())
    });
    text.unwrap_or_default()
}

/// Of the words of a reworded letter's copies, those that are its wording.
fn covered(detection: &Detection, found: &Campaign) -> f64 {
    let (mut n_covered, mut n_words) = (0, 0);
    let clusters = found.clusters.iter().filter_map(|seed| detection.clusters.around(*seed));
    for member in clusters.flat_map(Cluster::members) {
        n_covered += member.n_shared_words;
        n_words += detection.corpus.token_text(member.document).len();
    }
    six_decimals(n_covered as f64 / n_words.max(1) as f64)
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
