//! The server's calls, answered from the sandbox's own tables and read like the real provider's answers.

use serde_json::{Value as Json, json};

use super::{
    change, disputes,
    objects::{self, get, new_id, of_customer, put, text},
    service::Sandbox,
    simulate::{self, Action},
};
use crate::{
    Error, Offer,
    provider::{
        NewCheckout, NewCustomer, NewPrice, PortalPlace,
        models::{self, Checkout, Customer, Dispute, Invoice, Price, Subscription},
    },
    words::ObjectKind,
};

fn missing(what: &str) -> Error {
    Error::ProviderRefused {
        status: 404,
        code: "resource_missing".into(),
        message: format!("No such {what}"),
    }
}

fn read<T>(object: Option<&Json>, read: fn(&Json) -> Option<T>, what: &str) -> Result<T, Error> {
    object.and_then(read).ok_or_else(|| missing(what))
}

impl Sandbox {
    async fn object(&self, kind: ObjectKind, id: &str) -> Result<Option<Json>, Error> {
        let id = id.to_owned();
        Ok(self.db.read(move |tx| get(tx, kind, &id)).await?)
    }

    async fn objects(&self, kind: ObjectKind, customer: &str) -> Result<Vec<Json>, Error> {
        let id = customer.to_owned();
        let read = self.db.read(move |tx| {
            let found = get(tx, ObjectKind::Customer, &id)?;
            found.is_some().then(|| of_customer(tx, kind, &id)).transpose()
        });
        read.await?.ok_or_else(|| missing("customer"))
    }

    pub(crate) async fn price(&self, offer: Offer) -> Result<Option<Price>, Error> {
        let price = self.price_of(offer).map(|amount| objects::price(offer, amount));
        Ok(price.as_ref().and_then(models::price))
    }

    pub(crate) async fn customers_by_email(&self, email: &str) -> Result<Vec<Customer>, Error> {
        let mut all = self.db.read(|tx| objects::all(tx, ObjectKind::Customer)).await?;
        all.retain(|customer| text(customer, "/email") == email);
        Ok(all.iter().filter_map(models::customer).collect())
    }

    pub(crate) async fn adopt_customer(&self, customer: &str, user_id: &str) -> Result<(), Error> {
        let (id, user_id, now) = (customer.to_owned(), user_id.to_owned(), self.now());
        let adopted = self.db.write(move |tx| {
            let Some(mut customer) = get(tx, ObjectKind::Customer, &id)? else {
                return Ok::<_, ateneu_db::Error>(false);
            };
            objects::set(&mut customer, "/metadata", json!({ "user_id": user_id }));
            put(tx, ObjectKind::Customer, &customer, now)?;
            Ok(true)
        });
        if adopted.await? { Ok(()) } else { Err(missing("customer")) }
    }

    pub(crate) async fn create_customer(&self, new: &NewCustomer, key: &str) -> Result<Customer, Error> {
        let (new, key, now) = (new.clone(), key.to_owned(), self.now());
        let made = self.db.write(move |tx| {
            let id = objects::once(tx, &key, &new_id("cus"), now)?;
            if let Some(made) = get(tx, ObjectKind::Customer, &id)? {
                return Ok::<_, ateneu_db::Error>(made);
            }
            let made = json!({ "id": id, "object": "customer", "customer": id, "email": new.email, "name": new.name,
                "metadata": { "user_id": new.user_id } });
            put(tx, ObjectKind::Customer, &made, now)?;
            Ok(made)
        });
        read(Some(&made.await?), models::customer, "customer")
    }

    pub(crate) async fn takes_pix(&self) -> Result<bool, Error> {
        Ok(true)
    }

    pub(crate) async fn has_tax_id(&self, customer: &str) -> Result<bool, Error> {
        let customer =
            self.object(ObjectKind::Customer, customer).await?.ok_or_else(|| missing("customer"))?;
        Ok(customer.get(objects::TAX_IDS).and_then(models::tax_id).is_some())
    }

