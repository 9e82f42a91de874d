//! A page's annotations in, what people wrote on it out: the entries of a form's fields, and notes
//! typed onto the page.
//!
//! Neither is part of the page's own content: without them all filled copies of a form are alike.

use lopdf::{DecompressError, Dictionary, Document, Error, Object, ObjectId};
use rustc_hash::FxHashSet;

use super::super::expansion::Refusal;
use super::content::Reader;
use super::layout::{Entry, PageWords, letters};
use super::places::{Rectangle, numbers};
use super::{dictionary, list, utf16};
use crate::ingest::decode::with_line_feeds;
use crate::ingest::patterns::WordSet;

/// Marks on a page beside which people write remarks.
static REMARKS: WordSet = WordSet::new("marks with remarks");
/// How deep fields may lie in fields, from which they inherit.
const DEEPEST_FIELD: usize = 32;
/// The longest known form has some 2,000 fields.
const MOST_FIELDS: usize = 100_000;
/// Of a field's flags: the entry is a password.
const IS_PASSWORD: i64 = 1 << 13;
/// Of a field's flags: the button holds nothing, it does something.
const IS_PUSH_BUTTON: i64 = 1 << 16;
/// Of an annotation's flags: it is not shown.
const IS_HIDDEN: i64 = 1 << 1;

/// The document's form, as it is gone through page by page.
pub(super) struct Form<'a> {
    document: &'a Document,
    /// The form's dictionary, where the document has a form.
    pub(super) form: Option<&'a Dictionary>,
    /// Fields whose entry was read, by where the document keeps them: a field can be shown again.
    read: FxHashSet<*const Dictionary>,
    /// Fields to be filled so far.
    pub(super) n_fields: usize,
    /// Counts the work on the file, and reads what annotations draw.
    pub(super) reader: Reader<'a>,
}

impl<'a> Form<'a> {
    pub(super) fn new(document: &'a Document, reader: Reader<'a>) -> Self {
        let catalog = document.catalog().ok();
        let form = catalog.and_then(|catalog| dictionary(catalog, b"AcroForm", document));
        Self { document, form, read: FxHashSet::default(), n_fields: 0, reader }
    }

    /// What was written on a page, but for what the page itself shows at the same place.
    pub(super) fn entries(
        &mut self,
        page: ObjectId,
        words: &PageWords,
    ) -> Result<Vec<Entry>, Refusal> {
        let mut entries = Vec::new();
        for annotation in self.document.get_page_annotations(page).unwrap_or_default() {
            self.reader.spend(1, 0)?;
            let (name, text) = match self.name(annotation, b"Subtype") {
                b"Widget" => self.entry(annotation)?,
                b"FreeText" if !self.is_hidden(annotation) => {
                    (String::new(), self.note(annotation)?)
                }
                kind if str::from_utf8(kind).is_ok_and(|kind| REMARKS.contains(kind))
                    && !self.is_hidden(annotation) =>
                {
                    // An answer that only sets a state is "Accepted".
                    let is_state = annotation.has(b"StateModel");
                    let remark = self.value(annotation, b"Contents").filter(|_| !is_state);
                    (String::new(), self.text(remark)?)
                }
                _ => continue,
            };
            if text.is_empty() {
                continue;
            }
            let place = self.value(annotation, b"Rect").and_then(rectangle);
            let shown = place.map_or(String::new(), |place| words.letters_in(&place));
            self.reader.spend(words.words.len() + shown.len(), 0)?;
            let own = letters(&text);
            // As after a form was printed.
            let is_shown = !own.is_empty() && shown.contains(&own);
            if !is_shown {
                entries.push(Entry::of(&name, text, place));
            }
        }
        Ok(entries)
    }

    /// The entries of fields that no page shows.
    pub(super) fn unplaced(&mut self) -> Result<Vec<Entry>, Refusal> {
        let mut entries = Vec::new();
        let fields = self.form.map_or(Vec::new(), |form| self.kids(form, b"Fields"));
        for node in self.nodes(fields)? {
            if self.kids(node, b"Kids").is_empty() {
                let (name, text) = self.entry(node)?;
                entries.extend((!text.is_empty()).then(|| Entry::of(&name, text, None)));
            }
        }
        Ok(entries)
    }

