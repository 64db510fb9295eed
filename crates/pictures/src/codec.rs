//! Reading, cutting and writing pictures. Everything here takes a core for some milliseconds, AVIF
//! for some tens.

use std::io::Cursor;

use domain::picture::{PictureError, Size};
use image::{
    DynamicImage, ExtendedColorType, GenericImageView as _, ImageDecoder as _, ImageEncoder as _,
    ImageError, ImageFormat, ImageReader, Limits, RgbImage, codecs::avif::AvifEncoder,
    imageops::FilterType,
};

use crate::single_flight::Outcome;

/// The largest number of pixels on a side, and in all, as many as a screen of 4K has: what is larger is not read.
const MAX_SIDE: u32 = 8_192;
const MAX_PIXELS: u64 = 3_840 * 2_160;
/// The largest number of bytes of a decoded picture: four a pixel.
const MAX_READ: u64 = 4 * MAX_PIXELS;
/// The largest number of bytes that a reader may take besides, as far as it counts them.
const MAX_MEMORY: u64 = 64 * 1024 * 1024;
/// The number of bytes at a JPEG's end, or before zeros, among which its end marker stands.
const JPEG_TAIL: usize = 1_024;

/// The qualities, from 0 to 100, that are tried until a picture is small enough.
const WEBP_QUALITIES: [f32; 6] = [76.0, 62.0, 48.0, 34.0, 20.0, 6.0];
const AVIF_QUALITIES: [u8; 5] = [56, 44, 32, 20, 8];
/// The fastest speed of AVIF's encoder: slower ones save a tenth and take several times as long.
const AVIF_SPEED: u8 = 10;

/// Encodes a picture as WebP in the bytes that `size` allows.
///
/// # Errors
/// [`PictureError::DoesNotFit`] if no quality is small enough.
pub(crate) fn webp(picture: &RgbImage, size: Size) -> Outcome<Vec<u8>> {
    let mut written = WEBP_QUALITIES
        .into_iter()
        .map(|quality| webp_of(picture, quality));
    let fits = written.find(|written| written.len() <= size.most_bytes());
    fits.ok_or(PictureError::DoesNotFit)
}

/// Encodes a picture as AVIF in the bytes that `size` allows.
///
/// # Errors
/// [`PictureError::DoesNotFit`] if no quality is small enough, [`PictureError::Unreadable`] if encoding fails.
pub(crate) fn avif(picture: &RgbImage, size: Size) -> Outcome<Vec<u8>> {
    for quality in AVIF_QUALITIES {
        let written = avif_of(picture, quality)?;
        if written.len() <= size.most_bytes() {
            return Ok(written);
        }
    }
    Err(PictureError::DoesNotFit)
}

/// Cuts a picture to a size's pixels, never enlarging it. A picture that is much larger than it shows is made
/// smaller at once, so that the rest takes little memory.
pub fn shaped(mut picture: DynamicImage, size: Size) -> RgbImage {
    let (width, height) = picture.dimensions();
    let (to_width, to_height) = target(width, height, size);
    let part = Crop::of(width, height, size);
    let near = 2 * to_width;
    if part.width > near {
        // The product is at most 8,192 times 3,200
        let scaled = |side: u32| (side * near).div_ceil(part.width);
        picture = picture.thumbnail_exact(scaled(width), scaled(height));
    }
    let (width, height) = picture.dimensions();
    let Crop {
        left,
        top,
        width,
        height,
    } = Crop::of(width, height, size);
    let part = picture.crop_imm(left, top, width, height);
    drop(picture);
    if width <= to_width && height <= to_height {
        return part.into_rgb8();
    }
    let part = DynamicImage::from(part.into_rgb8());
    let small = part.resize_exact(to_width, to_height, FilterType::CatmullRom);
    small.into_rgb8()
}

/// The pixels that a picture with these sides is to have at most; a smaller one keeps its own.
fn target(width: u32, height: u32, size: Size) -> (u32, u32) {
    let (most_width, most_height) = size.pixels();
    if size != Size::Whole {
        return (most_width, most_height);
    }
    // Each product is at most 8,192 times 1,440
    if width * most_height > height * most_width {
        (most_width, (height * most_width / width).max(1))
    } else {
        ((width * most_height / height).max(1), most_height)
    }
}

