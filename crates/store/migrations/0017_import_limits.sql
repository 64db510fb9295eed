-- Imports of lists: indices for their pages and their sweep, and the names of what they changed.

-- Has what a page of an owner's unresolved entries needs, and what forgetting an import looks for
CREATE INDEX unresolved_entry_import ON unresolved_entry (uid, import DESC, key);
-- Those that were not applied, which the sweep forgets by age
CREATE INDEX list_import_open ON list_import (created_at) WHERE applied_at IS NULL;

-- JSON: what the titles were called whose entries it changed; NULL where it is not applied
ALTER TABLE list_import ADD COLUMN names TEXT;
