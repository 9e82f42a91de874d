//! Many dockets in, the index of them out: a row for each and the sum over all.

use std::collections::BTreeMap;

use serde_json::Value;

use super::schema::{Bucket, DocketState, INDEX_VERSION, Index, IndexedDocket, Tool, Totals};

impl IndexedDocket {
    /// A docket whose report stands.
    pub fn done(name: String, title: String, totals: Totals) -> Self {
        let state = match totals.n_in(Bucket::Unreadable) {
            0 => DocketState::Done,
            _ => DocketState::SomeUnreadable,
        };
        let report = Some(name.clone());
        let (title, totals) = (Some(title), Some(totals));
        Self { docket: name, state, reason: None, report, title, totals }
    }

    /// A docket that has no report.
    pub fn failed(name: String, reason: String) -> Self {
        let (state, reason) = (DocketState::Failed, Some(reason));
        Self { docket: name, state, reason, report: None, title: None, totals: None }
    }
}

impl Index {
    /// The index of some dockets, in whatever order they come.
    ///
    /// # Errors
    /// None that is known: totals are numbers.
    pub fn new(mut dockets: Vec<IndexedDocket>) -> serde_json::Result<Self> {
        dockets.sort_by(|a, b| a.docket.cmp(&b.docket));
        let (mut states, mut sums) = (BTreeMap::new(), serde_json::to_value(Totals::default())?);
        for docket in &dockets {
            *states.entry(docket.state).or_default() += 1;
            if let Some(totals) = &docket.totals {
                add(&mut sums, &serde_json::to_value(totals)?);
            }
        }
        let (tool, totals) = (Tool::own(), serde_json::from_value(sums)?);
        Ok(Self { schema_version: INDEX_VERSION, tool, states, totals, dockets })
    }

    /// Dockets of which this became.
    pub fn n_dockets(&self, state: DocketState) -> usize {
        self.states.get(&state).copied().unwrap_or_default()
    }
}

/// Adds counts, and those under each name.
fn add(sums: &mut Value, counts: &Value) {
    match counts {
        Value::Object(counts) => {
            counts.iter().for_each(|(name, count)| add(&mut sums[name], count));
        }
        count => {
            let [sum, count] = [&*sums, count].map(|n| n.as_u64().unwrap_or_default());
            *sums = sum.saturating_add(count).into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::schema::{Index, IndexedDocket, Totals};

    /// Each number of the totals is another one; that of two such dockets is twice as much.
    #[test]
    fn every_total_is_summed() {
        let mut totals = serde_json::to_value(Totals::default()).expect("JSON");
        for (at, number) in totals.as_object_mut().expect("fields").values_mut().enumerate() {
            if number.is_number() {
                *number = (at + 1).into();
            }
        }
        totals["buckets"] = serde_json::json!({"singleton": 1, "clustered": 2});
        totals["kept_back"] = serde_json::json!({"private": 3});
        let dockets = ["b", "a"].map(|name| {
            let totals = serde_json::from_value(totals.clone()).expect("totals");
            IndexedDocket::done(name.to_owned(), String::new(), totals)
        });
        let index = Index::new(dockets.to_vec()).expect("sums");
        let sums = serde_json::to_value(&index.totals).expect("JSON");
        for (name, number) in totals.as_object().expect("fields") {
            if let Some(number) = number.as_u64() {
                assert_eq!(sums[name], 2 * number, "{name}");
            }
        }
        assert_eq!(sums["buckets"], serde_json::json!({"singleton": 2, "clustered": 4}));
        assert_eq!(sums["kept_back"], serde_json::json!({"private": 6}));
    }
}
