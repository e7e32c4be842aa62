//! The calls, as <https://docs.stripe.com/api> has them.

use reqwest::Method;
use serde_json::Value as Json;

use ateneu_schema::Words;

use super::{Ask, Stripe, bad_response};
use crate::{
    Error, Offer,
    provider::{
        NewCheckout, NewCustomer, NewPrice, PortalPlace,
        models::{self, Checkout, Customer, Dispute, Invoice, Price, Subscription},
    },
};

fn read<T>(answer: &Json, read: fn(&Json) -> Option<T>, what: &str) -> Result<T, Error> {
    read(answer).ok_or_else(|| bad_response(what))
}

fn read_list<T>(answer: &Json, item: fn(&Json) -> Option<T>, what: &str) -> Result<Vec<T>, Error> {
    models::list(answer, item).ok_or_else(|| bad_response(what))
}

/// Parameters that exclude means of payment from a page, also those that the Dashboard has switched on.
const EXCLUDED: [&str; crate::Method::ALL.len()] = [
    "excluded_payment_method_types[0]",
    "excluded_payment_method_types[1]",
    "excluded_payment_method_types[2]",
];

/// Parameters of a portal that opens at its first page.
const START: usize = 3;

impl Stripe {
    pub(crate) async fn price(&self, offer: Offer) -> Result<Option<Price>, Error> {
        let query = [("lookup_keys[0]", offer.lookup_key()), ("active", "true".to_owned())];
        let answer = self.get("/v1/prices".into(), &query).await?;
        Ok(read_list(&answer, models::price, "prices")?.into_iter().next())
    }

    pub(crate) async fn customers_by_email(&self, email: &str) -> Result<Vec<Customer>, Error> {
        let query = [("email", email.to_owned()), ("limit", "10".to_owned())];
        let answer = self.get("/v1/customers".into(), &query).await?;
        read_list(&answer, models::customer, "customers")
    }

    pub(crate) async fn adopt_customer(&self, customer: &str, user_id: &str) -> Result<(), Error> {
        let form = [("metadata[user_id]", user_id.to_owned())];
        let key = format!("adopt-{customer}-{user_id}");
        self.post(format!("/v1/customers/{customer}"), &form, &key).await.map(drop)
    }

    pub(crate) async fn create_customer(&self, new: &NewCustomer, key: &str) -> Result<Customer, Error> {
        let mut form = vec![
            ("email", new.email.clone()),
            ("preferred_locales[0]", "pt-BR".to_owned()),
            ("metadata[user_id]", new.user_id.clone()),
        ];
        form.extend(new.name.clone().map(|name| ("name", name)));
        let answer = self.post("/v1/customers".into(), &form, key).await?;
        read(&answer, models::customer, "a customer")
    }

    /// Returns `true` if the account has the Pix capability:
    /// <https://docs.stripe.com/api/accounts/object#account_object-capabilities>.
    pub(crate) async fn takes_pix(&self) -> Result<bool, Error> {
        let account = self.get("/v1/account".into(), &[]).await?;
        let state = account.pointer("/capabilities/pix_payments").and_then(Json::as_str);
        Ok(state == Some("active"))
    }

    pub(crate) async fn has_tax_id(&self, customer: &str) -> Result<bool, Error> {
        let query = [("limit", "100".to_owned())];
        let answer = self.get(format!("/v1/customers/{customer}/tax_ids"), &query).await?;
        let all = answer.get("data").and_then(Json::as_array).ok_or_else(|| bad_response("tax ids"))?;
        Ok(all.iter().any(models::is_tax_id))
    }

