//! Normalised XML.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| durian_fuzz::read("a.xml", data));
