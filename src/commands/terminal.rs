//! The terminal that a person reads at: how wide it is, and a pager for what is long.

use std::io::{IsTerminal, Write};
use std::process::{Command, Stdio};

use anyhow::Result;
use durian::report::terminal::Style;

use crate::cli::When;

/// Longer lines are hard to read.
const WIDEST: usize = 100;

/// Colors, where they are wanted: unless the command line says so, where a person reads and has not asked for none
/// (<https://no-color.org>).
pub(super) fn style(when: When) -> Style {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let color = match when {
        When::Always => true,
        When::Never => false,
        When::Auto => std::io::stdout().is_terminal() && !no_color && !is_dumb,
    };
    Style { color }
}

/// How wide text is to be written; none in a pipe, where whoever reads decides.
pub(super) fn width() -> Option<usize> {
    let is_terminal = std::io::stdout().is_terminal();
    let (terminal_size::Width(width), _) =
        terminal_size::terminal_size().filter(|_| is_terminal)?;
    Some(usize::from(width).clamp(20, WIDEST))
}

/// A paragraph in lines of that width, the first and the others indented by so many spaces.
pub(super) fn wrapped(text: &str, indents: [usize; 2], width: Option<usize>) -> String {
    let mut wrapped = " ".repeat(indents[0]);
    let mut n = indents[0];
    for (at, word) in text.split_whitespace().enumerate() {
        let n_word = word.chars().count();
        if at > 0 && width.is_some_and(|width| n + 1 + n_word > width) {
            wrapped.push('\n');
            wrapped.push_str(&" ".repeat(indents[1]));
            n = indents[1];
        } else if at > 0 {
            wrapped.push(' ');
            n += 1;
        }
        wrapped.push_str(word);
        n += n_word;
    }
    wrapped
}

/// Shows a long text page by page, as `PAGER` says or else `less`; where there is no pager, at once.
pub(super) fn page(text: &str) -> Result<()> {
    let pager = std::env::var("PAGER").unwrap_or_default();
    let mut words = pager.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("less"));
    match command.args(words).stdin(Stdio::piped()).spawn() {
        Ok(mut pager) => {
            if let Some(mut input) = pager.stdin.take() {
                // Who quits has read enough.
                input.write_all(text.as_bytes()).ok();
            }
            pager.wait()?;
        }
        Err(_) => std::io::stdout().lock().write_all(text.as_bytes())?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_are_no_longer_than_the_terminal() {
        for (width, expect) in [
            (None, " one two three"),
            (Some(14), " one two three"),
            (Some(13), " one two\n  three"),
            // A word is never cut.
            (Some(3), " one\n  two\n  three"),
        ] {
            assert_eq!(wrapped("one two  three", [1, 2], width), expect);
        }
    }
}
