//! Text that was read in the wrong charset before it came here, repaired as far as it is unmistakable.
//!
//! UTF-8 that was read as windows-1252, as Mac Roman or as the charset of old PCs leaves sequences that no
//! language writes ("â€™", "‚Äô", "ΓÇÖ" for "’"): each is undone by itself (`sequences.rs`), so that one that
//! lost a byte does not keep the others from it. What single bytes and lost ones left is told by the letters
//! around it (`strays.rs`). What may be real text stays.

mod sequences;
mod strays;

/// Some text went through the wrong charset twice.
const MOST_ROUNDS: usize = 3;

pub(super) fn undo(mut text: String) -> String {
    if text.is_ascii() {
        return text;
    }
    for _ in 0..MOST_ROUNDS {
        match sequences::undone(&text) {
            Some(undone) => text = undone,
            None => break,
        }
    }
    strays::replaced(&text).unwrap_or(text)
}

/// Copies `text` with some stretches replaced; nothing where there are none. `find` is asked at every
/// character that is not ASCII, and tells how many bytes are replaced by what.
fn with_replacements<R>(
    text: &str,
    mut find: impl FnMut(&str, usize) -> Option<(usize, R)>,
) -> Option<String>
where
    String: Extend<R>,
{
    let mut replaced = String::new();
    let (mut copied, mut at) = (0, 0);
    while let Some(next) = text.as_bytes()[at..].iter().position(|byte| *byte >= 0x80) {
        at += next;
        match find(text, at) {
            Some((length, replacement)) => {
                replaced.push_str(&text[copied..at]);
                replaced.extend([replacement]);
                at += length;
                copied = at;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    if copied == 0 {
        return None;
    }
    replaced.push_str(&text[copied..]);
    Some(replaced)
}
