//! A report in, files out: all of them appear, or none.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use durian::config::Config;
use durian::detection::Detection;
use durian::ingest::holds_report;
use durian::report::html::{Page, Records, WriteVolume};
use durian::report::schema::{DocumentLine, Report};
use durian::report::tables::CampaignName;
use durian::report::workbook::{Contents, Workbook};
use durian::report::{self, Proved, Told, counted, csv};
use rayon::prelude::*;

use super::documents;
use super::filled::Filled;
use super::lines::{self, ForFolder, LineSource, Made};
use super::names::{
    self, ADDED_TEXT, ANSWERS, CAMPAIGNS, CLUSTERS, COMMENTS, DOCUMENTS, FLAGGED, HTML, INPUTS,
    KNOWN, REPORT, REPORT_FOLDER, SAID_BY_MANY, TO_FETCH, VOLUMES, WORKBOOK,
};
use super::progress::ProgressLine;
use super::staging::{self, NewFile, Staging};
use super::write_json;

/// Writes a report in one of its forms.
type Rendering = fn(&Report, &mut dyn Write) -> Result<()>;

/// The files that are made from the report alone.
const WHOLE: [(&str, Rendering); 7] = [
    (REPORT, |report, out| write_json(out, report)),
    (CAMPAIGNS, |report, out| csv::campaigns(report, out)),
    (CLUSTERS, |report, out| csv::clusters(report, out)),
    (ADDED_TEXT, |report, out| csv::added_text(report, out)),
    (SAID_BY_MANY, |report, out| csv::said_by_many(report, out)),
    (KNOWN, |report, out| csv::known(report, out)),
    (FLAGGED, |report, out| csv::flagged(report, out)),
];

/// What is wanted of a report folder.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// Nothing but the JSON.
    pub(super) json_only: bool,
    /// The workbook besides, where not the JSON alone is wanted.
    pub(super) workbook: bool,
    /// The line of every comment compressed.
    pub(super) compress: bool,
    /// What was filled in in earlier workbooks.
    pub(super) filled: &'a Filled,
    /// The files are read back before they stand, and held against what was asked for.
    pub(super) verify: Option<&'a Config>,
    /// The JSON as it stands already.
    pub(super) decided: Option<&'a Path>,
}

/// What became of a report folder.
#[derive(Default)]
pub(super) struct Written {
    /// What was proved, where that is wanted.
    pub(super) proved: Option<Proved>,
    /// What became of the rows that analysts filled in, in words; none where there are none.
    pub(super) filled: Option<String>,
}

/// The files for people that have something of every input.
struct ForPeople<'a> {
    comments: NewFile,
    to_fetch: NewFile,
    /// Where the comments are answers to several questions.
    answers: Option<NewFile>,
    workbook: Option<Workbook<'a>>,
    page: Page<'a>,
}

impl<'a> ForPeople<'a> {
    fn begin(
        staging: &Staging,
        (report, workbook): (&'a Report, Option<&'a Contents>),
        write_volume: &'a WriteVolume<'a>,
    ) -> Result<Self> {
        Ok(Self {
            comments: staging.begin(COMMENTS, &csv::Comments::head()?)?,
            to_fetch: staging.begin(TO_FETCH, &csv::to_fetch_head()?)?,
            answers: if report.questions.is_empty() {
                None
            } else {
                Some(staging.begin(ANSWERS, &csv::answers_head()?)?)
            },
            workbook: match workbook {
                Some(contents) => Some(
                    Workbook::new(report, contents, staging.path())
                        .with_context(|| staging.cannot_write(WORKBOOK))?,
                ),
                None => None,
            },
            page: Page::new(report, write_volume),
        })
    }

