//! Pictures as sources have them, and such as no source should.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

/// A poster as MyAnimeList has it, 425 by 600 pixels: areas of colour with edges. Another `seed` is
/// another picture.
pub fn poster(seed: u32) -> Vec<u8> {
    jpeg(painted(425, 600, seed))
}

/// Returns the [`poster`] as PNG.
pub fn png(seed: u32) -> Vec<u8> {
    written(painted(425, 600, seed), ImageFormat::Png)
}

/// Returns the [`poster`] as WebP.
pub fn webp(seed: u32) -> Vec<u8> {
    written(painted(425, 600, seed), ImageFormat::WebP)
}

/// Returns a cover for the hero as Kitsu has it, 3,360 by 800 pixels.
pub fn cover(seed: u32) -> Vec<u8> {
    jpeg(painted(3_360, 800, seed))
}

/// Returns a JPEG of noise, which no codec can shorten much.
pub fn noise(width: u32, height: u32) -> Vec<u8> {
    let mut state = 1_u32;
    jpeg(RgbImage::from_fn(width, height, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [_, red, green, blue] = state.to_le_bytes();
        Rgb([red, green, blue])
    }))
}

/// Returns a PNG of a few bytes that claims to be a picture of this size.
pub fn claiming(width: u32, height: u32) -> Vec<u8> {
    // 8 bits for each of red, green and blue
    empty(width, height, [8, 2], &[])
}

/// Returns what [`claiming`] returns, but with 16 bits for each of red, green, blue and alpha.
pub fn claiming_16_bits(width: u32, height: u32) -> Vec<u8> {
    empty(width, height, [16, 6], &[])
}

/// A picture whose palette ends in the middle of a colour, at which its reader (png 0.18.1) panics.
pub fn with_truncated_palette() -> Vec<u8> {
    // One byte for each pixel, which is a place of the palette
    empty(2, 2, [8, 3], &[1, 2, 3, 4])
}

/// Returns a PNG without pixels; `kind` is its bit depth and its colour type.
fn empty(width: u32, height: u32, kind: [u8; 2], palette: &[u8]) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut head = Vec::new();
    head.extend(width.to_be_bytes());
    head.extend(height.to_be_bytes());
    head.extend(kind);
    head.extend([0, 0, 0]);
    chunk(&mut file, *b"IHDR", &head);
    if !palette.is_empty() {
        chunk(&mut file, *b"PLTE", palette);
    }
    chunk(&mut file, *b"IDAT", &[0x78, 0x9c, 0x03, 0, 0, 0, 0, 1]);
    chunk(&mut file, *b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    let length = u32::try_from(data.len()).unwrap_or_default();
    let mut sum = flate2::Crc::new();
    sum.update(&kind);
    sum.update(data);
    file.extend(length.to_be_bytes());
    file.extend(kind);
    file.extend(data);
    file.extend(sum.sum().to_be_bytes());
}

/// Paints circles on a gradient, a little grainy.
fn painted(width: u32, height: u32, seed: u32) -> RgbImage {
    let byte = |value: u32| u8::try_from(value % 256).unwrap_or_default();
    RgbImage::from_fn(width, height, |x, y| {
        let ring = (x.abs_diff(width / 3).pow(2) + y.abs_diff(height / 3).pow(2)) / (900 + seed);
        let grain = (x * 7 + y * 13 + seed) % 11;
        let band = if ring % 7 < 3 { 90 } else { 0 };
        Rgb([
            byte(x * 160 / width + band + grain),
            byte(y * 160 / height + grain),
            byte(seed * 40 % 160 + band / 2 + grain),
        ])
    })
}

fn jpeg(picture: RgbImage) -> Vec<u8> {
    written(picture, ImageFormat::Jpeg)
}

#[expect(
    clippy::expect_used,
    reason = "a test's tool fails its test by panicking"
)]
fn written(picture: RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    DynamicImage::from(picture)
        .write_to(&mut file, format)
        .expect("a picture can be written");
    file.into_inner()
}
