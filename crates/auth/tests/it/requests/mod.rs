//! Steps that surround every request.

mod limits;
mod not_offered;
mod wire;