    fn see(&mut self, staging: &Staging, made: &[Made]) -> Result<()> {
        let Self { comments, to_fetch, answers, workbook, page } = self;
        for entry in made.iter().flat_map(|batch| &batch.entries) {
            to_fetch.write_all(&entry.to_fetch).with_context(|| staging.cannot_write(TO_FETCH))?;
            if let Some(answers) = answers {
                answers.write_all(&entry.answers).with_context(|| staging.cannot_write(ANSWERS))?;
            }
        }
        let (written, (paged, table)) = rayon::join(
            || match workbook {
                Some(workbook) => made
                    .iter()
                    .flat_map(|batch| &batch.lines)
                    .try_for_each(|line| workbook.see(line)),
                None => Ok(()),
            },
            || {
                rayon::join(
                    || {
                        made.iter()
                            .flat_map(|batch| &batch.entries)
                            .filter_map(|entry| entry.summary.as_ref())
                            .zip(made.iter().flat_map(|batch| &batch.records))
                            .try_for_each(|(summary, record)| page.see(summary, record))
                    },
                    || made.iter().try_for_each(|batch| comments.write_all(&batch.rows)),
                )
            },
        );
        written.with_context(|| staging.cannot_write(WORKBOOK))?;
        paged?;
        table.with_context(|| staging.cannot_write(COMMENTS))
    }

    /// The page and the workbook are written once everything was seen. Tells how many rows that were filled in have
    /// no place any more.
    fn end(self, staging: &Staging, lines: &WrittenLines) -> Result<usize> {
        let Self { comments, to_fetch, answers, workbook, page } = self;
        let ((html, tables), n_gone) = rayon::join(
            || {
                rayon::join(
                    || write_page(page, staging, lines),
                    || {
                        let tables = comments.finish().and(to_fetch.finish());
                        tables.and(answers.map_or(Ok(()), NewFile::finish))
                    },
                )
            },
            || workbook.map_or(Ok(0), |workbook| write_workbook(workbook, staging)),
        );
        html.and(tables)?;
        n_gone
    }
}

fn write_page(page: Page<'_>, staging: &Staging, lines: &WrittenLines) -> Result<()> {
    let mut html = staging.create(HTML)?;
    page.write(&|number| lines.line(number), &mut html.out)
        .with_context(|| staging.cannot_write(HTML))?;
    html.finish()
}

fn write_workbook(workbook: Workbook<'_>, staging: &Staging) -> Result<usize> {
    let (file, n_gone) = workbook
        .finish(staging.create(WORKBOOK)?)
        .with_context(|| staging.cannot_write(WORKBOOK))?;
    file.finish()?;
    Ok(n_gone)
}

/// Refuses a folder that holds something else than an earlier report, or that cannot be written,
/// before any work is done. Tells where it is made ready.
pub(super) fn check_folder(folder: &Path) -> Result<PathBuf> {
    // What a run left behind that was killed while it moved its files in one by one.
    let has_only_ours = !folder.join(REPORT).exists()
        && fs::read_dir(folder).is_ok_and(|mut entries| {
            entries.all(|entry| entry.is_ok_and(|entry| names::is_ours(&entry.file_name())))
        });
    ensure!(
        fs::symlink_metadata(folder).is_err()
            || folder.is_dir() && (holds_report(folder) || has_only_ours),
        "`{}` exists and is not a DURIAN report; name another folder with --output",
        folder.display()
    );
    staging::probe(folder)
}

