//! Changes of rows: what channels follow (`subscription.rs`, `filter.rs`), what each caller sees of a change (`event.rs`,
//! `class.rs`), and their delivery (`dispatch.rs`).

pub mod class;
pub mod dispatch;
pub mod event;
pub mod filter;
mod filter_text;
pub mod subscription;
