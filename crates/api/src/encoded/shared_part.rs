//! A part of many bodies that is compressed once.

use std::{
    io::{Error, Result},
    sync::OnceLock,
};

use brotli::{
    concat::{BroCatli, BroCatliResult},
    enc::BrotliEncoderParams,
};

use super::quality_of;

/// Brotli's quality for the shared part: the best. 84 kB take 80 ms.
const SHARED_QUALITY: i32 = 11;
/// The window of all streams that are joined, as a power of two: a stream's may not be larger than the first one's.
const WINDOW: i32 = 18;
/// The number of bytes that joined streams may need beside their own.
const SEAMS: usize = 16;

/// Text that many bodies have in common, and its Brotli stream once [`compress`](Self::compress) has made it.
///
/// Streams can be joined where their encoder was told to keep them apart: none refers to what stands before it.
#[derive(Debug)]
pub(crate) struct SharedPart {
    plain: String,
    stream: OnceLock<Vec<u8>>,
}

impl SharedPart {
    /// A part that is not compressed yet.
    pub(crate) fn new(plain: String) -> Self {
        Self {
            plain,
            stream: OnceLock::new(),
        }
    }

    /// The uncompressed text.
    pub(crate) fn plain(&self) -> &str {
        &self.plain
    }

    /// Compresses the text to its stream, which takes long.
    ///
    /// # Errors
    /// If the encoder fails.
    pub(crate) fn compress(&self) -> Result<()> {
        let stream = stream(self.plain.as_bytes(), SHARED_QUALITY, Place::Later)?;
        self.stream.get_or_init(|| stream);
        Ok(())
    }

    /// The Brotli form of `body`, which has this part from `start` on; none while the part is not compressed.
    pub(super) fn compress_body(&self, body: &[u8], start: usize) -> Option<Result<Vec<u8>>> {
        let shared = self.stream.get()?;
        let (before, rest) = body.split_at_checked(start)?;
        let after = rest.strip_prefix(self.plain.as_bytes())?;
        Some(join_around(before, shared, after))
    }
}

fn join_around(before: &[u8], shared: &[u8], after: &[u8]) -> Result<Vec<u8>> {
    join(&[
        &stream(before, quality_of(before), Place::First)?,
        shared,
        &stream(after, quality_of(after), Place::Later)?,
    ])
}

/// Where in a body a stream stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    First,
    Later,
}

/// A Brotli stream that another one can follow, and that can follow another one unless it is the first.
fn stream(plain: &[u8], quality: i32, place: Place) -> Result<Vec<u8>> {
    let params = BrotliEncoderParams {
        quality,
        lgwin: WINDOW,
        size_hint: plain.len(),
        appendable: true,
        catable: place == Place::Later,
        // A word of Brotli's own dictionary is referred to by how much stands before it.
        use_dictionary: place == Place::First,
        ..Default::default()
    };
    let mut stream = Vec::new();
    brotli::BrotliCompress(&mut &*plain, &mut stream, &params)?;
    Ok(stream)
}

/// Joins several streams to one.
fn join(streams: &[&[u8]]) -> Result<Vec<u8>> {
    let length: usize = streams.iter().map(|stream| stream.len()).sum();
    let mut joined = vec![0; length + SEAMS];
    let mut end = 0;
    let mut concat = BroCatli::new();
    for stream in streams {
        concat.new_brotli_file();
        let result = concat.stream(stream, &mut 0, &mut joined, &mut end);
        expect(result, BroCatliResult::NeedsMoreInput)?;
    }
    expect(
        concat.finish(&mut joined, &mut end),
        BroCatliResult::Success,
    )?;
    joined.truncate(end);
    Ok(joined)
}

fn expect(result: BroCatliResult, expected: BroCatliResult) -> Result<()> {
    if result == expected {
        return Ok(());
    }
    Err(Error::other(format!("joining streams: {result:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decompressed(stream: &[u8]) -> String {
        let mut plain = Vec::new();
        brotli::BrotliDecompress(&mut &*stream, &mut plain).unwrap();
        String::from_utf8(plain).unwrap()
    }

    #[test]
    fn body_around_a_compressed_part_decompresses_to_itself() {
        let part = SharedPart::new(".card{color:red}".repeat(500));
        part.compress().unwrap();
        for (before, after) in [
            ("", ""),
            ("<title>進撃の巨人</title>", "<p>after the part</p>"),
            (&*"the time of the government ".repeat(300), ""),
            ("", &*"the time of the government ".repeat(12_000)),
        ] {
            let body = format!("{before}{}{after}", part.plain());
            let stream = part.compress_body(body.as_bytes(), before.len());
            assert_eq!(decompressed(&stream.unwrap().unwrap()), body);
        }
    }

    #[test]
    fn body_without_the_part_is_not_joined() {
        let part = SharedPart::new("shared".into());
        assert!(part.compress_body(b"a shared part", 2).is_none());
        part.compress().unwrap();
        assert!(part.compress_body(b"a shared part", 2).is_some());
        assert!(part.compress_body(b"a shared part", 3).is_none());
        assert!(part.compress_body(b"a", 2).is_none());
    }
}
