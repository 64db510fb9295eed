//! Nothing of a file is lost without a word.

use domain::anime_list::Status;

use super::*;

/// The name, the number and the reason of each row that is refused.
fn refused(text: &str) -> Vec<(Option<String>, Option<String>, String)> {
    let rows = read_text(text).unwrap().rows.into_iter();
    let refused = rows.filter_map(|row| Some((row.name, row.raw_id, row.content.err()?)));
    refused
        .map(|(name, id, why)| (name, id, why.to_string()))
        .collect()
}

fn said(
    name: Option<&str>,
    id: Option<&str>,
    why: &str,
) -> (Option<String>, Option<String>, String) {
    (
        name.map(str::to_owned),
        id.map(str::to_owned),
        why.to_owned(),
    )
}

#[test]
fn refused_row_keeps_its_name_and_number_as_written() {
    let unknown = "Its status is \"Considering\", which is none that Mitai knows.";
    let no_title = "It has neither a number nor a title.";
    for (text, rows) in [
        (
            "<myanimelist><anime><series_animedb_id>7</series_animedb_id><series_title>A</series_title>
             <my_status>Considering</my_status></anime><anime><series_animedb_id>x7</series_animedb_id>
             <my_status>1</my_status></anime></myanimelist>",
            vec![said(Some("A"), Some("7"), unknown), said(None, Some("x7"), no_title)],
        ),
        (
            "mal_id,title,status\n7,A,Considering\nx7,,Watching\n",
            vec![said(Some("A"), Some("7"), unknown), said(None, Some("x7"), no_title)],
        ),
        (
            "source,media_type,media_id,title,status\ntmdb,tv,9,Friends,Completed\n",
            vec![said(Some("Friends"), Some("9"), "It is not an anime.")],
        ),
        (
            r#"{"data":{"MediaListCollection":{"lists":[{"entries":[
               {"mediaId":20,"status":"Considering","media":{"idMal":21,"title":{"romaji":"A"}}}, 3]}]}}}"#,
            vec![
                said(Some("A"), Some("20"), unknown),
                said(None, None, "It cannot be read: 3 is not an object."),
            ],
        ),
        (
            r#"{"data":[{"id":"1","type":"libraryEntries","attributes":{"status":"Considering"},
               "relationships":{"anime":{"data":{"type":"anime","id":"5"}}}}]}"#,
            vec![said(None, Some("5"), unknown)],
        ),
        (
            r#"{"mitai":"list","version":1,"entries":[{"mal_id":"x","title":"A","entry":{}}],
               "unresolved":[{"title":{"name":"B"},"said":{"progress":60000}},{"title":{},"said":{}}]}"#,
            vec![
                said(Some("A"), Some("x"), no_title),
                said(Some("B"), None, "It cannot be read: its values do not go together."),
                said(None, None, no_title),
            ],
        ),
    ] {
        assert_eq!(refused(text), rows, "{text}");
    }
}

#[test]
fn non_object_in_an_array_of_rows_is_a_refused_row() {
    let row = r#"{"target_id":1,"target_type":"Anime","status":"watching"}"#;
    let text = format!(r#"[null,{row},[],true,2,-3,4.5,"a",{{}},{row}]"#);
    let why: Vec<_> = refused(&text).into_iter().map(|(.., why)| why).collect();
    let no_object = |it| format!("It cannot be read: {it} is not an object.");
    let values = ["null", "[]", "true", "2", "-3", "4.5", "\"a\""].map(no_object);
    assert_eq!(why, [&values[..], &["It is not an anime.".into()]].concat());
    assert_eq!(read_text(&text).unwrap().rows.len(), 10);
    let simkl = r#"{"shows":null,"anime":[{"status":"watching","show":{"title":"A"}},null]}"#;
    assert_eq!(read_text(simkl).unwrap().rows.len(), 2);
    let kitsu = r#"{"data":[null,{},{"id":"1","type":"libraryEntries","attributes":{"status":"current"}}],
        "included":[{"id":"5","type":"anime","attributes":{}}]}"#;
    assert_eq!(read_text(kitsu).unwrap().rows.len(), 3);
    let trakt = r#"[{"last_watched_at":"","show":{"title":"A"},"seasons":[]}]"#;
    let why = "It cannot be read: it names no episode.";
    assert_eq!(refused(trakt), [said(Some("A"), None, why)]);
}

