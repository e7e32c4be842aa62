//! Pictures in other sizes and formats: what a request may ask for, how it is made, and how much of the machine that may
//! take. Access rules and addresses are in `reads`. No endpoint.

pub(crate) mod format;
mod image_pool;
mod kind;
mod picture;
mod transform;
pub(crate) mod variants;

pub(crate) use self::{
    image_pool::ImagePool,
    transform::Transform,
    variants::{prepare, remake},
};
