-- Pages of people who want one.

CREATE TABLE user_page (
    uid TEXT PRIMARY KEY REFERENCES account (uid) ON DELETE CASCADE,
    name TEXT NOT NULL,
    name_folded TEXT NOT NULL,
    -- The name before, which leads to it still
    former TEXT,
    former_folded TEXT,
    -- 'only_me', 'link' or 'everyone'
    audience TEXT NOT NULL,
    list_audience TEXT NOT NULL,
    -- Readable, since its owner is to see it again
    link_key TEXT NOT NULL,
    -- JSON: ids of titles, in order
    favorites TEXT NOT NULL
);

-- Whose a name is, also one that was given up last. No foreign key: it is looked up by the name, on another node.
CREATE TABLE page_name (
    name_folded TEXT PRIMARY KEY,
    uid TEXT NOT NULL
);