/// The part of a picture that shows: all of it, or the largest part of a shape, from the middle and a little above it,
/// where faces are.
struct Crop {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl Crop {
    /// The part of a picture with these sides that shows at a size.
    fn of(width: u32, height: u32, size: Size) -> Self {
        let (to_width, to_height) = size.pixels();
        // Each product is at most 8,192 times 1,600
        let (part_width, part_height) = if size == Size::Whole {
            (width, height)
        } else if width * to_height > height * to_width {
            (height * to_width / to_height, height)
        } else {
            (width, width * to_height / to_width)
        };
        let (part_width, part_height) = (part_width.max(1), part_height.max(1));
        Self {
            left: (width - part_width) / 2,
            top: (height - part_height) / 4,
            width: part_width,
            height: part_height,
        }
    }
}

/// Reads a picture, whose size is checked before the first pixel is decoded.
///
/// # Errors
/// [`PictureError::TooLarge`] for too many pixels, [`PictureError::Unreadable`] for other formats and broken files.
pub fn read(file: &[u8]) -> Result<DynamicImage, PictureError> {
    let reader = ImageReader::new(Cursor::new(file)).with_guessed_format();
    let mut reader = reader.map_err(|_| PictureError::Unreadable)?;
    let whole = match reader.format() {
        Some(ImageFormat::Jpeg) => has_end(file),
        // The readers of these formats notice a file that is cut off
        Some(ImageFormat::Png | ImageFormat::WebP) => true,
        _ => false,
    };
    if !whole {
        return Err(PictureError::Unreadable);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(|error| meaning(&error))?;
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > MAX_PIXELS || decoder.total_bytes() > MAX_READ {
        return Err(PictureError::TooLarge);
    }
    DynamicImage::from_decoder(decoder).map_err(|error| meaning(&error))
}

fn meaning(error: &ImageError) -> PictureError {
    match error {
        ImageError::Limits(_) => PictureError::TooLarge,
        _ => PictureError::Unreadable,
    }
}

/// Whether a JPEG ends as it should. Its reader shows one that was cut off, with grey for the rest;
/// the marker of the end cannot stand among pixels.
fn has_end(file: &[u8]) -> bool {
    let end = file.iter().rposition(|byte| *byte != 0).unwrap_or_default();
    let tail = &file[end.saturating_sub(JPEG_TAIL)..=end];
    tail.windows(2).any(|marker| marker == [0xff, 0xd9])
}

fn webp_of(picture: &RgbImage, quality: f32) -> Vec<u8> {
    let encoder = webp::Encoder::from_rgb(picture, picture.width(), picture.height());
    encoder.encode(quality).to_vec()
}

fn avif_of(picture: &RgbImage, quality: u8) -> Outcome<Vec<u8>> {
    let mut written = Vec::new();
    AvifEncoder::new_with_speed_quality(&mut written, AVIF_SPEED, quality)
        .with_num_threads(Some(1))
        .write_image(
            picture,
            picture.width(),
            picture.height(),
            ExtendedColorType::Rgb8,
        )
        .map_err(|error| meaning(&error))?;
    Ok(written)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::{prelude::*, sample::Index, test_runner::Config};
    use testkit::pictures;

    use super::*;

    fn made(file: &[u8], size: Size) -> Outcome<Vec<u8>> {
        webp(&shaped(read(file)?, size), size)
    }

    #[test]
    fn picture_of_every_size_has_its_shape_and_stays_within_its_byte_limit() {
        for file in [pictures::poster(1), pictures::cover(1)] {
            let (own_width, own_height) = read(&file).unwrap().dimensions();
            for size in Size::ALL {
                let written = made(&file, size).unwrap();
                assert!(written.len() <= size.most_bytes(), "{size:?}");
                let (width, height) = read(&written).unwrap().dimensions();
                let (most_width, most_height) = size.pixels();
                assert!(width <= most_width && height <= most_height, "{size:?}");
                let (most_width, most_height) = match size {
                    Size::Whole => (own_width, own_height),
                    _ => (most_width, most_height),
                };
                let off = (width * most_height).abs_diff(height * most_width);
                assert!(
                    off <= most_width + most_height,
                    "{size:?}: {width} by {height}"
                );
            }
        }
    }

    #[test]
    fn no_picture_has_more_bytes_than_its_size_may() {
        for size in Size::ALL {
            match made(&pictures::noise(425, 600), size) {
                Ok(written) => assert!(written.len() <= size.most_bytes(), "{size:?}"),
                Err(error) => assert_eq!(error, PictureError::DoesNotFit),
            }
        }
    }

    #[test]
    fn avif_is_written_within_its_bytes() {
        let written = avif(
            &shaped(read(&pictures::poster(1)).unwrap(), Size::Card),
            Size::Card,
        )
        .unwrap();
        assert!(written.len() <= Size::Card.most_bytes());
        assert_eq!(&written[4..12], b"ftypavif");
    }

    #[test]
    fn files_that_are_no_pictures_are_refused() {
        let whole = pictures::poster(1);
        let gif = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;";
        for file in [
            b"".as_slice(),
            b"<!DOCTYPE html>",
            b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
            gif,
            &whole[..20],
            b"\x89PNG\r\n\x1a\n",
            b"RIFF\x04\x00\x00\x00WEBP",
        ] {
            let made = made(file, Size::Card);
            assert_eq!(made, Err(PictureError::Unreadable));
        }
    }

    proptest! {
        #![proptest_config(Config::with_cases(48))]

        #[test]
        fn arbitrary_bytes_are_read_or_refused(file in any::<Vec<u8>>(), kind in 0..4_usize) {
            let starts: [&[u8]; 4] = [b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"RIFF\xff\0\0\0WEBPVP8 "];
            let _ = read(&[starts[kind], &file].concat());
        }

        #[test]
        fn damaged_picture_is_read_or_refused(
            damage in prop::collection::vec((any::<Index>(), any::<u8>()), 1..20),
            packed in any::<bool>(),
        ) {
            static FILES: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
                let poster = pictures::poster(1);
                let packed = made(&poster, Size::Thumb).unwrap();
                [poster, packed]
            });
            let mut file = FILES[usize::from(packed)].clone();
            for (place, byte) in damage {
                let place = place.index(file.len());
                file[place] = byte;
            }
            if let Ok(picture) = read(&file) {
                prop_assert!(u64::from(picture.width()) * u64::from(picture.height()) <= MAX_PIXELS);
            }
        }
    }

