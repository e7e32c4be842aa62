//! Pictures in other sizes and formats: the requested form, the conversion, and the resources for it. Without files and
//! URLs.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: the errors
//! - `transform`: the requested size and format
//! - `kind`: drawings and photographs
//! - `format`: the formats, and their negotiation
//! - `picture`: conversion of a picture's bytes
//! - `image_pool`: threads, memory and time of making pictures

mod error;
mod format;
mod image_pool;
mod kind;
mod picture;
mod transform;

pub use error::Error;
pub use format::Format;
pub use image_pool::{ImagePool, Turn};
pub use picture::{Cost, Picture, with_checksums};
pub use transform::{Asked, Transform};
