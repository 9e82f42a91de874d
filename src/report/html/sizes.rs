//! Report in, bars out: how large the largest campaigns are.

use super::linked::title;
use crate::report::schema::Report;

/// Campaigns drawn.
const MOST_SIZES: usize = 15;

/// A campaign's bar: widths of a hundred.
pub(super) struct SizeView {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) exact: String,
    pub(super) edited: String,
    pub(super) n_exact: usize,
    pub(super) n_edited: usize,
}

/// The largest campaigns.
pub(super) fn sizes(report: &Report) -> Vec<SizeView> {
    let most = report.clusters.first().map_or(1, |cluster| cluster.n_comments);
    let width = |n: usize| format!("{:.2}", n as f64 * 100.0 / most as f64);
    let largest = report.clusters.iter().take(MOST_SIZES);
    largest
        .map(|cluster| {
            let (n_exact, n_edited) = (cluster.n_exact(), cluster.n_edited());
            SizeView {
                id: cluster.id.clone(),
                title: title(cluster, 70),
                exact: width(n_exact),
                edited: width(n_edited),
                n_exact,
                n_edited,
            }
        })
        .collect()
}
