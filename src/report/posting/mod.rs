//! A written report and its lines in, what a docket office does with each input out: which comment it posts for a campaign,
//! under what title, which it lists as copies of that, which it posts by themselves, and how all of it was found.
//!
//! Lines are seen twice: first every campaign finds its representative ([`Posting::see`]), then each input gets its role
//! ([`Posting::role`]).

mod method;
mod private;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use sha1::{Digest as _, Sha1};

pub use method::{Checked, method};
pub use private::to_check;

use super::schema::{
    Bucket, Category, DocumentLine, FIELD, Report, ReportedCampaign, ReportedCluster,
};
use super::{counted, printable};

/// Comments of each kind that are drawn to be looked at.
const DRAWN: usize = 100;
/// Characters of a title that is not the campaign's.
const LONGEST_TITLE: usize = 70;

/// What becomes of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It is posted for its campaign.
    Representative,
    /// It is counted and listed with that.
    Copy,
    /// It is posted by itself.
    Single,
    /// It was not compared, or it is not to be posted.
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
    /// Id of the comment that is posted; empty where none of the campaign may be.
    pub representative: String,
    /// Where that is not known yet, when the best one so far was received.
    received: Option<String>,
    /// Whether nobody sent just the letter, so that it was put together of what most copies say.
    pub is_composite: bool,
    /// Whether the comment that the letter is, or that a composite is of, must not be posted.
    is_kept_back: bool,
    /// The edited copy that has most of the letter.
    nearest: Option<Near>,
    /// The words that are posted, where they are not the letter's.
    words: Option<Vec<String>>,
}

/// An edited copy of which the words are posted that others have, too, where the letter's must not be.
#[derive(Debug)]
struct Near {
    /// What of the letter it has, in thousandths.
    of_letter: u32,
    received: Option<String>,
    id: String,
    paragraphs: Vec<String>,
}

impl Near {
    fn of(line: &DocumentLine) -> Self {
        Self {
            of_letter: line.shared.map_or(0, |shared| (shared.of_letter * 1e3) as u32),
            received: line.timestamp.clone(),
            id: line.id.clone(),
            paragraphs: line
                .paragraphs
                .iter()
                .map(|paragraph| without_sender(paragraph, line))
                .collect(),
        }
    }

    /// What comes first of it: most of the letter, then the time.
    fn order(&self) -> (Reverse<u32>, bool, &Option<String>, &String) {
        (Reverse(self.of_letter), self.received.is_none(), &self.received, &self.id)
    }
}

impl Sample<'_> {
    /// The title, as docket offices write it.
    pub fn title(&self) -> String {
        let title = match &self.words {
            Some(words) => printable::excerpt(&words.join(" "), LONGEST_TITLE),
            None => printable::line(&self.campaign.title),
        };
        let number = counted(self.campaign.n_comments, "copy");
        format!("Mass Comment Campaign: {title} ({number}). Sample attached")
    }

    /// The file with the words.
    pub fn file(&self) -> String {
        format!("samples/{}.txt", self.campaign.id)
    }

    /// What in the words is to be looked at before they are posted.
    pub fn to_check(&self) -> String {
        to_check(self.paragraphs().iter().map(String::as_str))
    }

    fn paragraphs(&self) -> &[String] {
        self.words.as_ref().unwrap_or(&self.letter.reference.paragraphs)
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
        format!("{what}{}\n", self.paragraphs().join("\n\n"))
    }

    /// Takes a comment of the campaign into account.
    fn see(&mut self, line: &DocumentLine) {
        if is_kept_back(line) {
            self.is_kept_back |= line.id == self.letter.reference.id;
            return;
        }
        let is_copy = line.cluster.as_ref() == Some(&self.letter.id);
        if is_copy && line.bucket == Bucket::Clustered && line.category != Some(Category::Exact) {
            let near = Near::of(line);
            if self.nearest.as_ref().is_none_or(|nearest| near.order() < nearest.order()) {
                self.nearest = Some(near);
            }
        }
        if !is_copy || line.category != Some(Category::Exact) || self.is_composite {
            return;
        }
        let [new, known] = [(&line.timestamp, &line.id), (&self.received, &self.representative)]
            .map(|(received, id)| (received.is_none(), received, id));
        if self.representative.is_empty() || new < known {
            self.representative.clone_from(&line.id);
            self.received.clone_from(&line.timestamp);
        }
    }

    /// Once all lines were seen: where the letter must not be posted, the copy that has most of it is.
    fn settle(&mut self) {
        let is_postable = !self.representative.is_empty();
        if is_postable && !(self.is_composite && self.is_kept_back) {
            return;
        }
        let nearest = self.nearest.take();
        self.is_composite = nearest.is_some();
        self.representative = nearest.as_ref().map(|near| near.id.clone()).unwrap_or_default();
        self.words = Some(nearest.map(|near| near.paragraphs).unwrap_or_default());
    }
}

