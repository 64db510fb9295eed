-- Random numbers of changes. After a backup was restored, a version and a revision come again with other ones, so
-- that nobody takes the old for the new. NULL where a version of Mitai wrote the change that knew of none.

ALTER TABLE record_change ADD COLUMN change_id BIGINT;
ALTER TABLE catalogue_revision ADD COLUMN change_id BIGINT;
