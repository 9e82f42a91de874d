//! The names of columns and fields, as people and programs write them.

/// A heading as messages and reports have it.
pub(super) fn in_one_line(heading: &str) -> String {
    heading.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A heading for a message, cut off where it is long.
pub(super) fn short(heading: &str) -> String {
    const LONGEST: usize = 60;
    match heading.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", heading[..end].trim_end()),
        None => heading.to_owned(),
    }
}

/// A column's name without what differs from program to program: "Comment_Text" is "comment text".
pub(super) fn plainly(name: &str) -> String {
    name.chars()
        .filter(|letter| !letter.is_whitespace() && !matches!(letter, '_' | '-' | ':'))
        .flat_map(char::to_lowercase)
        .collect()
}
