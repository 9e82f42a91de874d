//! Where the footer of a mail service, a disclaimer or a campaign trailer begins.

use std::sync::LazyLock;

use super::gateway;
use super::line::{TextLine, paragraphs};
use crate::ingest::patterns::{Pattern, begins_with};

/// First words of footers met in real mail.
static OPENINGS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    "aol now offers|checked by avg|confidentiality note|confidentiality notice|confidentiality statement\
     |consider the environment before printing|do you yahoo|express yourself instantly|get a free |get outlook for\
     |get your free |incoming mail is certified|introducing the new netscape|join the world's largest e\
     |join the world’s largest e|no virus found in|outgoing mail is certified|privacy note|privacy notice\
     |privacy statement|stop more spam|the best thing to hit the internet|to opt out|to stop receiving|to unsubscribe\
     |if you no longer wish to receive |if you no longer want to receive |virus-free.|virenfrei.|sans virus.|garanti sans virus|libre de virus|senza virus|livre de vírus\
     |please consider the environment before|please think of the environment before|think of the environment before\
     |you received this message because|you are receiving this|you're receiving this|you have received this message because\
     |sie erhalten diese |vous recevez ce|ha recibido este |usted recibe este |ricevi questa |você está recebendo |u ontvangt deze \
     |von meinem |von meiner |gesendet von |gesendet mit |gesendet über |outlook für |holen sie sich outlook\
     |envoyé de mon |envoyé depuis |envoyé à partir |envoyé avec |télécharger outlook|obtenez outlook|obtener outlook\
     |enviado desde mi |enviado desde outlook|enviado de mi |enviado do meu |enviado via |enviado con |obter o outlook|scarica outlook\
     |inviato da |inviato dal mio |verzonden vanaf |verzonden met |verstuurd vanaf |skickat från min |skickat från outlook\
     |sendt fra min |sendt fra outlook|lähetetty |wysłane z |wysłano z |odesláno z |odoslané z |trimis de pe |elküldve \
     |отправлено с |надіслано з |发自我的|發自我的|從我的 |从我的 |나의 iphone"
        .split('|')
        .collect()
});
/// Footers that name what sent the mail, what protects from viruses, or why it has errors.
static NAMES_PRODUCT: Pattern = Pattern::guarded(
    |line| {
        begins_with(
            line,
            &[
                "sent ",
                "typed ",
                "protect your ",
                "help your ",
                "please ",
                "apologies ",
                "pls ",
                "excuse ",
                "apolog",
                "sorry ",
            ],
        )
    },
    r"(?ix)^(
            sent\ (from|via|through|with|using|by|on)\ (my|the|an?\ (mobile|cell|smart|phone|tablet|device|handheld|ipad|iphone|android)|mail\ for|yahoo|aol|gmail|hushmail|outlook|samsung|galaxy|iphone|ipad|android|blackberry|proton|\S+\ mail|[a-z0-9_.-]+\.[a-z]{2,}|.{1,60}\ (action|advocacy)\ center)
          | typed\ (on|with)\ .{0,30}(phone|mobile|tablet|ipad|device|thumb)
          | (please\ |pls\ )?(excuse|forgive|pardon|(sorry|apologies|apologise|apologize)\ for)\ .{0,40}(typo|brevity|terse|autocorrect|auto-correct|mobile|phone)
          | (protect|help)\ your\ (pc|computer)\b.{0,40}(msn|mcafee|norton)
        )",
);
/// Footers that speak of the mail that they stand in: that it was sent or searched for viruses, or is for some people alone.
static NAMES_MAIL: Pattern = Pattern::guarded(
    |line| {
        begins_with(
            line,
            &[
                "this ",
                "the ",
                "diese",
                "ce ",
                "cet ",
                "este ",
                "esta ",
                "el ",
                "quest",
                "dit ",
                "deze ",
                "l'absence",
                "l’absence",
                "detta ",
                "denna ",
                "denne ",
                "tato ",
                "ta ",
                "эт",
            ],
        )
    },
    r"(?ix)^(
            (this|the)\ ((e-?mail|message|letter|comment)\ (was|has\ been|is\ being)\ (sent|submitted|checked|scanned|generated|delivered)\b
          | (e-?mail|message|communication)[^.]{0,80}(confidential|privileged|intended\ (only|solely)|sole\ use))
          | \S+\ (\S+\ ){0,2}(e-?mail|mail|message|courriel|correo|mensaje|mensagem|messaggio|nachricht|bericht|meddelande|zpráva|wiadomość|письмо|сообщение)
            \b.{0,160}(geprüft|überprüft|vérifi|analizad|verificad|verificat|gecontroleerd|gescand|escanead|avast|kaspersky|norton|mcafee|kontroller|проверен|confidentiel|confidenci|vertraulich|vertrouwelijk|riservat|konfiden|poufn|důvěrn|конфиденц)
          | (l['’]absence\ de|el\ software\ de\ anti)\ ?virus
        )",
);

/// A ruled line, also one of points and strokes, or of two strokes alone.
static RULE: Pattern = Pattern::new(r"^(?:--|[-_*=~#+.,]{2}[-_*=~#+.,]+)$");

/// Words of advertisement and transport that a footer after a ruled line holds.
static TRAILER_WORDS: Pattern = Pattern::new(
    r"(?i)https?://|www\.|\b(yahoo|msn|hotmail|juno|netscape|aol|free|sent|virus|internet|e-?mail|mailing list|click|(un)?subscri\w+|action center)\b",
);

/// How many lines a footer has at the most.
const LONGEST_FOOTER: usize = 12;
/// Lines of the name of a list, and of the ruled lines around it, at the most.
const LONGEST_LIST_NAME: usize = 4;
/// Characters of a line of such a footer at the most: links of a list stand in one.
const LONGEST_TRAILER_LINE: usize = 120;

/// The index of the first footer line, or the number of lines where there is no footer.
pub(super) fn start(lines: &[TextLine<'_>]) -> usize {
    let mut start = lines.len();
    for paragraph in paragraphs(lines).into_iter().rev() {
        let own = &lines[paragraph.clone()];
        let written = own.iter().map(|line| line.text).collect::<Vec<_>>().join("\n");
        if gateway::length(&written) == written.len() {
            start = paragraph.start;
            continue;
        }
        let Some(opening) = own.iter().position(|line| is_opening(line.text)) else {
            let Some(rule) = ruled_trailer(own) else { break };
            start = paragraph.start + rule;
            if rule > 0 {
                break;
            }
            continue;
        };
        // A list names itself between its ruled line and what it says of itself.
        let named = opening.saturating_sub(LONGEST_LIST_NAME);
        let rule = own[named..opening].iter().position(|line| RULE.is_match(line.text));
        let first = rule.map_or(opening, |rule| named + rule);
        // A sentence of a letter can begin like a footer: it must end the text, and be short.
        if own.len() - first > LONGEST_FOOTER || is_prose_before(&own[..first], own.len() - first) {
            break;
        }
        start = paragraph.start + first;
        if first > 0 {
            break;
        }
    }
    if start == 0 || lines[..start].iter().all(|line| !line.is_visible()) {
        lines.len()
    } else {
        start
    }
}

/// Whether a line begins a footer.
fn is_opening(line: &str) -> bool {
    begins_with(line, &OPENINGS)
        || NAMES_PRODUCT.is_match(line)
        || NAMES_MAIL.is_match(line)
        || line.ends_with(" gesendet.") && line.starts_with("Diese")
        || line.ends_with("から送信")
}

/// Where a ruled line stands that is followed by a few lines that speak of mail.
fn ruled_trailer(own: &[TextLine<'_>]) -> Option<usize> {
    let rule = own.iter().position(|line| RULE.is_match(line.text))?;
    let rest = &own[rule + 1..];
    let is_trailer = rest.len() < LONGEST_FOOTER
        && rest.iter().all(|line| line.text.chars().count() <= LONGEST_TRAILER_LINE)
        && rest.iter().any(|line| TRAILER_WORDS.is_match(line.text));
    is_trailer.then_some(rule)
}

/// Whether the would-be footer continues a sentence of the lines above it.
fn is_prose_before(above: &[TextLine<'_>], n_footer_lines: usize) -> bool {
    let Some(last) = above.last() else {
        return false;
    };
    n_footer_lines > 4 && last.text.ends_with(|c: char| c.is_alphanumeric() || c == ',')
}
