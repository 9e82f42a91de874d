//! Passages in, and the lines of the report once more; out the comments that have them, and what the final text names.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::docket::{Docket, NumberedText, Received, for_each_word, text_id};
use super::law;
use super::passages::{Passage, SourceText};
use crate::corpus::tokens::words_of;
use crate::ingest::KnownText;
use crate::ngrams::sorted_dedup;
use crate::report::schema::{
    Bucket, DocumentLine, FinalText, Mention, PassageSource, Preamble, Report, SourceKind,
    TRACE_VERSION, Tool, Trace, TraceTotals, TracedKnown, TracedPassage, UntouchedCampaign,
};
use crate::report::{counted, grouped};
use crate::thresholds::trace::{MOST_SOURCES, SHORTEST_ID};

/// What was found, and the comments that have it so far.
#[derive(Debug)]
pub struct Found {
    docket: Docket,
    words: NumberedText,
    final_text: FinalText,
    passages: Vec<Passage>,
    n_known_words: usize,
    n_commonplaces: usize,
    /// By the id of the comment that has it, the texts that passages stand in.
    wanted: FxHashMap<String, usize>,
    seen: FxHashMap<usize, SeenText>,
    named: Named,
    /// Campaigns of comments that are named.
    touched: FxHashSet<String>,
}

/// A text that passages stand in.
#[derive(Debug, Default)]
struct SeenText {
    /// The line that has it.
    line: Option<Box<DocumentLine>>,
    /// Words of it: the paragraph, and bytes there.
    places: Vec<(usize, Range<usize>)>,
    /// The earliest comments that have it.
    comments: BTreeMap<Received, SeenComment>,
}

#[derive(Debug)]
struct SeenComment {
    campaign: Option<String>,
    author: Option<String>,
    organization: Option<String>,
}

/// What the final text may name comments by, and the comments that it does.
#[derive(Debug, Default)]
struct Named {
    /// In small letters, with the paragraphs that have it.
    ids: FxHashMap<String, BTreeSet<usize>>,
    letters: Mentions,
    unique_comments: Mentions,
}

/// What the final text quotes or names, by id.
#[derive(Debug, Default)]
struct Mentions(BTreeMap<String, Mention>);

impl Mentions {
    fn of(&mut self, id: &str, campaign: Option<&String>) -> &mut Mention {
        self.0.entry(id.to_owned()).or_insert_with(|| Mention {
            id: id.to_owned(),
            campaign: campaign.cloned(),
            quoted_in: Vec::new(),
            named_in: Vec::new(),
        })
    }

    /// All of them, each paragraph once.
    fn listed(self) -> Vec<Mention> {
        let mentions = self.0.into_values().map(|mention| Mention {
            quoted_in: sorted_dedup(mention.quoted_in),
            named_in: sorted_dedup(mention.named_in),
            ..mention
        });
        mentions.collect()
    }
}

impl Found {
    pub(super) fn new(
        docket: Docket,
        words: NumberedText,
        final_text: &KnownText,
        passages: Vec<Passage>,
        [n_known_words, n_commonplaces]: [usize; 2],
    ) -> Self {
        let texts: BTreeSet<usize> = passages
            .iter()
            .flat_map(|passage| &passage.sources)
            .map(|source| source.text)
            .collect();
        Self {
            wanted: texts.into_iter().map(|text| (docket.holders[text].id.clone(), text)).collect(),
            named: Named::of(&final_text.paragraphs),
            final_text: FinalText {
                name: final_text.name.clone(),
                digest: final_text.digest.clone(),
                n_words: words.terms.len(),
                paragraphs: final_text.paragraphs.clone(),
            },
            docket,
            words,
            passages,
            n_known_words,
            n_commonplaces,
            seen: FxHashMap::default(),
            touched: FxHashSet::default(),
        }
    }

