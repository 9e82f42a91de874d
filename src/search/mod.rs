//! A report's lines in, an index for people out; words and fields in, the comments that hold them out.
//!
//! This is tantivy over what was written, for `durian search`, and over its sentences for `durian trace`. It is apart
//! from the stage `retrieval`, which asks tantivy for candidates while a docket is clustered; how texts become an index
//! in memory is the same in both.
//!
//! | field | what it holds | how it is cut |
//! |---|---|---|
//! | `text` | the main text; of an exact copy the text that it shares | our tokens |
//! | `author`, `organization`, `subject` | as the record has them | our tokens |
//! | `id`, `campaign`, `cluster`, `bucket` | one value | not at all, in small letters |
//! | `date` | the day, the month and the year: `2031-05-04`, `2031-05`, `2031` | the same |
//!
//! There are two indexes: one of comments, with what each has for itself, and one of distinct texts, so that the text of a
//! million copies is indexed once. What a query asks of texts holds of every comment that has the text.
//!
//! # Invariants
//! - Every line is one comment, so counts are of comments: exact copies and what was set aside among them.
//! - The same lines and the same query give the same answer in the same order, however many threads made the index.

mod matches;
mod passages;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use tantivy::query::{QueryParser, QueryParserError};
use tantivy::schema::{FAST, Field, IndexRecordOption, Schema, TextFieldIndexing, TextOptions};
use tantivy::tokenizer::{LowerCaser, RawTokenizer, TextAnalyzer, Token, TokenStream, Tokenizer};
use tantivy::{Index, IndexWriter, ReloadPolicy, Searcher, TantivyDocument};

use self::matches::Searchers;
pub use self::passages::PassageIndex;
use crate::corpus::sentences;
use crate::corpus::tokens::for_each_token;
use crate::report::printable;
use crate::report::schema::DocumentLine;

/// Version of the index's form: another one is made anew.
pub const FORM: u32 = 2;

/// Memory for each thread that makes one of the two indexes, and how many there are.
const BYTES_PER_THREAD: usize = 64 << 20;
const MOST_THREADS: usize = 2;
/// Where each of the two stands in the folder.
const COMMENTS: &str = "comments";
const TEXTS: &str = "texts";
/// Characters of a snippet.
const SNIPPET: usize = 280;

/// How values are cut.
const WORDS: &str = "durian_words";
const WHOLE: &str = "durian_whole";
/// Fields whose words are found without naming the field.
const OF_WORDS: [&str; 4] = ["text", "author", "organization", "subject"];
const OF_VALUES: [&str; 5] = ["id", "campaign", "cluster", "bucket", "date"];
/// Where among the lines of the report the comment's stands, and the one that has its text; of a text the latter.
const LINE: &str = "line";
const TEXT_LINE: &str = "text_line";

/// An index under way.
pub struct IndexMaker {
    comments: IndexWriter,
    texts: IndexWriter,
    fields: Fields,
}

/// An index that can be asked.
pub struct SearchIndex {
    index: Index,
    searchers: Searchers,
    fields: Fields,
}

/// The numbers of the fields, in the order of their names.
struct Fields {
    words: [Field; OF_WORDS.len()],
    values: [Field; OF_VALUES.len()],
    line: Field,
    text_line: Field,
}

/// What was found.
pub struct Found {
    /// The comments: the best match first, of equal ones the first line.
    pub hits: Vec<Hit>,
    /// The words that were asked for, in their normal form.
    pub words: BTreeSet<String>,
}

/// A comment that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Where among the lines of the report its own stands, in the order of the lines.
    pub line: u64,
    /// Where the line stands that has its text: the same but for an exact copy.
    pub text_line: u64,
}

