-- The revision of the catalogue that a title was written for last: what changed since another
-- revision is found by it.

ALTER TABLE anime ADD COLUMN changed_in BIGINT NOT NULL DEFAULT 0;
CREATE INDEX anime_changed_in ON anime (changed_in);
