//! State of the payment provider: customers, their future changes, and an event for each change.

use rand::{RngExt, rngs::StdRng};
use serde_json::{Value as Json, json};

/// Seconds of a month.
const MONTH: i64 = 30 * 86_400;

/// Number of kinds of change: first charges and subscriptions, then refunds, then disputes.
const KINDS: usize = 100;
const FIRST_REFUND: usize = 94;
const FIRST_DISPUTE: usize = 97;

/// A charge.
#[derive(Clone)]
pub struct Invoice {
    /// `paid` or `open`.
    pub status: &'static str,
    /// True after a full refund.
    pub refunded: bool,
    /// Status of its dispute, where there is one.
    pub dispute: Option<&'static str>,
    /// Unix seconds.
    pub created: i64,
}

impl Invoice {
    fn new(status: &'static str, created: i64) -> Self {
        Self { status, refunded: false, dispute: None, created }
    }
}

/// A customer with one subscription.
#[derive(Clone)]
pub struct Customer {
    /// The provider's status of the subscription.
    pub status: &'static str,
    /// True where it ends with the period.
    pub ends: bool,
    /// Unix seconds.
    pub period_end: i64,
    /// Oldest first.
    pub invoices: Vec<Invoice>,
}

impl Customer {
    /// The subscription in the provider's shape.
    pub fn subscription(&self, number: usize) -> Json {
        json!({ "id": subscription_id(number), "object": "subscription", "customer": customer_id(number),
            "status": self.status, "created": self.invoices[0].created, "cancel_at_period_end": self.ends,
            "items": { "data": [{ "current_period_end": self.period_end, "price": { "lookup_key": "scale" } }] } })
    }

    /// An invoice in the provider's shape.
    pub fn invoice(&self, number: usize, which: usize) -> Json {
        let invoice = &self.invoices[which];
        json!({ "id": invoice_id(number, which), "object": "invoice", "customer": customer_id(number),
            "status": invoice.status, "total": 9_700, "currency": "brl", "created": invoice.created,
            "status_transitions": { "finalized_at": invoice.created },
            "parent": { "subscription_details": { "subscription": subscription_id(number) } } })
    }

    /// True where a payment is disputed and the dispute was not won.
    pub fn is_disputed(&self) -> bool {
        let mut disputes = self.invoices.iter().filter_map(|invoice| invoice.dispute);
        disputes.any(|status| status != "won")
    }

    /// True where a payment was refunded.
    pub fn is_refunded(&self) -> bool {
        self.invoices.iter().any(|invoice| invoice.refunded)
    }

    /// Applies the next change; returns its event.
    fn change(&mut self, number: usize, kind: usize, now: i64) -> (&'static str, Json) {
        match kind {
            FIRST_DISPUTE.. => return self.dispute(number, kind),
            FIRST_REFUND.. => return self.refund(number),
            _ => {}
        }
        match kind % 8 {
            0 => {
                (self.status, self.period_end) = ("active", self.period_end + MONTH);
                self.invoices.push(Invoice::new("paid", now));
                ("invoice.paid", self.invoice(number, self.invoices.len() - 1))
            }
            1 => {
                self.status = "past_due";
                self.invoices.push(Invoice::new("open", now));
                ("invoice.payment_failed", self.invoice(number, self.invoices.len() - 1))
            }
            2 => {
                self.ends = !self.ends;
                ("customer.subscription.updated", self.subscription(number))
            }
            3 => {
                self.status = "canceled";
                ("customer.subscription.deleted", self.subscription(number))
            }
            _ => {
                self.status = ["unpaid", "paused", "trialing", "active"][kind % 4];
                ("customer.subscription.updated", self.subscription(number))
            }
        }
    }

    /// The newest paid invoice; the first one always is.
    fn last_paid(&self) -> usize {
        let paid = self.invoices.iter().rposition(|invoice| invoice.status == "paid");
        paid.unwrap_or_default()
    }

