//! The answers to one question in, their corpus out: each is cut and described as a comment is.

use anyhow::Result;
use rayon::prelude::*;

use super::gather::gather;
use super::prepare::{Prepared, prepare_guarded};
use super::raw::RawComment;
use super::shard::Packing;
use super::{IngestConfig, placeholder};
use crate::corpus::{AsideBucket, Attributes, Corpus};

/// An answer to a question.
#[derive(Debug)]
pub struct GivenAnswer {
    /// The respondent's id.
    pub id: String,
    /// What is answered.
    pub text: String,
    /// What is known of the respondent.
    pub attributes: Attributes,
    /// Why nothing of the respondent's is compared, where that is so.
    pub not_compared: Option<(AsideBucket, String)>,
}

/// Reads the answers to a question. Those that only refer to another answer are set aside.
///
/// # Errors
/// None that would not be a defect: as where shards are gathered.
pub fn read_answers(answers: Vec<GivenAnswer>, config: &IngestConfig) -> Result<Corpus> {
    let mut packing = Packing::new(config);
    let input = packing.begin("answers", None);
    let prepared = answers.into_par_iter().map(|answer| prepared(answer, config)).collect();
    packing.add(input, prepared);
    packing.end(input, None, 0);
    gather(vec![packing.finish()], config)
}

fn prepared(answer: GivenAnswer, config: &IngestConfig) -> Prepared {
    let GivenAnswer { id, text, attributes, not_compared } = answer;
    let sender = attributes.sender;
    let not_compared = not_compared.or_else(|| {
        placeholder::is_reference(&text)
            .then(|| (AsideBucket::NoText, "it refers to another answer, or says none".to_owned()))
    });
    let comment = RawComment {
        place: id.clone(),
        id: Some(id),
        body: text,
        attributes,
        not_compared,
        ..RawComment::default()
    };
    let mut prepared = prepare_guarded(comment, config);
    if let Prepared::Document(document, _) = &mut prepared {
        document.attributes.sender = sender;
    }
    prepared
}
