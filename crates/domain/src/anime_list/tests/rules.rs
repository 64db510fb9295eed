//! Values derived from a user's edits.

use super::*;

#[test]
fn new_entry_is_planned() {
    let mut title = Entry::finished(26);
    title.edit(&Edit::default()).unwrap();
    assert_eq!(
        title.entry(),
        &ListEntry::planned(at("2026-03-01T12:00:00Z"))
    );
}

#[test]
fn first_episode_sets_watching_and_the_start_date() {
    let mut title = Entry::finished(26);
    title.edit(&Edit::default()).unwrap();
    title.edit(&progress(1)).unwrap();
    assert_eq!(title.status(), Status::Watching);
    assert_eq!(title.run().started, Some(by_rule("2026-03-02")));
    assert_eq!(title.by_rule(), ["status", "run:1:started"]);
    title.edit(&progress(2)).unwrap();
    assert_eq!(title.run().started, Some(by_rule("2026-03-02")));
    assert_eq!(title.by_rule(), Vec::<String>::new());
}

#[test]
fn first_episode_keeps_a_status_chosen_before() {
    for (before, after) in [
        (Status::Watching, Status::Watching),
        (Status::Paused, Status::Paused),
        (Status::Dropped, Status::Dropped),
    ] {
        let mut title = Entry::finished(26);
        title.edit(&status(before)).unwrap();
        title.edit(&progress(1)).unwrap();
        assert_eq!(title.status(), after);
        assert_eq!(title.run().started, Some(by_rule("2026-03-02")));
    }
}

#[test]
fn last_episode_completes_the_title() {
    for airing in [Airing::Finished, Airing::Unknown] {
        let mut title = Entry::of(facts(Some(26), airing));
        title.edit(&progress(25)).unwrap();
        title.edit(&progress(26)).unwrap();
        assert_eq!(title.status(), Status::Completed);
        assert_eq!(title.run().state, RunState::Done);
        assert_eq!(title.run().finished, Some(by_rule("2026-03-02")));
        assert_eq!(title.by_rule(), ["status", "run:1:state", "run:1:finished"]);
    }
}

#[test]
fn end_date_cleared_with_the_last_episode_stays_empty() {
    let mut title = Entry::finished(26);
    title.edit(&progress(25)).unwrap();
    let last = Edit {
        finished: Some(None),
        ..progress(26)
    };
    title.edit(&last).unwrap();
    assert_eq!(title.status(), Status::Completed);
    assert_eq!(title.run().finished, None);
}

#[test]
fn film_is_started_and_completed_at_once() {
    let mut film = Entry::finished(1);
    film.edit(&progress(1)).unwrap();
    assert_eq!(film.status(), Status::Completed);
    assert_eq!(film.run().started, Some(by_rule("2026-03-01")));
    assert_eq!(film.run().finished, Some(by_rule("2026-03-01")));
}

#[test]
fn newest_episode_of_an_airing_title_does_not_complete_it() {
    let mut title = Entry::of(facts(Some(12), Airing::Airing));
    title.edit(&progress(12)).unwrap();
    assert_eq!(title.status(), Status::Watching);
    title.edit(&progress(13)).unwrap();
    assert_eq!(title.run().progress, 13);
}

#[test]
fn title_of_unknown_length_is_completed_by_hand_alone() {
    let mut title = Entry::of(facts(None, Airing::Airing));
    title.edit(&progress(1_000)).unwrap();
    assert_eq!(title.status(), Status::Watching);
    title.edit(&status(Status::Completed)).unwrap();
    assert_eq!(title.run().progress, 1_000);
    assert_eq!(title.run().finished, Some(by_rule("2026-03-02")));
    let sentence = refusal(title.edit(&progress(10_000)));
    assert_eq!(
        sentence,
        "Mitai counts up to 9999 episodes of “Cowboy Bebop”, not 10000."
    );
}

#[test]
fn completing_by_hand_fills_progress_and_finish_and_not_the_start() {
    let mut title = Entry::finished(26);
    title.edit(&status(Status::Completed)).unwrap();
    let run = title.run();
    assert_eq!((run.progress, run.state), (26, RunState::Done));
    assert_eq!(
        (run.started, run.finished),
        (None, Some(by_rule("2026-03-01")))
    );
    assert_eq!(title.by_rule(), ["run:1:progress", "run:1:finished"]);
}

