//! Publishing: articles, videos, podcasts, documents and links, their categories and what members have read.

mod bucket;
mod tables;

pub use bucket::bucket;
pub use tables::tables;
