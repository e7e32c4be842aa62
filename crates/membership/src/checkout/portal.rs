//! Where a person manages what is paid: the provider's portal.

use crate::{Error, Payments, customers};

impl Payments {
    /// The address of the page where a person changes plan and card or cancels. Good for a moment.
    ///
    /// # Errors
    /// [`Error::NoCustomer`] for whoever never paid, or that the provider does not answer.
    pub async fn portal(&self, user_id: &str) -> Result<String, Error> {
        let id = user_id.to_owned();
        let linked = self.db().read(move |tx| {
            // A checkout that was only begun makes a customer who never paid.
            let sql = "SELECT id FROM payment_subscriptions
                       WHERE user_id = $1 AND status NOT IN ('incomplete', 'incomplete_expired') LIMIT 1";
            let has_subscribed = tx.query_optional(sql, &[(&id).into()])?.is_some();
            Ok::<_, ateneu_db::Error>(customers::of_user(tx, &id)?.filter(|_| has_subscribed))
        });
        let linked = linked.await?.ok_or(Error::NoCustomer)?;
        let back = self.link("/membros/assinatura");
        match self.provider().create_portal(&linked.customer_id, &back).await {
            Err(error) if error.is_missing() => Err(Error::NoCustomer),
            other => other,
        }
    }
}
