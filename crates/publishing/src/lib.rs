//! Publishing: articles, videos, podcasts, documents and links, their categories and what members have read.

mod bucket;
mod demo;
mod tables;

use ateneu_module::Module;

/// Everything of publishing.
pub fn module() -> Module {
    Module::new("publishing")
        .demo(|demo| Box::pin(demo::fill(demo)))
        .tables(tables::tables())
        .buckets([bucket::bucket()])
}
