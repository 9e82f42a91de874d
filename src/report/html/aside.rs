//! Report in, the inputs out that were not compared, by reason.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::budget::Budget;
use crate::report::printable;
use crate::report::schema::{Bucket, Report};

/// Inputs that are named; the rest is in the other files.
const MOST_NAMED: usize = 2000;

/// Inputs that were not compared for one reason.
pub(super) struct ReasonView {
    pub(super) bucket: &'static str,
    pub(super) reason: String,
    pub(super) n_inputs: usize,
    /// Those that are named.
    pub(super) ids: Vec<String>,
}

/// The reasons: what could not be read comes first, as it may need a person; then that of most inputs.
pub(super) fn reasons(report: &Report, budget: &mut Budget) -> Vec<ReasonView> {
    let mut reasons: BTreeMap<(Bucket, &str), Vec<&str>> = BTreeMap::new();
    for aside in &report.set_aside {
        let ids = reasons.entry((aside.bucket, aside.reason.as_str()));
        ids.or_default().push(&aside.id);
    }
    let urgency = |bucket| match bucket {
        Bucket::Unreadable => 0,
        Bucket::NoText => 1,
        _ => 2,
    };
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|((bucket, _), ids)| (urgency(*bucket), Reverse(ids.len())));
    let mut n_left = MOST_NAMED;
    let views = reasons.into_iter().map(|((bucket, reason), ids)| {
        let named = ids.iter().take(n_left).map(|id| printable::line(id));
        let named: Vec<String> = named
            .take_while(|id| budget.take(2 * id.len() + 40))
            .collect();
        n_left -= named.len();
        ReasonView {
            bucket: bucket.words(),
            reason: printable::excerpt(reason, 300),
            n_inputs: ids.len(),
            ids: named,
        }
    });
    views.take(MOST_NAMED).collect()
}
