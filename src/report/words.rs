//! The report's terms in words for people, which stand in `words.txt`; every rendering says the same.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::printable;
use super::schema::{
    Apart, Bucket, CampaignKind, Category, Dated, DocketState, DocumentLine, FactExcerpt, Limit,
    Moved, Reference, Related, RelayerCount, ReportedAttachment, ReportedCluster, ReportedConflict,
    ReportedEvidence, ReportedMember, ReportedNearest, Rule, SaidKind, SharedPassages, Shares,
    Since, SlotOption, SourceKind, Totals,
};

/// What "the same words" means wherever they are counted.
pub const EXACT: &str = "the words of the body are compared; case, punctuation, greeting, signature, header lines, and \
                         footers are left out";

/// Words that a person reads in a minute, careful reading.
pub(super) const WORDS_PER_MINUTE: usize = 200;

/// Mass mailers that are named, and characters of a name.
const MOST_RELAYERS: usize = 5;
const RELAYER: usize = 60;

/// A term: as it stands in the JSON, in words, and in a sentence without its full stop.
type Term = [&'static str; 3];

/// The terms of `words.txt`, by their sections.
static TERMS: LazyLock<FxHashMap<&str, Vec<Term>>> = LazyLock::new(|| {
    let sections = include_str!("words.txt").split("\n# ").skip(1);
    let terms = sections.filter_map(|section| section.split_once('\n')).map(|(name, lines)| {
        let terms = lines.lines().filter(|line| !line.is_empty()).map(|line| {
            let mut parts = line.split(" | ");
            [(); 3].map(|()| parts.next().unwrap_or_default())
        });
        (name, terms.collect())
    });
    terms.collect()
});

fn term(section: &str, at: usize) -> Term {
    TERMS.get(section).and_then(|terms| terms.get(at)).copied().unwrap_or_default()
}

/// Gives terms their names and words.
macro_rules! terms {
    ($($section:literal: $term:ident),*) => {
        $(impl $term {
            /// As it stands in the JSON.
            pub fn name(self) -> &'static str {
                term($section, self as usize)[0]
            }

            /// In words.
            pub fn words(self) -> &'static str {
                term($section, self as usize)[1]
            }
        })*

        #[cfg(test)]
        fn schemas() -> Vec<(&'static str, schemars::Schema)> {
            vec![$(($section, schemars::schema_for!($term))),*]
        }
    };
}

terms!(
    "bucket": Bucket,
    "category": Category,
    "campaign": CampaignKind,
    "rule": Rule,
    "apart": Apart,
    "said": SaidKind,
    "source": SourceKind,
    "dated": Dated,
    "docket": DocketState
);

impl CampaignKind {
    /// What its texts are like, in a sentence without its full stop.
    pub fn meaning(self) -> &'static str {
        term("campaign", self as usize)[2]
    }
}

/// What some comments are: "1 letter, 6 with the same words, 10 edited, 2 that are not copies". They sum up to all of them.
pub(super) fn made_of([n_letters, n_same, n_edited, n_single]: [usize; 4]) -> String {
    let letters = if n_letters == 1 { "letter" } else { "letters" };
    let are = if n_single == 1 { "that is not a copy" } else { "that are not copies" };
    let parts = [
        (n_letters, letters),
        (n_same, "with the same words"),
        (n_edited, "edited"),
        (n_single, are),
    ];
    joined(not_none(parts), ", ").unwrap_or_default()
}

impl ReportedCluster {
    /// "1 letter, 6 with the same words, 10 edited".
    pub(super) fn made_of(&self) -> String {
        made_of([self.n_letter(), self.n_same(), self.n_edited(), 0])
    }
}

/// The mass mailers of most comments, each with how many; none where there are none.
pub(super) fn busiest(relayers: &[RelayerCount]) -> Vec<String> {
    let busiest = relayers.iter().take(MOST_RELAYERS);
    busiest
        .map(|RelayerCount { relayer, n_comments }| {
            format!("{} ({})", printable::excerpt(relayer, RELAYER), grouped(*n_comments as u64))
        })
        .collect()
}

impl Bucket {
    /// Every bucket, in the order that a reader wants them.
    pub const ALL: [Self; 7] = [
        Self::ExactCopy,
        Self::Clustered,
        Self::Singleton,
        Self::NoText,
        Self::Withdrawn,
        Self::Unreadable,
        Self::NotAComment,
    ];
}

