//! Detection in, report out. The report is the contract; renderings are made from it.
//!
//! # Invariants
//! - No command line, thread count, absolute path or time of day is in it, and a date only where one is given: the
//!   same input with the same options gives the same bytes.
//! - Every input is one line, in exactly one bucket, and the buckets sum to the inputs.

mod campaigns;
pub mod citation;
mod clusters;
pub mod comparison;
pub mod csv;
pub mod html;
mod index;
mod known;
mod lines;
mod marks;
pub mod posting;
pub mod printable;
mod questions;
mod reading_list;
mod said;
pub mod schema;
mod since;
pub mod tables;
pub mod terminal;
mod title;
mod uniques;
mod verification;
mod versions;
mod words;
pub mod workbook;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::{Result, ensure};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::clustering::analyst;
use crate::config::Config;
pub(crate) use crate::corpus::hexadecimal;
use crate::corpus::{AsideBucket, Corpus, DocId, Flag, Timestamp};
use crate::detection::Detection;
use crate::ingest::TextFields;
pub use crate::questions::HEADINGS;
pub use lines::{Lines, document_lines};
pub use reading_list::ReadingList;
use schema::{
    Added, Bucket, Limit, Related, Report, ReportedCampaign, ReportedCluster, ReportedKeptBack,
    ReportedSetAside, SCHEMA_VERSION, Settings, Tool, Totals,
};
pub use since::{EarlierCluster, EarlierPlaces};
pub use uniques::FindLine;
pub use verification::{OpenFile, Proved, ReadBack, verify, verify_files};
pub use words::{EXACT, counted, grouped, joined, not_none};

/// Builds the cluster report.
pub fn build(detection: &Detection, config: &Config) -> Report {
    let clusters = clusters::clusters(detection);
    let campaigns = campaigns::campaigns(detection, &clusters);
    let kept_back = kept_back(detection);
    let (questions, closed_questions) = questions::questions(detection);
    let set_aside = detection.corpus.set_aside().iter().map(|aside| ReportedSetAside {
        id: Arc::clone(&aside.id),
        source: Arc::clone(&aside.source),
        bucket: lines::aside_bucket(aside.bucket),
        reason: Arc::clone(&aside.reason),
        limit: aside.limit,
    });
    Report {
        schema_version: SCHEMA_VERSION,
        title: match &config.title {
            Some(title) => printable::line(title),
            None => title::of_docket(&detection.corpus),
        },
        date: config.date.clone(),
        file: title::file_name(&detection.corpus).map(printable::line),
        tool: Tool::own(),
        settings: settings(config),
        input_digest: detection.corpus.input_digest(),
        known: known::known(detection),
        totals: totals(detection, &clusters, &campaigns, &kept_back),
        set_aside: set_aside.collect(),
        kept_back,
        since: since::since(detection, config, &clusters),
        conflicts: detection.conflicts.iter().map(|found| conflict(detection, found)).collect(),
        warnings: Arc::clone(detection.corpus.warnings()),
        clusters,
        campaigns,
        said_by_many: said::by_many(detection),
        questions,
        closed_questions,
    }
}

/// Proves that the report accounts for every input: once by its sums, once by its lines.
///
/// # Errors
/// Names the sum that does not hold. It would be a defect of the program.
pub fn check(report: &Report, n_lines: usize) -> Result<()> {
    let totals = &report.totals;
    let n_in_categories = totals.categories.values().sum::<usize>() + totals.letters_sent;
    let n_identical = report.clusters.iter().map(|cluster| cluster.n_identical).sum();
    let in_campaigns = report.campaigns.iter().map(|campaign| campaign.n_comments).sum();
    let n_ruled = totals.rules.values().sum();
    sums_to("inputs in totals.buckets", totals.buckets.values().sum(), totals.inputs)?;
    sums_to("lines of inputs", n_lines, totals.inputs)?;
    sums_to("comments in totals.categories, and letters", n_in_categories, totals.comments)?;
    sums_to("texts in clusters by totals.rules", n_ruled, totals.n_in(Bucket::Clustered))?;
    sums_to("totals.n_identical of the clusters", n_identical, totals.n_identical)?;
    sums_to("totals.in_campaigns", in_campaigns, totals.in_campaigns)?;
    if let Some(since) = &report.since {
        let n_placed = since.new_in_earlier_clusters + since.new_in_new_clusters + since.new_unique;
        sums_to("since.new_comments", n_placed, since.new_comments)?;
    }
    for cluster in &report.clusters {
        let n_categorized = cluster.categories.values().sum::<usize>() + cluster.n_letter();
        let n_members: usize = cluster.members.iter().map(|member| member.n_copies).sum();
        let n_of_texts = n_members + cluster.reference.n_copies;
        for (parts, n) in
            [("categories, and its letter", n_categorized), ("members and reference", n_of_texts)]
        {
            let what = format!("comments of cluster {} by {parts}", cluster.id);
            sums_to(&what, n, cluster.n_comments)?;
        }
    }
    for question in &report.questions {
        let n_bucketed = question.buckets.values().sum();
        let n_others = question.n_by_reference + question.n_set_aside + question.n_blank;
        let what = format!("answers to the question `{}`", question.name);
        sums_to(&what, n_bucketed, question.n_answers)?;
        sums_to(&what, n_bucketed + n_others, question.n_respondents)?;
    }
    Ok(())
}

