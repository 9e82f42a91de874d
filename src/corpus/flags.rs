//! A table of flags in, what people say of each comment out: that somebody else's name stands below it, that a machine wrote
//! it, that it is private.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use rustc_hash::FxHashSet;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Corpus;

/// What somebody says of a comment. A flagged comment is counted and never posted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Flag {
    /// In a word or two: `falsely attributed`, `computer-generated`, `withdrawn`, `private`, or any other.
    pub flag: String,
    /// What is to be said of it besides.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Flags by the ids of comments.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    given: BTreeMap<String, Vec<Flag>>,
    /// Those of an earlier report.
    earlier: BTreeMap<String, Vec<Flag>>,
}

impl Flags {
    /// Reads a table of flags. The `'` that tables put before some ids may stay.
    ///
    /// # Errors
    /// Names the row that has no id or no flag.
    pub fn parse(csv: &str) -> Result<Self> {
        let mut reader = csv::ReaderBuilder::new()
            .trim(csv::Trim::All)
            .flexible(true)
            .from_reader(csv.trim_start_matches('\u{FEFF}').as_bytes());
        let headings = reader.headers()?.clone();
        let columns = ["id", "flag", "note"]
            .map(|name| headings.iter().position(|heading| heading.eq_ignore_ascii_case(name)));
        ensure!(
            columns[..2].iter().all(Option::is_some),
            "flags are CSV with the columns `id` and `flag`, and `note` where wanted"
        );
        let mut flags = Self::default();
        for (record, number) in reader.records().zip(2..) {
            let row = record?;
            let [id, flag, note] =
                columns.map(|at| at.and_then(|at| row.get(at)).unwrap_or_default().to_owned());
            ensure!(!id.is_empty() && !flag.is_empty(), "row {number} has no id or no flag");
            let (of_comment, said) = (flags.given.entry(id).or_default(), Flag { flag, note });
            if !of_comment.contains(&said) {
                of_comment.push(said);
            }
        }
        Ok(flags)
    }

    /// Takes the flags that a comment has in an earlier report: they stay, unless others are given.
    pub fn keep(&mut self, id: &str, earlier: Vec<Flag>) {
        self.earlier.insert(id.to_owned(), earlier);
    }

    /// The flags of a comment.
    pub fn of(&self, id: &str) -> &[Flag] {
        self.given.get(id).map_or(&[], Vec::as_slice)
    }

    /// All flags, by the ids of the comments.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Flag)> {
        self.given.iter().flat_map(|(id, flags)| flags.iter().map(move |flag| (id.as_str(), flag)))
    }

    /// The flags of the inputs that a corpus has.
    ///
    /// # Errors
    /// Names the ids that it does not have.
    pub fn in_corpus(&self, corpus: &Corpus) -> Result<Self> {
        let aside: FxHashSet<&str> = corpus.set_aside().iter().map(|aside| &*aside.id).collect();
        let (mut known, mut unknown) = (Self::default(), Vec::new());
        for (typed, flags) in &self.given {
            let plain = typed.strip_prefix('\'').unwrap_or(typed);
            match [typed, plain].into_iter().find(|id| has_input(corpus, &aside, id)) {
                Some(id) => {
                    known.given.entry(id.to_owned()).or_default().extend(flags.iter().cloned());
                }
                None => unknown.push(format!("`{typed}`")),
            }
        }
        let earlier = self.earlier.iter().filter(|(id, _)| has_input(corpus, &aside, id));
        for (id, flags) in earlier {
            known.given.entry(id.clone()).or_insert_with(|| flags.clone());
        }
        ensure!(
            unknown.is_empty(),
            "the flags name comments that the docket does not have: {}; ids are those of the column `id` of comments.csv",
            unknown.join(", ")
        );
        Ok(known)
    }
}

/// Whether a corpus has an input, a document or one of those that were set aside.
fn has_input(corpus: &Corpus, aside: &FxHashSet<&str>, id: &str) -> bool {
    corpus.find(id).is_some() || aside.contains(id)
}

#[cfg(test)]
mod tests {
    use super::Flags;
    use crate::corpus::examples;

    #[test]
    fn flags_are_read_once_and_unknown_ids_are_named() {
        let table = "\u{FEFF}id,flag,note\n0000,private,\n'0001 , falsely attributed ,\"she says so, by mail\"\n0000,private\n0001,private\n";
        let mut flags = Flags::parse(table).expect("flags");
        flags.keep("gone", flags.of("0000").to_vec());
        let corpus = examples::corpus(&["a:3", "b:3"]);
        let known = flags.in_corpus(&corpus).expect("known ids");
        assert_eq!(known.of("0000").len(), 1, "said twice");
        assert_eq!(known.of("0001")[0].note, "she says so, by mail");
        assert_eq!(known.iter().count(), 3);
        let unknown = Flags::parse("id,flag\nx,private\n0000,private\ny,odd\n").expect("flags");
        let said = unknown.in_corpus(&corpus).expect_err("unknown ids").to_string();
        assert!(said.contains("does not have: `x`, `y`;"), "{said}");
        assert!(Flags::parse("id,flag\na,\n").is_err() && Flags::parse("id,note\na,b\n").is_err());
    }
}
