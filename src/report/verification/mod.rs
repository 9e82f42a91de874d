//! A report and its lines in, the proof that they hold together out: every number of the report is counted again.
//!
//! | what | must |
//! |---|---|
//! | numbers | be what the lines say: totals, clusters, campaigns, members |
//! | ids | be unique, and every id that is named must be there: comments, clusters, constraints |
//! | offsets | cut the very passage out of the decoded text |
//! | letters | be the reference copies' paragraphs, verbatim, or a consensus |
//! | what many say | be said by comments that are there |
//! | campaigns | hold every cluster of several senders once, and the comments that lines name for them |
//! | quotations | stand where the lines say, apart from unique text; as many comments quote each paragraph as the report says |
//! | questions | have the answers of the lines, each in one bucket; who was asked answered, referred, or left it blank |
//! | nearest texts | be there, of unique comments alone |
//! | links | hold: no cannot-link within a cluster, every must-link, but for the conflicts reported |
//! | tables, page | have the same numbers (`files.rs`) |
//!
//! What no line tells (settings, paragraphs that are kept, words that an edit adds and leaves out, cut-offs, templates, what many
//! say, what an earlier report had) must be what the stages made. No text is judged a second time.
//!
//! What does not hold is a defect of the program or of the disk, never of the docket.

mod files;
mod questions;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use anyhow::{Context, Result, ensure};
use jiff::Timestamp;
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use super::schema::{
    Bucket, Category, Change, CitedLetter, DocumentLine, FIELD, RelayerCount, Report,
    ReportedCampaign, ReportedCluster, ReportedEvidence, ReportedLimit, ReportedMember,
    ReportedShares, Rule, SCHEMA_VERSION, SaidKind, SharedText, Since, Totals,
};
use crate::config::Config;
use crate::corpus::Text;
use crate::detection::{Detection, is_cluster_id, passage_id};
use crate::edits::document_digest;
pub use files::{OpenFile, verify_files};
use questions::Answers;

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
    config: &Config,
    report: &Report,
    lines: impl IntoIterator<Item = Result<DocumentLine>>,
) -> Result<Proved> {
    Told::by(lines)?.proves(detection, config, report)
}

/// A number that was counted again.
#[expect(clippy::needless_pass_by_value, reason = "most are numbers")]
fn same<T: PartialEq + Debug>(what: &str, counted: T, reported: T) -> Result<()> {
    ensure!(counted == reported, "{what}: the lines say {counted:?}, the report {reported:?}");
    Ok(())
}

/// Whether what is written is what was made: what no line tells, too. The clusters of a large docket are compared one by
/// one, for all at once would take its memory.
fn is_as_made(made: &Report, written: &Report) -> Result<()> {
    same("clusters", made.clusters.len(), written.clusters.len())?;
    for (made, written) in made.clusters.iter().zip(&written.clusters) {
        let path = format!("cluster {}", made.id);
        as_made(&path, &serde_json::to_value(made)?, &serde_json::to_value(written)?)?;
    }
    let parts = |report: &Report| -> serde_json::Result<[(&str, Value); 9]> {
        Ok([
            ("settings", serde_json::to_value(&report.settings)?),
            ("known", serde_json::to_value(&report.known)?),
            ("campaigns", serde_json::to_value(&report.campaigns)?),
            ("said_by_many", serde_json::to_value(&report.said_by_many)?),
            ("since", serde_json::to_value(&report.since)?),
            ("set_aside", serde_json::to_value(&report.set_aside)?),
            ("kept_back", serde_json::to_value(&report.kept_back)?),
            ("questions", serde_json::to_value(&report.questions)?),
            ("closed_questions", serde_json::to_value(&report.closed_questions)?),
        ])
    };
    for ((name, made), (_, written)) in parts(made)?.iter().zip(&parts(written)?) {
        as_made(name, made, written)?;
    }
    Ok(())
}

/// The same of a part of it, wherever in that it is not so.
fn as_made(path: &str, made: &Value, written: &Value) -> Result<()> {
    match (made, written) {
        (Value::Object(made), Value::Object(written)) => {
            for name in made.keys().chain(written.keys()) {
                let [made, written] =
                    [made, written].map(|all| all.get(name).unwrap_or(&Value::Null));
                as_made(&format!("{path}.{name}"), made, written)?;
            }
        }
        (Value::Array(made), Value::Array(written)) if made.len() == written.len() => {
            for (at, (made, written)) in made.iter().zip(written).enumerate() {
                as_made(&format!("{path}[{at}]"), made, written)?;
            }
        }
        _ => ensure!(made == written, "{path}: {made} was found, the report says {written}"),
    }
    Ok(())
}

