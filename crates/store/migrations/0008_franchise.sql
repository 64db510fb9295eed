-- A franchise is followed along the relations between its titles in both directions.

CREATE INDEX anime_relation_target ON anime_relation (target_id, mal_id);
