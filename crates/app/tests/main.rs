//! Use cases, over a real database and a provider in a real one's place.

mod browse;
mod mirror;
mod people;
mod refresh;
