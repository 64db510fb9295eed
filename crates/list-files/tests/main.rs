//! Files of lists, real and written by Mitai.

mod any_entry;
mod real_lists;
mod unresolved;
mod write;
mod written;
