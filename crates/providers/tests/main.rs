//! What providers answer, real and made up.

mod awkward_shapes;
mod extras;
mod foreign_bodies;
mod kitsu_extras;
mod kitsu_gaps;
mod real_data;
mod real_franchises;
