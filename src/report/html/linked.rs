//! Words that lead to a place of the page.

use askama::Template;

use crate::report::schema::ReportedCluster;

/// Words that lead to a section.
#[derive(Clone, Template)]
#[template(ext = "html", source = "<a href=\"#{{ section }}\">{{ words }}</a>")]
pub(super) struct Linked {
    words: String,
    section: String,
}

impl Linked {
    pub(super) fn to(section: &str, words: &str) -> Self {
        Self { words: words.to_owned(), section: section.to_owned() }
    }

    /// A letter by its title.
    pub(super) fn campaign(cluster: &ReportedCluster) -> Self {
        Self::to(&cluster.id, &cluster.title)
    }
}
