-- What owners keep of the titles on their watchlists, every change of it, and what they prefer.

-- Every change of an entry of the watchlist, for ever. The list at an instant is, for each title, the last event up to
-- then.
CREATE TABLE list_event (
    uid TEXT NOT NULL REFERENCES user_record (uid) ON DELETE CASCADE,
    -- The record's version with it
    version BIGINT NOT NULL,
    mal_id BIGINT NOT NULL,
    at TEXT NOT NULL,
    -- When somebody made it; NULL where it was written at once
    made_at TEXT,
    -- NULL where nobody said what it was made with
    device TEXT,
    cause TEXT NOT NULL,
    -- What the client called it
    op_id TEXT,
    -- The record's version that the client had seen; NULL where nobody else had changed the entry since
    base_version BIGINT,
    -- JSON of the edit as it was asked for; NULL where it is none
    asked TEXT,
    -- JSON of the whole entry after it; NULL where the title was taken off
    entry TEXT,
    -- JSON: former values of the fields that changed; the whole entry where the title was taken off; NULL where
    -- it was added
    former TEXT,
    -- JSON: fields that a rule set; NULL for none
    by_rule TEXT,
    PRIMARY KEY (uid, version)
);

-- Titles that are on watchlists already were put there. What servers of the version before add beside newer ones has
-- no event until it is changed.
INSERT INTO list_event (uid, version, mal_id, at, cause, entry)
    SELECT uid, version, mal_id, added_at, 'migrated', '{"added_at":"' || added_at || '"}'
    FROM record_entry WHERE list = 'watchlist';

-- Has what finds the state of a title at an instant
CREATE INDEX list_event_title ON list_event (uid, mal_id, version, at);
CREATE UNIQUE INDEX list_event_operation ON list_event (uid, op_id, mal_id) WHERE op_id IS NOT NULL;

-- Last, since on PostgreSQL nobody reads these tables from here to the end of the migration
-- JSON; NULL for Plan to watch since added_at, and nothing else. Rows of the history have none.
ALTER TABLE record_entry ADD COLUMN entry TEXT;
-- What orders the watchlist instead of version: that of the change which added the title first, where the entry came
-- back since; NULL where none did
ALTER TABLE record_entry ADD COLUMN place BIGINT;
-- JSON; NULL for the defaults
ALTER TABLE user_record ADD COLUMN preferences TEXT;
