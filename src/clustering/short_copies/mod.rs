//! Clusters in, clusters out in which the near copies of short texts stand together.
//!
//! The other rules count shared words, and a short text has too few of them to tell a copy from a slogan that people
//! share by chance. Here letters are compared, and what decides is whether chance explains how many comments hold a
//! text, exactly or nearly. "Please do not close the ferry" and "I support this rule" are about as long; where many say
//! in other words that they support this or that rule, the second is what strangers write, too.
//!
//! A text tells the information of its words, each as it can be guessed from the two before it in all other texts of the
//! docket (Shannon, "Prediction and Entropy of Printed English", 1951). Of N people k write a text of b bits by chance
//! N^k · 2^(-b · (k - 1)) times (the birthday problem). Two need much to prove each other, ten little.
//!
//! Near copies have most letters in common, or one is much of the other: a slogan is one text whatever stands around it.
//! The texts that most comments hold, exactly and nearly, are seeds, and take their near copies with them. A text that
//! is left then joins the near copy that tells most. No chain grows: nothing joins what joined last.

mod figures;
mod letters;

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rapidfuzz::distance::osa;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use self::figures::{alike, is_figure};
use super::links::{Context, Link};
use super::rules::{self, Rule};
use super::{Cluster, Clusters};
use crate::compare::Seed;
use crate::corpus::{DocId, TermId, WORDS_PER_PAIR, document_frequencies};
use crate::ngrams::{COPIED, NGram, ngram, sorted_dedup};
use crate::thresholds::Thresholds;

/// Puts the near copies of short texts together.
pub(super) fn gather(context: &Context<'_>, clusters: &mut Clusters) {
    if !context.config.links.must {
        return;
    }
    // The copies of a spun letter are known by its wording.
    let spun_letters = clusters.clusters.iter().filter(|cluster| cluster.is_spun());
    let spun: FxHashSet<DocId> = spun_letters.flat_map(Cluster::documents).collect();
    let texts = ShortTexts::of(context, &spun);
    let stars = texts.stars(context, &texts.near());
    figures::gather(context, clusters, &spun);
    let mut joined = FxHashSet::default();
    for star in &stars {
        if joined.contains(&star.center) {
            continue;
        }
        let center = Seed::of(context.tables, star.center);
        for (document, _) in &star.copies {
            if is_sent_by_fewer(clusters, *document, star.center)
                && take(context, clusters, &center, *document)
            {
                joined.insert(*document);
            }
        }
    }
    for (center, document) in late(&stars, clusters) {
        take(context, clusters, &Seed::of(context.tables, center), document);
    }
    letters::gather(context, &texts, clusters);
}

/// Whether no more people sent a text word for word than the seed of another one's cluster.
fn is_sent_by_fewer(clusters: &Clusters, document: DocId, center: DocId) -> bool {
    clusters.of(document).redundancy <= clusters.of(center).redundancy
}

/// Puts a near copy into the cluster of a text: with all its own members where both are seeds. What another seed took
/// stays there. Returns whether it was put there.
fn take(context: &Context<'_>, clusters: &mut Clusters, seed: &Seed, document: DocId) -> bool {
    let center = seed.document;
    let (home, own) = (clusters.of(center), clusters.of(document));
    let may_move = own.seed == document && (own.members.is_empty() || home.seed == center);
    if home.seed == own.seed || !may_move {
        return false;
    }
    if own.documents().any(|id| id != center && context.are_parted(home.seed, id)) {
        return false;
    }
    let Some(link) = link(context, seed, document) else {
        return false;
    };
    clusters.move_to(document, center, context.member(&link));
    true
}

