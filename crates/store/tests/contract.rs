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
    opening: many_may_open_a_new_database_at_once, a_database_is_opened_again_as_it_was_left;
    answers: kept_answers_come_back_as_they_were, a_later_answer_replaces_an_earlier_one,
        old_answers_go_and_the_hero_stays;
    records: every_fact_survives, a_change_replaces_the_whole_record,
        titles_are_found_by_id_and_slug, relations_lead_to_titles_that_are_there,
        slugs_are_unique, a_slug_stays_once_given;
    importing: importing_twice_changes_nothing, outcomes_are_told_in_order,
        a_title_may_be_twice_in_a_batch, a_title_can_be_taken_away, a_title_is_taken_away_by_an_import,
        a_dropped_import_leaves_nothing,
        readers_see_an_import_whole_or_not_at_all, a_record_is_never_half_old, imports_wait_for_one_another,
        the_revision_rises_with_every_change, a_known_fact_is_not_lost,
        an_equal_record_costs_no_write, built_in_facts_only_fill_gaps,
        other_sources_replace_built_in_facts, older_facts_only_fill_gaps;
    lists: popular_titles_come_in_order, popular_pages_hold_each_title_once,
        summaries_tell_what_records_say, genres_stay_with_their_titles,
        any_picture_is_better_than_none, airing_titles_come_before_the_latest_ones,
        summaries_are_had_by_ids;
    searching: better_matches_come_first, every_name_is_searched_and_a_title_found_once,
        names_are_matched_folded, signs_stand_for_themselves,
        search_pages_hold_each_title_once, names_lead_to_their_most_popular_title;
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
