//! Passages in, and the lines of the report once more; out the comments that have them, and what the final text names.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use rustc_hash::{FxHashMap, FxHashSet};

use super::docket::{Comment, Docket, NumberedText, text_id};
use super::passages::{Passage, SourceText};
use crate::compare::quotation::quotations;
use crate::corpus::tokens::normal_form;
use crate::ingest::KnownText;
use crate::ngrams::sorted_dedup;
use crate::report::schema::{
    Bucket, DocumentLine, FinalText, Mention, PassageSource, Preamble, Report, SourceKind,
    TRACE_VERSION, Tool, Trace, TraceTotals, TracedKnown, TracedPassage, UntouchedCampaign,
};
use crate::report::{counted, grouped, joined};
use crate::thresholds::HALF;
use crate::thresholds::trace::{MOST_SOURCES, SHORTEST_ID};

/// What was found, and the comments that have it so far.
#[derive(Debug)]
pub struct Found {
    docket: Docket,
    text: NumberedText,
    final_text: FinalText,
    passages: Vec<Passage>,
    totals: TraceTotals,
    /// By the id of the comment whose line has it, the texts that passages stand in.
    seen: FxHashMap<String, SeenText>,
    /// What the final text may name comments by.
    named: NamedIds,
    /// Letters, added passages, and unique comments that the final text quotes or names, each by its id.
    mentions: [BTreeMap<String, Mention>; 3],
    /// Campaigns of comments that are quoted or named.
    touched: FxHashSet<String>,
}

/// A text that passages stand in.
#[derive(Debug, Default)]
struct SeenText {
    /// The line that has it, and its words.
    line: Option<(Box<DocumentLine>, NumberedText)>,
    /// The earliest comments that have it.
    comments: BTreeSet<Comment>,
}

/// An article, a section, an act, a code: what people quote law by.
static CITED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"§|(?i:\b(?:art(?:icle|ículo|ikel|igo|icolo|\.)|sec(?:tion|\.)|paragraph|para\.)\s{0,3}\(?\d)|\b\d+\s{1,3}(?:U\.?\s?S\.?\s?C|C\.?\s?F\.?\s?R)\b|\b(?:Act|Code|Statutes?|Constitution|Directive|Ordinance)\b",
    )
    .expect("the pattern is valid")
});

/// That a comment is spoken of.
static OF_COMMENT: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:comment|letter|petition|submission|submitter)")
        .expect("the pattern is valid")
});

/// Whether a stretch of a paragraph stands in quotation marks, or behind an article that is cited.
fn is_quoted(paragraph: &str, bytes: &Range<usize>) -> bool {
    let quoted: usize = quotations(paragraph)
        .into_iter()
        .map(|range| range.end.min(bytes.end).saturating_sub(range.start.max(bytes.start)))
        .max()
        .unwrap_or_default();
    quoted > 0 && HALF.is_met(quoted, bytes.len())
}

/// What is said of a comment or its letter.
fn mention<'a>(
    list: &'a mut BTreeMap<String, Mention>,
    id: &str,
    campaign: Option<&String>,
) -> &'a mut Mention {
    list.entry(id.to_owned()).or_insert_with(|| Mention {
        id: id.to_owned(),
        campaign: campaign.cloned(),
        quoted_in: Vec::new(),
        named_in: Vec::new(),
    })
}

/// All mentions, each paragraph once.
fn listed(mentions: &mut BTreeMap<String, Mention>) -> Vec<Mention> {
    let each_once = std::mem::take(mentions).into_values().map(|mention| Mention {
        quoted_in: sorted_dedup(mention.quoted_in),
        named_in: sorted_dedup(mention.named_in),
        ..mention
    });
    each_once.collect()
}

impl Found {
    pub(super) fn new(
        docket: Docket,
        text: NumberedText,
        final_text: &KnownText,
        passages: Vec<Passage>,
        totals: TraceTotals,
    ) -> Self {
        let sources = passages.iter().flat_map(|passage| &passage.sources);
        Self {
            seen: sources
                .map(|source| (docket.holders[source.text].id.clone(), SeenText::default()))
                .collect(),
            named: NamedIds::of(&final_text.paragraphs),
            final_text: FinalText {
                name: final_text.name.clone(),
                digest: final_text.digest.clone(),
                n_words: text.terms.len(),
                paragraphs: final_text.paragraphs.clone(),
            },
            docket,
            text,
            passages,
            totals,
            mentions: Default::default(),
            touched: FxHashSet::default(),
        }
    }

