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
        let file = place.rsplit_once('#').map_or(place, |(file, _)| file);
        match self {
            Self::Unknown => *self = Self::Is(file.to_owned()),
            Self::Is(known) if known != file => *self = Self::None,
            Self::Is(_) | Self::None => {}
        }
    }

    /// Takes in what others saw.
    pub(in crate::ingest) fn see_all(&mut self, others: Self) {
        match (&*self, &others) {
            (_, Self::Unknown) | (Self::None, _) => {}
            (Self::Is(own), Self::Is(file)) if own == file => {}
            (Self::Is(_), _) => *self = Self::None,
            (Self::Unknown, _) => *self = others,
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
        let seen = |places: &[&str]| {
            let mut file = OneFile::default();
            places.iter().for_each(|place| file.see(place));
            file
        };
        let both = |one: &[&str], other: &[&str]| {
            let mut file = seen(one);
            file.see_all(seen(other));
            file.path()
        };
        let (a, b): (&[&str], &[&str]) = (&["x/a.mbox#1", "x/a.mbox#2"], &["x/b.eml"]);
        assert_eq!(both(a, &[]).as_deref(), Some("x/a.mbox"));
        assert_eq!(both(&[], a).as_deref(), Some("x/a.mbox"));
        assert_eq!(both(a, a).as_deref(), Some("x/a.mbox"));
        assert_eq!(both(b, &[]).as_deref(), Some("x/b.eml"));
        assert_eq!((both(a, b), both(b, a), both(&[], &[])), (None, None, None));
        assert_eq!((seen(&["a", "b", "a"]).path(), both(&["a", "b"], a)), (None, None));
    }
}
