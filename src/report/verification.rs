//! A report and its lines in, the proof that they hold together out. Nothing is judged or built a second time: where two
//! places tell the same thing, they must tell it alike.
//!
//! | what | must |
//! |---|---|
//! | sums | of the lines be those of the report: totals, clusters, campaigns, answers |
//! | ids | be unique, and whatever is named be there: comments, clusters, campaigns |
//! | offsets | cut the very passage out of the text |
//! | members | say what their lines say |
//! | links | of the analyst hold, but for the conflicts reported |
//! | tables, page | have what the report and the lines have |
//!
//! What does not hold is a defect of the program or of the disk, never of the docket.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::io::{ErrorKind, Read, Write};

use anyhow::{Context, Result, ensure};
use rustc_hash::{FxHashMap, FxHashSet};

use super::schema::{
    Bucket, Category, ConstraintKind, DocumentLine, RelayerCount, Report, ReportedCampaign,
    ReportedCluster, ReportedMember, ReportedQuestion, SCHEMA_VERSION, Totals,
};
use super::{csv, grouped, tables, totals_of_groups};
use crate::detection::Detection;

/// How much was proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proved {
    /// Inputs of which the line is right.
    pub n_inputs: usize,
    /// Clusters of which the sums are.
    pub n_clusters: usize,
    /// Passages that stand where the report says.
    pub n_passages: usize,
}

/// Proves that a report holds together with its lines. These may be those that were written, read back. The texts in which
/// passages stand are those of the detection.
///
/// # Errors
/// Names the first thing that does not hold.
pub fn verify(
    detection: &Detection,
    report: &Report,
    lines: impl IntoIterator<Item = Result<DocumentLine>>,
) -> Result<Proved> {
    let mut proof = Proof::of(detection, report)?;
    for read in lines {
        let line = read?;
        proof.see(&line).with_context(|| format!("the line of `{}`", line.id))?;
    }
    proof.end()
}

/// A number that was counted again, or something else that two places tell.
#[expect(clippy::needless_pass_by_value, reason = "most are numbers")]
fn same<T: PartialEq + Debug>(what: &str, counted: T, reported: T) -> Result<()> {
    ensure!(counted == reported, "{what}: the lines say {counted:?}, the report {reported:?}");
    Ok(())
}

/// Where an input is.
struct Place {
    cluster: Option<String>,
    /// The comment that stands for its text.
    representative: String,
}

/// What the lines of a cluster or a campaign sum up to.
#[derive(Default)]
struct Sums {
    n_comments: usize,
    n_new: usize,
    n_submissions: u64,
    categories: BTreeMap<Category, usize>,
    relayers: BTreeMap<String, usize>,
    n_cited_by: usize,
    n_opposed_by: usize,
    clusters: BTreeSet<String>,
    /// Comments in no cluster.
    singles: Vec<String>,
}

/// A report, and what was seen of its lines.
struct Proof<'a> {
    detection: &'a Detection,
    report: &'a Report,
    clusters: FxHashMap<&'a str, &'a ReportedCluster>,
    members: FxHashMap<&'a str, (&'a str, &'a ReportedMember)>,
    campaigns: FxHashSet<&'a str>,
    seen: Seen,
}

/// What the lines tell so far.
#[derive(Default)]
struct Seen {
    inputs: FxHashMap<String, Place>,
    /// Inputs that lines name.
    named: FxHashSet<String>,
    /// By the id of the cluster or campaign.
    sums: FxHashMap<String, Sums>,
    /// Comments with the words of each text in a cluster, and how many of them are new.
    copies: FxHashMap<String, (usize, usize)>,
    /// What the lines sum up to, and beside it what clusters and campaigns do.
    totals: Totals,
    /// How many comments quote each paragraph of each known text, and with the number 0 any of it.
    quoted: BTreeMap<(String, usize), usize>,
    /// By the open question, its answers by where they ended.
    answers: BTreeMap<String, BTreeMap<Bucket, usize>>,
    /// By the closed question and what was chosen.
    chosen: BTreeMap<(String, String), usize>,
    n_passages: usize,
    /// Inputs that are new and were not compared.
    n_new_aside: usize,
}

