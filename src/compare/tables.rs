//! Unique documents in, the docket's tables out: what a pair of texts is compared by.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::boilerplate::{self, Boilerplate, Origin};
use super::form_text::{self, FormEnds};
use super::language_model::{self, CollectionModel, DocumentModel};
use super::notices::Notices;
use super::opposition::Stance;
use super::quotation::{self, Marked};
use crate::corpus::{Corpus, DocId, PairTerms, TermId, TokenText};
use crate::known::{Quote, Quotes};
use crate::ngrams::{DistinctText, DocumentFrequencies, sums};
use crate::reference::ReferenceCopies;
use crate::thresholds::Thresholds;

/// What the whole docket tells about its texts. Each table is a sum over the unique documents.
#[derive(Debug)]
pub struct Tables<'a> {
    corpus: &'a Corpus,
    quotes: Quotes,
    frequencies: DocumentFrequencies,
    boilerplate: Boilerplate,
    collection: CollectionModel,
    stance: Stance,
    form_ends: OnceLock<FormEnds>,
    notices: Notices,
    /// Terms that are pairs of characters; none where the docket has none.
    character_pairs: PairTerms,
    /// How many comments name each docket.
    citations: FxHashMap<&'a str, usize>,
    /// The unique documents, by place.
    unique: Vec<DocId>,
    /// By place.
    compared: Vec<Compared>,
    /// Where a unique document is, by `DocId`.
    places: Vec<u32>,
}

/// A unique document as it is compared.
#[derive(Debug)]
struct Compared {
    /// How many comments have its text.
    n_comments: u32,
    /// What is compared, where that is not the main text.
    text: Option<Box<TokenText>>,
    /// Words of the main text that are form text.
    form_text: Box<[Range<usize>]>,
    /// Most comments like no other are compared with none, and need neither a model nor to know what they quote.
    model: OnceLock<Box<DocumentModel>>,
    quoted: OnceLock<Box<FixedBitSet>>,
}

impl<'a> Tables<'a> {
    /// Counts terms and n-grams, finds boilerplate, and estimates the language models.
    pub fn new(corpus: &'a Corpus, references: &ReferenceCopies) -> Self {
        Self::beside_known(corpus, references, Quotes::default())
    }

    /// The same where known texts are quoted: their words are in no table, and are not compared.
    pub fn beside_known(corpus: &'a Corpus, references: &ReferenceCopies, quotes: Quotes) -> Self {
        let thresholds = corpus.thresholds();
        let unique = references.unique();
        let mut by_digest = unique.to_vec();
        by_digest.par_sort_unstable_by_key(|id| corpus.content_order(*id));
        let texts: Vec<DistinctText<'_>> = by_digest
            .iter()
            .map(|id| DistinctText {
                text: quotes.own_text(corpus, *id),
                n_comments: references.redundancy(*id) as u32,
            })
            .collect();
        let frequencies = DocumentFrequencies::new(&texts);
        let boilerplate = boilerplate::judge(
            &texts,
            &frequencies,
            &|at| {
                let id = by_digest[at];
                let left_out = quotes.words(corpus, id);
                Marked::of(&corpus.text(id), left_out, thresholds.shares.wholly)
            },
            &|at| references.is_reference(by_digest[at]),
            thresholds,
        );
        let notices = Notices::of(corpus, &quotes, &by_digest, &texts, &frequencies);
        let compared: Vec<Compared> = unique
            .par_iter()
            .map(|id| {
                let text = quotes.own_text(corpus, *id);
                let notice = notices.in_text(corpus, &quotes, *id);
                let words = form_text::of(text, &boilerplate, notice, thresholds);
                Compared {
                    n_comments: references.redundancy(*id) as u32,
                    text: (!words.is_empty()).then(|| Box::new(text.without(&words))),
                    form_text: quotes.in_main_text(corpus, *id, words).into(),
                    model: OnceLock::new(),
                    quoted: OnceLock::new(),
                }
            })
            .collect();
        let left: Vec<&TokenText> = unique
            .iter()
            .zip(&compared)
            .map(|(id, own)| own.text.as_deref().unwrap_or_else(|| quotes.own_text(corpus, *id)))
            .collect();
        let collection =
            CollectionModel::new(&left, corpus.vocabulary().len(), thresholds.compare.mu);
        // What is not unique has no place, rather than another's.
        let mut places = vec![u32::MAX; corpus.len()];
        for (place, id) in unique.iter().enumerate() {
            places[id.index()] = place as u32;
        }
        Self {
            corpus,
            quotes,
            frequencies,
            boilerplate,
            collection,
            stance: Stance::new(corpus.vocabulary(), thresholds),
            form_ends: OnceLock::new(),
            notices,
            character_pairs: corpus.vocabulary().character_pairs(),
            citations: citations(corpus, references),
            compared,
            places,
            unique: unique.to_vec(),
        }
    }