    pub(crate) async fn create_checkout(&self, new: &NewCheckout, key: &str) -> Result<Checkout, Error> {
        let (new, key, now) = (new.clone(), key.to_owned(), self.now());
        let public_url = self.site.public_url.clone();
        let made = self.db.write(move |tx| {
            let id = objects::once(tx, &key, &new_id("cs_test"), now)?;
            if let Some(made) = get(tx, ObjectKind::Checkout, &id)? {
                return Ok::<_, ateneu_db::Error>(made);
            }
            let made = json!({ "id": id, "object": "checkout.session", "mode": "subscription", "status": "open",
                "payment_status": "unpaid", "url": format!("{public_url}/sandbox/checkout/{id}"),
                "customer": new.customer, "client_reference_id": new.user_id, "subscription": null,
                "metadata": { "user_id": new.user_id, "plan": new.offer.plan }, "sandbox_offer": new.offer.lookup_key(),
                "amount_total": new.price.amount, "currency": "brl", "expires_at": new.expires_at.seconds(),
                "success_url": new.success_url, "cancel_url": new.cancel_url,
                "payment_method_types": new.methods.iter().map(|method| method.name()).collect::<Vec<_>>(),
                "tax_id_collection": { "enabled": new.asks_tax_id } });
            put(tx, ObjectKind::Checkout, &made, now)?;
            Ok(made)
        });
        read(Some(&made.await?), models::checkout, "checkout session")
    }

    pub(crate) async fn checkout(&self, id: &str) -> Result<Checkout, Error> {
        let page = self.object(ObjectKind::Checkout, id).await?;
        read(page.as_ref(), models::checkout, "checkout session")
    }

    pub(crate) async fn expire_checkout(&self, id: &str) -> Result<(), Error> {
        let (id, now) = (id.to_owned(), self.now());
        let is_closed = self.db.write(move |tx| simulate::expire(tx, &id, now)).await?;
        if is_closed { Ok(()) } else { Err(missing("open checkout session")) }
    }

    pub(crate) async fn create_portal(
        &self,
        customer: &str,
        return_url: &str,
        place: &PortalPlace,
    ) -> Result<String, Error> {
        let id = new_id("bps");
        let confirms = match place {
            PortalPlace::Confirm(change) => {
                json!({ "subscription": change.subscription, "offer": change.offer.lookup_key() })
            }
            PortalPlace::Start | PortalPlace::Plans(_) => Json::Null,
        };
        let portal = json!({ "id": id, "customer": customer, "return_url": return_url, "sandbox_confirms": confirms,
            "created": self.now().seconds() });
        let (customer, now) = (customer.to_owned(), self.now());
        let made = self.db.write(move |tx| {
            let is_known = get(tx, ObjectKind::Customer, &customer)?.is_some();
            if is_known {
                put(tx, ObjectKind::Portal, &portal, now)?;
            }
            Ok::<_, ateneu_db::Error>(is_known)
        });
        if made.await? {
            let place = match place {
                PortalPlace::Plans(subscription) => format!("#mudar-{subscription}"),
                PortalPlace::Start | PortalPlace::Confirm(_) => String::new(),
            };
            Ok(format!("{}/sandbox/portal/{id}{place}", self.site.public_url))
        } else {
            Err(missing("customer"))
        }
    }

    pub(crate) async fn preview_change(&self, new: &NewPrice) -> Result<i64, Error> {
        let object = self.object(ObjectKind::Subscription, &new.subscription).await?;
        let object = object.ok_or_else(|| missing("subscription"))?;
        let offered = change::changes(self, &object, self.now());
        let change = offered.into_iter().find(|change| change.offer == new.offer);
        change.and_then(|change| change.due).ok_or_else(|| missing("change"))
    }

