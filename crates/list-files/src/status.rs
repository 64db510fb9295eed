//! Statuses by the words and numbers of all forms.

use domain::anime_list::Status;

/// A status, and whether the title is being watched again.
pub(crate) type Watched = (Status, bool);

/// A status by its name in any of the forms, whatever its case, blanks and hyphens.
pub(crate) fn named(name: &str) -> Option<Watched> {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let name: String = letters.map(|it| it.to_ascii_lowercase()).collect();
    let status = match name.as_str() {
        "watching" | "current" | "currentlywatching" | "cw" | "inprogress" => Status::Watching,
        "completed" | "complete" | "watched" | "finished" | "done" | "seen" => Status::Completed,
        "onhold" | "hold" | "paused" | "pause" | "stalled" => Status::Paused,
        "dropped" | "drop" | "abandoned" | "discontinued" => Status::Dropped,
        "planned" | "planning" | "plan" | "plantowatch" | "ptw" | "wanttowatch" | "towatch" => {
            Status::Planned
        }
        "rewatching" | "rewatch" | "repeating" => return Some((Status::Watching, true)),
        number => return number.parse().ok().and_then(numbered).map(|it| (it, false)),
    };
    Some((status, false))
}

/// The status with this number at MyAnimeList; 5 is read as Shikimori reads it.
pub(crate) const fn numbered(number: u8) -> Option<Status> {
    Some(match number {
        1 => Status::Watching,
        2 => Status::Completed,
        3 => Status::Paused,
        4 => Status::Dropped,
        5 | 6 => Status::Planned,
        _ => return None,
    })
}

/// A status by the number in the data that `AniList` gives to those who ask for it.
pub(crate) const fn anilist_numbered(number: i64) -> Option<Watched> {
    Some(match number {
        0 => (Status::Watching, false),
        1 => (Status::Planned, false),
        2 => (Status::Completed, false),
        3 => (Status::Dropped, false),
        4 => (Status::Paused, false),
        5 => (Status::Watching, true),
        _ => return None,
    })
}
