//! The index and its folder: reopened, repaired, kept up to date.

#![expect(
    clippy::unwrap_used,
    reason = "a test fails by panicking, in its helping functions too"
)]

use std::{fs, path::Path};

use domain::{
    anime::MalId,
    search::{IndexState, TitleNames, TitleSearch as _},
};
use search::TitleIndex;
use tempfile::{TempDir, tempdir};

const NOTHING: [u32; 0] = [];

fn title(id: u32, popularity: u32, names: &[&str]) -> TitleNames {
    TitleNames {
        mal_id: MalId::new(id),
        names: names.iter().map(|name| (*name).to_owned()).collect(),
        popularity: Some(popularity),
        members: None,
    }
}

/// An index of `titles`, and the folder that it lives in.
fn index(titles: Vec<TitleNames>) -> (TempDir, TitleIndex) {
    let folder = tempdir().unwrap();
    let index = TitleIndex::open(folder.path());
    index.rebuild(titles, 1).unwrap();
    (folder, index)
}

fn found(index: &TitleIndex, text: &str) -> Vec<u32> {
    let found = index.search(text, usize::MAX, 0).unwrap().unwrap();
    assert_eq!(found.total as usize, found.items.len());
    found.items.iter().map(|id| id.get()).collect()
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let index = fs::read_dir(folder).unwrap().next().unwrap().unwrap();
    let files = fs::read_dir(index.path()).unwrap();
    files.map(|file| file.unwrap().path()).collect()
}

#[test]
fn better_matches_come_first_then_the_more_popular() {
    let mut unknown = title(8, 0, &["Naruto Gaiden"]);
    unknown.popularity = None;
    let (_folder, index) = index(vec![
        title(1, 20, &["The Naruto Story"]),
        title(2, 22, &["Naruto: Shippuuden", "Naruto Hurricane"]),
        title(3, 30, &["NARUTO"]),
        unknown,
        title(4, 22, &["Naruto the Movie"]),
        title(5, 1, &["Boruto"]),
        title(6, 20, &["Some naruto"]),
        title(7, 31, &["Naruto!"]),
        title(9, 1, &["Bleach"]),
        title(10, 3, &["Narutaru"]),
    ]);
    assert_eq!(found(&index, "naruto"), [3, 7, 2, 4, 1, 6, 8]);
    assert_eq!(found(&index, "Naruto!")[..2], [7, 3]);
    assert_eq!(found(&index, "naruta"), [10, 3, 7, 2, 4, 8, 1, 6]);
    assert_eq!(found(&index, "kaiju"), NOTHING);
    let page = index.search("naruto", 3, 2).unwrap().unwrap();
    assert_eq!(page.items, [2, 4, 1].map(MalId::new));
    assert_eq!(page.total, 7);
    assert_eq!(index.search("naruto", 3, 7).unwrap().unwrap().items, []);
}

#[test]
fn obscure_name_does_not_hide_a_popular_title() {
    let (_folder, index) = index(vec![
        title(1, 8, &["Hunter x Hunter"]),
        title(2, 17_970, &["Hunter"]),
        title(3, 400, &["City Hunter"]),
        title(4, 44, &["Neon Genesis Evangelion"]),
        title(5, 368, &["Evangelion 1.0"]),
        title(6, 733, &["Mononoke"]),
        title(7, 80, &["Mononoke Hime"]),
        title(8, 12_000, &["LITE"]),
        title(9, 90, &["Literary Stray Dogs"]),
    ]);
    assert_eq!(found(&index, "hunter"), [1, 2, 3]);
    assert_eq!(found(&index, "hunt"), [1, 2, 3]);
    assert_eq!(found(&index, "evangelion"), [4, 5]);
    assert_eq!(found(&index, "mononoke"), [6, 7], "known, too");
    assert_eq!(found(&index, "lite"), [8, 9], "no word of the other");
}

#[test]
fn initials_of_a_well_known_name_find_it() {
    let (_folder, index) = index(vec![
        title(1, 7, &["Boku no Hero Academia", "My Hero Academia"]),
        title(2, 16, &["My Hero Academia Season 2"]),
        title(3, 865, &["Boku no Hero Academia: Final Season", "MHA 8"]),
        title(4, 28, &["Mob Psycho 100"]),
        title(5, 1_001, &["Tales of Old Lands"]),
        title(6, 10, &["Tokyo Ghoul"]),
    ]);
    assert_eq!(found(&index, "mha"), [1, 3]);
    assert_eq!(found(&index, "M.H.A. season 2")[0], 2);
    assert_eq!(found(&index, "bnha"), [1]);
    assert_eq!(found(&index, "mp100"), [4]);
    for text in ["tool", "tg", "hma"] {
        assert_eq!(found(&index, text), NOTHING, "{text}");
    }
    assert_eq!(index.suggest("mha", 1).unwrap()[0].name, "My Hero Academia");
    let forgiven = |text: &str| index.suggest(text, 1).unwrap()[0].is_forgiven;
    for text in ["my hero academia", "my hero", "academia", "mha", "aca"] {
        assert!(!forgiven(text), "{text}");
    }
    for text in ["my hero academie", "cademia", "my hero academics"] {
        assert!(forgiven(text), "{text}");
    }
}

