//! Texts as they are read.

mod hostile;
mod tree;
