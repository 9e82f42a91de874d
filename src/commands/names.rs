//! The names of the files that this program writes.

use std::ffi::OsStr;

use durian::report::tables::{OF_LINES, OF_REPORT};
use durian::whole_file::UNFINISHED;

/// What is to be known of the names in a folder.
#[derive(Clone, Copy)]
pub(super) struct FolderNames {
    /// The file that makes the folder complete.
    pub(super) seal: &'static str,
    /// Files that go where the new folder does not have them, in several lists.
    replaced: &'static [&'static [&'static str]],
}

impl FolderNames {
    /// Files that go where the new folder does not have them.
    pub(super) fn replaced(self) -> impl Iterator<Item = &'static str> {
        self.replaced.iter().flat_map(|files| files.iter().copied())
    }

    /// Whether a file is one of them.
    pub(super) fn replaces(self, name: &OsStr) -> bool {
        self.replaced().any(|file| name == file)
    }
}

pub(super) const REPORT: &str = "report.json";
/// Every file that was read, as `sha1sum` lists it.
pub(super) const INPUTS: &str = "inputs.sha1";
/// A line for every comment.
pub(super) const DOCUMENTS: &str = "documents.jsonl";
/// The same, compressed.
pub(super) const COMPRESSED_DOCUMENTS: &str = "documents.jsonl.gz";
pub(super) const HTML: &str = "report.html";
/// The docket's comments for the page, in volumes.
pub(super) const VOLUMES: &str = "report-data";
/// The workbook for people.
pub(super) const WORKBOOK: &str = "report.xlsx";
/// A workbook that was filled in for another docket. It is the analyst's: no run takes it away.
pub(super) const EARLIER_WORKBOOK: &str = "earlier-report.xlsx";
/// The index that `durian search` made of a report in versions before 0.3.0: it goes with that.
pub(super) const SEARCH_INDEX: &str = "search-index";
/// The list of the reports in a folder.
pub(super) const INDEX: &str = "index.json";
/// The same for people.
pub(super) const INDEX_PAGE: &str = "index.html";
/// The same as a table.
pub(super) const INDEX_TABLE: &str = "index.csv";
/// The list beside normalized XML.
pub(super) const SET_ASIDE: &str = "set-aside.xml";

/// What becomes of each input, for a docket office.
pub(super) const POSTING: &str = "posting.csv";
/// Who stands for each campaign.
pub(super) const CAMPAIGNS_TO_POST: &str = "campaigns-to-post.csv";
/// The comments that are counted for campaigns.
pub(super) const SENDERS: &str = "senders.csv";
/// The comments that are posted by themselves.
pub(super) const SINGLES: &str = "singles.csv";
pub(super) const SET_ASIDE_TABLE: &str = "set-aside.csv";
/// Comments drawn blindly, for somebody to look at.
pub(super) const SAMPLE: &str = "sample.csv";
/// The folder with the words that are posted for each campaign.
pub(super) const SAMPLES: &str = "samples";
/// How the comments were processed, in words.
pub(super) const METHOD: &str = "method.md";

/// A folder for a docket office: the files that `durian post` writes, and the folder among them.
pub(super) const POSTING_FOLDER: FolderNames = FolderNames {
    seal: POSTING,
    replaced: &[&[
        POSTING,
        CAMPAIGNS_TO_POST,
        SENDERS,
        SINGLES,
        SET_ASIDE_TABLE,
        SAMPLE,
        SAMPLES,
        METHOD,
    ]],
};

/// What became of the words of comments in a final text.
pub(super) const TRACE: &str = "trace.json";
pub(super) const TRACE_TABLE: &str = "trace.csv";
pub(super) const TRACE_PAGE: &str = "trace.html";

/// A folder that tells what became of the words.
pub(super) const TRACE_FOLDER: FolderNames =
    FolderNames { seal: TRACE, replaced: &[&[TRACE, TRACE_TABLE, TRACE_PAGE]] };

/// The files of a report folder besides its tables, and the folder in it.
const REPORT_FILES: [&str; 7] =
    [REPORT, INPUTS, DOCUMENTS, COMPRESSED_DOCUMENTS, HTML, VOLUMES, WORKBOOK];

/// A report folder.
pub(super) const REPORT_FOLDER: FolderNames =
    FolderNames { seal: REPORT, replaced: &[&REPORT_FILES, &OF_REPORT, &OF_LINES] };

/// A folder of normalized XML.
pub(super) const XML_FOLDER: FolderNames = FolderNames { seal: SET_ASIDE, ..REPORT_FOLDER };

/// Whether a name is one that this program gives in the folders it writes.
pub(super) fn is_ours(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| {
        // Folders of normalized XML.
        let is_number = name.len() >= 4 && name.bytes().all(|byte| byte.is_ascii_digit());
        [REPORT_FOLDER, POSTING_FOLDER, TRACE_FOLDER]
            .iter()
            .any(|folder| folder.replaces(name.as_ref()))
            || name == SET_ASIDE
            || name == SEARCH_INDEX
            || is_number
            || name.starts_with(UNFINISHED)
    })
}
