//! One bad value costs itself: the row that it stands in and those around it are read, and a remark names it.

use super::*;

fn remarks(text: &str) -> Vec<Vec<String>> {
    let rows = read_text(text).unwrap().rows.into_iter();
    let entries = rows.map(|row| row.content.unwrap());
    entries
        .map(|entry| entry.remarks.iter().map(ToString::to_string).collect())
        .collect()
}

#[test]
fn invalid_value_is_reported() {
    let score = |it| format!("The score {it} is not on the scale and was left out.");
    let number = |it| {
        format!("\"{it}\" was left out: it is no number of episodes or rewatches that Mitai keeps.")
    };
    let mal = |field: &str| {
        format!(
            "<myanimelist><anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status>{field}</anime>
             </myanimelist>"
        )
    };
    for (text, remark) in [
        (mal("<my_score>NaN</my_score>"), score("NaN")),
        (mal("<my_score>1e999</my_score>"), score("1e999")),
        (mal("<my_rewatching>7</my_rewatching>"), number("7")),
        (
            r#"[{"target_id":1,"target_type":"Anime","status":"watching","score":"eight"}]"#.into(),
            score("eight"),
        ),
        (
            r#"[{"target_id":1,"target_type":"Anime","status":"watching","episodes":"many"}]"#
                .into(),
            number("many"),
        ),
        (
            r#"[{"target_id":1,"target_type":"Anime","status":"watching","rewatches":[2]}]"#.into(),
            number("[2]"),
        ),
        (
            r#"[{"anime_id":1,"num_watched_episodes":"x","status":1}]"#.into(),
            number("x"),
        ),
        (
            r#"[{"target_id":1,"target_type":"Anime","status":"watching","text":{"a":1}}]"#.into(),
            r#"The notes {"a":1} were left out: they are no text."#.into(),
        ),
        (
            "mal_id,title,status\n1,A,dropped,,b, c ,\n".into(),
            "What stands behind the last column (b, c) was left out. A cell with a separator in it needs quotation marks."
                .into(),
        ),
        (
            "mal_id,title,status\n1,A,\n".into(),
            "It has no status: it is taken as planned, unless it is on your list.".into(),
        ),
    ] {
        assert_eq!(remarks(&text), [[remark]], "{text}");
    }
}

#[test]
fn csv_that_ends_inside_quotation_marks_says_so() {
    let open = |text: &str| {
        let remarks = remarks(text).pop().unwrap_or_default();
        remarks.contains(&Remark::OpenQuotes.to_string())
    };
    for text in [
        "title,status,notes\nA,dropped,\"cut",
        "title,status,notes\nA,dropped,\"open\nB,dropped,c\nC,dropped,d\n",
        "title,status,notes\nA,dropped,\"said \"\"so",
        "sep=;\r\ntitle;status;notes\r\nA;dropped;\"a\r\n",
    ] {
        assert!(open(text), "{text}");
    }
    for text in [
        "title,status,notes\nA,dropped,\"closed\"",
        "title,status,notes\nA,dropped,\"said \"\"so\"\"\"\n",
        "title,status,notes\n5\" disc,dropped,a\"\n",
        "title,status,notes\nA,dropped,\"closed\" and \"\n",
        "title,status,notes\nA,dropped,\"two\nlines\"\n",
    ] {
        assert!(!open(text), "{text}");
    }
}

#[test]
fn refused_row_says_that_the_file_ends_inside_quotation_marks() {
    let rows = read_text("title,status,notes\nC,dropped,\nA,\"dropped,x\nB,dropped,y\n")
        .unwrap()
        .rows;
    assert!(rows[0].content.is_ok());
    assert_eq!(rows[1].content, Err(RowError::OpenQuotes));
    assert_eq!(rows.len(), 2);
    let names = "title,status,\"notes\nA,dropped,x\n";
    let open = FileError::Unreadable {
        line: 1,
        entries: 0,
    };
    assert_eq!(read_text(names), Err(open));
}

#[test]
fn missing_value_gets_no_remark() {
    for text in [
        r#"[{"target_id":1,"target_type":"Anime","status":"watching","score":null,"episodes":"","rewatches":0,"text":[]}]"#,
        "mal_id,title\n1,A\n",
        "<myanimelist><anime><series_title>A</series_title><my_status>1</my_status><my_rewatching> </my_rewatching></anime>
         </myanimelist>",
    ] {
        assert_eq!(remarks(text), [[""; 0]], "{text}");
    }
}

