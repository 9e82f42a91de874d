//! Docket ids and other keys that a text cites.

/// What a candidate turned out to be.
pub(super) enum Key {
    Docket(String),
    Secondary(String),
}

/// What a text cites.
#[derive(Debug, Default)]
pub(in crate::ingest) struct Citations {
    /// Canonical docket ids.
    pub(in crate::ingest) dockets: Vec<String>,
    /// Keys that are no evidence about dockets: `RIN:2060-AJ65`, `CMS-FILE:1234`.
    pub(in crate::ingest) secondary_keys: Vec<String>,
}

impl Citations {
    pub(super) fn add(&mut self, key: Key) {
        match key {
            Key::Docket(id) => self.dockets.push(id),
            Key::Secondary(key) => self.secondary_keys.push(key),
        }
    }

    pub(super) fn extend(&mut self, others: &Self) {
        self.dockets.extend_from_slice(&others.dockets);
        self.secondary_keys.extend_from_slice(&others.secondary_keys);
    }
}
