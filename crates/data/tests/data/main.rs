//! The data service through real HTTP semantics, on both databases, with toy tables of its own.

#![expect(clippy::unwrap_used, reason = "a test stops where its ground is missing")]

mod aggregates;
mod audit;
mod bounds;
mod budget;
mod embeds;
mod fixtures;
mod harness;
mod limits;
mod masks;
mod openapi;
mod procedures;
mod rate_limit;
mod reads;
mod refusals;
mod rules;
mod spreads;
mod triggers;
mod writes;
