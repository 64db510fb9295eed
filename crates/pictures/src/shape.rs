//! Reading, cutting and writing pictures. Everything here takes a core for some milliseconds, AVIF
//! for some tens.

use std::io::Cursor;

use domain::picture::{Format, PictureError, Size};
use image::{
    DynamicImage, ExtendedColorType, GenericImageView as _, ImageDecoder as _, ImageEncoder as _,
    ImageError, ImageFormat, ImageReader, Limits, RgbImage,
    codecs::avif::AvifEncoder,
    imageops::{self, FilterType},
};

/// Most pixels on a side, and in all: what is larger is not read. A megapixel takes 4 MB.
const MOST_SIDE: u32 = 8_192;
const MOST_PIXELS: u64 = 16_000_000;
/// Most memory that reading takes, in bytes.
const MOST_MEMORY: u64 = 128 * 1024 * 1024;

/// Qualities from 0 to 100, tried until a picture is small enough.
const WEBP_QUALITIES: [f32; 6] = [76.0, 62.0, 48.0, 34.0, 20.0, 6.0];
const AVIF_QUALITIES: [u8; 5] = [56, 44, 32, 20, 8];
/// AVIF's fastest: slower ones save a tenth and take several times as long.
const AVIF_SPEED: u8 = 10;

/// The picture in this size and format.
///
/// # Errors
/// [`PictureError::TooLarge`] and [`PictureError::Unreadable`].
pub(crate) fn made(file: &[u8], size: Size, format: Format) -> Result<Vec<u8>, PictureError> {
    let picture = shaped(&read(file)?, size);
    let most = size.most_bytes();
    let fits = |written: &Vec<u8>| written.len() <= most;
    match format {
        Format::WebP => WEBP_QUALITIES
            .into_iter()
            .map(|quality| webp(&picture, quality))
            .find(fits)
            .ok_or(PictureError::TooLarge),
        Format::Avif => {
            for quality in AVIF_QUALITIES {
                let written = avif(&picture, quality)?;
                if fits(&written) {
                    return Ok(written);
                }
            }
            Err(PictureError::TooLarge)
        }
    }
}

/// Reads a picture whose size is known to be bearable before the first pixel is read.
fn read(file: &[u8]) -> Result<DynamicImage, PictureError> {
    let reader = ImageReader::new(Cursor::new(file)).with_guessed_format();
    let mut reader = reader.map_err(|_| PictureError::Unreadable)?;
    let known = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP];
    if !reader
        .format()
        .is_some_and(|format| known.contains(&format))
    {
        return Err(PictureError::Unreadable);
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MOST_SIDE);
    limits.max_image_height = Some(MOST_SIDE);
    limits.max_alloc = Some(MOST_MEMORY);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(|error| meaning(&error))?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
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

/// Cuts the largest part of that shape, from the middle and a little above it, where faces are, and
/// makes it that small; never larger.
fn shaped(picture: &DynamicImage, size: Size) -> RgbImage {
    let (width, height) = picture.dimensions();
    let (to_width, to_height) = size.pixels();
    // At most 8,192 by 1,600 each
    let (part_width, part_height) = if width * to_height > height * to_width {
        (height * to_width / to_height, height)
    } else {
        (width, width * to_height / to_width)
    };
    let (part_width, part_height) = (part_width.max(1), part_height.max(1));
    let (left, top) = ((width - part_width) / 2, (height - part_height) / 4);
    let part = picture.crop_imm(left, top, part_width, part_height);
    let part = part.into_rgb8();
    if part_width <= to_width {
        return part;
    }
    imageops::resize(&part, to_width, to_height, FilterType::CatmullRom)
}

fn webp(picture: &RgbImage, quality: f32) -> Vec<u8> {
    let encoder = webp::Encoder::from_rgb(picture, picture.width(), picture.height());
    encoder.encode(quality).to_vec()
}

fn avif(picture: &RgbImage, quality: u8) -> Result<Vec<u8>, PictureError> {
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

    #[test]
    fn a_picture_of_every_size_is_cut_to_its_shape_and_stays_within_its_bytes() {
        for file in [pictures::poster(1), pictures::cover(1)] {
            for size in Size::ALL {
                let written = made(&file, size, Format::WebP).unwrap();
                assert!(written.len() <= size.most_bytes(), "{size:?}");
                let (width, height) = read(&written).unwrap().dimensions();
                let (most_width, most_height) = size.pixels();
                assert!(width <= most_width && height <= most_height, "{size:?}");
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
            match made(&pictures::noise(), size, Format::WebP) {
                Ok(written) => assert!(written.len() <= size.most_bytes(), "{size:?}"),
                Err(error) => assert_eq!(error, PictureError::TooLarge),
            }
        }
    }

    #[test]
    fn avif_is_written_within_its_bytes() {
        let written = made(&pictures::poster(1), Size::Card, Format::Avif).unwrap();
        assert!(written.len() <= Size::Card.most_bytes());
        assert_eq!(&written[4..12], b"ftypavif");
    }

    #[test]
    fn what_is_no_picture_is_refused() {
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
            let made = made(file, Size::Card, Format::WebP);
            assert_eq!(made, Err(PictureError::Unreadable));
        }
    }

    proptest! {
        #![proptest_config(Config::with_cases(48))]

        #[test]
        fn whatever_a_host_sends_is_read_or_refused(file in any::<Vec<u8>>(), kind in 0..4_usize) {
            let starts: [&[u8]; 4] = [b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"RIFF\xff\0\0\0WEBPVP8 "];
            let _ = read(&[starts[kind], &file].concat());
        }

        #[test]
        fn a_damaged_picture_is_read_or_refused(
            damage in prop::collection::vec((any::<Index>(), any::<u8>()), 1..20),
            packed in any::<bool>(),
        ) {
            static FILES: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
                let poster = pictures::poster(1);
                let packed = made(&poster, Size::Thumb, Format::WebP).unwrap();
                [poster, packed]
            });
            let mut file = FILES[usize::from(packed)].clone();
            for (place, byte) in damage {
                let place = place.index(file.len());
                file[place] = byte;
            }
            if let Ok(picture) = read(&file) {
                prop_assert!(u64::from(picture.width()) * u64::from(picture.height()) <= MOST_PIXELS);
            }
        }
    }

    #[test]
    fn a_bomb_is_refused_before_it_is_read() {
        for (width, height) in [(60_000, 60_000), (8_193, 1), (8_000, 8_000)] {
            let bomb = pictures::claiming(width, height);
            assert!(bomb.len() < 200);
            let made = made(&bomb, Size::Card, Format::WebP);
            assert_eq!(made, Err(PictureError::TooLarge), "{width} by {height}");
        }
    }
}
