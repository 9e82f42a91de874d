//! A line in, its record in the volumes out: what is known of it in a row, its text, and the marks of a copy.
//!
//! | fields of a row | |
//! |---|---|
//! | 0 | id |
//! | 1 2 3 | numbers of bucket, cluster and campaign; the last two may be missing |
//! | 4 | category |
//! | 5 | comments with this very text, as far as it stands for a cluster's |
//! | 6 7 8 9 | how many words, figures, citations, court cases |
//! | 10 11 12 13 | organization, author, day, place |
//! | 14 | why it is where it is; of an exact copy the id of the comment with its text |
//! | 15 16 | of a copy beside its letter the edit in words, and how many words are the sender's own |
//! | 17 | form text: where the sender's own words begin, then from–to, all parted by spaces, in UTF-16 |
//! | 18 | "new" where it is that |
//! | 19 | attachments: name, then what is to be said of it, each ended by a line feed |
//! | 20 | "1" where regulations.gov has a page for it |
//! | 21 | sentences that others added, too: how many comments hold it, then the sentence, each ended by a line feed |
//! | 22 23 | the comment of the same sender that this one is like; other places where the record stands |
//! | 24 | what it quotes and cites, and what is nearest to it, each ended by a line feed |
//! | 25 26 | clusters whose letters it cites, parted by spaces; that whose letter it turns around |
//! | 27 28 | subject; the flags by which it is kept back, each ended by a line feed |
//!
//! Marks are pieces: a letter and a length in UTF-16. `k` is kept, `a` added, `c` changed to; `r` removed and `f`
//! changed from are followed by a colon and that text; `g` is a gap, `p` ends a paragraph, `s` passes over what parts
//! paragraphs of the text. They are those of [`Reference::redline`].

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::copies::edit_words;
use super::reading::{attachment_note, place, public_page};
use super::text::{CommentText, n_utf16};
use super::volumes::END_OF_FIELD;
use super::wrapping::unwrapped;
use crate::report::marks::{Mark, Paragraph, Reference, is_short};
use crate::report::schema::{Bucket, DocumentLine, Report, ReportedMember};
use crate::report::{joined, printable};

/// An input as a volume holds it.
pub struct Record {
    pub(super) id: String,
    pub(super) row: String,
    pub(super) text: String,
    pub(super) marks: String,
}

/// What the records of a report are made from besides their lines.
pub struct Records<'a> {
    clusters: FxHashMap<&'a str, (usize, Letter)>,
    campaigns: FxHashMap<&'a str, usize>,
    members: FxHashMap<&'a str, &'a ReportedMember>,
    /// How many comments consist of each reference copy.
    references: FxHashMap<&'a str, usize>,
}

/// A letter, made ready for its copies; none where it is too long to be compared.
type Letter = Option<Reference>;

impl<'a> Records<'a> {
    /// Looks up what a report says of its comments.
    pub fn new(report: &'a Report) -> Self {
        let clusters = report.clusters.iter().enumerate().map(|(number, cluster)| {
            let paragraphs = &cluster.reference.paragraphs;
            let letter = is_short(paragraphs).then(|| Reference::new(&unwrapped(paragraphs)));
            (cluster.id.as_str(), (number, letter))
        });
        let members = report.clusters.iter().flat_map(|cluster| &cluster.members);
        let letters = report.clusters.iter().map(|cluster| &cluster.reference);
        let campaigns = report.campaigns.iter().map(|campaign| campaign.id.as_str());
        Self {
            clusters: clusters.collect(),
            campaigns: campaigns.zip(0..).collect(),
            members: members.map(|member| (member.id.as_str(), member)).collect(),
            references: letters.map(|letter| (letter.id.as_str(), letter.n_copies)).collect(),
        }
    }

    /// The record of a line.
    pub fn of(&self, line: &DocumentLine) -> Record {
        let text = CommentText::of(line);
        let cluster = line.cluster.as_deref().and_then(|id| self.clusters.get(id));
        let member = self.members.get(line.id.as_str()).copied();
        let letter = cluster.and_then(|(_, letter)| letter.as_ref()).filter(|_| member.is_some());
        Record {
            id: printable::line(&line.id),
            row: self.row(line, cluster.map(|(number, _)| *number), member, &text),
            marks: letter.map(|letter| marks(letter, line)).unwrap_or_default(),
            text: text.text,
        }
    }

    fn row(
        &self,
        line: &DocumentLine,
        cluster: Option<usize>,
        member: Option<&ReportedMember>,
        text: &CommentText,
    ) -> String {
        let campaign = line.campaign.as_deref().and_then(|id| self.campaigns.get(id)).copied();
        let bucket = Bucket::ALL.iter().position(|bucket| *bucket == line.bucket);
        let fields = [
            printable::line(&line.id),
            number(bucket),
            number(cluster),
            number(campaign),
            line.category.map(|category| category.words().to_owned()).unwrap_or_default(),
            // The comment that a consensus is made of is a member, too, and as such it counts.
            number(
                member
                    .map(|member| member.n_copies)
                    .or_else(|| self.references.get(line.id.as_str()).copied()),
            ),
            line.n_words.to_string(),
            line.facts.figures.to_string(),
            line.facts.citations.to_string(),
            line.facts.cases.to_string(),
            one_line(line.organization.as_deref()),
            one_line(line.author.as_deref()),
            line.day().unwrap_or_default().to_owned(),
            place(line),
            why(line),
            member.map(edit_words).unwrap_or_default(),
            number(member.map(own_words)),
            text.places(),
            if line.is_new { "new".to_owned() } else { String::new() },
            attachments(line),
            public_page(&line.id).map(|_| "1".to_owned()).unwrap_or_default(),
            shared(line),
            one_line(line.resubmission_of.as_deref()),
            printable::excerpt(&line.also_in.join(", "), 500),
            notes(line).map(|note| note + "\n").collect(),
            joined(line.cites.iter().map(|cited| &cited.cluster), " ").unwrap_or_default(),
            line.opposes.clone(),
            one_line(line.subject.as_deref()),
            line.flag_names().map(|flag| printable::line(flag) + "\n").collect(),
        ];
        fields.join(&END_OF_FIELD.to_string())
    }
}