    /// Takes a line of `documents.jsonl` in.
    pub fn see(&mut self, line: DocumentLine) {
        let text = text_id(&line).and_then(|id| self.wanted.get(id)).copied();
        if let Some(paragraphs) = self.named.paragraphs_of(&line.id).cloned() {
            self.touched.extend(line.campaign.clone());
            let mention = match &line.cluster {
                Some(cluster) => self.named.letters.of(cluster, line.campaign.as_ref()),
                None => self.named.unique_comments.of(&line.id, line.campaign.as_ref()),
            };
            mention.named_in.extend(paragraphs);
        }
        let Some(text) = text else { return };
        let seen = self.seen.entry(text).or_default();
        seen.comments.insert(
            Received::of(&line),
            SeenComment {
                campaign: line.campaign.clone(),
                author: line.author.clone(),
                organization: line.organization.clone(),
            },
        );
        if seen.comments.len() > MOST_SOURCES {
            seen.comments.pop_last();
        }
        if line.bucket != Bucket::ExactCopy {
            for_each_word(&line.paragraphs, |_, paragraph, place| {
                seen.places.push((paragraph, place));
            });
            seen.line = Some(Box::new(line));
        }
    }

    /// What became of the words, once all lines were seen.
    pub fn trace(mut self, report: &Report, known: &[KnownText]) -> Trace {
        let passages = std::mem::take(&mut self.passages);
        let mut totals = TraceTotals {
            n_known_words: self.n_known_words,
            commonplaces: self.n_commonplaces,
            comments: self.docket.n_comments,
            ..TraceTotals::default()
        };
        let Named { letters, unique_comments, .. } = std::mem::take(&mut self.named);
        let mut mentions = [letters, Mentions::default(), unique_comments];
        let mut traced = Vec::new();
        for passage in &passages {
            let (paragraph, bytes) = self.bytes_of(&passage.words);
            let text = &self.final_text.paragraphs[paragraph];
            let is_quoted = law::is_quoted(text, &bytes);
            if is_quoted && self.is_law(passage, paragraph) {
                totals.quotations_of_law += 1;
                continue;
            }
            let Some(one) = self.passage(passage, (paragraph, bytes), is_quoted) else { continue };
            totals.passages += 1;
            totals.n_words += passage.words.len();
            *match one.kind {
                SourceKind::Verbatim => &mut totals.verbatim,
                SourceKind::Edited => &mut totals.edited,
                SourceKind::Reworded => &mut totals.reworded,
            } += 1;
            self.touch(passage);
            self.mention(passage, &one, &mut mentions);
            traced.push(one);
        }
        let [letters, added_passages, unique_comments] = mentions.map(Mentions::listed);
        let untouched = report.campaigns.iter().filter(|it| !self.touched.contains(&it.id));
        let preamble = Preamble {
            letters,
            added_passages,
            unique_comments,
            untouched_campaigns: untouched
                .map(|campaign| UntouchedCampaign {
                    id: campaign.id.clone(),
                    title: campaign.title.clone(),
                    n_comments: campaign.n_comments,
                })
                .collect(),
        };
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
            totals,
            passages: traced,
            preamble,
        }
    }

    /// The paragraph that words of the final text stand in, and their bytes, with the marks that end a sentence.
    fn bytes_of(&self, words: &Range<usize>) -> (usize, Range<usize>) {
        let (paragraph, first) = &self.words.places[words.start];
        let (_, last) = &self.words.places[words.end - 1];
        let rest = &self.final_text.paragraphs[*paragraph][last.end..];
        let marks =
            rest.len() - rest.trim_start_matches(['.', '!', '?', '”', '"', '’', ')', '。']).len();
        let is_end = self.words.sentences.iter().any(|sentence| sentence.end == words.end);
        (*paragraph, first.start..last.end + if is_end { marks } else { 0 })
    }

    /// Whether a passage that stands in quotation marks is law: the final text names the law, or a comment does that has
    /// the words in quotation marks, too; and the final text does not speak of comments.
    fn is_law(&self, passage: &Passage, paragraph: usize) -> bool {
        let sentence = self.words.sentence_of(passage.words.start);
        let (_, bytes) = self.bytes_of(&sentence);
        let said = &self.final_text.paragraphs[paragraph][bytes.start.min(bytes.end)..bytes.end];
        if law::speaks_of_comments(said) {
            return false;
        }
        law::cites(said)
            || passage.sources.iter().filter_map(|source| self.quoted_by(source)).any(
                |(paragraph, bytes)| law::is_quoted(paragraph, &bytes) && law::cites(paragraph),
            )
    }

    /// The paragraph of a comment that has a passage, and its bytes there.
    fn quoted_by(&self, source: &SourceText) -> Option<(&str, Range<usize>)> {
        let seen = self.seen.get(&source.text)?;
        let (paragraph, first) = seen.places.get(source.words.start)?;
        let (other, last) = seen.places.get(source.words.end - 1)?;
        let text = seen.line.as_ref()?.paragraphs.get(*paragraph)?;
        let end = if other == paragraph { last.end } else { text.len() };
        Some((text, first.start..end))
    }

    fn passage(
        &self,
        passage: &Passage,
        (paragraph, bytes): (usize, Range<usize>),
        is_quoted: bool,
    ) -> Option<TracedPassage> {
        let best = passage.sources.first()?;
        let first = &self.docket.holders[best.text].first;
        let n_comments =
            passage.sources.iter().map(|source| self.docket.holders[source.text].n_comments).sum();
        let sources = self.sources(&passage.sources);
        Some(TracedPassage {
            text: self.final_text.paragraphs[paragraph][bytes.clone()].to_owned(),
            paragraph: paragraph + 1,
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
        })
    }

    /// The comments that have a passage: those that have most of it first, of equal ones the earliest.
    fn sources(&self, texts: &[SourceText]) -> Vec<PassageSource> {
        let mut sources: Vec<PassageSource> = Vec::new();
        let mut last_text = None;
        for same in texts.chunk_by(|a, b| a.order() == b.order()) {
            let mut comments: Vec<(&Received, &SeenComment, &SourceText)> = same
                .iter()
                .filter_map(|source| Some((self.seen.get(&source.text)?, source)))
                .flat_map(|(seen, source)| {
                    seen.comments.iter().map(move |(received, comment)| (received, comment, source))
                })
                .collect();
            comments.sort_unstable_by_key(|(received, ..)| *received);
            for (received, comment, source) in comments {
                if sources.len() == MOST_SOURCES {
                    return sources;
                }
                let text = self.text_of(source);
                let is_new = last_text != text;
                sources.push(PassageSource {
                    id: received.id.clone(),
                    campaign: comment.campaign.clone(),
                    kind: source.kind,
                    date: received.date.clone(),
                    author: comment.author.clone(),
                    organization: comment.organization.clone(),
                    text: text.clone().filter(|_| is_new),
                    n_shared_words: source.n_same,
                    distance: source.distance,
                });
                last_text = text;
            }
        }
        sources
    }

    /// What a comment has of a passage.
    fn text_of(&self, source: &SourceText) -> Option<String> {
        let seen = self.seen.get(&source.text)?;
        let paragraphs = &seen.line.as_ref()?.paragraphs;
        let places = seen.places.get(source.words.clone())?;
        let (first, last) = (places.first()?, places.last()?);
        let parts: Vec<&str> = (first.0..=last.0)
            .filter_map(|nth| {
                let paragraph = paragraphs.get(nth)?;
                let start = if nth == first.0 { first.1.start } else { 0 };
                let end = if nth == last.0 { last.1.end } else { paragraph.len() };
                paragraph.get(start..end)
            })
            .collect();
        Some(parts.join(" "))
    }

    fn touch(&mut self, passage: &Passage) {
        for source in &passage.sources {
            let seen = self.seen.get(&source.text);
            let comments = seen.iter().flat_map(|seen| seen.comments.values());
            let campaigns: Vec<String> =
                comments.filter_map(|comment| comment.campaign.clone()).collect();
            self.touched.extend(campaigns);
        }
    }

    /// What a passage quotes: letters, added passages, unique comments, of the texts that have most of it.
    fn mention(
        &self,
        passage: &Passage,
        traced: &TracedPassage,
        [letters, added_passages, unique_comments]: &mut [Mentions; 3],
    ) {
        let Some(best) = passage.sources.first().filter(|_| traced.kind != SourceKind::Reworded)
        else {
            return;
        };
        let as_good = passage.sources.iter().filter(|source| source.order() == best.order());
        for source in as_good {
            let Some(line) = self.seen.get(&source.text).and_then(|seen| seen.line.as_ref()) else {
                continue;
            };
            let (list, id) = match &line.cluster {
                None => (&mut *unique_comments, &line.id),
                Some(_) if self.is_added(line, source) => (&mut *added_passages, &line.id),
                Some(cluster) => (&mut *letters, cluster),
            };
            list.of(id, line.campaign.as_ref()).quoted_in.push(traced.paragraph);
        }
    }

    /// Whether words of a copy are none of its letter's.
    fn is_added(&self, line: &DocumentLine, source: &SourceText) -> bool {
        let Some(text) = self.text_of(source) else { return false };
        let words = format!(" {}", words_of(&text));
        let added =
            line.unique_text.iter().chain(line.shared_text.iter().map(|shared| &shared.text));
        added.map(|text| words_of(text)).any(|added| format!(" {added}").contains(&words))
    }

    /// What a reader should know.
    fn notes(&self, report: &Report, known: &[KnownText]) -> Vec<String> {
        let Docket { n_comments, n_undated, n_without_text, .. } = self.docket;
        let totals = &report.totals;
        let (undated, of_all) = (grouped(n_undated as u64), counted(n_comments, "comment"));
        let n_aside = totals.inputs.saturating_sub(totals.comments);
        let (inputs, texts) = (counted(n_aside, "input"), counted(n_without_text, "exact copy"));
        let n_not_read = totals.attachments_not_read;
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

impl Named {
    /// What may be an id in a text: letters and digits with `-`, `_`, `.`, `/`, `#`, or `~` between them, a digit among them,
    /// and long enough. A number behind a hyphen, as in "EPA-2031-7-0012, -0015, and -0019", goes on from the id before it.
    fn of(paragraphs: &[String]) -> Self {
        let mut named = Self::default();
        for (nth, paragraph) in paragraphs.iter().enumerate() {
            let mut last: Option<&str> = None;
            for piece in paragraph.split(|c: char| !(c.is_alphanumeric() || "-_./#~".contains(c))) {
                let id = piece.trim_end_matches(['-', '_', '.', '/', '#', '~']);
                let number = id.trim_start_matches(['-', '–']);
                let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
                if let (Some(prefix), true, true) = (last, is_number, id.starts_with('-')) {
                    named.add(&format!("{prefix}-{number}"), nth);
                } else if number.chars().filter(|c| c.is_alphanumeric()).count() >= SHORTEST_ID
                    && number.contains(|c: char| c.is_ascii_digit())
                {
                    named.add(number, nth);
                    last = number.rsplit_once('-').map(|(prefix, _)| prefix).or(last);
                }
            }
        }
        named
    }

    /// Where a comment is named: by its id, or by that without the extension of its file.
    fn paragraphs_of(&self, id: &str) -> Option<&BTreeSet<usize>> {
        let named = id.to_lowercase();
        let stem = named.rsplit_once('.').map(|(stem, _)| stem);
        self.ids.get(&named).or_else(|| self.ids.get(stem?))
    }

    fn add(&mut self, id: &str, paragraph: usize) {
        self.ids.entry(id.to_lowercase()).or_default().insert(paragraph + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::Named;

    /// Ids stand in running text, and go on from each other.
    #[test]
    fn ids_are_read_in_running_text() {
        let text = "See HP-2031-7-0012, -0015, and -0019 (letters/b-17.eml). In 2031 we said no.";
        let mut ids: Vec<String> = Named::of(&[text.to_owned()]).ids.into_keys().collect();
        ids.sort_unstable();
        assert_eq!(ids, ["hp-2031-7-0012", "hp-2031-7-0015", "hp-2031-7-0019", "letters/b-17.eml"]);
        let named = Named::of(&[text.to_owned()]);
        for (id, is_named) in [
            ("HP-2031-7-0012.txt", true),
            ("letters/B-17.eml", true),
            ("HP-2031-7-0013.txt", false),
        ] {
            assert_eq!(named.paragraphs_of(id).is_some(), is_named, "{id}");
        }
    }
}
