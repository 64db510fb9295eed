-- What users keep. Whoever writes a record writes its row of user_record first, which locks it.

CREATE TABLE user_record (
    uid TEXT PRIMARY KEY REFERENCES account (uid) ON DELETE CASCADE,
    -- Empty where the owner has written none
    bio TEXT NOT NULL,
    favorite_genres TEXT NOT NULL,
    version BIGINT NOT NULL,
    -- Derived, so that a limit costs the same however long a list is
    watchlist_count BIGINT NOT NULL,
    history_count BIGINT NOT NULL
);

-- The foreign keys lead to user_record, whose row a writer holds, and not to account: locks are taken
-- from account down to here and never back.
--
-- mal_id has no foreign key: a title that leaves the catalogue takes nothing from anybody's lists. It
-- is not shown while it is gone, since entries are joined with the catalogue, and back when it is.
CREATE TABLE record_entry (
    uid TEXT NOT NULL REFERENCES user_record (uid) ON DELETE CASCADE,
    list TEXT NOT NULL,
    mal_id BIGINT NOT NULL,
    -- The record's version with it, which no other entry has; orders the lists
    version BIGINT NOT NULL,
    added_at TEXT NOT NULL,
    PRIMARY KEY (uid, list, mal_id)
);
CREATE UNIQUE INDEX record_entry_version ON record_entry (uid, version);

CREATE TABLE record_change (
    uid TEXT NOT NULL REFERENCES user_record (uid) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    -- added, removed, profile
    kind TEXT NOT NULL,
    -- NULL for profile
    list TEXT,
    mal_id BIGINT,
    PRIMARY KEY (uid, version)
);
