//! `durian man`: the manual pages. Options and commands come from the flags themselves, the fields of the report from
//! its schema, the rest from `guide.md` and `measurements.md`.

mod fields;

use std::fmt::Write as _;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result};
use clap_mangen::Man;
use durian::report::schema::{DocumentLine, Index, Report, Trace};
use durian::report::tables;
use roff::{Inline, Roff, bold, roman};

use super::{Outcome, cannot_write_into, terminal};
use crate::cli::Arguments;

/// Markdown of a few forms: `# NAME`, paragraphs of a line each, `- **term**: what it is`, code between fences,
/// tables, and words between backticks.
const TEXT: &str = concat!(include_str!("guide.md"), "\n", include_str!("measurements.md"));

/// Prints the manual page, or writes the pages of all commands into a folder.
pub(super) fn run(folder: Option<&Path>) -> Result<Outcome> {
    let mut page = Vec::new();
    write_main(&mut page)?;
    match folder {
        Some(folder) => {
            fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(Arguments::whole_command(), folder))
                .and_then(|()| fs::write(folder.join("durian.1"), page))
                .with_context(|| cannot_write_into(folder))?;
        }
        None if std::io::stdout().is_terminal() => {
            terminal::page(&plain(&String::from_utf8_lossy(&page)))?;
        }
        None => std::io::stdout().lock().write_all(&page)?,
    }
    Ok(Outcome::Done)
}

/// The page as text, for who reads it at a terminal: `man` may not be there.
fn plain(roff: &str) -> String {
    let width = terminal::width();
    let mut text = String::new();
    // Terms hang over their descriptions.
    let (mut indent, mut is_term, mut is_verbatim) = (4, false, false);
    for line in roff.lines() {
        let (request, rest) = line.split_once(' ').unwrap_or((line, ""));
        match request {
            ".SH" | ".SS" => {
                let title = unescaped(rest);
                let _ = write!(text, "\n{}\n", title.trim_matches('"'));
                indent = 4;
            }
            ".TP" => (indent, is_term) = (8, true),
            ".PP" | ".br" => {
                text.push('\n');
                indent = if request == ".PP" { 4 } else { indent };
            }
            ".nf" | ".fi" => is_verbatim = request == ".nf",
            _ if request.starts_with(['.', '\'']) => {}
            _ if is_verbatim => {
                let _ = writeln!(text, "    {}", unescaped(line));
            }
            _ => {
                let by = if is_term { 4 } else { indent };
                is_term = false;
                text += &terminal::wrapped(&unescaped(line), [by, by], width);
                text.push('\n');
            }
        }
    }
    text.trim_start().to_owned()
}

/// What a line of roff shows.
fn unescaped(line: &str) -> String {
    let mut text = line.to_owned();
    for (escape, shown) in [
        ("\\fB", ""),
        ("\\fI", ""),
        ("\\fR", ""),
        ("\\&", ""),
        ("\\-", "-"),
        ("\\(aq", "'"),
        ("\\*(Aq", "'"),
        ("\\\\", "\\"),
    ] {
        text = text.replace(escape, shown);
    }
    text
}

/// Writes the page of the program, with what all commands share.
fn write_main(out: &mut dyn Write) -> Result<()> {
    let man = Man::new(Arguments::whole_command());
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    man.render_subcommands_section(out)?;
    man.render_extra_section(out)?;
    sections(TEXT).to_writer(out)?;
    for (name, schema) in [
        ("REPORT.JSON", schemars::schema_for!(Report)),
        ("DOCUMENTS.JSONL", schemars::schema_for!(DocumentLine)),
        ("INDEX.JSON", schemars::schema_for!(Index)),
        ("TRACE.JSON", schemars::schema_for!(Trace)),
    ] {
        let mut roff = Roff::new();
        roff.control("SH", [name]);
        for field in fields::of(schema.as_value()) {
            entry(&mut roff, &field.path, &field.description);
        }
        roff.to_writer(out)?;
    }
    tables_section().to_writer(out)?;
    man.render_version_section(out)?;
    Ok(())
}

fn tables_section() -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", ["TABLES"]);
    roff.control("PP", []);
    roff.text(inlines(tables::FORM));
    for table in &tables::TABLES {
        roff.control("SS", [table.names().join(", ").as_str()]);
        roff.text(inlines(table.rows));
        for column in table.columns {
            entry(&mut roff, column.name, column.meaning);
        }
    }
    roff
}

fn sections(text: &str) -> Roff {
    let mut roff = Roff::new();
    let mut lines = text.lines().filter(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("# ") {
            roff.control("SH", [name]);
        } else if let Some((term, description)) =
            line.strip_prefix("- **").and_then(|line| line.split_once("**: "))
        {
            entry(&mut roff, term, description);
        } else if line.starts_with("```") {
            verbatim(&mut roff, lines.by_ref().take_while(|line| *line != "```"));
        } else if line.starts_with('|') {
            let rest = std::iter::from_fn(|| lines.next_if(|line| line.starts_with('|')));
            verbatim(&mut roff, std::iter::once(line).chain(rest));
        } else {
            roff.control("PP", []);
            roff.text(inlines(line));
        }
    }
    roff
}

/// Lines that are shown as they are.
fn verbatim<'a>(roff: &mut Roff, lines: impl Iterator<Item = &'a str>) {
    roff.control("PP", []);
    roff.control("nf", []);
    for line in lines {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
}

fn entry(roff: &mut Roff, term: &str, description: &str) {
    roff.control("TP", []);
    roff.text([bold(term)]);
    roff.text(inlines(description));
}

/// What stands between backticks is bold.
fn inlines(text: &str) -> Vec<Inline> {
    let parts = text.split('`').enumerate();
    parts.map(|(at, part)| if at % 2 == 1 { bold(part) } else { roman(part) }).collect()
}

#[cfg(test)]
mod tests {
    use super::{plain, sections};

    /// What is written in Markdown is read at a terminal without its marks; code and tables keep their lines.
    #[test]
    fn markdown_becomes_a_page() {
        let markdown = "# NAME\nRun `durian -q`.\n\n- **term**: what it is\n\n```sh\na  b\n\n.c\n```\n\n|x|\n|-|\nEnd.\n";
        assert_eq!(
            plain(&sections(markdown).to_roff()),
            "NAME\n\n    Run durian -q.\n    term\n        what it is\n\n    a  b\n    .c\n\n    |x|\n    |-|\n\n    End.\n"
        );
    }
}
