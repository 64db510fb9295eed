-- What is known of titles beside their records, and the people and characters in them.

-- Who stated which part, and when
CREATE TABLE anime_extra (
    mal_id BIGINT NOT NULL REFERENCES anime (mal_id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    source TEXT NOT NULL,
    as_of TEXT NOT NULL,
    -- Of what was stated
    digest TEXT NOT NULL,
    -- How many things it has
    items BIGINT NOT NULL,
    -- The things, as JSON; NULL where each is a row of another table
    content TEXT,
    PRIMARY KEY (mal_id, kind)
);

-- Characters and people are there while a title has them, which no foreign key says: imports see to it.
CREATE TABLE anime_character (
    character_id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    name_kanji TEXT,
    -- JSON
    nicknames TEXT NOT NULL,
    image_url TEXT,
    favorites BIGINT,
    about TEXT,
    -- Whether a source has given all it has, and not only mentioned it
    is_whole BIGINT NOT NULL,
    source TEXT NOT NULL,
    as_of TEXT NOT NULL
);
CREATE INDEX anime_character_loved ON anime_character (favorites DESC, character_id) WHERE favorites > 0;

-- Derived: every name, from each of its words on, folded, as bytes: so that a beginning is found by an index,
-- whatever the database's collation.
-- Several names of one may have the same beginning. They stand next to each other, and of those only the first has less
-- in common with the name before it.
CREATE TABLE anime_character_name (
    character_id BIGINT NOT NULL REFERENCES anime_character (character_id) ON DELETE CASCADE,
    folded BYTEA NOT NULL,
    -- Bytes in common with the name before it, of the same one
    shared BIGINT NOT NULL,
    -- A copy, zero where it is not known
    favorites BIGINT NOT NULL,
    PRIMARY KEY (character_id, folded)
);
CREATE INDEX anime_character_name_folded ON anime_character_name (folded, shared, favorites, character_id);

CREATE TABLE anime_person (
    person_id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    given_name TEXT,
    family_name TEXT,
    -- JSON
    other_names TEXT NOT NULL,
    birthday TEXT,
    image_url TEXT,
    favorites BIGINT,
    about TEXT,
    website_url TEXT,
    is_whole BIGINT NOT NULL,
    source TEXT NOT NULL,
    as_of TEXT NOT NULL
);
CREATE INDEX anime_person_loved ON anime_person (favorites DESC, person_id) WHERE favorites > 0;

CREATE TABLE anime_person_name (
    person_id BIGINT NOT NULL REFERENCES anime_person (person_id) ON DELETE CASCADE,
    folded BYTEA NOT NULL,
    shared BIGINT NOT NULL,
    favorites BIGINT NOT NULL,
    PRIMARY KEY (person_id, folded)
);
CREATE INDEX anime_person_name_folded ON anime_person_name (folded, shared, favorites, person_id);

CREATE TABLE anime_casting (
    mal_id BIGINT NOT NULL REFERENCES anime (mal_id) ON DELETE CASCADE,
    character_id BIGINT NOT NULL,
    position BIGINT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (mal_id, character_id)
);
CREATE INDEX anime_casting_character ON anime_casting (character_id, mal_id);

CREATE TABLE anime_voice (
    mal_id BIGINT NOT NULL REFERENCES anime (mal_id) ON DELETE CASCADE,
    character_id BIGINT NOT NULL,
    person_id BIGINT NOT NULL,
    language TEXT NOT NULL,
    position BIGINT NOT NULL,
    PRIMARY KEY (mal_id, character_id, person_id, language)
);
CREATE INDEX anime_voice_person ON anime_voice (person_id, mal_id);

CREATE TABLE anime_staff (
    mal_id BIGINT NOT NULL REFERENCES anime (mal_id) ON DELETE CASCADE,
    person_id BIGINT NOT NULL,
    position BIGINT NOT NULL,
    -- What somebody did, as JSON
    positions TEXT NOT NULL,
    PRIMARY KEY (mal_id, person_id)
);
CREATE INDEX anime_staff_person ON anime_staff (person_id, mal_id);

CREATE TABLE anime_episode (
    mal_id BIGINT NOT NULL REFERENCES anime (mal_id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    title TEXT,
    title_japanese TEXT,
    title_romaji TEXT,
    aired_on TEXT,
    score DOUBLE PRECISION,
    is_filler BIGINT NOT NULL,
    is_recap BIGINT NOT NULL,
    url TEXT,
    forum_url TEXT,
    PRIMARY KEY (mal_id, number)
);

-- target_id has no foreign key: sources name titles that the catalogue does not hold
CREATE TABLE anime_recommendation (
    mal_id BIGINT NOT NULL REFERENCES anime (mal_id) ON DELETE CASCADE,
    target_id BIGINT NOT NULL,
    votes BIGINT NOT NULL,
    PRIMARY KEY (mal_id, target_id)
);
