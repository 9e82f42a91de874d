//! Names that many comments share, kept once and known by number.

use std::num::NonZeroU32;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// A name's number in its [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NameId(NonZeroU32);

impl NameId {
    /// Its place in [`Names::all`].
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

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

    /// All names in the order of their numbers.
    pub fn all(&self) -> &[Box<str>] {
        &self.names
    }

    /// The name of a number.
    pub fn name(&self, number: NameId) -> &str {
        &self.names[number.index()]
    }
}