/// What the lines told.
#[derive(Default)]
pub struct Told {
    /// What they sum up to; what they do not tell is zero.
    totals: Totals,
    /// For each input its cluster and the distinct comment that has its words.
    inputs: FxHashMap<String, InputPlace>,
    /// By the id of the cluster or campaign.
    sums: FxHashMap<String, Sums>,
    /// The distinct texts that are in clusters.
    texts: FxHashMap<String, DistinctText>,
    /// Comments with the words of each distinct text in a cluster, and how many of them are new.
    copies: FxHashMap<String, (usize, usize)>,
    /// Comments that were sent again, and the first of each sender.
    resubmissions: Vec<(String, String)>,
    /// Of each cluster the comments that are counted as exact.
    exact: FxHashMap<String, Vec<String>>,
    /// By the two clusters, texts of the one that hold a passage of the other's letter.
    n_sharing: FxHashMap<(String, String), usize>,
    clusters_named: FxHashSet<String>,
    /// Single comments that cite the letter of a cluster.
    n_cited_by: FxHashMap<String, usize>,
    /// Those that turn it around.
    n_opposed_by: FxHashMap<String, usize>,
    compared_with: FxHashMap<String, String>,
    /// How many comments quote each paragraph of each known text, and any of it.
    quoted: BTreeMap<(String, usize), usize>,
    quoting: BTreeMap<String, usize>,
    /// Unique comments, and the texts that are nearest to them.
    nearest: Vec<(String, String)>,
    /// By bucket.
    n_submissions: BTreeMap<Bucket, u64>,
    /// What was answered.
    answers: Answers,
    n_new: usize,
    n_new_unique: usize,
    n_new_aside: usize,
}

struct InputPlace {
    cluster: Option<String>,
    campaign: Option<String>,
    representative: String,
}

/// A distinct text in a cluster, as its line has it.
struct DistinctText {
    category: Option<Category>,
    evidence: ReportedEvidence,
    shared: Option<ReportedShares>,
    also_contains: Vec<String>,
    /// What it added, with how many comments hold each, and changed.
    unique_text: Vec<String>,
    shared_text: Vec<SharedText>,
    changes: Vec<Change>,
}

/// What the lines of a cluster or a campaign sum up to.
#[derive(Default)]
struct Sums {
    n_comments: usize,
    n_new: usize,
    n_submissions: u64,
    categories: BTreeMap<Category, usize>,
    relayers: BTreeMap<String, usize>,
    received: BTreeSet<Timestamp>,
    dockets: BTreeSet<String>,
    /// Of a campaign, its clusters and the comments that are in none.
    clusters: BTreeSet<String>,
    singles: Vec<String>,
}

impl Sums {
    fn add(&mut self, line: &DocumentLine) {
        self.n_comments += 1;
        self.n_new += usize::from(line.is_new);
        self.n_submissions = self.n_submissions.saturating_add(line.n_submissions());
        self.dockets.extend(line.docket_ids.iter().cloned());
        if let Some(category) = line.category {
            *self.categories.entry(category).or_default() += 1;
        }
        if let Some(relayer) = &line.relayer {
            *self.relayers.entry(relayer.clone()).or_default() += 1;
        }
        if let Some(time) = line.timestamp.as_deref().and_then(|time| time.parse().ok()) {
            self.received.insert(time);
            // The first and the last are asked for.
            if self.received.len() > 2 {
                let middle = self.received.iter().nth(1).copied();
                middle.map(|time| self.received.remove(&time));
            }
        }
        match &line.cluster {
            Some(cluster) => _ = self.clusters.insert(cluster.clone()),
            None => self.singles.push(line.id.clone()),
        }
    }

