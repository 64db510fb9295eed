-- Lists of titles chosen and ordered by their facts. One index holds what filters and orders look at,
-- so that counting a list reads no record.
CREATE INDEX anime_facets ON anime (kind, status, rating, season, year, aired_from, episodes, score,
    scored_by, rank, popularity, members, favorites, title, mal_id);
CREATE INDEX anime_rank ON anime (rank, mal_id) WHERE rank IS NOT NULL;
CREATE INDEX anime_favorites ON anime (favorites DESC, mal_id) WHERE favorites IS NOT NULL;
CREATE INDEX anime_tag_number ON anime_tag (tag_id, kind, name, mal_id);
CREATE INDEX anime_company_number ON anime_company (company_id, mal_id);
