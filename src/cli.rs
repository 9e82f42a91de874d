//! The command line: flags as typed, and what they mean.

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand, ValueEnum};

use durian::clustering::Links;
use durian::config::Config;
use durian::ingest::{self, IngestConfig, Input};

const COMPLETIONS_HELP: &str = "\
Examples:
  durian completions bash > ~/.local/share/bash-completion/completions/durian
  durian completions zsh > ~/.zfunc/_durian
  durian completions fish > ~/.config/fish/completions/durian.fish";

const AFTER_HELP: &str = "\
Examples:
  durian cluster docket/                              read a docket, write durian-report/
  durian show durian-report EPA-HQ-2031-0007-1234     one comment against its letter
  durian diff report-before report-after              what moved between two reports

Then open durian-report/report.html in a browser. `durian COMMAND --help` has more.

Exit codes:
  0  done
  1  failed; nothing was written
  2  the command line is wrong
  3  done, but some inputs could not be read: the report names them
  4  done, and two reports differ in what `durian diff --fail-on` names";

/// Find form letters, their edited copies and the unique comments in a docket.
#[derive(Debug, Parser)]
#[command(version, about, after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Cluster the comments of a docket and write a report folder
    Cluster(Box<ClusterArguments>),
    /// Write the comments of a docket as normalised XML: attributes and zones
    Extract(ExtractArguments),
    /// Show a comment or a campaign of a report, with what was changed in it
    Show(ShowArguments),
    /// Tell what moved between two reports
    Diff(DiffArguments),
    /// Compare a report with labels: clusters, campaigns, edit categories, zones, unique text
    Evaluate(EvaluateArguments),
    /// Run the papers' experiments on a labelled docket: DURIAN and its rivals side by side
    Compare(CompareArguments),
    /// Print the JSON Schema of the report
    Schema {
        /// Which file's form
        #[arg(value_enum, default_value_t = SchemaOf::Report)]
        of: SchemaOf,
    },
    /// Print a completion script for a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// Which shell's
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man {
        /// Folder for the pages of all commands, instead
        #[arg(short, long, value_name = "DIR")]
        output: Option<PathBuf>,
    },
}

/// The files that have a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum SchemaOf {
    /// report.json
    Report,
    /// A line of documents.jsonl
    Documents,
    /// What `durian diff --json` writes
    Diff,
    /// The columns of the CSV files and of the workbook, in words
    Tables,
}

const CLUSTER_HELP: &str = "\
Examples:
  durian cluster docket/                       report into durian-report/
  durian cluster docket/ -o epa-0056           report into epa-0056/
  durian cluster export.csv --id-field name --text-field text
  cat comments.jsonl | durian cluster - -o -   JSONL in, JSON report out
  durian cluster docket/ -o with-late --since durian-report
                                               late comments beside what was read already

Inputs: folders and files of .eml, .msg, mbox, Maildir, .txt, .html, .pdf with a text layer, .docx,
.odt, .rtf; regulations.gov JSON (v4 records, v3 search pages, mirrors), bulk-download CSV, FCC
filings, JSONL with `id` and `text`; .csv, .xlsx and .ods with a column such as `Comment`; other
tables with --id-field and --text-field; .gz and .zip of any of these; what `durian extract` writes.

Exit codes:
  0  done
  1  failed; nothing was written
  2  the command line is wrong
  3  done, but some inputs could not be read: the report names them";

/// Headings of groups of options.
const INPUT: &str = "Input";
const CLUSTERING: &str = "Clustering";
const LIMITS: &str = "Limits (an input beyond one is unreadable)";

/// Arguments of `durian cluster`.
#[derive(Debug, clap::Args)]
#[command(after_help = CLUSTER_HELP)]
pub(crate) struct ClusterArguments {
    /// Folder for the report; `-` writes the JSON report to standard output
    #[arg(short, long, value_name = "OUT", default_value = "durian-report")]
    pub(crate) output: PathBuf,

    /// Report folder from before the late comments: what it says of its comments is kept, and only what
    /// is new is placed. DOCKET still names all comments, old and new, as it did then
    #[arg(long, value_name = "REPORT")]
    pub(crate) since: Option<PathBuf>,

