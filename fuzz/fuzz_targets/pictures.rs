//! A picture of a source.
#![no_main]

use std::panic::{catch_unwind, set_hook};

use domain::picture::Size;
use libfuzzer_sys::fuzz_target;
use pictures::shape::shaped;

fuzz_target!(
    init: {
        // In the server, too, a picture at which its reader panics is a broken one
        set_hook(Box::new(|_| ()));
    },
    |file: &[u8]| {
        if let Ok(Ok(picture)) = catch_unwind(|| shaped(file, Size::Thumb)) {
            let (width, height) = Size::Thumb.pixels();
            assert!(picture.width() <= width && picture.height() <= height);
        }
    }
);
