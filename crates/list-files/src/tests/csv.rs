//! CSV of spreadsheets and trackers.

use domain::anime_list::Status;

use super::*;

/// The entries of a text, each of whose rows is one, and how it was read.
#[track_caller]
fn entries(text: &str) -> (Vec<FileEntry>, CsvReading) {
    let list = read_text(text).unwrap();
    let rows = list.rows.into_iter().map(|row| row.content.unwrap());
    (rows.collect(), list.csv.unwrap())
}

#[test]
fn cells_are_split_at_every_usual_separator() {
    let cells = [
        ["Title", "Score", "Notes"],
        ["\"Space; the, \tfirst\"", "\"8,5\"", "\"a, b; c\""],
    ];
    for separator in [',', ';', '\t', '|'] {
        let lines = cells.map(|it| it.join(&separator.to_string()));
        let with_separator_line = format!("sep={separator}\r\n{}\r\n", lines.join("\r\n"));
        for text in [lines.join("\n"), with_separator_line] {
            let (entries, csv) = entries(&text);
            assert_eq!(csv.separator, separator, "{text}");
            let names = csv.columns.iter().map(|column| column.name.as_str());
            assert!(names.eq(cells[0]));
            let entry = &entries[0];
            assert_eq!(entry.title.name.as_deref(), Some("Space; the, \tfirst"));
            assert_eq!(entry.imported.score.unwrap().get(), 85);
            assert_eq!(entry.imported.notes, "a, b; c");
            assert!(entry.remarks.is_empty());
        }
    }
}

#[test]
fn separator_occurs_equally_in_header_and_first_row() {
    let (read, csv) = entries("Title;Score, out of 10, if any\nTrigun;8\n");
    assert_eq!((csv.separator, read.len()), (';', 1));
    assert_eq!(read[0].title.name.as_deref(), Some("Trigun"));
}

#[test]
fn statuses_are_known_in_the_words_of_every_tracker() {
    let (watching, planned) = ((Status::Watching, false), (Status::Planned, false));
    let (completed, paused) = ((Status::Completed, false), (Status::Paused, false));
    for (words, status) in [
        (
            &["Watching", "CURRENT", "In progress", "currently-watching"][..],
            watching,
        ),
        (
            &["completed", "COMPLETED", "Finished", "complete", "Watched"],
            completed,
        ),
        (
            &["On-Hold", "on_hold", "On hold", "PAUSED", "Stalled"],
            paused,
        ),
        (
            &["Dropped", "DROPPED", "abandoned"],
            (Status::Dropped, false),
        ),
        (
            &[
                "Plan to Watch",
                "plan_to_watch",
                "PLANNING",
                "planned",
                "PTW",
                "want to watch",
            ],
            planned,
        ),
        (
            &["Rewatching", "REPEATING", "Repeating"],
            (Status::Watching, true),
        ),
    ] {
        for word in words {
            // The other cells of a row say nothing of its status
            let text =
                format!("title,status,episodes watched,finished\nTrigun,{word},26,2020-01-01\n");
            let (entries, _) = entries(&text);
            let imported = &entries[0].imported;
            assert_eq!(
                (imported.status.unwrap(), imported.rewatching),
                status,
                "{word}"
            );
            let entry = imported.entry(None, jiff::Timestamp::UNIX_EPOCH);
            assert_eq!(entry.status, status.0, "{word}");
        }
    }
}

#[test]
fn scale_is_guessed_from_the_scores_unless_given() {
    for (scores, scale, first) in [
        ("85 90 0 10", 100.0, 85),
        ("8.5 7 10", 10.0, 85),
        ("4.5 3 5 2 0.5", 5.0, 90),
        // So few scores may well be bad ones out of ten
        ("4 3", 10.0, 40),
        ("0 0 0 0 0 0", 10.0, 0),
    ] {
        let rows = scores
            .split(' ')
            .map(|score| format!("A {score},{score}\n"));
        let text = format!("title,score\n{}", rows.collect::<String>());
        let (entries, csv) = entries(&text);
        assert_eq!((csv.score_of, csv.is_guessed), (scale, true), "{scores}");
        let read = entries[0]
            .imported
            .score
            .map_or(0, domain::anime_list::Score::get);
        assert_eq!(read, first, "{scores}");
        let reading = Reading {
            score_of: Some(100.0),
            ..Reading::of(TimeZone::UTC)
        };
        let csv = super::read(text.as_bytes(), &reading).unwrap().csv.unwrap();
        assert_eq!((csv.score_of, csv.is_guessed), (100.0, false));
    }
}

