//! A comment without words of its own in, the reason why it has none out: blank, lost, or nothing but a
//! pointer to an attachment.

use super::normalize::in_one_line;
use super::patterns::{Pattern, WordSet, begins_with};
use crate::corpus::{Zone, ZoneKind};

/// Whole texts that say nothing, without outer punctuation.
static PLACEHOLDER: Pattern = Pattern::guarded(
    may_be_placeholder,
    r"(?ix)^(?:
            (?:please\ |kindly\ |pls\ )?(?:see|find|review|read|refer\ to|view|open|post|accept|note|consider)?\ ?(?:the\ |our\ |my\ |this\ |full\ |written\ |additional\ )*
              (?:comments?|letter|document|file|submission|statement|pdf|response|text)?s?\ ?(?:is\ |are\ )?(?:in\ the\ |in\ )?(?:uploaded|attached|attachments?|enclosed)
              (?:\ (?:please\ )?(?:find|hereto|here|below|above|herein|for|from|of|to|the|our|my|a|an|comments?|letter|documents?|files?(?:\(s\))?|file\(s\)|pdf|attachments?|submission|statement|response|regarding|on|behalf|in|with|this|proposed|rule|version|word|copy|details|more|information|full|text|and|supporting|as))*
          | comments?(?:\ on\ [\w-]+)?|n/?a|none|no\ comments?|test(?:ing)?(?:\ comment)?|blank|nil|null|\.|please\ accept\ this
          | [\w.'\ -]+'s\ comments?
          | [\w\ ()_.,-]+\.(?:pdf|docx?|txt|rtf|wpd|jpe?g|png|tiff?|xlsx?)
          | (?:rin:?\ )?\d{4}-[a-z]{2}\d{2}
        )$",
);

/// What a form shows where nothing is written yet.
static EMPTY_FORM: Pattern = Pattern::guarded(
    |text| {
        begins_with(
            text,
            &[
                "please ", "click ", "write", "enter", "type", "insert", "add", "leave", "provide",
                "your", "comment", "message", "text", "response",
            ],
        )
    },
    r"(?ix)^(?:
            (?:please\ |click\ (?:here\ )?to\ )?(?:write|enter|type|insert|add|leave|provide)
              \ (?:your\ |a\ |the\ |any\ )?(?:public\ |full\ |written\ )?(?:comments?|text|message|response|feedback)
              (?:\ (?:here|below|in\ (?:the|this)\ (?:box|field|space)(?:\ below)?))?
          | (?:your\ )?(?:comments?|message|text|response)\ (?:goes?\ )?(?:here|below)
        )$",
);

/// A field of a printed form in which nothing is written, and lines for a letter that nobody wrote.
static BLANK_FIELD: Pattern =
    Pattern::guarded(|text| text.contains("___"), r"(?m)^[ \t]*[^\n_]{1,40}:[ \t]*_{3,}[ \t]*$");
static BLANK_LINES: Pattern =
    Pattern::guarded(|text| text.contains("___"), r"(?m)^[ \t]*_{10,}[ \t]*\n\s*_{10,}[ \t]*$");
/// Words of such a form at the most: who asks for a signature says why.
const LONGEST_FORM: usize = 80;

/// One sentence that does nothing but point to an attachment: "Please see the attached comments from
/// the Society of Lamplighters."
static POINTER: Pattern = Pattern::guarded(
    points,
    r"(?ix)^(?:
            (?:please\ |kindly\ |pls\ )?(?:see|find|review|read|refer\ to|view|accept|consider)\b[^.!?]{0,60}\b(?:attached|attachments?|enclosed|uploaded)\b[^.!?]{0,160}
          | (?:attached|enclosed)\ (?:is|are|please\ find|you\ will\ find|for)\b[^.!?]{0,160}
          | [^.!?]{0,100}\b(?:is|are|see|been|have)\ (?:attached|enclosed|uploaded)(?:\ (?:here|hereto|below|as\ a\ pdf|as\ an\ attachment))?
        )[.!]?$",
);
/// Whether a text has a word of those that point to an attachment.
fn points(text: &str) -> bool {
    static WORD: Pattern = Pattern::new("(?i)attach|enclos|upload");
    WORD.is_match(text)
}

