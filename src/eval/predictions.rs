//! `documents.jsonl` in, predictions out: what a report says of each comment.
//!
//! Only the fields that are compared with labels are read, so that reports of other versions, and
//! JSONL with `id` and `cluster` made by any other tool, can be evaluated too.

use anyhow::{Result, ensure};
use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::json_lines;

/// What a message about a bad line adds.
const NEEDED: &str = "each line needs `id`, and `cluster` where the comment has one";

/// What a report says of one comment. A field that is absent is not compared.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Prediction {
    /// The comment's id.
    pub id: String,
    /// Name of its cluster; none where it is alone.
    pub cluster: Option<String>,
    /// Name of its campaign; `Some(None)` where it is in none.
    #[serde(deserialize_with = "json_lines::present")]
    pub campaign: Option<Option<String>>,
    /// Edit category; `Some(None)` where the report leaves it open.
    #[serde(deserialize_with = "json_lines::present")]
    pub category: Option<Option<String>>,
    /// Passages that the commenter added.
    pub unique_text: Option<Vec<String>>,
}

impl Prediction {
    /// Name of its campaign, where it is in one.
    pub fn campaign(&self) -> Option<&str> {
        self.campaign.as_ref()?.as_deref()
    }
}

/// The predictions of a report, found by id.
#[derive(Debug, Default)]
pub struct Predictions {
    all: Vec<Prediction>,
    by_id: FxHashMap<String, usize>,
    /// File names that only one id has.
    by_name: FxHashMap<String, Option<usize>>,
}

impl Predictions {
    /// Reads JSONL.
    ///
    /// # Errors
    /// Names the line that is none.
    pub fn read(text: &str) -> Result<Self> {
        let all = json_lines::read(text, NEEDED, |prediction: &Prediction| {
            ensure!(!prediction.id.is_empty(), "no id");
            Ok(())
        });
        Ok(Self::new(all?))
    }

    /// Predictions made otherwise. Of several with one id the last counts.
    pub fn new(all: Vec<Prediction>) -> Self {
        let by_id =
            all.iter().zip(0..).map(|(prediction, at)| (prediction.id.clone(), at)).collect();
        let mut by_name: FxHashMap<String, Option<usize>> = FxHashMap::default();
        for (prediction, at) in all.iter().zip(0..) {
            let name = file_name(&prediction.id).to_owned();
            by_name.entry(name).and_modify(|known| *known = None).or_insert(Some(at));
        }
        Self { all, by_id, by_name }
    }

    /// Whether the report says something of the kind of any comment.
    pub fn say(&self, field: impl Fn(&Prediction) -> bool) -> bool {
        self.all.iter().any(field)
    }

    /// All predictions.
    pub fn all(&self) -> &[Prediction] {
        &self.all
    }

    /// The prediction for a comment: by its id, by its other id, else by its file name where only one
    /// prediction has that, with or without `.json` (agencies name a record's file after its id).
    pub fn find(&self, id: &str, message_id: Option<&str>) -> Option<usize> {
        let name = file_name(id);
        self.by_id
            .get(id)
            .or_else(|| self.by_id.get(message_id?))
            .copied()
            .or_else(|| *self.by_name.get(name)?)
            .or_else(|| *self.by_name.get(name.strip_suffix(".json")?)?)
            .or_else(|| *self.by_name.get(&format!("{name}.json"))?)
    }
}

fn file_name(id: &str) -> &str {
    id.rsplit('/').next().unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::Predictions;

    #[test]
    fn found_by_id_then_by_file_name() {
        let lines = "{\"id\":\"a/1.eml\",\"cluster\":\"x\",\"category\":null}\n{\"id\":\"b/2.eml\"}\n{\"id\":\"c/2.eml\"}\n{\"id\":\"TOW-1\"}\n";
        let predictions = Predictions::read(lines).expect("predictions");
        for (id, message_id, expect) in [
            ("a/1.eml", None, Some(0)),
            ("deep/1.eml", None, Some(0)),
            ("2.eml", None, None),
            ("deep/TOW-1.json", None, Some(3)),
            ("unknown", Some("TOW-1"), Some(3)),
        ] {
            assert_eq!(predictions.find(id, message_id), expect, "{id}");
        }
        assert_eq!(predictions.all()[0].category, Some(None));
        assert_eq!(predictions.all()[1].category, None);
    }
}
