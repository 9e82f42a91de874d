//! Documents in, an index of them in memory out.
//!
//! tantivy's usual writer has threads and a queue, which take longer to make than a few documents take to index. Here
//! the documents are one segment, written by the thread that asks, and are numbered in their order.

use anyhow::{Context, Result};
use tantivy::directory::RamDirectory;
use tantivy::schema::Schema;
use tantivy::tokenizer::TokenizerManager;
use tantivy::{IndexReader, IndexSettings, ReloadPolicy, Searcher, TantivyDocument};

/// Memory that the table of terms begins with, and somewhat more; it grows as it must.
const FIRST_BYTES: usize = 1 << 20;

/// Indexes documents.
///
/// # Errors
/// Where the engine fails.
pub(crate) fn searcher(
    schema: Schema,
    tokenizers: TokenizerManager,
    documents: impl Iterator<Item = TantivyDocument>,
) -> Result<Searcher> {
    written(schema, tokenizers, documents).context("the search engine failed")
}

fn written(
    schema: Schema,
    tokenizers: TokenizerManager,
    documents: impl Iterator<Item = TantivyDocument>,
) -> tantivy::Result<Searcher> {
    // Documents are not kept: a thread to compress them would have nothing to do.
    let settings =
        IndexSettings { docstore_compress_dedicated_thread: false, ..Default::default() };
    let builder =
        tantivy::Index::builder().schema(schema).tokenizers(tokenizers).settings(settings);
    let mut writer = builder.single_segment_index_writer(RamDirectory::create(), FIRST_BYTES)?;
    for document in documents {
        writer.add_document(document)?;
    }
    let index = writer.finalize()?;
    let reader: IndexReader =
        index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
    Ok(reader.searcher())
}
