//! Report and lines in, out what to read in some hours, in order, as Markdown: `durian show --reading-list`.
//!
//! Letters come first, each once, then what many say and the passages that were added, then the comments like no other.
//! What does not fit into the hours is counted.

use std::cmp::Reverse;
use std::fmt::Write;

use super::printable::markdown;
use super::schema::{Bucket, DocumentLine, FactExcerpt, Report};
use super::words::WORDS_PER_MINUTE;
use super::{counted, grouped, joined, printable};

/// Characters of a text's first words.
const EXCERPT: usize = 160;

/// What is known so far of what is to be read.
pub struct ReadingList<'a> {
    report: &'a Report,
    /// The comments like no other, each with how many of its words few texts use.
    uniques: Vec<(usize, Item)>,
}

/// Something to read.
struct Item {
    id: String,
    /// What it is, with figures.
    what: String,
    n_words: usize,
    text: String,
}

impl<'a> ReadingList<'a> {
    /// The list of a report, before any line of it was seen.
    pub fn new(report: &'a Report) -> Self {
        Self { report, uniques: Vec::new() }
    }

    /// Takes in a line.
    pub fn see(&mut self, line: &DocumentLine) {
        if line.bucket == Bucket::Singleton {
            let who = line.organization.as_ref().or(line.author.as_ref());
            let who = who.map(|who| markdown(&printable::excerpt(who, EXCERPT)));
            let new = line.is_new.then(|| "new".to_owned());
            let item = Item {
                id: line.id.clone(),
                what: joined(who.into_iter().chain(new), ", ").unwrap_or_default(),
                n_words: line.n_words,
                text: printable::excerpt(&line.paragraphs.join(" "), EXCERPT),
            };
            self.uniques.push((line.n_rare_words, item));
        }
    }

    /// The list for so many hours.
    pub fn markdown(self, hours: f64) -> String {
        let mut left = (hours * 60.0 * WORDS_PER_MINUTE as f64) as usize;
        let n_words = left;
        let mut text = format!(
            "# What to read in {hours} {}, at {WORDS_PER_MINUTE} words a minute\n\n\
             `durian show REPORT ID` shows the whole of each. Each entry gives its length and the reading time up to its end.\n",
            if hours == 1.0 { "hour" } else { "hours" }
        );
        let report = self.report;
        let mut left_out = Vec::new();
        let mut n = 0;
        for (heading, noun, items) in [
            ("Letters, each once", "letter", letters(report)),
            ("Said by many", "common statement", said(report)),
            ("What was added to letters", "added passage", added(report)),
            ("Unique comments", "unique comment", ranked(self.uniques)),
        ] {
            let (mut n_out, mut n_words_out, n_before) = (0, 0, n);
            for item in items {
                if item.n_words > left {
                    n_out += 1;
                    n_words_out += item.n_words;
                    continue;
                }
                if n == n_before {
                    let _ = write!(text, "\n## {heading}\n\n");
                }
                n += 1;
                left -= item.n_words;
                let comma = if item.what.is_empty() { "" } else { ", " };
                let _ = writeln!(
                    text,
                    "{n}. {}: {}{comma}{} ({})\n   “{}”",
                    code(&item.id),
                    item.what,
                    counted(item.n_words, "word"),
                    time(n_words - left),
                    markdown(&printable::excerpt(&item.text, EXCERPT))
                );
            }
            if n_out > 0 {
                let what = counted(n_out, noun);
                left_out.push(format!("{what}, {}", time(n_words_out)));
            }
        }
        text.push_str("\n## Left out\n\n");
        left_out.extend(not_compared(report));
        if left_out.is_empty() {
            left_out.push("nothing".to_owned());
        }
        for what in left_out {
            let _ = writeln!(text, "- {what}");
        }
        text
    }
}

fn letters(report: &Report) -> Vec<Item> {
    report
        .clusters
        .iter()
        .map(|cluster| {
            let text = cluster.reference.paragraphs.join(" ");
            let mut what = counted(cluster.n_comments, "comment");
            match (cluster.is_new, cluster.n_new) {
                (true, _) => what += ", new",
                (false, 0) => {}
                (false, n) => what += &format!(", {} of them new", grouped(n as u64)),
            }
            Item { id: cluster.id.clone(), what, n_words: cluster.reference.n_words, text }
        })
        .collect()
}

