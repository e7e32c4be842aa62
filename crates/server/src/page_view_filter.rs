//! Filter of the page views that are counted, and the addresses that they are counted under.

use ateneu_pages::Pages;
use futures::future::BoxFuture;

/// Patterns whose parameters name something public. Those of others may be a secret, as in the link of an email, and are
/// never written down.
const BY_ADDRESS: [&str; 1] = ["/blog/:id"];

/// The pages, as the analytics module sees them.
pub struct PageViewFilter(pub Pages);

impl ateneu_analytics::Pages for PageViewFilter {
    fn is_public(&self, path: &str) -> bool {
        let route = self.0.public_route(path);
        route.is_some_and(|pattern| !pattern.contains([':', '*']) || BY_ADDRESS.contains(&pattern))
    }

    fn exists(&self, path: String) -> BoxFuture<'static, bool> {
        let pages = self.0.clone();
        Box::pin(async move { pages.exists(&path).await })
    }
}
