//! What is repaired, and what looks as if it had to be and must not.

use super::undo;

fn check(damaged: &str, expect: &str) {
    assert_eq!(undo(damaged.to_owned()), expect, "{damaged}");
}

fn check_untouched(texts: &[&str]) {
    for text in texts {
        check(text, text);
    }
}

#[test]
fn utf8_read_in_three_charsets() {
    let sound = "Don’t “right-size” the café – it’s 5 § more…";
    // The bytes of each mark by hand: ’ E2 80 99, “ E2 80 9C, ” E2 80 9D, é C3 A9, – E2 80 93, § C2 A7, … E2 80 A6.
    check("Donâ€™t â€œright-sizeâ€\u{9D} the cafÃ© â€“ itâ€™s 5 Â§ moreâ€¦", sound);
    check("Don‚Äôt ‚Äúright-size‚Äù the caf√© ‚Äì it‚Äôs 5 ¬ß more‚Ä¶", sound);
    check("DonΓÇÖt ΓÇ£right-sizeΓÇ¥ the caf├⌐ ΓÇô itΓÇÖs 5 ┬º moreΓÇª", sound);
    check("donÃ¢â‚¬â„¢t", "don’t");
    check("ðŸ˜€ Ð¿Ñ€Ð¸ Ã la carte", "😀 при Ã la carte");
}

#[test]
fn each_sequence_is_repaired_by_itself() {
    check("Ã la carte â€” 中", "Ã la carte — 中");
    check("Donâ€™t, they wonâ€t, “we” donâ€™t", "Don’t, they won’t, “we” don’t");
    check("the plan (â€œsafe streetsâ€) of Iâ\n€™d say", "the plan (“safe streets”) of I’d say");
    check("It was too much.Â  All carsÂ who stay", "It was too much.  All cars who stay");
}

#[test]
fn apostrophes_whose_bytes_were_lost() {
    check(
        "Iâm sure the cityâs plan doesnât help â we said â and theyâll know.",
        "I’m sure the city’s plan doesn’t help – we said – and they’ll know.",
    );
    check("The âright sizeâ plan isnât âsafe.â", "The “right size” plan isn’t “safe.”");
    check(
        "It isnâ t the 1990â s, the â freeâ lane, âRight Sizingâ or DONâT KNOW.",
        "It isn’t the 1990’s, the – free” lane, “Right Sizing” or DON’T KNOW.",
    );
    check(
        "PaiÕs rule: the ÒfairÓ fee wonÕt hurt the studentsÕ purse, IÕm sureÉ",
        "Pai’s rule: the “fair” fee won’t hurt the students’ purse, I’m sure…",
    );
}

#[test]
fn real_letters_stay() {
    check_untouched(&[
        "L'âge du château, un mât, les dégâts et la pâte du bâton.",
        "Il fallait qu'il donnât la tâche; the château of the city is âgé.",
        "Un râs la hotărâre: coborâm și surâs.",
        "Õpetaja Õ ja SÃO PAULO: MANHÃ”, CAFÉ”—and café”—he said “é…”",
        "‚Ähnlich’ und √π, 2√Ω, ├┐ ├── Γ",
        "¿Qué pasó, NIÑO? ÓSCAR Ñandú Ávila. Ève, Òmnium",
        "Kâğıt kâr rüzgâr. Ünal’ın “â” harfi",
        "Â",
    ]);
}
