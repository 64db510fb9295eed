//! Entries without a title are written where the form has a place for them.
use domain::{
    anime::{ForeignId, MalId, Site},
    anime_list::{ImportPolicy, ImportedEntry, ImportedTitle, ListEntry, Score, Status},
    library::UnresolvedEntry,
};
use jiff::Timestamp;
use list_files::write::{ExportForm, JSON_SCHEMA};

use super::written::{entries, file_with, item};

fn imported() -> ImportedEntry {
    ImportedEntry {
        status: Some(Status::Watching),
        rewatching: true,
        progress: Some(3),
        score: Score::new(85).ok(),
        has_whole_scores: false,
        started: "2019-04".parse().ok(),
        finished: "2019-05-01".parse().ok(),
        rewatches: 2,
        notes: "Calm".into(),
        tags: ["space".to_owned()].into(),
        private: Some(false),
        updated_at: Some(Timestamp::UNIX_EPOCH),
        whole: None,
        added_at: None,
        foreign_fields: [("my_storage".to_owned(), "VHS".to_owned())].into(),
    }
}

fn unresolved(title: ImportedTitle, entry: ImportedEntry) -> UnresolvedEntry {
    UnresolvedEntry {
        key: UnresolvedEntry::key_of(1, &title).unwrap_or_default(),
        title,
        import: 1,
        added_at: Timestamp::UNIX_EPOCH,
        entry,
        policy: ImportPolicy::Mine,
        proposal: None,
    }
}

/// One of a number that nobody knows, one of a listed title's, one of another site, one of a name alone.
fn few() -> Vec<UnresolvedEntry> {
    let whole = ImportedEntry {
        status: Some(Status::Planned),
        whole: Some(Box::new(ListEntry::planned(Timestamp::UNIX_EPOCH))),
        ..ImportedEntry::default()
    };
    let rounded = ImportedEntry {
        score: Score::new(90).ok(),
        has_whole_scores: true,
        ..imported()
    };
    let numbered = |id| ImportedTitle {
        mal_id: Some(MalId::new(id)),
        name: Some("Nobody knows it".into()),
        ..ImportedTitle::default()
    };
    let foreign = ImportedTitle {
        foreign: Some(ForeignId {
            site: Site::AniList,
            id: 777,
        }),
        ..ImportedTitle::default()
    };
    let named = ImportedTitle {
        name: Some("A name".into()),
        ..ImportedTitle::default()
    };
    vec![
        unresolved(numbered(9), imported()),
        unresolved(numbered(1), ImportedEntry::default()),
        unresolved(foreign, whole),
        unresolved(named, rounded),
    ]
}

#[test]
fn json_export_has_all_unresolved_entries() {
    let items = [item(1, "One", ListEntry::planned(Timestamp::UNIX_EPOCH))];
    let (text, left_out) = file_with(ExportForm::Json, &items, few());
    assert_eq!(left_out, 0);
    let read = entries(&text);
    assert_eq!(read.len(), 5);
    for (read, written) in read[1..].iter().zip(few()) {
        let imported = ImportedEntry {
            added_at: Some(written.added_at),
            ..written.entry
        };
        assert_eq!((&read.title, &read.imported), (&written.title, &imported));
        assert!(read.remarks.is_empty());
    }
    let alone = entries(&file_with(ExportForm::Json, &[], few()).0);
    assert_eq!(alone, read[1..]);

    let schema = serde_json::from_str(JSON_SCHEMA).unwrap();
    let list = serde_json::from_str(&text).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<_> = schema.iter_errors(&list).map(|it| it.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn xml_and_csv_exports_have_unresolved_entries_with_an_id() {
    for form in [ExportForm::MalXml, ExportForm::Csv] {
        let items = [item(1, "One", ListEntry::planned(Timestamp::UNIX_EPOCH))];
        let (text, left_out) = file_with(form, &items, few());
        assert_eq!(left_out, 3, "{text}");
        let read = entries(&text);
        let ids: Vec<u32> = read
            .iter()
            .map(|it| it.title.mal_id.unwrap().get())
            .collect();
        assert_eq!(ids, [1, 9]);
        assert_eq!(read[1].title.name.as_deref(), Some("Nobody knows it"));
        let imported = &read[1].imported;
        assert_eq!(
            (imported.progress, imported.rewatches, imported.rewatching),
            (Some(3), 2, true)
        );
        assert_eq!(
            (imported.notes.as_str(), imported.score.is_some()),
            ("Calm", true)
        );
    }
}
