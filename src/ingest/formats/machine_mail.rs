//! Mails that no person wrote: reports of mail servers, replies of who is away, answers of calendars, receipts of the
//! agency itself. They are no comments.
//!
//! Mass mailers mark letters that people send as generated, too (RFC 3834 asks for it): that alone says nothing. What a
//! machine wrote answers a mail, or says that it does.

use super::mail_body::{is_attached, is_kind};
use crate::ingest::mail_headers::{MailHeader, OF_MACHINES};
use crate::ingest::patterns::{Pattern, begins_with};
use mail_parser::{Message, MessagePart, MimeHeaders};

const REPORT: &str = "a report of a mail server on the delivery of another mail";
const CALENDAR: &str = "an invitation, or the answer to one, which a calendar wrote";
const REPLY: &str = "an automatic reply to another mail";
const RECEIPT: &str = "an acknowledgement that a comment was received";

/// What automatic replies begin their subjects with, in the languages of the programs that write them.
static REPLY_SUBJECT: Pattern = Pattern::new(
    r"(?ix)^\s*(?:\[[^\]]{1,20}\]\s*|external:\s*)*(?:
            auto(?:mat(?:ic|ed))?[\ -]?(?:reply|response|answer) | (?:i\ am\ |i'm\ )?out[\ -]of[\ -](?:the[\ -])?office | ooo\b
          | automatische\ antwort | abwesen | réponse\ automatique | (?:message\ d.)?absence | respuesta\ autom | fuera\ de\ (?:la\ )?oficina
          | risposta\ automatica | fuori\ (?:sede|ufficio) | resposta\ autom | fora\ do\ escrit | automatisch\ antwoord | afwezig
          | autosvar | automatiskt?\ svar | automaattinen\ vastaus | automatyczna\ odpowied | automatick[áa]\ odpove?ě?
          | automatikus\ válasz | otomatik\ yanıt | автоматический\ ответ | автоответ | 自动(?:答复|回复) | 自動(?:応答|返信|回覆) | 자동\ ?(?:회신|응답)
        )",
);
/// What mail servers give their reports as subjects where the address may be a person's.
static REPORT_SUBJECT: Pattern = Pattern::new(
    r"(?i)undeliver|delivery (?:status|failure|delayed|has failed)|mail delivery failed|returned mail|failure notice|unzustellbar|nicht zugestellt|non remis|no se puede entregar|onbestelbaar",
);
/// What a receipt says at its head.
static RECEIVED: Pattern = Pattern::new(
    r"(?i)\byour (?:public )?(?:comments?|submission|e-?mail|message|inquiry) (?:[^.!?]{0,60} )?(?:has|have|was|were) (?:been )?(?:successfully )?(?:received|submitted|accepted|posted|logged)\b|\b(?:received|receipt of) your (?:public )?(?:comments?|submission|e-?mail|message|inquiry)\b|\bthis is an automat(?:ed|ic) (?:reply|response|message|e-?mail)\b",
);
/// Addresses that send receipts: nobody reads what is written to them, or they are the government's.
static RECEIPT_SENDER: Pattern = Pattern::guarded(
    |sender| {
        let end = &sender.as_bytes()[sender.len().saturating_sub(".gov".len())..];
        begins_with(sender, &["do", "no"])
            || [".gov", ".mil"].iter().any(|own| own.as_bytes().eq_ignore_ascii_case(end))
    },
    r"(?i)^(?:do[-_.]?)?not?[-_.]?reply\b|\.(?:gov|mil)$",
);
/// Bytes at the beginning of a text in which a receipt says what it is.
const HEAD: usize = 400;

/// What the headers of a mail say of a machine.
#[derive(Default)]
struct Marks {
    /// That it replies of itself.
    is_reply: bool,
    /// That a program made it, which mass mailers say of letters, too.
    is_generated: bool,
    /// That nobody is to answer it of himself, which lists of people say, too.
    is_quiet: bool,
    /// That it answers another mail.
    answers: bool,
    /// That nobody is to hear whether it could be delivered.
    is_final: bool,
    is_report: bool,
}

