//! Files that the agency or the law wrote in, their paragraphs out: what comments quote.
//!
//! They are read as comments are, but nothing in them is a greeting or a signature: every block of text is a paragraph.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use super::discover::{self, Input, Source};
use super::formats::{self, InputBytes};
use super::raw::RawInput;
use super::{IngestConfig, decode, normalize, zones};
use crate::corpus::{AsideBucket, hexadecimal};

/// A text that is known beforehand: a file of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownText {
    /// Its path below what was named, or the name of the file.
    pub name: String,
    /// The digest of its bytes, in hexadecimal.
    pub digest: String,
    /// Its paragraphs, in order. Of a file with several records those of all of them.
    pub paragraphs: Vec<String>,
}

/// Reads known texts, in byte order of their names. What is no text in a folder is passed over: notes, hidden files.
///
/// # Errors
/// Where a file cannot be read, there is no text at all, or two files have one name.
pub fn read_known(paths: &[PathBuf], config: &IngestConfig) -> Result<Vec<KnownText>> {
    let inputs: Vec<Input> = paths.iter().cloned().map(Input::Path).collect();
    let mut texts: Vec<KnownText> = Vec::new();
    let mut passed_over = String::from("there is no file");
    for source in discover::sources(&inputs, &[]) {
        let found = known_text(&source, config)
            .with_context(|| format!("cannot read the known text `{}`", source.place))?;
        match found {
            Ok(text) => texts.push(text),
            Err(reason) => passed_over = format!("`{}`: {reason}", source.place),
        }
    }
    ensure!(paths.is_empty() || !texts.is_empty(), "no known text found: {passed_over}");
    for pair in texts.windows(2) {
        ensure!(
            pair[0].name != pair[1].name,
            "two known texts have the name `{}`; rename one of them, or name the folder that holds both",
            pair[0].name
        );
    }
    Ok(texts)
}

fn known_text(source: &Source, config: &IngestConfig) -> Result<Result<KnownText, String>> {
    let bytes = match source.bytes(config.limits.file_bytes) {
        Ok(bytes) => bytes,
        Err(refusal) if refusal.bucket == AsideBucket::NotAComment => {
            return Ok(Err(refusal.reason.to_string()));
        }
        Err(refusal) => bail!(refusal.reason),
    };
    let input = InputBytes::whole(&source.place, &bytes, config);
    let mut paragraphs = Vec::new();
    let mut refused = String::from("it has no words");
    for found in formats::read_whole(&input) {
        match found {
            RawInput::Comment(comment) => {
                let text = decode::repaired(comment.body);
                paragraphs
                    .extend(zones::paragraphs(&text).into_iter().map(|span| text[span].to_owned()));
            }
            RawInput::Aside(aside) if aside.bucket == AsideBucket::Unreadable => {
                bail!(aside.reason)
            }
            RawInput::Aside(aside) => refused = aside.reason.to_string(),
            RawInput::Told(_) => {}
        }
    }
    if paragraphs.is_empty() {
        return Ok(Err(refused));
    }
    Ok(Ok(KnownText {
        name: source.place.clone(),
        digest: hexadecimal(&normalize::sha1(&bytes)),
        paragraphs,
    }))
}
