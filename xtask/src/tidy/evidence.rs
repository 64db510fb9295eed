//! What tables of promises call as evidence is there.

use super::File;

/// The documents with tables that say which test proves which promise.
const TABLES: [&str; 2] = ["docs/security.md", "docs/faults.md"];

/// Returns the faults of tests and files that the tables name and the repository has not.
pub(super) fn missing(files: &[File]) -> Vec<String> {
    let missing = |path| missing_of(path, files);
    TABLES.into_iter().flat_map(missing).collect()
}

fn missing_of(path: &str, files: &[File]) -> Vec<String> {
    let Some(table) = files.iter().find(|file| file.path == path) else {
        return vec![format!("{path} is missing: it says which test holds what")];
    };
    let named = table.text.split('`').skip(1).step_by(2);
    named
        .filter(|name| !is_there(name, files))
        .map(|name| format!("{path}: there is no {name}"))
        .collect()
}

/// Names of tests are Rust functions of at least three words; files stand in folders and have a dot.
fn is_there(name: &str, files: &[File]) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    if name.matches('_').count() >= 2 && name.chars().all(plain) {
        let test = format!("fn {name}(");
        let rust = files.iter().filter(|file| file.extension() == "rs");
        rust.into_iter().any(|file| file.text.contains(&test))
    } else if name.contains('/') && name.contains('.') && !name.contains([' ', ':']) {
        files.iter().any(|file| file.path == name)
    } else {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{super::file, *};

    #[test]
    fn named_tests_and_files_must_exist() {
        let test = file("crates/a/tests/b.rs", "#[test]\nfn nothing_is_lost() {}");
        let e2e = file("e2e/tests/a.e2e.ts", "");
        let table = |text: &str| file(TABLES[0], text);
        let other = || file(TABLES[1], "");
        let good = "held by `nothing_is_lost` and `e2e/tests/a.e2e.ts`, with `SameSite=Lax`, `a_b`";
        assert!(missing(&[table(good), other(), test, e2e]).is_empty());
        let bad = table("`nothing_is_lost`, `e2e/tests/b.e2e.ts`");
        assert_eq!(missing(&[bad, other()]).len(), 2);
        assert_eq!(missing(&[]).len(), 2);
    }
}
