//! Accounts of the customers and payments in events.

use crate::{
    Error, Payments, checkout::intents, customers, provider::models::Invoice, state::sync::sync_member,
};

/// Returns the invoice of a payment. Returns `None` if it was for something else.
pub(super) async fn paid_by(payments: &Payments, payment: &str) -> Result<Option<Invoice>, Error> {
    let invoice = payments.provider().invoice_of_payment(payment).await?;
    let customer = invoice.as_ref().and_then(|invoice| invoice.customer.clone());
    if let Some(customer) = customer
        && let Some(owner) = owner_of(payments, &customer, None).await?
    {
        // The rows must exist to be marked.
        sync_member(payments, &owner).await?;
    }
    Ok(invoice.filter(|invoice| invoice.subscription.is_some()))
}

/// Returns the account of a customer. A customer without one is linked only by the completed page of an own checkout,
/// because the payer may have written other references to an account.
pub(super) async fn owner_of(
    payments: &Payments,
    customer: &str,
    page: Option<&str>,
) -> Result<Option<String>, Error> {
    let (id, page, now) = (customer.to_owned(), page.map(str::to_owned), payments.now());
    let known = payments.db().read({
        let id = id.clone();
        move |tx| customers::of_customer(tx, &id)
    });
    if let Some(linked) = known.await? {
        return Ok(Some(linked.user_id));
    }
    let Some(page) = page else {
        return Ok(None);
    };
    let linked = payments.db().write(move |tx| match intents::owner_of_page(tx, &page)? {
        Some(user_id) => customers::link(tx, &user_id, &id, now),
        None => Ok(None),
    });
    Ok(linked.await?.map(|linked| linked.user_id))
}
