//! Which pages' visits are counted, and under which address.

use ateneu_pages::Pages;
use futures::future::BoxFuture;

/// Patterns whose open words name something public. What others leave open may be a secret, as in a letter's link, and is
/// never written down.
const BY_ADDRESS: [&str; 1] = ["/blog/:id"];

/// The pages, as the analytics asks about them.
pub struct KnownPages(pub Pages);

impl ateneu_analytics::Pages for KnownPages {
    fn is_public(&self, path: &str) -> bool {
        let route = self.0.public_route(path);
        route.is_some_and(|pattern| !pattern.contains([':', '*']) || BY_ADDRESS.contains(&pattern))
    }

    fn exists(&self, path: String) -> BoxFuture<'static, bool> {
        let pages = self.0.clone();
        Box::pin(async move { pages.exists(&path).await })
    }
}
