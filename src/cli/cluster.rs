//! What `durian cluster` takes.

use std::path::PathBuf;

use clap::ValueEnum;
use durian::clustering::Links;
use durian::config::Config;
use durian::ingest::IngestConfig;

use super::reading::{ReadingArguments, bytes};
use super::{CLUSTERING, INPUT, LIMITS, MACHINES, positive};

/// Arguments of `durian cluster`.
#[derive(Debug, clap::Args)]
#[command(after_help = super::MORE, after_long_help = super::help("cluster"))]
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
    #[arg(long, value_name = "FILE")]
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
    /// Why the options cannot be meant together, and what to do instead; none where they can.
    pub(super) fn conflict(&self) -> Option<&'static str> {
        match (self.each, &self.flags) {
            (true, _) if self.output.as_os_str() == "-" => {
                Some("`--each` writes a folder of reports and cannot be used with `--output -`")
            }
            (true, Some(_)) => Some(
                "`--flags` names comments of one docket and cannot be used with `--each`; flag them docket by docket with \
                 `durian cluster DOCKET/NAME -o OUT/NAME --flags FILE`, then list the reports with `durian index OUT`",
            ),
            _ => None,
        }
    }

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
