//! The command line: flags as typed, and what they mean. What to read and how far is in `reading.rs`, what only
//! `durian cluster` takes in `cluster.rs`.

mod cluster;
mod reading;
mod shards;

use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

pub(crate) use cluster::{ClusterArguments, Step, When};
pub(crate) use reading::ReadingArguments;
pub(crate) use shards::{PartArguments, PlanArguments, ReadArguments};

const COMPLETIONS_HELP: &str = "\
Examples:
  durian completions bash > ~/.local/share/bash-completion/completions/durian
  durian completions zsh > ~/.zfunc/_durian
  durian completions fish > ~/.config/fish/completions/durian.fish";

const AFTER_HELP: &str = "\
Examples:
  durian cluster docket/ --open           read a docket, write durian-report/, open it
  durian show durian-report               the docket in numbers, a line to cite
  durian show durian-report EPA-2031-7-1  one comment against its letter
  durian search durian-report ferry toll  comments with both words
  durian diff report-before report-after  what changed between two reports

Exit codes:
  0  done
  1  failed; nothing was written
  2  the command line is wrong
  3  done, but some inputs could not be read; the report names them
  4  done, and two reports differ in what `durian diff --fail-on` names";

/// The commands that are hidden, each group with where it is explained.
const OTHERS: &str = "\
Evaluating:     evaluate (`durian evaluate --help`)
Many machines:  plan, read, lines, spark (`durian plan --help`)
Besides:        extract (XML), schema (fields and columns), completions, man
";

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
        if let Command::Cluster(cluster) = &arguments.command
            && cluster.each
            && cluster.output.as_os_str() == "-"
        {
            let message =
                "`--each` writes a folder of reports and cannot be used with `--output -`";
            let mut command = Self::command();
            command.error(ErrorKind::ArgumentConflict, message).exit();
        }
        arguments
    }

    /// The command line with its help: what is not for every day is named in a line each, behind what people do.
    fn command_for_people() -> clap::Command {
        let command = Self::command().disable_help_subcommand(true);
        command
            .after_help(format!("{OTHERS}\n{MORE}"))
            .after_long_help(format!("{OTHERS}\n{AFTER_HELP}"))
    }

    /// The command line for manual pages and completions, in which every command is listed.
    pub(crate) fn whole_command() -> clap::Command {
        Self::command().after_help(AFTER_HELP).mut_subcommands(|subcommand| {
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
    /// Make the report's lines of a part, once the docket is decided
    #[command(hide = true)]
    Lines(PartArguments),
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
    #[command(hide = true, after_help = MORE, after_long_help = COMPLETIONS_HELP)]
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

const INDEX_HELP: &str = "\
Examples:
  durian index reports/                         the reports in reports/
  durian index reports/ --dockets dockets.json  these, and those that failed

It writes index.html, index.json and index.csv into the folder, as `durian cluster --each` does. The file of --dockets holds, for \
instance, {\"EPA-1\": null, \"EPA-3\": \"its machine was gone\"}.

Exit codes:
  0  done
  1  failed, or all dockets did
  2  the command line is wrong
  3  done, but some dockets failed, or some of their inputs could not be read";

/// Arguments of `durian index`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = INDEX_HELP)]
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
#[command(after_help = MORE, after_long_help = EXTRACT_HELP)]
pub(crate) struct ExtractArguments {
    /// Folder for the XML files; it must be new or empty
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

const EXTRACT_HELP: &str = "\
Examples:
  durian extract docket/ -o xml/  one XML file for each comment
  durian cluster xml/             what was extracted is read like the docket";

const SHOW_HELP: &str = "\
Examples:
  durian show durian-report                the docket in numbers, a line to cite
  durian show durian-report EPA-2031-7-1   a comment against its letter
  durian show durian-report cdc2543ab5a55  a letter: what was added, its copies
  durian show durian-report gdc2543ab5a55  a campaign: its letters and passages
  durian show durian-report inbox.mbox#17 | less
  durian show durian-report --reading-list --hours 8 > reading-list.md

Marks: {+added+} [-left out-] [~changed from~] {~changed to~}. As CSV, a comment, a letter or a campaign is its row of the \
report's tables, and the docket is its campaigns; as JSON, it is what documents.jsonl or report.json says.";

/// Arguments of `durian show`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = SHOW_HELP)]
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

const SEARCH_HELP: &str = "\
Examples:
  durian search durian-report clinic boat
  durian search durian-report '\"night shift\" OR \"last boat\"'
  durian search durian-report 'organization:\"Sierra Club\" date:2031-05'
  durian search durian-report 'text:visa -bucket:exact_copy'
  durian search durian-report 'inspect* flag:private'
  durian search durian-report visa --format json | jq -r .id

Words are whole, and found in the text, author, organization and subject, whatever their case, accents and punctuation; all \
of them must be there. A word with a star is a beginning. Fields: text, author, organization, subject, id, campaign, \
cluster, bucket, flag, date (a day, a month, a year, or date:[2031-05-01 TO 2031-05-31]). Exact copies are found by the \
text that they share, so counts are of comments. The page's search finds the same; SEARCHING in `durian man` has the rules.";

/// Arguments of `durian search`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = SEARCH_HELP)]
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

const POST_HELP: &str = "\
Examples:
  durian post durian-report -o posting                    what to post, and how it was found
  durian post durian-report -o posting --checked sample.csv   with the measured error in method.md

In the folder: posting.csv says what becomes of each input; campaigns-to-post.csv has the title and the representative of each \
campaign, samples/ the words to post, senders.csv who is counted; singles.csv the comments to post one by one; \
set-aside.csv the rest, and what is to be done; method.md how it was done. To measure the error, say yes or no in the last \
column of sample.csv and give it back with --checked.";

/// Arguments of `durian post`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = POST_HELP)]
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

const TRACE_HELP: &str = "\
Examples:
  durian trace durian-report final-rule.pdf --known proposed-rule.pdf
  durian trace durian-report final-rule.docx --known proposed.docx act.html -o trace
  jq -r '.passages[] | [.first, .kind, .text] | @tsv' durian-trace/trace.json

In the folder: trace.html, with the final text on the left and the sources of its passages on the right; trace.csv; trace.json \
(`durian schema trace`). A passage is a clause of eight words or a sentence that a comment has word for word, with edits, or \
in other words, and that no known text has. Nothing is said about why: the same words may stand in both because both quote a \
third text. Give with --known whatever is nobody's own: the proposal, the law, earlier rules.";

/// Arguments of `durian trace`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = TRACE_HELP)]
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

const DIFF_HELP: &str = "\
Examples:
  durian diff before after                             what changed
  durian diff before after --json | jq .members_moved
  durian diff before after --fail-on clusters,members  for a regression job

Clusters and campaigns are matched by the comments they share, not by their ids.

Exit codes:
  0  done
  1  failed
  2  the command line is wrong
  4  done, and something changed that --fail-on names";

/// Arguments of `durian diff`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = DIFF_HELP)]
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
  durian evaluate durian-report --labels labels.csv --json | jq .pairwise.f1

Labels: JSONL, a JSON array, or CSV with a header line. A label has an `id` and the name of its `cluster` (none: the \
comment is alone), and where known `campaign`, `category`, `unique_text`, `header_lines`, `signature_lines`, \
`footer_lines`, and `body`, the main text. `score: false` leaves a comment out. Where labels name campaigns, those are \
compared as clusters are; with an empty `campaign`, the comment is in none.

Judged pairs: CSV with the columns `a`, `b` (ids), and `judgement` (`same` or `different`), or JSONL with these keys.

The report is a folder that `durian cluster` wrote, or JSONL from elsewhere with `id`, `cluster`, and where known \
`campaign`.";

/// Arguments of `durian evaluate`.
#[derive(Debug, clap::Args)]
#[command(after_help = MORE, after_long_help = EVALUATE_HELP)]
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
