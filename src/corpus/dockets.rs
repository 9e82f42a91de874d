//! The dockets a document belongs to, by where they are named.

/// Canonical docket ids. Each list is sorted, without repetition; empty means unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dockets {
    /// Cited in the subject line, or where that cites none in the header block: where it was sent.
    pub addressed: Vec<String>,
    /// Cited in the text. The text of a letter is the same in every copy, also in those that were
    /// sent to another docket than the one it was written for.
    pub cited: Vec<String>,
    /// What the record was filed under.
    pub filed: Vec<String>,
}

impl Dockets {
    /// The dockets of a report: those that the comment names, else those of the record. Sorted.
    pub fn all(&self) -> Vec<String> {
        let mut named = [&*self.addressed, &self.cited].concat();
        if named.is_empty() {
            return self.filed.clone();
        }
        named.sort_unstable();
        named.dedup();
        named
    }

    /// Whether two documents may belong to one campaign: unless they belong to different dockets
    /// (SIGIR 2006 §4.4.2, "different docket ids"). Like is compared with like: what they are
    /// addressed to, else what their texts cite, else where they were sent by all that tells it.
    pub fn may_meet(&self, other: &Self) -> bool {
        let sent = |dockets: &Self| -> Vec<String> {
            if dockets.addressed.is_empty() {
                dockets.filed.clone()
            } else {
                dockets.addressed.clone()
            }
        };
        meet(&self.addressed, &other.addressed)
            .or_else(|| meet(&self.cited, &other.cited))
            .or_else(|| meet(&sent(self), &sent(other)))
            .or_else(|| meet(&self.all(), &other.all()))
            .unwrap_or(true)
    }
}

/// Whether two lists have an id in common; `None` where one is empty.
fn meet(own: &[String], others: &[String]) -> Option<bool> {
    (!own.is_empty() && !others.is_empty()).then(|| own.iter().any(|id| others.contains(id)))
}

#[cfg(test)]
mod tests {
    use super::Dockets;

    fn check(a: [&[&str]; 3], b: [&[&str]; 3], expect: bool) {
        let dockets = |[addressed, cited, filed]: [&[&str]; 3]| {
            let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
            Dockets {
                addressed: ids(addressed),
                cited: ids(cited),
                filed: ids(filed),
            }
        };
        let (a, b) = (dockets(a), dockets(b));
        assert_eq!(a.may_meet(&b), expect, "{a:?} {b:?}");
        assert_eq!(b.may_meet(&a), expect, "{b:?} {a:?}");
    }

    #[test]
    fn like_is_compared_with_like() {
        check([&["A-1"], &[], &[]], [&["A-2"], &[], &[]], false);
        check([&["A-1"], &["L-1"], &[]], [&["A-2"], &["L-1"], &[]], false);
        check([&["A-1", "A-2"], &[], &[]], [&["A-2"], &[], &[]], true);
        check([&["A-1"], &["L-1"], &[]], [&[], &["L-1"], &["A-2"]], true);
        check([&["A-1"], &["L-1"], &[]], [&[], &[], &["A-2"]], false);
        check([&["A-1"], &["L-1"], &[]], [&[], &[], &["A-1"]], true);
        check([&["A-1"], &["L-1"], &[]], [&[], &["L-1"], &[]], true);
        check([&[], &["L-1"], &["A-1"]], [&[], &[], &["A-1"]], true);
        check([&[], &["L-1"], &["A-1"]], [&[], &["L-2"], &["A-1"]], false);
        check([&[], &[], &["A-1"]], [&[], &[], &["A-2"]], false);
        check([&["A-1"], &[], &[]], [&[], &[], &["A-2"]], false);
        check([&["A-1"], &[], &[]], [&[], &[], &[]], true);
    }
}
