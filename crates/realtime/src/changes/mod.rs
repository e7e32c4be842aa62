//! Changes of rows: the subscriptions of channels (`subscription.rs`, `filter.rs`), and the view of each caller
//! (`event.rs`, `class.rs`).

pub mod class;
pub mod event;
pub mod filter;
mod filter_text;
pub mod subscription;