fn number(known: Option<usize>) -> String {
    known.map(|known| known.to_string()).unwrap_or_default()
}

fn one_line(known: Option<&str>) -> String {
    known.map(printable::name).unwrap_or_default()
}

/// Why a comment is where it is.
fn why(line: &DocumentLine) -> String {
    match (&line.reason, &line.evidence) {
        (Some(reason), _) => printable::excerpt(reason, 500),
        (None, Some(evidence)) if line.bucket == Bucket::ExactCopy => {
            printable::line(&evidence.compared_with)
        }
        (None, Some(_)) => {
            let mut why = line.why().unwrap_or_default();
            if !line.also_contains.is_empty() {
                write!(why, "; it also contains text of {}", line.also_contains.join(", ")).ok();
            }
            why
        }
        (None, None) => String::new(),
    }
}

/// What is to be said of a text besides what it is: what it quotes and cites, and what is nearest to it.
pub(super) fn notes(line: &DocumentLine) -> impl Iterator<Item = String> + '_ {
    let kept_back = line.kept_back().map(|why| format!("Not to be posted: {why}"));
    let quoted = line.quoted().map(|quoted| format!("Quotes {quoted}"));
    let nearest = line.nearest.as_ref().map(|nearest| format!("Nearest: {}", nearest.words()));
    let cited = line.cited().map(|cited| format!("Cites {cited}"));
    let opposes = (!line.opposes.is_empty()).then(|| {
        let changes = line.changes.iter().take(1);
        let here = changes.map(|change| format!(": “{}”", printable::excerpt(&change.here, 300)));
        format!("Says the opposite of the letter {}{}", line.opposes, here.collect::<String>())
    });
    kept_back.chain(quoted).chain(cited).chain(opposes).chain(nearest)
}

fn own_words(member: &ReportedMember) -> usize {
    member.n_added_words + member.n_changed_words
}

fn attachments(line: &DocumentLine) -> String {
    let attachments = line.attachments.iter().map(|attachment| {
        let note = printable::excerpt(&attachment_note(attachment), 300);
        format!("{}\n{note}\n", printable::line(&attachment.name))
    });
    attachments.collect()
}

fn shared(line: &DocumentLine) -> String {
    let shared = line.shared_text.iter().map(|shared| {
        format!("{}\n{}\n", shared.n_comments, printable::excerpt(&shared.text, 10_000))
    });
    shared.collect()
}

/// The marks of a copy beside its letter; nothing where it is too long.
fn marks(letter: &Reference, line: &DocumentLine) -> String {
    if !is_short(&line.paragraphs) {
        return String::new();
    }
    let paragraphs = unwrapped(&line.paragraphs);
    written(&letter.redline(&paragraphs), &paragraphs).unwrap_or_default()
}

/// Marked paragraphs as pieces; none where their own text is not that of the document.
fn written(marked: &[Paragraph], document: &[String]) -> Option<String> {
    let mut marks = String::new();
    let mut rest = document.iter().map(String::as_str);
    let mut open = rest.next().unwrap_or_default();
    for paragraph in marked {
        for piece in paragraph {
            let text = printable::text(&piece.text);
            let (letter, is_own) = match piece.mark {
                Mark::Kept => ('k', true),
                Mark::Added => ('a', true),
                Mark::ChangedTo => ('c', true),
                Mark::Removed => ('r', false),
                Mark::ChangedFrom => ('f', false),
                Mark::Spacing => {
                    marks.push('g');
                    continue;
                }
            };
            if is_own {
                while open.is_empty() {
                    open = rest.next()?;
                    marks.push('s');
                }
                open = open.strip_prefix(piece.text.as_str())?;
                write!(marks, "{letter}{}", n_utf16(&text)).ok()?;
            } else {
                write!(marks, "{letter}{}:{text}", n_utf16(&text)).ok()?;
            }
        }
        marks.push('p');
    }
    Some(marks)
}

#[cfg(test)]
mod tests {
    use super::written;
    use crate::report::marks::redline;

    /// "dry." is gone, "wet." is new: 16 + 1 + 4 characters are the first paragraph of the copy.
    #[test]
    fn marks_give_the_text_back() {
        let sentence = "À demain, my old friends of the pond.";
        let letter = ["Keep the cellars dry.", "Thank you."].map(str::to_owned);
        let copy = ["Keep the cellars wet.", sentence].map(str::to_owned);
        let marks = written(&redline(&letter, &copy), &copy).expect("marks");
        let n_utf16 = sentence.encode_utf16().count();
        assert_eq!(marks, format!("k16gf4:dry.gr10:Thank you.k1c4psa{n_utf16}p"));
    }
}
