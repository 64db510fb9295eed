//! What the binary does, as operators, visitors and programs see it.

mod cluster;
mod command_line;
mod crash;
mod faults;
mod foreign;
mod import;
mod jikan_clients;
mod list;
mod mirror;
mod operation;
mod rating;
mod review;
mod user;