/// A paragraph of a copy without what is its sender's alone: sentences that nobody else has are left open, and those with
/// fields are the letter's.
fn without_sender(paragraph: &str, line: &DocumentLine) -> String {
    let mut text = paragraph.to_owned();
    for change in line.changes.iter().filter(|change| change.letter.contains(FIELD)) {
        text = text.replace(&*change.here, &change.letter);
    }
    line.unique_text.iter().fold(text, |text, own| text.replace(own.as_str(), FIELD))
}

/// Whether its record, or somebody, says that it must not be posted.
fn is_kept_back(line: &DocumentLine) -> bool {
    line.kept_back().next().is_some()
}

/// What is posted of a docket.
#[derive(Debug)]
pub struct Posting<'a> {
    report: &'a Report,
    samples: Vec<Sample<'a>>,
    /// By id of the campaign.
    places: FxHashMap<&'a str, usize>,
    /// Comments that were compared and must not be posted, and how many of them are copies of campaigns' letters.
    n_kept_back: usize,
    n_copies_kept_back: usize,
}

impl<'a> Posting<'a> {
    /// The campaigns of a report, of which no line was seen yet.
    pub fn of(report: &'a Report) -> Self {
        let clusters = report.clusters_by_id();
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
                    is_kept_back: false,
                    nearest: None,
                    words: None,
                })
            })
            .collect();
        let ids = samples.iter().map(|sample| sample.campaign.id.as_str());
        let places = ids.zip(0..).collect();
        Self { report, places, samples, n_kept_back: 0, n_copies_kept_back: 0 }
    }

    /// Takes a line into account.
    pub fn see(&mut self, line: &DocumentLine) {
        let place = line.campaign.as_deref().and_then(|id| self.places.get(id));
        if is_kept_back(line) && line.category.is_some() {
            self.n_kept_back += 1;
            let is_copy = place.is_some() && line.bucket != Bucket::Singleton;
            self.n_copies_kept_back += usize::from(is_copy);
        }
        if let Some(place) = place {
            self.samples[*place].see(line);
        }
    }

    /// Chooses the representatives, once all lines were seen.
    pub fn settle(&mut self) {
        self.samples.iter_mut().for_each(Sample::settle);
    }

    /// What is posted for each campaign of which a comment may be, the largest first.
    pub fn samples(&self) -> impl Iterator<Item = &Sample<'a>> {
        self.samples.iter().filter(|sample| !sample.representative.is_empty())
    }

    /// What becomes of an input, once all lines were seen.
    pub fn role(&self, line: &DocumentLine) -> Role {
        let place = line.campaign.as_deref().and_then(|id| self.places.get(id));
        match line.bucket {
            _ if is_kept_back(line) => Role::SetAside,
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
            ("representatives", n_representatives, self.samples().count()),
            (
                "representatives and copies",
                n_representatives + n_copies + self.n_copies_kept_back,
                copies,
            ),
            ("set aside", n_aside, totals.inputs - totals.comments + self.n_kept_back),
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
pub fn to_do(line: &DocumentLine) -> &'static str {
    match line.bucket {
        Bucket::Withdrawn => "do not post it; its sender withdrew it",
        _ if line.restricted.is_some() => "do not post it; its record restricts it",
        _ if !line.flags.is_empty() => "do not post it; it is flagged",
        Bucket::NoText => "open its attachment and post both, or note that nothing was said",
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

#[cfg(test)]
mod tests {
    use super::Near;

    /// Who has most of the letter is near it, whoever came first; of equally near ones who came first, an unknown time last.
    #[test]
    fn who_has_most_of_the_letter_is_nearest() {
        let (first, last) = (Some("2031-05-01"), Some("2031-05-02"));
        for pair in
            [[(900, last), (800, first)], [(800, first), (800, last)], [(800, last), (800, None)]]
        {
            let [nearer, other] = pair.map(|(of_letter, received)| Near {
                of_letter,
                received: received.map(str::to_owned),
                id: String::new(),
                paragraphs: Vec::new(),
            });
            assert!(nearer.order() < other.order(), "{nearer:?} {other:?}");
        }
    }
}
