//! Attachment files beside comment records.
//!
//! | a file of the docket | is |
//! |---|---|
//! | `<COMMENT>_attachment_<n>.<ext>` | attachment n of the comment, as mirrors of regulations.gov lay them out |
//! | `<COMMENT>_attachment_<n>_extracted.txt` | its text, as one of several tools extracted it |
//! | `<COMMENT>_<name>`, `<COMMENT>/<name>` | the attachment that the record names so, or by a link that ends so |
//! | `<name>` | the same, where one record alone names a file so |
//!
//! Where the comment's own record is there, the text of its attachments is read with it, once each; the files
//! themselves are accounted for as parts of that comment. Which records there are is told by names of files,
//! `<COMMENT>.json`; where that leaves files that may be attachments, the records are read once before.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use anyhow::Result;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::discover::{self, Source};
use super::formats::{self, InputBytes};
use super::patterns::Pattern;
use super::raw::{RawComment, RawInput};
use super::{IngestConfig, read_sources};
use crate::corpus::{AsideBucket, Attachment, AttachmentText};

/// The name of a numbered attachment; in a link or a folder of its comment it need not name that. Mirrors misspell the word
/// in several ways.
static NAME: Pattern = Pattern::guarded(
    |name| name.contains("att") && name.contains("nt_"),
    r"^(?:(?P<comment>.+?)_)?att[a-z]{4,8}nt_(?P<number>\d{1,4})(?P<text>_extracted)?\.\w+$",
);
const RECORDS: &[&str] = &["csv", "tsv", "json", "jsonl", "ndjson", "xlsx", "xlsm", "ods"];
/// Files that people attach, and that are no comments of their own where a record names them. Letters as plain text or
/// pages stand in dockets of their own; they are attachments where they bear the name of one.
const ATTACHED: &[&str] = &[
    "pdf", "doc", "docx", "rtf", "odt", "wpd", "xls", "ppt", "pptx", "jpg", "jpeg", "png", "tif",
    "tiff", "gif",
];
/// The text of a rule or notice, in a mirror's folder of documents.
static RULE_TEXT: Pattern = Pattern::guarded(
    |place| place.contains("documents/"),
    r"(?:^|/)documents/[^/]+_content\.html?$",
);

/// Files with the attachments of each comment, by its id, in the order of their numbers.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Attachments(FxHashMap<String, Vec<OsString>>);

/// Whose attachment a file is, and which: the comment, its number there, and its name where that is all that is known.
type Whose = (String, u32, String);

/// Takes the attachments of known comments out of the sources.
///
/// # Errors
/// Where records are read for it, as [`read_sources`].
pub(super) fn part(sources: &mut [Source], config: &IngestConfig) -> Result<Attachments> {
    let by_file_name: FxHashSet<String> = sources
        .iter()
        .filter_map(|source| Some(file_name(&source.place).strip_suffix(".json")?.to_owned()))
        .collect();
    // For each attachment its extracted text comes before the file itself, then the smaller path.
    let mut files: BTreeMap<Whose, Vec<(bool, usize)>> = BTreeMap::new();
    let mut others = Vec::new();
    for (index, source) in sources.iter_mut().enumerate() {
        if RULE_TEXT.is_match(&source.place) {
            source.refuse(AsideBucket::NotAComment, "the text of a rule or notice");
        }
        match numbered(&source.place) {
            Some((comment, number, is_text)) if by_file_name.contains(&comment) => {
                files.entry((comment, number, String::new())).or_default().push((!is_text, index));
            }
            Some(_) => others.push(index),
            None if has_extension(source, ATTACHED) => others.push(index),
            None => {}
        }
    }
    if !others.is_empty() {
        let records = Records::read(sources, config)?;
        for (whose, is_file, index) in records.attached(sources, &others) {
            files.entry(whose).or_default().push((is_file, index));
        }
    }
    let mut attachments = Attachments::default();
    for ((comment, number, name), mut versions) in files {
        versions.sort_unstable();
        for (nth, (_, index)) in versions.into_iter().enumerate() {
            let role = if nth == 0 { "read with it" } else { "which was read from another file" };
            let which = if name.is_empty() { number.to_string() } else { format!("`{name}`") };
            let path = sources[index].attach(&format!("attachment {which} of {comment}, {role}"));
            if nth == 0 {
                attachments.0.entry(comment.clone()).or_default().extend(path);
            }
        }
    }
    Ok(attachments)
}

