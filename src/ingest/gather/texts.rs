//! Texts of all shards in, each of them once out.

use rustc_hash::FxHashMap;

use crate::corpus::{Digest, Document, Parts};
use crate::ingest::IngestConfig;
use crate::ingest::shard::{Shard, Standing, are_alike, compare_copies};

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
    let mut texts = Texts {
        parts,
        standing: Standing::of(config),
        keepers: FxHashMap::default(),
        kept_by: Vec::new(),
        keeps_all: config.keeps_all_texts,
    };
    for (shard, numbers) in shards.into_iter().zip(numbers) {
        let mut owners = vec![0; shard.kept.len()];
        for number in numbers {
            let entry = &texts.parts.entries[*number as usize];
            if entry.copy.is_none() {
                owners[entry.keeper as usize] = *number;
            }
        }
        if is_one {
            texts.parts.kept = shard.kept;
            texts.kept_by = owners;
            break;
        }
        let kept = shard.kept.into_iter().zip(owners);
        let places: Vec<u32> = kept
            .map(|(document, owner)| texts.add(document, owner))
            .collect();
        for number in numbers {
            let entry = &mut texts.parts.entries[*number as usize];
            entry.keeper = places[entry.keeper as usize];
        }
    }
    let Texts { parts, kept_by, .. } = texts;
    for (document, owner) in parts.kept.iter_mut().zip(kept_by) {
        let id = &parts.entries[owner as usize].id;
        if *document.id != **id {
            document.id = id.to_string();
        }
    }
}

struct Texts<'a> {
    parts: &'a mut Parts,
    standing: Standing,
    /// Kept documents by digest: one for each wording and docket set.
    keepers: FxHashMap<Digest, Vec<u32>>,
    /// For each kept document its entry.
    kept_by: Vec<u32>,
    keeps_all: bool,
}

impl Texts<'_> {
    /// Adds a document that keeps its text in its shard. Tells the place of the one that keeps it now.
    fn add(&mut self, new: Document, owner: u32) -> u32 {
        let stands = |document: &Document| self.standing.holds(document);
        let kept = &mut self.parts.kept;
        let same_digest = self.keepers.entry(new.digest).or_default();
        let keeper = same_digest.iter().copied().find(|keeper| {
            let kept = &kept[*keeper as usize];
            !self.keeps_all && are_alike(kept, &new) && !(stands(kept) && stands(&new))
        });
        let Some(keeper) = keeper else {
            let keeper = kept.len() as u32;
            same_digest.push(keeper);
            kept.push(new);
            self.kept_by.push(owner);
            return keeper;
        };
        let (kept, kept_by) = (
            &mut kept[keeper as usize],
            &mut self.kept_by[keeper as usize],
        );
        let by_standing = stands(kept).cmp(&stands(&new));
        let by_copy = by_standing.then_with(|| compare_copies(&new, kept));
        let (later, of_later) = if by_copy.then(owner.cmp(kept_by)).is_lt() {
            let of_later = std::mem::replace(kept_by, owner);
            (std::mem::replace(kept, new), of_later)
        } else {
            (new, owner)
        };
        let copy = self.parts.copies.push(&later);
        self.parts.entries[of_later as usize].copy = Some(copy);
        keeper
    }
}
