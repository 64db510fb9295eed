-- Answers of providers, kept between runs.

CREATE TABLE provider_answer (
    key TEXT PRIMARY KEY,
    body BYTEA NOT NULL,
    etag TEXT,
    fetched_at TEXT NOT NULL
);
