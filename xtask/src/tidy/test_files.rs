//! Rules for the tests of the crates: none is left out of what is compiled.

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
            // Without a `main.rs`, Cargo makes a binary of each file beside it
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

/// Returns faults of unit tests in a library whose manifest has them not compiled.
pub(super) fn not_compiled(files: &[File]) -> Vec<String> {
    let sources: Vec<String> = files.iter().filter_map(untested_sources).collect();
    let is_not_compiled = |file: &&File| {
        let of_it = |sources: &String| file.path.starts_with(sources);
        file.text.contains("#[cfg(test)]") && sources.iter().any(of_it)
    };
    let fault = |file: &File| {
        let path = &file.path;
        format!("{path}: its library has `test = false`, so its tests belong into `tests`")
    };
    files.iter().filter(is_not_compiled).map(fault).collect()
}

/// The folder of the sources, if this is a manifest whose library has no unit tests.
fn untested_sources(manifest: &File) -> Option<String> {
    let folder = manifest.path.strip_suffix("Cargo.toml")?;
    let (_, library) = manifest.text.split_once("[lib]\n")?;
    let library = library.split("\n[").next().unwrap_or(library);
    let untested = library.lines().any(|line| line == "test = false");
    untested.then(|| format!("{folder}src/"))
}

#[cfg(test)]
mod tests {
    use super::{left_out, not_compiled};
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

    #[test]
    fn unit_tests_that_are_not_compiled_are_faults() {
        let manifest = |lib: &str| file("crates/a/Cargo.toml", &format!("[lib]\n{lib}\n[lints]\n"));
        let unit = || file("crates/a/src/b.rs", "#[cfg(test)]\nmod tests {}\n");
        let none = || file("crates/a/src/c.rs", "");
        let other = || file("crates/ab/src/b.rs", "#[cfg(test)]\nmod tests {}\n");
        let untested = manifest("name = \"a\"\ntest = false\n");
        assert_eq!(not_compiled(&[untested, unit(), none(), other()]).len(), 1);
        let tested = manifest("name = \"a\"\n\n[[bin]]\ntest = false\n");
        assert!(not_compiled(&[tested, unit(), none(), other()]).is_empty());
    }
}
