//! Many letters in one file: agencies file in one piece what a campaign delivers, and print mailboxes.
//!
//! One real text of 207 MB holds 61,999 copies; 22 real PDFs hold 3,717 letters, a page each. Whatever the format, a
//! file is cut by the same evidence. Marks tell where letters may begin: ruled lines with a number, blocks of mail
//! headers, salutations, pages that open as the first one does or follow one that was signed. What stands between two
//! marks must then be letters: of their length, and either many, or the same words under several names, or signed by
//! several people who write to one office. The signers of a coalition, the appendix of a brief, the letters that
//! somebody quotes are none; where they look like some, that is told.

use std::borrow::Borrow;
use std::hash::Hash;
use std::ops::{Range, RangeInclusive};

use regex::Regex;
use rustc_hash::{FxHashMap, FxHashSet};

use super::input::InputBytes;
use crate::ingest::patterns::Pattern;
use crate::ingest::raw::{RawComment, RawInput};
use crate::ingest::zones;

/// So many stretches of letter length below marks of one kind are letters, whoever signed them.
const MANY: usize = 10;
/// Letters of strangers that are told by their signatures: two are a letter and what it encloses.
const FEWEST_STRANGERS: usize = 3;
/// The same where they greet nobody, or different offices.
const FEWEST_UNGREETED: usize = 5;
/// Lines below a closing at the most: a name, a title, an address.
const LONGEST_SIGNATURE: usize = 6;
/// Lines at the end of a letter among which a name is sought: an address stands below it.
const LAST_LINES: usize = 4;
/// Letters of small words in names.
const LONGEST_PARTICLE: usize = 3;
/// Bytes between two marks, on the average: a short letter, a long one.
const SHORTEST_LETTER: usize = 150;
const LONGEST_LETTER: usize = 20_000;
/// Words of a letter at the least; postcards say little.
const FEWEST_WORDS: usize = 15;
/// Words at the beginning of a letter that tell its copies.
const OPENING_WORDS: usize = 8;
/// Bytes of what stands above a salutation: addresses, a date, what the letter is about.
const LONGEST_HEAD: usize = 1500;
/// Words of a salutation in whatever language.
const LONGEST_SALUTATION: usize = 10;
/// Words of a line of text at the least; a name has fewer.
const TEXT_LINE: usize = 6;

/// `--------- Email 1,234 ---------`, or a ruled line of `=`.
static RULE: Pattern = Pattern::new(
    r"(?mi)^(?:-{3,}\s*(?:e-?mail|letter|comment|message)\s+#?[\d,]+\s*-{3,}|={40,})\s*$",
);
/// A From: line with another header below it, also on the next page.
static ENVELOPE: Pattern =
    Pattern::new(r"(?m)^From: (.{1,200})\n+(?:(?:Sent|To|Date|Subject|Cc): .{0,300}\n+){1,5}");
/// The first salutation of the text; its very words mark the other letters, also where all line breaks are lost.
static SALUTATION: Pattern =
    Pattern::new(r"\b(?:Dear (?:[A-Z][\w.'’-]* ?){1,6}[:,]|To Whom It May Concern[:,])");
/// A page's end in plain text, or a ruled line.
static SECTION: Pattern =
    Pattern::new(r"\x0C|(?m)^[ \t]*(?:\*{5,}|-{5,}|_{5,}|={5,}|#{5,}|~{5,})[ \t]*$");
/// What a line is called that tells something of a letter: "From:", "Name:", "Gesendet:".
static LABEL: Pattern = Pattern::new(r"^(\p{Lu}[\p{L} .'’-]{0,19}?)[ \t]?:[ \t]+(\S.*)$");
/// An answer among mails: they are a correspondence.
static ANSWER: Pattern = Pattern::new(
    r"(?mi)^(?:Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp):\s*(?:re|fwd?|aw|antwort|wg|tr|rv|sv)\s*:",
);
/// What a letter encloses.
static ENCLOSED: Pattern = Pattern::new(
    r"(?mi)^\W*(?:appendix|exhibit|attachment|annex|enclosure|tab)\s+[A-Z0-9]{1,3}\b[^\n]{0,60}$",
);
/// Lines of a head that differ from letter to letter.
static HEAD_LINE: Pattern = Pattern::new(
    r"(?i)^\W*(?:re|subject|docket|to|from|date|via|rin)\b.*:|\b(?:19|20)\d\d\W*$|\d{5}(?:-\d{4})?$",
);

