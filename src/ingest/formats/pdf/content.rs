//! A page in, its words out: content streams are followed, fonts and forms looked up.

use std::rc::Rc;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};
use rustc_hash::FxHashMap;

use super::super::expansion::Refusal;
use super::font::Font;
use super::layout::{self, PageWords};
use super::places::{IDENTITY, Matrix, numbers, then};
use super::stream::Stream;
use super::{dictionary, list};

/// How deep forms may show forms.
const DEEPEST_FORM: usize = 8;
/// How deep pages may lie in the tree of pages.
const DEEPEST_PAGE: usize = 64;
/// Forms can show the same text again and again: a bound on the drawing steps of a file.
const MOST_OPERATIONS: usize = 100_000_000;
/// Bytes that no content is packed into, at most; if more are unpacked to nothing they are damaged.
const MOST_OF_NOTHING: usize = 64;
/// Reading a font takes a while; no letter is written in so many.
const MOST_FONTS: usize = 4096;

/// Reads page after page; fonts are kept from one to the next.
pub(super) struct Reader<'a> {
    document: &'a Document,
    /// By where the document keeps their dictionaries.
    fonts: FxHashMap<*const Dictionary, Rc<Font>>,
    limit: usize,
    n_bytes: usize,
    n_operations: usize,
    has_pictures: bool,
    /// Whether something of the page that is being read is lost.
    is_damaged: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(document: &'a Document, limit: usize) -> Self {
        Self {
            document,
            fonts: FxHashMap::default(),
            limit,
            n_bytes: 0,
            n_operations: 0,
            has_pictures: false,
            is_damaged: false,
        }
    }

    /// Whether a picture was shown so far; the pages of a scan are pictures.
    pub(super) fn has_pictures(&self) -> bool {
        self.has_pictures
    }

    /// Bytes that may still be unpacked.
    pub(super) fn left(&self) -> usize {
        self.limit.saturating_sub(self.n_bytes)
    }

    /// Counts steps and bytes of work on the file.
    pub(super) fn spend(&mut self, n_operations: usize, n_bytes: usize) -> Result<(), Refusal> {
        self.n_operations = self.n_operations.saturating_add(n_operations);
        self.n_bytes = self.n_bytes.saturating_add(n_bytes);
        if self.n_operations > MOST_OPERATIONS || self.n_bytes > self.limit {
            return Err(Refusal::TooLarge);
        }
        Ok(())
    }

    /// The words of a page in the order they are drawn, and whether nothing of the page is lost.
    pub(super) fn page(&mut self, page: ObjectId) -> Result<(PageWords, bool), Refusal> {
        let document = self.document;
        let mut words = PageWords::default();
        let content = document
            .get_page_content_with_limit(page, self.left())
            .map_err(|_| Refusal::TooLarge)?;
        self.is_damaged = self.lacks(page, &content);
        let stream = Stream::new(self.resources(page), IDENTITY, 0);
        self.follow(&content, stream, &mut words)?;
        Ok((words, !self.is_damaged))
    }

    /// What a page finds its fonts and forms in, the nearest first. Where a file is cut off, the node of
    /// the tree of pages that a page is in is often lost.
    fn resources(&self, page: ObjectId) -> Vec<&'a Dictionary> {
        let document = self.document;
        let page = document.get_dictionary(page).ok();
        std::iter::successors(page, |node| dictionary(node, b"Parent", document))
            .take(DEEPEST_PAGE)
            .filter_map(|node| dictionary(node, b"Resources", document))
            .collect()
    }

    /// Whether a page or some of its content is lost.
    fn lacks(&self, page: ObjectId, content: &[u8]) -> bool {
        let document = self.document;
        document.get_dictionary(page).is_err()
            || document.get_page_contents(page).iter().any(|part| {
                match document.get_object(*part).and_then(Object::as_stream) {
                    Ok(part) => {
                        content.trim_ascii().is_empty() && part.content.len() > MOST_OF_NOTHING
                    }
                    Err(_) => true,
                }
            })
    }

    fn follow(
        &mut self,
        content: &[u8],
        mut stream: Stream<'a>,
        words: &mut PageWords,
    ) -> Result<(), Refusal> {
        self.spend(0, content.len())?;
        let mut in_text = false;
        for operation in Content::decode_iter(content) {
            self.spend(1, 0)?;
            // What follows a damaged place is lost; what stands before it was read.
            let Ok(Operation { operator, operands }) = operation else {
                self.is_damaged = true;
                break;
            };
            match operator.as_str() {
                "BT" | "ET" => {
                    in_text = operator == "BT";
                    stream.step(&operator, &[]);
                }
                "BI" => self.has_pictures = true,
                "Tf" => self.choose_font(&mut stream, &operands),
                "Do" => self.form(&stream, &operands, words)?,
                "Tj" | "TJ" | "'" | "\"" => stream.show(&operator, &operands, words),
                "q" | "Q" => stream.save_or_restore(&operator),
                _ => stream.step(&operator, &numbers(&operands)),
            }
        }
        // What is packed can be cut off in the middle; what was unpacked of it ends there.
        self.is_damaged |= in_text;
        Ok(())
    }

    fn choose_font(&mut self, stream: &mut Stream<'a>, operands: &[Object]) {
        let [Object::Name(name), size] = operands else {
            return;
        };
        stream.state.size = size.as_float().map_or(0.0, f64::from);
        let document = self.document;
        stream.state.font = stream
            .resource(document, b"Font", name)
            .and_then(|font| document.dereference(font).ok())
            .and_then(|(_, font)| self.font(font.as_dict().ok()?));
        self.is_damaged |= stream.state.font.as_ref().is_none_or(|font| !font.is_whole());
    }

    /// A font that was met before is not read anew.
    fn font(&mut self, font: &'a Dictionary) -> Option<Rc<Font>> {
        let known = std::ptr::from_ref(font);
        if self.fonts.len() >= MOST_FONTS && !self.fonts.contains_key(&known) {
            return None;
        }
        let font =
            self.fonts.entry(known).or_insert_with(|| Rc::new(Font::new(font, self.document)));
        Some(Rc::clone(font))
    }

    /// Shows a form, which is a content stream of its own, or a picture.
    fn form(
        &mut self,
        stream: &Stream<'a>,
        operands: &[Object],
        words: &mut PageWords,
    ) -> Result<(), Refusal> {
        let document = self.document;
        let told = operands
            .first()
            .and_then(|name| name.as_name().ok())
            .and_then(|name| stream.resource(document, b"XObject", name));
        let shown = told
            .and_then(|shown| document.dereference(shown).ok())
            .and_then(|(_, shown)| shown.as_stream().ok());
        self.is_damaged |= told.is_some() && shown.is_none();
        let Some(shown) = shown else { return Ok(()) };
        match shown.dict.get(b"Subtype").and_then(Object::as_name) {
            Ok(b"Image") => self.has_pictures = true,
            Ok(b"Form") if stream.depth < DEEPEST_FORM => {
                self.follow_form(shown, stream, words)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The text of an annotation's appearance, which is a form outside the page's content.
    pub(super) fn drawn(
        &mut self,
        form: &'a lopdf::Stream,
        resources: Option<&'a Dictionary>,
    ) -> Result<String, Refusal> {
        let mut words = PageWords::default();
        let stream = Stream::new(resources.into_iter().collect(), IDENTITY, 0);
        self.follow_form(form, &stream, &mut words)?;
        let mut text = String::new();
        layout::write(&words, Vec::new(), 0, &mut text);
        Ok(text)
    }

    fn follow_form(
        &mut self,
        form: &'a lopdf::Stream,
        stream: &Stream<'a>,
        words: &mut PageWords,
    ) -> Result<(), Refusal> {
        let document = self.document;
        let Ok(content) = form.get_plain_content_with_limit(self.left()) else {
            return Ok(());
        };
        let matrix: Matrix = list(&form.dict, b"Matrix", document)
            .and_then(|matrix| numbers(matrix).try_into().ok())
            .unwrap_or(IDENTITY);
        let mut resources = stream.resources.clone();
        if let Some(own) = dictionary(&form.dict, b"Resources", document) {
            resources.insert(0, own);
        }
        let page = then(&matrix, &stream.state.page);
        let inner = Stream::new(resources, page, stream.depth + 1);
        self.follow(&content, inner, words)
    }
}
