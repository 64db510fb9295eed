//! Rules for every file, whatever its language.

use std::{ffi::OsStr, path::Path};

use super::File;

const MAX_LINES: usize = 400;

/// Checks a file's length: long files are split where a second subject begins.
pub(super) fn length(file: &File) -> Option<String> {
    let generated = file.path.ends_with(".gen.ts");
    let code = matches!(file.extension(), "rs" | "ts" | "tsx" | "mjs");
    let lines = file.text.lines().count();
    (code && !generated && lines > MAX_LINES)
        .then(|| format!("{}: {lines} lines, and {MAX_LINES} is the most", file.path))
}

/// Checks that a module is named after what it is about.
pub(super) fn name(file: &File) -> Option<String> {
    let code = matches!(file.extension(), "rs" | "ts" | "tsx" | "mjs");
    let empty = |part: &str| {
        let stem = part.split('.').next().unwrap_or(part);
        matches!(
            stem,
            "util" | "utils" | "helper" | "helpers" | "common" | "misc"
        )
    };
    (code && file.path.split('/').any(empty))
        .then(|| format!("{}: name it after what it is about", file.path))
}

/// A test that does not run proves nothing. Only tests of full-scale data, which is not in the
/// repository, are left to `cargo xtask test --data`.
pub(super) fn skipped_tests(file: &File) -> Vec<String> {
    let marks: &[&str] = match file.extension() {
        "rs" => &["#[ignore]", "#[ignore ="],
        "ts" | "tsx" => &[
            "test.skip",
            "it.skip",
            "describe.skip",
            "test.only",
            "it.only",
            "test.fixme",
            "test.todo",
        ],
        _ => return Vec::new(),
    };
    find(file, |line| {
        let line = line.trim_start();
        marks.iter().any(|mark| line.starts_with(mark)) && !line.contains("--data DIR")
    })
    .map(|at| format!("{at}: skips a test; only one that \"needs --data DIR\" may"))
    .collect()
}

/// An end-to-end test waits for what it wants to see, never for time to pass.
pub(super) fn waiting(file: &File) -> Vec<String> {
    if !file.path.starts_with("e2e/") || file.extension() != "ts" {
        return Vec::new();
    }
    find(file, |line| {
        line.contains(".waitForTimeout(") || line.contains("\"networkidle\"")
    })
    .map(|at| format!("{at}: wait for what the test wants to see"))
    .collect()
}

/// Returns the folders of this machine that mean nothing on another.
pub(super) fn private_places(root: &Path, home: Option<&OsStr>) -> Vec<String> {
    [Some(root), root.parent(), home.map(Path::new)]
        .into_iter()
        .flatten()
        // A folder like `/app` is too common a word to look for.
        .filter(|path| path.components().count() > 2)
        .map(|path| path.display().to_string())
        .collect()
}

/// Checks that a file names no folder of one person's machine.
pub(super) fn machine(file: &File, places: &[String]) -> Vec<String> {
    const HOMES: [&str; 2] = ["/home/", "/Users/"];
    if file.path == "xtask/src/tidy/files.rs" {
        return Vec::new();
    }
    let names = |line: &str| {
        HOMES.iter().any(|home| begins_path(line, home))
            || places.iter().any(|place| line.contains(place.as_str()))
    };
    find(file, names)
        .map(|at| format!("{at}: names a folder of one machine"))
        .collect()
}

/// Whether an absolute path begins with this; `web/home/` and addresses do not.
fn begins_path(line: &str, folder: &str) -> bool {
    line.match_indices(folder).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '(' | '=' | ':'))
    })
}

/// Packages come from the public registries, whichever mirror this machine uses.
pub(super) fn registry(file: &File) -> Vec<String> {
    const PUBLIC: &str = "registry+https://github.com/rust-lang/crates.io-index";
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    let marks: &[&str] = match name {
        "Cargo.lock" => &["source = "],
        "pnpm-lock.yaml" => &["tarball:", "registry:"],
        ".npmrc" | "config.toml" => &["registry"],
        _ => return Vec::new(),
    };
    find(file, |line| {
        marks.iter().any(|mark| line.contains(mark)) && !line.contains(PUBLIC)
    })
    .map(|at| format!("{at}: not a public registry"))
    .collect()
}

