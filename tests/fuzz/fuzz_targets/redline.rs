//! A letter and a document marked against it: the document stays whole.
#![no_main]

use durian::edits::{Mark, redline};

libfuzzer_sys::fuzz_target!(|texts: (Vec<String>, Vec<String>)| {
    let (letter, document) = texts;
    let pieces: Vec<_> = redline(&letter, &document).into_iter().flatten().collect();
    let own = pieces
        .iter()
        .filter(|piece| matches!(piece.mark, Mark::Kept | Mark::Added | Mark::ChangedTo));
    let own: String = own.map(|piece| piece.text.as_str()).collect();
    assert_eq!(own, document.concat());
});
