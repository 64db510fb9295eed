-- Puts a title on a list (step 1) or takes it off (step -1), and gives the version with that change; or
-- the version of a library that was like that before; or neither, where something is in the way.
--
-- The row of user_record is written before anything else of the library, which locks it. A version that
-- turns out to change nothing is taken back. Each statement names the owner and takes values that were
-- computed before: so Citus runs all of it on the owner's node, by plans that it has kept.
--
-- On the watchlist it is an event, too; planned is the JSON of an entry that is added at_instant.
CREATE FUNCTION change_list_2(
    owner TEXT, in_list TEXT, title_id BIGINT, step BIGINT, at_instant TEXT, number BIGINT,
    most_entries BIGINT, most_changes BIGINT, by_device TEXT, planned TEXT,
    OUT changed BIGINT, OUT unchanged BIGINT
) LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
-- Whatever columns later migrations add, a name that is known here means what it means here
#variable_conflict use_variable
DECLARE
    watchlist_step BIGINT := 0;
    history_step BIGINT := 0;
    change_kind TEXT := 'removed';
    forgotten BIGINT;
    is_listed BOOLEAN;
    was_kept TEXT;
BEGIN
    IF step > 0 THEN
        PERFORM 1 FROM anime WHERE mal_id = title_id;
        IF NOT FOUND THEN
            RETURN;
        END IF;
        change_kind := 'added';
    END IF;
    -- One statement, for each sees what was committed before it: the version is one at which it was so
    SELECT r.version, e.mal_id IS NOT NULL INTO unchanged, is_listed FROM user_record r
        LEFT JOIN record_entry e ON e.uid = r.uid AND e.list = in_list AND e.mal_id = title_id
        WHERE r.uid = owner;
    IF NOT FOUND OR is_listed = (step > 0) THEN
        RETURN;
    END IF;
    unchanged := NULL;
    IF in_list = 'watchlist' THEN
        watchlist_step := step;
    ELSE
        history_step := step;
    END IF;
    UPDATE user_record SET version = version + 1,
        watchlist_count = watchlist_count + watchlist_step,
        history_count = history_count + history_step
        WHERE uid = owner
        AND watchlist_count + watchlist_step <= most_entries
        AND history_count + history_step <= most_entries
        RETURNING version INTO changed;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    IF step > 0 THEN
        INSERT INTO record_entry (uid, list, mal_id, version, added_at)
            VALUES (owner, in_list, title_id, changed, at_instant) ON CONFLICT DO NOTHING;
    ELSE
        planned := NULL;
        DELETE FROM record_entry WHERE uid = owner AND list = in_list AND mal_id = title_id
            RETURNING COALESCE(entry, '{"added_at":"' || added_at || '"}') INTO was_kept;
    END IF;
    IF NOT FOUND THEN
        UPDATE user_record SET version = version - 1,
            watchlist_count = watchlist_count - watchlist_step,
            history_count = history_count - history_step
            WHERE uid = owner RETURNING version INTO unchanged;
        changed := NULL;
        RETURN;
    END IF;
    IF in_list = 'watchlist' THEN
        INSERT INTO list_event (uid, version, mal_id, at, device, cause, entry, former)
            VALUES (owner, changed, title_id, at_instant, by_device, 'hand', planned, was_kept);
    END IF;
    INSERT INTO record_change (uid, version, kind, list, mal_id, change_id)
        VALUES (owner, changed, change_kind, in_list, title_id, number);
    IF changed > most_changes THEN
        forgotten := changed - most_changes;
        DELETE FROM record_change WHERE uid = owner AND version = forgotten;
    END IF;
END $$
