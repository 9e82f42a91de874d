//! A written report and its lines in, what a docket office does with each input out: which comment it posts for a campaign,
//! under what title, which it lists as copies of that, which it posts by themselves, and how all of it was found.
//!
//! Lines are seen twice: first every campaign finds its representative ([`Posting::see`]), then each input gets its role
//! ([`Posting::role`]).

mod method;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use sha1::{Digest as _, Sha1};

pub use method::{Checked, method};

use super::counted;
use super::schema::{Bucket, Category, DocumentLine, Report, ReportedCampaign, ReportedCluster};

/// Comments of each kind that are drawn to be looked at.
const DRAWN: usize = 100;

/// What becomes of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It is posted for its campaign.
    Representative,
    /// It is counted and listed with that.
    Copy,
    /// It is posted by itself.
    Single,
    /// It was not compared.
    SetAside,
}

impl Role {
    const NAMES: [(Self, &str); 4] = [
        (Self::Representative, "representative"),
        (Self::Copy, "copy"),
        (Self::Single, "single"),
        (Self::SetAside, "set_aside"),
    ];

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].1
    }
}

/// What is posted for a campaign.
#[derive(Debug)]
pub struct Sample<'a> {
    /// The campaign.
    pub campaign: &'a ReportedCampaign,
    /// Its largest letter.
    letter: &'a ReportedCluster,
    /// Id of the comment that is posted.
    pub representative: String,
    /// Where that is not known yet, when the best one so far was received.
    received: Option<String>,
    /// Whether nobody sent just the letter, so that it was put together of what most copies say.
    pub is_composite: bool,
}

impl Sample<'_> {
    /// The title, as docket offices write it.
    pub fn title(&self) -> String {
        let title = super::printable::line(&self.campaign.title);
        let number = counted(self.campaign.n_comments, "copy");
        format!("Mass Comment Campaign: {title} ({number}). Sample attached")
    }

    /// The file with the words.
    pub fn file(&self) -> String {
        format!("samples/{}.txt", self.campaign.id)
    }

    /// The words that are posted, and what they are.
    pub fn text(&self) -> String {
        let what = if self.is_composite {
            format!(
                "[A composite of what most copies say; nobody sent just this. Most of it is from {}.]\n\n",
                self.representative
            )
        } else {
            String::new()
        };
        format!("{what}{}\n", self.letter.reference.paragraphs.join("\n\n"))
    }

    /// Takes a comment of the campaign into account.
    fn see(&mut self, line: &DocumentLine) {
        let is_one = line.cluster.as_ref() == Some(&self.letter.id)
            && line.category == Some(Category::Exact);
        if !is_one || self.is_composite {
            return;
        }
        let [new, known] = [(&line.timestamp, &line.id), (&self.received, &self.representative)]
            .map(|(received, id)| (received.is_none(), received, id));
        if self.representative.is_empty() || new < known {
            self.representative.clone_from(&line.id);
            self.received.clone_from(&line.timestamp);
        }
    }
}

/// What is posted of a docket.
#[derive(Debug)]
pub struct Posting<'a> {
    report: &'a Report,
    samples: Vec<Sample<'a>>,
    /// By id of the campaign.
    places: FxHashMap<&'a str, usize>,
}

impl<'a> Posting<'a> {
    /// The campaigns of a report, of which no line was seen yet.
    pub fn of(report: &'a Report) -> Self {
        let clusters: FxHashMap<&str, &ReportedCluster> =
            report.clusters.iter().map(|cluster| (cluster.id.as_str(), cluster)).collect();
        let samples: Vec<Sample<'a>> = report
            .campaigns
            .iter()
            .filter_map(|campaign| {
                let letter = *clusters.get(campaign.clusters.first()?.as_str())?;
                let is_composite = letter.reference.is_consensus;
                let composite = is_composite.then(|| letter.reference.id.clone());
                Some(Sample {
                    campaign,
                    letter,
                    representative: composite.unwrap_or_default(),
                    received: None,
                    is_composite,
                })
            })
            .collect();
        let ids = samples.iter().map(|sample| sample.campaign.id.as_str());
        Self { report, places: ids.zip(0..).collect(), samples }
    }

