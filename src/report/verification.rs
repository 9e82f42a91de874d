//! A report and its lines in, the proof that they hold together out.
//!
//! | what | must |
//! |---|---|
//! | sums | count the same from the report and from the lines, bucket by bucket, cluster by cluster |
//! | ids | be unique, and every id that is named must be there: comments, clusters, constraints |
//! | offsets | cut the very passage out of the decoded text |
//! | letters | be the reference copies' paragraphs, verbatim, or a consensus |
//! | campaigns | hold every cluster of several senders once, and as many comments as lines name them |
//! | quotations | stand where the lines say, apart from unique text; as many comments quote each paragraph as the report says |
//! | nearest texts | be there, of unique comments alone |
//! | records | that stand in several exports, files that were not read, comments that were sent again: as many as lines name |
//! | links | hold: no cannot-link within a cluster, every must-link, but for the conflicts reported |
//!
//! What does not hold is a defect of the program or of the disk, never of the docket.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};
use rustc_hash::{FxHashMap, FxHashSet};

use super::lines::is_cluster_id;
use super::schema::{
    Bucket, Change, DocumentLine, Report, ReportedCategory, ReportedCluster, ReportedMember,
    ReportedRule, SharedText,
};
use super::since::digest;
use crate::corpus::Document;
use crate::detection::Detection;
use crate::thresholds::SAME_TEXT;

/// How much was proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proved {
    /// Inputs of which the line is right.
    pub n_inputs: usize,
    /// Clusters whose ids, letters and links are.
    pub n_clusters: usize,
    /// Passages that stand where the report says.
    pub n_passages: usize,
}

/// Proves that a report holds together, from its lines and from what it was made of. The lines may be
/// those that were written, read back.
///
/// # Errors
/// Names the first thing that does not hold.
pub fn verify(
    detection: &Detection,
    report: &Report,
    lines: impl IntoIterator<Item = Result<DocumentLine>>,
) -> Result<Proved> {
    let mut seen = Seen::default();
    for line in lines {
        seen.line(&line?)?;
    }
    super::check(report, seen.inputs.len())?;
    seen.sums(report)?;
    let clusters: FxHashSet<&str> = report.clusters.iter().map(|it| it.id.as_str()).collect();
    ensure!(clusters.len() == report.clusters.len(), "two clusters have one id");
    for id in &seen.clusters_named {
        ensure!(clusters.contains(id.as_str()), "no cluster has the id `{id}`");
    }
    for (id, own) in &seen.compared_with {
        ensure!(
            seen.inputs.contains_key(id),
            "`{own}` was compared with `{id}`, which is not there"
        );
    }
    let mut proved = Proved { n_inputs: seen.inputs.len(), ..Proved::default() };
    for cluster in &report.clusters {
        for related in &cluster.related {
            let is_there = clusters.contains(related.cluster.as_str());
            ensure!(is_there, "no cluster has the id `{}`", related.cluster);
        }
        proved.n_passages += self::cluster(detection, report, cluster, &seen)
            .with_context(|| format!("cluster {}", cluster.id))?;
        proved.n_clusters += 1;
    }
    campaigns(report, &seen)?;
    resubmissions(detection, report, &seen)?;
    constraints(report, &seen)?;
    Ok(proved)
}

