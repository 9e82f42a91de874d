//! A page in, its words out: content streams are followed, fonts and forms looked up.

use std::rc::Rc;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Document, Object, ObjectId};
use rustc_hash::FxHashMap;

use super::super::expansion::Refusal;
use super::font::Font;
use super::layout::{self, PageWords};
use super::places::{IDENTITY, Matrix, Rectangle, numbers, then};
use super::shown::{self, Layers, Paint};
use super::stream::{GraphicsState, Stream};
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
    /// Whether a picture was shown so far; the pages of a scan are pictures.
    pub(super) has_pictures: bool,
    /// Whether the page that is being read has shown a picture, or a surface in a color.
    has_ground: bool,
    page_has_picture: bool,
    layers: Layers<'a>,
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
            has_ground: false,
            page_has_picture: false,
            layers: Layers::new(document),
            is_damaged: false,
        }
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
        let shown = shown::page_box(&self.lineage(page), document);
        let mut words = PageWords::on(shown);
        (self.has_ground, self.page_has_picture) = (false, false);
        let content = document
            .get_page_content_with_limit(page, self.left())
            .map_err(|_| Refusal::TooLarge)?;
        self.is_damaged = self.lacks(page, &content);
        let resources = self
            .lineage(page)
            .filter_map(|node| dictionary(node, b"Resources", document))
            .collect();
        self.follow(&content, Stream::new(resources, IDENTITY, Paint::new(shown), 0), &mut words)?;
        words.leave_out_hidden(self.page_has_picture);
        Ok((words, !self.is_damaged))
    }

    /// A page and the nodes of the tree of pages that it is in, from which it inherits. Where a file is cut off, they are
    /// often lost.
    fn lineage(&self, page: ObjectId) -> impl Iterator<Item = &'a Dictionary> + Clone + use<'a> {
        let document = self.document;
        let page = document.get_dictionary(page).ok();
        std::iter::successors(page, move |node| dictionary(node, b"Parent", document))
            .take(DEEPEST_PAGE)
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
                "BI" => self.see_picture(),
                "BDC" | "BMC" => self.begin_stretch(&mut stream, &operands),
                "EMC" => _ = stream.layers.pop(),
                "gs" => self.set_paint(&mut stream, &operands),
                "Tf" => self.choose_font(&mut stream, &operands),
                "Do" => self.form(&stream, &operands, words)?,
                "Tj" | "TJ" | "'" | "\"" => {
                    words.has_ground = self.has_ground;
                    stream.show(&operator, &operands, words);
                }
                "q" | "Q" => stream.save_or_restore(&operator),
                _ => {
                    let operands = numbers(&operands);
                    let GraphicsState { paint, page, .. } = &mut stream.state;
                    self.has_ground |= paint.step(&operator, &operands, page);
                    stream.step(&operator, &operands);
                }
            }
        }
        // What is packed can be cut off in the middle; what was unpacked of it ends there.
        self.is_damaged |= in_text;
        Ok(())
    }

    fn see_picture(&mut self) {
        (self.has_pictures, self.has_ground, self.page_has_picture) = (true, true, true);
    }

    /// A stretch of the content begins, which may be on a layer.
    fn begin_stretch(&self, stream: &mut Stream<'a>, operands: &[Object]) {
        let layer = match operands {
            [Object::Name(kind), Object::Name(name)] if kind == b"OC" => {
                stream.resource(self.document, b"Properties", name)
            }
            _ => None,
        };
        stream.layers.push(layer.is_some_and(|layer| self.layers.hide(layer)));
    }

    fn set_paint(&self, stream: &mut Stream<'a>, operands: &[Object]) {
        let document = self.document;
        let ways = operands
            .first()
            .and_then(|name| stream.resource(document, b"ExtGState", name.as_name().ok()?))
            .and_then(|ways| document.dereference(ways).ok()?.1.as_dict().ok());
        if let Some(ways) = ways {
            stream.state.paint.set(ways, document);
        }
    }

    fn choose_font(&mut self, stream: &mut Stream<'a>, operands: &[Object]) {
        let [Object::Name(name), size] = operands else { return };
        stream.state.size = size.as_float().map_or(0.0, f64::from);
        let document = self.document;
        stream.state.font = stream
            .resource(document, b"Font", name)
            .and_then(|font| document.dereference(font).ok())
            .and_then(|(_, font)| self.font(font.as_dict().ok()?));
        self.is_damaged |= stream.state.font.as_ref().is_none_or(|font| !font.is_whole);
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
            Ok(b"Image") => self.see_picture(),
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
        let paint = Paint::new(Rectangle::ALL);
        let stream = Stream::new(resources.into_iter().collect(), IDENTITY, paint, 0);
        self.follow_form(form, &stream, &mut words)?;
        let mut text = String::new();
        layout::write(&layout::lines(&layout::rows(&words), 0), &[], &mut text);
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
            self.is_damaged = true;
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
        let mut inner = Stream::new(resources, page, stream.state.paint.clone(), stream.depth + 1);
        let is_off = form.dict.get(b"OC").is_ok_and(|layer| self.layers.hide(layer));
        inner.layers = vec![is_off || stream.layers.contains(&true)];
        self.follow(&content, inner, words)
    }
}
