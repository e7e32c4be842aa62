//! Where a person manages what is paid: the provider's portal.

use crate::{Error, Payments, customers};

impl Payments {
    /// The address of the page where a person changes plan and card or cancels. Good for a moment.
    ///
    /// # Errors
    /// [`Error::NoCustomer`] for whoever never paid, or that the provider does not answer.
    pub async fn portal(&self, user_id: &str) -> Result<String, Error> {
        let id = user_id.to_owned();
        let linked = self.db().read(move |tx| customers::of_user(tx, &id)).await?;
        let linked = linked.ok_or(Error::NoCustomer)?;
        let back = self.link("/membros/assinatura");
        match self.provider().create_portal(&linked.customer_id, &back).await {
            Err(error) if error.is_missing() => Err(Error::NoCustomer),
            other => other,
        }
    }
}
