//! A report in, out a line to cite: the number, what it counts, from which inputs, and with which program, version and
//! command. Whoever has the inputs gets the same number.

use super::HEADINGS;
use super::schema::{Report, ReportedCampaign, ReportedCluster};
use super::words::{EXACT, day, made_of};
use super::{counted, grouped, printable, settings};
use crate::config::Config;

/// The line to cite for the docket.
pub fn docket(report: &Report) -> String {
    let totals = &report.totals;
    let mut uniques = match totals.n_unique {
        0 => "no comment is unique".to_owned(),
        1 => "1 comment is like no other".to_owned(),
        n => format!("{} are like no other", counted(n, "comment")),
    };
    if totals.unique_in_campaigns > 0 {
        uniques +=
            &format!(", {} of them in campaigns", grouped(totals.unique_in_campaigns as u64));
    }
    if totals.n_sent_again() > 0 {
        let again = counted(totals.n_sent_again(), "comment");
        uniques += &format!("; {again} in no campaign were sent again by their own senders");
    }
    let clusters = report.clusters_by_id();
    let parts = report.campaigns.iter().fold([0; 4], |mut sums, campaign| {
        let parts = campaign.parts(|id| clusters.get(id).copied());
        sums.iter_mut().zip(parts).for_each(|(sum, n)| *sum += n);
        sums
    });
    let campaigns = match totals.n_campaigns {
        0 => format!("no campaign was found, and {uniques}."),
        n => format!(
            "{} of {} with {} ({}), and {uniques}. A campaign is a letter with its copies and what belongs with it, as far as \
             the texts show. {}",
            counted(n, "campaign"),
            match totals.n_letters {
                0 => "no letter".to_owned(),
                n => counted(n, "letter"),
            },
            counted(totals.in_campaigns, "comment"),
            made_of(parts),
            same_words(totals.n_same(), totals.n_identical),
        ),
    };
    format!(
        "{}: {} compared, of {}; {campaigns} {}",
        printable::line(&report.title),
        counted(totals.comments, "comment"),
        counted(totals.inputs, "input"),
        made_by(report)
    )
}

/// The line to cite for a campaign of these letters.
pub fn campaign(
    report: &Report,
    campaign: &ReportedCampaign,
    letters: &[&ReportedCluster],
) -> String {
    let n_identical = letters.iter().map(|letter| letter.n_identical).sum();
    let parts = campaign.parts(|id| letters.iter().copied().find(|letter| letter.id == id));
    let received = match (&campaign.first_date, &campaign.last_date) {
        (Some(first), Some(last)) => format!(", dated {} to {} (UTC)", day(first), day(last)),
        _ => String::new(),
    };
    format!(
        "{}, campaign {} (“{}”): {}{received}: {}. {} {}",
        printable::line(&report.title),
        campaign.id,
        printable::line(&campaign.title),
        counted(campaign.n_comments, "comment"),
        made_of(parts),
        same_words(parts[1], n_identical),
        made_by(report)
    )
}

/// What "the same words" means, and how many comments are the same byte for byte.
fn same_words(n_same: usize, n_identical: usize) -> String {
    if n_same == 0 {
        return "No comment has the same words as a letter.".to_owned();
    }
    let identical = match n_identical {
        0 => "none".to_owned(),
        n => grouped(n as u64),
    };
    format!(
        "For the same words, {EXACT}; of these and the letters {identical} are byte for byte the same as another."
    )
}

/// From what, with what and when.
fn made_by(report: &Report) -> String {
    let file = match &report.file {
        Some(file) => format!("File {}, inputs listed in inputs.sha1", printable::line(file)),
        None => "Inputs listed in inputs.sha1".to_owned(),
    };
    let texts = report.known.iter().filter(|text| text.name != HEADINGS).map(|text| {
        format!(", known text {} with SHA-1 {}", printable::line(&text.name), text.digest)
    });
    let known: String = texts.collect();
    let date = report.date.iter().map(|date| format!(" on {date}")).collect::<String>();
    format!(
        "{file} with SHA-1 {}{known}. {} {}, `{}`{date}.",
        report.input_digest,
        report.tool.name,
        report.tool.version,
        command(report)
    )
}

/// A command that gives the same results: the settings that change them, where they are not the usual ones, and names in
/// capitals for what the report does not know by name.
pub fn command(report: &Report) -> String {
    let (given, usual) = (&report.settings, settings(&Config::default()));
    let mut options: Vec<(&str, String)> = Vec::new();
    for (name, field) in [("id-field", &given.id_field), ("text-field", &given.text_field)] {
        options.extend(field.iter().map(|field| (name, field.clone())));
    }
    options.extend(given.text_fields.iter().map(|field| {
        (if field.contains('*') { "text-fields" } else { "text-field" }, field.clone())
    }));
    if given.min_copies != usual.min_copies {
        options.push(("min-copies", given.min_copies.to_string()));
    }
    if given.threshold != usual.threshold {
        options.push(("threshold", given.threshold.to_string()));
    }
    if given.links != usual.links {
        let links = if given.links.is_empty() { "none".to_owned() } else { given.links.join(",") };
        options.push(("links", links));
    }
    let [limits, usual_limits] = [&given.limits, &usual.limits]
        .map(|limits| [limits.file_bytes, limits.text_bytes as u64, limits.expansion as u64]);
    let names = ["max-file-size", "max-text-size", "max-expansion"];
    for ((name, limit), usual) in names.into_iter().zip(limits).zip(usual_limits) {
        options.extend((limit != usual).then(|| (name, limit.to_string())));
    }
    if !given.constraints.is_empty() {
        options.push(("constraints", "CONSTRAINTS.csv".to_owned()));
    }
    if given.relayers_digest != usual.relayers_digest {
        options.push(("relayers", "RELAYERS".to_owned()));
    }
    let given = report.known.iter().filter(|text| text.name != HEADINGS);
    options.extend(given.map(|text| ("known", text.name.clone())));
    if report.since.is_some() {
        options.push(("since", "REPORT".to_owned()));
    }
    let mut command = "durian cluster DOCKET".to_owned();
    for (name, value) in options {
        let is_plain = value.chars().all(|c| c.is_ascii_alphanumeric() || "_-.,".contains(c));
        command += &if is_plain && !value.is_empty() {
            format!(" --{name} {value}")
        } else {
            format!(" --{name} '{}'", printable::line(&value).replace('\'', r"'\''"))
        };
    }
    command
}

#[cfg(test)]
mod tests {
    use super::command;
    use crate::report::schema::examples::report;

    /// Whoever runs the command gets the same: what is not as usual is in it.
    #[test]
    fn the_command_names_what_is_not_as_usual() {
        let mut report = report(&serde_json::json!({}));
        report.settings = super::settings(&super::Config::default());
        assert_eq!(command(&report), "durian cluster DOCKET");
        report.settings.min_copies = 9;
        report.settings.limits.expansion = 7;
        report.settings.text_field = Some("the text".to_owned());
        let expect =
            "durian cluster DOCKET --text-field 'the text' --min-copies 9 --max-expansion 7";
        assert_eq!(command(&report), expect);
    }
}
