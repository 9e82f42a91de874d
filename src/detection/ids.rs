//! Clusters, campaigns and passages in, their stable ids out.

use sha1::{Digest as _, Sha1};

use super::Detection;
use crate::campaigns::Campaign;
use crate::corpus::tokens::normal_form;
use crate::corpus::{DocId, hexadecimal};

impl Detection {
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

#[cfg(test)]
mod tests {
    use super::Campaign;
    use crate::campaigns::CampaignKind;
    use crate::clustering::earlier::Late;
    use crate::corpus::DocId;
    use crate::detection::tests::detected;

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