    fn refund(&mut self, number: usize) -> (&'static str, Json) {
        let which = self.last_paid();
        self.invoices[which].refunded = true;
        let charge = json!({ "object": "charge", "customer": customer_id(number), "refunded": true,
            "payment_intent": payment_id(number, which) });
        ("charge.refunded", charge)
    }

    /// Disputes the newest payment, or decides the open dispute, mostly as won.
    fn dispute(&mut self, number: usize, kind: usize) -> (&'static str, Json) {
        let waits = |invoice: &Invoice| invoice.dispute == Some("needs_response");
        let (which, status, event) = match self.invoices.iter().position(waits) {
            None => (self.last_paid(), "needs_response", "charge.dispute.created"),
            Some(which) if kind == KINDS - 1 => (which, "lost", "charge.dispute.closed"),
            Some(which) => (which, "won", "charge.dispute.closed"),
        };
        self.invoices[which].dispute = Some(status);
        let dispute =
            json!({ "object": "dispute", "payment_intent": payment_id(number, which), "status": status });
        (event, dispute)
    }
}

pub fn customer_id(number: usize) -> String {
    format!("cus_{number}")
}

pub fn subscription_id(number: usize) -> String {
    format!("sub_{number}")
}

pub fn invoice_id(number: usize, which: usize) -> String {
    format!("in_{number}_{which}")
}

/// The payment of an invoice.
pub fn payment_id(number: usize, which: usize) -> String {
    format!("pi_{number}_{which}")
}

/// Present customers, and the changes to come: customer and kind of each.
#[derive(Clone)]
pub struct ProviderState {
    pub customers: Vec<Customer>,
    ahead: Vec<(usize, usize)>,
    happened: usize,
    began: i64,
}

impl ProviderState {
    /// Prepares that many customers, each with one paid month, and that many changes to come.
    pub fn new(customers: usize, changes: usize, began: i64, chance: &mut StdRng) -> Self {
        let customer = Customer {
            status: "active",
            ends: false,
            period_end: began + MONTH,
            invoices: vec![Invoice::new("paid", began - 86_400)],
        };
        let ahead = (0..changes).map(|number| (number % customers, chance.random_range(0..KINDS)));
        Self { ahead: ahead.collect(), customers: vec![customer; customers], happened: 0, began }
    }

    /// Number of changes, past and to come.
    pub fn changes(&self) -> usize {
        self.ahead.len()
    }

    /// Applies the next change; returns the id and the body of its event.
    pub fn advance(&mut self) -> Option<(String, String)> {
        let (number, kind) = *self.ahead.get(self.happened)?;
        let now = self.began + i64::try_from(self.happened).unwrap_or_default() / 100;
        let (kind, object) = self.customers.get_mut(number)?.change(number, kind, now);
        let id = format!("evt_{}", self.happened);
        self.happened += 1;
        let event = json!({ "id": id, "object": "event", "type": kind, "created": now, "livemode": false,
            "data": { "object": object } });
        Some((id, event.to_string()))
    }

    /// Applies all changes up to that one.
    pub fn reach(&mut self, change: usize) {
        while self.happened < change && self.advance().is_some() {}
    }

    /// Customer and index of an object by its id.
    pub fn find(&self, id: &str) -> Option<(usize, usize, &Customer)> {
        let mut parts = id.split('_').skip(1).map(str::parse::<usize>);
        let number = parts.next()?.ok()?;
        let which = parts.next().transpose().ok()?.unwrap_or_default();
        let customer = self.customers.get(number)?;
        (which < customer.invoices.len()).then_some((number, which, customer))
    }

    /// Cancels a subscription at the server's request.
    pub fn cancel(&mut self, id: &str) -> Option<Json> {
        let (number, ..) = self.find(id)?;
        let customer = self.customers.get_mut(number)?;
        customer.status = "canceled";
        Some(customer.subscription(number))
    }
}
