//! Packs `titles/*.toml` into one compressed file for the binary.

#[path = "src/text.rs"]
mod text;

use std::{env, fs, io::Write as _, path::Path};

use anyhow::Context as _;

fn main() -> anyhow::Result<()> {
    println!("cargo::rerun-if-changed=titles");
    let mut titles = Vec::new();
    let mut files: Vec<_> = fs::read_dir("titles")?.collect::<Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    for file in files {
        let path = file.path();
        titles.extend(
            read(&path).with_context(|| format!("{} is not a list of titles", path.display()))?,
        );
    }
    let out = Path::new(&env::var("OUT_DIR")?).join("titles.json.br");
    let mut packed = brotli::CompressorWriter::new(fs::File::create(out)?, 1 << 16, 9, 22);
    packed.write_all(&serde_json::to_vec(&titles)?)?;
    Ok(())
}

fn read(path: &Path) -> anyhow::Result<Vec<domain::anime::Anime>> {
    let file: text::File = toml::from_str(&fs::read_to_string(path)?)?;
    file.title
        .into_iter()
        .map(text::Title::into_anime)
        .collect()
}
