//! What `durian cluster` takes.

use std::path::PathBuf;

use clap::ValueEnum;
use durian::clustering::Links;
use durian::config::Config;

use super::reading::{ReadingArguments, bytes};
use super::{CLUSTERING, INPUT, LIMITS, positive};

const CLUSTER_HELP: &str = "\
Examples:
  durian cluster docket/                       report into durian-report/
  durian cluster docket/ -o epa-0056           report into epa-0056/
  durian cluster export.csv --id-field name --text-field text
  cat comments.jsonl | durian cluster - -o -   JSONL in, JSON report out
  durian cluster docket/ -o with-late --since durian-report
                                               late comments beside what was read already
  durian cluster dockets/ --each -o reports    a report for every folder in dockets/
  durian cluster export.csv --each -o reports  a report for every docket that export.csv has records of

Inputs: folders and files of .eml, .msg, mbox, Maildir, .txt, .html, .pdf with a text layer, .docx,
.odt, .rtf; regulations.gov JSON (v4 records, v3 search pages, mirrors), bulk-download CSV, FCC
filings, JSONL with `id` and `text`; .csv, .xlsx and .ods with a column such as `Comment`; other
tables with --id-field and --text-field; .gz and .zip of any of these; what `durian extract` writes.

With --each every folder directly in DOCKET is a docket of its own, with the report OUT/NAME that a run of
its own would write. Files directly in DOCKET are one more docket, with the name of DOCKET. Report folders,
hidden folders and OUT are none. Where DOCKET is a file, every docket that its records were filed under has
the report OUT/DOCKET-ID; records of no known docket are in OUT/without-docket. A docket that fails stops no
other. OUT/index.json and OUT/index.csv list all with their totals, and tell why a docket failed.

Exit codes:
  0  done
  1  failed; nothing was written (--each: all dockets failed, the index tells why)
  2  the command line is wrong
  3  done, but some inputs could not be read: the report names them (--each: or some dockets failed)";

/// Arguments of `durian cluster`.
#[derive(Debug, clap::Args)]
#[command(after_help = CLUSTER_HELP)]
pub(crate) struct ClusterArguments {
    /// Folder for the report; `-` writes the JSON report to standard output
    #[arg(short, long, value_name = "OUT", default_value = "durian-report")]
    pub(crate) output: PathBuf,

    /// Take every folder directly in DOCKET as a docket of its own, or where DOCKET is a file every docket that its
    /// records were filed under, with the report OUT/NAME, and list them in OUT/index.json and OUT/index.csv
    #[arg(long, conflicts_with_all = ["constraints", "title"])]
    pub(crate) each: bool,

    /// With --each this docket alone, and no index: on standard output why it failed, as JSON, where it did
    #[arg(long, value_name = "NAME", requires = "each")]
    pub(crate) only: Option<String>,

    /// Plan that `durian plan` made of DOCKET with the same options: what `durian read` made of its parts is
    /// clustered
    #[arg(long, value_name = "DIR", conflicts_with = "each")]
    pub(crate) plan: Option<PathBuf>,

    /// A part of the run alone, where `durian lines` makes the lines
    #[arg(long, value_name = "STEP", requires = "plan", value_enum, conflicts_with = "verify")]
    pub(crate) step: Option<Step>,

    /// While it decides, have steps run over all parts: each is asked for by a line on standard output, and a line
    /// `done` on standard input tells that it has run
    #[arg(long, requires = "step")]
    pub(crate) ask: bool,

    /// Report folder from before the late comments: what it says of its comments is kept, and only what
    /// is new is placed. DOCKET still names all comments, old and new, as it did then. With --each the folder
    /// with the reports: each docket is held against the one of its name, where there is one
    #[arg(long, value_name = "REPORT")]
    pub(crate) since: Option<PathBuf>,

    /// Title of the report [default: the docket that most comments cite]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Day of the run, for the line to cite [default: the day of SOURCE_DATE_EPOCH where it is set, else none, so that
    /// the same inputs give the same bytes on every day]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub(crate) date: Option<jiff::civil::Date>,

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

    /// Memory that may be used [default: on Linux, all of the machine]: a docket that will not fit is refused
    /// once a tenth of it is read
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = LIMITS)]
    pub(crate) max_memory: Option<u64>,
}

/// Steps of a run on many machines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Step {
    /// Cluster, and leave in the plan what `durian lines` needs
    Decide,
    /// Write the report from what stands in the plan
    Write,
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
            ingest: self.reading.options.config(&self.output),
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