    /// Takes a line of `documents.jsonl` in.
    pub fn see(&mut self, line: DocumentLine) {
        let campaign = line.campaign.as_ref();
        if let Some(paragraphs) = self.named.paragraphs_of(&line.id) {
            self.touched.extend(campaign.cloned());
            let [letters, _, unique_comments] = &mut self.mentions;
            let (list, id) = match &line.cluster {
                Some(cluster) => (letters, cluster),
                None => (unique_comments, &line.id),
            };
            mention(list, id, campaign).named_in.extend(paragraphs);
        }
        let Some(seen) = text_id(&line).and_then(|id| self.seen.get_mut(id)) else { return };
        seen.comments.insert(Comment::of(&line));
        if seen.comments.len() > MOST_SOURCES {
            seen.comments.pop_last();
        }
        if line.bucket != Bucket::ExactCopy {
            let text = self.docket.number(&line.paragraphs);
            seen.line = Some((Box::new(line), text));
        }
    }

    /// What became of the words, once all lines were seen.
    pub fn trace(mut self, report: &Report, known: &[KnownText]) -> Trace {
        let mut traced = Vec::new();
        for passage in std::mem::take(&mut self.passages) {
            let (paragraph, bytes) = self.written(&passage.words);
            let is_quoted = is_quoted(paragraph, &bytes);
            if is_quoted && self.is_law(&passage) {
                self.totals.quotations_of_law += 1;
                continue;
            }
            let one = self.passage(&passage, is_quoted);
            self.totals.passages += 1;
            self.totals.n_words += passage.words.len();
            *match one.kind {
                SourceKind::Verbatim => &mut self.totals.verbatim,
                SourceKind::Edited => &mut self.totals.edited,
                SourceKind::Reworded => &mut self.totals.reworded,
            } += 1;
            let texts = passage.sources.iter().map(|source| &self.docket.holders[source.text]);
            self.touched.extend(texts.filter_map(|text| text.first.campaign.clone()));
            self.mention(&passage, &one);
            traced.push(one);
        }
        let [letters, added_passages, unique_comments] = self.mentions.each_mut().map(listed);
        Trace {
            schema_version: TRACE_VERSION,
            tool: Tool::own(),
            title: report.title.clone(),
            input_digest: report.input_digest.clone(),
            known: known
                .iter()
                .map(|text| TracedKnown {
                    name: text.name.clone(),
                    digest: text.digest.clone(),
                    n_paragraphs: text.paragraphs.len(),
                })
                .collect(),
            notes: self.notes(report, known),
            final_text: self.final_text,
            totals: self.totals,
            passages: traced,
            preamble: Preamble {
                letters,
                added_passages,
                unique_comments,
                untouched_campaigns: report
                    .campaigns
                    .iter()
                    .filter(|campaign| !self.touched.contains(&campaign.id))
                    .map(|campaign| UntouchedCampaign {
                        id: campaign.id.clone(),
                        title: campaign.title.clone(),
                        n_comments: campaign.n_comments,
                    })
                    .collect(),
            },
        }
    }

    /// Words of the final text in their paragraph, with the marks that end a sentence.
    fn written(&self, words: &Range<usize>) -> (&str, Range<usize>) {
        let (paragraph, bytes) = self.text.written(words, &self.final_text.paragraphs).remove(0);
        let rest =
            paragraph[bytes.end..].trim_start_matches(['.', '!', '?', '”', '"', '’', ')', '。']);
        let is_end = self.text.sentence_of(words.end - 1).end == words.end;
        (paragraph, bytes.start..if is_end { paragraph.len() - rest.len() } else { bytes.end })
    }

    fn seen_of(&self, source: &SourceText) -> Option<&SeenText> {
        self.seen.get(&self.docket.holders[source.text].id)
    }

    /// Words of a comment in the paragraphs that they stand in.
    fn written_by(&self, source: &SourceText) -> Vec<(&str, Range<usize>)> {
        let line = self.seen_of(source).and_then(|seen| seen.line.as_ref());
        line.map(|(line, text)| text.written(&source.words, &line.paragraphs)).unwrap_or_default()
    }