/// Every cluster is in one campaign, a comment in one at most, and the lines say the same.
fn campaigns(report: &Report, seen: &Seen) -> Result<()> {
    let mut clusters: FxHashSet<&str> = FxHashSet::default();
    let mut ids: FxHashSet<&str> = FxHashSet::default();
    for campaign in &report.campaigns {
        ensure!(ids.insert(&campaign.id), "two campaigns have the id `{}`", campaign.id);
        let n_lines = seen.in_campaigns.get(&campaign.id).copied();
        ensure!(
            n_lines.unwrap_or_default() == campaign.n_comments,
            "{} lines name campaign {}, but it has {} comments",
            n_lines.unwrap_or_default(),
            campaign.id,
            campaign.n_comments
        );
        for cluster in &campaign.clusters {
            ensure!(clusters.insert(cluster), "cluster {cluster} is in two campaigns");
        }
        for id in &campaign.members {
            seen.is_there(id)?;
        }
    }
    ensure!(
        report.clusters.iter().all(|it| it.is_of_one_sender || clusters.contains(it.id.as_str())),
        "a cluster of several senders is in no campaign"
    );
    let unknown = seen.in_campaigns.keys().find(|id| !ids.contains(id.as_str()));
    ensure!(unknown.is_none(), "no campaign has the id `{}`", unknown.map_or("", |id| id));
    let n_campaigns: usize = report.totals.campaigns.values().sum();
    ensure!(
        n_campaigns == report.campaigns.len(),
        "the kinds sum to {n_campaigns} campaigns, but there are {}",
        report.campaigns.len()
    );
    Ok(())
}

/// A comment that was sent again is of the cluster and of the sender of the first, and a cluster is of one sender where
/// all its comments but one are sent again after that one.
fn resubmissions(detection: &Detection, report: &Report, seen: &Seen) -> Result<()> {
    let sender = |id: &str| {
        let found = detection.corpus.find(id);
        found.and_then(|id| detection.corpus.entry(id).sender)
    };
    let again: FxHashSet<&str> = seen.resubmissions.iter().map(|(id, _)| id.as_str()).collect();
    let mut n_again: FxHashMap<&str, usize> = FxHashMap::default();
    for (id, first) in &seen.resubmissions {
        let cluster = seen.is_there(id)?.cluster.as_ref();
        ensure!(
            sender(id).is_some() && sender(id) == sender(first),
            "`{id}` is not of the sender of `{first}`"
        );
        ensure!(
            cluster.is_some() && cluster == seen.is_there(first)?.cluster.as_ref(),
            "`{id}` is not like `{first}`"
        );
        ensure!(!again.contains(first.as_str()), "`{first}` was itself sent again");
        *n_again.entry(first).or_default() += 1;
    }
    ensure!(
        again.len() == report.totals.resubmissions,
        "the lines name {} comments that were sent again, the report {}",
        again.len(),
        report.totals.resubmissions
    );
    let mut of_one: FxHashSet<&str> = FxHashSet::default();
    for (first, n_again) in n_again {
        let cluster = seen.is_there(first)?.cluster.as_deref().unwrap_or_default();
        if seen.in_clusters.get(cluster) == Some(&(n_again + 1)) {
            of_one.insert(cluster);
        }
    }
    for cluster in &report.clusters {
        ensure!(
            cluster.is_of_one_sender == of_one.contains(cluster.id.as_str()),
            "the lines and cluster {} differ in whether it is of one sender",
            cluster.id
        );
    }
    let founds_none = report.campaigns.iter().find(|campaign| {
        campaign.members.is_empty()
            && matches!(&campaign.clusters[..], [id] if of_one.contains(id.as_str()))
    });
    ensure!(
        founds_none.is_none(),
        "campaign {} is of one sender",
        founds_none.map_or("", |campaign| &campaign.id)
    );
    Ok(())
}

/// What the lines told.
#[derive(Default)]
struct Seen {
    /// For each input its cluster and the distinct comment that has its words.
    inputs: FxHashMap<String, InputPlace>,
    buckets: BTreeMap<Bucket, usize>,
    categories: BTreeMap<ReportedCategory, usize>,
    n_not_read: usize,
    n_repeated: usize,
    /// Comments that were sent again, and the first of each sender.
    resubmissions: Vec<(String, String)>,
    in_clusters: FxHashMap<String, usize>,
    /// Of each cluster the comments that are counted as exact.
    exact: FxHashMap<String, Vec<String>>,
    in_campaigns: FxHashMap<String, usize>,
    clusters_named: FxHashSet<String>,
    compared_with: FxHashMap<String, String>,
    /// How many comments quote each paragraph of each known text.
    quoted: BTreeMap<(String, usize), usize>,
    /// Unique comments, and the texts that are nearest to them.
    nearest: Vec<(String, String)>,
    /// What each distinct text added and changed.
    passages: FxHashMap<String, Vec<String>>,
}

