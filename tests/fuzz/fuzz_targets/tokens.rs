//! Tokens of any text: in order, inside it, and the same when they are tokenized again.
#![no_main]

use durian::corpus::tokens::{for_each_token, normal_form};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let (mut start, mut end) = (0, 0);
    for_each_token(text, |_, span| {
        assert!(span.start < span.end && text.get(span.clone()).is_some());
        assert!(span.start >= start && span.end >= end);
        (start, end) = (span.start, span.end);
    });
    let once = normal_form(text);
    assert_eq!(normal_form(&once), once);
});
