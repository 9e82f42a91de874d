//! An index in, one page for people out: `index.html`, a row, a bar and a link for each docket.

use std::io::Write;

use anyhow::Result;
use askama::Template;

use super::filters;
use crate::report::schema::Index;

/// Writes the page of an index, given the name of the page in each report folder.
///
/// # Errors
/// Where `out` cannot be written to.
pub fn write_index(index: &Index, page: &str, mut out: impl Write) -> Result<()> {
    let sizes = index.dockets.iter().filter_map(|docket| Some(docket.totals.as_ref()?.comments));
    let largest = sizes.max().unwrap_or_default().max(1);
    IndexView { index, page, largest }.write_into(&mut out)?;
    Ok(())
}

#[derive(Template)]
#[template(path = "listed.html", config = ".ci/askama.toml")]
struct IndexView<'a> {
    index: &'a Index,
    page: &'a str,
    /// Comments of the largest docket.
    largest: usize,
}

impl IndexView<'_> {
    /// How long a bar is, in percent of that of the largest docket.
    fn width(&self, n_comments: usize) -> String {
        format!("{:.2}", 100.0 * n_comments as f64 / self.largest as f64)
    }
}
