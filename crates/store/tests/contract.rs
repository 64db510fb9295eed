//! The contract of the store on each engine.

use testkit::TestDb;

/// Makes of every case a test on SQLite and one on PostgreSQL.
macro_rules! on_both_engines {
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
    };
}

on_both_engines! {
    opening: many_may_open_a_new_database_at_once, a_database_is_opened_again_as_it_was_left,
        connections_in_use_are_told;
    answers: kept_answers_come_back_as_they_were, a_later_answer_replaces_an_earlier_one,
        old_answers_go_and_the_hero_stays;
    records: every_fact_survives, a_name_of_any_length_is_kept, a_change_replaces_the_whole_record,
        titles_are_found_by_id_and_slug, relations_lead_to_titles_that_are_there,
        slugs_are_unique, a_slug_stays_once_given;
    importing: importing_twice_changes_nothing, outcomes_are_told_in_order,
        a_title_may_be_twice_in_a_batch, a_title_can_be_taken_away, a_title_is_taken_away_by_an_import,
        a_dropped_import_leaves_nothing,
        readers_see_an_import_whole_or_not_at_all, a_record_is_never_half_old, imports_wait_for_one_another,
        the_revision_rises_with_every_change, a_known_fact_is_not_lost,
        an_equal_record_costs_no_write, built_in_facts_only_fill_gaps,
        other_sources_replace_built_in_facts, older_facts_only_fill_gaps;
    franchises: a_franchise_is_the_same_from_each_of_its_titles, circles_and_crossovers_are_survived,
        a_franchise_bridges_what_is_not_there, a_franchise_says_what_its_titles_say,
        an_endless_franchise_is_cut, addresses_come_in_blocks_of_ids;
    origins: every_group_knows_its_source, a_lesser_source_only_fills_gaps,
        a_lesser_source_replaces_its_own_facts,
        a_lesser_source_takes_away_only_what_nobody_vouches_for;
    adult: what_was_called_adult_stays_out, a_later_word_brings_a_title_back,
        the_strongest_word_is_remembered, a_source_does_not_vouch_for_what_it_said_itself;
    mirroring: one_server_at_a_time, titles_are_due_by_popularity, titles_are_due_again, lists_go_on_where_they_were,
        what_left_a_list_is_due, an_old_answer_puts_nothing_back,
        an_answer_is_held_while_the_facts_are_as_it_left_them, an_answer_is_not_held_where_a_title_is_gone,
        what_is_kept_without_facts_moves_on;
    lists: popular_titles_come_in_order, popular_pages_hold_each_title_once,
        summaries_tell_what_records_say, films_have_a_year, genres_stay_with_their_titles,
        any_picture_is_better_than_none, airing_titles_come_before_the_latest_ones,
        summaries_are_had_by_ids;
    searching: better_matches_come_first, every_name_is_searched_and_a_title_found_once,
        names_are_matched_folded, signs_stand_for_themselves,
        search_pages_hold_each_title_once, names_lead_to_their_most_popular_title, names_are_told_since_a_revision, titles_are_counted;
    selecting: whole_records_are_listed, filters_narrow, genres_and_companies_narrow,
        seasons_hold_what_began_in_them, orders_put_the_unknown_last, parts_hold_each_title_once,
        matches_are_narrowed_in_their_order, tags_are_counted, dice_fall_on_titles;
    browsing: facts_are_told_since_a_revision, genres_without_a_number_are_not_browsed;
    budgets: servers_take_from_one_budget, budgets_fill_again, budgets_outlive_a_wrong_clock,
        full_budgets_are_swept_away;
    accounts: an_account_comes_back_as_it_was_made, an_address_leads_to_its_account,
        an_account_is_not_made_of_what_is_taken, racing_sign_ups_make_one_account,
        an_identity_is_linked_to_one_account, of_racing_links_one_account_wins,
        a_new_password_makes_void_what_was_shown_before,
        a_rehash_leaves_sessions_as_they_are, account_data_is_all_there_is;
    sessions: a_session_is_open_until_it_is_idle_or_old, open_sessions_are_found_with_their_libraries,
        an_account_has_so_many_sessions_at_most, using_a_session_moves_it_on,
        a_session_is_ended_by_its_owner_alone, nothing_is_kept_for_an_account_that_is_not_there,
        what_has_expired_is_swept_away, sweeping_hinders_nobody;
    sign_in: an_attempt_is_taken_once_and_in_time, of_racing_arrivals_one_gets_the_attempt,
        a_link_waits_until_it_expires_or_is_dropped;
    resets: a_reset_leaves_one_session, a_reset_drops_the_photo_of_an_identity, a_reset_link_is_used_once_and_in_time,
        of_racing_resets_one_wins;
    deleting: of_a_deleted_account_nothing_stays, an_account_is_deleted_while_it_is_written_to;
    entries: a_record_begins_with_the_defaults, many_first_requests_make_one_record,
        nobody_has_no_record, entries_tell_what_the_catalogue_says_now, a_long_list_is_read_whole,
        entries_come_newest_first,
        adding_and_removing_are_idempotent, an_entry_keeps_its_instant, an_unknown_title_is_refused,
        a_full_list_takes_no_more,
        nobody_touches_the_record_of_another;
    orphaned_entries: a_title_that_leaves_the_catalogue_is_not_shown, orphaned_entries_are_listed;
    profiles: texts_are_set_together, blank_texts_bring_the_defaults_back,
        the_same_texts_are_no_change, texts_that_are_set_at_once_are_all_set;
    changes: changes_are_told_in_order, what_is_gone_again_is_told_as_removed,
        only_the_last_changes_are_remembered, versions_are_had_by_owners,
        a_restored_store_does_not_go_on_from_a_lost_position, a_restored_store_goes_on_from_a_position_that_it_has,
        a_restored_catalogue_is_told_from_the_one_of_the_same_revision;
    writing_at_once: many_adds_of_one_title_are_one_change,
        many_removals_of_one_title_are_one_change, what_writers_are_told_is_one_history,
        a_record_is_read_in_one_state;
}

#[test]
fn every_case_is_run() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../testkit/src/store_contract");
    let mut written: Vec<(String, String)> = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let area = path.file_stem().unwrap().to_str().unwrap().to_owned();
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            if let Some(case) = line.strip_prefix("pub async fn ") {
                let case = case.split('(').next().unwrap().to_owned();
                written.push((area.clone(), case));
            }
        }
    }
    let mut run: Vec<(String, String)> = CASES
        .iter()
        .flat_map(|(area, cases)| cases.iter().map(|case| ((*area).into(), (*case).into())))
        .collect();
    written.sort();
    run.sort();
    assert!(!run.is_empty());
    assert_eq!(written, run);
}
