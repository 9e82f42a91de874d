//! Two columns that were drawn line by line across both: what is read is the left one, then the right one.

use super::layout::Word;

/// A gap is so much wider than letters are high; words are nearer.
const NARROWEST_GAP: f64 = 0.8;
/// A line of a column is not further below the last one than so many letters are high; an empty line may be between.
const NEXT_LINE: f64 = 3.5;
/// Lines that both columns have, at the least.
const FEWEST_LINES: usize = 5;
/// A line of a column is as long as so much of the longest, on the average: the cells of a table are not.
const LEAST_FILL: f64 = 0.6;
/// Words of a line of a column on the average.
const FEWEST_WORDS: usize = 3;

/// Rows of words, and the rows that they become; a row across both columns ends them.
pub(super) fn parted(rows: Vec<Vec<&Word>>) -> Vec<Vec<&Word>> {
    let Some(gutter) = gutter(&rows) else { return rows };
    let first = rows.iter().position(|row| halves(row, gutter).is_some());
    let last = rows.iter().rposition(|row| halves(row, gutter).is_some());
    let mut parted: Vec<Vec<&Word>> = Vec::new();
    let (mut left, mut right): (Vec<Vec<&Word>>, Vec<Vec<&Word>>) = (Vec::new(), Vec::new());
    for (index, row) in rows.into_iter().enumerate() {
        let goes_on = left.last().is_some_and(|above| {
            above[0].place.base - row[0].place.base < NEXT_LINE * row[0].place.size
        });
        match split(&row, gutter) {
            Some(at)
                if Some(index) >= first && (Some(index) <= last || at == row.len() && goes_on) =>
            {
                let (own, beside) = row.split_at(at);
                left.extend((!own.is_empty()).then(|| own.to_vec()));
                right.extend((!beside.is_empty()).then(|| beside.to_vec()));
            }
            _ => {
                parted.append(&mut left);
                parted.append(&mut right);
                parted.push(row);
            }
        }
    }
    [parted, left, right].concat()
}

/// How many words of a row stand left of the gutter; none where one stands in it.
fn split(row: &[&Word], gutter: f64) -> Option<usize> {
    let at = row.iter().take_while(|word| word.place.end <= gutter).count();
    row[at..].iter().all(|word| word.place.start >= gutter).then_some(at)
}

/// The words of a row left and right of the gutter, where there are some of each.
fn halves<'a, 'b>(row: &'a [&'b Word], gutter: f64) -> Option<[&'a [&'b Word]; 2]> {
    let (left, right) = row.split_at(split(row, gutter)?);
    (!left.is_empty() && !right.is_empty()).then_some([left, right])
}

/// Where the gap between two columns is, if there are two.
fn gutter(rows: &[Vec<&Word>]) -> Option<f64> {
    let mut gaps: Vec<(f64, f64)> = Vec::new();
    let mut n_wide = 0;
    for row in rows {
        let wide: Vec<(f64, f64)> = row
            .windows(2)
            .map(|pair| (pair[0].place.end, pair[1].place.start))
            .filter(|(end, start)| start - end > NARROWEST_GAP * row[0].place.size)
            .collect();
        n_wide += wide.len();
        gaps.extend(wide.into_iter().max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0))));
    }
    // The cells of a table have several gaps in a row.
    if gaps.len() < FEWEST_LINES || n_wide > gaps.len() + gaps.len() / 2 {
        return None;
    }
    let mut ends: Vec<f64> = gaps.iter().map(|(_, start)| *start).collect();
    ends.sort_unstable_by(f64::total_cmp);
    let gutter = ends[ends.len() / 2] - 1.0;
    let halves: Vec<_> = rows.iter().filter_map(|row| halves(row, gutter)).collect();
    let n_crossed = rows.iter().filter(|row| split(row, gutter).is_none()).count();
    let are_columns = halves.len() >= FEWEST_LINES
        && halves.len() > n_crossed
        && [0, 1].iter().all(|side| is_filled(halves.iter().map(|own| own[*side])));
    are_columns.then_some(gutter)
}

/// Whether the lines of a column are those of a text.
fn is_filled<'a>(column: impl ExactSizeIterator<Item = &'a [&'a Word]> + Clone) -> bool {
    let n_lines = column.len();
    let n_words: usize = column.clone().map(<[_]>::len).sum();
    let widths = column.map(|own| own[own.len() - 1].place.end - own[0].place.start);
    let widest = widths.clone().fold(0.0, f64::max);
    widths.sum::<f64>() >= LEAST_FILL * widest * n_lines as f64 && n_words >= FEWEST_WORDS * n_lines
}