    /// Takes a line into account where it may be the representative of its campaign.
    pub fn see(&mut self, line: &DocumentLine) {
        let place = line.campaign.as_deref().and_then(|id| self.places.get(id));
        if let Some(place) = place {
            self.samples[*place].see(line);
        }
    }

    /// What is posted for each campaign, the largest first.
    pub fn samples(&self) -> &[Sample<'a>] {
        &self.samples
    }

    /// What becomes of an input, once all lines were seen.
    pub fn role(&self, line: &DocumentLine) -> Role {
        let place = line.campaign.as_deref().and_then(|id| self.places.get(id));
        match line.bucket {
            Bucket::NoText | Bucket::Withdrawn | Bucket::Unreadable | Bucket::NotAComment => {
                Role::SetAside
            }
            _ if place.is_some_and(|place| self.samples[*place].representative == line.id) => {
                Role::Representative
            }
            Bucket::Singleton => Role::Single,
            _ if place.is_some() => Role::Copy,
            Bucket::Clustered | Bucket::ExactCopy => Role::Single,
        }
    }

    /// Where the numbers of inputs by role are not those of the report, which and how.
    pub fn contradiction(&self, n_inputs: &BTreeMap<Role, usize>) -> Option<String> {
        let totals = &self.report.totals;
        let [n_representatives, n_copies, _, n_aside] = n_by_role(n_inputs);
        let copies = totals.in_campaigns - totals.unique_in_campaigns;
        [
            ("representatives", n_representatives, totals.n_campaigns),
            ("representatives and copies", n_representatives + n_copies, copies),
            ("set aside", n_aside, totals.inputs - totals.comments),
            ("all roles", n_inputs.values().sum(), totals.inputs),
        ]
        .into_iter()
        .find(|(_, found, expect)| found != expect)
        .map(|(what, found, expect)| format!("{what}: {found}, and {expect} in report.json"))
    }
}

/// How many inputs have each role, in the order of the roles.
pub fn n_by_role(n_inputs: &BTreeMap<Role, usize>) -> [usize; 4] {
    Role::NAMES.map(|(role, _)| n_inputs.get(&role).copied().unwrap_or_default())
}

/// Words of a sender's own in a comment.
pub fn n_own_words(line: &DocumentLine) -> usize {
    if line.bucket == Bucket::Singleton {
        return line.n_words;
    }
    line.unique_text.iter().map(|text| text.split_whitespace().count()).sum()
}

/// What is to be done with an input that was set aside.
pub fn to_do(bucket: Bucket) -> &'static str {
    match bucket {
        Bucket::NoText => "open its attachment and post both, or note that nothing was said",
        Bucket::Withdrawn => "do not post it; its sender withdrew it",
        Bucket::Unreadable => "open the original by hand, or ask for it in another format",
        Bucket::NotAComment => "check that it is none; it is not counted as one",
        Bucket::Clustered | Bucket::Singleton | Bucket::ExactCopy => "",
    }
}

/// Copies and single comments, drawn blindly: by the digests of their ids.
#[derive(Debug, Default)]
pub struct Drawn(BTreeMap<Role, BTreeMap<[u8; 20], [String; 2]>>);

impl Drawn {
    /// Draws a comment, or not.
    pub fn see(&mut self, line: &DocumentLine, role: Role) {
        let compared_with = match (role, &line.evidence, &line.nearest) {
            (Role::Copy, Some(evidence), _) => &evidence.compared_with,
            (Role::Single, _, Some(nearest)) => &nearest.id,
            (Role::Single, _, None) => "",
            _ => return,
        };
        let drawn = self.0.entry(role).or_default();
        drawn.insert(Sha1::digest(&line.id).into(), [line.id.clone(), compared_with.to_owned()]);
        if drawn.len() > DRAWN {
            drawn.pop_last();
        }
    }

    /// What was drawn: its role, its id, and what it was compared with.
    pub fn all(&self) -> impl Iterator<Item = (Role, &str, &str)> {
        self.0.iter().flat_map(|(role, drawn)| {
            drawn.values().map(move |[id, other]| (*role, id.as_str(), other.as_str()))
        })
    }
}
