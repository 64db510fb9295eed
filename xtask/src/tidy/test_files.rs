//! A rule for the test binaries of the crates: none lacks a file.

use super::File;

/// Files whose module no other file names: they are not compiled, and none of their tests runs.
pub(super) fn left_out(files: &[File]) -> Vec<String> {
    let is_left_out = |file: &&File| {
        let Some((parent, name)) = module(&file.path) else {
            return false;
        };
        let declaration = format!("mod {name};");
        match files.iter().find(|file| file.path == parent) {
            Some(parent) => !parent.text.lines().any(|line| line.trim() == declaration),
            // Without one, Cargo makes a binary of each file beside it
            None => !parent.ends_with("/tests/main.rs"),
        }
    };
    let fault = |file: &File| format!("{}: its parent does not name it as a module", file.path);
    files.iter().filter(is_left_out).map(fault).collect()
}

/// The file of the parent module of one below a crate's `tests`, and the module's own name.
fn module(path: &str) -> Option<(String, &str)> {
    let (krate, file) = path.strip_prefix("crates/")?.split_once("/tests/")?;
    let module = file.strip_suffix(".rs").filter(|file| *file != "main")?;
    let (parent, name) = module.rsplit_once('/').unwrap_or(("main", module));
    (!krate.contains('/')).then(|| (format!("crates/{krate}/tests/{parent}.rs"), name))
}

#[cfg(test)]
mod tests {
    use super::left_out;
    use crate::tidy::file;

    #[test]
    fn test_files_that_are_no_module_are_faults() {
        let main = || file("crates/a/tests/main.rs", "mod b;\n");
        let b = || file("crates/a/tests/b.rs", "mod inner;\n");
        let inner = || file("crates/a/tests/b/inner.rs", "");
        assert!(left_out(&[main(), b(), inner()]).is_empty());
        let c = || file("crates/a/tests/c.rs", "");
        let other = file("crates/a/tests/b/other.rs", "");
        assert_eq!(left_out(&[main(), b(), inner(), c(), other]).len(), 2);
        assert_eq!(left_out(&[inner()]).len(), 1);
        let unit = file("crates/a/src/tests/c.rs", "");
        assert!(left_out(&[c(), unit]).is_empty());
    }
}
