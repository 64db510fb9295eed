//! Each form, with what its files really hold.

use domain::{
    anime::{ForeignId, Site},
    anime_list::Status,
};

use super::*;

fn mal(row: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?><myanimelist><myinfo><user_export_type>1</user_export_type></myinfo>{row}</myanimelist>"
    )
}

fn anime(fields: &str) -> String {
    mal(&format!(
        "<anime><series_animedb_id>1</series_animedb_id>{fields}</anime>"
    ))
}

fn state(entry: &FileEntry) -> (Status, bool) {
    (entry.imported.status.unwrap(), entry.imported.rewatching)
}

#[test]
fn my_anime_list_row_keeps_every_value() {
    let entry = only(&anime(
        "<series_title><![CDATA[Cowboy & Bebop]]></series_title><my_watched_episodes>5</my_watched_episodes>
         <my_start_date>2019-00-00</my_start_date><my_finish_date>2019-04-00</my_finish_date><my_score>8</my_score>
         <my_status>On-Hold</my_status><my_times_watched>2</my_times_watched><my_priority>HIGH</my_priority>
         <my_tags><![CDATA[space, jazz]]></my_tags><my_comments><![CDATA[Great.<br />Really &quot;great&quot;.]]></my_comments>",
    ));
    assert_eq!(entry.title.mal_id.unwrap().get(), 1);
    assert_eq!(entry.title.name.as_deref(), Some("Cowboy & Bebop"));
    assert_eq!(entry.imported.status, Some(Status::Paused));
    assert_eq!(
        (entry.imported.progress, entry.imported.rewatches),
        (Some(5), 2)
    );
    assert_eq!(entry.imported.score.unwrap().get(), 80);
    assert_eq!(entry.imported.started.unwrap().to_string(), "2019");
    assert_eq!(entry.imported.finished.unwrap().to_string(), "2019-04");
    assert_eq!(entry.imported.notes, "Great.\nReally \"great\".");
    assert!(entry.imported.tags.iter().eq(["jazz", "space"]));
    assert_eq!(entry.imported.foreign_fields["my_priority"], "HIGH");
    assert!(entry.remarks.is_empty());
}

#[test]
fn zero_date_is_no_date() {
    let entry = only(&anime(
        "<my_status>2</my_status><my_start_date>0000-00-00</my_start_date>",
    ));
    assert_eq!(
        (entry.imported.status, entry.imported.started),
        (Some(Status::Completed), None)
    );
    assert!(entry.remarks.is_empty());
}

#[test]
fn rewatching_title_is_being_watched() {
    let entry = only(&anime(
        "<my_status>Completed</my_status><my_rewatching>1</my_rewatching>",
    ));
    assert_eq!(state(&entry), (Status::Watching, true));
    let empty = only(&anime(
        "<my_status>Completed</my_status><my_rewatching></my_rewatching>",
    ));
    assert_eq!(state(&empty), (Status::Completed, false));
}

#[test]
fn rewatch_count_255_is_reported_and_ignored() {
    let entry = only(&anime(
        "<my_status>Completed</my_status><my_times_watched>255</my_times_watched>",
    ));
    assert_eq!(entry.imported.rewatches, 0);
    assert_eq!(entry.remarks, [Remark::Number("255".into())]);
}

#[test]
fn shikimori_status_marks_rewatching() {
    let list = read_text(&anime(
        "<my_status>Completed</my_status><shiki_status>Rewatching</shiki_status>",
    ))
    .unwrap();
    assert_eq!(list.form, Form::ShikimoriXml);
    assert!(list.rows[0].content.as_ref().unwrap().imported.rewatching);
}

#[test]
fn invalid_value_is_dropped_with_a_remark() {
    let entry = only(&anime(
        "<my_status>Watching</my_status><my_score>11</my_score><my_start_date>2019-02-31</my_start_date>
         <my_watched_episodes>many</my_watched_episodes>",
    ));
    assert_eq!(
        (
            entry.imported.score,
            entry.imported.started,
            entry.imported.progress
        ),
        (None, None, None)
    );
    let remarks: Vec<_> = entry.remarks.iter().map(ToString::to_string).collect();
    assert_eq!(
        remarks,
        [
            "\"many\" was left out: it is no number of episodes or rewatches that Mitai keeps.",
            "The score 11 is not on the scale and was left out.",
            "The date 2019-02-31 was left out: it is no day, or may be two. Write it as 2019-04-25.",
        ]
    );
}

