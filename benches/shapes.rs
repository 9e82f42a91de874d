//! Small inputs that were made to take long, against ordinary text of as many bytes: how many times its processor time and
//! memory each takes. Ten is what is allowed. Then dockets that are honest and heavy: three is what is allowed. And, to hold
//! them against, a docket of form letters in which three comments of four are exact copies.
//!
//! `cargo bench --bench shapes` runs all; `-- opposed runs` those whose names hold one of the words. The program is run
//! as a user runs it; a shape that takes minutes is not stopped. Of a table without a comment there is no report, which is
//! told as the exit code. Ordinary text is comments of a hundred words, no two of
//! them alike.
#![forbid(unsafe_code)]

mod docket;
mod program;

use std::fs;
use std::io;
use std::iter::repeat_with;
use std::path::Path;

use docket::Random;

/// A file name, whose extension tells the format, the options it is read with, and what it holds.
type Shape = (&'static str, &'static [&'static str], fn(&mut Random) -> String);

const SHAPES: [Shape; 26] = [
    ("one id for 50,000 rows.csv", &[], |_| table("id,text", 50_000, |row| format!("1,w{row}"))),
    ("40 % of 50,000 senders anonymous.csv", &["--id-field", "name"], |_| {
        table("name,text", 50_000, |row| match row % 5 {
            0 | 1 => format!("Anonymous,close bridge {row} now"),
            _ => format!("Name{row},close bridge {row} now"),
        })
    }),
    ("fractions.txt", &[], |_| "1/".repeat(200_000)),
    ("decimals.txt", &[], |_| "1.5 ".repeat(101_500)),
    ("100,000 docket ids.txt", &[], |_| docket_ids(0..100_000)),
    ("100,000 docket ids in two texts.jsonl", &[], |_| {
        comments([docket_ids(0..50_000), docket_ids(50_000..100_000)])
    }),
    ("700 opposed.jsonl", &[], |random| comments(opposed(random, 700))),
    ("4 times 700 opposed.jsonl", &[], |random| {
        comments((0..4).flat_map(|_| opposed(random, 700)).collect::<Vec<_>>())
    }),
    ("240,000 words of five.jsonl", &[], |random| {
        comments([(); 2].map(|()| of_words(random, 5, 240_000)))
    }),
    ("6.5 MB of five words.jsonl", &[], |random| {
        comments([(); 2].map(|()| of_words(random, 5, 1_100_000)))
    }),
    ("240,000 words of four thousand.jsonl", &[], |random| {
        comments([(); 2].map(|()| of_words(random, 4_000, 240_000)))
    }),
    ("Re times 500.jsonl", &[], |random| {
        comments(
            repeat_with(|| format!("{}{}", "Re: ".repeat(500), random.paragraph(20))).take(5_000),
        )
    }),
    ("one word repeated, and another.jsonl", &[], |random| {
        comments(
            repeat_with(|| format!("{}{}", "comment ".repeat(100), random.word())).take(20_000),
        )
    }),
    ("one word repeated.jsonl", &[], |random| {
        comments(repeat_with(|| "comment ".repeat(1 + random.below(400) as usize)).take(20_000))
    }),
    ("short, one word repeated.jsonl", &[], |random| {
        comments(
            (0..20_000)
                .map(|n| format!("{}x{n}", "comment ".repeat(20 + random.below(200) as usize))),
        )
    }),
    ("shared runs of 8 words.jsonl", &[], |random| comments(sharing(random, 2_000, 10, 8))),
    ("shared runs of 30 words.jsonl", &[], |random| comments(sharing(random, 200, 4, 30))),
    ("rows of a quotation mark.csv", &[], |_| table("id,text", 10_000_000, |_| "\"".to_owned())),
    ("5,000,000 rows.csv", &[], |_| table("id,text", 5_000_000, |_| "a,b".to_owned())),
    ("a sentence shared with a thousand.jsonl", &[], |random| {
        let sentences: Vec<String> = repeat_with(|| random.paragraph(24)).take(20).collect();
        comments((0..20_000).map(|n| {
            [random.paragraph(48), sentences[n % 20].clone(), random.paragraph(48)].join(" ")
        }))
    }),
    ("ten sentences, each shared with a thousand.jsonl", &[], |random| {
        comments(sharing(random, 200, 10, 12))
    }),
    ("one paragraph in all.jsonl", &[], |random| {
        let shared = random.paragraph(48);
        comments(repeat_with(|| format!("{}\\n\\n{shared}", random.paragraph(96))).take(20_000))
    }),
    ("kits.jsonl", &[], |random| {
        let points: Vec<String> = repeat_with(|| random.paragraph(36)).take(30).collect();
        comments((0..20_000).map(|_| {
            let chosen: Vec<&str> =
                (0..4).map(|_| points[random.below(30) as usize].as_str()).collect();
            chosen.join("\\n\\n")
        }))
    }),
    ("every second word exchanged.jsonl", &[], |random| {
        let letter: Vec<String> = repeat_with(|| random.word()).take(120).collect();
        comments((0..20_000).map(|_| {
            let exchanged = |(at, word): (usize, &String)| match at % 2 {
                0 => word.clone(),
                _ => format!("x{at}y{}", random.below(3)),
            };
            letter.iter().enumerate().map(exchanged).collect::<Vec<_>>().join(" ")
        }))
    }),
    ("all distinct.jsonl", &[], |random| {
        comments(repeat_with(|| random.paragraph(120)).take(20_000))
    }),
    ("form letters and their copies.jsonl", &[], |_| docket::lines(10_000)),
];

fn main() -> io::Result<()> {
    let asked: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let folder = tempfile::tempdir()?;
    println!("   seconds       MiB  times ordinary  its memory  shape");
    for (name, options, made) in SHAPES {
        if !asked.is_empty() && !asked.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let text = made(&mut Random(1));
        let n_bytes = text.len();
        let [shape, beside] = [name, "ordinary.jsonl"].map(|name| folder.path().join(name));
        fs::write(&shape, text)?;
        let shape = program::cluster(&shape, options)?;
        ordinary(&beside, n_bytes)?;
        let ordinary = program::cluster(&beside, &[])?;
        println!(
            "{:>10.1} {:>9} {:>15.1} {:>11.1}  {name}{}",
            shape.time.as_secs_f64(),
            shape.peak >> 20,
            shape.processor.as_secs_f64() / ordinary.processor.as_secs_f64(),
            shape.peak as f64 / ordinary.peak as f64,
            if shape.status.success() { String::new() } else { format!(" ({})", shape.status) },
        );
    }
    Ok(())
}

/// Comments of a hundred words, no two of them alike.
fn ordinary(path: &Path, n_bytes: usize) -> io::Result<()> {
    let mut random = Random(2);
    let n_comments = n_bytes.div_ceil(comments([random.paragraph(100)]).len());
    fs::write(path, comments(repeat_with(|| random.paragraph(100)).take(n_comments)))
}

/// JSONL of comments with these texts.
fn comments(texts: impl IntoIterator<Item = String>) -> String {
    let texts = texts.into_iter().enumerate();
    texts.map(|(n, text)| format!("{{\"id\":\"c{n:07}\",\"text\":\"{text}\"}}\n")).collect()
}

fn table(header: &str, n_rows: usize, row: fn(usize) -> String) -> String {
    (0..n_rows).map(row).fold(format!("{header}\n"), |table, row| table + &row + "\n")
}

fn docket_ids(numbers: std::ops::Range<usize>) -> String {
    numbers.map(|n| format!("EPA-HQ-OAR-{}-{:04} ", 2000 + n / 5_000, n % 5_000)).collect()
}

/// Copies of a letter of 200 words, 20 of which are put in each for others.
fn opposed(random: &mut Random, n_copies: usize) -> Vec<String> {
    let letter: Vec<String> = repeat_with(|| random.word()).take(200).collect();
    let copy = || {
        let mut copy = letter.clone();
        for _ in 0..20 {
            let word = ["support", "oppose", "not"][random.below(3) as usize];
            copy[random.below(200) as usize] = word.to_owned();
        }
        copy.join(" ")
    };
    repeat_with(copy).take(n_copies).collect()
}

/// A text of so many words, drawn from a few.
fn of_words(random: &mut Random, n_distinct: u64, n_words: usize) -> String {
    repeat_with(|| format!("v{} ", random.below(n_distinct))).take(n_words).collect()
}

/// 20,000 texts, each of some of the same runs of words.
fn sharing(random: &mut Random, n_runs: u64, n_in_text: usize, n_words: usize) -> Vec<String> {
    let runs: Vec<String> = (0..n_runs).map(|_| random.paragraph(n_words) + " ").collect();
    let text = || -> String {
        (0..n_in_text).map(|_| runs[random.below(n_runs) as usize].as_str()).collect()
    };
    repeat_with(text).take(20_000).collect()
}
