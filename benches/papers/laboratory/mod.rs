//! The laboratory: the methods that the papers compare, their experiments, and what each number that decides moves.
//!
//! | file | holds |
//! |---|---|
//! | [`rivals`] | every method, behind one door |
//! | [`experiments`] | the papers' experiments on a labeled docket |
//! | [`measures`] | what the papers measure and `durian evaluate` does not |
//! | [`ablation`] | DURIAN with each number at half its value and at twice as much |
//! | [`schema`], [`told`] | the tables, as JSON and in Markdown |

pub(crate) mod ablation;
pub(crate) mod clusters;
pub(crate) mod experiments;
pub(crate) mod measures;
pub(crate) mod rivals;
pub(crate) mod schema;
mod told;

#[path = "../../../src/commands/tables.rs"]
mod tables;

use std::ffi::OsString;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Parser;
use durian::config::Config;
use durian::eval::{judged_pairs, labels};
use durian::ingest::Input;
use durian::{reference, whole_file};

use experiments::{Docket, MethodClusters};

/// Run the papers' experiments on a labeled docket: DURIAN beside its rivals
#[derive(Debug, Parser)]
#[command(name = "papers", bin_name = "cargo bench --bench papers --")]
struct Arguments {
    /// Folders and files with comments
    #[arg(required = true, value_name = "DOCKET")]
    dockets: Vec<PathBuf>,

    /// File with labels, as `durian evaluate` takes them
    #[arg(long, value_name = "FILE", required_unless_present = "ablate")]
    labels: Option<PathBuf>,

    /// File with judged pairs, on which to try similarities instead of labeled texts
    #[arg(long, value_name = "FILE")]
    pairs: Option<PathBuf>,

    /// Instead of other methods, try DURIAN with each number that decides, or with those whose names begin so
    #[arg(
        long,
        value_name = "PREFIX",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "",
        conflicts_with_all = ["pairs", "json", "output"]
    )]
    ablate: Option<String>,

    /// Print JSON instead of Markdown
    #[arg(long)]
    json: bool,

    /// Also write each method's clusters as JSONL into this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// What Cargo passes to every bench
    #[arg(long, hide = true)]
    bench: bool,
}

/// Runs what the arguments ask for; what is printed out. `log` is told in one line what was done.
///
/// # Errors
/// Where the arguments are no such, a file cannot be read or written, or no label fits the docket.
pub(crate) fn run(
    arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    log: &dyn Fn(String),
) -> Result<String> {
    let arguments = Arguments::try_parse_from(arguments)?;
    let labels = arguments.labels.as_deref().map(|path| read(path, labels::read)).transpose()?;
    let judged =
        arguments.pairs.as_deref().map(|path| read(path, judged_pairs::read)).transpose()?;
    let inputs: Vec<Input> = arguments.dockets.iter().cloned().map(Input::Path).collect();
    let mut config = Config::default();
    config.ingest.exclude.extend(arguments.output.clone());
    if let Some(begins) = &arguments.ablate {
        return ablation::run(&inputs, &config, labels.as_deref(), begins, log);
    }
    let labels = labels.context("labels are needed")?;
    let detection = durian::detect(&inputs, &config, &|_| ())?;
    let references = reference::detect(&detection.corpus, &detection.groups, &config.reference);
    let found = experiments::compare(&detection, &references, &labels, judged.as_deref(), log)?;
    if let Some(folder) = &arguments.output {
        write_clusters(folder, Docket::new(&detection, &references), &found.clusters)?;
    }
    if arguments.json {
        Ok(serde_json::to_string_pretty(&found.comparison)? + "\n")
    } else {
        Ok(told::markdown(&found.comparison))
    }
}

/// Reads a file, and what is in it.
fn read<T>(path: &Path, parse: impl FnOnce(&str) -> Result<T>) -> Result<T> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    parse(&text).with_context(|| format!("`{}`", path.display()))
}

/// One file per method: a line with id and cluster for every comment.
fn write_clusters(folder: &Path, docket: Docket<'_>, clusters: &[MethodClusters]) -> Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the folder `{}`", folder.display()))?;
    for made in clusters {
        let name = made.method.name.to_lowercase().replace(',', "").replace(' ', "-");
        whole_file::write(&folder.join(format!("{name}.jsonl")), |out| {
            for (id, cluster) in docket.corpus.ids().zip(made.names(docket)) {
                serde_json::to_writer(
                    &mut *out,
                    &serde_json::json!({ "id": docket.corpus.id(id), "cluster": cluster }),
                )?;
                out.write_all(b"\n")?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// A text of one block, told by its terms.
#[cfg(test)]
fn text(terms: &[u32]) -> durian::corpus::TokenText {
    let terms: Vec<_> = terms.iter().copied().map(durian::corpus::TermId).collect();
    durian::corpus::TokenText::from_blocks([terms.as_slice()])
}

/// A docket of some texts, whose ids are their places.
#[cfg(test)]
pub(crate) fn corpus(texts: &[impl AsRef<str>]) -> durian::corpus::Corpus {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("docket.jsonl");
    let line = |(nth, text): (usize, &_)| {
        serde_json::json!({"id": format!("{nth:03}"), "text": AsRef::<str>::as_ref(text)})
            .to_string()
    };
    let lines: Vec<String> = texts.iter().enumerate().map(line).collect();
    fs::write(&path, lines.join("\n")).expect("a file");
    durian::ingest::read(&[Input::Path(path)], &Default::default()).expect("it reads")
}

/// Holds a value against the one computed by hand.
#[cfg(test)]
fn check(value: f64, expect: f64) {
    assert!((value - expect).abs() < 1e-5, "{value} is not {expect}");
}
