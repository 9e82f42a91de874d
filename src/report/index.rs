//! Many dockets in, the index of them out: a row for each and the sum over all.

use std::collections::BTreeMap;

use super::schema::{Bucket, DocketState, INDEX_VERSION, Index, IndexedDocket, Tool, Totals};

impl IndexedDocket {
    /// A docket whose report stands.
    pub fn done(name: String, title: String, totals: Totals) -> Self {
        let state = if totals.buckets.contains_key(&Bucket::Unreadable) {
            DocketState::SomeUnreadable
        } else {
            DocketState::Done
        };
        Self {
            report: Some(name.clone()),
            docket: name,
            state,
            reason: None,
            title: Some(title),
            totals: Some(totals),
        }
    }

    /// A docket that has no report.
    pub fn failed(name: String, reason: String) -> Self {
        Self {
            docket: name,
            state: DocketState::Failed,
            reason: Some(reason),
            report: None,
            title: None,
            totals: None,
        }
    }
}

impl DocketState {
    /// As it stands in the JSON.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::SomeUnreadable => "some_unreadable",
            Self::Failed => "failed",
        }
    }
}

impl Index {
    /// The index of some dockets, in whatever order they come.
    pub fn new(mut dockets: Vec<IndexedDocket>) -> Self {
        dockets.sort_by(|a, b| a.docket.cmp(&b.docket));
        let (mut states, mut totals) = (BTreeMap::new(), Totals::default());
        for docket in &dockets {
            *states.entry(docket.state).or_default() += 1;
            if let Some(of_docket) = &docket.totals {
                add(&mut totals, of_docket);
            }
        }
        Self { schema_version: INDEX_VERSION, tool: Tool::own(), states, totals, dockets }
    }

    /// Dockets of which this became.
    pub fn n_dockets(&self, state: DocketState) -> usize {
        self.states.get(&state).copied().unwrap_or_default()
    }
}

/// Adds the totals of a docket. They are taken apart, so that none is forgotten.
fn add(sum: &mut Totals, totals: &Totals) {
    let Totals {
        inputs,
        repeated_records,
        submissions,
        comments,
        distinct_texts,
        buckets,
        clusters,
        n_letters,
        form_letters,
        campaigns,
        n_campaigns,
        in_campaigns,
        n_unique,
        unique_in_campaigns,
        letters_sent,
        categories,
        kept_back,
        n_identical,
        rules,
        resubmissions,
        with_form_text,
        added_passages,
        n_words,
        n_letter_words,
        n_added_words,
        n_unique_words,
        n_words_left,
        attachments_not_read,
        limits_reached,
        candidates_cut,
    } = totals;
    sum.inputs += inputs;
    sum.repeated_records += repeated_records;
    sum.submissions = sum.submissions.saturating_add(*submissions);
    sum.comments += comments;
    sum.distinct_texts += distinct_texts;
    add_each(&mut sum.buckets, buckets);
    add_each(&mut sum.kept_back, kept_back);
    sum.clusters += clusters;
    sum.n_letters += n_letters;
    sum.form_letters += form_letters;
    add_each(&mut sum.campaigns, campaigns);
    sum.n_campaigns += n_campaigns;
    sum.in_campaigns += in_campaigns;
    sum.n_unique += n_unique;
    sum.unique_in_campaigns += unique_in_campaigns;
    sum.letters_sent += letters_sent;
    add_each(&mut sum.categories, categories);
    sum.n_identical += n_identical;
    add_each(&mut sum.rules, rules);
    sum.resubmissions += resubmissions;
    sum.with_form_text += with_form_text;
    sum.added_passages += added_passages;
    sum.n_words += n_words;
    sum.n_letter_words += n_letter_words;
    sum.n_added_words += n_added_words;
    sum.n_unique_words += n_unique_words;
    sum.n_words_left += n_words_left;
    sum.attachments_not_read += attachments_not_read;
    add_each(&mut sum.limits_reached, limits_reached);
    sum.candidates_cut += candidates_cut;
}

fn add_each<K: Clone + Ord>(sums: &mut BTreeMap<K, usize>, counts: &BTreeMap<K, usize>) {
    for (key, n) in counts {
        *sums.entry(key.clone()).or_default() += n;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::Value;

    use super::super::schema::{Index, IndexedDocket, Totals};

    /// Each number of the totals is another one; that of two such dockets is twice as much.
    #[test]
    fn every_total_is_summed() {
        let mut totals = serde_json::to_value(Totals::default()).expect("JSON");
        totals["buckets"] = serde_json::json!({"singleton": 1, "clustered": 2});
        totals["rules"] = serde_json::json!({"half": 1});
        let mut numbers: BTreeMap<String, u64> = BTreeMap::new();
        let fields = totals.as_object_mut().expect("fields").iter_mut();
        for (at, (name, number)) in fields.enumerate().filter(|(_, (_, value))| value.is_number()) {
            *number = (at + 1).into();
            numbers.insert(name.clone(), at as u64 + 1);
        }
        let dockets = ["b", "a"].map(|name| {
            let totals = serde_json::from_value(totals.clone()).expect("totals");
            IndexedDocket::done(name.to_owned(), String::new(), totals)
        });
        let index = Index::new(dockets.to_vec());
        let sums: Value = serde_json::to_value(&index.totals).expect("JSON");
        for (name, number) in numbers {
            assert_eq!(sums[&name], 2 * number, "{name}");
        }
        assert_eq!(sums["buckets"], serde_json::json!({"singleton": 2, "clustered": 4}));
        assert_eq!(sums["rules"], serde_json::json!({"half": 2}));
    }
}