impl IndexMaker {
    /// Begins an index in an empty folder.
    ///
    /// # Errors
    /// Where the folder cannot be written to.
    pub fn new(folder: &Path) -> Result<Self> {
        let (schema, fields) = schema();
        let begin = || "cannot begin the search index";
        let threads = (rayon::current_num_threads() / 2).clamp(1, MOST_THREADS);
        let writer = |name: &str| {
            let folder = folder.join(name);
            fs::create_dir(&folder).with_context(begin)?;
            let index = Index::create_in_dir(folder, schema.clone()).with_context(begin)?;
            register(&index);
            index.writer_with_num_threads(threads, threads * BYTES_PER_THREAD).with_context(begin)
        };
        Ok(Self { comments: writer(COMMENTS)?, texts: writer(TEXTS)?, fields })
    }

    /// Adds a comment: its line, where that begins, and where the one does that has its text.
    ///
    /// # Errors
    /// Where the folder cannot be written to.
    pub fn add(&self, line: &DocumentLine, hit: Hit) -> Result<()> {
        let mut entry = TantivyDocument::default();
        let [text, author, organization, subject] = self.fields.words;
        let [id, campaign, cluster, bucket, date] = self.fields.values;
        let known = [
            (author, &line.author),
            (organization, &line.organization),
            (subject, &line.subject),
            (campaign, &line.campaign),
            (cluster, &line.cluster),
        ];
        for (field, value) in known {
            value.iter().for_each(|value| entry.add_text(field, value));
        }
        entry.add_text(id, &line.id);
        entry.add_text(bucket, line.bucket.name());
        let time = line.timestamp.as_deref().unwrap_or_default();
        for n_characters in ["2031", "2031-05", "2031-05-04"].map(str::len) {
            time.get(..n_characters).into_iter().for_each(|part| entry.add_text(date, part));
        }
        entry.add_u64(self.fields.line, hit.line);
        entry.add_u64(self.fields.text_line, hit.text_line);
        self.comments.add_document(entry).context("cannot write the search index")?;
        if line.paragraphs.is_empty() {
            return Ok(());
        }
        let mut entry = TantivyDocument::default();
        line.paragraphs.iter().for_each(|paragraph| entry.add_text(text, paragraph));
        entry.add_u64(self.fields.text_line, hit.line);
        self.texts.add_document(entry).context("cannot write the search index")?;
        Ok(())
    }

    /// Makes the index safe on disk.
    ///
    /// # Errors
    /// Where the folder cannot be written to.
    pub fn finish(self) -> Result<()> {
        for mut writer in [self.comments, self.texts] {
            writer.commit().context("cannot write the search index")?;
            writer.wait_merging_threads().context("cannot write the search index")?;
        }
        Ok(())
    }
}

impl SearchIndex {
    /// Opens the index in a folder.
    ///
    /// # Errors
    /// Where there is none that can be read.
    pub fn open(folder: &Path) -> Result<Self> {
        let (index, comments) = open(&folder.join(COMMENTS))?;
        let (_, texts) = open(&folder.join(TEXTS))?;
        let (_, fields) = schema();
        Ok(Self { index, searchers: Searchers { comments, texts }, fields })
    }

    /// The comments that hold what is asked for. All words must be there, in one field or in several.
    ///
    /// # Errors
    /// Where the query cannot be read: the message says what to write.
    pub fn search(&self, query: &str) -> Result<Found> {
        let mut parser = QueryParser::for_index(&self.index, self.fields.words.to_vec());
        parser.set_conjunction_by_default();
        let parsed = parser.parse_query(query).map_err(|error| cannot_read(query, &error))?;
        let mut words = BTreeSet::new();
        let mut n_terms = 0;
        parsed.query_terms(&mut |term, _| {
            n_terms += 1;
            if term.field() == self.fields.words[0] {
                words.extend(term.value().as_str().map(str::to_owned));
            }
        });
        let asks_for_all = query.contains('*') || query.contains('[') || query.contains('{');
        ensure!(n_terms > 0 || asks_for_all, "`{query}` has no word to search for; {GUIDE}");
        let hits = self.searchers.matches(&*parsed).and_then(|found| self.searchers.hits(found));
        let mut hits = hits.context("the search failed")?;
        hits.sort_by(|(a_score, a), (b_score, b)| {
            b_score.total_cmp(a_score).then(a.line.cmp(&b.line))
        });
        Ok(Found { hits: hits.into_iter().map(|(_, hit)| hit).collect(), words })
    }
}

