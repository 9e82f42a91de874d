//! Lines in, the docket in numbers out.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::glimpse::Glimpse;
use super::linked::Linked;
use super::shares;
use crate::report::schema::{Bucket, Report};
use crate::report::words::WORDS_PER_MINUTE;
use crate::report::{counted, grouped};

/// Sums so far.
pub(super) struct Glance<'a> {
    report: &'a Report,
    /// Comments with the words of each distinct text.
    n_copies: FxHashMap<&'a str, usize>,
    /// Records and submissions.
    buckets: BTreeMap<Bucket, (usize, u64)>,
    n_words: usize,
    n_unique_words: usize,
}

/// The docket in numbers.
pub(super) struct GlanceView {
    pub(super) n_comments: String,
    /// Each a number and its noun.
    pub(super) campaigns: (String, String),
    pub(super) uniques: (String, String),
    pub(super) passages: (String, String),
    /// Campaigns and unique comments.
    pub(super) n_voices: String,
    /// How many unique comments make the same points as others, where some do.
    pub(super) same_points: Option<String>,
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
        let n_copies = report.clusters.iter().flat_map(|cluster| {
            let reference = &cluster.reference;
            let members = cluster.members.iter();
            let members = members.map(|member| (member.id.as_str(), member.n_copies));
            // The comment that a consensus is made of is a member, too, and as such it counts.
            std::iter::once((reference.id.as_str(), reference.n_copies)).chain(members)
        });
        Self {
            report,
            n_copies: n_copies.collect(),
            buckets: BTreeMap::new(),
            n_words: 0,
            n_unique_words: 0,
        }
    }

    pub(super) fn see(&mut self, line: &Glimpse) {
        let (records, submissions) = self.buckets.entry(line.bucket).or_default();
        *records += 1;
        *submissions += line.n_submissions;
        // The line of an exact copy has no text, and counts with the text it copies.
        if line.n_words > 0 {
            self.n_words += line.n_words * self.n_copies.get(line.id.as_str()).unwrap_or(&1);
        }
        if line.bucket == Bucket::Singleton {
            self.n_unique_words += line.n_words;
        }
    }

    pub(super) fn view(&self) -> GlanceView {
        let (totals, clusters) = (&self.report.totals, &self.report.clusters);
        let added: Vec<usize> = clusters
            .iter()
            .flat_map(|cluster| &cluster.added)
            .map(|addition| addition.n_words)
            .collect();
        let letters = clusters.iter().flat_map(|cluster| &cluster.reference.paragraphs);
        let n_letter_words: usize = letters.map(|text| n_words(text)).sum();
        let n_added_words: usize = added.iter().sum();
        let n_words_left = n_letter_words + n_added_words + self.n_unique_words;
        let number = |n: usize| grouped(n as u64);
        let n_unique = totals.buckets.get(&Bucket::Singleton).copied();
        let step = |n: usize, noun, section, order, n_words| {
            let what = Linked::to(section, &counted(n, noun));
            (n > 0).then(|| ReadingStep {
                what,
                order,
                n_words: number(n_words),
                time: reading_time(n_words),
            })
        };
        let n_unique_comments = n_unique.unwrap_or_default();
        let reading = [
            step(clusters.len(), "letter", "letters", "the largest campaign first", n_letter_words),
            step(added.len(), "added passage", "added", "the most telling first", n_added_words),
            step(
                n_unique_comments,
                "unique comment",
                "unique",
                "the longest first, or by figures and citations",
                self.n_unique_words,
            ),
        ];
        GlanceView {
            n_comments: number(totals.comments),
            campaigns: parted(clusters.len(), "campaign"),
            uniques: parted(n_unique.unwrap_or_default(), "unique comment"),
            passages: parted(added.len(), "added passage"),
            n_voices: counted(clusters.len() + n_unique_comments, "distinct voice"),
            same_points: same_points(self.report, n_unique.unwrap_or_default()),
            n_words: number(self.n_words),
            n_words_left: number(n_words_left),
            percent_left: percent(n_words_left, self.n_words),
            time: reading_time(self.n_words),
            time_left: reading_time(n_words_left),
            reading: reading.into_iter().flatten().collect(),
            buckets: self.buckets(),
            inputs: number(totals.inputs),
            submissions: grouped(totals.submissions),
        }
    }
}

impl Glance<'_> {
    fn buckets(&self) -> Vec<BucketView> {
        let buckets = Bucket::ALL.into_iter();
        let buckets: Vec<_> =
            buckets.filter_map(|bucket| Some((bucket, self.buckets.get(&bucket)?))).collect();
        let counts: Vec<usize> = buckets.iter().map(|(_, (records, _))| *records).collect();
        let buckets = buckets.into_iter().zip(shares::tenths(&counts));
        let views = buckets.map(|((bucket, (records, submissions)), tenths)| BucketView {
            name: bucket.words(),
            records: grouped(*records as u64),
            submissions: grouped(*submissions),
            percent: shares::words(tenths, *records),
        });
        views.collect()
    }
}

fn same_points(report: &Report, n_unique: usize) -> Option<String> {
    let n_in_campaigns: usize = report.campaigns.iter().map(|it| it.members.len()).sum();
    (n_in_campaigns > 0).then(|| {
        format!(
            "Of the unique comments, {} make the same points as others and {} are lone voices",
            grouped(n_in_campaigns as u64),
            grouped(n_unique.saturating_sub(n_in_campaigns) as u64)
        )
    })
}

fn parted(number: usize, noun: &str) -> (String, String) {
    let text = counted(number, noun);
    let (number, noun) = text.split_once(' ').unwrap_or((&text, ""));
    (number.to_owned(), noun.to_owned())
}

pub(super) fn n_words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// "12 %", "0.4 %", with a space that does not break.
pub(super) fn percent(part: usize, whole: usize) -> String {
    let percent = part as f64 * 100.0 / whole.max(1) as f64;
    if percent > 0.0 && percent < 1.0 {
        format!("{percent:.1}\u{A0}%")
    } else {
        format!("{percent:.0}\u{A0}%")
    }
}

fn reading_time(n_words: usize) -> String {
    let minutes = n_words.div_ceil(WORDS_PER_MINUTE);
    if minutes < 100 { counted(minutes, "minute") } else { counted(minutes.div_ceil(60), "hour") }
}