/// Whether parts sum to the whole.
fn sums_to(what: &str, parts: usize, whole: usize) -> Result<()> {
    ensure!(parts == whole, "{what}: the parts sum to {parts}, and the whole is {whole}");
    Ok(())
}

/// The settings that change results.
pub fn settings(config: &Config) -> Settings {
    let links = config.clustering.links;
    let kinds = [(links.must, "must"), (links.cannot, "cannot"), (links.family, "family")];
    Settings {
        min_copies: config.reference.min_copies,
        threshold: config.clustering.threshold,
        family_bonus: config.clustering.family_bonus,
        links: kinds.iter().filter(|(used, _)| *used).map(|(_, kind)| (*kind).to_owned()).collect(),
        constraints: config.clustering.constraints.clone(),
        depth: config.retrieval.depth,
        id_field: config.ingest.id_field.clone(),
        text_field: config.ingest.text_fields.one().cloned(),
        text_fields: match &config.ingest.text_fields {
            fields if fields.one().is_some() => Vec::new(),
            TextFields { named, patterns } => [named.clone(), patterns.clone()].concat(),
        },
        relayers_digest: config.ingest.relayers.digest().to_owned(),
        limits: config.ingest.limits.clone(),
    }
}

fn conflict(detection: &Detection, conflict: &analyst::Conflict) -> schema::ReportedConflict {
    let (reason, chain) = match conflict {
        analyst::Conflict::CannotAgainstMust(chain) => {
            ("must-links join the two ends of a cannot-link; the must-links held", chain)
        }
        analyst::Conflict::MustAcrossDockets(chain) => {
            ("a must-link joins comments of different dockets; the must-link held", chain)
        }
    };
    schema::ReportedConflict {
        reason: reason.to_owned(),
        chain: chain.iter().map(|id| detection.corpus.id(*id).to_owned()).collect(),
    }
}

/// The sums that the written clusters and campaigns tell; what they do not tell is nothing.
fn totals_of_groups(clusters: &[ReportedCluster], campaigns: &[ReportedCampaign]) -> Totals {
    let mut totals = Totals {
        clusters: clusters.len(),
        n_letters: campaigns.iter().map(|campaign| campaign.clusters.len()).sum(),
        n_campaigns: campaigns.len(),
        ..Totals::default()
    };
    for cluster in clusters {
        totals.form_letters += usize::from(cluster.is_form_letter);
        totals.letters_sent += cluster.n_letter();
        totals.n_identical += cluster.n_identical;
        totals.added_passages += cluster.added.len();
        totals.n_letter_words += cluster.reference.n_words;
        totals.n_added_words += cluster.added.iter().map(|added| added.n_words).sum::<usize>();
    }
    for campaign in campaigns {
        *totals.campaigns.entry(campaign.kind).or_default() += 1;
    }
    totals
}

