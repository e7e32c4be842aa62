//! Pictures in other sizes and formats: the requested form, how a picture is made, and the share of the machine that
//! this may take. No file and no address.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `error`: the errors
//! - `transform`: the requested size and format
//! - `kind`: drawings and photographs
//! - `format`: the formats, and which of them a client gets
//! - `picture`: bytes of a picture to bytes of another
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
