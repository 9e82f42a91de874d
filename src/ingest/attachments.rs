//! Attachment files beside comment records, as mirrors of regulations.gov lay them out.
//!
//! `<COMMENT>_attachment_<n>.<ext>` is an attachment, `<COMMENT>_attachment_<n>_extracted.txt` its text
//! as one of several tools extracted it. Where the comment's own record is there,
//! the text of its attachments is read with it, once each; the files themselves are accounted for as
//! parts of that comment.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::discover::{self, Source};
use super::file_path::FilePath;
use super::formats;
use super::raw::{RawComment, RawInput};
use super::{IngestConfig, placeholder};
use crate::corpus::{AsideBucket, Attachment, AttachmentText};

/// Mirrors misspell the word in several ways.
static NAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"^(?P<comment>.+?)_att[a-z]{4,8}nt_(?P<number>\d{1,4})(?P<text>_extracted)?\.(?P<kind>\w+)$").expect("the pattern is valid")
});
/// The text of a rule or notice, in a mirror's folder of documents.
static RULE_TEXT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:^|/)documents/[^/]+_content\.html?$").expect("the pattern is valid")
});

/// Files with the attachments of each comment, by its id, in the order of their numbers.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Attachments(FxHashMap<String, Vec<FilePath>>);

/// Takes the attachments of known comments out of the sources.
pub(super) fn part(sources: &mut [Source]) -> Attachments {
    let file_name = |place: &str| place.rsplit('/').next().unwrap_or_default().to_owned();
    let records: FxHashSet<String> = sources
        .iter()
        .filter_map(|source| Some(file_name(&source.place).strip_suffix(".json")?.to_owned()))
        .collect();
    // For each attachment its extracted text comes before the file itself, then the smaller path.
    let mut files: BTreeMap<(String, u32), Vec<(bool, usize)>> = BTreeMap::new();
    for (index, source) in sources.iter_mut().enumerate() {
        if RULE_TEXT.is_match(&source.place) {
            source.refuse(AsideBucket::NotAComment, "the text of a rule or notice");
        }
        let name = file_name(&source.place);
        let Some(parts) = NAME.captures(&name).filter(|parts| records.contains(&parts["comment"]))
        else {
            continue;
        };
        let number = parts["number"].parse().unwrap_or(u32::MAX);
        files
            .entry((parts["comment"].to_owned(), number))
            .or_default()
            .push((parts.name("text").is_none(), index));
    }
    let mut attachments = Attachments::default();
    for ((comment, number), mut versions) in files {
        versions.sort_unstable();
        for (nth, (_, index)) in versions.into_iter().enumerate() {
            let role = if nth == 0 { "read with it" } else { "which was read from another file" };
            let path = sources[index].attach(&format!("attachment {number} of {comment}, {role}"));
            if nth == 0 {
                attachments.0.entry(comment.clone()).or_default().extend(path);
            }
        }
    }
    attachments
}

impl Attachments {
    /// The same, as they are read from wherever the program runs.
    pub(super) fn absolute(mut self) -> Self {
        let paths = self.0.values_mut().flatten();
        paths.for_each(FilePath::make_absolute);
        self
    }

    /// Adds the text of a comment's attachments to it; it replaces a text that only points to them.
    pub(super) fn read_with(
        &self,
        comment: &mut RawComment,
        config: &IngestConfig,
        warnings: &mut Vec<String>,
    ) {
        let Some(paths) = comment.id.as_ref().and_then(|id| self.0.get(id)) else {
            return;
        };
        let mut texts = Vec::new();
        for path in paths {
            let (attachment, found) = read_file(path.as_ref(), config, &comment.place, warnings);
            comment.attributes.attachments.push(attachment);
            texts.extend(found);
        }
        append(comment, &texts);
    }
}

/// Adds the text of attachments to a comment; it replaces a text that only points to them.
pub(super) fn append(comment: &mut RawComment, texts: &[String]) {
    if texts.is_empty() {
        return;
    }
    if placeholder::is_placeholder(&comment.body) {
        comment.body.clear();
    }
    for text in texts {
        if !comment.body.is_empty() {
            comment.body.push_str("\n\n");
        }
        comment.body.push_str(text);
    }
}

/// An attachment, and its text by its own format; nothing where it has none that can be read, and a
/// warning that says why.
fn read_file(
    path: &Path,
    config: &IngestConfig,
    place: &str,
    warnings: &mut Vec<String>,
) -> (Attachment, Vec<String>) {
    let name = path.file_name().map(discover::lossless).unwrap_or_default();
    let mut attachment = Attachment::named(&name);
    let bytes = match discover::bytes_of(path, &name, config.limits.file_bytes) {
        Ok(bytes) => bytes,
        Err(refusal) => {
            warnings
                .push(format!("{place}: its attachment {name} is left out: {}", refusal.reason));
            attachment.text = AttachmentText::NotRead(refusal.reason);
            return (attachment, Vec::new());
        }
    };
    attachment.n_bytes = Some(bytes.len() as u64);
    attachment.text = AttachmentText::Read;
    let (mut texts, mut told) = (Vec::new(), Vec::new());
    let held = formats::read_file(&name, &bytes, config, &mut told);
    let told = told.iter();
    warnings.extend(told.map(|told| format!("{place}: its attachment {told}")));
    for found in held {
        match found {
            RawInput::Comment(comment) => texts.push(comment.body),
            RawInput::Aside(aside) => {
                warnings.push(format!(
                    "{place}: its attachment {name} has no text that can be read: {}",
                    aside.reason
                ));
                attachment.text = AttachmentText::NotRead(aside.reason);
            }
        }
    }
    (attachment, texts)
}
