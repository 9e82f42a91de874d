//! The dockets a document belongs to, by where they are named.

use serde::{Deserialize, Serialize};

/// Canonical docket ids. The lists of those that it names are sorted, without repetition; empty means unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Dockets {
    /// Cited in the subject line, or where that cites none in the header block: where it was sent.
    pub addressed: Vec<String>,
    /// Cited in the text.
    pub cited: Vec<String>,
    /// What the record was filed under.
    pub filed: Vec<String>,
}

impl Dockets {
    /// Whether nothing tells the docket.
    pub fn are_unknown(&self) -> bool {
        *self == Self::default()
    }

    /// The dockets of a report: those that the comment names, else those of the record. Sorted.
    pub fn all(&self) -> Vec<String> {
        let mut all: Vec<String> = self.belongs().cloned().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether two documents may belong to one campaign: unless they belong to different dockets
    /// (SIGIR 2006 §4.4.2, "different docket ids"). Like is compared with like: what both name, else
    /// what both were filed under.
    pub fn may_meet(&self, other: &Self) -> bool {
        let both_name = self.names().next().is_some() && other.names().next().is_some();
        if !both_name && !self.filed.is_empty() && !other.filed.is_empty() {
            return self.filed.iter().any(|id| other.filed.contains(id));
        }
        self.belongs().next().is_none()
            || other.belongs().next().is_none()
            || self.belongs().any(|id| other.belongs_to(id))
    }

    /// Where it belongs if every docket is taken by itself: the first that it was filed under, else the first that
    /// it names.
    pub fn home(&self) -> Option<&str> {
        self.filed.first().or_else(|| self.names().next()).map(String::as_str)
    }

    /// The dockets that the comment itself names, in any order; one may come twice.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        self.addressed.iter().chain(&self.cited)
    }

    /// Whether an id is one of [`Dockets::all`]. One text can name a hundred thousand: they are sorted.
    fn belongs_to(&self, id: &String) -> bool {
        [&self.addressed, &self.cited].iter().any(|ids| ids.binary_search(id).is_ok())
            || self.names().next().is_none() && self.filed.contains(id)
    }

    /// As [`Dockets::all`], in any order.
    fn belongs(&self) -> impl Iterator<Item = &String> {
        let filed = if self.names().next().is_none() { &*self.filed } else { &[] };
        self.names().chain(filed)
    }
}

#[cfg(test)]
mod tests {
    use super::Dockets;
    use crate::corpus::cases::cells;

    /// Where every docket is taken by itself, a record is in the one that it was filed under, whatever it names.
    #[test]
    fn a_record_is_at_home_where_it_was_filed() {
        let [cited, filed] = ["L-1", "A-1"].map(|id| vec![id.to_owned()]);
        let named = Dockets { cited, ..Dockets::default() };
        assert_eq!(named.home(), Some("L-1"));
        assert_eq!(Dockets { filed, ..named }.home(), Some("A-1"));
        assert_eq!(Dockets::default().home(), None);
    }

    #[test]
    fn like_is_compared_with_like() {
        for case in cells(include_str!("dockets.txt")) {
            let [a, b] = [case[0], case[1]].map(|told| {
                let mut ids = told.split(';').map(|ids| ids.split_whitespace().map(str::to_owned));
                let [addressed, cited, filed] =
                    [(); 3].map(|()| ids.next().into_iter().flatten().collect());
                Dockets { addressed, cited, filed }
            });
            let expect = case[2] == "yes";
            assert_eq!([a.may_meet(&b), b.may_meet(&a)], [expect; 2], "{case:?}");
        }
    }
}
