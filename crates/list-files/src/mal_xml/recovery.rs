//! Where to go on after a malformed row, which may have swallowed the rows behind it.

const STARTS: [&[u8]; 2] = [b"<anime>", b"<manga>"];
const ENDS: [&[u8]; 2] = [b"</anime>", b"</manga>"];

/// The place at which a row begins in a text: at the start of a line, or behind the end of another row.
pub(super) fn next_row(text: &[u8]) -> Option<usize> {
    (0..text.len()).find(|at| {
        let (before, rest) = text.split_at(*at);
        STARTS.iter().any(|tag| rest.starts_with(tag)) && {
            let end = before.trim_ascii_end();
            before[end.len()..].contains(&b'\n') || ENDS.iter().any(|tag| end.ends_with(tag))
        }
    })
}

/// The place at which the list's element ends in a text.
pub(super) fn list_end(list: &str, text: &[u8]) -> Option<usize> {
    let tag = format!("</{list}");
    text.windows(tag.len()).position(|it| it == tag.as_bytes())
}