impl<'a> Proof<'a> {
    fn of(detection: &'a Detection, report: &'a Report) -> Result<Self> {
        let of_clusters = report.clusters.iter().flat_map(|cluster| {
            let members = cluster.members.iter();
            members.map(move |member| (member.id.as_str(), (cluster.id.as_str(), member)))
        });
        let mut proof = Self {
            detection,
            report,
            clusters: report.clusters_by_id(),
            members: of_clusters.collect(),
            campaigns: report.campaigns.iter().map(|campaign| campaign.id.as_str()).collect(),
            seen: Seen::default(),
        };
        proof.seen.totals = Totals {
            limits_reached: report.totals.limits_reached.clone(),
            candidates_cut: report.totals.candidates_cut,
            ..totals_of_groups(&report.clusters, &report.campaigns)
        };
        same("schema_version", SCHEMA_VERSION, report.schema_version)?;
        ensure!(proof.clusters.len() == report.clusters.len(), "two clusters have one id");
        ensure!(proof.campaigns.len() == report.campaigns.len(), "two campaigns have one id");
        let n_members: usize = report.clusters.iter().map(|cluster| cluster.members.len()).sum();
        ensure!(proof.members.len() == n_members, "a comment is two members");
        Ok(proof)
    }

    fn see(&mut self, line: &DocumentLine) -> Result<()> {
        let is_copy = line.bucket == Bucket::ExactCopy;
        let other = line.evidence.as_ref().map(|evidence| &evidence.compared_with);
        let representative = other.filter(|_| is_copy).unwrap_or(&line.id).clone();
        let place = Place { cluster: line.cluster.clone(), representative: representative.clone() };
        ensure!(
            self.seen.inputs.insert(line.id.clone(), place).is_none(),
            "two inputs have the id"
        );
        let is_in_cluster = is_copy || line.bucket == Bucket::Clustered;
        ensure!(
            is_in_cluster == line.cluster.is_some() && is_in_cluster == line.evidence.is_some(),
            "it is in a cluster without evidence, or the other way round"
        );
        let is_single = line.bucket == Bucket::Singleton;
        ensure!(
            is_single || line.cites.is_empty() && line.opposes.is_empty() && line.nearest.is_none(),
            "only a comment like no other cites letters, opposes one, and has a nearest text"
        );
        let named = other.into_iter().chain(&line.resubmission_of);
        self.seen
            .named
            .extend(named.chain(line.nearest.iter().map(|nearest| &nearest.id)).cloned());
        if is_in_cluster {
            let (n_copies, n_new) = self.seen.copies.entry(representative).or_default();
            *n_copies += 1;
            *n_new += usize::from(line.is_new);
        }
        if is_in_cluster && !is_copy {
            self.member(line)?;
        }
        self.count(line)?;
        self.quotations(line)?;
        for answer in &line.answers {
            let of_question = self.seen.answers.entry(answer.question.clone()).or_default();
            *of_question.entry(answer.bucket).or_default() += 1;
        }
        for chosen in &line.chosen {
            let choice = (chosen.question.clone(), chosen.answer.clone());
            *self.seen.chosen.entry(choice).or_default() += 1;
        }
        Ok(())
    }

    /// A cluster that is named is there.
    fn is_cluster(&self, id: &str) -> Result<()> {
        ensure!(self.clusters.contains_key(id), "no cluster has the id `{id}`");
        Ok(())
    }

    /// The sums of a cluster that a line names.
    fn sums_of_cluster(&mut self, id: &str) -> Result<&mut Sums> {
        self.is_cluster(id)?;
        Ok(self.seen.sums.entry(id.to_owned()).or_default())
    }

