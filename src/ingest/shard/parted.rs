//! A shard of many dockets in, a shard for each docket out.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{Item, ReadInput, Shard};
use crate::corpus::{DescriptionReader, Document, SetAside};
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
        let mut parting = Parting {
            numbers: BTreeMap::new(),
            parts: Vec::new(),
            owners: places_warned_of(&self),
        };
        let inputs = std::mem::take(&mut self.inputs);
        let mut items = parting.items(&mut self).into_iter();
        for input in &inputs {
            if input.n_items == 0 {
                let part = parting.number(None, &self);
                parting.parts[part].add_input(input);
            }
            for (part, item) in items.by_ref().take(input.n_items) {
                let part = &mut parting.parts[part];
                if part.inputs.last().is_none_or(|last| last.place != input.place) {
                    part.add_input(input);
                }
                part.items.push(item);
                if let Some(last) = part.inputs.last_mut() {
                    last.n_items += 1;
                }
            }
        }
        parting.warn(&self);
        parting.finish()
    }

    fn add_input(&mut self, input: &ReadInput) {
        self.inputs.push(ReadInput { n_items: 0, ..input.clone() });
    }
}

/// A shard that is being parted.
struct Parting {
    numbers: BTreeMap<Docket, usize>,
    parts: Vec<Shard>,
    /// Places that warnings may be about, and the part of what is there.
    owners: FxHashMap<String, Option<usize>>,
}

impl Parting {
    /// The number of a docket's part.
    fn number(&mut self, docket: Docket, whole: &Shard) -> usize {
        let next = self.parts.len();
        let number = *self.numbers.entry(docket).or_insert(next);
        if number == next {
            self.parts.push(Shard {
                name: whole.name.clone(),
                settings: whole.settings.clone(),
                has_answers: whole.has_answers,
                ..Shard::default()
            });
        }
        number
    }

    /// Moves documents and what was set aside into their parts. Tells the part of each item.
    fn items(&mut self, whole: &mut Shard) -> Vec<(usize, Item)> {
        let (mut documents, mut asides) =
            (self.documents(whole).into_iter(), self.asides(whole).into_iter());
        std::mem::take(&mut whole.items)
            .into_iter()
            .map(|item| {
                let part = match item {
                    Item::Document => documents.next(),
                    Item::Aside => asides.next(),
                };
                (part.expect("an item has what it stands for"), item)
            })
            .collect()
    }

    /// Copies go where their text goes.
    fn documents(&mut self, whole: &mut Shard) -> Vec<usize> {
        let texts = std::mem::take(&mut whole.texts);
        let mut places_of_texts: Vec<(usize, u32)> = Vec::with_capacity(texts.len());
        for text in texts {
            let docket = text.dockets.home().map(str::to_owned);
            let number = self.number(docket, whole);
            let part = &mut self.parts[number];
            places_of_texts.push((number, part.texts.len() as u32));
            part.texts.push(text);
        }
        let mut reader = DescriptionReader::new(&whole.descriptions);
        let mut places: Vec<(usize, usize)> = Vec::with_capacity(whole.entries.len());
        for mut entry in std::mem::take(&mut whole.entries) {
            let (number, text) = places_of_texts[entry.text as usize];
            let id = whole.ids.get(entry.id);
            let mut document = Document { id: id.to_owned(), ..Document::default() };
            reader.read_into(entry.description, &mut document);
            self.own(&document.source, number);
            let Shard { entries, ids, names, file, descriptions, .. } = &mut self.parts[number];
            file.see(&document.source);
            places.push((number, entries.len()));
            entry.relayer = entry.relayer.map(|name| names.number(whole.names.name(name)));
            (entry.id, entry.description) = (ids.push(id), descriptions.push(&document));
            entry.text = text;
            entries.push(entry);
        }
        for (entry, route) in whole.routes.each(&whole.names) {
            let (number, entry) = places[entry];
            let Shard { routes, names, .. } = &mut self.parts[number];
            routes.push(entry, &route, names);
        }
        places.into_iter().map(|(number, _)| number).collect()
    }

    fn asides(&mut self, whole: &mut Shard) -> Vec<usize> {
        let mut numbers = Vec::new();
        for aside in std::mem::take(&mut whole.set_aside) {
            let of_record = aside.attributes.as_ref().and_then(|record| record.dockets.home());
            let docket = of_record.map(str::to_owned).or_else(|| of_id(&aside));
            let number = self.number(docket, whole);
            self.own(&aside.source, number);
            let part = &mut self.parts[number];
            part.file.see(&aside.source);
            part.set_aside.push(aside);
            numbers.push(number);
        }
        numbers
    }

    /// Notes whose a place is, if it is warned of.
    fn own(&mut self, place: &str, number: usize) {
        if let Some(owner) = self.owners.get_mut(place) {
            *owner = Some(number);
        }
    }

