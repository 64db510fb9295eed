//! Use cases of Mitai, by area. They know the ports of `domain`, never HTTP, SQL or a foreign
//! format.

pub mod catalogue;
