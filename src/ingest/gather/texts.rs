//! Texts of all shards in, each of them once out.

use crate::corpus::Parts;
use crate::ingest::IngestConfig;
use crate::ingest::shard::{Keepers, Shard};

/// Keeps of the copies of a text in several shards the one that comes first; the others are packed. `numbers` are
/// those that the entries of each shard have now; they name their keepers by place in their shard, and by place in
/// the whole afterwards.
pub(super) fn keep(
    parts: &mut Parts,
    shards: Vec<Shard>,
    numbers: &[Vec<u32>],
    config: &IngestConfig,
) {
    let is_one = shards.len() == 1;
    let mut keepers = Keepers::of(config);
    for (shard, numbers) in shards.into_iter().zip(numbers) {
        let mut owners = vec![0; shard.kept.len()];
        for number in numbers {
            let entry = &parts.entries[*number as usize];
            if entry.copy.is_none() {
                owners[entry.keeper as usize] = *number;
            }
        }
        if is_one {
            parts.kept = shard.kept;
            return name(parts, &owners);
        }
        let kept = shard.kept.into_iter().zip(owners);
        let places: Vec<u32> = kept
            .map(|(document, owner)| {
                let Parts {
                    kept,
                    copies,
                    entries,
                    ..
                } = &mut *parts;
                keepers.add(document, owner, (kept, copies, entries))
            })
            .collect();
        for number in numbers {
            let entry = &mut parts.entries[*number as usize];
            entry.keeper = places[entry.keeper as usize];
        }
    }
    name(parts, keepers.owners());
}

/// Gives documents the ids that their entries have.
fn name(parts: &mut Parts, owners: &[u32]) {
    for (document, owner) in parts.kept.iter_mut().zip(owners) {
        let id = &parts.entries[*owner as usize].id;
        if *document.id != **id {
            document.id = id.to_string();
        }
    }
}