/// The text of a file, and the bytes at which its pages begin, or its sections.
#[derive(Default)]
pub(super) struct Parted {
    pub(super) text: String,
    pub(super) starts: Vec<usize>,
    /// What stands around the text, on its sheets: heads and feet.
    pub(super) printed: Vec<String>,
    pub(super) remarks: Vec<String>,
    /// Whether these are pages with the numbers that a reader sees.
    pub(super) are_pages: bool,
    pub(super) told: Vec<String>,
    /// Why there is no text, where there may be none.
    pub(super) lack: &'static str,
}

impl Parted {
    /// A text in one piece, but where a printer was to begin a new page, and below ruled lines.
    pub(super) fn of_text(text: String) -> Self {
        let breaks = SECTION.find_iter(&text).map(|found| found.end());
        let mut starts: Vec<usize> = std::iter::once(0).chain(breaks).collect();
        if starts.len() == 1 {
            starts.clear();
        }
        Self { text, starts, ..Self::default() }
    }

    pub(super) fn is_bundle(&self) -> bool {
        cut_parted(&self.text, &self.starts).is_bundle
    }

    /// Notes which files stand in it, each of which is a file of its own.
    pub(super) fn tell_embedded<Name: Borrow<str>>(&mut self, names: &[Name]) {
        if !names.is_empty() {
            self.told.push(format!(
                "files that are embedded in it are not read: {}; save each beside it",
                names.join(", ")
            ));
        }
    }

    /// Its comments: one, or as many as it has letters.
    pub(super) fn comments(self, input: &InputBytes<'_>) -> Vec<RawInput> {
        let mut found: Vec<RawInput> = self.told.iter().map(|told| input.told(told)).collect();
        let cut = cut_parted(&self.text, &self.starts);
        if !cut.is_bundle {
            if cut.letters.len() > 1 {
                found.push(input.told(format!(
                    "it is read as one comment, though it looks like {} letters; if each is a comment, make it a file of its own",
                    cut.letters.len()
                )));
            }
            let (printed, remarks) = (self.printed, self.remarks);
            found.push(RawComment { printed, remarks, ..input.comment(self.text) }.into());
            return found;
        }
        for (span, number) in cut.letters.into_iter().zip(1..) {
            let text = self.text[span.clone()].trim();
            let place = &format!("{}#{number}", input.place);
            let letter = InputBytes { place, bytes: text.as_bytes(), ..*input };
            let mut comment = letter.comment(without_rule(text).to_owned());
            comment.pages = self.are_pages.then(|| self.pages(&span));
            // What belongs to no letter alone stands with the first.
            if number == 1 {
                comment.printed = each_once(&self.printed.join("\n"));
                comment.remarks.clone_from(&self.remarks);
            }
            found.push(comment.into());
        }
        found
    }

    /// The pages that a stretch of the text stands on; white space at its end stands on none.
    fn pages(&self, span: &Range<usize>) -> RangeInclusive<usize> {
        let own = &self.text[span.clone()];
        let first = span.end - own.trim_start().len();
        let last = span.start + own.trim_end().len();
        let page = |at: usize| self.starts.partition_point(|start| *start <= at).max(1);
        page(first)..=page(last.saturating_sub(1).max(first))
    }
}

/// The lines with words of what is printed on several sheets, each once.
pub(super) fn each_once(around: &str) -> Vec<String> {
    let mut known = FxHashSet::default();
    let lines = around.lines().map(str::trim).filter(|line| line.contains(char::is_alphabetic));
    lines.filter(|line| known.insert(*line)).map(str::to_owned).collect()
}

