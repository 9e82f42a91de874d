//! Words that lead to a place of the page.

use askama::Template;

use crate::report::schema::ReportedCluster;

/// Words that lead to a section, where the page has one for them.
#[derive(Clone, Template)]
#[template(path = "linked.html", config = ".ci/askama.toml")]
pub(super) struct Linked {
    words: String,
    section: Option<String>,
}

impl Linked {
    pub(super) fn to(section: &str, words: &str) -> Self {
        Self { words: words.to_owned(), section: Some(section.to_owned()) }
    }

    pub(super) fn nowhere(words: &str) -> Self {
        Self { words: words.to_owned(), section: None }
    }

    /// A campaign by its title: its section, or its row of the table where that is all there is of it.
    pub(super) fn campaign(cluster: &ReportedCluster) -> Self {
        Self::to(&cluster.id, &cluster.title)
    }
}
