//! Tokens of any text: in order, inside it, and the same when they are tokenised again.
#![no_main]

use durian::corpus::tokens::tokenize;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let tokens = tokenize(text);
    let (mut start, mut end) = (0, 0);
    for token in &tokens {
        assert!(token.span.start < token.span.end && text.get(token.span.clone()).is_some());
        assert!(token.span.start >= start && token.span.end >= end);
        (start, end) = (token.span.start, token.span.end);
    }
    let once: Vec<String> = tokens.into_iter().map(|token| token.form.into_owned()).collect();
    let joined = once.join(" ");
    let twice: Vec<_> = tokenize(&joined).into_iter().map(|token| token.form).collect();
    assert_eq!(once, twice);
});
