//! Campaigns in, what the report says of them out.

use rustc_hash::FxHashMap;

use super::Received;
use super::clusters::relayers;
use super::lines::six_decimals;
use super::schema::{
    CampaignEvidence, CampaignKind, CopyPiece, ReportedCampaign, ReportedCluster, TemplateCopy,
};
use crate::campaigns::Campaign;
use crate::corpus::DocId;
use crate::detection::{Detection, MOST_BYTES};
use crate::edits::{Template, stretches};

/// What the report says of the campaigns, the largest first.
pub(super) fn campaigns(
    detection: &Detection,
    clusters: &[ReportedCluster],
) -> Vec<ReportedCampaign> {
    let by_id: FxHashMap<&str, &ReportedCluster> =
        clusters.iter().map(|cluster| (cluster.id.as_str(), cluster)).collect();
    let mut campaigns: Vec<ReportedCampaign> = detection
        .campaigns
        .campaigns
        .iter()
        .filter_map(|found| campaign(detection, &by_id, found))
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
    let template = found.clusters.first().and_then(|seed| detection.edits.template(*seed));
    Some(ReportedCampaign {
        id: detection.campaign_id(found)?,
        kind: found.kind,
        title: clusters.get(ids.first()?.as_str())?.title.clone(),
        n_comments: everyone.len(),
        n_submissions: received.n_submissions,
        first_date: received.first,
        last_date: received.last,
        relayers: relayers(detection, &everyone),
        evidence: CampaignEvidence {
            n_shared_words: found.n_shared_words,
            covered: is_spun.then(|| covered(detection, found)),
        },
        passages: found.passages.clone(),
        template: template.map(|template| template.parts.clone()).unwrap_or_default(),
        copies: template.filter(|_| is_spun).map(|of| copies(detection, of)).unwrap_or_default(),
        clusters: ids,
        members,
    })
}

/// Some copies beside the template, stretch by stretch; of one that is too long no stretch.
fn copies(detection: &Detection, template: &Template) -> Vec<TemplateCopy> {
    let copies = template.copies.iter().map(|copy| {
        let text = detection.corpus.text(copy.document);
        let own = detection.edits.of(copy.document).map_or(&[][..], |edit| &edit.unique_text);
        let n_bytes: usize = text.blocks().map(|(_, paragraph)| paragraph.len()).sum();
        let paragraphs = match n_bytes {
            ..=MOST_BYTES => stretches(text.blocks(), &copy.fixed, own),
            _ => Vec::new(),
        };
        let in_pieces = paragraphs.into_iter().map(|stretches| {
            stretches.into_iter().map(|(part, text)| CopyPiece { part, text }).collect()
        });
        TemplateCopy {
            id: detection.corpus.id(copy.document).to_owned(),
            paragraphs: in_pieces.collect(),
        }
    });
    copies.collect()
}

/// Of the words of a reworded letter's copies, those that are its wording.
fn covered(detection: &Detection, found: &Campaign) -> f64 {
    let (mut n_covered, mut n_words) = (0, 0);
    let clusters = found.clusters.iter().filter_map(|seed| detection.clusters.around(*seed));
    for member in clusters.flat_map(|cluster| &cluster.members) {
        n_covered += member.n_shared_words;
        n_words += detection.corpus.token_text(member.document).len();
    }
    six_decimals(n_covered as f64 / n_words.max(1) as f64)
}
