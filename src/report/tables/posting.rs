//! What a docket office does with each input: the tables of `durian post`.

use super::cell::time;
use super::{Cell, Column, column};
use crate::report::posting::{Role, Sample};
use crate::report::schema::DocumentLine;

/// What tables say of [`to_check`](crate::report::posting::to_check).
const TO_CHECK: Column = column(
    "to_check",
    40,
    "What somebody should look at before it is posted: telephone numbers, mail addresses, numbers like those of Social \
     Security and of payment cards. Nothing was deleted.",
);

pub(in crate::report) const POSTING: [Column; 4] = [
    column("id", 25, "Id of the input."),
    column(
        "role",
        14,
        "`representative`: posted for its campaign; `copy`: counted and listed with that; `single`: posted by itself; \
         `set_aside`: what is to be done is in set-aside.csv.",
    ),
    column("campaign", 16, "Id of its campaign."),
    TO_CHECK,
];

/// The row of `posting.csv` of an input.
pub(in crate::report) fn posting<'a>(
    line: &'a DocumentLine,
    role: Role,
    to_check: &'a str,
) -> [Cell<'a>; POSTING.len()] {
    [(&line.id).into(), role.name().into(), (&line.campaign).into(), to_check.into()]
}

pub(in crate::report) const SAMPLES: [Column; 9] = [
    column("campaign", 16, "Its id."),
    column("title", 60, "The title to post it under."),
    column("kind", 16, "What it is."),
    column("n_comments", 10, "Comments in it."),
    column("n_submissions", 10, "The same with every bundle counted as often as the agency says."),
    column(
        "representative",
        25,
        "Id of the comment to post: the earliest that is the letter, word for word.",
    ),
    column(
        "is_composite",
        10,
        "yes where nobody sent just the letter: what most copies say was put together. The representative is then the \
         comment that most of it is from.",
    ),
    column("sample", 30, "The file with the words of the letter."),
    TO_CHECK,
];

/// The row of `campaigns-to-post.csv` of a campaign.
pub(in crate::report) fn sample<'a>(sample: &'a Sample<'a>) -> [Cell<'a>; SAMPLES.len()] {
    [
        (&sample.campaign.id).into(),
        sample.title().into(),
        sample.campaign.kind.words().into(),
        sample.campaign.n_comments.into(),
        sample.campaign.n_submissions.into(),
        (&sample.representative).into(),
        if sample.is_composite { "yes" } else { "no" }.into(),
        sample.file().into(),
        sample.to_check().into(),
    ]
}

pub(in crate::report) const SENDERS: [Column; 8] = [
    column("campaign", 16, "Id of the campaign; empty for a comment that is posted by itself."),
    column("id", 25, "Id of the comment."),
    column("author", 25, "Who wrote it."),
    column("organization", 25, "For whom."),
    column("city", 20, "City or town of the sender, where the record has it."),
    column("state", 10, "State, province or region."),
    column("date", 20, "When it was received, or else posted or sent (UTC)."),
    column(
        "n_own_words",
        10,
        "Words of the sender's own: of a copy those of `unique_text`, of a comment like no other all.",
    ),
];

/// The row of `senders.csv` or `singles.csv` of a comment.
pub(in crate::report) fn sender(
    line: &DocumentLine,
    n_own_words: usize,
) -> [Cell<'_>; SENDERS.len()] {
    [
        (&line.campaign).into(),
        (&line.id).into(),
        (&line.author).into(),
        (&line.organization).into(),
        (&line.city).into(),
        (&line.state).into(),
        time(&line.timestamp),
        n_own_words.into(),
    ]
}

pub(in crate::report) const ASIDE: [Column; 4] = [
    column("id", 25, "Id of the input, or its place."),
    column("bucket", 14, "Where it ended."),
    column("reason", 60, "Why it was not compared, or is not to be posted."),
    column("to_do", 60, "What is to be done."),
];

/// The row of `set-aside.csv` of an input.
pub(in crate::report) fn aside<'a>(
    line: &'a DocumentLine,
    to_do: &'a str,
) -> [Cell<'a>; ASIDE.len()] {
    let kept_back = line.kept_back();
    let reasons: Vec<String> = line.reason.iter().cloned().chain(kept_back).collect();
    [(&line.id).into(), line.bucket.name().into(), reasons.join("; ").into(), to_do.into()]
}

pub(in crate::report) const CHECKED: [Column; 4] = [
    column("id", 25, "Id of a comment drawn blindly."),
    column("role", 14, "`copy` or `single`, as in posting.csv."),
    column(
        "compared_with",
        25,
        "Id of the comment that it is taken for a copy of, or of the nearest to a single one.",
    ),
    column(
        "is_right",
        10,
        "For whoever looks at it: yes or no. `durian post --checked` computes the error from it.",
    ),
];

/// The row of `sample.csv` of a comment.
pub(in crate::report) fn checked<'a>(
    id: &'a str,
    role: Role,
    compared_with: &'a str,
) -> [Cell<'a>; CHECKED.len()] {
    [id.into(), role.name().into(), compared_with.into(), Cell::EMPTY]
}