/// What a file called `name` holds as one input, and what is told of it: an attachment belongs to who sent it, however many
/// letters are in it.
pub(in crate::ingest) fn together(
    name: &str,
    found: Vec<RawInput>,
) -> (Option<RawInput>, Vec<String>) {
    let mut told = Vec::new();
    let n = found.iter().filter(|own| matches!(own, RawInput::Comment(_))).count();
    if n > 1 {
        told.push(format!(
            "{name} holds {n} letters, which are read as one comment with it; if each is a comment, make it a file of its own"
        ));
    }
    let whole = found.into_iter().fold(None, |whole, next| match (whole, next) {
        (whole, RawInput::Told(said)) => {
            told.push(said);
            whole
        }
        (Some(RawInput::Comment(mut whole)), RawInput::Comment(next)) => {
            whole.append(&[next.whole()]);
            Some(RawInput::Comment(whole))
        }
        (Some(whole), RawInput::Aside(aside)) | (Some(RawInput::Aside(aside)), whole) => {
            told.push(format!("{} is left out: {}", aside.source, aside.reason));
            Some(whole)
        }
        (_, next) => Some(next),
    });
    (whole, told)
}

/// The letters of a text, which cover all of it.
#[derive(Default)]
struct Cut {
    letters: Vec<Range<usize>>,
    /// Whether each is a comment; else it only looks so.
    is_bundle: bool,
}

fn cut_parted(text: &str, starts: &[usize]) -> Cut {
    if text.len() < 2 * SHORTEST_LETTER {
        return Cut::default();
    }
    let ruled = marks(&RULE, text);
    let is_numbered = ruled.iter().all(|at| text[*at..].trim_start_matches('-').starts_with(' '));
    let are_ruled = ruled.len() >= if is_numbered { FEWEST_STRANGERS } else { MANY };
    let mailed = marks(&ENVELOPE, text);
    let are_mailed = are_mails(text, mailed.len());
    let opened = Opened::new(text, starts);
    let told = [(ruled, are_ruled), (mailed, are_mailed), (opened.labelled(), true)];
    let is_told = |(marks, are_marks): &(Vec<usize>, bool)| *are_marks && are_apart(marks, text);
    if let Some((marks, _)) = told.into_iter().find(is_told) {
        return Cut { letters: letters(marks, text), is_bundle: true };
    }
    let opened = opened.cut();
    let greeted = same_salutations(text);
    let n_opened = if opened.is_bundle { opened.letters.len() } else { 0 };
    if greeted.len() >= MANY && n_opened * 5 < greeted.len() * 4 && are_apart(&greeted, text) {
        return Cut { letters: letters(greeted, text), is_bundle: true };
    }
    opened
}

fn marks(pattern: &Regex, text: &str) -> Vec<usize> {
    pattern.find_iter(text).map(|mark| mark.start()).collect()
}

fn same_salutations(text: &str) -> Vec<usize> {
    let first = SALUTATION.find(text).map(|first| first.as_str());
    first.map_or(Vec::new(), |first| text.match_indices(first).map(|(at, _)| at).collect())
}

/// Whether blocks of mail headers stand above mails that were printed one after another: of many senders, or no answers
/// to each other.
fn are_mails(text: &str, n_mails: usize) -> bool {
    let senders: FxHashSet<&str> =
        ENVELOPE.captures_iter(text).filter_map(|mail| Some(mail.get(1)?.as_str())).collect();
    let are_answers = ANSWER.find_iter(text).count() * 2 > n_mails;
    match n_mails {
        0..FEWEST_STRANGERS => false,
        FEWEST_STRANGERS..MANY => senders.len() * 5 >= n_mails * 4 && !are_answers,
        _ => senders.len() * 2 >= n_mails || !are_answers,
    }
}

/// The letters that begin at some marks. What stands above the first mark is a letter of its own where it is long enough,
/// else its head.
fn letters(mut marks: Vec<usize>, text: &str) -> Vec<Range<usize>> {
    match marks.first_mut() {
        Some(first) if text[..*first].trim().len() < SHORTEST_LETTER => *first = 0,
        _ => marks.insert(0, 0),
    }
    marks.push(text.len());
    marks.windows(2).map(|bound| bound[0]..bound[1]).collect()
}

/// Whether marks stand at the heads of letters: a letter's length apart.
fn are_apart(marks: &[usize], text: &str) -> bool {
    marks.first().is_some_and(|first| {
        (SHORTEST_LETTER..=LONGEST_LETTER).contains(&((text.len() - first) / marks.len()))
    })
}

/// The letter without the ruled line above it.
fn without_rule(letter: &str) -> &str {
    match RULE.find(letter) {
        Some(rule) if letter[..rule.start()].trim().is_empty() => &letter[rule.end()..],
        _ => letter,
    }
}