#[test]
fn typing_errors_are_forgiven_by_length() {
    let (_folder, index) = index(vec![
        title(1, 1, &["Fullmetal Alchemist"]),
        title(2, 2, &["Bleach"]),
        title(3, 3, &["Air"]),
        title(4, 4, &["Gantz"]),
        title(5, 5, &["新世紀エヴァンゲリオン"]),
    ]);
    for (text, id) in [
        ("fulmetal alchemsit", 1),
        ("alchemist fullmetal", 1),
        ("fullmetalalch", 1),
        ("blaech", 2),
        ("gatnz", 4),
        ("新世紀エヴンゲリオン", 5),
        ("えゔぁんげりおん", 5),
    ] {
        assert_eq!(found(&index, text), [id], "{text}");
    }
    for text in ["aix", "gxntx", "bxxxch"] {
        assert_eq!(found(&index, text), NOTHING, "{text}");
    }
}

#[test]
fn kana_matches_names_by_their_reading() {
    let (_folder, index) = index(vec![
        title(1, 1, &["Shingeki no Kyojin", "進撃の巨人"]),
        title(2, 24, &["Shigatsu wa Kimi no Uso", "四月は君の嘘"]),
        title(3, 252, &["Toki wo Kakeru Shoujo", "時をかける少女"]),
        title(4, 10, &["Keion!", "軽音！"]),
        title(5, 200, &["K-On!", "けいおん！"]),
        title(6, 2, &["Your Name.", "君の名は。"]),
        title(7, 500, &["Haikara", "ようこそ"]),
    ]);
    for text in [
        "しんげきのきょじん",
        "シンゲキノキョジン",
        "ｼﾝｹﾞｷﾉｷｮｼﾞﾝ",
        "しんげき の・きょじん！",
        "しんげ",
        "きょじん",
    ] {
        assert_eq!(found(&index, text), [1], "{text}");
    }
    assert_eq!(found(&index, "しがつはきみのうそ"), [2]);
    assert_eq!(found(&index, "ときをかけるしょうじょ"), [3]);
    assert_eq!(found(&index, "けいおん"), [5, 4], "written so");
    assert_eq!(found(&index, "よう"), [7, 6], "written so");
    assert_eq!(found(&index, "進撃のきょじん"), NOTHING, "not kana alone");
    for nothing in ["ー", "っ", "・", "゛"] {
        assert_eq!(found(&index, nothing), NOTHING, "{nothing}");
    }
    assert_eq!(
        index.suggest("しんげき", 1).unwrap()[0].name,
        "Shingeki no Kyojin"
    );
}

#[test]
fn suggestions_name_the_matching_name() {
    let (_folder, index) = index(vec![
        title(
            1,
            1,
            &["Shingeki no Kyojin", "Attack on Titan", "進撃の巨人"],
        ),
        title(2, 2, &["Attack No. 1"]),
        title(3, 3, &["Ataxia"]),
    ]);
    let suggested = |text| {
        let suggested = index.suggest(text, 2).unwrap().into_iter();
        let named: Vec<_> = suggested.map(|s| (s.mal_id.get(), s.name)).collect();
        named
    };
    let titan = |name: &str| (1, name.to_owned());
    for text in ["a", "at", "att", "atta", "Attac"] {
        assert_eq!(suggested(text)[0], titan("Attack on Titan"), "{text}");
    }
    assert_eq!(suggested("進"), [titan("進撃の巨人")]);
    assert_eq!(suggested("巨人"), [titan("進撃の巨人")]);
    assert_eq!(suggested("kyo"), [titan("Shingeki no Kyojin")]);
    assert_eq!(suggested("a").len(), 2);
}

#[test]
fn index_survives_reopening() {
    let empty = tempdir().unwrap();
    let none = TitleIndex::open(empty.path());
    assert_eq!(none.indexed(), None);
    assert_eq!(none.search("naruto", 10, 0).unwrap(), None);
    assert_eq!(none.suggest("naruto", 10).unwrap(), []);
    none.update(&[], 1).unwrap_err();

    let (folder, before) = index(vec![
        title(1, 1, &["Naruto"]),
        title(2, 2, &["Bleach", "B"]),
    ]);
    let indexed = IndexState {
        revision: 1,
        titles: 2,
    };
    assert_eq!(before.indexed(), Some(indexed));
    let again = TitleIndex::open(folder.path());
    assert_eq!(again.indexed(), Some(indexed));
    assert_eq!(found(&again, "naruto"), [1]);
    again.rebuild(vec![], 4).unwrap();
    assert_eq!(
        again.indexed(),
        Some(IndexState {
            revision: 4,
            titles: 0
        })
    );
    assert_eq!(found(&again, "naruto"), NOTHING);
    assert_eq!(found(&before, "naruto"), [1], "what is open stays whole");
}

