//! A mail folder in one file.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| durian_fuzz::read("a.mbox", data));