/// A text that is cut where letters open: at salutations with their heads, and at pages.
struct Opened<'a> {
    text: &'a str,
    /// Where its pages begin.
    starts: &'a [usize],
    /// Its lines that are not empty, with the bytes at which they begin.
    lines: Vec<(usize, &'a str)>,
}

impl<'a> Opened<'a> {
    fn new(text: &'a str, starts: &'a [usize]) -> Self {
        let mut lines = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive(['\n', '\x0C']) {
            if !line.trim().is_empty() {
                lines.push((at + line.len() - line.trim_start().len(), line.trim()));
            }
            at += line.len();
        }
        Self { text, starts, lines }
    }

    fn cut(&self) -> Cut {
        let salutations = self.salutations();
        let mut marks: Vec<usize> = Vec::new();
        let mut floor = 0;
        for line in &salutations {
            marks.push(self.head(*line, floor, salutations[0]));
            floor = self.lines[*line].0 + self.lines[*line].1.len();
        }
        if marks.len() < 2 {
            marks = self.repeated_openings();
        }
        if marks.len() < 2 {
            marks = self.behind_signatures();
        }
        for pages in self.starts.windows(2) {
            let next = marks.partition_point(|mark| *mark < pages[1]);
            let end = marks.get(next).copied().unwrap_or(self.text.len());
            let follows =
                self.signed(pages[0]..pages[1]).is_some_and(|(_, n)| n <= LONGEST_SIGNATURE);
            if follows && end > pages[1] && self.signed(pages[1]..end).is_some() {
                marks.insert(next, pages[1]);
            }
        }
        if marks.is_empty() {
            return Cut::default();
        }
        let letters = letters(marks, self.text);
        match self.are_letters(&letters, &salutations) {
            Some(false) => Cut::default(),
            is_bundle => Cut { letters, is_bundle: is_bundle.is_some() },
        }
    }

    /// Blocks of three labels that are always the same, in whatever language, below each of which another name stands: mails,
    /// cards, entries of a web form.
    fn labelled(&self) -> Vec<usize> {
        let labelled = self.lines.iter().map(|(_, line)| {
            let found = LABEL.captures(line)?;
            Some((found.get(1)?.as_str(), found.get(2)?.as_str()))
        });
        let labels: Vec<Option<(&str, &str)>> = labelled.collect();
        let blocks = labels.windows(3).enumerate().filter_map(|(first, block)| {
            let [(a, name), (b, _), (c, _)] = [block[0]?, block[1]?, block[2]?];
            let is_name = n_words(name) <= LONGEST_SALUTATION && !name.ends_with(['.', '!', '?']);
            (is_name && a != b && b != c && a != c).then_some(([a, b, c], first))
        });
        let most = most_repeated(blocks);
        let names: FxHashSet<&str> =
            most.iter().filter_map(|line| Some(labels[*line]?.1)).collect();
        let mut marks: Vec<usize> = most.iter().map(|line| self.lines[*line].0).collect();
        let ends = marks.iter().skip(1).copied().chain([self.text.len()]);
        let blocks = marks.iter().zip(ends).map(|(from, to)| &self.text[*from..to]);
        let n_long = blocks.filter(|block| n_words(block) > 2 * FEWEST_WORDS).count();
        let n = marks.len();
        let are_many = n >= FEWEST_STRANGERS && names.len().min(n_long) * 5 >= n * 4;
        if !are_many || ANSWER.find_iter(self.text).count() * 2 > n {
            marks.clear();
        }
        marks
    }

    /// The lines that greet: they are known, or, in whatever language, the same short line stands above text again and
    /// again.
    fn salutations(&self) -> Vec<usize> {
        let known: Vec<usize> =
            (0..self.lines.len()).filter(|line| zones::greets(self.lines[*line].1)).collect();
        if known.len() > 1 {
            return known;
        }
        let greetings = self.lines.windows(2).enumerate().filter_map(|(index, pair)| {
            let (line, below) = (pair[0].1, pair[1].1);
            let is_one = line.ends_with([',', ':', ';', '!', '，', '：'])
                && n_words(line) <= LONGEST_SALUTATION
                && n_words(below) >= TEXT_LINE
                && line.starts_with(char::is_uppercase);
            is_one.then_some((line, index))
        });
        let most = most_repeated(greetings);
        if most.len() >= FEWEST_STRANGERS { most } else { known }
    }