fn file_name(place: &str) -> &str {
    place.rsplit('/').next().unwrap_or_default()
}

fn has_extension(source: &Source, extensions: &[&str]) -> bool {
    file_name(&source.place).rsplit_once('.').is_some_and(|(_, extension)| {
        extensions.iter().any(|known| known.eq_ignore_ascii_case(extension))
    })
}

/// The comment that a file is named after, its number there, and whether it is the extracted text.
fn numbered(place: &str) -> Option<(String, u32, bool)> {
    let parts = NAME.captures(file_name(place))?;
    let number = parts["number"].parse().unwrap_or(u32::MAX);
    Some((parts.name("comment")?.as_str().to_owned(), number, parts.name("text").is_some()))
}

/// What the name of a file says of its number among the attachments of its comment.
fn number(name: &str) -> Option<u32> {
    NAME.captures(name)?["number"].parse().ok()
}

/// The records of a docket, and the files that they name.
#[derive(Default)]
struct Records {
    ids: FxHashSet<String>,
    /// By the end of a path; none where several records name a file so.
    named: FxHashMap<String, Option<Whose>>,
}

impl Records {
    fn read(sources: &[Source], config: &IngestConfig) -> Result<Self> {
        let tables: Vec<Source> =
            sources.iter().filter(|source| has_extension(source, RECORDS)).cloned().collect();
        let mut records = Self::default();
        if tables.is_empty() {
            return Ok(records);
        }
        let shard = read_sources(&tables, Attachments::default(), config, &|_, _| ())?;
        for (document, _) in shard.documents() {
            records.see(&document.id, &document.source, &document.attributes.attachments);
        }
        for aside in shard.set_aside() {
            records.see(
                &aside.id,
                &aside.source,
                aside.attributes.iter().flat_map(|known| &known.attachments),
            );
        }
        Ok(records)
    }

    fn see<'a>(&mut self, id: &str, place: &str, files: impl IntoIterator<Item = &'a Attachment>) {
        if id == place {
            return;
        }
        self.ids.insert(id.to_owned());
        for (nth, file) in files.into_iter().enumerate() {
            let name = Attachment::file_name(&file.name);
            let whose = match number(name) {
                Some(number) => (id.to_owned(), number, String::new()),
                None => (id.to_owned(), nth as u32, name.to_owned()),
            };
            for path in [format!("{id}_{name}"), format!("{id}/{name}"), name.to_owned()] {
                let owner = self.named.entry(path).or_insert_with(|| Some(whose.clone()));
                if owner.as_ref().is_some_and(|(owner, ..)| owner != id) {
                    *owner = None;
                }
            }
        }
    }

    /// Of some files those that are attachments of a record: whose, whether it is the file itself, and which it is.
    fn attached(&self, sources: &[Source], files: &[usize]) -> Vec<(Whose, bool, usize)> {
        let mut n_of_name: FxHashMap<&str, usize> = FxHashMap::default();
        for index in files {
            *n_of_name.entry(file_name(&sources[*index].place)).or_default() += 1;
        }
        let mut attached = Vec::new();
        for index in files {
            let place = &sources[*index].place;
            let name = file_name(place);
            let folder = place.strip_suffix(name).map(|path| file_name(path.trim_end_matches('/')));
            let in_folder = self.named.get(&format!("{}/{name}", folder.unwrap_or_default()));
            let whose = match numbered(place) {
                Some((comment, number, is_text)) if self.ids.contains(&comment) => {
                    Some(((comment, number, String::new()), !is_text))
                }
                _ => in_folder
                    .or_else(|| self.named.get(name).filter(|_| n_of_name[name] == 1))
                    .and_then(|whose| Some((whose.clone()?, true))),
            };
            attached.extend(whose.map(|(whose, is_file)| (whose, is_file, *index)));
        }
        attached
    }
}

