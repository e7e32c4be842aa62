//! Publishing: articles, videos, podcasts, documents and links, their categories and what members have read.

mod bucket;
mod tables;

use ateneu_module::Module;

/// Everything of publishing.
pub fn module() -> Module {
    Module::new("publishing").tables(tables::tables()).buckets([bucket::bucket()])
}