    /// Where the letter begins whose salutation is a line: with its page, where nothing ends in between, else with the
    /// lines above it that stand above the first salutation, too, or are those of a head, up to the widest gap.
    fn head(&self, salutation: usize, floor: usize, first: usize) -> usize {
        let at = self.lines[salutation].0;
        let after = self.lines.partition_point(|(start, _)| *start < floor);
        let above = &self.lines[after..salutation];
        let closing = above.iter().rposition(|(_, line)| zones::closes(line));
        let page = self.starts[..self.starts.partition_point(|start| *start <= at)].last();
        if let Some(page) = page.filter(|page| **page >= floor && at - **page <= LONGEST_HEAD)
            && closing.is_none_or(|closing| above[closing].0 < *page)
        {
            return *page;
        }
        let first_at = self.lines[first].0;
        let first_head = self.lines_in(first_at.saturating_sub(LONGEST_HEAD)..first_at);
        let own = &above[closing.map_or(0, |closing| closing + 1)..];
        let n_head = own
            .iter()
            .rev()
            .take_while(|(_, line)| {
                HEAD_LINE.is_match(line) || first_head.iter().any(|(_, known)| known == line)
            })
            .count();
        let mut begin = own.len() - n_head;
        let first_line = salutation - own.len();
        if let Some(widest) = (1..=begin).max_by_key(|n| (self.n_breaks(first_line + n), *n))
            && self.n_breaks(first_line + widest) > 2
        {
            begin = widest;
        }
        own.get(begin).map_or(at, |(start, _)| *start)
    }

    /// Pages and paragraphs that begin with the words that most of them begin with; of the paragraphs of one letter
    /// the first.
    fn repeated_openings(&self) -> Vec<usize> {
        let first = (0..self.lines.len())
            .filter(|line| self.begins_page(*line) || self.n_breaks(*line) > 1)
            .map(|line| self.lines[line].0);
        let mut most = most_repeated(first.map(|start| {
            let words = self.text[start..].split_whitespace();
            (words.take(OPENING_WORDS).collect::<Vec<&str>>(), start)
        }));
        if most.len() == 1 {
            most.clear();
        }
        most
    }

    /// Whether a line is the first of its page.
    fn begins_page(&self, line: usize) -> bool {
        let above = line.checked_sub(1).map_or(0, |above| self.lines[above].0 + 1);
        let page = self.starts.partition_point(|start| *start < above);
        line == 0 || self.starts.get(page).is_some_and(|start| *start <= self.lines[line].0)
    }

    /// Where the next letter begins behind each that somebody signed.
    fn behind_signatures(&self) -> Vec<usize> {
        let mut marks = Vec::new();
        let mut floor = 0;
        for closing in (0..self.lines.len()).filter(|line| zones::closes(self.lines[*line].1)) {
            let next = (closing + 2..self.lines.len())
                .find(|line| self.begins_page(*line) || self.n_breaks(*line) > 1);
            let Some((start, _)) = next.and_then(|next| self.lines.get(next)) else { break };
            if self.signed(floor..*start).is_some() {
                marks.push(*start);
                floor = *start;
            }
        }
        marks
    }

    /// How many line breaks stand above a line.
    fn n_breaks(&self, line: usize) -> usize {
        let end =
            line.checked_sub(1).map_or(0, |above| self.lines[above].0 + self.lines[above].1.len());
        self.text[end..self.lines[line].0].matches(['\n', '\x0C']).count()
    }