#[test]
fn bad_row_is_refused_alone() {
    let list = read_text(&mal(
        "<anime><series_animedb_id>1</series_animedb_id><my_status>Considering</my_status></anime>
         <anime><my_status>Watching</my_status></anime>
         <anime><series_animedb_id>2</series_animedb_id><my_status>Watching</my_status></anime>",
    ))
    .unwrap();
    let refused = |row: &Row| row.content.as_ref().err().map(ToString::to_string);
    let refused: Vec<_> = list.rows.iter().map(refused).collect();
    assert_eq!(
        refused,
        [
            Some("Its status is \"Considering\", which is none that Mitai knows.".to_owned()),
            Some("It has neither a number nor a title.".to_owned()),
            None
        ]
    );
}

#[test]
fn gzipped_xml_reads_like_plain_xml() {
    use std::io::Write as _;

    let text = anime("<my_status>Watching</my_status>");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(text.as_bytes()).unwrap();
    assert_eq!(read_bytes(&packed.finish().unwrap()), read_text(&text));
}

#[test]
fn bare_ampersand_is_text() {
    let list = read_text(&anime(
        "<series_title>Tom & Jerry; AT&T &lt;3 &#9733;</series_title><my_status>1</my_status>",
    ));
    let name = list.unwrap().rows[0].name.clone().unwrap();
    assert_eq!(name, "Tom & Jerry; AT&T <3 ★");
}

#[test]
fn invalid_utf8_is_replaced() {
    let text = anime("<my_status>1</my_status><my_comments><![CDATA[a@b]]></my_comments>");
    let bytes: Vec<u8> = text
        .bytes()
        .map(|it| if it == b'@' { 0xe9 } else { it })
        .collect();
    let list = read_bytes(&bytes).unwrap();
    assert_eq!(
        list.rows[0].content.as_ref().unwrap().imported.notes,
        "a\u{fffd}b"
    );
}

#[test]
fn byte_order_marks_and_control_characters_are_dropped() {
    let text = anime("<my_status>1</my_status><my_comments>a\u{1}b\0c</my_comments>");
    assert_eq!(only(&text).imported.notes, "abc");
    let marked = [&[0xef, 0xbb, 0xbf], text.as_bytes()].concat();
    assert_eq!(read_bytes(&marked).unwrap().rows.len(), 1);
    let wide: Vec<u8> = std::iter::once(0xfeff)
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(read_bytes(&wide).unwrap().rows.len(), 1);
}

#[test]
fn empty_list() {
    assert_eq!(read_text(&mal("")).unwrap().rows, []);
    assert_eq!(read_text("  \n"), Err(FileError::Empty));
}

#[test]
fn list_of_manga_is_refused_by_its_name() {
    let manga = mal("<manga><manga_mangadb_id>1</manga_mangadb_id></manga>");
    assert_eq!(read_text(&manga), Err(FileError::NoAnime));
    let shikimori = r#"[{"target_id":1,"target_type":"Manga","status":"completed"}]"#;
    assert_eq!(read_text(shikimori), Err(FileError::NoAnime));
}

#[test]
fn unsupported_tags_are_kept_for_export() {
    let long = "a".repeat(60);
    let entry = only(&anime(&format!(
        "<my_status>1</my_status><my_tags>fine,{long}</my_tags>"
    )));
    assert!(entry.imported.tags.iter().eq(["fine"]));
    assert_eq!(entry.remarks.len(), 1);
    assert_eq!(
        entry.imported.foreign_fields["my_tags"],
        format!("fine,{long}")
    );
}