struct InputPlace {
    cluster: Option<String>,
    representative: String,
}

impl Seen {
    fn line(&mut self, line: &DocumentLine) -> Result<()> {
        let is_copy = line.bucket == Bucket::ExactCopy;
        let other = line.evidence.as_ref().map(|it| &it.compared_with);
        let place = InputPlace {
            cluster: line.cluster.clone(),
            representative: other.filter(|_| is_copy).unwrap_or(&line.id).clone(),
        };
        ensure!(
            self.inputs.insert(line.id.clone(), place).is_none(),
            "two inputs have the id `{}`",
            line.id
        );
        let is_in_cluster = matches!(line.bucket, Bucket::Clustered | Bucket::ExactCopy);
        ensure!(
            is_in_cluster == line.cluster.is_some() && is_in_cluster == line.evidence.is_some(),
            "`{}` is in a cluster without evidence, or the other way round",
            line.id
        );
        *self.buckets.entry(line.bucket).or_default() += 1;
        self.resubmissions
            .extend(line.resubmission_of.iter().map(|first| (line.id.clone(), first.clone())));
        self.n_repeated += line.also_in.len();
        self.n_not_read += line.not_read().count();
        if let Some(category) = line.category {
            *self.categories.entry(category).or_default() += 1;
        }
        if let Some(campaign) = &line.campaign {
            *self.in_campaigns.entry(campaign.clone()).or_default() += 1;
        }
        if let Some(cluster) = &line.cluster {
            *self.in_clusters.entry(cluster.clone()).or_default() += 1;
            self.clusters_named.insert(cluster.clone());
            if line.category == Some(ReportedCategory::Exact) {
                self.exact.entry(cluster.clone()).or_default().push(line.id.clone());
            }
        }
        self.clusters_named.extend(line.also_contains.iter().cloned());
        if let Some(id) = other {
            self.compared_with.insert(id.clone(), line.id.clone());
        }
        self.quotations(line)?;
        if let Some(nearest) = &line.nearest {
            ensure!(
                line.bucket == Bucket::Singleton && nearest.id != line.id,
                "`{}` has a nearest text",
                line.id
            );
            self.nearest.push((line.id.clone(), nearest.id.clone()));
        }
        let passages = passages(&line.unique_text, &line.shared_text, &line.changes);
        if !passages.is_empty() && !is_copy {
            self.passages.insert(line.id.clone(), passages);
        }
        Ok(())
    }

    /// What a line quotes stands where it says, and in none of its passages.
    fn quotations(&mut self, line: &DocumentLine) -> Result<()> {
        for place in &line.quote_places {
            let paragraph = line.paragraphs.get(place.paragraph);
            let passage = paragraph.and_then(|text| text.get(place.start..place.end));
            let quote = line.quotes.get(place.quote);
            let holds = passage.zip(quote).is_some_and(|(text, quote)| quote.text.contains(text));
            ensure!(holds, "`{}` does not quote what it says", line.id);
        }
        let mut paragraphs: Vec<(String, usize)> =
            line.quotes.iter().map(|quote| (quote.known.clone(), quote.paragraph)).collect();
        paragraphs.sort_unstable();
        paragraphs.dedup();
        for paragraph in paragraphs {
            *self.quoted.entry(paragraph).or_default() += 1;
        }
        let shared = line.shared_text.iter().map(|shared| &shared.text);
        for passage in line.unique_text.iter().chain(shared) {
            let is_quoted = line.quotes.iter().any(|quote| passage.contains(&quote.text));
            ensure!(!is_quoted, "a passage of `{}` is a quotation", line.id);
        }
        Ok(())
    }