    pub(crate) async fn create_checkout(&self, new: &NewCheckout, key: &str) -> Result<Checkout, Error> {
        let plan = new.offer.plan.word().to_owned();
        let mut form = vec![
            ("mode", "subscription".to_owned()),
            ("line_items[0][price]", new.price.id.clone()),
            ("line_items[0][quantity]", "1".to_owned()),
            ("customer", new.customer.clone()),
            ("client_reference_id", new.user_id.clone()),
            ("metadata[user_id]", new.user_id.clone()),
            ("metadata[plan]", plan.clone()),
            // The page's are not copied to the subscription.
            ("subscription_data[metadata][user_id]", new.user_id.clone()),
            ("subscription_data[metadata][plan]", plan),
            ("success_url", new.success_url.clone()),
            ("cancel_url", new.cancel_url.clone()),
            ("locale", "pt-BR".to_owned()),
            ("allow_promotion_codes", "true".to_owned()),
            ("expires_at", new.expires_at.seconds().to_string()),
        ];
        let excluded = crate::Method::ALL.into_iter().filter(|method| !new.methods.contains(method));
        form.extend(EXCLUDED.into_iter().zip(excluded.map(|method| method.name().to_owned())));
        if new.asks_tax_id {
            form.extend([
                ("tax_id_collection[enabled]", "true".to_owned()),
                // A stored customer is asked only where the answer may be written on it.
                ("customer_update[name]", "auto".to_owned()),
                ("customer_update[address]", "auto".to_owned()),
            ]);
        }
        let answer = self.post("/v1/checkout/sessions".into(), &form, key).await?;
        read(&answer, models::checkout, "a checkout session")
    }

    pub(crate) async fn checkout(&self, id: &str) -> Result<Checkout, Error> {
        let answer = self.get(format!("/v1/checkout/sessions/{id}"), &[]).await?;
        read(&answer, models::checkout, "a checkout session")
    }

    pub(crate) async fn expire_checkout(&self, id: &str) -> Result<(), Error> {
        let (path, key) = (format!("/v1/checkout/sessions/{id}/expire"), format!("expire-{id}"));
        self.post(path, &[], &key).await.map(drop)
    }

    pub(crate) async fn create_portal(
        &self,
        customer: &str,
        return_url: &str,
        place: &PortalPlace,
    ) -> Result<String, Error> {
        let mut form = vec![
            ("customer", customer.to_owned()),
            ("return_url", return_url.to_owned()),
            ("locale", "pt-BR".to_owned()),
        ];
        match place {
            PortalPlace::Start => {}
            PortalPlace::Plans(subscription) => form.extend([
                ("flow_data[type]", "subscription_update".to_owned()),
                ("flow_data[subscription_update][subscription]", subscription.clone()),
            ]),
            PortalPlace::Confirm(change) => form.extend([
                ("flow_data[type]", "subscription_update_confirm".to_owned()),
                ("flow_data[subscription_update_confirm][subscription]", change.subscription.clone()),
                ("flow_data[subscription_update_confirm][items][0][id]", change.item.clone()),
                ("flow_data[subscription_update_confirm][items][0][price]", change.price.id.clone()),
                ("flow_data[subscription_update_confirm][items][0][quantity]", "1".to_owned()),
                ("flow_data[after_completion][type]", "redirect".to_owned()),
                ("flow_data[after_completion][redirect][return_url]", return_url.to_owned()),
            ]),
        }
        // Each is of use for a moment: a new one every time.
        let key = || ateneu_base::ids::random_id();
        let answer = match self.post("/v1/billing_portal/sessions".into(), &form, &key()).await {
            // The Dashboard may have switched off changes: then the portal opens at its first page.
            Err(Error::ProviderRefused { status: 400, .. }) if form.len() > START => {
                self.post("/v1/billing_portal/sessions".into(), &form[..START], &key()).await?
            }
            other => other?,
        };
        let url = answer.get("url").and_then(Json::as_str);
        url.map(str::to_owned).ok_or_else(|| bad_response("a portal session"))
    }

    /// <https://docs.stripe.com/api/invoices/create_preview>
    pub(crate) async fn preview_change(&self, change: &NewPrice) -> Result<i64, Error> {
        let form = [
            ("customer", change.customer.clone()),
            ("subscription", change.subscription.clone()),
            ("subscription_details[items][0][id]", change.item.clone()),
            ("subscription_details[items][0][price]", change.price.id.clone()),
            ("subscription_details[proration_behavior]", "always_invoice".to_owned()),
        ];
        let answer =
            self.post("/v1/invoices/create_preview".into(), &form, &ateneu_base::ids::random_id()).await?;
        answer.get("amount_due").and_then(Json::as_i64).ok_or_else(|| bad_response("an invoice preview"))
    }

