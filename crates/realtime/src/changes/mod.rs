//! Changes of rows: what channels follow (`subscription.rs`, `filter.rs`), and what each caller sees of a change (`event.rs`,
//! `class.rs`).

pub mod class;
pub mod event;
pub mod filter;
mod filter_text;
pub mod subscription;