#[test]
fn damaged_index_is_unavailable_until_rebuilt() {
    let titles = || vec![title(1, 1, &["Naruto"]), title(2, 2, &["Bleach"])];
    let (whole, _) = index(titles());
    for at in 0..files(whole.path()).len() {
        for damage in ["cut", "garbled", "gone"] {
            let (folder, _) = index(titles());
            let mut files = files(folder.path());
            files.sort_by_key(|file| file.extension().map(std::ffi::OsStr::to_owned));
            let file = &files[at];
            let mut bytes = fs::read(file).unwrap();
            match damage {
                "cut" => bytes.truncate(bytes.len() / 2),
                _ => bytes.iter_mut().step_by(3).for_each(|byte| *byte ^= 0x55),
            }
            fs::write(file, bytes).unwrap();
            if damage == "gone" {
                fs::remove_file(file).unwrap();
            }
            let index = TitleIndex::open(folder.path());
            if index.indexed().is_some() {
                assert_eq!(found(&index, "naruto"), [1], "{damage} {file:?}");
            }
            index.rebuild(titles(), 2).unwrap();
            assert_eq!(found(&index, "naruto"), [1], "{damage} {file:?}");
        }
    }
}

#[test]
fn rebuild_removes_the_index_of_another_version() {
    let folder = tempdir().unwrap();
    let old = folder.path().join("names-v0");
    fs::create_dir(&old).unwrap();
    let index = TitleIndex::open(folder.path());
    assert_eq!(index.indexed(), None);
    index.rebuild(vec![], 1).unwrap();
    assert!(!old.exists());
}

#[test]
fn titles_are_added_and_changed() {
    let (folder, index) = index(vec![title(1, 2, &["Naruto"]), title(2, 3, &["Bleach"])]);
    for revision in 2..40 {
        let name = format!("Bleach {revision}");
        let titles = [title(2, 3, &[&name]), title(3, 1, &["Naruto Shippuuden"])];
        index.update(&titles, revision).unwrap();
        assert_eq!(
            index.indexed(),
            Some(IndexState {
                revision,
                titles: 3
            })
        );
        assert_eq!(index.suggest("bleach", 5).unwrap()[0].name, name);
        assert_eq!(found(&index, "bleach"), [2]);
        assert_eq!(found(&index, "naruto"), [1, 3]);
    }
    assert_eq!(found(&TitleIndex::open(folder.path()), "naru"), [3, 1]);
}

/// Of all titles that contain the query, the popular ones are compared, wherever they are in the index.
#[test]
fn popular_title_is_found_among_thousands() {
    let many = (2..5_000).map(|id| title(id, id, &[&format!("Nakama {id}")]));
    let (_folder, index) = index(many.collect());
    index
        .update(&[title(1, 1, &["Naruto and many other words"])], 2)
        .unwrap();
    assert_eq!(found(&index, "na")[..2], [1, 2]);
    assert_eq!(found(&index, "nakama 4999")[0], 4_999);
}

#[test]
fn any_query_is_answered() {
    let written = [
        "Naruto",
        "進撃の巨人",
        "Pokémon",
        "K",
        "나 혼자만",
        "\u{1F600}",
        "",
        "???",
    ];
    let (_folder, index) = index(vec![title(1, 1, &written)]);
    let odd: Vec<char> = "a b'ou\u{0}ー゛\u{3099}\u{301}が漢한\u{1F468}\u{200D}\u{FDFA}İßﬃΣ\u{202E}\u{10FFFF}２Ⅷ²^$_\n\t%"
        .chars()
        .collect();
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize
    };
    let mut texts: Vec<String> = (0..3_000)
        .map(|_| (0..next() % 12).map(|_| odd[next() % odd.len()]).collect())
        .collect();
    texts.extend(odd.iter().map(|c| c.to_string().repeat(10_000)));
    texts.push("season 2 ".repeat(1_000));
    texts.push("第2期".repeat(1_000));
    let named = texts.iter().map(|text| title(2, 2, &[text]));
    index.update(&named.collect::<Vec<_>>(), 2).unwrap();
    for text in texts {
        index.search(&text, 25, usize::MAX).unwrap();
        index.suggest(&text, 8).unwrap();
    }
}
