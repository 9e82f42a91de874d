//! Names that many comments share, kept once and known by number.

use std::num::NonZeroU32;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
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
pub struct Names(IndexSet<Box<str>, FxBuildHasher>);

impl Names {
    /// The number of a name, a fresh one where it was not met before.
    pub fn number(&mut self, name: &str) -> NameId {
        let known = self.0.get_index_of(name);
        let at = known.unwrap_or_else(|| self.0.insert_full(name.into()).0);
        NameId(NonZeroU32::MIN.saturating_add(at as u32))
    }

    /// All names in the order of their numbers.
    pub fn all(&self) -> Vec<&str> {
        self.0.iter().map(|name| &**name).collect()
    }

    /// The name of a number.
    pub fn name(&self, number: NameId) -> &str {
        &self.0[number.index()]
    }
}
