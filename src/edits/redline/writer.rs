//! The marked text, written piece by piece.

use std::ops::Range;

use super::{LetterText, Mark, Paragraph, Piece};

/// Writes the document's text piece by piece, with the bytes between its words.
pub(super) struct RedlineWriter<'a> {
    document: &'a LetterText,
    /// The block being written, and the byte up to which it is.
    pub(super) block: Option<usize>,
    written: usize,
    pieces: Paragraph,
    /// Mark of the last word written.
    last: Mark,
}

impl<'a> RedlineWriter<'a> {
    pub(super) fn new(document: &'a LetterText) -> Self {
        Self { document, block: None, written: 0, pieces: Vec::new(), last: Mark::Kept }
    }

    /// Ends the block being written and begins another; blocks without a word between them are kept.
    pub(super) fn go_to(&mut self, block: usize, marked: &mut Vec<Paragraph>) {
        if self.block == Some(block) {
            return;
        }
        let next = self.block.map_or(0, |block| block + 1);
        self.close(marked);
        let blocks = &self.document.block_places;
        for wordless in &blocks[next.min(blocks.len())..block.min(blocks.len())] {
            self.push(Mark::Kept, &self.document.decoded[wordless.clone()]);
            marked.push(std::mem::take(&mut self.pieces));
        }
        if let Some(span) = blocks.get(block) {
            self.block = Some(block);
            self.written = span.start;
        }
    }

    /// Writes what is left of the block; it stays the block being written, with nothing to come.
    pub(super) fn close(&mut self, marked: &mut Vec<Paragraph>) {
        if let Some(block) = self.block {
            let end = self.document.block_places[block].end;
            self.push(self.last, &self.document.decoded[self.written..end]);
            self.written = end;
        }
        if !self.pieces.is_empty() {
            marked.push(std::mem::take(&mut self.pieces));
        }
    }

    pub(super) fn word(&mut self, place: Range<usize>, mark: Mark) {
        let whole = &self.document.decoded;
        // One piece of text can be several words ("½"): they share their place.
        let start = place.start.max(self.written);
        let gap = &whole[self.written..start];
        let is_first =
            self.block.is_some_and(|block| self.document.block_places[block].start == self.written);
        if is_first || self.last == mark {
            self.push(mark, gap);
        } else {
            // Marks stay with the word they touch.
            let head = gap.find(char::is_whitespace).unwrap_or(gap.len());
            let tail = gap.trim_end_matches(|c: char| !c.is_whitespace()).len().max(head);
            self.push(self.last, &gap[..head]);
            self.push(Mark::Kept, &gap[head..tail]);
            self.push(mark, &gap[tail..]);
        }
        self.push(mark, &whole[start..place.end.max(start)]);
        self.written = place.end.max(start);
        self.last = mark;
    }

    /// Writes what is gone between two words.
    pub(super) fn gone(&mut self, piece: Piece) {
        let blocks = &self.document.block_places;
        let block = self.block.map(|block| &blocks[block]);
        let Some(span) = block.filter(|span| span.start != self.written) else {
            self.pieces.extend([piece, spacing()]);
            return;
        };
        let rest = &self.document.decoded[self.written..span.end];
        let head =
            rest.find(|c: char| c.is_whitespace() || c.is_alphanumeric()).unwrap_or(rest.len());
        self.push(self.last, &rest[..head]);
        self.written += head;
        self.pieces.extend([spacing(), piece]);
        if rest[head..].starts_with(char::is_alphanumeric) {
            self.pieces.push(spacing());
        }
    }

    /// Writes a paragraph that is gone, by itself where nothing is open.
    pub(super) fn apart(&mut self, piece: Piece, marked: &mut Vec<Paragraph>) {
        if self.pieces.is_empty() {
            marked.push(vec![piece]);
        } else {
            self.gone(piece);
        }
    }

    fn push(&mut self, mark: Mark, text: &str) {
        match self.pieces.last_mut() {
            Some(last) if last.mark == mark => last.text.push_str(text),
            _ if text.is_empty() => {}
            _ => self.pieces.push(Piece { mark, text: text.to_owned() }),
        }
    }
}

fn spacing() -> Piece {
    Piece { mark: Mark::Spacing, text: " ".to_owned() }
}
