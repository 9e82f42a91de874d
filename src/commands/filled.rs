//! What analysts filled in in workbooks that stand, read before any work is done: it must not be lost.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};
use durian::ingest::{self, Limits};
use durian::report::workbook::{Contents, RESPONSES, Responses};

use super::names::{EARLIER_WORKBOOK, WORKBOOK};

/// The workbook that a run replaces, and what it and that of an earlier report hold.
#[derive(Default)]
pub(super) struct Filled {
    /// For the new workbook.
    pub(super) contents: Contents,
    standing: Option<Standing>,
}

/// A workbook in which something was filled in.
struct Standing {
    path: PathBuf,
    /// The name under which it is kept where it is not carried over.
    name: &'static str,
    n_rows: usize,
    state: State,
}

/// Size and time of a file: somebody may save it meanwhile.
type State = (u64, Option<SystemTime>);

impl Filled {
    /// Reads the workbook of the report folder that is replaced, and that of the earlier report.
    ///
    /// # Errors
    /// Where one is there and cannot be read: what was filled in would be lost.
    pub(super) fn read(
        replaced: Option<&Path>,
        earlier: Option<&Path>,
        limits: &Limits,
    ) -> Result<Self> {
        let mut filled = Self::default();
        if let Some(folder) = replaced
            && let Some((responses, state)) = responses(folder, limits)?
        {
            let n_rows = responses.n_rows();
            filled.standing = (n_rows > 0).then(|| Standing {
                path: folder.join(WORKBOOK),
                name: WORKBOOK,
                n_rows,
                state,
            });
            filled.contents.responses = responses;
        }
        if let Some(earlier) = earlier
            && replaced
                .is_none_or(|folder| folder.canonicalize().ok() != earlier.canonicalize().ok())
            && let Some((older, _)) = responses(earlier, limits)?
        {
            let responses = std::mem::take(&mut filled.contents.responses);
            filled.contents.responses = responses.and(older);
        }
        Ok(filled)
    }

    /// Whether anything was filled in.
    pub(super) fn has_rows(&self) -> bool {
        self.contents.responses.n_rows() > 0
    }

    /// Tells that the report that is replaced is of other inputs.
    pub(super) fn are_of_other_inputs(&mut self) {
        if let Some(standing) = &mut self.standing {
            self.contents.responses.are_of_other_inputs(standing.n_rows);
            standing.name = EARLIER_WORKBOOK;
        }
    }

    /// Puts the workbook that stands into a folder that gets no new one, or is of another docket. Tells how many rows are
    /// filled in, and under which name it stands there.
    pub(super) fn keep_in(&self, folder: &Path) -> Result<Option<(usize, &'static str)>> {
        let Some(standing) = &self.standing else {
            return Ok(None);
        };
        let copy = folder.join(standing.name);
        fs::copy(&standing.path, &copy)
            .with_context(|| format!("cannot keep `{}`", standing.path.display()))?;
        Ok(Some((standing.n_rows, standing.name)))
    }

    /// Refuses to replace what was filled in meanwhile.
    pub(super) fn check(&self) -> Result<()> {
        if let Some(standing) = &self.standing {
            ensure!(
                state(&standing.path)? == standing.state,
                "`{}` was saved while this ran; run again, so that nothing of it is lost",
                standing.path.display()
            );
        }
        Ok(())
    }
}

/// What was filled in in the workbook of a folder, where there is one.
fn responses(folder: &Path, limits: &Limits) -> Result<Option<(Responses, State)>> {
    let path = folder.join(WORKBOOK);
    if !path.is_file() {
        return Ok(None);
    }
    responses_of(&path, limits).map(Some).with_context(|| {
        format!(
            "cannot carry over what was filled in in `{}`; save it again as .xlsx, or move it elsewhere",
            path.display()
        )
    })
}

fn responses_of(workbook: &Path, limits: &Limits) -> Result<(Responses, State)> {
    let state = state(workbook)?;
    let rows = ingest::rows_of_sheet(&fs::read(workbook)?, RESPONSES, limits)?
        .with_context(|| format!("it has no sheet `{RESPONSES}`"))?;
    Ok((Responses::read(&rows)?, state))
}

fn state(path: &Path) -> Result<State> {
    let metadata =
        fs::metadata(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    Ok((metadata.len(), metadata.modified().ok()))
}
