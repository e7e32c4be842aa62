//! Everything a browser or crawler gets by GET.
mod api;
mod content;
mod engine;
mod error;
mod host;
mod pool;
mod reads;
mod versions;
