-- Lists of all people and characters by what they are called and how loved they are, and what is recommended most.
-- PostgreSQL refuses to index a name that fills a third of a page: its first letters order it.

CREATE INDEX anime_character_called ON anime_character (SUBSTR(name, 1, 100), character_id);
CREATE INDEX anime_character_initial ON anime_character (SUBSTR(name, 1, 1), character_id);
CREATE INDEX anime_character_favorites ON anime_character ((COALESCE(favorites, 0)), character_id);

CREATE INDEX anime_person_called ON anime_person (SUBSTR(name, 1, 100), person_id);
CREATE INDEX anime_person_initial ON anime_person (SUBSTR(name, 1, 1), person_id);
CREATE INDEX anime_person_favorites ON anime_person ((COALESCE(favorites, 0)), person_id);
CREATE INDEX anime_person_born ON anime_person (birthday, person_id);

CREATE INDEX anime_recommendation_votes ON anime_recommendation (votes DESC, mal_id, target_id);
