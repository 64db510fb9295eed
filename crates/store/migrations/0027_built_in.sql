-- The digest of the built-in catalogue that was imported last: a server that starts does not read it again
ALTER TABLE catalogue_revision ADD COLUMN built_in TEXT;