/// For each text that is alone the near copy in a cluster with which it shares most.
fn late(stars: &[Star], clusters: &Clusters) -> Vec<(DocId, DocId)> {
    let mut best: FxHashMap<DocId, (f64, DocId)> = FxHashMap::default();
    for star in stars.iter().filter(|star| !clusters.of(star.center).members.is_empty()) {
        let alone = star.copies.iter().filter(|(id, _)| clusters.of(*id).members.is_empty());
        let fewer = alone.filter(|(id, _)| is_sent_by_fewer(clusters, *id, star.center));
        for (document, bits) in fewer {
            let known = best.entry(*document).or_insert((*bits, star.center));
            if *bits > known.0 {
                *known = (*bits, star.center);
            }
        }
    }
    sorted_dedup(best.into_iter().map(|(document, (_, center))| (center, document)))
}

/// The link of a text with a near copy, unless they are parted: in a text this short one opposite word is its stance.
fn link(context: &Context<'_>, seed: &Seed, document: DocId) -> Option<Link> {
    let evidence = context.evidence(seed, document);
    let is_parted = rules::is_parted(&evidence, context.config)
        || context.config.links.cannot && evidence.are_opposed(1);
    (!is_parted).then(|| Link::new(&evidence, Rule::ShortCopy))
}

/// A short text with its near copies.
struct Star {
    center: DocId,
    /// Those that have one origin with it, each with the bits that it shares.
    copies: Vec<(DocId, f64)>,
}

/// A text and what it is compared by.
struct ShortText<'a> {
    document: DocId,
    terms: &'a [TermId],
    letters: Letters,
    n_comments: u32,
}

/// The letters of a text, and how many they are. All figures are one: what is filled in tells nothing of the words.
struct Letters {
    text: String,
    n: usize,
}

impl Letters {
    fn of(forms: &[&str], terms: &[TermId]) -> Self {
        let words = terms.iter().map(|term| forms[term.0 as usize]);
        let alike = words.map(|form| if is_figure(form) { "0" } else { form });
        let text = alike.collect::<Vec<_>>().join(" ");
        Self { n: text.chars().count(), text }
    }

    /// Whether two texts of so many letters may be alike: what the longer one has more is edits.
    fn may_be_like(&self, other: &Self, thresholds: &Thresholds) -> bool {
        let (fewer, more) = (self.n.min(other.n), self.n.max(other.n));
        fewer as f64 >= thresholds.short_copies.same_letters * more as f64
    }

    /// Whether two texts have most of their letters in common.
    fn are_like(&self, other: &Self, thresholds: &Thresholds) -> bool {
        self.may_be_like(other, thresholds) && {
            let n_edits = osa::distance(self.text.chars(), other.text.chars());
            let n_same = 1.0 - n_edits as f64 / self.n.max(other.n) as f64;
            n_same >= thresholds.short_copies.same_letters
        }
    }
}

/// The bits that a text needs which so many comments hold exactly or nearly.
fn needed(n_comments: u32, thresholds: &Thresholds) -> f64 {
    let n = f64::from(n_comments);
    (n * thresholds.short_copies.people + thresholds.short_copies.beyond_chance) / (n - 1.0)
}

/// The short texts of a docket; those that most comments consist of come first.
struct ShortTexts<'a> {
    thresholds: &'a Thresholds,
    forms: Vec<&'a str>,
    texts: Vec<ShortText<'a>>,
    /// What each term tells at the most, in bits.
    most_bits: Vec<f64>,
    /// Short texts that hold each term.
    document_frequency: Vec<u64>,
}

impl<'a> ShortTexts<'a> {
    fn of(context: &'a Context<'_>, spun: &FxHashSet<DocId>) -> Self {
        let tables = context.tables;
        let thresholds = tables.thresholds();
        let mut documents: Vec<DocId> = tables.unique().to_vec();
        documents.retain(|id| {
            let terms = tables.text(*id).terms();
            !terms.is_empty()
                && tables.n_words(terms) <= thresholds.short_copies.longest_short_copy
                && !spun.contains(id)
        });
        documents.sort_by_cached_key(|id| {
            (Reverse(tables.n_comments(*id)), tables.corpus().digest(*id), *id)
        });
        let vocabulary = tables.corpus().vocabulary();
        let forms = vocabulary.forms();
        let texts: Vec<_> = documents.iter().map(|id| tables.text(*id)).collect();
        let document_frequency = document_frequencies(&texts, forms.len());
        let most_bits: Vec<f64> = forms
            .iter()
            .zip(0..)
            .map(|(form, term)| {
                let n_letters = if tables.is_character_pair(TermId(term)) {
                    thresholds.short_copies.letters_per_word * WORDS_PER_PAIR
                } else {
                    form.chars().count() as f64
                };
                thresholds.short_copies.bits_per_letter * n_letters
            })
            .collect();
        let texts = documents
            .par_iter()
            .map(|id| {
                let terms = tables.text(*id).terms();
                ShortText {
                    document: *id,
                    terms,
                    letters: Letters::of(&forms, terms),
                    n_comments: tables.n_comments(*id),
                }
            })
            .collect();
        Self { thresholds, forms, texts, most_bits, document_frequency }
    }

