//! Campaigns in, what the report says of them out.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use sha1::{Digest as _, Sha1};

use super::clusters::relayers;
use super::schema::{
    CampaignEvidence, CampaignPoint, CopyPiece, HeldPassage, PointExcerpt, ReportedCampaign,
    ReportedCampaignKind, ReportedCluster, ReportedCopyPart, ReportedMember, SlotOption,
    TemplateCopy, TemplateSegment,
};
use super::{iso_8601, lines, title};
use crate::campaigns::{Campaign, CampaignKind};
use crate::clustering::Cluster;
use crate::corpus::{DocId, TermId};
use crate::detection::Detection;
use crate::edits::{CopyPart, FixedWords, TemplatePart};

/// Copies of a reworded letter that are told beside its template, and bytes of one.
const COPIES: usize = 5;
const MOST_BYTES: usize = 30_000;
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
        copies: match found.kind {
            CampaignKind::Reworded => copies(
                detection,
                found,
                ids.iter().filter_map(|id| clusters.get(id.as_str()).copied()),
            ),
            _ => Vec::new(),
        },
        clusters: ids,
        members,
    })
}

/// The facts of talking points, in words, and how some comments say them.
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
    let told = found.told.iter().map(Vec::as_slice).chain(std::iter::repeat(&[][..]));
    found
        .facts
        .iter()
        .zip(told)
        .map(|((term, n_comments), told)| CampaignPoint {
            text: words[term].to_owned(),
            n_comments: *n_comments,
            said: told
                .iter()
                .filter_map(|(id, place)| {
                    let document = detection.corpus.document(*id);
                    let (block, paragraph) =
                        document.blocks().find(|(block, _)| block.end >= place.end)?;
                    let word = place.start - block.start..place.end - block.start;
                    Some(excerpt(paragraph, word, &document.id))
                })
                .collect(),
        })
        .collect()
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
    PointExcerpt { id: id.to_owned(), before, point: paragraph[word].to_owned(), after: rest }
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

/// Some copies by the digests of their ids: drawn blindly, and always the same.
fn copies<'a>(
    detection: &Detection,
    found: &Campaign,
    letters: impl Iterator<Item = &'a ReportedCluster>,
) -> Vec<TemplateCopy> {
    let mut drawn: Vec<([u8; 20], &ReportedMember)> = letters
        .flat_map(|letter| &letter.members)
        .map(|member| (Sha1::digest(&member.id).into(), member))
        .collect();
    drawn.sort_unstable_by(|a, b| (a.0, &a.1.id).cmp(&(b.0, &b.1.id)));
    drawn.truncate(COPIES);
    let seed = found.clusters.first();
    let fixed = FixedWords::of(seed.map_or(&[][..], |seed| detection.edits.template(*seed)));
    drawn.into_iter().map(|(_, member)| copy(detection, member, &fixed)).collect()
}

fn copy(detection: &Detection, member: &ReportedMember, fixed: &FixedWords) -> TemplateCopy {
    let id = detection.corpus.find(&member.id);
    let paragraphs: Vec<String> = id
        .into_iter()
        .flat_map(|id| detection.corpus.document(id).blocks())
        .map(|(_, paragraph)| paragraph.to_owned())
        .collect();
    let is_short = paragraphs.iter().map(String::len).sum::<usize>() <= MOST_BYTES;
    let own: Vec<&str> = member.unique_text.iter().map(|passage| passage.text.as_str()).collect();
    let pieces = if is_short { fixed.stretches(&paragraphs, &own) } else { Vec::new() };
    let piece = |(part, text)| CopyPiece {
        part: match part {
            CopyPart::Fixed => ReportedCopyPart::Fixed,
            CopyPart::Filling => ReportedCopyPart::Filling,
            CopyPart::Own => ReportedCopyPart::Own,
        },
        text,
    };
    TemplateCopy {
        id: member.id.clone(),
        paragraphs: pieces
            .into_iter()
            .map(|pieces| pieces.into_iter().map(piece).collect())
            .collect(),
    }
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
    let copies = |id: DocId| {
        let group = detection.groups.of_representative(id);
        group.map_or(&[][..], |group| group.members())
    };
    let seeds = found.clusters.iter().chain(&found.singles);
    let clusters = seeds.filter_map(|seed| detection.clusters.around(*seed));
    clusters.flat_map(Cluster::documents).flat_map(|id| copies(id).iter().copied()).collect()
}

/// Of the words of a reworded letter's copies, those that are its wording.
fn covered(detection: &Detection, found: &Campaign) -> f64 {
    let (mut n_covered, mut n_words) = (0, 0);
    let clusters = found.clusters.iter().filter_map(|seed| detection.clusters.around(*seed));
    for member in clusters.flat_map(Cluster::members) {
        n_covered += member.n_shared_words;
        n_words += detection.corpus.token_text(member.document).len();
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
