//! The contract of the store on each engine.

use std::collections::BTreeSet;

use testkit::TestDb;

/// Makes of every case a test on SQLite, one on PostgreSQL and one on Citus.
macro_rules! on_all_engines {
    ($($area:ident: $($case:ident),+;)+) => {
        const CASES: &[(&str, &[&str])] =
            &[$((stringify!($area), &[$(stringify!($case)),+])),+];

        mod sqlite {
            $($(#[tokio::test] async fn $case() -> anyhow::Result<()> {
                let db = super::TestDb::sqlite()?;
                testkit::store_contract::$area::$case(&db).await
            })+)+
        }

        mod postgres {
            $($(#[tokio::test] async fn $case() -> anyhow::Result<()> {
                let db = super::TestDb::postgres().await?;
                testkit::store_contract::$area::$case(&db).await
            })+)+
        }

        mod citus {
            $($(#[tokio::test] async fn $case() -> anyhow::Result<()> {
                match super::TestDb::citus().await? {
                    Some(db) => testkit::store_contract::$area::$case(&db).await,
                    None => Ok(()),
                }
            })+)+
        }
    };
}

on_all_engines! {
    opening: many_may_open_a_new_database_at_once, reopened_database_is_unchanged,
        connections_in_use_are_counted;
    answers: answers_round_trip, later_answer_replaces_an_earlier_one,
        old_answers_are_swept_and_the_hero_stays;
    records: every_fact_round_trips, name_of_any_length_is_stored, change_replaces_the_whole_record,
        titles_are_found_by_id_and_slug, relations_link_stored_titles, slugs_are_unique,
        assigned_slug_never_changes;
    importing: importing_twice_changes_nothing, built_in_digest_is_kept_with_its_import,
        outcomes_are_returned_in_order, title_may_be_twice_in_a_batch, title_can_be_deleted,
        import_deletes_a_title, dropped_import_leaves_nothing,
        import_is_visible_whole_or_not_at_all, record_is_replaced_atomically,
        imports_are_serialised, revision_rises_with_every_change, known_fact_is_not_lost,
        equal_record_costs_no_write, built_in_facts_only_fill_gaps,
        other_sources_replace_built_in_facts, older_facts_only_fill_gaps;
    franchises: franchise_is_the_same_from_each_of_its_titles,
        franchise_ends_at_cycles_and_crossovers, franchise_bridges_missing_titles,
        franchise_shows_current_facts_of_its_titles, endless_franchise_is_cut,
        addresses_come_in_blocks_of_ids;
    origins: every_fact_group_stores_its_source, lower_ranked_source_only_fills_gaps,
        lower_ranked_source_replaces_its_own_facts,
        lower_ranked_source_removes_only_titles_without_better_facts;
    adult: adult_title_stays_deleted, later_statement_brings_a_title_back,
        highest_ranked_statement_is_remembered, own_genres_do_not_protect_a_title_called_adult;
    extras: every_extra_round_trips, unknown_extras_differ_from_missing_titles,
        extras_of_missing_titles_are_ignored, later_extra_replaces_the_former_as_a_whole,
        staff_without_numbers_is_listed_in_order, empty_extra_is_known_to_be_empty,
        duplicate_extra_in_a_batch_is_merged, long_extras_are_paged, cast_comes_in_order,
        only_stored_titles_are_recommended, extras_are_deleted_with_their_title;
    credits: full_records_replace_mentions, full_records_of_people_without_titles_are_ignored,
        people_are_deleted_with_their_last_title,
        people_who_move_within_an_import_keep_their_record, many_records_of_one_import_are_kept,
        credits_are_ordered_by_popularity, people_and_characters_are_read_with_credits,
        most_loved_come_first, people_are_found_by_name, search_names_follow_changed_records;
    extras_lists: people_come_in_every_order, characters_come_in_every_order,
        people_are_narrowed_by_name_and_letter, people_and_characters_are_picked_by_chance,
        recommended_pairs_come_once, titles_with_videos_come_in_order, newest_episodes_come_first;
    mirroring: mirror_lease_has_one_holder, titles_are_due_by_popularity, titles_are_due_again,
        list_progress_is_resumed, title_that_left_a_list_is_due,
        older_answer_does_not_change_the_due_time, etag_is_stable_while_the_facts_are_unchanged,
        etag_is_dropped_with_a_deleted_title, answer_without_facts_moves_the_due_time_only;
    mirroring_extras: extras_are_due_by_popularity, title_is_due_while_any_of_its_extras_is,
        extras_are_due_again, episodes_are_due_when_a_title_begins_or_ends_airing,
        unknown_kinds_of_extras_are_skipped, extras_of_a_restored_title_are_due;
    lists: popular_titles_come_in_order, popular_pages_hold_each_title_once,
        summaries_match_their_records, films_have_the_year_of_their_first_day,
        genres_stay_with_their_titles, title_without_its_usual_picture_shows_another,
        airing_titles_come_before_the_latest_ones, summaries_are_read_by_id;
    searching: better_matches_come_first, every_name_is_searched_and_a_title_found_once,
        names_are_matched_folded, wildcards_match_literally, search_pages_hold_each_title_once,
        names_lead_to_their_most_popular_title, names_are_listed_since_a_revision,
        titles_are_counted;
    selecting: whole_records_are_listed, filters_narrow, genres_and_companies_narrow,
        seasons_have_titles_that_began_in_them, orders_put_the_unknown_last,
        parts_hold_each_title_once, matches_are_narrowed_in_their_order, tags_are_counted,
        random_picks_are_titles;
    companies: companies_are_counted;
    browsing: facts_are_listed_since_a_revision, genres_without_a_number_are_not_browsed;
    budgets: servers_take_from_one_budget, budgets_refill_over_time, budgets_outlive_a_wrong_clock,
        full_budgets_are_swept_away;
    accounts: account_round_trips, address_leads_to_its_account,
        account_with_a_taken_address_is_refused, concurrent_sign_ups_create_one_account,
        identity_is_linked_to_one_account, one_of_concurrent_links_succeeds,
        new_password_invalidates_earlier_proofs, rehash_leaves_sessions_as_they_are,
        account_data_has_identities_and_sessions;
    sessions: session_is_open_until_it_is_idle_or_old, open_sessions_are_found_with_their_libraries,
        sessions_per_account_are_limited, use_extends_a_session,
        session_is_ended_by_its_owner_alone, missing_account_gets_no_rows, expired_rows_are_swept,
        sweep_does_not_block_writers;
    secrets: secret_of_another_account_opens_nothing, secrets_without_an_owner_stay_valid;
    lookups: accounts_without_lookup_rows_are_found, account_without_lookup_rows_is_deleted,
        lookup_rows_of_a_deleted_account_block_nobody,
        lookup_row_of_an_unlinked_identity_blocks_nobody, stale_lookup_rows_hide_nobody,
        stale_lookup_rows_are_swept, lookup_rows_match_accounts_after_writes_at_once;
    sign_in: sign_in_attempt_is_taken_once_and_in_time,
        one_of_concurrent_callbacks_gets_the_attempt, link_waits_until_it_expires_or_is_dropped;
    resets: reset_leaves_one_session, reset_drops_the_photo_of_an_identity,
        reset_link_is_used_once_and_in_time, one_of_concurrent_resets_succeeds;
    user_pages: page_is_found_by_name_and_by_owner, page_follows_its_owners_profile,
        unknown_favourite_is_refused, page_name_belongs_to_one_account,
        former_page_name_stays_reserved_for_its_owner, current_and_former_page_names_can_be_swapped,
        concurrently_wanted_page_name_goes_to_one_account, page_link_is_renewed,
        page_changed_meanwhile_is_not_overwritten, page_is_deleted_with_its_account,
        stale_page_name_blocks_nobody;
    deleting: deleted_account_leaves_nothing, account_is_deleted_while_it_is_written_to;
    entries: library_begins_with_the_defaults, concurrent_first_requests_create_one_library,
        missing_account_has_no_library, entries_show_current_facts_of_the_catalogue,
        long_list_is_read_whole, entries_come_newest_first, adding_and_removing_are_idempotent,
        entry_keeps_its_instant, unknown_title_is_refused, full_list_takes_no_more,
        libraries_of_users_are_separate;
    orphaned_entries: title_that_leaves_the_catalogue_is_not_shown, orphaned_entries_are_listed;
    profiles: texts_are_set_together, blank_texts_bring_the_defaults_back,
        unchanged_texts_are_no_change, concurrent_changes_of_texts_are_all_applied;
    changes: changes_are_listed_in_order, removed_entries_are_listed_as_removed,
        only_the_last_changes_are_remembered, versions_are_read_by_owner,
        restored_store_refuses_a_lost_position,
        restored_store_continues_from_a_position_that_it_has,
        restored_catalogue_differs_from_the_lost_one_of_the_same_revision;
    writing_at_once: many_adds_of_one_title_are_one_change,
        many_removals_of_one_title_are_one_change, concurrent_writes_form_one_history,
        same_titles_are_added_and_removed_by_many, library_is_read_from_one_snapshot;
    list_editing: each_edit_is_an_event, streams_send_edits, list_shows_current_facts_of_its_titles,
        edit_that_changes_nothing_is_no_event, operation_that_is_sent_twice_writes_once,
        refused_title_does_not_hold_up_the_others, toggles_are_events,
        planned_title_that_is_taken_off_is_an_event, anime_lists_of_users_are_separate;
    list_conflicts: unseen_changes_are_merged, outbox_has_seen_its_own_changes,
        unseen_edit_survives_a_removal, removing_an_own_addition_keeps_later_ones_of_others,
        later_of_an_edit_and_a_removal_wins, edit_older_than_a_removal_is_reported,
        undoing_the_later_of_two_edits_applies_the_earlier_one,
        undoing_in_reverse_does_not_revive_an_overruled_edit,
        overruled_edit_stays_overruled_for_later_edits;
    list_limits: too_many_titles_at_once_are_refused, full_anime_list_takes_no_more,
        missing_account_has_no_anime_list;
    list_activity: activity_is_paged, activity_of_one_title_is_read, changes_of_a_title_outlive_it,
        restore_is_one_group_in_activity;
    list_history: change_of_a_deleted_title_is_undone, any_change_is_undone, removal_is_undone,
        undoing_in_reverse_restores_every_state, list_at_an_instant_equals_the_replay,
        list_at_an_instant_follows_versions_and_no_clock, restored_list_is_as_it_was,
        concurrent_edits_form_one_history;
    list_sequences: any_sequence_replays_to_the_list_at_any_instant,
        any_sequence_is_restored_as_of_any_instant;
    list_imports: rows_find_their_titles, import_of_another_user_is_not_found,
        import_of_many_titles_is_applied_at_once, import_without_changes_is_applied;
    unresolved_entries: unresolved_entries_are_paged,
        exact_name_proposes_the_title_with_its_punctuation, unresolved_entries_are_limited,
        unresolved_entry_is_resolved_once, one_refused_entry_keeps_all_of_its_title_unresolved,
        unresolved_entries_of_one_title_are_resolved_at_once;
    import_limits: undo_of_an_unknown_import_finds_nothing, undo_reverts_entries_resolved_meanwhile,
        open_imports_are_limited, old_imports_are_swept;
    import_outcomes: import_stores_the_entries_that_it_left;
    ratings: ratings_are_shown_from_five_on, votes_follow_lists, source_score_is_shown,
        source_distribution_is_shown, vote_is_counted_once_by_servers_at_once,
        long_list_is_counted_in_parts, private_votes_are_shown_in_groups,
        votes_of_deleted_accounts_are_forgotten, uncounted_users_are_found;
    rating_holds: burst_is_held, hold_collects_votes_for_two_days, decisions_about_a_burst_are_kept,
        dropped_votes_stay_out, released_votes_are_not_held_again, private_burst_is_held,
        open_hold_keeps_the_place_of_a_removed_vote, decision_covers_removed_votes,
        empty_hold_does_not_wait, hold_without_scores_does_not_wait;
    reviews: review_round_trips, own_reviews_are_found, review_is_changed_and_keeps_its_name,
        deleted_review_is_restored_with_its_votes, deleted_review_is_swept_after_a_while,
        reviews_are_paged_in_each_order, unknown_titles_have_no_reviews,
        standing_is_shown_while_the_entry_is_public, standing_is_hidden_when_privacy_changes_twice,
        deleting_an_account_deletes_its_reviews_votes_and_reports,
        concurrent_writers_leave_one_review;
    review_votes: votes_are_counted_once, own_review_takes_no_vote_and_no_report,
        concurrent_votes_are_all_counted;
    review_cases: review_is_folded_by_five_readers, reports_are_found,
        sitemap_has_visible_reviews_only, others_see_only_visible_reviews_of_an_author,
        reviews_of_all_titles_are_found, restored_review_is_not_folded_by_the_same_reports,
        text_approved_by_an_operator_is_not_folded_by_former_reports,
        hidden_review_is_its_authors_alone, hidden_mark_outlives_the_deleted_text,
        folded_review_stays_folded_when_deleted, cases_are_listed_by_their_state,
        decisions_outlive_the_review;
    preferring: preferences_change_one_by_one, streams_send_preferences,
        unknown_time_zone_is_refused, concurrent_changes_of_preferences_are_all_kept;
}

#[test]
fn every_case_is_run() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../testkit/src/store_contract");
    let mut written: BTreeSet<(String, String)> = BTreeSet::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let area = path.file_stem().unwrap().to_str().unwrap().to_owned();
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            if let Some(case) = line.strip_prefix("pub async fn ") {
                let case = case.split('(').next().unwrap().to_owned();
                written.insert((area.clone(), case));
            }
        }
    }
    let run: BTreeSet<(String, String)> = CASES
        .iter()
        .flat_map(|(area, cases)| cases.iter().map(|case| ((*area).into(), (*case).into())))
        .collect();
    assert!(!run.is_empty());
    let differing: Vec<_> = written.symmetric_difference(&run).collect();
    assert!(
        differing.is_empty(),
        "not both written and run: {differing:?}"
    );
}