    /// Counts an input.
    fn count(&mut self, line: &DocumentLine) -> Result<()> {
        let totals = &mut self.seen.totals;
        let (is_compared, is_in_campaign) = (line.category.is_some(), line.campaign.is_some());
        let is_unique = line.bucket == Bucket::Singleton;
        let is_distinct = is_unique || line.bucket == Bucket::Clustered;
        totals.inputs += 1;
        for flag in line.flag_names().collect::<BTreeSet<_>>() {
            *totals.kept_back.entry(flag.to_owned()).or_default() += 1;
        }
        totals.repeated_records += line.also_in.len();
        totals.submissions = totals.submissions.saturating_add(line.n_submissions());
        totals.comments += usize::from(is_compared);
        totals.distinct_texts += usize::from(is_distinct);
        *totals.buckets.entry(line.bucket).or_default() += 1;
        totals.in_campaigns += usize::from(is_in_campaign);
        totals.n_unique += usize::from(is_unique);
        totals.unique_in_campaigns += usize::from(is_unique && is_in_campaign);
        if let Some(evidence) = line.evidence.as_ref().filter(|_| is_distinct) {
            *totals.rules.entry(evidence.rule).or_default() += 1;
        }
        self.seen.n_new_aside += usize::from(line.is_new && !is_compared);
        totals.resubmissions += usize::from(line.resubmission_of.is_some());
        totals.with_form_text += usize::from(!line.form_text.is_empty());
        totals.n_words += line.n_words;
        totals.n_unique_words += if is_unique { line.n_words } else { 0 };
        totals.attachments_not_read += line.not_read().count();
        let cluster = line.cluster.as_deref().and_then(|id| self.clusters.get(id));
        let is_letter = cluster
            .is_some_and(|cluster| cluster.n_letter() > 0 && cluster.reference.id == line.id);
        let category = line.category.filter(|_| !is_letter);
        if let Some(category) = category {
            *totals.categories.entry(category).or_default() += 1;
        }
        if let Some(id) = &line.campaign {
            ensure!(self.campaigns.contains(id.as_str()), "no campaign has the id `{id}`");
            self.seen.sums.entry(id.clone()).or_default().add(line, None);
        }
        if let Some(id) = &line.cluster {
            self.sums_of_cluster(id)?.add(line, category);
        }
        for id in &line.also_contains {
            self.is_cluster(id)?;
        }
        for cited in &line.cites {
            self.sums_of_cluster(&cited.cluster)?.n_cited_by += 1;
        }
        if !line.opposes.is_empty() {
            self.sums_of_cluster(&line.opposes)?.n_opposed_by += 1;
        }
        Ok(())
    }

    /// A text in a cluster: its letter, or a member that says the same as its line.
    fn member(&mut self, line: &DocumentLine) -> Result<()> {
        let Some((cluster, member)) = self.members.get(line.id.as_str()) else {
            let cluster = line.cluster.as_deref().and_then(|id| self.clusters.get(id));
            let is_letter = cluster.is_some_and(|cluster| cluster.reference.id == line.id);
            ensure!(is_letter, "no cluster has the id among its members");
            return Ok(());
        };
        same("cluster", line.cluster.as_deref(), Some(*cluster))?;
        same("category", line.category, Some(member.category))?;
        same("evidence", line.evidence.as_ref(), Some(&member.evidence))?;
        same("shared", line.shared, member.shared)?;
        same("also_contains", &line.also_contains, &member.also_contains)?;
        same("changes", &line.changes, &member.changes)?;
        let unique: Vec<&String> = member.unique_text.iter().map(|passage| &passage.text).collect();
        same("unique_text", line.unique_text.iter().collect(), unique)?;
        let reported = member.shared_text.iter().map(|of| (&of.text, of.n_comments));
        let in_line: Vec<_> = line.shared_text.iter().map(|of| (&of.text, of.n_comments)).collect();
        same("shared_text", in_line, reported.collect())?;
        let corpus = &self.detection.corpus;
        let text = corpus.text(corpus.find(&line.id).context("no comment has the id")?);
        let unique = member.unique_text.iter().map(|own| (own.start..own.end, &own.text));
        let shared = member.shared_text.iter().map(|own| (own.start..own.end, &own.text));
        for (place, passage) in unique.chain(shared) {
            ensure!(
                text.decoded.get(place.clone()) == Some(passage.as_str()),
                "bytes {} to {} of its text are not its passage: start, end",
                place.start,
                place.end
            );
            self.seen.n_passages += 1;
        }
        Ok(())
    }

