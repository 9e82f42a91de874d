//! `durian post`: a report folder in, a folder with what a docket office posts out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use durian::report::posting::{self, Checked, Drawn, Posting, Role};
use durian::report::schema::{DocumentLine, Report};
use durian::report::{counted, csv, tables};

use super::names::{
    CAMPAIGNS_TO_POST, METHOD, POSTING, POSTING_FOLDER, SAMPLE, SAMPLES, SENDERS, SET_ASIDE_TABLE,
    SINGLES,
};
use super::staging::Staging;
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
    for line in read::lines(&folder)? {
        posting.see(&line?);
    }
    posting.settle();
    let staging = Staging::new(&arguments.output, POSTING_FOLDER)?;
    let [all, senders, singles, aside] = [POSTING, SENDERS, SINGLES, SET_ASIDE_TABLE]
        .map(|name| csv::Table::begin(name, staging.create(name)?));
    let (mut all, mut senders, mut singles, mut aside) = (all?, senders?, singles?, aside?);
    let (mut drawn, mut n_inputs) = (Drawn::default(), BTreeMap::<Role, usize>::new());
    let mut n_to_check = 0;
    for read in read::lines(&folder)? {
        let line: DocumentLine = read?;
        let role = posting.role(&line);
        *n_inputs.entry(role).or_default() += 1;
        drawn.see(&line, role);
        let personal = to_check(&line, role);
        n_to_check += usize::from(!personal.is_empty());
        all.row(&tables::posting(&line, role, &personal))?;
        match role {
            Role::SetAside => aside.row(&tables::aside(&line, posting::to_do(&line)))?,
            Role::Single => singles.row(&tables::sender(&line, posting::n_own_words(&line)))?,
            _ => senders.row(&tables::sender(&line, posting::n_own_words(&line)))?,
        }
    }
    for (name, table) in
        [(POSTING, all), (SENDERS, senders), (SINGLES, singles), (SET_ASIDE_TABLE, aside)]
    {
        staging.finish(name, table.finish()?)?;
    }
    let samples = posting.samples().map(tables::sample);
    staging
        .write(CAMPAIGNS_TO_POST, |out| csv::write(CAMPAIGNS_TO_POST, samples, out).map(drop))?;
    let to_check = drawn.all().map(|(role, id, other)| tables::checked(id, role, other));
    staging.write(SAMPLE, |out| csv::write(SAMPLE, to_check, out).map(drop))?;
    for sample in posting.samples() {
        let name = format!("{SAMPLES}/{}.txt", sample.campaign.id);
        staging.write_bytes(&name, sample.text().as_bytes())?;
    }
    let method = posting::method(&posting, checked.as_ref());
    staging.write_bytes(METHOD, method.as_bytes())?;
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
    if n_to_check > 0 {
        let those = counted(n_to_check, "comment");
        super::say(&format!(
            "{those} of those to post may name what is private (telephone numbers, mail addresses, numbers of Social \
             Security or of cards): look at the column `to_check` of {POSTING} before you post them; nothing was deleted"
        ));
    }
    if !arguments.quiet {
        super::tell(&summary(arguments, &n_inputs));
    }
    Ok(Outcome::Done)
}

/// What in a comment is to be looked at where it is posted itself: all of it is, whatever its zone.
fn to_check(line: &DocumentLine, role: Role) -> String {
    if !matches!(role, Role::Representative | Role::Single) {
        return String::new();
    }
    let zones = [&line.paragraphs, &line.header_lines, &line.signature_lines, &line.footer_lines];
    posting::to_check(zones.into_iter().flatten().map(String::as_str))
}

/// Reads the table back: every input stands in it once, and as many of each role as were counted.
fn verify(folder: &Path, n_inputs: &BTreeMap<Role, usize>) -> Result<()> {
    let path = folder.join(POSTING);
    let (mut ids, mut roles) = (BTreeSet::new(), BTreeMap::<String, usize>::new());
    for record in ::csv::Reader::from_path(&path)?.records() {
        let row = record.with_context(|| cannot_read(&path))?;
        let [id, role] = [0, 1].map(|at| row.get(at).unwrap_or_default().to_owned());
        ensure!(ids.insert(id.clone()), "{POSTING} names an input twice: `{id}`");
        *roles.entry(role).or_default() += 1;
    }
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
