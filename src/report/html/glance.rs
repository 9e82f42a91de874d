//! Report and lines in, the docket in numbers out: the first screen, and the sums behind it.

use std::collections::BTreeMap;

use super::days::KINDS;
use super::shares;
use crate::report::schema::{Bucket, DocumentLine, Report, Totals};
use crate::report::words::{WORDS_PER_MINUTE, percent};
use crate::report::{counted, grouped, joined, not_none};

/// Campaigns that "the largest" are.
const LARGEST: usize = 3;

/// Records and submissions so far, by what became of them.
#[derive(Default)]
pub(super) struct Sums {
    buckets: BTreeMap<Bucket, (usize, u64)>,
}

/// The first screen.
pub(super) struct GlanceView {
    pub(super) shares: Vec<ShareView>,
    /// How many came in how many campaigns; none where there are none.
    pub(super) came: Option<[String; 2]>,
    /// What there is to read, and how long that and all of it takes.
    pub(super) left: [String; 3],
    /// Its parts, in order.
    pub(super) steps: Vec<StepView>,
}

/// A part of the bar: comments of one kind.
pub(super) struct ShareView {
    pub(super) class: &'static str,
    /// The list that has them.
    pub(super) list: &'static str,
    pub(super) number: String,
    pub(super) noun: &'static str,
    pub(super) detail: String,
    /// Of the width of the bar.
    pub(super) percent: f64,
}

/// A part of what there is to read.
pub(super) struct StepView {
    pub(super) list: &'static str,
    pub(super) what: String,
    pub(super) time: String,
}

impl Sums {
    pub(super) fn see(&mut self, line: &DocumentLine) {
        let (records, submissions) = self.buckets.entry(line.bucket).or_default();
        *records += 1;
        *submissions += line.n_submissions();
    }

    /// What became of the records: how many ended where, what share of all that is, and how many submissions they are.
    pub(super) fn buckets(&self) -> Vec<(Bucket, usize, String, u64)> {
        let buckets: Vec<_> = Bucket::ALL
            .into_iter()
            .filter_map(|bucket| Some((bucket, *self.buckets.get(&bucket)?)))
            .collect();
        let counts: Vec<usize> = buckets.iter().map(|(_, (records, _))| *records).collect();
        buckets
            .into_iter()
            .zip(shares::tenths(&counts))
            .map(|((bucket, (records, submissions)), tenths)| {
                (bucket, records, shares::words(tenths, records), submissions)
            })
            .collect()
    }
}

impl GlanceView {
    pub(super) fn of(report: &Report) -> Self {
        let totals = &report.totals;
        Self {
            shares: shares(report),
            came: came(report),
            left: [
                counted(totals.n_words_left, "word"),
                reading_time(totals.n_words_left),
                reading_time(totals.n_words),
            ],
            steps: steps(totals),
        }
    }
}

/// The four shares of what was received, as the bar has them.
fn shares(report: &Report) -> Vec<ShareView> {
    let totals = &report.totals;
    let n_received = totals.n_received();
    let counts = [
        totals.letters_sent + totals.n_same(),
        totals.n_edited(),
        totals.n_unique,
        n_received.saturating_sub(totals.comments),
    ];
    let lists = ["campaigns", "campaigns", "unique", "aside"];
    let received = format!(" of {} received", grouped(n_received as u64));
    let letters = match totals.letters_sent {
        0 => String::new(),
        n => format!(", the {} among them", counted(n, "letter")),
    };
    let n_adding = report
        .clusters
        .iter()
        .flat_map(|cluster| &cluster.members)
        .filter(|member| !member.unique_text.is_empty())
        .map(|member| member.n_copies)
        .fold(0, usize::saturating_add);
    let own = not_none([(n_adding, "add something of their own")]).map(|n| format!("; {n}"));
    let details = [received + &letters, own.collect(), String::new(), not_compared(totals)];
    KINDS
        .into_iter()
        .zip(lists.into_iter().zip(details))
        .zip(counts.into_iter().zip(shares::whole(&counts)))
        .map(|(((class, noun), (list, detail)), (n, percent))| ShareView {
            class,
            list,
            number: grouped(n as u64),
            noun,
            detail: percent + &detail,
            percent: n as f64 * 100.0 / n_received.max(1) as f64,
        })
        .collect()
}

