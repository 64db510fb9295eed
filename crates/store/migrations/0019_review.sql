-- Reviews, by title. No foreign keys: accounts are spread otherwise, and who deletes one leaves a row of
-- forgotten_account, with which these go.

CREATE TABLE review (
    mal_id BIGINT NOT NULL,
    -- With the title's number, its public name
    id TEXT NOT NULL,
    uid TEXT NOT NULL,
    -- Markdown
    text TEXT NOT NULL,
    is_spoiler BIGINT NOT NULL,
    -- Where the author was with the title when the text was written; NULL where no entry says so that is not private
    status TEXT,
    progress BIGINT,
    score BIGINT,
    -- Whether the entry is private or gone now
    is_private BIGINT NOT NULL,
    -- The score where it is shown, else 0
    shown_score BIGINT NOT NULL,
    created_at TEXT NOT NULL,
    edited_at TEXT,
    deleted_at TEXT,
    -- Why an operator has hidden it
    hidden_for TEXT,
    -- Whether everybody may see it: it is neither deleted nor hidden
    is_listed BIGINT NOT NULL,
    -- Readers whom it has helped
    helpful BIGINT NOT NULL,
    -- Readers who have reported it since the last decision
    reports BIGINT NOT NULL,
    PRIMARY KEY (mal_id, id),
    UNIQUE (mal_id, uid)
);
CREATE INDEX review_by_help ON review (mal_id, helpful, created_at, id) WHERE is_listed = 1;
CREATE INDEX review_by_time ON review (mal_id, created_at, id) WHERE is_listed = 1;
CREATE INDEX review_by_score ON review (mal_id, shown_score, created_at, id) WHERE is_listed = 1;
CREATE INDEX review_uid ON review (uid, created_at, mal_id);
CREATE INDEX review_reported ON review (mal_id, id) WHERE reports > 0;
CREATE INDEX review_deleted ON review (deleted_at) WHERE deleted_at IS NOT NULL;

-- How many reviews of a title everybody may see. Who writes one of them writes this row first, which locks it.
CREATE TABLE review_tally (
    mal_id BIGINT PRIMARY KEY,
    listed BIGINT NOT NULL
);

-- Readers whom a review has helped
CREATE TABLE review_vote (
    mal_id BIGINT NOT NULL,
    review TEXT NOT NULL,
    uid TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (mal_id, review, uid)
);
CREATE INDEX review_vote_uid ON review_vote (uid, mal_id);

CREATE TABLE review_report (
    mal_id BIGINT NOT NULL,
    review TEXT NOT NULL,
    uid TEXT NOT NULL,
    reason TEXT NOT NULL,
    note TEXT NOT NULL,
    at TEXT NOT NULL,
    -- Whether an operator has decided since
    is_settled BIGINT NOT NULL,
    PRIMARY KEY (mal_id, review, uid)
);
CREATE INDEX review_report_uid ON review_report (uid, mal_id);

-- What operators have decided. It stays when the review is gone.
CREATE TABLE review_decision (
    mal_id BIGINT NOT NULL,
    review TEXT NOT NULL,
    -- From 1
    number BIGINT NOT NULL,
    verdict TEXT NOT NULL,
    reason TEXT NOT NULL,
    decided_by TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (mal_id, review, number)
);
