//! An archive, by its first bytes zip or gzip.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| durian_fuzz::read("a.zip", data));
