//! The tables of this crate, one file each.

mod membership_acts;
mod payment_checkouts;
mod payment_courtesies;
mod payment_customers;
mod payment_invoices;
mod payment_refunds;
mod payment_subscriptions;
mod sandbox_objects;
mod subscribers;

use ateneu_schema::Table;

/// The declarations.
pub fn tables() -> Vec<Table> {
    vec![
        subscribers::table(),
        payment_customers::table(),
        payment_subscriptions::table(),
        payment_courtesies::table(),
        payment_invoices::table(),
        payment_refunds::table(),
        membership_acts::table(),
        payment_checkouts::table(),
        sandbox_objects::table(),
    ]
}
