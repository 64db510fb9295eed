//! Fields that are the same for everybody.

/// Whether a session is the one that asks, how long a deleted review waits, that titles have one season, what files are
/// and that they can be read, that there is no further page, that the previewed import was not undone, that files bring
/// nothing twice, numbers that are counted for each owner, reasons, and a key that is drawn anew: of both sites the same
/// is drawn next.
pub(super) const SAME: [&str; 30] = [
    "GET /api/v1/me/reviews .items[].title.seasons",
    "GET /api/v1/me/reviews .items[].title.seasons_known",
    "GET /api/v1/me/reviews .next",
    "DELETE /api/v1/me/reviews/{mal_id} .restorable_until",
    "GET /api/v1/me/activity .next",
    "POST /api/v1/me/page/link .link_key",
    "GET /api/v1/me/export .record.imports[].applied.waiting",
    "GET /api/v1/me/export .record.imports[].id",
    "GET /api/v1/me/exports/{form} .exported_at",
    "GET /api/v1/me/exports/{form} .mitai",
    "GET /api/v1/me/exports/{form} .version",
    "GET /api/v1/me/imports .items[].applied.waiting",
    "GET /api/v1/me/imports .items[].id",
    "GET /api/v1/me/imports .next",
    "GET /api/v1/me/unresolved .next",
    "GET /api/v1/me/imports/{id} .id",
    "GET /api/v1/me/imports/{id} .has_unreadable_text",
    "GET /api/v1/me/imports/{id} .left[].reason",
    "GET /api/v1/me/imports/{id} .next",
    "GET /api/v1/me/imports/{id} .applied.waiting",
    "GET /api/v1/me/imports/{id} .counts.waiting",
    "GET /api/v1/me/imports/{id}/undo .items[].reason",
    "POST /api/v1/me/imports/{id}/apply .counts.waiting",
    "POST /api/v1/me/imports/{id}/apply .left[].reason",
    "POST /api/v1/me/imports/{id}/preview .has_unreadable_text",
    "POST /api/v1/me/imports/{id}/preview .id",
    "POST /api/v1/me/imports/{id}/preview .next",
    "POST /api/v1/me/imports/{id}/undo .left[].reason",
    "GET /api/v1/auth/sessions .sessions[].current",
    "GET /api/v1/me/export .sessions[].current",
];