/// Whether a text points somewhere, begins as other placeholders do, names somebody's comments, or ends as a file does.
fn may_be_placeholder(text: &str) -> bool {
    let extension = text.rfind('.').map(|point| text.len() - point);
    points(text)
        || begins_with(
            text,
            &["comment", "n/a", "na", "no", "test", "blank", "nil", "null", "please a", "rin"],
        )
        || text.starts_with(|c: char| c.is_ascii_digit())
        || extension.is_some_and(|n_bytes| n_bytes <= ".jpeg".len())
        || text.contains("'s ")
        || text.contains("'S ")
}

/// Words of any placeholder at the most.
const LONGEST_PLACEHOLDER: usize = 40;
/// Words of such a sentence at the most.
const LONGEST_POINTER: usize = 25;

/// Why a comment has nothing to compare, where it has not.
pub(super) fn no_usable_text(text: &str, zones: &[Zone], n_tokens: usize) -> Option<&'static str> {
    if n_tokens == 0 {
        return Some(if zones.iter().any(|zone| zone.kind == ZoneKind::Header) {
            "only a receipt, mail headers or the words of a form: the comment itself is missing"
        } else {
            "blank: no letter or digit in it"
        });
    }
    if n_tokens <= LONGEST_FORM && BLANK_FIELD.is_match(text) && BLANK_LINES.is_match(text) {
        return Some("the words of an empty form: nothing was written");
    }
    if n_tokens > LONGEST_PLACEHOLDER {
        return None;
    }
    let main = zones
        .iter()
        .filter(|zone| zone.kind == ZoneKind::Main)
        .map(|zone| &text[zone.span.clone()])
        .collect::<Vec<_>>()
        .join(" ");
    if SPREADSHEET_ERRORS.contains(&main.trim()) {
        return Some(
            "a spreadsheet's error: the comment itself was lost before the docket was exported",
        );
    }
    if EMPTY_FORM.is_match(&flat(&main)) {
        return Some("the words of an empty form: nothing was written");
    }
    is_placeholder(&main)
        .then_some("a placeholder: the comment itself is elsewhere, probably in an attachment")
}

/// What a spreadsheet shows for a cell that it takes for a formula: a comment that begins with "=" or "-".
const SPREADSHEET_ERRORS: &[&str] =
    &["#NAME?", "#REF!", "#VALUE!", "#N/A", "#DIV/0!", "#NULL!", "#NUM!"];

/// Answers to a question of a survey that only refer to another, or say that there is none.
static REFERENCE: Pattern = Pattern::new(
    r"(?ix)^(?:
            n\ ?/?\ ?a|not\ applicable|none|nil|null|blank|ditto|idem|nothing|no\ (?:further\ |additional\ |other\ )?(?:comments?|answer|response|views?)
          | (?:nothing|none)\ (?:further|else|more|to\ add)(?:\ to\ (?:add|say))?
          | (?:please\ |pls\ |kindly\ |again\ )?(?:(?:see|refer\ to|cf|as|as\ in|as\ per|as\ for|as\ under|same\ as|the\ same\ as|same\ as\ in|repeat|per)\.?:?\ )
              (?:(?:i\ |we\ )?(?:have\ )?(?:already\ )?(?:stated|said|answered|mentioned|noted|explained|described|given|set\ out|outlined|discussed|detailed|provided|written)\ ?)?
              (?:(?:my|our|the|this|that)\ )*(?:(?:previous|earlier|above|prior|preceding|last|first|same)\ ?)*
              (?:(?:answers?|responses?|comments?|replies|reply|explanations?|remarks)\ ?)?(?:(?:given|provided|made|set\ out)\ )?
              (?:(?:to|at|in|for|under|on|from)\ ?)?(?:(?:the|my|our)\ )?(?:(?:previous|earlier|above|prior|preceding|last|first)\ ?)*
              (?:(?:questions?|q|no|number|nr|section|item|part|answers?|box|field)\.?\ ?)?(?:\#?\ ?\(?[a-z]?[0-9]{1,3}[a-z]?\)?(?:\ ?(?:,|and|&|to|-|–)\ ?(?:q\.?\ ?)?[a-z]?[0-9]{1,3}[a-z]?)*)?
              (?:\ ?(?:above|before|previously|earlier|below|already|again))?(?:,?\ (?:please|thanks?|thank\ you))?
          | (?:already\ |previously\ )?(?:answered|stated|covered|addressed|mentioned|said|explained|see)\ (?:above|before|previously|earlier|already|in\ (?:the\ )?(?:previous|last|other|earlier)\ (?:answer|question|response|section))
          | same(?:\ (?:again|here|answer|as\ above))?|above|as\ (?:above|before|previously\ (?:stated|mentioned))
        )$",
);

