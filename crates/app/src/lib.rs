//! Use cases of Mitai, by area. They know the ports of `domain`, never HTTP, SQL or a foreign
//! format.

pub mod account;
pub mod catalogue;
pub mod live;
pub mod record;
pub mod session;
mod typed;
