//! Texts of all shards in, each of them once out.

use crate::corpus::{NumberedTexts, Parts};
use crate::ingest::IngestConfig;
use crate::ingest::shard::{Keepers, Shard};

/// Keeps of the copies of a text in several shards the one that comes first; the others are packed. `numbers` are
/// those that the entries of each shard have now; they name their canonical copies by place in their shard, and by place in
/// the whole afterwards.
pub(super) fn keep(
    parts: &mut Parts,
    shards: Vec<Shard>,
    numbers: &[Vec<u32>],
    config: &IngestConfig,
) {
    let is_one = shards.len() == 1;
    if !is_one {
        parts.kept.reserve(shards.iter().map(|shard| shard.kept.len()).sum());
    }
    let mut canonical_copies = Keepers::of(config);
    let mut words: Vec<NumberedTexts> = Vec::new();
    let mut places_of_words: Vec<(u32, u32)> = Vec::new();
    for ((mut shard, numbers), nth) in shards.into_iter().zip(numbers).zip(0..) {
        words.extend(match shard.words.take() {
            // One shard in memory is numbered as a whole.
            None if !is_one => Some(NumberedTexts::of(&shard.kept)),
            numbered => numbered,
        });
        let mut owners = vec![0; shard.kept.len()];
        for number in numbers {
            let entry = &parts.entries[*number as usize];
            if entry.copy.is_none() {
                owners[entry.canonical as usize] = *number;
            }
        }
        if is_one {
            places_of_words.extend((0..shard.kept.len() as u32).map(|at| (0, at)));
            parts.kept = shard.kept;
            parts.words = (words, places_of_words);
            return;
        }
        let kept = shard.kept.into_iter().zip(owners);
        let places: Vec<u32> = (0..)
            .zip(kept)
            .map(|(at, (document, owner))| {
                let Parts { kept, copies, entries, .. } = &mut *parts;
                let place = canonical_copies.add(document, owner, (kept, copies, entries));
                // Copies with the same wording have the same words.
                if place as usize == places_of_words.len() {
                    places_of_words.push((nth, at));
                }
                place
            })
            .collect();
        for number in numbers {
            let entry = &mut parts.entries[*number as usize];
            entry.canonical = places[entry.canonical as usize];
        }
    }
    parts.words = (words, places_of_words);
}
