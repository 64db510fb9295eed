//! The results of edits, from a table that the web app reads, too: it shows an edit before the server has answered, by a
//! copy of these rules. `web/src/lib/list/edits.test.ts` holds that copy to the same table.

use std::{collections::BTreeMap, env, fs};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::*;

const TABLE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/src/anime_list/tests/edits.json"
);
const TODAY: &str = "2026-11-25";

type Named<T> = BTreeMap<String, T>;
/// The fields that an edit changes; `None` if it is refused.
type Changed = Option<Map<String, Value>>;

#[derive(Deserialize, Serialize)]
struct Table {
    titles: Map<String, Value>,
    entries: Map<String, Value>,
    edits: Map<String, Value>,
    /// The expected changes by the names of edit, title and entry.
    after: Named<Named<Named<Changed>>>,
}

#[derive(Deserialize)]
struct Title {
    episodes: Option<u16>,
    airing: Airing,
}

/// An entry as the API has it; who set a date is not said there.
#[derive(Deserialize, Serialize)]
#[serde(default)]
struct Shown {
    status: Status,
    score: Option<Score>,
    notes: String,
    tags: BTreeSet<String>,
    private: bool,
    rewatches: u16,
    runs: Vec<ShownRun>,
}

#[derive(Deserialize, Serialize, Default)]
#[serde(default)]
struct ShownRun {
    state: RunState,
    progress: u16,
    started: Option<PartialDate>,
    finished: Option<PartialDate>,
    score: Option<Score>,
}

impl Default for Shown {
    fn default() -> Self {
        Self::of(&ListEntry::planned(Timestamp::UNIX_EPOCH))
    }
}

impl Shown {
    fn of(entry: &ListEntry) -> Self {
        let run = |run: &Run| ShownRun {
            state: run.state,
            progress: run.progress,
            started: run.started.map(|date| date.date),
            finished: run.finished.map(|date| date.date),
            score: run.score,
        };
        Self {
            status: entry.status,
            score: entry.score,
            notes: entry.notes.clone(),
            tags: entry.tags.clone(),
            private: entry.private,
            rewatches: entry.rewatches(),
            runs: entry.runs.iter().map(run).collect(),
        }
    }

    fn entry(self) -> ListEntry {
        let run = |run: ShownRun| Run {
            state: run.state,
            progress: run.progress,
            started: run.started.map(RunDate::by_hand),
            finished: run.finished.map(RunDate::by_hand),
            score: run.score,
        };
        let mut entry = ListEntry {
            status: self.status,
            score: self.score,
            notes: self.notes,
            tags: self.tags,
            private: self.private,
            runs: self.runs.into_iter().map(run).collect(),
            ..ListEntry::planned(Timestamp::UNIX_EPOCH)
        };
        entry.extra_runs = self.rewatches - entry.rewatches();
        entry
    }

    fn json(&self) -> Map<String, Value> {
        match serde_json::to_value(self).unwrap() {
            Value::Object(fields) => fields,
            other => panic!("{other}"),
        }
    }
}

fn read<T: for<'a> Deserialize<'a>>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap()
}

fn change(title: &Title, entry: &ListEntry, edit: &Edit) -> Changed {
    let mut listed = Entry::of(facts(title.episodes, title.airing));
    listed.now = Some(entry.clone());
    let current = listed.current(Operation::by_hand(at("2026-11-25T12:00:00Z")));
    let moment = Moment {
        now: current.operation.at,
        today: TODAY.parse().unwrap(),
    };
    let after = apply(&current, edit, &moment).ok()?.entry.unwrap();
    assert!(after.is_possible(), "{after:?}");
    let before = Shown::of(entry).json();
    let mut changed = Shown::of(&after).json();
    changed.retain(|name, value| before.get(name) != Some(&*value));
    Some(changed)
}

#[test]
fn edits_match_the_table_of_cases() {
    let text = fs::read_to_string(TABLE).unwrap();
    let mut table: Table = serde_json::from_str(&text).unwrap();
    let written = std::mem::take(&mut table.after);
    for (edit_name, edit) in &table.edits {
        let edit: Edit = read(edit);
        for (title_name, title) in &table.titles {
            let title: Title = read(title);
            for (name, entry) in &table.entries {
                let entry = read::<Shown>(entry).entry();
                assert!(entry.is_possible(), "{name}");
                // A title that is not yet aired can only be planned
                if title.airing == Airing::NotYetAired && entry.status != Status::Planned {
                    continue;
                }
                let by_title = table.after.entry(edit_name.clone()).or_default();
                let by_entry = by_title.entry(title_name.clone()).or_default();
                by_entry.insert(name.clone(), change(&title, &entry, &edit));
            }
        }
    }
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(TABLE, format!("{}\n", table_text(&table))).unwrap();
        return;
    }
    assert!(!written.is_empty());
    assert_eq!(
        serde_json::to_value(written).unwrap(),
        serde_json::to_value(&table.after).unwrap(),
        "Where the rules are meant to be others now, have the table written by UPDATE_GOLDEN=1."
    );
}

/// One line for each case.
fn table_text(table: &Table) -> String {
    let group = |name: &str, lines: Vec<String>| {
        let lines = lines.join(",\n");
        format!("  \"{name}\": {{\n{lines}\n  }}")
    };
    let named = |fields: &Map<String, Value>| {
        let line = |(name, value): (&String, &Value)| format!("    \"{name}\": {value}");
        fields.iter().map(line).collect()
    };
    let mut after = Vec::new();
    for (edit, titles) in &table.after {
        let mut of_edit = Vec::new();
        for (title, entries) in titles {
            let line = |(entry, changed): (&String, &Changed)| {
                let changed = serde_json::to_string(changed).unwrap();
                format!("        \"{entry}\": {changed}")
            };
            let lines: Vec<String> = entries.iter().map(line).collect();
            of_edit.push(format!(
                "      \"{title}\": {{\n{}\n      }}",
                lines.join(",\n")
            ));
        }
        after.push(format!(
            "    \"{edit}\": {{\n{}\n    }}",
            of_edit.join(",\n")
        ));
    }
    let groups = [
        group("titles", named(&table.titles)),
        group("entries", named(&table.entries)),
        group("edits", named(&table.edits)),
        group("after", after),
    ];
    format!("{{\n{}\n}}", groups.join(",\n"))
}
