//! Types that every crate shares: the caller, the clock, ids, secrets and values. No disk, no socket, no environment.
//!
//! The modules, from the lowest to the highest. Each imports only from those before it; `cargo xtask tidy` reads this list
//! and checks it.
//!
//! - `value`: values on their way to or from the database
//! - `number`: whole numbers as clients send them
//! - `secret`: secrets of the configuration
//! - `clock`: time as a parameter
//! - `calendar`: days and months as São Paulo counts them
//! - `period`: periods for which data is kept
//! - `ids`: ids and secrets
//! - `fold`: the folded form in which texts are compared
//! - `email`: the one form of an email address
//! - `names`: the names of a person
//! - `personal_fields`: personal fields of a letter
//! - `excerpt`: excerpts around searched words
//! - `tax_id`: CPF and CNPJ
//! - `entitlement`: entitlements of plans
//! - `refusal`: reasons why a request is refused
//! - `caller`: the verified caller of a request
//! - `change`: committed changes, and the rows that a response was read from

pub mod calendar;
pub mod caller;
pub mod change;
pub mod clock;
pub mod config;
pub mod email;
pub mod entitlement;
pub mod excerpt;
pub mod fold;
pub mod ids;
mod names;
pub mod number;
mod period;
pub mod personal_fields;
mod refusal;
pub mod secret;
pub mod tax_id;
pub mod value;

pub use caller::{Aal, Caller, Facts, Presented, Role, TokenProblem};
pub use change::{Change, Read, Reads, Record, Verb};
pub use clock::{Clock, Timestamp};
pub use entitlement::{Backing, Entitlement, Interval};
pub use names::{given_names, person_names};
pub use period::Period;
pub use refusal::Refusal;
pub use secret::Secret;
pub use tax_id::TaxId;
pub use value::Value;
