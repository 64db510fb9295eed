-- When parts of what is known of titles beside their records were had, and when they are due. A part that was never had
-- has no row.
CREATE TABLE mirror_extra (
    mal_id BIGINT NOT NULL REFERENCES anime (mal_id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    had_at TEXT,
    next_at TEXT NOT NULL,
    PRIMARY KEY (mal_id, kind)
);

CREATE INDEX mirror_extra_due ON mirror_extra (mal_id, next_at);
