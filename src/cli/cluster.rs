//! What `durian cluster` takes.

use std::path::PathBuf;

use clap::ValueEnum;
use durian::clustering::Links;
use durian::config::Config;
use durian::ingest::IngestConfig;

use super::reading::{ReadingArguments, bytes};
use super::{CLUSTERING, INPUT, LIMITS, MACHINES, positive};

const CLUSTER_HELP: &str = "\
Examples:
  durian cluster docket/ --open              report into durian-report/, and its page
  durian cluster docket/ -o epa-0056         report into epa-0056/
  durian cluster export.csv --id-field name --text-field text
  durian cluster docket/ --known rule.pdf --known questions.txt
                                             quotations set apart
  cat comments.jsonl | durian cluster - -o - JSONL in, JSON report out
  durian cluster docket/ -o week-2 --since week-1
                                             late comments beside earlier ones
  durian cluster dockets/ --each -o reports  a report for each folder
  durian cluster export.csv --each -o reports
                                             a report for each docket in a file

Inputs: folders and files of .eml, .msg, mbox, Maildir, .txt, .html, .pdf with a text layer, .docx, .odt, .rtf; \
regulations.gov JSON (v4 records, v3 search pages, mirrors) and bulk-download CSV; FCC filings; JSONL with `id` and \
`text`; .csv, .xlsx, and .ods with a column such as `Comment`; other tables with --id-field and --text-field; tables with a column for each question of a survey; .gz and \
.zip files of any of these; what `durian extract` writes.

With --each, every folder directly in DOCKET is a docket of its own, with the report OUT/NAME that a run of its own would \
write. Files directly in DOCKET are one more docket, named like DOCKET. Report folders, hidden folders, and OUT are not \
dockets. Where DOCKET is a file, every docket that its records were filed under has the report OUT/DOCKET-ID; records of \
no known docket are in OUT/without-docket. A failing docket does not stop the others. OUT/index.html, OUT/index.json and OUT/index.csv \
list all dockets with their totals, and say why a docket failed.

Exit codes:
  0  done
  1  failed; nothing was written (--each: all dockets failed; the index says why)
  2  the command line is wrong
  3  done, but some inputs could not be read; the report names them
     (--each: or some dockets failed)";

/// Arguments of `durian cluster`.
#[derive(Debug, clap::Args)]
#[command(after_help = super::MORE, after_long_help = CLUSTER_HELP)]
pub(crate) struct ClusterArguments {
    /// Folder for the report; `-` writes the JSON report to standard output
    #[arg(short, long, value_name = "OUT", default_value = "durian-report")]
    pub(crate) output: PathBuf,

    /// Make a report for every folder in DOCKET, or for every docket in a file
    ///
    /// Every folder directly in DOCKET is a docket of its own; where DOCKET is a file, every docket that its records were
    /// filed under. The reports are OUT/NAME, and OUT/index.html, index.json and index.csv list them.
    #[arg(long, conflicts_with_all = ["constraints", "title"])]
    pub(crate) each: bool,

    /// With --each, this docket alone, and no index
    ///
    /// Where it fails, standard output says why, as JSON.
    #[arg(long, value_name = "NAME", requires = "each", hide_short_help = true, help_heading = MACHINES)]
    pub(crate) only: Option<String>,

    /// Cluster what `durian read` made of the parts of a plan
    ///
    /// The plan is what `durian plan` made of DOCKET with the same options.
    #[arg(long, value_name = "DIR", conflicts_with = "each", hide_short_help = true, help_heading = MACHINES)]
    pub(crate) plan: Option<PathBuf>,

    /// Run one step alone, where `durian lines` makes the lines
    #[arg(long, value_name = "STEP", requires = "plan", value_enum, conflicts_with = "verify", hide_short_help = true, help_heading = MACHINES)]
    pub(crate) step: Option<Step>,

    /// Earlier report folder; keep what it says, and place only what is new
    ///
    /// DOCKET still names all comments, old and new, as it did then. With --each, this is the folder with the earlier
    /// reports, and each docket is compared with the one of its name, where there is one.
    #[arg(long, value_name = "REPORT")]
    pub(crate) since: Option<PathBuf>,

    /// What comments quote and nobody made up: the rule, the questions, the form, the law
    ///
    /// A file or folder in any format that is read; may be given several times. Its words are nobody's own wherever they
    /// stand: they join no comments, and are not listed as added or unique text. `quotes` in documents.jsonl says which
    /// comment quotes which paragraph, and known.csv how many comments quote each. Where it is in DOCKET, it is not read as
    /// a comment.
    #[arg(long, value_name = "FILE")]
    pub(crate) known: Vec<PathBuf>,