/// Writes the report folder, all of it or nothing.
pub(super) fn folder(
    folder: &Path,
    report: &Report,
    lines: LineSource<'_>,
    wanted: Wanted<'_>,
    progress: &ProgressLine,
) -> Result<Written> {
    let staging = Staging::new(folder, REPORT_FOLDER)?;
    let mut documents = staging.create(DOCUMENTS)?;
    let contents = (!wanted.json_only && wanted.workbook).then_some(&wanted.filled.contents);
    let write_volume = |name: &str, bytes: &[u8]| -> Result<()> {
        staging.begin(&format!("{VOLUMES}/{name}.js"), bytes)?.finish()
    };
    let mut for_people = if wanted.json_only {
        None
    } else {
        Some(ForPeople::begin(&staging, (report, contents), &write_volume)?)
    };
    progress.writing(report.totals.inputs);
    let detection = lines.detection();
    match (detection, wanted.decided) {
        (Some(detection), _) => {
            let list = detection.corpus.input_list();
            write_whole(&staging, INPUTS, |out| Ok(out.write_all(list.as_bytes())?))?;
        }
        (None, Some(decided)) => {
            let path = decided.with_file_name(INPUTS);
            write_whole(&staging, INPUTS, |out| copy(&path, out.get_mut()))?;
        }
        (None, None) => {}
    }
    let files = (&mut documents, for_people.as_mut());
    let comments = csv::Comments::new(CampaignName::all_of(report));
    let records = (!wanted.json_only).then(|| Records::new(report));
    let of_lines = records.as_ref().map_or(lines::Wanted::Json, |records| {
        let workbook = contents.is_some();
        lines::Wanted::Folder(ForFolder { comments: &comments, records, workbook })
    });
    let n_lines = report.totals.inputs;
    let lines = write_lines(&staging, (lines, of_lines, n_lines), files, progress)?;
    report::check(report, lines.ends.len())?;
    let (lines_written, (n_gone, whole)) = rayon::join(
        || documents.finish(),
        || {
            rayon::join(
                || for_people.map_or(Ok(0), |files| files.end(&staging, &lines)),
                || {
                    let written = WHOLE.par_iter().filter(|(name, _)| match *name {
                        REPORT => true,
                        FLAGGED => !wanted.json_only && !report.kept_back.is_empty(),
                        KNOWN => !wanted.json_only && !report.known.is_empty(),
                        _ => !wanted.json_only,
                    });
                    written.try_for_each(|(name, write)| {
                        match wanted.decided.filter(|_| *name == REPORT) {
                            Some(path) => {
                                write_whole(&staging, name, |out| copy(path, out.get_mut()))
                            }
                            None => write_whole(&staging, name, |out| write(report, out)),
                        }
                    })
                },
            )
        },
    );
    let n_gone = n_gone?;
    lines_written.and(whole)?;
    let filled = match contents {
        Some(contents) => carried_over(contents, n_gone),
        None => wanted.filled.keep_in(staging.path())?.map(kept),
    };
    let proved = match (detection, wanted.verify) {
        (Some(detection), Some(config)) => {
            progress.stage("proving the report");
            Some(verify(detection, config, staging.path())?)
        }
        _ => None,
    };
    if wanted.compress {
        progress.stage("compressing");
        documents::compress(&staging)?;
    }
    staging.synchronize()?;
    wanted.filled.check()?;
    staging.publish()?;
    Ok(Written { proved, filled })
}

fn write_whole(
    staging: &Staging,
    name: &str,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<()>,
) -> Result<()> {
    let mut file = staging.create(name)?;
    write(&mut file.out).with_context(|| staging.cannot_write(name))?;
    file.finish()
}

/// What became of the rows that analysts filled in.
fn carried_over(contents: &Contents, n_gone: usize) -> Option<String> {
    let n_rows = contents.responses.n_rows();
    let gone = match n_gone {
        0 => String::new(),
        n => format!(", {n} of them at the end: their passages are not in this report"),
    };
    (n_rows > 0).then(|| {
        format!("{WORKBOOK} carries over {} filled in by hand{gone}", counted(n_rows, "row"))
    })
}

fn kept(n_rows: usize) -> String {
    format!(
        "{WORKBOOK} of the earlier report stays as it is, with {} filled in by hand; a run that writes a workbook \
         carries over what was filled in",
        counted(n_rows, "row")
    )
}

/// Reads back what was written, before it takes the place of what was there.
fn verify(detection: &Detection, config: &Config, folder: &Path) -> Result<Proved> {
    let report: Report = serde_json::from_reader(open(folder, REPORT)?)?;
    prove(detection, config, folder, &report)
        .context("the report contradicts itself; please report this bug")
}

