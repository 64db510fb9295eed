//! Drawn documents as PNG, for those who take no SVG.

use std::collections::HashMap;

use color_quant::NeuQuant;
use resvg::{tiny_skia, usvg};

/// Colours of a picture's palette: as many as there may be, or fewer where the picture would be too large.
const COLOURS: [usize; 3] = [256, 96, 32];
/// Bytes and pixels: a picture has fewer bytes a pixel than these, unless even the smallest palette is too large.
const LIMIT: (usize, usize) = (150_000, 1_200 * 630);
/// One pixel of this many is looked at when the palette is chosen.
const SAMPLING: i32 = 20;

/// Why a document could not be made a picture.
#[derive(Debug)]
pub struct NotDrawn(&'static str);

impl std::fmt::Display for NotDrawn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for NotDrawn {}

/// Makes a PNG of a document of this crate, `width` pixels wide. Text that is left to the system's fonts does not show.
/// Takes most of the 140 ms that a card costs.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, NotDrawn> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())
        .map_err(|_| NotDrawn("the document is not SVG"))?;
    let size = tree.size().to_int_size();
    let size = size
        .scale_to_width(width)
        .ok_or(NotDrawn("the picture has no size"))?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or(NotDrawn("the picture is too large"))?;
    let scale = |to: u32, from: f32| f64::from(to) / f64::from(from);
    #[expect(clippy::cast_possible_truncation, reason = "a scale is a small number")]
    let transform = tiny_skia::Transform::from_scale(
        scale(size.width(), tree.size().width()) as f32,
        scale(size.height(), tree.size().height()) as f32,
    );
    resvg::render(&tree, transform, &mut pixels.as_mut());
    let colours: Vec<Rgba> = pixels
        .pixels()
        .iter()
        .map(tiny_skia::PremultipliedColorU8::demultiply)
        .map(|pixel| [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()])
        .collect();
    let mut written = Vec::new();
    for count in COLOURS {
        written = write(&colours, size.width(), size.height(), count)
            .map_err(|_| NotDrawn("the picture cannot be written"))?;
        if written.len() * LIMIT.1 < LIMIT.0 * colours.len() {
            break;
        }
    }
    Ok(written)
}

type Rgba = [u8; 4];

/// Writes a picture with a palette: drawings have few colours, and take a third of the bytes that way.
fn write(
    colours: &[Rgba],
    width: u32,
    height: u32,
    count: usize,
) -> Result<Vec<u8>, png::EncodingError> {
    let quantizer = NeuQuant::new(SAMPLING, count, colours.as_flattened());
    let mut known = HashMap::new();
    let mut index = |colour: &Rgba| {
        let found = || u8::try_from(quantizer.index_of(colour)).unwrap_or_default();
        *known.entry(*colour).or_insert_with(found)
    };
    let indices: Vec<u8> = colours.iter().map(&mut index).collect();
    let (opaque, alpha): (Vec<_>, Vec<_>) = quantizer
        .color_map_rgba()
        .chunks_exact(4)
        .map(|colour| ([colour[0], colour[1], colour[2]], colour[3]))
        .unzip();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(opaque.as_flattened().to_vec());
    if colours.iter().any(|colour| colour[3] < u8::MAX) {
        encoder.set_trns(alpha);
    }
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header()?.write_image_data(&indices)?;
    Ok(bytes)
}
