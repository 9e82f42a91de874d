//! What was written for people in, the proof that it has the numbers of the report and of the lines out: each number of the
//! tables, and each on the first screen of the page.

use std::fmt::Write as _;
use std::io::Read;

use anyhow::{Context, Result, ensure};
use csv::{Reader, StringRecord};
use rustc_hash::FxHashMap;

use super::{Told, same};
use crate::report::html::{GlanceView, tenths, words_of_share};
use crate::report::schema::{
    Bucket, DocumentLine, Facts, RelayerCount, Report, ReportedCampaign, ReportedCluster, Since,
};

/// Opens a file of a report folder; none where the folder has no such file.
pub type OpenFile<'a> = dyn Fn(&str) -> Result<Option<Box<dyn Read>>> + 'a;

/// Cells of a row that are numbers, by the names of their columns.
type Numbers = Vec<(&'static str, String)>;

/// A table that is read.
struct Rows {
    file: &'static str,
    reader: Reader<Box<dyn Read>>,
    columns: FxHashMap<String, usize>,
    n_rows: usize,
}

impl Rows {
    fn open(file: &'static str, open: &OpenFile<'_>) -> Result<Option<Self>> {
        let Some(bytes) = open(file)? else { return Ok(None) };
        let mut reader = Reader::from_reader(bytes);
        let names = reader.headers()?.iter().enumerate();
        let columns = names.map(|(at, name)| (name.trim_start_matches('\u{FEFF}').to_owned(), at));
        Ok(Some(Self { file, columns: columns.collect(), reader, n_rows: 0 }))
    }

    /// Proves the next row.
    fn prove(&mut self, numbers: Numbers) -> Result<()> {
        let mut row = StringRecord::new();
        let (file, number) = (self.file, self.n_rows + 2);
        ensure!(self.reader.read_record(&mut row)?, "`{file}` has no row {number}");
        self.n_rows += 1;
        for (name, expect) in numbers {
            let cell = self
                .columns
                .get(name)
                .and_then(|at| row.get(*at))
                .with_context(|| format!("`{file}` has no column `{name}`"))?;
            same(&format!("`{file}`, row {number}, {name}"), expect.as_str(), cell)?;
        }
        Ok(())
    }

    fn end(mut self) -> Result<()> {
        let is_over = !self.reader.read_record(&mut StringRecord::new())?;
        ensure!(is_over, "`{}` has more than {} rows", self.file, self.n_rows);
        Ok(())
    }
}

/// Proves a table that is made from the report alone.
fn table(
    file: &'static str,
    open: &OpenFile<'_>,
    mut rows: impl Iterator<Item = Numbers>,
) -> Result<()> {
    let Some(mut table) = Rows::open(file, open)? else { return Ok(()) };
    rows.try_for_each(|numbers| table.prove(numbers))?;
    table.end()
}

fn numbers<const N: usize>(counts: [(&'static str, u64); N]) -> Numbers {
    counts.map(|(name, n)| (name, n.to_string())).into()
}

/// How many came through the mass mailer that most came through.
fn through_it(relayers: &[RelayerCount]) -> (&'static str, String) {
    (
        "comments_through_it",
        relayers.first().map(|relayer| relayer.n_comments.to_string()).unwrap_or_default(),
    )
}

/// What there is none of stands as an empty cell.
fn facts(facts: Facts) -> Numbers {
    [("figures", facts.figures), ("citations", facts.citations), ("court_cases", facts.cases)]
        .map(|(name, n)| (name, if n == 0 { String::new() } else { n.to_string() }))
        .into()
}

/// Proves that the tables and the first screen of the page, as far as they were written, have the numbers of a report that
/// was proved, and of its lines.
///
/// # Errors
/// Names the first number that is another one.
pub fn verify_files(
    told: &Told,
    report: &Report,
    lines: impl IntoIterator<Item = Result<DocumentLine>>,
    open: &OpenFile<'_>,
) -> Result<()> {
    let by_id = report.clusters_by_id();
    let rows = report.campaigns.iter().map(|found| campaign(found, &by_id));
    table("campaigns.csv", open, rows)?;
    table("clusters.csv", open, clusters(report))?;
    table("added-text.csv", open, added(report))?;
    let said = report.said_by_many.iter();
    let said = said.map(|said| numbers([("n_comments", said.comments.len() as u64)]));
    table("said_by_many.csv", open, said)?;
    let known = report.known.iter().flat_map(|text| &text.quoted).map(|quoted| {
        numbers([("paragraph", quoted.paragraph as u64), ("n_comments", quoted.n_comments as u64)])
    });
    table("known.csv", open, known)?;
    table("answers.csv", open, (0..told.answers.n_rows()).map(|_| Numbers::new()))?;
    table("to-fetch.csv", open, (0..report.totals.attachments_not_read).map(|_| Numbers::new()))?;
    if let Some(mut rows) = Rows::open("comments.csv", open)? {
        let campaigns: FxHashMap<&str, usize> = report
            .campaigns
            .iter()
            .map(|campaign| (campaign.id.as_str(), campaign.n_comments))
            .collect();
        lines.into_iter().try_for_each(|line| rows.prove(comment(&line?, &campaigns)))?;
        rows.end()?;
    }
    if let Some(mut page) = open("report.html")? {
        let mut html = String::new();
        page.read_to_string(&mut html)?;
        first_screen(told, report, &html).context("`report.html`, at a glance")?;
    }
    Ok(())
}

fn campaign(campaign: &ReportedCampaign, clusters: &FxHashMap<&str, &ReportedCluster>) -> Numbers {
    let [n_letters, n_same, n_edited, n_single] =
        campaign.parts(|id| clusters.get(id).copied()).map(|n| n as u64);
    let mut row = numbers([
        ("comments", campaign.n_comments as u64),
        ("letters", n_letters),
        ("exact_copies", n_same),
        ("edited_copies", n_edited),
        ("no_copies", n_single),
        ("submissions", campaign.n_submissions),
    ]);
    row.push(through_it(&campaign.relayers));
    row
}

fn clusters(report: &Report) -> impl Iterator<Item = Numbers> {
    report.clusters.iter().map(|cluster| {
        let is_sent = usize::from(!cluster.reference.is_consensus);
        let mut row = numbers([
            ("comments", cluster.n_comments as u64),
            ("new_comments", cluster.n_new as u64),
            ("submissions", cluster.n_submissions),
            ("letters", cluster.n_letter() as u64),
            ("exact_copies", cluster.n_same() as u64),
            ("identical_copies", cluster.n_identical as u64),
            ("edited_copies", cluster.n_edited() as u64),
            ("distinct_texts", (cluster.members.len() + is_sent) as u64),
            ("added_passages", cluster.added.len() as u64),
        ]);
        row.push(through_it(&cluster.relayers));
        row
    })
}

fn added(report: &Report) -> impl Iterator<Item = Numbers> {
    let all = report.clusters.iter().flat_map(|cluster| (1_u64..).zip(&cluster.added));
    all.map(|(rank, added)| {
        let mut row = numbers([
            ("rank", rank),
            ("words", added.n_words as u64),
            ("comments", added.n_comments as u64),
            ("rare_words", added.n_rare_words as u64),
        ]);
        row.extend(facts(added.facts));
        row
    })
}

fn comment(line: &DocumentLine, campaigns: &FxHashMap<&str, usize>) -> Numbers {
    let of_campaign = line.campaign.as_deref().and_then(|id| campaigns.get(id));
    let mut row = facts(line.facts);
    row.extend([
        ("campaign_comments", of_campaign.map(ToString::to_string).unwrap_or_default()),
        ("words", line.category.map(|_| line.n_words.to_string()).unwrap_or_default()),
        (
            "duplicates_claimed",
            line.claimed_duplicates.map(|claimed| claimed.to_string()).unwrap_or_default(),
        ),
        ("signers", line.n_signers.map(|signers| signers.to_string()).unwrap_or_default()),
    ]);
    let decimals = [
        ("distance", line.evidence.as_ref().map(|evidence| evidence.distance)),
        ("shared_of_comment", line.shared.map(|shared| shared.of_comment)),
        ("shared_of_letter", line.shared.map(|shared| shared.of_letter)),
        ("nearest_distance", line.nearest.as_ref().map(|nearest| nearest.distance)),
    ];
    row.extend(decimals.map(|(name, n)| (name, n.map(|n| format!("{n:.6}")).unwrap_or_default())));
    row
}

/// All numbers of the first screen, and of the sums behind it.
fn first_screen(told: &Told, report: &Report, html: &str) -> Result<()> {
    let glance = between(html, "<section id=\"glance\"", "</section>")?;
    let sums = between(html, "<table class=\"buckets\">", "</dl>")?;
    let sums =
        between(sums, "<tbody>", "<details").or_else(|_| between(sums, "<tbody>", "<h3>"))?;
    let mut shown = numbers_of(glance).into_iter().chain(numbers_of(sums));
    for (place, words) in on_first_screen(report).into_iter().chain(in_sums(told, report)) {
        for expect in numbers_in(&words) {
            let number = shown.next().unwrap_or_default();
            same(&place, expect.as_str(), number.as_str())?;
        }
    }
    same("numbers more than these", shown.next(), None)
}

fn between<'a>(html: &'a str, start: &str, end: &str) -> Result<&'a str> {
    let (_, rest) = html.split_once(start).with_context(|| format!("there is no {start}"))?;
    Ok(rest.split_once(end).with_context(|| format!("{start} has no end"))?.0)
}

/// What stands on the first screen, with its place, in order: as words in which nothing but the numbers counts.
fn on_first_screen(report: &Report) -> Vec<(String, String)> {
    let glance = GlanceView::of(report);
    let mut screen: Vec<(String, String)> = Vec::new();
    for share in glance.shares {
        screen.push((share.noun.to_owned(), format!("{} {}", share.number, share.detail)));
    }
    let steps = glance.steps.into_iter().map(|step| [step.what, step.time]);
    let told = glance.came.into_iter().flatten().chain(glance.left).chain(steps.flatten());
    screen.extend(told.map(|words| ("what to read".to_owned(), words)));
    let n_opposed = report.opposed_pairs().count();
    if n_opposed > 0 {
        screen.push(("pairs of opposed letters".to_owned(), n_opposed.to_string()));
    }
    if let Some([new, _]) = report.since.as_ref().map(Since::words) {
        screen.push(("since".to_owned(), new));
    }
    screen
}

/// What stands in the sums.
fn in_sums(told: &Told, report: &Report) -> Vec<(String, String)> {
    let totals = &report.totals;
    let buckets: Vec<(Bucket, usize)> = Bucket::ALL
        .into_iter()
        .filter_map(|bucket| Some((bucket, *totals.buckets.get(&bucket)?)))
        .collect();
    let shares = tenths(&buckets.iter().map(|(_, n)| *n).collect::<Vec<_>>());
    let mut sums = Vec::new();
    for ((bucket, n), share) in buckets.into_iter().zip(shares) {
        let n_submissions = told.n_submissions.get(&bucket).copied().unwrap_or_default();
        let share = words_of_share(share, n);
        sums.push((bucket.words().to_owned(), format!("{n} {share} {n_submissions}")));
    }
    let all = format!("{} 100.0 {}", totals.inputs, totals.submissions);
    sums.push(("all records".to_owned(), all));
    let mut counts =
        vec![totals.comments, totals.distinct_texts, totals.n_campaigns, totals.in_campaigns];
    counts.push(totals.n_unique);
    counts.extend((totals.unique_in_campaigns > 0).then_some(totals.unique_in_campaigns));
    counts.extend([totals.added_passages, totals.n_words_left, totals.n_words, 200]);
    counts.extend((totals.repeated_records > 0).then_some(totals.repeated_records));
    sums.extend(counts.into_iter().map(|n| ("sums".to_owned(), n.to_string())));
    if let Some([_, kept]) = report.since.as_ref().map(Since::words) {
        sums.push(("since".to_owned(), kept));
    }
    sums
}

/// The numbers that HTML shows.
fn numbers_of(html: &str) -> Vec<String> {
    let mut text = String::with_capacity(html.len());
    for part in html.split('<') {
        text += part.split_once('>').map_or(part, |(_, shown)| shown);
        text.push(' ');
    }
    numbers_in(&without_entities(&text))
}

/// `&#39;` has digits and is no number.
fn without_entities(text: &str) -> String {
    let mut parts = text.split("&#");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let behind = part.split_once(';').map_or(part, |(_, behind)| behind);
        let _ = write!(plain, " {behind}");
    }
    plain
}

/// The numbers in a text, as they are written in digits: "3,132" and "3132" are the same.
fn numbers_in(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_ascii_digit() && c != ',' && c != '.')
        .map(|number| number.trim_matches(['.', ',']).replace(',', ""))
        .filter(|number| !number.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{numbers_in, numbers_of};

    #[test]
    fn numbers_are_told_from_what_stands_around_them() {
        assert_eq!(numbers_in("3,132 comments, 1.5 %; c12, and no."), ["3132", "1.5", "12"]);
        let html = "<p id=\"p9\"><b data-total=\"x\">1,000</b> it&#39;s</p><i>&lt;</i><b>5</b>";
        assert_eq!(numbers_of(html), ["1000", "5"]);
    }
}