    /// The near copies of each text, by place, ascending.
    fn near(&self) -> Vec<Vec<u32>> {
        let most_holders = self.thresholds.work.copies;
        let keys: Vec<Vec<TermId>> = self.texts.par_iter().map(|text| self.keys(text)).collect();
        let mut holders: FxHashMap<TermId, Vec<u32>> = FxHashMap::default();
        for (keys, at) in keys.iter().zip(0..) {
            for key in keys.iter().filter(|key| self.document_frequency[key.0 as usize] > 1) {
                let of_key = holders.entry(*key).or_default();
                if of_key.len() < most_holders {
                    of_key.push(at);
                }
            }
        }
        let earlier: Vec<Vec<u32>> = (0..self.texts.len() as u32)
            .into_par_iter()
            .zip(&keys)
            .map(|(at, keys)| {
                let ShortText { letters, terms, .. } = &self.texts[at as usize];
                // Of two texts with a key in common the later one finds the other, if either does.
                let mut others: Vec<u32> = sorted_dedup(
                    keys.iter()
                        .filter_map(|key| holders.get(key))
                        .flat_map(|holders| holders.iter().copied().take_while(|other| *other < at))
                        .filter(|other| {
                            let other = &self.texts[*other as usize];
                            letters.may_be_like(&other.letters, self.thresholds)
                        }),
                );
                let rarity: FxHashMap<TermId, f64> =
                    terms.iter().map(|term| (*term, self.rarity(*term))).collect();
                let all: f64 = terms.iter().map(|term| rarity[term]).sum();
                // Letters take long: they are held against those of texts alone that have as much in common as near copies do.
                others.retain(|other| {
                    let other = &self.texts[*other as usize];
                    let shared: f64 = other.terms.iter().filter_map(|term| rarity.get(term)).sum();
                    shared >= self.thresholds.shares.many.part() * all
                        && letters.are_like(&other.letters, self.thresholds)
                });
                others
            })
            .collect();
        let mut near: Vec<Vec<u32>> = vec![Vec::new(); earlier.len()];
        for (others, at) in earlier.iter().zip(0..).chain(self.parts().iter().zip(0..)) {
            for other in others {
                near[at as usize].push(*other);
                near[*other as usize].push(at);
            }
        }
        near.into_par_iter().map(sorted_dedup).collect()
    }

    /// For each text those that stand in it as they are and are much of it: a slogan with words before or behind it.
    fn parts(&self) -> Vec<Vec<u32>> {
        let texts: Vec<Vec<TermId>> =
            self.texts.par_iter().map(|text| alike(text.terms, &self.forms)).collect();
        let places: FxHashMap<NGram, u32> =
            texts.iter().map(|terms| ngram(terms)).zip(0..).collect();
        self.texts
            .par_iter()
            .zip(&texts)
            .map(|(whole, terms)| {
                (1..terms.len())
                    .flat_map(|n_words| terms.windows(n_words))
                    .filter_map(|words| places.get(&ngram(words)).copied())
                    .filter(|part| {
                        let n_letters = self.texts[*part as usize].letters.n;
                        self.thresholds.shares.many.is_met(n_letters, whole.letters.n)
                    })
                    .collect()
            })
            .collect()
    }