    /// What clusters and campaigns both tell.
    fn prove(
        &self,
        (n_comments, n_submissions): (usize, u64),
        (first, last): (&Option<String>, &Option<String>),
        relayers: &[RelayerCount],
    ) -> Result<()> {
        same("n_comments", self.n_comments, n_comments)?;
        same("n_submissions", self.n_submissions, n_submissions)?;
        same("first_date", self.received.first().map(ToString::to_string), first.clone())?;
        same("last_date", self.received.last().map(ToString::to_string), last.clone())?;
        let mut counted: Vec<(&str, usize)> =
            self.relayers.iter().map(|(relayer, n)| (relayer.as_str(), *n)).collect();
        counted.sort_by(|a, b| (b.1, a.0).cmp(&(a.1, b.0)));
        let reported: Vec<(&str, usize)> =
            relayers.iter().map(|count| (count.relayer.as_str(), count.n_comments)).collect();
        same("relayers", counted, reported)
    }
}

impl Told {
    /// Takes in all lines.
    ///
    /// # Errors
    /// Where a line contradicts itself, or two have one id.
    pub fn by(lines: impl IntoIterator<Item = Result<DocumentLine>>) -> Result<Self> {
        let mut told = Self::default();
        lines.into_iter().try_for_each(|line| told.line(&line?))?;
        Ok(told)
    }

