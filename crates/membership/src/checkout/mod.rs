//! The way to pay: a payment page is opened (`open.rs`) for a customer (`customer.rs`) as it was set out for
//! (`intents.rs`); the state of a returning customer is read (`check.rs`), and manages what is paid in the provider's
//! portal (`portal.rs`).

pub(crate) mod check;
mod customer;
pub(crate) mod intents;
pub(crate) mod open;
mod portal;