    /// The nodes of a tree from its first ones down, in the order of the document, each once.
    fn nodes(&mut self, mut open: Vec<&'a Dictionary>) -> Result<Vec<&'a Dictionary>, Refusal> {
        let (mut nodes, mut met) = (Vec::new(), FxHashSet::default());
        open.reverse();
        while let Some(node) = open.pop() {
            self.reader.spend(1, 0)?;
            if met.len() > MOST_FIELDS {
                return Err(Refusal::TooLarge);
            }
            if met.insert(std::ptr::from_ref(node)) {
                nodes.push(node);
                open.extend(self.kids(node, b"Kids").into_iter().rev());
            }
        }
        Ok(nodes)
    }

    /// The names of files that are embedded in the document, and of those that hang on a page.
    pub(super) fn embedded(&mut self, pages: &[ObjectId]) -> Result<Vec<String>, Refusal> {
        let document = self.document;
        let mut files = Vec::new();
        for page in pages {
            for annotation in document.get_page_annotations(*page).unwrap_or_default() {
                self.reader.spend(1, 0)?;
                files.extend(dictionary(annotation, b"FS", document));
            }
        }
        let names =
            document.catalog().ok().and_then(|catalog| dictionary(catalog, b"Names", document));
        let listed = names.and_then(|names| dictionary(names, b"EmbeddedFiles", document));
        for node in self.nodes(Vec::from_iter(listed))? {
            files.extend(self.kids(node, b"Names"));
        }
        let mut told = Vec::new();
        for file in files {
            let name = self.text(self.value(file, b"UF").or_else(|| self.value(file, b"F")))?;
            told.push(if name.is_empty() { "a file without a name".to_owned() } else { name });
        }
        told.sort_unstable();
        told.dedup();
        Ok(told)
    }

    fn kids(&self, node: &'a Dictionary, key: &[u8]) -> Vec<&'a Dictionary> {
        list(node, key, self.document)
            .into_iter()
            .flatten()
            .filter_map(|kid| self.document.dereference(kid).ok()?.1.as_dict().ok())
            .collect()
    }

    /// The name and the entry of the field that a widget shows. Empty where nothing was entered, or
    /// where the entry was read before.
    fn entry(&mut self, widget: &'a Dictionary) -> Result<(String, String), Refusal> {
        let none = (String::new(), String::new());
        let lineage = self.lineage(widget);
        let flags = self.inherited(&lineage, b"Ff").and_then(|flags| flags.as_i64().ok());
        let kind = self.inherited(&lineage, b"FT").and_then(|kind| kind.as_name().ok());
        let is_button = kind == Some(b"Btn");
        let unread = if is_button { IS_PUSH_BUTTON } else { IS_PASSWORD };
        if !matches!(kind, Some(b"Tx" | b"Ch" | b"Btn"))
            || flags.is_some_and(|flags| flags & unread != 0)
        {
            return Ok(none);
        }
        let named = lineage.iter().find(|node| node.has(b"T"));
        let field = std::ptr::from_ref(*named.unwrap_or(&widget));
        if self.is_hidden(widget) || self.read.contains(&field) {
            return Ok(none);
        }
        let value = match self.inherited(&lineage, b"V") {
            None if is_button => self.value(widget, b"AS"),
            value => value,
        };
        let options = self
            .inherited(&lineage, b"Opt")
            .and_then(|options| options.as_array().ok())
            .map_or(&[][..], Vec::as_slice);
        let mut text = self.chosen(value, options, is_button)?;
        if text.is_empty() && !is_button {
            text = self.appearance(widget)?;
        }
        let mut name = named.map_or(Ok(String::new()), |node| self.field_name(node))?;
        name.truncate(name.trim_end_matches(':').len());
        self.n_fields += 1;
        if self.n_fields > MOST_FIELDS {
            return Err(Refusal::TooLarge);
        }
        if !text.is_empty() {
            self.read.insert(field);
        }
        Ok((name, text))
    }

    /// A field, then the fields it lies in, from which it inherits.
    fn lineage(&self, widget: &'a Dictionary) -> Vec<&'a Dictionary> {
        std::iter::successors(Some(widget), |node| dictionary(node, b"Parent", self.document))
            .take(DEEPEST_FIELD)
            .collect()
    }

    fn inherited(&self, lineage: &[&'a Dictionary], key: &[u8]) -> Option<&'a Object> {
        lineage.iter().find_map(|node| self.value(node, key))
    }

    /// The name that a form shows people, or the one that it has for programs.
    fn field_name(&mut self, field: &'a Dictionary) -> Result<String, Refusal> {
        let shown = self.text(self.value(field, b"TU"))?;
        if !shown.is_empty() {
            return Ok(shown);
        }
        let name = self.text(self.value(field, b"T"))?;
        // Forms made with XFA in mind number all their fields: "Name[0]".
        let stem = name.split('[').next().unwrap_or_default();
        Ok(stem.to_owned())
    }

    /// A value as the form shows it: of buttons the state, of choices what stands in the list.
    fn chosen(
        &mut self,
        value: Option<&'a Object>,
        options: &'a [Object],
        is_button: bool,
    ) -> Result<String, Refusal> {
        let values = match value {
            Some(Object::Array(values)) => values.as_slice(),
            Some(value) => std::slice::from_ref(value),
            None => return Ok(String::new()),
        };
        let mut texts = Vec::new();
        for value in values {
            let text = match value {
                Object::Name(state) if state == b"Off" => continue,
                Object::Name(state) => {
                    self.reader.spend(0, state.len())?;
                    String::from_utf8_lossy(state).into_owned()
                }
                value => self.text(Some(value))?,
            };
            self.reader.spend(options.len(), 0)?;
            let option = if is_button {
                text.parse().ok().and_then(|n: usize| options.get(n))
            } else {
                options.iter().find_map(|option| self.shown_for(option, value))
            };
            texts.push(match option {
                Some(option) => self.text(Some(option))?,
                None => text,
            });
        }
        texts.retain(|text| !text.is_empty());
        Ok(texts.join(", "))
    }

    /// The second of `[value shown]`, where the first is the value.
    fn shown_for(&self, option: &'a Object, value: &Object) -> Option<&'a Object> {
        let pair = self.document.dereference(option).ok()?.1.as_array().ok()?;
        let [own, shown] = pair.as_slice() else { return None };
        (own.as_str().ok()? == value.as_str().ok()?).then_some(shown)
    }

    fn note(&mut self, annotation: &'a Dictionary) -> Result<String, Refusal> {
        let text = self.text(self.value(annotation, b"Contents"))?;
        if text.is_empty() {
            return self.appearance(annotation);
        }
        Ok(text)
    }

    /// The text that an annotation is drawn with.
    fn appearance(&mut self, annotation: &'a Dictionary) -> Result<String, Refusal> {
        let drawn = dictionary(annotation, b"AP", self.document)
            .and_then(|looks| self.value(looks, b"N")?.as_stream().ok());
        let resources = self.form.and_then(|form| dictionary(form, b"DR", self.document));
        drawn.map_or(Ok(String::new()), |drawn| self.reader.drawn(drawn, resources))
    }

    /// A text string or a stream of one.
    fn text(&mut self, value: Option<&'a Object>) -> Result<String, Refusal> {
        let text = match value.and_then(|value| self.document.dereference(value).ok()) {
            Some((_, Object::String(bytes, _))) => {
                self.reader.spend(0, bytes.len())?;
                decoded(bytes)
            }
            Some((_, Object::Stream(stream))) => {
                let bytes = match stream.get_plain_content_with_limit(self.reader.left()) {
                    Err(Error::Decompress(DecompressError::MemoryLimitExceeded { .. })) => {
                        return Err(Refusal::TooLarge);
                    }
                    bytes => bytes.unwrap_or_default(),
                };
                self.reader.spend(0, bytes.len())?;
                decoded(&bytes)
            }
            _ => return Ok(String::new()),
        };
        Ok(with_line_feeds(text).trim().to_owned())
    }

    fn value(&self, node: &'a Dictionary, key: &[u8]) -> Option<&'a Object> {
        node.get_deref(key, self.document).ok()
    }

    fn name(&self, node: &'a Dictionary, key: &[u8]) -> &'a [u8] {
        self.value(node, key).and_then(|name| name.as_name().ok()).unwrap_or_default()
    }

    fn is_hidden(&self, annotation: &'a Dictionary) -> bool {
        self.value(annotation, b"F")
            .is_some_and(|flags| flags.as_i64().is_ok_and(|flags| flags & IS_HIDDEN != 0))
    }
}

/// A text string: UTF-16 or UTF-8 with a mark before it, or PDF's own code of one byte.
fn decoded(bytes: &[u8]) -> String {
    match bytes {
        [0xFE, 0xFF, text @ ..] => utf16(text, u16::from_be_bytes),
        [0xFF, 0xFE, text @ ..] => utf16(text, u16::from_le_bytes),
        [0xEF, 0xBB, 0xBF, text @ ..] => String::from_utf8_lossy(text).into_owned(),
        _ => lopdf::decode_text_string(&Object::string_literal(bytes)).unwrap_or_default(),
    }
}

fn rectangle(corners: &Object) -> Option<Rectangle> {
    Some(Rectangle::new(numbers(corners.as_array().ok()?).try_into().ok()?))
}