    /// The corpus they are of.
    pub fn corpus(&self) -> &'a Corpus {
        self.corpus
    }

    /// The numbers that decide.
    pub fn thresholds(&self) -> &'a Thresholds {
        self.corpus.thresholds()
    }

    /// The unique documents.
    pub fn unique(&self) -> &[DocId] {
        &self.unique
    }

    /// How many comments have the text of a unique document, itself included.
    pub fn n_comments(&self, id: DocId) -> u32 {
        self.compared(id).n_comments
    }

    /// Whether two documents may be in one cluster as far as the dockets go that they cite.
    pub fn may_meet(&self, a: DocId, b: DocId) -> bool {
        let [a, b] = [a, b].map(|id| self.corpus.dockets(id));
        a.may_meet(b)
    }

    /// The quotations of known texts in a document.
    pub fn quotes(&self, id: DocId) -> &[Quote] {
        self.quotes.of(self.corpus, id)
    }

    /// The words of a document that quote known texts, in order and apart from each other.
    pub fn quoted_words(&self, id: DocId) -> &[Range<usize>] {
        self.quotes.words(self.corpus, id)
    }

    /// What is compared of a unique document: its main text without quotations of known texts and without form text.
    pub fn text(&self, id: DocId) -> &TokenText {
        let own = self.compared(id).text.as_deref();
        own.unwrap_or_else(|| self.quotes.own_text(self.corpus, id))
    }

    /// How many words some tokens are worth: of scripts without spaces a token is a pair of characters.
    pub fn n_words(&self, terms: &[TermId]) -> usize {
        self.character_pairs.n_words(terms)
    }

    /// Whether a term is a pair of characters of a script without spaces.
    pub fn is_character_pair(&self, term: TermId) -> bool {
        self.character_pairs.contains(term)
    }

    /// Words of the main text that are form text, in order.
    pub fn form_text(&self, id: DocId) -> &[Range<usize>] {
        &self.compared(id).form_text
    }

    /// The last words of a text, where a form or a mail program put them there; else none.
    pub fn trailer(&self, terms: &[TermId]) -> Range<usize> {
        self.form_ends().trailer(terms, &self.boilerplate)
    }

    /// Whether some words stand at the same end of nearly all texts that hold them, as what a form puts there does.
    pub fn stand_at_one_end(&self, words: &[TermId]) -> bool {
        self.form_ends().stand_at_one_end(words)
    }

    fn form_ends(&self) -> &FormEnds {
        self.form_ends.get_or_init(|| {
            let texts = self.unique.iter().map(|id| self.corpus.token_text(*id).terms());
            FormEnds::of(texts, &self.boilerplate, self.thresholds())
        })
    }

    /// Words of any document's main text that are form text, in order.
    pub fn find_form_text(&self, id: DocId) -> Vec<Range<usize>> {
        let own = self.quotes.own_text(self.corpus, id);
        let notice = self.notices.in_text(self.corpus, &self.quotes, id);
        let of_own = form_text::of(own, &self.boilerplate, notice, self.thresholds());
        self.quotes.in_main_text(self.corpus, id, of_own)
    }

    /// Which words of what is compared of a unique document are boilerplate.
    pub fn boilerplate(&self, id: DocId) -> FixedBitSet {
        self.boilerplate.words(self.text(id).terms())
    }

    /// Which words of what is compared of a unique document some who hold them mark as quoted, and some do not.
    pub fn quoted_by_some(&self, id: DocId) -> FixedBitSet {
        self.boilerplate.words_of(self.text(id).terms(), |origin| origin == Origin::Quoted)
    }

    /// Whether a unique document is nothing but boilerplate: it has exact copies at most.
    pub fn is_boilerplate(&self, id: DocId) -> bool {
        let n_words = self.text(id).len();
        self.thresholds().shares.wholly.is_met(self.boilerplate(id).count_ones(..), n_words)
    }

    /// Which words of what is compared of a unique document it quotes; none where all its quotations are left out.
    pub fn quoted(&self, id: DocId) -> &FixedBitSet {
        self.compared(id).quoted.get_or_init(|| {
            let left_out = [self.form_text(id), self.quoted_words(id)].concat();
            Box::new(quotation::quoted_beside(
                &self.corpus.text(id),
                &left_out,
                self.thresholds().shares.wholly,
            ))
        })
    }

    /// Which words of what is compared of a unique document are known to be distinctive.
    pub(super) fn known(&self, id: DocId) -> FixedBitSet {
        self.boilerplate.words_of(self.text(id).terms(), |origin| origin == Origin::Distinctive)
    }

    /// The language model of a unique document.
    pub fn model(&self, id: DocId) -> &DocumentModel {
        self.compared(id)
            .model
            .get_or_init(|| Box::new(DocumentModel::new(self.text(id), &self.collection)))
    }

    /// The distance of a unique document from a seed, in nats. The seed's language model is kept: others ask for it, too.
    pub fn distance(&self, seed: DocId, document: DocId) -> f64 {
        self.distance_of(self.model(seed), &self.model_in_passing(document))
    }

    /// The language model of a unique document that is asked about in passing: that of a text that came once is not kept.
    pub fn model_in_passing(&self, id: DocId) -> Cow<'_, DocumentModel> {
        let Compared { model, n_comments, .. } = self.compared(id);
        if model.get().is_some() || *n_comments > 1 {
            Cow::Borrowed(self.model(id))
        } else {
            Cow::Owned(DocumentModel::new(self.text(id), &self.collection))
        }
    }

    /// KL(a‖b) of a unique document and each of some texts in nats.
    pub fn divergences<'t>(
        &self,
        a: DocId,
        texts: impl Iterator<Item = &'t TokenText>,
    ) -> Vec<f64> {
        self.model_in_passing(a).divergences_from(texts, &self.collection)
    }

    /// The language model of a text that is no document. Of words that are compared in no document nothing is known.
    pub(super) fn model_of(&self, text: &TokenText) -> DocumentModel {
        let terms: Vec<TermId> =
            text.terms().iter().copied().filter(|term| self.collection.count(*term) > 0).collect();
        DocumentModel::new(&TokenText::from_blocks([terms.as_slice()]), &self.collection)
    }

    /// The distance of two language models in nats.
    pub(super) fn distance_of(&self, a: &DocumentModel, b: &DocumentModel) -> f64 {
        language_model::distance(a, b, &self.collection)
    }

    /// How many comments hold each n-gram.
    pub fn frequencies(&self) -> &DocumentFrequencies {
        &self.frequencies
    }

    /// What each n-gram that many hold says about where a text comes from.
    pub fn origins(&self) -> &Boilerplate {
        &self.boilerplate
    }

    /// Whether nobody else names a docket that a document names: its number may be mistyped.
    pub fn names_a_docket_alone(&self, id: DocId) -> bool {
        let mut names = self.corpus.dockets(id).names().peekable();
        names.peek().is_some() && names.all(|docket| self.citations[docket.as_str()] <= 1)
    }

    /// Words of stance.
    pub fn stance(&self) -> &Stance {
        &self.stance
    }

    fn compared(&self, id: DocId) -> &Compared {
        &self.compared[self.places[id.index()] as usize]
    }
}

/// How many comments name each docket.
fn citations<'a>(corpus: &'a Corpus, references: &ReferenceCopies) -> FxHashMap<&'a str, usize> {
    sums(references.unique().iter().flat_map(|id| {
        let dockets = corpus.dockets(*id).names();
        dockets.map(|docket| (docket.as_str(), references.redundancy(*id)))
    }))
}
