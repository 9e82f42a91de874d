//! An index in, one page for people out: `index.html`, a row, a bar and a link for each docket.

use std::io::Write;

use anyhow::Result;
use askama::Template;

use super::filters;
use crate::report::printable;
use crate::report::schema::{Index, IndexedDocket, Totals};

/// Writes the page of an index, given the name of the page in each report folder.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn write_index(index: &Index, page: &str, mut out: impl Write) -> Result<()> {
    let sizes = index.dockets.iter().filter_map(|docket| Some(docket.totals.as_ref()?.comments));
    let largest = sizes.max().unwrap_or_default().max(1);
    let view = IndexView {
        sum: index.totals.in_short(),
        dockets: index.dockets.iter().map(|docket| DocketView::of(docket, largest)).collect(),
        index,
        page,
    };
    view.write_into(&mut out)?;
    Ok(())
}

#[derive(Template)]
#[template(path = "listed.html", config = ".ci/askama.toml")]
struct IndexView<'a> {
    index: &'a Index,
    page: &'a str,
    sum: String,
    dockets: Vec<DocketView>,
}

struct DocketView {
    name: String,
    title: Option<String>,
    link: Option<String>,
    /// Of what came in campaigns and of the unique comments, in percent of the largest docket.
    widths: Option<(String, String)>,
    said: String,
}

impl DocketView {
    fn of(docket: &IndexedDocket, largest: usize) -> Self {
        let width = |n: usize| format!("{:.2}", 100.0 * n as f64 / largest as f64);
        let totals = docket.totals.as_ref();
        let reason =
            docket.reason.as_ref().map(|reason| format!("It failed: {}", printable::line(reason)));
        Self {
            name: printable::line(&docket.docket),
            title: docket.title.as_deref().map(printable::line),
            link: docket.report.clone(),
            widths: totals.map(|totals| {
                let others = totals.n_unique - totals.unique_in_campaigns;
                (width(totals.in_campaigns), width(others))
            }),
            said: totals.map(Totals::in_short).or(reason).unwrap_or_default(),
        }
    }
}
