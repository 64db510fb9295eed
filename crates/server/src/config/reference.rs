//! `docs/configuration.md` is the one that the definitions of the settings make.

use std::{env, fs, path::Path};

use clap::{Arg, CommandFactory as _};

use super::sources::{settings, variable};
use crate::Cli;

const BEGINNING: &str = "\
# Settings

<!-- Made by `cargo xtask gen` from the definitions in crates/server. -->

Each setting can be given as a flag, in the environment, or in a file of [TOML](https://toml.io) that
`--config FILE` or `MITAI_CONFIG` names; a flag overrides the environment, the environment the
file. In the file its name is the flag's without the dashes before it:

```toml
listen = \"127.0.0.1:8080\"
public-url = \"https://mitai.example\"
trusted-proxies = [\"127.0.0.1\", \"::1\"]
```

`mitai config check` says for each setting what it is and where that comes from, and what is wrong. A
secret is never shown. Keep a file that holds one from others' eyes (`chmod 640`).
";

fn written() -> String {
    let mut text = BEGINNING.to_owned();
    for arg in settings(&Cli::command()) {
        text.push_str(&section(&arg));
    }
    text
}

fn section(arg: &Arg) -> String {
    let name = arg.get_long().unwrap();
    let help = arg.get_long_help().or(arg.get_help()).unwrap();
    let help = help.to_string();
    let mut facts = vec![format!("`--{name}`"), format!("`{}`", variable(arg))];
    let default = arg.get_default_values().first();
    if let Some(default) = default.filter(|text| !text.is_empty()) {
        facts.push(format!("built in: `{}`", default.to_string_lossy()));
    }
    if arg.is_hide_env_values_set() {
        facts.push("secret".into());
    }
    let end = if help.ends_with('.') { "" } else { "." };
    let values = arg.get_possible_values();
    let values: Vec<_> = values
        .iter()
        .map(|v| format!("`{}`", v.get_name()))
        .collect();
    let values = match &values[..] {
        [] => String::new(),
        values => format!(" One of {}.", values.join(", ")),
    };
    format!(
        "\n## {name}\n\n{}\n\n{help}{end}{values}\n",
        facts.join(" · ")
    )
}

#[test]
fn committed_reference_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/configuration.md");
    let made = written();
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == made,
        "docs/configuration.md is stale: run `cargo xtask gen`"
    );
}

#[test]
fn every_setting_works_in_every_source() {
    let command = Cli::command();
    for arg in settings(&command) {
        let name = arg.get_long().unwrap();
        let expected = format!("MITAI_{}", name.to_uppercase().replace('-', "_"));
        assert_eq!(variable(&arg), expected);
    }
    let serve = command.find_subcommand("serve").unwrap();
    let flags = serve.get_arguments().filter(|arg| arg.get_long().is_some());
    for flag in flags {
        assert!(flag.get_env().is_some(), "{flag} has no variable");
    }
    Cli::command().debug_assert();
}
