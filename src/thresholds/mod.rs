//! The numbers that decide, as data: each with its unit, its source and what it does.
//!
//! They stand below all stages, since those that know nothing of clusters decide, too. They travel with the corpus
//! ([`crate::corpus::Corpus::thresholds`]), so that a test or an experiment changes one of them by its name. What only sizes a
//! buffer, a part of the work, or a hash is beside what it sizes, and the analyst's settings are in [`crate::config`].
//!
//! A new one is a row of the table in `rows.rs`.

mod rows;

use std::fmt::{self, Write as _};

pub use rows::*;
use serde::{Deserialize, Serialize};

/// Words that are needed: so many known to be somebody's, or so many of which some may be anybody's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Needed {
    pub(crate) known: usize,
    pub(crate) all: usize,
}

/// A fraction that decides: `Share(3, 4)` is three quarters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share(pub(crate) usize, pub(crate) usize);

/// Unless a rule says otherwise, most of something is half of it or more: what a word means, and no threshold.
pub(crate) const HALF: Share = Share(1, 2);

impl Share {
    /// Whether a part is at least this share of the whole.
    pub(crate) const fn is_met(self, part: usize, whole: usize) -> bool {
        part * self.1 >= whole * self.0
    }

    /// Whether a part is more than this share of the whole.
    pub(crate) const fn is_exceeded(self, part: usize, whole: usize) -> bool {
        part * self.1 > whole * self.0
    }

    /// The share as a number.
    pub(crate) fn part(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
}

/// What ties two texts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct NeighborRule {
    /// Nearest texts of a text that are looked at.
    pub(crate) n_nearest: usize,
    /// Nearest texts that two tied texts have in common.
    pub(crate) n_common: usize,
    /// The least similarity of two tied texts: the cosine of the angle between them.
    pub(crate) least: f32,
    /// A feature weighs the inverse of its document frequency, ln (N / df), to this power.
    pub(crate) idf_power: f32,
}

impl Thresholds {
    /// Words of a text that must be a spun letter's wording to belong to it, round by round: what hangs together by its
    /// nearest neighbors may be a small part of a campaign, whose wording becomes known as it grows.
    pub(crate) fn wording_rounds(&self) -> impl Iterator<Item = Share> {
        let Shares { most, mostly_kept, similar, .. } = self.shares;
        [HALF, most, mostly_kept, similar, similar, similar].into_iter()
    }
}

impl fmt::Display for Share {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.0, self.1)
    }
}

impl fmt::Display for Needed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} known or {}", self.known, self.all)
    }
}

impl fmt::Display for NeighborRule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n_nearest, n_common, least, idf_power } = self;
        write!(
            formatter,
            "{n_nearest} nearest, {n_common} in common, cosine {least}, idf^{idf_power}"
        )
    }
}

/// A number that decides, and what is said of it.
pub struct Row {
    /// Its group and its own name: `compare.mu`.
    pub name: &'static str,
    /// What it is, and why.
    pub what: &'static str,
    /// What it counts, or what it is a part of.
    pub unit: &'static str,
    /// Where it is from.
    pub source: &'static str,
    /// The value, for people.
    pub value: String,
}

/// All of them with their values, and what is said of each.
pub fn in_words() -> String {
    let mut text = "# Numbers that decide\n".to_owned();
    let mut rows = Thresholds::default().rows();
    rows.extend(fixed_rows());
    for group in rows.chunk_by(|a, b| group_of(a.name) == group_of(b.name)) {
        let _ = write!(text, "\n## {}\n\n", group_of(group[0].name));
        for Row { name, value, unit, source, what } in group {
            let _ = writeln!(text, "- `{name}` = {value} ({unit}; {source}):{what}");
        }
    }
    text
}

fn group_of(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Share, Thresholds, in_words};

    #[test]
    fn each_is_listed_with_its_value_and_what_is_said_of_it() {
        let text = in_words();
        for line in [
            "- `compare.mu` = 1 (words; SIGIR 2006 §4.2): Prior mass: \"μ is a parameter in Dirichlet smoothing and is set to 1 \
             in this work\" (SIGIR 2006 §4.2).\n",
            "- `rules.shortest_half` = 12 known or 20 (words; ours): Evidence",
            "- `ngrams.PHRASE` = 5 (words;",
        ] {
            assert!(text.contains(line), "{line}");
        }
        let mut listed = text.lines().filter(|line| line.starts_with('-'));
        assert!(listed.all(|line| line.contains("): ") && !line.ends_with(": ")), "{text}");
    }

    /// They are written and read by their names.
    #[test]
    fn a_value_is_set_by_its_name() {
        let mut written = serde_json::to_value(Thresholds::default()).expect("JSON");
        for row in Thresholds::default().rows() {
            assert!(written.pointer(&format!("/{}", row.name.replace('.', "/"))).is_some());
        }
        written["shares"]["wholly"] = json!([4, 5]);
        let read: Thresholds = serde_json::from_value(written).expect("thresholds");
        assert_eq!(read.shares.wholly, Share(4, 5));
        assert_eq!(read.shares.most, Thresholds::default().shares.most);
    }
}
