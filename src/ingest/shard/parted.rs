//! A shard of many dockets in, a shard for each docket out.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{Item, Packing, Shard};
use crate::corpus::SetAside;
use crate::ingest::prepare::{Prepared, Provenance};
use crate::ingest::{IngestConfig, docket_ids};

/// A docket; none where no docket is known.
type Docket = Option<String>;

impl Shard {
    /// Parts a shard by docket ([`Dockets::home`](crate::corpus::Dockets::home)); everything in it ends in one part.
    /// What was set aside belongs to the docket that its record tells, else to that of its id. `config` is that with which the
    /// shard was read.
    ///
    /// A part has the inputs that hold something of it, each with the fingerprint of the whole. An input that holds
    /// nothing belongs to no docket. A warning about one record goes to its docket, one about a whole input to all.
    pub fn by_docket(self, config: &IngestConfig) -> BTreeMap<Docket, Self> {
        let mut parts: BTreeMap<Docket, Packing> = BTreeMap::new();
        let mut owners = places_warned_of(&self);
        let mut routes = self.routes.each(&self.names).peekable();
        let mut documents = self.documents().zip(&self.entries).enumerate();
        let (mut items, mut asides) = (self.items.iter(), self.set_aside.iter());
        for input in &self.inputs {
            if input.n_items == 0 {
                parts.entry(None).or_insert_with(|| Packing::new(config)).go_on(input);
            }
            for item in items.by_ref().take(input.n_items) {
                let (docket, place, prepared) = match item {
                    Item::Document => {
                        let (number, ((mut document, text), entry)) =
                            documents.next().expect(STANDS);
                        let (route, received) =
                            (routes.next_if(|(own, _)| *own == number), entry.received);
                        let relayer = entry.relayer.map(|name| self.names.form(name).to_owned());
                        document.attributes.relayer = relayer;
                        document.attributes.dockets = (*text.dockets).clone();
                        document.text = text.clone();
                        let provenance =
                            Provenance { route: route.map(|(_, route)| route), received };
                        let docket = text.dockets.home().map(str::to_owned);
                        let place = document.source.clone();
                        (docket, place, Prepared::Document(Box::new(document), provenance))
                    }
                    Item::Aside => {
                        let aside = asides.next().expect(STANDS);
                        (docket_of(aside), aside.source.to_string(), Prepared::Aside(aside.clone()))
                    }
                };
                owners.get_mut(&place).into_iter().for_each(|own| *own = Some(docket.clone()));
                let part = parts.entry(docket).or_insert_with(|| Packing::new(config));
                let input = part.go_on(input);
                part.add(input, vec![prepared]);
                part.settle();
            }
        }
        for warning in &self.warnings {
            let owner = places(warning).filter_map(|place| owners.get(place)?.as_ref()).last();
            // Of no docket it concerns all.
            let parts = parts.iter_mut();
            let concerned = parts.filter(|(docket, _)| owner.is_none_or(|own| own == *docket));
            concerned.for_each(|(_, part)| part.warn(vec![warning.clone()]));
        }
        parts.into_iter().map(|(docket, part)| (docket, part.finish())).collect()
    }
}

const STANDS: &str = "an item has what it stands for";

/// The docket that the record of what was set aside tells, else its id.
fn docket_of(aside: &SetAside) -> Docket {
    let of_record = aside.attributes.as_ref().and_then(|record| record.dockets.home());
    of_record.map(str::to_owned).or_else(|| {
        // It came without an id.
        let is_place = aside.id == aside.source;
        if is_place { None } else { docket_ids::of_comment(&aside.id) }
    })
}

/// What warnings may begin with, as nobody's yet.
fn places_warned_of(whole: &Shard) -> FxHashMap<String, Option<Docket>> {
    let warned_of = whole.warnings.iter().flat_map(|warning| places(warning));
    warned_of.map(|place| (place.to_owned(), None)).collect()
}

/// What may be the place of which a warning speaks: all that stands before a colon.
fn places(warning: &str) -> impl Iterator<Item = &str> {
    warning.match_indices(": ").map(|(at, _)| &warning[..at])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use crate::ingest::gather::gather;
    use crate::ingest::shard::Shard;
    use crate::ingest::{IngestConfig, Input, read_shard};

    /// A shard of a table, of lines and of a file that is empty.
    fn shard() -> Shard {
        let folder = tempfile::tempdir().expect("a folder");
        let (table, lines) = include_str!("parted.txt").split_once("\n\n").expect("two files");
        let files = [("a.csv", table), ("b.jsonl", lines.trim_end()), ("c.jsonl", "")];
        let inputs = files.map(|(name, text)| {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("a file");
            Input::Path(path)
        });
        read_shard(&inputs, &IngestConfig::default(), &|_, _| ()).expect("a shard")
    }

    /// What is in the corpus of a shard, by place: documents with their texts, and what was set aside.
    fn contents(shard: Shard) -> [BTreeMap<String, String>; 2] {
        let corpus = gather(vec![shard], &IngestConfig::default()).expect("a corpus");
        let documents = corpus.records().zip(corpus.ids());
        let asides = corpus.set_aside().iter();
        [
            documents
                .map(|(own, id)| (own.source.clone(), format!("{own:?} {:?}", corpus.text(id))))
                .collect(),
            asides.map(|aside| (aside.source.to_string(), format!("{aside:?}"))).collect(),
        ]
    }

    /// Parts come back from the disk as they were.
    #[test]
    fn everything_ends_in_one_docket_as_it_was() {
        let mut all = [BTreeMap::new(), BTreeMap::new()];
        let places = [
            (None, ["b.jsonl#3", "a.csv#9 b.jsonl#4 c.jsonl"]),
            (Some("EPA-2031-0001"), ["a.csv#1 a.csv#2 a.csv#3 b.jsonl#1", "a.csv#6 a.csv#8"]),
            (Some("FAA-2031-0007"), ["a.csv#4 a.csv#5 b.jsonl#2", "a.csv#7"]),
        ];
        for ((docket, part), expect) in
            shard().by_docket(&IngestConfig::default()).into_iter().zip(places)
        {
            let file = tempfile::NamedTempFile::new().expect("a file");
            part.write(&mut file.as_file()).expect("written");
            let own = contents(Shard::read(file.path()).expect("a shard"));
            let found = own.each_ref().map(|own| own.keys().cloned().collect::<Vec<_>>().join(" "));
            assert_eq!((docket.as_deref(), found.each_ref().map(|own| &**own)), expect);
            all.iter_mut().zip(own).for_each(|(all, own)| all.extend(own));
        }
        assert_eq!(all, contents(shard()));
    }

    #[test]
    fn warnings_go_where_they_belong() {
        let mut shard = shard();
        let warnings = ["a.csv#4: odd: very", "a.csv: odd", "b.jsonl#4: cut off"];
        shard.warnings = warnings.map(str::to_owned).to_vec();
        let warnings = shard
            .by_docket(&IngestConfig::default())
            .into_values()
            .map(|part| part.warnings.join(" | "));
        let expect =
            ["a.csv: odd | b.jsonl#4: cut off", "a.csv: odd", "a.csv#4: odd: very | a.csv: odd"];
        assert_eq!(warnings.collect::<Vec<_>>(), expect);
    }
}
