//! A shard of many dockets in, a shard for each docket out.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{Item, ReadInput, Shard};
use crate::corpus::{DescriptionReader, SetAside};
use crate::ingest::docket_ids;

/// A docket; none where no docket is known.
type Docket = Option<String>;

impl Shard {
    /// Parts a shard by docket ([`Dockets::home`](crate::corpus::Dockets::home)); everything in it ends in one part.
    /// What was set aside belongs to the docket that its record tells, else to that of its id.
    ///
    /// A part has the inputs that hold something of it, each with the fingerprint of the whole. An input that holds
    /// nothing belongs to no docket. A warning about one record goes to its docket, one about a whole input to all.
    pub fn by_docket(mut self) -> BTreeMap<Docket, Self> {
        let mut parts: BTreeMap<Docket, Self> = BTreeMap::new();
        let mut owners = places_warned_of(&self);
        let mut own = |place: &str, docket: &Docket| {
            owners.get_mut(place).into_iter().for_each(|owner| *owner = Some(docket.clone()));
        };
        // Copies go where their text goes.
        let texts = std::mem::take(&mut self.texts).into_iter().map(|text| {
            let docket = text.dockets.home().map(str::to_owned);
            let part = self.part(&mut parts, &docket);
            part.texts.push(text);
            (docket, part.texts.len() as u32 - 1)
        });
        let texts: Vec<(Docket, u32)> = texts.collect();
        let mut reader = DescriptionReader::new(&self.descriptions);
        let (mut entries, mut asides) = (self.entries.iter(), self.set_aside.iter());
        // The docket of each entry, and its number there.
        let mut numbers: Vec<(&Docket, usize)> = Vec::with_capacity(self.entries.len());
        let mut items = self.items.iter();
        for input in &self.inputs {
            if input.n_items == 0 {
                self.part(&mut parts, &None).input(input);
            }
            for item in items.by_ref().take(input.n_items) {
                let part = match item {
                    Item::Document => {
                        let entry = entries.next().expect("an item has what it stands for");
                        let (docket, text) = &texts[entry.text as usize];
                        let mut document = reader.document(entry);
                        // These stand in the entry.
                        (document.attributes.timestamp, document.attributes.sender) = (None, None);
                        own(&document.source, docket);
                        let part = self.part(&mut parts, docket);
                        numbers.push((docket, part.entries.len()));
                        let mut entry = entry.clone();
                        let relayer = entry.relayer.map(|name| self.names.form(name));
                        entry.relayer = relayer.map(|name| part.names.number_or_add(name));
                        entry.description = part.descriptions.push(&document);
                        entry.text = *text;
                        part.entries.push(entry);
                        part
                    }
                    Item::Aside => {
                        let aside = asides.next().expect("an item has what it stands for");
                        let docket = docket_of(aside);
                        own(&aside.source, &docket);
                        let part = self.part(&mut parts, &docket);
                        part.set_aside.push(aside.clone());
                        part
                    }
                };
                part.items.push(*item);
                part.input(input).n_items += 1;
            }
        }
        for (entry, route) in self.routes.each(&self.names) {
            let (docket, number) = numbers[entry];
            let part = self.part(&mut parts, docket);
            part.routes.push(number, &route, &mut part.names);
        }
        for warning in &self.warnings {
            let owner = places(warning).filter_map(|place| owners.get(place)?.as_ref()).last();
            // Of no docket it concerns all.
            let parts = parts.iter_mut();
            let concerned = parts.filter(|(docket, _)| owner.is_none_or(|own| own == *docket));
            concerned.for_each(|(_, part)| part.warnings.push(warning.clone()));
        }
        parts.values_mut().for_each(|part| part.descriptions.finish());
        parts
    }

    fn part<'a>(&self, parts: &'a mut BTreeMap<Docket, Self>, docket: &Docket) -> &'a mut Self {
        if !parts.contains_key(docket) {
            let (name, settings) = (self.name.clone(), self.settings.clone());
            let part = Self { name, settings, has_answers: self.has_answers, ..Self::default() };
            parts.insert(docket.clone(), part);
        }
        parts.get_mut(docket).expect("it is there by now")
    }

    /// An input of a part, the last one; it is added where it is not there yet.
    fn input(&mut self, input: &ReadInput) -> &mut ReadInput {
        if self.inputs.last().is_none_or(|last| last.place != input.place) {
            self.inputs.push(ReadInput { n_items: 0, ..input.clone() });
        }
        self.inputs.last_mut().expect("it is there by now")
    }
}

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

    const TABLE: &str = "\
Document ID,Docket ID,Comment,Is Withdrawn?,Received Date
EPA-2031-0001-0002,EPA-2031-0001,Please mend the bridge over the creek.,false,2031-05-02
EPA-2031-0001-0003,EPA-2031-0001,Please mend the bridge over the creek!,false,2031-05-01
,EPA-2031-0001,Please mend the bridge over the creek.,false,2031-05-04
FAA-2031-0007-0002,FAA-2031-0007,Please mend the bridge over the creek.,false,2031-05-03
FAA-2031-0007-0003,,\"Gulls nest under the pier, all four of them.\",false,2031-05-03
EPA-2031-0001-0004,EPA-2031-0001,The toll is too high.,true,2031-05-03
,FAA-2031-0007,See attached,false,2031-05-03
EPA-2031-0001-0005
c9,,,false,2031-05-03
";
    const LINES: &str = r#"{"id": "k1", "docket_id": "EPA-2031-0001", "text": "Please mend the bridge over the creek."}
{"id": "k2", "text": "Docket FAA-2031-0007: the gulls are loud."}
{"id": "k3", "text": "The wells are dry since the quarry came."}
{"id": "k4""#;

    /// A shard of a table, of lines and of a file that is empty.
    fn shard() -> Shard {
        let folder = tempfile::tempdir().expect("a folder");
        let files = [("a.csv", TABLE), ("b.jsonl", LINES), ("c.jsonl", "")];
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
        for ((docket, part), expect) in shard().by_docket().into_iter().zip(places) {
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
        let warnings = shard.by_docket().into_values().map(|part| part.warnings.join(" | "));
        let expect =
            ["a.csv: odd | b.jsonl#4: cut off", "a.csv: odd", "a.csv#4: odd: very | a.csv: odd"];
        assert_eq!(warnings.collect::<Vec<_>>(), expect);
    }
}
