//! Numbers of records, where a range of a file was read by itself: they count from its first record, until it is
//! known how many there are before it.

use serde::{Deserialize, Serialize};

/// How many records of a file stand before those of a range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Renumbering {
    place: Box<str>,
    n_before: usize,
}

impl Renumbering {
    /// Of the range of a file, known by its place, before which so many records stand.
    pub fn new(place: &str, n_before: usize) -> Self {
        Self { place: place.into(), n_before }
    }

    /// Gives the record that a text begins with, `place#17`, its number in the file.
    pub fn apply(&self, text: &mut String) {
        let behind = text.strip_prefix(&*self.place);
        let Some(behind) = behind.and_then(|behind| behind.strip_prefix('#')) else {
            return;
        };
        let n_digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        let start = text.len() - behind.len();
        if let Ok(number) = behind[..n_digits].parse::<usize>() {
            let number = (number + self.n_before).to_string();
            text.replace_range(start..start + n_digits, &number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Renumbering;

    #[test]
    fn records_of_a_range_get_their_numbers_in_the_file() {
        fn check(text: &str, expect: &str) {
            let mut renumbered = text.to_owned();
            Renumbering::new("in/box.mbox", 40).apply(&mut renumbered);
            assert_eq!(renumbered, expect);
        }
        check("in/box.mbox#2", "in/box.mbox#42");
        check("in/box.mbox#12#1: cut off", "in/box.mbox#52#1: cut off");
        check("in/box.mbox", "in/box.mbox");
        check("in/box.mbox#a", "in/box.mbox#a");
        check("out/box.mbox#2", "out/box.mbox#2");
    }
}
