//! What a person reads piece by piece: a unique comment or an added passage, with what it can be chosen by.

use askama::Template;

use super::filters;
use crate::report::counted;
use crate::report::printable;
use crate::report::schema::{DocumentLine, Facts, ReportedAttachment};

/// Characters of a piece's first words.
const EXCERPT: usize = 150;
/// A text of so many characters is shown at once.
const SHORT: usize = 600;

/// What is known of a comment besides its text.
#[derive(Clone, Default)]
pub(super) struct About {
    /// Who and when, as far as it is known.
    pub(super) who: String,
    pub(super) organization: String,
    pub(super) day: String,
    pub(super) n_attachments: usize,
}

impl About {
    pub(super) fn of(line: &DocumentLine) -> Self {
        let organization = line.organization.as_deref().unwrap_or_default();
        Self {
            who: who(line),
            organization: printable::excerpt(organization, 60),
            day: line.day().unwrap_or_default().to_owned(),
            n_attachments: line.attachments.len(),
        }
    }
}

/// How many of some comments or passages have what they can be chosen by.
#[derive(Default)]
pub(super) struct Traits([usize; 6]);

impl Traits {
    pub(super) fn see(&mut self, facts: Facts, n_attachments: usize, has_name: bool, is_new: bool) {
        let has = [
            facts.figures > 0,
            facts.citations > 0,
            facts.cases > 0,
            n_attachments > 0,
            has_name,
            is_new,
        ];
        self.0.iter_mut().zip(has).for_each(|(n, has)| *n += usize::from(has));
    }

    /// What the script calls them, what they are called, and how many have them; those that some have.
    pub(super) fn counted(&self) -> Vec<(&'static str, &'static str, usize)> {
        let names = [
            ("figures", "figures"),
            ("citations", "citations"),
            ("cases", "court cases"),
            ("attachments", "attachments"),
            ("organization", "an organization"),
            ("isNew", "new"),
        ];
        let named = names.into_iter().zip(self.0);
        named.map(|((value, label), n)| (value, label, n)).filter(|(.., n)| *n > 0).collect()
    }
}

/// A comment or passage.
#[derive(Template)]
#[template(path = "reading.html", config = ".ci/askama.toml")]
pub(super) struct ReadingView<'a> {
    pub(super) id: &'a str,
    /// Whether a link to the comment leads here.
    pub(super) has_anchor: bool,
    pub(super) is_new: bool,
    pub(super) about: &'a About,
    pub(super) n_words: usize,
    pub(super) facts_named: Facts,
    /// Of a passage, the comments that have it.
    pub(super) n_comments: usize,
    /// Comments of the docket that hold it, where others do, too.
    pub(super) n_held_by: usize,
    /// How it belongs to which letter or campaign: its id, and what it is called.
    pub(super) belongs_to: Option<(&'static str, &'a str, &'a str)>,
    /// Its first words, where a reader opens it.
    pub(super) excerpt: Option<String>,
    /// Its text, as HTML, and whether that is all.
    pub(super) text: &'a str,
    pub(super) is_whole: bool,
    /// What else is to be said of it, in sentences.
    pub(super) notes: Vec<String>,
}

impl ReadingView<'_> {
    /// "1,234 words · 5 figures · 1 citation · in 3 comments".
    fn facts(&self) -> String {
        let mut facts = vec![counted(self.n_words, "word")];
        for (n, what) in [
            (self.facts_named.figures, "figure"),
            (self.facts_named.citations, "citation"),
            (self.facts_named.cases, "court case"),
            (self.about.n_attachments, "attachment"),
        ] {
            if n > 0 {
                facts.push(counted(n, what));
            }
        }
        if self.n_comments > 1 {
            facts.push(format!("in {}", counted(self.n_comments, "comment")));
        }
        if self.n_held_by > self.n_comments {
            facts.push(format!("held by {} of the docket", counted(self.n_held_by, "comment")));
        }
        facts.join(" · ")
    }
}

/// Of a text that is so long that a reader opens it, the sender's own first words.
pub(super) fn folded(text: &str, own: &str) -> Option<String> {
    text.chars().nth(SHORT).map(|_| printable::excerpt(own, EXCERPT))
}

/// The page of a comment at regulations.gov, where its id is one of those that the agencies' system gives:
/// AGENCY-YEAR-NUMBER-NUMBER, such as `EPA-HQ-OAR-2031-0056-0123`.
pub(super) fn public_page(id: &str) -> Option<String> {
    let parts: Vec<&str> = id.split('-').collect();
    let [agency @ .., year, docket, number] = &parts[..] else {
        return None;
    };
    let is_agency = !agency.is_empty()
        && agency.iter().all(|part| {
            !part.is_empty()
                && part.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        });
    let are_numbers =
        [(year, 4..=4), (docket, 4..=5), (number, 4..=7)].into_iter().all(|(part, length)| {
            length.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
        });
    (is_agency && are_numbers).then(|| format!("https://www.regulations.gov/comment/{id}"))
}

/// Who wrote a comment and when, as far as it is known.
pub(super) fn who(line: &DocumentLine) -> String {
    known([line.organization.as_deref(), line.author.as_deref(), line.day()], " · ", 120)
}

/// What is known of some things, in so many characters.
fn known<const N: usize>(things: [Option<&str>; N], between: &str, most: usize) -> String {
    let known: Vec<&str> = things.into_iter().flatten().collect();
    printable::excerpt(&known.join(between), most)
}

/// Where its sender lives, as far as it is known.
pub(super) fn place(line: &DocumentLine) -> String {
    known([line.city.as_deref(), line.state.as_deref(), line.country.as_deref()], ", ", 100)
}

/// What is to be said of an attachment: nothing where it was read.
pub(super) fn attachment_note(attachment: &ReportedAttachment) -> String {
    match attachment.is_read {
        Some(true) => String::new(),
        _ => format!("not read: {}", attachment.why_not_read()),
    }
}

/// Who wrote a comment, as far as it is known.
pub(super) fn sender(line: &DocumentLine) -> String {
    known([line.organization.as_deref(), line.author.as_deref()], " · ", 100)
}

#[cfg(test)]
mod tests {
    use super::public_page;

    #[test]
    fn ids_of_regulations_gov_have_a_public_page() {
        for id in ["EPA-HQ-OAR-2031-0056-0123", "CMS-2031-0050-12345", "USDA-2031-0009-0001"] {
            let page = format!("https://www.regulations.gov/comment/{id}");
            assert_eq!(public_page(id), Some(page), "{id}");
        }
        for id in [
            "a.eml",
            "2031-0050-0001",
            "CMS-2031-0050",
            "cms-2031-0050-0001",
            "CMS-2031-0050-0001#2",
            "",
        ] {
            assert_eq!(public_page(id), None, "{id}");
        }
    }
}