    /// The rarest words of a text: any other one that shares four tenths of what its words tell by their rarity, as near
    /// copies do, has one of them among its own (prefix filtering: Chaudhuri, Ganti and Kaushik, ICDE 2006).
    fn keys(&self, text: &ShortText<'_>) -> Vec<TermId> {
        let words = text.terms.iter().filter(|term| !is_figure(self.forms[term.0 as usize]));
        let mut words: Vec<(u64, TermId)> =
            words.map(|term| (self.document_frequency[term.0 as usize], *term)).collect();
        words.sort_unstable();
        let all: f64 = words.iter().map(|(_, term)| self.rarity(*term)).sum();
        let mut left = all;
        words.retain(|(_, term)| {
            let is_key = left >= self.thresholds.shares.many.part() * all;
            left -= self.rarity(*term);
            is_key
        });
        words.dedup();
        words.into_iter().map(|(_, term)| term).collect()
    }

    /// What a word tells by its rarity. One that stands in all texts tells something, too: it may be missing.
    fn rarity(&self, term: TermId) -> f64 {
        let n_holders = self.document_frequency[term.0 as usize];
        (self.texts.len() as f64 / n_holders as f64).log2() + 1.0
    }

    /// The texts with near copies, those first that most comments hold exactly or nearly.
    fn stars(&self, context: &Context<'_>, near: &[Vec<u32>]) -> Vec<Star> {
        let centers: Vec<u32> =
            (0..self.texts.len() as u32).filter(|at| !near[*at as usize].is_empty()).collect();
        let counts =
            NGramCounts::new(context, centers.iter().map(|at| self.texts[*at as usize].terms));
        let mut stars: Vec<_> = centers
            .into_par_iter()
            .map(|at| {
                let center = &self.texts[at as usize];
                let copies: Vec<&ShortText<'_>> =
                    near[at as usize].iter().map(|other| &self.texts[*other as usize]).collect();
                let n_comments: u32 =
                    center.n_comments + copies.iter().map(|copy| copy.n_comments).sum::<u32>();
                let mut bits = self.bits(&counts, center, &copies);
                // Boilerplate is evidence for nothing.
                context
                    .tables
                    .boilerplate(center.document)
                    .ones()
                    .for_each(|word| bits[word] = 0.0);
                let least = needed(n_comments, self.thresholds);
                let told = copies
                    .into_iter()
                    .map(|copy| (copy.document, shared_bits(center.terms, &bits, copy.terms)))
                    .filter(|(_, bits)| *bits >= least);
                let star = Star { center: center.document, copies: told.collect() };
                let n_held = (Reverse(n_comments), Reverse(center.n_comments));
                (n_held, context.order(center.document), star)
            })
            .collect();
        stars.sort_by_key(|(n_held, order, _)| (*n_held, *order));
        stars.into_iter().map(|(.., star)| star).collect()
    }

