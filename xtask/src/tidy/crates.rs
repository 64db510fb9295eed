//! Rules for the workspace's crates: their docs, their layers, their dependencies.

use super::File;

/// What each crate may use of ours; a crate that is not here may use nothing. Tests may also use
/// what they test and `testkit`, so only `[dependencies]` count.
const LAYERS: [(&str, &[&str]); 15] = [
    ("api", &["app", "domain", "art", "list-files", "markup"]),
    ("app", &["domain", "markup"]),
    ("bench", &["domain", "search", "store", "testkit"]),
    ("catalogue", &["domain"]),
    (
        "fuzz",
        &["domain", "list-files", "markup", "pictures", "testkit"],
    ),
    ("identity", &["domain"]),
    ("list-files", &["domain"]),
    ("mail", &["domain"]),
    ("pictures", &["domain"]),
    ("providers", &["domain"]),
    (
        "server",
        &[
            "api",
            "app",
            "art",
            "catalogue",
            "domain",
            "identity",
            "list-files",
            "mail",
            "pictures",
            "providers",
            "render",
            "search",
            "store",
        ],
    ),
    ("render", &["domain"]),
    ("search", &["domain"]),
    ("store", &["domain"]),
    (
        "testkit",
        &[
            "app",
            "api",
            "art",
            "catalogue",
            "domain",
            "providers",
            "render",
            "search",
            "store",
        ],
    ),
];

/// Checks that a crate's first line says what it is.
pub(super) fn documented(file: &File) -> Option<String> {
    let root = file.path.ends_with("src/lib.rs") || file.path.ends_with("src/main.rs");
    (root && !file.text.starts_with("//! "))
        .then(|| format!("{}: begin with what the crate is for (`//! …`)", file.path))
}

/// Checks that a layer uses only the layers below it.
pub(super) fn layers(file: &File) -> Vec<String> {
    let Some(folder) = file.path.strip_suffix("/Cargo.toml") else {
        return Vec::new();
    };
    let name = folder.strip_prefix("crates/").unwrap_or(folder);
    let allowed = LAYERS
        .iter()
        .find(|(layer, _)| *layer == name)
        .map_or(&[][..], |(_, used)| used);
    own_dependencies(&file.text)
        .filter(|used| !allowed.contains(used))
        .map(|used| format!("{}: {name} may not use {used}", file.path))
        .collect()
}

/// Returns Mitai's own crates that a manifest depends on outside tests.
fn own_dependencies(manifest: &str) -> impl Iterator<Item = &str> {
    manifest
        .lines()
        .scan("", |section, line| {
            if line.starts_with('[') {
                *section = line;
            }
            Some((*section, line))
        })
        .filter(|(section, _)| *section == "[dependencies]")
        .filter_map(|(_, line)| line.strip_prefix("mitai-"))
        .filter_map(|line| line.split(['.', ' ', '=']).next())
}

/// Each group of `[workspace.dependencies]` says above it why it is there.
pub(super) fn dependencies_without_reason(file: &File) -> Vec<String> {
    if file.path != "Cargo.toml" {
        return Vec::new();
    }
    let mut faults = Vec::new();
    let mut inside = false;
    let mut is_explained = false;
    for line in file.text.lines() {
        if line.starts_with('[') {
            inside = line == "[workspace.dependencies]";
        } else if line.starts_with('#') {
            is_explained = true;
        } else if line.is_empty() {
            is_explained = false;
        } else if inside && !is_explained {
            let name = line.split([' ', '=']).next().unwrap_or(line);
            faults.push(format!("Cargo.toml: say above {name} why it is there"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::{dependencies_without_reason, documented, layers};
    use crate::tidy::file;

    #[test]
    fn crate_begins_with_its_docs() {
        assert!(documented(&file("crates/app/src/lib.rs", "mod a;")).is_some());
        assert!(documented(&file("crates/app/src/lib.rs", "//! Use cases.")).is_none());
        assert!(documented(&file("crates/app/src/catalogue.rs", "mod a;")).is_none());
    }

    #[test]
    fn layers_use_only_what_is_below_them() {
        let manifest = "[dependencies]\nmitai-domain.workspace = true\nmitai-store = { path = \"\" }\n\n[dev-dependencies]\nmitai-testkit.workspace = true\n";
        let faults = layers(&file("crates/app/Cargo.toml", manifest));
        assert_eq!(faults, ["crates/app/Cargo.toml: app may not use store"]);
        assert!(layers(&file("crates/server/Cargo.toml", manifest)).is_empty());
        assert_eq!(layers(&file("crates/new/Cargo.toml", manifest)).len(), 2);
    }

    #[test]
    fn dependencies_say_why() {
        let manifest = "[workspace.dependencies]\n# Errors\nanyhow = \"1\"\nthiserror = \"2\"\n\nserde = \"1\"\n";
        assert_eq!(
            dependencies_without_reason(&file("Cargo.toml", manifest)),
            ["Cargo.toml: say above serde why it is there"]
        );
    }
}
