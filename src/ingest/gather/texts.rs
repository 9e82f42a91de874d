//! Texts of all shards in, each of them once out.

use crate::corpus::{NumberedTexts, Parts};
use crate::ingest::IngestConfig;
use crate::ingest::shard::{Keepers, Shard};

/// Keeps of the copies of a text in several shards the one that comes first. `numbers` are those that the entries of each
/// shard have now; they name their texts by place in their shard, and by place in the whole afterwards.
pub(super) fn keep(
    parts: &mut Parts,
    shards: Vec<Shard>,
    numbers: &[Vec<u32>],
    config: &IngestConfig,
) {
    let is_one = shards.len() == 1;
    if !is_one {
        parts.texts.reserve(shards.iter().map(|shard| shard.texts.len()).sum());
    }
    let mut keepers = Keepers::of(config);
    let mut words: Vec<NumberedTexts> = Vec::new();
    let mut places_of_words: Vec<(u32, u32)> = Vec::new();
    for ((mut shard, numbers), nth) in shards.into_iter().zip(numbers).zip(0..) {
        words.extend(match shard.words.take() {
            // One shard in memory is numbered as a whole.
            None if !is_one => Some(NumberedTexts::of(&shard.texts)),
            numbered => numbered,
        });
        let mut owners = vec![0; shard.texts.len()];
        for number in numbers {
            let entry = &parts.entries[*number as usize];
            if entry.keeps_text {
                owners[entry.text as usize] = *number;
            }
        }
        if is_one {
            places_of_words.extend((0..shard.texts.len() as u32).map(|at| (0, at)));
            parts.texts = shard.texts;
            parts.words = (words, places_of_words);
            return;
        }
        let texts = shard.texts.into_iter().zip(owners);
        let places: Vec<u32> = (0..)
            .zip(texts)
            .map(|(at, (text, owner))| {
                let place =
                    keepers.add(text, owner, (&mut parts.texts, &mut parts.entries, &parts.ids));
                // Copies with the same wording have the same words.
                if place as usize == places_of_words.len() {
                    places_of_words.push((nth, at));
                }
                place
            })
            .collect();
        for number in numbers {
            let entry = &mut parts.entries[*number as usize];
            entry.text = places[entry.text as usize];
        }
    }
    parts.words = (words, places_of_words);
}
