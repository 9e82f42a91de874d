//! Shards in, [`Corpus`] out: what only all comments together tell is added.
//!
//! However the inputs were parted, the same corpus comes out: comments get their ids in the order of the docket, a record
//! that stands in several exports is told once (`repeats`), and of the copies of a text
//! the earliest keeps it, whichever shard it is in.

mod inputs;
mod order;
mod repeats;
mod texts;

use std::path::Path;

use anyhow::{Context, Result};

use super::routes::Routes;
use super::shard::Shard;
use super::{IngestConfig, dockets};
use crate::corpus::{Corpus, Parts, TermId};
use order::Ordered;

/// Puts the corpus of some shards together.
///
/// # Errors
/// Where shards do not go together: read with other settings, of the same file, or without all of its ranges.
pub(super) fn gather(mut shards: Vec<Shard>, config: &IngestConfig) -> Result<Corpus> {
    inputs::check_settings(&shards, config)?;
    let inputs = inputs::inputs_in_order(&shards);
    inputs::check_inputs(&shards, &inputs)?;
    let renumberings = inputs::renumber(&mut shards, &inputs);
    let mut parts = Parts {
        input_list: inputs::input_list(&shards, &inputs),
        file: inputs::only_file(&shards, &inputs),
        warnings: inputs::warnings(&mut shards, &inputs),
        has_answers: shards.iter().any(|shard| shard.has_answers),
        ..Parts::default()
    };
    let of_shards = shards.iter_mut().zip(&renumberings);
    let blocks_before: Vec<usize> = of_shards
        .map(|(shard, renumbering)| {
            let blocks = std::mem::take(&mut shard.descriptions).into_blocks();
            parts.descriptions.append(blocks, renumbering.as_ref())
        })
        .collect();
    let Ordered { mut parts, numbers, clashes } =
        order::put(parts, &mut shards, &inputs, &blocks_before);
    let routes = name_relays(&mut parts, &shards, &numbers);
    texts::keep(&mut parts, shards, &numbers, config);
    for (number, relay) in routes.inferred() {
        parts.entries[number].relayer = Some(relay);
    }
    repeats::settle(&mut parts, clashes);
    // Dockets become equal by it or unknown, never different, so the earliest copy among equals still has its text.
    dockets::reconcile(&mut parts.texts, &parts.entries);
    let overflow = config.overflow.as_ref();
    Corpus::new(parts, overflow).with_context(|| {
        let folder = overflow.map_or(Path::new(""), |overflow| &overflow.folder);
        format!("cannot keep the texts in a file in `{}`; free some room there", folder.display())
    })
}

/// Gives the names of all shards one numbering, and collects the routes of their mails. `numbers` are those that the
/// entries of each shard have now.
fn name_relays(parts: &mut Parts, shards: &[Shard], numbers: &[Vec<u32>]) -> Routes {
    let mut routes = Routes::default();
    for (shard, numbers) in shards.iter().zip(numbers) {
        let names: Vec<TermId> =
            shard.names.forms().iter().map(|name| parts.names.number_or_add(name)).collect();
        for number in numbers {
            let entry = &mut parts.entries[*number as usize];
            entry.relayer = entry.relayer.map(|name| names[name.0 as usize]);
        }
        routes.append(&shard.routes, numbers, &names);
    }
    routes
}
