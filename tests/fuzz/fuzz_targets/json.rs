//! JSON: one record, an array, a page of search results.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| durian_fuzz::read("a.json", data));
