//! JSONL in, values out, on all threads.

use anyhow::{Context, Result};
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

/// Tells a field that is null from one that is absent.
pub(super) fn present<'de, D: Deserializer<'de>>(
    value: D,
) -> Result<Option<Option<String>>, D::Error> {
    Option::deserialize(value).map(Some)
}

/// The values of a text's lines, in order; blank lines hold none. `check` says what is wrong with a value.
///
/// # Errors
/// The first line that does not parse is named by its number, and `needed` says what a line must have.
pub(super) fn read<T: DeserializeOwned + Send>(
    text: &str,
    needed: &str,
    check: impl Fn(&T) -> Result<()> + Sync,
) -> Result<Vec<T>> {
    let values: Vec<Result<T>> = text
        .par_split('\n')
        .filter(|line| !line.trim_start().is_empty())
        .map(|line| {
            let value = serde_json::from_str(line).map_err(anyhow::Error::from);
            value.and_then(|value| check(&value).map(|()| value)).with_context(|| {
                let before = line.as_ptr() as usize - text.as_ptr() as usize;
                format!("line {}; {needed}", text[..before].matches('\n').count() + 1)
            })
        })
        .collect();
    values.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn every_line_is_read_once_in_order() {
        let numbers: Vec<u64> = (0..100_000).collect();
        let text: Vec<String> = numbers.iter().map(u64::to_string).collect();
        fn check(text: &str, expect: &[u64]) {
            assert_eq!(read::<u64>(text, "a number", |_| Ok(())).expect("numbers"), expect);
        }
        check(&text.join("\n"), &numbers);
        check(&format!("\n{}\n\n", text.join("\r\n")), &numbers);
        check("", &[]);
    }

    #[test]
    fn the_first_bad_line_is_named_wherever_it_is() {
        let text = "1\n".repeat(99_999) + "x\n1\ny\n";
        let error = read::<u64>(&text, "a number", |_| Ok(())).expect_err("no number");
        assert!(format!("{error:#}").starts_with("line 100000; a number"));
    }
}
