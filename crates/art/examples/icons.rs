//! Writes the web app's icons: `cargo run -p mitai-art --example icons -- web/public`

use std::error::Error;
use std::path::PathBuf;

use art::{IconShape, icon, png};

const ICONS: [(&str, IconShape, u32); 4] = [
    ("apple-touch-icon.png", IconShape::Square, 180),
    ("icon-192.png", IconShape::Rounded, 192),
    ("icon-512.png", IconShape::Rounded, 512),
    ("icon-maskable-512.png", IconShape::Maskable, 512),
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1);
    let folder = PathBuf::from(folder.ok_or("Name the folder to write to: icons web/public")?);
    std::fs::write(folder.join("favicon.svg"), icon(IconShape::Rounded))?;
    for (name, shape, width) in ICONS {
        std::fs::write(folder.join(name), png(&icon(shape), width)?)?;
    }
    Ok(())
}
