//! Lines of two reports in, what became of the campaigns out.
//!
//! As clusters are, campaigns are matched by the comments they share: the *heir* of an old campaign is the
//! new one with most of its comments. A letter with its copies is a cluster, and is told of as such.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::schema::{CampaignChange, CampaignSide, Comparison};
use super::{CampaignHeader, Header, Lines, Pairs, mains};

/// The kind of a campaign that is one cluster.
const LETTER: &str = "letter";

/// The campaigns of a report, and their comments.
struct Side<'a> {
    campaigns: BTreeMap<&'a str, &'a CampaignHeader>,
    /// The ids of each, ascending.
    comments: BTreeMap<&'a str, Vec<&'a str>>,
}

impl<'a> Side<'a> {
    /// None of a report that knows no campaigns.
    fn of(header: &'a Header, lines: &'a Lines) -> Option<Self> {
        let headers = header.campaigns.as_ref()?;
        let mut comments: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for comment in &lines.comments {
            if let Some(campaign) = lines.campaign(comment) {
                comments.entry(campaign).or_default().push(&comment.id);
            }
        }
        let campaigns = headers.iter().map(|campaign| (campaign.id.as_str(), campaign)).collect();
        Some(Self { campaigns, comments })
    }

    fn side(&self, id: &str) -> CampaignSide {
        let header = self.campaigns.get(id);
        CampaignSide {
            id: id.to_owned(),
            kind: header.map_or_else(String::new, |header| header.kind.clone()),
            title: header.map_or_else(String::new, |header| header.title.clone()),
            n_comments: self.comments.get(id).map_or(0, Vec::len),
        }
    }

    /// Those of a list of campaigns that are no letters.
    fn beyond_letters(&self, is_listed: impl Fn(&str) -> bool) -> Vec<CampaignSide> {
        let mut sides: Vec<CampaignSide> = self
            .comments
            .keys()
            .filter(|id| is_listed(id))
            .map(|id| self.side(id))
            .filter(|side| side.kind != LETTER)
            .collect();
        sides.sort_by(|a, b| (b.n_comments, &a.id).cmp(&(a.n_comments, &b.id)));
        sides
    }
}

/// Compares the campaigns, where both reports know of any.
pub(super) fn campaigns([old, new]: [&Header; 2], pairs: &Pairs<'_>, comparison: &mut Comparison) {
    let (Some(old), Some(new)) = (Side::of(old, pairs.old), Side::of(new, pairs.new)) else {
        return;
    };
    let shared = pairs.shared(Lines::campaign);
    let heirs = mains(&shared);
    let inherited: BTreeSet<&str> = heirs.values().copied().collect();
    comparison.campaigns_gone = old.beyond_letters(|id| !heirs.contains_key(id));
    comparison.campaigns_formed = new.beyond_letters(|id| !inherited.contains(id));
    for (before, after) in &heirs {
        let (ours, theirs) = (&old.comments[before], &new.comments[after]);
        let change = CampaignChange {
            joined: only_in(theirs, ours),
            left: only_in(ours, theirs),
            old: old.side(before),
            new: new.side(after),
        };
        let are_letters = change.old.kind == LETTER && change.new.kind == LETTER;
        let is_same = change.old.kind == change.new.kind && ours == theirs;
        if !are_letters && !is_same {
            comparison.campaigns_changed.push(change);
        }
    }
    comparison.campaigns_changed.sort_by_cached_key(|change| {
        (Reverse(change.joined.len() + change.left.len()), change.old.id.clone())
    });
}

/// The ids that others have not; both ascend.
fn only_in(ids: &[&str], others: &[&str]) -> Vec<String> {
    let own = ids.iter().filter(|id| others.binary_search(id).is_err());
    own.map(|id| (*id).to_owned()).collect()
}