/// Returns the places of the lines for which `wrong` holds, as `path:line`.
fn find(file: &File, wrong: impl Fn(&str) -> bool) -> impl Iterator<Item = String> {
    file.text
        .lines()
        .enumerate()
        .filter(move |(_, line)| wrong(line))
        .map(|(index, _)| format!("{}:{}", file.path, index + 1))
}

#[cfg(test)]
mod tests {
    use std::{ffi::OsStr, path::Path};

    use super::{length, machine, name, private_places, registry, skipped_tests, waiting};
    use crate::tidy::file;

    #[test]
    fn long_code_is_a_fault_and_long_data_is_not() {
        let long = "x\n".repeat(401);
        assert!(length(&file("web/src/a.tsx", &long)).is_some());
        assert!(length(&file("web/src/a.tsx", &long[2..])).is_none());
        assert!(length(&file("web/src/api/schema.gen.ts", &long)).is_none());
        assert!(length(&file("catalogue/titles/2013.toml", &long)).is_none());
    }

    #[test]
    fn meaningless_module_names_are_faults() {
        assert!(name(&file("crates/app/src/utils.rs", "")).is_some());
        assert!(name(&file("web/src/common/date.ts", "")).is_some());
        assert!(name(&file("web/src/lib/format.ts", "")).is_none());
    }

    #[test]
    fn only_tests_of_real_data_may_wait_for_it() {
        let ignored = format!("{}]\nfn a() {{}}", "#[ignore");
        assert_eq!(skipped_tests(&file("a.rs", &ignored)).len(), 1);
        let slow = format!("    {} = \"slow\"]", "#[ignore");
        assert_eq!(skipped_tests(&file("a.rs", &slow)).len(), 1);
        let real = format!("    {} = \"needs --data DIR\"]", "#[ignore");
        assert!(skipped_tests(&file("a.rs", &real)).is_empty());
        assert_eq!(
            skipped_tests(&file("a.test.ts", "  test.only(\"x\", () => {})")).len(),
            1
        );
    }

    #[test]
    fn end_to_end_tests_do_not_sleep() {
        assert_eq!(
            waiting(&file("e2e/tests/a.e2e.ts", "await page.waitForTimeout(5)")).len(),
            1
        );
        assert!(waiting(&file("e2e/tests/a.e2e.ts", "await page.clock.runFor(6000)")).is_empty());
    }

    #[test]
    fn paths_of_a_machine_are_faults() {
        let places = private_places(Path::new("/srv/code/mitai"), Some(OsStr::new("/app")));
        assert_eq!(places, ["/srv/code/mitai", "/srv/code"]);
        let wrong = [
            "see /srv/code/mitai/web",
            "dir = \"/home/kei/mitai\"",
            "/Users/kei",
        ];
        for text in wrong {
            assert_eq!(
                machine(&file("README.md", text), &places).len(),
                1,
                "{text}"
            );
        }
        for text in [
            "web/home/index",
            "https://example.org/home/",
            "/var/lib/mitai",
        ] {
            assert!(
                machine(&file("README.md", text), &places).is_empty(),
                "{text}"
            );
        }
    }

    #[test]
    fn packages_come_from_public_registries() {
        let public = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
        assert!(registry(&file("Cargo.lock", public)).is_empty());
        assert_eq!(
            registry(&file(
                "Cargo.lock",
                "source = \"registry+https://mirror/x\""
            ))
            .len(),
            1
        );
        let tarball = "    resolution: {integrity: sha512-x, tarball: https://mirror/a.tgz}";
        assert_eq!(registry(&file("web/pnpm-lock.yaml", tarball)).len(), 1);
    }
}