    /// Title of the report [default: the docket that most comments cite]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Write report.json and documents.jsonl alone, without the page and the tables for people
    #[arg(long)]
    pub(crate) json_only: bool,

    /// Whether to write report.xlsx: `auto` writes it for up to 50,000 inputs, and where an earlier one was filled
    /// in; it takes a quarter to a half of the time again
    #[arg(long, value_name = "WHEN", default_value_t = When::Auto, value_enum, conflicts_with = "json_only")]
    pub(crate) workbook: When,

    /// Read the written report back and prove that sums, ids, offsets and links hold
    #[arg(long)]
    pub(crate) verify: bool,

    /// Tell on standard error how many seconds each stage took
    #[arg(long)]
    pub(crate) timings: bool,

    /// List of mass mailers, free mail and receiving servers, instead of the built-in one
    #[arg(long, value_name = "FILE", help_heading = INPUT)]
    pub(crate) relayers: Option<PathBuf>,

    /// CSV of your own links, with columns `link` (must, cannot, family), `a` and `b` (comment ids)
    #[arg(long, value_name = "FILE", help_heading = CLUSTERING)]
    pub(crate) constraints: Option<PathBuf>,

    /// Exact copies that make a text a form letter [default: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..), help_heading = CLUSTERING)]
    min_copies: Option<u32>,

    /// Distance below which a text joins a cluster, in nats [default: 1]
    #[arg(long, value_name = "NATS", value_parser = positive, help_heading = CLUSTERING)]
    threshold: Option<f64>,

    /// Kinds of links to use: any of must, cannot, family; or none [default: all]
    #[arg(long, value_name = "KINDS", value_delimiter = ',', help_heading = CLUSTERING)]
    links: Vec<LinkKind>,

    #[command(flatten)]
    pub(crate) reading: ReadingArguments,

    /// Memory that may be used [default: all of the machine]: a docket that will not fit is refused
    /// once a tenth of it is read
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = LIMITS)]
    pub(crate) max_memory: Option<u64>,
}

/// Arguments of `durian extract`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXTRACT_HELP)]
pub(crate) struct ExtractArguments {
    /// Folder for the XML files; it must be new or empty
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

const EXTRACT_HELP: &str = "\
Examples:
  durian extract docket/ -o xml/               one XML file for each comment
  durian cluster xml/                          what was extracted is read like the docket";

const SHOW_HELP: &str = "\
Examples:
  durian show durian-report EPA-HQ-2031-0007-1234     a comment against its letter
  durian show durian-report cdc2543ab5a55             a cluster: letter, additions, copies
  durian show durian-report gdc2543ab5a55             a campaign: its letters, template, passages, points
  durian show durian-report inbox.mbox#17 | less
  durian show durian-report --reading-list --hours 8 > reading-list.md

Marks: {+added+} [-left out-] [~changed from~] {~changed to~}. With NO_COLOR set there are no colours.";

/// Arguments of `durian show`.
#[derive(Debug, clap::Args)]
#[command(after_help = SHOW_HELP)]
pub(crate) struct ShowArguments {
    /// Report folder
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,

    /// Id of a comment, a cluster, or a campaign; with or without the `'` that tables put before some
    #[arg(
        value_name = "ID",
        allow_hyphen_values = true,
        required_unless_present = "reading_list",
        conflicts_with = "reading_list"
    )]
    pub(crate) id: Option<String>,

    /// List what to read instead, in order: letters, points, added passages, unique comments
    #[arg(long)]
    pub(crate) reading_list: bool,

    /// Hours for the reading list, at 200 words a minute [default: 8]
    #[arg(long, value_name = "HOURS", value_parser = positive, requires = "reading_list", conflicts_with = "id")]
    pub(crate) hours: Option<f64>,
}

const DIFF_HELP: &str = "\
Examples:
  durian diff before after                                what moved
  durian diff before after --json | jq .members_moved
  durian diff before after --fail-on clusters,members     for a regression job

Clusters and campaigns are matched by the comments they share, not by their ids.

Exit codes:
  0  done
  1  failed
  2  the command line is wrong
  4  done, and something moved that --fail-on names";

