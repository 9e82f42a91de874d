//! `durian post`: a report folder in, a folder with what a docket office posts out.

use std::collections::BTreeMap;
use std::fs;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use durian::report::posting::{self, Checked, Drawn, Posting, Role};
use durian::report::schema::{DocumentLine, Report};
use durian::report::{counted, csv};

use super::names::{
    CAMPAIGNS_TO_POST, METHOD, POSTING, POSTING_FOLDER, SAMPLE, SAMPLES, SENDERS, SET_ASIDE_TABLE,
    SINGLES,
};
use super::staging::{NewFile, Staging};
use super::{Outcome, cannot_read, read, read_parsed};
use crate::cli::PostArguments;

pub(super) fn run(arguments: &PostArguments) -> Result<Outcome> {
    let folder = read::folder(&arguments.report)?;
    let checked = arguments
        .checked
        .as_deref()
        .map(|path| read_parsed(path, "the sample ", Checked::read))
        .transpose()?;
    let report: Report = read::report(&folder)?;
    let mut posting = Posting::of(&report);
    read::each_line(&folder, |line: DocumentLine| posting.see(&line))?;
    let staging = Staging::new(&arguments.output, POSTING_FOLDER)?;
    let names = [POSTING, SENDERS, SINGLES, SET_ASIDE_TABLE];
    let [first, second, third, fourth] = names.map(|name| staging.create(name));
    let mut tables = csv::PostingTables::begin([first?, second?, third?, fourth?])?;
    let (mut drawn, mut n_inputs) = (Drawn::default(), BTreeMap::<Role, usize>::new());
    read::lines(&folder, |json| {
        let line: DocumentLine = serde_json::from_str(json)?;
        let role = posting.role(&line);
        *n_inputs.entry(role).or_default() += 1;
        drawn.see(&line, role);
        tables.see(&line, role)?;
        Ok(false)
    })?;
    tables.finish()?.into_iter().try_for_each(NewFile::end)?;
    staging.begin(CAMPAIGNS_TO_POST, &csv::samples(&posting)?)?.end()?;
    staging.begin(SAMPLE, &csv::drawn(&drawn)?)?.end()?;
    for sample in posting.samples() {
        staging
            .begin(&format!("{SAMPLES}/{}.txt", sample.campaign.id), sample.text().as_bytes())?
            .end()?;
    }
    let method = posting::method(&posting, checked.as_ref());
    staging.begin(METHOD, method.as_bytes())?.end()?;
    if let Some(contradiction) = posting.contradiction(&n_inputs) {
        anyhow::bail!(
            "`{}` does not add up ({contradiction}); make the report again with `durian cluster`",
            arguments.report.display()
        );
    }
    if arguments.verify {
        verify(staging.path(), &n_inputs)?;
    }
    staging.synchronize()?;
    staging.publish()?;
    if !arguments.quiet {
        super::tell(&summary(arguments, &n_inputs));
    }
    Ok(Outcome::Done)
}

/// Reads the table back: every input stands in it once, and as many of each role as were counted.
fn verify(folder: &Path, n_inputs: &BTreeMap<Role, usize>) -> Result<()> {
    let path = folder.join(POSTING);
    let file = BufReader::new(fs::File::open(&path).with_context(|| cannot_read(&path))?);
    let (n_rows, n_ids, roles) = csv::roles_of_posting(file).with_context(|| cannot_read(&path))?;
    ensure!(n_rows == n_ids, "{POSTING} names {} twice", counted(n_rows - n_ids, "input"));
    for (role, n) in n_inputs {
        let found = roles.get(role.name()).copied().unwrap_or_default();
        ensure!(found == *n, "{POSTING} has {found} of {n} inputs with the role {}", role.name());
    }
    Ok(())
}

fn summary(arguments: &PostArguments, n_inputs: &BTreeMap<Role, usize>) -> String {
    let [n_representatives, n_copies, n_single, n_aside] = posting::n_by_role(n_inputs);
    let proved =
        if arguments.verify { "\nproved: every input once, sums as in report.json" } else { "" };
    format!(
        "{} with one to post, {} of these; {} to post by themselves; {} set aside{proved}\nwrote {}\n",
        counted(n_representatives, "campaign"),
        counted(n_copies, "copy"),
        counted(n_single, "comment"),
        counted(n_aside, "input"),
        arguments.output.display()
    )
}
