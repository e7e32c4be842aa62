//! The provider's customer of a person.

use crate::{
    Error, Payments,
    customers::{self, Linked},
    provider::{NewCustomer, models::Customer},
    refused::Refused,
};

/// Returns the person's customer: linked, found by the verified email, or created.
pub(super) async fn ensure_customer(payments: &Payments, user_id: &str) -> Result<Linked, Error> {
    let id = user_id.to_owned();
    let read = payments.db().read(move |tx| {
        let payer = customers::payer(tx, &id)?;
        if let Some(email) = payer.as_ref().and_then(|payer| payer.email.as_ref()) {
            customers::check_address(tx, &id, email)?;
        }
        Ok::<_, Error>((customers::of_user(tx, &id)?, payer))
    });
    let (linked, payer) = read.await?;
    let payer = payer.ok_or(Refused::EmailNotConfirmed)?;
    if let Some(linked) = linked {
        return still_there(payments, linked, payer).await;
    }
    let new = NewCustomer {
        user_id: user_id.to_owned(),
        email: payer.email.ok_or(Refused::EmailNotConfirmed)?,
        name: payer.name,
    };
    let customer = match adoptable(payments, &new).await? {
        Some(customer) => customer,
        None => payments.provider().create_customer(&new, &format!("customer-{user_id}")).await?,
    };
    let (id, now) = (new.user_id, payments.now());
    let linked = payments.db().write(move |tx| {
        // Another node may have been faster: the linked customer counts.
        customers::link(tx, &id, &customer.id, now)?;
        customers::of_user(tx, &id)
    });
    linked.await?.ok_or(Error::Defect("a customer was not linked"))
}

/// Returns the linked customer. Replaces one that was deleted at the provider.
async fn still_there(payments: &Payments, linked: Linked, payer: customers::Payer) -> Result<Linked, Error> {
    match payments.provider().subscriptions(&linked.customer_id).await {
        Err(error) if error.is_missing() => {}
        Err(error) => return Err(error),
        Ok(_) => return Ok(linked),
    }
    let new = NewCustomer {
        user_id: linked.user_id.clone(),
        email: payer.email.ok_or(Refused::EmailNotConfirmed)?,
        name: payer.name,
    };
    // The former key would return the former customer.
    let key = format!("customer-{}-after-{}", linked.user_id, linked.customer_id);
    let customer = payments.provider().create_customer(&new, &key).await?;
    let (former, now) = (linked.clone(), payments.now());
    let linked = payments.db().write(move |tx| {
        customers::replace(tx, &former, &customer.id, now)?;
        customers::of_user(tx, &former.user_id)
    });
    linked.await?.ok_or(Error::Defect("a customer was not linked"))
}

/// Returns a customer from before this account: the one that names it, or the only one with the verified email that
/// names no account.
async fn adoptable(payments: &Payments, new: &NewCustomer) -> Result<Option<Customer>, Error> {
    let mut found = payments.provider().customers_by_email(&new.email).await?;
    let own = found.iter().position(|customer| customer.user_id.as_deref() == Some(&new.user_id));
    if let Some(own) = own {
        return Ok(Some(found.swap_remove(own)));
    }
    match found.pop() {
        Some(only) if found.is_empty() && only.user_id.is_none() => {
            payments.provider().adopt_customer(&only.id, &new.user_id).await?;
            Ok(Some(only))
        }
        _ => Ok(None),
    }
}
