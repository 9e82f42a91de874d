//! The products of all stages, side by side: what a report is made of, and what takes several of them to know.

mod added;
mod letter;

use rustc_hash::{FxHashMap, FxHashSet};
use sha1::{Digest as _, Sha1};

pub use self::added::{Added, Usage};
pub use self::letter::{HeldSentence, MOST_BYTES, Reference};
use crate::campaigns::{Campaign, Campaigns};
use crate::clustering::analyst::Conflict;
use crate::clustering::earlier::Late;
use crate::clustering::{Cited, Cluster, Clusters, Nearest};
use crate::corpus::tokens::normal_form;
use crate::corpus::{Corpus, DocId, Flags, hexadecimal};
use crate::edits::Edits;
use crate::exact::ExactGroups;
use crate::ingest::KnownText;
use crate::known::Quotes;
use crate::questions::Survey;
use crate::thresholds::ngrams::PHRASE;

/// The products that a report is made of.
#[derive(Debug)]
pub struct Detection {
    /// What was read.
    pub corpus: Corpus,
    /// The texts that were known beforehand, and behind them the questions that the comments answer.
    pub known: Vec<KnownText>,
    /// What quotes them.
    pub quotes: Quotes,
    /// The text that is nearest to each comment like no other.
    pub nearest: FxHashMap<DocId, Nearest>,
    /// The letters that such comments cite.
    pub citations: Cited,
    /// Exact copies.
    pub groups: ExactGroups,
    /// Near-duplicates.
    pub clusters: Clusters,
    /// What belongs together beyond that.
    pub campaigns: Campaigns,
    /// How each was edited.
    pub edits: Edits,
    /// Where the analyst's links contradict each other or the dockets.
    pub conflicts: Vec<Conflict>,
    /// Candidates left out because a seed had too many.
    pub n_candidates_cut: usize,
    /// Which words few texts use.
    pub usage: Usage,
    /// What is new since an earlier report, where one was given.
    pub late: Option<Late>,
    /// What people say of the comments.
    pub flags: Flags,
    /// The questions that the comments answer.
    pub survey: Survey,
    /// For each open question what was found in the answers to it. Each has the id of the comment that it is a part of.
    pub answers: Vec<Detection>,
}

impl Detection {
    /// How many inputs have a place: documents of clusters, their exact copies, and what was set aside.
    pub fn n_placed(&self) -> usize {
        let placed: FxHashSet<DocId> =
            self.clusters.clusters.iter().flat_map(Cluster::documents).collect();
        let representatives = self.groups.representatives();
        let n_documents = representatives.iter().filter(|id| placed.contains(id)).count();
        n_documents + self.corpus.set_aside().len()
    }

    /// Whether a campaign of answers to one question is of one origin: it has a text of as many words as the shortest run that
    /// is evidence. "Yes." and "I agree." people write by themselves.
    pub fn has_origin(&self, campaign: &Campaign) -> bool {
        let mut texts = campaign.clusters.iter().chain(&campaign.singles);
        texts.any(|text| self.corpus.token_text(*text).len() >= PHRASE)
    }

    /// All comments with the text of a unique document.
    pub fn copies(&self, unique: DocId) -> &[DocId] {
        self.groups.of_representative(unique).map_or(&[], |group| &group.members)
    }

    /// All comments of a cluster, copies after the document that stands for them.
    pub fn comments<'a>(&'a self, cluster: &'a Cluster) -> impl Iterator<Item = DocId> + 'a {
        cluster.documents().flat_map(|unique| self.copies(unique)).copied()
    }

    /// How many of some comments are new since the earlier report.
    pub fn n_new(&self, comments: &[DocId]) -> usize {
        self.late
            .as_ref()
            .map_or(0, |late| comments.iter().filter(|id| late.new.contains(*id)).count())
    }

    /// Whether an earlier report was given that does not have a cluster.
    pub fn is_new(&self, cluster: &Cluster) -> bool {
        self.late.as_ref().is_some_and(|late| !late.ids.contains_key(&cluster.seed))
    }

    /// Stable id of the cluster around a document: the one it had in an earlier report, else a hash of the document's text
    /// and dockets. Where the letter is a consensus it is still the seed's, for the letter's words change with every
    /// member.
    pub fn cluster_id(&self, seed: DocId) -> String {
        if let Some(id) = self.late.as_ref().and_then(|late| late.ids.get(&seed)) {
            return id.clone();
        }
        let mut hasher = Sha1::new();
        hasher.update(self.corpus.digest(seed));
        for docket in self.corpus.dockets(seed).all() {
            hasher.update(docket.as_bytes());
            hasher.update([0]);
        }
        short_id('c', &hasher.finalize())
    }

    /// Id of a campaign: that of its largest cluster with another first letter. Beside an
    /// earlier report it is that of the largest which gave its id to a campaign there.
    pub fn campaign_id(&self, campaign: &Campaign) -> Option<String> {
        let mut ids = campaign.clusters.iter().chain(&campaign.singles).map(|seed| {
            let id = self.cluster_id(*seed);
            format!("g{}", id.strip_prefix('c').unwrap_or(&id))
        });
        match &self.late {
            None => ids.next(),
            Some(late) => ids.clone().find(|id| late.campaigns.contains(id)).or_else(|| ids.next()),
        }
    }
}

/// Short name of a passage, by its words.
pub fn passage_id(text: &str) -> String {
    short_id('p', &Sha1::digest(normal_form(text)))
}

/// A letter and the first bytes of a digest, in hexadecimal digits.
fn short_id(letter: char, digest: &[u8]) -> String {
    format!("{letter}{}", hexadecimal(&digest[..6]))
}

/// Whether a field says no, 0, or nothing else: then it is left out.
pub(crate) fn is_nothing<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

#[cfg(test)]
mod tests {
    use super::{Campaign, Detection};
    use crate::campaigns::CampaignKind;
    use crate::clustering::earlier::Late;
    use crate::corpus::DocId;
    use crate::ingest::Input;

    /// What is found in a docket of these texts, whose ids are their numbers.
    pub(super) fn detected(texts: impl IntoIterator<Item = String>) -> Detection {
        let lines = texts.into_iter().enumerate().map(|(id, text)| {
            serde_json::json!({"id": id.to_string(), "text": text}).to_string() + "\n"
        });
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("docket.jsonl");
        std::fs::write(&path, lines.collect::<String>()).expect("a docket");
        crate::detect(&[Input::Path(path)], &Default::default(), &|_| ())
            .expect("the pipeline runs")
    }

    /// A campaign is named by its first cluster, or by the first one that named a campaign of the earlier report.
    #[test]
    fn a_campaign_keeps_its_earlier_id() {
        let texts = ["Keep the ferry.", "Mend the pier.", "Close the quarry."];
        let mut detection = detected(texts.map(str::to_owned));
        let campaign = Campaign {
            kind: CampaignKind::Kit,
            clusters: vec![DocId(2), DocId(0), DocId(1)],
            singles: Vec::new(),
            n_shared_words: None,
            passages: Vec::new(),
        };
        let ids: Vec<String> =
            (0..3).map(|id| detection.cluster_id(DocId(id)).replacen('c', "g", 1)).collect();
        assert_eq!(detection.campaign_id(&campaign).as_ref(), Some(&ids[2]));
        for (earlier, expect) in [(&ids[..2], 0), (&ids[1..2], 1), (&[][..], 2)] {
            let campaigns = earlier.iter().cloned().collect();
            detection.late = Some(Late { campaigns, ..Late::default() });
            assert_eq!(detection.campaign_id(&campaign).as_ref(), Some(&ids[expect]));
        }
    }
}