    /// What each word of a text tells, in bits, where the text and its near copies are left out of the docket. What is left may
    /// be little: every word of the docket is taken to stand in it once more (Laplace's rule of succession).
    fn bits(
        &self,
        counts: &NGramCounts,
        center: &ShortText<'_>,
        copies: &[&ShortText<'_>],
    ) -> Vec<f64> {
        let n_most = COPIED;
        let mut inside: FxHashMap<NGram, u32> = FxHashMap::default();
        for (_, spans) in spans(center.terms, n_most) {
            inside.extend(spans.map(|span| (ngram(span), 0)));
        }
        for (_, spans) in copies.iter().chain([&center]).flat_map(|text| spans(text.terms, n_most))
        {
            for span in spans {
                // Where the text has not the one, it has no longer one that ends with it.
                let Some(n) = inside.get_mut(&ngram(span)) else { break };
                *n += 1;
            }
        }
        let n_inside: usize = copies.iter().chain([&center]).map(|text| text.terms.len()).sum();
        let n_outside = counts.n_words.saturating_sub(n_inside) as f64;
        let n_forms = self.forms.len() as f64;
        spans(center.terms, n_most)
            .map(|(word, spans)| {
                let guessed = spans
                    .map(|span| match &span[..span.len() - 1] {
                        [] => (n_outside + n_forms) / (counts.outside(&inside, span) + 1.0),
                        before => {
                            (counts.outside(&inside, before) + 1.0) / counts.outside(&inside, span)
                        }
                    })
                    .map(f64::log2)
                    .fold(f64::INFINITY, f64::min);
                guessed.min(self.most_bits[word.0 as usize])
            })
            .collect()
    }
}

/// The spans of up to so many words that end with each word of a text, the shortest first.
fn spans(
    terms: &[TermId],
    n_most: usize,
) -> impl Iterator<Item = (TermId, impl Iterator<Item = &[TermId]>)> {
    (1..=terms.len()).map(move |end| {
        let spans = (1..=n_most.min(end)).map(move |n_words| &terms[end - n_words..end]);
        (terms[end - 1], spans)
    })
}

/// The bits of the words of a text that another one holds too, each as often as it does.
fn shared_bits(terms: &[TermId], bits: &[f64], other: &[TermId]) -> f64 {
    let mut others = other.to_vec();
    terms
        .iter()
        .zip(bits)
        .filter(|(term, _)| {
            let at = others.iter().position(|other| other == *term);
            at.map(|at| others.swap_remove(at)).is_some()
        })
        .map(|(_, bits)| bits)
        .sum()
}

/// How often n-grams stand in the unique texts of a docket.
struct NGramCounts {
    counts: FxHashMap<NGram, AtomicU32>,
    n_words: usize,
}

impl NGramCounts {
    /// Counts the n-grams of some texts.
    fn new<'a>(context: &Context<'_>, wanted: impl Iterator<Item = &'a [TermId]>) -> Self {
        let n_most = COPIED;
        let mut counts = FxHashMap::default();
        for (_, spans) in wanted.flat_map(|terms| spans(terms, n_most)) {
            counts.extend(spans.map(|span| (ngram(span), AtomicU32::new(0))));
        }
        let tables = context.tables;
        if !counts.is_empty() {
            tables.unique().par_iter().for_each(|id| {
                for (_, spans) in spans(tables.text(*id).terms(), n_most) {
                    // Where one is not wanted, no longer one that ends with it is.
                    for n in spans.map_while(|span| counts.get(&ngram(span))) {
                        n.fetch_add(1, Relaxed);
                    }
                }
            });
        }
        let n_words = tables.unique().iter().map(|id| tables.text(*id).len()).sum();
        Self { n_words, counts }
    }

