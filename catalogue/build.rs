//! Packs `titles/*.toml` and `credits/*.toml` into compressed files for the binary.

#[path = "src/credits.rs"]
mod credits;
#[path = "src/text.rs"]
mod text;

use std::{env, fs, io::Write as _, path::Path};

use anyhow::Context as _;
use serde::{Serialize, de::DeserializeOwned};

fn main() -> anyhow::Result<()> {
    println!("cargo::rerun-if-changed=titles");
    println!("cargo::rerun-if-changed=credits");
    let mut titles = Vec::new();
    let mut files: Vec<_> = fs::read_dir("titles")?.collect::<Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    for file in files {
        let path = file.path();
        let listed: text::File = read(&path)?;
        let read = listed
            .title
            .into_iter()
            .map(text::Title::into_anime)
            .collect::<anyhow::Result<Vec<_>>>();
        titles.extend(read.with_context(|| path.display().to_string())?);
    }
    pack("titles.json.br", &titles)?;

    let listed: credits::File = read(Path::new("credits/titles.toml"))?;
    let people = read(Path::new("credits/people.toml"))?;
    let characters = read(Path::new("credits/characters.toml"))?;
    pack("credits.json.br", &listed.read(people, characters)?)
}

fn read<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let text = fs::read_to_string(path)?;
    toml::from_str(&text).with_context(|| format!("{} is not understood", path.display()))
}

fn pack(name: &str, list: &impl Serialize) -> anyhow::Result<()> {
    let out = Path::new(&env::var("OUT_DIR")?).join(name);
    let mut packed = brotli::CompressorWriter::new(fs::File::create(out)?, 1 << 16, 9, 22);
    packed.write_all(&serde_json::to_vec(list)?)?;
    Ok(())
}