    /// What a line quotes stands where it says.
    fn quotations(&mut self, line: &DocumentLine) -> Result<()> {
        for place in &line.quote_places {
            let paragraph = line.paragraphs.get(place.paragraph);
            let passage = paragraph.and_then(|text| text.get(place.start..place.end));
            let quote = line.quotes.get(place.quote);
            let holds = passage.zip(quote).is_some_and(|(text, quote)| quote.text.contains(text));
            ensure!(holds, "it does not quote what it says");
        }
        let paragraphs: BTreeSet<_> =
            line.quotes.iter().map(|quote| (quote.known.clone(), quote.paragraph)).collect();
        // Of a known text as a whole, too, which is its paragraph 0.
        let texts: BTreeSet<_> = paragraphs.iter().map(|(known, _)| (known.clone(), 0)).collect();
        for quoted in paragraphs.into_iter().chain(texts) {
            *self.seen.quoted.entry(quoted).or_default() += 1;
        }
        Ok(())
    }

    /// Holds what all lines told against the report.
    fn end(self) -> Result<Proved> {
        let report = self.report;
        self.totals()?;
        let said = report.said_by_many.iter().flat_map(|said| &said.comments);
        let conflicts = report.conflicts.iter().flat_map(|conflict| &conflict.chain);
        let members = report.clusters.iter().flat_map(|cluster| &cluster.members);
        let named = self.seen.named.iter().chain(said).chain(conflicts).map(String::as_str);
        let placed = named.chain(members.map(|member| member.id.as_str()));
        for id in placed.chain(report.set_aside.iter().map(|aside| &*aside.id)) {
            self.place(id)?;
        }
        for cluster in &report.clusters {
            self.cluster(cluster).with_context(|| format!("cluster {}", cluster.id))?;
        }
        let mut in_campaigns = FxHashSet::default();
        for campaign in &report.campaigns {
            for cluster in &campaign.clusters {
                ensure!(in_campaigns.insert(cluster), "cluster {cluster} is in two campaigns");
            }
            self.campaign(campaign).with_context(|| format!("campaign {}", campaign.id))?;
        }
        for question in &report.questions {
            self.question(question).with_context(|| format!("question `{}`", question.name))?;
        }
        self.chosen()?;
        self.constraints()?;
        let quoted = report.known.iter().flat_map(|text| {
            let paragraphs = text.quoted.iter().map(|of| (of.paragraph, of.n_comments));
            let whole = (text.n_comments > 0).then_some((0, text.n_comments));
            paragraphs.chain(whole).map(|(at, n)| ((text.name.clone(), at), n))
        });
        for said in &report.said_by_many {
            same("said_by_many.n_comments", said.comments.len(), said.n_comments)?;
        }
        if let Some(since) = &report.since {
            let n_kept = report.clusters.iter().filter(|cluster| !cluster.is_new).count();
            same("since.clusters_kept", n_kept, since.clusters_kept)?;
            same("since.new_set_aside", self.seen.n_new_aside, since.new_set_aside)?;
        }
        same("known.quoted: paragraph, n_comments", &self.seen.quoted, &quoted.collect())?;
        super::check(report, self.seen.inputs.len())?;
        Ok(Proved {
            n_inputs: self.seen.inputs.len(),
            n_clusters: report.clusters.len(),
            n_passages: self.seen.n_passages,
        })
    }

    fn place(&self, id: &str) -> Result<&Place> {
        self.seen.inputs.get(id).with_context(|| format!("no input has the id `{id}`"))
    }

    /// All sums, one by one. Limits that were reached and candidates that were left out are in no line.
    fn totals(&self) -> Result<()> {
        let mut totals = self.seen.totals.clone();
        totals.n_words_left = totals.n_letter_words + totals.n_added_words + totals.n_unique_words;
        let [counted, reported] = [&totals, &self.report.totals].map(serde_json::to_value);
        let (counted, reported) = (counted?, reported?);
        for (name, counted) in counted.as_object().into_iter().flatten() {
            same(&format!("totals.{name}"), counted, &reported[name])?;
        }
        Ok(())
    }

