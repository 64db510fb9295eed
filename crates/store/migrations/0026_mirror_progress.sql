-- Counting the extras that were had and that are due, without reading their rows
CREATE INDEX mirror_extra_counted ON mirror_extra (next_at, had_at);
