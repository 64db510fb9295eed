//! Rules for the modules of a crate: none imports, by way of others, one that imports it.

use std::collections::{BTreeMap, BTreeSet};

use super::File;

/// The names of a module from the crate's root.
type Module<'a> = Vec<&'a str>;
/// Each module's siblings that it, or a module inside it, imports.
type Imports<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// Sibling modules import each other in one direction. A parent and its children may use each other.
pub(super) fn circles(files: &[File]) -> Vec<String> {
    let mut crates: BTreeMap<&str, Vec<(Module<'_>, &str)>> = BTreeMap::new();
    for file in files {
        let Some((krate, path)) = source(&file.path) else {
            continue;
        };
        let modules = crates.entry(krate).or_default();
        modules.push((path, without_tests(&file.text)));
    }
    let faults = |(krate, modules): (&str, Vec<_>)| circles_of(krate, &modules);
    crates.into_iter().flat_map(faults).collect()
}

/// The crate and the module that a file of `crates` is the source of. Tests are none.
fn source(path: &str) -> Option<(&str, Module<'_>)> {
    let (krate, file) = path.strip_prefix("crates/")?.split_once("/src/")?;
    let module: Module<'_> = file.strip_suffix(".rs")?.split('/').collect();
    let is_counted = !["lib", "main", "bin", "tests"].contains(module.first()?);
    (is_counted && module.last() != Some(&"tests")).then_some((krate, module))
}

fn without_tests(text: &str) -> &str {
    text.split_once("\n#[cfg(test)]\nmod tests")
        .map_or(text, |(before, _)| before)
}

fn circles_of(krate: &str, modules: &[(Module<'_>, &str)]) -> Vec<String> {
    let paths = modules.iter().map(|(path, _)| (path.join("::"), path));
    let known: BTreeMap<String, &Module<'_>> = paths.collect();
    let mut levels: BTreeMap<Module<'_>, Imports<'_>> = BTreeMap::new();
    for (from, text) in modules {
        for used in imports(text) {
            let Some(used) = resolved(from, &used) else {
                continue;
            };
            let Some(to) = (1..=used.len())
                .rev()
                .find_map(|length| known.get(&used[..length].join("::")))
            else {
                continue;
            };
            let shared = from
                .iter()
                .zip(to.iter())
                .take_while(|(a, b)| a == b)
                .count();
            if let (Some(from_sibling), Some(to_sibling)) = (from.get(shared), to.get(shared)) {
                let level = levels.entry(from[..shared].to_vec()).or_default();
                level.entry(from_sibling).or_default().insert(to_sibling);
            }
        }
    }
    let circle = |(parent, level): (Module<'_>, Imports<'_>)| {
        let names = circle(&level)?.join(", ");
        let place = [&[krate], &parent[..]].concat().join("::");
        Some(format!("{place}: {names} import each other in a circle"))
    };
    levels.into_iter().filter_map(circle).collect()
}

/// Returns modules of the level that import each other in a circle; `None` if there is no circle.
fn circle<'a>(level: &Imports<'a>) -> Option<Vec<&'a str>> {
    let leads_back = |start: &&str| {
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut open: Vec<&str> = vec![start];
        while let Some(next) = open.pop() {
            let used = level.get(next).into_iter().flatten();
            open.extend(used.filter(|used| reached.insert(used)));
        }
        reached.contains(start)
    };
    let names: Vec<&str> = level.keys().copied().filter(leads_back).collect();
    (!names.is_empty()).then_some(names)
}

/// The names from the crate's root of what `module` imports as `used`; `None` for other crates.
fn resolved<'a>(module: &[&'a str], used: &[String]) -> Option<Vec<String>> {
    let supers = used.iter().take_while(|name| *name == "super").count();
    let (base, rest): (&[&'a str], _) = match used.first()?.as_str() {
        "crate" => (&[], &used[1..]),
        "self" => (module, &used[1..]),
        "super" => (
            module.get(..module.len().checked_sub(supers)?)?,
            &used[supers..],
        ),
        _ => return None,
    };
    let base = base.iter().map(ToString::to_string);
    Some(base.chain(rest.iter().cloned()).collect())
}

/// Returns the paths that the `use` items of a text name, without braces.
fn imports(text: &str) -> Vec<Vec<String>> {
    let lines = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(line));
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut paths = Vec::new();
    for item in text.split("use ").skip(1) {
        if let Some((tree, _)) = item.split_once(';') {
            flatten(tree, &mut paths);
        }
    }
    paths
}

fn flatten(tree: &str, paths: &mut Vec<Vec<String>>) {
    let mut prefixes: Vec<usize> = Vec::new();
    let mut path: Vec<String> = Vec::new();
    let mut name = String::new();
    for c in tree.chars().chain([',']) {
        match c {
            ':' | '{' | ',' | '}' => {
                let word = name.split_whitespace().next().unwrap_or_default();
                if !word.is_empty() {
                    path.push(word.to_owned());
                    if c != ':' {
                        paths.push(path.clone());
                    }
                }
                name.clear();
                match c {
                    '{' => prefixes.push(path.len()),
                    '}' => drop(prefixes.pop()),
                    _ => {}
                }
                if matches!(c, ',' | '}') {
                    path.truncate(prefixes.last().copied().unwrap_or_default());
                }
            }
            c => name.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::circles;
    use crate::tidy::{File, file};

    fn faults(texts: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<File> = texts.iter().map(|(path, text)| file(path, text)).collect();
        circles(&files)
    }

    #[test]
    fn modules_that_import_each_other_are_a_fault() {
        let a = (
            "crates/app/src/a.rs",
            "use crate::{\n    b::{self, B as C},\n    d,\n};\n",
        );
        let b = ("crates/app/src/b.rs", "use std::fmt;\n\nuse super::c::C;\n");
        let inner = ("crates/app/src/c/inner.rs", "pub(crate) use crate::a::A;\n");
        let c = ("crates/app/src/c.rs", "mod inner;\n");
        assert_eq!(
            faults(&[a, b, c, inner]),
            ["app: a, b, c import each other in a circle"]
        );
        assert!(faults(&[a, b, c]).is_empty());
    }

    #[test]
    fn siblings_inside_a_module_are_checked_too() {
        let parent = ("crates/store/src/m.rs", "use self::one::One;\n");
        let one = (
            "crates/store/src/m/one.rs",
            "use super::{Parent, two::Two};\n",
        );
        let two = ("crates/store/src/m/two.rs", "use super::one::One;\n");
        assert_eq!(
            faults(&[parent, one, two]),
            ["store::m: one, two import each other in a circle"]
        );
    }

    #[test]
    fn imports_by_parents_comments_tests_and_other_crates_are_no_cycle() {
        let a = (
            "crates/app/src/a.rs",
            "//! use crate::b;\nuse domain::b::B;\n\n#[cfg(test)]\nmod tests {\n    use crate::b;\n}\n",
        );
        let inner = ("crates/app/src/a/inner.rs", "use super::A;\n");
        let b = ("crates/app/src/b.rs", "use crate::a::A;\n");
        assert!(faults(&[a, inner, b]).is_empty());
    }
}
