//! Checkout: a stored intent (`intents.rs`) opens a payment page (`open.rs`) for a customer (`customer.rs`); the state of a
//! returning customer is read (`check.rs`); the provider's portal manages subscriptions (`portal.rs`), also for another plan
//! (`plan_change.rs`).

pub(crate) mod benefits;
pub(crate) mod check;
mod customer;
pub(crate) mod intents;
pub(crate) mod methods;
pub(crate) mod open;
pub(crate) mod plan_change;
pub(crate) mod portal;
