//! What a mail gateway writes above a mail that comes from outside: "CAUTION: This email originated from outside of the
//! organization. Do not click links…". It is nobody's words, and would make neighbors of all whose mail came that way.
//!
//! Every agency words it in its own way, and in its own language. All speak of the mail or its sender, and of two of
//! these: that it is from outside, that people are to be careful with it, an alarm. They stand above the text, also above
//! a forwarded one; what a letter says further down stays.

use std::ops::Range;
use std::sync::LazyLock;

use regex::RegexSet;

use super::header::GREETING;
use crate::corpus::{Zone, ZoneKind};
use crate::ingest::patterns::{Pattern, begins_with, in_ascii};

/// Words of the mail and its sender; of where it is from; of care; of alarm; of whom to ask.
static WORDS: LazyLock<RegexSet> = LazyLock::new(|| {
    let written = [
        r"(?i)\b(?:e-?mails?|messages?|sender|senders?|courriels?|expéditeur|correos?|mensajes?|remitente|remetente|mensagem|messaggio|mittente|nachricht|absender|bericht|afzender|wiadomo|nadawc)|meddeland|avsändare|письм|сообщени|отправител|邮件|郵件|メール|送信者|메일",
        r"(?i)\b(?:extern|esterno|esterna|outside|untrusted|unverified|unknown|not previously correspond|don['’]t often get|exterior|extérieur|fuera de|de fora|außerhalb|buiten|zewnętrzn)|utanför|внешн|外部|aka\.ms/LearnAbout",
        r"(?i)\b(?:do not (?:click|open|reply|respond)|don['’]t click|avoid clicking|before (?:clicking|opening)|when (?:clicking|opening)|caution (?:when|with|before)|(?:use|exercise|with) (?:extreme |extra )?(?:caution|care)|be (?:careful|cautious|vigilant)|(?:think|stop) before|before you (?:click|open)|suspicious|phish|learn why this|cliquez|prudence|vigilan|haga clic|hacer clic|no abra|precauci|clique|cliccare|fare clic|klicken sie|öffnen sie|vorsicht|klik|klicka|ostrożn|nie otwiera)|не открывайте|осторожн|点击|點擊|点开|クリック|注意|클릭",
        r"^\W*(?:(?:CAUTION|WARNING|ATTENTION|ALERT|NOTICE|EXTERNAL|VORSICHT|ACHTUNG|ATENCI|PRECAU|AVISO|AVERTISSEMENT|CUIDADO|ATTENZIONE|LET OP|VARNING|UWAGA|ВНИМАНИЕ|注意)|(?i:caution|warning|attention|alert|notice|vorsicht|achtung|atención|aviso|attenzione|let op)\s*[:!])",
        r"(?i)\b(?:help ?desk|service desk|call cent|security team|information security|report (?:this|suspicious|it|phish)|learn more|content is safe|aka\.ms/)",
    ];
    RegexSet::new(written.map(in_ascii)).expect("the patterns are valid")
});
/// Words of who writes a letter: no such notice has one.
const LETTER_WORDS: [&str; 13] =
    ["I", "my", "My", "we", "We", "me", "us", "je", "nous", "ich", "wir", "nosotros", "yo"];
/// A tag alone, `[EXTERNAL]`, or the one sentence that a mail is from outside the organization.
static TAG: Pattern = Pattern::guarded(
    may_be_tag,
    r"(?x)^(?:\[\W*(?i:ext|external|caution:\ ?external)\b[^\]\n]{0,40}\]
        | \W{0,5}EXTERNAL(?:\ (?:E-?MAIL|MESSAGE|SENDER))?(?::|\W{0,5}(?:\n|$))
        | (?i:th(?:is|e)\ (?:e-?mail|message)\ (?:[^.\n]{0,40}\ )?(?:from|originated|sent|received)\ (?:an?\ |the\ )?(?:external\ (?:source|sender|e-?mail|account|address|domain)
          | outside\ (?:of\ )?(?:the\ |your\ |our\ |this\ )?(?:\w+\ )?(?:organi[sz]ation|company|network|agency|department|institution|university|domain)))[^.\n]{0,20}(?:\.|\n|$))",
);
/// The marks that a gateway puts around it.
static MARKED: Pattern =
    Pattern::new(r"(?s)ZjQcmQRYFpfptBannerStart.{0,2000}?ZjQcmQRYFpfptBannerEnd");
/// Sentences of such a notice, and words of each, at the most.
const MOST_SENTENCES: usize = 10;
const LONGEST_SENTENCE: usize = 50;
/// Characters of a line that a program wrapped, at the least.
const SHORTEST_WRAPPED_LINE: usize = 60;

