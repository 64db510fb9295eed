//! The store, on each of its databases.

mod cluster_connection;
mod contract;
mod copying;
mod planning;
mod upgrading;