const ANILIST: &str = r#"{"data":{"MediaListCollection":{"user":{"name":"x"},"lists":[
  {"name":"Watching","isCustomList":false,"status":"CURRENT","entries":[
    {"mediaId":20,"status":"REPEATING","score":85,"progress":3,"repeat":1,"priority":0,"private":true,"notes":null,
     "customLists":{"Best":true,"Other":false},"startedAt":{"year":2019,"month":null,"day":null},
     "completedAt":{"year":null,"month":null,"day":null},"updatedAt":1700000000,
     "media":{"id":20,"idMal":21,"title":{"romaji":"One Piece"}}}]},
  {"name":"Mine","isCustomList":true,"entries":[
    {"mediaId":20,"status":"REPEATING","score":85,"media":{"idMal":21,"title":{"romaji":"One Piece"}}},
    {"mediaId":30,"status":"PLANNING","score":0,"media":{"idMal":null,"title":{"romaji":"Only Here"}}}]}]}}}"#;

#[test]
fn anilist_lists_become_statuses_and_tags() {
    let list = read_text(ANILIST).unwrap();
    assert_eq!(list.form, Form::AniList);
    let [one, two] = &list.rows[..] else {
        panic!("{list:?}");
    };
    let one = one.content.as_ref().unwrap();
    assert_eq!(one.title.mal_id.unwrap().get(), 21);
    assert_eq!(
        (
            one.imported.status,
            one.imported.rewatching,
            one.imported.rewatches
        ),
        (Some(Status::Watching), true, 1)
    );
    assert_eq!(one.imported.score.unwrap().get(), 85);
    assert_eq!(one.imported.started.unwrap().to_string(), "2019");
    assert_eq!(one.imported.private, Some(true));
    assert!(one.imported.tags.iter().eq(["Best", "Mine"]));
    let two = two.content.as_ref().unwrap();
    let id = ForeignId {
        site: Site::AniList,
        id: 30,
    };
    assert_eq!((two.title.mal_id, two.title.foreign), (None, Some(id)));
    assert!(two.imported.tags.iter().eq(["Mine"]));
}

#[test]
fn anilist_export_reads_custom_lists_as_a_bit_mask() {
    let list = read_text(
        r#"{"user":{"email":"me@example.com","custom_lists":{"anime":["First","Second"]}},
          "lists":[{"series_type":0,"series_id":7,"status":5,"score":70,"progress":4,"repeat":2,"private":0,
            "custom_lists":"01","started_on":20190400,"finished_on":0},
           {"series_type":1,"series_id":8,"status":0}]}"#,
    )
    .unwrap();
    assert_eq!(list.form, Form::AniListData);
    let entry = list.rows[0].content.as_ref().unwrap();
    assert!(entry.imported.tags.iter().eq(["Second"]));
    assert_eq!(
        (entry.imported.rewatching, entry.imported.progress),
        (true, Some(4))
    );
    assert_eq!(entry.imported.started.unwrap().to_string(), "2019-04");
    assert_eq!(list.rows[1].content, Err(RowError::OtherMedium));
}

#[test]
fn email_address_of_an_anilist_export_is_not_read() {
    let list = read_text(
        r#"{"user":{"email":"me@example.com"},"lists":[{"series_type":0,"series_id":7,"status":1}]}"#,
    );
    assert!(!format!("{:?}", list.unwrap()).contains("example.com"));
}

#[test]
fn date_not_shifted_utc_11_utc_14() {
    let kitsu = r#"{"data":[{"id":"1","type":"libraryEntries","attributes":{"status":"current","progress":1,
      "reconsuming":false,"ratingTwenty":15,"startedAt":"2019-04-05T10:30:00.000Z"},
      "relationships":{"anime":{"data":{"type":"anime","id":"5"}}}}]}"#;
    for (zone, day) in [
        ("Pacific/Pago_Pago", "2019-04-04"),
        ("UTC", "2019-04-05"),
        ("Pacific/Kiritimati", "2019-04-06"),
    ] {
        let reading = Reading::of(TimeZone::get(zone).unwrap());
        let list = read(kitsu.as_bytes(), &reading).unwrap();
        let entry = list.rows[0].content.as_ref().unwrap();
        assert_eq!(entry.imported.started.unwrap().to_string(), day, "{zone}");
        assert_eq!(entry.imported.score.unwrap().get(), 75);
    }
    // A day without an hour is the same everywhere
    let mal = anime("<my_status>1</my_status><my_start_date>2019-04-05</my_start_date>");
    assert_eq!(
        only(&mal).imported.started.unwrap().to_string(),
        "2019-04-05"
    );
}

