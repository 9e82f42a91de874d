//! What is read, and how far.

use std::path::{Path, PathBuf};

use durian::ingest::{self, IngestConfig, Input, TextFields};

use super::LIMITS;

/// What is read, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct ReadingArguments {
    /// Folders and files with comments; `-` reads JSONL from standard input
    #[arg(required = true, value_name = "DOCKET")]
    dockets: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) options: ReadingOptions,
}

impl ReadingArguments {
    /// What to read.
    pub(crate) fn inputs(&self) -> Vec<Input> {
        inputs(&self.dockets)
    }
}

/// What to read under some names.
pub(super) fn inputs(dockets: &[PathBuf]) -> Vec<Input> {
    dockets
        .iter()
        .map(|path| {
            if path.as_os_str() == "-" {
                Input::StandardInput
            } else if ingest::is_shard(path) {
                Input::Shard(path.clone())
            } else {
                Input::Path(path.clone())
            }
        })
        .collect()
}

/// How inputs are read.
#[derive(Debug, clap::Args)]
pub(crate) struct ReadingOptions {
    /// Column or field with a comment's id
    #[arg(long, value_name = "NAME")]
    id_field: Option<String>,

    /// Column or field with a comment's text
    ///
    /// May be given several times: each is a question of a survey then, and what it holds an answer. Without it, a table
    /// with several columns of prose is read with all of them.
    #[arg(long, value_name = "NAME")]
    text_field: Vec<String>,

    /// Columns or fields with a comment's answers, where `*` stands for anything: 'Q*'
    #[arg(long, value_name = "PATTERN", hide_short_help = true)]
    text_fields: Vec<String>,

    /// Number of threads [default: all cores]; results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), hide_short_help = true)]
    pub(crate) threads: Option<u16>,

    /// Print nothing but errors
    #[arg(short, long, hide_short_help = true)]
    pub(crate) quiet: bool,

    /// Largest file held in memory in one piece [default: 2G]
    ///
    /// Tables, JSON arrays, archives, and texts with many letters are; mailboxes and JSONL are read piece by piece.
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = LIMITS, hide_short_help = true)]
    max_file_size: Option<u64>,

    /// Longest text of one comment [default: 8M]
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = LIMITS, hide_short_help = true)]
    max_text_size: Option<u64>,

    /// Times its size that a packed file may expand to [default: 100]
    ///
    /// 1M is always free; for archives of letters, 256M.
    #[arg(long, value_name = "TIMES", value_parser = clap::value_parser!(u32).range(1..), help_heading = LIMITS, hide_short_help = true)]
    max_expansion: Option<u32>,
}

impl ReadingOptions {
    /// Whether none was given that changes what is read.
    pub(super) fn are_usual(&self) -> bool {
        let own = self.id_field.is_none() && self.fields().is_empty();
        own && self.limits() == ingest::Limits::default()
    }

    fn fields(&self) -> TextFields {
        TextFields { named: self.text_field.clone(), patterns: self.text_fields.clone() }
    }

    /// How to read it; what is written to `output` is not read.
    pub(crate) fn config(&self, output: &Path) -> IngestConfig {
        IngestConfig {
            id_field: self.id_field.clone(),
            text_fields: self.fields(),
            exclude: vec![output.to_owned()],
            limits: self.limits(),
            ..IngestConfig::default()
        }
    }

    /// How much of an input is read. What is beyond is unreadable, and counted under `totals.limits_reached`.
    fn limits(&self) -> ingest::Limits {
        let usual = ingest::Limits::default();
        ingest::Limits {
            file_bytes: self.max_file_size.unwrap_or(usual.file_bytes),
            text_bytes: self
                .max_text_size
                .map_or(usual.text_bytes, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX)),
            expansion: self.max_expansion.map_or(usual.expansion, |times| times as usize),
            ..usual
        }
    }
}

/// A number of bytes: `800`, `64K`, `8M`, `2G`.
pub(super) fn bytes(value: &str) -> Result<u64, String> {
    let digits = value.trim_end_matches(['K', 'M', 'G']);
    let shift = match &value[digits.len()..] {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => 64,
    };
    digits
        .parse()
        .ok()
        .and_then(|number: u64| number.checked_mul(1u64.checked_shl(shift)?))
        .filter(|number| *number > 0)
        .ok_or_else(|| "a number of bytes is needed: 800, 64K, 8M, 2G".to_owned())
}
