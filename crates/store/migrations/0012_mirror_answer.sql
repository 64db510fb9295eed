-- Answers that the provider need not send again while they are as they were.
CREATE TABLE mirror_answer (
    -- `popular 7` for a page of a list, `whole 7` for a record
    asked TEXT PRIMARY KEY,
    mark TEXT NOT NULL,
    -- What it says beside facts, as JSON
    said TEXT NOT NULL,
    -- Of the facts as it left them, and of the version that read it
    digest TEXT NOT NULL
);
