//! Lines in, the docket in numbers out.

use std::collections::BTreeMap;

use super::line_summary::LineSummary;
use super::linked::Linked;
use super::shares;
use crate::report::schema::{Bucket, Report, Totals};
use crate::report::words::{WORDS_PER_MINUTE, percent};
use crate::report::{counted, grouped};

/// Sums so far.
pub(super) struct Glance<'a> {
    report: &'a Report,
    /// Records and submissions.
    buckets: BTreeMap<Bucket, (usize, u64)>,
}

/// The docket in numbers.
pub(super) struct GlanceView {
    pub(super) n_comments: String,
    /// Each a number and its noun.
    pub(super) campaigns: (String, String),
    pub(super) uniques: (String, String),
    pub(super) passages: (String, String),
    /// Different texts.
    pub(super) n_voices: (String, String),
    /// How many unique comments belong to a campaign, where some do.
    pub(super) in_campaigns: Option<String>,
    pub(super) n_words: String,
    pub(super) n_words_left: String,
    pub(super) percent_left: String,
    pub(super) time: String,
    pub(super) time_left: String,
    /// What to read, in order.
    pub(super) reading: Vec<ReadingStep>,
    pub(super) buckets: Vec<BucketView>,
    pub(super) inputs: String,
    pub(super) submissions: String,
}

/// A part of what there is to read.
pub(super) struct ReadingStep {
    pub(super) what: Linked,
    pub(super) order: &'static str,
    pub(super) n_words: String,
    pub(super) time: String,
}

/// A row of the buckets.
pub(super) struct BucketView {
    pub(super) name: &'static str,
    pub(super) records: String,
    pub(super) submissions: String,
    pub(super) percent: String,
}

impl<'a> Glance<'a> {
    pub(super) fn new(report: &'a Report) -> Self {
        Self { report, buckets: BTreeMap::new() }
    }

    pub(super) fn see(&mut self, line: &LineSummary) {
        let (records, submissions) = self.buckets.entry(line.bucket).or_default();
        *records += 1;
        *submissions += line.n_submissions;
    }

    pub(super) fn view(&self) -> GlanceView {
        let totals = &self.report.totals;
        GlanceView {
            n_comments: grouped(totals.comments as u64),
            campaigns: parted(totals.n_campaigns, "campaign"),
            uniques: parted(totals.n_unique, "unique comment"),
            passages: parted(totals.added_passages, "added passage"),
            n_voices: parted(totals.distinct_texts, "distinct text"),
            in_campaigns: in_campaigns(totals),
            n_words: grouped(totals.n_words as u64),
            n_words_left: grouped(totals.n_words_left as u64),
            percent_left: percent(totals.n_words_left, totals.n_words),
            time: reading_time(totals.n_words),
            time_left: reading_time(totals.n_words_left),
            reading: reading(totals),
            buckets: self.buckets(),
            inputs: grouped(totals.inputs as u64),
            submissions: grouped(totals.submissions),
        }
    }
}

impl Glance<'_> {
    fn buckets(&self) -> Vec<BucketView> {
        let buckets: Vec<_> = Bucket::ALL
            .into_iter()
            .filter_map(|bucket| Some((bucket, self.buckets.get(&bucket)?)))
            .collect();
        let counts: Vec<usize> = buckets.iter().map(|(_, (records, _))| *records).collect();
        buckets
            .into_iter()
            .zip(shares::tenths(&counts))
            .map(|((bucket, (records, submissions)), tenths)| BucketView {
                name: bucket.words(),
                records: grouped(*records as u64),
                submissions: grouped(*submissions),
                percent: shares::words(tenths, *records),
            })
            .collect()
    }
}

/// What there is to read, with its time.
fn reading(totals: &Totals) -> Vec<ReadingStep> {
    let parts = [totals.n_letter_words, totals.n_added_words, totals.n_unique_words];
    let steps = [
        (totals.n_letters, "letter", "letters", "the largest campaign first"),
        (totals.added_passages, "added passage", "added", "the most telling first"),
        (
            totals.n_unique,
            "unique comment",
            "unique",
            "the longest first, or by figures, citations and court cases",
        ),
    ];
    steps
        .into_iter()
        .zip(parts)
        .zip(reading_times(totals.n_words_left, &parts))
        .filter(|(((n, ..), _), _)| *n > 0)
        .map(|(((n, noun, section, order), n_words), time)| ReadingStep {
            what: Linked::to(section, &counted(n, noun)),
            order,
            n_words: grouped(n_words as u64),
            time,
        })
        .collect()
}

fn in_campaigns(totals: &Totals) -> Option<String> {
    (totals.unique_in_campaigns > 0).then(|| match totals.unique_in_campaigns {
        1 => "1 unique comment belongs to a campaign without being a copy".to_owned(),
        n => format!("{} belong to a campaign without being copies", counted(n, "unique comment")),
    })
}

fn parted(number: usize, noun: &str) -> (String, String) {
    let text = counted(number, noun);
    let (number, noun) = text.split_once(' ').unwrap_or((&text, ""));
    (number.to_owned(), noun.to_owned())
}

/// A longer time is said in hours.
const MOST_MINUTES: usize = 100;

pub(in crate::report) fn reading_time(n_words: usize) -> String {
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
pub(in crate::report) fn reading_times(n_words: usize, parts: &[usize]) -> Vec<String> {
    let (n_units, unit) = in_units(n_words);
    shares::apportioned(parts, n_units)
        .into_iter()
        .map(|n| match n {
            0 => format!("less than 1 {unit}"),
            _ => format!("about {}", counted(n, unit)),
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
        assert_eq!(times, ["less than 1 hour", "about 1 hour", "about 3 hours"]);
        assert_eq!(reading_times(400, &[100, 300]), ["about 1 minute", "about 1 minute"]);
    }
}
