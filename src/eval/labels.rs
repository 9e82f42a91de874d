//! Label files in, labels out: what is known of each comment.
//!
//! Three forms are read, told apart by their first character: JSONL, a JSON array, and CSV with a
//! header line. In CSV a cell with several passages or lines holds one per line.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::json_lines;

/// What a message about a bad line adds.
const NEEDED: &str = "each label needs `id`, and `cluster` where the comment has one";

/// What is known of one comment. Only the id is needed; a comment without a cluster is alone.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Label {
    /// The comment's id.
    pub id: String,
    /// Another id by which a report may know the comment.
    pub message_id: Option<String>,
    /// Name of its cluster.
    pub cluster: Option<String>,
    /// Name of its campaign; `Some(None)` where it is in none.
    #[serde(deserialize_with = "json_lines::present")]
    pub campaign: Option<Option<String>>,
    /// Edit category.
    pub category: Option<String>,
    /// Categories that are right as well.
    pub also: Vec<String>,
    /// Whether the comment counts; unclear cases are left out of everything.
    pub score: Option<bool>,
    /// Main text: what the unique text is a part of.
    pub body: Option<String>,
    /// Passages that the commenter added.
    pub unique_text: Option<Vec<String>>,
    /// Their places, as ranges of the white-space separated words of `body`.
    pub unique_spans: Vec<(usize, usize)>,
    /// Lines of the header block in the text.
    pub header_lines: Option<Vec<String>>,
    /// Lines of the closing and signature block.
    pub signature_lines: Option<Vec<String>>,
    /// Lines of footers.
    pub footer_lines: Option<Vec<String>>,
    /// Greeting; neither right nor wrong as a header line.
    pub salutation: Option<String>,
    /// Headers of the mail itself, one per line; neither right nor wrong as header lines.
    #[serde(deserialize_with = "joined_lines")]
    pub mail_headers: String,
}

impl Label {
    /// Whether the comment counts.
    pub fn counts(&self) -> bool {
        self.score != Some(false)
    }
}

/// A list of lines in one text: there are many, and they are seldom looked at.
fn joined_lines<'de, D: serde::Deserializer<'de>>(lines: D) -> Result<String, D::Error> {
    struct LinesVisitor;
    impl<'de> serde::de::Visitor<'de> for LinesVisitor {
        type Value = String;

        fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            formatter.write_str("a list of lines")
        }

        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut lines: A) -> Result<String, A::Error> {
            let mut text = String::new();
            while let Some(line) = lines.next_element::<std::borrow::Cow<'_, str>>()? {
                text.push_str(&line);
                text.push('\n');
            }
            Ok(text)
        }
    }
    lines.deserialize_seq(LinesVisitor)
}

/// The labels of a file, some thousands at a time.
///
/// # Errors
/// Names the line that is no label.
pub fn chunks(text: &str) -> Result<impl Iterator<Item = Result<Vec<Label>>>> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let first = text.trim_start().chars().next();
    let (whole, lines) =
        match first.context("the file is empty; one label per comment is needed")? {
            '{' => (None, text),
            '[' => (Some(array(text)), ""),
            _ => (Some(table(text)), ""),
        };
    Ok(whole.into_iter().chain(json_lines::chunks(lines, NEEDED, has_id)))
}

/// All labels of a file.
///
/// # Errors
/// Names the line that is no label.
pub fn read(text: &str) -> Result<Vec<Label>> {
    let mut labels = Vec::new();
    for chunk in chunks(text)? {
        labels.extend(chunk?);
    }
    Ok(labels)
}

fn array(text: &str) -> Result<Vec<Label>> {
    let labels: Vec<Label> = serde_json::from_str(text).context(NEEDED)?;
    for (label, number) in labels.iter().zip(1..) {
        has_id(label).with_context(|| format!("label {number}; {NEEDED}"))?;
    }
    Ok(labels)
}

fn has_id(label: &Label) -> Result<()> {
    ensure!(!label.id.is_empty(), "no id");
    Ok(())
}

fn table(text: &str) -> Result<Vec<Label>> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let headers = reader.headers().context("cannot read the header line of the CSV")?.clone();
    let column =
        |name: &str| headers.iter().position(|header| header.trim().eq_ignore_ascii_case(name));
    let id = column("id").context(
        "the CSV has no column `id`; its first line must name the columns: id,cluster,category,…",
    )?;
    let columns = [
        "cluster",
        "campaign",
        "category",
        "body",
        "unique_text",
        "signature_lines",
        "header_lines",
        "footer_lines",
    ]
    .map(column);
    let label = |(record, number): (Result<csv::StringRecord, csv::Error>, usize)| {
        let record = record.with_context(|| format!("line {number}"))?;
        let cell =
            |at: Option<usize>| record.get(at?).map(str::trim).filter(|cell| !cell.is_empty());
        let text = |at: Option<usize>| cell(at).map(str::to_owned);
        let lines = |at: Option<usize>| -> Option<Vec<String>> {
            at?;
            Some(
                cell(at)
                    .unwrap_or_default()
                    .lines()
                    .filter(|line| !line.trim().is_empty())
                    .map(str::to_owned)
                    .collect(),
            )
        };
        let [cluster, campaign, category, body, unique_text, signature, header, footer] = columns;
        let label = Label {
            id: text(Some(id)).unwrap_or_default(),
            cluster: text(cluster),
            campaign: campaign.map(|at| text(Some(at))),
            category: text(category),
            body: text(body),
            unique_text: lines(unique_text),
            signature_lines: lines(signature),
            header_lines: lines(header),
            footer_lines: lines(footer),
            ..Label::default()
        };
        has_id(&label).with_context(|| format!("line {number}; {NEEDED}"))?;
        Ok(label)
    };
    reader.records().zip(2..).map(label).collect()
}

