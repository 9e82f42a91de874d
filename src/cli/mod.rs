//! The command line: flags as typed, and what they mean. What to read and how far is in `reading.rs`, what only
//! `durian cluster` takes in `cluster.rs`.

mod cluster;
mod reading;
mod shards;

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use durian::report::comparison::KINDS;

pub(crate) use cluster::{ClusterArguments, When};
pub(crate) use reading::ReadingArguments;
pub(crate) use shards::{PlanArguments, ReadArguments};

/// The commands that are hidden, each group with where it is explained.
const OTHERS: &str = "\
Evaluating:     evaluate (`durian evaluate --help`)
Many machines:  plan, read, spark (`durian plan --help`)
Besides:        extract (XML), schema (fields and columns), completions, man
";

/// What long help of a command ends with.
///
/// # Panics
/// Where `help.txt` has no section of that name.
fn help(command: &str) -> &'static str {
    let mut sections =
        include_str!("help.txt").split("\n# ").filter_map(|section| section.split_once('\n'));
    let (_, text) = sections.find(|(name, _)| *name == command).expect("a section of `help.txt`");
    text.trim_end()
}

/// What short help ends with.
const MORE: &str = "`--help` has more, with examples.";

/// Find form letters, their edited copies, and the unique comments in a docket
#[derive(Debug, Parser)]
#[command(version, about)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Arguments {
    /// What was typed; the program ends here where it cannot be meant.
    pub(crate) fn read() -> Self {
        let matches = Self::command_for_people().get_matches();
        let arguments = Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        let conflict = match &arguments.command {
            Command::Cluster(cluster) => cluster.conflict(),
            Command::Plan(plan) => plan.cluster.conflict(),
            _ => None,
        };
        if let Some(message) = conflict {
            Self::command().error(ErrorKind::ArgumentConflict, message).exit();
        }
        arguments
    }

    /// The command line with its help: what is not for every day is named in a line each, behind what people do.
    fn command_for_people() -> clap::Command {
        let command = Self::command().disable_help_subcommand(true);
        command
            .after_help(format!("{OTHERS}\n{MORE}"))
            .after_long_help(format!("{OTHERS}\n{}", help("durian")))
    }

    /// The command line for manual pages and completions, in which every command is listed.
    pub(crate) fn whole_command() -> clap::Command {
        Self::command().after_help(help("durian")).mut_subcommands(|subcommand| {
            match subcommand.get_after_long_help().cloned() {
                Some(long) => subcommand.hide(false).after_help(long),
                None => subcommand.hide(false),
            }
        })
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Cluster the comments of a docket and write a report folder
    Cluster(Box<ClusterArguments>),
    /// Write the comments of a docket as normalized XML: attributes and zones
    #[command(hide = true)]
    Extract(ExtractArguments),
    /// Read some inputs into a shard, which `durian cluster` takes
    #[command(hide = true)]
    Read(ReadArguments),
    /// Divide a docket into parts for `durian read`
    #[command(hide = true)]
    Plan(Box<PlanArguments>),
    /// Print the job that runs all of this on Apache Spark
    #[command(hide = true)]
    Spark,
    /// Show a docket in numbers, a comment against its letter, or a campaign
    Show(ShowArguments),
    /// Search the comments of a report for words, phrases, and senders
    Search(SearchArguments),
    /// Show what changed between two reports
    Diff(DiffArguments),
    /// Write what a docket office posts: who stands for each campaign, its copies, the other comments
    Post(PostArguments),
    /// Trace a final text: which of its passages stand in comments, and who had them first
    Trace(TraceArguments),
    /// List the reports in a folder, with the totals of each and of all
    Index(IndexArguments),
    /// Compare a report with labels: clusters, campaigns, edit categories, unique text
    #[command(hide = true)]
    Evaluate(EvaluateArguments),
    /// Print the JSON Schema of the report, or its tables in words
    #[command(hide = true)]
    Schema {
        /// Which file
        #[arg(value_enum, default_value_t = SchemaOf::Report)]
        of: SchemaOf,
    },
    /// Print a completion script for a shell
    #[command(hide = true, after_help = MORE, after_long_help = help("completions"))]
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
    /// Show the manual page
    #[command(hide = true)]
    Man {
        /// Write the pages of all commands into this folder instead
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
    /// index.json
    Index,
    /// trace.json
    Trace,
    /// The columns of the CSV files and of the workbook, in words
    Tables,
    /// The rules that decide who belongs with whom, and their numbers, in words
    Rules,
}

/// Headings of groups of options.
const INPUT: &str = "Input";
const CLUSTERING: &str = "Clustering";
const LIMITS: &str = "Limits (an input beyond one is unreadable)";
const MACHINES: &str = "Many machines";

/// Form of what is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// A table
    Csv,
    /// For programs
    Json,
}

