//! Calls to a payment provider, implemented by Stripe (`stripe/`) and the sandbox (`sandbox/`). `models.rs` holds the
//! parsed responses, `signature.rs` the signatures of events.

pub(crate) mod models;
pub(crate) mod sandbox;
pub mod signature;
pub(crate) mod stripe;

use ateneu_base::Timestamp;
use models::{Checkout, Customer, Dispute, Invoice, Price, Subscription};
use sandbox::Sandbox;
use stripe::Stripe;

use crate::{Error, Method, Offer};

/// Account for which a customer is created.
#[derive(Clone, Debug)]
pub(crate) struct NewCustomer {
    pub(crate) user_id: String,
    pub(crate) email: String,
    pub(crate) name: Option<String>,
}

/// Payment page to be created. The server sets the price, never the browser.
#[derive(Clone, Debug)]
pub(crate) struct NewCheckout {
    pub(crate) user_id: String,
    pub(crate) customer: String,
    pub(crate) offer: Offer,
    pub(crate) price: Price,
    /// Means of payment on the page.
    pub(crate) methods: Vec<Method>,
    /// True to ask for CPF or CNPJ.
    pub(crate) asks_tax_id: bool,
    pub(crate) expires_at: Timestamp,
    /// URL after success, which may contain `{CHECKOUT_SESSION_ID}`.
    pub(crate) success_url: String,
    pub(crate) cancel_url: String,
}

/// Another price of a subscription, chosen before the portal opens.
#[derive(Clone, Debug)]
pub(crate) struct NewPrice {
    pub(crate) customer: String,
    pub(crate) subscription: String,
    /// Item of the subscription to change.
    pub(crate) item: String,
    pub(crate) offer: Offer,
    pub(crate) price: Price,
}

/// Page at which the portal opens.
#[derive(Clone, Debug)]
pub(crate) enum PortalPlace {
    /// The first page.
    Start,
    /// The page for plan changes, for the subscription of this id.
    Plans(String),
    /// The confirmation of a change.
    Confirm(NewPrice),
}

#[derive(Clone)]
pub(crate) enum Provider {
    Stripe(Stripe),
    Sandbox(Sandbox),
}

macro_rules! asked {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $kind:ty),*) -> $answer:ty;)+) => {
        impl Provider {$(
            $(#[$doc])*
            pub(crate) async fn $name(&self, $($argument: $kind),*) -> Result<$answer, Error> {
                match self {
                    Self::Stripe(stripe) => stripe.$name($($argument),*).await,
                    Self::Sandbox(sandbox) => sandbox.$name($($argument),*).await,
                }
            }
        )+}
    };
}

asked! {
    /// Returns the provider's price of an offer. Returns `None` if it is not sold.
    price(offer: Offer) -> Option<Price>;
    /// Returns the customers with exactly this address.
    customers_by_email(email: &str) -> Vec<Customer>;
    /// Stores the account of a customer at the provider.
    adopt_customer(customer: &str, user_id: &str) -> ();
    /// Creates a customer. A repeated key creates none.
    create_customer(new: &NewCustomer, key: &str) -> Customer;
    /// Returns `true` if the account supports Pix.
    takes_pix() -> bool;
    /// Returns `true` if the customer has given a CPF or CNPJ.
    has_tax_id(customer: &str) -> bool;
    /// Creates a payment page. A repeated key creates none.
    create_checkout(new: &NewCheckout, key: &str) -> Checkout;
    /// Returns the present state of a payment page.
    checkout(id: &str) -> Checkout;
    /// Closes an open payment page.
    expire_checkout(id: &str) -> ();
    /// Returns a short-lived URL of the portal.
    create_portal(customer: &str, return_url: &str, place: &PortalPlace) -> String;
    /// Returns the present cost of a change to a higher price, in centavos.
    preview_change(change: &NewPrice) -> i64;
    /// Returns all subscriptions of a customer, ended ones too, newest first.
    subscriptions(customer: &str) -> Vec<Subscription>;
    /// Returns the newest invoices of a customer.
    invoices(customer: &str) -> Vec<Invoice>;
    /// Returns the invoice of this payment.
    invoice_of_payment(payment: &str) -> Option<Invoice>;
    /// Returns all disputes of a payment.
    disputes(payment: &str) -> Vec<Dispute>;
    /// Returns the payment of an invoice.
    payment_of_invoice(invoice: &str) -> Option<String>;
    /// Sets whether a subscription ends with its period.
    set_ending(subscription: &str, ends: bool) -> ();
    /// Voids an open invoice, which can then no longer be paid.
    void_invoice(invoice: &str) -> ();
    /// Ends a subscription now.
    cancel(subscription: &str) -> ();
    /// Refunds a whole payment. A repeated key refunds once.
    refund(payment: &str, key: &str) -> ();
    /// Refunds a part of a payment. A repeated key refunds once.
    refund_part(payment: &str, amount: i64, key: &str) -> ();
}

impl Provider {
    /// Returns `true` if its payments are real.
    pub(crate) fn is_live(&self) -> bool {
        match self {
            Self::Stripe(stripe) => stripe.is_live(),
            Self::Sandbox(_) => false,
        }
    }
}
