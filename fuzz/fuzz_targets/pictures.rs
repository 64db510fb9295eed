//! A picture of a source, and the size it is cut to: one of the four by the length of the file.
#![no_main]

use std::panic::{catch_unwind, set_hook, take_hook};

use domain::picture::Size;
use libfuzzer_sys::fuzz_target;
use pictures::codec;

fuzz_target!(|file: &[u8]| {
    let size = Size::ALL[file.len() % Size::ALL.len()];
    // In the server, too, a picture at which its reader panics is a broken one
    let ends_the_run = take_hook();
    set_hook(Box::new(|_| ()));
    let read = catch_unwind(|| codec::read(file));
    set_hook(ends_the_run);
    if let Ok(Ok(picture)) = read {
        let small = codec::shaped(picture, size);
        let (width, height) = size.pixels();
        assert!(small.width() <= width && small.height() <= height);
    }
});
