-- Reviews of all titles, those that everybody may see

CREATE INDEX review_all_by_time ON review (created_at, mal_id, id) WHERE is_listed = 1;
CREATE INDEX review_all_by_help ON review (helpful, created_at, mal_id, id) WHERE is_listed = 1;