/// Whether an answer to a question only refers to another answer, or says that there is none.
pub(super) fn is_reference(answer: &str) -> bool {
    let flat = flat(answer);
    let flat = flat.trim_matches(['(', ')']);
    flat.is_empty() || flat.len() <= 120 && REFERENCE.is_match(flat) || is_placeholder(answer)
}

/// Whether a text is blank or does nothing but point elsewhere.
pub(super) fn is_placeholder(text: &str) -> bool {
    if text.len() > 1000 {
        return false;
    }
    let flat = &flat(text);
    flat.is_empty()
        || flat.split(' ').count() <= LONGEST_POINTER && POINTER.is_match(flat)
        || flat.len() <= 200 && (PLACEHOLDER.is_match(flat) || EMPTY_FORM.is_match(flat))
        || only_hands_in(flat)
}

/// A text in one line, without marks around it.
fn flat(text: &str) -> String {
    in_one_line(text)
        .trim_matches(|c: char| !c.is_alphanumeric() && c != '(' && c != ')')
        .to_owned()
}

/// Whether a text points to an attachment, greets, thanks and names people, and has no word for anything
/// else: "Thank you for the opportunity to comment. Please find the letter of the Harbor Union attached."
fn only_hands_in(text: &str) -> bool {
    let written = text.replace("do not hesitate", "");
    let words: Vec<&str> = written
        .split_whitespace()
        .filter(|piece| !piece.contains('@'))
        .flat_map(|piece| piece.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’')))
        .filter(|word| !word.is_empty())
        .collect();
    // Where all is in capitals they tell no names.
    let tells_names = written.contains(char::is_lowercase);
    words.len() <= LONGEST_PLACEHOLDER
        && words.iter().any(|word| POINTING.contains(&word.to_lowercase()))
        && words.iter().all(|word| {
            let lower = word.to_lowercase().replace('’', "'");
            let plain = lower.strip_suffix("'s").unwrap_or(&lower).trim_matches('\'');
            let is_name =
                tells_names && word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
            HANDING_IN.contains(plain) || is_name && !STANCES.contains(plain)
        })
}

/// Words that point to another file.
static POINTING: WordSet = WordSet::new("pointing");
/// Words that hand in a comment, and say nothing about what it is on. Not "support", not "because".
static HANDING_IN: WordSet = WordSet::new("handing in");
/// Words that say something even where they begin with a capital.
static STANCES: WordSet = WordSet::new("stances");

#[cfg(test)]
mod tests {
    use super::{is_reference, no_usable_text};
    use crate::corpus::{Zone, ZoneKind};
    use crate::ingest::patterns::section;

    const CASES: &str = include_str!("placeholder.txt");

    #[test]
    fn answers_that_refer_to_others_are_told_from_those_that_say_something() {
        for (name, is_one) in [("refers to another answer", true), ("answers", false)] {
            for answer in section(CASES, name) {
                assert_eq!(is_reference(answer), is_one, "{answer}");
            }
        }
    }

    #[test]
    fn placeholders_are_no_text_and_short_opinions_are() {
        for (name, is_one) in [("placeholder", true), ("says something", false)] {
            for text in section(CASES, name) {
                let zones = [Zone { kind: ZoneKind::Main, span: 0..text.len() }];
                assert_eq!(no_usable_text(text, &zones, 5).is_some(), is_one, "{text}");
            }
        }
    }
}
