//! A page.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| durian_fuzz::read("a.html", data));