#[test]
fn completing_keeps_an_explicit_progress() {
    let mut title = Entry::finished(26);
    let edit = Edit {
        progress: Some(1),
        ..status(Status::Completed)
    };
    title.edit(&edit).unwrap();
    assert_eq!(
        (title.status(), title.run().progress),
        (Status::Completed, 1)
    );
}

#[test]
fn progress_above_the_known_count_is_refused() {
    let mut title = Entry::finished(26);
    let sentence = refusal(title.edit(&progress(27)));
    assert_eq!(
        sentence,
        "“Cowboy Bebop” has 26 episodes, so 27 cannot be seen."
    );
    let sentence = refusal(Entry::finished(1).edit(&progress(70_000)));
    assert_eq!(
        sentence,
        "“Cowboy Bebop” has 1 episode, so 70000 cannot be seen."
    );
    assert_eq!(title.now, None);
}

#[test]
fn changed_episode_count_keeps_progress_and_status() {
    let mut title = Entry::finished(26);
    title.edit(&progress(26)).unwrap();
    title.facts.episodes = Some(24);
    title.edit(&notes("Again?")).unwrap();
    title.edit(&progress(26)).unwrap();
    assert_eq!(
        (title.status(), title.run().progress),
        (Status::Completed, 26)
    );
    title.facts.episodes = Some(52);
    title.edit(&progress(27)).unwrap();
    assert_eq!(
        (title.status(), title.run().progress),
        (Status::Completed, 27)
    );
}

#[test]
fn lowering_a_completed_title_goes_back_to_watching() {
    let mut title = Entry::finished(26);
    title.edit(&progress(26)).unwrap();
    title.edit(&progress(25)).unwrap();
    assert_eq!(title.status(), Status::Watching);
    assert_eq!(title.run().state, RunState::Open);
    assert_eq!(title.run().finished, None);
    assert_eq!(title.run().started, Some(by_rule("2026-03-01")));
}

#[test]
fn entered_end_date_is_kept() {
    let mut title = Entry::finished(26);
    let edit = Edit {
        finished: Some(Some(day("2019"))),
        ..progress(26)
    };
    title.edit(&edit).unwrap();
    assert_eq!(title.run().finished, Some(by_hand("2019")));
    title.edit(&progress(25)).unwrap();
    title.edit(&progress(26)).unwrap();
    assert_eq!(title.run().finished, Some(by_hand("2019")));
}

#[test]
fn date_set_by_a_rule_stays_marked_so_when_sent_back() {
    let mut title = Entry::finished(26);
    title.edit(&progress(26)).unwrap();
    let edit = Edit {
        finished: Some(Some(day("2026-03-01"))),
        started: Some(None),
        ..Edit::default()
    };
    title.edit(&edit).unwrap();
    assert_eq!(title.run().finished, Some(by_rule("2026-03-01")));
    assert_eq!(title.run().started, None);
}

#[test]
fn automatic_date_is_the_users_day() {
    let title = Entry::finished(26);
    let moment = Moment {
        now: at("2026-03-01T12:00:00Z"),
        today: Date::constant(2026, 3, 2),
    };
    let decision = apply(
        &title.current(Operation::by_hand(title.moment().now)),
        &progress(1),
        &moment,
    )
    .unwrap();
    let entry = decision.entry.unwrap();
    assert_eq!(entry.current_run().started, Some(by_rule("2026-03-02")));
    assert_eq!(entry.added_at, moment.now);
}

#[test]
fn going_back_from_completed_loses_nothing() {
    for back in [
        Status::Planned,
        Status::Watching,
        Status::Paused,
        Status::Dropped,
    ] {
        let mut title = Entry::finished(26);
        title.edit(&progress(26)).unwrap();
        let done = title.run().clone();
        title.edit(&status(back)).unwrap();
        assert_eq!(title.status(), back);
        let run = title.run();
        assert_eq!(run.progress, 26);
        assert_eq!((run.started, run.finished), (done.started, done.finished));
    }
}

#[test]
fn progress_zero_keeps_the_status() {
    let mut title = Entry::finished(26);
    title.edit(&progress(3)).unwrap();
    title.edit(&progress(0)).unwrap();
    assert_eq!(title.status(), Status::Watching);
}

#[test]
fn explicit_status_overrides_the_rules() {
    let mut title = Entry::finished(26);
    let edit = Edit {
        progress: Some(26),
        ..status(Status::Paused)
    };
    title.edit(&edit).unwrap();
    assert_eq!(title.status(), Status::Paused);
    assert_eq!(title.run().finished, None);
}

