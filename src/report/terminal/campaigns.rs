//! A campaign in, out what it is made of: its letters, then its template, what changed from one
//! version to the next, or its passages.

use std::fmt::Write;

use super::{
    EXCERPT, Fact, MOST_LISTED, Style, dated, fields, in_color, legend, marked, more,
    push_paragraph,
};
use crate::report::schema::{
    CampaignKind, KitPassage, ReportedCampaign, ReportedCluster, SlotOption, TemplatePart,
};
use crate::report::versions::{self, Stretch, VersionStep};
use crate::report::words::busiest;
use crate::report::{counted, grouped, joined, not_none, printable};

/// Wordings of a slot that are listed.
const WORDINGS: usize = 8;
/// Letters that are columns of a kit's table.
const COLUMNS: usize = 8;

/// A campaign as text.
pub fn campaign(campaign: &ReportedCampaign, clusters: &[ReportedCluster], style: Style) -> String {
    let shown = versions::letters(campaign, |id| clusters.iter().find(|cluster| cluster.id == id));
    let mut text = format!(
        "campaign {}: {}, {}\n",
        campaign.id,
        counted(campaign.n_comments, "comment"),
        campaign.kind.words()
    );
    fields(&mut text, facts(campaign));
    letters(&mut text, &shown);
    template(&mut text, campaign, style);
    if campaign.kind == CampaignKind::Versions {
        steps(&mut text, &versions::steps(&shown[..shown.len().min(MOST_LISTED)]), style);
    }
    passages(&mut text, &campaign.passages, campaign.clusters.len());
    members(&mut text, campaign);
    text
}

fn facts(campaign: &ReportedCampaign) -> [Fact; 6] {
    let wording = campaign.evidence.covered.map(|covered| {
        let percent = covered * 100.0;
        format!("{percent:.0} % of the words of its copies are wording that they share")
    });
    let caution = (campaign.kind == CampaignKind::Reworded)
        .then(|| "this says what the texts are like, not who sent them".to_owned());
    [
        ("what it is", Some(campaign.kind.meaning().to_owned())),
        ("caution", caution),
        ("begins", Some(printable::excerpt(&campaign.title, EXCERPT))),
        ("dated", dated(&campaign.first_date, &campaign.last_date)),
        ("relayers", joined(busiest(&campaign.relayers), "; ")),
        ("wording", wording),
    ]
}

fn letters(text: &mut String, letters: &[&ReportedCluster]) {
    if letters.is_empty() {
        return;
    }
    text.push_str("\nIts letters, each with its comments and the day of the first:\n\n");
    for (at, letter) in letters.iter().take(MOST_LISTED).enumerate() {
        let first = letter.first_date.as_deref();
        let day = first.and_then(|time| time.get(..10)).unwrap_or("no date");
        let _ = writeln!(
            text,
            "  {:>2}  {:>9}  {}  {day:<10}  {}",
            at + 1,
            grouped(letter.n_comments as u64),
            letter.id,
            letter.title
        );
    }
    more(text, letters.len(), "more in clusters.csv");
}

/// "I [1 write] about the", and below what else copies have in each numbered slot.
fn template(text: &mut String, campaign: &ReportedCampaign, style: Style) {
    if campaign.template.is_empty() {
        return;
    }
    text.push_str("\nIts template; in brackets the commonest wording of a place:\n\n");
    let mut slots: Vec<&[SlotOption]> = Vec::new();
    let parts = campaign.template.iter().map(|segment| match segment {
        TemplatePart::Fixed { text } => printable::line(text),
        TemplatePart::Slot { options } => {
            slots.push(options);
            let commonest = options.first().map(SlotOption::words).unwrap_or_default();
            in_color(&format!("[{} {commonest}]", slots.len()), "33", style)
        }
    });
    let running = joined(parts, " ").unwrap_or_default();
    push_paragraph(text, &running);
    text.push_str("What copies have in each place, and how many:\n\n");
    for (at, options) in slots.into_iter().enumerate() {
        let _ = writeln!(text, "  {:>3}  {}", at + 1, wordings(options));
    }
}

/// "write 17 | am writing 12".
fn wordings(options: &[SlotOption]) -> String {
    let commonest = options.iter().take(WORDINGS);
    let wordings =
        commonest.map(|option| format!("{} {}", option.words(), grouped(option.n as u64)));
    let more = not_none([(options.len().saturating_sub(WORDINGS), "more")]);
    joined(wordings.chain(more.map(|n| format!("… and {n}"))), " | ").unwrap_or_default()
}

fn steps(text: &mut String, steps: &[VersionStep<'_>], style: Style) {
    for (at, step) in steps.iter().enumerate() {
        let _ = write!(text, "\nFrom letter {} to letter {}: ", at + 1, at + 2);
        let Some(paragraphs) = &step.paragraphs else {
            text.push_str("too long to compare word by word\n");
            continue;
        };
        let (n_new, n_gone) = step.n_words();
        let _ = writeln!(text, "{} new, {} gone\n", counted(n_new, "word"), grouped(n_gone as u64));
        if let Some(opposite) = step.opposite() {
            fields(text, [("opposite", Some(opposite))]);
            text.push('\n');
        }
        for stretch in versions::stretches(paragraphs) {
            match stretch {
                Stretch::Same(n) => {
                    let same = counted(n, "paragraph");
                    push_paragraph(text, &format!("({same} with the same words)"));
                }
                Stretch::Changed(paragraph) => push_paragraph(text, &marked(paragraph, style)),
            }
        }
    }
    if !steps.is_empty() {
        text.push_str(&legend("the letter before", style));
    }
}

fn passages(text: &mut String, passages: &[KitPassage], n_letters: usize) {
    if passages.is_empty() {
        return;
    }
    let n_columns = n_letters.min(COLUMNS);
    text.push_str(
        "\nIts passages, with how many comments contain each: all, those of each letter, others:\n\n",
    );
    let numbers: Vec<String> = (1..=n_columns).map(|at| format!("{at:>7}")).collect();
    let _ = writeln!(text, "  {:>7}{}{:>8}", "all", numbers.concat(), "others");
    for passage in passages.iter().take(MOST_LISTED) {
        let (of_letters, others) =
            passage.of_letters.split_at(n_columns.min(passage.of_letters.len()));
        let n_others = others.iter().fold(passage.n_alone, |sum, n| sum.saturating_add(*n));
        let cells = of_letters.iter().map(|n| format!("{:>7}", grouped(*n as u64)));
        let _ = writeln!(
            text,
            "  {:>7}{}{:>8}  {}",
            grouped(passage.n_comments as u64),
            cells.collect::<String>(),
            grouped(n_others as u64),
            printable::excerpt(&passage.text, EXCERPT)
        );
    }
    more(text, passages.len(), "rarer ones");
}

fn members(text: &mut String, campaign: &ReportedCampaign) {
    let members = campaign.members.iter().take(MOST_LISTED).map(|id| printable::line(id));
    let Some(named) = joined(members, ", ") else { return };
    let n_members = campaign.members.len();
    let others = not_none([(n_members.saturating_sub(MOST_LISTED), "more")]);
    let more: String = others.map(|n| format!(" and {n}")).collect();
    let _ = writeln!(
        text,
        "\n{} in no letter’s cluster, to be read: {named}{more}",
        counted(n_members, "comment"),
    );
}
