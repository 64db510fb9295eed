//! What is written is read again as it was.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use domain::anime_list::{
    ImportPolicy, ImportedEntry, ListEntry, ListItem, RunState, Score, Status, StoredEntryRef,
};
use jiff::{Timestamp, tz::TimeZone};
use list_files::{
    FileEntry, FileError, Form, Reading, read,
    write::{ExportForm, JSON_SCHEMA},
};
use proptest::{collection::vec, prelude::*};
use serde_json::{Value, json};

use crate::{
    any_entry::any_entry,
    written::{entries, file, in_mal_xml, item, list, whole},
};

fn planned() -> ListEntry {
    ListEntry::planned(Timestamp::UNIX_EPOCH)
}

fn listed(entries: &[ListEntry]) -> Vec<ListItem> {
    let named = |(id, entry): (u32, &ListEntry)| item(id, &format!("No. {id}"), entry.clone());
    (1..).zip(entries).map(named).collect()
}

/// What is left of a text where characters are missing that XML has no place for, and blanks around it.
fn legal(text: &str) -> String {
    let is_illegal = |it: char| it.is_ascii_control() && !"\t\r\n\u{7f}".contains(it);
    let legal = text.replace(
        |it| is_illegal(it) || matches!(it, '\u{fffe}' | '\u{ffff}'),
        "",
    );
    legal.trim().to_owned()
}

/// Whether what was read is what an entry is in a form of one run, whatever its notes and score.
fn is_of(imported: &ImportedEntry, entry: &ListEntry) -> bool {
    let first = entry.runs.first().unwrap();
    let was_done = entry.runs.iter().any(|run| run.state == RunState::Done);
    let tags = entry.tags.iter().map(|tag| legal(&tag.replace(',', ";")));
    imported.status == Some(entry.status)
        && imported.rewatching == (entry.status == Status::Watching && was_done)
        && imported.progress == Some(entry.current_run().progress)
        && imported.started == first.started.map(|it| it.date)
        && imported.finished == first.finished.map(|it| it.date)
        && imported.rewatches == entry.rewatches()
        && imported.tags == tags.filter(|tag| !tag.is_empty()).collect()
}

proptest! {
    #[test]
    fn json_export_round_trips_and_matches_its_schema(lists in vec(any_entry(), 0..5)) {
        let text = file(ExportForm::Json, &listed(&lists));
        let read = list(text.as_bytes());
        prop_assert_eq!(read.form, Form::Mitai);
        for ((id, row), entry) in (1..).zip(read.rows).zip(&lists) {
            let read = row.content.unwrap();
            prop_assert_eq!(read.title.mal_id.unwrap().get(), id);
            prop_assert_eq!(read.title.name.unwrap(), format!("No. {id}"));
            prop_assert_eq!(*read.imported.whole.unwrap(), entry.clone());
        }
        let schema = serde_json::from_str(JSON_SCHEMA).unwrap();
        let list: Value = serde_json::from_str(&text).unwrap();
        let errors: Vec<_> = jsonschema::validator_for(&schema).unwrap().iter_errors(&list).map(|it| it.to_string()).collect();
        prop_assert!(errors.is_empty(), "{errors:#?}");
    }

    #[test]
    fn my_anime_list_xml_round_trips_what_its_format_can_hold(entry in any_entry(), name in ".*") {
        let text = file(ExportForm::MalXml, &[item(7, &name, entry.clone())]);
        let read = entries(&text).remove(0);
        prop_assert_eq!(read.title.mal_id.unwrap().get(), 7);
        prop_assert_eq!(read.title.name.unwrap_or_default(), legal(&name));
        prop_assert!(is_of(&read.imported, &entry), "{entry:?}\n{text}");
        let notes = legal(&entry.notes).replace("\r\n", "\n").replace('\r', "\n");
        prop_assert_eq!(&read.imported.notes, &notes);
        prop_assert_eq!(read.imported.score, entry.score.map(whole));
        prop_assert!(read.remarks.is_empty());
        let again = read.imported.entry(None, entry.added_at);
        let again = entries(&file(ExportForm::MalXml, &[item(7, &name, again)])).remove(0);
        prop_assert_eq!(again.imported, read.imported);
    }

    #[test]
    fn csv_export_round_trips_its_columns(entry in any_entry(), name in "[=+@'-]?.+") {
        let text = file(ExportForm::Csv, &[item(7, &name, entry.clone())]);
        let read = entries(&text).remove(0);
        prop_assert_eq!(read.title.mal_id.unwrap().get(), 7);
        prop_assert_eq!(read.title.name.unwrap_or_default(), legal(&name));
        prop_assert!(is_of(&read.imported, &entry), "{entry:?}\n{text}");
        prop_assert_eq!(&read.imported.notes, &legal(&entry.notes));
        prop_assert_eq!(read.imported.score, entry.score);
        prop_assert_eq!(read.imported.private, Some(entry.private));
        prop_assert!(read.remarks.is_empty());
    }
}

