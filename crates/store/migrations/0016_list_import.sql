-- Imports of lists: what their files say until it is applied, and what of it no title is known for.

-- Derived from details: the numbers that other catalogues give titles
CREATE TABLE anime_foreign_id (
    mal_id BIGINT NOT NULL REFERENCES anime (mal_id) ON DELETE CASCADE,
    -- anilist or kitsu
    site TEXT NOT NULL,
    id BIGINT NOT NULL,
    PRIMARY KEY (mal_id, site, id)
);
CREATE INDEX anime_foreign_id_site ON anime_foreign_id (site, id);

-- One that was not applied within a day is deleted; an applied one stays as long as its events.
CREATE TABLE list_import (
    uid TEXT NOT NULL REFERENCES user_record (uid) ON DELETE CASCADE,
    -- Counted for each owner; events name it in their cause
    number BIGINT NOT NULL,
    -- What the file was called
    name TEXT NOT NULL,
    form TEXT NOT NULL,
    row_count BIGINT NOT NULL,
    created_at TEXT NOT NULL,
    applied_at TEXT,
    -- JSON of what applying it has led to; NULL where it is not applied
    counts TEXT,
    undone_at TEXT,
    PRIMARY KEY (uid, number)
);

-- What a file says, row by row; deleted a day after the upload
CREATE TABLE list_import_row (
    uid TEXT NOT NULL,
    import BIGINT NOT NULL,
    number BIGINT NOT NULL,
    -- The title's number at MyAnimeList, as the file says it
    mal_id BIGINT,
    -- Its number at another site
    site TEXT,
    foreign_id BIGINT,
    -- Its name, folded
    folded TEXT,
    -- JSON of the whole row
    content TEXT NOT NULL,
    PRIMARY KEY (uid, import, number),
    FOREIGN KEY (uid, import) REFERENCES list_import (uid, number) ON DELETE CASCADE
);

-- The number of the last import: none is given twice
ALTER TABLE user_record ADD COLUMN last_import BIGINT NOT NULL DEFAULT 0;

-- Entries of which the catalogue does not know the title, until it does
CREATE TABLE unresolved_entry (
    uid TEXT NOT NULL REFERENCES user_record (uid) ON DELETE CASCADE,
    -- What tells it from the owner's others: the import's number before mal:9, anilist:9, kitsu:9 or name:FOLDED
    key TEXT NOT NULL,
    import BIGINT NOT NULL,
    mal_id BIGINT,
    site TEXT,
    foreign_id BIGINT,
    folded TEXT,
    name TEXT,
    added_at TEXT NOT NULL,
    -- JSON of what the file says
    content TEXT NOT NULL,
    PRIMARY KEY (uid, key)
);
-- Has what finds those whose title the catalogue has learnt
CREATE INDEX unresolved_entry_mal ON unresolved_entry (mal_id);
CREATE INDEX unresolved_entry_foreign ON unresolved_entry (site, foreign_id);