    /// Whether a passage that stands in quotation marks is law: the final text names the law, or a comment does that has
    /// the words in quotation marks, too; and the final text does not speak of comments.
    fn is_law(&self, passage: &Passage) -> bool {
        let (paragraph, bytes) = self.written(&self.text.sentence_of(passage.words.start));
        let said = &paragraph[bytes];
        let sources = passage.sources.iter();
        let mut written = sources.filter_map(|one| self.written_by(one).into_iter().next());
        !OF_COMMENT.is_match(said)
            && (CITED.is_match(said)
                || written.any(|(text, bytes)| is_quoted(text, &bytes) && CITED.is_match(text)))
    }

    fn passage(&self, passage: &Passage, is_quoted: bool) -> TracedPassage {
        let (paragraph, bytes) = self.written(&passage.words);
        let best = &passage.sources[0];
        let first = &self.docket.holders[best.text].first;
        let n_comments =
            passage.sources.iter().map(|source| self.docket.holders[source.text].n_comments).sum();
        let sources = self.sources(&passage.sources);
        TracedPassage {
            text: paragraph[bytes.clone()].to_owned(),
            paragraph: self.text.places[passage.words.start].0 + 1,
            start: bytes.start,
            end: bytes.end,
            kind: best.kind,
            first: first.id.clone(),
            first_date: first.date.clone(),
            n_comments,
            n_texts: passage.sources.len(),
            is_quoted,
            n_left_out: n_comments.saturating_sub(sources.len()),
            sources,
        }
    }

    /// The comments that have a passage: those that have most of it first, of equal ones the earliest.
    fn sources(&self, texts: &[SourceText]) -> Vec<PassageSource> {
        let mut comments: Vec<(&Comment, &SourceText)> = texts
            .iter()
            .filter_map(|source| Some((self.seen_of(source)?, source)))
            .flat_map(|(seen, source)| seen.comments.iter().map(move |one| (one, source)))
            .collect();
        comments.sort_by_key(|(comment, source)| (source.order(), *comment));
        comments.truncate(MOST_SOURCES);
        let mut last_text = None;
        let sources = comments.into_iter().map(|(comment, source)| {
            let text = self.text_of(source);
            let is_new = last_text != text;
            last_text.clone_from(&text);
            PassageSource {
                id: comment.id.clone(),
                campaign: comment.campaign.clone(),
                kind: source.kind,
                date: comment.date.clone(),
                author: comment.author.clone(),
                organization: comment.organization.clone(),
                text: text.filter(|_| is_new),
                n_shared_words: source.n_same,
                distance: source.distance,
            }
        });
        sources.collect()
    }

    /// What a comment has of a passage.
    fn text_of(&self, source: &SourceText) -> Option<String> {
        let written = self.written_by(source).into_iter();
        joined(written.map(|(paragraph, bytes)| &paragraph[bytes]), " ")
    }

    /// Notes what a passage quotes: letters, added passages, unique comments, of the texts that have most of it.
    fn mention(&mut self, passage: &Passage, traced: &TracedPassage) {
        if traced.kind == SourceKind::Reworded {
            return;
        }
        let best = passage.sources[0].order();
        for source in passage.sources.iter().take_while(|source| source.order() == best) {
            let seen = self.seen.get(&self.docket.holders[source.text].id);
            let Some((line, _)) = seen.and_then(|seen| seen.line.as_ref()) else { continue };
            let is_added = self.is_added(line, source);
            let [letters, added_passages, unique_comments] = &mut self.mentions;
            let (list, id) = match &line.cluster {
                None => (unique_comments, &line.id),
                Some(_) if is_added => (added_passages, &line.id),
                Some(cluster) => (letters, cluster),
            };
            mention(list, id, line.campaign.as_ref()).quoted_in.push(traced.paragraph);
        }
    }

    /// Whether words of a copy are none of its letter's.
    fn is_added(&self, line: &DocumentLine, source: &SourceText) -> bool {
        let Some(text) = self.text_of(source) else { return false };
        let words = format!(" {}", normal_form(&text));
        let added =
            line.unique_text.iter().chain(line.shared_text.iter().map(|shared| &shared.text));
        added.map(|text| normal_form(text)).any(|added| format!(" {added}").contains(&words))
    }