/// Why some were not compared.
fn not_compared(totals: &Totals) -> String {
    let reasons = [
        (totals.n_in(Bucket::NoText), "without text of their own"),
        (totals.n_in(Bucket::Withdrawn), "withdrawn"),
        (totals.n_in(Bucket::Unreadable), "unreadable"),
    ];
    let named = joined(not_none(reasons), ", ").map(|named| format!(": {named}"));
    let words = named.unwrap_or_default();
    match totals.inputs.saturating_sub(totals.n_received()) {
        0 => words,
        n => format!(
            "{words}; besides, {} that {}",
            counted(n, "record"),
            if n == 1 { "is not a comment" } else { "are not comments" }
        ),
    }
}

/// "81 % came in 86 campaigns", "the largest three sent 61 %"; none where there is no campaign.
fn came(report: &Report) -> Option<[String; 2]> {
    let (totals, n_received) = (&report.totals, report.totals.n_received());
    let share = percent(totals.in_campaigns, n_received);
    let campaigns = counted(totals.n_campaigns, "campaign");
    let sizes = report.campaigns.iter().take(LARGEST).map(|campaign| campaign.n_comments);
    let largest = percent(sizes.fold(0, usize::saturating_add), n_received);
    let more = (totals.n_campaigns > LARGEST).then(|| format!("the largest three sent {largest}"));
    let came = format!("{share} came in {campaigns}");
    (totals.n_campaigns > 0).then(|| [came, more.unwrap_or_default()])
}

/// What there is to read, with its time.
fn steps(totals: &Totals) -> Vec<StepView> {
    let parts = [totals.n_letter_words, totals.n_added_words, totals.n_unique_words];
    let steps = [
        (totals.n_letters, "letter", "campaigns"),
        (totals.added_passages, "added passage", "added"),
        (totals.n_unique, "unique comment", "unique"),
    ];
    steps
        .into_iter()
        .zip(reading_times(totals.n_words_left, &parts))
        .filter(|((n, ..), _)| *n > 0)
        .map(|((n, noun, list), time)| StepView { list, what: counted(n, noun), time })
        .collect()
}

/// A longer time is said in hours.
const MOST_MINUTES: usize = 100;

fn reading_time(n_words: usize) -> String {
    let (n_units, unit) = in_units(n_words);
    counted(n_units, unit)
}

fn in_units(n_words: usize) -> (usize, &'static str) {
    match n_words.div_ceil(WORDS_PER_MINUTE) {
        minutes @ ..MOST_MINUTES => (minutes, "minute"),
        minutes => (minutes.div_ceil(60), "hour"),
    }
}

/// The times of the parts of what there is to read: they add up to the time of the whole.
fn reading_times(n_words: usize, parts: &[usize]) -> Vec<String> {
    let (n_units, unit) = in_units(n_words);
    shares::apportioned(parts, n_units)
        .into_iter()
        .map(|n| match n {
            0 => format!("less than 1 {unit}"),
            _ => counted(n, unit),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::reading_times;

    /// 37,600 words are 188 minutes, so 4 hours; of the shares .30, .85 and 2.85 the last two lose most by rounding down.
    #[test]
    fn times_add_up() {
        let times = reading_times(37_600, &[2_820, 7_990, 26_790]);
        assert_eq!(times, ["less than 1 hour", "1 hour", "3 hours"]);
        assert_eq!(reading_times(400, &[100, 300]), ["1 minute", "1 minute"]);
    }
}
