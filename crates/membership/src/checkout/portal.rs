//! The provider's portal, where a person manages a subscription.

use crate::{Error, Payments, customers, emails::member::MANAGE};

impl Payments {
    /// A short-lived address of the page where a person changes plan or card or cancels.
    ///
    /// # Errors
    /// [`Error::NoCustomer`] for a person who never paid, or where the provider does not respond.
    pub async fn portal(&self, user_id: &str) -> Result<String, Error> {
        let id = user_id.to_owned();
        let linked = self.db().read(move |tx| {
            // An unfinished checkout creates a customer who never paid.
            let sql = "SELECT id FROM payment_subscriptions
                       WHERE user_id = $1 AND plan IS NOT NULL AND status NOT IN ('incomplete', 'incomplete_expired') LIMIT 1";
            let has_subscribed = tx.query_optional(sql, &[(&id).into()])?.is_some();
            Ok::<_, ateneu_db::Error>(customers::of_user(tx, &id)?.filter(|_| has_subscribed))
        });
        let linked = linked.await?.ok_or(Error::NoCustomer)?;
        match self.provider().create_portal(&linked.customer_id, &self.link(MANAGE)).await {
            Err(error) if error.is_missing() => Err(Error::NoCustomer),
            other => other,
        }
    }
}