    fn cluster(&self, cluster: &ReportedCluster) -> Result<()> {
        let sums = self.seen.sums.get(&cluster.id).context("no line names it")?;
        same("n_new", sums.n_new, cluster.n_new)?;
        same("n_cited_by", sums.n_cited_by, cluster.n_cited_by)?;
        same("n_opposed_by", sums.n_opposed_by, cluster.n_opposed_by)?;
        sums.are(cluster.n_comments, cluster.n_submissions, &cluster.relayers)?;
        same("categories", &sums.categories, &cluster.categories)?;
        for related in &cluster.related {
            self.is_cluster(&related.cluster)?;
        }
        let letter = &cluster.reference;
        let n_copies = if letter.is_consensus { 0 } else { self.copies(&letter.id).0 };
        same("reference.n_copies", n_copies, letter.n_copies)?;
        for member in &cluster.members {
            let reported = (member.n_copies, member.n_new);
            same("members: copies and new ones", self.copies(&member.id), reported)?;
        }
        Ok(())
    }

    /// Comments with the words of a text, and how many of them are new.
    fn copies(&self, id: &str) -> (usize, usize) {
        self.seen.copies.get(id).copied().unwrap_or_default()
    }

    /// The lines say the same of a campaign.
    fn campaign(&self, campaign: &ReportedCampaign) -> Result<()> {
        let sums = self.seen.sums.get(&campaign.id).context("no line names it")?;
        sums.are(campaign.n_comments, campaign.n_submissions, &campaign.relayers)?;
        same("clusters", &sums.clusters, &campaign.clusters.iter().cloned().collect())?;
        same("members", &sums.singles, &campaign.members)
    }

    /// A question has the answers of the lines.
    fn question(&self, question: &ReportedQuestion) -> Result<()> {
        let mut answers = self.seen.answers.get(&question.name).cloned().unwrap_or_default();
        let n_by_reference = answers.remove(&Bucket::NoText).unwrap_or_default();
        let aside = [Bucket::Withdrawn, Bucket::Unreadable, Bucket::NotAComment];
        let n_set_aside = aside.iter().filter_map(|own| answers.remove(own)).sum();
        same("n_by_reference", n_by_reference, question.n_by_reference)?;
        same("n_set_aside", n_set_aside, question.n_set_aside)?;
        same("buckets", &answers, &question.buckets)?;
        let n_in_campaigns = question.campaigns.iter().map(|campaign| campaign.n_answers).sum();
        same("n_in_campaigns", n_in_campaigns, question.n_in_campaigns)
    }

    /// Closed questions have the answers that the lines chose.
    fn chosen(&self) -> Result<()> {
        let closed = self.report.closed_questions.iter().flat_map(|question| {
            let chosen = question.answers.iter();
            chosen.map(|of| ((question.name.clone(), of.answer.clone()), of.n_respondents))
        });
        same("closed_questions: n_respondents", &self.seen.chosen, &closed.collect())
    }

    /// The analyst's links hold, or a conflict names them.
    fn constraints(&self) -> Result<()> {
        for constraint in &self.report.settings.constraints {
            let (a, b) = (self.place(&constraint.a)?, self.place(&constraint.b)?);
            let are_together = a.representative == b.representative
                || a.cluster.is_some() && a.cluster == b.cluster;
            let ends = [&a.representative, &b.representative].map(Some);
            let is_conflict = self.report.conflicts.iter().any(|conflict| {
                let [first, last] = [conflict.chain.first(), conflict.chain.last()];
                ends == [first, last] || ends == [last, first]
            });
            let (link, holds) = match constraint.link {
                ConstraintKind::Must => ("must", are_together),
                ConstraintKind::Cannot => ("cannot", !are_together || is_conflict),
                ConstraintKind::Family => continue,
            };
            let (a, b) = (&constraint.a, &constraint.b);
            ensure!(holds, "the {link}-link between `{a}` and `{b}` does not hold");
        }
        Ok(())
    }
}

