-- How often something may still be tried, where several servers count together. Names are digests of
-- what is counted and for whom. Whoever writes here writes one row in a transaction.
CREATE TABLE budget (
    name TEXT PRIMARY KEY,
    -- Instant at which the budget is full again, in microseconds since 1970
    full_at BIGINT NOT NULL
);
