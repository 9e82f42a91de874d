//! A docket of the shape of FCC 17-108, the largest there was: twenty of 22 comments are copies of some hundred letters,
//! one is drawn from one of two letters that are worded anew for everybody, one is in its sender's own words.
//!
//! `cargo bench --bench largest` takes 220,000 comments; `-- 22000000` takes as many as there were. They are written to
//! the standard input of `durian cluster -`. All files are made but the workbook. Then the report is asked what people ask it.
#![forbid(unsafe_code)]

mod docket;
mod program;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use docket::Random;

const N_COMMENTS: u64 = 220_000;
const N_LETTERS: u64 = 172;
/// Of so many comments one is spun, and one is in its sender's own words.
const IN_CYCLE: u64 = 22;

fn main() -> Result<(), Box<dyn Error>> {
    let asked = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let n_comments: u64 = asked.unwrap_or(N_COMMENTS);
    let folder = tempfile::tempdir()?;
    let report = folder.path().join("report");
    let name = report.to_string_lossy();
    let cluster = ["cluster", "-", "--output", &name, "--workbook", "never", "--quiet"];
    let taken = program::run(&cluster, |input| write(n_comments, input))?;
    println!(
        "{n_comments} comments: {:.0} s, {:.0} s of processor time, {} MiB, {} bytes for each comment ({})",
        taken.time.as_secs_f64(),
        taken.processor.as_secs_f64(),
        taken.peak >> 20,
        taken.peak / n_comments,
        taken.status,
    );
    let mut files: Vec<_> = fs::read_dir(&report)?.collect::<Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    for file in files.iter().filter(|file| file.path().is_file()) {
        println!("  {:>12} bytes  {}", file.metadata()?.len(), file.file_name().display());
    }
    for (n_copies, n_found) in spun(&report, n_comments)? {
        println!("  {n_found} of {n_copies} copies of a spun letter are in one campaign");
    }
    for question in
        [&["show", &name, "c00000000"][..], &["search", &name, "w17"], &["diff", &name, &name]]
    {
        let asked = program::run(question, |_| Ok(()))?;
        println!("  {:.1} s  durian {} ({})", asked.time.as_secs_f64(), question[0], asked.status);
    }
    Ok(())
}

/// Writes the comments as JSONL.
fn write(n_comments: u64, input: impl Write) -> io::Result<()> {
    let mut lines = BufWriter::with_capacity(1 << 20, input);
    let mut random = Random(17_108);
    let letters: Vec<String> = (0..N_LETTERS).map(|_| random.paragraph(90)).collect();
    let grammars = [0, 1].map(|_| Grammar::new(&mut random));
    for number in 0..n_comments {
        let text = match number % IN_CYCLE {
            0 => grammars[(number / IN_CYCLE % 2) as usize].text(&mut random),
            1 => random.paragraph(60),
            // Few letters are most of what comes.
            _ => letters[(random.below(N_LETTERS) * random.below(N_LETTERS) / N_LETTERS) as usize]
                .clone(),
        };
        let [name, town, street] = [40_000, 3_000, 900].map(|limit| random.below(limit));
        let (month, day) = (4 + random.below(5), 1 + random.below(28));
        writeln!(
            lines,
            "{{\"id\":\"c{number:08}\",\"first_name\":\"Name{street}\",\"last_name\":\"Name{name}\",\"city\":\"Town{town}\",\
             \"state\":\"OH\",\"date\":\"2031-{month:02}-{day:02}\",\"text\":\"{text}\"}}"
        )?;
    }
    lines.flush()
}

/// A letter of twelve sentences, each of three parts that are worded in four ways.
struct Grammar(Vec<[String; 4]>);

impl Grammar {
    fn new(random: &mut Random) -> Self {
        Self((0..36).map(|_| [0; 4].map(|_| random.paragraph(4))).collect())
    }

    fn text(&self, random: &mut Random) -> String {
        let parts: Vec<&str> =
            self.0.iter().map(|wordings| wordings[random.below(4) as usize].as_str()).collect();
        let sentences: Vec<String> = parts.chunks(3).map(|parts| parts.join(" ") + ".").collect();
        sentences.join(" ")
    }
}

/// Of each spun letter how many copies there are, and how many are in the campaign that holds most of them.
fn spun(report: &Path, n_comments: u64) -> Result<[(u64, u64); 2], Box<dyn Error>> {
    let mut campaigns = [0, 1].map(|_| BTreeMap::<String, u64>::new());
    for line in BufReader::new(File::open(report.join("documents.jsonl"))?).lines() {
        let line: serde_json::Value = serde_json::from_str(&line?)?;
        let id: u64 = line["id"].as_str().and_then(|id| id[1..].parse().ok()).ok_or("an id")?;
        if id.is_multiple_of(IN_CYCLE) {
            let campaign = line["campaign"].to_string();
            *campaigns[(id / IN_CYCLE % 2) as usize].entry(campaign).or_default() += 1;
        }
    }
    let n_spun = n_comments.div_ceil(IN_CYCLE);
    let n_found = campaigns.map(|campaigns| campaigns.into_values().max().unwrap_or_default());
    Ok([(n_spun.div_ceil(2), n_found[0]), (n_spun / 2, n_found[1])])
}
