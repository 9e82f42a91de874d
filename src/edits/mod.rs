//! Clusters in, edits out: what each member did to the letter of its cluster (SIGIR 2006 §2) and what it
//! added in its own words.
//!
//! The letter is the reference copy; in a cluster around no form letter what its members share, and the
//! seed was edited like any member ([`Consensus`]).
//!
//! # Invariants
//! - Every document of a cluster has exactly one category; a reference copy is exact, a lone document a
//!   singleton.
//! - Every span of unique text lies in the main text of its document and begins and ends at a word.

mod alignment;
mod categories;
mod consensus;
mod copies;
mod earlier;
mod fields;
mod fillings;
mod held;
mod letter;
mod opposition;
mod owners;
mod places;
mod redline;
mod spun;
mod template;

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

pub use self::fields::FIELD;
pub use self::fillings::{CopyPart, stretches};
use crate::clustering::{Cluster, Clusters, Context, Nearest, Wordings, hold_against_letter};
use crate::compare::Tables;
use crate::corpus::{Corpus, DocId};
pub use categories::Category;
pub use consensus::Consensus;
use copies::{CopiedLetter, CopyEdit};
pub use earlier::{EarlierEdit, EarlierEdits, EarlierLetter, document_digest};
use letter::{LetterText, in_one_line};
pub use opposition::{OpposedSentences, words_apart};
use owners::Owner;
pub use places::{ParagraphPlace, own_words, places};
pub use redline::{Mark, Paragraph, Piece, Reference, redline};
pub use template::{DrawnCopy, SlotOption, Template, TemplatePart};

/// What a document did to the letter of its cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// How the document was edited.
    pub category: Category,
    /// Sentences that stand in no other text, as byte ranges of the decoded text; neighbors are one range.
    pub unique_text: Box<[Range<usize>]>,
    /// Sentences that are not the letter's and that other texts hold, too, one by one: what others added, passages of a
    /// kit, of a version, of another letter.
    pub shared_text: Box<[SharedText]>,
    /// Sentences of the letter that it changed.
    pub changes: Box<[Change]>,
    /// What a form, an alert or the agency put at the head or the end of many comments; it is not compared.
    pub form_text: Box<[Range<usize>]>,
    /// Quotations of known texts; they are not compared either.
    pub quotes: Box<[QuotedText]>,
    /// Words in sentences of the document's own.
    pub n_added_words: usize,
    /// Words of the letter in sentences that the document dropped.
    pub n_deleted_words: usize,
    /// Words altered inside sentences that were kept.
    pub n_changed_words: usize,
    /// Paragraphs of the letter of which the document keeps less than half, by number.
    pub blocks_dropped: Box<[u32]>,
}

/// A sentence that others added, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedText {
    /// Bytes of the decoded text.
    pub place: Range<usize>,
    /// Comments that hold it, in one piece or several, this one and exact copies included.
    pub n_comments: usize,
}

/// A quotation of a known text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuotedText {
    /// Bytes of the decoded text.
    pub place: Range<usize>,
    /// Which known text.
    pub known: usize,
    /// Which of its paragraphs, from 0.
    pub paragraph: usize,
}

/// A sentence of the letter that a copy changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// What the letter says: a sentence, or several that were made one. Empty where no one sentence of what is shown of a
    /// letter worded anew is like it.
    pub letter: Arc<str>,
    /// The sentence here, in bytes of the decoded text.
    pub here: Range<usize>,
}

/// The edit of every unique document, and the letters that no single one of them tells.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    edits: FxHashMap<DocId, Box<Edit>>,
    consensus: FxHashMap<DocId, Consensus>,
    /// By seed, of letters that have fields: their paragraphs with the fields left open.
    left_open: FxHashMap<DocId, Vec<String>>,
    opposed: FxHashMap<(DocId, DocId), Vec<OpposedSentences>>,
    templates: FxHashMap<DocId, Template>,
    /// By seed, where that is not the letter or an earlier report names another one: the document that is the letter,
    /// or that it is made of, and whether nobody sent just that.
    references: FxHashMap<DocId, (DocId, bool)>,
    /// Copies that are aligned with their letters by rare words alone, for both are long.
    pub n_coarse: usize,
}

impl Edits {
    /// The edit of a unique document.
    pub fn of(&self, document: DocId) -> Option<&Edit> {
        self.edits.get(&document).map(|edit| &**edit)
    }

    /// Where the letters around two seeds say opposite things.
    pub fn opposed(&self, seed: DocId, other: DocId) -> &[OpposedSentences] {
        self.opposed.get(&(seed, other)).map_or(&[], Vec::as_slice)
    }

    /// The template of the letter around a seed of which every copy is worded anew; none of others.
    pub fn template(&self, seed: DocId) -> Option<&Template> {
        self.templates.get(&seed)
    }

