//! What a sheet of paper has besides its text: running heads and feet, which repeat at one place from page to page, and the
//! numbers of lines at its edge.

use rustc_hash::FxHashMap;

use super::layout::{PageLine, Word};
use crate::ingest::zones;

/// Lines of a head or a foot at the most: a letterhead with an address. What repeats further down is the text of another
/// copy.
const MOST_LINES: usize = 6;
const MOST_LINES_OF_LETTERS: [usize; 2] = [1, 2];
/// Of so many pages at least one has it: books have one head on the left and one on the right, none where a part begins.
const PAGES_FOR_ONE: usize = 3;
/// Points by which its height differs from page to page.
const SAME_HEIGHT: f64 = 4.0;
/// Numbered lines of a page at the least.
const FEWEST_NUMBERS: usize = 8;
/// How much of the distance from one numbered line to the next it may differ.
const UNEVEN: f64 = 0.25;
/// Points by which the numbers of lines are out of line.
const RAGGED: f64 = 3.0;

/// Takes the heads and feet out of some pages, and returns them. Where the pages are letters, copies of one have the
/// same first lines: there only a line above and two below are none of their text.
pub(super) fn take_out(pages: &mut [Vec<PageLine>], are_letters: bool) -> Vec<String> {
    let repeated = Repeated::of(pages);
    let mut taken: Vec<String> = Vec::new();
    for (page, lines) in pages.iter_mut().enumerate() {
        let mut own = Vec::new();
        let most = if are_letters { MOST_LINES_OF_LETTERS } else { [MOST_LINES; 2] };
        for (edge, order) in edges(lines).iter().enumerate() {
            let repeats = order.iter().copied();
            let run: Vec<usize> =
                repeats.take_while(|line| repeated.holds(page, edge, &lines[*line])).collect();
            let greeting = run.iter().position(|line| {
                let text = &lines[*line].text;
                zones::greets(text) || are_letters && text.ends_with([',', ':'])
            });
            // What stands above a salutation on each page is its head, or that of the letter.
            let n_taken = greeting.filter(|_| are_letters).unwrap_or(run.len());
            let is_letter = greeting.is_some() && !are_letters;
            if n_taken <= most[edge] && run.len() < lines.len() && !is_letter {
                own.extend(&run[..n_taken]);
            }
        }
        let mut places = 0..lines.len();
        lines.retain(|line| {
            let is_taken = places.next().is_some_and(|place| own.contains(&place));
            if is_taken && line.text.contains(char::is_alphabetic) {
                taken.push(line.text.clone());
            }
            !is_taken
        });
    }
    taken
}

/// What stands at the edges of several pages, by edge and words: on which pages, and how high.
struct Repeated {
    places: FxHashMap<(usize, String), Vec<f64>>,
    n_pages: usize,
}

impl Repeated {
    fn of(pages: &[Vec<PageLine>]) -> Self {
        let mut places: FxHashMap<(usize, String), Vec<f64>> = FxHashMap::default();
        for (page, lines) in pages.iter().enumerate() {
            for (edge, order) in edges(lines).into_iter().enumerate() {
                for line in order.into_iter().map(|line| &lines[line]) {
                    for told in told_alike(&line.text, page) {
                        places.entry((edge, told)).or_default().push(line.place.base);
                    }
                }
            }
        }
        Self { places, n_pages: pages.len() }
    }

    fn holds(&self, page: usize, edge: usize, line: &PageLine) -> bool {
        told_alike(&line.text, page).into_iter().any(|told| {
            let places = self.places.get(&(edge, told)).map_or(&[][..], Vec::as_slice);
            let n =
                places.iter().filter(|base| (**base - line.place.base).abs() < SAME_HEIGHT).count();
            // Two notes at the foot have numbers as two pages have.
            let fewest = if line.text.starts_with(|c: char| c.is_ascii_digit()) { 3 } else { 2 };
            n >= fewest && n * PAGES_FOR_ONE >= self.n_pages
        })
    }
}

/// The lines of a page from its top down, and from its foot up.
fn edges(lines: &[PageLine]) -> [Vec<usize>; 2] {
    let mut order: Vec<usize> =
        (0..lines.len()).filter(|line| lines[*line].place.turn == 0).collect();
    order.sort_by(|a, b| lines[*b].place.base.total_cmp(&lines[*a].place.base));
    let head = order.iter().copied().take(MOST_LINES + 1).collect();
    [head, order.into_iter().rev().take(MOST_LINES + 1).collect()]
}

/// What a line says on other pages, too: the same, or the same but for its first number, which is as far from that of the
/// page. None where it is the row of a table.
fn told_alike(line: &str, page: usize) -> Vec<String> {
    let has_words = line.contains(char::is_alphabetic);
    let first = line.find(|c: char| c.is_ascii_digit());
    let counted = first.and_then(|first| {
        let rest = &line[first..];
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let number: i64 = rest[..end].parse().ok()?;
        let is_one = has_words || !rest[end..].contains(|c: char| c.is_ascii_digit());
        is_one.then(|| format!("{}#{}{}", &line[..first], number - page as i64, &rest[end..]))
    });
    counted.into_iter().chain(has_words.then(|| line.to_owned())).collect()
}

/// Takes the numbers of lines out of the words of a page: one below the other beside the text, evenly apart, each as much
/// more than the last.
pub(super) fn take_out_line_numbers(words: &mut Vec<Word>) {
    let mut numbers: Vec<(usize, i64)> = words
        .iter()
        .enumerate()
        .filter(|(_, word)| word.place.turn == 0 && word.text.len() < 5)
        .filter_map(|(index, word)| Some((index, word.text.parse().ok()?)))
        .collect();
    if numbers.len() < FEWEST_NUMBERS {
        return;
    }
    numbers.sort_by(|(a, _), (b, _)| words[*b].place.base.total_cmp(&words[*a].place.base));
    let first = numbers
        .iter()
        .map(|(index, _)| *index)
        .min_by(|a, b| words[*a].place.start.total_cmp(&words[*b].place.start));
    let Some(edge) = first.map(|index| words[index].place) else { return };
    numbers.retain(|(index, _)| {
        let place = words[*index].place;
        (place.end - edge.end).abs() < RAGGED || (place.start - edge.start).abs() < RAGGED
    });
    let steps: Vec<(f64, i64)> = numbers
        .windows(2)
        .map(|pair| {
            let [above, below] =
                [pair[0], pair[1]].map(|(index, number)| (words[index].place.base, number));
            (above.0 - below.0, below.1 - above.1)
        })
        .collect();
    let Some((height, step)) = steps.first().copied() else { return };
    let is_even =
        steps.iter().all(|(own, by)| *by == step && (own - height).abs() < UNEVEN * height);
    let right = numbers.iter().map(|(index, _)| words[*index].place.end).fold(edge.end, f64::max);
    let is_beside = words.iter().enumerate().all(|(index, word)| {
        word.place.start > right || numbers.iter().any(|(number, _)| *number == index)
    });
    if numbers.len() < FEWEST_NUMBERS || step < 1 || !is_even || !is_beside {
        return;
    }
    let mut places = 0..words.len();
    words.retain(|_| !places.next().is_some_and(|at| numbers.iter().any(|(own, _)| *own == at)));
}
