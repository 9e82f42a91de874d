//! A report, and what somebody said of a sample of it, in, a page of method in words for a preamble out.

use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Context, Result, bail};

use super::{Posting, Role};
use crate::report::citation;
use crate::report::counted;
use crate::report::printable::markdown;

/// The standard normal distribution's 97.5th percentile, for intervals of 95 %.
const NORMAL: f64 = 1.959_963_984_540_054;

/// What was said of a sample: for each role how many comments were looked at, and of how many the role is wrong.
#[derive(Debug, Default)]
pub struct Checked(BTreeMap<Role, (usize, usize)>);

impl Checked {
    /// Reads `sample.csv` as it was filled in. What is empty was not looked at.
    ///
    /// # Errors
    /// Where it is no such table, or something else than yes or no was filled in.
    pub fn read(table: &str) -> Result<Self> {
        let mut reader = csv::Reader::from_reader(table.trim_start_matches('\u{FEFF}').as_bytes());
        let headings = reader.headers()?.clone();
        let [role, is_right] = ["role", "is_right"].map(|name| {
            headings.iter().position(|heading| heading.trim() == name).with_context(|| {
                format!("it has no column `{name}`; fill in the sample.csv that was written")
            })
        });
        let (role, is_right) = (role?, is_right?);
        let mut checked = Self::default();
        for (record, number) in reader.records().zip(2..) {
            let row = record?;
            let said = row.get(is_right).unwrap_or_default().trim().to_lowercase();
            let is_wrong = match said.as_str() {
                "" => continue,
                "yes" | "y" | "true" | "1" => false,
                "no" | "n" | "false" | "0" => true,
                _ => bail!("line {number}: `{said}` is neither yes nor no"),
            };
            let role = match row.get(role) {
                Some("copy") => Role::Copy,
                Some("single") => Role::Single,
                other => bail!("line {number}: `{}` is no role", other.unwrap_or_default()),
            };
            let (n, n_wrong) = checked.0.entry(role).or_default();
            *n += 1;
            *n_wrong += usize::from(is_wrong);
        }
        Ok(checked)
    }
}

/// Wilson's score interval of 95 % for a share, k of n: E. B. Wilson, "Probable inference, the law of succession, and
/// statistical inference", Journal of the American Statistical Association 22 (1927), 209–212.
fn wilson(k: usize, n: usize) -> (f64, f64) {
    let (k, n, z) = (k as f64, n as f64, NORMAL);
    let share = k / n;
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
}

/// How copies were recognized, for people who do not know the program.
const RECOGNIZED: &str = "\
Texts with the same letters and digits, whatever their punctuation, have the same words. A text is a letter's edited copy where \
it holds the letter, shares most of its words or half of the shorter text's, keeps a paragraph of it that is no common \
phrase, or is close to it by the distribution of its words (Yang and Callan, SIGIR 2006); texts that cite different dockets \
are kept apart. Which rule placed each comment is in `documents.jsonl` under `evidence`. Sentences that an edited copy added \
are listed in `added-text.csv`, and how many words they have in `senders.csv`; sentences of the letter in which it changed \
words are in `documents.jsonl` under `changes`.";

/// The page of method, as Markdown.
pub fn method(posting: &Posting<'_>, checked: Option<&Checked>) -> String {
    let (report, totals) = (posting.report, &posting.report.totals);
    let mut page = format!(
        "# How the comments were processed\n\n{}\n\n## What was read\n\n{}, of which {} were compared:\n\n",
        markdown(&citation::docket(report)),
        counted(totals.inputs, "input"),
        counted(totals.comments, "comment"),
    );
    for (bucket, n) in &totals.buckets {
        let _ = writeln!(page, "- {}: {n}", bucket.words());
    }
    let _ = write!(
        page,
        "\n## How copies were recognized\n\n{RECOGNIZED}\n\n## What was not judged\n\n"
    );
    let n_aside = totals.inputs - totals.comments;
    let _ = writeln!(
        page,
        "- {} not compared; `set-aside.csv` says why, and what is to be done.\n- {} not read.\n- Who wrote a comment was \
         taken from its record and not checked.",
        are(n_aside, "input"),
        are(totals.attachments_not_read, "attachment"),
    );
    if let Some(coarse) = totals.coarse_words() {
        let _ = writeln!(page, "- {coarse}.");
    }
    page += "\n## Measured error\n\n";
    page += &match checked.filter(|checked| !checked.0.is_empty()) {
        None => "No sample was looked at. `sample.csv` holds comments that were drawn by the digests of their ids, which \
                 nobody chose: fill in its column `is_right` and run `durian post` again with `--checked`.\n"
            .to_owned(),
        Some(checked) => errors(checked),
    };
    page
}

fn are(n: usize, noun: &str) -> String {
    format!("{} {}", counted(n, noun), if n == 1 { "was" } else { "were" })
}

fn errors(checked: &Checked) -> String {
    let mut text = String::new();
    for (role, (n, n_wrong)) in &checked.0 {
        let what = match role {
            Role::Copy => "comments counted as copies",
            _ => "comments posted by themselves",
        };
        let (least, most) = wilson(*n_wrong, *n);
        let _ = writeln!(
            text,
            "- Of {n} {what}, drawn blindly, {n_wrong} {} wrong: {:.1} %, with 95 % confidence between {:.1} % and {:.1} % \
             (Wilson's score interval).",
            if *n_wrong == 1 { "is" } else { "are" },
            100.0 * *n_wrong as f64 / *n as f64,
            100.0 * least,
            100.0 * most,
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Checked, errors, wilson};

    /// 3 of 100: (.03 + .0192073) / 1.0384146 ± 1.959964 √(.000291 + .0000960365) / 1.0384146 = .047387 ± .037132.
    #[test]
    fn the_interval_is_wilsons() {
        let (least, most) = wilson(3, 100);
        assert!((least - 0.010_255).abs() < 1e-5 && (most - 0.084_519).abs() < 1e-5);
        assert!(wilson(0, 20).0 == 0.0 && wilson(20, 20).1 == 1.0);
    }

    #[test]
    fn what_was_looked_at_is_counted() {
        let table = "\u{FEFF}id,role,compared_with,is_right\nc1,copy,c0,yes\nc2,copy,c0,No\nc3,copy,c0,\nc4,single,,1\n";
        let said = errors(&Checked::read(table).expect("a sample"));
        assert!(
            said.starts_with(
                "- Of 2 comments counted as copies, drawn blindly, 1 is wrong: 50.0 %"
            ),
            "{said}"
        );
        assert!(
            said.contains("- Of 1 comments posted by themselves, drawn blindly, 0 are wrong"),
            "{said}"
        );
        let wrong = Checked::read("id,role,is_right\nc1,copy,perhaps\n").expect_err("no answer");
        assert_eq!(wrong.to_string(), "line 2: `perhaps` is neither yes nor no");
        assert!(Checked::read("id,cluster\n").is_err());
    }
}
