//! The community: channels, posts, comments, likes and views.

mod comment_emails;
mod tables;

use ateneu_module::Module;

/// Everything of the community.
pub fn module() -> Module {
    Module::new("community").tables(tables::tables()).emails([comment_emails::emails()])
}