    /// The document that is the letter of the cluster around a seed, or that its consensus is made of, and whether it is
    /// a consensus, which nobody sent.
    pub fn reference(&self, seed: DocId) -> (DocId, bool) {
        self.references.get(&seed).copied().unwrap_or((seed, false))
    }

    /// The paragraphs of the letter of the cluster around a seed.
    pub fn letter(&self, corpus: &Corpus, seed: DocId) -> Vec<String> {
        match self.consensus(seed) {
            Some(consensus) => consensus.paragraphs.to_vec(),
            None => {
                let (reference, _) = self.reference(seed);
                corpus.text(reference).blocks().map(|(_, block)| block.to_owned()).collect()
            }
        }
    }

    /// The paragraphs of the letter of the cluster around a seed as they are shown: [`FIELD`] stands for what nearly every
    /// copy fills differently.
    pub fn shown_letter(&self, corpus: &Corpus, seed: DocId) -> Vec<String> {
        self.left_open.get(&seed).cloned().unwrap_or_else(|| self.letter(corpus, seed))
    }

    /// The letter of the cluster around a seed; none where the seed is the letter.
    pub fn consensus(&self, seed: DocId) -> Option<&Consensus> {
        self.consensus.get(&seed)
    }
}

/// Compares the documents of every cluster with its letter. What an earlier report
/// says of a cluster that it has, its letter and the edits of its comments, stays. Once it is known what the letter of a
/// cluster is, its members are told as they belong to that. A comment that turns a letter around is no copy of it, and shows
/// by the sentences that it changed what it turns around.
pub fn classify(
    context: &Context<'_>,
    clusters: &mut Clusters,
    nearest: &FxHashMap<DocId, Nearest>,
    wordings: &Wordings,
    earlier: &EarlierEdits,
) -> Edits {
    let tables = context.tables;
    let corpus = tables.corpus();
    // Which clusters are those of an earlier report, by seed: their ids there.
    let standing: FxHashMap<DocId, &str> = clusters
        .clusters
        .iter()
        .filter_map(|cluster| Some((cluster.seed, earlier.cluster(corpus, cluster)?)))
        .collect();
    let consensus: FxHashMap<DocId, Consensus> = clusters
        .clusters
        .par_iter()
        .filter_map(|cluster| {
            let wording = wordings.get(&cluster.seed);
            let letter = match (standing.get(&cluster.seed), wording) {
                (Some(id), _) => earlier.consensus(corpus, cluster, id),
                (None, Some(wording)) => Some(spun::consensus(tables, cluster, wording)),
                (None, None) => consensus::of(corpus, cluster),
            };
            Some((cluster.seed, letter?))
        })
        .collect();
    let mut texts: FxHashMap<DocId, LetterText> =
        consensus.iter().map(|(seed, consensus)| (*seed, consensus.text(corpus))).collect();
    for seed in wordings.keys() {
        // An earlier report may show the whole of what it started from.
        texts.entry(*seed).or_insert_with(|| LetterText::new(corpus, *seed));
    }
    let mut letters = copies::letters(tables, clusters, wordings, &texts);
    let n_coarse = letters.iter().map(|letter| letter.n_coarse(tables)).sum();
    // Letters of an earlier report stay as they were.
    letters
        .par_iter_mut()
        .filter(|letter| !standing.contains_key(&letter.seed))
        .for_each(|letter| letter.find_fields(tables, texts.contains_key(&letter.seed)));
    let left_open = letters
        .iter()
        .filter(|letter| !letter.fields.is_empty())
        .map(|letter| (letter.seed, fields::left_open(&letter.text, &letter.fields)))
        .collect();
    let turned = finished(tables, copies::opposing(tables, nearest, &texts, &letters));
    letters.extend(clusters.clusters.iter().filter_map(|cluster| {
        let (wording, text) = (wordings.get(&cluster.seed)?, texts.get(&cluster.seed)?);
        Some(spun::copied(tables, cluster, wording, text))
    }));
    let mut edits = finished(tables, letters);
    for cluster in &clusters.clusters {
        let seed = cluster.seed;
        edits
            .entry(seed)
            .or_insert_with(|| of_seed(tables, cluster, turned.get(&seed).map(Box::as_ref)));
        let id = standing.get(&seed).copied();
        for document in cluster.documents() {
            let Some(edit) = edits.get_mut(&document) else { continue };
            edit.quotes = quotes(tables, document);
            if id.is_some() || cluster.is_singleton() {
                earlier.keep((corpus, document), id, edit);
            }
        }
    }
    let references: FxHashMap<DocId, (DocId, bool)> = clusters
        .clusters
        .iter()
        .filter_map(|cluster| {
            let seed = cluster.seed;
            let known = standing.get(&seed).and_then(|id| earlier.reference(corpus, cluster, id));
            Some((seed, known.or_else(|| Some(sent(consensus.get(&seed)?, cluster, &edits)))?))
        })
        .collect();
    for (seed, (reference, _)) in &references {
        if let Some(letter) = texts.get(seed).filter(|_| !wordings.contains_key(seed)) {
            let id = standing.get(seed).copied();
            hold_against_letter(context, clusters, (*seed, *reference), &letter.tokens(), |it| {
                id.is_some() && earlier.knows(corpus, it, id)
            });
        }
    }
    Edits {
        edits,
        references,
        opposed: opposition::of(tables, clusters),
        templates: wordings
            .iter()
            .filter_map(|(seed, wording)| {
                Some((*seed, template::of(tables, clusters.around(*seed)?, wording)))
            })
            .collect(),
        consensus,
        left_open,
        n_coarse,
    }
}