#[test]
fn kitsu_titles_are_read_from_included_resources() {
    let list = read_text(
        r#"{"data":[{"id":"1","type":"library-entries","attributes":{"status":"on_hold","reconsuming":true,"reconsumeCount":2},
             "relationships":{"media":{"data":{"type":"anime","id":"5"}}}}],
           "included":[{"id":"5","type":"anime","attributes":{"canonicalTitle":"Trigun"},
             "relationships":{"mappings":{"data":[{"type":"mappings","id":"9"}]}}},
            {"id":"9","type":"mappings","attributes":{"externalSite":"myanimelist/anime","externalId":"6"}}]}"#,
    )
    .unwrap();
    assert_eq!((list.form, list.rows.len()), (Form::Kitsu, 1));
    let entry = list.rows[0].content.as_ref().unwrap();
    assert_eq!(entry.title.mal_id.unwrap().get(), 6);
    assert_eq!(entry.title.name.as_deref(), Some("Trigun"));
    assert_eq!(
        (
            entry.imported.status,
            entry.imported.rewatching,
            entry.imported.rewatches
        ),
        (Some(Status::Watching), true, 2)
    );
}

#[test]
fn anime_planet_counts_every_watching() {
    let list = read_text(
        r#"{"user":{"name":"a"},"export":{"type":"anime","version":"0.1a"},"entries":[
          {"name":"Bleach","status":"stalled","started":"2016-05-01 23:32:33-07","completed":null,"rating":3.5,"times":3,"eps":9},
          {"name":"Naruto","status":"won't watch","started":null,"completed":null,"rating":0,"times":0,"eps":0}]}"#,
    )
    .unwrap();
    assert_eq!(list.form, Form::AnimePlanet);
    let entry = list.rows[0].content.as_ref().unwrap();
    assert_eq!(
        (entry.imported.status, entry.imported.rewatches),
        (Some(Status::Paused), 2)
    );
    assert_eq!(entry.imported.score.unwrap().get(), 70);
    // The day is that of the owner's clock
    assert_eq!(entry.imported.started.unwrap().to_string(), "2016-05-01");
    assert_eq!(list.rows[1].content, Err(RowError::NotInterested));
}

#[test]
fn simkl_date_of_1970_means_unknown() {
    let list = read_text(
        r#"{"anime":[{"status":"completed","user_rating":9,"last_watched_at":"1970-01-01T00:00:01Z",
          "watched_episodes_count":12,"show":{"title":"A","ids":{"mal":"55"}},"memo":{"text":"Good","is_private":true}}],
          "movies":[]}"#,
    )
    .unwrap();
    assert_eq!(list.form, Form::Simkl);
    let entry = list.rows[0].content.as_ref().unwrap();
    assert_eq!(
        (entry.title.mal_id.unwrap().get(), entry.imported.finished),
        (55, None)
    );
    assert_eq!(
        (
            entry.imported.score.unwrap().get(),
            entry.imported.notes.as_str()
        ),
        (90, "Good")
    );
}

#[test]
fn whole_scores_are_recognised_where_a_file_has_no_decimals() {
    let of_xml = |score: &str| {
        only(&format!(
            "<myanimelist><anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status>\
             <my_score>{score}</my_score></anime></myanimelist>"
        ))
    };
    assert!(of_xml("9").imported.has_whole_scores);
    assert!(!of_xml("0").imported.has_whole_scores);
    let decimals = "<anime><series_animedb_id>1</series_animedb_id><my_status>1</my_status><my_score>9</my_score></anime>\
                    <anime><series_animedb_id>2</series_animedb_id><my_status>1</my_status><my_score>8.5</my_score></anime>";
    let decimals = read_text(&format!("<myanimelist>{decimals}</myanimelist>")).unwrap();
    let is_marked = |row: &Row| row.content.as_ref().unwrap().imported.has_whole_scores;
    assert!(!decimals.rows.iter().any(is_marked));
    let of_json = |form: &str| only(&format!("[{{{form},\"status\":\"completed\"}}]"));
    let shikimori = of_json("\"target_id\":1,\"target_type\":\"Anime\",\"score\":9");
    assert!(shikimori.imported.has_whole_scores);
    let planet = of_json("\"name\":\"A\",\"eps\":1,\"rating\":4.5");
    assert!(!planet.imported.has_whole_scores);
}
