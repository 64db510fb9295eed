//! Whatever a file of settings holds, it is taken or refused with a sentence for the operator, and no
//! sentence repeats a secret.

use std::fs;

use clap::{CommandFactory as _, FromArgMatches as _};
use proptest::prelude::*;
use toml::Value;

use super::sources::{read, settings, with_defaults};
use crate::{Cli, Command};

const SECRET: &str = "hush-hush";

/// Generates values of settings as operators write them, and others that nobody would write.
fn value() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        any::<String>(),
        "[a-z]{2,9}:(//)?[a-z.:@/?\\[\\]]{0,30}",
        "[0-9.:/,]{0,20}",
        Just(format!("postgres://app:{SECRET}@db:port/x")),
        Just(format!("smtps://me:{SECRET}@[::1")),
        Just("off".to_owned()),
    ];
    let text = text.prop_map(Value::from);
    let several = prop::collection::vec(text.clone(), 0..4).prop_map(Value::from);
    prop_oneof![
        4 => text,
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<f64>().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => several,
    ]
}

/// A file of settings, whose secrets are where secrets belong, or anything.
fn file() -> impl Strategy<Value = String> {
    let settings = settings(&Cli::command());
    let known: Vec<(String, bool)> = settings
        .iter()
        .filter_map(|arg| Some((arg.get_long()?.to_owned(), arg.is_hide_env_values_set())))
        .collect();
    let unknown = "[a-z\\-]{1,12}".prop_map(|name| (name, false));
    let name = prop_oneof![
        9 => prop::sample::select(known),
        1 => unknown,
    ];
    let set = (name, value()).prop_map(|((name, is_secret), value)| {
        let reveals = !is_secret && value.to_string().contains(SECRET);
        (name, if reveals { Value::from("told") } else { value })
    });
    let table = prop::collection::vec(set, 0..5);
    let table = table.prop_map(|table| toml::Table::from_iter(table).to_string());
    prop_oneof![3 => table, 1 => any::<String>()]
}

proptest! {
    #[test]
    fn config_file_errors_repeat_no_secrets(text in file()) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mitai.toml");
        fs::write(&path, &text).unwrap();
        let command = Cli::command();
        let faults = match read(&path, &command) {
            Err(fault) => vec![format!("{fault:#}")],
            Ok(value) => {
                let line = with_defaults(command, &value).try_get_matches_from(["mitai", "serve"]);
                let cli = line.and_then(|matches| Cli::from_arg_matches(&matches));
                let Ok(Cli { command: Command::Serve(serve), .. }) = cli else {
                    return Err(TestCaseError::fail("what was taken is not understood"));
                };
                serve.faults()
            }
        };
        for fault in faults {
            prop_assert!(!fault.is_empty());
            prop_assert!(!fault.contains(SECRET), "{}", fault);
        }
    }
}
