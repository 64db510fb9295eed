//! A data folder that cannot be written to.

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

use super::mitai::{behind, files, left_in, refusal, serve, serving};

/// Permissions do not bind root, unless it gives up the right to pass over them.
const BOUND: &str = "if [ \"$(id -u)\" = 0 ]; then \
    exec setpriv --bounding-set=-dac_override,-dac_read_search,-fowner -- \"$0\" \"$@\"; fi; \
    exec \"$0\" \"$@\"";

fn permit(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn refused(data: &Path) -> String {
    refusal(&mut behind(BOUND, &serve(data)))
}

#[test]
fn unwritable_folder_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    permit(folder.path(), 0o555);
    let said = refused(&data);
    assert!(said.contains(&*data.to_string_lossy()), "{said}");
    assert!(said.contains("cannot be made"), "{said}");
    permit(folder.path(), 0o755);
    fs::create_dir(&data).unwrap();
    permit(&data, 0o555);
    let said = refused(&data);
    assert!(said.contains("check its path and permissions"), "{said}");
    permit(&data, 0o755);
    drop(serving(&mut behind(BOUND, &serve(&data))));
}

#[test]
fn read_only_database_is_reported_and_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    left_in(&data);
    let database = data.join("mitai.db");
    let before = files(&data);
    for (of_folder, of_file) in [(0o755, 0o444), (0o555, 0o444), (0o555, 0o644)] {
        permit(&database, of_file);
        permit(&data, of_folder);
        let said = refused(&data);
        assert!(
            said.contains("permissions"),
            "{of_folder:o} {of_file:o}: {said}"
        );
        permit(&data, 0o755);
        permit(&database, 0o644);
        assert!(fs::read(&database).unwrap() == before_of(&before, &database));
    }
    // SQLite gives the files beside it the permissions that it has
    for (file, _) in files(&data) {
        permit(&file, 0o644);
    }
    drop(serving(&mut behind(BOUND, &serve(&data))));
}

fn before_of(files: &[(std::path::PathBuf, Vec<u8>)], path: &Path) -> Vec<u8> {
    let found = files.iter().find(|(of, _)| of == path);
    found.unwrap().1.clone()
}
