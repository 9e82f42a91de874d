//! What of a page is shown: words on layers that are off, outside the page or what it is clipped to, in no size or in the
//! color of the paper are nobody's statement.

use lopdf::{Dictionary, Document, Object, ObjectId};
use rustc_hash::FxHashSet;

use super::places::{Matrix, PagePlace, Rectangle, numbers};
use super::{dictionary, list};

/// Letters that are lower than this part of the page are too small to be read: two points on paper.
const SMALLEST: f64 = 1.0 / 400.0;
/// A part of all light from which on paper is white.
const WHITE: f64 = 0.99;
/// Ways of drawing letters without a trace: of scans' recognized text, and to clip by.
const TRACELESS: [i64; 2] = [3, 7];

/// Layers, which a reader may turn on and off.
pub(super) struct Layers<'a> {
    document: &'a Document,
    off: FxHashSet<ObjectId>,
}

impl<'a> Layers<'a> {
    pub(super) fn new(document: &'a Document) -> Self {
        let told = document
            .catalog()
            .ok()
            .and_then(|catalog| dictionary(catalog, b"OCProperties", document));
        let usual = told.and_then(|told| dictionary(told, b"D", document));
        let ids = |within: Option<&'a Dictionary>, key: &[u8]| -> Vec<ObjectId> {
            let all = within.and_then(|within| list(within, key, document)).unwrap_or_default();
            all.iter().filter_map(|layer| layer.as_reference().ok()).collect()
        };
        let is_off = usual
            .and_then(|usual| usual.get_deref(b"BaseState", document).ok()?.as_name().ok())
            .is_some_and(|state| state == b"OFF");
        let mut off: FxHashSet<ObjectId> =
            if is_off { ids(told, b"OCGs").into_iter().collect() } else { FxHashSet::default() };
        for on in ids(usual, b"ON") {
            off.remove(&on);
        }
        off.extend(ids(usual, b"OFF"));
        Self { document, off }
    }

    /// Whether what belongs to a layer, or to several, is not shown.
    pub(super) fn hide(&self, layer: &Object) -> bool {
        if let Ok(id) = layer.as_reference()
            && self.off.contains(&id)
        {
            return true;
        }
        let several = self.document.dereference(layer).ok();
        let Some(several) = several.and_then(|(_, own)| own.as_dict().ok()) else { return false };
        let one = several.get(b"OCGs").map(std::slice::from_ref).unwrap_or_default();
        let mut are_off = list(several, b"OCGs", self.document)
            .unwrap_or(one)
            .iter()
            .filter_map(|group| Some(self.off.contains(&group.as_reference().ok()?)))
            .peekable();
        if are_off.peek().is_none() {
            return false;
        }
        match several.get(b"P").and_then(Object::as_name).unwrap_or(b"AnyOn") {
            b"AllOn" => are_off.any(|is_off| is_off),
            b"AnyOff" => !are_off.any(|is_off| is_off),
            b"AllOff" => are_off.any(|is_off| !is_off),
            _ => are_off.all(|is_off| is_off),
        }
    }
}

/// The part of a page that is shown, where it says so.
pub(super) fn page_box<'a>(
    lineage: &(impl Iterator<Item = &'a Dictionary> + Clone),
    document: &'a Document,
) -> Rectangle {
    let told = [b"MediaBox".as_slice(), b"CropBox"].into_iter().filter_map(|key| {
        let corners = lineage.clone().find_map(|node| list(node, key, document))?;
        Some(Rectangle::new(numbers(corners).try_into().ok()?)).filter(|own| !own.is_empty())
    });
    told.fold(Rectangle::ALL, |shown, own| shown.within(&own))
}

/// How letters are drawn at a place of a content stream.
#[derive(Clone, Default)]
pub(super) struct Paint {
    /// What is drawn outside of it is not shown.
    clip: Rectangle,
    /// The path that is being made.
    path: Option<Rectangle>,
    is_clipping: bool,
    is_white: bool,
    is_clear: bool,
    mode: i64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    Yes,
    /// It leaves no trace, as the recognized text of a scan does.
    Traceless,
    White,
    No,
}

impl Paint {
    pub(super) fn new(clip: Rectangle) -> Self {
        Self { clip, ..Self::default() }
    }

    /// Steps that change how something is drawn. Whether it is a surface in a color.
    pub(super) fn step(&mut self, operator: &str, operands: &[f64], page: &Matrix) -> bool {
        match (operator, operands) {
            ("re", [x, y, width, height]) => {
                for corner in [(0.0, 0.0), (*width, 0.0), (0.0, *height), (*width, *height)] {
                    self.reach(x + corner.0, y + corner.1, page);
                }
            }
            ("m" | "l" | "c" | "v" | "y", points) => {
                points.chunks_exact(2).for_each(|point| self.reach(point[0], point[1], page));
            }
            ("W" | "W*", _) => self.is_clipping = true,
            ("n" | "S" | "s" | "f" | "F" | "f*" | "B" | "B*" | "b" | "b*", _) => {
                let path = self.path.take();
                if std::mem::take(&mut self.is_clipping) {
                    self.clip = self.clip.within(&path.unwrap_or(self.clip));
                }
                return !self.is_white && !matches!(operator, "n" | "S" | "s");
            }
            ("sh", _) => return true,
            ("g", [gray]) => self.is_white = *gray > WHITE,
            ("rg" | "sc" | "scn", [red, green, blue]) => {
                self.is_white = red.min(*green).min(*blue) > WHITE;
            }
            ("k" | "sc" | "scn", inks @ [_, _, _, _]) => {
                self.is_white = inks.iter().all(|ink| *ink < 1.0 - WHITE);
            }
            ("cs" | "sc" | "scn", _) => self.is_white = false,
            ("Tr", [mode]) => self.mode = *mode as i64,
            _ => {}
        }
        false
    }

    fn reach(&mut self, x: f64, y: f64, page: &Matrix) {
        let (right, up) =
            (x * page[0] + y * page[2] + page[4], x * page[1] + y * page[3] + page[5]);
        let point = Rectangle::new([right, up, right, up]);
        self.path = Some(self.path.map_or(point, |path| path.with(&point)));
    }

    /// What a set of ways to draw says of how much of the letters is seen.
    pub(super) fn set(&mut self, ways: &Dictionary, document: &Document) {
        if let Ok(alpha) = ways.get_deref(b"ca", document).and_then(Object::as_float) {
            self.is_clear = f64::from(alpha) < 1.0 - WHITE;
        }
    }

    /// Whether a letter at a place is shown, whose size on the page is told.
    pub(super) fn shows(&self, place: &PagePlace, size: f64, page: &Rectangle) -> Shown {
        if self.is_clear
            || size < SMALLEST * page.height()
            || !self.clip.turned(place.turn).touches(place)
        {
            Shown::No
        } else if TRACELESS.contains(&self.mode) {
            Shown::Traceless
        } else if self.is_white && self.mode % 4 == 0 {
            Shown::White
        } else {
            Shown::Yes
        }
    }
}
