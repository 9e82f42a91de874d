//! A text in, its words as they are searched for out: in small letters, without accents and apostrophes, parted by single
//! spaces. The page's script does the same (`src/report/html/search.js`); a browser holds the two against each other.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The words of a text, with a space before, between and behind them: `" dont close the cafe "`.
pub(super) fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len() + 2);
    folded.push(' ');
    if text.is_ascii() {
        text.bytes().for_each(|byte| push(&mut folded, byte.to_ascii_lowercase().into()));
    } else {
        let characters = text.nfkd().filter(|c| !is_combining_mark(*c));
        characters
            .flat_map(char::to_lowercase)
            .filter(|c| !is_combining_mark(*c))
            .for_each(|c| push(&mut folded, c));
    }
    if !folded.ends_with(' ') {
        folded.push(' ');
    }
    folded
}

fn push(folded: &mut String, c: char) {
    match c {
        '\'' | '’' | '‘' | 'ʼ' | '\u{AD}' | '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}' =>
            {}
        'ß' => folded.push_str("ss"),
        'æ' => folded.push_str("ae"),
        'œ' => folded.push_str("oe"),
        'þ' => folded.push_str("th"),
        'ø' => folded.push('o'),
        'đ' | 'ð' => folded.push('d'),
        'ł' => folded.push('l'),
        'ı' => folded.push('i'),
        'ς' => folded.push('σ'),
        c if stands_alone(c) => {
            part(folded);
            folded.push(c);
            folded.push(' ');
        }
        c if c.is_alphanumeric() => folded.push(c),
        _ => part(folded),
    }
}

fn part(folded: &mut String) {
    if !folded.ends_with(' ') {
        folded.push(' ');
    }
}

/// Letters of scripts that part no words: each is a word, and a word of them a phrase.
fn stands_alone(c: char) -> bool {
    matches!(c, '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
        && c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn words_are_found_however_they_are_written() {
        fn check(text: &str, expect: &str) {
            assert_eq!(folded(text), expect, "{text}");
        }
        check("Don’t close\nthe CAFÉ!", " dont close the cafe ");
        check("wake-\nboats, H-1B; § 106.45", " wake boats h 1b 106 45 ");
        check("co\u{AD}operate ﬁne Straße Łódź İz", " cooperate fine strasse lodz iz ");
        check("川を守れ", " 川 を 守 れ ");
        check("", " ");
        check("!!!", " ");
    }
}
