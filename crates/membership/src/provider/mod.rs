//! The calls the server makes to a payment provider. Two answer them: Stripe (`stripe/`) and the sandbox (`sandbox/`).
//! What is read of their answers is in `models.rs`, how both sign what they tell in `signature.rs`.

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

/// A payment page to be made. The price is the server's, never the browser's.
#[derive(Clone, Debug)]
pub(crate) struct NewCheckout {
    pub(crate) user_id: String,
    pub(crate) customer: String,
    pub(crate) offer: Offer,
    pub(crate) price: Price,
    /// The means of payment it offers.
    pub(crate) methods: Vec<Method>,
    /// Asks for CPF or CNPJ.
    pub(crate) asks_tax_id: bool,
    pub(crate) expires_at: Timestamp,
    /// May hold `{CHECKOUT_SESSION_ID}`.
    pub(crate) success_url: String,
    pub(crate) cancel_url: String,
}

/// Another price of a subscription, chosen before the portal opens.
#[derive(Clone, Debug)]
pub(crate) struct NewPrice {
    pub(crate) customer: String,
    pub(crate) subscription: String,
    /// The item of the subscription that changes.
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
    /// Customers with exactly this address.
    customers_by_email(email: &str) -> Vec<Customer>;
    /// Writes on a customer whose it is.
    adopt_customer(customer: &str, user_id: &str) -> ();
    /// Makes a customer; the same key makes it once.
    create_customer(new: &NewCustomer, key: &str) -> Customer;
    /// Returns `true` if the account can take Pix.
    takes_pix() -> bool;
    /// Returns `true` if the customer has given a CPF or CNPJ.
    has_tax_id(customer: &str) -> bool;
    /// Makes a payment page; the same key makes it once.
    create_checkout(new: &NewCheckout, key: &str) -> Checkout;
    /// A payment page as it stands.
    checkout(id: &str) -> Checkout;
    /// Closes an open payment page.
    expire_checkout(id: &str) -> ();
    /// The address of the portal, good for a moment.
    create_portal(customer: &str, return_url: &str, place: &PortalPlace) -> String;
    /// Returns the present cost of a change to a higher price, in centavos.
    preview_change(change: &NewPrice) -> i64;
    /// Every subscription of a customer, ended ones too, newest first.
    subscriptions(customer: &str) -> Vec<Subscription>;
    /// The newest invoices of a customer.
    invoices(customer: &str) -> Vec<Invoice>;
    /// The invoice that was paid by this payment.
    invoice_of_payment(payment: &str) -> Option<Invoice>;
    /// Every dispute of a payment.
    disputes(payment: &str) -> Vec<Dispute>;
    /// The payment that paid a subscription's newest paid invoice.
    payment_of_invoice(invoice: &str) -> Option<String>;
    /// No further months, or further months after all.
    set_ending(subscription: &str, ends: bool) -> ();
    /// Makes an open invoice void: it can no longer be paid.
    void_invoice(invoice: &str) -> ();
    /// Ends a subscription now.
    cancel(subscription: &str) -> ();
    /// Gives a whole payment back; the same key gives it once.
    refund(payment: &str, key: &str) -> ();
    /// Gives a part of a payment back; the same key gives it once.
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
