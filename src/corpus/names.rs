//! Names that many documents share, kept once and known by number.

use std::num::NonZeroU32;

use rustc_hash::FxHashMap;

/// A name's number in its [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NameId(NonZeroU32);

/// Names in the order they were first met.
#[derive(Debug, Default)]
pub struct Names {
    numbers: FxHashMap<Box<str>, NameId>,
    names: Vec<Box<str>>,
}

impl Names {
    /// The number of a name, a fresh one where it was not met before.
    pub fn number(&mut self, name: &str) -> NameId {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        self.names.push(name.into());
        let number = NameId(NonZeroU32::new(self.names.len() as u32).expect("one name at least"));
        self.numbers.insert(name.into(), number);
        number
    }

    /// The name of a number.
    pub fn name(&self, number: NameId) -> &str {
        &self.names[number.0.get() as usize - 1]
    }
}