    fn sums(&self, report: &Report) -> Result<()> {
        ensure!(
            self.buckets == report.totals.buckets,
            "the lines say {:?}, the report {:?}",
            self.buckets,
            report.totals.buckets
        );
        ensure!(
            self.categories == report.totals.categories,
            "the lines say {:?}, the report {:?}",
            self.categories,
            report.totals.categories
        );
        ensure!(
            self.n_not_read == report.totals.attachments_not_read,
            "the lines name {} files that were not read, the report {}",
            self.n_not_read,
            report.totals.attachments_not_read
        );
        ensure!(
            self.n_repeated == report.totals.repeated_records,
            "the lines name {} records that stand in other exports, too, the report {}",
            self.n_repeated,
            report.totals.repeated_records
        );
        let quoted: BTreeMap<(String, usize), usize> = report
            .known
            .iter()
            .flat_map(|text| {
                text.quoted.iter().map(|it| ((text.name.clone(), it.paragraph), it.n_comments))
            })
            .collect();
        ensure!(
            self.quoted == quoted,
            "the lines quote {:?}, the report says {quoted:?}",
            self.quoted
        );
        for (id, nearest) in &self.nearest {
            self.is_there(nearest).with_context(|| format!("nearest to `{id}`"))?;
        }
        for aside in &report.set_aside {
            self.is_there(&aside.id)?;
        }
        Ok(())
    }

    fn is_there(&self, id: &str) -> Result<&InputPlace> {
        let place = self.inputs.get(id);
        place.with_context(|| format!("no input has the id `{id}`"))
    }
}

/// Proves what is said of a cluster. Gives the number of its passages.
fn cluster(
    detection: &Detection,
    report: &Report,
    cluster: &ReportedCluster,
    seen: &Seen,
) -> Result<usize> {
    ensure!(is_cluster_id(&cluster.id), "it is no id of a cluster");
    let n_lines = seen.in_clusters.get(&cluster.id).copied().unwrap_or(0);
    ensure!(
        n_lines == cluster.n_comments,
        "{n_lines} lines name it, but it has {} comments",
        cluster.n_comments
    );
    let n_identical = n_identical(detection, seen.exact.get(&cluster.id).into_iter().flatten())?;
    ensure!(
        n_identical == cluster.n_identical,
        "{n_identical} of its exact copies are byte for byte the same as another, but it says {}",
        cluster.n_identical
    );
    let seed = document(detection, &cluster.reference.id)?;
    let letter = &cluster.reference;
    let paragraphs = seed.blocks().map(|(_, paragraph)| paragraph);
    let is_verbatim = paragraphs.eq(letter.paragraphs.iter().map(String::as_str));
    // A letter that many share may have been sent with other line breaks, and become a form letter since.
    let may_be_shared = !cluster.is_form_letter || report.since.is_some();
    let has_its_words = || may_be_shared && digest(&letter.paragraphs) == seed.digest;
    ensure!(
        letter.is_consensus || is_verbatim || has_its_words(),
        "its letter is not the reference copy's text"
    );
    let mut n_passages = 0;
    for member in &cluster.members {
        n_passages += self::member(detection, report, cluster, member, seen)
            .with_context(|| format!("member `{}`", member.id))?;
    }
    let added = cluster.added.iter().flat_map(|added| &added.members);
    for id in added {
        let place = seen.is_there(id)?;
        ensure!(
            place.cluster.as_ref() == Some(&cluster.id),
            "`{id}` added a passage, but is in another cluster"
        );
    }
    Ok(n_passages)
}

