-- What people think of titles: derived from their lists, a little later, and counted by title.

-- What counts of an entry. No foreign key: who deletes an account leaves a row of forgotten_account, and with that
-- these go.
CREATE TABLE vote (
    mal_id BIGINT NOT NULL,
    uid TEXT NOT NULL,
    -- NULL where the entry is gone, and was private: what is shown has it for a while
    status TEXT,
    score BIGINT,
    is_private BIGINT NOT NULL,
    -- Day of the score
    rated_on TEXT NOT NULL,
    -- The hold that keeps it out of all numbers
    held BIGINT,
    -- Whether it has changed as a private one since the title's private votes were published
    is_unpublished BIGINT NOT NULL,
    PRIMARY KEY (mal_id, uid)
);
CREATE INDEX vote_uid ON vote (uid);
CREATE INDEX vote_day ON vote (mal_id, rated_on);
CREATE INDEX vote_unpublished ON vote (mal_id) WHERE is_unpublished = 1;

-- The numbers of a title, as JSON
CREATE TABLE title_tally (
    mal_id BIGINT PRIMARY KEY,
    public_votes TEXT NOT NULL,
    private_votes TEXT NOT NULL,
    -- Private votes as they are shown
    published_votes TEXT NOT NULL,
    -- People whose private votes have changed since
    unpublished BIGINT NOT NULL,
    -- Day of the first score that is not private; NULL while there is none
    first_on TEXT
);

-- Scores on all titles as they are shown. Whoever counts writes this row first, which locks it.
CREATE TABLE rating_total (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    votes BIGINT NOT NULL,
    bottom BIGINT NOT NULL,
    top BIGINT NOT NULL,
    -- The number of the last hold
    last_hold BIGINT NOT NULL
);

-- Bursts of extreme votes, which count once an operator has looked at them
CREATE TABLE rating_hold (
    id BIGINT PRIMARY KEY,
    mal_id BIGINT NOT NULL,
    side TEXT NOT NULL,
    -- Days of the first and the last vote that it may hold
    since TEXT NOT NULL,
    until TEXT NOT NULL,
    found_at TEXT NOT NULL,
    -- Of the last decision
    state TEXT NOT NULL,
    -- JSON of all of them
    decisions TEXT NOT NULL
);

-- The version up to which a user's list is counted
CREATE TABLE rating_position (
    uid TEXT PRIMARY KEY,
    version BIGINT NOT NULL
);

-- Deleted accounts whose votes are still counted
CREATE TABLE forgotten_account (
    uid TEXT PRIMARY KEY
);
