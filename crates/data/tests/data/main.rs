//! The data service through real HTTP semantics, on both databases, with toy tables of its own.

mod embeds;
mod limits;
mod masks;
mod procedures;
mod reads;
mod refusals;
mod rules;
mod world;
mod writes;
