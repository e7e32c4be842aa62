//! The subjects' view of the pages, which open last.

use std::sync::OnceLock;

use ateneu_module::PublicPages;
use ateneu_pages::Pages;
use futures::future::BoxFuture;

/// The pages, after they are open.
#[derive(Default)]
pub(crate) struct LatePages(OnceLock<Pages>);

impl LatePages {
    /// Sets the pages, once.
    pub fn set(&self, pages: Pages) {
        self.0.get_or_init(|| pages);
    }
}

impl PublicPages for LatePages {
    fn public_route(&self, path: &str) -> Option<&str> {
        self.0.get()?.public_route(path)
    }

    fn exists(&self, path: String) -> BoxFuture<'static, bool> {
        let pages = self.0.get().cloned();
        Box::pin(async move {
            match pages {
                Some(pages) => pages.exists(&path).await,
                None => false,
            }
        })
    }
}
