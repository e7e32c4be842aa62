//! The community: channels, posts, comments, likes and views.

mod comment_emails;
mod demo;
mod tables;

use ateneu_module::Module;

/// Everything of the community.
pub fn module() -> Module {
    Module::new("community")
        .demo(|demo| Box::pin(demo::fill(demo)))
        .tables(tables::tables())
        .emails([comment_emails::emails()])
}
