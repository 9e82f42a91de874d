//! Label files in, labels out: what is known of each comment.
//!
//! Three forms are read, told apart by their first character: JSONL, a JSON array, and CSV with a
//! header line. In CSV a cell with several passages or lines holds one per line.

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde_json::Value;

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
    /// Headers of the mail itself; neither right nor wrong as header lines.
    pub mail_headers: Vec<String>,
}

impl Label {
    /// Name of its campaign, where it is in one.
    pub fn campaign(&self) -> Option<&str> {
        self.campaign.as_ref()?.as_deref()
    }

    /// Its edit category in the one spelling, where the label has one.
    pub fn category(&self) -> Option<String> {
        self.category.as_deref().map(category_name).filter(|name| !name.is_empty())
    }
}

/// The labels of a file.
///
/// # Errors
/// Names the line that is no label.
pub fn read(text: &str) -> Result<Vec<Label>> {
    let without_mark = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    match without_mark.trim_start().chars().next() {
        None => bail!("the file is empty; one label per comment is needed"),
        Some('{') => json_lines::read(without_mark, NEEDED, has_id),
        Some('[') => {
            let labels: Vec<Label> = serde_json::from_str(without_mark).context(NEEDED)?;
            for (label, number) in labels.iter().zip(1..) {
                has_id(label).with_context(|| format!("label {number}; {NEEDED}"))?;
            }
            Ok(labels)
        }
        Some(_) => table(without_mark),
    }
}

fn has_id(label: &Label) -> Result<()> {
    ensure!(!label.id.is_empty(), "no id");
    Ok(())
}

fn table(text: &str) -> Result<Vec<Label>> {
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let headers = reader.headers().context("cannot read the header line of the CSV")?;
    let names: Vec<String> = headers.iter().map(|name| name.trim().to_ascii_lowercase()).collect();
    ensure!(
        names.iter().any(|name| name == "id"),
        "the CSV has no column `id`; its first line must name the columns: id,cluster,category,…"
    );
    let mut labels = Vec::new();
    for (record, number) in reader.records().zip(2..) {
        let cells = record.with_context(|| format!("line {number}"))?;
        let mut fields = serde_json::Map::new();
        // Where a line ends early its last cells are empty. Of two columns with one name the first counts.
        let of_columns = cells.iter().chain(std::iter::repeat("")).map(str::trim);
        for (name, cell) in names.iter().zip(of_columns) {
            let value: Value = match name.as_str() {
                "id" => cell.into(),
                "cluster" | "campaign" | "category" | "body" if cell.is_empty() => Value::Null,
                "cluster" | "campaign" | "category" | "body" => cell.into(),
                "unique_text" | "header_lines" | "signature_lines" | "footer_lines" => {
                    cell.lines().filter(|line| !line.trim().is_empty()).collect()
                }
                _ => continue,
            };
            fields.entry(name).or_insert(value);
        }
        let label: Label = serde_json::from_value(fields.into())?;
        has_id(&label).with_context(|| format!("line {number}; {NEEDED}"))?;
        labels.push(label);
    }
    Ok(labels)
}

/// The edit categories of SIGIR 2006 §2, and that of a comment that is alone.
const EDITS: [&str; 11] = [
    "exact",
    "repeated",
    "block_reordering",
    "minor_change",
    "block_added",
    "block_deleted",
    "minor_change_block_edit",
    "key_block",
    "bag_of_word_similar",
    "shares_passage",
    "singleton",
];
/// Category of a comment without text of its own.
pub const NO_TEXT: &str = "no_text";

/// Whether a category is one that a report names. Labels may have others of their own.
pub fn is_edit(category: &str) -> bool {
    EDITS.contains(&category)
}

/// One spelling for every category, whatever people and papers call it: "Minor Change & Block Edit" is
/// `minor_change_block_edit`.
pub fn category_name(name: &str) -> String {
    let words = name
        .to_lowercase()
        .replace('&', " and ")
        .split(|letter: char| !letter.is_ascii_lowercase())
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("_");
    match words.as_str() {
        "exact_duplicate" | "exact_copy" | "identical" | "reference" => "exact",
        "minor" => "minor_change",
        "block_add" | "blockadded" => "block_added",
        "block_delete" => "block_deleted",
        "keyblock" => "key_block",
        "minor_change_and_block_edit" => "minor_change_block_edit",
        "reordering" | "block_rearrange" | "rearrange" => "block_reordering",
        "repeat" | "repeated_copies" => "repeated",
        "bag_of_words" => "bag_of_word_similar",
        "unique" => "singleton",
        name => name,
    }
    .to_owned()
}

#[cfg(test)]
mod tests {
    use super::{Label, category_name, read};

    #[test]
    fn three_forms_say_the_same() {
        let first = Label {
            id: "7".to_owned(),
            cluster: Some("ferry".to_owned()),
            category: Some("block_added".to_owned()),
            unique_text: Some(vec!["Keep the boat.".to_owned(), "Please".to_owned()]),
            ..Label::default()
        };
        let json = r#"{"id":"7","cluster":"ferry","category":"block_added","unique_text":["Keep the boat.","Please"]"#;
        for file in [
            format!("{json},\"more\":1}}\n\n{{\"id\":\"8\",\"cluster\":null}}\n"),
            format!("[{json}}},{{\"id\":\"8\"}}]"),
            "ID,Cluster,category,unique_text\n7,ferry,block_added,\"Keep the boat.\nPlease\"\n8,,,\n".to_owned(),
        ] {
            let labels = read(&file).expect("labels");
            assert_eq!((&labels[0], labels.len()), (&first, 2));
            assert_eq!((labels[1].id.as_str(), labels[1].cluster.as_deref()), ("8", None));
        }
    }

    /// Where the file names no campaigns, nothing is said of them; where it does, a comment may be in none.
    #[test]
    fn a_comment_in_no_campaign_is_told_from_a_file_without_campaigns() {
        fn check(file: &str, expect: [Option<Option<&str>>; 2]) {
            let labels = read(file).expect("labels");
            let found: Vec<Option<Option<&str>>> =
                labels.iter().map(|label| label.campaign.as_ref().map(Option::as_deref)).collect();
            assert_eq!(found, expect);
        }
        let named = [Some(Some("boats")), Some(None)];
        check("id,cluster,campaign\n7,ferry,boats\n8,,\n", named);
        check("{\"id\":\"7\",\"campaign\":\"boats\"}\n{\"id\":\"8\",\"campaign\":null}", named);
        check("id,cluster\n7,ferry\n8,\n", [None, None]);
        check("{\"id\":\"7\"}\n{\"id\":\"8\"}", [None, None]);
    }

    #[test]
    fn a_bad_line_is_named() {
        fn message(file: &str) -> String {
            format!("{:#}", read(file).expect_err("no labels"))
        }
        assert!(message("{\"id\":\"7\"}\n{\"id\":").starts_with("line 2; "));
        assert!(message("{\"cluster\":\"a\"}").ends_with("no id"));
        assert!(message("name,cluster\na,b\n").contains("no column `id`"));
        assert!(message(" \n").contains("empty"));
    }

    #[test]
    fn one_spelling_for_every_category() {
        for (name, expect) in [
            ("Minor Change & Block Edit", "minor_change_block_edit"),
            ("Repeated copies", "repeated"),
            ("Block Added", "block_added"),
            ("", ""),
        ] {
            assert_eq!(category_name(name), expect);
        }
    }
}
