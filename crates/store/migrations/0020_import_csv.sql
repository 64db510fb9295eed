-- How the file of an import was read, for whoever would have it read otherwise.

-- JSON; NULL where it is no CSV
ALTER TABLE list_import ADD COLUMN csv TEXT;
