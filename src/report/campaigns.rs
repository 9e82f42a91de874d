//! Campaigns in, what the report says of them out.

use rustc_hash::{FxHashMap, FxHashSet};

use super::clusters::relayers;
use super::schema::{
    CampaignEvidence, CampaignPoint, ReportedCampaign, ReportedCampaignKind, ReportedCluster,
    SlotOption, TemplateSegment,
};
use super::{iso_8601, lines, title};
use crate::campaigns::{Campaign, CampaignKind};
use crate::clustering::Cluster;
use crate::corpus::{DocId, TermId};
use crate::detection::Detection;
use crate::edits::TemplatePart;

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
    let corpus = &detection.corpus;
    let ids = found.clusters.iter();
    let ids: Vec<String> = ids.map(|seed| lines::cluster_id(detection, *seed)).collect();
    let everyone = everyone(detection, found);
    let timestamps = || everyone.iter().filter_map(|id| corpus.entry(*id).timestamp);
    let singles = found.singles.iter();
    let mut members: Vec<String> = singles.map(|id| corpus.document(*id).id.clone()).collect();
    members.sort_unstable();
    let head = ids.first().and_then(|id| clusters.get(id.as_str()));
    let points = points(detection, found);
    Some(ReportedCampaign {
        id: lines::campaign_id(detection, found)?,
        kind: kind(found.kind),
        title: match head {
            Some(cluster) => cluster.title.clone(),
            None => title::of_statement(statement(detection, found)),
        },
        n_comments: everyone.len(),
        n_submissions: everyone
            .iter()
            .fold(0, |sum: u64, id| sum.saturating_add(corpus.entry(*id).n_submissions)),
        first_received: timestamps().min().and_then(iso_8601),
        last_received: timestamps().max().and_then(iso_8601),
        relayers: relayers(detection, &everyone),
        evidence: CampaignEvidence {
            n_shared_words: found.n_shared_words,
            covered: (found.kind == CampaignKind::Reworded).then(|| covered(detection, found)),
        },
        points,
        template: template(detection, found),
        clusters: ids,
        members,
    })
}

/// The facts of talking points, in words.
fn points(detection: &Detection, found: &Campaign) -> Vec<CampaignPoint> {
    let terms: FxHashSet<TermId> = found.facts.iter().map(|(term, _)| *term).collect();
    if terms.is_empty() {
        return Vec::new();
    }
    let vocabulary = detection.corpus.vocabulary().terms();
    let words: FxHashMap<TermId, &str> = vocabulary
        .filter(|(_, term)| terms.contains(term))
        .map(|(word, term)| (term, word))
        .collect();
    let point = |(term, n_comments): &(TermId, usize)| CampaignPoint {
        text: words[term].to_owned(),
        n_comments: *n_comments,
    };
    found.facts.iter().map(point).collect()
}

fn template(detection: &Detection, found: &Campaign) -> Vec<TemplateSegment> {
    let segments = found.clusters.first().into_iter();
    let segments = segments.flat_map(|seed| detection.edits.template(*seed));
    let written = segments.map(|segment| match segment {
        TemplatePart::Fixed(text) => TemplateSegment::Fixed { text: text.clone() },
        TemplatePart::Slot(options) => TemplateSegment::Slot {
            options: options
                .iter()
                .map(|(text, n)| SlotOption { text: text.clone(), n: *n })
                .collect(),
        },
    });
    written.collect()
}

/// The sentence that makes most of the points.
fn statement<'a>(detection: &'a Detection, found: &Campaign) -> &'a str {
    let statement = found.statement.as_ref();
    let text = statement
        .and_then(|(id, place)| detection.corpus.document(*id).text.as_deref()?.get(place.clone()));
    text.unwrap_or_default()
}

/// All comments of a campaign.
fn everyone(detection: &Detection, found: &Campaign) -> Vec<DocId> {
    let clusters = detection.clusters.clusters();
    let copies = |id: DocId| {
        let group = detection.groups.of_representative(id);
        group.map_or(&[][..], |group| group.members())
    };
    let seeds = found.clusters.iter().chain(&found.singles);
    let found = seeds.filter_map(|seed| {
        let at = clusters.binary_search_by_key(seed, Cluster::seed).ok()?;
        Some(&clusters[at])
    });
    let documents = found.flat_map(Cluster::documents);
    documents.flat_map(|id| copies(id).iter().copied()).collect()
}

/// Of the words of a reworded letter's copies, those that are its wording.
fn covered(detection: &Detection, found: &Campaign) -> f64 {
    let clusters = detection.clusters.clusters();
    let (mut n_covered, mut n_words) = (0, 0);
    for seed in &found.clusters {
        let Ok(at) = clusters.binary_search_by_key(seed, Cluster::seed) else {
            continue;
        };
        for member in clusters[at].members() {
            n_covered += member.n_shared_words;
            n_words += detection.corpus.token_text(member.document).len();
        }
    }
    lines::six_decimals(n_covered as f64 / n_words.max(1) as f64)
}

fn kind(kind: CampaignKind) -> ReportedCampaignKind {
    match kind {
        CampaignKind::Letter => ReportedCampaignKind::Letter,
        CampaignKind::Versions => ReportedCampaignKind::Versions,
        CampaignKind::Kit => ReportedCampaignKind::Kit,
        CampaignKind::Reworded => ReportedCampaignKind::Reworded,
        CampaignKind::TalkingPoints => ReportedCampaignKind::TalkingPoints,
    }
}