/// Arguments of `durian diff`.
#[derive(Debug, clap::Args)]
#[command(after_help = DIFF_HELP)]
pub(crate) struct DiffArguments {
    /// Report folder from before
    #[arg(value_name = "OLD")]
    pub(crate) old: PathBuf,

    /// Report folder from after
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,

    /// Write JSON, with every change
    #[arg(long)]
    pub(crate) json: bool,

    /// Exit with 4 where any of these moved
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub(crate) fail_on: Vec<DiffKind>,
}

/// Kinds of differences between two reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffKind {
    /// Inputs added or removed
    Inputs,
    /// Clusters split, merged, gone, formed, or with another reference copy
    Clusters,
    /// Campaigns that are more than a letter: gone, formed, with other comments, or of another kind
    Campaigns,
    /// Comments in another cluster
    Members,
    /// Comments in another bucket
    Buckets,
    /// Comments with another edit category
    Categories,
    /// Comments with other unique text
    UniqueText,
    /// Any of these
    Any,
}

const EVALUATE_HELP: &str = "\
Examples:
  durian evaluate durian-report --labels labels.jsonl
  durian evaluate durian-report --pairs judged.csv
  durian evaluate durian-report --labels labels.csv --json | jq '.pairwise.f1, .campaigns.pairwise.f1'

Labels: JSONL, a JSON array, or CSV with a header line. A label has an `id` and the name of its `cluster`
(none: the comment is alone), and where known `campaign`, `category`, `unique_text`, `header_lines`,
`signature_lines`, `footer_lines`, and `body`, the main text. `score: false` leaves a comment out.
Where labels name campaigns, those are compared as clusters are; an empty `campaign`: the comment is in none.

Judged pairs: CSV with the columns `a`, `b` (ids) and `judgement` (`same` or `different`), or JSONL with these keys.

The report is a folder that `durian cluster` wrote, or JSONL with `id`, `cluster` and where known `campaign`
from elsewhere.";

/// Arguments of `durian evaluate`.
#[derive(Debug, clap::Args)]
#[command(after_help = EVALUATE_HELP)]
pub(crate) struct EvaluateArguments {
    /// Report folder, or its documents.jsonl
    pub(crate) report: PathBuf,

    /// File with labels
    #[arg(long, value_name = "FILE", required_unless_present = "pairs")]
    pub(crate) labels: Option<PathBuf>,

    /// File with judged pairs
    #[arg(long, value_name = "FILE")]
    pub(crate) pairs: Option<PathBuf>,

    /// Print JSON instead of tables
    #[arg(long)]
    pub(crate) json: bool,

    /// Number of threads [default: all cores]; the outcome does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

const COMPARE_HELP: &str = "\
Examples:
  durian compare docket/ --labels labels.jsonl > tables.md
  durian compare docket/ --labels labels.jsonl --json | jq '.methods[] | {name, seconds, f1: .pairwise.f1}'
  durian compare docket/ --labels labels.jsonl -o clusters/
  durian evaluate clusters/i-match.jsonl --labels labels.jsonl

Labels and judged pairs are described by `durian evaluate --help`.";

/// Arguments of `durian compare`.
#[derive(Debug, clap::Args)]
#[command(after_help = COMPARE_HELP)]
pub(crate) struct CompareArguments {
    /// File with labels
    #[arg(long, value_name = "FILE")]
    pub(crate) labels: PathBuf,

    /// File with judged pairs, on which similarities are tried in place of pairs of labelled texts
    #[arg(long, value_name = "FILE")]
    pub(crate) pairs: Option<PathBuf>,

    /// Print JSON instead of Markdown
    #[arg(long)]
    pub(crate) json: bool,

    /// Also write each method's clusters as JSONL into this folder
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

/// What is read, and how.
#[derive(Debug, clap::Args)]
pub(crate) struct ReadingArguments {
    /// Folders and files with comments; `-` reads JSONL from standard input
    #[arg(required = true, value_name = "DOCKET")]
    dockets: Vec<PathBuf>,

    /// Column or field with a comment's id
    #[arg(long, value_name = "NAME", help_heading = INPUT)]
    id_field: Option<String>,

