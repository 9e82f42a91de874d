//! A shard that somebody changed, with all checksums made anew: it is refused, or all that is read of it is whole.
//!
//! Each eight bytes are a change: of which section, whether before or after it is compressed, where, how, to what.
#![no_main]

use std::sync::LazyLock;

use durian::config::Config;
use durian::ingest::{self, IngestConfig, Input};
use sha1::{Digest as _, Sha1};

/// Bytes before the first section.
const MAGIC: usize = 16;

/// How the shard of a docket begins, and what its sections hold.
static SHARD: LazyLock<(Vec<u8>, Vec<Vec<u8>>)> = LazyLock::new(|| {
    let docket = Input::Path("../../fixtures/sample-docket/docket".into());
    let shard = ingest::read_shard(&[docket], &IngestConfig::default(), &|_, _| ());
    let mut bytes = Vec::new();
    shard.and_then(|shard| shard.write(&mut bytes)).expect("the fixtures are there");
    let mut rest = &bytes[MAGIC..];
    let mut sections = Vec::new();
    while let Some((length, behind)) = rest.split_first_chunk() {
        let (section, behind) = behind[20..].split_at(u64::from_le_bytes(*length) as usize);
        sections.push(lz4_flex::block::decompress_size_prepended(section).unwrap_or_default());
        rest = behind;
    }
    (bytes[..MAGIC].to_vec(), sections)
});

fn change(bytes: &mut Vec<u8>, at: u16, how: u8, to: u8) {
    let at = usize::from(at) % (bytes.len() + 1);
    match (how % 4, bytes.get_mut(at)) {
        (0, Some(byte)) => *byte = to,
        (1, Some(byte)) => *byte ^= 1 << (to % 8),
        (2, Some(_)) => drop(bytes.remove(at)),
        _ => bytes.insert(at, to),
    }
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let (magic, mut sections) = SHARD.clone();
    let n_sections = sections.len() - 1;
    let changes: Vec<&[u8; 8]> = data.as_chunks().0.iter().take(16).collect();
    let of_layer = |packed: u8| {
        let changes = changes.iter().filter(move |change| change[1] % 2 == packed);
        changes.map(move |change| {
            let section = usize::from(change[0]) % n_sections;
            (section, u16::from_le_bytes([change[2], change[3]]), change[4], change[5])
        })
    };
    of_layer(0).for_each(|(section, at, how, to)| change(&mut sections[section], at, how, to));
    let mut sections: Vec<Vec<u8>> = sections
        .iter()
        .map(|section| match section.is_empty() {
            true => Vec::new(),
            false => lz4_flex::block::compress_prepend_size(section),
        })
        .collect();
    of_layer(1).for_each(|(section, at, how, to)| change(&mut sections[section], at, how, to));
    let mut shard = magic;
    for section in &sections {
        shard.extend((section.len() as u64).to_le_bytes());
        shard.extend_from_slice(&Sha1::digest(section));
        shard.extend_from_slice(section);
    }
    durian_fuzz::with_files(&[("a.shard", &shard)], |paths| {
        let inputs = [Input::Shard(paths[0].clone())];
        if let Ok(detection) = durian::detect(&inputs, &Config::default(), &|_| ()) {
            let n_records = detection.corpus.records().count();
            assert_eq!(n_records, detection.corpus.len());
            assert!(durian::report::document_lines(&detection).count() >= n_records);
        }
    });
});
