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

/// Undoes what can be undone.
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

#[cfg(test)]
mod tests;