impl Attachments {
    /// The same, as they are read from wherever the program runs.
    pub(super) fn absolute(mut self) -> Self {
        self.0.values_mut().flatten().for_each(discover::make_absolute);
        self
    }

    /// Adds the text of a comment's attachments to it; it replaces a text that only points to them.
    pub(super) fn read_with(
        &self,
        comment: &mut RawComment,
        config: &IngestConfig,
        warnings: &mut Vec<String>,
    ) {
        let Some(paths) = comment.id.as_ref().and_then(|id| self.0.get(id)) else { return };
        let mut texts = Vec::new();
        for path in paths {
            let (attachment, found) = read_file(Path::new(path), config, &comment.place, warnings);
            let id = comment.id.as_deref().unwrap_or_default();
            add(attachment, id, &mut comment.attributes.attachments);
            texts.extend(found);
        }
        comment.append(&texts);
    }
}

/// Adds a file that was read to those that a record names. Where that is one of them it is the same file, and what the
/// record has in other formats under its number need not be read any more.
fn add(file: Attachment, id: &str, named: &mut Vec<Attachment>) {
    let own_name = file.name.strip_prefix(id).and_then(|rest| rest.strip_prefix('_'));
    let (name, number) = (own_name.unwrap_or(&file.name), number(&file.name));
    let mut is_named = false;
    for known in named.iter_mut() {
        let known_name = Attachment::file_name(&known.name);
        if known_name == name {
            (known.n_bytes, known.text) = (file.n_bytes, file.text.clone());
            is_named = true;
        } else if file.text == AttachmentText::Read
            && number.is_some()
            && self::number(known_name) == number
        {
            known.text = AttachmentText::Read;
            is_named = true;
        }
    }
    if !is_named {
        named.push(file);
    }
}

/// An attachment, and its text by its own format; nothing where it has none that can be read, and a
/// warning that says why.
fn read_file(
    path: &Path,
    config: &IngestConfig,
    place: &str,
    warnings: &mut Vec<String>,
) -> (Attachment, Option<String>) {
    let name = path.file_name().map(discover::lossless).unwrap_or_default();
    let mut attachment = Attachment::named(&name);
    let bytes = match discover::bytes_of(path, &name, 0, config.limits.file_bytes) {
        Ok(bytes) => bytes,
        Err(refusal) => {
            warnings
                .push(format!("{place}: its attachment {name} is left out: {}", refusal.reason));
            attachment.text = AttachmentText::NotRead(refusal.reason.to_string());
            return (attachment, None);
        }
    };
    attachment.n_bytes = Some(bytes.len() as u64);
    attachment.text = AttachmentText::Read;
    let found = formats::read_whole(&InputBytes::whole(&name, &bytes, config));
    let (found, mut told) = formats::together(&name, found);
    let text = match found {
        Some(RawInput::Comment(comment)) => Some(comment.whole()),
        Some(RawInput::Aside(aside)) => {
            told.push(format!("{name} has no text that can be read: {}", aside.reason));
            attachment.text = AttachmentText::NotRead(aside.reason.to_string());
            None
        }
        _ => None,
    };
    warnings.extend(told.iter().map(|told| format!("{place}: its attachment {told}")));
    (attachment, text)
}

#[cfg(test)]
mod tests {
    use super::Records;
    use crate::corpus::Attachment;

    /// Files that a record names are read in its order, not in that of their names.
    #[test]
    fn files_are_in_the_order_of_their_record() {
        let mut records = Records::default();
        let files = ["statement.pdf", "annex.pdf"].map(Attachment::named);
        records.see("FERRY-7", "comments.csv#1", &files);
        let [first, second] = ["statement.pdf", "annex.pdf"].map(|name| &records.named[name]);
        assert!(first < second, "{first:?} {second:?}");
    }
}