#[test]
fn title_that_is_not_yet_aired_can_only_be_planned() {
    let sentence = "“Cowboy Bebop” is not yet aired, so it can only be planned.";
    let mut title = Entry::of(facts(Some(12), Airing::NotYetAired));
    let runs = |state| Edit {
        runs: Some(vec![RunEdit {
            state,
            ..RunEdit::default()
        }]),
        ..Edit::default()
    };
    for edit in [
        status(Status::Watching),
        progress(1),
        rewatch(),
        runs(RunState::Done),
        runs(RunState::Abandoned),
    ] {
        assert_eq!(refusal(title.edit(&edit)), sentence);
    }
    title.edit(&status(Status::Planned)).unwrap();
    title.edit(&notes("In spring")).unwrap();
    assert_eq!(title.status(), Status::Planned);
}

#[test]
fn title_that_the_catalogue_does_not_hold_is_not_edited() {
    let title = Entry::finished(26);
    let mut current = title.current(Operation::by_hand(title.moment().now));
    current.facts = None;
    let refused = apply(&current, &Edit::default(), &title.moment());
    assert!(matches!(refused, Err(crate::Error::UnknownTitle)));
}

#[test]
fn score_and_private_mark_are_set_and_removed() {
    let mut title = Entry::finished(26);
    let score = Score::new(85).ok();
    let edit = Edit {
        score: Some(score),
        private: Some(true),
        ..Edit::default()
    };
    title.edit(&edit).unwrap();
    assert_eq!((title.entry().score, title.entry().private), (score, true));
    let edit = Edit {
        score: Some(None),
        private: Some(false),
        ..Edit::default()
    };
    title.edit(&edit).unwrap();
    assert_eq!((title.entry().score, title.entry().private), (None, false));
}

#[test]
fn notes_have_at_most_10000_characters() {
    let mut title = Entry::finished(26);
    for length in [4_097, MAX_NOTES_CHARS] {
        title.edit(&notes(&"ä".repeat(length))).unwrap();
        assert_eq!(title.entry().notes.chars().count(), length);
    }
    let sentence = refusal(title.edit(&notes(&"ä".repeat(MAX_NOTES_CHARS + 1))));
    assert_eq!(
        sentence,
        "Please shorten the notes: they have 10001 characters of at most 10000."
    );
}

#[test]
fn tags_are_replaced_added_and_removed() {
    let mut title = Entry::finished(26);
    let edit = Edit {
        tags: Some(tags(&[" space ", "jazz"])),
        ..Edit::default()
    };
    title.edit(&edit).unwrap();
    assert_eq!(title.entry().tags, tags(&["jazz", "space"]));
    let edit = Edit {
        add_tags: tags(&["noir", "jazz"]),
        remove_tags: tags(&["space", "western"]),
        ..Edit::default()
    };
    title.edit(&edit).unwrap();
    assert_eq!(title.entry().tags, tags(&["jazz", "noir"]));
    for tag in ["", " ", "a\nb", &"a".repeat(51)] {
        let edit = Edit {
            add_tags: tags(&[tag]),
            ..Edit::default()
        };
        assert_eq!(
            refusal(title.edit(&edit)),
            "Please give each tag 1 to 50 characters in one line."
        );
    }
    let many: BTreeSet<String> = (0..51).map(|n| n.to_string()).collect();
    let edit = Edit {
        tags: Some(many),
        ..Edit::default()
    };
    let sentence = refusal(title.edit(&edit));
    assert_eq!(
        sentence,
        "“Cowboy Bebop” would have 51 tags. Please take some off: an entry keeps 50."
    );
}

#[test]
fn entry_that_an_undo_left_with_a_tag_too_many_can_be_edited() {
    let mut title = Entry::finished(26);
    let many = Edit {
        tags: Some((0..50).map(|n| n.to_string()).collect()),
        ..Edit::default()
    };
    title.edit(&many).unwrap();
    let take = Edit {
        remove_tags: tags(&["0"]),
        ..Edit::default()
    };
    title.edit(&take).unwrap();
    let add = |tag| Edit {
        add_tags: tags(&[tag]),
        ..Edit::default()
    };
    title.edit(&add("new")).unwrap();
    assert!(title.undo(2).is_empty());
    assert_eq!(title.entry().tags.len(), 51);
    title.edit(&progress(1)).unwrap();
    title.edit(&add("another")).unwrap_err();
}
