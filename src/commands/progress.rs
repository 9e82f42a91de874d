//! What a person sees who waits: a line for each stage that is done, and the one under way with its
//! rate and time left. In a pipe, in a log and with `--quiet` there is nothing.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use durian::Progress;
use durian::report::printable::excerpt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// How often the line is drawn anew.
const TICK: Duration = Duration::from_millis(120);

/// Characters of a docket's name.
const NAME: usize = 30;

/// The stage under way.
const STAGE: &str = "         {spinner} {prefix}{msg} …";
/// The same, where it is known how much there is to do.
const READING: &str = "         {spinner} {prefix}{msg} {wide_bar} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
const COUNTING: &str =
    "         {spinner} {prefix}{msg} {wide_bar} {human_pos} of {human_len}, {per_sec}, {eta} left";

/// The line that shows what is under way.
pub(super) struct ProgressLine {
    bar: ProgressBar,
    /// Whether there are other dockets in this run.
    is_one_of_many: bool,
    start: Instant,
}

impl ProgressLine {
    /// `docket` is the one under way, where it is one of many: then it is named, and its stages leave no lines.
    pub(super) fn new(quiet: bool, docket: Option<&str>) -> Self {
        // However a command ends, its line goes.
        let bar = ProgressBar::new_spinner().with_finish(ProgressFinish::AndClear);
        if quiet || !std::io::stderr().is_terminal() {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        } else {
            bar.enable_steady_tick(TICK);
        }
        if let Some(name) = docket {
            bar.set_prefix(format!("{}: ", excerpt(name, NAME)));
        }
        Self { bar, is_one_of_many: docket.is_some(), start: Instant::now() }
    }

    pub(super) fn show(&self, progress: Progress) {
        match progress {
            Progress::Begun(stage) => self.stage(stage),
            Progress::Read(n_done, n_bytes) => self.read(n_done, n_bytes),
            Progress::Compared(n_done, n_texts) => {
                self.set("comparing texts", COUNTING, [n_done, n_texts].map(|n| n as u64));
            }
            Progress::Made(line) if !self.is_one_of_many => {
                let seconds = self.start.elapsed().as_secs_f64();
                self.bar.println(format!("{seconds:>6.1} s  {line}"));
            }
            Progress::Made(_) => {}
        }
    }

    /// So many bytes of so many are read.
    pub(super) fn read(&self, n_done: u64, n_bytes: u64) {
        self.set("reading", READING, [n_done, n_bytes]);
    }

    /// A stage begins of which nobody knows how much there is to do.
    pub(super) fn stage(&self, stage: &'static str) {
        self.begin(stage, STAGE, 0);
    }

    /// The report is being written, input by input.
    pub(super) fn writing(&self, n_inputs: usize) {
        self.begin("writing", COUNTING, n_inputs as u64);
    }

    /// Some more inputs are written.
    pub(super) fn wrote(&self, n_inputs: usize) {
        self.bar.inc(n_inputs as u64);
    }

    /// Nothing is under way any more.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }

    /// So much of a stage is done, and of how much.
    fn set(&self, stage: &'static str, template: &str, [n_done, length]: [u64; 2]) {
        if self.bar.length() != Some(length) {
            self.begin(stage, template, length);
        }
        self.bar.set_position(n_done);
    }

    fn begin(&self, stage: &'static str, template: &str, length: u64) {
        // A template that does not parse shows no less than its stage.
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
        self.bar.set_length(length);
        self.bar.reset();
        self.bar.set_message(stage);
    }
}