impl Totals {
    /// What there is of one docket or of many, in one line.
    pub fn in_short(&self) -> String {
        let (inputs, comments) = (counted(self.inputs, "input"), counted(self.comments, "comment"));
        let campaigns = counted(self.n_campaigns, "campaign");
        format!(
            "{inputs} → {comments} → {campaigns} + {}",
            counted(self.n_unique, "unique comment")
        )
    }

    /// Which copies were compared more coarsely, in a sentence without its full stop; none where none were.
    pub fn coarse_words(&self) -> Option<String> {
        let n = *self.limits_reached.get(&Limit::WordDiff)?;
        let are = if n == 1 { "is" } else { "are" };
        Some(format!(
            "{} {are} so long, as the letter is, that what was changed in the letter is told more coarsely",
            counted(n, "copy")
        ))
    }
}

impl ReportedConflict {
    /// What contradicts what.
    pub(super) fn words(&self) -> String {
        format!("{}: {}", self.reason, self.chain.join(" – "))
    }
}

impl ReportedNearest {
    /// Which text is nearest, and why it is no copy of that.
    pub fn words(&self) -> String {
        let id = printable::line(&self.id);
        let shared = self.shared.map_or_else(String::new, |shared| {
            let [comment, other] = shared.percentages();
            format!(" ({comment} of this comment, {other} of that text)")
        });
        format!("{id}{shared}; not a copy of it: {}", self.why.words())
    }
}

impl DocumentLine {
    /// The letters that it cites, and how much of each; none where it cites none.
    pub fn cited(&self) -> Option<String> {
        let cited = self.cites.iter().map(|cited| {
            let letter = printable::line(&cited.cluster);
            format!("the letter of {letter}, {}", counted(cited.n_words, "word"))
        });
        joined(cited, "; ")
    }

    /// What it quotes, each paragraph once; none where it quotes nothing that was known.
    pub fn quoted(&self) -> Option<String> {
        let mut quoted: Vec<String> = Vec::new();
        for quote in &self.quotes {
            let known = printable::line(&quote.known);
            let place = format!("{known}, paragraph {}", quote.paragraph);
            if !quoted.contains(&place) {
                quoted.push(place);
            }
        }
        joined(quoted, "; ")
    }

    /// Why it is in its cluster, in a sentence without its full stop; none where it has no cluster.
    pub fn why(&self) -> Option<String> {
        Some(self.evidence.as_ref()?.words() + &in_brackets(&self.shared))
    }
}

impl ReportedAttachment {
    /// Why it was not read.
    pub(super) fn why_not_read(&self) -> &str {
        self.reason.as_deref().unwrap_or("the docket lists it but does not contain it")
    }

    /// Its name, and why it was not read.
    pub fn words(&self) -> String {
        match &self.reason {
            Some(reason) => format!("{} (not read: {reason})", self.name),
            None => self.name.clone(),
        }
    }
}

impl FactExcerpt {
    /// What is said, and in brackets by whom.
    pub(super) fn words(&self) -> String {
        let Self { id, before, fact, after } = self;
        printable::line(&format!("{before}{fact}{after} ({id})"))
    }
}

impl SlotOption {
    /// What fills a slot, in words where it is nothing.
    pub fn words(&self) -> String {
        match self.text.as_str() {
            "" => "(nothing)".to_owned(),
            text => printable::line(text),
        }
    }
}

impl ReportedMember {
    /// Why it is in its cluster, in a sentence without its full stop.
    pub fn why(&self) -> String {
        self.evidence.words() + &in_brackets(&self.shared)
    }
}

/// "12 %", "0.4 %", with a space that does not break.
pub(in crate::report) fn percent(part: usize, whole: usize) -> String {
    let percent = part as f64 * 100.0 / whole.max(1) as f64;
    if percent > 0.0 && percent < 1.0 {
        format!("{percent:.1}\u{A0}%")
    } else {
        format!("{percent:.0}\u{A0}%")
    }
}

/// How much of a comment and of its letter the two share, behind why it is there; nothing where that is not known.
fn in_brackets(shared: &Option<Shares>) -> String {
    shared.map(|shared| format!(" ({})", shared.words())).unwrap_or_default()
}

impl Shares {
    /// "42 % of this comment, 55 % of the letter".
    pub fn words(self) -> String {
        let [comment, letter] = self.percentages();
        format!("{comment} of this comment, {letter} of the letter")
    }

    /// "42 %" of the comment, "55 %" of the other text.
    fn percentages(self) -> [String; 2] {
        [self.of_comment, self.of_letter].map(|share| percent((share * 1e3).round() as usize, 1000))
    }
}

