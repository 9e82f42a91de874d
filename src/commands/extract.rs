//! `durian extract`: a docket in, a folder of normalized XML out.

use std::fs;
use std::io::Write as _;

use anyhow::{Result, ensure};
use durian::compare::Tables;
use durian::corpus::AsideBucket;
use durian::ingest::IngestConfig;
use durian::reference::ReferenceConfig;
use durian::{edits, exact, extract, ingest, reference};

use super::Outcome;
use super::names::{SET_ASIDE, XML_FOLDER};
use super::progress::ProgressLine;
use super::staging::{self, Staging};
use crate::cli::ExtractArguments;

/// Files in a folder: more make it slow to list.
const FILES_IN_FOLDER: usize = 1000;

pub(super) fn run(arguments: &ExtractArguments) -> Result<Outcome> {
    let folder = &arguments.output;
    let is_free =
        !folder.exists() || fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
    ensure!(
        is_free,
        "`{}` exists and is not an empty folder; name another one with --output",
        folder.display()
    );
    staging::probe(folder)?;
    super::interrupt::watch();
    super::start_threads(arguments.reading.options.threads)?;
    let config = IngestConfig { keeps_all_texts: true, ..arguments.reading.options.config(folder) };
    let line = ProgressLine::new(arguments.reading.options.quiet, None);
    let inputs = arguments.reading.inputs();
    let corpus = ingest::read_watched(&inputs, &config, &|n_done, n| line.read(n_done, n))?;
    ensure!(
        !corpus.is_empty(),
        "no comment found; see `durian cluster --help` for what can be read"
    );
    line.writing(corpus.len());
    let staging = Staging::new(folder, XML_FOLDER)?;
    let groups = exact::group(&corpus, true, &Default::default());
    let references = reference::detect(&corpus, &groups, &ReferenceConfig::default());
    let tables = Tables::new(&corpus, &references);
    for (id, document) in corpus.ids().zip(corpus.records()) {
        line.wrote(1);
        let number = id.index();
        let place = format!("{:04}/{number:07}.xml", number / FILES_IN_FOLDER);
        let form_text = edits::form_text_of(&tables, id);
        let xml = extract::document_xml(&document, &corpus.text(id), &form_text)?;
        staging.write_bytes(&place, &xml)?;
    }
    staging.write_bytes(SET_ASIDE, &extract::set_aside_xml(corpus.set_aside())?)?;
    staging.synchronize()?;
    staging.publish()?;
    line.end();
    let aside = corpus.set_aside();
    if !arguments.reading.options.quiet {
        writeln!(
            std::io::stdout(),
            "{} comments and {} other inputs: {}",
            corpus.len(),
            aside.len(),
            folder.display()
        )?;
    }
    Ok(Outcome::with_unreadable(aside.iter().any(|it| it.bucket == AsideBucket::Unreadable)))
}
