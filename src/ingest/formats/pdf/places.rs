//! Where things stand on a page.

use lopdf::Object;

/// An affine map, as PDF writes it: `[a b c d e f]`.
pub(super) type Matrix = [f64; 6];
pub(super) const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// First `a`, then `b`.
pub(super) fn then(a: &Matrix, b: &Matrix) -> Matrix {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

pub(super) fn numbers(operands: &[Object]) -> Vec<f64> {
    operands.iter().filter_map(|operand| operand.as_float().ok()).map(f64::from).collect()
}

// Sizes below are in parts of the letters' size.

/// Base lines that differ less belong to one line: raised and lowered letters.
pub(super) const SAME_LINE: f64 = 0.4;
/// A letter drawn again so near is a shadow, not a second letter.
pub(super) const SHADOW: f64 = 0.08;
/// A word that covers so much of the same word before it is drawn again, to make it bold. Two equal
/// letters side by side, as in "ll", do not cover each other.
const SAME_WORD: f64 = 0.5;

/// An entry stands on the line of a letter that is not lower than so many letters below its top.
const BELOW_TOP: f64 = 2.0;
/// The same for its bottom: letters reach below their base line.
const BELOW_BOTTOM: f64 = 0.3;
/// Beside each other is nearer than above each other: labels stand far to the left, columns farther.
const ASIDE: f64 = 0.1;
/// Entries whose middles are in the same step of so many points are in one row.
const ROW: f64 = 6.0;

/// Where a character stands, turned so that it is read from left to right.
#[derive(Clone, Copy, Debug)]
pub(super) struct PagePlace {
    /// Quarter turns of the writing.
    pub(super) turn: u8,
    pub(super) start: f64,
    pub(super) end: f64,
    /// Height of the base line; greater is further up.
    pub(super) base: f64,
    pub(super) size: f64,
}

impl PagePlace {
    /// A glyph of `width` under the map from letters to page.
    pub(super) fn new(placed: &[f64; 6], width: f64) -> Self {
        let [a, b, c, d, x, y] = *placed;
        let turn = match (a.abs() >= b.abs(), a >= 0.0, b >= 0.0) {
            (true, true, _) => 0,
            (true, false, _) => 2,
            (false, _, true) => 1,
            (false, _, false) => 3,
        };
        let (start, base) = turned(turn, x, y);
        Self {
            turn,
            start,
            end: start + width * a.hypot(b),
            base,
            size: c.hypot(d).max(f64::MIN_POSITIVE),
        }
    }

    /// The part of the page that a word begins in: where it is drawn again, it begins in the same part
    /// or in one beside it.
    pub(super) fn cell(&self) -> (i64, i64) {
        let (across, up) = (self.start / self.most_shift(), self.base / (SAME_LINE * self.size));
        (across.round() as i64, up.round() as i64)
    }

    /// How far from a word the same word is still drawn again, not written again.
    fn most_shift(&self) -> f64 {
        (SAME_WORD * (self.end - self.start)).max(SHADOW * self.size)
    }

    pub(super) fn is_drawn_again(&self, other: &Self) -> bool {
        (self.start - other.start).abs() < self.most_shift() && self.is_on_line_of(other)
    }

    pub(super) fn is_on_line_of(&self, other: &Self) -> bool {
        self.turn == other.turn
            && (self.base - other.base).abs() < SAME_LINE * self.size.max(other.size)
    }
}

/// A point seen by who turns the page so that the writing is read from left to right.
fn turned(turn: u8, x: f64, y: f64) -> (f64, f64) {
    match turn {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}

/// Part of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    left: f64,
    right: f64,
    bottom: f64,
    top: f64,
}

impl Default for Rectangle {
    fn default() -> Self {
        Self::ALL
    }
}

impl Rectangle {
    /// From two corners that face each other.
    pub(super) fn new([x, y, other_x, other_y]: [f64; 4]) -> Self {
        Self {
            left: x.min(other_x),
            right: x.max(other_x),
            bottom: y.min(other_y),
            top: y.max(other_y),
        }
    }

    /// All that there may be.
    pub(super) const ALL: Self =
        Self { left: f64::MIN, right: f64::MAX, bottom: f64::MIN, top: f64::MAX };

    pub(super) fn is_empty(&self) -> bool {
        self.left >= self.right || self.bottom >= self.top
    }

    /// How high it is; a page that does not say so has no height.
    pub(super) fn height(&self) -> f64 {
        Some(self.top - self.bottom).filter(|height| height.is_finite()).unwrap_or(0.0)
    }

    /// The part of it that another one holds, too.
    pub(super) fn within(&self, other: &Self) -> Self {
        Self {
            left: self.left.max(other.left),
            right: self.right.min(other.right),
            bottom: self.bottom.max(other.bottom),
            top: self.top.min(other.top),
        }
    }

    /// What holds it and another one.
    pub(super) fn with(&self, other: &Self) -> Self {
        Self {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            bottom: self.bottom.min(other.bottom),
            top: self.top.max(other.top),
        }
    }

    /// Whether a letter stands in it, or reaches into it.
    pub(super) fn touches(&self, place: &PagePlace) -> bool {
        let size = place.size;
        place.start <= self.right
            && place.end >= self.left
            && place.base - size <= self.top
            && place.base + size >= self.bottom
    }

    pub(super) fn turned(&self, turn: u8) -> Self {
        let (left, bottom) = turned(turn, self.left, self.bottom);
        let (right, top) = turned(turn, self.right, self.top);
        Self::new([left, bottom, right, top])
    }

    pub(super) fn holds(&self, place: &PagePlace) -> bool {
        let middle = f64::midpoint(place.start, place.end);
        (self.left..=self.right).contains(&middle) && (self.bottom..=self.top).contains(&place.base)
    }

    /// How far down, in rows, and how far to the right.
    pub(super) fn reading_order(&self) -> (i64, f64) {
        let row = f64::midpoint(self.bottom, self.top) / ROW;
        (-(row.round() as i64), self.left)
    }

    /// How far a line is that stands beside the rectangle or above it.
    pub(super) fn distance(&self, line: &PagePlace) -> Option<f64> {
        let lowest = (self.top - BELOW_TOP * line.size).max(self.bottom - BELOW_BOTTOM * line.size);
        let aside = (line.start - self.right).max(self.left - line.end).max(0.0);
        (line.base >= lowest).then_some(line.base - lowest + ASIDE * aside)
    }
}