impl ReportedEvidence {
    /// Why the comment is where it is, in a sentence without its full stop.
    pub fn words(&self) -> String {
        let [.., sentence] = term("rule", self.rule as usize);
        sentence.replace("{}", &printable::line(&self.compared_with))
    }
}

/// Words of a paragraph that may be a title, where it does not end as a sentence does: an address line and a
/// greeting have fewer.
const FEWEST_WORDS: usize = 6;

/// A letter from its first paragraph on that tells what it is about: at least half as many comments keep it as any
/// other, and it is a sentence, no address line that one of many has.
pub(super) fn opening(paragraphs: &[String], n_kept: &[usize]) -> String {
    let most = n_kept.iter().max().copied().unwrap_or_default();
    let kept = n_kept.iter().copied().chain(std::iter::repeat(most));
    let first = paragraphs.iter().zip(kept).position(|(text, n)| {
        let is_sentence = text.trim_end().ends_with(['.', '!', '?', '。', '！', '？']);
        n * 2 >= most && (is_sentence || text.split_whitespace().count() >= FEWEST_WORDS)
    });
    paragraphs[first.unwrap_or_default()..].join(" ")
}

impl Reference {
    /// Its text from the first paragraph on that tells what it is about.
    pub fn opening(&self) -> String {
        opening(&self.paragraphs, &self.n_kept)
    }

    /// Whose words the letter is.
    pub fn words(&self) -> String {
        let id = printable::line(&self.id);
        if self.is_consensus {
            format!(
                "a composite of the wording that copies share, taken from {id}; nobody sent exactly this"
            )
        } else {
            id
        }
    }
}

impl Related {
    /// Which letter says the opposite, and in which sentences.
    pub fn words(&self) -> String {
        if let Some((first, more)) = self.sentences.split_first() {
            let more = match more.len() {
                0 => String::new(),
                n => format!(", and in {} more", counted(n, "sentence")),
            };
            return format!(
                "{} says “{}” where this one says “{}”{more}",
                self.cluster, first.there, first.here
            );
        }
        let [there, here] = [&self.only_there, &self.only_here].map(|words| words.join(", "));
        format!("{} has “{there}” for “{here}”", self.cluster)
    }
}

impl Since {
    /// What is new and where it is; and what was kept of the earlier report, and what of it moved.
    pub fn words(&self) -> [String; 2] {
        let mut new = format!(
            "{}: {} under earlier letters, {} under new ones, {} unique",
            counted(self.new_comments, "comment"),
            grouped(self.new_in_earlier_clusters as u64),
            grouped(self.new_in_new_clusters as u64),
            grouped(self.new_unique as u64)
        );
        for moved in not_none([
            (self.no_longer_unique, "no longer unique"),
            (self.changed, "with a changed text, counted as new"),
            (self.gone, "gone from the docket"),
        ]) {
            new = new + "; " + &moved;
        }
        let mut kept = format!("{} kept", counted(self.clusters_kept, "earlier letter"));
        let Moved { clusters, campaigns, categories, evidence, unique_text, references } =
            self.moved;
        for (n, noun, what) in [
            (clusters, "earlier comment", "under another letter"),
            (campaigns, "earlier comment", "in another campaign"),
            (categories, "earlier comment", "with another kind of edit"),
            (evidence, "earlier comment", "with another reason"),
            (unique_text, "earlier comment", "with other unique text"),
            (references, "earlier letter", "with other words"),
        ] {
            if n > 0 {
                kept += &format!("; {} {what}", counted(n, noun));
            }
        }
        if self.clusters_gone > 0 {
            let n = counted(self.clusters_gone, "letter");
            kept += &format!("; {n} not kept, because the reference copy is gone");
        }
        if !self.same_settings {
            kept += "; the earlier report was made by another version or with other settings";
        }
        [new, kept]
    }
}

impl SharedPassages {
    /// Which letter shares passages, and with how many comments.
    pub fn words(&self) -> String {
        format!("{} ({})", self.cluster, counted(self.n_members, "comment"))
    }
}

/// The day of a time.
pub(super) fn day(time: &str) -> &str {
    time.get(..10).unwrap_or(time)
}

/// 12345 → "12,345".
pub fn grouped(number: u64) -> String {
    grouped_digits(&number.to_string())
}

