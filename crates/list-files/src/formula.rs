//! Cells that a spreadsheet would run as formulas. An apostrophe before them makes them text.

/// The characters that formulas begin with, wide ones too.
const BEGINNINGS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Guards a text so that no spreadsheet takes it for a formula. [`plain`] gives it back as it was.
pub(crate) fn escaped(text: String) -> String {
    if is_formula(&text) {
        return format!("'{text}");
    }
    text
}

/// The text of a cell as it was before [`escaped`] guarded it.
pub(crate) fn plain(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(text) if is_formula(text) => text,
        _ => cell,
    }
}

/// Whether a spreadsheet may run a text. A formula behind apostrophes counts, too, so that the guard adds one to them.
fn is_formula(text: &str) -> bool {
    let text = text.trim_start_matches(|it: char| it == '\'' || it.is_whitespace());
    text.starts_with(BEGINNINGS)
}