    #[test]
    fn truncated_pictures_are_refused() {
        let whole = [pictures::poster(1), pictures::png(1), pictures::webp(1)];
        for (number, file) in whole.iter().enumerate() {
            assert!(read(file).is_ok(), "{number}");
            for part in [file.len() / 2, file.len() * 9 / 10, file.len() * 99 / 100] {
                let cut_off = read(&file[..part]);
                assert_eq!(cut_off, Err(PictureError::Unreadable), "{number}: {part}");
            }
            // Some programs write this after the end
            let padded = [file.as_slice(), &[0; 5_000]].concat();
            assert!(read(&padded).is_ok(), "{number}");
            let followed = [file.as_slice(), b"\r\nmade by a camera\n"].concat();
            assert!(read(&followed).is_ok(), "{number}");
        }
    }

    #[test]
    fn crop_keeps_the_centre_at_any_size() {
        // The pictures are red on the left and blue on the right
        let halves = |width, height| {
            let colour = |x: u32| {
                if x < width / 2 {
                    [250, 0, 0]
                } else {
                    [0, 0, 250]
                }
            };
            RgbImage::from_fn(width, height, |x, _| image::Rgb(colour(x)))
        };
        // The last picture is a line higher than a thumbnail
        for (width, height) in [(400, 600), (1_400, 1_200), (200, 300), (300, 241)] {
            for picture in [
                DynamicImage::from(halves(width, height)),
                DynamicImage::from(halves(width, height))
                    .into_rgba16()
                    .into(),
            ] {
                let mut file = Cursor::new(Vec::new());
                picture.write_to(&mut file, ImageFormat::Png).unwrap();
                let small = shaped(read(file.get_ref()).unwrap(), Size::Thumb);
                assert_eq!(small.dimensions(), (160, 240), "{width}");
                let (left, right) = (small.get_pixel(20, 120), small.get_pixel(140, 120));
                assert!(left.0[0] > 240 && left.0[2] < 10, "{width}: {left:?}");
                assert!(right.0[0] < 10 && right.0[2] > 240, "{width}: {right:?}");
            }
        }
    }

    #[test]
    fn decompression_bomb_is_refused_before_it_is_decoded() {
        let bombs = [
            pictures::claiming(60_000, 60_000),
            pictures::claiming(8_193, 1),
            pictures::claiming(3_841, 2_160),
            pictures::claiming_16_bits(3_200, 1_800),
        ];
        for (number, bomb) in bombs.iter().enumerate() {
            assert!(bomb.len() < 200);
            assert_eq!(read(bomb), Err(PictureError::TooLarge), "{number}");
        }
        let bearable = [
            pictures::claiming(8_192, 1),
            pictures::claiming(3_840, 2_160),
            pictures::claiming_16_bits(1_920, 1_080),
        ];
        for (number, claimed) in bearable.iter().enumerate() {
            assert_eq!(read(claimed), Err(PictureError::Unreadable), "{number}");
        }
    }
}