pub(super) fn grouped_digits(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Some texts one behind the other; none where there are none.
pub fn joined<T: AsRef<str>>(texts: impl IntoIterator<Item = T>, between: &str) -> Option<String> {
    let mut rest = texts.into_iter();
    let first = rest.next()?.as_ref().to_owned();
    Some(rest.fold(first, |all, text| all + between + text.as_ref()))
}

/// "2,000 edited": of numbers with their words those that are not 0.
pub fn not_none<'a>(
    numbers: impl IntoIterator<Item = (usize, &'a str)>,
) -> impl Iterator<Item = String> {
    let some = numbers.into_iter().filter(|(n, _)| *n > 0);
    some.map(|(n, words)| format!("{} {words}", grouped(n as u64)))
}

/// "1 comment", "2,000 comments".
pub fn counted(number: usize, noun: &str) -> String {
    let digits = number.to_string();
    format!("{} {}", grouped_digits(&digits), plural(&digits, noun))
}

/// The noun for a number: "comment", "comments", "copies".
pub(super) fn plural(digits: &str, noun: &str) -> String {
    match (digits, noun.strip_suffix("copy")) {
        ("1", _) => noun.to_owned(),
        (_, Some(stem)) => format!("{stem}copies"),
        _ => format!("{noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Since, TERMS, opening, schemas};

    /// Each section names the terms of its enumeration, all of them and in their order, and has words for each.
    #[test]
    fn every_term_has_words() {
        for (section, schema) in schemas() {
            let enumeration = schema.as_value();
            let listed = enumeration["enum"].as_array().into_iter().flatten();
            let explained = enumeration["oneOf"].as_array().into_iter().flatten();
            let names: Vec<&str> = listed
                .chain(explained.map(|term| &term["const"]))
                .filter_map(serde_json::Value::as_str)
                .collect();
            let terms = &TERMS[section];
            assert_eq!(terms.iter().map(|[name, ..]| *name).collect::<Vec<_>>(), names);
            assert!(terms.iter().all(|[_, words, _]| !words.is_empty()), "{section}");
        }
    }

    /// Of 38 comments one has the address line, all the greeting: the first sentence that many keep is the title.
    #[test]
    fn a_title_is_a_sentence_that_many_keep() {
        fn check(letter: &[(&str, usize)], expect: &str) {
            let (texts, n_kept): (Vec<&str>, Vec<usize>) = letter.iter().copied().unzip();
            let paragraphs: Vec<String> = texts.into_iter().map(str::to_owned).collect();
            assert_eq!(opening(&paragraphs, &n_kept), expect);
        }
        let (address, greeting) = (("12 Ferry Lane, Quill Point", 1), ("Dear Commissioners", 38));
        let (own, letter) =
            (("I am Ada. I row to work every morning.", 18), ("Keep the ferry.", 37));
        check(&[address, greeting, own, letter, ("Thank you.", 30)], "Keep the ferry. Thank you.");
        check(&[address, greeting], "12 Ferry Lane, Quill Point Dear Commissioners");
        // Half of 38 is enough.
        check(
            &[("I am Ada. I row to work.", 19), letter],
            "I am Ada. I row to work. Keep the ferry.",
        );
        check(&[], "");
    }

    #[test]
    fn what_an_earlier_report_had_is_told_number_by_number() {
        let since: Since = serde_json::from_value(serde_json::json!({
            "input_digest": "", "same_settings": false, "new_comments": 6, "new_in_earlier_clusters": 1,
            "new_in_new_clusters": 2, "new_unique": 3, "new_set_aside": 4, "no_longer_unique": 5, "changed": 7, "gone": 8,
            "clusters_kept": 9, "clusters_gone": 10, "differing_comments": 11, "differing": [],
            "moved": {"clusters": 12, "campaigns": 13, "categories": 14, "evidence": 15, "unique_text": 16, "references": 17}
        }))
        .expect("it");
        let [new, kept] = since.words();
        assert_eq!(
            new,
            "6 comments: 1 under earlier letters, 2 under new ones, 3 unique; 5 no longer unique; 7 with a changed text, \
             counted as new; 8 gone from the docket"
        );
        assert_eq!(
            kept,
            "9 earlier letters kept; 12 earlier comments under another letter; 13 earlier comments in another campaign; 14 \
             earlier comments with another kind of edit; 15 earlier comments with another reason; 16 earlier comments with \
             other unique text; 17 earlier letters with other words; 10 letters not kept, because the reference copy is \
             gone; the earlier report was made by another version or with other settings"
        );
    }
}