/// The notices at the top of a text and of what it forwards; the headers in the text are known.
pub(super) fn find(text: &str, envelopes: &[Zone]) -> Vec<Zone> {
    let marked: Vec<Range<usize>> = if text.contains("ZjQcmQRYFpfpt") {
        MARKED.find_iter(text).map(|found| found.range()).collect()
    } else {
        Vec::new()
    };
    let starts = envelopes.iter().map(|envelope| envelope.span.end);
    std::iter::once(0)
        .chain(starts)
        .map(|start| start..start + length(&text[start..]))
        .filter(|span| marked.iter().all(|own| span.end <= own.start || own.end <= span.start))
        .chain(marked.iter().cloned())
        .filter(|span| !span.is_empty())
        .map(|span| Zone { kind: ZoneKind::Header, span })
        .collect()
}

/// How many bytes at the beginning of a text are such a notice.
pub(super) fn length(text: &str) -> usize {
    let (mut end, mut at, mut seen) = (0, 0, [false; 4]);
    for _ in 0..MOST_SENTENCES {
        let rest = &text[at..];
        let start = at + rest.len() - rest.trim_start_matches(is_frame).len();
        if let Some(tag) = TAG.find(&text[start..]) {
            at = start + tag.end();
            end = at;
            continue;
        }
        let length = sentence_end(&text[start..]);
        let sentence = text[start..start + length].trim();
        if sentence.is_empty() || sentence.split_whitespace().count() > LONGEST_SENTENCE {
            break;
        }
        // Most texts begin so, and which words of a notice they have is not looked for.
        if is_of_a_letter(sentence) || !WORDS.is_match(sentence) {
            break;
        }
        let found = WORDS.matches(sentence);
        let [mail, origin, care, alarm, help] = std::array::from_fn(|nth| found.matched(nth));
        let says = [mail, origin, care, alarm];
        let n_said = says.iter().filter(|said| **said).count();
        let is_begun = end > 0 && end == at;
        let goes_on = if is_begun { n_said > 1 || care || help } else { n_said > 0 };
        if !goes_on {
            break;
        }
        at = start + length;
        seen = std::array::from_fn(|nth| seen[nth] || says[nth]);
        if is_begun || seen[0] && seen[1..].iter().filter(|said| **said).count() > 1 {
            end = at;
        }
    }
    text[..end].trim_end().len()
}

/// Whether a sentence has a word of who writes a letter.
fn is_of_a_letter(sentence: &str) -> bool {
    let mut words = sentence.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.any(|word| LETTER_WORDS.contains(&word))
}

/// Whether a text begins as every tag does: with a bracket, with the word behind a few marks, or as the one sentence.
fn may_be_tag(text: &str) -> bool {
    let sentences =
        ["this email", "this e-mail", "this message", "the email", "the e-mail", "the message"];
    text.starts_with('[')
        || begins_with(text, &sentences)
        || text.char_indices().take(6).any(|(at, _)| text[at..].starts_with("EXTERNAL"))
}

/// White space, and what such notices are framed with.
fn is_frame(character: char) -> bool {
    character.is_whitespace() || "*_=-#~|>\u{200C}\u{200B}\u{FEFF}\u{AD}".contains(character)
}

/// Where the first sentence of a text ends, or the line, unless a program wrapped it.
fn sentence_end(text: &str) -> usize {
    let (mut at, mut line_start) = (0, 0);
    // What ends sentences in other scripts begins with the last two.
    while let Some(next) = text.as_bytes()[at..]
        .iter()
        .position(|byte| matches!(byte, b'\n' | b'.' | b'!' | b'?' | 0xE3 | 0xEF))
    {
        at += next;
        let mark = text[at..].chars().next().unwrap_or_default();
        let rest = &text[at + mark.len_utf8()..];
        let ends = match mark {
            '\n' => {
                let is_long = at - line_start >= SHORTEST_WRAPPED_LINE;
                line_start = at + 1;
                let next = rest.lines().next().unwrap_or_default().trim_start_matches(is_frame);
                next.is_empty()
                    || GREETING.is_match(next)
                    || !is_long && !next.starts_with(char::is_lowercase)
            }
            '.' | '!' | '?' => {
                rest.starts_with(|next: char| next.is_whitespace() || "])*\"”»".contains(next))
            }
            '。' | '！' => true,
            _ => false,
        };
        at += mark.len_utf8();
        if ends {
            return at;
        }
    }
    text.len()
}
