//! One module for each command.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod dev;
pub(crate) mod generate;
pub(crate) mod pictures;
pub(crate) mod run;
mod serving;
pub(crate) mod test;
