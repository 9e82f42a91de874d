//! Drawing steps in, letters and their places out.

use std::rc::Rc;

use lopdf::{Dictionary, Document, Object};

use super::dictionary;
use super::font::Font;
use super::layout::PageWords;
use super::places::{IDENTITY, Matrix, PagePlace, numbers, then};
use super::shown::{Paint, Shown};

const DEEPEST_STATE: usize = 512;

/// The graphics state as far as it moves text.
#[derive(Clone, Default)]
pub(super) struct GraphicsState {
    pub(super) page: Matrix,
    pub(super) font: Option<Rc<Font>>,
    pub(super) size: f64,
    pub(super) paint: Paint,
    letter_spacing: f64,
    word_spacing: f64,
    stretch: f64,
    leading: f64,
    rise: f64,
}

#[derive(Default)]
pub(super) struct Stream<'a> {
    pub(super) resources: Vec<&'a Dictionary>,
    pub(super) state: GraphicsState,
    saved: Vec<GraphicsState>,
    text: Matrix,
    line: Matrix,
    pub(super) depth: usize,
    /// Stretches that it is in, and whether each is on a layer that is off.
    pub(super) layers: Vec<bool>,
}

impl<'a> Stream<'a> {
    pub(super) fn new(
        resources: Vec<&'a Dictionary>,
        page: Matrix,
        paint: Paint,
        depth: usize,
    ) -> Self {
        let state = GraphicsState { page, paint, stretch: 1.0, ..GraphicsState::default() };
        Self { resources, state, text: IDENTITY, line: IDENTITY, depth, ..Self::default() }
    }

    /// The nearest font or form of a name.
    pub(super) fn resource(
        &self,
        document: &'a Document,
        kind: &[u8],
        name: &[u8],
    ) -> Option<&'a Object> {
        self.resources
            .iter()
            .find_map(|resources| dictionary(resources, kind, document)?.get(name).ok())
    }

    pub(super) fn save_or_restore(&mut self, operator: &str) {
        if operator == "q" && self.saved.len() < DEEPEST_STATE {
            self.saved.push(self.state.clone());
        } else if operator == "Q"
            && let Some(state) = self.saved.pop()
        {
            self.state = state;
        }
    }

    /// Operators that only change where and how text is shown.
    pub(super) fn step(&mut self, operator: &str, operands: &[f64]) {
        match (operator, operands) {
            ("cm", [a, b, c, d, e, f]) => {
                self.state.page = then(&[*a, *b, *c, *d, *e, *f], &self.state.page);
            }
            ("BT", _) => (self.text, self.line) = (IDENTITY, IDENTITY),
            ("Tm", [a, b, c, d, e, f]) => {
                self.line = [*a, *b, *c, *d, *e, *f];
                self.text = self.line;
            }
            ("Td", [x, y]) => self.next_line(*x, *y),
            ("TD", [x, y]) => {
                self.state.leading = -y;
                self.next_line(*x, *y);
            }
            ("T*", _) => self.next_line(0.0, -self.state.leading),
            ("TL", [leading]) => self.state.leading = *leading,
            ("Tc", [spacing]) => self.state.letter_spacing = *spacing,
            ("Tw", [spacing]) => self.state.word_spacing = *spacing,
            ("Tz", [percent]) => self.state.stretch = percent / 100.0,
            ("Ts", [rise]) => self.state.rise = *rise,
            _ => {}
        }
    }

    fn next_line(&mut self, x: f64, y: f64) {
        self.line = then(&[1.0, 0.0, 0.0, 1.0, x, y], &self.line);
        self.text = self.line;
    }

    pub(super) fn show(&mut self, operator: &str, operands: &[Object], words: &mut PageWords) {
        if operator == "\""
            && let [word_spacing, letter_spacing] = numbers(operands)[..]
        {
            self.state.word_spacing = word_spacing;
            self.state.letter_spacing = letter_spacing;
        }
        if matches!(operator, "'" | "\"") {
            self.next_line(0.0, -self.state.leading);
        }
        let pieces = match operands.last() {
            Some(Object::Array(pieces)) => pieces,
            Some(Object::String(..)) => &operands[operands.len() - 1..],
            _ => return,
        };
        for piece in pieces {
            match piece {
                Object::String(bytes, _) => self.show_string(bytes, words),
                piece => {
                    let back = piece.as_float().map_or(0.0, f64::from) / 1000.0;
                    self.advance(-back * self.state.size * self.state.stretch);
                }
            }
        }
    }

    fn show_string(&mut self, bytes: &[u8], words: &mut PageWords) {
        let Some(font) = self.state.font.clone() else { return };
        for glyph in font.glyphs(bytes) {
            let state = &self.state;
            let (size, stretch) = (state.size, state.stretch);
            let scale = [size * stretch, 0.0, 0.0, size, 0.0, state.rise];
            let placed = then(&then(&scale, &self.text), &state.page);
            let place = PagePlace::new(&placed, glyph.width);
            let shown = match self.layers.contains(&true) {
                true => Shown::No,
                false => state.paint.shows(&place, place.size * font.scale, &words.page),
            };
            words.push(glyph.text, place, shown);
            let spacing =
                state.letter_spacing + f64::from(u8::from(glyph.is_space)) * state.word_spacing;
            self.advance((glyph.width * size + spacing) * stretch);
        }
    }

    fn advance(&mut self, along: f64) {
        self.text = then(&[1.0, 0.0, 0.0, 1.0, along, 0.0], &self.text);
    }
}
