//! Ids, one behind the other: millions of strings of their own would take more than they hold.

/// Where an id stands in its [`Ids`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IdAt(u32);

/// Ids begin at multiples of so many bytes, so that 32 bits tell the place of one in 16 GiB.
const UNIT: usize = 4;

/// Ids of any number of documents.
#[derive(Debug, Default)]
pub struct Ids(Vec<u8>);

impl Ids {
    /// Adds an id, after its length.
    pub fn push(&mut self, id: &str) -> IdAt {
        let at = IdAt::at(self.0.len());
        self.0 = postcard::to_extend(id, std::mem::take(&mut self.0))
            .expect("a vector takes any number of bytes");
        self.0.resize(self.0.len().next_multiple_of(UNIT), 0);
        at
    }

    /// The id at a place.
    pub fn get(&self, at: IdAt) -> &str {
        self.read(at)
    }

    /// Its bytes, which need not be looked at to be compared.
    pub fn bytes(&self, at: IdAt) -> &[u8] {
        self.read(at)
    }

    fn read<'a, T: serde::Deserialize<'a>>(&'a self, at: IdAt) -> T {
        let (id, _) = postcard::take_from_bytes(&self.0[at.0 as usize * UNIT..])
            .expect("an id stands where it was put");
        id
    }

    /// Adds all ids of others, and tells behind which place each of them stands now.
    pub fn append(&mut self, others: Self) -> IdAt {
        let at = IdAt::at(self.0.len());
        if self.0.is_empty() {
            *self = others;
        } else {
            self.0.extend(others.0);
        }
        at
    }

    /// Gives back memory that is not needed.
    pub fn shrink_to_fit(&mut self) {
        self.0.shrink_to_fit();
    }
}

impl IdAt {
    fn at(n_bytes: usize) -> Self {
        Self(u32::try_from(n_bytes / UNIT).expect("ids take less than 16 GiB"))
    }

    /// The same id, once those that it was with stand behind others.
    #[must_use]
    pub fn behind(self, first: Self) -> Self {
        Self(self.0 + first.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{IdAt, Ids};

    #[test]
    fn ids_are_found_where_they_were_put() {
        let long = "x".repeat(300);
        let mut ids = Ids::default();
        let places = ["", "c1", "Łódź-7", &long].map(|id| ids.push(id));
        // One byte tells the length of each but the last, which takes two.
        assert_eq!(places, [0, 1, 2, 5].map(IdAt));
        assert_eq!(places.map(|at| ids.get(at)), ["", "c1", "Łódź-7", &long]);
        assert_eq!(ids.bytes(places[1]), b"c1");
        let mut others = Ids::default();
        let other = others.push("d2");
        let first = ids.append(others);
        assert_eq!((ids.get(other.behind(first)), ids.get(places[2])), ("d2", "Łódź-7"));
    }
}