#[test]
fn empty_lists_are_read_as_such() {
    for (form, read) in [
        (ExportForm::Json, Form::Mitai),
        (ExportForm::MalXml, Form::MyAnimeList),
        (ExportForm::Csv, Form::Csv),
    ] {
        let list = list(file(form, &[]).as_bytes());
        assert_eq!((list.form, list.rows), (read, Vec::new()));
    }
}

#[test]
fn list_of_a_newer_mitai_is_refused() {
    let newer = json!({ "mitai": "list", "version": 2, "entries": [{ "mal_id": 1, "entry": {} }] });
    let refused = read(newer.to_string().as_bytes(), &Reading::of(TimeZone::UTC));
    assert_eq!(refused, Err(FileError::Newer));
}

#[test]
fn rewatched_title_is_exported_as_completed() {
    let entry = r#"{"status":"watching","score":4,"added_at":"2026-01-01T00:00:00Z","notes":"]]> & <3","extra_runs":1,
        "runs":[{"state":"done","progress":26,"started":{"date":"2019"},"finished":{"date":"2019-04"}},{"progress":5}]}"#;
    let text = file(
        ExportForm::MalXml,
        &[item(
            1,
            "Cowboy & Bebop",
            serde_json::from_str(entry).unwrap(),
        )],
    );
    for element in [
        "<user_export_type>1</user_export_type>",
        "<user_total_watching>0</user_total_watching>",
        "<user_total_completed>1</user_total_completed>",
        "<series_title><![CDATA[Cowboy & Bebop]]></series_title>",
        "<series_type>Unknown</series_type>",
        "<my_watched_episodes>5</my_watched_episodes>",
        "<my_start_date>2019-00-00</my_start_date>",
        "<my_finish_date>2019-04-00</my_finish_date>",
        "<my_score>1</my_score>",
        "<my_status>Completed</my_status>",
        "<my_comments><![CDATA[]]]]><![CDATA[> & <3]]></my_comments>",
        "<my_times_watched>1</my_times_watched>",
        "<my_tags><![CDATA[]]></my_tags>",
        "<my_rewatching>1</my_rewatching>",
        "<my_priority>LOW</my_priority>",
        "<update_on_import>1</update_on_import>",
    ] {
        assert!(text.contains(element), "{element} is not in {text}");
    }
}

const OF_MY_ANIME_LIST: &str = r#"<?xml version="1.0" encoding="UTF-8" ?>
<myanimelist>
  <myinfo><user_id>1</user_id><user_export_type>1</user_export_type></myinfo>
  <anime>
    <series_animedb_id>1</series_animedb_id><series_title><![CDATA[One & Two]]></series_title>
    <my_watched_episodes>12</my_watched_episodes><my_start_date>2019-04-00</my_start_date>
    <my_finish_date>2019-00-00</my_finish_date><my_score>7</my_score><my_storage>Hard Drive</my_storage>
    <my_storage_value>2.50</my_storage_value><my_status>Completed</my_status>
    <my_comments><![CDATA[First line.<br />Second &lt;3 &amp;amp; &quot;third&quot;]]></my_comments>
    <my_times_watched>3</my_times_watched><my_rewatch_value>Very High</my_rewatch_value>
    <my_priority>HIGH</my_priority><my_tags><![CDATA[jazz, space]]></my_tags><my_rewatching>1</my_rewatching>
    <my_rewatching_ep>4</my_rewatching_ep><my_discuss>0</my_discuss><my_sns>never</my_sns>
  </anime>
  <anime><series_animedb_id>2</series_animedb_id><my_status>6</my_status><my_rewatching></my_rewatching></anime>
  <anime><series_animedb_id>3</series_animedb_id><my_status>Watching</my_status><my_times_watched>2</my_times_watched>
    <my_watched_episodes>3</my_watched_episodes></anime>
  <anime><series_animedb_id>4</series_animedb_id><my_status>Dropped</my_status><my_score>1</my_score></anime>
  <anime><series_animedb_id>5</series_animedb_id><my_status>On-Hold</my_status>
    <my_tags><![CDATA[,VGhpcyBpcyBhIHRhZyB0aGF0IGlzIGxvbmdlciB0aGFuIHRhZ3MgYXJlIGFuZCBrZXB0]]></my_tags></anime>
</myanimelist>"#;

