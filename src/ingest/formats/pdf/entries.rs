//! What was written on a page in, put among the page's lines where it stands.

use super::layout::{PageLine, PagePlace, turned};

/// An entry stands on the line of a letter that is not lower than so many letters below its top.
const BELOW_TOP: f64 = 2.0;
/// The same for its bottom: letters reach below their base line.
const BELOW_BOTTOM: f64 = 0.3;
/// Beside each other is nearer than above each other: labels stand far to the left, columns farther.
const ASIDE: f64 = 0.1;
/// Entries whose middles are in the same step of so many points are in one row.
const ROW: f64 = 6.0;

/// Something written into a field or onto the page.
pub(super) struct Entry {
    text: String,
    /// None where no page shows it.
    place: Option<Rectangle>,
}

impl Entry {
    pub(super) fn new(name: &str, text: &str, place: Option<Rectangle>) -> Self {
        let text = match name.trim_end_matches(':') {
            "" => text.to_owned(),
            name => format!("{name}: {text}"),
        };
        Self { text, place }
    }
}

/// Part of a page.
#[derive(Clone, Copy)]
pub(super) struct Rectangle {
    left: f64,
    right: f64,
    bottom: f64,
    top: f64,
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
    fn reading_order(&self) -> (i64, f64) {
        let row = f64::midpoint(self.bottom, self.top) / ROW;
        (-(row.round() as i64), self.left)
    }

    /// How far a line is that stands beside the rectangle or above it.
    fn distance(&self, line: &PagePlace) -> Option<f64> {
        let lowest = (self.top - BELOW_TOP * line.size).max(self.bottom - BELOW_BOTTOM * line.size);
        let aside = (line.start - self.right).max(self.left - line.end).max(0.0);
        (line.base >= lowest).then_some(line.base - lowest + ASIDE * aside)
    }
}

/// Puts each entry behind the line that it stands at; what has no place on the page comes last.
pub(super) fn insert(entries: Vec<Entry>, lines: &mut Vec<PageLine>) {
    let Some(turn) = entries.first().map(|_| lines.first().map_or(0, |line| line.place.turn))
    else {
        return;
    };
    let mut placed: Vec<_> = entries
        .into_iter()
        .map(|entry| {
            let place = entry.place.map(|place| place.turned(turn));
            // The number of lines before the entry.
            let behind = place.map_or(lines.len(), |place| n_before(&place, turn, lines));
            let order = place.map_or((i64::MAX, 0.0), |place| place.reading_order());
            (behind, order, entry.text)
        })
        .collect();
    placed.sort_by(|(a, (a_row, a_left), _), (b, (b_row, b_left), _)| {
        a.cmp(b).then(a_row.cmp(b_row)).then(a_left.total_cmp(b_left))
    });
    let mut placed = placed.into_iter().peekable();
    let page = std::mem::take(lines);
    for (index, line) in page.into_iter().map(Some).chain([None]).enumerate() {
        while let Some((.., text)) = placed.next_if(|(behind, ..)| *behind <= index) {
            lines.push(PageLine::entry(text));
        }
        lines.extend(line);
    }
}

fn n_before(place: &Rectangle, turn: u8, lines: &[PageLine]) -> usize {
    let nearest = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.place.turn == turn)
        .filter_map(|(index, line)| Some((index, place.distance(&line.place)?)))
        .min_by(|(_, a), (_, b)| a.total_cmp(b));
    nearest.map_or(0, |(index, _)| index + 1)
}