fn totals(
    detection: &Detection,
    clusters: &[ReportedCluster],
    campaigns: &[ReportedCampaign],
    kept_back: &[ReportedKeptBack],
) -> Totals {
    let (corpus, of_groups) = (&detection.corpus, totals_of_groups(clusters, campaigns));
    let letters: FxHashSet<&String> =
        campaigns.iter().flat_map(|campaign| &campaign.clusters).collect();
    let in_letters = clusters.iter().filter(|cluster| letters.contains(&cluster.id));
    let unique_in_campaigns: usize = campaigns.iter().map(|campaign| campaign.members.len()).sum();
    let mut totals = Totals {
        inputs: corpus.len() + corpus.set_aside().len(),
        repeated_records: corpus.n_repeated(),
        submissions: n_submissions(corpus),
        comments: corpus.len(),
        distinct_texts: detection.groups.groups().len(),
        buckets: buckets(detection),
        in_campaigns: in_letters.map(|letter| letter.n_comments).sum::<usize>()
            + unique_in_campaigns,
        unique_in_campaigns,
        kept_back: n_kept_back(kept_back),
        resubmissions: detection.campaigns.resubmissions.len(),
        attachments_not_read: n_not_read(corpus),
        limits_reached: limits_reached(detection),
        candidates_cut: detection.n_candidates_cut,
        ..of_groups
    };
    for (category, n) in clusters.iter().flat_map(|cluster| &cluster.categories) {
        *totals.categories.entry(*category).or_default() += n;
    }
    for cluster in &detection.clusters.clusters {
        for place in lines::places_in(cluster) {
            let (id, edit) = (place.document(), detection.edits.of(place.document()));
            let n_comments = detection.copies(id).len();
            let n_words = corpus.token_text(id).len() * n_comments;
            totals.n_words += n_words;
            if edit.is_some_and(|edit| !edit.form_text.is_empty()) {
                totals.with_form_text += n_comments;
            }
            if !cluster.is_singleton() {
                *totals.rules.entry(place.evidence(detection).rule).or_default() += 1;
                continue;
            }
            totals.n_unique += 1;
            totals.n_unique_words += n_words;
            if let Some(edit) = edit {
                *totals.categories.entry(edit.category).or_default() += n_comments;
            }
        }
    }
    totals.n_words_left = totals.n_letter_words + totals.n_added_words + totals.n_unique_words;
    totals
}

/// Inputs that reached a limit, and copies whose words were aligned coarsely, by limit.
fn limits_reached(detection: &Detection) -> BTreeMap<Limit, usize> {
    let mut counts = BTreeMap::new();
    for limit in detection.corpus.set_aside().iter().filter_map(|aside| aside.limit) {
        *counts.entry(limit).or_default() += 1;
    }
    if detection.edits.n_coarse > 0 {
        counts.insert(Limit::WordDiff, detection.edits.n_coarse);
    }
    counts
}

/// Inputs that are not to be posted, and why.
fn kept_back(detection: &Detection) -> Vec<ReportedKeptBack> {
    let corpus = &detection.corpus;
    let restricted = corpus
        .ids()
        .filter(|id| corpus.entry(*id).is_restricted)
        .map(|id| corpus.record(id))
        .filter_map(|record| Some((record.id, record.attributes.restricted?)));
    let aside = corpus.set_aside().iter().filter_map(|aside| {
        Some((aside.id.to_string(), aside.attributes.as_ref()?.restricted.clone()?))
    });
    let by_record = restricted.chain(aside).map(|(id, note)| {
        let flag = schema::RESTRICTED.to_owned();
        ReportedKeptBack { id, flag, note }
    });
    let by_people = detection.flags.iter().map(|(id, Flag { flag, note })| {
        let (flag, note) = (flag.clone(), note.clone());
        ReportedKeptBack { id: id.to_owned(), flag, note }
    });
    let mut all: Vec<ReportedKeptBack> = by_record.chain(by_people).collect();
    all.sort_by(|a, b| a.id.cmp(&b.id));
    all
}

/// How many inputs are kept back for each reason.
fn n_kept_back(kept_back: &[ReportedKeptBack]) -> BTreeMap<String, usize> {
    let reasons: BTreeSet<(&str, &str)> =
        kept_back.iter().map(|kept| (kept.flag.as_str(), kept.id.as_str())).collect();
    let mut n_inputs = BTreeMap::new();
    for (flag, _) in reasons {
        *n_inputs.entry(flag.to_owned()).or_default() += 1;
    }
    n_inputs
}