/// Names that people and papers give to the edit categories of SIGIR 2006 §2.
const ALIASES: &[(&str, &str)] = &[
    ("exact_duplicate", "exact"),
    ("exact_copy", "exact"),
    ("identical", "exact"),
    ("minor", "minor_change"),
    ("block_add", "block_added"),
    ("blockadded", "block_added"),
    ("block_delete", "block_deleted"),
    ("keyblock", "key_block"),
    ("minor_change_and_block_edit", "minor_change_block_edit"),
    ("reordering", "block_reordering"),
    ("block_rearrange", "block_reordering"),
    ("rearrange", "block_reordering"),
    ("repeat", "repeated"),
    ("repeated_copies", "repeated"),
    ("bag_of_words", "bag_of_word_similar"),
    ("unique", "singleton"),
    ("reference", "exact"),
];

/// The edit categories of SIGIR 2006 §2, and that of a comment that is alone.
const EDITS: [&str; 10] = [
    "exact",
    "repeated",
    "block_reordering",
    "minor_change",
    "block_added",
    "block_deleted",
    "minor_change_block_edit",
    "key_block",
    "bag_of_word_similar",
    "singleton",
];
/// Category of a comment without text of its own.
pub const NO_TEXT: &str = "no_text";

/// Whether a category is one that a report names. Labels may have others of their own.
pub fn is_edit(category: &str) -> bool {
    EDITS.contains(&category)
}

/// One spelling for every category: "Minor Change & Block Edit" is `minor_change_block_edit`.
pub fn category_name(name: &str) -> String {
    let name = name.to_lowercase().replace('&', " and ");
    let words: Vec<&str> = name
        .split(|letter: char| !letter.is_ascii_lowercase())
        .filter(|word| !word.is_empty())
        .collect();
    let name = words.join("_");
    match ALIASES.iter().find(|(alias, _)| *alias == name) {
        Some((_, meant)) => (*meant).to_owned(),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::{Label, category_name, read};

    fn check(file: &str) {
        let expect = Label {
            id: "7".to_owned(),
            cluster: Some("ferry".to_owned()),
            category: Some("block_added".to_owned()),
            unique_text: Some(vec!["Keep the boat.".to_owned(), "Please".to_owned()]),
            ..Label::default()
        };
        let labels = read(file).expect("labels");
        assert_eq!(labels[0].id, expect.id);
        assert_eq!(labels[0].cluster, expect.cluster);
        assert_eq!(labels[0].category, expect.category);
        assert_eq!(labels[0].unique_text, expect.unique_text);
        assert_eq!((labels[1].id.as_str(), labels[1].cluster.as_deref()), ("8", None));
        assert_eq!(labels.len(), 2);
    }

    #[test]
    fn three_forms_say_the_same() {
        check(
            "{\"id\":\"7\",\"cluster\":\"ferry\",\"category\":\"block_added\",\"unique_text\":[\"Keep the boat.\",\"Please\"],\"more\":1}\n\n{\"id\":\"8\",\"cluster\":null}\n",
        );
        check(
            "[{\"id\":\"7\",\"cluster\":\"ferry\",\"category\":\"block_added\",\"unique_text\":[\"Keep the boat.\",\"Please\"]},{\"id\":\"8\"}]",
        );
        check(
            "ID,Cluster,category,unique_text\n7,ferry,block_added,\"Keep the boat.\nPlease\"\n8,,,\n",
        );
    }

    /// Where the file names no campaigns, nothing is said of them; where it does, a comment may be in none.
    #[test]
    fn a_comment_in_no_campaign_is_told_from_a_file_without_campaigns() {
        let check = |file: &str, expect: [Option<Option<&str>>; 2]| {
            let labels = read(file).expect("labels");
            let found: Vec<Option<Option<&str>>> =
                labels.iter().map(|label| label.campaign.as_ref().map(Option::as_deref)).collect();
            assert_eq!(found, expect);
        };
        let named = [Some(Some("boats")), Some(None)];
        check("id,cluster,campaign\n7,ferry,boats\n8,,\n", named);
        check("{\"id\":\"7\",\"campaign\":\"boats\"}\n{\"id\":\"8\",\"campaign\":null}", named);
        check("id,cluster\n7,ferry\n8,\n", [None, None]);
        check("{\"id\":\"7\"}\n{\"id\":\"8\"}", [None, None]);
    }

    #[test]
    fn a_bad_line_is_named() {
        let message = |file: &str| format!("{:#}", read(file).expect_err("no labels"));
        assert!(message("{\"id\":\"7\"}\n{\"id\":").starts_with("line 2; "));
        assert!(message("{\"cluster\":\"a\"}").ends_with("no id"));
        assert!(message("name,cluster\na,b\n").contains("no column `id`"));
        assert!(message(" \n").contains("empty"));
    }

    #[test]
    fn one_spelling_for_every_category() {
        assert_eq!(
            category_name("Minor Change & Block Edit"),
            "minor_change_and_block_edit".replace("_and", "")
        );
        assert_eq!(category_name("Repeated copies"), "repeated");
        assert_eq!(category_name("Block Added"), "block_added");
        assert_eq!(category_name(""), "");
    }
}
