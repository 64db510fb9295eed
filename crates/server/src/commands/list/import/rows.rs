//! The printed lines about a file's rows.

use app::imports::{Plan, PlannedRow, RowState, differences};
use domain::{
    anime_list::{Field, FieldChange, FieldValue, RunField, ScoreScale, Status},
    library::{ImportRead, MatchedRow},
};

use crate::output::{hint, one_line, print_line};

/// Rows of a state that are named at most where it may be most of a file.
const NAMED: usize = 20;
/// Longest value that is shown whole, in characters.
const VALUE_CHARS: usize = 60;

/// Says what becomes of the rows of each state: of every one that is refused or has a remark, of the first ones otherwise.
/// Other rows that change nothing are only counted.
pub(super) fn print_rows(read: &ImportRead, plan: &Plan) {
    for (state, most) in [
        (RowState::Added, NAMED),
        (RowState::Changed, NAMED),
        (RowState::Kept, 0),
        (RowState::Equal, 0),
        (RowState::Proposed, NAMED),
        (RowState::Unresolved, NAMED),
        (RowState::Refused, usize::MAX),
    ] {
        let (mut told, mut more) = (0, 0);
        for (matched, row) in rows(read, plan).filter(|(_, row)| row.state == state) {
            if told < most || row.remarked {
                print_line(format_args!("{}", line(read, matched, row)));
                told += 1;
            } else {
                more += 1;
            }
        }
        if more > 0 && most > 0 {
            print_line(format_args!("… and {more} more {}", word(state)));
        }
    }
}

/// Says beside the output which rows do not come to the list, or come with a remark.
pub(super) fn print_left_rows(read: &ImportRead, plan: &Plan) {
    let is_left = |row: &PlannedRow| {
        matches!(
            row.state,
            RowState::Proposed | RowState::Unresolved | RowState::Refused
        ) || row.remarked
    };
    for (matched, row) in rows(read, plan).filter(|(_, row)| is_left(row)) {
        hint(format_args!("{}", line(read, matched, row)));
    }
}

fn rows<'a>(
    read: &'a ImportRead,
    plan: &'a Plan,
) -> impl Iterator<Item = (&'a MatchedRow, &'a PlannedRow)> {
    read.rows.iter().zip(&plan.rows)
}

const fn word(state: RowState) -> &'static str {
    match state {
        RowState::Added => "added",
        RowState::Changed => "changed",
        RowState::Kept => "kept as they are",
        RowState::Equal => "equal",
        RowState::Proposed => "proposed",
        RowState::Unresolved => "unresolved",
        RowState::Refused => "refused",
        RowState::Skipped => "left out",
    }
}

/// Returns the printed line on a row: its title, its outcome and its remarks.
fn line(read: &ImportRead, matched: &MatchedRow, row: &PlannedRow) -> String {
    let name = |id| Some(read.titles.get(&id)?.title.clone());
    let is_listed = matches!(row.state, RowState::Added | RowState::Changed);
    let listed = row.title.filter(|_| is_listed);
    let heading = match listed.and_then(|id| Some((id, name(id)?))) {
        Some((id, name)) => Some(format!("\"{name}\" ({id}).")),
        None => name_in_file(matched).map(|name| format!("\"{name}\".")),
    };
    let proposal = matched
        .proposal
        .filter(|_| row.state == RowState::Proposed)
        .and_then(|id| Some(format!("Is it {} ({id})?", name(id)?)));
    let fields = is_listed.then(|| fields(row.state, &differences(read, matched, row).changes));
    let parts = heading.into_iter().chain(proposal).chain(fields);
    let remarks = row.remarks.iter().chain(&matched.row.remarks).cloned();
    let parts: Vec<String> = parts.chain(remarks).collect();
    let state = word(row.state);
    one_line(&format!(
        "row {}, {state}: {}",
        matched.row.number,
        parts.join(" ")
    ))
}

/// Returns the title's name in the file, or else its number there.
fn name_in_file(matched: &MatchedRow) -> Option<String> {
    let title = &matched.row.title;
    let name = title.name.clone().or_else(|| title.key());
    name.or_else(|| matched.row.raw_id.clone())
}

/// Returns the changed fields of an entry, or all fields of an entry that joins the list.
fn fields(state: RowState, changes: &[FieldChange]) -> String {
    let is_new = state == RowState::Added;
    let has_status = changes.iter().any(|it| it.field == Field::Status);
    let planned = (is_new && !has_status).then(|| format!("Status: {}", Status::Planned.label()));
    let changes = changes.iter().filter_map(|it| change(it, is_new));
    let parts: Vec<String> = planned.into_iter().chain(changes).collect();
    if parts.is_empty() {
        return "Only what another tracker uses, kept for its exports.".into();
    }
    format!("{}.", parts.join(", "))
}

/// A field with its value before and after; `None` where the others say enough.
fn change(change: &FieldChange, is_new: bool) -> Option<String> {
    let name = match &change.field {
        Field::Status => "Status".into(),
        Field::Score => "Score of 10".into(),
        Field::Notes => "Notes".into(),
        Field::Private => "Private".into(),
        Field::ExtraRuns => "Rewatches".into(),
        Field::Tag(tag) => {
            let came = if change.new.is_some() {
                "added"
            } else {
                "removed"
            };
            return Some(format!("Tag \"{}\" {came}", shortened(tag)));
        }
        Field::Run(1, field) => run_field(*field)?.to_owned(),
        Field::Run(number, field) => {
            format!(
                "{} (rewatch {})",
                run_field(*field)?,
                number.saturating_sub(1)
            )
        }
        Field::AddedAt | Field::Foreign(_) => return None,
    };
    let new = value(change.new.as_ref());
    Some(if is_new {
        format!("{name}: {new}")
    } else {
        format!("{name}: {} -> {new}", value(change.old.as_ref()))
    })
}

const fn run_field(field: RunField) -> Option<&'static str> {
    match field {
        RunField::State => None,
        RunField::Progress => Some("Episodes"),
        RunField::Started => Some("Started"),
        RunField::Finished => Some("Finished"),
        RunField::Score => Some("Score of 10"),
    }
}

fn value(value: Option<&FieldValue>) -> String {
    match value {
        None => "none".into(),
        Some(FieldValue::Status(status)) => status.label().into(),
        Some(FieldValue::Score(score)) => ScoreScale::TenDecimal.shown(*score).to_string(),
        Some(FieldValue::Text(text)) => format!("\"{}\"", shortened(text)),
        Some(FieldValue::Yes) => "yes".into(),
        Some(FieldValue::Count(count)) => count.to_string(),
        Some(FieldValue::At(at)) => format!("{at:.0}"),
        Some(FieldValue::State(state)) => state.as_str().into(),
        Some(FieldValue::Date(date)) => date.date.to_string(),
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(VALUE_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}
