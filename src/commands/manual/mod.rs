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

/// What is written by hand.
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
            terminal::page(&plain())?;
        }
        None => std::io::stdout().lock().write_all(&page)?,
    }
    Ok(Outcome::Done)
}

/// The page as text, for who reads it at a terminal: `man` may not be there, and Markdown reads well.
fn plain() -> String {
    let width = terminal::width();
    let mut is_verbatim = false;
    let mut text = Arguments::whole_command().render_long_help().to_string() + "\n";
    for line in markdown().lines() {
        let is_fence = line.starts_with("```");
        is_verbatim ^= is_fence;
        text += &if is_verbatim || is_fence || line.starts_with('|') {
            line.to_owned()
        } else {
            terminal::wrapped(line, [0, if line.starts_with("- ") { 2 } else { 0 }], width)
        };
        text.push('\n');
    }
    text
}

/// What the page says besides options and commands: Markdown of a few forms, which are `# NAME`, `## NAME`, paragraphs of a
/// line each, `- **term**: what it is`, code between fences, tables, and words between backticks.
fn markdown() -> String {
    let mut text = TEXT.to_owned();
    for (name, schema) in [
        ("REPORT.JSON", schemars::schema_for!(Report)),
        ("DOCUMENTS.JSONL", schemars::schema_for!(DocumentLine)),
        ("INDEX.JSON", schemars::schema_for!(Index)),
        ("TRACE.JSON", schemars::schema_for!(Trace)),
    ] {
        let _ = writeln!(text, "\n# {name}");
        for (path, description) in fields::of(schema.as_value()) {
            let _ = writeln!(text, "- **{path}**: {description}");
        }
    }
    text + "\n" + &tables::in_words()
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
    sections(&markdown()).to_writer(out)?;
    man.render_version_section(out)?;
    Ok(())
}

fn sections(text: &str) -> Roff {
    let mut roff = Roff::new();
    let mut lines = text.lines().filter(|line| !line.is_empty()).peekable();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("# ") {
            roff.control("SH", [name.to_uppercase().as_str()]);
        } else if let Some(name) = line.strip_prefix("## ") {
            roff.control("SS", [name.replace(['`', '*'], "").as_str()]);
        } else if let Some((term, description)) = item(line) {
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

/// A term and what it is.
fn item(line: &str) -> Option<(&str, &str)> {
    let bold = line.strip_prefix("- **").and_then(|line| line.split_once("**: "));
    bold.or_else(|| line.strip_prefix("- `")?.split_once("`: "))
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
    use super::sections;

    /// What is written in Markdown is roff without its marks; code and tables keep their lines.
    #[test]
    fn markdown_becomes_a_page() {
        let markdown = "# Name\nRun `durian -q`.\n\n## `a.csv`, sheet *A*\n- **term**: what it is\n- `b`: c\n\n\
                        ```sh\na  b\n.c\n```\n|x|\n|-|\nEnd.\n";
        assert_eq!(
            sections(markdown).to_roff().replace("\\-", "-"),
            ".SH NAME\n.PP\nRun \\fBdurian -q\\fR.\n.SS \"a.csv, sheet A\"\n.TP\n\\fBterm\\fR\nwhat it is\n.TP\n\
             \\fBb\\fR\nc\n.PP\n.nf\na  b\n\\&.c\n.fi\n.PP\n.nf\n|x|\n|-|\n.fi\n.PP\nEnd.\n"
        );
    }
}