    fn line(&mut self, line: &DocumentLine) -> Result<()> {
        let is_copy = line.bucket == Bucket::ExactCopy;
        let other = line.evidence.as_ref().map(|evidence| &evidence.compared_with);
        let representative = other.filter(|_| is_copy).unwrap_or(&line.id);
        let place = InputPlace {
            cluster: line.cluster.clone(),
            campaign: line.campaign.clone(),
            representative: representative.clone(),
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
        let is_single = line.bucket == Bucket::Singleton;
        let passage =
            if is_single { passage_id(&line.paragraphs.join(" ")) } else { String::new() };
        ensure!(line.passage == passage, "`{}` has other words than its short name", line.id);
        let is_told = line.shared.is_none_or(|ReportedShares { of_comment, of_letter }| {
            let is_member = line.evidence.as_ref().is_some_and(|it| it.rule.is_of_members());
            is_member && [of_comment, of_letter].iter().all(|share| (0.0..=1.0).contains(share))
        });
        ensure!(is_told, "`{}` shares no such part of a letter", line.id);
        self.count(line);
        self.answers.see(line)?;
        self.resubmissions
            .extend(line.resubmission_of.iter().map(|first| (line.id.clone(), first.clone())));
        for id in line.cluster.iter().chain(&line.campaign) {
            self.sums.entry(id.clone()).or_default().add(line);
        }
        if let Some(cluster) = &line.cluster {
            self.clusters_named.insert(cluster.clone());
            let (n_copies, n_new) = self.copies.entry(representative.clone()).or_default();
            *n_copies += 1;
            *n_new += usize::from(line.is_new);
            if line.category == Some(Category::Exact) {
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
        let is_in_order = |pair: &[CitedLetter]| {
            (pair[1].n_words, &pair[0].cluster) < (pair[0].n_words, &pair[1].cluster)
        };
        ensure!(
            (is_single || line.cites.is_empty()) && line.cites.windows(2).all(is_in_order),
            "`{}` cites letters out of order, or as a copy",
            line.id
        );
        for cited in &line.cites {
            self.clusters_named.insert(cited.cluster.clone());
            *self.n_cited_by.entry(cited.cluster.clone()).or_default() += 1;
        }
        if !line.opposes.is_empty() {
            ensure!(is_single, "`{}` opposes the letter that it is a copy of", line.id);
            self.clusters_named.insert(line.opposes.clone());
            *self.n_opposed_by.entry(line.opposes.clone()).or_default() += 1;
        }
        if is_copy {
            return Ok(());
        }
        if let (Some(cluster), Some(evidence)) = (&line.cluster, &line.evidence) {
            for other in &line.also_contains {
                *self.n_sharing.entry((cluster.clone(), other.clone())).or_default() += 1;
            }
            let text = DistinctText {
                category: line.category,
                evidence: evidence.clone(),
                shared: line.shared,
                also_contains: line.also_contains.clone(),
                unique_text: line.unique_text.clone(),
                shared_text: line.shared_text.clone(),
                changes: line.changes.clone(),
            };
            self.texts.insert(line.id.clone(), text);
        }
        Ok(())
    }

    /// Counts an input.
    fn count(&mut self, line: &DocumentLine) {
        let totals = &mut self.totals;
        let is_compared = line.category.is_some();
        let is_unique = line.bucket == Bucket::Singleton;
        let is_distinct = is_unique || line.bucket == Bucket::Clustered;
        let is_in_campaign = line.campaign.is_some();
        totals.inputs += 1;
        let flags: BTreeSet<&str> = line.flag_names().collect();
        for flag in flags {
            *totals.kept_back.entry(flag.to_owned()).or_default() += 1;
        }
        totals.repeated_records += line.also_in.len();
        totals.submissions = totals.submissions.saturating_add(line.n_submissions());
        totals.comments += usize::from(is_compared);
        totals.distinct_texts += usize::from(is_distinct);
        *totals.buckets.entry(line.bucket).or_default() += 1;
        *self.n_submissions.entry(line.bucket).or_default() += line.n_submissions();
        totals.in_campaigns += usize::from(is_in_campaign);
        totals.n_unique += usize::from(is_unique);
        totals.unique_in_campaigns += usize::from(is_unique && is_in_campaign);
        if let Some(category) = line.category {
            *totals.categories.entry(category).or_default() += 1;
        }
        if let Some(evidence) = line.evidence.as_ref().filter(|_| is_distinct) {
            *totals.rules.entry(evidence.rule).or_default() += 1;
        }
        totals.resubmissions += usize::from(line.resubmission_of.is_some());
        totals.with_form_text += usize::from(!line.form_text.is_empty());
        totals.n_words += line.n_words;
        totals.n_unique_words += if is_unique { line.n_words } else { 0 };
        totals.attachments_not_read += line.not_read().count();
        self.n_new += usize::from(line.is_new && is_compared);
        self.n_new_unique += usize::from(line.is_new && is_unique);
        self.n_new_aside += usize::from(line.is_new && !is_compared);
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
        let paragraphs: BTreeSet<(&String, usize)> =
            line.quotes.iter().map(|quote| (&quote.known, quote.paragraph)).collect();
        for (known, paragraph) in &paragraphs {
            *self.quoted.entry(((*known).clone(), *paragraph)).or_default() += 1;
        }
        for known in paragraphs.into_iter().map(|(known, _)| known).collect::<BTreeSet<_>>() {
            *self.quoting.entry(known.clone()).or_default() += 1;
        }
        let shared = line.shared_text.iter().map(|shared| &shared.text);
        for passage in line.unique_text.iter().chain(shared) {
            let is_quoted = line.quotes.iter().any(|quote| passage.contains(&quote.text));
            ensure!(!is_quoted, "a passage of `{}` is a quotation", line.id);
        }
        Ok(())
    }

    /// Proves that a report says the same, and the rest of it from what it was made of.
    ///
    /// # Errors
    /// Names the first thing that does not hold.
    pub fn proves(
        &self,
        detection: &Detection,
        config: &Config,
        report: &Report,
    ) -> Result<Proved> {
        same("schema_version", SCHEMA_VERSION, report.schema_version)?;
        self.totals(detection, report)?;
        self.quoted(report)?;
        let clusters: FxHashSet<&str> =
            report.clusters.iter().map(|cluster| cluster.id.as_str()).collect();
        ensure!(clusters.len() == report.clusters.len(), "two clusters have one id");
        for id in &self.clusters_named {
            ensure!(clusters.contains(id.as_str()), "no cluster has the id `{id}`");
        }
        for (id, named_by) in &self.compared_with {
            ensure!(
                self.inputs.contains_key(id),
                "`{named_by}` was compared with `{id}`, which is not there"
            );
        }
        for (id, nearest) in &self.nearest {
            self.is_there(nearest).with_context(|| format!("nearest to `{id}`"))?;
        }
        for aside in &report.set_aside {
            self.is_there(&aside.id)?;
        }
        let mut proved = Proved { n_inputs: self.inputs.len(), ..Proved::default() };
        for cluster in &report.clusters {
            for related in &cluster.related {
                let is_there = clusters.contains(related.cluster.as_str());
                ensure!(is_there, "no cluster has the id `{}`", related.cluster);
            }
            proved.n_passages += ClusterProof { detection, report, told: self, cluster }
                .prove()
                .with_context(|| format!("cluster {}", cluster.id))?;
            proved.n_clusters += 1;
        }
        self.campaigns(report)?;
        for said in &report.said_by_many {
            let is_alone = |id: &String| Ok(self.is_there(id)?.cluster.is_none());
            let are_alone = said.comments.iter().map(is_alone).collect::<Result<Vec<bool>>>()?;
            let holds = said.kind == SaidKind::Facts || are_alone.iter().all(|alone| *alone);
            ensure!(holds, "said by many: “{}” is said by a copy", said.text);
        }
        self.answers.prove(report)?;
        self.resubmissions(detection, report)?;
        self.constraints(report)?;
        if let Some(since) = &report.since {
            self.since(detection, report, since).context("since")?;
        }
        super::check(report, self.inputs.len())?;
        is_as_made(&super::build(detection, config), report)?;
        Ok(proved)
    }

    /// Takes the letter of a cluster out of counts of its comments: it is no copy.
    fn take_letter(&self, cluster: &ReportedCluster, categories: &mut BTreeMap<Category, usize>) {
        let letter = self.texts.get(&cluster.reference.id).filter(|_| cluster.n_letter() > 0);
        if let Some(category) = letter.and_then(|text| text.category)
            && let Some(n) = categories.get_mut(&category)
        {
            *n = n.saturating_sub(1);
        }
        categories.retain(|_, n| *n > 0);
    }

    /// All sums, one by one.
    fn totals(&self, detection: &Detection, report: &Report) -> Result<()> {
        let mut limits_reached = BTreeMap::new();
        for limit in report.set_aside.iter().filter_map(|aside| aside.limit) {
            *limits_reached.entry(limit).or_default() += 1;
        }
        if detection.edits.n_coarse() > 0 {
            limits_reached.insert(ReportedLimit::WordDiff, detection.edits.n_coarse());
        }
        let mut campaigns = BTreeMap::new();
        for campaign in &report.campaigns {
            *campaigns.entry(campaign.kind).or_default() += 1;
        }
        let mut of_clusters = Totals::default();
        let mut categories = self.totals.categories.clone();
        for cluster in &report.clusters {
            of_clusters.form_letters += usize::from(cluster.is_form_letter);
            of_clusters.n_identical += cluster.n_identical;
            of_clusters.letters_sent += cluster.n_letter();
            self.take_letter(cluster, &mut categories);
            of_clusters.added_passages += cluster.added.len();
            of_clusters.n_letter_words += cluster.reference.n_words;
            of_clusters.n_added_words +=
                cluster.added.iter().map(|added| added.n_words).sum::<usize>();
        }
        let clusters: BTreeSet<&str> =
            self.inputs.values().filter_map(|place| place.cluster.as_deref()).collect();
        let letters: BTreeSet<&str> = self
            .inputs
            .values()
            .filter_map(|place| place.campaign.as_deref().and(place.cluster.as_deref()))
            .collect();
        let counted = Totals {
            clusters: clusters.len(),
            n_letters: letters.len(),
            form_letters: of_clusters.form_letters,
            campaigns,
            n_campaigns: self.sums.len() - clusters.len(),
            letters_sent: of_clusters.letters_sent,
            categories,
            n_identical: of_clusters.n_identical,
            added_passages: of_clusters.added_passages,
            n_letter_words: of_clusters.n_letter_words,
            n_added_words: of_clusters.n_added_words,
            n_words_left: of_clusters.n_letter_words
                + of_clusters.n_added_words
                + self.totals.n_unique_words,
            limits_reached,
            candidates_cut: detection.n_candidates_cut,
            ..self.totals.clone()
        };
        let (counted, reported) =
            (serde_json::to_value(counted)?, serde_json::to_value(&report.totals)?);
        for (name, counted) in counted.as_object().into_iter().flatten() {
            same(&format!("totals.{name}"), counted, &reported[name])?;
        }
        Ok(())
    }

    /// How many comments quote what was known.
    fn quoted(&self, report: &Report) -> Result<()> {
        let quoted: BTreeMap<(String, usize), usize> = report
            .known
            .iter()
            .flat_map(|text| {
                text.quoted
                    .iter()
                    .map(|quoted| ((text.name.clone(), quoted.paragraph), quoted.n_comments))
            })
            .collect();
        same("known.quoted", &self.quoted, &quoted)?;
        for text in &report.known {
            let n_quoting = self.quoting.get(&text.name).copied().unwrap_or_default();
            same("known.n_comments", n_quoting, text.n_comments)?;
        }
        Ok(())
    }

    /// Every cluster is in one campaign, a comment in one at most, and the lines say the same.
    fn campaigns(&self, report: &Report) -> Result<()> {
        let mut clusters: FxHashSet<&str> = FxHashSet::default();
        let mut ids: FxHashSet<&str> = FxHashSet::default();
        for campaign in &report.campaigns {
            ensure!(ids.insert(&campaign.id), "two campaigns have the id `{}`", campaign.id);
            for cluster in &campaign.clusters {
                ensure!(clusters.insert(cluster), "cluster {cluster} is in two campaigns");
            }
            self.campaign(campaign).with_context(|| format!("campaign {}", campaign.id))?;
        }
        ensure!(
            report
                .clusters
                .iter()
                .all(|cluster| cluster.is_of_one_sender || clusters.contains(cluster.id.as_str())),
            "a cluster of several senders is in no campaign"
        );
        for id in self.inputs.values().filter_map(|place| place.campaign.as_deref()) {
            ensure!(ids.contains(id), "no campaign has the id `{id}`");
        }
        Ok(())
    }

    fn campaign(&self, campaign: &ReportedCampaign) -> Result<()> {
        let sums = self.sums.get(&campaign.id).context("no line names it")?;
        sums.prove(
            (campaign.n_comments, campaign.n_submissions),
            (&campaign.first_date, &campaign.last_date),
            &campaign.relayers,
        )?;
        let clusters: BTreeSet<String> = campaign.clusters.iter().cloned().collect();
        same("clusters", &sums.clusters, &clusters)?;
        same("members", &sums.singles, &campaign.members)
    }

    /// A comment that was sent again is of the cluster and of the sender of the first, and a cluster is of one sender
    /// where all its comments but one are sent again after that one.
    fn resubmissions(&self, detection: &Detection, report: &Report) -> Result<()> {
        let again: FxHashSet<&str> = self.resubmissions.iter().map(|(id, _)| id.as_str()).collect();
        let mut n_again: FxHashMap<&str, usize> = FxHashMap::default();
        for (id, first) in &self.resubmissions {
            let cluster = self.is_there(id)?.cluster.as_ref();
            let [sender, first_sender] = [id, first].map(|id| {
                detection.corpus.find(id).and_then(|id| detection.corpus.entry(id).sender)
            });
            ensure!(
                sender.is_some() && sender == first_sender,
                "`{id}` is not of the sender of `{first}`"
            );
            ensure!(
                cluster.is_some() && cluster == self.is_there(first)?.cluster.as_ref(),
                "`{id}` is not like `{first}`"
            );
            ensure!(!again.contains(first.as_str()), "`{first}` was itself sent again");
            *n_again.entry(first).or_default() += 1;
        }
        let mut of_one: FxHashSet<&str> = FxHashSet::default();
        for (first, n_again) in n_again {
            let cluster = self.is_there(first)?.cluster.as_deref().unwrap_or_default();
            if self.sums.get(cluster).is_some_and(|sums| sums.n_comments == n_again + 1) {
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

    /// The analyst's links hold, or a conflict names them.
    fn constraints(&self, report: &Report) -> Result<()> {
        for id in report.conflicts.iter().flat_map(|conflict| &conflict.chain) {
            self.is_there(id)?;
        }
        for constraint in &report.settings.constraints {
            let (a, b) = (self.is_there(&constraint.a)?, self.is_there(&constraint.b)?);
            let are_one = a.representative == b.representative;
            let are_together = are_one || a.cluster.is_some() && a.cluster == b.cluster;
            let holds = match constraint.link.as_str() {
                "must" => are_together,
                "cannot" => {
                    let (a, b) = (Some(&a.representative), Some(&b.representative));
                    !are_together
                        || report.conflicts.iter().any(|conflict| {
                            let ends = (conflict.chain.first(), conflict.chain.last());
                            ends == (a, b) || ends == (b, a)
                        })
                }
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

    /// What is new, by the lines; and what else an earlier report tells.
    fn since(&self, detection: &Detection, report: &Report, since: &Since) -> Result<()> {
        let (mut in_earlier, mut in_new) = (0, 0);
        for cluster in &report.clusters {
            let n_new = self.sums.get(&cluster.id).map_or(0, |sums| sums.n_new);
            if cluster.is_new {
                in_new += n_new;
            } else {
                in_earlier += n_new;
            }
        }
        same("new_comments", self.n_new, since.new_comments)?;
        same("new_in_earlier_clusters", in_earlier, since.new_in_earlier_clusters)?;
        same("new_in_new_clusters", in_new, since.new_in_new_clusters)?;
        same("new_unique", self.n_new_unique, since.new_unique)?;
        same("new_set_aside", self.n_new_aside, since.new_set_aside)?;
        let n_kept = report.clusters.iter().filter(|cluster| !cluster.is_new).count();
        same("clusters_kept", n_kept, since.clusters_kept)?;
        let late = detection.late.as_ref().context("there was no earlier report")?;
        same("no_longer_unique", late.joined.len(), since.no_longer_unique)?;
        same("changed", late.n_changed, since.changed)?;
        same("gone", late.n_gone, since.gone)?;
        same("clusters_gone", late.n_clusters_gone, since.clusters_gone)?;
        Ok(())
    }

    fn is_there(&self, id: &str) -> Result<&InputPlace> {
        let place = self.inputs.get(id);
        place.with_context(|| format!("no input has the id `{id}`"))
    }

    /// Comments with the words of a distinct text, and how many of them are new.
    fn copies(&self, id: &str) -> (usize, usize) {
        self.copies.get(id).copied().unwrap_or_default()
    }
}

/// A cluster, and what it is held against.
#[derive(Clone, Copy)]
struct ClusterProof<'a> {
    detection: &'a Detection,
    report: &'a Report,
    told: &'a Told,
    cluster: &'a ReportedCluster,
}

impl ClusterProof<'_> {
    /// Proves what is said of a cluster. Gives the number of its passages.
    fn prove(self) -> Result<usize> {
        let Self { detection, report, told, cluster } = self;
        ensure!(is_cluster_id(&cluster.id), "it is no id of a cluster");
        let sums = told.sums.get(&cluster.id).context("no lines name it")?;
        sums.prove(
            (cluster.n_comments, cluster.n_submissions),
            (&cluster.first_date, &cluster.last_date),
            &cluster.relayers,
        )?;
        same("n_new", sums.n_new, cluster.n_new)?;
        let n_cited_by = told.n_cited_by.get(&cluster.id).copied().unwrap_or_default();
        same("n_cited_by", n_cited_by, cluster.n_cited_by)?;
        let n_opposed_by = told.n_opposed_by.get(&cluster.id).copied().unwrap_or_default();
        same("n_opposed_by", n_opposed_by, cluster.n_opposed_by)?;
        let mut categories = sums.categories.clone();
        told.take_letter(cluster, &mut categories);
        same("categories", &categories, &cluster.categories)?;
        let dockets: BTreeSet<String> = cluster.docket_ids.iter().cloned().collect();
        same("docket_ids", &sums.dockets, &dockets)?;
        let exact = told.exact.get(&cluster.id).into_iter().flatten();
        same("n_identical", n_identical(detection, exact)?, cluster.n_identical)?;
        let seed = text(detection, &cluster.reference.id)?;
        let letter = &cluster.reference;
        let is_verbatim = is_left_open(&letter.paragraphs, &seed);
        // A letter that many share may have been sent with other line breaks, and become a form letter since.
        let may_be_shared = !cluster.is_form_letter || report.since.is_some();
        ensure!(
            letter.is_consensus
                || is_verbatim
                || may_be_shared && document_digest(&letter.paragraphs) == seed.digest,
            "its letter is not the reference copy's text"
        );
        let n_copies = if letter.is_consensus { 0 } else { told.copies(&letter.id).0 };
        same("reference.n_copies", n_copies, letter.n_copies)?;
        for shared in &cluster.shares_passages {
            let [here, there] = [(&cluster.id, &shared.cluster), (&shared.cluster, &cluster.id)]
                .map(|(of, letter)| told.n_sharing.get(&(of.clone(), letter.clone())))
                .map(|n| n.copied().unwrap_or_default());
            same("shares_passages.n_members", here + there, shared.n_members)?;
        }
        let mut n_passages = 0;
        for member in &cluster.members {
            n_passages += self.member(member).with_context(|| format!("member `{}`", member.id))?;
        }
        Ok(n_passages)
    }

    fn member(self, member: &ReportedMember) -> Result<usize> {
        let Self { detection, report, told, cluster } = self;
        let place = told.is_there(&member.id)?;
        ensure!(place.cluster.as_ref() == Some(&cluster.id), "its line names another cluster");
        let line = told.texts.get(&member.id).context("another comment stands for its text")?;
        same("copies and new ones", told.copies(&member.id), (member.n_copies, member.n_new))?;
        same("category", line.category, Some(member.category))?;
        same("evidence", &line.evidence, &member.evidence)?;
        same("shared", line.shared, member.shared)?;
        same("also_contains", &line.also_contains, &member.also_contains)?;
        let found = text(detection, &member.id)?;
        let other = text(detection, &member.evidence.compared_with)?;
        let unique = member
            .unique_text
            .iter()
            .map(|passage| ("unique_text", passage.start..passage.end, &passage.text));
        let shared = member
            .shared_text
            .iter()
            .map(|passage| ("shared_text", passage.start..passage.end, &passage.text));
        for (name, place, passage) in unique.chain(shared) {
            ensure!(
                found.decoded.get(place.clone()) == Some(passage.as_str()),
                "{name}: bytes {} to {} of its text are not its passage",
                place.start,
                place.end
            );
        }
        let unique: Vec<&String> = member.unique_text.iter().map(|passage| &passage.text).collect();
        same("unique_text", line.unique_text.iter().collect(), unique)?;
        let in_line: Vec<(&String, usize)> =
            line.shared_text.iter().map(|shared| (&shared.text, shared.n_comments)).collect();
        let reported: Vec<(&String, usize)> =
            member.shared_text.iter().map(|shared| (&shared.text, shared.n_comments)).collect();
        same("shared_text", in_line, reported)?;
        same("changes", &line.changes, &member.changes)?;
        let is_used = report.settings.links.iter().any(|kind| kind == "cannot");
        ensure!(
            !is_used
                || member.evidence.rule == Rule::Analyst
                || member.evidence.n_shared_words >= detection.corpus.thresholds().rules.same_text
                // An earlier report's place stands, even where a late copy of the seed names a docket.
                || report.since.is_some() && member.n_new < member.n_copies
                || found.dockets.may_meet(&other.dockets),
            "its dockets part it from `{}`",
            member.evidence.compared_with
        );
        Ok(member.unique_text.len() + member.shared_text.len())
    }
}

/// Whether the paragraphs of a letter are those of a text, whatever stands in its fields.
fn is_left_open(letter: &[String], text: &Text) -> bool {
    let solid = |text: &str| text.split_whitespace().collect::<String>();
    let text: String = text.blocks().map(|(_, paragraph)| solid(paragraph)).collect();
    let letter: String = letter.iter().map(|paragraph| solid(paragraph)).collect();
    let Some((before, last)) = letter.rsplit_once(FIELD) else {
        return letter == text;
    };
    let mut pieces = before.split(FIELD);
    let first = pieces.next().unwrap_or_default();
    let rest = text.strip_prefix(first).and_then(|rest| rest.strip_suffix(last));
    let between = rest.and_then(|rest| {
        pieces.try_fold(rest, |rest, piece| Some(&rest[rest.find(piece)? + piece.len()..]))
    });
    between.is_some()
}

/// How many of some comments are, as received, the same as another of them.
fn n_identical<'a>(
    detection: &Detection,
    ids: impl IntoIterator<Item = &'a String>,
) -> Result<usize> {
    let mut copies: FxHashMap<u64, usize> = FxHashMap::default();
    for id in ids {
        let found =
            detection.corpus.find(id).with_context(|| format!("no comment has the id `{id}`"))?;
        *copies.entry(detection.corpus.entry(found).received).or_default() += 1;
    }
    Ok(copies.into_values().filter(|n| *n > 1).sum())
}

/// The text of a comment.
fn text<'a>(detection: &'a Detection, id: &str) -> Result<Cow<'a, Text>> {
    let found =
        detection.corpus.find(id).with_context(|| format!("no comment has the id `{id}`"))?;
    Ok(detection.corpus.text(found))
}