impl Marks {
    fn of(headers: &[MailHeader]) -> Self {
        let mut marks = Self::default();
        for (name, written) in headers.iter().filter(|(name, _)| OF_MACHINES.contains(&&**name)) {
            let value = written.to_ascii_lowercase();
            let is_no = matches!(value.as_str(), "no" | "false" | "");
            match &**name {
                "auto-submitted" => {
                    marks.is_reply |= value.starts_with("auto-replied");
                    marks.is_generated |= !is_no;
                }
                "precedence" => {
                    marks.is_reply |= value.starts_with("auto");
                    marks.is_quiet |= matches!(value.as_str(), "bulk" | "junk");
                }
                "x-auto-response-suppress" | "x-ms-exchange-inbox-rules-loop" => {
                    marks.is_quiet = true;
                }
                "in-reply-to" | "references" => marks.answers |= !is_no,
                "return-path" => marks.is_final |= value == "<>",
                "x-failed-recipients" => marks.is_report = true,
                "content-class" => {
                    marks.is_report |= value.ends_with("dsn") || value.ends_with("mdn")
                }
                // The others tell of themselves that it replies.
                _ => marks.is_reply |= !is_no,
            }
        }
        marks
    }
}

/// Why a mail is no comment, where no person wrote it.
pub(super) fn reason(
    message: &Message<'_>,
    headers: &[MailHeader],
    body: &str,
) -> Option<&'static str> {
    let marks = Marks::of(headers);
    let subject = message.subject().unwrap_or_default();
    let sender = message.from().and_then(|from| from.first()?.address()).unwrap_or_default();
    let name = sender.split('@').next().unwrap_or_default().to_ascii_lowercase();
    let is_any = marks.is_generated || marks.is_final || marks.is_reply;
    let is_server = name == "mailer-daemon"
        || (name == "postmaster" || name.starts_with("microsoftexchange"))
            && (is_any || REPORT_SUBJECT.is_match(subject));
    if marks.is_report || is_server || is_kind(message.parts.first()?, "multipart", "report") {
        return Some(REPORT);
    }
    if message.parts.iter().any(is_from_calendar) {
        return Some(CALENDAR);
    }
    let says_so = (is_any || marks.is_quiet || marks.answers) && REPLY_SUBJECT.is_match(subject);
    if marks.is_reply || says_so || marks.is_generated && (marks.answers || marks.is_final) {
        return Some(REPLY);
    }
    let head = &body[..body.floor_char_boundary(HEAD)];
    (RECEIPT_SENDER.is_match(sender) && RECEIVED.is_match(head)).then_some(RECEIPT)
}

/// Whether a part of a mail asks people to a meeting, or says whether they come; a file with dates does not.
fn is_from_calendar(part: &MessagePart<'_>) -> bool {
    let method = part.content_type().and_then(|kind| kind.attribute("method"));
    is_kind(part, "text", "calendar")
        && !is_attached(part)
        && method.map_or_else(
            || part.text_contents().is_some_and(|text| text.contains("\nMETHOD:RE")),
            |method| !method.eq_ignore_ascii_case("publish"),
        )
}

#[cfg(test)]
mod tests {
    use mail_parser::MessageParser;

    use super::{CALENDAR, RECEIPT, REPLY, REPORT, reason};
    use crate::ingest::{cases, mail_headers};

    #[test]
    fn what_a_machine_wrote_is_told_from_what_it_sends_for_people() {
        let reasons =
            [("reply", REPLY), ("report", REPORT), ("calendar", CALENDAR), ("receipt", RECEIPT)];
        for case in cases::rows(include_str!("machine_mail.txt")) {
            let (head, body) = case[0].split_once("\n\n").expect("a mail");
            let expect = reasons.iter().find(|(name, _)| *name == case[1]).map(|(_, why)| *why);
            let mail = format!("{head}\nMIME-Version: 1.0\n\n{body}\n");
            let message = MessageParser::default().parse(mail.as_bytes()).expect("a mail");
            let headers = mail_headers::told_by(&message);
            assert_eq!(reason(&message, &headers, body), expect, "{head}");
        }
    }
}