    pub(crate) async fn subscriptions(&self, customer: &str) -> Result<Vec<Subscription>, Error> {
        let all = self.objects(ObjectKind::Subscription, customer).await?;
        let read = all.iter().filter_map(|object| {
            let read = models::subscription(object)?;
            Some(Subscription { next_amount: change::next_price(object).or(read.next_amount), ..read })
        });
        Ok(read.collect())
    }

    pub(crate) async fn invoices(&self, customer: &str) -> Result<Vec<Invoice>, Error> {
        let all = self.objects(ObjectKind::Invoice, customer).await?;
        let read = all.iter().filter_map(models::invoice);
        Ok(read.map(|invoice| self.hosted(invoice)).collect())
    }

    /// Adds the address of the invoice's page, which follows the site's.
    fn hosted(&self, invoice: Invoice) -> Invoice {
        Invoice {
            hosted_url: Some(format!("{}/sandbox/invoice/{}", self.site.public_url, invoice.id)),
            ..invoice
        }
    }

    pub(crate) async fn invoice_of_payment(&self, payment: &str) -> Result<Option<Invoice>, Error> {
        let payment = payment.to_owned();
        let found = self.db.read(move |tx| simulate::invoice_paid_by(tx, &payment)).await?;
        Ok(found.as_ref().and_then(models::invoice).map(|invoice| self.hosted(invoice)))
    }

    pub(crate) async fn disputes(&self, payment: &str) -> Result<Vec<Dispute>, Error> {
        let payment = payment.to_owned();
        let found = self.db.read(move |tx| simulate::invoice_paid_by(tx, &payment)).await?;
        let all = found.iter().flat_map(disputes::of);
        Ok(all.filter_map(models::dispute).collect())
    }

    pub(crate) async fn payment_of_invoice(&self, invoice: &str) -> Result<Option<String>, Error> {
        let found = self.object(ObjectKind::Invoice, invoice).await?;
        Ok(found.and_then(|invoice| models::id_at(&invoice, "/payment_intent")))
    }

    pub(crate) async fn set_ending(&self, subscription: &str, ends: bool) -> Result<(), Error> {
        let (id, now) = (subscription.to_owned(), self.now());
        let action = if ends { Action::CancelAtEnd } else { Action::Resume };
        let done = self.db.write(move |tx| {
            let is_known = get(tx, ObjectKind::Subscription, &id)?.is_some();
            // One that says so already stays so.
            simulate::apply(tx, &id, action, now)?;
            Ok::<_, ateneu_db::Error>(is_known)
        });
        if done.await? { Ok(()) } else { Err(missing("subscription")) }
    }

    pub(crate) async fn void_invoice(&self, invoice: &str) -> Result<(), Error> {
        let (invoice, now) = (invoice.to_owned(), self.now());
        let is_void = self.db.write(move |tx| simulate::void_invoice(tx, &invoice, now)).await?;
        if is_void { Ok(()) } else { Err(missing("open invoice")) }
    }

    pub(crate) async fn cancel(&self, subscription: &str) -> Result<(), Error> {
        let (id, now) = (subscription.to_owned(), self.now());
        // One that is over already stays so.
        Ok(self.db.write(move |tx| simulate::apply(tx, &id, Action::CancelNow, now).map(drop)).await?)
    }

    pub(crate) async fn refund(&self, payment: &str, _key: &str) -> Result<(), Error> {
        let (payment, now) = (payment.to_owned(), self.now());
        let is_found = self.db.write(move |tx| simulate::refund(tx, &payment, now)).await?;
        if is_found { Ok(()) } else { Err(missing("payment")) }
    }

    pub(crate) async fn refund_part(&self, payment: &str, amount: i64, key: &str) -> Result<(), Error> {
        let (payment, key, now) = (payment.to_owned(), key.to_owned(), self.now());
        let is_found =
            self.db.write(move |tx| simulate::refund_part(tx, &payment, amount, &key, now)).await?;
        if is_found { Ok(()) } else { Err(missing("payment")) }
    }
}
