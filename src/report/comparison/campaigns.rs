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

#[cfg(test)]
mod tests {
    use super::super::{Header, Line, Lines, compare};
    use super::CampaignChange;

    /// "versions a b | kit c d": campaigns parted by bars, each a kind and its comments; their ids are "g-" and
    /// the first comment. Comments behind "none" are in no campaign.
    fn report(campaigns: &str) -> (Header, Lines) {
        let (mut lines, mut headers) = (Lines::default(), Vec::new());
        for campaign in campaigns.split('|') {
            let mut words = campaign.split_whitespace();
            let kind = words.next().expect("a kind");
            let ids: Vec<&str> = words.collect();
            let campaign = (kind != "none").then(|| format!("g-{}", ids[0]));
            headers.extend(campaign.iter().map(|id| serde_json::json!({"id": id, "kind": kind})));
            ids.iter().for_each(|id| {
                lines.push(Line {
                    id: (*id).into(),
                    bucket: String::new(),
                    cluster: None,
                    campaign: campaign.clone(),
                    category: None,
                    unique_text: Box::default(),
                })
            });
        }
        let header = serde_json::json!({
            "tool": {"version": "1"}, "settings": {}, "input_digest": "",
            "totals": {"inputs": lines.comments.len(), "clusters": 0}, "campaigns": headers
        });
        (serde_json::from_value(header).expect("a header"), lines.sorted())
    }

    fn check(old: &str, new: &str, expect: &str) {
        let (old, new) = (report(old), report(new));
        let found = compare((&old.0, &old.1), (&new.0, &new.1));
        let mut words: Vec<String> = Vec::new();
        for gone in found.campaigns_gone {
            words.push(format!("gone {} {}", gone.kind, gone.id));
        }
        for formed in found.campaigns_formed {
            words.push(format!("formed {} {}", formed.kind, formed.id));
        }
        for CampaignChange { old, new, joined, left } in found.campaigns_changed {
            let (joined, left) = (joined.join("+"), left.join("-"));
            words.push(format!(
                "{} {} to {} {} +{joined} -{left}",
                old.kind, old.id, new.kind, new.id
            ));
        }
        assert_eq!(words.join(", "), expect);
    }

    #[test]
    fn campaigns_are_followed_by_their_comments() {
        check("versions a b c | kit d e", "kit e d | versions a b c", "");
        check("kit a b c | none d", "kit a b c", "");
        check("letter a b | none c", "letter a b c", "");
        check("kit a b c | none d", "kit b c d | none a", "kit g-a to kit g-b +d -a");
        check("kit a b", "kit a b x", "kit g-a to kit g-a +x -");
        check("kit a b | none c d e", "none a b | kit c d e", "gone kit g-a, formed kit g-c");
        check(
            "letter a b c | letter d e",
            "versions a b c d e",
            "letter g-d to versions g-a +a+b+c -, letter g-a to versions g-a +d+e -",
        );
        check(
            "kit a b c d e",
            "kit a b c | reworded d e",
            "formed reworded g-d, kit g-a to kit g-a + -d-e",
        );
    }

    /// A report of before there were campaigns says nothing of them.
    #[test]
    fn what_a_report_does_not_know_is_not_compared() {
        let (old, new) = (report("none a b"), report("kit a b"));
        let mut header = old.0;
        header.campaigns = None;
        let found = compare((&header, &old.1), (&new.0, &new.1));
        assert!(found.campaigns_formed.is_empty());
    }
}