#[test]
fn lone_surrogate_or_huge_number_affects_its_row_alone() {
    let row = |id: u8, rest: &str| {
        format!(r#"{{"target_id":{id},"target_type":"Anime","status":"watching",{rest}}}"#)
    };
    let text = format!(
        "[{},{},{},{}]",
        row(1, r#""text":"plain \ud83d\ude00""#),
        row(2, r#""text":"half \ud83d of \"it\"\\""#),
        row(3, r#""text":"\ude00 \ud83d\u0041","score":1e400"#),
        row(4, r#""score":8"#),
    );
    let rows = read_text(&text).unwrap().rows;
    let entries: Vec<_> = rows.into_iter().map(|row| row.content.unwrap()).collect();
    let notes: Vec<_> = entries
        .iter()
        .map(|it| it.imported.notes.as_str())
        .collect();
    assert_eq!(
        notes,
        [
            "plain \u{1f600}",
            "half \u{fffd} of \"it\"\\",
            "\u{fffd} \u{fffd}A",
            ""
        ]
    );
    assert_eq!(entries[2].remarks, [Remark::Score("1e400".into())]);
    assert_eq!(
        entries[3].imported.score,
        domain::anime_list::Score::new(80).ok()
    );
}

#[test]
fn manga_among_anime_is_a_refused_row() {
    let text = "<myanimelist><anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status></anime>
        <manga><manga_mangadb_id>2</manga_mangadb_id><manga_title>Berserk</manga_title></manga></myanimelist>";
    let rows = read_text(text).unwrap().rows;
    assert!(rows[0].content.is_ok());
    assert_eq!(rows[1].content, Err(RowError::OtherMedium));
    assert_eq!(rows[1].name.as_deref(), Some("Berserk"));
    assert_eq!(rows[1].raw_id.as_deref(), Some("2"));
}

#[test]
fn other_media_among_anime_are_refused_rows() {
    let media = |id: u32| {
        format!(
            r#"{{"lists":[{{"status":"CURRENT","entries":[{{"media":{{"idMal":{id},"title":{{"romaji":"T{id}"}}}}}}]}}]}}"#
        )
    };
    let anilist = format!(
        r#"{{"data":{{"manga":{},"anime":{}}}}}"#,
        media(1),
        media(2)
    );
    let rows = read_text(&anilist).unwrap().rows;
    assert_eq!(rows[0].content, Err(RowError::OtherMedium));
    assert_eq!(rows[0].name.as_deref(), Some("T1"));
    assert!(rows[1].content.is_ok());
    let manga = format!(r#"{{"data":{{"manga":{}}}}}"#, media(1));
    assert_eq!(read_text(&manga), Err(FileError::NoAnime));

    let simkl = |id: u32| {
        format!(r#"[{{"status":"watching","show":{{"title":"T{id}","ids":{{"mal":"{id}"}}}}}}]"#)
    };
    let text = format!(r#"{{"shows":{},"anime":{}}}"#, simkl(1), simkl(2));
    let rows = read_text(&text).unwrap().rows;
    assert_eq!(rows[0].content, Err(RowError::OtherMedium));
    assert!(rows[1].content.is_ok());
}

#[test]
fn list_of_other_media_alone_has_no_anime() {
    let film = r#"{"status":"completed","last_watched_at":null,"movie":{"title":"A"}}"#;
    for text in [
        format!(r#"{{"movies":[{film}]}}"#),
        format!(r#"{{"anime":null,"shows":[],"movies":[{film}]}}"#),
        r#"{"shows":[{"status":"watching","show":{"title":"A"}}]}"#.to_owned(),
        r#"{"shows":[{"title":"A"}],"anime":[]}"#.to_owned(),
    ] {
        assert_eq!(read_text(&text), Err(FileError::NoAnime), "{text}");
    }
    let shown = r#"{"status":"watching","show":{"title":"B"}}"#;
    let list = read_text(&format!(r#"{{"movies":[{film}],"anime":[{shown}]}}"#)).unwrap();
    assert_eq!(list.form, Form::Simkl);
    assert_eq!(list.rows[0].content, Err(RowError::OtherMedium));
    assert_eq!(list.rows[0].name.as_deref(), Some("A"));
    assert!(list.rows[1].content.is_ok());
}

#[test]
fn empty_array_is_an_empty_list() {
    assert_eq!(read_text("[]"), Err(FileError::Empty));
}