    /// Title of the report [default: the docket that most comments cite]
    #[arg(long, value_name = "TEXT", hide_short_help = true)]
    title: Option<String>,

    /// Day of the run, for the line to cite [default: none]
    ///
    /// Where it is not given, it is the day of the environment variable SOURCE_DATE_EPOCH. Without either, the report
    /// names no day, so that the same inputs give the same bytes on every day.
    #[arg(long, value_name = "YYYY-MM-DD", hide_short_help = true)]
    pub(crate) date: Option<jiff::civil::Date>,

    /// Write only report.json and documents.jsonl, not the page and the tables
    #[arg(long, hide_short_help = true)]
    pub(crate) json_only: bool,

    /// Whether to write report.xlsx
    ///
    /// `auto` writes it for up to 50,000 inputs, and where an earlier one was filled in. It adds a quarter to a half to
    /// the time.
    #[arg(long, value_name = "WHEN", default_value_t = When::Auto, value_enum, conflicts_with = "json_only", hide_short_help = true)]
    pub(crate) workbook: When,

    /// Write documents.jsonl.gz in place of documents.jsonl
    ///
    /// It is gzip, about a tenth as large, and every command of this program reads it. While it is made, both stand on disk.
    #[arg(long, hide_short_help = true)]
    pub(crate) compress: bool,

    /// Read the written report back and prove that sums, ids, offsets and links hold
    #[arg(long, hide_short_help = true)]
    pub(crate) verify: bool,

    /// Replace the report of other inputs that stands in OUT
    ///
    /// A report of the same inputs is replaced without it.
    #[arg(long)]
    pub(crate) replace: bool,

    /// Open the page in a browser, or with --each the index
    #[arg(long, conflicts_with_all = ["json_only", "plan", "only"])]
    pub(crate) open: bool,

    /// List of mass mailers, free mail, and receiving servers to use instead
    #[arg(long, value_name = "FILE", help_heading = INPUT, hide_short_help = true)]
    pub(crate) relayers: Option<PathBuf>,

    /// CSV of your own links: columns `link` (must, cannot, family), `a`, `b`
    ///
    /// `a` and `b` are ids of comments. These links take precedence over everything that the program finds.
    #[arg(long, value_name = "FILE", help_heading = CLUSTERING, hide_short_help = true)]
    pub(crate) constraints: Option<PathBuf>,

    /// CSV of what you know of comments: columns `id`, `flag`, `note`
    ///
    /// A flag is any word: `falsely attributed`, `computer-generated`, `withdrawn`, `private`. Flagged comments are compared
    /// and counted, listed apart in flagged.csv, and never posted by `durian post`. With --since, the flags of the earlier
    /// report stay.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["each", "plan"])]
    pub(crate) flags: Option<PathBuf>,

    /// Exact copies that make a text a form letter [default: 6]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..), help_heading = CLUSTERING, hide_short_help = true)]
    min_copies: Option<u32>,

    /// Distance below which a text joins a cluster, in nats [default: 0.7]
    #[arg(long, value_name = "NATS", value_parser = positive, help_heading = CLUSTERING, hide_short_help = true)]
    threshold: Option<f64>,

    /// Kinds of links to use: must, cannot, family, or none [default: all]
    #[arg(long, value_name = "KINDS", value_delimiter = ',', help_heading = CLUSTERING, hide_short_help = true)]
    links: Vec<LinkKind>,

    #[command(flatten)]
    pub(crate) reading: ReadingArguments,

    /// Memory that may be used [default: on Linux, all of it]
    ///
    /// A docket that will not fit is refused once a tenth of it has been read.
    #[arg(long, value_name = "BYTES", value_parser = bytes, help_heading = LIMITS, hide_short_help = true)]
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

/// Whether something is done that is not always wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
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
            ingest: IngestConfig {
                exclude: std::iter::once(&self.output).chain(&self.known).cloned().collect(),
                ..self.reading.options.config(&self.output)
            },
            ..Config::default()
        };
        if let Some(min_copies) = self.min_copies {
            config.reference.min_copies = min_copies as usize;
        }
        if let Some(threshold) = self.threshold {
            config.clustering.threshold = threshold;
        }
        if self.links.contains(&LinkKind::None) {
            config.clustering.links = Links::NONE;
        } else if !self.links.is_empty() {
            config.clustering.links = Links {
                must: self.links.contains(&LinkKind::Must),
                cannot: self.links.contains(&LinkKind::Cannot),
                family: self.links.contains(&LinkKind::Family),
            };
        }
        config
    }
}