    /// The lines of a stretch of the text.
    fn lines_in(&self, span: Range<usize>) -> &[(usize, &'a str)] {
        let [first, last] =
            [span.start, span.end].map(|at| self.lines.partition_point(|(start, _)| *start < at));
        &self.lines[first..last.max(first)]
    }

    /// Who signed a letter, below its last closing, and how many lines stand there.
    fn signed(&self, span: Range<usize>) -> Option<(&'a str, usize)> {
        let lines = self.lines_in(span);
        let closing = lines.iter().rposition(|(_, line)| zones::closes(line))?;
        let n_text: usize = lines[..closing].iter().map(|(_, line)| n_words(line)).sum();
        let (_, name) = lines.get(closing + 1).filter(|_| n_text >= FEWEST_WORDS)?;
        Some((name, lines.len() - closing - 1))
    }

    /// How many different people signed some letters: below a closing, or with a name among the last lines.
    fn n_signers(&self, letters: &[Range<usize>]) -> usize {
        let names = letters.iter().filter_map(|letter| {
            let lines = self.lines_in(letter.clone());
            let last = lines[lines.len().saturating_sub(LAST_LINES)..].iter();
            let name = self.signed(letter.clone()).map(|(name, _)| name);
            name.or_else(|| last.map(|(_, line)| *line).find(|line| is_name(line)))
        });
        names.collect::<FxHashSet<&str>>().len()
    }

    /// Whether some stretches are letters, each a comment; none where they only look so.
    fn are_letters(&self, letters: &[Range<usize>], salutations: &[usize]) -> Option<bool> {
        let n = letters.len();
        let text = |letter: &Range<usize>| &self.text[letter.clone()];
        let n_long = letters.iter().filter(|letter| n_words(text(letter)) >= FEWEST_WORDS).count();
        let fewest = if self.starts.is_empty() { FEWEST_STRANGERS } else { 2 };
        if n < fewest || n_long * 5 < n * 4 || self.text.len() / n > LONGEST_LETTER {
            return Some(false);
        }
        let signed: FxHashSet<&str> =
            letters.iter().filter_map(|letter| Some(self.signed(letter.clone())?.0)).collect();
        let n_signers = self.n_signers(letters);
        let are_signed = n_signers * 5 >= n * 4 || n >= MANY && n_signers * 2 >= n;
        let n_copies = self.n_copies(letters);
        if are_signed && n_copies >= fewest && n_copies * 2 >= n {
            return Some(true);
        }
        let mut n_greeted: FxHashMap<&str, usize> = FxHashMap::default();
        for line in salutations {
            *n_greeted.entry(self.lines[*line].1).or_default() += 1;
        }
        let is_one_office = n_greeted.into_values().max().unwrap_or(0) * 2 >= n;
        let head = self.text.floor_char_boundary(letters[1].start + LONGEST_HEAD);
        let are_many = n >= MANY && (is_one_office || are_signed)
            || n >= FEWEST_STRANGERS && is_one_office && are_signed
            || n >= FEWEST_UNGREETED && signed.len() * 5 >= n * 4;
        let is_bundle = are_many && !ENCLOSED.is_match(&self.text[..head]);
        (is_bundle || signed.len() < n).then_some(is_bundle)
    }

    /// How many letters share half of their words with others, sentence by sentence.
    fn n_copies(&self, letters: &[Range<usize>]) -> usize {
        let sentences: Vec<FxHashSet<Vec<&str>>> = letters
            .iter()
            .map(|letter| {
                let sentences = self.text[letter.clone()].split_inclusive(['.', '!', '?', '。']);
                sentences
                    .map(|sentence| sentence.split_whitespace().collect::<Vec<&str>>())
                    .filter(|words| words.len() >= TEXT_LINE)
                    .collect()
            })
            .collect();
        let mut n_holders: FxHashMap<&[&str], usize> = FxHashMap::default();
        for sentence in sentences.iter().flatten() {
            *n_holders.entry(sentence).or_default() += 1;
        }
        let is_copy = |own: &&FxHashSet<Vec<&str>>| {
            let shared = own.iter().filter(|sentence| n_holders[sentence.as_slice()] > 1);
            let n_shared = shared.map(Vec::len).sum::<usize>();
            n_shared > 0 && n_shared * 2 >= own.iter().map(Vec::len).sum()
        };
        sentences.iter().filter(is_copy).count()
    }
}

/// Whether a line is a first name and a last name, as nobody writes them in a text.
fn is_name(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    (2..TEXT_LINE).contains(&words.len())
        && !line.ends_with(['.', '!', '?', ':', ','])
        && !line.contains(|c: char| c.is_ascii_digit())
        && words
            .iter()
            .all(|word| word.len() <= LONGEST_PARTICLE || word.starts_with(char::is_uppercase))
}

/// Where that stands which stands at the most places; of several such the first one.
fn most_repeated<T: Eq + Hash>(found: impl Iterator<Item = (T, usize)>) -> Vec<usize> {
    let mut places: FxHashMap<T, Vec<usize>> = FxHashMap::default();
    found.for_each(|(own, at)| places.entry(own).or_default().push(at));
    places.into_values().max_by_key(|own| (own.len(), usize::MAX - own[0])).unwrap_or_default()
}

fn n_words(text: &str) -> usize {
    text.split_whitespace().count()
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Parted, RawComment, RawInput, cut_parted, together, without_rule};
    use crate::corpus::AsideBucket;
    use crate::ingest::cases;
    use crate::ingest::patterns::section;
    use crate::ingest::raw::refuse;