#[test]
fn too_deeply_nested_field_refuses_its_row_alone() {
    let row = |text: &str| {
        format!(r#"{{"target_id":1,"target_type":"Anime","status":"watching","text":{text}}}"#)
    };
    let deep = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    for depth in [127, 128, 130, 10_000] {
        let text = format!("[{},{},{}]", row("1"), row(&deep(depth)), row("2"));
        let why = "It cannot be read: it is nested too deep.";
        assert_eq!(refused(&text), [said(None, None, why)], "{depth}");
        assert_eq!(read_text(&text).unwrap().rows.len(), 3);
    }
    assert!(
        only(&format!("[{}]", row(&deep(126))))
            .imported
            .notes
            .is_empty()
    );
    let beside = format!(r#"{{"user":{},"list":[{}]}}"#, deep(130), row("1"));
    assert!(only(&beside).remarks.is_empty());
}

#[test]
fn invalid_id_of_a_named_title_is_a_remark() {
    for text in [
        "mal_id,title\nx7,A\n",
        "<myanimelist><anime><series_animedb_id>x7</series_animedb_id><series_title>A</series_title>
         <my_status>1</my_status></anime></myanimelist>",
    ] {
        let entry = only(text);
        assert_eq!(entry.title.name.as_deref(), Some("A"));
        assert_eq!(entry.remarks, [Remark::Id("x7".into())]);
    }
}

const HISTORY: &str = r#"[
  {"watched_at":"2020-03-02T12:00:00.000Z","type":"episode","episode":{"season":1,"number":2},"show":{"title":"A","ids":{"trakt":1}}},
  {"watched_at":"2020-03-01T12:00:00.000Z","type":"episode","episode":{"season":1,"number":1},"show":{"title":"A","ids":{"trakt":1}}},
  {"watched_at":"2021-01-01T12:00:00.000Z","type":"episode","episode":{"season":2,"number":1},"show":{"title":"A","ids":{"trakt":1}}},
  {"watched_at":"2021-02-01T12:00:00.000Z","type":"episode","episode":{"season":1,"number":1},"show":{"title":"A","ids":{"trakt":1}}},
  {"watched_at":"2021-03-01T12:00:00.000Z","type":"movie","movie":{"title":"B"}},
  {"watched_at":"2021-04-01T12:00:00.000Z","type":"movie","movie":{"title":"B"}},
  {"watched_at":"2021-05-01T12:00:00.000Z","type":"episode","episode":{"season":0,"number":4},"show":{"title":"A","ids":{"trakt":1}}},
  {"watched_at":"2021-05-01T12:00:00.000Z","type":"episode","show":{"ids":{"trakt":9}}}]"#;

#[test]
fn history_of_trakt_is_an_entry_for_each_season() {
    let list = read_text(HISTORY).unwrap();
    assert_eq!(list.form, Form::Trakt);
    let read = |row: &Row| {
        let entry = row.content.as_ref().ok()?;
        let imported = &entry.imported;
        let day = |date: Option<domain::anime_list::PartialDate>| date.map(|it| it.to_string());
        let remarks: Vec<String> = entry.remarks.iter().map(ToString::to_string).collect();
        Some((
            entry.title.name.clone().unwrap(),
            (
                imported.status.unwrap(),
                imported.progress.unwrap(),
                imported.rewatches,
            ),
            (day(imported.started), day(imported.finished)),
            remarks.concat(),
        ))
    };
    let day = |day: &str| Some(day.to_owned());
    let together = |rows| format!("{rows} rows of the file are taken together here.");
    let rows: Vec<_> = list.rows.iter().map(read).collect();
    let season = (day("2020-03-01"), None);
    assert_eq!(
        rows,
        [
            Some(("A".into(), (Status::Watching, 2, 0), season, together(3))),
            Some((
                "A Season 2".into(),
                (Status::Watching, 1, 0),
                (day("2021-01-01"), None),
                String::new()
            )),
            Some((
                "B".into(),
                (Status::Completed, 1, 1),
                (day("2021-03-01"), day("2021-03-01")),
                together(2)
            )),
            Some((
                "A Specials".into(),
                (Status::Watching, 1, 0),
                (day("2021-05-01"), None),
                String::new()
            )),
            None,
        ]
    );
    let numbers: Vec<u32> = list.rows.iter().map(|row| row.number).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    assert_eq!(list.rows[4].raw_id.as_deref(), Some("9"));
    let changed = list.rows[0].content.as_ref().unwrap().imported.updated_at;
    assert_eq!(changed.unwrap().to_string(), "2021-02-01T12:00:00Z");
}

#[test]
fn watched_shows_of_trakt_have_their_episodes() {
    let list = read_text(
        r#"[{"plays":5,"last_watched_at":"2021-02-01T12:00:00.000Z","show":{"title":"A"},"seasons":[
             {"number":1,"episodes":[{"number":1,"plays":2},{"number":2,"plays":2}]},
             {"number":2,"episodes":[{"number":1,"plays":1}]}]},
            {"plays":3,"last_watched_at":"2021-02-01T12:00:00.000Z","movie":{"title":"B"}}]"#,
    )
    .unwrap();
    let read = |row: &Row| {
        let entry = row.content.as_ref().unwrap();
        (entry.imported.progress.unwrap(), entry.imported.rewatches)
    };
    let rows: Vec<_> = list.rows.iter().map(read).collect();
    assert_eq!(rows, [(2, 1), (1, 0), (1, 2)]);
}