impl Found {
    /// Of a text the sentence that holds most of the words, and what follows it; the beginning where none holds one.
    pub fn snippet(&self, paragraphs: &[String]) -> String {
        let text = paragraphs.join("\n\n");
        let mut best = (0, 0);
        for sentence in paragraphs_of(&text) {
            let mut held = BTreeSet::new();
            for_each_token(&text[sentence.clone()], |form, _| {
                held.extend(self.words.get(form));
            });
            if held.len() > best.0 {
                best = (held.len(), sentence.start);
            }
        }
        printable::excerpt(&text[best.1..], SNIPPET)
    }
}

/// The sentences of a text, paragraph by paragraph.
fn paragraphs_of(text: &str) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut start = 0;
    text.split("\n\n").flat_map(move |paragraph| {
        let at = start;
        start += paragraph.len() + 2;
        sentences(paragraph).into_iter().map(move |range| at + range.start..at + range.end)
    })
}

/// How a query is written.
pub const GUIDE: &str = "write words, a \"phrase in quotation marks\", field:value, -word to leave out, a OR b; the fields \
                         are text, author, organization, subject, id, campaign, cluster, bucket, date \
                         (date:2031-05, date:[2031-05-01 TO 2031-05-31])";

/// What is wrong with a query.
fn cannot_read(query: &str, error: &QueryParserError) -> anyhow::Error {
    let what = match error {
        QueryParserError::FieldDoesNotExist(field) => {
            format!("there is no field `{field}`; put what has a colon in it in quotation marks")
        }
        QueryParserError::AllButQueryForbidden => "it only says what to leave out".to_owned(),
        QueryParserError::SyntaxError(_) => {
            "a quotation mark or parenthesis is not closed, or a sign stands alone".to_owned()
        }
        other => other.to_string(),
    };
    anyhow!("cannot read the query `{}`: {what}; {GUIDE}", printable::line(query))
}

fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let [words, values] =
        [(WORDS, IndexRecordOption::WithFreqsAndPositions), (WHOLE, IndexRecordOption::Basic)].map(
            |(how, record)| {
                let indexing =
                    TextFieldIndexing::default().set_tokenizer(how).set_index_option(record);
                TextOptions::default().set_indexing_options(indexing)
            },
        );
    let fields = Fields {
        words: OF_WORDS.map(|name| schema.add_text_field(name, words.clone())),
        values: OF_VALUES.map(|name| schema.add_text_field(name, values.clone())),
        line: schema.add_u64_field(LINE, FAST),
        text_line: schema.add_u64_field(TEXT_LINE, FAST),
    };
    (schema.build(), fields)
}

fn open(folder: &Path) -> Result<(Index, Searcher)> {
    let index = Index::open_in_dir(folder).context("cannot open the search index")?;
    register(&index);
    let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into();
    let searcher = reader.context("cannot open the search index")?.searcher();
    Ok((index, searcher))
}

fn register(index: &Index) {
    let whole = TextAnalyzer::builder(RawTokenizer::default()).filter(LowerCaser).build();
    index.tokenizers().register(WHOLE, whole);
    index.tokenizers().register(WORDS, TextAnalyzer::from(Words));
}

/// Cuts a text into our tokens, so that people find what the program compares.
#[derive(Clone)]
struct Words;

struct WordStream {
    tokens: std::vec::IntoIter<Token>,
    token: Token,
}

impl Tokenizer for Words {
    type TokenStream<'a> = WordStream;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> WordStream {
        let mut tokens = Vec::new();
        for_each_token(text, |form, span| {
            tokens.push(Token {
                offset_from: span.start,
                offset_to: span.end,
                position: tokens.len(),
                text: form.to_owned(),
                position_length: 1,
            });
        });
        WordStream { tokens: tokens.into_iter(), token: Token::default() }
    }
}

impl TokenStream for WordStream {
    fn advance(&mut self) -> bool {
        match self.tokens.next() {
            Some(token) => {
                self.token = token;
                true
            }
            None => false,
        }
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