/// Arguments of `durian index`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = help("index"))]
pub(crate) struct IndexArguments {
    /// Folder with a report folder for each docket; the index is written into it
    #[arg(value_name = "OUT")]
    pub(crate) folder: PathBuf,

    /// JSON object of the dockets, each with why it failed, or null [default: all reports]
    ///
    /// Reports that it does not name are not counted.
    #[arg(long, value_name = "FILE")]
    pub(crate) dockets: Option<PathBuf>,

    /// Open index.html in a browser
    #[arg(long)]
    pub(crate) open: bool,

    /// Print nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Arguments of `durian extract`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = help("extract"))]
pub(crate) struct ExtractArguments {
    /// Folder for the XML files; it must be new or empty
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

/// Arguments of `durian show`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = help("show"))]
pub(crate) struct ShowArguments {
    /// Report folder
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,

    /// Id of a comment, a letter, or a campaign [default: the docket in numbers]
    ///
    /// The `'` that tables put before some ids may stay or go.
    #[arg(value_name = "ID", allow_hyphen_values = true, conflicts_with = "reading_list")]
    pub(crate) id: Option<String>,

    /// List what to read, in order: letters, points, added passages, unique comments
    #[arg(long)]
    pub(crate) reading_list: bool,

    /// Hours for the reading list, at 200 words a minute [default: 8]
    #[arg(long, value_name = "HOURS", value_parser = positive, requires = "reading_list", conflicts_with = "id")]
    pub(crate) hours: Option<f64>,

    /// Form of what is printed
    #[arg(
        long,
        value_name = "FORMAT",
        value_enum,
        default_value_t,
        conflicts_with = "reading_list"
    )]
    pub(crate) format: Format,

    /// Colors; `auto` is in a terminal where NO_COLOR is not set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(crate) color: When,

    /// Open the page in a browser, at the comment, letter or campaign
    #[arg(long, conflicts_with_all = ["reading_list", "format"])]
    pub(crate) open: bool,
}

/// Arguments of `durian search`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = help("search"))]
pub(crate) struct SearchArguments {
    /// Report folder
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,

    /// Words, "phrases", and fields such as `organization:` and `date:`
    #[arg(value_name = "WORDS", required = true)]
    pub(crate) words: Vec<String>,

    /// Form of what is printed: `json` is a line for each comment
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub(crate) format: Format,

    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,

    /// Most texts to show [default: 20], or comments in a table or in JSON [default: all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,

    /// Colors; `auto` is in a terminal where NO_COLOR is not set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    pub(crate) color: When,
}

/// Arguments of `durian post`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = help("post"))]
pub(crate) struct PostArguments {
    /// Report folder
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,

    /// Folder to write
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) output: PathBuf,

    /// sample.csv, filled in: the error is computed from it
    #[arg(long, value_name = "FILE")]
    pub(crate) checked: Option<PathBuf>,

    /// Read posting.csv back, and prove that each input is in it once and the sums are those of the report
    #[arg(long)]
    pub(crate) verify: bool,

    /// Print nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Arguments of `durian trace`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = help("trace"))]
pub(crate) struct TraceArguments {
    /// Report folder
    #[arg(value_name = "REPORT")]
    pub(crate) report: PathBuf,

    /// The final text, in any format that is read
    #[arg(value_name = "FINAL")]
    pub(crate) final_text: PathBuf,

    /// What is nobody's own: the proposal, the law; files or folders of any format that is read
    #[arg(long, value_name = "PROPOSED", num_args = 1..)]
    pub(crate) known: Vec<PathBuf>,

    /// Folder to write
    #[arg(short, long, value_name = "FOLDER", default_value = "durian-trace")]
    pub(crate) output: PathBuf,

    /// Number of threads [default: all cores]; results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,

    /// Read the files back, and prove that each passage stands where it is said to, in both texts
    #[arg(long)]
    pub(crate) verify: bool,

    /// Print nothing but errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Arguments of `durian diff`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = help("diff"))]
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

    /// Exit with 4 if any of these changed
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kinds())]
    pub(crate) fail_on: Vec<String>,
}

/// What may move between two reports, and `any` of it.
fn kinds() -> PossibleValuesParser {
    let kinds = KINDS.iter().map(|(name, meaning, _)| PossibleValue::new(*name).help(*meaning));
    PossibleValuesParser::new(kinds.chain([PossibleValue::new("any").help("Any of these")]))
}

/// Arguments of `durian evaluate`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = help("evaluate"))]
pub(crate) struct EvaluateArguments {
    /// Report folder, or its documents.jsonl or documents.jsonl.gz
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

    /// Number of threads [default: all cores]; results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

fn positive(value: &str) -> Result<f64, String> {
    match value.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("a positive number is needed".to_owned()),
    }
}
