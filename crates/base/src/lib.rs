//! Types that every crate shares: the caller, the clock, ids, secrets and values. No disk, no socket, no environment.

pub mod calendar;
pub mod caller;
pub mod change;
pub mod clock;
pub mod email;
pub mod entitlement;
pub mod excerpt;
pub mod fold;
pub mod ids;
mod names;
pub mod secret;
pub mod tax_id;
pub mod value;

pub use caller::{Aal, Caller, Facts, Presented, Role, TokenProblem};
pub use change::{Change, Read, Reads, Record, Verb};
pub use clock::{Clock, Timestamp};
pub use entitlement::{Backing, Entitlement};
pub use names::{given_names, person_names};
pub use secret::Secret;
pub use tax_id::TaxId;
pub use value::Value;