/// A passage, or facts as some comments name them.
fn said(report: &Report) -> Vec<Item> {
    let said = report.said_by_many.iter().map(|said| {
        let by = counted(said.n_comments, "comment");
        let excerpts = said.told().iter().filter_map(|fact| fact.said.first());
        let named = excerpts.map(FactExcerpt::words);
        let text = joined(named, " – ").unwrap_or_else(|| said.text.clone());
        Item {
            id: said.first.clone(),
            what: format!("{}, {by}, this the first", said.kind.words()),
            n_words: text.split_whitespace().count(),
            text,
        }
    });
    said.collect()
}

fn added(report: &Report) -> Vec<Item> {
    let added = report.added_passages().into_iter();
    added
        .map(|(_, cluster, added)| {
            let new = if added.is_new { ", new" } else { "" };
            let by = counted(added.n_comments, "comment");
            Item {
                id: added.first().to_owned(),
                what: format!("in {by} of {}{new}", code(&cluster.id)),
                n_words: added.n_words,
                text: added.text.clone(),
            }
        })
        .collect()
}

/// The most substantial first, as added passages are ordered.
fn ranked(mut uniques: Vec<(usize, Item)>) -> Vec<Item> {
    uniques.sort_by_key(|(n_rare_words, item)| Reverse((*n_rare_words, item.n_words)));
    uniques.into_iter().map(|(_, item)| item).collect()
}

fn not_compared(report: &Report) -> Option<String> {
    let buckets = [Bucket::NoText, Bucket::Withdrawn, Bucket::Unreadable, Bucket::NotAComment];
    let n: usize = buckets.map(|bucket| report.totals.n_in(bucket)).iter().sum();
    (n > 0).then(|| {
        let inputs = counted(n, "input");
        format!("not compared: {inputs}, with the reasons in comments.csv")
    })
}

/// "7 minutes", "3 hours 20 minutes".
fn time(n_words: usize) -> String {
    let minutes = n_words.div_ceil(WORDS_PER_MINUTE);
    match (minutes / 60, minutes % 60) {
        (0, minutes) => counted(minutes, "minute"),
        (hours, 0) => counted(hours, "hour"),
        (hours, minutes) => format!("{} {}", counted(hours, "hour"), counted(minutes, "minute")),
    }
}

/// An id as code, whatever it holds.
fn code(id: &str) -> String {
    let shown = printable::line(id);
    let ticks = shown.split(|c| c != '`').map(str::len).max();
    let fence = "`".repeat(ticks.unwrap_or_default() + 1);
    let space = if shown.starts_with('`') || shown.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{shown}{space}{fence}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{ReadingList, code, markdown, time};
    use crate::report::schema::examples;

    #[test]
    fn what_a_comment_holds_is_no_markdown() {
        assert_eq!(markdown("<b> *a* [x](y) &lt;"), "\\<b> \\*a\\* \\[x\\](y) \\&lt;");
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`a"), "`` `a ``");
        assert_eq!(code("a\n# b"), "`a\u{FFFD}# b`");
    }

    #[test]
    fn times_in_words() {
        assert_eq!(time(0), "0 minutes");
        assert_eq!(time(1), "1 minute");
        assert_eq!(time(201), "2 minutes");
        assert_eq!(time(12_000), "1 hour");
        assert_eq!(time(24_001), "2 hours 1 minute");
    }

    /// Three minutes are 600 words: a letter of 600 fits, and nothing more does.
    #[test]
    fn what_fills_the_hours_is_read() {
        for (n_words, is_read) in [(600, true), (601, false)] {
            let mut letter = examples::cluster(&json!({"id": "c1"}));
            letter.reference.n_words = n_words;
            let mut report = examples::report(&json!({}));
            report.clusters = vec![letter];
            let list = ReadingList::new(&report).markdown(0.05);
            assert_eq!(list.contains("- nothing"), is_read, "{list}");
            assert_eq!(list.contains("- 1 letter, 4 minutes"), !is_read, "{list}");
        }
    }

    /// What was added to several letters is ranked together: by rare words, then by length.
    #[test]
    fn of_passages_with_as_many_rare_words_the_longest_comes_first() {
        let mut report = examples::report(&json!({}));
        for passages in [[("third", 9, 2), ("fourth", 30, 1)], [("first", 5, 3), ("second", 20, 2)]]
        {
            let added = passages.map(|(text, n_words, n_rare_words)| {
                json!({"text": text, "members": ["a"], "n_comments": 1, "n_words": n_words, "n_rare_words": n_rare_words,
                    "passage": "", "has_figures": false})
            });
            report.clusters.push(examples::cluster(&json!({"added": added})));
        }
        let texts: Vec<String> = super::added(&report).into_iter().map(|item| item.text).collect();
        assert_eq!(texts, ["first", "second", "third", "fourth"]);
    }
}