    /// How often an n-gram stands in texts other than those `inside`.
    fn outside(&self, inside: &FxHashMap<NGram, u32>, words: &[TermId]) -> f64 {
        let ngram = ngram(words);
        let n_all = self.counts.get(&ngram).map_or(0, |n| n.load(Relaxed));
        f64::from(n_all.saturating_sub(inside.get(&ngram).copied().unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Context, FxHashSet, NGramCounts, ShortTexts, Star, Thresholds, late, needed, shared_bits,
        sorted_dedup, spans,
    };
    use crate::clustering::examples;
    use crate::corpus::examples::{docket, document};
    use crate::corpus::{Corpus, DocId, TermId};
    use crate::reference::ReferenceCopies;

    fn short_texts<'a>(context: &'a Context<'_>) -> ShortTexts<'a> {
        ShortTexts::of(context, &FxHashSet::default())
    }

    /// (k · 20 + 10) / (k - 1) bits. Seven letters of ten are the same. A word
    /// is guessed by the two before it.
    #[test]
    fn near_copies_share_letters_and_two_need_more_than_many() {
        assert_eq!([2, 3, 11].map(|n| needed(n, &Thresholds::default())), [50.0, 35.0, 23.0]);
        let [more, enough, fewer] =
            [1000, 694, 692].map(|n| super::Letters { text: String::new(), n });
        assert!(enough.may_be_like(&more, &Thresholds::default()));
        assert!(!fewer.may_be_like(&more, &Thresholds::default()));
        let terms = [1, 2, 3, 4].map(TermId);
        let of_last =
            spans(&terms, 3).last().map(|(_, spans)| spans.map(<[TermId]>::len).collect());
        assert_eq!(of_last, Some(vec![1, 2, 3]));
    }

    /// Left out are "a0 a1 a2" and its near copy. The other five words, and the six of the docket once each, hold a0 three times,
    /// "a0 a1" once, a2 once: log2(11/3) = 1.874, log2(3/1) = 1.585, log2(11/1) = 3.459; by its letters each tells 3.9.
    #[test]
    fn a_word_tells_what_the_words_before_it_do_not() {
        examples::with_context(&["a:3", "a:3 b:1", "a:2 c:1", "a:1 d:1"], |context| {
            let texts = short_texts(context);
            let [center, copy, ..] = &texts.texts[..] else {
                panic!("four texts");
            };
            let counts = NGramCounts::new(context, texts.texts.iter().map(|text| text.terms));
            let bits = texts.bits(&counts, center, &[copy]);
            let shared = shared_bits(center.terms, &bits, &center.terms[1..]);
            for (found, expect) in bits.iter().chain([&shared]).zip([1.874, 1.585, 3.459, 5.044]) {
                assert!((found - expect).abs() < 1e-3, "{found} {expect}");
            }
            assert_eq!(bits.len(), 3);
        });
    }

    /// A short text has forty words. Behind the first seven of ten equally rare ones, or 25 of forty, less than four tenths are
    /// left. Of seventy texts that are alike but for a word 64 are compared with the last one.
    #[test]
    fn short_texts_are_compared_with_the_first_64_holders_of_a_word() {
        examples::with_context(&["a:10", "b:40", "c:41"], |context| {
            let texts = short_texts(context);
            let n_keys = texts.texts.iter().map(|text| texts.keys(text).len());
            assert_eq!(sorted_dedup(n_keys), [7, 25]);
        });
        examples::with_context(&docket("70x k:8 own#:1"), |context| {
            assert_eq!(short_texts(context).near()[69].len(), 64);
        });
    }

    /// Of 11 letters 26 are no more than two and a half times as many, 35 are.
    #[test]
    fn a_slogan_is_much_of_what_stands_around_it() {
        examples::with_context(
            &["k:4", "a:2 k:4 b:3", "c:2 k:4 d:6", "k:2 b:1 k:2-4"],
            |context| {
                let short = short_texts(context);
                let texts = &short.texts;
                let found = texts.iter().zip(short.parts()).flat_map(|(whole, parts)| {
                    parts
                        .into_iter()
                        .map(move |part| (whole.document, texts[part as usize].document))
                });
                assert_eq!(found.collect::<Vec<_>>(), [(DocId(1), DocId(0))]);
            },
        );
    }

    /// A word of three letters, and a pair of characters, which tells 9/25 of a word of 4.5 letters.
    #[test]
    fn a_word_tells_at_most_what_its_letters_do() {
        let corpus = Corpus::of(vec![document(0, "cat 池は")]);
        let found = examples::with_corpus(&corpus, |context| short_texts(context).most_bits);
        let of = |word: &str| found[corpus.vocabulary().number(word).expect("a word").0 as usize];
        assert!((of("cat") - 3.9).abs() < 1e-9 && (of("池は") - 2.106).abs() < 1e-9, "{found:?}");
    }

    /// A text beside two short letters with copies goes to the one that it shares more with, whichever is asked first.
    #[test]
    fn a_late_copy_goes_to_the_nearer_of_two_centers() {
        let references = ReferenceCopies::none_among((0..5).map(DocId));
        let clusters = examples::clusters(&references, "0 2 / 1 3 / 4");
        for (bits, nearer) in [([30.0, 40.0], DocId(1)), ([40.0, 30.0], DocId(0))] {
            let stars = [0, 1]
                .map(|at| Star { center: DocId(at), copies: vec![(DocId(4), bits[at as usize])] });
            assert_eq!(late(&stars, &clusters), [(nearer, DocId(4))]);
        }
    }
}