/// All inputs but those that are no comments, each as often as the agency says that it stands for.
fn n_submissions(corpus: &Corpus) -> u64 {
    let compared = corpus.ids().map(|id| u64::from(corpus.entry(id).n_submissions));
    let comments = corpus.set_aside().iter().filter(|it| it.bucket != AsideBucket::NotAComment);
    let set_aside = comments.map(|aside| {
        let claimed = aside.attributes.as_ref().and_then(|known| known.claimed_duplicates);
        claimed.unwrap_or(1).max(1)
    });
    compared.chain(set_aside).fold(0, u64::saturating_add)
}

/// Files that came with comments and were not read.
fn n_not_read(corpus: &Corpus) -> usize {
    let compared = corpus.ids().map(|id| corpus.entry(id).n_not_read as usize);
    let comments = corpus.set_aside().iter().filter(|it| it.bucket != AsideBucket::NotAComment);
    let known = comments.filter_map(|aside| aside.attributes.as_ref());
    compared.chain(known.map(|attributes| attributes.n_not_read() as usize)).sum()
}

impl Report {
    fn clusters_by_id(&self) -> FxHashMap<&str, &ReportedCluster> {
        self.clusters.iter().map(|cluster| (cluster.id.as_str(), cluster)).collect()
    }

    /// What was added to all letters, each with its letter's place and the letter: the most substantial first, as they are
    /// ordered beside each; of equals that of the larger letter.
    fn added_passages(&self) -> Vec<(usize, &ReportedCluster, &Added)> {
        let clusters = self.clusters.iter().enumerate();
        let mut added: Vec<_> = clusters
            .flat_map(|(at, cluster)| cluster.added.iter().map(move |added| (at, cluster, added)))
            .collect();
        added.sort_by_key(|(.., added)| Reverse((added.n_rare_words, added.n_words)));
        added
    }

    /// Every two letters that say the opposite in nearly the same words: the larger one, what it says of the other, and
    /// the other.
    fn opposed_pairs(
        &self,
    ) -> impl Iterator<Item = (&ReportedCluster, &Related, &ReportedCluster)> {
        let places: FxHashMap<&str, usize> =
            self.clusters.iter().enumerate().map(|(at, it)| (it.id.as_str(), at)).collect();
        let related = self.clusters.iter().enumerate().flat_map(|(at, cluster)| {
            cluster.related.iter().map(move |related| (at, cluster, related))
        });
        related.filter_map(move |(at, cluster, related)| {
            let other = places.get(related.cluster.as_str()).filter(|other| **other > at)?;
            Some((cluster, related, &self.clusters[*other]))
        })
    }
}

/// Inputs by bucket, counted cluster by cluster: the lines are counted apart when they are written, so that [`check`]
/// compares two counts.
fn buckets(detection: &Detection) -> BTreeMap<Bucket, usize> {
    let mut buckets = BTreeMap::new();
    for aside in detection.corpus.set_aside() {
        *buckets.entry(lines::aside_bucket(aside.bucket)).or_default() += 1;
    }
    for cluster in &detection.clusters.clusters {
        let bucket = if cluster.is_singleton() { Bucket::Singleton } else { Bucket::Clustered };
        for id in cluster.documents() {
            let n_copies = detection.copies(id).len();
            *buckets.entry(bucket).or_default() += 1;
            if n_copies > 1 {
                *buckets.entry(Bucket::ExactCopy).or_default() += n_copies - 1;
            }
        }
    }
    buckets
}

/// When some comments came, and how many submissions they stand for.
struct Received {
    first: Option<String>,
    last: Option<String>,
    n_submissions: u64,
}

impl Received {
    fn of(detection: &Detection, comments: &[DocId]) -> Self {
        let mut times: Vec<Timestamp> = Vec::new();
        let mut n_submissions: u64 = 0;
        for entry in comments.iter().map(|id| detection.corpus.entry(*id)) {
            times.extend(entry.timestamp());
            n_submissions = n_submissions.saturating_add(u64::from(entry.n_submissions));
        }
        Self {
            first: times.iter().min().and_then(|first| iso_8601(*first)),
            last: times.iter().max().and_then(|last| iso_8601(*last)),
            n_submissions,
        }
    }
}

fn iso_8601(timestamp: Timestamp) -> Option<String> {
    Some(jiff::Timestamp::from_second(timestamp).ok()?.to_string())
}