    /// Gives warnings to those they are for.
    fn warn(&mut self, whole: &Shard) {
        for warning in &whole.warnings {
            let place = places(warning).filter(|place| self.owner(place).is_some()).last();
            for part in self.concerned(place.unwrap_or_default()) {
                part.warnings.push(warning.clone());
            }
        }
        for counts in &whole.refused_counts {
            for part in self.concerned(&counts.place) {
                part.refused_counts.push(counts.clone());
            }
        }
    }

    fn owner(&self, place: &str) -> Option<usize> {
        self.owners.get(place).copied().flatten()
    }

    /// The part that a place is in, or all of them where it is in none alone.
    fn concerned(&mut self, place: &str) -> &mut [Shard] {
        match self.owner(place) {
            Some(number) => std::slice::from_mut(&mut self.parts[number]),
            None => &mut self.parts,
        }
    }

    fn finish(mut self) -> BTreeMap<Docket, Shard> {
        self.parts.iter_mut().for_each(|part| part.descriptions.finish());
        self.numbers
            .into_iter()
            .map(|(docket, number)| (docket, std::mem::take(&mut self.parts[number])))
            .collect()
    }
}

/// The docket that the id of a record tells; nothing where it came without one.
fn of_id(aside: &SetAside) -> Docket {
    if aside.id == aside.source { None } else { docket_ids::of_comment(&aside.id) }
}

/// What warnings may begin with, as nobody's yet.
fn places_warned_of(whole: &Shard) -> FxHashMap<String, Option<usize>> {
    whole
        .warnings
        .iter()
        .flat_map(|warning| places(warning))
        .chain(whole.refused_counts.iter().map(|counts| &*counts.place))
        .map(|place| (place.to_owned(), None))
        .collect()
}

/// What may be the place of which a warning speaks: all that stands before a colon.
fn places(warning: &str) -> impl Iterator<Item = &str> {
    warning.match_indices(": ").map(|(at, _)| &warning[..at])
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use crate::corpus::{Corpus, Document, SetAside, Text};
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

    fn corpus(shard: Shard) -> Corpus {
        gather(vec![shard], &IngestConfig::default()).expect("a corpus")
    }

    /// What is in a corpus, by place.
    fn contents(
        corpus: &Corpus,
    ) -> (BTreeMap<String, (Document, Text)>, BTreeMap<String, SetAside>) {
        (
            corpus
                .records()
                .zip(corpus.ids())
                .map(|(document, id)| {
                    (document.source.clone(), (document, corpus.text(id).into_owned()))
                })
                .collect(),
            corpus
                .set_aside()
                .iter()
                .map(|aside| (aside.source.to_string(), aside.clone()))
                .collect(),
        )
    }

    #[test]
    fn everything_ends_in_one_docket() {
        let parts = shard().by_docket();
        let dockets: Vec<_> = parts.keys().map(Option::as_deref).collect();
        assert_eq!(dockets, [None, Some("EPA-2031-0001"), Some("FAA-2031-0007")]);
        let places = [
            ("b.jsonl#3", "a.csv#9 b.jsonl#4 c.jsonl"),
            ("a.csv#1 a.csv#2 a.csv#3 b.jsonl#1", "a.csv#6 a.csv#8"),
            ("a.csv#4 a.csv#5 b.jsonl#2", "a.csv#7"),
        ];
        for (part, expect) in parts.into_values().zip(places) {
            let (documents, asides) = contents(&corpus(part));
            let [documents, asides] =
                [documents.into_keys().collect::<Vec<_>>(), asides.into_keys().collect::<Vec<_>>()];
            assert_eq!((documents.join(" ").as_str(), asides.join(" ").as_str()), expect);
        }
    }

    #[test]
    fn parts_hold_what_the_whole_holds() {
        let whole = contents(&corpus(shard()));
        let (mut documents, mut aside) = (BTreeMap::new(), BTreeMap::new());
        for (docket, part) in shard().by_docket() {
            // As it comes back from the disk.
            let file = tempfile::NamedTempFile::new().expect("a file");
            part.write(&mut file.as_file()).expect("written");
            let part = Shard::read(file.path()).expect("a shard");
            assert!(!part.inputs.is_empty(), "{docket:?}");
            let (of_docket, aside_of_docket) = contents(&corpus(part));
            documents.extend(of_docket);
            aside.extend(aside_of_docket);
        }
        assert_eq!((documents, aside), whole);
    }

    #[test]
    fn warnings_go_where_they_belong() {
        let mut shard = shard();
        let warnings = ["a.csv#4: odd: very", "a.csv: odd", "b.jsonl#4: cut off"];
        shard.warnings = warnings.map(str::to_owned).to_vec();
        let parts = shard.by_docket();
        let warnings: Vec<_> = parts.into_values().map(|part| part.warnings).collect();
        let expect: [&[&str]; 3] = [
            &["a.csv: odd", "b.jsonl#4: cut off"],
            &["a.csv: odd"],
            &["a.csv#4: odd: very", "a.csv: odd"],
        ];
        assert_eq!(warnings, expect);
    }
}
