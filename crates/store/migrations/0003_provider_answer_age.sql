-- Old answers are looked for whenever one is kept.

CREATE INDEX provider_answer_fetched_at ON provider_answer (fetched_at);