impl Sums {
    fn add(&mut self, line: &DocumentLine, category: Option<Category>) {
        self.n_comments += 1;
        self.n_new += usize::from(line.is_new);
        self.n_submissions = self.n_submissions.saturating_add(line.n_submissions());
        if let Some(category) = category {
            *self.categories.entry(category).or_default() += 1;
        }
        if let Some(relayer) = &line.relayer {
            *self.relayers.entry(relayer.clone()).or_default() += 1;
        }
        match &line.cluster {
            Some(cluster) => _ = self.clusters.insert(cluster.clone()),
            None => self.singles.push(line.id.clone()),
        }
    }

    /// They are what the report says of a cluster or a campaign.
    fn are(&self, n_comments: usize, n_submissions: u64, relayers: &[RelayerCount]) -> Result<()> {
        let by_relayer = relayers.iter().map(|count| (count.relayer.clone(), count.n_comments));
        same("n_comments", self.n_comments, n_comments)?;
        same("n_submissions", self.n_submissions, n_submissions)?;
        same("relayers", &self.relayers, &by_relayer.collect())
    }
}

/// Opens a file of a report folder; none where the folder has no such file.
pub type OpenFile<'a> = dyn Fn(&str) -> Result<Option<Box<dyn Read>>> + 'a;

/// A file that must have what is written into it; one that is not there has all.
pub struct ReadBack(Option<Box<dyn Read>>);

impl ReadBack {
    /// A file to be read back.
    pub fn of(file: impl Read + 'static) -> Self {
        Self(Some(Box::new(file)))
    }

    /// Ends the file, which must have no more.
    ///
    /// # Errors
    /// Where it has.
    pub fn end(mut self) -> Result<()> {
        let n_more = self.0.as_mut().map_or(Ok(0), |file| file.read(&mut [0]))?;
        ensure!(n_more == 0, "it has more");
        Ok(())
    }
}

impl Write for ReadBack {
    fn write(&mut self, expect: &[u8]) -> std::io::Result<usize> {
        let Some(file) = &mut self.0 else { return Ok(expect.len()) };
        let mut found = vec![0; expect.len()];
        file.read_exact(&mut found)?;
        if found == expect { Ok(expect.len()) } else { Err(ErrorKind::InvalidData.into()) }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Proves that the tables and the totals on the page, as far as they were written, are those of a report that was proved,
/// and of its lines.
///
/// # Errors
/// Names the file that is another one.
pub fn verify_files(
    report: &Report,
    lines: impl IntoIterator<Item = Result<DocumentLine>>,
    open: &OpenFile<'_>,
) -> Result<()> {
    for name in tables::OF_REPORT {
        csv::write(name, tables::of_report(report, name), ReadBack(open(name)?))
            .and_then(ReadBack::end)
            .with_context(|| format!("`{name}` is not what the report says"))?;
    }
    let mut of_lines = Vec::new();
    for name in tables::OF_LINES {
        let file = csv::write(name, [], ReadBack(open(name)?))
            .with_context(|| format!("`{name}` does not have its columns"))?;
        of_lines.push((name, file));
    }
    let campaigns = tables::Campaigns::new(report);
    for read in lines {
        let line = [read?];
        for ((name, file), rows) in of_lines.iter_mut().zip(csv::of_lines(&campaigns, &line)?) {
            file.write_all(&rows)
                .with_context(|| format!("`{name}` is not what the line of {} says", line[0].id))?;
        }
    }
    for (name, file) in of_lines {
        file.end().with_context(|| format!("`{name}` is not what the lines say"))?;
    }
    let Some(mut page) = open("report.html")? else { return Ok(()) };
    let mut html = String::new();
    page.read_to_string(&mut html)?;
    let totals = serde_json::to_value(&report.totals)?;
    // Elements of the page name the total that they show: `<b data-total="n_campaigns">12</b>`.
    for element in html.split(" data-total=\"").skip(1) {
        let (name, shown) = element.split_once("\">").unwrap_or_default();
        let expect = totals[name].as_u64().map(grouped).unwrap_or_default();
        let holds = shown.strip_prefix(&expect).is_some_and(|rest| rest.starts_with('<'));
        ensure!(holds, "`report.html` shows another number than {expect} for {name}");
    }
    Ok(())
}
