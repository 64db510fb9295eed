-- The catalogue. A fact stands in one place: a column where a query lists, filters or orders by it
-- or a card shows it, a row of a table where it is one of several, `images` and `details` (JSON)
-- otherwise. Only `seasons`, `digest` and the table anime_name are derived.

CREATE TABLE anime (
    mal_id BIGINT PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    title_english TEXT,
    title_japanese TEXT,
    kind TEXT,
    source TEXT,
    episodes BIGINT,
    status TEXT,
    aired_from TEXT,
    season TEXT,
    year BIGINT,
    rating TEXT,
    score DOUBLE PRECISION,
    scored_by BIGINT,
    rank BIGINT,
    popularity BIGINT,
    members BIGINT,
    favorites BIGINT,
    -- NULL exactly where relations are not known
    seasons BIGINT,
    -- Which source gave the facts, when, and the digest of what it gave
    provenance TEXT NOT NULL,
    as_of TEXT NOT NULL,
    digest TEXT NOT NULL,
    synopsis TEXT,
    images TEXT NOT NULL,
    details TEXT NOT NULL
);
-- COALESCE, since the engines order NULL differently
CREATE INDEX anime_popular ON anime (popularity, (COALESCE(members, 0)) DESC, mal_id)
    WHERE popularity IS NOT NULL;
CREATE INDEX anime_airing ON anime (status, aired_from);

-- Every name of a title, folded for matching; a name that folds to nothing is left out.
CREATE TABLE anime_name (
    mal_id BIGINT NOT NULL REFERENCES anime (mal_id) ON DELETE CASCADE,
    folded TEXT NOT NULL,
    PRIMARY KEY (mal_id, folded)
);
CREATE INDEX anime_name_folded ON anime_name (folded);

CREATE TABLE anime_tag (
    mal_id BIGINT NOT NULL REFERENCES anime (mal_id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    kind TEXT NOT NULL,
    tag_id BIGINT,
    name TEXT NOT NULL,
    PRIMARY KEY (mal_id, position)
);

CREATE TABLE anime_company (
    mal_id BIGINT NOT NULL REFERENCES anime (mal_id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    role TEXT NOT NULL,
    company_id BIGINT,
    name TEXT NOT NULL,
    PRIMARY KEY (mal_id, position)
);

-- target_id has no foreign key: sources name works that the catalogue does not hold
CREATE TABLE anime_relation (
    mal_id BIGINT NOT NULL REFERENCES anime (mal_id) ON DELETE CASCADE,
    position BIGINT NOT NULL,
    kind TEXT NOT NULL,
    target TEXT NOT NULL,
    target_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (mal_id, position)
);

CREATE TABLE catalogue_revision (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    revision BIGINT NOT NULL
);
INSERT INTO catalogue_revision (id, revision) VALUES (1, 0);