/// The list items that the entries of a file become.
fn taken(file: &str) -> Vec<ListItem> {
    let item = |read: &FileEntry| {
        let name = read.title.name.as_deref().unwrap_or_default();
        let entry = read.imported.entry(None, Timestamp::UNIX_EPOCH);
        item(read.title.mal_id.unwrap().get(), name, entry)
    };
    entries(file).iter().map(item).collect()
}

#[test]
fn my_anime_list_file_round_trips() {
    let again = entries(&file(ExportForm::MalXml, &taken(OF_MY_ANIME_LIST)));
    let first = entries(OF_MY_ANIME_LIST);
    assert_eq!(again.len(), first.len());
    for (first, again) in first.iter().zip(&again) {
        assert_eq!(again.title, first.title);
        assert_eq!(again.imported, in_mal_xml(&first.imported));
    }
    assert_eq!(again[0].imported.foreign_fields.len(), 7);
}

#[test]
fn reimported_xml_leaves_scores_unchanged() {
    let of_score = |score| ListEntry {
        score: Score::new(score).ok(),
        ..planned()
    };
    let kept: Vec<_> = (1..=100).map(of_score).collect();
    let again = entries(&file(ExportForm::MalXml, &listed(&kept)));
    assert_eq!(again.len(), kept.len());
    for (entry, again) in kept.iter().zip(again) {
        let changed_at = Timestamp::UNIX_EPOCH;
        let mine = StoredEntryRef { entry, changed_at };
        let merged = again.imported.merged(mine, ImportPolicy::Theirs, None);
        assert_eq!(merged.score, entry.score);
    }
}

#[test]
fn tags_come_back_in_their_order_until_they_are_changed() {
    let row = |tags| {
        format!(
            "<myanimelist><anime><series_animedb_id>1</series_animedb_id><my_status>2</my_status>\
             <my_tags><![CDATA[{tags}]]></my_tags></anime></myanimelist>"
        )
    };
    for tags in ["space, jazz, space", "space,jazz"] {
        let mut items = taken(&row(tags));
        let text = file(ExportForm::MalXml, &items);
        assert!(text.contains(&format!("[CDATA[{tags}]]")), "{text}");
        items[0].entry.tags.insert("calm".into());
        let text = file(ExportForm::MalXml, &items);
        assert!(text.contains("[CDATA[calm, jazz, space]]"), "{text}");
    }
    assert!(
        taken(&row("jazz, space"))[0]
            .entry
            .foreign_fields
            .is_empty()
    );
}

#[test]
fn unsupported_tags_are_exported_beside_stored_ones() {
    let mut items = taken(OF_MY_ANIME_LIST);
    let long = "VGhpcyBpcyBhIHRhZyB0aGF0IGlzIGxvbmdlciB0aGFuIHRhZ3MgYXJlIGFuZCBrZXB0";
    items[4].entry.tags.insert("calm".into());
    let text = file(ExportForm::MalXml, &items);
    let tags = format!("<my_tags><![CDATA[calm, {long}]]></my_tags>");
    assert!(text.contains(&tags), "{text}");
}

#[test]
fn formulas_are_text_in_spreadsheets() {
    for notes in [
        "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "＝1", "'=1", "''-1",
    ] {
        let entry = ListEntry {
            notes: notes.into(),
            tags: [notes.trim().to_owned()].into(),
            ..planned()
        };
        let text = file(ExportForm::Csv, &[item(1, notes, entry)]);
        let mut csv = csv::Reader::from_reader(text.as_bytes());
        let record = csv.records().next().unwrap().unwrap();
        for (column, cell) in [(1, notes), (8, notes), (9, notes.trim())] {
            assert_eq!(record[column], format!("'{cell}"));
        }
        let read = entries(&text).remove(0);
        assert_eq!(read.title.name.as_deref(), Some(notes.trim()));
        assert_eq!(read.imported.notes, notes.trim());
        assert!(read.imported.tags.contains(notes.trim()));
    }
}

#[test]
fn csv_export_is_readable_in_a_spreadsheet() {
    let entry = r#"{"status":"paused","score":85,"added_at":"2026-01-01T00:00:00Z","notes":"Calm, \"slow\"","tags":["a","b"],
        "runs":[{"progress":5,"started":{"date":"2019-04"}}]}"#;
    let entry = serde_json::from_str(entry).unwrap();
    assert_eq!(
        file(ExportForm::Csv, &[item(5, "Trigun", entry)]),
        "\u{feff}mal_id,title,status,progress,score,started,finished,rewatches,notes,tags,private\r\n\
         5,Trigun,On hold,5,8.5,2019-04,,0,\"Calm, \"\"slow\"\"\",\"a, b\",no\r\n"
    );
}