fn prove(detection: &Detection, config: &Config, folder: &Path, report: &Report) -> Result<Proved> {
    let told = Told::by(written_lines(folder)?)?;
    let proved = told.proves(detection, config, report)?;
    report::verify_files(&told, report, written_lines(folder)?, &|name| {
        Ok(if folder.join(name).exists() { Some(Box::new(open(folder, name)?)) } else { None })
    })?;
    Ok(proved)
}

fn open(folder: &Path, name: &str) -> Result<BufReader<File>> {
    Ok(BufReader::with_capacity(1 << 20, File::open(folder.join(name))?))
}

fn written_lines(folder: &Path) -> Result<impl Iterator<Item = Result<DocumentLine>>> {
    Ok(open(folder, DOCUMENTS)?.lines().map(|line| Ok(serde_json::from_str(&line?)?)))
}

/// Goes through all inputs once, for every file that has a line for each.
fn write_lines(
    staging: &Staging,
    (mut lines, wanted, n_lines): (LineSource<'_>, lines::Wanted<'_>, usize),
    (documents, mut for_people): (&mut NewFile, Option<&mut ForPeople<'_>>),
    progress: &ProgressLine,
) -> Result<WrittenLines> {
    let (mut ends, mut end) = (Vec::with_capacity(n_lines), 0);
    let mut made = lines.next(wanted)?;
    while !made.is_empty() {
        let ((json, people), following) = rayon::join(
            || {
                rayon::join(
                    || made.iter().try_for_each(|batch| documents.write_all(&batch.json)),
                    || match &mut for_people {
                        Some(files) => files.see(staging, &made),
                        None => Ok(()),
                    },
                )
            },
            || lines.next(wanted),
        );
        json.with_context(|| staging.cannot_write(DOCUMENTS)).and(people)?;
        let n_before = ends.len();
        ends.extend(made.iter().flat_map(|batch| &batch.entries).map(|entry| {
            end += entry.n_json as u64;
            end
        }));
        progress.wrote(ends.len() - n_before);
        made = following?;
    }
    documents.flush().with_context(|| staging.cannot_write(DOCUMENTS))?;
    WrittenLines::open(staging, ends)
}

/// The lines as they were written, found again by their numbers.
struct WrittenLines {
    file: Mutex<File>,
    /// Where each of them ends.
    ends: Vec<u64>,
}

impl WrittenLines {
    fn open(staging: &Staging, ends: Vec<u64>) -> Result<Self> {
        let file = File::open(staging.path().join(DOCUMENTS))
            .with_context(|| format!("cannot read back `{DOCUMENTS}`"))?;
        Ok(Self { file: Mutex::new(file), ends })
    }

    fn line(&self, number: usize) -> Result<DocumentLine> {
        self.read(number).with_context(|| format!("cannot read back `{DOCUMENTS}`"))
    }

    fn read(&self, number: usize) -> Result<DocumentLine> {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        let end = self.ends.get(number).context("there is no such line")?;
        let mut json = vec![0; (end - start) as usize];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut json)?;
        drop(file);
        Ok(serde_json::from_slice(&json)?)
    }
}

/// Writes the report to standard output. Tells what was proved, where that is wanted.
pub(super) fn standard_output(
    detection: &Detection,
    report: &Report,
    verify: Option<&Config>,
) -> Result<Option<Proved>> {
    report::check(report, report::document_lines(detection).count())?;
    let proved = match verify {
        Some(config) => {
            let lines = report::document_lines(detection).map(Ok);
            Some(report::verify(detection, config, report, lines)?)
        }
        None => None,
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    write_json(&mut out, report)?;
    out.flush()?;
    Ok(proved)
}

fn copy(path: &Path, to: &mut File) -> Result<()> {
    File::open(path)
        .and_then(|mut file| std::io::copy(&mut file, to))
        .with_context(|| format!("cannot copy `{}`", path.display()))?;
    Ok(())
}
