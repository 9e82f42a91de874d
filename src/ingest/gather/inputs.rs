//! Shards in, their inputs in the order of the docket out, each of them once and whole.

use anyhow::{Result, bail, ensure};

use crate::corpus::Renumbering;
use crate::ingest::IngestConfig;
use crate::ingest::shard::{ReadInput, Settings, Shard};

/// An input: its shard, and its number there.
pub(super) type InputAt = (usize, usize);

/// All inputs in byte order of their places; ranges of a file one after the other.
pub(super) fn inputs_in_order(shards: &[Shard]) -> Vec<InputAt> {
    let mut inputs: Vec<InputAt> = (0..shards.len())
        .flat_map(|shard| (0..shards[shard].inputs.len()).map(move |at| (shard, at)))
        .collect();
    inputs.sort_by_key(|at| {
        let input = input(shards, at);
        (&input.place, input.range.map_or(0, |range| range.start))
    });
    inputs
}

fn input<'a>(shards: &'a [Shard], (shard, at): &InputAt) -> &'a ReadInput {
    &shards[*shard].inputs[*at]
}

/// The file that all comments and others are from, where it is one.
pub(super) fn only_file(shards: &[Shard], inputs: &[InputAt]) -> Option<String> {
    let mut filled = inputs.iter().map(|at| input(shards, at)).filter(|input| input.n_items > 0);
    let first = &filled.next()?.place;
    filled.all(|input| input.place == *first).then(|| first.clone())
}

/// Refuses shards that were read with other options than those of this run.
pub(super) fn check_settings(shards: &[Shard], config: &IngestConfig) -> Result<()> {
    let settings = Settings::of(config);
    match shards.iter().find(|shard| shard.settings != settings) {
        Some(shard) => bail!(
            "the shard `{}` was read with other options than this run has (--id-field, --text-field, --relayers, \
             --since, limits, or another command); read it again with the same",
            shard.name
        ),
        None => Ok(()),
    }
}

/// Refuses what would count a file twice, and what would leave out a part of one.
pub(super) fn check_inputs(shards: &[Shard], inputs: &[InputAt]) -> Result<()> {
    for same in inputs.chunk_by(|a, b| input(shards, a).place == input(shards, b).place) {
        let (first, place) = (same[0].0, &input(shards, &same[0]).place);
        let Some(range) = input(shards, &same[0]).range else {
            if let Some((other, _)) = same.iter().find(|(shard, _)| *shard != first) {
                bail!(
                    "`{place}` is in two shards, `{}` and `{}`; read it once, or tell with --within where the \
                     places of the files begin",
                    shards[first].name,
                    shards[*other].name
                );
            }
            continue;
        };
        let mut end = 0;
        for at in same {
            let part = input(shards, at).range;
            let begins = part.map_or(0, |part| part.start);
            ensure!(
                begins <= end && part.is_some_and(|part| part.n_bytes == range.n_bytes),
                "a part of `{place}` is missing, the bytes {end}..{begins}; read it with --range"
            );
            ensure!(
                begins == end,
                "the bytes {begins}..{end} of `{place}` are in two shards, one of them is `{}`; read them once",
                shards[at.0].name
            );
            end = part.map_or(end, |part| part.end);
        }
        ensure!(
            end == range.n_bytes,
            "a part of `{place}` is missing, the bytes {end}..{}; read it with --range",
            range.n_bytes
        );
    }
    Ok(())
}

/// Gives the records of ranges their numbers in the file. What is packed gets them when it is unpacked: by shard.
pub(super) fn renumber(shards: &mut [Shard], inputs: &[InputAt]) -> Vec<Option<Renumbering>> {
    let mut renumberings = vec![None; shards.len()];
    let mut n_before = 0;
    for (shard, at) in inputs {
        let input = &shards[*shard].inputs[*at];
        let Some(range) = input.range else { continue };
        if range.start == 0 {
            n_before = 0;
        }
        let renumbering = (n_before > 0).then(|| Renumbering::new(&input.place, n_before));
        n_before += input.n_records;
        if let Some(renumbering) = &renumbering {
            shards[*shard].renumber(renumbering);
        }
        renumberings[*shard] = renumbering;
    }
    renumberings
}

/// All files in their order as `sha1sum` lists them: digest and place. What could not be read, and standard input, have no
/// line.
pub(super) fn input_list(shards: &[Shard], inputs: &[InputAt]) -> String {
    let mut list = String::new();
    for at in inputs {
        let ReadInput { place, digest: Some(digest), .. } = input(shards, at) else { continue };
        // A name that cannot stand in a line is escaped, and its line begins with a backslash.
        let escaped = place.replace('\\', "\\\\").replace('\n', "\\n").replace('\r', "\\r");
        let mark = if escaped == *place { "" } else { "\\" };
        list += &format!("{mark}{digest}  {escaped}\n");
    }
    list
}

/// What a reader should know.
pub(super) fn warnings(shards: &mut [Shard], inputs: &[InputAt]) -> Vec<String> {
    // Those of a shard are taken with its first input.
    inputs.iter().flat_map(|(shard, _)| std::mem::take(&mut shards[*shard].warnings)).collect()
}
