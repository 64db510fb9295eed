//! Cells that a spreadsheet would run as formulas. An apostrophe before them makes them text.

/// What formulas begin with, in wide letters, too.
const BEGINNINGS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// A text that is a formula nowhere. [`plain`] gives it back as it was.
pub(crate) fn escaped(text: String) -> String {
    if is_formula(&text) {
        return format!("'{text}");
    }
    text
}

/// A text as it was before it was guarded.
pub(crate) fn plain(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if is_formula(text) => text,
        _ => cell,
    }
}

/// Whether a spreadsheet may run it. With an apostrophe before it it counts, too, so that one more is one that was added.
fn is_formula(text: &str) -> bool {
    let text = text.trim_start_matches(|it: char| it == '\'' || it.is_whitespace());
    text.starts_with(BEGINNINGS)
}
