//! Texts in, each of them once out, and the comment that keeps it.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::corpus::{Digest, Entry, Text};
use crate::ingest::IngestConfig;
use crate::ingest::normalize::in_natural_order;

/// Which comments keep their text: one for each text, wording and docket set.
#[derive(Default)]
pub(in crate::ingest) struct Keepers {
    /// Whether exact copies keep their text, too.
    keeps_all: bool,
    standing: Standing,
    /// Places of those that keep their text.
    by_digest: FxHashMap<Digest, Vec<u32>>,
    /// For each of them its entry.
    owners: Vec<u32>,
}

impl Keepers {
    pub(in crate::ingest) fn of(config: &IngestConfig) -> Self {
        Self {
            keeps_all: config.keeps_all_texts,
            standing: Standing::of(config),
            ..Self::default()
        }
    }

    /// Adds the text of an entry, and tells its place among the texts.
    ///
    /// Of the copies with the same digest, wording and dockets, the earliest keeps its text: it may come to represent
    /// its exact group; of equals the first entry. Who stood for it in an earlier report comes before it.
    pub(in crate::ingest) fn add(
        &mut self,
        mut new: Text,
        owner: u32,
        (texts, entries): (&mut Vec<Text>, &mut [Entry]),
    ) -> u32 {
        let standing = &self.standing;
        let same_digest = self.by_digest.entry(new.digest).or_default();
        let stands = standing.holds(&entries[owner as usize].id, &new.digest);
        let known = same_digest.iter().copied().find(|place| {
            let own = &self.owners[*place as usize];
            !self.keeps_all
                && texts[*place as usize].is_alike(&new)
                && !(stands && standing.holds(&entries[*own as usize].id, &new.digest))
        });
        let Some(place) = known else {
            let place = texts.len() as u32;
            entries[owner as usize].keeps_text = true;
            same_digest.push(place);
            // Most texts of a docket belong to it alone.
            if let Some(last) = texts.last().filter(|last| last.dockets == new.dockets) {
                new.dockets = Arc::clone(&last.dockets);
            }
            texts.push(new);
            self.owners.push(owner);
            return place;
        };
        let known = self.owners[place as usize];
        let [own, other] = [owner, known].map(|entry| &entries[entry as usize]);
        let order = standing
            .holds(&other.id, &new.digest)
            .cmp(&stands)
            .then(own.time.cmp(&other.time))
            .then_with(|| in_natural_order(&own.id, &other.id))
            .then(owner.cmp(&known));
        if order.is_lt() {
            texts[place as usize] = new;
            self.owners[place as usize] = owner;
            entries[known as usize].keeps_text = false;
        }
        entries[owner as usize].keeps_text = order.is_lt();
        place
    }
}

/// Texts that stood for others in an earlier report.
#[derive(Default)]
struct Standing {
    /// See [`IngestConfig::standing`].
    texts: Arc<FxHashMap<String, Digest>>,
    /// Of comments whose id another one has, too: by the id that they came with.
    renamed: FxHashMap<String, Vec<Digest>>,
}

impl Standing {
    fn of(config: &IngestConfig) -> Self {
        let texts = Arc::clone(&config.standing);
        let mut renamed: FxHashMap<String, Vec<Digest>> = FxHashMap::default();
        for (id, digest) in texts.iter() {
            if let Some((own, number)) = id.rsplit_once('~')
                && number.parse::<u32>().is_ok()
            {
                renamed.entry(own.to_owned()).or_default().push(*digest);
            }
        }
        Self { texts, renamed }
    }

    /// Whether the text of a comment may be one of them. The comment has the id that it came with.
    fn holds(&self, id: &str, digest: &Digest) -> bool {
        self.texts.get(id) == Some(digest)
            || self.renamed.get(id).is_some_and(|texts| texts.contains(digest))
    }
}

/// What stood for others in the reports of several dockets, for reading all of them at once. A text of one docket
/// counts in the others, too: there a comment with the same id and text keeps its text for its copies though it need
/// not.
pub fn all_standing<'a>(
    of_dockets: impl IntoIterator<Item = &'a FxHashMap<String, Digest>>,
) -> FxHashMap<String, Digest> {
    let mut all: FxHashMap<String, Digest> = FxHashMap::default();
    for (id, digest) in of_dockets.into_iter().flatten() {
        if all.get(id).is_none_or(|other| other == digest) {
            all.insert(id.clone(), *digest);
            continue;
        }
        // As in one docket, where comments have one id: see `Standing::of`.
        let numbered = (2_u32..)
            .map(|n| format!("{id}~{n}"))
            .find(|numbered| !all.contains_key(numbered))
            .expect("there are more numbers than comments");
        all.insert(numbered, *digest);
    }
    all
}