    /// What a reader should know.
    fn notes(&self, report: &Report, known: &[KnownText]) -> Vec<String> {
        let Docket { n_comments, n_undated, n_without_text, .. } = self.docket;
        let (undated, of_all) = (grouped(n_undated as u64), counted(n_comments, "comment"));
        let n_aside = report.totals.inputs.saturating_sub(report.totals.comments);
        let (inputs, texts) = (counted(n_aside, "input"), counted(n_without_text, "exact copy"));
        let n_not_read = report.totals.attachments_not_read;
        let attachments = counted(n_not_read, "attachment");
        [
            (known.is_empty(), "no known text was given (--known): words of the proposal that comments quote count as theirs".to_owned()),
            (n_undated > 0, format!("{undated} of {of_all} have no date: where one of them has a passage, it may have been the first")),
            (n_aside > 0, format!("{inputs} not compared: their words are not in the report")),
            (n_not_read > 0, format!("{attachments} not read: their words are not in the report")),
            (n_without_text > 0, format!("the report does not hold the text of {texts}: make it again with `durian cluster`")),
        ]
        .into_iter()
        .filter_map(|(holds, note)| holds.then_some(note))
        .collect()
    }
}

/// What may be an id of a comment, in small letters, with the paragraphs of the final text that have it.
#[derive(Debug, Default)]
struct NamedIds(FxHashMap<String, BTreeSet<usize>>);

impl NamedIds {
    /// What may be an id in a text: letters and digits with `-`, `_`, `.`, `/`, `#`, or `~` between them, a digit among them,
    /// and long enough. A number behind a hyphen, as in "EPA-2031-7-0012, -0015, and -0019", goes on from the id before it.
    fn of(paragraphs: &[String]) -> Self {
        let mut named = Self::default();
        for (paragraph, nth) in paragraphs.iter().zip(1..) {
            let mut last = None;
            for piece in paragraph.split(|c: char| !(c.is_alphanumeric() || "-_./#~".contains(c))) {
                let id = piece.trim_end_matches(['-', '_', '.', '/', '#', '~']);
                let number = id.trim_start_matches('-');
                let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
                let n_characters = number.chars().filter(|c| c.is_alphanumeric()).count();
                let id = match last {
                    Some(prefix) if is_number && id != number => format!("{prefix}-{number}"),
                    _ if n_characters < SHORTEST_ID => continue,
                    _ if !number.contains(|c: char| c.is_ascii_digit()) => continue,
                    _ => {
                        last = number.rsplit_once('-').map(|(prefix, _)| prefix).or(last);
                        number.to_owned()
                    }
                };
                named.0.entry(id.to_lowercase()).or_default().insert(nth);
            }
        }
        named
    }

    /// Where a comment is named: by its id, or by that without the extension of its file.
    fn paragraphs_of(&self, id: &str) -> Option<&BTreeSet<usize>> {
        let named = id.to_lowercase();
        let stem = named.rsplit_once('.').map(|(stem, _)| stem);
        self.0.get(&named).or_else(|| self.0.get(stem?))
    }
}

#[cfg(test)]
mod tests {
    use super::{CITED, NamedIds, OF_COMMENT, is_quoted};

    /// Ids stand in running text, and go on from each other.
    #[test]
    fn ids_are_read_in_running_text() {
        let text = "See HP-2031-7-0012, -0015, and -0019 (letters/b-17.eml). In 2031 we said no.";
        let named = NamedIds::of(&[text.to_owned()]);
        for id in ["HP-2031-7-0012.txt", "hp-2031-7-0015", "hp-2031-7-0019", "letters/B-17.eml"] {
            assert!(named.paragraphs_of(id).is_some(), "{id}");
        }
        assert_eq!(named.0.len(), 4);
    }

    #[test]
    fn law_is_told_by_marks_and_by_what_is_cited() {
        let text = "Section 7 says: “no boat may moor here.” So be it.";
        let at = text.find("no boat").expect("there");
        assert!(is_quoted(text, &(at..at + 21)) && !is_quoted(text, &(text.len() - 9..text.len())));
        for law in ["§ 12", "Under article 4(b)", "5 U.S.C. 553", "the Harbor Act"] {
            assert!(CITED.is_match(law), "{law}");
        }
        assert!(!CITED.is_match("We act in this section of the harbor."));
        assert!(OF_COMMENT.is_match("Some commenters said so") && !OF_COMMENT.is_match("We agree"));
    }
}