fn member(
    detection: &Detection,
    report: &Report,
    cluster: &ReportedCluster,
    member: &ReportedMember,
    seen: &Seen,
) -> Result<usize> {
    let place = seen.is_there(&member.id)?;
    ensure!(place.cluster.as_ref() == Some(&cluster.id), "its line names another cluster");
    let own = document(detection, &member.id)?;
    let other = document(detection, &member.evidence.compared_with)?;
    let text = own.text.as_deref().unwrap_or_default();
    let (mut texts, mut shared_text) = (Vec::new(), Vec::new());
    texts.extend(member.unique_text.iter().map(|it| it.text.clone()));
    shared_text.extend(
        member
            .shared_text
            .iter()
            .map(|it| SharedText { text: it.text.clone(), n_comments: it.n_comments }),
    );
    let texts = passages(&texts, &shared_text, &member.changes);
    let unique = member.unique_text.iter().map(|it| (it.start..it.end, &it.text));
    let shared = member.shared_text.iter().map(|it| (it.start..it.end, &it.text));
    for (place, passage) in unique.chain(shared) {
        ensure!(
            text.get(place.clone()) == Some(passage.as_str()),
            "bytes {} to {} of its text are not its passage",
            place.start,
            place.end
        );
    }
    let in_line = seen.passages.get(&member.id).map_or(&[][..], Vec::as_slice);
    ensure!(texts == in_line, "its line has other passages");
    let is_used = report.settings.links.iter().any(|kind| kind == "cannot");
    ensure!(
        !is_used
            || member.evidence.rule == ReportedRule::Analyst
            || member.evidence.n_shared_words >= SAME_TEXT
            // An earlier report's place stands, even where a late copy of the seed names a docket.
            || report.since.is_some() && member.n_new < member.n_copies
            || own.attributes.dockets.may_meet(&other.attributes.dockets),
        "its dockets part it from `{}`",
        other.id
    );
    Ok(member.unique_text.len() + member.shared_text.len())
}

/// How many of some comments are, as received, the same as another of them.
fn n_identical<'a>(
    detection: &Detection,
    ids: impl IntoIterator<Item = &'a String>,
) -> Result<usize> {
    let mut copies: FxHashMap<u64, usize> = FxHashMap::default();
    for id in ids {
        let found = detection.corpus.find(id);
        let found = found.with_context(|| format!("no comment has the id `{id}`"))?;
        *copies.entry(detection.corpus.entry(found).received).or_default() += 1;
    }
    Ok(copies.into_values().filter(|n| *n > 1).sum())
}

/// What a text added and changed, as it is compared.
fn passages(unique_text: &[String], shared_text: &[SharedText], changes: &[Change]) -> Vec<String> {
    let shared = shared_text.iter().map(|it| format!("{} {}", it.n_comments, it.text));
    let changes = changes.iter().map(|it| format!("{}\n{}", it.letter, it.here));
    unique_text.iter().cloned().chain(shared).chain(changes).collect()
}

/// The document that has the text of a comment.
fn document<'a>(detection: &'a Detection, id: &str) -> Result<&'a Document> {
    let found = detection.corpus.find(id);
    let found = found.with_context(|| format!("no comment has the id `{id}`"))?;
    Ok(detection.corpus.document(found))
}

/// The analyst's links hold, or a conflict names them.
fn constraints(report: &Report, seen: &Seen) -> Result<()> {
    for id in report.conflicts.iter().flat_map(|conflict| &conflict.chain) {
        seen.is_there(id)?;
    }
    let is_reported = |a: &str, b: &str| {
        report.conflicts.iter().any(|conflict| {
            let ends = (conflict.chain.first(), conflict.chain.last());
            let ends = (ends.0.map(String::as_str), ends.1.map(String::as_str));
            ends == (Some(a), Some(b)) || ends == (Some(b), Some(a))
        })
    };
    for constraint in &report.settings.constraints {
        let (a, b) = (seen.is_there(&constraint.a)?, seen.is_there(&constraint.b)?);
        let are_one = a.representative == b.representative;
        let are_together = are_one || a.cluster.is_some() && a.cluster == b.cluster;
        let holds = match constraint.link.as_str() {
            "must" => are_together,
            "cannot" => !are_together || is_reported(&a.representative, &b.representative),
            _ => true,
        };
        ensure!(
            holds,
            "the {}-link between `{}` and `{}` does not hold",
            constraint.link,
            constraint.a,
            constraint.b
        );
    }
    Ok(())
}
