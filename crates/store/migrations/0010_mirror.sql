-- How far the provider's lists are gone through.
CREATE TABLE mirror_list (
    name TEXT PRIMARY KEY,
    -- The next one to ask for
    page BIGINT NOT NULL,
    pages BIGINT,
    begun_at TEXT NOT NULL,
    finished_at TEXT,
    next_at TEXT NOT NULL,
    failures BIGINT NOT NULL
);

-- When titles were seen in a list, when their whole records were had, and when they are due. No
-- foreign key: a title that the provider calls adult leaves the catalogue and is not asked for again.
CREATE TABLE mirror_title (
    mal_id BIGINT PRIMARY KEY,
    seen_at TEXT NOT NULL,
    whole_at TEXT,
    next_at TEXT NOT NULL
);

-- The one server that mirrors.
CREATE TABLE mirror_holder (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    holder TEXT NOT NULL,
    until TEXT NOT NULL
);

-- Titles that a source called adult, and when it did. An earlier answer, or a source that knows less,
-- does not bring them back.
CREATE TABLE anime_adult (
    mal_id BIGINT PRIMARY KEY,
    source TEXT NOT NULL,
    as_of TEXT NOT NULL
);
