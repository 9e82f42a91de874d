//! Places of inputs in, the file out that all of them are from.

use serde::{Deserialize, Serialize};

/// The file that all inputs seen so far are from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::ingest) enum OneFile {
    /// No input was seen.
    #[default]
    Unknown,
    Is(String),
    /// There are several.
    None,
}

impl OneFile {
    /// Takes in the place of an input: a file, or a record in it, `box.mbox#9`.
    pub(in crate::ingest) fn see(&mut self, place: &str) {
        self.see_file(place.rsplit_once('#').map_or(place, |(file, _)| file));
    }

    /// Takes in what others saw.
    pub(in crate::ingest) fn see_all(&mut self, others: Self) {
        match others {
            Self::Unknown => {}
            Self::Is(file) => self.see_file(&file),
            Self::None => *self = Self::None,
        }
    }

    fn see_file(&mut self, file: &str) {
        match self {
            Self::Unknown => *self = Self::Is(file.to_owned()),
            Self::Is(known) if known != file => *self = Self::None,
            Self::Is(_) | Self::None => {}
        }
    }

    /// The file, if there is one.
    pub(in crate::ingest) fn path(self) -> Option<String> {
        match self {
            Self::Is(file) => Some(file),
            Self::Unknown | Self::None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::OneFile;

    #[test]
    fn a_file_is_told_if_it_is_the_only_one() {
        let (a, b): (&[&str], &[&str]) = (&["x/a.mbox#1", "x/a.mbox#2"], &["x/b.eml"]);
        for (one, other, expect) in [
            (a, &[][..], Some("x/a.mbox")),
            (&[], a, Some("x/a.mbox")),
            (a, a, Some("x/a.mbox")),
            (b, &[], Some("x/b.eml")),
            (a, b, None),
            (b, a, None),
            (&[], &[], None),
            (&["a", "b", "a"], &[], None),
            (&["a", "b"], a, None),
        ] {
            let [mut file, others] = [one, other].map(|places| {
                let mut file = OneFile::default();
                places.iter().for_each(|place| file.see(place));
                file
            });
            file.see_all(others);
            assert_eq!(file.path().as_deref(), expect, "{one:?} {other:?}");
        }
    }
}