    /// What is read of a file, with || where a page begins; what is printed around it, remarks, and what is told.
    pub(in crate::ingest::formats) fn shown(mut own: Parted) -> [String; 4] {
        own.starts.iter().rev().for_each(|start| own.text.insert_str(*start, "||"));
        [own.text, own.printed.join(" / "), own.remarks.join(" / "), own.told.join("; ")]
    }

    /// What the capitals of the cases stand for: the words of a letter, and the names and words of five strangers.
    fn words(name: &str) -> Vec<&'static str> {
        section(include_str!("letters_words.txt"), name).collect()
    }

    /// A case with what its capitals stand for.
    fn filled(case: &str) -> String {
        let (mut text, mut rest, others) = (String::new(), case, words("OWN"));
        while let Some((before, (again, behind))) =
            rest.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            text += before;
            for (name, own) in words("NAME").iter().zip(&others) {
                text += &again.replace("NAME", name).replace("OWN", own);
            }
            rest = behind;
        }
        let filled = (text + rest).replace("BODY", words("BODY")[0]);
        let own = (1..).zip(others);
        own.fold(filled, |text, (nth, own)| text.replace(&format!("OWN{nth}"), own))
    }

    #[test]
    fn letters_are_told_from_what_one_letter_holds() {
        for case in cases::rows(include_str!("letters.txt")) {
            let mut parted = Parted { are_pages: true, ..Parted::default() };
            for page in filled(&case[0]).split("||").filter(|page| !page.is_empty()) {
                parted.starts.push(parted.text.len());
                parted.text.push_str(page);
                parted.text.push('\n');
            }
            let cut = cut_parted(&parted.text, &parted.starts);
            let n = if cut.is_bundle { cut.letters.len() } else { 1 };
            assert_eq!(n.to_string(), case[1], "{}", parted.text);
            let n_bytes: usize = cut.letters.iter().map(ExactSizeIterator::len).sum();
            assert!(n == 1 || n_bytes == parted.text.len(), "nothing is lost");
        }
        assert_eq!(without_rule("\n--- Email 1,201 ---\nMend it.").trim(), "Mend it.");
    }

    #[test]
    fn an_attachment_is_one_comment_whatever_lies_beside_its_letters() {
        let letter = |body: &str| RawComment { body: body.to_owned(), ..RawComment::default() };
        let picture = refuse("box.zip/a.png", AsideBucket::Unreadable, "a picture");
        let found = vec![picture, letter("Keep it.").into(), letter("Mend it.").into()];
        let (whole, told) = together("box.zip", found);
        assert!(
            matches!(whole, Some(RawInput::Comment(own)) if own.body == "Keep it.\n\nMend it.")
        );
        assert!(told[0].starts_with("box.zip holds 2 letters"), "{told:?}");
        assert_eq!(told[1..], ["box.zip/a.png is left out: a picture"]);
    }

    /// A mail that begins at the foot of the first page stands on two.
    #[test]
    fn a_letter_names_its_pages() {
        let text = filled("{From: NAME\nSent: today\nTo: office\n\nBODY\n\nNAME\n\n}");
        let second = text.rfind("From: Bo").expect("the second") + 60;
        let parted = Parted { starts: vec![0, second], are_pages: true, text, ..Parted::default() };
        let cut = cut_parted(&parted.text, &parted.starts);
        let pages: Vec<_> = cut.letters.iter().map(|letter| parted.pages(letter)).collect();
        assert_eq!(pages, [1..=1, 1..=2, 2..=2, 2..=2, 2..=2]);
    }
}
