//! Texts of all shards in, each of them once out.

use crate::corpus::Parts;
use crate::ingest::IngestConfig;
use crate::ingest::shard::{Keepers, Shard};

/// Keeps of the copies of a text in several shards the one that comes first. `numbers` are those that the entries of each
/// shard have now; they name their texts by place in their shard, and by place in the whole afterwards.
pub(super) fn keep(
    parts: &mut Parts,
    mut shards: Vec<Shard>,
    numbers: &[Vec<u32>],
    config: &IngestConfig,
) {
    if let [shard] = &mut shards[..] {
        parts.texts = std::mem::take(&mut shard.texts);
        return;
    }
    parts.texts.reserve(shards.iter().map(|shard| shard.texts.len()).sum());
    let mut keepers = Keepers::of(config);
    for (shard, numbers) in shards.into_iter().zip(numbers) {
        let mut owners = vec![0; shard.texts.len()];
        for number in numbers {
            let entry = &parts.entries[*number as usize];
            if entry.keeps_text {
                owners[entry.text as usize] = *number;
            }
        }
        let texts = shard.texts.into_iter().zip(owners);
        let places: Vec<u32> = texts
            .map(|(text, owner)| keepers.add(text, owner, (&mut parts.texts, &mut parts.entries)))
            .collect();
        for number in numbers {
            let entry = &mut parts.entries[*number as usize];
            entry.text = places[entry.text as usize];
        }
    }
}