/// The edits of the copies of some letters.
fn finished(tables: &Tables<'_>, letters: Vec<CopiedLetter<'_>>) -> FxHashMap<DocId, Box<Edit>> {
    let copies = letters.iter().flat_map(|letter| &letter.copies);
    let added: Vec<held::Sentences> =
        copies.map(|(document, edit)| (*document, edit.sentences())).collect();
    let n_comments = held::n_comments(tables, &added);
    letters.into_par_iter().flat_map_iter(|letter| letter.finish(&n_comments)).collect()
}

/// The document that is the letter of a cluster, or that its consensus is made of, and whether nobody sent just that.
fn sent(
    letter: &Consensus,
    cluster: &Cluster,
    edits: &FxHashMap<DocId, Box<Edit>>,
) -> (DocId, bool) {
    let exact = cluster.documents().find(|id| edits[id].category == Category::Exact);
    exact.map_or((letter.representative, true), |id| (id, false))
}

/// The edit of a seed that is no copy of its letter, and perhaps turns another one around.
fn of_seed(tables: &Tables<'_>, cluster: &Cluster, turned: Option<&Edit>) -> Box<Edit> {
    let seed = cluster.seed;
    let mut edit = if cluster.is_singleton() { single(tables, seed) } else { Box::default() };
    edit.form_text = in_bytes_of(tables, seed, tables.form_text(seed));
    if let Some(turned) = turned {
        edit.changes = turned.changes.clone();
    }
    edit
}

/// A comment like no other. All of it is its sender's own, but for what it quotes.
fn single(tables: &Tables<'_>, id: DocId) -> Box<Edit> {
    let single = Edit { category: Category::Singleton, ..Edit::default() };
    if tables.quotes(id).is_empty() {
        return Box::new(single);
    }
    let text = LetterText::told_apart(tables, id);
    let owners = text.sentences.iter().map(|sentence| {
        let is_own = !text.of_others.contains_all_in_range(sentence.clone());
        if is_own { Owner::Added } else { Owner::Letter }
    });
    let edit = CopyEdit::new(single, &text, owners.collect());
    let held_by_nobody_else = vec![None; edit.sentences().len()];
    edit.finish(&held_by_nobody_else, |_| Arc::default())
}

/// What a document quotes.
fn quotes(tables: &Tables<'_>, id: DocId) -> Box<[QuotedText]> {
    let quotes = tables.quotes(id);
    if quotes.is_empty() {
        return Box::default();
    }
    let text = LetterText::new(tables.corpus(), id);
    quotes
        .iter()
        .map(|quote| QuotedText {
            place: text.place(quote.words.clone()),
            known: quote.known,
            paragraph: quote.paragraph,
        })
        .collect()
}

/// Some words of a document as they stand in it, in one line.
pub fn words_of(corpus: &Corpus, id: DocId, words: Range<usize>) -> String {
    let text = LetterText::new(corpus, id);
    let in_blocks = text.blocks.iter().map(|block| {
        let start = words.start.clamp(block.start, block.end);
        text.written(start..words.end.clamp(start, block.end))
    });
    in_one_line(&in_blocks.collect::<Vec<_>>().join(" "))
}

/// The form text of any document, block by block, as byte ranges of its decoded text.
pub fn form_text_of(tables: &Tables<'_>, id: DocId) -> Box<[Range<usize>]> {
    in_bytes_of(tables, id, &tables.find_form_text(id))
}

/// Some words of a document, block by block, as byte ranges of its decoded text.
fn in_bytes_of(tables: &Tables<'_>, id: DocId, words: &[Range<usize>]) -> Box<[Range<usize>]> {
    // Few texts have any, and to find the words of the others takes its time.
    if words.is_empty() {
        return Box::default();
    }
    in_bytes(words, &LetterText::new(tables.corpus(), id))
}

/// Some words of a text, block by block, as byte ranges of its decoded text.
fn in_bytes(words: &[Range<usize>], text: &LetterText) -> Box<[Range<usize>]> {
    text.passages(|word| words.iter().any(|range| range.contains(&word))).concat().into()
}

impl Edit {
    /// Whether it tells of places in the document's text.
    pub fn has_passages(&self) -> bool {
        !(self.unique_text.is_empty()
            && self.shared_text.is_empty()
            && self.changes.is_empty()
            && self.form_text.is_empty()
            && self.quotes.is_empty())
    }
}