    /// Column or field with a comment's text
    #[arg(long, value_name = "NAME", help_heading = INPUT)]
    text_field: Option<String>,

    /// Number of threads [default: all cores]; the outcome does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,

    /// Say nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

impl ReadingArguments {
    /// What to read.
    pub(crate) fn inputs(&self) -> Vec<Input> {
        let input = |path: &PathBuf| {
            if path.as_os_str() == "-" {
                Input::StandardInput
            } else {
                Input::Path(path.clone())
            }
        };
        self.dockets.iter().map(input).collect()
    }

    /// How to read it; what is written to `output` is not read.
    pub(crate) fn config(&self, output: &Path) -> IngestConfig {
        IngestConfig {
            id_field: self.id_field.clone(),
            text_field: self.text_field.clone(),
            exclude: vec![output.to_owned()],
            limits: self.limits.limits(),
            ..IngestConfig::default()
        }
    }
}

/// How much of an input is read. What is beyond is unreadable, and counted under
/// `totals.limits_reached`.
#[derive(Debug, clap::Args)]
struct LimitArguments {
    /// Largest file held in memory in one piece: table, JSON array, archive [default: 2G]; mailboxes,
    /// JSONL and bundles are read piece by piece
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = LIMITS)]
    max_file_size: Option<u64>,

    /// Longest text of one comment [default: 8M]
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = LIMITS)]
    max_text_size: Option<u64>,

    /// Times its size that a packed file may expand to [default: 100]; 1M is always free, for archives
    /// of letters 256M
    #[arg(long, value_name = "TIMES", value_parser = clap::value_parser!(u32).range(1..), help_heading = LIMITS)]
    max_expansion: Option<u32>,

    /// How deep the parts of a mail may lie in each other [default: 64]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = LIMITS)]
    max_mail_depth: Option<u16>,

    /// Parts of a mail [default: 10000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = LIMITS)]
    max_mail_parts: Option<u32>,
}

impl LimitArguments {
    fn limits(&self) -> ingest::Limits {
        let mut limits = ingest::Limits::default();
        let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
        limits.file_bytes = self.max_file_size.unwrap_or(limits.file_bytes);
        limits.text_bytes = self.max_text_size.map_or(limits.text_bytes, size);
        let number = |given: Option<u32>, usual| given.map_or(usual, |given| given as usize);
        limits.expansion = number(self.max_expansion, limits.expansion);
        limits.mail_depth = number(self.max_mail_depth.map(u32::from), limits.mail_depth);
        limits.mail_parts = number(self.max_mail_parts, limits.mail_parts);
        limits
    }
}

/// A number of bytes: `800`, `64K`, `8M`, `2G`.
fn bytes(value: &str) -> Result<u64, String> {
    let digits = value.trim_end_matches(['K', 'M', 'G']);
    let shift = match &value[digits.len()..] {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => 64,
    };
    let number = digits.parse::<u64>().ok();
    let number = number.and_then(|number| number.checked_mul(1u64.checked_shl(shift)?));
    match number {
        Some(number) if number > 0 => Ok(number),
        _ => Err("a number of bytes is needed: 800, 64K, 8M, 2G".to_owned()),
    }
}

/// Whether something is written that takes its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// Where it is soon done
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LinkKind {
    Must,
    Cannot,
    Family,
    None,
}

impl ClusterArguments {
    /// The settings with every default filled in.
    pub(crate) fn config(&self) -> Config {
        let mut config = Config {
            title: self.title.clone(),
            ingest: self.reading.config(&self.output),
            ..Config::default()
        };
        if let Some(min_copies) = self.min_copies {
            config.reference.min_copies = min_copies as usize;
        }
        if let Some(threshold) = self.threshold {
            config.clustering.threshold = threshold;
        }
        if !self.links.is_empty() {
            let used = |kind| self.links.contains(&kind) && !self.links.contains(&LinkKind::None);
            config.clustering.links = Links {
                must: used(LinkKind::Must),
                cannot: used(LinkKind::Cannot),
                family: used(LinkKind::Family),
            };
        }
        config
    }
}

fn positive(value: &str) -> Result<f64, String> {
    match value.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("a positive number is needed".to_owned()),
    }
}
