//! Cursors: where a list goes on, as an opaque text.

use domain::browse::SortKey;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Longest cursor that is read, in bytes; ours are shorter.
const MAX_BYTES: usize = 2_000;
/// Bytes of the digest that identifies a list.
const DIGEST: usize = 6;

/// A cursor: the place of the last title that was shown.
pub(super) struct Cursor(SortKey);

/// The contents of a cursor's text: the digest of its list, and the place.
#[derive(Serialize, Deserialize)]
struct CursorContents(String, i64, i64, String, u32);

impl Cursor {
    /// Reads a cursor of the list of `query`; `None` if it is invalid or of another list.
    pub(super) fn read(text: &str, query: &str) -> Option<Self> {
        if text.len() > MAX_BYTES {
            return None;
        }
        let json = hex::decode(text).ok()?;
        let CursorContents(list, first, second, title, mal_id) =
            serde_json::from_slice(&json).ok()?;
        (list == digest(query)).then_some(Self(SortKey {
            first,
            second,
            title,
            mal_id,
        }))
    }

    pub(super) fn write(self, query: &str) -> String {
        let SortKey {
            first,
            second,
            title,
            mal_id,
        } = self.0;
        let contents = CursorContents(digest(query), first, second, title, mal_id);
        // Numbers and texts can always be written
        hex::encode(serde_json::to_vec(&contents).unwrap_or_default())
    }

    pub(super) fn into_place(self) -> SortKey {
        self.0
    }
}

impl From<SortKey> for Cursor {
    fn from(place: SortKey) -> Self {
        Self(place)
    }
}

fn digest(query: &str) -> String {
    let digest = Sha256::digest(query);
    hex::encode(digest.get(..DIGEST).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> SortKey {
        SortKey {
            first: -855,
            second: i64::MAX,
            title: "進撃の巨人".repeat(12),
            mal_id: u32::MAX,
        }
    }

    #[test]
    fn cursor_is_valid_for_its_own_list_only() {
        let text = Cursor(key()).write("genre=action");
        assert!(text.len() < MAX_BYTES, "{}", text.len());
        let read = |text: &str, query: &str| Cursor::read(text, query).map(Cursor::into_place);
        assert_eq!(read(&text, "genre=action"), Some(key()));
        assert_eq!(read(&text, "genre=drama"), None);
        assert_eq!(read(&text[2..], "genre=action"), None);
        assert_eq!(read("", ""), None);
        assert_eq!(read("zz", ""), None);
        assert_eq!(read(&"00".repeat(MAX_BYTES), ""), None);
    }
}
