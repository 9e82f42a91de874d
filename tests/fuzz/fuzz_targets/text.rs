//! A letter, or a bundle of letters.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| durian_fuzz::read("a.txt", data));
