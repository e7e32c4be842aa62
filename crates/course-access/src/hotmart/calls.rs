//! Queries about an address, in this order: the Club's members, then subscriptions, then single sales. The first
//! positive answer ends them. A failure counts only if all others are negative.

use serde_json::Value as Json;

use super::{Hotmart, PlatformAccess, bad_response, meaning};
use crate::Error;

/// Maximum number of pages read of a list. An address has few entries.
const PAGES: usize = 20;

impl Hotmart {
    /// Queries the access of this address. `email` is trimmed and lower case.
    pub(crate) async fn access(&self, email: &str) -> Result<PlatformAccess, Error> {
        let mut failure = None;
        let mut granted = |answer: Result<PlatformAccess, Error>| match answer {
            Ok(PlatformAccess::No) => None,
            Ok(yes) => Some(yes),
            Err(error) => {
                failure.get_or_insert(error);
                None
            }
        };
        if let Some(yes) = granted(self.in_club(email).await) {
            return Ok(yes);
        }
        if let Some(yes) = granted(self.subscribes(email).await) {
            return Ok(yes);
        }
        if let Some(yes) = granted(self.bought(email).await) {
            return Ok(yes);
        }
        failure.map_or(Ok(PlatformAccess::No), Err)
    }

    async fn in_club(&self, email: &str) -> Result<PlatformAccess, Error> {
        if self.config.subdomain.is_empty() {
            return Ok(PlatformAccess::No);
        }
        let query = [("subdomain", self.config.subdomain.clone()), ("email", email.to_owned())];
        let users = self.list("/club/api/v1/users", &query).await?;
        Ok(meaning::of_club(&users, email))
    }

    async fn subscribes(&self, email: &str) -> Result<PlatformAccess, Error> {
        let mut query = vec![
            ("subscriber_email", email.to_owned()),
            // Without it the platform returns only the last 30 days.
            ("accession_date", "0".to_owned()),
        ];
        query.extend(self.product());
        let subscriptions = self.list("/payments/api/v1/subscriptions", &query).await?;
        Ok(meaning::of_subscriptions(&subscriptions, email, self.clock.now()))
    }

    async fn bought(&self, email: &str) -> Result<PlatformAccess, Error> {
        let mut query = vec![
            ("buyer_email", email.to_owned()),
            ("start_date", "0".to_owned()),
            ("end_date", (self.clock.now().micros() / 1_000).to_string()),
        ];
        query.extend(self.product());
        let sales = self.list("/payments/api/v1/sales/history", &query).await?;
        Ok(meaning::of_sales(&sales, email))
    }

    fn product(&self) -> Option<(&'static str, String)> {
        let id = &self.config.product_id;
        (!id.is_empty()).then(|| ("product_id", id.clone()))
    }

    /// Returns the items of all pages.
    async fn list(&self, path: &str, query: &[(&str, String)]) -> Result<Vec<Json>, Error> {
        let mut items = Vec::new();
        let mut page: Option<String> = None;
        for _ in 0..PAGES {
            let mut query = query.to_vec();
            query.extend(page.map(|token| ("page_token", token)));
            let mut answer = self.get(path, &query).await?;
            match answer.get_mut("items").map(Json::take) {
                Some(Json::Array(some)) => items.extend(some),
                _ => return Err(bad_response("a list")),
            }
            let next = answer.pointer("/page_info/next_page_token").and_then(Json::as_str);
            match next.filter(|token| !token.is_empty()) {
                Some(next) => page = Some(next.to_owned()),
                None => return Ok(items),
            }
        }
        Err(bad_response("a list without an end"))
    }
}