#[test]
fn scores_of_files_whose_scale_is_known_are_not_guessed() {
    let low = "mal,anime,3,4\n".repeat(6);
    let text = format!("source,media_type,media_id,score\n{low}");
    let (entries, csv) = entries(&text);
    assert_eq!((csv.score_of, csv.is_guessed), (10.0, false));
    assert_eq!(entries[0].imported.score.unwrap().get(), 40);
}

#[test]
fn columns_of_yamtrack_are_known_by_their_names() {
    let list = read_text(
        "status,media_id,source,media_type,title,score,progress,start_date,notes\n\
         Repeating,30,mal,anime,Eva,8.5,4,2024-02-09 10:00:00+00:00,\"a, b\"\n\
         Completed,1668,tmdb,tv,Friends,9,1,,\n",
    )
    .unwrap();
    assert_eq!(list.form, Form::Yamtrack);
    let entry = list.rows[0].content.as_ref().unwrap();
    assert_eq!(entry.title.mal_id.unwrap().get(), 30);
    assert_eq!(
        (
            entry.imported.rewatching,
            entry.imported.score.unwrap().get()
        ),
        (true, 85)
    );
    assert_eq!(
        (
            entry.imported.started.unwrap().to_string(),
            entry.imported.notes.as_str()
        ),
        ("2024-02-09".into(), "a, b")
    );
    assert_eq!(list.rows[1].content, Err(RowError::OtherMedium));
    // The series may be an anime all the same
    let series = list.rows[1].if_anime.as_ref().unwrap();
    assert_eq!(series.title.name.as_deref(), Some("Friends"));
    let imported = &series.imported;
    assert_eq!(
        (imported.progress, imported.score.unwrap().get()),
        (Some(1), 90)
    );
}

#[test]
fn books_and_games_of_yamtrack_are_never_anime() {
    let list = read_text(
        "media_id,source,media_type,title,status\n1,mal,manga,Berserk,Completed\n2,igdb,game,Tetris,Completed\n",
    )
    .unwrap();
    assert!(list.rows.iter().all(|row| row.if_anime.is_none()));
}

#[test]
fn unknown_csv_columns_can_be_chosen() {
    let text = "what,how far,stars\nTrigun,5,4.5\n";
    let columns = ["what", "how far", "stars"].map(str::to_owned).to_vec();
    let separator = ',';
    let unknown = FileError::UnknownColumns { columns, separator };
    assert_eq!(read_text(text), Err(unknown));
    let chosen = [Column::Title, Column::Progress, Column::Score];
    let reading = Reading {
        columns: Some(chosen.map(Some).into()),
        score_of: Some(5.0),
        ..Reading::of(TimeZone::UTC)
    };
    let list = read(text.as_bytes(), &reading).unwrap();
    let entry = list.rows[0].content.as_ref().unwrap();
    assert_eq!(entry.title.name.as_deref(), Some("Trigun"));
    let imported = &entry.imported;
    assert_eq!(
        (imported.progress, imported.score.unwrap().get()),
        (Some(5), 90)
    );
}

#[test]
fn dates_are_read_as_spreadsheets_write_them() {
    for (text, day) in [
        ("2019-04-25", Some("2019-04-25")),
        ("2019/4/5", Some("2019-04-05")),
        ("2019", Some("2019")),
        ("2019-04", Some("2019-04")),
        ("04/2019", Some("2019-04")),
        ("25.04.2019", Some("2019-04-25")),
        ("5.4.2019", Some("2019-04-05")),
        ("25/04/2019", Some("2019-04-25")),
        ("04/25/2019", Some("2019-04-25")),
        ("04-04-2019", Some("2019-04-04")),
        ("2019-04-25 12:30:00", Some("2019-04-25")),
        // These dates may be two days, or are none
        ("05/04/2019", None),
        ("25/25/2019", None),
        ("31.02.2019", None),
        ("5.4.19", None),
    ] {
        let (read, _) = entries(&format!("Title;Started\nTrigun;{text}\n"));
        let started = read[0].imported.started.map(|it| it.to_string());
        assert_eq!(started.as_deref(), day, "{text}");
        let refused = format!(
            "The date {text} was left out: it is no day, or may be two. Write it as 2019-04-25."
        );
        let remarks: Vec<_> = read[0].remarks.iter().map(ToString::to_string).collect();
        assert_eq!(
            remarks.contains(&refused),
            day.is_none(),
            "{text}: {remarks:?}"
        );
    }
}
