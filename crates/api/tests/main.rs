//! What the routes answer.

mod http;
mod list_real_data;
mod openapi;
mod v4_real_data;
