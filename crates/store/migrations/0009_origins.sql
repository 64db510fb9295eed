-- Who said which group of a title's facts, as far as that is not the title's provenance.
ALTER TABLE anime ADD COLUMN origins TEXT;