    pub(crate) async fn subscriptions(&self, customer: &str) -> Result<Vec<Subscription>, Error> {
        let query = [
            ("customer", customer.to_owned()),
            // Without it canceled ones are left out.
            ("status", "all".to_owned()),
            ("limit", "100".to_owned()),
            ("expand[0]", "data.default_payment_method".to_owned()),
            ("expand[1]", "data.customer.invoice_settings.default_payment_method".to_owned()),
        ];
        let answer = match self.get("/v1/subscriptions".into(), &query).await {
            // A restricted key may read no cards: then the page names none.
            Err(Error::ProviderRefused { status: 403, .. }) => {
                self.get("/v1/subscriptions".into(), &query[..3]).await?
            }
            other => other?,
        };
        read_list(&answer, models::subscription, "subscriptions")
    }

    pub(crate) async fn invoices(&self, customer: &str) -> Result<Vec<Invoice>, Error> {
        let query = [("customer", customer.to_owned()), ("limit", "36".to_owned())];
        let answer = self.get("/v1/invoices".into(), &query).await?;
        read_list(&answer, models::invoice, "invoices")
    }

    /// A charge names no invoice; the payments of invoices do.
    pub(crate) async fn invoice_of_payment(&self, payment: &str) -> Result<Option<Invoice>, Error> {
        let query =
            [("payment[type]", "payment_intent".to_owned()), ("payment[payment_intent]", payment.to_owned())];
        let answer = self.get("/v1/invoice_payments".into(), &query).await?;
        let Some(invoice) = models::id_at(&answer, "/data/0/invoice") else {
            return Ok(None);
        };
        let answer = self.get(format!("/v1/invoices/{invoice}"), &[]).await?;
        read(&answer, models::invoice, "an invoice").map(Some)
    }

    pub(crate) async fn disputes(&self, payment: &str) -> Result<Vec<Dispute>, Error> {
        let query = [("payment_intent", payment.to_owned()), ("limit", "100".to_owned())];
        let answer = self.get("/v1/disputes".into(), &query).await?;
        read_list(&answer, models::dispute, "disputes")
    }

    pub(crate) async fn payment_of_invoice(&self, invoice: &str) -> Result<Option<String>, Error> {
        let query = [("invoice", invoice.to_owned()), ("status", "paid".to_owned())];
        let answer = self.get("/v1/invoice_payments".into(), &query).await?;
        Ok(models::id_at(&answer, "/data/0/payment/payment_intent"))
    }

    pub(crate) async fn set_ending(&self, subscription: &str, ends: bool) -> Result<(), Error> {
        let form = [("cancel_at_period_end", ends.to_string())];
        // A repeated call within the key's time counts once; a later one must count again.
        let key = ateneu_base::ids::random_id();
        let path = format!("/v1/subscriptions/{subscription}");
        self.post(path, &form, &key).await.map(drop)
    }

    pub(crate) async fn void_invoice(&self, invoice: &str) -> Result<(), Error> {
        let (path, key) = (format!("/v1/invoices/{invoice}/void"), format!("void-{invoice}"));
        self.post(path, &[], &key).await.map(drop)
    }

    pub(crate) async fn cancel(&self, subscription: &str) -> Result<(), Error> {
        let ask = Ask {
            method: Method::DELETE,
            path: format!("/v1/subscriptions/{subscription}"),
            form: &[],
            idempotency_key: None,
        };
        match self.ask(&ask).await {
            // It is over already.
            Err(error) if error.is_missing() => Ok(()),
            other => other.map(drop),
        }
    }

    pub(crate) async fn refund(&self, payment: &str, key: &str) -> Result<(), Error> {
        let form = [("payment_intent", payment.to_owned()), ("reason", "requested_by_customer".to_owned())];
        match self.post("/v1/refunds".into(), &form, key).await {
            Err(Error::ProviderRefused { code, .. }) if code == "charge_already_refunded" => Ok(()),
            other => other.map(drop),
        }
    }

    pub(crate) async fn refund_part(&self, payment: &str, amount: i64, key: &str) -> Result<(), Error> {
        let form = [
            ("payment_intent", payment.to_owned()),
            ("amount", amount.to_string()),
            ("reason", "requested_by_customer".to_owned()),
        ];
        self.post("/v1/refunds".into(), &form, key).await.map(drop)
    }
}
