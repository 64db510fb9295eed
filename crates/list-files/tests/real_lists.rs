//! Real exports, read in full and written again. What each file has was counted with other parsers.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{collections::BTreeMap, env, fs, path::Path};

use domain::anime_list::{ImportedEntry, ImportedTitle, ListItem};
use jiff::Timestamp;
use list_files::{FileEntry, Form, write::ExportForm};

use crate::written::{self, entries, in_mal_xml, item, list, tags};

/// Name, form, rows, and how many of these are entries, have a number of MyAnimeList's, a score and a start.
type Counted = (&'static str, Form, [usize; 5]);

const FILES: [Counted; 28] = [
    (
        "anilist_MediaListCollection.json",
        Form::AniList,
        [12, 7, 7, 3, 1],
    ),
    (
        "anilist_MediaListCollection_118.json",
        Form::AniList,
        [118, 118, 118, 0, 113],
    ),
    (
        "anilist_import_fixture.json",
        Form::AniList,
        [6, 4, 4, 4, 1],
    ),
    (
        "animeplanet_141.json",
        Form::AnimePlanet,
        [141, 141, 0, 115, 133],
    ),
    (
        "animeplanet_316.json",
        Form::AnimePlanet,
        [316, 292, 0, 163, 198],
    ),
    (
        "kitsu_library-entries_include-anime,mappings_fixture.json",
        Form::Kitsu,
        [5, 5, 5, 3, 4],
    ),
    (
        "mal_1694.xml",
        Form::MyAnimeList,
        [1694, 1694, 1694, 1068, 1046],
    ),
    (
        "mal_2024-12_first-export_69.xml",
        Form::MyAnimeList,
        [69, 69, 69, 65, 0],
    ),
    (
        "mal_204_unscored_completed-at-0.xml",
        Form::MyAnimeList,
        [204, 204, 204, 0, 0],
    ),
    ("mal_245.xml", Form::MyAnimeList, [245, 245, 245, 243, 0]),
    ("mal_269.xml", Form::MyAnimeList, [269, 269, 269, 137, 0]),
    (
        "mal_404_tags.xml",
        Form::MyAnimeList,
        [404, 404, 404, 282, 13],
    ),
    (
        "mal_473_no-dates.xml",
        Form::MyAnimeList,
        [473, 473, 473, 376, 0],
    ),
    (
        "mal_558_unknown-type.xml",
        Form::MyAnimeList,
        [558, 558, 558, 315, 0],
    ),
    (
        "mal_577_rewatches.xml",
        Form::MyAnimeList,
        [577, 577, 577, 463, 0],
    ),
    ("mal_90.xml", Form::MyAnimeList, [90, 90, 90, 57, 0]),
    (
        "mal_animelist_2024-12_506.xml",
        Form::MyAnimeList,
        [506, 506, 506, 484, 11],
    ),
    (
        "mal_animelist_2026-02_67.xml",
        Form::MyAnimeList,
        [67, 67, 67, 40, 21],
    ),
    (
        "mal_animelist_old-format_109.xml.gz",
        Form::MyAnimeList,
        [109, 109, 109, 83, 19],
    ),
    (
        "mal_api-v2_animelist_fixture.json",
        Form::MyAnimeListJson,
        [5, 5, 5, 5, 1],
    ),
    (
        "mal_load-json_2017.json",
        Form::MyAnimeListJson,
        [300, 300, 300, 259, 0],
    ),
    (
        "mal_malsync-tags_176.xml",
        Form::MyAnimeList,
        [176, 176, 176, 71, 130],
    ),
    (
        "mal_old-format_109.xml",
        Form::MyAnimeList,
        [109, 109, 109, 109, 0],
    ),
    (
        "mal_old-format_433.xml",
        Form::MyAnimeList,
        [433, 433, 433, 400, 1],
    ),
    (
        "mal_old-format_502.xml",
        Form::MyAnimeList,
        [502, 502, 502, 275, 11],
    ),
    (
        "mal_partial-dates_24.xml",
        Form::MyAnimeList,
        [24, 24, 24, 23, 4],
    ),
    (
        "yamtrack_2024_fixture.csv",
        Form::Yamtrack,
        [30, 1, 1, 0, 1],
    ),
    (
        "zoro-converter_388.xml",
        Form::MyAnimeList,
        [388, 388, 388, 0, 0],
    ),
];

#[test]
#[ignore = "needs --data DIR"]
fn every_row_of_every_real_export_is_read() {
    let data = env::var("MITAI_TEST_DATA").expect("MITAI_TEST_DATA names the folder of the data");
    for (name, form, expected) in FILES {
        let file = fs::read(Path::new(&data).join("lists").join(name)).unwrap();
        let list = list(&file);
        let entries = || list.rows.iter().filter_map(|row| row.content.as_ref().ok());
        let found = [
            list.rows.len(),
            entries().count(),
            entries().filter(|it| it.title.mal_id.is_some()).count(),
            entries().filter(|it| it.imported.score.is_some()).count(),
            entries().filter(|it| it.imported.started.is_some()).count(),
        ];
        assert_eq!((list.form, found), (form, expected), "{name}");
    }
}

/// The test spoils rows of a real export as people do by hand.
#[test]
#[ignore = "needs --data DIR"]
fn row_of_a_real_export_that_is_not_well_formed_costs_itself() {
    let data = env::var("MITAI_TEST_DATA").expect("MITAI_TEST_DATA names the folder of the data");
    let file = fs::read_to_string(Path::new(&data).join("lists/mal_1694.xml")).unwrap();
    for (of, spoiled) in [
        ("</my_score>", ""),
        ("<my_score>", ""),
        ("</anime>", ""),
        ("]]></my_comments>", "</my_comments>"),
        ("]]></my_tags>", "</my_tags>"),
        ("]]></series_title>", "</series_title>"),
        ("<my_comments><![CDATA[", "<my_comments><!-- "),
        ("</my_comments>", ""),
    ] {
        for place in [3, 1_000, 1_694] {
            let (at, _) = file.match_indices(of).nth(place - 1).unwrap();
            let (before, after) = (&file[..at], &file[at + of.len()..]);
            let rows = list(format!("{before}{spoiled}{after}").as_bytes()).rows;
            let refused = rows.iter().filter(|row| row.content.is_err());
            let refused: Vec<_> = refused.map(|row| row.number as usize).collect();
            assert_eq!((rows.len(), refused), (1_694, vec![place]), "{of}");
        }
    }
}

/// Checks what each export format preserves of the entries that were read.
#[test]
#[ignore = "needs --data DIR"]
fn every_real_export_is_written_and_read_again() {
    let data = env::var("MITAI_TEST_DATA").expect("MITAI_TEST_DATA names the folder of the data");
    for (name, ..) in FILES {
        let file = fs::read(Path::new(&data).join("lists").join(name)).unwrap();
        let rows = list(&file).rows.into_iter();
        let is_known = |it: &FileEntry| it.title.mal_id.is_some();
        let read: Vec<_> = rows
            .filter_map(|row| row.content.ok())
            .filter(is_known)
            .collect();
        let items: Vec<_> = read.iter().map(taken).collect();
        let again = entries(&written::file(ExportForm::MalXml, &items));
        assert_eq!(again.len(), read.len(), "{name}");
        for (first, again) in read.iter().zip(&again) {
            assert_eq!(
                again.title,
                ImportedTitle {
                    foreign: None,
                    ..first.title.clone()
                },
                "{name}"
            );
            assert_eq!(again.imported, in_mal_xml(&first.imported), "{name}");
        }
        let again = entries(&written::file(ExportForm::Json, &items));
        let whole = again.into_iter().map(|it| it.imported.whole.unwrap());
        assert!(
            whole.eq(items.iter().map(|it| Box::new(it.entry.clone()))),
            "{name}"
        );
        let again = entries(&written::file(ExportForm::Csv, &items));
        for (first, again) in read.iter().zip(&again) {
            let first = ImportedEntry {
                progress: first.imported.progress.or(Some(0)),
                private: Some(first.imported.private == Some(true)),
                updated_at: None,
                has_whole_scores: false,
                foreign_fields: BTreeMap::new(),
                tags: tags(&first.imported.tags),
                ..first.imported.clone()
            };
            assert_eq!(again.imported, first, "{name}");
        }
    }
}

/// The list item that an entry of a file becomes.
fn taken(read: &FileEntry) -> ListItem {
    let name = read.title.name.as_deref().unwrap_or_default();
    let entry = read.imported.entry(None, Timestamp::UNIX_EPOCH);
    item(read.title.mal_id.unwrap().get(), name, entry)
}
