//! A picture in another size or format: what may be asked for, how it is made, and how much of the machine that may
//! take. Who may have it, and at which address, is for `reads` to say. No endpoint.

mod budget;
pub(crate) mod format;
mod hands;
mod picture;
mod prepare;
mod transform;
pub(crate) mod variants;

pub(crate) use self::{prepare::prepare, transform::Transform, variants::Workshop};
